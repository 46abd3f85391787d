"""Questions asked of people at a terminal, until the answer fits. Start at ``Prompter.__call__``.

How a question looks (cursor menu or plain lines) is in ``screens.py``, what it says in ``words.py``, how typed text
becomes an answer in ``core/entry.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from shoot_cli.core.dice_entry import second_throw, with_second
from shoot_cli.core.entry import RollAgain, completed
from shoot_cli.core.questions import (
    Answer,
    Arrange,
    BadAnswer,
    Choose,
    Closed,
    Facts,
    HowMany,
    Numbers,
    Phrases,
    Question,
    Roll,
    Subset,
    Total,
    shown,
)
from shoot_cli.core.signals import Leave, NoTerminal, Redo, Undo
from shoot_cli.core.visible import visible
from shoot_cli.ui.act import Act, act, again, as_they_stand, facts_act
from shoot_cli.ui.ahead import kind_of
from shoot_cli.ui.block import LOW, block
from shoot_cli.ui.cursor import CursorScreen
from shoot_cli.ui.meant import came, has_own_words
from shoot_cli.ui.menu import each_closed
from shoot_cli.ui.plain import PlainScreen
from shoot_cli.ui.players import Players, Shown
from shoot_cli.ui.rows import fact_named, fact_rows, flipped, noun_of, row_of, row_typed
from shoot_cli.ui.screen import IDLE, Key, MenuRow, PromptFrame, Screen, several
from shoot_cli.ui.telling import hinted, telling
from shoot_cli.ui.words import answer_words, hint, typed_words

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.ui.view import View

Said = TypeVar("Said")
AGREE = "a number or a word changes it"


def default(question: Question) -> Answer | None:
    """The default as JSON would hold it; None if somebody must say."""
    if isinstance(question, HowMany):
        return list(question.default) or None
    if isinstance(question, Arrange):
        return [list(run) for run in question.default] or None
    if isinstance(question, (Subset, Phrases)):  # an empty list is a default: none of them
        return None if question.default is None else list(question.default)
    return question.default


def screen_on(console: Console, plain: bool) -> Screen:
    return PlainScreen(console) if plain else CursorScreen(console)


def whatever(show: Shown) -> Callable[[Question], View | str | None]:
    """What shows the same at every question."""
    return lambda question: show()


class Prompter:
    """Asks the players; an ``Answerer`` for a ``Table``.

    :raises Undo, Redo, Leave: what the players wish instead of answering (end of input is Leave).
    :raises NoTerminal: somebody must be asked and nobody can be.
    """

    def __init__(self, players: Players) -> None:
        self.players, self.console = players, players.console
        self.refused = ""  # why the answer before would not do, until it is shown
        self.anew = False  # it would not do, and nothing was asked since
        self.in_sight = False  # the answer stands on the screen as it was typed
        pause = self.pause if players.clock else None
        alike = {Key.STATUS: players.status, Key.LOG: players.log, Key.LUCK: players.luck, Key.CHANGE: players.amend}
        alike[Key.AGAIN] = players.again
        shows = {Key.WHY: players.why, Key.ODDS: players.odds}
        rest = self.rolls_rest if players.rest else None
        shows |= {key: whatever(show) for key, show in {**alike, Key.ROLL: rest, Key.PAUSE: pause}.items() if show}
        self.shows = {key: show for key, show in shows.items() if show}
        self.screen: Screen = players.screen or screen_on(players.console, players.plain)
        if players.clock:
            from shoot_cli.ui.clock import Timed

            self.screen = Timed(self.screen, players.clock, players.console, players.plain)

    def __call__(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)) and self.players.dice == "app":
            return self.players.throw(question, place)
        if not self.players.terminal():
            raise NoTerminal(question)
        news = self.players.news
        try:
            with news.asking() if news else nullcontext():
                return self.ask(question, place)
        except EOFError:
            raise Leave from None

    def ask(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)):
            return self.roll(question, place)
        if isinstance(question, Facts):
            return self.facts(question, place)
        if isinstance(question, Choose) and question.open():
            answer = self.choose(question)
        else:
            answer = self.typed(
                question, act(question, self.players.names()), hint(question), lambda: default(question)
            )
        self.echo(answer_words(question, answer))
        return answer

    # Lists ----------------------------------------------------------------------------------------------------------

    def choose(self, question: Choose) -> Answer:
        nicknames = self.players.nicknames
        rows = [row_of(option, nicknames.get(option.value)) for option in question.options]
        values = [option.value for option in question.options]
        start = next(
            (place for place, value in enumerate(values) if value == question.default and not rows[place].closed), None
        )

        now = act(question, self.players.names())
        return values[self.menu(question, now, rows, start, lambda text: row_typed(text, question, rows))]

    def menu(
        self, question: Question, now: Act, rows: Sequence[MenuRow], start: int | None, read: Callable[[str], int]
    ) -> int:
        """The place of the open row taken. ``read`` makes a place of text typed instead, or raises BadAnswer."""
        self.announce(now)
        self.in_sight = False
        while True:
            facts = isinstance(question, Facts)
            around = self.around(now, question, AGREE if facts and self.players.scene else "")
            around = around._replace(pick=self.players.pick, beside=not facts, noun=noun_of(question))
            got = self.wished(partial(self.screen.menu, rows, start, around))
            if isinstance(got, Key):
                self.wish(got, question, now)
                continue
            try:
                place = read(got) if isinstance(got, str) else got
                if rows[place].closed:
                    raise BadAnswer(each_closed([rows[place]]))
                return place
            except BadAnswer as wrong:
                self.refuse(wrong, question)

    def facts(self, question: Facts, place: int) -> Answer:
        """All facts in one line; Enter takes them, else they are changed one by one. It is one answer."""
        changed: dict[str, Answer] = dict(question.default or {})
        while True:
            now = as_they_stand(question, changed)
            about, rows = facts_act(question, self.players.names(), now), fact_rows(question, changed, now)
            taken = self.menu(question, about, rows, 0, lambda text: fact_named(text, question))
            if taken:
                part = question.parts[taken - 1]
                try:
                    answer = flipped(part, changed) or self.ask(part, place)
                except Undo:  # of a fact that was not said yet: back to the list, nothing is lost
                    continue
                changed.pop(part.key, None)
                if part.read(answer) != part.read(part.default):
                    changed[part.key] = answer
                continue
            try:
                question.read(changed)
            except BadAnswer as wrong:
                self.refuse(wrong, question)
                continue
            self.echo(answer_words(question, changed))
            return changed

    # Typed lines ----------------------------------------------------------------------------------------------------

    def typed(
        self,
        question: Question,
        now: Act,
        hint: str,
        empty: Callable[[], Answer | None],
        fit: Callable[[Answer], Answer] = lambda answer: answer,
    ) -> Answer:
        """What is typed, as an answer. An empty line takes ``empty()`` if not None; ``fit`` may refuse or complete it.

        What is refused leaves the line, so that the next thing typed stands for it; the Up key brings it back.

        :raises RollAgain: dice some of which are to be thrown again.
        """
        self.announce(now)
        text, tell = "", telling(question, lambda answer: self.players.foretell(fit(answer)))
        while True:
            around = self.around(now, question, hinted(question, hint, self.players.plain))._replace(tell=tell)
            got = self.wished(partial(self.screen.line, text, around, self.at_once(question)))
            if isinstance(got, Key):
                if (
                    got is Key.ROLL
                    and isinstance(question, (Roll, Total))
                    and self.players.rest
                    and self.players.rest()
                ):
                    thrown = empty()
                    assert thrown is not None
                    return fit(thrown)
                self.wish(got, question, now)
                continue
            text, self.in_sight = got, self.screen.leaves and bool(got.strip())
            try:
                answer = None if text.strip() else empty()
                return fit(completed(question, text) if answer is None else answer)
            except RollAgain:
                raise
            except BadAnswer as wrong:
                self.refuse(wrong, question, text)

    def at_once(self, question: Question) -> tuple[Key, ...]:
        """Keys that need no Enter in an empty line: all, unless names are typed, which begin with any letter."""
        with_names = (HowMany, Arrange, Choose, Numbers, Subset, Phrases)
        named = isinstance(question, with_names) or (isinstance(question, Roll) and question.faces)
        if isinstance(question, Roll):  # "passed" begins like pause
            return tuple(key for key in self.taken() if key is Key.WHY or not (named or key is Key.PAUSE))
        rolls = isinstance(question, Total)  # elsewhere nobody means to throw an attack's dice by a letter
        keys = tuple(key for key in self.taken() if key is Key.WHY or not named)
        return keys if rolls else tuple(key for key in keys if key not in (Key.ROLL, Key.AGAIN))

    def roll(self, question: Roll | Total, place: int) -> Answer:
        """Dice thrown by hand; an empty line lets the app throw."""
        now, throw = act(question, self.players.names()), partial(self.thrown, question, place)
        while True:
            try:
                answer = self.typed(question, now, hint(question, app=True, empty=self.players.empty), throw)
                break
            except RollAgain as again:
                try:
                    answer = self.second(question, again, place)
                    break
                except Undo:  # of the first throw: type it again
                    continue
        if has_own_words(question) and self.in_sight and not self.players.scene:
            self.say(f"  {came(question, answer, question.read(answer))}")
        self.echo(typed_words(question, answer))
        return answer

    def second(self, question: Roll | Total, before: RollAgain, place: int) -> Answer:
        once_more = hinted = second_throw(question, before.first)
        if isinstance(question, Roll) and not question.counts_will_do():
            hinted = once_more.but(watch=question.watch, again=question.again)
        self.echo(before.said)
        return self.typed(
            once_more,
            again(once_more, self.players.names(), before.said),
            hint(hinted, app=True, empty=self.players.empty),
            lambda: self.thrown(once_more, place),
            lambda answer: with_second(question, before.first, answer),
        )

    def thrown(self, question: Question, place: int) -> Answer:
        answer = self.players.throw(question, place)
        if not self.players.scene:
            self.say(self.players.rolls)
        return answer

    # Around the prompt ----------------------------------------------------------------------------------------------

    def keys(self) -> tuple[Key, ...]:
        """Those that do something now."""
        works = {*self.shows, *self.able(), Key.LEAVE}
        return tuple(key for key in Key if key in works)

    def taken(self) -> tuple[Key, ...]:
        """Those that are never taken for an answer: of these, some only say that there is nothing to do."""
        return tuple(sorted({*self.keys(), *(IDLE if self.players.undoes else ())}, key=[*Key].index))

    def around(self, now: Act, of: Question, hint: str = "") -> PromptFrame:
        quiet = {*self.players.quiet(), *IDLE} - {*self.able()}
        throw = (of.dice, of.sides) if isinstance(of, (Roll, Total)) else None
        kind, refused, anew = kind_of(of), self.refused, self.anew
        self.refused, self.anew = "", False
        around = PromptFrame(
            self.players.progress(), hint, self.taken(), quiet=quiet, throw=throw, refused=refused, kind=kind, anew=anew
        )
        around = around._replace(told=self.players.told)
        if not self.players.scene:
            return around
        scene, console = self.players.scene(of), self.console
        news = self.players.news.lines if self.players.news else lambda width, most: []
        fancy = not (console.options.ascii_only or console.legacy_windows)

        def draw(columns: int, rows: int) -> list[Any]:
            return block(scene, now, news, columns, rows, not fancy or console.height < LOW)

        return around._replace(block=draw, progress="")

    def able(self) -> list[Key]:
        return [key for key, able in ((Key.UNDO, self.players.can_undo), (Key.REDO, self.players.can_redo)) if able()]

    def wished(self, ask: Callable[[], Said]) -> Said | Key:
        """A key that waits from before, else what ``ask`` brings; of several keys typed at once the first."""
        if self.players.wishes:
            return self.players.wishes.pop(0)
        got = ask()
        if isinstance(got, str) and (keys := several(got)):
            self.players.wishes.extend(keys[1:])
            return keys[0]
        return got

    def wish(self, key: Key, question: Question, now: Act) -> None:
        """Do what the key says, then show again what was asked, if it is out of sight. :raises Undo, Redo, Leave:"""
        if key in IDLE and key not in self.able():
            self.players.wishes.clear()  # nor will those after it find anything
        elif key is Key.UNDO:
            raise Undo
        elif key is Key.REDO:
            raise Redo
        if key is Key.LEAVE:
            raise Leave
        if self.hides(key, question) or self.players.plain:
            self.announce(now)

    def hides(self, key: Key, question: Question) -> bool:
        """Show what the key shows. True if something was asked meanwhile, so that the question is out of sight."""
        show = self.shows.get(key) or whatever(lambda: IDLE[key])
        view = show(question)
        if isinstance(view, str):
            self.below(view)
            return False
        if view is None:
            return key is Key.PAUSE
        place = self.screen.view(view)
        if place is None or view.take is None:
            return False
        view.take(place)
        return True

    def rolls_rest(self) -> str:
        assert self.players.rest
        return "The app rolls the rest of this attack." if self.players.rest() else "No attack is going on."

    def pause(self) -> None:
        """Nobody is charged until Enter in an empty line: whatever else is typed is no answer. :raises Leave:"""
        assert self.players.clock
        self.say("", "Paused. Enter goes on.", style="bold")
        with self.players.clock.paused():
            while said := self.screen.line("", PromptFrame(keys=(Key.LEAVE,)), (Key.LEAVE,)):
                if said is Key.LEAVE:
                    raise Leave
                self.say("Still paused. Enter goes on.")
        self.say("The clock runs again.")

    def refuse(self, wrong: BadAnswer, question: Question, typed: str = "") -> None:
        """What was wrong, and ``typed`` as it was read; on a plain screen that stands above as well."""
        text, read = wrong.plainly if isinstance(wrong, Closed) else str(wrong), typed.strip()
        said = self.players.plain or read.casefold() in text.casefold()
        end = ("" if text.endswith("?") else ".") + ("" if said else f" Read: {shown(read)}.")
        words = f"! {text[:1].upper()}{text[1:]}{end}"
        self.anew = True
        self.below(words, "red")

    def below(self, words: str, style: str = "") -> None:
        """Under the line, in place of what stood there; where nothing is drawn, told."""
        if self.players.scene:
            self.refused = words
        elif words:
            self.say(words, style=style)

    def announce(self, now: Act) -> None:
        """What is asked, where it is not drawn around the prompt."""
        if not self.players.scene:
            self.say("", now.told, style="bold")
            if now.rolls:
                self.say(*now.aloud())

    def echo(self, answer: str) -> None:
        """What was answered, where it does not stand on the screen as it was typed and nothing else tells it."""
        if not self.players.scene and not self.in_sight:
            self.say(f"> {answer}")

    def say(self, *lines: str, style: str = "") -> None:
        """Lines as they are: what looks like markup in a name is shown, not obeyed."""
        from rich.text import Text

        for line in lines:
            self.console.print(Text(visible(line), style=style))
