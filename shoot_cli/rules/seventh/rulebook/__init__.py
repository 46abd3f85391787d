"""The shooting phase of Warhammer 40,000, 7th edition, rule by rule, in our own words.

The pages that ``README.md`` lists, as people read them on the web.
"""

from shoot_cli.engine.markdown import read_rulebook

RULES = read_rulebook(__path__[0])
