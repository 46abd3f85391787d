"""Reuse of answers from before an amendment, wherever their questions still stand.

Within an attack, an answer goes to the next question of the same key; dice also go to the same roll with another mode.
An attack keeps its own dice when it moves within the turn. Faces are judged again; a smaller pool uses the first ones,
a larger pool asks only for the missing dice. Counts are kept if they have only one meaning. An answer that does not
fit is asked again, with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.engine.questions import Facts, Need, Question, Roll, Tally, Total, Watch
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.single_reroll import MORE, more_of, without
from shoot_cli.engine.table import Entry
from shoot_cli.replay.history import Response

MODE = r" \([^()]*\)"  # behind the name of a weapon


class OldQuestion(Record):
    """An earlier question. `turn` is the turn of the battle, or None if unknown. `attack` is True if it begins an
    attack."""

    question: Question
    turn: int | None = None
    attack: bool = False


class AnswerMatch(Record):
    """The result of matching an old answer with a new question. `answer` is None if it must be asked again; then `why`
    gives the reason, and `proposal` the part that may stay. `answer` is also None if only some dice are missing.
    `missing` is a roll of these dice; `with_missing` adds them to the known faces or tally."""

    answer: Answer | None
    why: str = ""
    missing: Roll | Total | None = None
    kept: tuple[int, ...] = ()  # reused faces
    again: tuple[int | None, ...] = ()  # second throws of dice that are re-rolled now; None: must be thrown
    known: Tally | None = None
    more: Sequence[Mapping[str, Any]] = ()  # dice that were re-rolled by a player's choice
    proposal: Mapping[str, Answer] | None = None


def rebased(question: Question, old: Question | None, answer: Answer) -> AnswerMatch:
    """Match an old answer with a new question. `old` is its former question, or None if unknown."""
    if isinstance(question, (Roll, Total)) and (more := more_of(answer)):
        fitted = rebased(question, old, without(answer))
        return fitted.but(answer=with_rerolls(question, fitted.answer, more), more=more)
    if isinstance(question, Roll):
        return fit_roll(question, old, answer)
    if isinstance(question, Total):
        return fit_total(question, old, answer)
    if isinstance(question, Facts) and isinstance(answer, Mapping):
        return fit_facts(question, answer)
    try:
        question.read(answer)
    except BadAnswer as error:
        return AnswerMatch(None, str(error))
    return AnswerMatch(answer)


def with_rerolls(question: Roll | Total, answer: Answer | None, more: Sequence[Mapping[str, Any]]) -> Answer | None:
    """Return the answer with as many chosen re-rolls as the new dice allow; the others are dropped."""
    while answer is not None and more:
        try:
            question.read({**answer, MORE: [*more]})
        except BadAnswer:
            more = more[:-1]
        else:
            return {**answer, MORE: [*more]}
    return answer


def fit_facts(question: Facts, answer: Mapping[str, Answer]) -> AnswerMatch:
    """Match facts. Facts that are no longer asked are dropped; a fact that does not fit is reported."""
    parts = {part.key: part for part in question.parts}
    parts |= {key: part for key in answer if (part := question.unasked_part(key))}
    left, why = {}, []
    for key, value in answer.items():
        if key not in parts:
            continue
        part = rebased(parts[key], None, value)
        if part.answer is None:
            name = parts[key].text.partition(": ")[0].strip().rstrip("?:.") or key
            why.append(f"{name}: {part.why}")
        else:
            left[key] = value
    if not why:
        try:
            question.read(left)
        except BadAnswer as error:
            why.append(str(error))
    return AnswerMatch(None, "; ".join(why), proposal=those_that_fit(question, left)) if why else AnswerMatch(left)


def those_that_fit(question: Facts, answer: Mapping[str, Answer]) -> dict[str, Answer]:
    """Return the facts that are possible together, the earlier ones first: a proposal must not be refused."""
    fitting: dict[str, Answer] = {}
    for key, value in answer.items():
        try:
            question.read({**fitting, key: value})
        except BadAnswer:
            continue
        fitting[key] = value
    return fitting


# Sums ----------------------------------------------------------------------------------------------------------------


def fit_total(question: Total, old: Question | None, answer: Answer) -> AnswerMatch:
    """Match the dice of a sum. Too many are cut, and missing ones are asked for."""
    same = isinstance(old, Total) and (old.dice, old.sides) == (question.dice, question.sides)
    if not isinstance(answer, Mapping) or "first" not in answer:
        if not isinstance(old, Total) or not same:
            return AnswerMatch(None, "only the sum was typed, and other dice are added up now")
        if set(old.again) != set(question.again):
            return AnswerMatch(None, "only the sum was typed, and other sums are rolled again now")
        return AnswerMatch(answer)
    first, second = list(answer["first"]), list(answer.get("again", ()))
    if has_other_sides(question, old, [*first, *second]):
        return AnswerMatch(None, f"these are dice with {question.sides} sides now")
    kept, missing = first[: question.dice], question.dice - len(first)
    if missing > 0:
        if question.again:
            return AnswerMatch(None, "more dice are added up now, and some sums are rolled again")
        more = question.but(
            dice=missing, need=None, key=thrown_key(question, len(kept)), text=kept_text(question, kept)
        )
        return AnswerMatch(None, missing=more, kept=tuple(kept))
    if sum(kept) not in question.again:
        return AnswerMatch({"first": kept})
    if len(second) >= question.dice:
        return AnswerMatch({"first": kept, "again": second[: question.dice]})
    more = question.but(again=(), key=thrown_key(question, "again"), text=f"{bare_text(question)}, rolled again")
    return AnswerMatch(None, missing=more, kept=tuple(kept))


# Rolls ---------------------------------------------------------------------------------------------------------------


def fit_roll(question: Roll, old: Question | None, answer: Answer) -> AnswerMatch:
    """Match the dice of a roll. Faces are judged again, too many are cut, and missing ones are asked for."""
    if not isinstance(answer, Mapping) or "first" not in answer:
        return fit_counts(question, old, answer)
    first, second = list(answer["first"]), iter(answer.get("again", ()))
    before = old.again if isinstance(old, Roll) else question.again
    ends = [next(second, None) if face in before else None for face in first]
    if has_other_sides(question, old, first):
        return AnswerMatch(None, f"these are dice with {question.sides} sides now")
    if isinstance(old, Roll) and old.faces != question.faces:
        return AnswerMatch(None, "these are dice with other sides now")
    kept = first[: question.dice]
    again = tuple(end for face, end in zip(kept, ends[: question.dice], strict=True) if face in question.again)
    missing = question.dice - len(kept)
    if missing and None in again:
        return AnswerMatch(None, "more dice are thrown now, and some of the old ones a second time")
    if missing:
        more = question.but(
            dice=missing, lessons=None, key=thrown_key(question, len(kept)), text=kept_text(question, len(kept)),
            **last_groups(question, missing),
        )  # fmt: skip
        return AnswerMatch(None, missing=more, kept=tuple(kept), again=again)
    if None in again:
        watch = tuple(Watch(watch.faces) for watch in question.watch)
        more = question.but(
            dice=again.count(None), need=question.second(), watch=watch, again=(), again_need=None, lessons=None,
            key=thrown_key(question, "again"), text=f"{bare_text(question)}, rolled again",
        )  # fmt: skip
        return AnswerMatch(None, missing=more, kept=tuple(kept), again=again)
    whole = {"first": kept, "again": list(again)} if question.again else {"first": kept}
    return AnswerMatch(whole)


def last_groups(question: Roll, dice: int) -> dict[str, Any]:
    """Return the groups of the last `dice` of this roll, as fields of a roll; the first of them may be a part."""
    sizes: list[int] = []
    for size in reversed(question.groups):
        if left := min(size, dice - sum(sizes)):
            sizes.insert(0, left)
    return {"groups": tuple(sizes), "lives": False, "whose": question.whose[-len(sizes) :] if sizes else ()}


def has_other_sides(question: Roll | Total, old: Question | None, faces: list[int]) -> bool:
    """Return True if the old dice had another number of sides, or `faces` have values that the new dice lack."""
    other = isinstance(old, (Roll, Total)) and old.sides != question.sides
    return other or any(not 1 <= face <= question.sides for face in faces)


def thrown_key(question: Question, what: object) -> str:
    """Return a key for the missing dice. It differs from the key of the whole roll, so that the app throws
    other dice."""
    return f"{question.key}+{what}"


def bare_text(question: Question) -> str:
    return question.text.strip().rstrip("?.:")


def kept_text(question: Question, kept: int | list[int]) -> str:
    n = kept if isinstance(kept, int) else len(kept)
    what = f"{n} {'die stays' if n == 1 else 'dice stay'}"
    return f"{bare_text(question)}, {what}" if question.text else what


def fit_counts(question: Roll, old: Question | None, answer: Answer) -> AnswerMatch:
    """Match counts, which do not tell single dice. They are kept only if they have one meaning now."""
    if not isinstance(old, Roll):
        return AnswerMatch(None, "only the number that passed is known")
    if question.groups or old.groups:
        return fit_groups(question, old, answer)
    tally: Tally = old.read(answer)
    why = other_faces(question, old)
    if not why and question.dice == old.dice:
        return AnswerMatch(answer)
    if not why and question.dice > old.dice:
        lone = question.dice - old.dice
        more = question.but(
            dice=lone, lessons=None, key=thrown_key(question, old.dice), text=kept_text(question, old.dice)
        )
        return AnswerMatch(None, missing=more, known=tally)
    plain = not (question.watch or old.watch or question.again or old.again) and question.sides == old.sides
    if plain and question.dice <= old.dice:
        now, was = passing_faces(question.need, question.sides), passing_faces(old.need, old.sides)
        if tally.passed == old.dice and was <= now:
            return AnswerMatch({"passed": question.dice})
        if tally.passed == 0 and now <= was:
            return AnswerMatch({"passed": 0})
    return AnswerMatch(None, f"only the number that passed was typed, and {why or 'fewer dice are rolled now'}")


def fit_groups(question: Roll, old: Roll, answer: Mapping[str, Any]) -> AnswerMatch:
    """Match an answer without faces, if the old or the new roll has several groups. Dice that all did the same stay."""
    why = other_faces(question, old)
    if not why and (question.groups, question.lives) == (old.groups, old.lives):
        return AnswerMatch(answer)
    if not why and not old.read(answer).failed and question.dice <= old.dice:
        return AnswerMatch({"live": len(question.groups)} if question.lives else {"passed": question.dice})
    return AnswerMatch(None, f"no faces were typed, and {why or 'other dice belong together now'}")


def other_faces(question: Roll, old: Roll) -> str:
    """Return the reason why the same count would mean something else now; "" if it means the same."""
    if question.sides != old.sides:
        return f"these are dice with {question.sides} sides now"
    if question.faces != old.faces:
        return "these are dice with other sides now"
    sides = question.sides
    if passing_faces(question.need, sides) != passing_faces(old.need, sides):
        return f"they need {question.need_text()} now"
    if set(question.again) != set(old.again):
        return "other dice are rolled again now"
    if question.again and passing_faces(question.second(), sides) != passing_faces(old.second(), sides):
        return "those rolled again need another face now"
    if question.watch != old.watch:
        return "other faces are counted now"
    return ""


def passing_faces(need: Need, sides: int) -> set[int]:
    return {face for face in range(1, sides + 1) if need.met_by(face)}


# Put together --------------------------------------------------------------------------------------------------------


def with_missing(question: Roll | Total, fitted: AnswerMatch, thrown: Answer) -> Answer:
    """Return the whole answer with the missing dice. :raises BadAnswer: counts, but single dice are needed"""
    return with_rerolls(question, put_together(question, fitted, thrown), fitted.more)


def put_together(question: Roll | Total, fitted: AnswerMatch, thrown: Answer) -> Answer:
    """Return the kept dice and the new ones as one answer. :raises BadAnswer: single dice are needed"""
    assert fitted.missing is not None
    if isinstance(question, Total):
        again = sum(fitted.kept) in question.again and len(fitted.kept) == question.dice
        if "first" in thrown:
            faces = list(thrown["first"])
            return {"first": [*fitted.kept], "again": faces} if again else {"first": [*fitted.kept, *faces]}
        return {"sum": thrown["sum"] if again else sum(fitted.kept) + thrown["sum"]}
    if isinstance(question, Roll) and question.groups and "first" not in thrown:
        raise BadAnswer("type the faces")
    if fitted.known is not None:
        assert isinstance(fitted.missing, Roll)
        return counts(question, fitted.known, fitted.missing.read(thrown))
    if "first" not in thrown:
        return as_counts(question, fitted, thrown)
    if len(fitted.kept) < question.dice:
        answer = {"first": [*fitted.kept, *thrown["first"]], "again": [*fitted.again, *thrown.get("again", ())]}
        return answer if question.again else {"first": answer["first"]}
    new = iter(thrown["first"])
    return {"first": list(fitted.kept), "again": [next(new) if end is None else end for end in fitted.again]}


def as_counts(question: Roll, fitted: AnswerMatch, thrown: Answer) -> Answer:
    """Return known faces and counts of the others together as counts."""
    if not question.counts_will_do():
        raise BadAnswer("type the faces")
    assert isinstance(fitted.missing, Roll)
    ends, kept, again = iter(fitted.again), [], []
    for face in fitted.kept:
        if face not in question.again:
            kept.append(face)
        elif (end := next(ends)) is not None:
            kept.append(face)
            again.append(end)
    held = {"first": kept, "again": again} if question.again else {"first": kept}
    return counts(question, question.but(dice=len(kept)).read(held), fitted.missing.read(thrown))


def counts(question: Roll, one: Tally, other: Tally) -> Answer:
    """Return two parts of a roll as one. :raises BadAnswer: the roll needs the first throw of single dice"""
    if not question.counts_will_do():
        raise BadAnswer("type the faces")
    answer: dict[str, Any] = {"passed": one.passed + other.passed}
    if question.watch:
        answer["watched"] = [a + b for a, b in zip(one.watched, other.watched, strict=True)]
    return answer


# Which of the old answers --------------------------------------------------------------------------------------------


def places_of_attack(places: Iterable[int], begins: Callable[[int], bool], start: int | None) -> Iterator[int]:
    """Yield the indexes of the old attack that began at `start`, without `start`. Yield nothing if `start` is None.
    `places` are indexes of waiting answers, in order. `begins` tells whether an attack begins there."""
    if start is None:
        return
    for place in places:
        if place > start:
            if begins(place):
                return
            yield place


def is_of_other_mode(question: Question, asked: OldQuestion | None, old: Response) -> bool:
    """Return True if these are the dice of the same roll with another mode of its weapon, and still fit.

    Dice stay with their roll: as many dice of the same models do the same, whatever mode stands behind the weapon.
    """
    before = asked.question if asked else None
    return (
        isinstance(question, (Roll, Total))
        and isinstance(before, (Roll, Total))
        and before.dice == question.dice
        and re.sub(MODE, "", old.key) == re.sub(MODE, "", question.key)
        and rebased(question, before, old.answer).answer is not None
    )


def add_to_runs(runs: list[list[int]], place: int) -> None:
    """Add an index to runs of `[first, after the last]`."""
    if runs and runs[-1][1] == place:
        runs[-1][1] = place + 1
    else:
        runs.append([place, place + 1])


def turn_of(record: Any) -> int | None:
    """Return the turn of a battle's record; None if the record has no turn."""
    turn = getattr(record, "turn", None)
    return turn if isinstance(turn, int) else None


def questions_of(log: Sequence[Entry]) -> list[OldQuestion]:
    """Return the questions of the log, by index."""
    asked = [entry for entry in log if entry.question is not None]
    return [
        OldQuestion(entry.question, turn_of(entry.record), entry.attack == place)  # type: ignore[arg-type]
        for place, entry in enumerate(asked)
    ]
