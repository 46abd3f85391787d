"""What dice come to in the words of the game, before and after they fall: see ``core/meanings.py``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from shoot_cli.core.meanings import Meaning, Outcome
from shoot_cli.core.questions import Answer, Roll, Tally, Total
from shoot_cli.core.visible import visible

FEW = 6  # dice with named sides of which each is told
Rows = tuple[tuple[str, str], ...]  # of a table: its faces, and what they come to


def has_own_words(question: Roll | Total) -> bool:
    """True if what these dice come to has words of its own, so that nothing passed or failed."""
    if question.means is not None:
        return True
    return isinstance(question, Roll) and bool(question.faces) and question.dice == 1 and not question.only_seen()


def each_outcome(question: Roll | Total) -> list[tuple[int, int, Outcome]]:
    assert question.means
    one = isinstance(question, Roll)
    return question.means.spans(*((1, question.sides) if one else (question.dice, question.dice * question.sides)))


def held_against(question: Roll | Total) -> str:
    """``+ 9 against armour 11``; "" if the dice are held against nothing."""
    means = question.means
    if means is None or means.against is None:
        return ""
    each = " each" if isinstance(question, Roll) and question.dice > 1 and not means.best else ""
    best = "the highest " if means.best else ""
    plus = f"+ {means.plus}{each} " if means.plus else ""
    return f"{best}{plus}against {visible(means.against[0])} {means.against[1]}"


def ahead(question: Roll | Total) -> str:
    """What can come of them: ``2 glances, 3+ penetrates``."""
    words = []
    spans = each_outcome(question)
    for low, high, outcome in spans:
        if not outcome.nothing:
            faces = str(low) if low == high else f"{low}+" if outcome is spans[-1][2] else f"{low}-{high}"
            words.append(f"{faces} {visible(outcome.one)}")
    return ", ".join(words)


def to_come(question: Roll | Total) -> str:
    """Behind the dice: `` + 9 against armour 11: 2 glances, 3+ penetrates``, ``: 4+ Explodes!``."""
    held = held_against(question)
    return f"{held and f' {held}'}: {ahead(question)}"


def chart_rows(question: Roll | Total) -> Rows:
    """The table that is rolled on, modifiers worked into its faces: (("1 2", "Crew Shaken"), ...); () if it is none."""
    if question.means is None or not question.means.chart:
        return ()
    return tuple(
        (" ".join(map(str, range(low, high + 1))), visible(outcome.one))
        for low, high, outcome in each_outcome(question)
    )


def ends(question: Roll | Total, answer: Answer) -> list[int]:
    """The faces that count, of a roll what lies there in the end; [] if only their number was said."""
    if not isinstance(answer, Mapping) or "first" not in answer:
        return []
    first, again = list(answer["first"]), list(answer.get("again") or ())
    if isinstance(question, Total):
        return again or first
    return [face for face in first if face not in question.again] + again


def outcomes(question: Roll, answer: Answer, tally: Tally) -> list[tuple[Outcome, int]]:
    """How many dice came to what, the best first. Of dice whose faces nobody said it is told by what was counted."""
    means, found = question.means, Counter[Outcome]()
    assert means
    if faces := ends(question, answer):
        found.update(map(means.of, faces))
    else:
        watched = dict(zip((watch.faces for watch in question.watch), tally.watched, strict=False))
        spans = [(tuple(range(low, high + 1)), outcome) for low, high, outcome in each_outcome(question)]
        counted = {faces: watched[faces] for faces, _ in spans if faces in watched}
        met = sum(n for faces, n in counted.items() if question.need.met_by(faces[0]))
        rest = {True: tally.passed - met, False: tally.failed - (sum(counted.values()) - met)}
        for span, outcome in reversed(spans):
            passes = question.need.met_by(span[0])
            found[outcome] += counted[span] if span in counted else rest.pop(passes, 0)
    best = [(outcome, found[outcome]) for outcome in reversed(means.outcomes) if found[outcome]]
    return best[:1] if means.best else best


def came(question: Roll | Total, answer: Answer, value: Any) -> str:
    """``9 + 4 = 13 against 11: penetrates``; ``2 penetrate, 1 nothing``; ``Crew Shaken``; ``arrow``."""
    means = question.means
    if means is None:
        assert isinstance(question, Roll)
        faces = ends(question, answer)
        met = [face for face in range(1, question.sides + 1) if question.need.met_by(face) is bool(value.passed)]
        return visible(question.faces_text(faces or met))
    if isinstance(question, Total):
        return sum_of(means, ends(question, answer) or [value], value)
    found = outcomes(question, answer, value)
    if means.against and means.best and ends(question, answer):
        return sum_of(means, [max(ends(question, answer))])
    if means.against and (faces := sorted(ends(question, answer), reverse=True)):
        return sums(means, faces)
    if question.dice == 1 or means.best:
        return visible(found[0][0].one)
    return ", ".join(f"{n} {visible((outcome.several if n > 1 else '') or outcome.one)}" for outcome, n in found)


def sum_of(means: Meaning, faces: Sequence[int], value: int | None = None) -> str:
    """``9 + 4 = 13 against 11: penetrates``."""
    total = sum(faces) if value is None else value
    outcome = visible(means.of(total).one)
    terms = " + ".join(map(str, [*([means.plus] if means.plus else []), *faces]))
    whole = f"{terms} = {means.plus + total}" if means.plus or len(faces) > 1 else terms
    return f"{whole} against {means.against[1]}: {outcome}" if means.against else f"{whole}: {outcome}"


def sums(means: Meaning, faces: Sequence[int]) -> str:
    """Of several dice each face that lies there once: ``against 11: 9 + 4 = 13 penetrates; 9 + 1 = 10 nothing``."""
    if len(faces) == 1:
        return sum_of(means, faces)
    assert means.against
    parts = []
    for face, run in groupby(faces):
        n, outcome = len(list(run)), means.of(face)
        words = visible((outcome.several if n > 1 else "") or outcome.one)
        parts.append(f"{means.plus} + {face} = {means.plus + face} {words}{f' ({n} dice)' if n > 1 else ''}")
    return f"against {means.against[1]}: {'; '.join(parts)}"


def named_words(counted: list[tuple[int, str]]) -> str:
    """``1, 3, JAM``; of many dice ``2x1, 4x3, JAM``."""
    if sum(n for n, _ in counted) <= FEW:
        return ", ".join(side for n, side in counted for _ in range(n))
    return ", ".join(f"{n}x{side}" if n > 1 else side for n, side in counted if n)
