"""Lists that players have, made into lists of ours: rosters of list builders, and pasted text.

Start reading at ``making.py``. What a file is, is told by its content (``sniff.py``), never by its name; whatever it
is, it becomes one tree (``roster.py``): an XML or JSON roster as it stands, a text with the values of its units looked
up elsewhere (``text/``, ``data/``). The edition that the roster is of makes a list of it, and says what it guessed and
left out (``report.py``); ``writing.py`` puts that down as YAML.

This room knows no edition. Each that takes rosters offers a module ``importing``, found through ``shoot_cli.rules``:

``SYSTEMS``, ``GAMES``
    Ids of its game systems as rosters have them (``gameSystemId``), and how they begin to call it.
``take(roster, taking) -> dict``
    The list as a document: what the YAML of such a list says. What happens on the way is told to ``taking``.
``ATTACH``
    The keys of a unit that say whom it leads, the usual one first.
``VALUES``
    Keys of characteristics ("profiles") and of ways to fire ("weapons"), for lists that people fill in.
``selection_of(unit, document) -> Selection``
    A unit of a document as a roster has it, so that a list may lend its values to a text (IMP-61).
``PUBLISHED``
    Where there is one, a package with its datasheets that players may install (``data/datasheets.py``, IMP-65): texts
    take their values from it, behind what the player gives.
"""
