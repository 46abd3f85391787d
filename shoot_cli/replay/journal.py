"""The journal, which holds the answers of one run; the runner; and the log as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Protocol

from shoot_cli.engine.questions import Facts, Need, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Amend, Answer, BadAnswer, Insert, Redo, Undo
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.sequence import Walk
from shoot_cli.engine.single_reroll import more_of
from shoot_cli.engine.table import Answerer, Entry, Table
from shoot_cli.input.answerers import raise_missing
from shoot_cli.input.answers import say
from shoot_cli.replay import rebase
from shoot_cli.replay.history import Amendment, History, Response

# The answers of one run. They are replayed, then the rest is asked; each human answer can be undone or amended.


class ChangedAnswer(Record):
    """The effect of an amendment on one question. `before` is the old question, or None if it is unknown. `answer` is
    None if the question is asked again. `why` is a reason for the players, or "". `anew` is True if the question is
    new. `place` is its index in the log."""

    question: Question
    before: Question | None
    old: Answer
    answer: Answer
    thrown: int = 0  # number of new dice
    why: str = ""
    anew: bool = False
    place: int = 0


class EventSink(Protocol):
    """A receiver of events. They must be stored safely when `append` returns."""

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any: ...


class Mismatch(Exception):
    """Raised if a log does not fit the rules any more. It names the question; nothing is guessed."""


Recall = Callable[[Sequence[Amendment[Response]]], Sequence[rebase.OldQuestion | None]]


class Journal:
    """The answers in force and the undone ones.

    :param history: the answers in force, for example of a stored battle; None: a new history
    :param recall: returns the questions of waiting answers, by index, for amendments made before this run
    :param asks: True if somebody is asked before the app rolls
    :ivar via: returns "phone" if the answer that is about to be stored was given on one, "" for the terminal
    :ivar turns: the changes of the current amendment so far
    :ivar given_up: old answers that no question asks for any more, with their questions
    :ivar fresh: True if the last answer is new, neither replayed nor reused
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
        self.via: Callable[[], str] = str
        self.asked: dict[int, Sequence[rebase.OldQuestion | None]] = {}  # by the number of amendments in force
        self.turns: list[ChangedAnswer] = []
        self.given_up: list[tuple[Response, rebase.OldQuestion | None]] = []
        self.runs: list[list[int]] = []  # reused, but not yet sent to the keeper
        self.drop: list[list[int]] = []  # given up, but not yet sent to the keeper
        self.place = 0  # the index of the next question
        self.asks = self.asked_once = asks
        self.between: set[str] = set()  # keys of questions between attacks that older logs do not have
        self.changed_at = 0  # the index of the answer that was amended or restored last
        self.fresh = True

    @property
    def answers(self) -> list[Response]:
        return self.history.answers

    def seat(
        self,
        live: Answerer,
        who: Callable[[Question], str],
        by_hand: Callable[[Question], bool | None],
        heard: Callable[[Entry], None] | None = None,
    ) -> Table:
        """Return a table that answers from the log, then with reused answers, then by `live`. Each new answer is stored
        before it is used."""
        self.place, self.fresh = 0, not self.answers

        def answer(question: Question, place: int) -> Answer:
            if place < len(self.answers):
                given = replayed(self.answers[place], question, place)
                self.fresh = place + 1 == len(self.answers) and not self.history.carry
            else:
                carried, proposal = self.carried(question, place, live, who(question), by_hand, table)
                if carried is None:
                    self.flush()
                    new = live(question if proposal is None else question.but(default=proposal), place)
                    question.read(new)  # a wrong answer must not reach the log
                    self.note_new(question, new, place)
                    self.add(Response(question.key, new, who(question), by_hand(question), self.asks, self.via()))
                    carried, self.fresh = new, True
                given = carried
            self.place = place + 1
            return given

        table = Table(answer, heard)
        table.goes_on_without = lambda question, place, asks: (
            not self.wants(question, place, asks, who(question), table)
        )
        return table

    def wants(self, question: Question, place: int, asks: bool, by: str, table: Table) -> bool:
        """Return True if the log has an answer of `by` here that is optional, or one that is used again.

        `asks` is True if somebody is asked at the end of the log. Logs of older versions have no such answers.
        """
        if asks:
            self.between.add(question.key)
        if place < len(self.answers):
            return self.answers[place].key == question.key
        carry, turn = self.history.carry, rebase.turn_of(table.record)
        if not carry:
            return asks
        if self.waiting(question, self.start(table)) is not None and asks:
            return True
        if not asks:
            return self.told_waiting(question, by, turn) is not None
        mine = (index for index in self.attacks_waiting() if carry[index].by == by)
        of_turn = [index for index in mine if self.turn_of(index, turn) == turn]
        return not of_turn or any(carry[index].key == question.key for index in of_turn)

    def note_new(self, question: Question, answer: Answer, place: int) -> None:
        """Note a question that is new because of an unfinished amendment, unless it is already noted as asked again."""
        last = self.turns[-1] if self.turns else None
        if last and not (last.answer is None and last.place == place):
            self.turns.append(ChangedAnswer(question, None, None, answer, anew=True, place=place))

    def start(self, table: Table) -> int | None:
        """Return the old index where the attack of the previous answer began; None if this attack is new."""
        last = self.history.past[-1]
        began = table.log[-1].attack if table.log else None
        return last.last_old if began is None or began <= last.at else self.history.old_place(began)

    def add(self, response: Response, old_index: int | None = None) -> None:
        self.flush()
        self.tell("answer", response_json(response) | ({} if old_index is None else {"of": old_index}))
        self.history.add(response, old_index)

    def tell(self, kind: str, payload: Mapping[str, Any]) -> None:
        if self.keeper:
            self.keeper.append(kind, payload)

    # Undo and redo ---------------------------------------------------------------------------------------------------

    def human(self, response: Response) -> bool:
        """Return True if a person gave the answer or let the app roll. Undo skips dice that nobody was asked for."""
        return response.hand is not False or (self.asked_once if response.asked is None else response.asked)

    def last(self) -> int | None:
        """Return the index of the last human answer, or None."""
        return next((index for index in range(len(self.answers) - 1, -1, -1) if self.human(self.answers[index])), None)

    def can_undo(self) -> bool:
        return self.last() is not None

    def can_undo_thrice(self) -> bool:
        return len([*islice(filter(self.human, reversed(self.answers)), 3)]) == 3

    def can_redo(self) -> bool:
        return bool(self.history.undone)

    def undoes_amendment(self) -> bool:
        """Return True if undo takes back an amendment, because no human answer is newer."""
        return bool(self.history.past) and not any(map(self.human, self.history.since()))

    def undo(self) -> list[Response]:
        """Take back the last human answer and the app's dice after it, and return them, oldest first. If
        `undoes_amendment` is True, take back the amendment and return the changed answer and the restored one. Of an
        inserted answer, return this one alone."""
        self.flush()
        if self.undoes_amendment():
            last = self.history.past[-1]
            self.changed_at = last.at
            new = self.answers[self.changed_at]
            self.tell("undo", {"amend": True})
            self.history.revert()
            self.turns, self.given_up = [], []
            return [new] if last.inserted else [new, self.answers[self.changed_at]]
        index = self.last()
        if index is None:
            return []
        count = len(self.answers) - index
        self.tell("undo", {"count": count})
        self.turns = [turn for turn in self.turns if turn.place < index]  # later changes are noted again
        return [*self.history.undo(count)]

    def redo(self) -> list[Response]:
        """Restore the last undone human answer and the app's dice after it, or a whole amendment."""
        self.flush()
        if self.history.can_restore():
            self.tell("redo", {"amend": True})
            self.history.restore()
            last = self.history.past[-1]
            self.changed_at = last.at
            return [self.answers[last.at]] if last.inserted else [last.before[last.at], self.answers[last.at]]
        count = 0
        for response in self.history.back():
            if not isinstance(response, Response) or (count and self.human(response)):
                break
            count += 1
        if not count:
            return []
        self.tell("redo", {"count": count})
        return [*self.history.redo(count)]

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self, at: int, response: Response, asked: Sequence[rebase.OldQuestion], wish: str = "") -> None:
        """Replace the answer at this index. Later answers are reused if their questions still stand. `asked` holds the
        questions of the answers in force, by index. `wish` is who asked for the change."""
        self.flush()
        waiting = [self.asked_before(place) for place in self.history.carry]
        old, question, self.changed_at = self.answers[at], asked[at].question, at
        self.tell("amend", response_json(response) | {"at": at, "wish": wish})
        if not self.history.carry:
            self.turns, self.given_up = [], []
        self.history.amend(at, response)
        self.asked[len(self.history.past)] = [*asked, *waiting]
        self.turns.append(ChangedAnswer(question, question, old.answer, response.answer, place=at))

    def insert(self, at: int, response: Response, asked: Sequence[rebase.OldQuestion]) -> None:
        """Put an answer before the one at this index, or behind all. Later answers are used again as after `amend`."""
        if at == self.history.count:
            self.add(response)
            return
        self.flush()
        waiting = [self.asked_before(place) for place in self.history.carry]
        self.changed_at = at
        self.tell("insert", response_json(response) | {"at": at})
        if not self.history.carry:
            self.turns, self.given_up = [], []
        self.history.insert(at, response)
        self.asked[len(self.history.past)] = [*asked, *waiting]

    def inserts(self) -> bool:
        """Return True if the last amendment in force inserted an answer."""
        return bool(self.history.past) and self.history.past[-1].inserted

    def asked_before(self, place: int) -> rebase.OldQuestion | None:
        """Return the question of the answer that waits at this index, or None."""
        depth = len(self.history.past)
        if depth not in self.asked:
            self.asked[depth] = self.recall(self.history.past) if self.recall else ()
        known = self.asked[depth]
        return known[place] if place < len(known) else None

    def begins(self, place: int) -> bool:
        """Return True if an attack began with the answer that waits at this index."""
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
        """Return the old answer if it still fits. Return None if somebody must be asked; the old answer may then be the
        proposal."""
        proposal: Mapping[str, Answer] | None = None
        if not self.history.carry:
            return None, None
        turn, start, attack = rebase.turn_of(table.record), self.start(table), table.begins_group
        is_telling = table.telling and attack and question.key not in self.between
        if is_telling:
            self.give_up([*rebase.places_of_attack(self.history.carry, self.begins, start)])
        elif attack:
            self.attack_is_over(start, turn)
        find = self.told_waiting if is_telling else self.group_waiting
        while (old_index := find(question, by, turn) if attack else self.waiting(question, start)) is not None:
            old, asked = self.history.carry[old_index], self.asked_before(old_index)
            before = asked.question if asked else None
            fitted = rebase.rebased(question, before, old.answer)
            if fitted.answer is not None:
                self.use(question, before, old_index, old, fitted.answer, place)
                self.fresh = False
                return fitted.answer, None
            if fitted.missing is not None and isinstance(question, (Roll, Total)):
                whole = self.completed(question, fitted, place, live)
                hand = bool(old.hand or by_hand(fitted.missing))
                self.add(old.but(answer=whole, hand=hand), old_index)
                self.turns.append(ChangedAnswer(question, before, old.answer, whole, fitted.missing.dice, place=place))
                self.fresh = True
                return whole, None
            self.turns.append(ChangedAnswer(question, before, old.answer, None, 0, fitted.why, place=place))
            proposal = fitted.proposal
            if attack:
                self.give_up_attack(old_index)
            else:
                self.give_up([old_index], quiet=True)
                break  # the next old answer belongs to a later question
        return None, proposal

    def waiting(self, question: Question, start: int | None) -> int | None:
        """Return the index of the old answer of this attack that fits the key of the question, or None.

        Without one, dice may be those of another mode of the weapon.
        """
        carry, rest = self.history.carry, [*rebase.places_of_attack(self.history.carry, self.begins, start)]
        same = (index for index in rest if carry[index].key == question.key)
        of_mode = (index for index in rest if rebase.is_of_other_mode(question, self.asked_before(index), carry[index]))
        return next(chain(same, of_mode), None)

    def group_waiting(self, question: Question, by: str, turn: int | None) -> int | None:
        """Return the index where an old attack of `by` in this turn begins that may be made now, or None. What was told
        between attacks is such a group too."""
        for old_index in self.attacks_waiting():
            old = self.history.carry[old_index]
            if old.key == question.key and old.by == by and (turn is None or self.turn_of(old_index, turn) == turn):
                return old_index
        return None

    def told_waiting(self, question: Question, by: str, turn: int | None) -> int | None:
        """Return the index of an old answer that nobody asked for and that is next, or None. One of an earlier turn is
        overdue."""
        for old_index in self.attacks_waiting():
            old, then = self.history.carry[old_index], self.turn_of(old_index, turn)
            earlier = turn is not None and then is not None and then < turn
            if old.key == question.key:
                return old_index if earlier or (old.by == by and then == turn) else None
            if old.key not in self.between and not earlier:
                return None
        return None

    def waiting_here(self) -> int:
        """Return how many older answers wait before the next old attack."""
        elsewhere = next(self.attacks_waiting(), None)
        return sum(elsewhere is None or index < elsewhere for index in self.history.carry)

    def attacks_waiting(self) -> Iterator[int]:
        """Yield the indexes where old attacks begin that were not made again yet."""
        return filter(self.begins, self.history.carry)

    def passed_over(self) -> list[tuple[Response, rebase.OldQuestion | None]]:
        """Return what began the old attacks that are not made again so far, with their questions.

        Nobody may make them any more, as when points are missing; or somebody makes them later in the same turn.
        """
        return [(self.history.carry[index], self.asked_before(index)) for index in self.attacks_waiting()]

    def turn_of(self, old_index: int, unknown: int | None) -> int | None:
        asked = self.asked_before(old_index)
        return unknown if asked is None or asked.turn is None else asked.turn

    def attack_is_over(self, start: int | None, turn: int | None) -> None:
        """Give up the rest of this attack, and the attacks of earlier turns."""
        waiting = [*self.attacks_waiting()]
        self.give_up([*rebase.places_of_attack(self.history.carry, self.begins, start)])
        for old_index in waiting:
            then = self.turn_of(old_index, turn)
            if turn is None or then is None or then >= turn:
                break
            self.give_up_attack(old_index)

    def completed(self, question: Roll | Total, fitted: rebase.AnswerMatch, place: int, live: Answerer) -> Answer:
        """Ask for the missing dice and add them to the dice that are kept."""
        missing = fitted.missing
        assert missing is not None
        self.flush()
        while True:
            thrown = live(missing, place)
            missing.read(thrown)
            try:
                whole = rebase.with_missing(question, fitted, thrown)
                question.read(whole)
            except BadAnswer:  # counts were typed, but single dice matter
                missing = missing.but(text=f"{fitted.missing.text} (type the faces)")  # type: ignore[union-attr]
                continue
            return whole

    def use(
        self, question: Question, before: Question | None, old_index: int, old: Response, answer: Answer, place: int
    ) -> None:
        """Use an old answer again, unchanged or changed."""
        if before is not None and question != before:
            self.turns.append(ChangedAnswer(question, before, old.answer, answer, place=place))
        if answer != old.answer or question.key != old.key:
            self.add(old.but(key=question.key, answer=answer), old_index)
            return
        rebase.add_to_runs(self.runs, old_index)
        self.history.keep([[old_index, old_index + 1]])

    def give_up(self, places: Sequence[int], quiet: bool = False) -> None:
        """Give up old answers. `quiet` is True if the players learn about it in another way."""
        for place in places:
            asked, response = self.asked_before(place), self.history.give_up(place, place + 1)[0]
            rebase.add_to_runs(self.drop, place)
            if not quiet:
                self.given_up.append((response, asked))

    def give_up_attack(self, old_index: int) -> None:
        rest = [*rebase.places_of_attack(self.history.carry, self.begins, old_index)]
        self.give_up([old_index])
        self.give_up(rest, quiet=True)

    def settle(self) -> None:
        """Give up all waiting answers at the end."""
        for index in [*self.attacks_waiting()]:
            self.give_up_attack(index)
        self.give_up([*self.history.carry])
        self.flush()

    def flush(self) -> None:
        """Send reused and given-up answers to the keeper as one event."""
        if self.runs or self.drop:
            runs, drop, self.runs, self.drop = self.runs, self.drop, [], []
            self.tell("keep", {"runs": runs} | ({"drop": drop} if drop else {}))


def response_json(response: Response) -> dict[str, Any]:
    via = {"via": response.via} if response.via else {}
    return {"key": response.key, "answer": response.answer, "by": response.by, "hand": response.hand, **via}


def replayed(response: Response, question: Question, place: int) -> Answer:
    """Return the answer from the log. :raises Mismatch: it is not for this question"""
    if response.key != question.key:
        raise Mismatch(f"answer {place + 1} of the log is for “{response.key}”, but the rules now ask “{question.key}”")
    try:
        question.read(response.answer)
    except BadAnswer as error:
        raise Mismatch(f"answer {place + 1} of the log does not fit “{question.key}” any more: {error}") from None
    return response.answer


# The runner: it plays a sequence with a journal, and goes back for undo, redo and amendments.

Wished = Callable[[str, list[Response]], None]


def run(
    sequence: Steps,
    start: Any,
    journal: Journal,
    seat: Callable[[], Table],
    wished: Wished,
    walk: Walk | None = None,
    earlier: Table | None = None,
    closing: Callable[[Any], object] = lambda end: None,
) -> Any:
    """Play to the end: replay known answers and ask the rest. Undo, redo and amend start again from the changed log.

    `seat` returns a table that uses the journal. `wished` is called with "undo" or "redo" and the answers. For "amend",
    "undo amend" and "redo amend" it gets the old and the new answer. For "insert", "undo insert" and "redo insert" it
    gets the inserted one. For "refused" it gets the reason why no step accepts an answer.

    `walk` is the walk of this sequence from this start. It may have a place already, before which the answers of the
    journal lead; `earlier` is then a table as it stood there. `closing` is called with the end, which may be undone.
    """
    going, before = walk or Walk(sequence, start), list[Response]()
    table = earlier or Table(raise_missing)
    if earlier:
        before = [*journal.answers]
    while True:
        place = going.back_to(count_in_common(before, journal.answers))
        table = seat().restore(table, place.mark) if place.mark else seat()
        try:
            end = going.play(place, table)
            journal.settle()
            closing(end)
            return end
        except (Undo, Redo, BadAnswer, Amend, Insert) as wish:
            before = [*journal.answers]
            if not carry_out(wish, journal, table, wished):
                raise


def count_in_common(before: Sequence[Response], after: Sequence[Response]) -> int:
    """Return how many answers at the beginning are equal."""
    pairs = zip(before, after, strict=False)
    return next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))


def carry_out(wish: Exception, journal: Journal, table: Table, wished: Wished) -> bool:
    """Carry out a wish of the players. Return False if that is impossible and the error remains."""
    if isinstance(wish, Redo):
        word = "redo amend" if journal.history.can_restore() else "redo"
        back = journal.redo()
        wished("redo insert" if word == "redo amend" and len(back) == 1 else word, back)
        return True
    if isinstance(wish, Amend):
        old = journal.answers[wish.place]
        new = old.but(answer=wish.answer, hand=wish.hand)
        journal.amend(wish.place, new, rebase.questions_of(table.log), wish.by)
        wished("amend", [old, new])
        return True
    if isinstance(wish, Insert):
        new = Response(wish.key, wish.answer, wish.by)
        journal.insert(wish.place, new, rebase.questions_of(table.log))
        wished("insert", [new])
        return True
    if isinstance(wish, BadAnswer):  # a step refused an answer that its question accepted, so it is undone
        if not journal.can_undo():
            return False
        wished("refused", [Response("", str(wish), "")])
    word = "undo insert" if journal.inserts() else "undo amend"
    word = word if journal.undoes_amendment() else "undo"
    wished(word, journal.undo())
    return True


# The log of a run as JSON: all questions, answers, dice, and texts.


def log_json(log: Iterable[Entry], sides: Any) -> list[dict[str, Any]]:
    """Return the log as JSON. `sides(record)` returns the names of attacker and defender."""
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
    """Return the dice of a log line as JSON: faces or counts, what was needed, and what passed."""
    line: dict[str, Any] = {}
    answer = entry.answer
    if "first" in answer:
        line["dice"] = list(answer["first"])
        if answer.get("again"):
            line["again"] = list(answer["again"])
    else:
        line["dice_rolled"] = question.dice
    if more := more_of(answer):
        line["more"] = [dict(reroll) for reroll in more]
    need = question.need
    if need is not None:
        line["need"] = question.need_text() if isinstance(question, Roll) else need.text
    if isinstance(question, Roll):
        if question.faces:
            line["faces"] = list(question.faces)  # the names of the sides, beginning with 1
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
