"""Jinking: said before any die, 4+ cover now, Snap Shots later (7E-GTG-6, 7E-GTG-7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.asked.sentences import as_decided
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.each import each
from tests.rules.seventh.helpers.one_weapon import chance, need_of, reasons_of, struck
from tests.rules.seventh.helpers.tabletop import (
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
KRAK = gun("gun", "48", "8", "3", "Heavy 1")
JINK, STAY = [("jink", "yes")], [("jink", "no")]


def bikes(n: int = 3, rules: tuple[str, ...] = (), type: str = "Bike", **stats: Any) -> Unit:
    return squad("Bikes", trooper("Biker", n, "boltgun", **({"T": 5} | stats)), type=type, rules=rules)


def skimmer(*rules: str, **more: Any) -> Unit:
    return tank(11, 3, type="Vehicle (Skimmer)", rules=rules, **more)


# Who ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-6")
@each(
    ("type", "rules", "can"),
    [
        ("Bike", (), True),
        ("Eldar Jetbike", (), True),
        ("Infantry", ("Jink",), True),
        ("Flying Monstrous Creature", (), True),
        ("Infantry", (), False),
        ("Jump Infantry", (), False),
        ("Monstrous Creature", (), False),
    ],
)
def test_which_models_can(type: str, rules: tuple[str, ...], can: bool) -> None:
    zoom = [("target_flight", "gliding")] if type.startswith("Flying") else []
    played = struck(bikes(type=type, rules=rules), KRAK, ("wound:gun", [1]), before=zoom + STAY * can)
    assert ("jink" in played.keys) == can


@pytest.mark.rule("7E-GTG-6")
@pytest.mark.parametrize(
    ("type", "can"), [("Vehicle (Skimmer)", True), ("Vehicle (Fast, Skimmer)", True), ("Vehicle (Fast)", False), ("Vehicle (Walker)", False)]
)  # fmt: skip
def test_which_vehicles_can(type: str, can: bool) -> None:
    assert ("jink" in struck(tank(11, type=type), KRAK, ("penetrate:gun", [1]), before=STAY * can).keys) == can


# When ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-6", "7E-GTG-1")
def test_it_is_said_before_any_to_hit_die_and_once() -> None:
    two = squad("S", trooper("A", 1, gun("first")), trooper("B", 1, gun("second")))
    played = attack(two, bikes(), *STAY, *fire("first"), ("hit:first", [1]), *fire("second"), ("hit:second", [1]))
    question = played.question("jink")
    assert (question.owner, question.default) == ("defender", "no")
    assert played.keys.count("jink") == 1
    assert played.keys.index("jink") < played.keys.index("weapon")


# What it gives -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-6", "7E-SAV-8")
def test_bikes_jink_against_a_krak_missile() -> None:
    """AP3: no armour; 4+ cover if they jink."""
    played = struck(bikes(), KRAK, ("wound:gun", [6]), ("save:Biker", [4]), before=JINK)
    assert need_of(played, "save:Biker") == 4
    assert "7E-GTG-6" in reasons_of(played, "save:Biker")
    assert "go_to_ground" not in played.keys
    assert struck(bikes(), KRAK, ("wound:gun", [6]), before=STAY).alive() == {"Biker": [1, 1]}
    assert chances(shooter(KRAK), bikes(), jink="yes")[1] == F(2, 3) * F(5, 6) * F(1, 2)
    assert chances(shooter(KRAK), bikes())[1] == F(2, 3) * F(5, 6)


@pytest.mark.rule("7E-GTG-6", "7E-SAV-7", "7E-SAV-9")
@each(
    ("rules", "needed"),
    [
        ((), 4),
        (("Skilled Rider",), 3),
        (("Stealth",), 3),
        (("Shrouded",), 2),
        (("Skilled Rider", "Stealth"), 2),
        (("Skilled Rider", "Stealth", "Shrouded"), 2),
    ],
)
def test_what_makes_it_better(rules: tuple[str, ...], needed: int) -> None:
    ap1 = gun("gun", "48", "8", "1", "Heavy 1")
    played = struck(bikes(rules=rules), ap1, ("wound:gun", [6]), ("save:Biker", [6]), before=JINK)
    assert need_of(played, "save:Biker") == needed
    vehicle = struck(skimmer(*rules), ap1, ("penetrate:gun", [3]), ("save:Tank", [6]), before=JINK)
    assert need_of(vehicle, "save:Tank") == needed


@pytest.mark.rule("7E-GTG-6", "7E-SAV-8")
@pytest.mark.parametrize(("cover", "needed"), [("none", 4), ("5+", 4), ("4+", 4), ("3+", 3)])
def test_the_best_source_of_cover_counts(cover: str, needed: int) -> None:
    played = struck(bikes(), KRAK, ("wound:gun", [6]), ("save:Biker", [6]), before=JINK, cover=cover)
    assert need_of(played, "save:Biker") == needed


@pytest.mark.rule("7E-GTG-6")
def test_who_jinks_does_not_stand_in_the_open() -> None:
    for before, words in ((JINK, "it jinks"), (STAY, "in the open")):
        played = struck(bikes(), KRAK, ("wound:gun", [1]), before=before)
        assert as_decided(played.question("facts:gun"), {}).text.startswith(f"1 gun, {words}")
    assert (charts.dodging(4), charts.dodging(charts.SMOKE_SAVE)) == ("it jinks", "it hides in smoke")
    saved = struck(bikes(), KRAK, ("wound:gun", [6]), ("save:Biker", [6]), before=JINK)
    assert need_of(saved, "save:Biker") == 4
    assert "it jinks: cover 4+" in [reason.text for reason in saved.question("save:Biker").need.because]


@pytest.mark.rule("7E-GTG-6", "7E-VEH-8")
def test_a_vehicle_jinks_whoever_sees_it() -> None:
    """It has cover wherever it stands: also from firers who see it whole."""
    played = struck(
        skimmer(), KRAK, ("penetrate:gun", [3]), ("save:Tank", [6]), before=JINK, cover="4+", obscured="none"
    )
    assert need_of(played, "save:Tank") == 4
    assert chance(shooter(KRAK), tank(11, 1, type="Vehicle (Skimmer)"), "slain", jink="yes") == F(2, 3) * F(2, 3) * F(
        1, 2
    )


@pytest.mark.rule("7E-GTG-6", "7E-SAV-10", "7E-GTG-7")
@pytest.mark.parametrize("rules", ["Ignores Cover", "Template"])
def test_ignores_cover_beats_it_and_the_owner_is_told(rules: str) -> None:
    weapon = gun("gun", "T" if rules == "Template" else "24", "8", "3", f"Assault 1, {rules}")
    script = [("under:gun", 1)] if rules == "Template" else [("hit:gun", [6])]
    played = attack(shooter(weapon), bikes(1), *JINK, *fire("gun"), *script, ("wound:gun", [6]))
    assert played.alive() == {}
    assert "ignore cover" in next(option.label for option in played.question("jink").options if option.value == "yes")
    assert "7E-GTG-7" in played.question("jink").rules
    useful = struck(bikes(), KRAK, ("wound:gun", [1]), before=STAY).question("jink")
    assert "4+ cover" in next(option.label for option in useful.options if option.value == "yes")


@pytest.mark.rule("7E-GTG-7", "7E-GTG-6")
@each(
    ("save", "ap", "useless"),
    [("2+", "3", True), ("4+", "5", True), ("3+", "4", True), ("3+", "3", False), ("5+", "6", False), ("3+/4++", "1", True)],
)  # fmt: skip
def test_the_owner_is_told_where_another_save_is_as_good(save: str, ap: str, useless: bool) -> None:
    played = struck(bikes(Sv=save), gun("gun", S="4", AP=ap), ("wound:gun", [1]), before=STAY)
    label = next(option.label for option in played.question("jink").options if option.value == "yes")
    assert ("other saves are as good" in label) == useless


@pytest.mark.rule("7E-GTG-7", "7E-GTG-6")
def test_a_rending_weapon_may_still_make_it_worthwhile() -> None:
    """Armour 3+ holds against AP4, but a 6 is AP2; so may another weapon of the unit."""
    rending = gun("gun", S="4", AP="4", type="Assault 1, Rending")
    played = struck(bikes(), rending, ("wound:gun", [1]), before=STAY)
    label = next(option.label for option in played.question("jink").options if option.value == "yes")
    assert "other saves" not in label


# Only those who can --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-6")
def test_only_its_jink_models_have_the_save() -> None:
    mixed = squad(
        "Mixed", trooper("Rider", 1, "boltgun", rules=("Jink",)), trooper("Walker", 1, "boltgun"), rules=("Fearless",)
    )
    ap1 = gun("gun", S="8", AP="1", type="Assault 2")
    played = attack(
        marines(1, ap1), mixed, *JINK, *fire("gun"), ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), ("save:Rider", [1])
    )
    assert played.alive() == {}


# Afterwards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-6")
def test_it_lasts_for_the_shots_of_other_units_and_costs_the_next_turn() -> None:
    guns = army("Guns", shooter(KRAK), marines(1, gun("gun", S="8", AP="1"), name="More"))
    riders = army("Riders", bikes(3))
    played = battle(
        guns, riders, ("unit", "Shooters"), ("target", "Bikes"), *JINK, *fire("gun"), ("hit:gun", [1]),
        ("unit", "More"), ("target", "Bikes"), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), ("save:Biker", [4]),
        ("unit", "end the phase"),
    )  # fmt: skip
    assert played.keys.count("jink") == 1  # it is jinking already
    assert "jinked" in " ".join(played.marks("Bikes"))


@pytest.mark.rule("7E-GTG-6", "7E-NOM-3")
def test_who_jinked_fires_snap_shots() -> None:
    assert hits(bikes(1), boyz(), attacker_state="jinked", distance=20)[1] == F(1, 6)
    played = attack(
        skimmer(), boyz(), ("attacker_state", "jinked"), *fire("storm bolter"), ("hit:storm bolter", [5, 5])
    )
    assert need_of(played, "hit:storm bolter") == 6
