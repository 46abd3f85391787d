"""Lists that players have, made into lists of ours: rosters of list builders, and pasted text.

Start reading at ``importer.py``. What a file is, is told by its content (``formats.py``), never by its name; whatever
it is, it becomes one tree (``roster.py``): an XML or JSON roster as it stands, a text with the values of its units
looked up elsewhere (``text/``, ``data/``). The edition that the roster is of makes a list of it, and says what it
guessed and left out (``report.py``); ``written_list.py`` puts that down as YAML.

``editions.py`` says which edition takes the lists of which game. An edition makes a list of ours of the tree.
"""
