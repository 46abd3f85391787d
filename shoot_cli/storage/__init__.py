"""Battles kept on disk: one SQLite file, events that are only ever added, each synced before the next prompt shows.

Start reading at ``store.py`` (what there is) and ``stored_battle.py`` (one battle); ``hash_chain.py`` says what the
hashes cover,
``records.py`` which answers are in force after undo and redo, ``database.py`` holds the tables and their guards, and
reads them where nothing can be written; ``battle_replay.py`` plays one again from its log. What learners
answered is in the same file.
"""
