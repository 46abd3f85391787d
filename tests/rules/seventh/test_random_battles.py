"""Battles of small lists of every kind of unit, answered at random: no error, and nothing that cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from shoot_cli.battle.luck import LuckReport, report
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Choose, Question
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import BATTLE, RULESET
from shoot_cli.rules.seventh.profiles import SETTINGS, Army, Unit
from shoot_cli.rules.seventh.records import Attack, Battle
from shoot_cli.rules.seventh.steps.turns import new_battle
from tests.helpers.samples import first, many
from tests.rules.seventh.helpers.tabletop import Seventh, army, boyz, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank
from tests.rules.test_every_amendment import some_answer

IDLE = ("end the phase", "hold fire", "run")
DRAWN = ("first turn", "jink", "state of", "state", "split", "split_target", "speed", "facing")  # seldom as proposed


def garage(random: Random, name: str) -> list[Unit]:
    """Vehicles of every kind, each with other weapons."""
    rules = tuple(
        rule
        for rule in ("Smoke Launchers", "Extra Armour", "Venerable", "Camo Netting", "Jink")
        if random.random() < 0.3
    )
    twin = gun("twin lascannon", "48", "9", "2", "Heavy 1, Twin-linked")
    carrier = tank(
        10, 2, "storm bolter", name=f"{name} Carrier", type=random.choice(("Vehicle (Tank)", "Vehicle (Open-topped)")),
        rules=rules,
    ).but(capacity=12, fire_points=random.choice((0, 2)))  # fmt: skip
    return [
        carrier,
        tank((12, 11, 10), 3, "lascannon", "heavy bolter", "heavy bolter", name=f"{name} Tank", rules=rules),
        tank(13, 3, "battle cannon", "heavy bolter", name=f"{name} Gunship", type="Vehicle (Tank, Heavy)"),
        tank(10, 2, "autocannon", n=2, name=f"{name} Walkers", type="Vehicle (Open-topped, Walker)"),
        tank(10, 2, "multi-melta", n=3, name=f"{name} Speeders", type="Vehicle (Fast, Skimmer)"),
        tank(12, 4, twin, twin, "heavy bolter", name=f"{name} Raider",
             rules=("Power of the Machine Spirit", *rules)),
        tank(11, 1, "plasma cannon", name=f"{name} Burner").but(capacity=6, fire_points=1),
        tank(10, 3, "lascannon", name=f"{name} Fighter", type="Vehicle (Flyer, Hover)").but(capacity=6),
    ]  # fmt: skip


def barracks(random: Random, name: str) -> list[Unit]:
    """Units of models, with markers, templates and whatever else hits vehicles and crowds."""
    pins = gun("pinner", type="Assault 2, Pinning")
    flak = gun("flak gun", "48", "7", "4", "Heavy 2, Skyfire, Interceptor")
    return [
        squad(f"{name} Squad", trooper("Marine", 3, "boltgun"), trooper("Gunner", 1, "plasma gun"),
              trooper("Burner", 1, "flamer"), trooper("Boss", 1, "bolt pistol", character=True)),
        squad(f"{name} Devastators", trooper("Gunner", 2, "missile launcher"), trooper("Heavy", 1, "multi-melta"),
              rules=("Split Fire",)),
        marines(3, "mortar", name=f"{name} Mortars", Sv="5+"),
        marines(4, pins, name=f"{name} Focused", unit_rules=("Battle Focus",)),
        marines(3, "boltgun", name=f"{name} Bikes", type="Bike", T=5),
        boyz(random.choice((3, 8)), name=f"{name} Boyz"),
        squad(f"{name} Flak", trooper("Gunner", 2, flak), rules=("Night Vision",)),
        marines(1, "heavy flamer", "lascannon", name=f"{name} Beast", type="Flying Monstrous Creature", W=4, T=6),
    ]  # fmt: skip


def some_army(random: Random, name: str) -> Army:
    machines, men = garage(random, name), barracks(random, name)
    return army(name, machines[0], *random.sample(machines[1:], 2), *random.sample(men, 3))


class Watch(Table):
    """A table that looks after every step whether what it sees can be."""

    def __init__(self, random: Random, met: Counter[str]) -> None:
        super().__init__(self.said)
        self.random, self.met = random, met
        self.hull: dict[tuple[int, int], int] = {}

    def said(self, question: Question, place: int) -> Answer:
        assert set(question.rules) <= Seventh.IDS
        self.met[question.key.partition(":")[0]] += 1
        if question.key == "distance":
            return self.random.choice((1, 6, 12, 20, 30))
        chance = self.random.random()
        if wanted := self.wish(question):
            return wanted
        if chance < 0.5 and question.default is not None and question.key not in DRAWN:
            return question.default
        try:
            return some_answer(question, self.random)
        except BadAnswer:
            raise AssertionError(f"{question.key} takes nothing: {question}") from None

    def wish(self, question: Question) -> Answer:
        """What makes more happen than a toss of a coin: units shoot, and they ride in transports."""
        if not isinstance(question, Choose):
            return None
        names = [option.value for option in question.open()]
        if question.key == "state" and self.random.random() < 0.6 and "embarked" in names:
            return "embarked"
        if question.key == "state of" and self.random.random() < 0.4:
            return next((name for name in names if "Beast" in name), None)
        if question.key == "state" and self.random.random() < 0.8 and "swooping" in names:
            return "swooping"
        if question.key in ("unit", "target") and self.random.random() < 0.8:
            names = [name for name in names if name not in IDLE] or names
            return self.random.choice(names)
        return None

    def enter_step(self, step: Any, record: Any) -> None:
        super().enter_step(step, record)
        if isinstance(record, Battle):
            self.can_be(record)
        elif isinstance(record, Attack):
            assert all(rank.n > 0 for rank in record.line.standing())
        RULESET.status(record)

    def can_be(self, battle: Battle) -> None:
        for s, side in enumerate(battle.sides):
            for i, company in enumerate(side.units):
                unit = company.unit.value
                assert all(rank.n > 0 for rank in company.ranks)
                assert all(0 < rank.left <= unit.models[rank.kind][0].wounds for rank in company.ranks)
                assert models(company.ranks) <= sum(n for _, n in unit.models)
                assert len({mark.name for mark in company.marks}) == len(company.marks)
                assert company.inside is None or company.marked("embarked")
                if not unit.vehicle:
                    assert not company.wear
                    continue
                assert len(company.wear) == len(company.ranks)
                assert all(rank.n == 1 for rank in company.ranks)
                assert all(bool(wear.crew) == bool(wear.until) for wear in company.wear)
                assert not company.marked("gone to ground")
                assert not company.marked("falling back")
                left = sum(rank.left for rank in company.ranks)
                assert left <= self.hull.get((s, i), left), f"{unit.name} grew hull points"
                self.hull[s, i] = left


def played(seed: int, met: Counter[str] | None = None, turns: int = 2) -> tuple[Battle, Watch]:
    random = Random(seed)
    table = Watch(random, Counter() if met is None else met)
    table.settings = {setting.key: random.choice(setting.values) for setting in SETTINGS}
    end = play(BATTLE, new_battle(some_army(random, "One"), some_army(random, "Two"), turns), table)
    assert end.over
    assert not end.harms
    assert not end.gone
    for entry in table.log:
        assert set(entry.rules) <= Seventh.IDS, entry.text
        assert "{" not in entry.text
    return end, table


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, [3, 2, 0, 1]))
def test_a_battle_answered_at_random_comes_to_an_end(seed: int) -> None:
    played(seed)


def luck_of(seed: int) -> LuckReport:
    end, table = played(seed)
    return report(table, [False] * len([entry for entry in table.log if entry.question is not None]), RULESET, end)


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, [2, 0, 1]))
def test_luck_of_battles_with_vehicles(seed: int) -> None:
    found = luck_of(seed)
    assert {"hits", "penetration rolls", "slain"} <= {row.kind for row in found.rows}
    assert all(row.actual >= 0 for row in found.rows)
    assert all(row.actual <= row.size for row in found.rows if row.kind != "slain")
    assert all(0 < row.chance <= 1 for row in found.rows)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(many(1)))
def test_many_battles_answered_at_random_come_to_an_end(part: int) -> None:
    for seed in range(100 + 10 * part, 110 + 10 * part):
        played(seed)


@pytest.mark.slow
def test_random_battles_meet_everything() -> None:
    met: Counter[str] = Counter()
    keys = (
        "inside", "transport_speed", "split", "split_target", "battle_focus", "explosion", "near", "harm", "passengers",
        "hits inside", "jink", "speed", "ordnance", "pinning", "morale", "run", "state", "damage table", "penetrate",
        "scatter", "under", "venerable", "weapon destroyed", "skyfire", "grounding", "marker",
    )  # fmt: skip
    for seed in (99, 97, 54, 94, 18, 59, 89, *range(300)):  # the first seven have all of it, as things stand
        played(seed, met)
        if all(met[key] for key in keys):
            return
    assert not [key for key in keys if not met[key]]
