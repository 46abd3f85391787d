"""Attacks at one target, one after the other: what remains of it is what a battle has left, and the odds are exact.

The reference for the odds is plain fork and merge: every end of one attack, dealt out, is a beginning of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.succession import Attacks
from shoot_cli.battle.turns import Side
from shoot_cli.engine.budget import Budget, TooMany
from shoot_cli.engine.questions import Choose, Roll, Total
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, InputError
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import FinishedAttack, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Missing, Preset, dice, raise_missing
from shoot_cli.input.answers import Task
from shoot_cli.odds import odds
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.datasheets.steps.target import aim_at
from shoot_cli.rules.seventh.steps.states import JINKED
from tests.helpers.samples import TIMES, first, many, one_of_a_room, quick_ones

every = pytest.mark.parametrize("edition", one_of_a_room(RULESETS), ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)

# Odds ----------------------------------------------------------------------------------------------------------------


def random_attack(edition: Edition, seed: int) -> Any:
    folder = edition.package.rpartition(".")[2]
    return import_module(f"tests.rules.{folder}.helpers.random_attacks").random_attack(Random(seed))


def pair(edition: Edition, seed: int) -> list[Task]:
    """Two random attackers at the target of the first, each with the answers that were drawn for it."""
    ruleset = edition.ruleset()
    one, target, answers, settings = random_attack(edition, seed)
    other, _, more, _ = random_attack(edition, seed + 5_000)
    settings = ruleset.defaults() | settings
    more = {key: value for key, value in more.items() if ":" not in key and key != "order"}
    return [Task(ruleset, one, target, answers, settings), Task(ruleset, other, target, more, settings)]


def by_brute_force(tasks: list[Task], of: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """What the attacks come to, all their measures in a row, every end played on."""
    ruleset = tasks[0].ruleset
    untouched = ruleset.beforehand(tasks[0].target, tuple(task.attacker for task in tasks))
    states: dict[Any, Fraction] = {(None, False, ()): Fraction(1)}
    for task in tasks:
        found: dict[Any, Fraction] = {}
        asked = asked_of_the_whole(task)
        for (left, begun, came), p in states.items():
            if begun and left is None:
                found[left, True, came] = found.get((left, True, came), Fraction(0)) + p
                continue
            start = ruleset.next_attack(task.attacker, task.target, left if begun else untouched)
            given = answers_at(task, left, asked)
            ends = odds(ruleset.attack, start, given, settings=task.settings, exact=True, brute_force=True)
            for (then, values), q in ends.measure(of).items():
                key = then, True, (*came, values)
                found[key] = found.get(key, Fraction(0)) + p * q
        states = found
    return states


def answers_at(task: Task, left: Any, asked: Mapping[str, Any]) -> Preset:
    from shoot_cli.analysis.succession import Following

    if left is None:
        return Preset(task.answers, raise_missing)
    return Following(task.answers, raise_missing, task.target, asked)


def asked_of_the_whole(task: Task) -> dict[str, Any]:
    """The questions of the attack on the whole target, by key."""
    ruleset = task.ruleset
    start = ruleset.next_attack(task.attacker, task.target, ruleset.beforehand(task.target, (task.attacker,)))
    ends = odds(ruleset.attack, start, answers_at(task, None, {}), settings=task.settings)
    return {key: question for key, (question, _) in ends.asked.items()}


def one_case(edition: Edition, seed: int) -> bool:
    """False if the answers drawn for the second attacker cannot be given at this target."""
    tasks = pair(edition, seed)
    ruleset, attacks = tasks[0].ruleset, Attacks(tasks, exact=True)
    names = [name for name in ruleset.measures if name != "destroyed"]
    try:
        with Budget(3):
            found = attacks.course([0, 1])
            plain = by_brute_force(
                tasks,
                lambda state: (
                    ruleset.attacked_target(state),
                    tuple(int(ruleset.measures[name](state)) for name in names),
                ),
            )
    except (BadAnswer, InputError, Missing, TooMany):
        return False
    assert sum(plain.values()) == 1
    rows = found.rows
    for place, name in enumerate(names):
        want: dict[int, Fraction] = {}
        for (_, _, came), p in plain.items():
            values = [value[place] for value in came]
            if name in ruleset.target_measures:
                total = values[-1]
            elif name in (*ruleset.chances, *ruleset.rare_measures):
                total = max(values)
            else:
                total = sum(values)
            want[total] = want.get(total, Fraction(0)) + p
        assert dict(enumerate(rows[name])) == {k: want.get(k, 0) for k in range(len(rows[name]))}, (name, seed)
    gone = sum(p for (left, _, _), p in plain.items() if left is None)
    assert found.after[-1].destroyed == gone
    assert found.after[0].destroyed == of_the_first(tasks)
    assert abs(Attacks(tasks).through([0, 1]).after[-1].destroyed - float(gone)) <= 1e-12
    return True


def of_the_first(tasks: list[Task]) -> Any:
    """The chance that the first attack destroys it, as ``odds`` has it, with what the other has lent him beforehand."""
    task, ruleset = tasks[0], tasks[0].ruleset
    untouched = ruleset.beforehand(task.target, tuple(one.attacker for one in tasks))
    start = ruleset.next_attack(task.attacker, task.target, untouched)
    ends = odds(ruleset.attack, start, answers_at(task, None, {}), settings=task.settings, exact=True)
    return ends.measure(ruleset.measures["destroyed"]).get(1, 0)


@quickest
@pytest.mark.parametrize("part", first(1, [6, *range(many(2))]))
def test_two_attacks_equal_plain_fork_and_merge(edition: Edition, part: int) -> None:
    assert sum(one_case(edition, seed) for seed in range(100 * part, 100 * part + 6)) >= 2


# What remains --------------------------------------------------------------------------------------------------------


class Players:
    """Who takes what is proposed, but for the owner of a target, who often does something else; dice are seeded."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.usual, self.throw, self.random = Preset(ruleset.demo_facts, raise_missing), dice(seed), Random(seed)

    def __call__(self, question: Any, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            return self.throw(question, place)
        if isinstance(question, Choose) and question.owner == DEFENDER and self.random.random() < 0.6:
            return self.random.choice(question.open()).value
        return self.usual(question, place)


def attacks_of_battles(edition: Edition, seed: int) -> tuple[FinishedAttack, ...]:
    """Every attack of a battle of two shipped lists."""
    ruleset = edition.ruleset()
    paths = [sample.path for sample in armies.samples() if sample.ruleset == edition.name]
    mine, theirs = Random(seed).sample(paths, 2)
    table = Table(Players(ruleset, seed))
    table.settings = ruleset.defaults()
    play(ruleset.battle, ruleset.begin_battle(load(mine).army, load(theirs).army, 2), table)
    return tuple(table.attacks)


class Sheets:
    """Battles of datasheets."""

    of_one_side = True  # the turns of the two players are two

    @staticmethod
    def places(attack: FinishedAttack) -> list[tuple[int, int]]:
        s = attack.end.attack.value
        return [(1 - s.side, aim.place) for aim in s.aims]

    @staticmethod
    def battle(start: Any) -> Any:
        return start.battle.value

    @staticmethod
    def on_its_own(attack: FinishedAttack) -> Any:
        """The end of the attack as if there were no other units."""
        s = attack.end.attack.value
        ((side, at),) = Sheets.places(attack)
        b = s.battle.value
        alone = b.but(sides=(Side("Attacker", ()), Side("Target", (b.sides[side].units[at],))))
        return attack.end.but(attack=Hashed(s.but(battle=Hashed(alone), side=0)))

    @staticmethod
    def seen(record: Any, company: Any) -> Any:
        """What an attack sees of its target as it begins: of a battle, of the company that it will shoot at."""
        aim = aim_at(company, 0) if company else record.aims[0]
        return aim.unit, aim.line, aim.strength, aim.smoke, aim.ground


class Hulls:
    """Battles of 7th edition."""

    of_one_side = True

    @staticmethod
    def places(attack: FinishedAttack) -> list[tuple[int, int]]:
        return [attack.start.battle_around().shot_at()]

    @staticmethod
    def battle(start: Any) -> Any:
        return start.battle_around()

    @staticmethod
    def on_its_own(attack: FinishedAttack) -> Any:
        """The end of the attack, which knows, too, if its target was jinking before: in a battle a mark says that."""
        b = attack.start.battle_around()
        jinks = attack.end.jinks or b.unit_at(*b.shot_at()).marked(JINKED)
        return attack.end.but(jinks=jinks)

    @staticmethod
    def seen(record: Any, company: Any) -> Any:
        def not_new(kind: Any) -> Any:  # what is new is summed up over attacks on their own, one after the other
            return kind if kind.hull is None else kind.but(hull=kind.hull.but(newly=()))

        return record.target, record.line.changed(not_new), record.apart, record.on_ground, record.strength


class Ranks:
    """Battles of 2nd edition."""

    of_one_side = True

    @staticmethod
    def places(attack: FinishedAttack) -> list[tuple[int, int]]:
        return [attack.start.begun.value.at]

    @staticmethod
    def battle(start: Any) -> Any:
        return start.battle

    @staticmethod
    def on_its_own(attack: FinishedAttack) -> Any:
        return attack.end

    @staticmethod
    def seen(record: Any, company: Any) -> Any:
        return record.begun.value.target, record.ranks, record.begun.value.strength


class Pieces:
    """Battles of formations."""

    of_one_side = False

    @staticmethod
    def places(attack: FinishedAttack) -> list[tuple[int, int]]:
        return [attack.start.theirs] if attack.start.aimed else []

    @staticmethod
    def battle(start: Any) -> Any:
        return start.battle.value

    @staticmethod
    def on_its_own(attack: FinishedAttack) -> Any:
        return attack.end

    @staticmethod
    def seen(record: Any, company: Any) -> Any:
        return record.target, record.pieces, record.target_shock, record.broken, record.strength


READERS: dict[str, Any] = {"10e": Sheets, "11e": Sheets, "7e": Hulls, "2e": Ranks, "rh": Pieces}


def successions(edition: Edition, seeds: Iterable[int]) -> Iterator[tuple[FinishedAttack, FinishedAttack, Any]]:
    """Attacks of battles with the next one at the same target in that turn, and the target, if nothing else befell it."""
    of = READERS[edition.short]
    for seed in seeds:
        last: dict[Any, FinishedAttack] = {}
        for after in attacks_of_battles(edition, seed):
            for side, at in of.places(after)[:1]:
                b = of.battle(after.start)
                now, before = b.sides[side].units[at], last.get((side, at, b.turn, b.active * of.of_one_side))
                if before and standing(before.after.sides[side].units[at]) == standing(now):
                    yield before, after, now
            last |= {
                (side, at, of.battle(after.start).turn, of.battle(after.start).active * of.of_one_side): after
                for side, at in of.places(after)
                if len(of.places(after)) == 1
            }


def standing(company: Any) -> Any:
    """A company without what it does itself."""
    return company.but(acted=False, marks=()) if hasattr(company, "acted") else company


@pytest.mark.slow
@quickest
@pytest.mark.parametrize("seeds", first(1, [(0, 1, 2, 3, 8, 12), *[range(4, 4 + many(4))] * (TIMES > 1)]), ids=len)
def test_what_remains_is_what_a_battle_has_left(edition: Edition, seeds: Iterable[int]) -> None:
    ruleset, of, met, hurt = edition.ruleset(), READERS[edition.short], 0, 0
    for before, after, company in successions(edition, seeds):
        remains = ruleset.attacked_target(of.on_its_own(before))
        if remains is None:
            assert not company.ranks
            continue
        shooter = after.start.shooter
        went_on = ruleset.next_attack(getattr(shooter, "value", shooter), company.unit.value, remains)
        assert of.seen(went_on, None) == of.seen(after.start, company)
        whole = ruleset.next_attack(getattr(shooter, "value", shooter), company.unit.value, None)
        hurt += of.seen(whole, None) != of.seen(went_on, None)
        met += 1
    assert met > 5
    assert hurt > 3
