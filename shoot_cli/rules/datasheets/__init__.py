"""Rules that the editions of the datasheet games share. No edition is named here.

An edition brings its ``EditionTerms`` (names of rules, numbers) and its ``Abilities``. It takes from here what it
needs: lists, profiles, abilities, weapons, tokens, charts, and the steps for hit and wound rolls. Its sequence, facts,
allocation, saves, rulebook and drill are its own.
"""
