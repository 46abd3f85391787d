"""An answer that names a unit which somebody has joined since, or left, still means that unit."""

from __future__ import annotations

import pytest

from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import UnitRow, paired


def test_a_unit_that_somebody_joined_since_is_still_that_unit() -> None:
    question = Choose("unit", (Option("Veterans + Captain"), Option("Rhino")))
    assert question.read("Veterans") == "Veterans + Captain"
    assert question.but(options=(Option("Veterans"), Option("Rhino"))).read("Veterans + Captain") == "Veterans"
    for wrong in ("Captain", "Vet", "Rhino 2"):
        with pytest.raises(BadAnswer):
            question.read(wrong)
    alike = question.but(options=(Option("Veterans"), Option("Veterans + Captain")))
    assert (alike.read("Veterans"), alike.read("veterans + captain")) == ("Veterans", "Veterans + Captain")


def test_who_joined_or_left_is_compared_as_the_unit_of_the_list() -> None:
    veterans, captain, rhino = (UnitRow(name, 1, 1) for name in ("Veterans", "Captain", "Rhino"))
    joined = UnitRow("Veterans + Captain", 2, 2, parts=(veterans, captain))
    assert paired((veterans, captain, rhino), (joined, rhino)) == [(one, one) for one in (veterans, captain, rhino)]
    assert paired((joined, rhino), (veterans, rhino)) == [(veterans, veterans), (rhino, rhino)]
