"""One attack of two units: answers and settings told apart, who has joined, what contradicts each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.core.names import name_key
from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task, spelled

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.questions import Subset
    from shoot_cli.core.ruleset import Ruleset

COMMON = ("distance", "cover", "weapon", "firing")
Both = tuple[Any, Any]


class Pairing(NamedTuple):
    """Two units that meet, and what was said beforehand: of which a `Task` is made, and others where more is said.

    ``lists``: the units of the attacker's list and of the target's, where they come from one.
    """

    ruleset: str
    attacker: Any
    target: Any
    said: Mapping[str, Any]
    lists: Any = ((), ())

    def task(self, more: Mapping[str, Any] | None = None) -> Task:
        """The attack; what ``more`` says, by key, stands in the place of what was said. :raises InputError:"""
        return of_units(self.ruleset, self.attacker, self.target, {**self.said, **(more or {})}, self.lists)


def of_scenario(scenario: Any, said: Mapping[str, Any], ruleset: str | None = None) -> Task:
    return in_scenario(scenario, said, ruleset).task()


def in_scenario(scenario: Any, said: Mapping[str, Any], ruleset: str | None = None) -> Pairing:
    """Those who meet in a scenario; ``said``: what stands in the place of its own answers. :raises InputError:"""
    from shoot_cli.armies.finding import edition_name

    if ruleset is not None and edition_name(ruleset) != scenario.ruleset:
        raise InputError(f"--ruleset {ruleset}, but the scenario is of {scenario.ruleset}")
    answers = grouped(pair for key, text in scenario.answers for pair in one_by_one(scenario.ruleset, key, text))
    own = {*map(name_key, said)}
    kept = {key: answers[key] for key in answers if own.isdisjoint(map(name_key, (key, key.partition(":")[0])))}
    lists = (scenario.attackers, scenario.targets)
    return Pairing(scenario.ruleset, scenario.attacker, scenario.target, kept | dict(said), lists)


def one_by_one(ruleset: str, key: str, text: str) -> list[tuple[str, str]]:
    """``cover`` with the text of a mapping, "Boss Nob: 4+, Boy: 5+", as ``cover:Boss Nob`` and ``cover:Boy``.

    Only where one value is wanted: "who fires" is answered by such a text as it is, and so is a number that may be
    drawn by its chances, "3: 0.5, 1: 0.5".
    """
    from shoot_cli.core.draws import by_number
    from shoot_cli.core.questions import Choose, Number
    from shoot_cli.rules import edition

    found = edition(ruleset)
    assert found is not None
    parts = [part.rpartition(": ") for part in text.split(", ")]
    asked = [question for question in found.ruleset().known if question.key == key]
    drawn = any(isinstance(question, Number) and question.drawn for question in asked)
    single = drawn or any(isinstance(question, Choose) for question in asked)
    if drawn and by_number({name: value for name, _, value in parts}):
        return [(key, text)]
    if single and all(name and value for name, _, value in parts):
        return [(f"{key}:{name}", value) for name, _, value in parts]
    return [(key, text)]


def check_one_ruleset(
    shooter: AttackSide, victim: AttackSide, named: tuple[str, str], ruleset: str | None = None
) -> None:
    """Attacker and target are of one ruleset: of ``ruleset``, if it is said. ``named``: how somebody named them.

    :raises InputError: they are not
    """
    if ruleset is None and shooter.ruleset != victim.ruleset:
        of = f"{named[0]} is of {shooter.ruleset}, {named[1]} of {victim.ruleset}"
        raise InputError(f"{of}: both must be of one ruleset")
    if ruleset is not None and {shooter.ruleset, victim.ruleset} != {ruleset}:
        raise InputError(f"--ruleset {ruleset}, but the lists are of {shooter.ruleset} and {victim.ruleset}")


def of_sides(shooter: AttackSide, victim: AttackSide, said: Mapping[str, Any]) -> Task:
    """The attack of one side at another of the same ruleset; answers and settings as somebody typed them, by key.

    :raises InputError: in words; also if their lists want the rules read differently.
    """
    return between(shooter, victim, said).task()


def between(shooter: AttackSide, victim: AttackSide, said: Mapping[str, Any]) -> Pairing:
    """Those two sides; what their lists say of the rules is said too. :raises InputError: they contradict each other"""
    from shoot_cli.armies.finding import agreed

    said = spelled(said, [key for side in (shooter, victim) for key, _ in side.settings])
    readings = agreed(((side.army_name, side.settings) for side in (shooter, victim)), said)
    return Pairing(shooter.ruleset, shooter.unit, victim.unit, readings | said, (shooter.units, victim.units))


def of_units(name: str, attacker: Any, target: Any, said: Mapping[str, Any], lists: Any = ((), ())) -> Task:
    """Answers and settings told apart; a setting with an impossible value is refused here.

    ``lists``: the units of the attacker's list and of the target's, where they come from one.
    """
    from shoot_cli.rules import edition

    found = edition(name)
    assert found is not None  # lists of unknown rulesets do not load
    ruleset = found.ruleset()
    known = {setting.key: setting for setting in ruleset.settings}
    said = spelled(said, [*known, *(question.key for question in ruleset.known)])
    settings = {key: str(value) for key, value in said.items() if key in known}
    for key, value in settings.items():
        if value not in known[key].values:
            raise InputError(f"{key}={value}: it can be {' or '.join(known[key].values)} ({known[key].rule})")
    attacker, target, questions, told = mustered(ruleset, (attacker, target), lists, said)
    answers = {key: value for key, value in said.items() if key not in known and key not in told}
    task = Task(ruleset, attacker, target, answers, settings, questions, told).spelled()
    check_clashes(task)
    return task


def mustered(
    ruleset: Ruleset, units: Both, lists: Both, said: Mapping[str, Any]
) -> tuple[Any, Any, tuple[Subset, ...], frozenset[str]]:
    """Attacker and target as they stand together, what was asked about that, and the keys that somebody said.

    ``lists``: the units of the list of each. :raises InputError: somebody is named who cannot be in it.
    """
    sides = zip(("attacker", "target"), units, lists, strict=True)
    there = [ruleset.muster(role, unit, among, said) for role, unit, among in sides]
    attacker, target = (one.unit if one else unit for one, unit in zip(there, units, strict=True))
    questions = tuple(one.question for one in there if one)
    return attacker, target, questions, frozenset(question.key for question in questions if question.key in said)


def check_clashes(task: Task) -> None:
    """:raises InputError: two answers contradict each other."""
    of = {key.partition(":")[0] for key in task.answers}
    if not any(pair.one in of and pair.other in of for pair in task.ruleset.clashes):
        return
    from shoot_cli.core.answerers import Preset, answer_from, flattened, is_one_answer
    from shoot_cli.core.answers import yes_or_no
    from shoot_cli.core.clashes import clash
    from shoot_cli.core.questions import BadAnswer

    questions = {question.key: question for question in task.known()}
    mentioned = {key for pair in task.ruleset.clashes for key in (pair.one, pair.other)}
    said: list[tuple[str, str, Any]] = []
    for key, value in flattened(task.answers).items():
        base = key.partition(":")[0]
        question = questions.get(key) or questions.get(base)
        if question is None or base not in mentioned:
            continue
        several = isinstance(value, list) and not is_one_answer(question, value)
        for one in value if several else Preset.split(question, value):
            try:
                text = str(yes_or_no(one))
                said.append((key, text, question.read(answer_from(question, one))))
            except BadAnswer:
                continue  # what it cannot be is told where it is asked
    if wrong := clash(task.ruleset.clashes, said, task.attacker, task.target):
        raise InputError(wrong)


def pairs(set_: list[str] | None) -> dict[str, Any]:
    """``KEY=VALUE`` options. A key that comes twice is a list of answers, in their order."""
    said = []
    for pair in set_ or []:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise InputError(f"--set {pair!r}: write KEY=VALUE, as in --set cover=5+")
        said.append((key.strip(), value.strip()))
    return grouped(said)


def grouped(said: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Answers by key; a key that comes twice has the list of its answers."""
    found: dict[str, list[str]] = {}
    for key, value in said:
        found.setdefault(key, []).append(value)
    return {key: values if len(values) > 1 else values[0] for key, values in found.items()}


@contextmanager
def as_input_error() -> Iterator[None]:
    """What nobody said, and what cannot be, as a sentence. :raises InputError:"""
    from shoot_cli.core.answerers import Missing
    from shoot_cli.core.questions import BadAnswer

    try:
        yield
    except Missing as error:
        key = error.question.key
        option = f"--{key} or " if key in COMMON else ""
        raise InputError(f"{error} Say it with {option}--set {key}=...") from None
    except BadAnswer as error:
        raise InputError(str(error)) from None
