"""Who may be nominated, what limits a unit's shooting, running (7E-NOM)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.seventh.profiles import Army
from tests.helpers.scripted_table import closed, refused
from tests.rules.seventh.helpers.tabletop import army, attack, battle, boyz, fire, hits, marines, squad, trooper

MISS = [1, 1]


def ultramarines(**stats: Any) -> Army:
    return army("Ultramarines", *(marines(1, name=name, **stats) for name in "ABC"))


def orks(**stats: Any) -> Army:
    return army("Orks", boyz(10, **stats), boyz(5, name="Other Boyz", **stats))


def shoots(unit: str, target: str = "Boyz", *dice: int) -> list[tuple[str, Any]]:
    """One Marine shoots and misses, unless said otherwise."""
    return [("unit", unit), ("target", target), *fire("boltgun"), ("hit:boltgun", list(dice) or MISS)]


def state(unit: str, mark: str) -> list[tuple[str, Any]]:
    return [("unit", "a unit's state"), ("state of", unit), ("state", mark)]


@pytest.mark.rule("7E-NOM-1")
def test_any_order_each_unit_once() -> None:
    question = battle(ultramarines(), orks(), shoots("C"), shoots("A")).question("unit", 2)
    assert closed(question, "A") == closed(question, "C") == [("has shot", "7E-NOM-1")]
    assert closed(question, "B") == []
    assert "has shot" in refused(question, "A")


@pytest.mark.rule("7E-NOM-1")
def test_a_unit_is_finished_before_another_is_named() -> None:
    two_guns = army(
        "Ultramarines",
        squad("A", trooper("Marine", 1, "boltgun"), trooper("Gunner", 1, "plasma pistol")),
        marines(1, name="B"),
    )
    played = battle(two_guns, orks(), ("unit", "A"), ("target", "Boyz"), *fire("boltgun"), ("hit:boltgun", MISS))
    assert played.left is not None
    assert played.left.key == "weapon"


@pytest.mark.rule("7E-NOM-1")
def test_a_unit_that_holds_fire_had_its_turn() -> None:
    played = battle(ultramarines(), orks(), ("unit", "A"), ("target", "hold fire"))
    assert closed(played.question("unit", 1), "A")[0][1] == "7E-NOM-1"
    assert played.said("A: no shots", "7E-NOM-1")


@pytest.mark.rule("7E-NOM-1")
def test_the_phase_may_be_ended_before_everybody_shot() -> None:
    assert battle(ultramarines(), orks(), shoots("A"), ("unit", "end the phase"), ("unit", "Boyz")).said("Turn 1: Orks")


@pytest.mark.rule("7E-NOM-2")
def test_somebody_needs_a_ranged_weapon() -> None:
    played = battle(army("Orks", squad("Choppas", trooper("Boy", 5)), boyz()), ultramarines(), ("unit", "Boyz"))
    assert closed(played.question("unit"), "Choppas") == [("nobody in it has a ranged weapon", "7E-NOM-2")]
    one = battle(army("Orks", squad("Nob", trooper("Nob", 1)), boyz()), ultramarines(), ("unit", "Boyz"))
    assert closed(one.question("unit"), "Nob") == [("it has no ranged weapon", "7E-NOM-2")]


@pytest.mark.rule("7E-NOM-3")
def test_who_has_no_ballistic_skill_is_told_so() -> None:
    """It has its weapons; what it lacks is the skill."""
    blind = squad("Blind", trooper("Blind", 5, "boltgun", BS=0))
    played = battle(army("Blind", blind, boyz()), ultramarines(), ("unit", "Boyz"))
    assert closed(played.question("unit"), "Blind") == [("Ballistic Skill 0 cannot shoot", "7E-NOM-3")]


@pytest.mark.rule("7E-NOM-2")
def test_a_spent_weapon_is_no_weapon() -> None:
    one_missile = army("Guard", squad("Spotter", trooper("Spotter", 1, "hunter-killer missile")), marines(1, name="B"))
    played = battle(
        one_missile,
        orks(),
        ("unit", "Spotter"), ("target", "Boyz"), *fire("hunter-killer missile"), ("hit:hunter-killer missile", [1]),
        shoots("B"), ("unit", "end the phase"), ("next turn", "go on"), ("unit", "B"),
    )  # fmt: skip
    reasons = closed(played.question("unit", 3), "Spotter")
    assert [rule for _, rule in reasons] == ["7E-NOM-2"]


@pytest.mark.rule("7E-NOM-2", "7E-ALC-11")
def test_the_dead_bring_no_weapons() -> None:
    """The only gun of a unit lies beside its bearer."""
    mixed = squad("Mixed", trooper("Gunner", 1, "shoota", Sv="-"), trooper("Boy", 9, Sv="-"))
    played = battle(
        army("Ultramarines", marines(1, name="A")),
        army("Orks", mixed, boyz()),
        ("unit", "A"), ("target", "Mixed"), *fire("boltgun"), ("hit:boltgun", [3, 1]), ("wound:boltgun", [4]), ("go_to_ground", "no"),
        ("unit", "Boyz"),
    )  # fmt: skip
    assert closed(played.question("unit", 1), "Mixed")[0][1] == "7E-NOM-2"


@pytest.mark.rule("7E-NOM-3")
@pytest.mark.parametrize(
    ("mark", "rule"), [("locked in combat", "7E-NOM-3"), ("off the table", "7E-NOM-3"), ("embarked", "7E-WPN-23")]
)
def test_states_that_stop_a_unit(mark: str, rule: str) -> None:
    played = battle(ultramarines(), orks(), state("A", mark), shoots("B"))
    assert [found for _, found in closed(played.question("unit", 1), "A")] == [rule]


@pytest.mark.rule("7E-NOM-3")
def test_a_state_can_be_taken_back() -> None:
    played = battle(ultramarines(), orks(), state("A", "locked in combat"), state("A", "locked in combat"), shoots("A"))
    assert played.said("no longer locked")


@pytest.mark.rule("7E-NOM-3")
@pytest.mark.parametrize("mark", ["falling back", "regrouped"])
def test_states_that_leave_snap_shots(mark: str) -> None:
    roll = battle(ultramarines(), orks(), state("A", mark), shoots("A", "Boyz", 5, 5)).question("hit:boltgun")
    assert roll.need.target == 6
    assert [reason.rule for reason in roll.need.because] == ["7E-HIT-4"]


@pytest.mark.rule("7E-NOM-3")
def test_no_fear_after_regrouping() -> None:
    fearless = ultramarines(rules=("And They Shall Know No Fear",))
    assert battle(fearless, orks(), state("A", "regrouped"), shoots("A")).question("hit:boltgun").need.target == 3
    assert battle(fearless, orks(), state("A", "falling back"), shoots("A")).question("hit:boltgun").need.target == 6


@pytest.mark.rule("7E-NOM-3")
def test_no_fear_after_regrouping_in_an_attack_on_its_own() -> None:
    fearless = marines(1, unit_rules=("And They Shall Know No Fear",))
    played = attack(fearless, boyz(), ("attacker_state", "regrouped"), *fire("boltgun"), ("hit:boltgun", MISS))
    assert played.question("hit:boltgun").need.target == 3


@pytest.mark.rule("7E-NOM-3")
def test_who_regrouped_falls_back_no_more() -> None:
    played = battle(ultramarines(), orks(), state("A", "falling back"), state("A", "regrouped"), shoots("B"))
    assert played.marks("A") == ["regrouped"]


@pytest.mark.rule("7E-NOM-3", "7E-HIT-4")
@pytest.mark.parametrize("said", ["gone to ground", "falling back", "regrouped"])
def test_states_of_an_attack_on_its_own(said: str) -> None:
    played = attack(
        marines(1), boyz(), ("attacker_state", said), *fire("boltgun"), ("hit:boltgun", [6, 5]), ("wound:boltgun", [1])
    )
    assert played.question("hit:boltgun").need.target == 6


@pytest.mark.rule("7E-NOM-3")
def test_skill_0_cannot_shoot() -> None:
    blind = squad("Mixed", trooper("Blind", 3, "boltgun", BS=0), trooper("Marine", 1, "boltgun"))
    played = attack(blind, boyz(), *fire("boltgun"), ("hit:boltgun", MISS))
    assert played.question("hit:boltgun").dice == 2  # of the one who can
    alone = attack(marines(2, BS=0), boyz(), settings={})
    assert "hit:boltgun" not in alone.keys
    assert alone.said("Ballistic Skill 0 cannot shoot", "7E-NOM-3")


@pytest.mark.rule("7E-NOM-3", "7E-WPN-16")
def test_skill_0_fires_a_template() -> None:
    """A Template hits without a roll, so it needs no skill; a boltgun beside it does."""
    blind = squad("Blind", trooper("Blind", 1, "flamer", "boltgun", BS=0))
    played = battle(army("Blind", blind), army("Orks", boyz()), ("unit", "Blind"), ("target", "Boyz"), distance=6)
    assert closed(played.question("weapon"), "boltgun") == [("Ballistic Skill 0 cannot shoot", "7E-NOM-3")]
    alone = attack(blind, boyz(), *fire("flamer"), ("under:flamer", 3), ("wound:flamer", [1, 1, 1]))
    assert alone.question("wound:flamer").dice == 3


@pytest.mark.rule("7E-NOM-3", "7E-WPN-10")
def test_the_harshest_of_several_states_wins() -> None:
    """Gone to ground and a moved heavy weapon: Snap Shots once. Locked beats all."""
    heavy = army("Ultramarines", marines(1, "heavy bolter", name="A"), marines(1, name="B"))
    played = battle(heavy, orks(), state("A", "falling back"), state("A", "locked in combat"), shoots("B"))
    assert closed(played.question("unit", 2), "A") == [("locked in close combat", "7E-NOM-3")]


@pytest.mark.rule("7E-NOM-3", "7E-WPN-7", "7E-WPN-10")
def test_the_devastator_who_moved() -> None:
    squad_ = squad("Devastators", trooper("Devastator", 2, "lascannon"))
    played = attack(squad_, boyz(), *fire("lascannon", moved="1"), ("hit:lascannon", [1]), ("hit:lascannon", [1]))
    assert sorted(entry.question.need.target for entry in played.asked if entry.question.key == "hit:lascannon") == [
        3,
        6,
    ]


@pytest.mark.rule("7E-NOM-3")
def test_skyfire_weapons_snap_at_the_ground() -> None:
    played = attack(
        marines(1, "missile launcher"), boyz(), *fire("missile launcher (flakk)"), ("hit:missile launcher (flakk)", [5])
    )
    assert played.question("hit:missile launcher (flakk)").need.target == 6


# Running -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-NOM-4", "7E-NOM-3")
def test_run_instead_of_shooting() -> None:
    played = battle(ultramarines(), orks(), ("unit", "A"), ("target", "run"), ("run", 4), ("unit", "B"))
    assert played.said('up to 4" each, no shooting, no charge this turn', "7E-NOM-4")
    assert played.marks("A") == ["ran"]
    assert closed(played.question("unit", 1), "A")
    assert (played.question("run").dice, played.question("run").sides) == (1, 6)


@pytest.mark.rule("7E-NOM-4")
def test_running_ends_with_the_turn() -> None:
    played = battle(
        ultramarines(),
        orks(),
        ("unit", "A"),
        ("target", "run"),
        ("run", 4),
        ("unit", "end the phase"),
        ("unit", "Boyz"),
    )
    assert played.marks("A") == []


@pytest.mark.rule("7E-NOM-4", "7E-GTG-4")
def test_who_cannot_run() -> None:
    slow = battle(ultramarines(rules=("Slow and Purposeful",)), orks(), ("unit", "A"))
    assert closed(slow.left, "run") == [("Slow and Purposeful units cannot run", "7E-NOM-4")]
    assert closed(battle(ultramarines(), orks(), ("unit", "A")).left, "run") == []


# What it must remember for the Assault phase -------------------------------------------------------------------------


@pytest.mark.rule("7E-NOM-5", "7E-END-5")
@pytest.mark.parametrize(
    ("weapon", "rules", "type_", "mark"),
    [
        ("boltgun", (), "Infantry", "no charge this turn"),
        ("lascannon", (), "Infantry", "no charge this turn"),
        ("storm bolter", (), "Infantry", "may only charge Boyz"),
        ("bolt pistol", (), "Infantry", "may only charge Boyz"),
        ("boltgun", ("Relentless",), "Infantry", "may only charge Boyz"),
        ("lascannon", ("Slow and Purposeful",), "Infantry", "may only charge Boyz"),
        ("boltgun", (), "Bike", "may only charge Boyz"),
        ("lascannon", (), "Monstrous Creature", "may only charge Boyz"),
    ],
)
def test_who_may_charge_afterwards(weapon: str, rules: tuple[str, ...], type_: str, mark: str) -> None:
    shooters = army("Ultramarines", marines(1, weapon, name="A", unit_rules=rules, type=type_), marines(1, name="B"))
    dice = MISS if weapon in ("boltgun", "storm bolter") else [1]
    played = battle(
        shooters,
        orks(),
        ("unit", "A"),
        ("target", "Boyz"),
        *fire(weapon),
        (f"hit:{weapon}", dice),
        ("unit", "end the phase"),
    )
    before = battle(shooters, orks(), ("unit", "A"), ("target", "Boyz"), *fire(weapon), (f"hit:{weapon}", dice))
    assert before.marks("A") == [mark]
    assert played.marks("A") == []  # it ends with the turn


@pytest.mark.rule("7E-NOM-5")
def test_relentless_gunner_among_others() -> None:
    """The one who fired a heavy weapon is Relentless, the others fired pistols: nobody is kept from charging."""
    mixed = squad(
        "A", trooper("Terminator", 1, "heavy bolter", rules=("Relentless",)), trooper("Marine", 1, "bolt pistol")
    )
    played = battle(
        army("Ultramarines", mixed, marines(1, name="B")),
        orks(),
        ("unit", "A"), ("target", "Boyz"),
        *fire("heavy bolter"), ("hit:heavy bolter", [1, 1, 1]), *fire("bolt pistol"), ("hit:bolt pistol", [1]),
        ("unit", "B"),
    )  # fmt: skip
    assert played.marks("A") == ["may only charge Boyz"]


@pytest.mark.rule("7E-NOM-5")
def test_who_held_fire_may_charge_anybody() -> None:
    assert battle(ultramarines(), orks(), ("unit", "A"), ("target", "hold fire"), ("unit", "B")).marks("A") == []


@pytest.mark.rule("7E-NOM-3")
def test_snap_shots_in_the_odds() -> None:
    assert hits(marines(1), attacker_state="gone to ground", distance=24) == hits(marines(1, BS=1), distance=24)
