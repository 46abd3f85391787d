"""The test vectors of the specification (its section 14) that concern infantry, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.steps.attack import new_attack, pinned, pinning_test
from shoot_cli.rules.seventh.steps.turns import end_phase, new_battle
from shoot_cli.rules.seventh.tokens import Wound
from tests.rules.seventh.helpers.tabletop import (
    army,
    attack,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    one_hit,
    squad,
    trooper,
    work_out,
    wounds_on,
)

F = Fraction
ONE = gun("gun", "24", "4", "5", "Assault 1")


def special(rules: str, type_: str = "Assault 1", **stats: str) -> Any:
    return gun("gun", type=f"{type_}, {rules}", **stats)


# To hit --------------------------------------------------------------------------------------------------------------


def vector_hits(chance: Fraction, weapon: Any = ONE, **said: Any) -> None:
    """One shot hits with this chance, and kills a model that dies of half of its hits with half of it."""
    facts = {key: said.pop(key) for key in ("attacker_state", "moved") if key in said}
    shooter = marines(1, weapon, **said)
    assert hits(shooter, **facts) == {0: 1 - chance, 1: chance}
    half = F(1, 2) if "unit_rules" not in said else F(7, 12)  # Preferred Enemy wounds better as well
    assert chances(shooter, squad("T", trooper("T", 1, "lasgun", Sv="-")), **facts)[1] == chance * half


@pytest.mark.rule("7E-HIT-1")
@pytest.mark.parametrize(
    ("skill", "chance"),
    [pytest.param(4, F(2, 3), id="TV-01"), pytest.param(2, F(1, 3), id="TV-02"), pytest.param(5, F(5, 6), id="TV-03")],
)
def test_tv_01_to_03(skill: int, chance: Fraction) -> None:
    vector_hits(chance, BS=skill)
    assert charts.to_hit(skill).target == 7 - 6 * chance


@pytest.mark.rule("7E-HIT-3")
@pytest.mark.parametrize(
    ("skill", "again", "chance"),
    [
        pytest.param(6, 6, F(31, 36), id="TV-04"),
        pytest.param(7, 5, F(8, 9), id="TV-05"),
        pytest.param(10, 2, F(35, 36), id="TV-06"),
    ],
)
def test_tv_04_to_06(skill: int, again: int, chance: Fraction) -> None:
    assert (charts.to_hit(skill).target, charts.to_hit_again(skill).target) == (2, again)
    vector_hits(chance, BS=skill)


@pytest.mark.rule("7E-HIT-6")
def test_tv_07() -> None:
    vector_hits(F(8, 9), special("Twin-linked"))


@pytest.mark.rule("7E-HIT-3", "7E-HIT-6", "7E-HIT-10")
def test_tv_08() -> None:
    vector_hits(F(35, 36), special("Twin-linked"), BS=7)


@pytest.mark.rule("7E-HIT-4")
def test_tv_09() -> None:
    vector_hits(F(1, 6), attacker_state="gone to ground")


@pytest.mark.rule("7E-HIT-4", "7E-HIT-6")
def test_tv_10() -> None:
    vector_hits(F(11, 36), special("Twin-linked"), attacker_state="gone to ground")


@pytest.mark.rule("7E-HIT-3", "7E-HIT-4")
def test_tv_11() -> None:
    vector_hits(F(1, 6), BS=8, attacker_state="gone to ground")


@pytest.mark.rule("7E-HIT-8")
def test_tv_12() -> None:
    vector_hits(F(7, 12), BS=3, unit_rules=("Preferred Enemy",))


@pytest.mark.rule("7E-HIT-7")
def test_tv_13() -> None:
    assert hits(marines(1, special("Master-crafted", "Assault 2")))[2] == F(20, 27)


@pytest.mark.rule("7E-HIT-11", "7E-WPN-9")
def test_tv_14() -> None:
    assert chances(marines(1, "plasma gun"), boyz(), "own_slain", distance=12)[1] == F(35, 324)


@pytest.mark.rule("7E-HIT-11")
def test_tv_15() -> None:
    assert chances(marines(1, special("Gets Hot, Twin-linked")), boyz(), "own_slain")[1] == F(1, 108)


# To wound ------------------------------------------------------------------------------------------------------------


def bare(toughness: int, n: int = 5) -> Any:
    return squad("T", trooper("T", n, "lasgun", T=toughness, Sv="-"))


@pytest.mark.rule("7E-WND-1")
@pytest.mark.parametrize(
    ("strength", "toughness", "needed", "chance"),
    [
        pytest.param(4, 4, 4, F(1, 2), id="TV-19a"),
        pytest.param(3, 4, 5, F(1, 3), id="TV-19b"),
        pytest.param(4, 7, 6, F(1, 6), id="TV-19c"),
        pytest.param(3, 7, None, F(0), id="TV-19d"),
        pytest.param(3, 6, 6, F(1, 6), id="TV-19e"),
        pytest.param(10, 4, 2, F(5, 6), id="TV-19f"),
    ],
)
def test_tv_19(strength: int, toughness: int, needed: int | None, chance: Fraction) -> None:
    assert charts.strength_against_toughness(strength, toughness).target == needed
    assert one_hit(gun("gun", S=str(strength)), bare(toughness)).get(1, 0) == chance


@pytest.mark.rule("7E-WND-2")
@pytest.mark.parametrize(
    ("gretchin", "chance"), [pytest.param(9, F(5, 6), id="TV-20"), pytest.param(1, F(1, 2), id="TV-21")]
)
def test_tv_20_and_21(gretchin: int, chance: Fraction) -> None:
    mob = squad(
        "Mob", trooper("Gretchin", gretchin, "grot blasta", T=2, Sv="-"), trooper("Runtherd", 1, "slugga", Sv="-")
    )
    assert charts.majority_toughness(((2, gretchin), (4, 1)))[0] == (2 if gretchin == 9 else 4)
    assert one_hit(ONE, mob, "slain")[1] == chance


@pytest.mark.rule("7E-WND-3")
def test_tv_22() -> None:
    assert one_hit(special("Poisoned (4+)", S="1"), bare(8))[1] == F(1, 2)


@pytest.mark.rule("7E-WND-3")
def test_tv_23() -> None:
    assert one_hit(special("Poisoned (4+)", S="6"), bare(3))[1] == F(5, 6)


@pytest.mark.rule("7E-WND-4")
def test_tv_24() -> None:
    assert one_hit(special("Fleshbane", S="1"), bare(10))[1] == F(5, 6)


@pytest.mark.rule("7E-WND-7", "7E-SAV-2")
def test_tv_25() -> None:
    target = squad("T", trooper("T", 5, "lasgun", T=8, Sv="3+"))
    assert one_hit(special("Sniper", S="X", AP="6"), target)[1] == F(5, 18)


@pytest.mark.rule("7E-WND-5", "7E-SAV-2", "7E-SAV-3")
def test_tv_26() -> None:
    terminators = squad("T", trooper("Terminator", 5, "storm bolter", Sv="2+/5++"))
    assert one_hit(special("Rending", S="6", AP="4"), terminators)[1] == F(2, 9)


@pytest.mark.rule("7E-WND-5")
def test_tv_27() -> None:
    assert one_hit(special("Rending", S="3"), bare(8))[1] == F(1, 6)


@pytest.mark.rule("7E-WND-6")
def test_tv_28() -> None:
    assert one_hit(special("Shred"), bare(4))[1] == F(3, 4)


# Saves ---------------------------------------------------------------------------------------------------------------


def saved(target: Any, ap: int | None, strength: int = 4, **facts: Any) -> Fraction:
    """The chance that one wound is saved."""
    return wounds_on(
        ((Wound(strength, ap, (), False), 1),), target, weapon=gun("gun", AP=str(ap) if ap else "-"), **facts
    ).get(0, F(0))


@pytest.mark.rule("7E-SAV-2")
@pytest.mark.parametrize(
    ("sv", "ap", "chance"),
    [
        pytest.param("4+", 5, F(1, 2), id="TV-30"),
        pytest.param("5+", 5, F(0), id="TV-31"),
        pytest.param("6+", None, F(1, 6), id="TV-32"),
    ],
)
def test_tv_30_to_32(sv: str, ap: int | None, chance: Fraction) -> None:
    assert saved(squad("T", trooper("T", 5, "lasgun", Sv=sv)), ap) == chance


@pytest.mark.rule("7E-SAV-4", "7E-SAV-8")
def test_tv_33() -> None:
    assert saved(marines(5), 3, cover="ruin") == F(1, 2)


@pytest.mark.rule("7E-SAV-8", "7E-GTG-2")
def test_tv_34() -> None:
    captain = squad("Captain", trooper("Captain", 1, "bolt pistol", Sv="3+/4++"))
    assert saved(captain, 2, cover="ruin", go_to_ground="yes") == F(2, 3)


@pytest.mark.rule("7E-SAV-7", "7E-SAV-9")
def test_tv_35() -> None:
    assert saved(squad("T", trooper("T", 5, "lasgun", Sv="-"), rules=("Stealth", "Shrouded")), 5, cover="4+") == F(5, 6)


@pytest.mark.rule("7E-SAV-7")
def test_tv_36() -> None:
    assert saved(squad("T", trooper("T", 5, "lasgun", Sv="-"), rules=("Stealth", "Shrouded")), 5) == F(1, 2)


@pytest.mark.rule("7E-SAV-11")
def test_tv_37() -> None:
    assert 1 - saved(marines(5, rules=("Feel No Pain (5+)",)), 5) == F(2, 9)


@pytest.mark.rule("7E-SAV-12", "7E-SAV-13")
def test_tv_38() -> None:
    hero = {"W": 3, "Sv": "3+/4++"}
    wound = ((Wound(8, 2, (), False), 1),)
    assert wounds_on(
        wound, squad("T", trooper("Hero", 1, "bolt pistol", rules=("Feel No Pain",), **hero)), "slain"
    ) == {0: F(1, 2), 1: F(1, 2)}
    warrior = squad("T", trooper("Hero", 1, "bolt pistol", rules=("Feel No Pain", "Eternal Warrior"), **hero))
    assert wounds_on(wound, warrior, "slain") == {0: 1}
    assert wounds_on(wound, warrior, "damage") == {0: F(1, 2), 1: F(1, 2)}


@pytest.mark.rule("7E-SAV-12")
def test_tv_39() -> None:
    tough = squad("T", trooper("T", 1, "lasgun", T=5, W=3, Sv="-"))
    assert wounds_on(((Wound(8, 5, (), False), 1),), tough, "damage") == {1: 1}


@pytest.mark.rule("7E-ALC-6")
def test_tv_40() -> None:
    led = squad("T", trooper("Sergeant", 1, "boltgun", character=True), trooper("Marine", 4, "boltgun"))
    assert wounds_on(((Wound(4, 5, (), False), 1),), led, lambda state: loses(state, "Sergeant"))[True] == F(1, 6)


@pytest.mark.rule("7E-ALC-6")
def test_tv_41() -> None:
    joined = squad(
        "T", trooper("Captain", 1, "boltgun", independent=True, W=3, Sv="3+/4++"), trooper("Marine", 4, "boltgun")
    )
    assert wounds_on(((Wound(4, 2, (), False), 1),), joined, lambda state: loses(state, "Captain"))[True] == F(1, 12)


def loses(state: Any, name: str) -> bool:
    """True if the model lost a wound."""
    whole = next(model.wounds * n for model, n in state.target.value.models if model.name == name)
    return sum(rank.n * rank.left for rank in (*state.line.standing(), *state.apart) if rank.kind.name == name) < whole


# Whole attacks -------------------------------------------------------------------------------------------------------

BOLTGUNS = ["7E-HIT-1", "7E-WND-1", "7E-SAV-2"]


@pytest.mark.rule(*BOLTGUNS)
def test_tv_42() -> None:
    assert chances(marines(1), boyz(30), distance=24) == {0: F(2, 3), 1: F(1, 3)}


@pytest.mark.rule(*BOLTGUNS)
def test_tv_43_and_44() -> None:
    kills = chances(marines(20), boyz(30), distance=24)
    assert sum(n * p for n, p in kills.items()) == F(20, 3)
    assert sum(p for n, p in kills.items() if n >= 5) == F(986166235, 1162261467)
    assert sum(F(comb(20, k) * 2 ** (20 - k), 3**20) for k in range(5, 21)) == F(986166235, 1162261467)


@pytest.mark.rule(*BOLTGUNS)
def test_tv_45() -> None:
    assert chances(marines(1, "lasgun", BS=3), marines(10), distance=24)[1] == F(1, 18)


# Fast dice -----------------------------------------------------------------------------------------------------------

QUEUE = squad("Boyz", trooper("Boy", 2, "shoota", Sv="6+"), trooper("Nob", 1, "slugga", Sv="4+", W=2))
THREE = ((Wound(4, None, (), False), 3),)


@pytest.mark.rule("7E-SAV-15")
def test_tv_46() -> None:
    assert wounds_on(THREE, QUEUE, lambda state: loses(state, "Nob"))[True] == F(25, 72)


@pytest.mark.rule("7E-SAV-15")
def test_tv_47() -> None:
    assert wounds_on(THREE, QUEUE, lambda state: (loses(state, "Nob"), state.line.remaining()[0]))[False, 1] == F(
        125, 216
    )


@pytest.mark.rule("7E-SAV-15")
def test_tv_68() -> None:
    """A Nob who dies of any wound shows whether one was allocated to him; his save is another than theirs all the same."""
    queue = squad(
        "Boyz",
        trooper("Boy", 6, "shoota", Sv="6+"),
        trooper("Nob", 1, "slugga", Sv="-", W=2),
        trooper("Rear", 10, "shoota", Sv="6+"),
    )
    eight = ((Wound(4, None, (), False), 8),)
    assert wounds_on(eight, queue, lambda state: loses(state, "Nob"))[True] == F(15625, 23328)
    real = squad(
        "Boyz",
        trooper("Boy", 6, "shoota", Sv="6+"),
        trooper("Nob", 1, "slugga", Sv="4+", W=2),
        trooper("Rear", 10, "shoota", Sv="6+"),
    )
    weapon = gun("gun", AP="-", type="Assault 8")
    played = attack(
        marines(1, weapon),
        real,
        *fire("gun"),
        ("hit:gun", [6] * 8),
        ("wound:gun", [6] * 8),
        ("save:Boy", [1, 1, 1, 1, 6, 6]),
        ("save:Boy", [6, 1]),
    )
    assert played.alive() == {"Boy": [1], "Nob": [2], "Rear": [1] * 10}


# Leadership ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-END-1", "7E-END-2")
@pytest.mark.parametrize(
    ("leadership", "chance"),
    [
        pytest.param(5, F(5, 18), id="TV-66a"),
        pytest.param(7, F(7, 12), id="TV-66b"),
        pytest.param(8, F(13, 18), id="TV-66c"),
        pytest.param(10, F(11, 12), id="TV-66d"),
    ],
)
def test_tv_66(leadership: int, chance: Fraction) -> None:
    unit = squad("T", trooper("T", 10, "lasgun", Ld=leadership))
    assert work_out((pinning_test,), new_attack(marines(1), unit).but(pinning=True)).measure(pinned)[0] == chance
    b = new_battle(army("A", marines(1)), army("B", unit))
    company = b.sides[1].units[0]
    lost = company.but(ranks=(company.ranks[0].but(n=7),))
    b = b.but(sides=(b.sides[0], b.sides[1].but(units=(lost,))))
    assert work_out((end_phase,), b).measure(lambda end: bool(end.sides[1].units[0].marks))[False] == chance


@pytest.mark.rule("7E-END-2")
def test_tv_67() -> None:
    assert charts.casualties_for_morale(10) == 3


@pytest.mark.rule("7E-WPN-10", "7E-WPN-21")
def test_tv_69() -> None:
    """A Wraithlord that moved: whether it did is not even asked."""
    wraithlord = squad("Wraithlord", trooper("Wraithlord", 1, "bright lance", T=8, W=3), type="Monstrous Creature")
    assert hits(wraithlord)[1] == F(2, 3)
    played = attack(wraithlord, boyz(), *fire("bright lance"), ("hit:bright lance", [2]))
    assert "moved" not in played.parts("facts:bright lance")


def test_no_vector_depends_on_another() -> None:
    """The odds remember rules between calls: the same vector twice is the same number."""
    first = chances(marines(5), boyz(5))
    assert chances(marines(5), boyz(5)) == first
