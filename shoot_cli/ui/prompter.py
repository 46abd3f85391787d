"""`Prompter` asks a question until the answer fits. Also menu rows, players, and the preview of typed text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from rich.text import Text

from shoot_cli.asked.prompt import APP_ROLLS, Asked, asked, second, with_facts
from shoot_cli.asked.rows import (
    TAKES_NEAR,
    MenuRow,
    Said,
    fact_name,
    fact_named,
    facts_said,
    flipped,
    following,
    matching_rows,
    nearest_row,
    numbered,
    row_typed,
    rows_numbered,
    standing,
    values_of,
    why_closed_text,
    with_number,
    with_the_others,
)
from shoot_cli.asked.sentences import (
    Foretell,
    answer_words,
    has_own_words,
    hint_beside_row,
    hint_in_one_line,
    in_a_row,
    preview_text,
    result_text,
    typed_words,
)
from shoot_cli.engine import questions
from shoot_cli.engine.names import same_name, visible
from shoot_cli.engine.reasons import Answer, BadAnswer, Closed, Leave, NoTerminal, Redo, Undo, listed, shown
from shoot_cli.engine.record import Record
from shoot_cli.input.answers import completed, parse
from shoot_cli.input.dice import RollAgain, with_second
from shoot_cli.ui.block import LOW, block
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.menu import choice_text, is_named
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import IDLE, Key, Preview, PromptFrame, Screen, repeated_keys
from shoot_cli.ui.styles import indented, styled_line
from shoot_cli.ui.typed_input import has_lines, is_pasted, kind_of, pasted_words

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.asked.rows import MenuRow
    from shoot_cli.asked.scene import Item, Scene
    from shoot_cli.asked.sentences import Names
    from shoot_cli.ui.news import NewsDisplay
    from shoot_cli.ui.screen import Stopwatch, View


# The players who are asked, and the views they can open.

Picked = TypeVar("Picked")
Opens = Callable[[], "View | str | None"]  # a sentence instead of an empty view; None if all was said


def on_a_terminal() -> bool:
    """Return True if standard input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Offer(NamedTuple):
    """A row behind which a number may be typed: its index, and True if the number is asked next after it."""

    row: int
    is_next: bool


class Ahead(Protocol):
    """What becomes of a number that is typed behind a row: `2 14`."""

    def offered(self, question: questions.Choose) -> Offer | None:
        """Return the row to name as an example; None if no number may be typed."""

    def asked_after(self, question: questions.Choose, row: str) -> questions.Number | None:
        """Return the question that the number answers if this row is taken; None if it would never be asked."""

    def keep(self, number: Answer, checked: bool) -> None:
        """Keep the number until its question comes. `checked` is True if the question is known."""


class Keys(Record):
    """What the keys do at a prompt. A field is None if there is no such key."""

    why: Callable[[questions.Question], View | str | None] | None = None
    odds: Callable[[questions.Question], View | str | None] | None = None
    status: Opens | None = None
    log: Opens | None = None
    luck: Opens | None = None
    rest: Callable[[], bool] | None = None  # rolls the rest of this attack by app; False without an attack
    amend: Opens | None = None  # may raise `Amend`
    again: Opens | None = None  # re-roll of one die; may raise `Amend`
    event: Opens | None = None  # what happened without the app; may raise `Insert` or `Amend`
    phones: Opens | None = None  # who may answer on a phone, and how they come there
    escapes: bool = False  # True if Escape undoes, since that changes nothing but this prompt
    undoes: bool = True  # True if there is a log for undo and redo
    can_undo: Callable[[], bool] = lambda: True  # True if the key works now
    can_redo: Callable[[], bool] = lambda: True
    idle: Mapping[Key, str] = IDLE  # said where there is nothing to undo or redo
    thrice: Callable[[], bool] = lambda: True  # True if there are three answers to take back
    labels: Callable[[], Mapping[Key, str]] = dict  # what undo and redo would do, in words
    quiet: Callable[[], Collection[Key]] = tuple  # keys with nothing to show now: not listed, and they say so

    def able(self) -> list[Key]:
        """Return which of undo and redo work now."""
        return [key for key, able in ((Key.UNDO, self.can_undo), (Key.REDO, self.can_redo)) if able()]


ALONE = Keys(undoes=False, can_undo=lambda: False, can_redo=lambda: False)  # outside a battle


class Players(Record):
    """Everything a `Prompter` must know about the people it asks."""

    console: Console
    plain: bool
    names: Callable[[], Names]  # the current armies of attacker and defender

    # "app": the app rolls without asking. "hand": players roll, and an empty answer lets the app roll.
    dice: Literal["app", "hand"]
    throw: Callable[[questions.Question, int], Answer]  # (question, log index) -> app dice
    wishes: list[Key]  # keys typed at once, as in `uu`, for the next prompts
    keys: Keys = Keys()

    rolls: str = "The app rolls."  # said when the app rolls
    empty_answer_text: str = APP_ROLLS  # the hint for an empty answer

    terminal: Callable[[], bool] = on_a_terminal
    nicknames: Mapping[str, str] = {}  # other names of options, for example the list name of an army
    screen: Screen | None = None  # replaces the screen made from `console` and `plain`
    clock: Stopwatch | None = None  # runs during prompts and adds the key for a pause
    progress: Callable[[], str] = str  # the line above a prompt
    scene: Callable[[questions.Question], Scene] | None = None  # the battle around a prompt; None: nothing is drawn
    news: NewsDisplay | None = None  # what happened since the last prompt
    effect_text: Callable[[Answer], str] = lambda answer: ""  # the immediate effect of an answer
    agreeing: Callable[[str, Mapping[str, Answer]], None] = lambda key, changed: None  # keeps facts that are not agreed
    ahead: Ahead | None = None  # takes a number that is typed behind a row, for a later question
    phone_signs: Callable[[], str] = str  # whose phones are there, for the line above
    require_choice: bool = False  # True if Enter in a menu without proposal needs a selected row

    @classmethod
    def alone(
        cls,
        console: Console,
        plain: bool,
        names: Names,
        why: Callable[[questions.Question], View | str | None] | None = None,
        scene: Callable[[questions.Question], Scene] | None = None,
        require_choice: bool = False,
    ) -> Players:
        """Return one person who is asked outside a battle, without undo, with app dice."""
        from shoot_cli.input.answerers import dice

        return cls(
            console, plain, lambda: names, "app", dice(0), [], ALONE.but(why=why), scene=scene,
            require_choice=require_choice,
        )  # fmt: skip


# The preview of typed text.


def telling(question: questions.Question, foretell: Foretell) -> Callable[[str, int], Preview]:
    """Return a function (text, width) that previews typed text."""

    @lru_cache(2)  # drawing asks several times
    def tell(text: str, width: int) -> Preview:
        above = row_of_models(question, text, width) if isinstance(question, questions.Arrange) else ()
        return Preview(preview_text(question, text, foretell) if text.strip() else "", above)

    return tell


SIGNS = "■◘□●○▲"  # for the kinds of models in an order, the most frequent kind first


def row_of_models(order: questions.Arrange, text: str, width: int) -> list[Text]:
    """Return the models as signs, nearest to the enemy first, then in words, and a legend.

    The proposal is shown until a possible order is typed.
    """
    if not in_a_row(order):
        return []
    try:
        runs = order.read(completed(order, text)) if text.strip() else order.default
    except BadAnswer:
        runs = order.default
    if not runs:
        return []
    kinds = sorted(order.kinds, key=lambda kind: -kind[1])
    sign = {name: SIGNS[index % len(SIGNS)] for index, (name, _) in enumerate(kinds)}
    drawn = " ".join(sign[name] * n for n, name, _ in runs)
    if len(drawn) > width - 12:
        drawn = " ".join(f"{n}{sign[name]}" if n > 1 else sign[name] for n, name, _ in runs)
    legend = "   ".join(f"{sign[name]} {name}" for name, _ in kinds) if len(kinds) > 1 else ""
    row = indented(styled_line(("enemy", "past"), " ► ", drawn), width)
    return [
        *row,
        *indented(styled_line((order.words(runs), "strong")), width),
        *(indented(styled_line(legend), width) if legend else []),
    ]


# The prompter; start at `Prompter.__call__`.

Reply = TypeVar("Reply")
NAMES = (  # questions that are answered with names, so that no letter is a key
    questions.HowMany, questions.Arrange, questions.Choose, questions.Numbers, questions.Subset, questions.Phrases,
)  # fmt: skip


def reads(question: questions.Phrases, text: str) -> bool:
    """Return True if the text is an answer as it was typed, rather than a part of a row's name."""
    try:
        return bool(completed(question, text))
    except BadAnswer:
        return False


NOT_AGREED = "#0"  # a number that no row has
DENIES_ALL = r"(?i)(?:#?1\s*[:=]?\s+)?(?:no|nope|none|nothing)|(?:no|none) (?:to|of) (?:all|them)|all (?:no|none)"
AGREES_ALL = r"(?i)(?:yes (?:to |for )?(?:all|everything)|(?:all|everything) yes)"  # which may mean two


def denies_all(text: str, question: questions.Facts) -> bool:
    """Return True if a text says that the facts are not so, without any of them by its name or value."""
    is_value = any(text.strip().casefold() in values_of(part) for part in question.parts)
    return text == NOT_AGREED or (bool(re.fullmatch(DENIES_ALL, text.strip())) and not is_value)


def first_fact(question: questions.Facts, text: str) -> tuple[str, str]:
    """Return the number of the first fact in a text, and all that is typed behind it, with the names of the others."""
    if denies_all(text, question):
        return NOT_AGREED, ""  # it is a part of many rows, and means none of them
    try:
        facts = facts_said(text, question)
        if not facts:
            return text, ""
        names = [fact_name(question.parts[fact.row - 1]) for fact in facts]
        texts = [fact.words.replace(f"#{fact.row + 1}", name) for fact, name in zip(facts, names, strict=True)]
        by_name = facts_said(", ".join([facts[0].words, *texts[1:]]), question)
    except BadAnswer:
        return text, ""
    number, _, answer = facts[0].words.partition(" ")
    are_same = [fact.row for fact in by_name] == [fact.row for fact in facts]
    return number, ", ".join([answer, *(texts if are_same else [fact.words for fact in facts])[1:]])


ROLLS_REST = "The app rolls the rest of this attack."
NOT_TAKEN = "the line was not taken: type it once more; Enter again goes on without it"
NOTHING_TAKEN = "Nothing of the line is taken."
BROUGHT_BACK = "The Up key brings it back."
ANY_NUMBER = questions.Number("", 0, 1000, None, "inches", False)  # typed behind a row that needs none


def has_several_parts(question: questions.Question, typed: object) -> bool:
    """Return True if a typed line has several parts, so that one of them may be refused and others not."""
    try:
        return isinstance(question, questions.Phrases) and isinstance(typed, str) and len(question.split(typed)) > 1
    except BadAnswer:
        return False


def line_of(question: questions.Phrases, rows: Sequence[MenuRow], text: str) -> Answer:
    """Return the phrases of a typed text, or the row that it means. :raises BadAnswer: it is neither"""
    try:
        return completed(question, text)
    except BadAnswer:
        names = [question.rows[index].value for index in matching_rows(text, rows)]
        exact = [name for name in names if same_name(name, text)]
        if len(exact or names) == 1:
            return question.row((exact or names)[0])
        if names:
            raise BadAnswer(f"{shown(text)} fits {listed(names)}: say more of it") from None
        raise


def open_row(rows: Sequence[MenuRow], index: int) -> int:
    """Return the index of a row. :raises BadAnswer: it is closed"""
    if rows[index].closed:
        raise BadAnswer(why_closed_text([rows[index]]))
    return index


def told_of_text(text: str, takes: Callable[[str], bool]) -> str:
    """Return what Enter does with a text that was pasted or typed; "" if it takes a row, or nothing."""
    if is_pasted(text):
        return "Enter takes it; Esc empties the line, to paste it anew"
    return "Enter takes what is there" if text.strip() and takes(text) else ""


def screen_on(console: Console, plain: bool) -> Screen:
    return PlainScreen(console) if plain else CursorScreen(console)


def whatever(show: Opens) -> Callable[[questions.Question], View | str | None]:
    """Return `show` as a function of the question, which it ignores."""
    return lambda question: show()


def no_news(items: Sequence[Item], width: int, most: int) -> list[Text]:
    return []


class Prompter:
    """An `Answerer` for a `Table` that asks the players. What it draws or prints of a question is its `Asked`.

    :raises Undo, Redo, Leave: if the players press these keys (end of input is Leave)
    :raises NoTerminal: if there is no terminal to ask at
    """

    def __init__(self, players: Players) -> None:
        self.players, self.console = players, players.console
        self.drawn = players.scene is not None and not players.plain  # False: questions are printed
        self.refused = ""  # why the last answer was refused, until it is shown
        self.anew = False  # True if it was refused and nothing was asked since
        self.in_sight = False  # True if the typed answer stays on the screen
        self.agreeing: dict[str, Answer] = {}  # facts that were changed at this prompt, but are not agreed yet
        keys, pause = players.keys, self.pause if players.clock else None
        openers = {Key.STATUS: keys.status, Key.LOG: keys.log, Key.LUCK: keys.luck, Key.CHANGE: keys.amend}
        openers |= {Key.PHONES: keys.phones}
        openers |= {
            Key.EVENT: keys.event,
            Key.AGAIN: keys.again,
            Key.ROLL: self.rolls_rest if keys.rest else None,
            Key.PAUSE: pause,
        }
        shows = {Key.WHY: keys.why, Key.ODDS: keys.odds}
        shows |= {key: whatever(show) for key, show in openers.items() if show}
        self.shows = {key: show for key, show in shows.items() if show}
        self.screen: Screen = players.screen or screen_on(players.console, players.plain)
        if players.clock:
            from shoot_cli.ui.screen import Timed

            self.screen = Timed(self.screen, players.clock, players.console, players.plain)

    def __call__(self, question: questions.Question, place: int) -> Answer:
        if isinstance(question, (questions.Roll, questions.Total)) and self.players.dice == "app":
            return self.players.throw(question, place)
        return self.answer(self.asked(question, place))

    def asked(self, question: questions.Question, place: int) -> Asked:
        """Return the question as it is asked now, for every surface."""
        players = self.players
        scene = players.scene(question) if players.scene else None
        news = players.news.news.items if players.news else ()
        return asked(question, place, players.names(), scene, news, players.nicknames, players.empty_answer_text)

    def answer(self, prompt: Asked) -> Answer:
        """Return the players' answer to what is asked."""
        if not self.players.terminal():
            raise NoTerminal(prompt.question)
        news = self.players.news
        try:
            with news.asking(prompt.place) if news else nullcontext():
                return self.put(prompt)
        except EOFError:
            raise Leave from None

    def ask(self, question: questions.Question, place: int) -> Answer:
        """Ask in the midst of another prompt, whose news stays."""
        return self.put(self.asked(question, place))

    def put(self, prompt: Asked) -> Answer:
        """Put the question to the players by its kind."""
        question = prompt.question
        if isinstance(question, (questions.Roll, questions.Total)):
            return self.roll(question, prompt)
        if isinstance(question, questions.Facts):
            return self.facts(question, prompt)
        if isinstance(question, questions.Choose) and prompt.options:
            answer: Answer = self.choice(question, prompt)
        elif isinstance(question, questions.Phrases) and prompt.options:
            answer = self.row_or_line(question, prompt)
        else:
            answer = self.typed(prompt, lambda: prompt.default)
        self.echo(answer_words(question, answer))
        return answer

    def picked(self, prompt: Asked, take: Callable[[int | str], Picked], **fields: Any) -> Picked:
        """Return what `take` makes of the index of a row or of a typed text. If it raises BadAnswer, ask again.

        :param fields: fields of the `PromptFrame` of this menu
        """
        self.announce(prompt)
        self.in_sight, refused, start = False, "", prompt.start
        while True:
            frame = self.around(prompt, prompt.hint if self.drawn else "")._replace(typed=refused, **fields)
            reply = self.wished(partial(self.screen.menu, prompt.options, start, frame))
            if isinstance(reply, Key):
                self.wish(reply, prompt)
                continue
            try:
                return take(reply)
            except BadAnswer as wrong:
                self.refuse(wrong, whole=isinstance(reply, str) and has_several_parts(prompt.question, reply))
                if isinstance(reply, str):
                    refused = "" if has_lines(reply) else reply
                near = nearest_row(refused, prompt.options) if TAKES_NEAR in str(wrong) else None
                start = prompt.start if near is None else near

    def choice(self, question: questions.Choose, prompt: Asked) -> str:
        """Return the value of the chosen open row. A number behind it is kept for its question, or refused at once."""
        ahead = self.players.ahead
        offer = ahead.offered(question) if ahead else None
        doubted: tuple[int, Answer] = -1, None  # it is taken when it is typed once more

        def take(reply: int | str) -> str:
            nonlocal doubted
            text, number = with_number(reply, prompt.options) if offer and isinstance(reply, str) else (reply, "")
            index = open_row(
                prompt.options, row_typed(text, question, prompt.options) if isinstance(text, str) else text
            )
            value, row = question.options[index].value, prompt.options[index]
            if self.players.plain and row.doubt and doubted != (index, "") and not is_named(row, str(reply)):
                doubted = index, ""  # a screen with a cursor asks by itself
                raise BadAnswer(f"{row.doubt}; type it again, and it {choice_text(row.label)}")
            if ahead and number:
                later = ahead.asked_after(question, value)
                inches = parse(later or ANY_NUMBER, number)
                if later and (index, inches) != doubted and (slip := later.doubt(inches, f"{index + 1} {number}")):
                    doubted = index, inches
                    raise BadAnswer(slip)
                ahead.keep(inches, later is not None)
            return value

        hint = hint_in_one_line(offer.row + 1) if offer and offer.is_next and numbered(prompt.options) else prompt.hint
        behind = partial(with_number, rows=prompt.options) if offer else None
        return self.picked(prompt, take, pick=self.players.require_choice, noun=prompt.noun, behind=behind, hint=hint)

    def menu(
        self, prompt: Asked, read: Callable[[str], int], behind: Callable[[str], tuple[str, str]]
    ) -> tuple[int, str | None]:
        """Return the index of the chosen fact, and its value if that was typed: `frag`.

        `read` turns typed text into an index or raises BadAnswer; `behind` parts a text into row and value.
        """

        def take(reply: int | str) -> tuple[int, str | None]:
            index = open_row(prompt.options, read(reply) if isinstance(reply, str) else reply)
            return index, prompt.options[index].held(reply) if isinstance(reply, str) else None

        return self.picked(
            prompt, take, pick=self.players.require_choice, beside=False, noun=prompt.noun, behind=behind
        )

    def row_or_text(self, question: questions.Choose, takes: Callable[[str], bool]) -> str:
        """Return the value of a row, a typed line that `takes` is True for, or a text that was pasted, whole."""
        if not self.players.terminal():
            raise NoTerminal(question)
        prompt = self.asked(question, 0)

        def take(reply: int | str) -> str:
            if isinstance(reply, str) and (has_lines(reply) or takes(reply)):
                self.echo(pasted_words(reply) if has_lines(reply) else reply.strip())
                return reply
            index = row_typed(reply, question, prompt.options) if isinstance(reply, str) else reply
            self.echo(answer_words(question, question.options[index].value))
            return question.options[index].value

        try:
            return self.picked(
                prompt, take, pick=self.players.require_choice, noun=prompt.noun, reads=takes, whole=has_lines,
                tell=lambda text, width: Preview(told_of_text(text, takes)),
            )  # fmt: skip
        except EOFError:
            raise Leave from None

    def row_or_line(self, question: questions.Phrases, prompt: Asked) -> Answer:
        """Return the answer of a row, or phrases that were typed instead."""

        refused = False  # the last line was: then Enter alone is probably a slip

        def take(reply: int | str) -> Answer:
            nonlocal refused
            was_refused, refused = refused, isinstance(reply, str)
            if isinstance(reply, int):
                if was_refused and reply == prompt.start:
                    raise BadAnswer(NOT_TAKEN)
                return question.row(question.rows[reply].value)
            return line_of(question, prompt.options, reply)

        return self.picked(prompt, take, tell=telling(question, str), reads=partial(reads, question))

    def facts(self, question: questions.Facts, prompt: Asked) -> Answer:
        """Ask for all facts at once. Enter accepts them; otherwise single facts are changed. It is one answer."""
        self.agreeing = changed = dict(question.default or {})
        typed: list[Said] = []  # several rows, or rows with their answers

        def read(text: str) -> int:
            if denies_all(text, question):
                raise BadAnswer("what is it that is not so? Type its number or name, as in no cover")
            if re.fullmatch(AGREES_ALL, text.strip()):
                raise BadAnswer("Enter alone agrees to the line as it stands; a number or a name changes one fact")
            typed[:] = facts_said(text, question) or map(Said, rows_numbered(text, question))
            for fact in typed:
                open_row(prompt.options, fact.row)
            return typed[0].row if typed else fact_named(text, question)

        while True:
            typed.clear()
            taken, value = self.menu(prompt, read, partial(first_fact, question))
            try:
                if not taken:
                    question.read(changed)
                    self.agreeing = {}
                    self.echo(answer_words(question, changed))
                    return changed
                for row, answer, _ in typed or [Said(taken, value)]:
                    part = standing(question, changed)[row - 1]
                    if answer is None:
                        answer = flipped(part) or self.ask(part, prompt.place)
                    if isinstance(part, questions.Numbers) and isinstance(part.default, Mapping):
                        answer = with_the_others(part, part.default, answer)
                    changed.pop(part.key, None)
                    usual = following(question, changed)[row - 1]
                    if usual.read(answer) != usual.read(usual.default):
                        changed[part.key] = answer
                self.players.agreeing(question.key, changed)
            except BadAnswer as wrong:
                self.refuse(wrong)
            except Undo:  # of a single fact: back to the list
                pass
            if news := self.players.news:
                news.news.seen()
                prompt = prompt.but(news=tuple(news.news.items))
            prompt = with_facts(prompt, self.players.names(), changed)

    def typed(
        self, prompt: Asked, empty: Callable[[], Answer | None], fit: Callable[[Answer], Answer] = lambda answer: answer
    ) -> Answer:
        """Return a typed line as an answer. An empty line takes `empty()` if not None; `fit` refuses or completes it.

        A refused text leaves the line; the Up key brings it back.

        :raises RollAgain: if some dice must be re-rolled
        """
        self.announce(prompt)
        question, text = prompt.question, ""
        doubted: Answer = None  # it is taken when it is typed once more
        slipped = False  # what happened was refused: Enter alone is probably a slip, but where one unit was chosen
        is_dice, rest = isinstance(question, (questions.Roll, questions.Total)), self.players.keys.rest
        hint = prompt.hint if self.players.plain else hint_beside_row(question, prompt.hint)
        tell = telling(question, lambda answer: self.players.effect_text(fit(answer)))
        while True:
            frame = self.around(prompt, hint)._replace(tell=tell)
            reply = self.wished(partial(self.screen.line, text, frame, self.at_once(question)))
            if reply is Key.ROLL and is_dice and rest and rest():
                return fit(empty())
            if isinstance(reply, Key):
                self.wish(reply, prompt)
                continue
            text, self.in_sight = reply, self.screen.leaves and bool(reply.strip())
            try:
                if slipped and not text.strip():
                    slipped = False
                    raise BadAnswer(NOT_TAKEN)
                answer = None if text.strip() else empty()
                if answer is None:
                    answer = completed(question, text)
                    if (
                        isinstance(question, questions.Number)
                        and answer != doubted
                        and (slip := question.doubt(answer))
                    ):
                        doubted = answer
                        raise BadAnswer(slip)
                return fit(answer)
            except RollAgain:
                raise
            except BadAnswer as wrong:
                slipped = bool(text.strip()) and isinstance(question, questions.Phrases) and question.offers is None
                self.refuse(wrong, text, has_several_parts(question, text))

    def at_once(self, question: questions.Question) -> tuple[Key, ...]:
        """Return the keys that work in an empty line without Enter. With names only `?` works.

        The key that opens a line never does: it would take the rest of what is typed.
        """
        takes_names = isinstance(question, NAMES)
        if isinstance(question, questions.Roll):  # "passed" begins with the letter of pause
            letters = {"p", Key.EVENT.value, *(side[:1].casefold() for side in question.faces)}
            return tuple(key for key in self.taken() if key is Key.WHY or key.value not in letters)
        rolls = isinstance(question, questions.Total)  # elsewhere a letter must not roll a whole attack
        keys = tuple(key for key in self.taken() if key is Key.WHY or not takes_names)
        never = (Key.EVENT,) if rolls else (Key.EVENT, Key.ROLL, Key.AGAIN)
        return tuple(key for key in keys if key not in never)

    def roll(self, question: questions.Roll | questions.Total, prompt: Asked) -> Answer:
        """Ask for dice rolled by hand; an empty line lets the app roll."""
        while True:
            try:
                answer = self.typed(prompt, partial(self.thrown, prompt))
                break
            except RollAgain as again:
                try:
                    answer = self.second(question, prompt, again)
                    break
                except Undo:  # back to the first throw
                    continue
        if has_own_words(question) and self.in_sight and not self.drawn:
            self.say(f"  {result_text(question, answer, question.read(answer))}")
        self.echo(typed_words(question, answer))
        return answer

    def second(self, question: questions.Roll | questions.Total, prompt: Asked, again: RollAgain) -> Answer:
        """Ask for the re-rolled dice and add them to the first throw."""
        next_prompt = second(prompt, again, self.players.names(), self.players.empty_answer_text)
        self.echo(again.typed)
        return self.typed(
            next_prompt,
            partial(self.thrown, next_prompt),
            lambda answer: with_second(question, again.first, answer, again),
        )

    def given(self, prompt: Asked, answer: Answer) -> Answer:
        """Return an answer that was typed before its question came. Where nothing is drawn, both are printed."""
        self.in_sight = False
        self.announce(prompt)
        self.echo(answer_words(prompt.question, answer))
        return answer

    def thrown(self, prompt: Asked) -> Answer:
        """Let the app roll, and say so where nothing is drawn."""
        answer = self.players.throw(prompt.question, prompt.place)
        if not self.drawn:
            self.say(self.players.rolls)
        return answer

    def keys(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        works = {*self.shows, *self.players.keys.able(), Key.LEAVE}
        return tuple(key for key in Key if key in works)

    def taken(self) -> tuple[Key, ...]:
        """Return the keys that are never an answer. Some only say that there is nothing to do."""
        return tuple(sorted({*self.keys(), *(IDLE if self.players.keys.undoes else ())}, key=[*Key].index))

    def around(self, prompt: Asked, hint: str) -> PromptFrame:
        """Return the frame of the prompt: keys, hint, and what is drawn above."""
        question, keys, console = prompt.question, self.players.keys, self.console
        quiet = {*keys.quiet(), *IDLE} - {*keys.able()}
        throw = (question.dice, question.sides) if isinstance(question, (questions.Roll, questions.Total)) else None
        refused, anew = self.refused, self.anew
        self.refused, self.anew = "", False
        frame = PromptFrame(
            hint=hint, keys=self.taken(), quiet=quiet, throw=throw, labels=keys.labels, kind=kind_of(question),
            anew=anew, refused=refused, escapes=keys.escapes, thrice=keys.thrice,
        )  # fmt: skip
        if not self.drawn:
            return frame._replace(progress=self.players.progress())
        lines, news = self.players.news.lines if self.players.news else no_news, prompt.news
        fancy = not (console.options.ascii_only or console.legacy_windows)

        def draw(columns: int, rows: int) -> list[Text]:
            scene = prompt.scene.but(phones=self.players.phone_signs())
            return block(scene, prompt.act, partial(lines, news), columns, rows, not fancy or console.height < LOW)

        return frame._replace(block=draw)

    def wished(self, ask: Callable[[], Reply]) -> Reply | Key:
        """Return a waiting key, or else what `ask` returns. Of several keys typed at once, return the first."""
        if self.players.wishes:
            return self.players.wishes.pop(0)
        reply = ask()
        if isinstance(reply, str) and (keys := repeated_keys(reply)):
            self.players.wishes.extend(keys[1:])
            return keys[0]
        return reply

    def wish(self, key: Key, prompt: Asked) -> None:
        """Do what the key says, then ask again if the question is out of sight. :raises Undo, Redo, Leave:"""
        if key in IDLE and key not in self.players.keys.able():
            self.players.wishes.clear()  # the later keys would find nothing either
        elif key is Key.UNDO:
            raise Undo
        elif key is Key.REDO:
            raise Redo
        if key is Key.LEAVE:
            raise Leave
        if self.hides(key, prompt.question) or self.players.plain:
            self.announce(prompt)

    def hides(self, key: Key, question: questions.Question) -> bool:
        """Show what the key shows. Return True if something else was asked, so that the question is out of sight."""
        show = self.shows.get(key) or whatever(lambda: self.players.keys.idle[key])
        view = show(question)
        if isinstance(view, str):
            self.below(view)
            return False
        if view is None:
            return key is Key.PAUSE
        index = self.screen.view(view)
        if index is None or view.take is None:
            return False
        if isinstance(words := view.take(index), str):
            self.below(words)
        return True

    def rolls_rest(self) -> str:
        assert self.players.keys.rest
        return ROLLS_REST if self.players.keys.rest() else "No attack is going on."

    def pause(self) -> None:
        """Stop the clock until Enter in an empty line. :raises Leave:"""
        assert self.players.clock
        self.say("", "Paused. Enter goes on.", style="bold")
        with self.players.clock.paused():
            while reply := self.screen.line("", PromptFrame(keys=(Key.LEAVE,)), (Key.LEAVE,)):
                if reply is Key.LEAVE:
                    raise Leave
                self.say("Still paused. Enter goes on.")
        self.say("The clock runs again.")

    def refuse(self, wrong: BadAnswer, typed: str = "", whole: bool = False) -> None:
        """Show why an answer was refused, and the `typed` text unless it is still visible.

        :param whole: True if the text has several parts, so that players hear that none of them is taken
        """
        text, line = wrong.plainly if isinstance(wrong, Closed) else str(wrong), typed.strip()
        is_visible = self.players.plain or line.casefold() in text.casefold()
        end = ("" if text.endswith("?") else ".") + ("" if is_visible else f" Your line: {shown(line)}.")
        none = f" {NOTHING_TAKEN}{'' if self.players.plain else f' {BROUGHT_BACK}'}" if whole else ""
        words = f"! {text[:1].upper()}{text[1:]}{end}{none}"
        self.anew = True
        self.below(words, "red")

    def below(self, words: str, style: str = "") -> None:
        """Show words under the line, or print them where nothing is drawn."""
        if self.drawn:
            self.refused = words
        elif words:
            self.say(words, style=style)

    def announce(self, prompt: Asked) -> None:
        """Print the question, unless it is drawn around the prompt."""
        if not self.drawn:
            self.say("", prompt.act.told, style="bold")
            if prompt.act.rolls:
                self.say(*prompt.act.aloud())

    def echo(self, answer: str) -> None:
        """Print the answer, unless it is still visible."""
        if not self.drawn and not self.in_sight:
            self.say(f"> {answer}")

    def say(self, *lines: str, style: str = "") -> None:
        """Print lines literally, without markup."""
        for line in lines:
            self.console.print(Text(visible(line), style=style))
