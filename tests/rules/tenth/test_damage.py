"""Damage and what changes it (10E-DMG, 10E-MOD, 10E-FX-DMG)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.reasons import Reason
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.effects import points_of
from shoot_cli.rules.datasheets.tokens import NO_DEFENCE, Modifier
from shoot_cli.rules.tenth import ATTACK, RULESET
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.game import new_attack
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import army, attack, battle, chances, gun, mean, models, shooters, squad, targets

F = Fraction


def through(n: int = 1) -> list[tuple[str, Any]]:
    return [("hit:gun", [5] * n), ("wound:gun", [5] * n)]


def lost(weapon: Any, *dice: int, incoming: tuple[str, ...] = (), wounds: int = 30, **facts: Any) -> int:
    """Wounds that one attack costs a model without a save; ``dice`` are those of its damage."""
    rolls = [("damage:gun", list(dice))] if dice else []
    played = attack(shooters(weapon), targets(1, W=wounds, abilities=incoming), through(), *rolls, **facts)
    return wounds - sum(sum(left) for left in played.alive().values())


@pytest.mark.rule("10E-DMG-1")
def test_damage_takes_wounds_and_0_is_death() -> None:
    assert lost(gun(D=3)) == 3
    played = attack(shooters(gun(D=2)), targets(2, W=2), through())
    assert played.alive() == {"Target": [2]}
    assert played.said("1 Target slain: Targets 1 of 2 left", "10E-DMG-4")
    assert attack(shooters(gun()), targets(2, W=3), through()).said("Target: 2 of 3 wounds left", "10E-DMG-1")


@pytest.mark.rule("10E-DMG-2")
@pytest.mark.parametrize(("wounds", "attacks", "left"), [(1, 3, [1] * 2), (3, 3, [1, 3, 3, 3]), (3, 4, [3] * 3)])
def test_excess_damage_is_lost(wounds: int, attacks: int, left: list[int]) -> None:
    assert attack(shooters(gun(A=attacks, D=2)), targets(5, W=wounds), through(attacks)).alive() == {"Target": left}


@pytest.mark.rule("10E-DMG-3", "10E-FX-RAND-1")
@each(
    ("printed", "dice", "sides", "plus"),
    [("D3", 1, 3, 0), ("D6", 1, 6, 0), ("D6+1", 1, 6, 1), ("D6+3", 1, 6, 3), ("2D6", 2, 6, 0), ("3D6", 3, 6, 0),
     ("2D3", 2, 3, 0), ("D3+3", 1, 3, 3)],
)  # fmt: skip
def test_random_damage(printed: str, dice: int, sides: int, plus: int) -> None:
    assert lost(gun(D=printed), *[2] * dice) == 2 * dice + plus
    found = chances(shooters(gun("Torrent", S=8, D=printed)), targets(1, W=40))
    assert min(k for k in found if k) == dice + plus
    assert max(found) == dice * sides + plus
    assert mean(shooters(gun("Torrent", S=8, D=printed)), targets(1, W=40)) == F(5, 6) * (
        F(dice * (sides + 1), 2) + plus
    )


@pytest.mark.rule("10E-DMG-3")
def test_damage_is_rolled_for_each_attack_that_gets_through() -> None:
    played = attack(
        shooters(gun(A=3, D="D6")), targets(3, W=3, Sv="4+"), through(3), ("save:Target", [1, 6, 1]),
        ("damage:gun", [1]), ("damage:gun", [6]),
    )  # fmt: skip
    assert played.alive() == {"Target": [3, 3]}
    assert played.dice.count("damage:gun") == 2


@pytest.mark.rule("10E-DMG-4")
def test_the_dead_are_gone_with_their_weapons() -> None:
    unit = squad("Foes", models("Gunner", 1, gun(name="cannon"), W=1), models("Foe", 2, gun(name="rifle"), W=1))
    played = battle(
        shooters(), unit, ("unit", "Shooters"), ("target", "Foes"), through(), ("unit", "Foes"),
        ("target", "Shooters"), ("hit:rifle", [1, 1]),
    )  # fmt: skip
    assert played.standing("Foes") == {"Foe": [1, 1]}
    assert played.said("1 Gunner slain: Foes 2 of 3 left", "10E-DMG-4")


@pytest.mark.rule("10E-DMG-4")
def test_a_destroyed_unit_is_no_target() -> None:
    mine = army("Mine", shooters(name="A"), shooters(name="B"))
    theirs = army("Theirs", targets(1, W=1), targets(name="Others"))
    played = battle(mine, theirs, ("unit", "A"), ("target", "Targets"), through(), ("unit", "B"))
    option = next(one for one in played.left.options if one.value == "Targets")
    assert [reason.rule for reason in option.closed] == ["10E-DMG-4"]
    assert played.unit_at("Targets").ranks == ()


# What changes damage -------------------------------------------------------------------------------------------------

LESS, HALF = "incoming: -1 damage", "incoming: half damage"


@pytest.mark.rule("10E-FX-DMG-1", "10E-FX-DMG-2", "10E-FX-DMG-3", "10E-FX-DMG-4", "10E-MOD-1", "10E-MOD-2")
@each(
    ("damage", "abilities", "incoming", "wanted"),
    [
        (2, ("+1 damage",), (), 3),
        (2, ("+1 damage", "+2 damage"), (), 5),
        (3, (), (LESS,), 2),
        (1, (), (LESS,), 1),  # at least 1
        (3, (), (HALF,), 2),  # rounded up
        (6, (), (HALF, LESS), 2),
        (3, (), (HALF, LESS), 1),  # 1.5 - 1 = 0.5, rounded up once
        (4, ("Melta 2",), (HALF,), 4),  # halved before anything is added
        (5, ("Melta 2",), (HALF, LESS), 4),  # 2.5 + 2 - 1 = 3.5
        (1, ("Melta 2",), (LESS,), 2),
    ],
)
def test_damage_is_changed_in_this_order(
    damage: int, abilities: tuple[str, ...], incoming: tuple[str, ...], wanted: int
) -> None:
    assert lost(gun(*abilities, D=damage), incoming=incoming, distance=12) == wanted


@pytest.mark.rule("10E-FX-DMG-4", "10E-DMG-3")
@each("rolled", range(1, 7))
def test_the_formula_for_rolled_damage(rolled: int) -> None:
    weapon = gun("Melta 2", D="D6")
    assert lost(weapon, rolled, incoming=(HALF, LESS), distance=12) == max(1, ceil(F(rolled, 2) + 2 - 1))


@pytest.mark.rule("10E-DMG-3")
def test_what_is_printed_behind_the_die_is_halved_too() -> None:
    """D6+1 is the characteristic: a 4 is 5, half of it 2.5."""
    assert lost(gun(D="D6+1"), 4, incoming=(HALF,)) == 3


@pytest.mark.rule("10E-WPN-MELTA-1")
@pytest.mark.parametrize(("inches", "wanted"), [(12, 3), (12.1, 1)])
def test_melta_counts_at_half_range(inches: float, wanted: int) -> None:
    assert lost(gun("Melta 2"), distance=inches) == wanted


@pytest.mark.rule("10E-MOD-5", "10E-FX-DMG-5")
def test_damage_set_to_0() -> None:
    once = ("incoming: no damage once",)
    assert lost(gun(D=5), incoming=once) == 0  # no minimum of 1
    assert lost(gun("Melta 2", D=5), incoming=once, distance=12) == 2  # what is added later counts
    assert lost(gun("Melta 2", D=5), incoming=(*once, LESS), distance=12) == 1


@pytest.mark.rule("10E-FX-DMG-5")
def test_damage_is_set_to_0_once() -> None:
    unit = targets(1, W=30, abilities=("incoming: no damage once",))
    played = attack(shooters(gun(A=3, D=2)), unit, through(3), ("no_damage", "no"), ("no_damage", "yes"))
    assert played.alive() == {"Target": [26]}
    assert played.question("no_damage").owner == "defender"
    assert attack(shooters(gun(A=3, D=2)), unit, through(3)).alive() == {"Target": [26]}


@pytest.mark.rule("10E-FX-DMG-5")
def test_what_was_used_is_used_in_the_next_attack_too() -> None:
    mine = army("Mine", shooters(name="A"), shooters(name="B"))
    unit = targets(1, W=30, abilities=("incoming: no damage once",))
    shot = ("target", "Targets"), *through()
    played = battle(mine, unit, ("unit", "A"), *shot, ("no_damage", "yes"), ("unit", "B"), *shot)
    assert played.standing("Targets") == {"Target": [29]}


@pytest.mark.rule("10E-MOD-3", "10E-RR-2")
def test_modifiers_come_after_a_re_roll() -> None:
    """Needing 4+ at -1, a failed 3 is rolled again; a 6 with +1 is past 6 and still one hit."""
    unit = shooters(gun("re-roll hit rolls", A=2))
    played = attack(unit, targets(), ("hit:gun", [3, 4, ">", 4]), ("wound:gun", [1, 1]), hit_modifier=-1)
    assert played.question("hit:gun").again == (1, 2, 3)
    assert lost(gun(BS=6), hit_modifier=1) == 1


@pytest.mark.rule("10E-DMG-1", "10E-DMG-2")
@each(
    ("damage", "wounds", "again", "asked"),
    [
        ("D6", 1, (), False),  # one wound: whatever it shows
        ("D6", 2, (), True),
        ("D3+3", 4, (), False),
        ("D3+3", 5, (), True),
        ("2D6", 2, (), False),
        ("D6", 1, ("re-roll damage rolls",), False),
        ("2D6", 2, ("re-roll damage rolls of 1",), False),
        ("2D6", 3, ("re-roll damage rolls of 1",), True),
    ],
)
def test_no_damage_die_is_thrown_where_every_face_does_the_same(
    damage: str, wounds: int, again: tuple[str, ...], asked: bool
) -> None:
    weapon, threes = gun(*again, D=damage), [3] * (2 if damage[0] == "2" else 1)
    dice = [("damage:gun", threes)] if asked else []
    played = attack(shooters(weapon), targets(2, W=wounds), through(), *dice)
    assert played.alive() == {"Target": [wounds]}
    assert played.said(f"gun: damage {damage}: no need to roll, every result comes to the same") is not asked
    assert mean(shooters(weapon), targets(2, W=wounds)) > 0


@pytest.mark.rule("10E-FNP-1", "10E-DMG-3")
def test_the_damage_die_matters_to_who_ignores_wounds_and_to_who_is_hurt_already() -> None:
    stubborn = targets(1, W=1, FNP=5)
    played = attack(shooters(gun(D="D3")), stubborn, through(), ("damage:gun", [3]), ("feel no pain:Target", [5, 6, 5]))
    assert played.alive() == {"Target": [1]}
    twice = attack(shooters(gun(A=2, D="D3")), targets(1, W=3), through(2), ("damage:gun", [2]))
    assert twice.alive() == {}  # the second finds one wound left


@pytest.mark.rule("10E-DMG-1", "10E-DMG-2")
def test_of_a_hurt_model_and_its_unhurt_fellow_each_has_its_own_odds() -> None:
    """Any damage roll fells the one, so that nobody rolls; not so the other, who is of the same kind."""
    start = new_attack(shooters(gun("Torrent", A=3, D="D3")), targets(2, W=2))
    (aim,) = start.aims
    kind = aim.line.ranks[0].kind
    start = start.but(aims=(aim.but(line=Line((Rank(kind, 1, 1), Rank(kind, 1, 2)))),))
    found = odds(ATTACK, start, Preset({}, raise_missing), settings=RULESET.defaults(), exact=True)
    want = {0: Fraction(1, 8), 1: Fraction(1, 2), 2: Fraction(3, 8)}
    assert found.measure(lambda state: 2 - state.line.remaining()[0]) == want


@pytest.mark.rule("10E-MOD-1")
@pytest.mark.parametrize(("worse", "points"), [(-1, 2), (-2, 1), (-3, 1)])
def test_what_makes_the_damage_of_an_attack_less_leaves_1(worse: int, points: int) -> None:
    """Though nothing of the target says anything of it."""
    changes = (Modifier(worse, Reason("worse", "10E-MOD-1")),)
    assert points_of(NUMBERS, changes, NO_DEFENCE, 3) == points
