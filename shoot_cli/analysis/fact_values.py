"""Other values of the facts of an attack: for each question the values that players would try, as they are typed. Start
with `facts_of`. ``Fact.left_out`` says in words which values are not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil, floor, isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.names import same_name
from shoot_cli.engine.questions import Arrange, Choose, HowMany, Number, Numbers, Phrases, Subset
from shoot_cli.engine.reasons import BadAnswer, number_text, yes_or_no
from shoot_cli.engine.record import Record
from shoot_cli.input.answerers import Preset, answer_from
from shoot_cli.input.answers import say

if TYPE_CHECKING:
    from shoot_cli.input.answers import Task

MOST = 128  # most values of one fact
MOST_NUMBERS = 32  # most values of a number that is no distance
BEYOND = 12  # inches or tiles that a rule may add to the longest range
DISTANCE, FIRING = "distance", "firing"  # the keys of these facts in every ruleset
FEWER = "fewer would fire"


class Value(Record):
    """A value. ``typed`` is typed after ``--set KEY=``, ``words`` are shown. ``number`` is None for no number."""

    typed: str
    words: str
    number: int | None = None


class Fact(Record):
    """A fact of an attack that could be different.

    ``base`` is its current value as it is typed; ``given`` is True if somebody gave it. ``values`` are tried: for
    numbers all from the lowest, with the current one; else only other values. ``left_out`` says in words what is not
    tried, or "". ``highest`` is the highest possible number, or None.
    """

    key: str
    text: str
    base: str
    given: bool
    values: tuple[Value, ...]
    left_out: str = ""
    highest: int | None = None


def facts_of(
    task: Task, asked: Mapping[str, list[Any]], answers: Mapping[str, Any], assumed: Mapping[str, str]
) -> tuple[Fact, ...]:
    """Return every fact of this attack, in the order of its questions.

    :param asked: the questions by key, one for each time that they are asked
    :param answers: answers by key, as they were typed
    :param assumed: defaults by key
    """
    questions = {question.key: [question] for question in task.mustered} | dict(asked)
    facts: dict[str, Fact] = {}
    for short, alike in questions.items():
        longer_key = getattr(alike[0], "also", "")
        key = (
            longer_key if short not in answers and longer_key in answers else short
        )  # the longer key replaces the short one
        facts[key] = fact(task, key, alike, answers, assumed)
    for key in answers:  # of one weapon or unit
        base, _, name = key.partition(":")
        alike = [narrowed(question, name) for question in questions.get(base, [])]
        if key not in facts and alike and key not in task.settings:
            facts[key] = fact(task, key, alike, answers, assumed)
    return tuple(facts.values())


def narrowed(question: Any, name: str) -> Any:
    """Return the question for one of its names, if it asks a number for each name."""
    return question.but(names=(name,)) if isinstance(question, Numbers) else question


def fact(task: Task, key: str, alike: list[Any], answers: Mapping[str, Any], assumed: Mapping[str, str]) -> Fact:
    """Return the fact of these questions, with the values that fit at least one of them."""
    given = answers.get(key)
    base = base_of(alike, given, assumed.get(key))
    values, left_out = values_of(task, alike, base)
    fitting = [value for value in values if any(fits(question, value) for question in alike)]
    others = [
        value
        for value in fitting
        if value.number is not None or not all(mean_the_same(question, value.typed, base) for question in alike)
    ]
    highest = floor(alike[0].high) if isinstance(alike[0], (Number, Numbers)) else None
    return Fact(key, alike[0].text, base, given is not None, tuple(others), left_out, highest)


def base_of(alike: Iterable[Any], given: Any, assumed: str | None) -> str:
    """Return the current value of a fact as it is typed."""
    if isinstance(given, (list, tuple)):
        return ", ".join(map(str, given))
    if given is not None:
        return str(yes_or_no(given))
    defaults = (say(question, question.default) for question in alike if question.default is not None)
    return assumed if assumed is not None else ", ".join(dict.fromkeys(defaults))


def fits(question: Any, value: Value) -> bool:
    try:
        question.read(answer_from(question, Preset.split(question, value.typed)[0]))
    except BadAnswer:
        return False
    return True


def mean_the_same(question: Any, text_tried: str, base: str) -> bool:
    """Return True if both texts mean the same to this question."""
    if same_name(text_tried, base):
        return True
    try:
        first, second = (Preset.split(question, text) for text in (text_tried, base))
        if len(first) != len(second):
            return False
        return all(
            question.read(answer_from(question, a)) == question.read(answer_from(question, b))
            for a, b in zip(first, second, strict=True)
        )
    except BadAnswer:
        return False


# What is tried -------------------------------------------------------------------------------------------------------

Tried = tuple[list[Value], str]  # values, and in words what is left out


def values_of(task: Task, alike: list[Any], base: str) -> Tried:
    """Return the values that players would try; ``alike`` is the question for each weapon in turn."""
    question = alike[0]
    if question.key == FIRING and not isinstance(question, HowMany):
        return [], FEWER
    kinds: dict[type, Callable[[], Tried]] = {
        Choose: lambda: choice_values(task, alike, base),
        Number: lambda: number_values(task, question),
        Numbers: lambda: number_values(task, question),
        HowMany: lambda: mode_values(task, question) if question.key == FIRING else count_values(alike),
        Arrange: lambda: order_values(question),
        Subset: lambda: subset_values(question),
        Phrases: lambda: ([], "any words: say them with --set"),
    }
    values, left_out = kinds[type(question)]()
    if len(values) > MOST:
        left_out = "; ".join(filter(None, (left_out, f"{len(values) - MOST} more, from {values[MOST].words} on")))
    return values[:MOST], left_out


def plain_value(text: str) -> Value:
    return Value(text, text)


def choice_values(task: Task, alike: list[Any], base: str) -> Tried:
    """Return every open option. For picks in order, each option comes first, before the current ones."""
    question = alike[0]
    options = list(dict.fromkeys(option.value for each_question in alike for option in each_question.open()))
    if question.spent is None:
        return [plain_value(option) for option in options], ""
    options = [option for option in options if option != question.spent]
    if question.default == question.spent:  # the default is the option for "no more", so the list order stays
        return [Value(option, f"{option} first") for option in options], "any longer order"
    picks, guns = [part.strip() for part in base.split(",")], weapon_by_mode(task)
    if not {*picks} <= guns.keys():  # everything fires, so a single pick would fire less
        return [], FEWER
    values = []
    for option in options:
        others = [gun for gun in picks if gun != option]
        behind = [gun for gun in others if guns[gun] != guns.get(option)]  # one mode of a weapon uses it up
        how = "" if not others else " instead" if behind != others else " first"
        values.append(Value(", ".join([option, *behind]), option + how))
    return values, f"any longer order, and {FEWER}"


def weapon_by_mode(task: Task) -> dict[str, str]:
    """Return the carried weapon for each name that can be picked; a weapon with modes is one."""
    return {weapon.name: getattr(weapon, "mode_of", "") or weapon.name for weapon in carried(task)}


def carried(task: Task) -> Iterator[Any]:
    """Return the weapons of the attacker."""
    for model, _ in task.attacker.models:
        yield from getattr(model, "weapons", ())


def number_values(task: Task, question: Any) -> Tried:
    """Return whole numbers; for a distance up to the longest range, and the highest possible one."""
    low, high = ceil(question.low), floor(question.high)
    is_distance = question.key.partition(":")[0] == DISTANCE
    most = min(high, low + MOST_NUMBERS - 1)
    if is_distance:
        most = min(high, low + MOST - 3, max(max(map(ceil, ranges(task)), default=0) + BEYOND, low))
    values = [plain_value(question.otherwise)] if question.otherwise else []
    values += [Value(str(n), str(n), n) for n in range(low, most + 1)]
    if most == high:
        return values, ""
    values.append(Value(str(high), str(high), high))
    return values, f"{most + 1} to {high - 1}" if most + 1 < high - 1 else number_text(most + 1) * (most + 1 < high)


def ranges(task: Task) -> set[float]:
    """Return the ranges of the attacker's weapons in inches or tiles, without those that reach any distance."""
    names = ("short", "long", "range")
    return {reach for gun in carried(task) for name in names if isfinite(reach := getattr(gun, name, None) or 0)}


# In which order values are tried --------------------------------------------------------------------------------------

# One value of every fact; then one of what is true of one weapon or model alone; then what tells most besides; then all
# other numbers.
FIRST, ALONE, NEXT, LAST = 0, 1, 2, 3


def turns(task: Task, fact: Fact, bases: Mapping[str, str] = MappingProxyType({})) -> list[int]:
    """Return for each value when it is tried, lowest first: the most telling value of each fact before all others. Of a
    distance these are the numbers where a band of a weapon begins: its half range, its range, or what is beyond.

    :param bases: the current values of all facts; a fact like `cover:Boy` waits if `cover` is among them, and a value
        that the whole unit has anyway tells nothing of it
    """
    head, colon, _ = fact.key.partition(":")
    if colon and head in bases:
        others = [index for index, value in enumerate(fact.values) if not same_name(value.typed, bases[head])]
        return [ALONE if index in others[:1] else max(turn, NEXT) for index, turn in enumerate(turns(task, fact))]
    numbers = [value.number for value in fact.values if value.number is not None]
    if not numbers:
        return [NEXT if index else FIRST for index in range(len(fact.values))]
    number_now = current_number(fact)
    telling: list[float] = [number_now - 1, number_now + 1, numbers[0], numbers[-1]]
    if head == DISTANCE:
        telling = [*bands_begin(task, number_now)]
    telling = [number for number in telling if number in numbers and number != number_now]
    first = {*telling[:1]} or {next((number for number in numbers if number != number_now), numbers[0])}
    return [
        LAST if value.number is None else FIRST if value.number in first else NEXT if value.number in telling else LAST
        for value in fact.values
    ]


def current_number(fact: Fact) -> float:
    """Return the current value of a fact as a number. If it is none, return the highest possible one, or 0."""
    try:
        return float(fact.base)
    except ValueError:
        return fact.highest or 0


def bands_begin(task: Task, now: float) -> list[int]:
    """Return where each band begins, seen from the distance `now`, nearest first: the next distance after a range of
    the weapons or its half if that is farther away, else the range itself."""
    ends = {floor(part) for most in ranges(task) if most for part in (most, most / 2)}
    begins = {end + 1 if end >= now else end for end in ends}
    return sorted(begins, key=lambda number: (abs(number - now), number))


def count_values(alike: list[Any]) -> Tried:
    """Return none and all, and all of each kind alone if every question has the same kinds."""
    values, groups = [plain_value("none"), plain_value("all")], alike[0].groups
    same_groups = all(question.groups == groups for question in alike)
    if same_groups and len(groups) > 1:
        alone = [[n if j == i else 0 for j, (_, n) in enumerate(groups)] for i in range(len(groups))]
        values += [Value(say(alike[0], row), alike[0].words(row)) for row in alone]
    other_numbers = any(n > 1 for question in alike for _, n in question.groups) or not same_groups or len(groups) > 2
    return values, "other numbers" if other_numbers else ""


def mode_values(task: Task, question: HowMany) -> Tried:
    """Return the firing weapons with one mode replaced by another."""
    guns, names = weapon_by_mode(task), [name for name, _ in question.groups]
    usual = list(question.default or (n for _, n in question.groups))
    values = []
    for i, j in ((i, j) for i in range(len(usual)) for j in range(len(usual)) if i != j):
        if usual[i] and names[i] in guns and guns[names[i]] == guns.get(names[j]):
            swapped = [*usual]
            swapped[i], swapped[j] = 0, min(question.groups[j][1], usual[j] + usual[i])
            values.append(Value(say(question, swapped), question.so_many(swapped[j], names[j])))
    return values, FEWER


def order_values(question: Arrange) -> Tried:
    """Return each kind before all others, and behind them; the others keep their order."""
    runs = [list(run) for run in question.default] or [[n, name, ""] for name, n in question.kinds]
    kinds = list(dict.fromkeys(name for _, name, _ in runs))
    values = []
    for kind in kinds if len(kinds) > 1 else ():
        own_runs, others = ([run for run in runs if (run[1] == kind) == is_own] for is_own in (True, False))
        for order, where in ((own_runs + others, "first"), (others + own_runs, "last")):
            values.append(Value(say(question, joined(order)), f"{kind} {where}"))
    return values, "other orders" + (", and marks behind names" if question.marks else "")


def joined(runs: Iterable[list[Any]]) -> list[list[Any]]:
    """Merge equal neighbours into one run."""
    merged_runs: list[list[Any]] = []
    for n, name, mark in runs:
        if merged_runs and merged_runs[-1][1:] == [name, mark]:
            merged_runs[-1] = [merged_runs[-1][0] + n, name, mark]
        else:
            merged_runs.append([n, name, mark])
    return merged_runs


def subset_values(question: Subset) -> Tried:
    """Return none, each alone, and all, by name."""
    names = question.open()
    values = [plain_value("none"), *(Value(one_name(question, name), name) for name in names)]
    values += [Value(", ".join(names), "all")] if len(names) > 1 else []
    return values, "others together" if len(names) > 2 else ""


def one_name(question: Subset, name: str) -> str:
    """Return the name if it is unique in the question, else its longer form."""
    try:
        is_unique = question.read(answer_from(question, name)) == (question.names.index(name),)
    except BadAnswer:
        is_unique = False
    return name if is_unique else say(question, [name])


# Values as text ------------------------------------------------------------------------------------------------------


def values_text(fact: Fact, values: list[Value]) -> str:
    """Return values as text: numbers in a row as ``13 to 24``, the highest as ``49 or more``."""
    words = list(dict.fromkeys(value.words for value in values if value.number is None))
    first_words = [*words[:4], *([f"{len(words) - 4} more"] if len(words) > 4 else [])]
    return ", ".join([*first_words, *bands(fact, [value.number for value in values if value.number is not None])])


def bands(fact: Fact, numbers: list[int]) -> Iterator[str]:
    """Yield the numbers as text; consecutive tried numbers become one range."""
    tried = [value.number for value in fact.values if value.number is not None]
    run: list[int] = []
    for number in [*numbers, None]:
        if run and (number is None or tried.index(number) != tried.index(run[-1]) + 1):
            cut = len(run) > 1 and run[-1] == fact.highest and run[-1] - run[-2] > 1
            yield f"{run[0]}" if len(run) == 1 else f"{run[0]} or more" if cut else f"{run[0]} to {run[-1]}"
            run = []
        if number is not None:
            run.append(number)
