"""The five verbs of the table in the 2nd edition, where random single attacks cannot see a wrong use of them.

``tests/rules/test_every_verb.py`` holds single attacks to the laws. Here attacks are in a battle, with a friend in the
fight and another enemy, and each easier way of the odds has an attack in which a wrong one is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import pytest

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.profiles import Save, Unit
from shoot_cli.rules.second.records import Attack, Firing
from shoot_cli.rules.second.steps import attack, damage, eligibility, markers
from shoot_cli.rules.second.steps.attack import begin_attack
from tests.helpers.samples import seeds
from tests.helpers.table_verbs import VERBS, as_at_the_table, held_to_laws
from tests.rules.second.helpers.guns_and_men import firer, gun, men, sure
from tests.rules.second.helpers.random_attacks import battery_of, random_attack
from tests.rules.second.helpers.tabletop import army

OF_BATTLES = {
    "sustained_same_unit": ("true", "false"), "misfire": ("dud", "ask"), "blast_partial": ("4+", "always"),
    "scatter_hit_face": ("small_arrow", "on_target"),
}  # fmt: skip


def in_a_battle(shooter: Unit, target: Unit, engaged: bool = False) -> Attack:
    """An attack with a friend and another enemy beside it."""
    mine, theirs = army("Mine", shooter, men(3).but(name="Friends")), army("Theirs", target, men(2).but(name="Others"))
    battle = RULESET.begin_battle(mine, theirs, 1).but(unit=0, target=0)
    if engaged:
        battle = replaced(battle, 1, 0, battle.sides[1].units[0].with_mark(Mark(eligibility.ENGAGED)))
    return begin_attack(battle, Table(raise_missing))


def law_of(start: Attack, answers: Mapping[str, Any], settings: Mapping[str, str], plain: bool = True) -> Any:
    """The chances of all measures together: by brute force, unless ``plain`` is False."""
    given, known = Preset(answers, raise_missing), RULESET.defaults() | dict(settings)
    ends = odds(RULESET.attack, start, given, settings=known, exact=True, brute_force=plain)
    found = ends.measure(lambda end: tuple(int(measure(end)) for measure in RULESET.measures.values()))
    return {end: p for end, p in found.items() if p}


def check(start: Attack, answers: Mapping[str, Any], settings: Mapping[str, str], *verbs: str) -> Counter[str]:
    """Check each verb by itself, and all together; return how often each was used."""
    return held_to_laws(lambda: law_of(start, answers, settings), verbs)


def is_quick(shooter: Unit, target: Unit, answers: dict[str, Any], settings: dict[str, str]) -> bool:
    """True if real dice for penetration, or for saves on two dice, have not many results."""
    two = any(model.save is not None and model.save.dice == 2 for model, _ in target.models)
    ways = 1
    for weapon, dice in battery_of(shooter, target, answers, settings):
        each = prod(sides**n for n, sides in weapon.penetration.dice) if target.datafax else 11 if two else 1
        ways *= each ** (3 * max(dice, weapon.area) or 2)
    return ways <= 200


def random_case(seed: int) -> tuple[Attack, dict[str, Any], dict[str, str]]:
    random = Random(seed)
    case = next(case for case in iter(lambda: random_attack(random), None) if is_quick(*case))
    shooter, target, answers, settings = case
    settings |= {key: random.choice(values) for key, values in OF_BATTLES.items()}
    return in_a_battle(shooter, target, "friends_engaged" in answers), answers, settings


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 3))
def test_odds_in_a_battle_are_the_same_with_what_players_have(part: int) -> None:
    used: Counter[str] = Counter()
    for seed in range(2000 + 6 * part, 2006 + 6 * part):
        case = random_case(seed)
        used += check(*case, *VERBS)
        assert law_of(*case, plain=False) == law_of(*case), seed
    assert used["detail"] > 5
    assert used["blindly"] > 5
    assert used["explain"] > 5


# Each use that a rule depends on: an attack that meets it, and what would be wrong there -------------------------------

Plant = tuple[Any, str, Any]  # a module, a name in it, and a value for it


class Use:
    """An attack in which a verb is used. ``plant`` breaks the law there; ``needs`` makes the attack come to the use."""

    def __init__(
        self, verb: str, start: Attack, plant: Plant, settings: Mapping[str, str] = {}, *needs: Plant, **answers: Any
    ) -> None:
        self.verb, self.start, self.plant, self.settings, self.needs = verb, start, plant, settings, needs
        self.answers: dict[str, Any] = {"distance": 6} | answers

    def check(self, *plants: Plant) -> Counter[str]:
        with pytest.MonkeyPatch.context() as patch, as_at_the_table():  # which forgets what the odds have cached
            for module, name, value in (*self.needs, *plants):
                patch.setattr(module, name, value)
            return check(self.start, self.answers, self.settings, self.verb)


def asks(*given: Any) -> None:
    given[-1].total("a die of a text", 1)


def always(*_: Any) -> bool:
    return True


def half(*_: Any) -> tuple[int, int]:
    return 1, 2


def one_goes_elsewhere(state: Firing, table: Table) -> Firing:
    return state.but(pool=markers.without(state.pool, 1))


SPRAY, DRILL = sure(10, -9, sustained=2), sure(10, 0, penetration="D6+10")
BLAST = gun(10, -9, hit_short=-9, blast=2)
USES: Mapping[str, Use] = {
    "what jams": Use("detail", in_a_battle(firer(SPRAY), men()), (attack, "JAMMED", ())),
    "one die for wound and save": Use(
        "blindly", in_a_battle(firer(sure()), men(save=Save(4))), (damage, "hurting_ways", half)
    ),
    "a misfire that players place": Use(
        "blindly", in_a_battle(firer(BLAST), men(3)), (markers, "only_misfires_count", always), {"misfire": "ask"},
        misfire="placed", under_missed=2,
    ),
    "a marker that stays": Use(
        "blindly", in_a_battle(firer(BLAST), men(3)), (markers, "only_misfires_count", always),
        {"scatter_hit_face": "on_target"},
    ),
    "who takes several hits": Use("explain", in_a_battle(firer(SPRAY), men()), (damage, "tell_shares", asks)),
    "who falls": Use("explain", in_a_battle(firer(SPRAY), men()), (damage, "explain_fallen", asks)),
    "extra hits on others": Use(
        "in_sight", in_a_battle(firer(SPRAY), men(5)), (markers, "extra_hits_shared", one_goes_elsewhere),
        {"sustained_same_unit": "false"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_use_keeps_the_law_and_a_wrong_one_is_seen(use: Use) -> None:
    use.check()
    with pytest.raises(AssertionError):
        use.check(use.plant)


def test_the_attacks_meet_the_verbs() -> None:
    met = {name: use.check()[use.verb] for name, use in USES.items() if use.verb in ("detail", "explain")}
    assert all(met.values()), met


# An easier way of the odds that was wrong ------------------------------------------------------------------------------


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(
    ("settings", "answers", "hits"),
    [
        ({"misfire": "dud"}, {"misfire": "placed", "under_missed": 2}, Fraction(5, 6) * 2),
        ({"misfire": "ask"}, {"misfire": "placed", "under_missed": 2}, Fraction(2)),
        ({"scatter_hit_face": "small_arrow"}, {}, Fraction(0)),
        ({"scatter_hit_face": "on_target"}, {}, Fraction(1, 3) * Fraction(5, 6) * 3),
    ],
)
def test_where_a_missed_marker_lies_in_the_odds(
    settings: dict[str, str], answers: dict[str, Any], hits: Fraction
) -> None:
    law = law_of(in_a_battle(firer(BLAST), men(3, toughness=1)), {"distance": 6} | answers, settings)
    assert sum(p * end[0] for end, p in law.items()) == hits * Fraction(5, 6)  # who is hit is wounded on 2+
