"""What ``resolve`` and ``odds`` share: who shoots at whom, the answers given beforehand, and ``--questions``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from shoot_cli.commands.mustering import mustered, sides
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.finding import folded
from shoot_cli.core.task import InputError, Task, spelled
from shoot_cli.ui.console import print_json

if TYPE_CHECKING:
    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.budget import TooMany
    from shoot_cli.core.questions import Question

COMMON = ("distance", "cover", "weapon", "firing")


class Usage(InputError):
    """The command line itself is wrong: something is missing, or does not go together."""

    exit_code = 2


def task(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    set_: list[str] | None,
    options: Mapping[str, str | None],
    accept_gaps: bool = False,
) -> Task:
    """The attack that the command line names. ``accept_gaps``: of a list of another program something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli import armies
    from shoot_cli.armies.finding import agreed

    said, of_options = pairs(set_), {key: value for key, value in options.items() if value is not None}
    if twice := sorted(said.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    said |= of_options
    if attacker is None:
        raise Usage("name an attacker and a target, or a scenario file: shoot odds ATTACKER TARGET")
    if target is None:
        if "::" in attacker or not (attacker == "-" or attacker.casefold().endswith((".yaml", ".yml", ".json"))):
            raise Usage(f"a target is needed besides {attacker!r} (only a scenario file, or -, stands alone)")
        return of_scenario(armies.scenario(attacker), said, ruleset)
    shooter, victim = sides(attacker, target, ruleset, accept_gaps)
    said = spelled(said, [key for side in (shooter, victim) for key, _ in side.settings])
    readings = agreed(((side.army_name, side.settings) for side in (shooter, victim)), said)
    return of_units(shooter.ruleset, shooter.unit, victim.unit, readings | said, (shooter.units, victim.units))


def of_scenario(scenario: Any, said: Mapping[str, Any], ruleset: str | None = None) -> Task:
    from shoot_cli.armies.finding import edition_name

    if ruleset is not None and edition_name(ruleset) != scenario.ruleset:
        raise InputError(f"--ruleset {ruleset}, but the scenario is of {scenario.ruleset}")
    answers = grouped(pair for key, text in scenario.answers for pair in one_by_one(scenario.ruleset, key, text))
    own = {*map(folded, said)}
    kept = {key: answers[key] for key in answers if own.isdisjoint(map(folded, (key, key.partition(":")[0])))}
    lists = (scenario.attackers, scenario.targets)
    return of_units(scenario.ruleset, scenario.attacker, scenario.target, kept | dict(said), lists)


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


def check_clashes(task: Task) -> None:
    """:raises InputError: two answers contradict each other."""
    of = {key.partition(":")[0] for key in task.answers}
    if not any(pair.one in of and pair.other in of for pair in task.ruleset.clashes):
        return
    from shoot_cli.core.answerers import Preset, answer_from, flattened, together
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
        several = isinstance(value, list) and not together(question, value)
        for one in value if several else Preset.split(question, value):
            try:
                text = {True: "yes", False: "no"}[one] if isinstance(one, bool) else str(one)
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


def check_unused(task: Task, given: Preset, asked: Mapping[str, Question]) -> dict[str, Any]:
    """Answers that made no difference, by key: nobody asked, or nothing else was possible; of lists what was left.

    :raises InputError: an unknown key, or a value that could never be.
    """
    unused, spare = given.unused(), {key: values for key, values in given.spare.items() if values}
    if not unused and not spare:
        return {}
    from difflib import get_close_matches

    from shoot_cli.core.questions import Facts

    known = {question.key: question for question in task.known()} | dict(asked)
    parts = {part.key: part for question in asked.values() if isinstance(question, Facts) for part in question.parts}
    about = {key.partition(":")[2] for key, question in asked.items() if isinstance(question, Facts)}
    idle = {}
    for key in dict.fromkeys((*unused, *spare)):
        base, colon, of = key.partition(":")
        question = known.get(key) or parts.get(key) or known.get(base)
        single = None if key in {*known, *parts} else of_one(key, [*known.values(), *parts.values()])
        # "cover:Boy" where nobody was asked about Boyz by name would be silently another attack than the one meant.
        if single is not None:
            question = single
        elif colon and f"{base}:KIND" in known and of in models(task):
            question = known[f"{base}:KIND"].but(
                key=key
            )  # asked of each kind of model: possible, and no difference here
        elif question is None or (colon and key not in {*known, *parts} and of not in about | weapons(task)):
            names = [name.replace("KIND", of) for name in known for of in (models(task) if ":KIND" in name else ("",))]
            near = get_close_matches(key, [*names, *parts], 1)
            near = near or [name for name in (*names, *parts) if colon and name.partition(":")[0] == base][:1]
            meant = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{key} is not asked in this attack{meant} (--questions lists what is)")
        left = idle_values(question, given.answers[key] if key in unused else spare[key])
        if key in unused and key in given.misfits:
            raise InputError(given.misfits[key])
        if left != []:
            idle[key] = left
    return idle


def idle_values(question: Question, value: Any) -> Any:
    """The value, or those of a list that say something. :raises InputError: one that could never be an answer."""
    from shoot_cli.core.answerers import Preset, answer_from, together
    from shoot_cli.core.questions import BadAnswer

    several = isinstance(value, list) and not together(question, value)
    values = value if several else Preset.split(question, value)
    try:
        for one in values:
            answer_from(question, one)
    except BadAnswer as error:
        raise InputError(str(error)) from None
    return [one for one in value if str(one) != getattr(question, "spent", None)] if several else value


def say_unused(result: Mapping[str, Any], where: str = "") -> None:
    """The answers that made no difference, in words on standard error. ``where``: which line of a batch."""
    import sys

    from shoot_cli.core.visible import visible

    for key, value in result.get("unused", {}).items():
        left = isinstance(value, list) and not where and " (" + ", ".join(map(str, value)) + ")"
        print(visible(f"{where}{key}{left or ''} makes no difference to this attack."), file=sys.stderr)


def of_one(key: str, questions: Iterable[Question]) -> Question | None:
    """What ``distance:Howitzer`` asks, where a number is asked of each of several things; None where none is.

    :raises InputError: no such thing is there; the sentence names those that are.
    """
    from shoot_cli.core.finding import all_of, not_here
    from shoot_cli.core.questions import Numbers

    base, _, of = key.partition(":")
    fit = [q for q in questions if isinstance(q, Numbers) and q.names and q.key.partition(":")[0] == base]
    if not of or not fit:
        return None
    names = [name for question in fit for name in question.names]
    if not all_of(of, names):
        raise InputError(f"{key}: {not_here(of, list(dict.fromkeys(names)))}")
    return fit[0].but(key=key, names=(of,), default=None)


def weapons(task: Task) -> set[str]:
    """Names that may stand behind a key for "only when this fires", whether it came to that or not."""
    return {weapon.name for model, _ in task.attacker.models for weapon in getattr(model, "weapons", ())}


def models(task: Task) -> set[str]:
    """Names of the target's models: what may stand behind a key that is asked of each kind of them."""
    return {model.name for model, _ in getattr(task.target, "models", ())}


def too_much(task: Task, error: TooMany | MemoryError, option: str = "") -> InputError:
    """Odds that are given up: what was at work then, and what would help. ``option``: that gives them more time."""
    from contextlib import suppress

    from shoot_cli.core.budget import TooMany

    known = {question.key for question in task.known()}
    about = f"{task.attacker.name} at {task.target.name}"
    told, late = "the odds take more memory than there is", False
    if isinstance(error, TooMany):
        told, late = str(error), error.late
        with suppress(Exception):  # it says what stands there, which is not yet or no longer known of this record
            about = task.ruleset.situation(error.record)
    less = ["fewer weapons at once (weapon=...)"] * ("weapon" in known and len(weapons(task)) > 1)
    less += ["fewer who fire (firing=...)"] * ("firing" in known)
    helps = [f"{' or '.join(less)} would be less to work out"] if less else []
    helps += [f"{option} gives it more time"] if late and option else []
    helps.append("shoot resolve with --times 1000 rolls the attack so often instead")
    return InputError(f"{told}. {about}. What helps: {'; '.join(helps)}.")


@contextmanager
def in_words() -> Iterator[None]:
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


# --questions ---------------------------------------------------------------------------------------------------------


def show_questions(task: Task, json: bool, plain: bool, seconds: float = SECONDS) -> None:
    """:raises InputError: as `questions_of`"""
    rows = [as_row(question) for question in (*task.mustered, *questions_of(task, seconds))]
    rows += [
        {"key": s.key, "text": s.text, "values": [*s.values], "default": s.values[0], "rules": [s.rule]}
        | {"setting": True}
        for s in task.ruleset.settings
    ]
    if json:
        print_json({"ruleset": task.ruleset.name, "questions": rows})
        return
    from shoot_cli.ui.results import show_asked

    show_asked(rows, plain)


def questions_of(task: Task, seconds: float = SECONDS) -> list[Any]:
    """Every question that can come up with these answers, in the order of the attack, facts one by one.

    :raises InputError: they are not found within so many seconds of CPU
    """
    from shoot_cli.core.answerers import Preset, nobody
    from shoot_cli.core.odds import Budget, TooMany, odds
    from shoot_cli.core.questions import Facts

    settings, given = task.ruleset.defaults() | task.settings, Preset(task.answers, nobody)
    try:
        ends = odds(task.ruleset.attack, task.start(), given, settings=settings, budget=Budget(seconds))
    except (TooMany, MemoryError) as error:
        raise too_much(task, error) from None
    found: dict[str, Any] = {}
    for question, _ in ends.asked.values():
        for part in question.parts if isinstance(question, Facts) else (question,):
            found.setdefault(part.key, part)
    return list(found.values())


def as_row(question: Any) -> dict[str, Any]:
    from shoot_cli.core.entry import say
    from shoot_cli.core.questions import Number, Numbers, Several

    default = None if question.default is None else say(question, question.default)
    named: dict[str, Any] = {"names": list(question.names)} if isinstance(question, (Numbers, Several)) else {}
    if isinstance(question, Number) and question.drawn:
        named["drawn"] = True
    return {
        "key": question.key,
        "text": question.text,
        "values": values(question),
        "default": default,
        "rules": list(question.rules),
        **named,
    }


def values(question: Any) -> Any:
    from shoot_cli.core.draws import example
    from shoot_cli.core.questions import Arrange, Choose, HowMany, Number, Numbers, Phrases, Several, number_text

    if isinstance(question, Choose):
        return [option.value for option in question.options if not option.closed]
    if isinstance(question, Number):
        one = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        forms = [f"chances as in {example(question)}"] if question.drawn else []
        forms += [f"one for each {question.each} as in {row_of(question)}"] if question.each else []
        return ", or ".join([one, *forms])
    if isinstance(question, HowMany):
        return f"of {question.names()}"
    if isinstance(question, Arrange):
        return f"in any order: {question.example()}"
    if isinstance(question, Numbers):
        each = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        each += f", or {question.otherwise}" if question.otherwise else ""
        each += ", or an offset as in 5x3" if question.across else ""
        return f"{each}: for each of {', '.join(question.names)}"
    if isinstance(question, Phrases):
        return f"any number, as in {question.example}"
    if isinstance(question, Several):
        n = question.exactly
        if not question.names:
            return "none"
        few = f"at least {question.at_least}" if question.at_least else "some, all or none"
        return f"{few if n is None else n} of {', '.join(question.open())}"
    return ""


def row_of(question: Any) -> str:
    """How numbers for one marker after the other may be written, with numbers that fit; the last goes on to hold."""
    high = int(min(question.high, 4))
    return ",".join(str(max(int(question.low), number)) for number in (high, high // 2, 0))
