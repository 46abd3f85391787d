"""The shooting phase of Warhammer 40,000, 10th edition, rule by rule, in our own words.

The pages that ``README.md`` lists, as people read them on the web, with what they take from the room.
"""

from shoot_cli.engine.markdown import read_rulebook
from shoot_cli.rules.tenth.edition import NUMBERS

RULES = read_rulebook(__path__[0], NUMBERS.rule)
