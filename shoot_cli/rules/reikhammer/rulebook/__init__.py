"""The rules of shooting in Reikhammer, in our own words: the pages that ``README.md`` lists."""

from shoot_cli.engine.markdown import read_rulebook

RULES = read_rulebook(__path__[0])
