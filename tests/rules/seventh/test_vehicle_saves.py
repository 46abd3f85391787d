"""Saves of vehicles: invulnerable and cover, from the facing that is shot at (7E-VEH-8, 7E-SAV-3, 5, 7, 10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.charts import SMOKE_SAVE, cover_save
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.steps.attack import new_attack
from tests.helpers.each import each
from tests.helpers.scripted_table import refused
from tests.rules.seventh.helpers.one_weapon import chance, need_of, outcome, reasons_of, struck, sure
from tests.rules.seventh.helpers.tabletop import attack, fire, gun, marines
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
SAVE = "save:Tank"
ANY_FIRER = {"vehicle_cover": "any_firer"}


def las(rules: str = "") -> Weapon:
    return gun("gun", "48", "9", "-", f"Heavy 1, {rules}" if rules else "Heavy 1")


def glanced(target: Any = None, weapon: Weapon | None = None, *save: int, **how: Any) -> Any:
    """One glancing hit on armour 11; ``save``: the dice of its save, none if it has none."""
    script = [("penetrate:gun", [2]), *[(SAVE, [*save])] * bool(save)]
    return struck(target or tank(11), weapon or las(), *script, **how)


# No armour, invulnerable ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-8", "7E-SAV-1")
def test_a_vehicle_in_the_open_has_no_save() -> None:
    played = glanced()
    assert SAVE not in played.keys
    assert played.alive() == {"Tank": [2]}


@pytest.mark.rule("7E-SAV-3")
def test_invulnerable_against_glances_and_penetrations() -> None:
    shielded = tank(11, invulnerable=5)
    played = struck(shielded, las("Ignores Cover"), ("penetrate:gun", [2, 3]), (SAVE, [5]), (SAVE, [5]), hits=2)
    assert [need_of(played, SAVE, nth) for nth in (0, 1)] == [5, 5]
    assert played.alive() == {"Tank": [3]}
    assert "damage table:Tank" not in played.keys  # what is saved does nothing
    assert chance(sure(1, "10", "1"), shielded, "explodes") == F(5, 6) * F(2, 3) * F(1, 3)


@pytest.mark.rule("7E-VEH-8", "7E-SAV-8")
@pytest.mark.parametrize(("invulnerable", "cover", "best"), [(5, "4+", 4), (4, "5+", 4), (3, "2+", 2), (6, "none", 6)])
def test_the_better_of_cover_and_invulnerable(invulnerable: int, cover: str, best: int) -> None:
    played = glanced(tank(11, invulnerable=invulnerable), None, 6, cover=cover)
    assert need_of(played, SAVE) == best
    assert played.keys.count(SAVE) == 1  # one save, not two


# Cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-8", "7E-VEH-3")
def test_obscured_by_odds() -> None:
    """Strength 9 at armour 11 behind 5+: 5/6 of 4/6 cost a hull point."""
    assert sum(outcome(las(), tank(11), cover="5+")) == F(5, 6) * F(4, 6)
    assert outcome(las(), tank(11), cover="5+") == (F(1, 6) * F(2, 3), F(2, 3) * F(2, 3))


@pytest.mark.rule("7E-SAV-16", "7E-VEH-8")
def test_saves_of_vehicles_are_rolled_again_too() -> None:
    assert sum(outcome(las(), tank(11), cover="4+", save_again="failed")) == F(5, 6) * F(1, 4)
    assert sum(outcome(las(), tank(11), cover="4+", save_again="ones")) == F(5, 6) * F(5, 12)


@pytest.mark.rule("7E-VEH-8")
def test_the_save_comes_after_penetration_and_before_the_hull_point() -> None:
    played = struck(tank(11), las(), ("penetrate:gun", [3]), (SAVE, [3]), ("damage table:Tank", [1]), cover="4+")
    assert played.keys[-3:] == ["penetrate:gun", SAVE, "damage table:Tank"]
    assert struck(tank(11), las(), ("penetrate:gun", [3]), (SAVE, [4]), cover="4+").alive() == {"Tank": [3]}
    assert SAVE not in struck(tank(11), las(), ("penetrate:gun", [1]), cover="4+").keys


@pytest.mark.rule("7E-SAV-10", "7E-VEH-8")
def test_weapons_that_ignore_cover() -> None:
    played = glanced(tank(11), las("Ignores Cover"))
    assert not {"cover", "obscured", "facing_hidden"} & set(played.parts("facts:gun"))
    assert SAVE not in played.keys
    flame = attack(sure(S="9"), tank(11), *fire("sure"), ("under:sure", 1), ("penetrate:sure", [2]))
    assert not {"cover", "obscured", "facing_hidden"} & set(flame.parts("facts:sure"))
    skimmer = tank(11, rules=("Jink",), type="Vehicle (Skimmer)")
    assert SAVE not in glanced(skimmer, las("Ignores Cover"), before=[("jink", "yes")]).keys


@pytest.mark.rule("7E-SAV-7", "7E-VEH-8")
@each(
    ("rules", "cover", "needed"),
    [
        (("Stealth",), "5+", 4),
        (("Stealth",), "none", 6),
        (("Shrouded",), "5+", 3),
        (("Shrouded",), "none", 5),
        (("Stealth", "Shrouded"), "none", 4),
        (("Stealth", "Shrouded"), "4+", 2),
        (("Camo Netting",), "5+", 4),
        (("Camo Netting",), "none", 6),
        ((), "smoke", 5),
        ((), "2+", 2),
    ],
)
def test_what_improves_cover(rules: tuple[str, ...], cover: str, needed: int) -> None:
    assert need_of(glanced(tank(11, rules=rules), None, 6, cover=cover), SAVE) == needed


@pytest.mark.rule("7E-SAV-9")
def test_a_1_fails_behind_the_best_cover() -> None:
    best = tank(11, rules=("Stealth", "Shrouded"))
    assert sum(outcome(las(), best, cover="3+")) == F(5, 6) * F(1, 6)


@pytest.mark.rule("7E-SAV-5", "7E-VEH-8", "7E-SAV-8")
@pytest.mark.parametrize(("cover", "needed"), [(None, 5), (4, 4), (6, 5)])
def test_smoke_is_5_or_the_better_cover(cover: int | None, needed: int) -> None:
    """As it is in a battle, where the vehicle launched it wherever it stands."""
    (rank,) = new_attack(marines(1), tank(11)).line.ranks
    assert cover_save(rank.kind.but(cover=cover, dodge=SMOKE_SAVE)).target == needed
    assert cover_save(rank.kind.but(cover=cover, dodge=SMOKE_SAVE, stealth=1)).target == needed - 1


# From whom -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-8")
def test_firers_with_and_without_obstruction() -> None:
    """Five fire, three of them past a wall: their two kinds of hits are resolved apart."""
    played = struck(
        tank(11, 9), las(), ("penetrate:gun", [2] * 3), ("penetrate:gun", [2] * 2), (SAVE, [1, 5, 5]),
        hits=(3, 2), cover="5+", obscured="3",
    )  # fmt: skip
    assert played.question(SAVE).dice == 3
    assert played.alive() == {"Tank": [6]}
    assert played.question("obscured").rules == ("7E-VEH-8",)


@pytest.mark.rule("7E-VEH-8")
def test_everybody_is_obscured_unless_said() -> None:
    played = struck(tank(11, 9), las(), ("penetrate:gun", [2, 2]), (SAVE, [5, 5]), hits=2, cover="5+")
    assert played.question("obscured").default == (2,)
    assert SAVE not in struck(tank(11, 9), las(), ("penetrate:gun", [2, 2]), hits=2, cover="5+", obscured="none").keys


@pytest.mark.rule("7E-VEH-8")
def test_no_more_are_obscured_than_fire() -> None:
    question = struck(tank(11, 9), las(), ("penetrate:gun", [1, 1]), hits=2).question("facts:gun")
    assert "1 Shooter sees it obscured, but nobody fires" in refused(question, {"firing": [0], "obscured": [1]})


@pytest.mark.rule("7E-VEH-8")
def test_setting_vehicle_cover() -> None:
    played = struck(tank(11), las(), ("penetrate:gun", [2]), (SAVE, [6]), cover="5+", settings=ANY_FIRER)
    assert "obscured" not in played.parts("facts:gun")
    assert "obscured" in struck(tank(11), las(), ("penetrate:gun", [1]), cover="5+").parts("facts:gun")


@pytest.mark.rule("7E-VEH-8")
@pytest.mark.parametrize(("setting", "hurt"), [("per_firer_group", F(5, 6)), ("any_firer", F(5, 6) * F(2, 3))])
def test_setting_vehicle_cover_by_odds(setting: str, hurt: Fraction) -> None:
    assert sum(outcome(las(), tank(11), settings={"vehicle_cover": setting}, cover="5+", obscured="none")) == hurt


@pytest.mark.rule("7E-VEH-8", "7E-SAV-7")
def test_stealth_is_there_for_who_is_not_obscured() -> None:
    played = struck(
        tank(11, 9, rules=("Stealth",)), las(), ("penetrate:gun", [2]), ("penetrate:gun", [2]), (SAVE, [6]), (SAVE, [6]),
        hits=(1, 1), cover="4+", obscured="1",
    )  # fmt: skip
    assert [need_of(played, SAVE, nth) for nth in (0, 1)] == [3, 6]


# Another facing than their arc's -------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-8")
@each(("cover", "needed"), [("none", 6), ("6+", 5), ("5+", 4), ("4+", 3), ("2+", 2)])
def test_the_facing_of_their_own_arc_is_hidden(cover: str, needed: int) -> None:
    played = glanced(tank(11), None, 6, cover=cover, facing_hidden="yes")
    assert need_of(played, SAVE) == needed
    assert "7E-VEH-8" in reasons_of(played, SAVE)


@pytest.mark.rule("7E-VEH-8")
def test_the_facing_of_their_own_arc_is_seen_as_a_rule() -> None:
    assert glanced().question("facing_hidden").default == "no"
    assert sum(outcome(las(), tank(11), facing_hidden="yes")) == F(5, 6) * F(5, 6)


# What vehicles do not do ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-8", "7E-GTG-3")
def test_vehicles_do_not_go_to_ground() -> None:
    played = struck(tank(11), las(), ("penetrate:gun", [2, 2]), (SAVE, [1, 1]), hits=2, cover="5+")
    assert "go_to_ground" not in played.keys
    assert "target_state" not in played.keys
    odds_of = chance(shooter(las()), tank(11, 1), "slain", cover="5+", go_to_ground="yes")
    assert odds_of == chance(shooter(las()), tank(11, 1), "slain", cover="5+")


@pytest.mark.rule("7E-SAV-7")
def test_men_with_the_same_cover_are_asked_nothing_about_facings() -> None:
    played = attack(shooter(las()), marines(3), *fire("gun", cover="5+"), ("hit:gun", [1]))
    assert not {"facing", "facing_hidden", "obscured"} & set(played.parts("facts:gun"))
