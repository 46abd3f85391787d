"""Odds of Reikhammer against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules import edition
from shoot_cli.rules.reikhammer.profiles import SETTINGS, Model, Unit, Weapon
from tests.helpers.samples import seeds
from tests.rules.reikhammer.helpers.random_attacks import Attack, random_attack
from tests.rules.reikhammer.oracles.attack import Fight, fight, to_hit, to_save

MEASURES = ("slain", "damage", "destroyed", "shock", "broken")
Law = dict[tuple[int, ...], Fraction]


def by_odds(drawn: Attack) -> Law:
    """The chance of each end in all measures at once."""
    shooter, target, said, settings = drawn
    found = edition("rh")
    assert found is not None
    ruleset = found.ruleset()
    ends = odds(
        ruleset.attack,
        ruleset.begin_attack(shooter, target),
        Preset(said, raise_missing),
        settings=ruleset.defaults() | settings,
        exact=True,
    )
    law = ends.measure(lambda state: tuple(int(ruleset.measures[name](state)) for name in MEASURES))
    return {end: chance for end, chance in law.items() if chance}


def by_oracle(drawn: Attack) -> Law:
    everybody = len(drawn[1].pieces())
    return {
        (slain, damage, int(slain == everybody), shock, int(broken)): chance
        for (slain, damage, shock, broken), chance in fight(*drawn).items()
        if chance
    }


def equal(seed: int) -> None:
    drawn = random_attack(Random(seed))
    assert by_odds(drawn) == by_oracle(drawn), (seed, drawn[2:])


@pytest.mark.parametrize("part", seeds(3, 16))
def test_random_attacks(part: int) -> None:
    for seed in range(15 * part, 15 * part + 15):
        equal(seed)


# What is compared ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_attacks_are_of_every_kind() -> None:
    """Every fact, every value of every setting where it counts, every kind of weapon and unit."""
    seen: Counter[str] = Counter()
    for seed in range(400):
        shooter, target, said, settings = random_attack(Random(seed))
        game = Fight(shooter, target, said, settings)
        seen.update([key.partition(":")[0] for key in said] + [f"{key}={value}" for key, value in settings.items()])
        seen.update(f"type {model.type}" for model in game.models)
        seen["nobody fires"] += not game.firers()
        seen["barrage"] += game.points() > 0
        seen["barrage and guns"] += bool(game.points() and game.shots())
        seen["somebody is suppressed"] += bool(game.suppressed())
        seen["without ammo"] += any(model.ammo == 0 for model in game.own)
        seen["offset"] += "x" in said.get("distance", "").replace("Text", "")
        shots = game.shots()
        seen["macro"] += any(one.macro for one in shots)
        seen["macro and normal"] += len({one.macro for one in shots}) == 2
        seen["ignores cover"] += any(one.ignores for one in shots)
        seen["takes the penalty"] += any(game.mixed(one.kind, one.macro) and not one.ignores for one in shots)
        seen["several kinds"] += len({one.kind for one in shots}) > 1
        seen["second roll"] += any(one.value in (0, -1, -2) for one in shots)
        seen["6 or more to hit"] += any(one.value >= 6 for one in shots)
        seen["saves on 6"] += any((game.save(place, False) or 0) >= 6 for place in range(len(game.models)))
        seen["reinforced"] += any(model.reinforced for model in game.models)
        seen["invulnerable"] += any(model.invulnerable for model in game.models)
        ends = by_oracle((shooter, target, said, settings))
        assert sum(ends.values()) == 1
        for place, name in enumerate(MEASURES):
            seen[name] += any(end[place] for end in ends)
    wanted = {f"{setting.key}={value}" for setting in SETTINGS for value in setting.values}
    wanted |= {f"type {kind}" for kind in ("INF", "LV", "AV", "WE", "AC")}
    wanted |= {
        "distance", "obstruction", "hidden", "under", "cover", "crossfire", "action", "shock", "target_shock", "firing",
        "shooting", "ignore_cover", "suppressed", "value", "AP", "AT", "nobody fires", "barrage", "barrage and guns",
        "somebody is suppressed", "without ammo", "offset", "macro", "macro and normal", "ignores cover",
        "takes the penalty", "several kinds", "second roll", "6 or more to hit", "saves on 6", "reinforced",
        "invulnerable", *MEASURES,
    }  # fmt: skip
    assert {name: seen[name] for name in sorted(wanted) if seen[name] < 3} == {}


# The oracle itself, against the examples of the specification and sums by hand -----------------------------------------


def unit(*kinds: tuple[Model, int]) -> Unit:
    return Unit("Formation", kinds)


def guns(*weapons: Weapon, n: int = 1, **values: Any) -> Unit:
    return unit((Model("Gunner", "INF", 3, weapons=weapons, **values), n))


def men(
    name: str, n: int = 1, armour: int = 3, integrity: int = 1, kind: str = "INF", **values: Any
) -> tuple[Model, int]:
    return Model(name, kind, armour, integrity, **values), n


def game(target: Unit, shooter: Unit | None = None, said: dict[str, Any] | None = None, **settings: str) -> Fight:
    return Fight(shooter or guns(Weapon("gun", 24, ap=4, at=4)), target, said or {}, settings)


def slain(law: dict[tuple[int, int, int, bool], Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for end, chance in law.items():
        found[end[0]] = found.get(end[0], Fraction(0)) + chance
    return found


def test_dice_to_hit() -> None:
    assert [to_hit(value).get(True, 0) for value in (-3, -2, -1, 0, 1, 4, 5, 6, 7)] == [
        0, Fraction(1, 36), Fraction(1, 18), Fraction(1, 12), Fraction(1, 6), Fraction(2, 3), *[Fraction(5, 6)] * 3,
    ]  # fmt: skip


def test_dice_to_save() -> None:
    assert [to_save(value, True).get(True, 0) for value in (None, 0, 1, 4, 6, 7)] == [
        0, 0, Fraction(1, 6), Fraction(2, 3), Fraction(5, 6), Fraction(5, 6),
    ]  # fmt: skip
    assert to_save(6, False) == {True: Fraction(1)}


def test_hits_are_spread_evenly_over_those_they_can_hurt() -> None:
    three = game(unit(men("a"), men("b"), men("c")))
    assert three.allocated((1, 1, 1), (0, 0, 0, 5, 0, 0), False) == (2, 2, 1)
    mixed = game(unit(men("t", kind="AV"), men("a"), men("b")))
    assert mixed.allocated((1, 1, 1), (0, 0, 0, 4, 0, 0), False) == (0, 2, 2)
    light = game(unit(men("l", kind="LV"), men("a")))
    assert light.allocated((1, 1), (0, 0, 0, 0, 2, 0), False) == (2, 0)


def test_the_spread_counts_all_kinds_or_each() -> None:
    target = unit(men("l", kind="LV"), men("i"), men("t", kind="AV"))
    assert game(target).allocated((1, 1, 1), (0, 0, 0, 1, 1, 0), False) == (1, 0, 1)
    assert game(target, even_count="per_kind").allocated((1, 1, 1), (0, 0, 0, 1, 1, 0), False) == (2, 0, 0)


def test_hits_that_ignored_cover_go_first() -> None:
    wood = game(unit(men("wood"), men("open")), said={"cover": "wood: 2, open: none"})
    assert wood.allocated((1, 1), (1, 0, 0, 1, 0, 0), False) == (1, 1)


def test_ignoring_cover_is_all_or_some() -> None:
    """AP4, two in wood and three in the open: 4 on three, or 3 on all five."""
    target, gun = unit(men("wood", 2), men("open", 3)), guns(Weapon("gun", 24, ap=4))
    cover = "wood 1: 2, wood 2: 2, open 1: none, open 2: none, open 3: none"
    (ignoring,) = game(target, gun, {"cover": cover, "ignore_cover": "yes"}).shots()
    (taking,) = game(target, gun, {"cover": cover, "ignore_cover": "no"}).shots()
    assert (ignoring.value, ignoring.ignores, taking.value, taking.ignores) == (4, True, 3, False)


def test_a_chain_by_hand() -> None:
    """Two shots at 4 or less, one unit of integrity 1 that saves on 3 or less: each kills with 1/3."""
    law = fight(guns(Weapon("gun", 24, ap=4), n=2), unit(men("a"), men("b", armour=9)), {"target_shock": "1"}, {})
    # One hit goes to a; two hits are one on each, and b fails with 1/6 (a 6).
    a, b = Fraction(2, 3) * Fraction(2, 3), Fraction(2, 3) * Fraction(1, 3) * 2
    both, one = (
        a * Fraction(1, 12),
        b * Fraction(1, 2) + a * (Fraction(1, 2) * Fraction(5, 6) + Fraction(1, 2) * Fraction(1, 6)),
    )
    assert slain(law) == {0: 1 - both - one, 1: one, 2: both}
    assert {end[2] - end[0] for end in law} == {2}  # 1 already, 1 for coming under fire, 1 for each unit destroyed
    assert all(end[3] == (end[0] < 2) for end in law)  # Shock 2 of 2 units, 3 of 1; nobody is broken who is no more


def test_macro_hits_come_last_and_spare_those_with_a_save() -> None:
    """A normal and a macro hit on one unit of integrity 2: the macro one is not saved but by reinforced armour."""
    shooter = guns(Weapon("gun", 24, ap=6), Weapon("drill", 24, ap=6, macro=("AP",)))
    hit, save = Fraction(5, 6), Fraction(1, 2)
    plain = fight(shooter, unit(men("a", integrity=2)), {}, {})
    strong = fight(shooter, unit(men("a", integrity=2, reinforced=True)), {}, {})
    assert slain(plain)[1] == hit * hit * save
    assert slain(strong)[1] == hit * hit * save * save
    assert slain(fight(shooter, unit(men("a", integrity=2)), {}, {"macro_save": "armour"})) == slain(strong)
    crossed = fight(shooter, unit(men("a", integrity=2, invulnerable=1)), {"crossfire": "yes"}, {})
    assert slain(crossed)[1] == hit * hit * Fraction(2, 3)


def test_suppression_from_the_back() -> None:
    models = tuple(men(f"u{n}", weapons=(Weapon("gun", 24, ap=4),)) for n in range(1, 7))
    away = {f"u{n}": n + 2 for n in range(1, 6)} | {"u6": 30}
    said = {"distance": away, "shock": 2}
    assert game(unit(men("a")), unit(*models), said).firers() == [0, 1, 2]
    assert fight(unit(*models), unit(men("a")), said | {"shock": 5}, {}) == {(0, 0, 0, False): 1}


def test_a_barrage_rolls_for_each_point_of_integrity() -> None:
    howitzer = guns(Weapon("howitzer", 30, bp=9))
    law = fight(howitzer, unit(men("a", integrity=3), men("b", kind="AC")), {}, {})
    assert slain(law)[1] == Fraction(1, 64)
    assert sum(end[1] * chance for end, chance in law.items()) == Fraction(3, 4)
    assert {end[2] - end[0] for end in law} == {2}
    certain = fight(howitzer, unit(men("a", integrity=3, armour=0)), {}, {"barrage_hits": "automatic"})
    assert certain == {(1, 3, 3, False): 1}
    engine = fight(howitzer, unit(men("a", integrity=3, armour=0, kind="WE")), {}, {"barrage_hits": "automatic"})
    assert engine == {(0, 1, 2, True): 1}
