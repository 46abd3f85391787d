"""Lists that players paste as text: they have names, counts and points, but no values (section 13 of the import).

``formats.py`` recognises the program that wrote a text by its shape, and reads it into a ``TextList``
(``text_list.py``). ``unit_lines.py`` says which lines belong to which unit, ``unit_block.py`` reads those of one unit.
``matching.py`` looks up each unit in the player's data for its values.
"""
