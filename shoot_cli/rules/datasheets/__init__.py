"""What the datasheet games share: a room for their editions, which names none of them.

An edition brings its ``Book`` (``edition.py``: what it calls the rules, and its numbers) and its ``Abilities``. From
here it takes, as far as it likes: how lists and profile lines are read and shown (``lists``, ``lines``, ``cards``),
what they come to (``profiles``), the abilities (``forms``, ``abilities``) and what they will do in words
(``explained``), what is frozen of a weapon when targets are selected (``guns``), who fires what (``arming``), tokens
(``records``), what hit and wound rolls need (``charts``) and these rolls (``steps``). Sequence, facts, allocation,
saves, rulebook and drill are its own.
"""
