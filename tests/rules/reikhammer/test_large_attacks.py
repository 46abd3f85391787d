"""Attacks on many units: exact as small ones, against a plain sum over units, and no product of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from shoot_cli.battle.current_attack import AlreadyAnswered, current_attack
from shoot_cli.engine.sequence import Attack
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Ends, forget, odds
from shoot_cli.rules.reikhammer import ATTACK, RULESET
from shoot_cli.rules.reikhammer.profiles import Unit
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from tests.helpers.work import lines_run
from tests.rules.reikhammer.helpers.attacks import ends, formation, gun, mortar, shooters, targets, units

F = Fraction
Law = dict[tuple[int, int], Fraction]  # of integrity lost and units destroyed
BATTERY = shooters(mortar(9))


def losses(state: Any) -> tuple[int, int]:
    return state.damage, state.slain


def binomial(n: int, p: Fraction, k: int) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def on_one(law_of_hits: dict[int, Fraction], integrity: int, fails: Fraction) -> Law:
    """What one unit loses."""
    law: Law = {}
    for hits, p in law_of_hits.items():
        for failed in range(hits + 1):
            end = min(failed, integrity), int(failed >= integrity)
            law[end] = law.get(end, F(0)) + p * binomial(hits, fails, failed)
    return law


def both(one: Law, other: Law) -> Law:
    law: Law = {}
    for (lost, dead), p in one.items():
        for (more, others), q in other.items():
            end = lost + more, dead + others
            law[end] = law.get(end, F(0)) + p * q
    return law


def together(laws: list[Law]) -> Law:
    law: Law = {(0, 0): F(1)}
    for one in laws:
        law = both(law, one)
    return law


@pytest.mark.rule("RH-ALLOC-2", "RH-SAVE-1", "RH-DEST-1", "RH-SHOCK-3")
@pytest.mark.parametrize(("shots", "many", "integrity"), [(14, 5, 1), (20, 6, 2), (24, 4, 3)])
def test_many_shots_at_alike_units(shots: int, many: int, integrity: int) -> None:
    """AP4 hits with 4 of 6, armour 3 fails with 3: for each number of hits the units are independent."""
    law: Law = {}
    for hits in range(shots + 1):
        each, more = divmod(hits, many)
        on_units = [on_one({each + (place < more): F(1)}, integrity, F(1, 2)) for place in range(many)]
        for end, p in together(on_units).items():
            law[end] = law.get(end, F(0)) + binomial(shots, F(2, 3), hits) * p
    got = ends(shooters(n=shots), targets(many, integrity=integrity))
    assert got.measure(losses) == law
    assert {s.target_shock - s.slain for s, _ in got.records} == {1}


@pytest.mark.rule("RH-BAR-5", "RH-SAVE-1", "RH-DEST-1")
def test_a_barrage_on_many_units() -> None:
    """AP3: of its dice, one for each point of integrity, half hit. Armour 2 fails with 4 of 6, armour 4 with 2."""
    target = formation(
        "Targets", units("a", 4, integrity=3, armour=2), units("b", 5, integrity=2, armour=4), units("c", 6)
    )
    rows = (4, 3, F(4, 6)), (5, 2, F(2, 6)), (6, 1, F(3, 6))
    law = together(
        [
            on_one({hits: binomial(integrity, F(1, 2), hits) for hits in range(integrity + 1)}, integrity, fails)
            for many, integrity, fails in rows
            for _ in range(many)
        ]
    )
    got = ends(BATTERY, target)
    assert got.measure(losses) == law
    assert len(got.records) == len(law)


MIXED = formation(
    "Mixed", units("a", 1, integrity=2), units("b", 2, type="AV", armour=4), units("c", 1, type="WE", integrity=2)
)
ARMED = formation(
    "Armed", units("Mortar", 1, mortar(9)), units("Gun", 2, gun(AP=4)), units("Lance", 1, gun("lance", macro=("AT",), AT=4))
)  # fmt: skip


@pytest.mark.parametrize("shooting", ["direct", "barrage"])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"shock_per_failed_save": "true", "we_suppression": "integrity"},
        {"barrage_with_guns": "yes", "we_suppression": "integrity"},
        {"barrage_with_guns": "yes", "macro_save": "armour", "shock_per_failed_save": "true"},
    ],
)
def test_whole_pools_come_to_the_same(settings: dict[str, str], shooting: str) -> None:
    """Macro hits, and guns beside a barrage, find what the hits before them left."""
    start, known = new_attack(ARMED, MIXED), RULESET.defaults() | settings

    def worked_out(brute_force: bool) -> Ends:
        given = Preset({"shooting": shooting}, raise_missing)
        return odds(ATTACK, start, given, settings=known, exact=True, brute_force=brute_force)

    def end(state: Any) -> tuple[Any, ...]:
        return state.damage, state.slain, state.target_shock, state.counted_left, state.broken

    quick, plain = worked_out(False), worked_out(True)
    assert quick.measure(end) == plain.measure(end)
    assert quick.expected == plain.expected


@pytest.mark.rule("RH-BAR-7", "RH-ALLOC-3")
def test_guns_beside_a_barrage_find_whom_it_left() -> None:
    """The barrage fells each of two with 1 in 4; a gun then fells one more of those that stand with 1 in 3."""
    armed = formation("Armed", units("Mortar", 1, mortar(9)), units("Gun", 1, gun()))
    got = ends(armed, targets(2), {"barrage_with_guns": "yes"}, shooting="barrage")
    none, one = F(9, 16), F(6, 16)
    assert got.distribution(lambda state: state.slain) == [
        none * F(2, 3),
        none * F(1, 3) + one * F(2, 3),
        1 - none - one * F(2, 3),
    ]


def work(shooter: Unit, target: Unit) -> int:
    forget()
    given, known = Preset({}, raise_missing), RULESET.defaults()
    return lines_run(lambda: odds(ATTACK, new_attack(shooter, target), given, settings=known))


@pytest.mark.parametrize(
    ("size", "most", "of"),
    [
        (20, 3, lambda n: work(shooters(n=n), targets(10, integrity=2))),  # for each number of hits it is as much
        (6, 5, lambda n: work(BATTERY, targets(n, integrity=3))),  # so many pairs of losses
        (6, 3, lambda n: work(shooters(n=12), targets(n, integrity=2))),
    ],
)
def test_the_work_is_no_product(size: int, most: int, of: Callable[[int], int]) -> None:
    """Whole pools would be a power of it: 3 to the sixth for each six units."""
    assert of(2 * size) < most * of(size)


def test_odds_between_saves_are_no_product() -> None:
    """While units save one after the other, what the others will lose adds up as it did before."""

    def between(many: int) -> int:
        half = (units(name, many // 2, integrity=3, armour=at) for name, at in (("Light", 3), ("Heavy", 4)))
        start, known = new_attack(BATTERY, formation("Targets", *half)), RULESET.defaults()
        dice = [{"first": [1] * 3 * many}, {"first": [1] * 3 * (many // 2)}]  # all to hit, and the saves of one half
        battle = (Attack(lambda state, table: state, *ATTACK, lambda state, table: state),)
        now = current_attack(battle, start, [{}, *dice], known)
        assert now is not None
        assert len(now.record.pool) == many
        forget()
        return lines_run(lambda: odds(now.rest, now.record, AlreadyAnswered(now.answers), settings=known))

    assert between(12) < 5 * between(6)


@pytest.mark.rule("RH-SAVE-1")
def test_odds_between_saves_are_what_was_lost_and_what_is_still_thrown() -> None:
    """The light ones lost 2 of their 6 points; each of 6 dice of the others fails on 5 and 6."""
    rows = (units(name, 2, integrity=3, armour=at) for name, at in (("Light", 3), ("Heavy", 4)))
    start, known = new_attack(BATTERY, formation("Targets", *rows)), RULESET.defaults()
    battle = (Attack(lambda state, table: state, *ATTACK, lambda state, table: state),)
    now = current_attack(battle, start, [{}, {"first": [1] * 12}, {"first": [1, 1, 6, 1, 6, 1]}], known)
    assert now is not None
    found = odds(now.rest, now.record, AlreadyAnswered(now.answers), settings=known)
    mean = sum(n * chance for n, chance in found.measure(RULESET.measures["damage"]).items())
    assert mean == pytest.approx(float(2 + 6 * F(2, 6)), abs=1e-12)
