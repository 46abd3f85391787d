"""The rules of shooting in Reikhammer, in our own words. Short: it only reads the pages that ``README.md`` lists, which
people also read on the web.
"""

from shoot_cli.engine.markdown import read_rulebook

RULES = read_rulebook(__path__[0])
