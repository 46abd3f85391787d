"""The shooting phase of Warhammer 40,000, 10th edition, rule by rule, in our own words. The pages are listed in
``README.md``. They are published on the web together with the shared pages that they use.
"""

from shoot_cli.engine.markdown import read_rulebook
from shoot_cli.rules.tenth.edition import NUMBERS

RULES = read_rulebook(__path__[0], NUMBERS.rule)
