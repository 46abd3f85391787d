"""Odds of Reikhammer against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules import edition
from shoot_cli.rules.reikhammer.profiles import SETTINGS
from tests.helpers.samples import seeds
from tests.rules.reikhammer.helpers.random_attacks import Attack, random_attack
from tests.rules.reikhammer.oracles.attack import Fight, fight

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
