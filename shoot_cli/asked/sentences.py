"""Questions, answers and dice as sentences for the players: plain text, one line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from shoot_cli.engine import questions
from shoot_cli.engine.names import same_name, visible
from shoot_cli.engine.reasons import DEFENDER, Answer, BadAnswer, Meaning, Outcome, Reason, number_text, series
from shoot_cli.engine.ruleset import FILLS
from shoot_cli.engine.single_reroll import only_more
from shoot_cli.engine.table import BOTH, Entry
from shoot_cli.input.answers import completed, example, say
from shoot_cli.input.dice import RollAgain, example_groups, example_sums, first_throw, in_order, sets_words
from shoot_cli.input.dice import sums_words as added
from shoot_cli.input.lists import each_value, runs_typed, say_value

if TYPE_CHECKING:
    from shoot_cli.replay.history import KeptAnswer


# Dice with named results, before and after the roll; see `engine/reasons.py`.

MOST_LISTED = 6  # so many dice with named sides are listed one by one
Rows = tuple[tuple[str, str], ...]  # rows of a chart: faces and their result
Dice = questions.Roll | questions.Total
Value = questions.Tally | int  # what a roll or a sum is read as


def has_own_words(question: Dice) -> bool:
    """Return True if the results of these dice have names, so that none passes or fails."""
    if question.means is not None:
        return True
    return (
        isinstance(question, questions.Roll)
        and bool(question.faces)
        and question.dice == 1
        and not question.only_seen()
    )


def each_outcome(question: Dice) -> list[tuple[int, int, Outcome]]:
    assert question.means
    is_roll = isinstance(question, questions.Roll)
    return question.means.spans(*((1, question.sides) if is_roll else (question.dice, question.dice * question.sides)))


def held_against(question: Dice) -> str:
    """Return `+ 9 against armour 11`, or "" if the dice are compared with nothing."""
    means = question.means
    if means is None or means.against is None:
        return ""
    each = " each" if isinstance(question, questions.Roll) and question.dice > 1 and not means.best else ""
    best = "the highest " if means.best else ""
    plus = f"+ {means.plus}{each} " if means.plus else ""
    return f"{best}{plus}against {visible(means.against[0])} {means.against[1]}"


def ahead(question: Dice) -> str:
    """Return the possible results: `2 glances, 3+ penetrates`."""
    words = []
    spans = each_outcome(question)
    for low, high, outcome in spans:
        if not outcome.nothing:
            faces = str(low) if low == high else f"{low}+" if outcome is spans[-1][2] else f"{low}-{high}"
            words.append(f"{faces} {visible(outcome.singular)}")
    return ", ".join(words)


def to_come(question: Dice) -> str:
    """Return the text after the dice: ` + 9 against armour 11: 2 glances, 3+ penetrates`, `: 4+ Explodes!`."""
    held = held_against(question)
    return f"{held and f' {held}'}: {ahead(question)}"


def chart_rows(question: Dice) -> Rows:
    """Return the chart that is rolled on, with modifiers applied: (("1 2", "Crew Shaken"), ...); () for none."""
    if question.means is None or not question.means.chart:
        return ()
    return tuple(
        (" ".join(map(str, range(low, high + 1))), visible(outcome.singular))
        for low, high, outcome in each_outcome(question)
    )


def ends(question: Dice, answer: Answer) -> list[int]:
    """Return the faces that count in the end, or [] if only their number was given."""
    if not isinstance(answer, Mapping) or "first" not in answer:
        return []
    first, again = list(answer["first"]), list(answer.get("again") or ())
    if isinstance(question, questions.Total):
        return again or first
    return [face for face in first if face not in question.again] + again


def outcomes(question: questions.Roll, answer: Answer, tally: questions.Tally) -> list[tuple[Outcome, int]]:
    """Return each result with its number of dice, the best first. Without faces, the counts give the results."""
    means, counts = question.means, Counter[Outcome]()
    assert means
    if faces := ends(question, answer):
        counts.update(map(means.outcome, faces))
    else:
        watched = dict(zip((watch.faces for watch in question.watch), tally.watched, strict=False))
        spans = [(tuple(range(low, high + 1)), outcome) for low, high, outcome in each_outcome(question)]
        counted = {faces: watched[faces] for faces, _ in spans if faces in watched}
        met = sum(n for faces, n in counted.items() if question.need.met_by(faces[0]))
        rest = {True: tally.passed - met, False: tally.failed - (sum(counted.values()) - met)}
        for span, outcome in reversed(spans):
            passes = question.need.met_by(span[0])
            counts[outcome] += counted[span] if span in counted else rest.pop(passes, 0)
    best = [(outcome, counts[outcome]) for outcome in reversed(means.outcomes) if counts[outcome]]
    return best[:1] if means.best else best


def result_text(question: Dice, answer: Answer, value: Value) -> str:
    """Return the result: `9 + 4 = 13 against 11: penetrates`; `2 penetrate, 1 nothing`; `Crew Shaken`; `arrow`."""
    means = question.means
    if isinstance(question, questions.Total):
        assert means
        assert isinstance(value, int)
        return sum_of(means, ends(question, answer) or [value], value)
    assert isinstance(value, questions.Tally)
    if means is None:
        faces = ends(question, answer)
        met = [face for face in range(1, question.sides + 1) if question.need.met_by(face) is bool(value.passed)]
        return visible(question.faces_text(faces or met))
    results = outcomes(question, answer, value)
    if means.against and means.best and ends(question, answer):
        return sum_of(means, [max(ends(question, answer))])
    if means.against and (faces := sorted(ends(question, answer), reverse=True)):
        return sums(means, faces)
    if question.dice == 1 or means.best:
        return visible(results[0][0].singular)
    return ", ".join(f"{n} {visible((outcome.plural if n > 1 else '') or outcome.singular)}" for outcome, n in results)


def sum_of(means: Meaning, faces: Sequence[int], value: int | None = None) -> str:
    """Return `9 + 4 = 13 against 11: penetrates`."""
    total = sum(faces) if value is None else value
    outcome = visible(means.outcome(total).singular)
    terms = " + ".join(map(str, [*([means.plus] if means.plus else []), *faces]))
    whole = f"{terms} = {means.plus + total}" if means.plus or len(faces) > 1 else terms
    return f"{whole} against {means.against[1]}: {outcome}" if means.against else f"{whole}: {outcome}"


def sums(means: Meaning, faces: Sequence[int]) -> str:
    """Return the sum of each different face: `against 11: 9 + 4 = 13 penetrates; 9 + 1 = 10 nothing`."""
    if len(faces) == 1:
        return sum_of(means, faces)
    assert means.against
    parts = []
    for face, run in groupby(faces):
        n, outcome = len(list(run)), means.outcome(face)
        words = visible((outcome.plural if n > 1 else "") or outcome.singular)
        parts.append(f"{means.plus} + {face} = {means.plus + face} {words}{f' ({n} dice)' if n > 1 else ''}")
    return f"against {means.against[1]}: {'; '.join(parts)}"


def named_words(counted: list[tuple[int, str]]) -> str:
    """Return `1, 3, JAM`, or `2x1, 4x3, JAM` for many dice."""
    if sum(n for n, _ in counted) <= MOST_LISTED:
        return ", ".join(side for n, side in counted for _ in range(n))
    return ", ".join(f"{n}x{side}" if n > 1 else side for n, side in counted if n)


# What to do now, its result, and the reasons.

Names = tuple[str, str]  # the attacker's and the defender's army
MATTER = 6  # visible facts
MARKS = 4  # marks named in a question about an order; "why" lists all
MOST_NAMES = 6  # names in one question; the menu of "why" lists all


def some_names(names: Sequence[str]) -> str:
    """Return all names, or the first few of many and how to answer for the others."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[:3])} and {len(names) - 3} more: type part of a name and a number"


def owner(question: questions.Question, names: Names) -> str:
    """Return the name of the army that must answer."""
    return visible(names[question.owner == DEFENDER])


def instruction(question: questions.Question, names: Names) -> str:
    """Return what to do now, to read aloud: `Ultramarines: roll 8 dice, 3 or more (3+)`.

    A single player has no name.
    """
    whose = f"{name}: " if (name := owner(question, names)) else ""
    about = visible(question.text).strip().rstrip("?.:")
    if isinstance(question, questions.Roll):
        label = visible(question.need.label)
        in_text = label and label.casefold() in about.casefold()
        what = roll_words(question.but(need=question.need.but(label="")) if in_text else question)
    elif isinstance(question, questions.Total):
        need = question.need
        is_named = need is not None and need.label.casefold() in about.casefold()
        what = total_words(question.but(need=need.but(label="")) if need and is_named else question)
    else:
        asked = visible(question.text).strip() or f"{key_words(question.key)}?"
        return f"{whose}{asked}{bounds(question)}"
    return f"{whose}{about}: {what}" if about else f"{whose}{what}"


def roll_words(roll: questions.Roll) -> str:
    """Return `roll 8 dice, 3 or more (3+); roll each 1 again; count how many show 6`, or the same for other dice."""
    if roll.means:
        return "; ".join([f"roll {pile_words(roll)}{to_come(roll)}", *again_parts(roll)])
    if roll.only_seen():
        return seen_words(roll)
    if roll.faces and roll.dice == 1 and not roll.again:
        return f"roll 1 die ({sides_words(roll)})"
    need = need_words(roll.need, roll)
    return "; ".join([f"roll {pile_words(roll)}{', ' * bool(need)}{need}", *again_parts(roll)])


def pile_words(roll: Dice) -> str:
    """Return `8 dice`, `1 die`, `3 D4`, `7 pairs`, or `3 x D6+D12`."""
    if isinstance(roll, questions.Roll) and roll.adds:
        return f"{roll.dice} x {added(roll.adds)}" if roll.dice > 1 else added(roll.adds)
    groups = roll.groups if isinstance(roll, questions.Roll) else ()
    return sets_words(groups) if groups else dice_words(roll.dice, roll.sides)


def whose_words(roll: questions.Roll) -> str:
    """Return whose dice come first: `in this order: 13 x Boy, 1 x Nob`, `in this order: 3 for Nob, 1 for Boy`,
    `in this order`; "" if it is of no account."""
    if not roll.groups or roll.lives:
        return ""
    sets = zip(roll.whose, roll.groups, strict=False)
    runs = [[*run] for _, run in groupby(enumerate(sets), lambda item: (item[1][0], item[0] if item[1][1] > 1 else -1))]
    counted = any(n > 1 for n in roll.groups) or any(len(run) > 1 for run in runs)
    so_many = " x " if all(n == 1 for n in roll.groups) else " for "  # with a die each, dice are models
    whose = [f"{sum(n for _, (_, n) in run)}{so_many}" * counted + visible(run[0][1][0]) for run in runs]
    if not whose and len({*roll.groups}) > 1:
        whose = [*map(str, roll.groups)]
    return f"in this order{': ' * bool(whose)}{', '.join(whose)}"


def again_parts(roll: Dice) -> list[str]:
    """Return other instructions for the dice: `roll each 1 again once`, `count how many show 6`."""
    if isinstance(roll, questions.Total):
        return [words] if (words := sum_again(roll)) else []
    parts = []
    if roll.again:
        failures = set(roll.again) == set(roll.need.failures(roll.sides))
        again = "every failure" if failures else f"each {_names(roll, roll.again)}"
        other = (
            f" for {need_words(roll.again_need, roll)}"
            if roll.again_need and roll.again_need[1:4] != roll.need[1:4]
            else ""
        )
        parts.append(f"roll {again} again once{other}")
    for watch in () if roll.means else (watch for watch in roll.watch if not roll.every_pass(watch)):
        twice = " in both throws" if watch.both and roll.again else ""
        why = f" ({visible(watch.why)})" if watch.why else ""
        if roll.dice > 1:
            parts.append(f"count how many show {_names(roll, watch.faces)}{twice}{why}")
        elif watch.why:  # the face of one die is typed anyway
            parts.append(f"{_names(roll, watch.faces)}{twice}: {visible(watch.why)}")
    return parts


def seen_words(roll: questions.Roll) -> str:
    """Return `roll 2 dice and type what they show (1, 2, 3 or JAM), as in 1 3`, for dice without a needed number."""
    if roll.adds:
        return f"roll {pile_words(roll)} and type the sum{'s' * (roll.dice > 1)}, as in {example_sums(roll)}"
    words = f"roll {dice_words(roll.dice, roll.sides)} and type what {'it shows' if roll.dice == 1 else 'they show'}"
    if roll.faces:
        words += f" ({sides_words(roll)})"
        if roll.dice > 1:
            words += f", as in {' '.join([*dict.fromkeys(map(visible, roll.faces))][-roll.dice :])}"
    return words + (f"; roll each {_names(roll, roll.again)} again once" if roll.again else "")


def sides_words(roll: questions.Roll) -> str:
    return series(dict.fromkeys(map(visible, roll.faces)), "or")


def total_words(total: questions.Total) -> str:
    """Return `roll 2 dice and add them up, 9 or less (9-); roll a 10, 11 or 12 again once`."""
    if total.means:
        return f"roll {dice_words(total.dice, total.sides)}{to_come(total)}"
    need = need_words(total.need) if total.need else ""
    add = " and add them up" if total.dice > 1 else ""
    if total.sides == 3:
        add += " (a D3 is half a D6, rounded up)"
    words = f"roll {dice_words(total.dice, total.sides)}{add}" + (f", {need}" if need else "")
    return "; ".join([words, *again_parts(total)])


def sum_again(total: questions.Total) -> str:
    """Return `roll a 10, 11 or 12 again once`, or "" without re-rolls."""
    sums = range(total.dice, total.dice * total.sides + 1)
    rerolled = [n for n in sums if n in total.again]
    if not rerolled:
        return ""
    if total.need and rerolled == [n for n in sums if not total.need.met_by(n)]:
        return "roll a failure again once"
    return f"roll {'an' if rerolled[0] in (8, 11, 18) else 'a'} {series(map(str, rerolled), 'or')} again once"


def dice_words(dice: int, sides: int) -> str:
    if sides != 6:
        return f"{dice} D{sides}"
    return "1 die" if dice == 1 else f"{dice} dice"


def dice_noun(dice: int, sides: int) -> str:
    """Return the noun for the dice in a bar."""
    return f"D{sides}" if sides != 6 else "DIE" if dice == 1 else "DICE"


def sums_noun(roll: questions.Roll) -> tuple[str, str]:
    """Return number and noun of dice that are added up: `7 PAIRS`, `3 x D6+D12`; of one throw `2 DICE`."""
    pair = {*roll.adds} == {6} and len(roll.adds) == 2
    if roll.dice > 1:
        return str(roll.dice), "PAIRS" if pair else f"x {added(roll.adds)}"
    return str(len(roll.adds)), "DICE" if {*roll.adds} == {6} else f"DICE {added(roll.adds)}"


def need_words(need: questions.Need, roll: questions.Roll | None = None) -> str:
    """Return `3 or more (3+)`, `4 or less (4-)`, `6 (6+)`, with the label. Return "" if no face passes."""
    if need.target is None:
        return ""
    label = f" {visible(need.label)}" if need.label else ""
    if roll and roll.faces:
        return (
            " or ".join(dict.fromkeys(visible(name) for face, name in enumerate(roll.faces, 1) if need.met_by(face)))
            + label
        )
    last = need.target == (1 if need.or_less else roll.sides if roll else None)
    words = "" if last else " or less" if need.or_less else " or more"
    return f"{need.target}{words} ({need.text}{label})"


def _names(roll: questions.Roll, faces: tuple[int, ...]) -> str:
    return visible(roll.faces_text(faces))


ONE_THING = "one thing, or several with commas"
ONE_A_LINE = f"{ONE_THING}; Enter: nothing more"


def bounds(question: questions.Question) -> str:
    """Return the possible answers in brackets. It is "" for choices, which have a menu."""
    if isinstance(question, questions.Number):
        unit = visible(unit_of(question.unit, question.high))
        return f" ({number_text(question.low)} to {number_text(question.high)} {unit}".rstrip() + ")"
    if isinstance(question, questions.HowMany):
        return f" ({visible(question.names())})"
    if isinstance(question, questions.Arrange):
        if not question.marks:
            return visible(f" ({', '.join(name for name, _ in question.kinds)}; in which order?)")
        first = "" if "nearest first" in question.text.casefold() else "nearest first: "
        few = [mark for mark, _ in question.marks[:MARKS]] + ["..."] * (len(question.marks) > MARKS)
        return visible(f" ({first}{question.names()}; behind a name, where it holds: {', '.join(few)})")
    if isinstance(question, questions.Numbers):
        limits = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".rstrip()
        offset = ", or as 5x3" if question.across else ""
        none = f", or {question.otherwise}" if question.otherwise else ""
        firsts = [name.rpartition(", ")[0] not in question.names for name in question.names]  # else one behind a comma
        names = question.names
        if question.most:
            names = tuple(f"{name} {number_text(n)}" for name, n in zip(names, question.most, strict=True))
            limits = "at most"
        names = tuple(name for name, first in zip(names, firsts, strict=True) if first)
        single = question.by_name and not isinstance(question.default, Mapping)
        others = f"; {question.default} for those not named" if single else ""
        return visible(f" ({limits}{offset}{none}: {some_names(names)}{others})")
    if isinstance(question, questions.Subset):
        wanted = f"at least {question.at_least} of " if question.at_least else ""
        wanted = wanted if question.exactly is None else f"{question.exactly} of "
        return visible(f" ({wanted}{', '.join(numbered(question))})")
    if isinstance(question, questions.Phrases) and question.rows:
        return visible(f" ({ONE_A_LINE.replace(';', f', as in {question.example};')})")
    return (
        visible(f" (one or more, with commas between, as in {question.example})")
        if isinstance(question, questions.Phrases)
        else ""
    )


def numbered(question: questions.Subset) -> list[str]:
    """Return the names that may be said, each with its number, unless a name has a number in it."""
    names = question.open()
    if any(sign.isdecimal() for name in names for sign in name):
        return [*names]
    return [f"{n}. {name}" for n, name in enumerate(names, 1)]


def hint(question: questions.Question, *, app: bool = False, empty: str = "the app rolls") -> str:
    """Return how to type an answer. If `app`, an empty answer lets the app roll; `empty` says so."""
    if isinstance(question, (questions.Roll, questions.Total)):
        how = hint_of_roll(question) if isinstance(question, questions.Roll) else "type the sum, or the faces"
        if isinstance(question, questions.Total) and question.dice == 1:
            how = "type the face"
        return f"{how}; Enter: {empty}" if app else how
    if isinstance(question, questions.Numbers) and question.by_name and question.default == 0:
        return visible(f"{question.decides or f'as in {example(question)}'}; Enter: none")
    how = ""
    if isinstance(question, questions.Subset):
        how = "names or numbers" if numbered(question) != [*question.open()] else "names" * (len(question.open()) > 2)
        if question.default == () and question.text.casefold().startswith("who"):
            return f"{how}{'; ' if how else ''}Enter: nobody"
    elif isinstance(question, (questions.Number, questions.Numbers)):
        how = visible(question.decides)
    may_be_empty = isinstance(question, (questions.Subset, questions.Phrases))  # then () is an answer
    if question.default is None or (question.default == () and not may_be_empty):
        return how
    how = f"{how}{'; ' if how else ''}Enter: {visible(answer_words(question, question.default))}"
    if more := getattr(question, "more", ""):
        alone = isinstance(question, questions.Number)
        sign = f"type {say(question, question.default)}{questions.PLUS}" if alone else "a + at the end"
        how += f"; {sign} {visible(more)}"
    return how


def hint_of_roll(roll: questions.Roll) -> str:
    """Return how to type what the dice show: each face, or counts where these are enough."""
    if has_own_words(roll) and roll.faces:
        return f"type {sides_words(roll).casefold().replace('!', '')}"
    if roll.adds and (roll.dice == 1 or roll.groups or roll.only_seen() or roll.means):
        sums = f"the sum{'s' * (roll.dice > 1)}{' in this order' if roll.groups else ''}"
        return f"type {sums}, as in {example_sums(roll)}, or each die"
    if roll.dice == 1:
        return "type the face"
    if roll.lives:
        return f"type how many live, or the faces, as in {example_groups(roll)}"
    if roll.groups:
        return in_order(roll)
    if not roll.counts_will_do() or roll.only_seen() or roll.means:
        return "type the faces"
    if roll.again:
        once = first_throw(roll)
        counts = once and (counts_words(once) if once.watch else "how many passed")
        return f"of the first throw type {counts}, or the faces" if counts else "type the faces"
    if not all(map(roll.every_pass, roll.watch)):
        return f"type {counts_words(roll)}, or the faces"
    return f"type how many passed, or the {'sums' if roll.adds else 'faces'}"


def counts_words(roll: questions.Roll) -> str:
    """Return how to type counts: `how many passed/how many of them showed 6, as in 4/1`."""
    passing = {face for face in range(1, roll.sides + 1) if roll.need.met_by(face)}
    shown = (
        f"how many {'of them ' * (passing >= {*watch.faces})}showed {_names(roll, watch.faces)}" for watch in roll.watch
    )
    passed = max(1, roll.dice * 2 // 3)
    numbers = "/".join(map(str, (passed, *(passed // 3 for _ in roll.watch))))
    return f"{'/'.join(['how many passed', *shown])}, as in {numbers}"


def in_a_row(question: questions.Question) -> bool:
    """Return True if models with several of a kind are put in order, because only that is worth drawing."""
    return isinstance(question, questions.Arrange) and any(n > 1 for _, n in question.kinds)


def hint_in_one_line(row: int) -> str:
    """Return how a row and the distance after it are typed in one line. `row` is the number of a row."""
    return f'as in {row} 14: row {row} at 14"'


def hint_beside_row(question: questions.Question, hint: str) -> str:
    """Return a shorter hint beside models that are drawn in a row; the same hint for anything else."""
    if not isinstance(question, questions.Arrange) or not in_a_row(question) or not question.default:
        return hint
    return f"as in {question.kinds[-1][0]}, rest; Enter: as it stands"


def key_words(key: str) -> str:
    """Return a key as words: `Hit: boltgun` for `hit:boltgun`."""
    words = " ".join(visible(key).replace("_", " ").replace(":", ": ").split())
    return words[:1].upper() + words[1:]


def step_words(step: str, key: str) -> str:
    """Return a step and its subject: `Roll to hit: boltgun` for `hit:boltgun`."""
    named = visible(key.partition(":")[2])  # the name of a weapon, a model or a unit, unchanged
    about = named or key_words(key)
    if not step or about.casefold() in step.casefold():
        return visible(step) or about
    return f"{visible(step)}: {named or about[:1].lower() + about[1:]}"


def answer_words(question: questions.Question, answer: Answer) -> str:
    """Return an answer as text: the label of a choice, a number with its unit, all changed facts."""
    if getattr(question, "more", "") and (plain := questions.without_plus(answer))[1]:
        return f"{answer_words(question, plain[0])}, and more"
    if isinstance(question, questions.Choose):
        return next((o.label or o.value for o in question.options if same_name(o.value, str(answer))), str(answer))
    if isinstance(question, questions.Number):
        if answer == question.otherwise:
            return str(answer)
        return f"{say(question, answer)} {unit_of(question.unit, answer)}".strip()
    if isinstance(question, questions.Numbers):
        return numbers_words(question, answer)
    if isinstance(question, questions.Arrange) and not question.marks and all(n == 1 for n, _, _ in answer):
        return ", ".join(name for _, name, _ in answer)
    if isinstance(question, (questions.HowMany, questions.Arrange)):
        typed = say(question, answer)
        return typed if typed in ("all", "none") else question.words(answer)
    if isinstance(question, questions.Facts):
        if not question.says_all() and (words := question.sentence(answer)):
            return visible(words)
        return "; ".join(fact_words(part, answer[part.key]) for part in question.parts if part.key in answer) or "yes"
    return say(question, answer)


def numbers_words(question: questions.Numbers, answer: Answer) -> str:
    """Return `12 tiles, Howitzer: 30`. Only the first number has the unit."""
    words, unit, values = [], question.unit, each_value(question, answer)
    nobody_else = question.by_name and len(values) > 1 and values[0] == ("", 0)
    for name, value in values[nobody_else:]:
        text = say_value(question, value)
        if value != question.otherwise and unit:
            text, unit = f"{text} {unit_of(unit, value)}", ""
        words.append(f"{name}: {text}" if name else text)
    return ", ".join(words)


def unit_of(unit: str, n: Answer) -> str:
    """Return `models`, or `model` for one."""
    return {"dice": "die", "inches": "inch"}.get(unit, unit.removesuffix("s")) if n == 1 else unit


def fact_words(part: questions.Question, answer: Answer) -> str:
    """Return one fact: a label or a true fact alone, or else name and value with a colon."""
    if isinstance(part, questions.Choose) and any(option.label for option in part.options if option.value == answer):
        return visible(answer_words(part, answer))
    about = visible(questions.name_of_fact(part)) or key_words(part.key)
    return about if answer == "yes" else f"{about}: {visible(answer_words(part, answer))}"


def facts_line(facts: questions.Facts, changed: Mapping[str, Answer]) -> str:
    """Return the current facts in one line. If the question has a text with the defaults, return only the changes."""
    shown = [part for part in facts.parts if part.key in changed] if facts.text else facts.parts
    return "; ".join(fact_words(part, changed.get(part.key, part.default)) for part in shown)


def result(entry: Entry) -> str:
    """Return the result of a log entry: `5 of 8 passed`, or its text if nothing was asked."""
    question = entry.question
    if question is None:
        return visible(entry.text)
    if isinstance(question, (questions.Roll, questions.Total)) and has_own_words(question):
        return result_text(question, entry.answer, entry.value)
    if isinstance(question, questions.Roll):
        return tally_words(question, entry.value)
    if isinstance(question, questions.Total):
        met = "" if question.need is None else ", passed" if question.need.met_by(entry.value) else ", failed"
        return f"{entry.value}{met}"
    return visible(answer_words(question, entry.answer))


def tally_words(roll: questions.Roll, tally: questions.Tally) -> str:
    if has_own_words(roll):
        return result_text(roll, None, tally)
    counted = [(n, _names(roll, watch.faces)) for watch, n in zip(roll.watch, tally.watched, strict=False)]
    if roll.only_seen() and roll.faces:
        return named_words(counted)
    if roll.only_seen():
        seen = [f"{n} showed {faces}" if roll.dice > 1 else f"showed {faces}" for n, faces in counted if n]
        return ", ".join(seen if roll.dice > 1 else seen[:1])
    if roll.dice == 1:
        return ", ".join(["passed" if tally.passed else "failed", *(f"showed {faces}" for n, faces in counted if n)])
    if roll.lives:
        return f"{living(tally)} of {len(roll.groups)} live"
    seen = [f"{n or 'none'} showed {faces}" for n, faces in counted]
    return ", ".join([f"{tally.passed} of {roll.dice} passed", *seen])


def living(tally: questions.Tally) -> int:
    """Return in how many groups of a roll all dice passed."""
    return sum(not part.failed for part in tally.parts)


def pool_words(question: Dice, value: Value) -> str:
    """Return what a roll by hand comes to: `5 of 8 passed`, `all 8 passed`, `none passed`."""
    if isinstance(question, questions.Total):
        return result(Entry("", question, None, value))
    assert isinstance(value, questions.Tally)
    if question.owner == DEFENDER or question.dice == 1 or question.only_seen() or question.means:
        return tally_words(question, value)
    if not value.passed:
        return "none passed" + "".join(tally_words(question, value).partition(" passed")[2:])
    words = tally_words(question, value)
    all_passed = "both passed" if question.dice == BOTH else f"all {question.dice} passed"
    return words.replace(f"{question.dice} of {question.dice} passed", all_passed)


def typed_words(question: Dice, answer: Answer) -> str:
    """Return typed dice and their result, unless both are the same."""
    typed, value = say(question, answer), question.read(answer)
    pool = result_text(question, answer, value) if has_own_words(question) else pool_words(question, value)
    named = isinstance(question, questions.Roll) and bool(question.faces) and question.only_seen() and "first" in answer
    return typed if typed == pool or named else f"{typed}: {pool}"


def because(reason: Reason) -> str:
    return visible(f"{reason.text} ({reason.rule})" if reason.rule else reason.text)


NOTHING_KNOWN = "Nothing more is known about this."


def facts_in_sight(question: questions.Facts) -> list[questions.Question]:
    """Return the facts that a menu shows at first: the first few that are not seldom of use, and all that weigh."""
    often = [part for part in question.parts if not is_seldom(part)]
    return [part for index, part in enumerate(often) if index < MATTER or getattr(part, "weighs", False)]


def is_seldom(part: questions.Question) -> bool:
    """Return True for a fact that is out of sight at first."""
    return any(getattr(part, name, False) for name in ("computed", "rarely_chosen", "seldom"))


def reasons(question: questions.Question) -> list[str]:
    """Return the reasons behind a question with their rules, one per line. Without reasons return the rules."""
    lines: list[str] = []
    if isinstance(question, questions.Choose) and question.about:
        return [visible(question.about)]
    if isinstance(question, (questions.Roll, questions.Total)) and question.need:
        lines += need_reasons(question.need, question)
    if isinstance(question, questions.Roll) and question.again_need:
        again = question.but(need=question.again_need)
        lines += [f"rolled again, {line}" for line in need_reasons(again.need, again)]
    if isinstance(question, questions.Choose):
        for option in question.options:
            name = visible(option.label or option.value)
            lines += [f"{name} is closed: {because(reason)}" for reason in option.closed]
    if isinstance(question, questions.Subset):
        lines += [visible(f"{name} is closed: ") + because(reason) for name, why in question.closed for reason in why]
    if isinstance(question, questions.Phrases):
        lines += map(visible, question.forms)
    if isinstance(question, questions.Arrange):
        lines += [visible(f"{mark}: {meaning}") for mark, meaning in question.marks]
    if isinstance(question, questions.Facts):
        named = [
            (visible(questions.name_of_fact(part)) or key_words(part.key), part.rules)
            for part in facts_in_sight(question)
        ]
        lines += [f"{name} ({', '.join(rules)})" if rules else name for name, rules in named]
        more = len(question.parts) - len(named)
        return [*lines, f"and {more} that seldom matter{'s' * (more == 1)}"] if more > 0 else lines
    if rest := [rule for rule in question.rules if rule not in " ".join(lines)]:
        lines.append(visible(("Rule " if len(rest) == 1 else "Rules ") + ", ".join(rest)))
    return lines


def need_reasons(need: questions.Need, roll: Dice | None) -> list[str]:
    """Return the needed number with each of its reasons. `roll` has the names of the sides, if any."""
    label = f" {visible(need.label)}" if need.label else ""
    beginnings = {f"{need.text}: ", f"{need.text}{label}: "}  # some reasons begin with the number themselves
    text = visible(roll.need_text()) if isinstance(roll, questions.Roll) else need.text
    if isinstance(roll, questions.Roll) and roll.only_seen():  # the sides say more than a number
        sides = f"sides {visible(', '.join(roll.faces))}: " if roll.faces else ""
        return [f"{sides}{because(reason)}" for reason in need.because]
    target = questions.NO_FACE if need.target is None else f"{text}{label}"
    texts = (because(reason) for reason in need.because)
    return [words if any(map(words.startswith, beginnings)) else f"{target}: {words}" for words in texts]


# Earlier answers in words: answers in a log, and changed answers.


def answer_text(answer: Answer) -> str:
    """Return an answer without its question: dice as "6 6 3 1", counts as "7 passed", lists, words and numbers."""
    match answer:
        case {"more": [*more], **before}:
            thrown = (f"{throw['by']}: {answer_text(without_by(throw))}" for throw in more)
            return f"{answer_text(before)}, {', '.join(thrown)}"
        case None:
            return "as usual"
        case bool():
            return "yes" if answer else "no"
        case str() | int() | float():
            return str(answer)
        case {"first": list(first), **rest} if rest.keys() <= {"again"}:
            again = f", again {answer_text(rest['again'])}" if rest.get("again") else ""
            return answer_text(first) + again
        case {"passed": passed, **rest} if rest.keys() <= {"watched"}:
            watched = f"/{answer_text(rest['watched'])}" if rest.get("watched") else ""
            return f"{answer_text(passed)}{watched} passed"
        case {"each": each, **rest} if not rest:
            return f"{'/'.join(map(str, each))} passed"
        case {"live": live, **rest} if not rest:
            return f"{answer_text(live)} live"
        case {"sum": total, **rest} if not rest:
            return f"{answer_text(total)} in all"
        case Mapping():
            return ", ".join(f"{key} {answer_text(value)}" for key, value in answer.items()) or "as proposed"
        case list() | tuple():
            named = len(answer) > 1 and all(isinstance(part, str) and part for part in answer)
            between = ", " if named or any(isinstance(part, list | tuple | Mapping) for part in answer) else " "
            return between.join(answer_text(part) for part in answer if part != "") or "none"
        case _:
            return str(answer)


def decided_words(question: questions.Question, answer: KeptAnswer) -> str:
    """Return an answer as in a log. Facts are complete there, because the proposal is not visible."""
    return (visible(question.sentence(answer)) if isinstance(question, questions.Facts) else "") or answer_words(
        question, answer
    )


def as_decided(question: questions.Question, answer: KeptAnswer) -> questions.Question:
    """Return a question as in a log: facts with the decision instead of the proposal."""
    if isinstance(question, questions.Facts) and question.says_all():
        return question.but(text=question.sentence(answer))
    return question


def spoken(
    answer: Answer,
    question: questions.Question | None,
    in_words: Callable[[questions.Question, Answer], str] = answer_words,
) -> str:
    """Return an answer in words. An answer that does not fit its question any more is returned as stored."""
    if question is None:
        return answer_text(answer)
    try:
        question.read(answer)
    except BadAnswer:
        return answer_text(answer)
    return in_words(question, answer)


def side_by_side(question: questions.Question | None, old: Answer, new: Answer) -> tuple[Answer, Answer]:
    """Return both answers. Facts get the default for keys that only one of them has."""
    if not isinstance(question, questions.Facts) or not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old, new
    usual = {part.key: part.default for part in question.parts if part.key in old or part.key in new}
    return usual | dict(old), usual | dict(new)


def remark(answer: KeptAnswer, question: questions.Question | None) -> str:
    """Return the history of a changed answer, or "" for a first answer."""
    if answer.previous is None:
        return ""
    if only_more(answer.previous.answer, answer.answer):  # a re-rolled die is no change
        return remark(answer.previous, question)
    before = spoken(answer.previous.answer, question, decided_words)
    was = f"before: {before}"
    return f"changed at the wish of {answer.wish}, {was}" if answer.wish else f"after a change; {was}"


def without_by(throw: Mapping[str, Answer]) -> dict[str, Answer]:
    return {key: value for key, value in throw.items() if key != "by"}


# Dice that lie on the table.


def label_of(question: Dice) -> tuple[str, str]:
    """Return the source and the purpose of the dice: ("frag", "scatter die")."""
    about, _, label = visible(question.text).strip().rstrip(".:?").rpartition(": ")
    return about, label.partition(" (")[0].rstrip(".:?")


def came_to(question: Dice, value: Value) -> str:
    """Return `11 hits`, `2 saved`, or the usual words for other dice."""
    from shoot_cli.battle.summaries import filled_by

    pool = filled_by(question)
    alone = not isinstance(question, questions.Roll) or question.dice == 1 or question.lives
    if alone or not pool or has_own_words(question):
        return pool_words(question, value)
    assert isinstance(question, questions.Roll)
    assert isinstance(value, questions.Tally)
    seen = tally_words(question, value).partition(" passed")[2]
    word = "saved" if pool == FILLS["saves"] else pool.removesuffix("s") if value.passed == 1 else pool
    return f"{value.passed} {word}{seen}"


# What typed text would come to: `2` at six saves means `2 saved: 4 Boyz fall`.

COUNTED = {"hits": ("hit", "hits"), "wounds": ("wound", "wounds"), "saves": ("saved", "saved")}
Foretell = Callable[[Answer], str]  # answer -> its immediate effect: "4 Boyz fall"


def preview_text(question: questions.Question, text: str, foretell: Foretell) -> str:
    try:
        answer = completed(question, text)
        if isinstance(question, questions.Phrases) and question.tells and answer:
            return question.tells(question.read(answer))
    except RollAgain as again:
        return f"then {'1 die' if again.dice == 1 else f'{again.dice} dice'} again"
    except BadAnswer as wrong:
        refused = f"! {str(wrong)[:1].upper()}{str(wrong)[1:]}"
        return refused if isinstance(question, questions.Phrases) and question.tells else ""
    if isinstance(question, questions.Arrange):
        return (
            "then all others" if None not in (typed := runs_typed(question, text)) and len(typed) < len(answer) else ""
        )
    if isinstance(question, (questions.HowMany, questions.Numbers, questions.Subset, questions.Phrases)):
        return answer_words(question, answer)
    if not isinstance(question, (questions.Roll, questions.Total)):
        return ""
    try:
        comes = foretell(answer)
    except BadAnswer:
        comes = ""
    if has_own_words(question):
        words = result_text(question, answer, question.read(answer))
    elif isinstance(question, questions.Roll):
        words = made_words(question, question.read(answer))
    else:
        words = sum_words(question, answer)
    return f"{words}: {comes}" if words and comes else comes or ("" if words == text.strip() else words)


def made_words(roll: questions.Roll, tally: questions.Tally) -> str:
    """Return `11 hits`, `2 saved`, or how many passed in other rolls."""
    if roll.luck not in COUNTED or roll.only_seen() or roll.dice == 1 or roll.lives:
        return tally_words(roll, tally)
    singular, plural = COUNTED[roll.luck]
    _, _, seen = tally_words(roll, tally).partition(", ")
    return f"{tally.passed} {singular if tally.passed == 1 else plural}{f', {seen}' if seen else ''}"


def sum_words(total: questions.Total, answer: Answer) -> str:
    n = total.read(answer)
    return str(n) if total.need is None else f"{n}: {'passed' if total.need.met_by(n) else 'failed'}"
