"""`Prompter` asks a question until the answer fits. Also menu rows, players, and the preview of typed text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rich.text import Text

from shoot_cli.engine import questions
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import find, visible
from shoot_cli.engine.reasons import Answer, BadAnswer, Closed, listed, shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.signals import Leave, NoTerminal, Redo, Undo
from shoot_cli.input.answers import AS_SAID, completed, parse
from shoot_cli.input.dice import RollAgain, second_throw, with_second
from shoot_cli.input.lists import runs_typed
from shoot_cli.ui.block import LOW, Act, act, again, as_they_stand, block, facts_act
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.menu import matching_rows, none_open_text, why_closed_text
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import IDLE, Key, MenuRow, Preview, PromptFrame, Screen, several
from shoot_cli.ui.sentences import MATTER, answer_words, came, has_own_words, hint, key_words, tally_words, typed_words
from shoot_cli.ui.sentences import has_own_words as worded
from shoot_cli.ui.styles import indented, styled_line
from shoot_cli.ui.typed_input import kind_of

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.ui.block import BlockContent
    from shoot_cli.ui.news import News
    from shoot_cli.ui.screen import Stopwatch, View
    from shoot_cli.ui.sentences import Names


def row_of(option: questions.Option, nickname: str | None = None) -> MenuRow:
    closed = "; ".join(reason.text for reason in option.closed)
    also = (option.value, nickname) if nickname else (option.value,)
    return MenuRow(option.label or option.value, closed, also, note_of(option), rarely_chosen=option.rarely_chosen)


def note_of(option: questions.Option) -> str:
    """Return the part of a label after the name and a comma: `20 models`. Return "" if the label has no such part.

    The name must stand at the beginning, or after a number. Elsewhere the comma belongs to a sentence.
    """
    before, name, rest = option.label.partition(option.value)
    if name and re.fullmatch(r"([0-9]+ (x )?)?", before) and rest.startswith(", "):
        return rest.removeprefix(", ")
    if not option.label[:1].isdecimal():
        return ""
    parts = option.label.split(", ")  # “8 boltguns, 24" S4”: the plural name contains commas itself
    return ", ".join(parts[option.value.count(", ") + 1 :])


def fact_rows(question: questions.Facts, changed: Mapping[str, Answer], now: questions.Decided) -> list[MenuRow]:
    """Return the row "yes" with its consequence, then the facts. Important and changed facts are visible."""
    rows = [MenuRow(f"yes: {now.so}" if now.so else "yes", also=("yes", AS_SAID))]
    proposed = as_they_stand(question, {}).fires
    for place, part in enumerate(question.parts):
        said = said_of(part, changed.get(part.key, part.default))
        left = part.key not in changed and said == proposed  # it depends on other changed facts
        said = "as above" if said and (left or said == now.fires) else said  # avoid reading a long value twice
        rows.append(
            MenuRow(
                f"{fact_name(part)}: {said}",
                also=(part.key,),
                value=said,
                changed=part.key in changed,
                rarely_chosen=(place >= MATTER or getattr(part, "computed", False)) and part.key not in changed,
                holds=values_of(part),
            )
        )
    return rows


def flipped(part: questions.Question, changed: Mapping[str, Answer]) -> Answer | None:
    """Return the other answer of a yes-or-no fact, or None for any other fact."""
    if not isinstance(part, questions.Choose) or {option.value for option in part.open()} != {"yes", "no"}:
        return None
    return "no" if changed.get(part.key, part.default) == "yes" else "yes"


def values_of(part: questions.Question) -> tuple[str, ...]:
    """Return the values of a fact with few options, so that typing a value finds the fact."""
    values = (
        [option.value for option in part.options if not option.closed] if isinstance(part, questions.Choose) else []
    )
    return tuple(value for value in values if value not in ("yes", "no")) if len(values) <= MATTER else ()


def said_of(part: questions.Question, answer: Answer) -> str:
    """Return the answer of a fact as text; an option is only its name."""
    option = (
        next((one for one in part.options if one.value == answer), None) if isinstance(part, questions.Choose) else None
    )
    return row_of(option).name if option else answer_words(part, answer)


def fact_name(part: questions.Question) -> str:
    return questions.name_of_fact(part) or key_words(part.key)


def fact_named(text: str, question: questions.Facts) -> int:
    """Return the index of the row with this name. :raises BadAnswer: for no row or several"""
    labels = [AS_SAID, *(part.key for part in question.parts)]
    named = [AS_SAID, *map(fact_name, question.parts)]
    held = [MenuRow(""), *(MenuRow("", holds=values_of(part)) for part in question.parts)]
    places = find(text, labels) or find(text, named) or matching_rows(text, held)
    if len(places) != 1:
        none = f"no fact {shown(text)} here"
        raise BadAnswer(f"there are {len(labels)} options, not {text[1:]}" if text.startswith("#") else none)
    return places[0]


def noun_of(question: questions.Question) -> str:
    """Return what the options are: "unit" for “Which unit shoots?”, or else "option"."""
    found = re.search(r"\bwhich (?!of\b)([a-z]+)", question.text, re.IGNORECASE)
    return found[1].casefold() if found and not found[1].endswith("s") else "option"


def row_typed(text: str, question: questions.Choose, rows: Sequence[MenuRow]) -> int:
    """Return the index of the row that was typed: its value, its number as `#2`, or part of its name.

    :raises BadAnswer: for no open row or several, with the names of the rows
    """
    try:
        return [option.value for option in question.options].index(parse(question, text))
    except BadAnswer:
        if text.lstrip().startswith("#"):
            raise
    meant = matching_rows(text, rows)
    may = [place for place in meant if not rows[place].closed]
    closed = [rows[place] for place in meant if place not in may]
    if same := [
        row for row in closed if name_key(text) in (name_key(row.name), name_key(row.label), *map(name_key, row.also))
    ]:
        raise BadAnswer(why_closed_text(same))
    if len(may) == 1:
        return may[0]
    if may:
        raise BadAnswer(f"{shown(text)} can be {listed([rows[place].name for place in may])}: say more of it")
    known = {name_key(row.name): row.name for row in rows if not row.closed}
    near = get_close_matches(name_key(text), known, 1)
    raise BadAnswer(none_open_text(noun_of(question), text, closed, known[near[0]] if near else ""))


# The players who are asked, and the views they can open.

Shown = Callable[[], "View | str | None"]  # a sentence instead of an empty view; None if all was said


def on_a_terminal() -> bool:
    """Return True if standard input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Players(Record):
    """Everything a `Prompter` must know about the people it asks. A key's field is None if there is no such key."""

    console: Console
    plain: bool
    names: Callable[[], Names]  # the current armies of attacker and defender

    # "app": the app rolls without asking. "hand": players roll, and an empty answer lets the app roll.
    dice: Literal["app", "hand"]
    throw: Callable[[questions.Question, int], Answer]  # (question, log index) -> app dice
    wishes: list[Key]  # keys typed at once, as in `uu`, for the next prompts

    rolls: str = "The app rolls."  # said when the app rolls
    empty_answer_text: str = "the app rolls"  # the hint for an empty answer

    terminal: Callable[[], bool] = on_a_terminal
    nicknames: Mapping[str, str] = {}  # other names of options, for example the list name of an army
    screen: Screen | None = None  # replaces the screen made from `console` and `plain`
    clock: Stopwatch | None = None  # runs during prompts and adds the key for a pause
    progress: Callable[[], str] = str  # the line above a prompt
    scene: Callable[[questions.Question], BlockContent] | None = (
        None  # what is drawn around a prompt; None for a plain screen
    )
    news: News | None = None  # what happened since the last prompt
    effect_text: Callable[[Answer], str] = lambda answer: ""  # the immediate effect of an answer
    require_choice: bool = False  # True if Enter in a menu without proposal needs a selected row

    why: Callable[[questions.Question], View | str | None] | None = None
    odds: Callable[[questions.Question], View | str | None] | None = None
    status: Shown | None = None
    log: Shown | None = None
    luck: Shown | None = None
    rest: Callable[[], bool] | None = None  # rolls the rest of this attack by app; False without an attack
    amend: Shown | None = None  # may raise `Amend`
    again: Shown | None = None  # re-roll of one die; may raise `Amend`
    undoes: bool = True  # True if there is a log for undo and redo
    can_undo: Callable[[], bool] = lambda: True  # True if the key works now
    can_redo: Callable[[], bool] = lambda: True
    told: Callable[[], Mapping[Key, str]] = dict  # what undo and redo would do, in words
    quiet: Callable[[], Collection[Key]] = tuple  # keys with nothing to show now: not listed, and they say so

    @classmethod
    def alone(cls, console: Console, plain: bool, names: Names, **more: Any) -> Players:
        """Return one person who is asked outside a battle, without undo, with app dice."""
        from shoot_cli.input.answerers import dice

        more = {"undoes": False, "can_undo": lambda: False, "can_redo": lambda: False, **more}
        return cls(console=console, plain=plain, dice="app", throw=dice(0), names=lambda: names, wishes=[], **more)


# The preview of typed text: `2` at six saves means `2 saved: 4 Boyz fall`.

SIGNS = "■◘□●○▲"  # for the kinds of models in an order, the most frequent kind first
COUNTED = {"hits": ("hit", "hits"), "wounds": ("wound", "wounds"), "saves": ("saved", "saved")}
Foretell = Callable[[Answer], str]  # answer -> its immediate effect: "4 Boyz fall"


def telling(question: questions.Question, foretell: Foretell) -> Callable[[str, int], Preview]:
    """Return a function (text, width) that previews typed text."""

    @lru_cache(2)  # drawing asks several times
    def tell(text: str, width: int) -> Preview:
        above = row_of_models(question, text, width) if isinstance(question, questions.Arrange) else ()
        return Preview(preview_text(question, text, foretell) if text.strip() else "", above)

    return tell


def preview_text(question: questions.Question, text: str, foretell: Foretell) -> str:
    try:
        answer = completed(question, text)
    except RollAgain as again:
        return f"then {'1 die' if again.dice == 1 else f'{again.dice} dice'} again"
    except BadAnswer:
        return ""
    if isinstance(question, questions.Arrange):
        return (
            "then all others" if None not in (typed := runs_typed(question, text)) and len(typed) < len(answer) else ""
        )
    if isinstance(question, (questions.HowMany, questions.Numbers, questions.Subset, questions.Phrases)):
        return answer_words(question, answer)
    if not isinstance(question, (questions.Roll, questions.Total)):
        return ""
    try:
        comes = foretell(answer)
    except BadAnswer:
        comes = ""
    if worded(question):
        made = came(question, answer, question.read(answer))
    elif isinstance(question, questions.Roll):
        made = made_words(question, question.read(answer))
    else:
        made = total_words(question, answer)
    return f"{made}: {comes}" if made and comes else comes or ("" if made == text.strip() else made)


def made_words(roll: questions.Roll, tally: questions.Tally) -> str:
    """Return `11 hits`, `2 saved`, or how many passed in other rolls."""
    if roll.luck not in COUNTED or roll.only_seen() or roll.dice == 1:
        return tally_words(roll, tally)
    one, several = COUNTED[roll.luck]
    _, _, seen = tally_words(roll, tally).partition(", ")
    return f"{tally.passed} {one if tally.passed == 1 else several}{f', {seen}' if seen else ''}"


def total_words(total: questions.Total, answer: Answer) -> str:
    n = total.read(answer)
    return str(n) if total.need is None else f"{n}: {'passed' if total.need.met_by(n) else 'failed'}"


def in_a_row(question: questions.Question) -> bool:
    """Return True if models with several of a kind are put in order, because only that is worth drawing."""
    return isinstance(question, questions.Arrange) and any(n > 1 for _, n in question.kinds)


def hinted(question: questions.Question, hint: str, plain: bool) -> str:
    """Return the hint. For models in a row it is a shorter one."""
    if plain or not isinstance(question, questions.Arrange) or not in_a_row(question) or not question.default:
        return hint
    return f"as in {question.kinds[-1][0]}, rest; Enter: as it stands"


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
    known = sorted(order.kinds, key=lambda kind: -kind[1])
    sign = {name: SIGNS[place % len(SIGNS)] for place, (name, _) in enumerate(known)}
    drawn = " ".join(sign[name] * n for n, name, _ in runs)
    if len(drawn) > width - 12:
        drawn = " ".join(f"{n}{sign[name]}" if n > 1 else sign[name] for n, name, _ in runs)
    legend = "   ".join(f"{sign[name]} {name}" for name, _ in known) if len(known) > 1 else ""
    row = indented(styled_line(("enemy", "past"), " ► ", drawn), width)
    return [
        *row,
        *indented(styled_line((order.words(runs), "strong")), width),
        *(indented(styled_line(legend), width) if legend else []),
    ]


# The prompter; start at `Prompter.__call__`.

Said = TypeVar("Said")
AGREE = "a number or a word changes it"


def default(question: questions.Question) -> Answer | None:
    """Return the default as JSON would hold it, or None if somebody must answer."""
    if isinstance(question, questions.HowMany):
        return list(question.default) or None
    if isinstance(question, questions.Arrange):
        return [list(run) for run in question.default] or None
    if isinstance(question, (questions.Subset, questions.Phrases)):  # an empty list is a default too: none of the names
        return None if question.default is None else list(question.default)
    return question.default


def screen_on(console: Console, plain: bool) -> Screen:
    return PlainScreen(console) if plain else CursorScreen(console)


def whatever(show: Shown) -> Callable[[questions.Question], View | str | None]:
    """Return `show` as a function of the question, which it ignores."""
    return lambda question: show()


class Prompter:
    """An `Answerer` for a `Table` that asks the players.

    :raises Undo, Redo, Leave: if the players press these keys (end of input is Leave)
    :raises NoTerminal: if there is no terminal to ask at
    """

    def __init__(self, players: Players) -> None:
        self.players, self.console = players, players.console
        self.refused = ""  # why the last answer was refused, until it is shown
        self.anew = False  # True if it was refused and nothing was asked since
        self.in_sight = False  # True if the typed answer stays on the screen
        pause = self.pause if players.clock else None
        alike = {Key.STATUS: players.status, Key.LOG: players.log, Key.LUCK: players.luck, Key.CHANGE: players.amend}
        alike[Key.AGAIN] = players.again
        shows = {Key.WHY: players.why, Key.ODDS: players.odds}
        rest = self.rolls_rest if players.rest else None
        shows |= {key: whatever(show) for key, show in {**alike, Key.ROLL: rest, Key.PAUSE: pause}.items() if show}
        self.shows = {key: show for key, show in shows.items() if show}
        self.screen: Screen = players.screen or screen_on(players.console, players.plain)
        if players.clock:
            from shoot_cli.ui.screen import Timed

            self.screen = Timed(self.screen, players.clock, players.console, players.plain)

    def __call__(self, question: questions.Question, place: int) -> Answer:
        if isinstance(question, (questions.Roll, questions.Total)) and self.players.dice == "app":
            return self.players.throw(question, place)
        if not self.players.terminal():
            raise NoTerminal(question)
        news = self.players.news
        try:
            with news.asking() if news else nullcontext():
                return self.ask(question, place)
        except EOFError:
            raise Leave from None

    def ask(self, question: questions.Question, place: int) -> Answer:
        if isinstance(question, (questions.Roll, questions.Total)):
            return self.roll(question, place)
        if isinstance(question, questions.Facts):
            return self.facts(question, place)
        if isinstance(question, questions.Choose) and question.open():
            answer = self.choose(question)
        else:
            answer = self.typed(
                question, act(question, self.players.names()), hint(question), lambda: default(question)
            )
        self.echo(answer_words(question, answer))
        return answer

    def choose(self, question: questions.Choose) -> Answer:
        nicknames = self.players.nicknames
        rows = [row_of(option, nicknames.get(option.value)) for option in question.options]
        values = [option.value for option in question.options]
        start = next(
            (place for place, value in enumerate(values) if value == question.default and not rows[place].closed), None
        )

        now = act(question, self.players.names())
        return values[self.menu(question, now, rows, start, lambda text: row_typed(text, question, rows))]

    def menu(
        self,
        question: questions.Question,
        now: Act,
        rows: Sequence[MenuRow],
        start: int | None,
        read: Callable[[str], int],
    ) -> int:
        """Return the index of the chosen open row. `read` turns typed text into an index or raises BadAnswer."""
        self.announce(now)
        self.in_sight = False
        while True:
            facts = isinstance(question, questions.Facts)
            around = self.around(now, question, AGREE if facts and self.players.scene else "")
            around = around._replace(pick=self.players.require_choice, beside=not facts, noun=noun_of(question))
            got = self.wished(partial(self.screen.menu, rows, start, around))
            if isinstance(got, Key):
                self.wish(got, question, now)
                continue
            try:
                place = read(got) if isinstance(got, str) else got
                if rows[place].closed:
                    raise BadAnswer(why_closed_text([rows[place]]))
                return place
            except BadAnswer as wrong:
                self.refuse(wrong, question)

    def facts(self, question: questions.Facts, place: int) -> Answer:
        """Ask for all facts at once. Enter accepts them; otherwise single facts are changed. It is one answer."""
        changed: dict[str, Answer] = dict(question.default or {})
        while True:
            now = as_they_stand(question, changed)
            about, rows = facts_act(question, self.players.names(), now), fact_rows(question, changed, now)
            taken = self.menu(question, about, rows, 0, lambda text: fact_named(text, question))
            if taken:
                part = question.parts[taken - 1]
                try:
                    answer = flipped(part, changed) or self.ask(part, place)
                except Undo:  # undo of a single fact: back to the list
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

    def typed(
        self,
        question: questions.Question,
        now: Act,
        hint: str,
        empty: Callable[[], Answer | None],
        fit: Callable[[Answer], Answer] = lambda answer: answer,
    ) -> Answer:
        """Return a typed line as an answer. An empty line takes `empty()` if not None; `fit` refuses or completes it.

        A refused text leaves the line; the Up key brings it back.

        :raises RollAgain: if some dice must be re-rolled
        """
        self.announce(now)
        text, tell = "", telling(question, lambda answer: self.players.effect_text(fit(answer)))
        while True:
            around = self.around(now, question, hinted(question, hint, self.players.plain))._replace(tell=tell)
            got = self.wished(partial(self.screen.line, text, around, self.at_once(question)))
            if isinstance(got, Key):
                if (
                    got is Key.ROLL
                    and isinstance(question, (questions.Roll, questions.Total))
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

    def at_once(self, question: questions.Question) -> tuple[Key, ...]:
        """Return the keys that work in an empty line without Enter. With names only `?` works."""
        with_names = (
            questions.HowMany,
            questions.Arrange,
            questions.Choose,
            questions.Numbers,
            questions.Subset,
            questions.Phrases,
        )
        named = isinstance(question, with_names) or (isinstance(question, questions.Roll) and question.faces)
        if isinstance(question, questions.Roll):  # "passed" begins with the letter of pause
            return tuple(key for key in self.taken() if key is Key.WHY or not (named or key is Key.PAUSE))
        rolls = isinstance(question, questions.Total)  # elsewhere a letter must not roll a whole attack
        keys = tuple(key for key in self.taken() if key is Key.WHY or not named)
        return keys if rolls else tuple(key for key in keys if key not in (Key.ROLL, Key.AGAIN))

    def roll(self, question: questions.Roll | questions.Total, place: int) -> Answer:
        """Ask for dice rolled by hand; an empty line lets the app roll."""
        now, throw = act(question, self.players.names()), partial(self.thrown, question, place)
        while True:
            try:
                answer = self.typed(
                    question, now, hint(question, app=True, empty=self.players.empty_answer_text), throw
                )
                break
            except RollAgain as again:
                try:
                    answer = self.second(question, again, place)
                    break
                except Undo:  # back to the first throw
                    continue
        if has_own_words(question) and self.in_sight and not self.players.scene:
            self.say(f"  {came(question, answer, question.read(answer))}")
        self.echo(typed_words(question, answer))
        return answer

    def second(self, question: questions.Roll | questions.Total, before: RollAgain, place: int) -> Answer:
        """Ask for the re-rolled dice and add them to the first throw."""
        once_more = hinted = second_throw(question, before.first)
        if isinstance(question, questions.Roll) and not question.counts_will_do():
            hinted = once_more.but(watch=question.watch, again=question.again)
        self.echo(before.said)
        return self.typed(
            once_more,
            again(once_more, self.players.names(), before.said),
            hint(hinted, app=True, empty=self.players.empty_answer_text),
            lambda: self.thrown(once_more, place),
            lambda answer: with_second(question, before.first, answer),
        )

    def thrown(self, question: questions.Question, place: int) -> Answer:
        """Let the app roll, and say so on a plain screen."""
        answer = self.players.throw(question, place)
        if not self.players.scene:
            self.say(self.players.rolls)
        return answer

    def keys(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        works = {*self.shows, *self.able(), Key.LEAVE}
        return tuple(key for key in Key if key in works)

    def taken(self) -> tuple[Key, ...]:
        """Return the keys that are never an answer. Some only say that there is nothing to do."""
        return tuple(sorted({*self.keys(), *(IDLE if self.players.undoes else ())}, key=[*Key].index))

    def around(self, now: Act, of: questions.Question, hint: str = "") -> PromptFrame:
        """Return the frame of the prompt: keys, hint, and what is drawn above."""
        quiet = {*self.players.quiet(), *IDLE} - {*self.able()}
        throw = (of.dice, of.sides) if isinstance(of, (questions.Roll, questions.Total)) else None
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
        """Return which of undo and redo work now."""
        return [key for key, able in ((Key.UNDO, self.players.can_undo), (Key.REDO, self.players.can_redo)) if able()]

    def wished(self, ask: Callable[[], Said]) -> Said | Key:
        """Return a waiting key, or else what `ask` returns. Of several keys typed at once, return the first."""
        if self.players.wishes:
            return self.players.wishes.pop(0)
        got = ask()
        if isinstance(got, str) and (keys := several(got)):
            self.players.wishes.extend(keys[1:])
            return keys[0]
        return got

    def wish(self, key: Key, question: questions.Question, now: Act) -> None:
        """Do what the key says, then ask again if the question is out of sight. :raises Undo, Redo, Leave:"""
        if key in IDLE and key not in self.able():
            self.players.wishes.clear()  # the later keys would find nothing either
        elif key is Key.UNDO:
            raise Undo
        elif key is Key.REDO:
            raise Redo
        if key is Key.LEAVE:
            raise Leave
        if self.hides(key, question) or self.players.plain:
            self.announce(now)

    def hides(self, key: Key, question: questions.Question) -> bool:
        """Show what the key shows. Return True if something else was asked, so that the question is out of sight."""
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
        """Stop the clock until Enter in an empty line. :raises Leave:"""
        assert self.players.clock
        self.say("", "Paused. Enter goes on.", style="bold")
        with self.players.clock.paused():
            while said := self.screen.line("", PromptFrame(keys=(Key.LEAVE,)), (Key.LEAVE,)):
                if said is Key.LEAVE:
                    raise Leave
                self.say("Still paused. Enter goes on.")
        self.say("The clock runs again.")

    def refuse(self, wrong: BadAnswer, question: questions.Question, typed: str = "") -> None:
        """Show why an answer was refused, and the `typed` text unless it is still visible."""
        text, read = wrong.plainly if isinstance(wrong, Closed) else str(wrong), typed.strip()
        said = self.players.plain or read.casefold() in text.casefold()
        end = ("" if text.endswith("?") else ".") + ("" if said else f" Read: {shown(read)}.")
        words = f"! {text[:1].upper()}{text[1:]}{end}"
        self.anew = True
        self.below(words, "red")

    def below(self, words: str, style: str = "") -> None:
        """Show words under the line, or print them on a plain screen."""
        if self.players.scene:
            self.refused = words
        elif words:
            self.say(words, style=style)

    def announce(self, now: Act) -> None:
        """Print the question, unless it is drawn around the prompt."""
        if not self.players.scene:
            self.say("", now.told, style="bold")
            if now.rolls:
                self.say(*now.aloud())

    def echo(self, answer: str) -> None:
        """Print the answer, unless it is still visible."""
        if not self.players.scene and not self.in_sight:
            self.say(f"> {answer}")

    def say(self, *lines: str, style: str = "") -> None:
        """Print lines literally, without markup."""
        from rich.text import Text

        for line in lines:
            self.console.print(Text(visible(line), style=style))
