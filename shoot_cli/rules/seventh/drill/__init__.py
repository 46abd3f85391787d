"""What learners of this edition are asked. Start with ``DRILLS``: a card for each rule and each way to ask about it.

``meeting`` says who meets whom and what nearly right numbers are; the other files have the questions, by what they are
about; ``customs`` and ``charts_for_others`` are what learners of other editions may mix up with theirs.
"""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.tables import customs_drills
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.drill import (
    after,
    allocating,
    eligible,
    firing,
    saving,
    shooting,
    sixes,
    to_hit,
    vehicles,
    whole_attacks,
    wounding,
)
from shoot_cli.rules.seventh.drill.charts_for_others import CHARTS
from shoot_cli.rules.seventh.drill.customs import CUSTOMS
from shoot_cli.rules.seventh.drill.lesson import LESSON

DRILLS: tuple[Drill, ...] = (
    *to_hit.DRILLS,
    *firing.DRILLS,
    *sixes.DRILLS,
    *wounding.DRILLS,
    *saving.DRILLS,
    *shooting.DRILLS,
    *eligible.DRILLS,
    *allocating.DRILLS,
    *vehicles.DRILLS,
    *after.DRILLS,
    *whole_attacks.DRILLS,
    *customs_drills(RULESET.title, CUSTOMS),
)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON"]
