"""Datasheets by their names, from a public package of data that players may install: values, credit and doubts.

``package.py`` opens the package, if it is there, when somebody wants a unit of it, and never before: no other command
knows of it. ``source.py`` is what the package knows for lists of other programs, a source like those of ``--data``:
``units.py`` and ``weapons.py`` make of a datasheet what a roster would have of it, ``abilities.py`` says what becomes
of abilities. ``ordered.py`` makes a list of names and numbers that a player wants, as if it had been pasted.

What was seen in the data stands in the documents (``docs/your-own-list.md``): statlines, weapons, sizes and core
abilities are good; abilities of datasheets have lost conditions, so that they are told and not applied.
"""
