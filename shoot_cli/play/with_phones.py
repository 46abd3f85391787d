"""The phones at a table (`Phones`): what is asked goes to them too, and their answer is one of the players'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.text import Text

from shoot_cli.asked.prompt import Asked, Json, as_json, news_json
from shoot_cli.asked.scene import MARKS, AttackOver, Item, PhaseOver, Thrown, Told
from shoot_cli.asked.sentences import ONE_A_LINE, ONE_THING, answer_text, answer_words, label_of
from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end, losses
from shoot_cli.engine.extras import how_to_install
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Choose, Facts, Number, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, BadAnswer, Elsewhere, InputError, Leave, Redo, Undo
from shoot_cli.phone import links
from shoot_cli.phone.hub import STOPPED, WATCH, WENT_BACK, Hub
from shoot_cli.phone.server import Server
from shoot_cli.play.clock import time_text
from shoot_cli.replay.history import BY_PHONE
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import PromptFrame, View, ViewPage
from shoot_cli.ui.styles import indented, shortened, styled_line, wrapped

if TYPE_CHECKING:
    from shoot_cli.play.clock import Clock
    from shoot_cli.play.game import Game, Shown
    from shoot_cli.replay.journal import EventSink
    from shoot_cli.ui.prompter import Prompter

KEPT = "phones.json"  # in the folder of the app
VIA = "phone"  # in the event of an answer that a phone gave
CHANGING = "Something else is being asked at the laptop, such as an earlier answer."
OVER = "The battle is over."
PAUSED = "Paused at the laptop."
TEACHING = "A beginner is asked at the laptop first."
NO_SECRET = "others could read it"
REMEDY_AFTER = 60.0  # seconds without any phone after which the first remedy is said
CHECKED = 10.0  # seconds between looks at the address (PH-28)
SAFETY = (
    "Whoever can read this Wi-Fi can read the battle there, and answer for you. All answers are kept on this laptop, "
    "and can be taken back here."
)
LEAST_OF_NAME = 16  # columns of a name before its link; with fewer it stands above it
WITHOUT_CODE = "For a code to scan: "
BLACK_ON_WHITE = "rgb(0,0,0) on rgb(255,255,255)"


class PhoneKeeper:
    """An event sink that tells a phone once its answer is on disk."""

    def __init__(self, keeper: EventSink, hub: Hub) -> None:
        self.keeper, self.hub = keeper, hub

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any:
        kept = self.keeper.append(kind, payload)
        if kind == "answer":
            self.hub.confirm()
        return kept


class Phones:
    """The phones of one battle. `server` listens while the battle is open."""

    def __init__(self, game: Game, shown: Shown, clock: Clock | None, hub: Hub, server: Server, salt: str) -> None:
        self.game, self.shown, self.clock, self.hub, self.server = game, shown, clock, hub, server
        self.moved = False
        self.salt = salt
        self._begun, self._told = monotonic(), False
        self._stopped = Event()
        assert game.journal.keeper is not None
        game.journal.keeper = PhoneKeeper(game.journal.keeper, hub)
        game.journal.via = lambda: VIA if hub.has_answer() else ""
        assert isinstance(shown.screen, (CursorScreen, PlainScreen))
        shown.screen.others = hub
        if clock:
            clock.while_paused, hub.clock = lambda: hub.lock_phones(PAUSED), partial(times, clock)

    @classmethod
    def begun(
        cls, game: Game, shown: Shown, clock: Clock | None, host: str | None, port: int | None, anew: bool
    ) -> Phones | None:
        """Serve the page and show where. Return None, after a sentence, if this machine has no address for it.

        :raises InputError: `host` is not an address of this machine, or no port is free
        """
        from shoot_cli.storage.home import home, secret

        saved = links.kept(home() / KEPT, game.stored.hash)
        hosts = links.addresses()
        address = host or next((ip for ip in hosts if saved and ip == saved.host), hosts[0] if hosts else None)
        if address is None:
            shown.say(
                "No phones: this machine is in no private network. Join a Wi-Fi or a phone's hotspot, or name an "
                "address with --phone-host.",
                style="bold",
            )
            return None
        key = secret(make=True)
        if key is None:
            raise InputError(f"--phone: the secret in {home()} cannot be used: {NO_SECRET}.")
        salt = saved.salt if saved and not anew else links.new_salt()
        tokens = links.tokens(key, game.stored.hash, salt)
        first, second = map(visible, game.ruleset.sides(game.start))
        hub = Hub((first, second))
        server = served(hub, address, port or (saved.port if saved else 0), tokens, port is not None)
        phones = cls(game, shown, clock, hub, server, salt)
        phones.keep()
        server.begin()
        Thread(target=phones.look_after, daemon=True, name="address of phones").start()
        moved = saved is not None and not anew and saved.host != address
        phones.show(
            f"New address (it was {saved.host}): scan the code again. Enter goes on." if saved and moved else ""
        )
        return phones

    def keep(self) -> None:
        """Remember where the phones of this battle find it, so that they come back after a resumed start."""
        from shoot_cli.storage.home import home

        kept = links.Kept(self.salt, self.server.address, self.server.port)
        links.keep(home() / KEPT, self.game.stored.hash, kept)

    # What is asked ----------------------------------------------------------------------------------------------------

    def answer(self, prompter: Prompter, asked: Asked) -> Answer:
        """Return the players' answer, from the prompt or from a phone, whichever was first."""
        question = asked.question
        raw: dict[str, str] = {}
        self.hub.publish(question, safe(self.drawn(asked), raw), raw, self.words)
        self.say_nobody()
        try:
            answer = prompter.answer(asked)
        except (Elsewhere, Undo, Redo, Leave):
            claim = self.hub.take_answer()
            if claim is None:
                raise
        except BaseException:
            self.hub.take_answer()
            self.hub.refuse()
            raise
        else:
            claim = self.hub.take_answer()
        if claim is None:
            return answer
        answer = self.game.dice.throw(question, asked.place) if claim.throws else claim.answer
        what = "the app's dice" if claim.throws else given_words(question, answer)
        self.shown.say(f"  {self.hub.names[claim.seat]}, {BY_PHONE}: {what}", style="dim")
        return answer

    def words(self, question: Question, answer: Answer) -> str:
        """Return what an answer comes to, in a few words; "" if nothing can be said."""
        try:
            if isinstance(question, Facts):
                decided = question.decided(answer)
                return visible(f"{decided.sentence()}: {decided.so}".rstrip(": ")) if decided else ""
            if isinstance(question, Phrases) and question.tells and answer:
                return visible(question.tells(question.read(answer)))
            comes = self.shown.sight.immediate_losses(answer)
            chosen = question.options if isinstance(question, Choose) else ()
            doubt = next((option.doubt for option in chosen if option.value == answer), "")
            return visible("; ".join(filter(None, (answer_words(question, answer), comes, doubt))))
        except BadAnswer as wrong:
            return visible(str(wrong))

    def drawn(self, asked: Asked) -> dict[str, Json]:
        """Return what a page draws of it: no chances, no odds (PH-15)."""
        data = asked.json()
        assert isinstance(data, dict)
        news = [piece for item in asked.news if (piece := news_of(item)) is not None]
        title, lines = self.shown.printer.why_words(asked.question)
        why: Json = {"title": title, "lines": lines}
        return {
            **data,
            "act": as_json(asked.act.but(below=below(asked))),
            "side": asked.scene.asked,
            "news": news,
            "why": why,
            "status": self.status(),
        }

    def status(self) -> list[Json]:
        """Return both armies in the words of the terminal's status."""
        from shoot_cli.ui.tables import status_words

        game = self.game
        armies = status_words(game.status(), game.points(), game.ruleset.headline(game.record()).detachments)
        return [
            {"name": head, "side": side, "units": [as_json(unit) for unit in units], "below": below}
            for side, (head, units, below) in zip(MARKS, armies, strict=False)
        ]

    def teaching(self) -> None:
        """Show phones nothing while a beginner is asked (PH-8)."""
        self.hub.wait_for(TEACHING)

    def lock(self) -> AbstractContextManager[None]:
        return self.hub.lock_phones(CHANGING)

    def stop(self, end: object | None) -> None:
        """Send a last state with the numbers so far, and listen no more. `end` is the last record of what is over."""
        self._stopped.set()
        numbers: list[Json] = safe(self.sum_up(end), {})
        self.hub.end(OVER if self.game.stored.finished else STOPPED, numbers)
        self.server.stop()

    def sum_up(self, end: object | None) -> list[Json]:
        """Return the end screen's numbers for each army, without luck and chances (PH-15, PH-30)."""
        from shoot_cli.ui.summaries import facts_of, killed_words, loss_words, told_moments

        game, table = self.game, self.game.table
        if table is None:
            return []
        record = game.record() or game.start if end is None else end
        totals = battle_end(table, game.ruleset, game.start, record, LuckReport(()))
        clocks = {name: time_text(self.clock.left(name)) for name in self.clock.names} if self.clock else {}
        lost = losses(game.ruleset.status(game.start), game.ruleset.status(record))
        return [
            {
                "name": army.name, "side": side, "killed": army.enemies_killed, "what": killed_words(army, totals),
                "words": [f"{army.left} of {army.start} left", *facts_of(army, clocks, totals, True)],
                "units": [loss_words(loss, totals.slain) for loss in lost if loss.army == index],
                "moments": told_moments(totals, index),
            }
            for index, (side, army) in enumerate(zip(MARKS, totals.armies, strict=False))
        ]  # fmt: skip

    # Who is there -----------------------------------------------------------------------------------------------------

    def phone_signs(self) -> str:
        """Return whose phones are there, in signs for the line above a prompt: `◘▲`."""
        if self.moved:
            return "◘ moved: Space w"
        marks = []
        for seat, mark in enumerate((*[mark for mark in MARKS.values() if mark], "")):
            is_there = self.hub.is_connected(seat)
            if is_there is not None and seat != WATCH:
                marks.append(f"◘{mark}" if is_there else f"◘{mark} lost")
        return " ".join(marks)

    def look_after(self) -> None:
        """Move the server when this machine has another address (PH-28). It runs in a thread of its own."""
        while not self._stopped.wait(CHECKED):
            if links.is_ours(self.server.address):
                continue
            addresses = links.addresses()
            if not addresses:
                continue
            try:
                moved = served(self.hub, addresses[0], self.server.port, self.server.tokens, False)
            except InputError:
                continue
            moved.begin()
            old, self.server, self.moved = self.server, moved, True
            self.keep()
            old.stop()

    def say_nobody(self) -> None:
        """Say the first remedy once, if no phone has come for a minute."""
        if not self._told and monotonic() - self._begun > REMEDY_AFTER:
            self._told = True
            if all(self.hub.is_connected(seat) is None for seat in range(WATCH + 1)):
                self.shown.say(f"No phone has come. {links.REMEDIES[0]} More: Space, w.", style="dim")

    # Links ------------------------------------------------------------------------------------------------------------

    def show(self, hint: str = "") -> None:
        """Show all links, and the code of the second list's player until Enter goes on. They fit on 24 rows (PH-32)."""
        shown, console = self.shown, self.shown.console

        def above(width: int) -> list[Text]:
            links_ = [line for seat in (0, WATCH, 1) for line in self.link_lines(seat, width)]
            return [*wrapped(Text(SAFETY), width), *links_]

        def code(width: int, rows: int) -> list[Text]:
            used = sum(-(-line.cell_len // width) for line in above(width))
            return self.code_lines(1, width, rows + 1 - used)

        for line in above(console.width):
            console.print(line, soft_wrap=True)  # a link that is broken into lines cannot be copied
        frame = PromptFrame(hint=hint or "Enter goes on. Space, w shows the links again.", block=code)
        try:
            while shown.screen.line("", frame, ()):
                pass
        except EOFError:
            pass

    def whose(self, seat: int) -> str:
        return f"For {self.hub.names[seat]}" if seat != WATCH else "Only to watch"

    def link(self, seat: int) -> str:
        return links.link(self.server.name, self.server.tokens[seat])

    def link_lines(self, seat: int, width: int) -> list[Text]:
        """Return whose link it is, and the link whole: on the same line, if some of the name has room there."""
        whose, link = self.whose(seat), self.link(seat)
        room = width - len(link) - 2
        if room >= min(len(whose), LEAST_OF_NAME) or self.shown.plain:
            return [styled_line((f"{whose if self.shown.plain else shortened(whose, room)}: {link}", "strong"))]
        return [styled_line((f"{shortened(whose, width - 1)}:", "strong")), styled_line((link, "strong"))]

    def code_lines(self, seat: int, width: int, rows: int) -> list[Text]:
        """Return the code to scan, if it can be drawn and has room; without the package, how to get it (PH-36)."""
        console = self.shown.console
        bare = console.no_color or console.color_system is None or console.options.ascii_only or console.legacy_windows
        if self.shown.plain or bare:
            return []
        drawn = links.code(self.link(seat))
        if drawn is None:
            return indented(styled_line((WITHOUT_CODE + how_to_install("phone"), "hint")), width, 1)
        if len(drawn[0]) + 1 > width or len(drawn) > rows:
            return []
        return [styled_line(" ", (line, BLACK_ON_WHITE)) for line in drawn]

    def view(self) -> View:
        """Return the view of the links: the opponent's, mine, and one to watch."""
        self.moved = False

        def page(seat: int) -> ViewPage:
            def body(width: int, rows: int) -> Sequence[Text]:
                lines = [
                    part
                    for line in self.link_lines(seat, width)
                    for part in (indented(line, width, 1) if line.cell_len + 2 <= width else wrapped(line, width))
                ]
                return [*lines, *self.code_lines(seat, width, rows - len(lines)), *self.help_lines(width)]

            return ViewPage(body, self.whose(seat).lower() if seat == WATCH else self.hub.names[seat])

        def spoken() -> Iterator[Text]:
            for seat in (1, 0, WATCH):
                yield Text(f"{self.whose(seat)}: {self.link(seat)}")
            yield from self.help_lines(self.shown.console.width)

        return View("PHONES", [page(seat) for seat in (1, 0, WATCH)], spoken, self.who_is_there())

    def who_is_there(self) -> str:
        present = [self.hub.is_connected(seat) for seat in range(WATCH + 1)]
        names = (*self.hub.names, "somebody who watches")
        people = [
            f"{name}{'' if is_there else ' (lost)'}"
            for name, is_there in zip(names, present, strict=True)
            if is_there is not None
        ]
        return f"there: {', '.join(people)}" if people else "nobody is there yet"

    def help_lines(self, width: int) -> list[Text]:
        """Return what helps if no phone comes, in the order in which it should be tried (PH-31)."""
        nobody = all(self.hub.is_connected(seat) is None for seat in range(WATCH + 1))
        tips = [*(f"{n}. {words}" for n, words in enumerate(links.REMEDIES, 1)), SAFETY] if nobody else [SAFETY]
        return [line for words in tips for line in indented(styled_line((words, "hint")), width, 1)]


def served(hub: Hub, address: str, port: int, tokens: tuple[str, ...], only: bool) -> Server:
    """Return a server at the first free port from this one on. `only` tries no other. :raises InputError:"""
    first = port or links.PORT
    for number in range(first, first + (1 if only else links.PORTS)):
        try:
            return Server(hub, address, min(number, 65535), tokens)
        except OSError as error:
            why = error.strerror or str(error)
    raise InputError(f"--phone: nothing can listen at {address}, port {first}{'' if only else ' and above'}: {why}.")


def times(clock: Clock) -> Json:
    """Return the milliseconds that each army has left, and whose clock runs, or ""."""
    left: dict[str, Json] = {name: clock.left(name) for name in clock.names}
    return {"left": left, "runs": "" if clock.halted else clock.owing}


def news_of(item: Item) -> Json:
    """Return a piece of news as a page draws it: dice with their faces, all else as one line."""
    if isinstance(item, Thrown):
        return news_json(item)
    if isinstance(item, Told):
        text = item.text
    elif isinstance(item, AttackOver):
        text = f"{item.title}: {item.came}"
    elif isinstance(item, PhaseOver):
        fell = ", ".join(f"{n} of {army} {item.slain}" for army, n in zip(item.end.armies, item.end.fell, strict=True))
        text = f"Turn {item.end.turn}, the phase is over: {fell}"
    else:
        return {"kind": WENT_BACK, "text": f"{item.head}: {item.words}"}
    return {"kind": "told", "text": text}


def below(asked: Asked) -> tuple[str, ...]:
    """Return the lines below what is asked, without keys, and what hangs on a number: which weapons reach how far."""
    lines = (line.replace(ONE_A_LINE, ONE_THING) for line in asked.act.below)
    decides = asked.question.decides if isinstance(asked.question, Number) else ""
    return (*lines, visible(decides)) if decides else tuple(lines)


def given_words(question: Question, answer: Answer) -> str:
    """Return what a phone answered, for whoever looks at the laptop: `armour save: 2 passed`."""
    if not isinstance(question, (Roll, Total)) or (isinstance(question, Roll) and question.faces):
        return answer_words(question, answer)
    return f"{label_of(question)[1]}: {answer_text(answer)}"


def safe(value: Any, raw: dict[str, str]) -> Any:
    """Return the value without control characters. `raw` gets the real text of whatever had some (PH-14)."""
    if isinstance(value, str):
        seen = visible(value)
        if seen != value:
            raw[seen] = value
        return seen
    if isinstance(value, list):
        return [safe(item, raw) for item in value]
    if isinstance(value, dict):
        return {safe(name, raw): safe(item, raw) for name, item in value.items()}
    return value
