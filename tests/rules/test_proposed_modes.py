"""Of a weapon with several modes, the one that is fired where nobody says: of shipped units, and of made ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_sides, of_units, worked_out
from shoot_cli.armies import AttackSide
from shoot_cli.importing.list_files import attack_side
from shoot_cli.input.answers import Task
from shoot_cli.rules.datasheets.profiles import Unit as Datasheet
from shoot_cli.rules.second.profiles import Weapon
from tests.helpers.each import each
from tests.rules.second.helpers.guns_and_men import bikes, both, car, firer, hull, men
from tests.rules.second.helpers.tabletop import army as second_army
from tests.rules.second.helpers.tabletop import battle as second_battle
from tests.rules.second.helpers.tabletop import printed
from tests.rules.seventh.helpers.flying_battles import flyer
from tests.rules.seventh.helpers.tabletop import boyz, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank
from tests.rules.tenth.helpers.attacks import gun, models, shooters, targets
from tests.rules.tenth.helpers.attacks import squad as sheet
from tests.rules.tenth.helpers.tabletop import army, battle


def assumed(task: Task) -> str:
    """The weapons that nobody named, as ``shoot odds`` says it: with how many of each where the edition says that."""
    found = worked_out(task).document()["assumed"]
    said = found["weapon"]
    return str(said if said != "all" else found["firing"])


def side(text: str, role: str) -> AttackSide:
    return attack_side(text, None, role)


# Shipped units -------------------------------------------------------------------------------------------------------

DEVASTATORS, TACTICAL = "ultramarines::Devastator Squad", "macragge::Tactical Squad"
CYCLONE, INTERCESSORS = "adeptus-astartes::Terminator Assault", "vanguard::Intercessor"


@each(
    ("attacker", "target", "mode"),
    [
        (DEVASTATORS, "orks::Trukk", "missile launcher (krak)"),
        (DEVASTATORS, "ultramarines::Rhino", "missile launcher (krak)"),
        (DEVASTATORS, "orks::Shoota Boyz", "missile launcher (frag)"),
        (TACTICAL, "macragge::Rhino", "missile launcher (krak)"),
        (TACTICAL, "behemoth::Carnifex", "missile launcher (krak)"),
        (TACTICAL, "goff::Goff Boyz", "missile launcher (frag)"),
        (CYCLONE, "imperium::Leman Russ Battle", "cyclone missile launcher (krak)"),
        (CYCLONE, "waaagh::Shoota Boyz", "cyclone missile launcher (frag)"),
        ("adeptus-astartes::Hellblaster", "imperium::Leman Russ Battle", "plasma incinerator (standard)"),
        (INTERCESSORS, "deffskulls::Deff Dread", "grenade launcher (krak)"),
        (INTERCESSORS, "deffskulls::Gretchin", "grenade launcher (frag)"),
        ("deffskulls::Killa Kans", "vanguard::Redemptor", "kan blasta (kill shot)"),
    ],
)
def test_a_shipped_unit(attacker: str, target: str, mode: str) -> None:
    found = assumed(of_sides(side(attacker, "attacker"), side(target, "target"), {"distance": "20"}))
    assert mode in found
    assert found.count(f"{mode.partition(' (')[0]} (") == 1


# 7th edition ---------------------------------------------------------------------------------------------------------


def seventh(weapons: Sequence[str], target: Any, **said: str) -> str:
    men = squad("Men", *(trooper(f"Man {name}", 1, name) for name in weapons))
    return assumed(of_units("40k-7e", men, target, {"distance": "12"} | said))


@pytest.mark.rule("7E-WPN-3", "7E-VEH-3")
@each(
    ("target", "mode"),
    [
        (tank(10), "krak"),
        (tank(14), "krak"),
        (boyz(2), "frag"),
        (boyz(1), "krak"),  # a Blast hits a lone model but once
        (flyer(), "flakk"),  # of the others one could not hit, and one only as a Snap Shot
    ],
)
def test_7e_the_mode_with_the_highest_strength_at_a_vehicle_or_a_lone_model(target: Any, mode: str) -> None:
    assert seventh(["missile launcher"], target) == f"missile launcher ({mode})"


@pytest.mark.rule("7E-WPN-3", "7E-WPN-2")
@pytest.mark.parametrize(
    ("weapon", "target", "mode"),
    [
        ("combi-plasma", tank(10), "boltgun"),
        ("combi-plasma", tank(11), "plasma gun"),  # no boltgun could harm it
        ("combi-melta", boyz(1), "boltgun"),
        ("combi-melta", tank(11), "meltagun"),
    ],
)
def test_7e_what_costs_something_is_fired_only_where_nothing_else_will_do(weapon: str, target: Any, mode: str) -> None:
    assert seventh([weapon], target) == f"{weapon} ({mode})"


@pytest.mark.rule("7E-WPN-3")
def test_7e_who_has_one_mode_alone_fires_it_beside_those_who_have_both() -> None:
    launcher = trooper("Both", 1, "missile launcher")(())[0].weapons
    only = squad("Men", trooper("Frag", 1, launcher[0]), trooper("Both", 1, "missile launcher"))
    found = assumed(of_units("40k-7e", only, tank(10), {"distance": "12"}))
    assert found == "missile launcher (frag), missile launcher (krak)"


# 2nd edition ---------------------------------------------------------------------------------------------------------

FRAG, KRAK = printed("missile launcher (frag)"), printed("missile launcher (krak)")
LOW, MAXIMUM = printed("heavy plasma gun (low)"), printed("heavy plasma gun (maximum)")


def second(modes: Sequence[Weapon], target: Any) -> str:
    return assumed(of_units("40k-2e", firer(*modes), target, {"distance": "12"})).rpartition(" (")[2].rstrip(")")


@pytest.mark.rule("2E-AP-2", "2E-ELIG-2")
@each(
    ("modes", "target", "mode"),
    [
        ((FRAG, KRAK), car(hull(9)), "krak"),
        ((FRAG, KRAK), car(hull(30)), "krak"),  # neither gets through
        ((FRAG, KRAK), bikes(3), "krak"),
        ((FRAG, KRAK), men(1, wounds=5), "krak"),
        ((FRAG, KRAK), men(2), "frag"),
        ((LOW, MAXIMUM), car(hull(16)), "low"),  # its most is 17
        ((LOW, MAXIMUM), car(hull(17)), "maximum"),
        ((LOW, MAXIMUM), men(1, wounds=5), "low"),
    ],
)
def test_2e_the_mode_with_the_highest_penetration_at_armour(modes: Sequence[Weapon], target: Any, mode: str) -> None:
    assert second(modes, target) == mode


@pytest.mark.rule("2E-AP-2", "2E-ELIG-2")
def test_2e_the_table_proposes_the_mode_that_odds_takes() -> None:
    squad = both(firer(FRAG, KRAK), firer(printed("lascannon")))
    for target, mode in ((car(hull(14)), "krak"), (men(1, wounds=5), "krak"), (men(2), "frag")):
        armies = second_army("A", squad), second_army("B", target)
        asked = second_battle(*armies, ("unit", squad.name), ("target", target.name), distance=30).left
        assert asked.default == "all as usual"
        assert f"missile launcher ({mode})" in asked.options[0].label


# The datasheet games -------------------------------------------------------------------------------------------------


Row = tuple[str, tuple[str, ...], dict[str, Any]]  # mode, abilities, values


def profiles(*rows: Row) -> Datasheet:
    return shooters(*(gun(*words, name=f"gun ({mode})", of="gun", **values) for mode, words, values in rows))


def tenth(shooter: Datasheet, target: Datasheet, **said: str) -> str:
    return assumed(of_units("40k-10e", shooter, target, said)).partition(" (")[2].rstrip(")")


SPRAY: Row = ("spray", (), {"A": 4})
BEAM: Row = ("beam", (), {"S": 9, "AP": -2, "D": "D6"})
HOT: Row = ("hot", ("Hazardous",), {"S": 12, "AP": -4, "D": 6})


@pytest.mark.rule("10E-TGT-4", "10E-TGT-13")
@each(
    ("rows", "target", "mode"),
    [
        ((SPRAY, BEAM), targets(5, W=1), "spray"),
        ((SPRAY, BEAM), targets(1, T=9, W=12, Sv="3+"), "beam"),
        ((SPRAY, HOT), targets(1, T=9, W=12, Sv="3+"), "spray"),  # a risk is for the players to take
        ((HOT, SPRAY), targets(1, T=9, W=12, Sv="3+"), "hot"),
        ((HOT, SPRAY), targets(5, W=1), "spray"),
        ((BEAM, ("same", (), BEAM[2])), targets(), "beam"),  # of equals the first
        ((BEAM, ("anti", ("Anti-INFANTRY 2+", "Devastating Wounds"), {"D": 3})), targets(W=3, Sv="2+"), "anti"),
        ((("one", (), {"A": 3}), ("blast", ("Blast",), {"A": 2})), targets(4, W=1), "one"),
        ((("one", (), {"A": 3}), ("blast", ("Blast",), {"A": 2})), targets(10, W=1), "blast"),
    ],
)
def test_the_profile_that_costs_the_target_most(rows: Any, target: Datasheet, mode: str) -> None:
    assert tenth(profiles(*rows), target) == mode


@pytest.mark.rule("10E-TGT-4", "10E-TGT-13")
@pytest.mark.parametrize(("target", "mode"), [(targets(5, W=1), "spray"), (targets(T=9, W=12, Sv="3+"), "beam")])
def test_a_battle_proposes_the_same(target: Datasheet, mode: str) -> None:
    """AGREED has the profile that costs this target most, and Enter fires it."""
    mine = army("Mine", profiles(BEAM, SPRAY), sheet("Others", models("Other", 1)))
    asked = battle(mine, army("Theirs", target), ("unit", mine.units[0].name), ("target", target.name))
    facts = asked.question(f"facts:{target.name}")
    assert {part.key: part.default for part in facts.parts}["mode:gun"] == mode
    fires = next(part for part in (*facts.parts, *facts.unasked) if part.key == "firing")
    assert dict(zip([name for name, _ in fires.groups], fires.default, strict=True))[f"gun ({mode})"] == 1
    assert asked.every_key[-1] == f"hit:gun ({mode})"


@pytest.mark.rule("10E-TGT-13")
@pytest.mark.parametrize(("toughness", "save"), [(3, "6+"), (4, "2+"), (5, "6+/4++"), (9, "3+")])
def test_the_profile_is_that_with_the_better_odds(toughness: int, save: str) -> None:
    """At one model of many wounds nothing is wasted: what a profile is expected to do is what the odds say."""
    rows: list[Row] = [SPRAY, BEAM, ("sure", ("Torrent",), {"A": 2, "AP": -1}), ("more", ("Sustained Hits 2",), {"A": 3}),
            ("lethal", ("Lethal Hits",), {"A": 5}), ("twin", ("Twin-linked",), {"A": 3})]  # fmt: skip
    target = sheet("Big", models("Big", 1, T=toughness, W=40, Sv=save, FNP=5))
    damage = {
        row[0]: worked_out(of_units("40k-10e", profiles(row), target, {})).document()["expected"]["damage"]
        for row in rows
    }
    for one, other in combinations(rows, 2):
        better = max(damage[one[0]], damage[other[0]])
        assert damage[tenth(profiles(one, other), target)] == pytest.approx(better), (one, other, damage)


@pytest.mark.rule("10E-TGT-13")
def test_what_was_said_before_counts() -> None:
    rows = (("plain", (), {"A": 3}), ("piercing", ("Ignores Cover",), {"A": 3, "S": 4, "D": 1}))
    target = targets(5, W=1, Sv="4+")
    assert tenth(profiles(*rows), target) == "plain"
    assert tenth(profiles(*rows), target, cover="yes") == "piercing"
