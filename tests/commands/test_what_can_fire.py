"""What is proposed to fire, what is refused, and answers for pools that did not come about."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.cli import units
from shoot_cli.input.answerers import resolve
from shoot_cli.input.answers import Task


def work(attacker: str, target: str, *said: str, ruleset: str = "7e") -> Task:
    return units.pairing(attacker, target, ruleset, units.shared_answers(list(said), {})).task()


def test_each_model_is_proposed_its_first_weapon_that_can_fire() -> None:
    result = worked_out(work("ultramarines::Mixed", "orks::Green", "distance=10")).document()
    assert result["assumed"]["weapon"].split(", ") == ["boltgun", "plasma cannon", "heavy bolter", "lascannon"]
    assert result["expected"]["shots"] == pytest.approx(4 * 2 + 1 + 3 + 2)
    assert "out of range" in result["closed"]["krak grenade"]


def test_what_is_never_a_snap_shot_is_closed_then() -> None:
    result = worked_out(work("1x BS4 flamer", "T4", "attacker_state=gone to ground")).document()
    assert result["closed"] == {"flamer": "never fired as Snap Shots, and it has gone to ground (7E-HIT-5)"}


def test_what_is_out_of_range_is_said() -> None:
    result = worked_out(work("1x BS4 boltgun", "1x T4 Sv4+", "distance=30")).document()
    assert result["closed"] == {"boltgun": 'out of range (24") (7E-WPN-5)'}


@pytest.mark.rule("7E-NOM-3", "7E-WPN-11", "2E-SPC-5")
def test_what_does_not_fire_after_moving_is_closed_with_the_rule() -> None:
    salvo = '3x BS4 S5 AP2 Salvo 2/3 18"'
    why = {"S5 AP2 Salvo 2/3": "who moved fires it to half range only (7E-WPN-11)"}
    for moved in ("attacker_state=regrouped", "moved=all"):
        assert worked_out(work(salvo, "10x T4 Sv6+", moved, "distance=10")).document()["closed"] == why
    heavy = worked_out(work("macragge_column::Heavy Bolter", "goff_mob::Goff", "moved=all", ruleset="2e")).document()
    assert heavy["closed"] == {"heavy bolter": "its bearer moved, and it is move-or-fire (2E-SPC-5)"}
    assert heavy["expected"]["shots"] == pytest.approx(10)


def test_an_order_of_pools_holds_for_those_that_came_about() -> None:
    said = "pools=1 S6 AP4 precision, 1 S6 AP4, 1 S6 AP2, 1 S6 AP2 precision"
    rules = "[rending, precision shots]"
    task = work(f'2x BS4 S6 AP4 Assault 3 24" {rules}', '3x "A" T4 Sv2+ + 3x "B" T4 Sv4+', said)
    orders: list[Any] = []
    for seed in range(40):
        _, table = resolve(task.ruleset, task.start(), task.answers, seed)
        orders += [entry.value for entry in table.log if entry.question and entry.question.key.startswith("pools")]
    assert any(len(order) == 2 for order in orders)
    place = {"S6 AP4 precision": 0, "S6 AP4": 1, "S6 AP2": 2, "S6 AP2 precision": 3}
    for order in orders:
        names = [place[name] for _, name, _ in order]
        assert names == sorted(names)


LIST = """ruleset: 40k-10e
name: Two guns each
weapons:
  rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Rapid Fire 1]}
  launcher: {range: 24, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Rapid Fire 2]}
units:
  - name: Squad
    models:
      - {name: Chief, T: 4, Sv: 3+, W: 2, weapons: [rifle]}
      - {name: Gunner, count: 5, T: 4, Sv: 3+, W: 2, weapons: [rifle, launcher]}
"""


@pytest.mark.rule("10E-TGT-1")
@pytest.mark.parametrize("ruleset", ["40k-10e", "40k-11e"])
@pytest.mark.parametrize(
    ("said", "shots"),
    [
        ("firing=3", 2 + 2 * 3),  # the chief, and two gunners with both guns
        ("firing=3 rifle", 3 * 2),
        ("firing=6", 6 * 2 + 5),
        ("half_range=3", 6 * 2 + 5 + 3 + 2 * 2),
        ("half_range=3 launcher", 6 * 2 + 5 + 3 * 2),
    ],
)
def test_a_number_alone_is_that_many_models_with_all_their_guns(ruleset, said, shots, tmp_path):
    file = tmp_path / "two.yaml"
    file.write_text(LIST.replace("40k-10e", ruleset), encoding="utf-8")
    task = units.pairing(f"{file}::Squad", "9x T4 Sv4+", ruleset, units.shared_answers([said], {})).task()
    assert worked_out(task).document()["expected"]["shots"] == pytest.approx(shots)


def test_more_models_than_there_are_are_refused_with_the_way_to_name_weapons(shoot, tmp_path):
    file = tmp_path / "two.yaml"
    file.write_text(LIST, encoding="utf-8")
    told = shoot("odds", f"{file}::Squad", "9x T4 Sv4+", "--set", "firing=9").refused()
    assert "there are 6 (1 Chief, 5 Gunners), not 9; name the weapons" in told
    assert "a number alone counts models" in " ".join(
        shoot("odds", f"{file}::Squad", "9x T4 Sv4+", "--questions").out.split()
    )


@pytest.mark.rule("RH-ELIG-2", "RH-ELIG-3", "RH-SUP-1", "2E-ELIG-1", "7E-WPN-3")
@pytest.mark.parametrize(
    ("ruleset", "attacker", "target", "said", "why"),
    [
        ("rh", '6x "Tank" AP4 range 12', "4x INF armour 3", "distance=20", {"Tank": "out of range: 20 tiles, it reaches 12 (RH-ELIG-2)"}),
        ("rh", '6x "Tank" AP4 range 12 ammo 0', "4x INF armour 3", "", {"Tank": "no ammo (RH-ELIG-3)"}),
        ("rh", '2x "Tank" AP4 range 12', "4x INF armour 3", "shock=2", {"Tank": "suppressed by Shock 2 (RH-SUP-1)"}),
        ("rh", '2x "Tank" AP4 range 12', "4x INF armour 3", "shock=1", {}),
        ("2e", "5x BS4 boltgun", "10x T4", "firing=none", {"boltgun": "nobody fires it, as was said (2E-ELIG-1)"}),
        ("7e", "5x BS4 boltgun", "10x T4", "firing=none", {"boltgun": "nobody fires it, as was said (7E-WPN-3)"}),
    ],
)  # fmt: skip
def test_where_nobody_fires_the_odds_say_why(shoot, ruleset, attacker, target, said, why):
    options = ("--set", said) if said else ()
    assert shoot("odds", "-r", ruleset, attacker, target, *options, "--json").json.get("closed", {}) == why
    told = " ".join(shoot("odds", "-r", ruleset, attacker, target, *options).out.split())
    assert ("nobody can shoot" in told) is bool(why)
    assert all(f"Not possible here: {name}, {words}" in told for name, words in why.items())


@pytest.mark.rule("10E-TGT-3")
@pytest.mark.parametrize("ruleset", ["10e", "11e"])
@pytest.mark.parametrize(
    ("said", "weapons"),
    [
        ("3 Twin", "3 A2 S4 AP0 D1"),
        ("3 Twins, Solo", "3 A2 S4 AP0 D1, 3 A2 S5 AP0 D1"),
        ("2 Solos, 1 A2 S4 AP0 D1", "1 A2 S4 AP0 D1, 2 A2 S5 AP0 D1"),
    ],
)
def test_who_fires_may_be_said_by_the_name_of_a_model(shoot, ruleset, said, weapons):
    guns = '4x A2 BS3+ S4 AP0 D1 24" "Twin" + 3x A2 BS3+ S5 AP0 D1 24" "Solo"'
    one, other = (
        shoot("odds", "-r", ruleset, guns, "10x T4 Sv3+", "--set", f"firing={words}", "--json").json
        for words in (said, weapons)
    )
    assert one["expected"] == other["expected"]


def test_models_that_share_a_weapon_are_counted_together(shoot):
    pair = ("adeptus-astartes::Intercessor Squad", "waaagh::Shoota")
    one, other = (
        shoot("odds", *pair, "--set", f"firing={words}", "--json").json
        for words in ("4 Intercessors, 1 Grenadier", "5 bolt rifle, 1 astartes grenade launcher (frag)")
    )
    assert one["expected"] == other["expected"]


@pytest.mark.parametrize("said", ["5 Twin", "2 Other", "1 A2 S4 AP0 D1, 1 A2 S4 AP0 D1"])
def test_models_that_are_not_there_are_refused(shoot, said):
    guns = '4x A2 BS3+ S4 AP0 D1 24" "Twin" + 3x A2 BS3+ S5 AP0 D1 24" "Solo"'
    words = {"5 Twin": "0 to 4 Twins, not 5", "2 Other": "no “Other” here"}.get(said, "is said twice")
    assert words in shoot("odds", "-r", "10e", guns, "10x T4 Sv3+", "--set", f"firing={said}").refused()


@pytest.mark.rule("10E-OOP-3")
@pytest.mark.parametrize(("ruleset", "thrown"), [("10e", "grenade"), ("11e", "explosives")])
def test_what_is_thrown_may_be_said_where_no_gun_reaches(ruleset: str, thrown: str) -> None:
    def thrower(*said: str) -> Task:
        line = f'3x "Man" A2 BS3+ S4 AP0 D1 6" ({"grenades" if ruleset == "10e" else thrown})'
        return work(line, "10x T4 Sv6+", f"weapon={thrown}", *said, ruleset=ruleset)

    found = worked_out(thrower("distance=8")).document()
    assert found["expected"]["slain"] == pytest.approx(3)
    assert "out of range" in next(iter(found["closed"].values()))
    for said, why in (("distance=9", "out of range"), ("blind=all", "must be visible")):
        with pytest.raises(ValueError, match=f"“{thrown}” is closed: .*{why}"):
            worked_out(thrower(said))
