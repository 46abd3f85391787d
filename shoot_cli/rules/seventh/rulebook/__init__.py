"""The rulebook pages of the shooting phase in 7th edition, in our own words, as `README.md` lists them."""

from shoot_cli.engine.markdown import read_rulebook

RULES = read_rulebook(__path__[0])
