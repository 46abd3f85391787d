"""Rosters of this edition made into lists (section 8 of the import)."""
