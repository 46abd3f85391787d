"""The rules of shooting in Warhammer 40,000, 2nd edition, in our own words: the pages of ``README.md``."""

from shoot_cli.engine.markdown import read_rulebook

RULES = read_rulebook(__path__[0])
