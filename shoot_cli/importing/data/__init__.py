"""The values of units that a file only names, from the player's data (``--data``, IMP-61). Nothing is downloaded.

``sources.py`` opens the files in the order given: rosters, lists of ours, or data files of list builders. It finds
units in them by name (``names.py``), as datasheets (``datasheets.py``), and adds missing values to a roster.
``catalogues.py`` reads and remembers the data files, and follows only the links of the wanted unit.
"""
