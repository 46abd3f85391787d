"""The verbs of the table in the editions of this room, where random attacks by themselves seldom or never use them.

* in an attack of a battle, of which less is said beforehand;
* where one die may be changed, and attacks are resolved one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from shoot_cli.engine.questions import Question
from shoot_cli.odds import odds
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.datasheets.records import AT_THE_TABLE, BEFOREHAND
from shoot_cli.rules.datasheets.steps.attack import damage, slain
from shoot_cli.rules.tenth import ATTACK, RULESET
from shoot_cli.rules.tenth.game import new_attack
from tests.helpers.samples import first, seeds
from tests.helpers.table_verbs import VERBS, held_to_laws
from tests.rules.eleventh.helpers import bare_attacks as eleventh
from tests.rules.eleventh.helpers.small_documents import attack, hero, men
from tests.rules.eleventh.helpers.small_documents import gun as weapon
from tests.rules.eleventh.test_one_die import CASES, SURE_WOUND
from tests.rules.tenth.helpers import attacks as tenth
from tests.rules.tenth.test_single_dice import having
from tests.rules.test_every_ruleset import Case

EDITIONS = [edition for edition in RULESETS if edition.room.endswith(".datasheets")]
MANNERS = {"at the table": AT_THE_TABLE, "beforehand": BEFOREHAND}


def default(question: Question, place: int) -> Any:
    return question.default


def law_of(sequence: Any, start: Any, settings: Any, answer: Any = default) -> Callable[[], Any]:
    def law() -> dict[Any, Any]:
        ends = odds(sequence, start, answer, settings=settings, exact=True, brute_force=True)
        return {end: p for end, p in ends.measure(lambda state: (slain(state), damage(state))).items() if p}

    return law


# Random attacks as a battle has them ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 3))
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.short)
def test_the_odds_of_an_attack_in_a_battle_are_the_same_with_what_players_have(edition: Edition, part: int) -> None:
    for seed in range(2000 + 5 * part, 2005 + 5 * part):
        case = Case(edition, seed)
        held_to_laws(law_of(case.sequence, case.start.but(manner=AT_THE_TABLE), case.settings), VERBS)


# One die of 10th edition ---------------------------------------------------------------------------------------------

GUN = tenth.gun(A=2, BS=2, D="D6")
OF_ONE_DIE = {
    "a save": (tenth.shooters(GUN), having(tenth.targets(2, W=3, Sv="4+"), "re-roll one save")),
    "a save set to 6": (tenth.shooters(GUN), having(tenth.targets(2, W=3, Sv="4+"), "set one save to 6")),
    "damage": (having(tenth.shooters(GUN), "re-roll one damage roll"), tenth.targets(2, W=4, Sv="5+")),
}


@pytest.mark.parametrize("name", OF_ONE_DIE)
def test_one_die_of_10th_edition(name: str) -> None:
    """A model that saved an attack, or was spared its damage, is remembered by players alone."""
    assert held_to_laws(law_of(ATTACK, new_attack(*OF_ONE_DIE[name]), RULESET.defaults()), VERBS)["detail"] > 0


# Attacks of 11th edition, by themselves and in a battle --------------------------------------------------------------

UNIT = men("Nob", 2, W=2, Sv="4+"), men("Boy", 2, Sv="6+"), hero("Boss", W=3, Sv="3+")
DOCUMENTS = {
    **CASES,
    "precision": attack([weapon(SURE_WOUND, "Precision", n=2, AP=-1)], *UNIT, precision="Boss"),
    "lethal": attack([weapon("Lethal Hits", n=2, BS="3+", S=4)], *UNIT),
    "two pools": attack([weapon(n=2, AP=-1, D=2), weapon(AP=-2)], *UNIT),
    "pools whose order does not matter": attack([weapon(), weapon(D=2)], men("Boy", 3)),
    "best saves first": attack([weapon("improve AP by 2 on critical wounds", n=2)], *UNIT, allocate="best_save"),
}


@pytest.mark.slow
@pytest.mark.parametrize("manner", first(1, MANNERS))
def test_attacks_of_11th_edition(manner: str) -> None:
    used: Counter[str] = Counter()
    for document in DOCUMENTS.values():
        start = eleventh.declared(document, MANNERS[manner] == BEFOREHAND)
        answers = eleventh.Preset(eleventh.facts_of(document), eleventh.raise_missing)
        used += held_to_laws(law_of(eleventh.SEQUENCE, start, eleventh.settings_of(document), answers), VERBS)
    assert {verb for verb in VERBS if not used[verb]} == set()
