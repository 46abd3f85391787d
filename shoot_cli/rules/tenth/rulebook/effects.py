"""10E-EFF: how words of datasheets and lists work together: conditions, and equal effects of several sources."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import DATASHEETS, UPDATES, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Words of a list",
        Rule(
            id="10E-EFF-8",
            title="A condition always holds",
            text="What follows an ability behind against, if or within half range is a condition of it, wherever the "
            "ability stands. Where it could not be played the ability is refused; it is never dropped.",
            example="Ignores Cover against MONSTER: INFANTRY keeps its cover.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-EFF-30",
            title="Changes add up",
            text="Changes of a roll or a characteristic add up, whatever their words and whoever brings them. What "
            "hit and wound rolls and saves gain is capped afterwards.",
            example="Two sources of +1 to hit against Stealth: 2 - 1 = +1.",
            source=sources(UPDATES, DATASHEETS),
        ),
        Rule(
            id="10E-EFF-31",
            title="Equal words twice",
            text="Equal words that stand twice are two sources, and both count. The check of a list asks whether one "
            "of them is a slip.",
            example="+1 attacks written twice on an A1 weapon: 3 attacks.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-EFF-32",
            title="What counts once",
            text="Of Feel No Pain, invulnerable saves, criticals on N+, re-rolls, Sustained Hits, Rapid Fire, Melta "
            "and Anti of one keyword the best counts. Cover twice is +1, Stealth twice -1, Lethal Hits twice no more.",
            example="Sustained Hits 1 on the weapon and 2 on its bearer: 2.",
            source=sources(UPDATES, DATASHEETS),
        ),
        Rule(
            id="10E-EFF-33",
            title="Set before add",
            text="A characteristic is first set, then divided, multiplied, added to, subtracted from and rounded up "
            "(10E-MOD-1). Two halvings divide twice.",
            example="Damage 6 halved twice: 1.5, so 2.",
            source=sources(UPDATES, DATASHEETS),
        ),
        Rule(
            id="10E-EFF-34",
            title="Ignoring comes last",
            text="Whoever ignores modifiers of a roll drops the bad ones of the gathered list and keeps the good ones.",
            example="Stealth and +1 to hit, hit modifiers ignored: +1.",
            source=sources(UPDATES, DATASHEETS),
        ),
        Rule(
            id="10E-EFF-35",
            title="One die for the whole unit",
            text="One hit roll, or one wound roll, is one die of all the attacks that the unit makes in the phase, "
            "taken after the pool was seen. On a weapon or a model it is a die of its attacks, still one for the unit.",
            example="Three guns that each may re-roll one hit roll: one die in all, of theirs.",
            source=DATASHEETS,
        ),
    ),
)
