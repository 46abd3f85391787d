"""Night Fighting and Night Vision (7E-TGT-8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.seventh.helpers.one_weapon import chance, need_of, struck
from tests.rules.seventh.helpers.tabletop import army, battle, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, tank

GUN = gun("gun", "48", "9", "1", "Heavy 1")


def men(rules: tuple[str, ...] = (), **stats: Any) -> Any:
    return squad("Men", trooper("Man", 3, "lasgun", **({"Sv": "-"} | stats)), rules=("Fearless", *rules))


@pytest.mark.rule("7E-TGT-8", "7E-SAV-7")
@each(("cover", "needed"), [("none", 6), ("ruin", 3), ("wood", 4), ("crater", 5), ("2+", 2)])
def test_everybody_has_stealth(cover: str, needed: int) -> None:
    """The example: in a ruin 3+ instead of 4+, in the open 6+."""
    played = struck(men(), GUN, ("wound:gun", [6]), ("save:Man", [6]), cover=cover, night="yes")
    assert need_of(played, "save:Man") == needed


@pytest.mark.rule("7E-TGT-8")
def test_by_day_nobody_has() -> None:
    played = struck(men(), GUN, ("wound:gun", [6]))
    assert played.question("night").default == "no"
    assert played.alive() == {"Man": [1, 1]}


@pytest.mark.rule("7E-TGT-8", "7E-SAV-7")
@pytest.mark.parametrize(("rules", "needed"), [(("Stealth",), 6), (("Shrouded",), 4), (("Stealth", "Shrouded"), 4)])
def test_stealth_twice_is_stealth(rules: tuple[str, ...], needed: int) -> None:
    assert need_of(struck(men(rules), GUN, ("wound:gun", [6]), ("save:Man", [6]), night="yes"), "save:Man") == needed


@pytest.mark.rule("7E-TGT-8")
@pytest.mark.parametrize(("cover", "needed"), [("none", 6), ("5+", 4)])
def test_vehicles_have_it_too(cover: str, needed: int) -> None:
    played = struck(tank(11), GUN, ("penetrate:gun", [2]), ("save:Tank", [6]), cover=cover, night="yes")
    assert need_of(played, "save:Tank") == needed


@pytest.mark.rule("7E-TGT-8")
def test_night_vision_ignores_it_and_is_not_asked() -> None:
    assert "night" not in struck(men(), GUN, ("wound:gun", [6]), rules=("Night Vision",)).parts("facts:gun")
    keen = shooter(GUN, rules=("Night Vision",))
    assert chance(keen, men(), "slain", night="yes") == chance(keen, men(), "slain")
    assert chance(shooter(GUN), men(), "slain", night="yes") < chance(shooter(GUN), men(), "slain")


@pytest.mark.rule("7E-TGT-8", "7E-SAV-7")
def test_night_vision_leaves_the_stealth_that_they_have_themselves() -> None:
    played = struck(men(("Stealth",)), GUN, ("wound:gun", [6]), ("save:Man", [6]), rules=("Night Vision",))
    assert need_of(played, "save:Man") == 6


@pytest.mark.rule("7E-TGT-8", "7E-SAV-10")
def test_ignores_cover_sees_by_night() -> None:
    lit = gun("gun", "48", "9", "1", "Heavy 1, Ignores Cover")
    assert chance(shooter(lit), men(), "slain", night="yes") == chance(shooter(lit), men(), "slain")


@pytest.mark.rule("7E-TGT-8")
def test_in_a_battle_it_holds_until_it_is_said_to_end() -> None:
    guns, others = army("Guns", shooter(GUN)), army("Men", men())
    falls = [("unit", "a unit's state"), ("state of", "Night Fighting")]
    dark = battle(
        guns, others, *falls, ("unit", "Shooters"), ("target", "Men"), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), ("save:Man", [6]),
        ("unit", "end the phase"),
    )  # fmt: skip
    assert need_of(dark, "save:Man") == 6
    assert "night" not in dark.parts("facts:gun")
    light = battle(
        guns, others, *falls, *falls, ("unit", "Shooters"), ("target", "Men"), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]),
        ("unit", "end the phase"),
    )  # fmt: skip
    assert light.said("Night Fighting is over", "7E-TGT-8")
