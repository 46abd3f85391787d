"""Import of rosters of list builders, and of pasted texts, as lists of ours. Start reading at ``importer.py``.

``formats.py`` tells by its content what a file is. XML and JSON become a roster (``roster.py``) directly; ``pasted/``
reads a text, and looks up the values of its units in the player's data (``data/``). The edition of the roster
(``editions.py``, ``seventh/``, ``datasheets/``) makes a document of it, and reports what was guessed or left out
(``report.py``). ``written_list.py`` writes the document as YAML. ``published/`` reads packages of datasheets.
``list_files.py`` opens list files of any program for the commands.
"""
