"""Warhammer 40,000, 11th edition: the shooting phase."""
