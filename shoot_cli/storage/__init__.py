"""Battles kept on disk: one SQLite file, events that are only ever added, each synced before the next prompt shows.

Start reading at ``store.py`` (what there is) and ``battle.py`` (one battle); ``chain.py`` says what the hashes cover,
``folding.py`` which answers are in force after undo and redo, ``database.py`` holds the tables and their guards, and
reads them where nothing can be written; ``replay.py`` plays one again from its log. What learners
answered is in the same file.
"""
