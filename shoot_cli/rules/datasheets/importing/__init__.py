"""Rosters of the datasheet games made into lists: what editions of them share. Start reading at ``taken.py``.

It takes a roster unit by unit (``unit.py``; its models are ``drafts.py`` until the list is written, their weapons
``arms.py``). ``statlines.py`` and ``armed.py`` read the tables of a roster, ``sheets.py`` its short prose of saves and
characteristics, ``sentences.py`` what it says of attacks, and ``told.py`` puts both together for an ability or rule.
``library.py`` names weapons and statlines so that a list may take them by their names; ``leading.py`` tells who may
lead whom; ``lending.py`` goes the other way, from a list to a roster.
"""
