"""Battles and drill answers on disk, in one SQLite file. Events are only added, and each is synced at once.

Start reading at ``store.py``: the file, and one battle. ``records.py`` has the hashes and works out which
answers are in force, ``database.py`` has the tables and their guards, ``battle_import.py`` reads exported battles,
``remembered_place.py`` plays a battle again from its log.
"""
