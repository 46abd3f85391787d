"""Rosters of the datasheet games made into lists: what editions of them share. Start reading at ``taken.py``.

``statlines.py`` and ``armed.py`` read the tables of a roster, ``sheets.py`` what its short prose says of saves and
characteristics, ``sentences.py`` what it says of attacks; ``library.py`` names weapons and statlines so that a list may
take them by their names; ``leading.py`` tells who may lead whom; ``lending.py`` goes the other way, from
a list to a roster.
"""
