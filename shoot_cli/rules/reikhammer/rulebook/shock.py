"""RH-SHOCK: how a formation gains Shock and what it does."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import (
    LIKELY,
    MOVEMENT,
    OURS,
    SHOOTING,
    WARFARE,
    analogy,
    sources,
    wiki,
)

RULES: Final[tuple[Rule, ...]] = section(
    "Shock",
    Rule(
        id="RH-SHOCK-1",
        title="Shock for coming under fire",
        text="The target formation gains 1 Shock as soon as one unit is able to fire at it, before any roll, and even "
        "if nothing in it can be hurt. Setting `shock_on_fire` (per_formation, per_unit): 1 for the formation, or as "
        "much as it has units, which breaks it at once.",
        example="AP fire alone at a formation of tanks, Shock 0: Shock 1.",
        source=sources(wiki(SHOOTING, sure=LIKELY), analogy("per formation", LIKELY)),
    ),
    Rule(
        id="RH-SHOCK-2",
        title="Shock for failed saves",
        text="Failed saves by themselves give no Shock: the page lists them once, but its explanations know only fire "
        "and destroyed units. Setting `shock_per_failed_save` (false, true): whether each failed save gives 1 as well, "
        "those beyond the integrity of a unit not counted.",
        example="Shock 0, fired on, 3 failed saves, 1 unit destroyed: Shock 2; with true, 5.",
        source=wiki(SHOOTING, sure=f"it contradicts itself, {OURS}"),
    ),
    Rule(
        id="RH-SHOCK-3",
        title="Shock for destroyed units",
        text="The formation gains 1 Shock for each of its units that is destroyed. A unit removed because it lost "
        "touch with its formation gives none.",
        example="Shock 0, fired on, 1 unit destroyed: Shock 2.",
        source=wiki(SHOOTING, MOVEMENT),
    ),
    Rule(
        id="RH-SHOCK-4",
        title="Extra Shock",
        text="A barrage gives the extra Shock of its row in RH-BAR-4 on top of the 1 for coming under fire.",
        example="8 barrage points give 1 and 1, so 2; 14 points give 1 and 2, so 3, before any unit is destroyed.",
        source=wiki(SHOOTING),
    ),
    Rule(
        id="RH-SHOCK-5",
        title="Shock and action tests",
        text="A formation with any Shock has its CR counted 1 less in action tests: 1 in all, not for each point.",
        example="CR4 with Shock 1 or Shock 5: 3 or less.",
        source=wiki(WARFARE),
    ),
)
