"""Answers of a run; the runner; log as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from shoot_cli.engine.questions import Facts, Need, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.sequence import Walk
from shoot_cli.engine.signals import Amend, Redo, Undo
from shoot_cli.engine.single_reroll import more_of
from shoot_cli.engine.table import Answerer, Entry, Table
from shoot_cli.input.answerers import raise_missing
from shoot_cli.input.answers import say
from shoot_cli.replay import rebase
from shoot_cli.replay.history import Amendment, History, Response

# The answers of one run: replayed, then asked for; undone and redone one human answer at a time; amended anywhere.


class ChangedAnswer(Record):
    """What an amendment did to one question. ``before`` None: nobody knows what it was; ``answer`` None: asked anew.

    ``why``: words for the players, such as why it had to be asked anew; "" if nothing needs saying. ``anew``: it was
    not asked before. ``place``: in the log.
    """

    question: Question
    before: Question | None
    old: Answer
    answer: Answer
    thrown: int = 0  # dice thrown anew
    why: str = ""
    anew: bool = False
    place: int = 0


class EventSink(Protocol):
    """Where events go. It must have them safe when ``append`` returns."""

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any: ...


class Mismatch(Exception):
    """A log that does not fit the rules any more: refused by the name of the question, never guessed at."""


Recall = Callable[[Sequence[Amendment[Response]]], Sequence[rebase.OldQuestion | None]]


class Journal:
    """Answers in force, and those taken back, newest last.

    :param history: of answers in force, such as a stored battle has; a new one if None
    :param recall: amendments -> what the answers that wait after them were asked, by place; for those of earlier days
    :ivar turns: what the amendment going on has changed so far
    :ivar given_up: old answers that nothing asks for any more, with what they were asked
    :ivar asks: somebody is asked before the app throws; whether somebody was in earlier days
    :ivar fresh: the last answer was given just now: it is neither of the log nor from before an amendment
    """

    def __init__(
        self,
        keeper: EventSink | None = None,
        history: History[Any] | None = None,
        recall: Recall | None = None,
        asks: bool = False,
    ) -> None:
        self.keeper = keeper
        self.history: History[Response] = history if history is not None else History()
        self.recall = recall
        self.asked: dict[
            int, Sequence[rebase.OldQuestion | None]
        ] = {}  # by the number of amendments that were in force then
        self.turns: list[ChangedAnswer] = []
        self.given_up: list[tuple[Response, rebase.OldQuestion | None]] = []
        self.runs: list[list[int]] = []  # kept, not yet told to the keeper
        self.drop: list[list[int]] = []  # given up, not yet told
        self.place = 0  # of the next question
        self.asks = self.asked_once = asks
        self.changed_at = 0  # the place of the answer that was amended last, or given back
        self.fresh = True

    @property
    def said(self) -> list[Response]:
        return self.history.said

    def seat(
        self,
        live: Answerer,
        who: Callable[[Question], str],
        by_hand: Callable[[Question], bool | None],
        heard: Callable[[Entry], None] | None = None,
    ) -> Table:
        """A table with answers from the log while they last, then from before an amendment, then from ``live``.

        Each new one is kept before it is used.
        """
        self.place, self.fresh = 0, not self.said

        def answer(question: Question, place: int) -> Answer:
            if place < len(self.said):
                found = replayed(self.said[place], question, place)
                self.fresh = place + 1 == len(self.said) and not self.history.carry
            else:
                carried, proposal = self.carried(question, place, live, who(question), by_hand, table)
                if carried is None:
                    self.flush()
                    new = live(question if proposal is None else question.but(default=proposal), place)
                    question.read(new)  # a bad answer must not reach the log
                    self.note_new(question, new, place)
                    self.add(Response(question.key, new, who(question), by_hand(question), self.asks))
                    carried, self.fresh = new, True
                found = carried
            self.place = place + 1
            return found

        table = Table(answer, heard)
        return table

    def note_new(self, question: Question, answer: Answer, place: int) -> None:
        """Asked because of an amendment that is not through, unless it is said already that it was asked again."""
        last = self.turns[-1] if self.turns else None
        if last and not (last.answer is None and last.place == place):
            self.turns.append(ChangedAnswer(question, None, None, answer, anew=True, place=place))

    def start(self, table: Table) -> int | None:
        """Where the attack of the answer before this one began before the amendment; None: it is a new one."""
        amended = self.history.past[-1].at
        began = table.log[-1].attack if table.log else None
        return amended if began is None or began <= amended else self.history.old_place(began)

    def add(self, said: Response, of: int | None = None) -> None:
        self.flush()
        self.tell("answer", said_json(said) | ({} if of is None else {"of": of}))
        self.history.add(said, of)

    def tell(self, kind: str, payload: Mapping[str, Any]) -> None:
        if self.keeper:
            self.keeper.append(kind, payload)

    @property
    def replaying(self) -> bool:
        return self.place < len(self.said)

    # Undo and redo ---------------------------------------------------------------------------------------------------

    def human(self, said: Response) -> bool:
        """Somebody had to say it, or let the app throw: what undo steps over is dice that nobody was asked for."""
        return said.hand is not False or (self.asked_once if said.asked is None else said.asked)

    def last(self) -> int | None:
        """The place of the last human answer."""
        return next((at for at in range(len(self.said) - 1, -1, -1) if self.human(self.said[at])), None)

    def can_undo(self) -> bool:
        return self.last() is not None

    def can_redo(self) -> bool:
        return bool(self.history.undone)

    def undoes_amendment(self) -> bool:
        """True if undo takes back an amendment whole: nobody has answered anything anew since."""
        return bool(self.history.past) and not any(map(self.human, self.history.since()))

    def undo(self) -> list[Response]:
        """Take back the last human answer and the app's dice that followed from it; oldest first.

        After an amendment it is the amendment that is taken back, and what it replaced is in force again: see
        ``undoes_amendment``. What was said and what is said again now are returned then.
        """
        self.flush()
        if self.undoes_amendment():
            self.changed_at = self.history.past[-1].at
            new = self.said[self.changed_at]
            self.tell("undo", {"amend": True})
            self.history.revert()
            self.turns, self.given_up = [], []
            return [new, self.said[self.changed_at]]
        at = self.last()
        if at is None:
            return []
        count = len(self.said) - at
        self.tell("undo", {"count": count})
        self.turns = [turn for turn in self.turns if turn.place < at]  # what follows comes again
        return [*self.history.undo(count)]

    def redo(self) -> list[Response]:
        """Bring back the human answer taken back last, and the app's dice that followed; or an amendment, whole."""
        self.flush()
        if self.history.can_restore():
            self.tell("redo", {"amend": True})
            self.history.restore()
            last = self.history.past[-1]
            self.changed_at = last.at
            return [last.before[last.at], self.said[last.at]]
        count = 0
        for said in self.history.back():
            if not isinstance(said, Response) or (count and self.human(said)):
                break
            count += 1
        if not count:
            return []
        self.tell("redo", {"count": count})
        return [*self.history.redo(count)]

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self, at: int, said: Response, asked: Sequence[rebase.OldQuestion], wish: str = "") -> None:
        """Another answer at this place; later answers are used again wherever their question still stands.

        ``asked``: what the answers in force answer, by place. ``wish``: whose it was.
        """
        self.flush()
        waiting = [self.asked_before(place) for place in self.history.carry]
        old, question, self.changed_at = self.said[at], asked[at].question, at
        self.tell("amend", said_json(said) | {"at": at, "wish": wish})
        if not self.history.carry:
            self.turns, self.given_up = [], []
        self.history.amend(at, said)
        self.asked[len(self.history.past)] = [*asked, *waiting]
        self.turns.append(ChangedAnswer(question, question, old.answer, said.answer, place=at))

    def asked_before(self, place: int) -> rebase.OldQuestion | None:
        """What the answer that waits at this place was asked."""
        depth = len(self.history.past)
        if depth not in self.asked:
            self.asked[depth] = self.recall(self.history.past) if self.recall else ()
        known = self.asked[depth]
        return known[place] if place < len(known) else None

    def begins(self, place: int) -> bool:
        """True if an attack began with the answer that waits at this place."""
        asked = self.asked_before(place)
        return asked is not None and asked.attack

    def carried(
        self,
        question: Question,
        place: int,
        live: Answerer,
        by: str,
        by_hand: Callable[[Question], bool | None],
        table: Table,
    ) -> tuple[Answer | None, Mapping[str, Answer] | None]:
        """The answer from before the amendment, if its question still stands.

        None if somebody must be asked; what was said may then be proposed, in part.
        """
        proposal: Mapping[str, Answer] | None = None
        if not self.history.carry:
            return None, None
        turn, start, attack = rebase.turn_of(table.record), self.start(table), table.names_attacker
        if attack:
            self.attack_is_over(start, turn)
        while (at := self.attack_waiting(by, turn) if attack else self.waiting(question, start)) is not None:
            old, asked = self.history.carry[at], self.asked_before(at)
            before = asked.question if asked else None
            fitted = rebase.rebased(question, before, old.answer)
            if fitted.answer is not None:
                self.use(question, before, at, old, fitted.answer, place)
                self.fresh = False
                return fitted.answer, None
            if fitted.missing is not None and isinstance(question, (Roll, Total)):
                whole = self.completed(question, fitted, place, live)
                hand = bool(old.hand or by_hand(fitted.missing))
                self.add(old.but(answer=whole, hand=hand), at)
                self.turns.append(ChangedAnswer(question, before, old.answer, whole, fitted.missing.dice, place=place))
                self.fresh = True
                return whole, None
            self.turns.append(ChangedAnswer(question, before, old.answer, None, 0, fitted.why, place=place))
            proposal = fitted.proposal
            if attack:
                self.give_up_attack(at)
            else:
                self.give_up([at], told=True)
                break  # a later answer was for a later question
        return None, proposal

    def waiting(self, question: Question, start: int | None) -> int | None:
        """The place of the old answer of this attack that may stand here."""
        carry = self.history.carry
        return next((at for at in rebase.of_attack(carry, self.begins, start) if carry[at].key == question.key), None)

    def attack_waiting(self, by: str, turn: int | None) -> int | None:
        """The place where an old attack begins that may be made now; it is looked for in its own turn."""
        for at in self.attacks_waiting():
            if self.history.carry[at].by == by and (turn is None or self.turn_of(at, turn) == turn):
                return at
        return None

    def waiting_here(self) -> int:
        """How many older answers may still be used again before the next attack that waits."""
        elsewhere = next(self.attacks_waiting(), None)
        return sum(elsewhere is None or at < elsewhere for at in self.history.carry)

    def attacks_waiting(self) -> Iterator[int]:
        """Places where old attacks begin that are not made again yet."""
        return filter(self.begins, self.history.carry)

    def turn_of(self, at: int, unknown: int | None) -> int | None:
        asked = self.asked_before(at)
        return unknown if asked is None or asked.turn is None else asked.turn

    def attack_is_over(self, start: int | None, turn: int | None) -> None:
        """What is left of it is given up, and attacks of turns that are over."""
        waiting = [*self.attacks_waiting()]
        self.give_up([*rebase.of_attack(self.history.carry, self.begins, start)])
        for at in waiting:
            then = self.turn_of(at, turn)
            if turn is None or then is None or then >= turn:
                break
            self.give_up_attack(at)

    def completed(self, question: Roll | Total, fitted: rebase.AnswerMatch, place: int, live: Answerer) -> Answer:
        """The missing dice asked for, and put to those that stay."""
        missing = fitted.missing
        assert missing is not None
        self.flush()
        while True:
            thrown = live(missing, place)
            missing.read(thrown)
            try:
                whole = rebase.with_missing(question, fitted, thrown)
                question.read(whole)
            except BadAnswer:  # counts, where single dice matter
                missing = missing.but(text=f"{fitted.missing.text} (type the faces)")  # type: ignore[union-attr]
                continue
            return whole

    def use(
        self, question: Question, before: Question | None, at: int, old: Response, answer: Answer, place: int
    ) -> None:
        """An old answer is in force again; as it was, or judged anew."""
        if before is not None and question != before:
            self.turns.append(ChangedAnswer(question, before, old.answer, answer, place=place))
        if answer != old.answer:
            self.add(old.but(answer=answer), at)
            return
        rebase.joined(self.runs, at)
        self.history.keep([[at, at + 1]])

    def give_up(self, places: Sequence[int], told: bool = False) -> None:
        """Old answers that nothing asks for any more; ``told``: the players hear of it otherwise."""
        for place in places:
            asked, said = self.asked_before(place), self.history.give_up(place, place + 1)[0]
            rebase.joined(self.drop, place)
            if not told:
                self.given_up.append((said, asked))

    def give_up_attack(self, at: int) -> None:
        rest = [*rebase.of_attack(self.history.carry, self.begins, at)]
        self.give_up([at])
        self.give_up(rest, told=True)

    def settle(self) -> None:
        """The end: nothing will ask for older answers any more."""
        for at in [*self.attacks_waiting()]:
            self.give_up_attack(at)
        self.give_up([*self.history.carry])
        self.flush()

    def flush(self) -> None:
        """Answers kept and given up since an amendment reach the keeper together."""
        if self.runs or self.drop:
            runs, drop, self.runs, self.drop = self.runs, self.drop, [], []
            self.tell("keep", {"runs": runs} | ({"drop": drop} if drop else {}))


def said_json(said: Response) -> dict[str, Any]:
    return {"key": said.key, "answer": said.answer, "by": said.by, "hand": said.hand}


def replayed(said: Response, question: Question, place: int) -> Answer:
    """:raises Mismatch: if this answer is not for this question."""
    if said.key != question.key:
        raise Mismatch(f"answer {place + 1} of the log is for “{said.key}”, but the rules now ask “{question.key}”")
    try:
        question.read(said.answer)
    except BadAnswer as error:
        raise Mismatch(f"answer {place + 1} of the log does not fit “{question.key}” any more: {error}") from None
    return said.answer


# A sequence played to its end with a journal behind the table: undo, redo and amendments go back and on again.

Wished = Callable[[str, list[Response]], None]


def run(
    sequence: Steps,
    start: Any,
    journal: Journal,
    seat: Callable[[], Table],
    wished: Wished,
) -> Any:
    """Play to the end: replay what is known, ask the rest; undo, redo and amend begin again from the changed log.

    ``seat`` makes a table with the journal behind it; ``wished`` hears what was taken back or said again ("undo",
    "redo"), and of amendments ("amend", "undo amend", "redo amend") what was said and what is said now; with "refused"
    why an answer is taken back that no step can go on with.
    """
    going, before, table = Walk(sequence, start), list[Response](), Table(raise_missing)
    while True:
        place = going.back_to(in_common(before, journal.said))
        table = seat().restore(table, place.mark) if place.mark else seat()
        try:
            end = going.play(place, table)
            journal.settle()
            return end
        except (Undo, Redo, BadAnswer, Amend) as wish:
            before = [*journal.said]
            if not done(wish, journal, table, wished):
                raise


def in_common(before: Sequence[Response], now: Sequence[Response]) -> int:
    """How many answers at the beginning are the same."""
    pairs = zip(before, now, strict=False)
    return next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))


def done(wish: Exception, journal: Journal, table: Table, wished: Wished) -> bool:
    """Do what the players wish; False if it cannot be done and the error stands."""
    if isinstance(wish, Redo):
        word = "redo amend" if journal.history.can_restore() else "redo"
        wished(word, journal.redo())
        return True
    if isinstance(wish, Amend):
        old = journal.said[wish.place]
        new = old.but(answer=wish.answer, hand=wish.hand)
        journal.amend(wish.place, new, rebase.asked_by(table.log), wish.by)
        wished("amend", [old, new])
        return True
    if isinstance(wish, BadAnswer):  # a step refuses what its questions let through: that is taken back
        if not journal.can_undo():
            return False
        wished("refused", [Response("", str(wish), "")])
    word = "undo amend" if journal.undoes_amendment() else "undo"
    wished(word, journal.undo())
    return True


# The log of a run as JSON: every question, answer and die, whose it was, and what was told.


def log_json(log: Iterable[Entry], sides: Any) -> list[dict[str, Any]]:
    """``sides(record)`` gives the attacker's and the defender's name of any record."""
    return [entry_json(entry, sides(entry.record)) for entry in log]


def entry_json(entry: Entry, names: tuple[str, str]) -> dict[str, Any]:
    question = entry.question
    if question is None:
        return {"step": entry.step, "text": entry.text, "rules": list(entry.rules)}
    line: dict[str, Any] = {
        "step": entry.step,
        "key": question.key,
        "by": names[0] if question.owner == ATTACKER else names[1],
    }
    if isinstance(question, (Roll, Total)):
        line |= dice_json(question, entry)
    elif isinstance(question, Facts):
        line["answer"] = {part.key: say(part, entry.answer.get(part.key, part.default)) for part in question.parts}
        line["rules"] = list(question.rules)
    else:
        line["answer"] = say(question, entry.answer)
        line["rules"] = list(question.rules)
    return line


def dice_json(question: Roll | Total, entry: Entry) -> dict[str, Any]:
    line: dict[str, Any] = {}
    answer = entry.answer
    if "first" in answer:
        line["dice"] = list(answer["first"])
        if answer.get("again"):
            line["again"] = list(answer["again"])
    else:
        line["dice_rolled"] = question.dice
    if more := more_of(answer):
        line["more"] = [dict(one) for one in more]
    need = question.need
    if need is not None:
        line["need"] = question.need_text() if isinstance(question, Roll) else need.text
    if isinstance(question, Roll):
        if question.faces:
            line["faces"] = list(question.faces)  # names of the sides, from 1 on
        line["passed"] = entry.value.passed
        if entry.value.watched:
            line["watched"] = list(entry.value.watched)
        if question.again_need is not None:
            line["again_need"] = question.but(need=question.again_need).need_text()
    else:
        line["total"] = entry.value
        if need is not None:
            line["passed"] = need.met_by(entry.value)
    line["because"] = because_json(need, question.rules)
    return line


def because_json(need: Need | None, rules: tuple[str, ...]) -> list[dict[str, str]]:
    if need is not None and need.because:
        return [{"text": reason.text, "rule": reason.rule} for reason in need.because]
    return [{"text": "", "rule": rule} for rule in rules]
