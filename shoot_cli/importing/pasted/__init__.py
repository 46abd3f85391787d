"""Lists as players paste them: names, counts and points, but no values (section 13 of the import).

``formats.py`` tells by its shape which program wrote a text, and the module of that shape reads it; whatever it was, it
becomes a ``TextList`` (``text_list.py``). Values come from elsewhere: ``matching.py`` finds each unit in data of the
player.
"""
