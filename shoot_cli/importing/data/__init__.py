"""Where the values of units come from that a file only names (IMP-61): ``--data``.

``sources.py`` opens what the player gave, in the order given, and finds units in it by name (``names.py``): a roster, a
list of ours, or the data files of list builders. Those files are large and full of links: ``catalogues.py`` reads
one, ``catalogues.py`` remembers what was read, ``catalogues.py`` follows the links from a unit, and no others. Nothing
is ever fetched from anywhere.
"""
