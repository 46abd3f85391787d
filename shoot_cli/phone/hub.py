"""What phones may see and answer now (`Hub`). It knows no HTTP and no terminal; every method may run in any thread.

The main thread publishes what is asked. A phone and the terminal may both answer it: the first of them has answered,
which is decided behind one lock (PH-2).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from secrets import token_hex
from time import monotonic
from typing import Protocol

from shoot_cli.asked.prompt import Json, counted_again
from shoot_cli.engine.questions import Arrange, Choose, Facts, Number, Numbers, Phrases, Question, Roll, Subset, Total
from shoot_cli.engine.reasons import Answer, BadAnswer, Elsewhere
from shoot_cli.input.answers import completed
from shoot_cli.input.dice import RollAgain

VERSION = 1
WATCH = 2  # the seat of whoever only watches; 0 and 1 are those of the first and the second list
HELD = 20.0  # seconds that a request for news is held at most
PATIENCE = 5.0  # seconds that a phone waits to hear whether its answer was kept (PH-24)
TRY = 2.0  # seconds that a phone waits for the words of an answer
LOST = 15.0  # seconds without a request after which a phone is not there
MOST_PAGES = 64
MOST_NEWS = 12
WENT_BACK = "went back"  # the kind of a piece of news: an answer was taken back or brought back
OVER = "That question is over: nothing was sent."
NOT_YOURS = "It is not yours to answer."
TAKEN_BACK = "The laptop took something back: nothing was sent."
STOPPED = "The laptop has stopped. The battle is kept."

State = dict[str, Json]
Reply = tuple[int, State]


class Prompt(Protocol):
    """A prompt that stands. Both methods may be called from any thread."""

    def close(self) -> None:
        """End it: a phone has answered."""

    def soon(self, work: Callable[[], None]) -> None:
        """Let the thread of the prompt do this, and draw again."""


class Claim:
    """An answer that a phone gave to what is asked. `kept` is None until it is on disk (True) or dropped (False)."""

    def __init__(self, answer: Answer, throws: bool, seat: int) -> None:
        self.answer, self.throws, self.seat = answer, throws, seat
        self.kept: bool | None = None


class Hub:
    """The battle as phones see it. `names` are the armies of the first and the second list.

    :ivar busy: why nobody can answer on a phone now, or ""
    :ivar over: the last words to phones, or "" while the battle goes on
    """

    def __init__(self, names: tuple[str, str], now: Callable[[], float] = monotonic) -> None:
        self.names, self.now = names, now
        self.lock = threading.Condition()
        self.boot, self.count = token_hex(4), 0
        self.busy, self.over = "", ""
        self.clock: Callable[[], Json] = lambda: None  # the times of both armies now
        self.deaf_until = 0.0  # of the terminal, after an answer from elsewhere
        self._question: Question | None = None
        self._doubted: Answer = None  # an answer that is taken when it is sent once more
        self._drawn: State = {}
        self._raw: dict[str, str] = {}  # text as it is shown -> as it was, for names with control characters
        self._claim: Claim | None = None
        self._news: list[Json] = []
        self._words: Callable[[Question, Answer], str] | None = None
        self._prompt: Prompt | None = None
        self._seen: dict[int, float] = {}
        self._held = [0, 0, 0]
        self._pages: dict[str, int] = {}
        self._answered: dict[str, float] = {}  # when a page heard something last, if it has not asked anew yet

    # The main thread --------------------------------------------------------------------------------------------------

    @property
    def ask(self) -> str:
        """The name of what is asked: new with every change, so that no answer meets another question."""
        return f"{self.boot}-{self.count}"

    def publish(
        self, question: Question | None, drawn: State, raw: dict[str, str], words: Callable[[Question, Answer], str]
    ) -> None:
        """Show what is asked now. `drawn` is all that a page draws; its news joins the earlier one.

        What was told before something was taken back is forgotten. `words` says what an answer comes to; it may only be
        called by the main thread.
        """
        with self.lock:
            news = drawn.pop("news", [])
            for item in news if isinstance(news, list) else []:
                before = [] if isinstance(item, dict) and item.get("kind") == WENT_BACK else self._news
                self._news = [*before, item][-MOST_NEWS:]
            self._question, self._drawn, self._raw, self._words = question, drawn, raw, words
            self._claim, self.busy, self._doubted = None, "", None
            self._next()

    def _next(self) -> None:
        self.count += 1
        self.lock.notify_all()

    def wait_for(self, why: str) -> None:
        """Show no question at all, only why: a beginner is asked first (PH-8)."""
        with self.lock:
            self._question, self._drawn, self.busy = None, {}, why
            self._next()

    def take_answer(self) -> Claim | None:
        """End what is asked. Return the answer of a phone that was quicker than the terminal, or None."""
        with self.lock:
            claim, self._question = self._claim, None
            return claim

    def has_answer(self) -> bool:
        """Return True while the answer of a phone is about to be stored."""
        with self.lock:
            return self._claim is not None

    def refuse(self) -> None:
        """Refuse the answer of a phone that could not be used."""
        self._settle(False)

    def confirm(self) -> None:
        """Tell the phone that its answer is on disk, if a phone gave it."""
        self._settle(True)

    def _settle(self, kept: bool) -> None:
        with self.lock:
            claim, self._claim = self._claim, None
            if claim is not None:
                claim.kept = kept
                self.lock.notify_all()

    @contextmanager
    def lock_phones(self, why: str) -> Iterator[None]:
        """Lock the phones while something else goes on at the laptop. :raises Elsewhere: a phone has just answered"""
        with self.lock:
            if self._claim is not None:
                raise Elsewhere
            before, self.busy = self.busy, why
            self._next()
        try:
            yield
        finally:
            with self.lock:
                self.busy = before
                self._next()

    @contextmanager
    def prompt_open(self, prompt: Prompt) -> Iterator[None]:
        """Wrap a prompt. It is closed when a phone answers; a phone may have answered before it stood."""
        with self.lock:
            before, self._prompt = self._prompt, prompt
            if self._claim is not None:
                prompt.close()
        try:
            yield
        finally:
            with self.lock:
                self._prompt = before

    def end(self, words: str, numbers: Sequence[Json] = ()) -> None:
        """Send the last state: nothing can be answered any more. `numbers` are those of each army."""
        with self.lock:
            self.over, self._drawn = words, {"end": numbers}
            self._question = None
            if self._claim is not None:
                self._claim.kept, self._claim = False, None
            self._next()

    def wait_for_pages(self, patience: float) -> None:
        """Wait so many seconds at most for pages that are about to ask anew: they get the last state, too (PH-30)."""
        with self.lock:
            since = self.now() - patience
            self.lock.wait_for(lambda: not any(heard > since for heard in self._answered.values()), patience)

    # Phones -----------------------------------------------------------------------------------------------------------

    def is_connected(self, seat: int) -> bool | None:
        """Return True while a phone of this seat is there, False if it is lost, None if none ever came."""
        with self.lock:
            if self._held[seat]:
                return True
            seen = self._seen.get(seat)
            return None if seen is None else self.now() - seen < LOST

    def state(self, seat: int) -> State:
        """Return the whole state as this seat sees it."""
        with self.lock:
            drawn = self._drawn
            mine = not self.over and seat != WATCH and drawn.get("owner") in (self.names[seat], "")
            yours = bool(mine and self._question is not None and not self.busy and self._claim is None)
            shown = dict(drawn) if yours else {name: value for name, value in drawn.items() if name != "form"}
            return {
                "v": VERSION, "ask": self.ask, "seat": self.names[seat] if seat != WATCH else "", "yours": yours,
                "busy": self.busy, "over": self.over, "news": self._news[:],
                "clock": None if self.over else self.clock(), **shown,
            }  # fmt: skip

    def next_state(
        self, seat: int, seen: str | None, page: str = "", gone: Callable[[], bool] = lambda: False
    ) -> State:
        """Return the state, once it is another than `seen`, after `HELD` seconds, or when the page asks anew.

        `gone()` returns True if nobody waits for it any more.
        """
        with self.lock:
            arrives = self._seen.get(seat) is None or (not self._held[seat] and self.now() - self._seen[seat] > LOST)
            mine = self._pages.pop(page, 0) + 1
            self._pages[page] = mine
            while len(self._pages) > MOST_PAGES:
                self._pages.pop(next(iter(self._pages)))
            self._seen[seat] = self.now()
            self._held[seat] += 1
            self._answered.pop(page, None)
            if arrives and self._prompt:
                self._prompt.soon(lambda: None)
            end = self.now() + HELD
            try:
                while seen == self.ask and self._pages.get(page) == mine and self.now() < end and not gone():
                    self.lock.wait(0.5)
            finally:
                self._held[seat] -= 1
                self._seen[seat] = self.now()
                if not self.over:
                    self._answered[page] = self.now()
                    if len(self._answered) > MOST_PAGES:
                        self._answered.pop(next(iter(self._answered)))
                self.lock.notify_all()
            return self.state(seat)

    def answer(self, seat: int, ask: str, sent: Json) -> Reply:
        """Take an answer. Return the status and what the phone is told. It waits until the answer is on disk."""
        with self.lock:
            if refused := self._refused(seat, ask):
                return refused
            assert self._question is not None
            try:
                answer, throws = read_json(self._question, sent, self._raw)
            except BadAnswer as wrong:
                return _refusal_of(wrong, self._question)
            slip = self._question.doubt(answer) if isinstance(self._question, Number) else ""
            if slip and answer != self._doubted:
                self._doubted = answer
                return 422, {"error": slip}
            self._claim = claim = Claim(answer, throws, seat)
            if self._prompt:
                self._prompt.close()
            self.lock.wait_for(lambda: claim.kept is not None, PATIENCE)
            if claim.kept is None:
                return 202, {"pending": True}
            return (200, {}) if claim.kept else (409, {"error": TAKEN_BACK})

    def preview(self, seat: int, ask: str, sent: Json) -> Reply:
        """Return what an answer comes to, without giving it. The thread of the prompt works it out."""
        texts: list[str] = []
        with self.lock:
            if refused := self._refused(seat, ask):
                return refused
            question, words, prompt = self._question, self._words, self._prompt
            assert question is not None
            try:
                answer, throws = read_json(question, sent, self._raw)
            except BadAnswer as wrong:
                return _refusal_of(wrong, question)
            if throws or words is None or prompt is None:
                return 200, {"words": ""}

            def work() -> None:
                text = words(question, answer) if self.ask == ask else ""
                with self.lock:
                    texts.append(text)
                    self.lock.notify_all()

            prompt.soon(work)
            self.lock.wait_for(lambda: bool(texts) or self.ask != ask, TRY)
            return 200, {"words": texts[0] if texts else ""}

    def _refused(self, seat: int, ask: str) -> Reply | None:
        if ask != self.ask or self._question is None or self.busy or self.over or self._claim is not None:
            return 409, {"error": self.over or self.busy or OVER}
        if seat == WATCH or self._drawn.get("owner") not in (self.names[seat], ""):
            return 403, {"error": NOT_YOURS}
        return None


# The JSON of a phone as an answer to what is asked, in the form that a typed one is kept in ---------------------------

LONGEST = 500  # characters of a typed answer
NO_ANSWER = "that is no answer to this question"
OF_DICE = ({"first"}, {"first", "again"}, {"passed"}, {"passed", "watched"}, {"live"}, {"each"}, {"sum"})


def read_json(question: Question, sent: Json, raw: Mapping[str, str]) -> tuple[Answer, bool]:
    """Return the answer, and True instead if the app throws these dice. Nothing is kept as a phone has spelled it.

    `raw` has the real spelling of texts that were made safe to show.

    :raises RollAgain: some of these dice are thrown again. :raises BadAnswer: it does not fit, in words
    """
    if sent == {"throw": True} and isinstance(question, (Roll, Total)):
        return None, True
    if sent is None:
        raise BadAnswer(NO_ANSWER)
    try:
        answer = as_kept(question, _real_spelling(sent, raw))
        question.read(answer)
    except BadAnswer:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError) as wrong:
        raise BadAnswer(NO_ANSWER) from wrong
    return answer, False


def _refusal_of(why: BadAnswer, question: Question) -> Reply:
    """Return what a phone is told of an answer that does not fit, or of dice that are thrown again. Where the first of
    them were counted, these can be counted too: their form comes along."""
    if not isinstance(why, RollAgain):
        return 422, {"error": str(why)}
    state: State = {"error": "", "again": why.dice, "first": why.typed}
    if form := counted_again(question, why):
        state["form"] = form
    return 422, state


def _real_spelling(sent: Json, raw: Mapping[str, str]) -> Json:
    if not raw:
        return sent
    if isinstance(sent, str):
        return raw.get(sent, sent)
    if isinstance(sent, list):
        return [_real_spelling(part, raw) for part in sent]
    if isinstance(sent, dict):
        return {raw.get(name, name): _real_spelling(part, raw) for name, part in sent.items()}
    return sent


def as_kept(question: Question, sent: Json) -> Answer:
    """Return an answer in the words of the question: names and values as it spells them. :raises BadAnswer:"""
    if isinstance(sent, dict) and set(sent) == {"typed"}:
        typed = sent["typed"]
        if not isinstance(typed, str) or len(typed) > LONGEST:
            raise BadAnswer(NO_ANSWER)
        return completed(question, typed)
    match question:
        case Roll() | Total():
            if not isinstance(sent, dict) or set(sent) not in OF_DICE:
                raise BadAnswer(NO_ANSWER)
            return sent
        case Choose():
            if not isinstance(sent, str):
                raise BadAnswer(NO_ANSWER)
            return question.read(sent)
        case Subset():
            return [question.names[index] for index in question.read(sent)]
        case Phrases():
            return list(question.read(sent))
        case Arrange():
            return [list(run) for run in question.read(sent)]
        case Numbers() if isinstance(sent, dict):
            return {question.name(name): value for name, value in sent.items()}
        case Facts():
            if not isinstance(sent, dict):
                raise BadAnswer(NO_ANSWER)
            parts = {part.key: part for part in question.parts}
            if unknown := [name for name in sent if name not in parts]:
                raise BadAnswer(f"{unknown[0]} is not asked here")
            kept = {name: as_kept(parts[name], value) for name, value in sent.items()}
            return {
                name: value
                for name, value in kept.items()
                if parts[name].read(value) != parts[name].read(parts[name].default)
            }
        case _:
            return sent
