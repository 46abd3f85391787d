"""One die of a roll, re-rolled after all dice were seen: who may do so, which die it is, and the result. The answer of
a roll stores it as `"more": [{"by": "Command Re-roll", "first": [4]}]`. The die is the first failed die that was not
re-rolled before. If several throws of a sum were made together, the lowest is re-rolled as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.record import Record

MORE, BY = "more", "by"
HAND = "hand"  # True if a hand threw this die, False if the app did; left out if whoever threw the roll did


class SingleReroll(Record):
    """A right to re-roll one die of an attack, once. `kinds` are kinds of rolls, which are the first word of
    `Roll.once`. If `named` is True, the roll must name this right. `cost` is in command points. `closed` says why it is
    not offered now, or is ""."""

    name: str
    owner: str
    kinds: tuple[str, ...]
    rule: str
    named: bool = False
    cost: int = 0
    closed: str = ""

    def fits(self, question: Any) -> bool:
        """Return True if this right covers this kind of roll. It does not check the single dice."""
        once = getattr(question, "once", ())
        if not once or question.owner != self.owner:
            return False
        return once[0] in self.kinds and (not self.named or self.name in once)


class RerollRights(Record):
    """The re-rolls of one die that are `left` and `used`. `last` is True if a die of the latest roll was re-rolled."""

    left: tuple[SingleReroll, ...] = ()
    used: tuple[SingleReroll, ...] = ()
    last: bool = False

    def judged(self, question: Any, answer: Answer, say: Callable[..., None]) -> tuple[RerollRights, Answer]:
        """Return the remaining rights, and the answer with only the allowed re-rolls. Log each re-roll that is no
        longer allowed."""
        if not (more := more_of(answer)):
            return self.but(last=False) if self.last else self, answer
        left, allowed = self.left, []
        for reroll in more:
            right = next((other for other in left if other.name == reroll[BY] and other.fits(question)), None)
            if right is None:
                say(f"{reroll[BY]}: not for this die any more, which lies as it fell", question.rules)
                continue
            allowed.append(reroll)
            left = tuple(other for other in left if other != right)
        used = tuple(other for other in self.left if other not in left)
        return RerollRights(left, (*self.used, *used), bool(allowed)), without(answer) | (
            {MORE: allowed} if allowed else {}
        )


def more_of(answer: Answer) -> Sequence[Mapping[str, Any]]:
    """Return the re-rolled dice of this answer. :raises BadAnswer: they have a wrong form"""
    if not isinstance(answer, Mapping) or MORE not in answer:
        return ()
    rerolls = answer[MORE]
    if isinstance(rerolls, Sequence) and all(
        isinstance(again, Mapping) and isinstance(again.get(BY), str) for again in rerolls
    ):
        return rerolls
    raise BadAnswer("a die that is thrown again needs who throws it, and what it shows")


def without(answer: Answer) -> dict[str, Any]:
    """Return the answer without the re-rolls of single dice."""
    return {key: value for key, value in answer.items() if key != MORE}


def only_more(before: Answer, answer: Answer) -> bool:
    """Return True if the answers differ only by more re-rolled dice."""
    return len(more_of(answer)) > len(more_of(before)) and without(answer) == without(before)


def with_more(answer: Answer, by: str, thrown: Mapping[str, Any]) -> Answer:
    """Return the answer with one more re-rolled die."""
    return {**answer, MORE: [*more_of(answer), {BY: by, **thrown}]}


def next_die(question: Any, answer: Answer) -> Any:
    """Return the re-roll of one more die, as a question of its own.
    :raises BadAnswer: no die is left that may be re-rolled"""
    nth = len(more_of(answer))
    faces = failed_faces(question, without(answer)) if hasattr(question, "watch") else sums(question, without(answer))
    if len(faces) <= nth:
        raise BadAnswer("no failed die of it is left that was not rolled again already")
    key, text = f"once more:{question.key}:{nth}", f"{asked_of(question)}, {die_words(question, faces[nth])} again"
    if hasattr(question, "watch"):
        watch = tuple(watch_of_one.but(both=False) for watch_of_one in question.watch)
        return question.but(key=key, dice=1, again=(), again_need=None, once=(), watch=watch, lessons=None, text=text)
    return question.but(key=key, dice=question.each or question.dice, again=(), once=(), text=text)


def asked_of(question: Any) -> str:
    """Return the text of a roll as a part of a sentence."""
    return str(question.text).strip().rstrip(".?:")


def die_words(question: Any, shows: int | None) -> str:
    """Return the die that is rolled again, by what it shows: `the 2`; `a failed die` if only counts were typed."""
    if shows is None:
        return "the failed die" if question.dice == 1 else "a failed die"
    return f"the {question.faces[shows - 1] if getattr(question, 'faces', ()) else shows}"


def failed_faces(roll: Any, answer: Answer) -> list[int | None]:
    """Return the failed faces that were not re-rolled, in order; None for each if only counts were typed."""
    if "first" in answer:
        return [face for face in answer["first"] if not roll.need.met_by(face) and face not in roll.again]
    failing = set(roll.need.failures(roll.sides))
    if failing & {*roll.again} or any(failing & {*watch.faces} for watch in roll.watch):
        raise BadAnswer("only counts were typed, so nobody knows which die it would be")
    return [None] * roll.read(answer).failed


def sums(total: Any, answer: Answer) -> list[int]:
    """Return the sum of each throw, lowest first, without sums that cannot become higher."""
    dice_of_throw = total.each or total.dice
    if "first" not in answer:
        if total.again or dice_of_throw != total.dice:
            raise BadAnswer("only the sum was typed, so nobody knows which dice it would be")
        throw_sums = [total.read(answer)]
    else:
        faces = answer["first"]
        throw_sums = [sum(faces[start : start + dice_of_throw]) for start in range(0, len(faces), dice_of_throw)]
        if total.again and sum(faces) in total.again:
            throw_sums = []
    return sorted(throw_sum for throw_sum in throw_sums if throw_sum < dice_of_throw * total.sides)


def tally_of(roll: Any, answer: Answer) -> Any:
    """Return the final tally. :raises BadAnswer: it is impossible"""
    tally = roll.read(without(answer))
    for face, die_question, thrown in dice_of(roll, answer):
        seen = die_question.read(thrown)
        watched = tuple(
            n - (was := face in watch.faces) + (new and (was or not (watch.both and face is not None)))
            for n, watch, new in zip(tally.watched, roll.watch, seen.watched, strict=True)
        )
        tally = tally.but(passed=tally.passed + seen.passed, failed=tally.failed - seen.passed, watched=watched)
    return tally


def sum_of(total: Any, answer: Answer) -> int:
    """Return the final sum. :raises BadAnswer: it is impossible"""
    total_sum: int = total.read(without(answer))
    for lowest, die_question, thrown in dice_of(total, answer):
        total_sum += die_question.read(thrown) - lowest
    return total_sum


def dice_of(question: Any, answer: Answer) -> Iterator[tuple[Any, Any, Answer]]:
    """Return for each re-rolled die its old value, its roll as a question, and its answer.
    :raises BadAnswer: not allowed"""
    if not question.once:
        raise BadAnswer("no die of this roll may be thrown again by anybody's choice")
    plain, more = without(answer), more_of(answer)
    old_values = failed_faces(question, plain) if hasattr(question, "watch") else sums(question, plain)
    for index, thrown in enumerate(more):
        yield (*old_values[index : index + 1], next_die(question, {**plain, MORE: more[:index]}), thrown)


def more_words(question: Any, answer: Answer) -> str:
    """Return the re-rolls as text: `Command Re-roll: 1 becomes 4`, or `Command Re-roll: passed` for counts."""
    words = []
    for old, die_question, thrown in dice_of(question, answer):
        if "first" in thrown:
            new = " ".join(map(str, thrown["first"]))
        elif "sum" in thrown:
            new = str(thrown["sum"])
        else:
            new = "passed" if die_question.read(thrown).passed else "failed"
        words.append(f"{thrown[BY]}: {new}" if old is None else f"{thrown[BY]}: {old} becomes {new}")
    return ", ".join(words)
