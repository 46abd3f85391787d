"""Battles of the shipped lists, answered at random: no error, and nothing that cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Choose, Question, Subset
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import BATTLE, RULESET
from shoot_cli.rules.second.profiles import HUMAN_SIZED, SETTINGS, SMALLER, Army, Unit
from shoot_cli.rules.second.records import Attack, Battle, Firing
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.steps.eligibility import OVERWATCH, waiting
from shoot_cli.rules.second.steps.happened import new_battle
from tests.helpers.samples import seeds
from tests.rules.second.helpers.reader import NAMES, shipped
from tests.rules.test_every_amendment import some_answer

IDS = {rule.id for rule in RULES}
IDLE = ("end the phase", "hold fire", "nobody", "a unit's state")
DRAWN = ("first turn", "state of", "state", "apart", "apart target", "damage", "weapon destroyed", "overwatch fire")
SAID = ("did not fire.", "a hero at another target", "the other side fires on overwatch", ", mission objective")


def some_army(random: Random, name: str) -> Army:
    """Four units of a shipped list, one of them now and then of smaller creatures, one led by a hero."""
    first, *others = random.sample(shipped(name).units, 4)
    if first.category == HUMAN_SIZED and random.random() < 0.5:
        first = first.but(category=SMALLER)
    if random.random() < 0.4:
        others[0] = led(others[0])
    return shipped(name).but(units=(first, *others))


def led(unit: Unit) -> Unit:
    """With one more model, who is a hero, lends his Leadership and carries a heavy weapon."""
    model = unit.models[0][0]
    weapons = tuple(weapon.but(rules=tuple(sorted({*weapon.rules, "Heavy"}))) for weapon in model.weapons)
    hero = model.but(name="Hero", leadership=10, weapons=weapons, rules=tuple(sorted({*model.rules, "Hero", "Leader"})))
    return unit.but(models=(*unit.models, (hero, 1)))


class Watch(Table):
    """A table that looks after every step whether what it sees can be."""

    def __init__(self, random: Random, met: Counter[str]) -> None:
        super().__init__(self.said)
        self.random, self.met = random, met

    def said(self, question: Question, place: int) -> Answer:
        assert set(question.rules) <= IDS
        self.met[question.key.partition(":")[0]] += 1
        if isinstance(question, Choose):
            self.met.update(words for words in SAID if words in f"{question.text} {question.open()}")
        if question.key == "distance":
            return self.random.choice((1, 6, 12, 20, 30))
        if wanted := self.wish(question):
            return wanted
        if self.random.random() < 0.5 and question.default is not None and question.key not in DRAWN:
            return question.default
        try:
            return some_answer(question, self.random)
        except BadAnswer:
            raise AssertionError(f"{question.key} takes nothing: {question}") from None

    def wish(self, question: Question) -> Answer:
        """What makes more happen than a toss of a coin: units shoot."""
        if isinstance(question, Subset) and question.key == "nearer" and self.random.random() < 0.7:
            return ()
        if isinstance(question, Choose) and question.key in ("unit", "target", "overwatch fire"):
            names = [option.value for option in question.open()]
            if self.random.random() < 0.9:
                names = [name for name in names if name not in IDLE] or names
                return self.random.choice(names)
        return None

    def enter_step(self, step: Any, record: Any) -> None:
        super().enter_step(step, record)
        if isinstance(record, Battle):
            can_be(record)
        elif isinstance(record, (Attack, Firing)):
            assert all(rank.n >= 0 for rank in record.ranks)
        RULESET.status(record)


def can_be(battle: Battle) -> None:
    for side in battle.sides:
        for company in side.units:
            unit = company.unit.value
            assert all(rank.n > 0 for rank in company.ranks)
            assert all(0 < rank.left <= unit.models[rank.kind][0].wounds for rank in company.ranks)
            assert models(company.ranks) <= company.start or battle.turn == 1
            for kind, (_, n) in enumerate(unit.models):
                assert sum(rank.n for rank in company.ranks if rank.kind == kind) <= n
            assert len({mark.name for mark in company.marks}) == len(company.marks)
            assert all(silence.turns > 0 for silence in company.silent)
            assert all(silence.n > 0 for silence in company.silent)
            assert unit.datafax or not company.damage
            in_the_middle = battle.split_fire is not None or battle.unit is not None
            assert company.waiting is None or company.marked(OVERWATCH) or in_the_middle
            assert sum(firer.n for firer in waiting(company)) <= models(company.ranks)


def played(seed: int, met: Counter[str] | None = None, turns: int = 2) -> Battle:
    random = Random(seed)
    table = Watch(random, Counter() if met is None else met)
    table.settings = {setting.key: random.choice(setting.values) for setting in SETTINGS}
    mine, theirs = (some_army(random, random.choice(NAMES)) for _ in range(2))
    end = play(BATTLE, new_battle(mine, theirs, turns), table)
    assert isinstance(end, Battle)
    assert end.over
    assert not end.harms
    assert end.unit is end.split_fire is None
    for entry in table.log:
        assert set(entry.rules) <= IDS, entry.text
        assert "{" not in entry.text
    return end


@pytest.mark.parametrize("seed", seeds(2, 13))
def test_a_battle_answered_at_random_comes_to_an_end(seed: int) -> None:
    played(seed)


@pytest.mark.slow
def test_random_battles_meet_everything() -> None:
    met: Counter[str] = Counter()
    keys = (
        "overwatch", "overwatch fire", "overwatch test", "break test", "apart", "apart target", "nearer", "within_6",
        "nearer_in_cover", "target_in_cover", "state", "damage", "damage row", "weapon destroyed", "under each",
        "others under", "others under each", "artillery", "fight", "friend in the fight", "happened", "sustained dice", "hive_mind", "arc", "location",
        "leader", "distances",
    )  # fmt: skip
    for seed in (10, 2, 47, 76, 5, 48, 67, *range(300)):  # the first seven have all of it, as things stand
        played(seed, met)
        if all(met[key] for key in (*keys, *SAID)):
            return
    assert not [key for key in (*keys, *SAID) if not met[key]]
