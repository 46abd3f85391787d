"""The shooting phase of Warhammer 40,000, 11th edition, rule by rule, in our own words. The pages are listed in
``README.md``. They are published on the web together with the shared pages that they use.
"""

from shoot_cli.engine.markdown import read_rulebook
from shoot_cli.rules.eleventh.edition import NUMBERS, RENAMED

REPLACES: dict[str, tuple[str, ...]] = {}
for was, now in RENAMED:
    REPLACES[now] = (*REPLACES.get(now, ()), f"{NUMBERS.prefix}-{was}")

RULES = tuple(rule.but(replaces=REPLACES.get(rule.id, ())) for rule in read_rulebook(__path__[0], NUMBERS.rule))
