"""One die of a roll thrown again after all were seen: whose right it is, which die it takes, what the roll comes to.

The answer of a roll holds it as ``"more": [{"by": "Command Re-roll", "first": [4]}]``. It takes a die that failed and
was not picked up before, the first of them; of sums that several threw at once it takes the lowest, whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.record import Record

MORE, BY = "more", "by"


class SingleReroll(Record):
    """Somebody may throw one die of an attack again, once.

    ``kinds``: of rolls, as the first word of ``once`` of a roll has it. ``named``: only a die of rolls that name this.
    """

    name: str
    owner: str
    kinds: tuple[str, ...]
    rule: str
    named: bool = False

    def fits(self, question: Any) -> bool:
        """True if it is for rolls such as this; whether a die of it may be thrown again is another question."""
        once = getattr(question, "once", ())
        if not once or question.owner != self.owner:
            return False
        return once[0] in self.kinds and (not self.named or self.name in once)


class RerollRights(Record):
    """Who may still throw one die again, and who did. ``last``: of the roll that was asked last a die was."""

    left: tuple[SingleReroll, ...] = ()
    used: tuple[SingleReroll, ...] = ()
    last: bool = False

    def judged(self, question: Any, answer: Answer, say: Callable[..., None]) -> tuple[RerollRights, Answer]:
        """What is left after this answer, and the answer with the dice thrown again by whoever may.

        Of others it is said that they lie as they fell: something before them was changed since.
        """
        if not (more := more_of(answer)):
            return self.but(last=False) if self.last else self, answer
        left, kept = self.left, []
        for one in more:
            who = next((once for once in left if once.name == one[BY] and once.fits(question)), None)
            if who is None:
                say(f"{one[BY]}: not for this die any more, which lies as it fell", question.rules)
                continue
            kept.append(one)
            left = tuple(once for once in left if once != who)
        used = tuple(once for once in self.left if once not in left)
        return RerollRights(left, (*self.used, *used), bool(kept)), without(answer) | ({MORE: kept} if kept else {})


def more_of(answer: Answer) -> Sequence[Mapping[str, Any]]:
    """The dice of this answer that were thrown again after all were seen.

    :raises BadAnswer: it is no list of them
    """
    if not isinstance(answer, Mapping) or MORE not in answer:  # as nearly always
        return ()
    found = answer[MORE]
    if isinstance(found, Sequence) and all(isinstance(one, Mapping) and isinstance(one.get(BY), str) for one in found):
        return found
    raise BadAnswer("a die that is thrown again needs who throws it, and what it shows")


def without(answer: Answer) -> dict[str, Any]:
    """The same answer as it lay before."""
    return {key: value for key, value in answer.items() if key != MORE}


def only_more(before: Answer, answer: Answer) -> bool:
    """True if the answer is as it was before, but for dice that were thrown again since."""
    return len(more_of(answer)) > len(more_of(before)) and without(answer) == without(before)


def with_more(answer: Answer, by: str, thrown: Mapping[str, Any]) -> Answer:
    """The answer with one die more thrown again."""
    return {**answer, MORE: [*more_of(answer), {BY: by, **thrown}]}


def next_die(question: Any, answer: Answer) -> Any:
    """What is thrown, if one more of these dice is thrown again, as a roll of its own.

    :raises BadAnswer: none can be, in words
    """
    nth = len(more_of(answer))
    places = failed_faces(question, without(answer)) if hasattr(question, "watch") else sums(question, without(answer))
    if len(places) <= nth:
        raise BadAnswer("no failed die of it is left that was not rolled again already")
    key, text = f"once more:{question.key}:{nth}", question.text.strip().rstrip(".?:")
    if hasattr(question, "watch"):
        watch = tuple(one.but(both=False) for one in question.watch)
        return question.but(
            key=key,
            dice=1,
            again=(),
            again_need=None,
            once=(),
            watch=watch,
            lessons=None,
            text=f"{text}, one die again",
        )
    return question.but(key=key, dice=question.each or question.dice, again=(), once=(), text=f"{text}, again")


def failed_faces(roll: Any, answer: Answer) -> list[int | None]:
    """Faces that failed and were not picked up before, in their order; None each, where only counts were typed."""
    if "first" in answer:
        return [face for face in answer["first"] if not roll.need.met_by(face) and face not in roll.again]
    failing = set(roll.need.failures(roll.sides))
    if failing & {*roll.again} or any(failing & {*watch.faces} for watch in roll.watch):
        raise BadAnswer("only counts were typed, so nobody knows which die it would be")
    return [None] * roll.read(answer).failed


def sums(total: Any, answer: Answer) -> list[int]:
    """What each of those who threw at once came to, the lowest first, as far as another throw may come to more."""
    each = total.each or total.dice
    if "first" not in answer:
        if total.again or each != total.dice:
            raise BadAnswer("only the sum was typed, so nobody knows which dice it would be")
        found = [total.read(answer)]
    else:
        faces = answer["first"]
        found = [sum(faces[at : at + each]) for at in range(0, len(faces), each)]
        if total.again and sum(faces) in total.again:
            found = []
    return sorted(one for one in found if one < each * total.sides)


def tally_of(roll: Any, answer: Answer) -> Any:
    """The roll in the end. :raises BadAnswer: it cannot be"""
    before = without(answer)
    tally = roll.read(before)
    for face, one, thrown in dice_of(roll, answer):
        seen = one.read(thrown)
        watched = tuple(
            n - (was := face in watch.faces) + (new and (was or not (watch.both and face is not None)))
            for n, watch, new in zip(tally.watched, roll.watch, seen.watched, strict=True)
        )
        tally = tally.but(passed=tally.passed + seen.passed, failed=tally.failed - seen.passed, watched=watched)
    return tally


def sum_of(total: Any, answer: Answer) -> int:
    """The sum in the end. :raises BadAnswer: it cannot be"""
    found: int = total.read(without(answer))
    for lowest, one, thrown in dice_of(total, answer):
        found += one.read(thrown) - lowest
    return found


def dice_of(question: Any, answer: Answer) -> Iterator[tuple[Any, Any, Answer]]:
    """For each die thrown again what it was, the roll that it is, and what it shows. :raises BadAnswer:"""
    if not question.once:
        raise BadAnswer("no die of this roll may be thrown again by anybody's choice")
    plain, more = without(answer), more_of(answer)
    places = failed_faces(question, plain) if hasattr(question, "watch") else sums(question, plain)
    for nth, thrown in enumerate(more):
        yield (*places[nth : nth + 1], next_die(question, {**plain, MORE: more[:nth]}), thrown)


def more_words(question: Any, answer: Answer) -> str:
    """``Command Re-roll: 1 becomes 4``; of counts ``Command Re-roll: passed``."""
    words = []
    for was, one, thrown in dice_of(question, answer):
        if "first" in thrown:
            now = " ".join(map(str, thrown["first"]))
        elif "sum" in thrown:
            now = str(thrown["sum"])
        else:
            now = "passed" if one.read(thrown).passed else "failed"
        words.append(f"{thrown[BY]}: {now}" if was is None else f"{thrown[BY]}: {was} becomes {now}")
    return ", ".join(words)
