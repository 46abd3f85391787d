"""Several attackers of one target: their answers, and the combined result."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis.attack_result import AnswerUse, SuccessionResult, of_any_unit, overruled_of
from shoot_cli.analysis.compared_lines import lacking_lines
from shoot_cli.analysis.grid import NO_TIME, AttackerRow, SharedTime, result_at, ruleset_of, with_joined_units
from shoot_cli.analysis.single_attack import (
    AS_PROPOSED,
    check_modes,
    is_mode,
    misspelt_in,
    of_units,
    those_alone,
    too_much_error,
    without_lacking,
)
from shoot_cli.analysis.succession import Attacks, answers_with_attackers, best_order, idle_answers
from shoot_cli.analysis.ways_to_fire import (
    DISTANCE,
    LEAST_GAIN,
    AttackCell,
    Fired,
    ProposedDistances,
    RowDistances,
    as_answer,
    cell_of,
    distance_words,
    judged,
    named,
    ways_of,
)
from shoot_cli.armies.army import not_counted
from shoot_cli.engine.names import all_of
from shoot_cli.engine.reasons import BadAnswer, InputError
from shoot_cli.input.answers import Task, spelled

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide


# Tasks and answers ---------------------------------------------------------------------------------------------------

GivenAnswers = Mapping[str, Any]


class AttackerTasks(NamedTuple):
    """One attack for each attacker at the same target, and the keys that were given for each alone."""

    tasks: list[Task]
    own: list[frozenset[str]]


def attacker_tasks(shooters: Sequence[AttackSide], victim: AttackSide, given: GivenAnswers) -> AttackerTasks:
    """Return the attacks of these at one target, all of one ruleset.

    ``given`` has answers and settings by key. ``cover@2`` is for the second attacker, ``cover@boyz`` for the one with
    that name. Such answers replace those for all.

    :raises InputError: if an answer is wrong, or if their lists read the rules differently
    """
    from shoot_cli.armies.loading import agreed

    sides = (*shooters, victim)
    for_all, alone, joined = answers_by_attacker(shooters, given)
    for_all = spelled(for_all, {key for side in sides for key, _ in side.settings})
    readings = agreed(((side.army_name, side.settings) for side in sides), for_all)
    check_modes([side.as_one for side in joined], for_all)
    tasks, own_keys = list[Task](), list[frozenset[str]]()
    for index, side in enumerate(shooters):
        own_answers = alone.get(index, {})
        units, lists = (side.ruleset, side.unit, victim.unit), (side.units, victim.units)
        blocks = side.block, victim.block
        of_all = without_lacking(joined[index].as_one, for_all)
        task = of_units(*units, readings | of_all | own_answers, lists, blocks)
        tasks.append(task._replace(stand_alone=those_alone((side, victim))))
        own_keys.append(frozenset(of_units(*units, own_answers, lists, blocks).answers) if own_answers else frozenset())
    check_together(tasks)
    return AttackerTasks(tasks, own_keys)


class AttackerDistances(NamedTuple):
    """Where attackers of one target stand.

    :ivar placed: the distances that nobody said, as answers for each attacker alone
    :ivar row_distances: for each attacker, with its name
    :ivar own: names of attackers whose own distance was said
    :ivar given: the answers that were said, without half range if the distances are half for it, and so `half` is True
    :ivar lacks: names of attackers without a mode that was said for all, by its key
    """

    placed: dict[str, str]
    row_distances: list[RowDistances]
    own: tuple[str, ...] = ()
    given: GivenAnswers = MappingProxyType({})
    half: bool = False
    lacks: Mapping[str, Sequence[str]] = MappingProxyType({})

    @property
    def answers(self) -> GivenAnswers:
        """The answers of all attacks, with the distances."""
        return {**self.given, **self.placed}

    def words(self, victim: AttackSide, given: GivenAnswers, told: Container[str] | None = None) -> str:
        """Return a sentence about the distances, as `distance_words` does.

        :param told: the names of the attackers to tell about; None for all
        """
        rows = [row for row in self.row_distances if told is None or row.title in told]
        words = distance_words(ruleset_of(victim), rows, [victim.as_one.name], given.get(DISTANCE), self.half)
        words = f"{words.removesuffix('.')}; {named(self.own)} as you say." if words and self.own else words
        lacks = {key: [name for name in names if told is None or name in told] for key, names in self.lacks.items()}
        return " ".join(filter(None, [words, *lacking_lines(lacks)]))

    def without_proposed(self, answers: AnswerUse) -> AnswerUse:
        """Return what became of the answers without the distances that nobody said."""
        unused = {key: value for key, value in answers.unused.items() if key not in self.placed}
        not_asked = {key: why for key, why in answers.not_asked.items() if key not in self.placed}
        return answers.but(unused=unused, not_asked=not_asked)


def attacker_distances(shooters: Sequence[AttackSide], victim: AttackSide, given: GivenAnswers) -> AttackerDistances:
    """Return how far from the target each attacker stands, see `ways_to_fire.py`. ``given`` is as in `of_several`.

    :raises InputError: if an answer names no attacker
    """
    for_all, alone, joined = answers_by_attacker(shooters, given)
    names = called([side.as_one.name for side in joined])
    proposed, (target,) = (
        ProposedDistances(ruleset_of(victim), for_all),
        with_joined_units([victim], "target", for_all),
    )
    fars = [proposed.distance_of(side, target, (*alone.get(index, {}).items(),)) for index, side in enumerate(joined)]
    own_names = tuple(names[index] for index, answers in alone.items() if DISTANCE in answers)
    placed = {f"{DISTANCE}@{number}": as_answer(far)[1] for number, far in enumerate(fars, 1) if far is not None}
    row_distances = [RowDistances(name, (far,)) for name, far in zip(names, fars, strict=True)]
    dropped = for_all.keys() - proposed.given.keys()
    of_all = [without_lacking(side_with_all.as_one, for_all) for side_with_all in joined]
    lacks = {
        key: [name for name, answers in zip(names, of_all, strict=True) if key not in answers]
        for key in filter(is_mode, for_all)
    }
    answers_kept = {key: value for key, value in given.items() if key not in dropped}
    return AttackerDistances(placed, row_distances, own_names, answers_kept, proposed.half, lacks)


def best_ways(
    shooters: Sequence[AttackSide], victim: AttackSide, given: GivenAnswers, seconds: float | None
) -> list[AttackCell]:
    """Return a cell for each attacker, in the modes that take most of the whole target; as proposed if none takes more.

    Attackers with one way to fire are not computed. ``given`` is as in `of_several`.

    :param seconds: of CPU time for all of them; what has none left fires as proposed
    """
    for_all, alone, joined = answers_by_attacker(shooters, given)
    (target,) = with_joined_units([victim], "target", for_all)
    time, best_cells = SharedTime(seconds), list[AttackCell]()
    for index, side in enumerate(joined):
        answers = for_all | alone.get(index, {})
        proposed = ProposedDistances(ruleset_of(target), answers)
        ways = ways_of(side, target, proposed)
        if len(ways) > 1 and ways[0].modes != AS_PROPOSED:
            ways.insert(0, Fired(AS_PROPOSED, AttackerRow(side), ways[0].distance))
        cells = [AttackCell(NO_TIME, fired=way.modes, distance=way.distance) for way in ways]
        for nth, way in enumerate(ways if len(ways) > 1 else ()):
            if not time.is_over():
                distance = {} if way.distance is None else {**proposed.given, DISTANCE: as_answer(way.distance)[1]}
                answers_of_way = distance or answers
                result = result_at(way.row.side, target, answers_of_way, time.part(None, len(ways) - nth), tells=False)
                cells[nth] = cells[nth].but(result=result)
        best_cells.append(judged("share", [side], [target], [[cell_of(cells)]]).cells[0][0])
    return best_cells


def other_modes(shooters: Sequence[AttackSide], victim: AttackSide, given: GivenAnswers, seconds: float | None) -> str:
    """Return a sentence about attackers whose other modes take more of the whole target; "" if nobody's do.

    The parameters are those of `best_ways`.
    """
    names, options = called([side.as_one.name for side in answers_by_attacker(shooters, given)[2]]), dict[str, str]()
    for number, cell in enumerate(best_ways(shooters, victim, given, seconds), 1):
        if cell.deciding_modes and (cell.value or 0.0) >= LEAST_GAIN * (cell.ways[0].value or 0.0):
            options[names[number - 1]] = f'--set "mode@{number}={cell.mode}"'
    who = ", ".join(options)
    return (
        f"Fired as proposed. At the whole target other modes of {who} do more: {' '.join(options.values())}."
        if options
        else ""
    )


def called(names: Sequence[str]) -> list[str]:
    """Return the names of the attackers; equal names get a number."""
    return [
        f"{name} {names[: nth + 1].count(name)}" if names.count(name) > 1 else name for nth, name in enumerate(names)
    ]


def answers_by_attacker(
    shooters: Sequence[AttackSide], given: GivenAnswers
) -> tuple[dict[str, Any], dict[int, dict[str, Any]], list[AttackSide]]:
    """Return the answers for all, those for single attackers by index, and the attackers with who joined them."""
    for_all, alone = split_by_attacker(given, called([side.unit.name for side in shooters]))
    each_answers = (for_all | alone.get(index, {}) for index in range(len(shooters)))
    joined = [
        with_joined_units([side], "attacker", answers)[0] for side, answers in zip(shooters, each_answers, strict=True)
    ]
    return for_all, alone, joined


NO_DISTANCES = AttackerDistances({}, [])


def split_by_attacker(given: GivenAnswers, names: Sequence[str]) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return the answers for all, and those for single attackers by index."""
    for_all, alone = dict[str, Any](), dict[int, dict[str, Any]]()
    for key, value in given.items():
        head, sign, name = key.rpartition("@")
        if not sign:
            for_all[key] = value
        elif not head.strip() or "@" in head:
            raise InputError(f"{key}: write KEY@N=VALUE or KEY@NAME=VALUE, as in cover@2=5+")
        else:
            alone.setdefault(place_of(name.strip(), key, names), {})[head.strip()] = value
    return for_all, alone


def place_of(typed: str, key: str, names: Sequence[str]) -> int:
    """Return the index of an attacker given by number (from 1) or name. :raises InputError: if none or several fit."""
    if typed.isascii() and typed.isdecimal():
        if 1 <= int(typed) <= len(names):
            return int(typed) - 1
        raise InputError(f"{key}: there are {len(names)} attackers; @1 is the first")
    indexes = all_of(typed, names)
    if len(indexes) == 1:
        return indexes[0]
    numbers = " or ".join(f"@{index + 1} ({names[index]})" for index in indexes)
    if indexes:
        raise InputError(f"{key}: that can be {numbers}; say which")
    known_names = ", ".join(f"@{index} {name}" for index, name in enumerate(names, 1))
    raise InputError(f"{key}: no attacker is called {typed}; there are {known_names}")


def check_together(tasks: Sequence[Task]) -> None:
    """Check the tasks. :raises InputError: if an answer for one attacker must hold for all"""
    first = tasks[0]
    for number, task in enumerate(tasks[1:], 2):
        if task.target != first.target:
            raise InputError(
                f"who has joined {task.target.name} is the same for all attackers; say it without @{number}"
            )
        settings = [{**one.ruleset.defaults(), **one.settings} for one in (first, task)]
        if differ := [key for key in settings[0] if settings[0][key] != settings[1][key]]:
            raise InputError(f"{differ[0]} is how the rules are read: it holds for all attackers; say it without @")


# The result -----------------------------------------------------------------------------------------------------------

MOST = 40  # most attackers


def in_succession(
    tasks: Sequence[Task],
    own_keys: Sequence[frozenset[str]] = (),
    fractions: bool = False,
    seconds: float | None = None,
    best: bool = False,
    distances: AttackerDistances = NO_DISTANCES,
) -> SuccessionResult:
    """Return what the attacks come to in this order.

    :param best: True to search for the order that destroys the target most often
    :param seconds: of CPU time in all; None means no limit
    :param distances: where the attackers were put, if they were
    :raises InputError, BadAnswer, Missing:
    """
    from shoot_cli.odds import Budget, TooMany

    if len(tasks) > MOST:
        raise InputError(f"{len(tasks)} attackers are too many; at most {MOST}")
    attacks, order = Attacks(tasks, own_keys), [*range(len(tasks))]
    try:
        with Budget(seconds):
            result = in_given_order = attacks.through(order)
            unused = with_idle_phrases(idle_answers(attacks), attacks)
            if best:
                order = best_order(attacks)
                result = attacks.through(order)
                result = result.but(order=tuple(index + 1 for index in order), as_given=in_given_order.after[-1])
            names = called([task.named()["attacker"] for task in tasks])
            attackers = [names[index] for index in order]
            return result.but(
                ruleset=attacks.ruleset.name, attacker=", then ".join(attackers), target=tasks[0].named()["target"],
                answers=distances.without_proposed(with_notes(unused, attacks)).but(closed=closed_of(attacks)),
                after=tuple(step.but(attacker=name) for step, name in zip(result.after, attackers, strict=True)),
                exact=Attacks(tasks, exact=True).through(order).exact if fractions else {},
            )  # fmt: skip
    except (TooMany, MemoryError) as error:
        raise too_much_error(tasks[0], error, "--budget") from None


def with_idle_phrases(idle: AnswerUse, attacks: Attacks, each_alone: bool = False) -> AnswerUse:
    """Return the unused answers with the phrases and facts without which nothing changes, in this order or alone.

    :param each_alone: True if they must also change nothing for any attacker who shoots first
    """
    from shoot_cli.analysis.unused_answers import Told, facts_in, parts_by_key

    keys = {key: attackers for key, attackers in answers_with_attackers(attacks).items() if key not in idle.unused}
    effects, facts, single = Told(), Told(), dict[str, Any]()
    for key, attackers in keys.items():
        kind, head = attacks.kinds[attackers[0]], key.partition("@")[0]
        given = attacks.given[kind]
        if phrases := given.effect_phrases.get(head):
            effects[key] = phrases
            continue
        for fact in facts_in({head: given.answers[head]}, parts_by_key(attacks.asked[kind].values())).values():
            facts[key] = tuple(fact) if isinstance(fact, list) else (fact,)
            single |= {} if isinstance(fact, list) else {key: fact}
    first_ones = [attacks.kinds.index(kind) for kind in dict.fromkeys(attacks.kinds)] if each_alone else []
    orders = [range(len(attacks.tasks)), *([attacker] for attacker in first_ones)]
    idle = with_idle_ones(idle, attacks, effects, keys, {}, orders)
    return with_idle_ones(idle, attacks, facts, keys, single, orders)


def with_idle_ones(
    idle: AnswerUse,
    attacks: Attacks,
    told: Mapping[str, tuple[str, ...]],
    keys: Mapping[str, Sequence[int]],
    single: Mapping[str, Any],
    orders: Sequence[Sequence[int]],
) -> AnswerUse:
    """Return the unused answers with those of `told` without which nothing changes in these orders.

    :param keys: the attackers that each key is for
    :param single: the answers that are no phrases, by key
    """
    from shoot_cli.analysis.unused_answers import (
        RECORDS,
        SECONDS,
        Told,
        have_same_numbers,
        idle_phrases,
        with_idle,
        with_phrases,
    )
    from shoot_cli.odds import Budget, TooMany

    known: dict[tuple[tuple[str, tuple[str, ...]], ...], Any] = {}

    def answers_of(task: Task, attacker: int, phrases: Told) -> dict[str, Any]:
        own_phrases = {key.partition("@")[0]: phrases[key] for key in told if attacker in keys[key]}
        single_answers = {
            key.partition("@")[0]: single[key] for key in single if attacker in keys[key] and phrases[key]
        }
        return with_phrases(task.answers, own_phrases) | single_answers

    def rows(phrases: Told) -> Any:
        """Return the chances with these phrases, for each order; None if they are impossible."""
        key = tuple(phrases.items())
        if key not in known:
            tasks = [
                task._replace(answers=answers_of(task, attacker, phrases))
                for attacker, task in enumerate(attacks.tasks)
            ]
            try:
                again = Attacks(tasks, attacks.own_keys, numbers=attacks.numbers)
                known[key] = [again.course(order).rows for order in orders]
            except (BadAnswer, InputError):
                known[key] = None
        return known[key]

    def same(phrases: Told, other_phrases: Told) -> bool:
        first, second = rows(phrases), rows(other_phrases)
        return first is not None and second is not None and all(map(have_same_numbers, first, second))

    try:
        with Budget(SECONDS, RECORDS):
            unused = with_idle(idle, idle_phrases(dict(told), same), dict(told))
    except (TooMany, MemoryError):
        return idle
    return unused.but(unused={key: single.get(key, value) for key, value in unused.unused.items()})


def with_notes(idle: AnswerUse, attacks: Attacks) -> AnswerUse:
    """Return these unused answers with the defaults that were taken so far, and with the overruled answers."""
    not_counted_words = dict.fromkeys(
        words
        for attacker, kind in enumerate(attacks.kinds)
        for words in not_counted(
            attacks.tasks[attacker].attacker,
            attacks.tasks[attacker].target,
            [phrase for phrases in attacks.given[kind].effect_phrases.values() for phrase in phrases],
        )
    )
    names = {
        key: of_any_unit(name, attacks.tasks[attacker].attacker, attacks.tasks[attacker].target)
        for attacker, kind in enumerate(attacks.kinds)
        for key, name in {**attacks.given[kind].names, **attacks.tasks[attacker].names()}.items()
    }
    units = (unit for task in attacks.tasks for unit in (task.attacker, task.target))
    return idle.but(
        assumed=assumed(attacks),
        overruled=overruled_of(*attacks.given.values()),
        not_counted=tuple(not_counted_words),
        names=names,
        misspelt=misspelt_in(attacks.tasks[0].ruleset.name, units),
        stand_alone={leader: units for task in attacks.tasks for leader, units in task.stand_alone.items()},
        phrases={key: told for given in attacks.given.values() for key, told in given.told_effects().items()},
    )


def assumed(attacks: Attacks) -> dict[str, str]:
    """Return the defaults that were used; if attackers differ, by number: ``weapon@2``."""
    values_by_key: dict[str, dict[int, str]] = {}
    for attacker, kind in enumerate(attacks.kinds):
        for key, value in {**attacks.given[kind].assumed, **attacks.tasks[attacker].assumed()}.items():
            values_by_key.setdefault(key, {})[attacker] = value
    words = {}
    for key, by_attacker in values_by_key.items():
        if len({*by_attacker.values()}) == 1:
            words[key] = next(iter(by_attacker.values()))
        else:
            words |= {f"{key}@{attacks.numbers[attacker]}": value for attacker, value in by_attacker.items()}
    return words


def closed_of(attacks: Attacks) -> dict[str, str]:
    """Return the options that were closed for every attacker, with the reason."""
    closed = [attacks.given[kind].closed for kind in attacks.given]
    return {option: why for option, why in closed[0].items() if all(option in others for others in closed)}
