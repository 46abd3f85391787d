"""The questions before a battle: both lists, what they leave open, who leads whom, whose dice. Undo works here too.

A list may come through a pipe: it is read first, and the questions are asked at the terminal.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from shoot_cli.armies.loading import MOST_FOREIGN_BYTES
from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import InputError, Leave, Redo, Undo
from shoot_cli.importing.list_files import Pasted
from shoot_cli.rules import RULESETS, edition
from shoot_cli.ui.console import INTERRUPTED, USAGE, WRONG, fail

if TYPE_CHECKING:
    from shoot_cli.armies import Loaded
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.armies.loading import Attachments
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.importing.list_files import Leaders
    from shoot_cli.importing.report import Leads
    from shoot_cli.importing.roster import WithoutValues
    from shoot_cli.ui.screen import Key, Screen


NO_TERMINAL = (
    "the list came through a pipe, and there is no terminal to ask the players at; save it as a file and name that: "
    "shoot play FILE THEIRS"
)


def piped(asks: bool) -> bytes:
    """Return what comes on standard input. If `asks`, standard input is the terminal from then on.

    Exit with a sentence if there is no terminal.
    """
    if asks and not sys.stdout.isatty():
        fail(NO_TERMINAL, USAGE)
    raw = sys.stdin.buffer.read(MOST_FOREIGN_BYTES + 1)
    if asks:
        use_terminal()
    return raw


def use_terminal() -> None:
    """Make the terminal of standard output the standard input. Exit with a sentence if it cannot be opened."""
    names = []
    with suppress(OSError, AttributeError):  # Windows has no `ttyname`
        names.append(os.ttyname(sys.stdout.fileno()))  # some systems cannot wait for keys of /dev/tty
    for name in (*names, "CONIN$" if os.name == "nt" else "/dev/tty"):
        with suppress(OSError):
            opened = os.open(name, os.O_RDWR | getattr(os, "O_NOCTTY", 0))
            os.dup2(opened, 0)
            os.close(opened)
            sys.stdin = open(0, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115
            return
    fail(NO_TERMINAL, USAGE)


Made = TypeVar("Made")
Takes = Callable[[str], bool]

PASTE = "-"  # in place of a list: it is pasted, or comes through a pipe
GO_ON, STOP, NOBODY = "go on", "stop", "nobody"
GAPS = "What was left out is not in the battle. To have it: write the list with `shoot army import`, and mend it."
READY = "What was said so far can still be taken back; once the battle has begun, it cannot."
LEADERS = "The list does not say who leads whom. A leader and the unit that it leads are one unit at the table."
OWN_LIST = (
    "The rows are lists that are shipped. Your own is a text that you paste here, as an app or a list builder gives "
    "it, or the name of a file: a roster, a text, a list of ours."
)
PASTING = (
    "Copy the list where it is: in the app, in New Recruit or ListForge, in a message. Paste it here with all its "
    "lines. The name of a file does, too."
)
EDITIONS = "The text has names and numbers. Both editions have units with these names, and other values for them."
DATA = (
    "A text of an app has names and numbers alone. The values are in the files that list builders use, or in a roster "
    "that has the same units. Nothing is fetched by shoot; where you say that they are is remembered."
)

TAKE, LEAVE = "yes", "no"
MOST_ASKED = 12  # names that are asked for
NEAR = (
    "The list has a name that no data has, or not for this unit. One name of the data is near it, or another unit's. "
    "Yes: the values of that name are taken. No: what the list names is left out of the battle."
)


class Again(Exception):
    """Raised when an answer was taken back, so that the questions go on where it was asked."""


class Before:
    """The questions before a battle. Answers can be taken back; those before them are not asked again.

    :ivar answers: the answers so far, with the words that tell of each
    :ivar undone: those that were taken back, and can come again; the next one is last
    :ivar place: how many of them the questions have had by now
    :ivar printed: of how many answers the consequence was printed
    """

    def __init__(self, screen: Any, plain: bool) -> None:
        self.screen, self.plain = screen, plain
        self.answers: list[tuple[str, str]] = []
        self.undone: list[tuple[str, str]] = []
        self.place = self.printed = 0
        self.once_said: set[Hashable] = set()

    @cached_property
    def prompts(self) -> Screen:
        """The screen of all these questions, so that the commands stay open after undo."""
        from shoot_cli.ui.prompter import screen_on
        from shoot_cli.ui.styles import with_theme

        return screen_on(self.screen if self.plain else with_theme(self.screen), self.plain)

    def settle(self, questions: Callable[[Before], Made]) -> Made:
        """Return what the questions come to. They are asked in order; after an undo they begin anew with its answers.

        :raises SystemExit: the players leave
        """
        while True:
            self.place = 0
            try:
                return questions(self)
            except Again:
                pass
            except Undo:
                self.undone.append(self.answers.pop())
                self.printed = min(self.printed, len(self.answers))
                self.say_now(f"Taken back: {self.undone[-1][1]}.")
            except Redo:
                self.answers.append(self.undone.pop())

    def ask(
        self, question: Choose, why: str, words: Callable[[str], str], takes: Takes | None = None, kept: bool = True
    ) -> str:
        """Return the answer, which may be one from before an undo.

        :param why: what `?` shows
        :param words: the answer in words, for who takes it back
        :param takes: True for typed text that is an answer beside the rows
        :param kept: False for an answer that cannot be taken back
        """
        if kept and self.place < len(self.answers):
            self.place += 1
            return self.answers[self.place - 1][0]
        answer = ask_one(question, self.screen, self.plain, why, takes, self)
        if kept:
            self.answers.append((answer, words(answer)))
            self.undone.clear()
            self.place += 1
        return answer

    def last_look(self) -> None:
        """Ask whether the battle begins, as its first question is too late to take back an answer of these."""
        self.ask(
            Choose("begin", (Option("begin", "begin the battle"),), "begin", text="Ready?"), READY, str, kept=False
        )

    def drop(self) -> None:
        """Forget the last answer, which only looked at something."""
        self.answers.pop()
        self.place -= 1

    def refuse(self, words: str, kept: bool = True) -> NoReturn:
        """Say why the last answer does not do, and ask again. :raises Again: always"""
        self.say_now(f"! {words}", "red")
        if kept:
            self.answers[self.place - 1 :] = []
        self.printed = min(self.printed, len(self.answers))
        raise Again

    def say(self, words: str) -> None:
        """Say what the last answer comes to, once."""
        if self.place > self.printed:
            self.printed = self.place
            self.say_now(words)

    def say_now(self, words: str, style: str = "") -> None:
        from rich.text import Text

        for line in words.splitlines():
            self.screen.print(Text(visible(line), style=style))

    def once(self, about: Hashable, tell: Callable[[], None]) -> None:
        """Tell something that is told once, however often the questions begin."""
        if about not in self.once_said:
            self.once_said.add(about)
            tell()

    def labels(self) -> dict[Key, str]:
        """Return what undo and redo would do."""
        from shoot_cli.ui.screen import Key

        labels = {}
        if self.answers:
            labels[Key.UNDO] = f"takes back: {self.answers[-1][1]}"
        if self.undone:
            labels[Key.REDO] = f"brings back: {self.undone[-1][1]}"
        return labels


def ask_one(question: Choose, screen: Any, plain: bool, why: str, takes: Takes | None, before: Before | None) -> str:
    """Ask a question before the battle starts. The key `?` shows `why`. Leaving ends the program.

    :param takes: True for typed text that is an answer beside the rows
    :param before: the answers that undo may take back; None if there are none
    :raises Undo, Redo:
    """
    from shoot_cli.asked.scene import Scene
    from shoot_cli.ui.prompter import ALONE, Players, Prompter
    from shoot_cli.ui.styles import with_theme

    try:
        players = Players.alone(
            screen if plain else with_theme(screen), plain, ("", ""), lambda asked: why, lambda asked: Scene(),
            require_choice=question.default is None,
        )  # fmt: skip
        players = players if before is None else players.but(screen=before.prompts)
        if before is not None and (before.answers or before.undone):
            keys = ALONE.but(
                why=players.keys.why, undoes=True, can_undo=lambda: bool(before.answers),
                can_redo=lambda: bool(before.undone), labels=before.labels,
                thrice=lambda: len(before.answers) > 2,
            )  # fmt: skip
            players = players.but(keys=keys)
        prompter = Prompter(players)
        return str(prompter(question, 0) if takes is None else prompter.row_or_text(question, takes))
    except Leave:
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


# The lists ------------------------------------------------------------------------------------------------------------


class Chosen:
    """Both lists as the command line names them; None for one that is asked for.

    :ivar piped: what came through a pipe; None without one
    :ivar leaders: who leads whom, as the command line says; None for nothing said
    """

    def __init__(
        self, mine: str | None, theirs: str | None, piped: bytes | None = None, leaders: Leaders | None = None
    ) -> None:
        self.words, self.piped, self.leaders = (mine, theirs), piped, leaders

    @property
    def command(self) -> str:
        """The command that names them, to be typed again."""
        return " ".join(("shoot play", *(shlex.quote(name) for name in self.words if name is not None)))


def lists_of(before: Before, chosen: Chosen, memory: RememberedLists | None, accept_gaps: bool) -> list[Loaded]:
    """Return both lists, as they play. :raises InputError: they are of two editions. :raises ListError:"""
    lists: list[Loaded] = []
    for index in range(2):
        lists.append(one_list(before, chosen, index, lists, memory))
    same_ruleset(lists)
    all_leads = [chosen.leaders.own(loaded) if chosen.leaders else () for loaded in lists]
    if chosen.leaders:
        chosen.leaders.check()
    return [ready(loaded, memory, before, accept_gaps, leads) for loaded, leads in zip(lists, all_leads, strict=True)]


def one_list(
    before: Before, chosen: Chosen, index: int, others: Sequence[Loaded], memory: RememberedLists | None
) -> Loaded:
    """Return the first or second list. What a text lacks is asked for. :raises ListError: the file is wrong"""
    from shoot_cli.armies import ListError
    from shoot_cli.importing.list_files import load_army
    from shoot_cli.importing.roster import WithoutValues

    name = chosen.words[index]
    source: str | Pasted
    is_asked = name is None or (name == PASTE and chosen.piped is None)
    if name == PASTE and chosen.piped is not None:
        source = Pasted(chosen.piped, "standard input")
    elif is_asked:
        source = meant(asked_list(before, index, others, paste=name == PASTE))
    else:
        source = str(name)
    ruleset = ""
    while True:
        try:
            loaded = load_army(source, memory, ruleset)
            if is_asked:
                before.say(f"{WHOSE[index].removesuffix('?')}: {loaded.army.name}.")
            return loaded
        except WithoutValues as error:
            if error.about and not error.edition and not ruleset:
                ruleset = edition_of_text(before, error, chosen, index, others, memory)
            elif error.edition:
                need_data(before, error, chosen, index, others, memory)
            elif is_asked:
                before.refuse(str(error))
            else:
                raise
        except ListError as error:
            if not is_asked:
                raise
            before.refuse(str(error))


WHOSE = ("Your army?", "Your opponent's army?")


def asked_list(before: Before, index: int, others: Sequence[Loaded], paste: bool) -> str:
    """Return a list that was asked for: the value of a row, a path, or a pasted text."""
    from shoot_cli import armies

    whose = WHOSE[index]
    if paste:
        options: tuple[Option, ...] = (Option(STOP, "stop: there is nothing to paste"),)
        text = f"{whose} Paste the list here, then press Enter{' twice' * before.plain}."
        pasted = before.ask(Choose("paste", options, text=text), PASTING, lambda _: f"the list for “{whose}”", is_path)
        if pasted == STOP:
            raise SystemExit(0)
        return pasted
    mine_is = others[0].army.ruleset if others else None
    samples = [sample for sample in armies.samples() if mine_is in (None, sample.ruleset)]
    samples.sort(key=lambda sample: [edition.name for edition in RULESETS].index(sample.ruleset))
    mixed = len({sample.ruleset for sample in samples}) > 1
    options = tuple(
        Option(f"{sample.ruleset}/{sample.name}", f"{sample.name} ({sample.ruleset})" if mixed else sample.name)
        for sample in samples
    )
    text = f"{whose} (A list of your own: paste it, or type its file)"
    return before.ask(
        Choose("army", options, options[0].value if options else None, text=text), OWN_LIST,
        lambda _: f"the list for “{whose}”", is_path,
    )  # fmt: skip


def meant(answer: str) -> str | Pasted:
    """Return what an answer names: a text that was pasted, or the words of a list."""
    from shoot_cli.ui.typed_input import has_lines

    if has_lines(answer) or is_link(answer):
        return Pasted(answer.encode("utf-8", "surrogateescape"))
    return path_of(answer) if is_path(answer) else answer


def is_link(text: str) -> bool:
    from shoot_cli.importing.formats import is_link

    return is_link(text.strip())


def path_of(text: str) -> str:
    """Return a path as a terminal types it for a file that is dropped on it: with quotes, or with backslashes."""
    path = text.strip()
    if not _exists(path):
        with suppress(ValueError):
            parts = shlex.split(path)
            if len(parts) == 1 and _exists(parts[0]):
                return parts[0]
    return path


def is_path(text: str) -> bool:
    """Return True for a link, the path of something that exists, and what can be nothing but a path."""
    from shoot_cli.armies.loading import names_file

    path = path_of(text)
    return is_link(path) or _exists(path) or names_file(path) or path.startswith(("/", "~/", "./", "../"))


def _exists(text: str) -> bool:
    """Return True for a file, and for a folder that is written as one."""
    with suppress(OSError, ValueError, RuntimeError):
        path = Path(text).expanduser()
        return bool(text) and (path.is_file() or ("/" in text and path.is_dir()))
    return False


def same_ruleset(lists: Sequence[Loaded]) -> Ruleset:
    """Return the ruleset of both lists. :raises InputError: they are of two"""
    first, second = (loaded.army.ruleset for loaded in lists)
    if first != second:
        raise two_rulesets((lists[0].path.name, first), (lists[1].path.name, second))
    game = edition(first)
    assert game is not None
    return game.ruleset()


def two_rulesets(*lists: tuple[str, str]) -> InputError:
    """Return the refusal of lists of two rulesets, each by its name and ruleset."""
    names = ", ".join(f"{name} is of {title_of(ruleset)}" for name, ruleset in lists)
    return InputError(f"{names}: both must be of one ruleset, since units and rules of two do not fit together")


def title_of(ruleset: str) -> str:
    """Return the name of a ruleset for a sentence: ``10th edition (40k-10e)``."""
    game = edition(ruleset)
    return f"{game.title.partition(', ')[2] or game.title} ({ruleset})" if game else ruleset


def ruleset_of_other(
    chosen: Chosen, index: int, others: Sequence[Loaded], memory: RememberedLists | None
) -> tuple[str, str]:
    """Return the name and the ruleset of the other list, as far as they are known; else two empty texts."""
    from shoot_cli.armies import ListError
    from shoot_cli.importing.list_files import load_army
    from shoot_cli.importing.roster import WithoutValues

    if others:
        return others[0].path.name, others[0].army.ruleset
    name = chosen.words[1 - index]
    if name is None or name == PASTE:
        return "", ""
    try:
        loaded = load_army(name, memory)
        return loaded.path.name, loaded.army.ruleset
    except WithoutValues as error:
        return Path(name).name, error.edition
    except ListError:
        return "", ""


# What a text lacks ----------------------------------------------------------------------------------------------------


def edition_of_text(
    before: Before,
    error: WithoutValues,
    chosen: Chosen,
    index: int,
    others: Sequence[Loaded],
    memory: RememberedLists | None,
) -> str:
    """Return the edition of a text that does not tell it: that of the other list, or as the players say."""
    from shoot_cli.importing.importer import takers

    names = [taker.name for taker in takers()]
    _, other = ruleset_of_other(chosen, index, others, memory)
    if other in names:
        return other
    options = tuple(Option(name, title_of(name)) for name in names)
    wording = f"{error.about}. Of which edition is it? The text does not tell."
    question = Choose("edition", options, text=visible(wording))
    numbers = {taker.short.removesuffix("e"): taker.name for taker in takers()}  # `11`, which is the number of no row

    def named(answer: str) -> str:
        return numbers.get(answer.strip().removeprefix("#"), answer)

    def words(answer: str) -> str:
        return f"it is of {title_of(named(answer))}"

    return named(before.ask(question, EDITIONS, words, lambda text: named(text) != text))


def need_data(
    before: Before,
    error: WithoutValues,
    chosen: Chosen,
    index: int,
    others: Sequence[Loaded],
    memory: RememberedLists | None,
) -> None:
    """Say what a text needs, ask where it is, and remember that. :raises InputError: the other list does not fit it

    :raises SystemExit: the players stop
    """
    from shoot_cli.cli.options import keep
    from shoot_cli.importing.list_files import what_is_missing
    from shoot_cli.importing.roster import Refused

    name, other = ruleset_of_other(chosen, index, others, memory)
    if other and other != error.edition:
        list_name = error.about.partition(" (")[0]
        raise two_rulesets(*((list_name, error.edition), (name, other))[:: 1 if index == 0 else -1])
    before.once((index, "needs", error.about), lambda: before.say_now(what_is_missing(error, chosen.command)))
    options = (Option(STOP, "stop, and come again when they are there"),)
    text = f"Where are the values of {title_of(error.edition)}? (Type the folder, or the file)"
    path = before.ask(Choose("data", options, text=text), DATA, str, is_path, kept=False)
    if path == STOP:
        raise SystemExit(WRONG)
    try:
        rulesets = keep([path_of(path)])
    except Refused as refused:
        before.refuse(str(refused), kept=False)
    if error.edition not in rulesets:
        sets = " and ".join(map(title_of, rulesets))
        before.refuse(f"{path_of(path)} has values of {sets}, and the list is of {title_of(error.edition)}", kept=False)


# What imported lists leave open (IMP-3, IMP-50) -----------------------------------------------------------------------


def ready(
    loaded: Loaded, memory: RememberedLists | None, before: Before, accept_gaps: bool, leads: Attachments = ()
) -> Loaded:
    """Return the list for a battle, after the players accepted its gaps and said who leads whom.

    :param leads: who leads whom, as the command line says
    :raises SystemExit: they do not accept the gaps
    """
    from shoot_cli.cli.units import say
    from shoot_cli.ui.import_report import left_out, size_of

    report = loaded.imported
    if report is None:
        return attached(loaded, memory, before, leads)
    before.once((report.sha256, "report"), lambda: say(report, before_battle=True))
    if report.proposals and not accept_gaps:
        loaded, earlier = with_near_names(loaded, memory, before), report
        report = loaded.imported
        if (report.units, report.models, report.points) != (earlier.units, earlier.models, earlier.points):
            before.once((report.sha256, report.meant), lambda: before.say_now(f"Now {size_of(report)}."))
        if report.left_out and report.left_out != earlier.left_out:  # the report above still names what was taken
            gaps = "\n".join(line.plain for line in left_out(report, before.screen.width))
            before.once((report.sha256, report.meant, "gaps"), lambda: before.say_now(gaps))
    if report.left_out and not accept_gaps:
        options = Option(GO_ON, "go on without it"), Option(STOP)
        words = f"{visible(report.file)} was not taken whole: {counted(len(report.left_out), 'thing')} left out. Go on?"
        question = Choose("gaps", options, GO_ON, text=words)
        if before.ask(question, GAPS, lambda answer: "the list is taken as it is") == STOP:
            before.say_now("Stopped, and no battle was begun: `shoot army import` writes the list, to be mended.")
            raise SystemExit(0)
    for leader, unit in report.attached:
        words = f"{leader} leads {unit}, as the list says."
        before.once((report.sha256, leader, unit), lambda words=words: before.say_now(words))  # type: ignore[misc]
    return attached(loaded, memory, before, leads)


def with_near_names(loaded: Loaded, memory: RememberedLists | None, before: Before) -> Loaded:
    """Return the list with the near names that the player takes.

    A taken name may bring another one to light, such as a weapon of a unit that was unknown before.
    """
    from shoot_cli.importing.list_files import load, source_of

    taken, asked = list[tuple[str, str]](), set[str]()
    while new := [guess for guess in loaded.imported.proposals if guess.named not in asked][: MOST_ASKED - len(asked)]:
        count = len(taken)
        for guess in new:
            asked.add(guess.named)
            options = Option(TAKE, f"yes, take {guess.near[0]}"), Option(LEAVE, "no, leave it out")
            whose = "no data has" if guess.named == guess.unit else f"the datasheet of {guess.unit} has no"
            text = f"{loaded.army.name}: {whose} “{visible(guess.named)}”. Is it {guess.near[0]}?"
            sentence = visible(f"“{guess.named}” is taken to be {guess.near[0]}")
            words = {TAKE: sentence, LEAVE: visible(f"“{guess.named}” is left out")}
            question = Choose(f"near:{guess.named}", options, text=text)
            if before.ask(question, NEAR, words.__getitem__) == TAKE:
                taken.append((guess.named, guess.near[0]))
                before.say(f"{sentence}.")
        if len(taken) == count:
            break
        loaded = load(source_of(loaded), memory, (), loaded.army.ruleset, tuple(taken))
    return loaded


def attached(loaded: Loaded, memory: RememberedLists | None, before: Before, leads: Attachments = ()) -> Loaded:
    """Return the list with its leaders attached as the player says; each leader is asked for once (IMP-50).

    :param leads: as in `ready`; nobody is asked for these
    """
    from shoot_cli.armies import ListError
    from shoot_cli.importing.list_files import load, source_of, undecided

    led, meant = [*leads], loaded.imported.meant if loaded.imported else ()
    after = load(source_of(loaded), memory, leads, loaded.army.ruleset, meant) if leads else loaded
    for leader, unit in (
        after.imported.attached[len(loaded.imported.attached) :] if leads and loaded.imported else leads
    ):
        words = f"{leader} leads {unit}, as you say."
        before.once((loaded.path, leader, unit), lambda words=words: before.say_now(words))  # type: ignore[misc]
    for choice in undecided(after):
        unit = led_by(choice, loaded.army.name, before, led)
        if unit == NOBODY:
            continue
        try:
            attach = (*led, (choice.leader, unit))
            after = load(source_of(loaded), memory, attach, loaded.army.ruleset, meant)
        except ListError as error:  # a unit has more leaders than allowed
            before.refuse(str(error))
        led.append((choice.leader, unit))
    return after


def led_by(choice: Leads, army: str, before: Before, led: Sequence[tuple[str, str]] = ()) -> str:
    """Return the unit that the player gives to a leader, and show it back; `NOBODY` for none.

    A unit that has a leader already, by `led`, says so: a second one is not for every unit.
    """
    verb = choice.role if choice.role not in ("", "leader") else "lead"

    def words(unit: str) -> str:
        return visible(f"{choice.leader} {verb}s {unit}")

    leaders = {unit: ", ".join(leader for leader, led_unit in led if led_unit == unit) for _, unit in led}
    options = (
        Option(NOBODY),
        *(Option(unit, f"{unit}, led by {leaders[unit]}" if unit in leaders else "") for unit in choice.units),
    )
    question = Choose(f"leads:{choice.leader}", options, NOBODY, text=f"{army}: whom does {choice.leader} {verb}?")
    unit = before.ask(question, LEADERS, words)
    before.say(f"{words(unit)}.")
    return unit


def list_from_pipe(asks: bool, *lists: str | None) -> bytes | None:
    """Return the list that comes through a pipe, if one of them is `-` and standard input is no terminal.

    If `asks`, standard input is the terminal from then on. Exit with a sentence if that cannot be.
    """
    if PASTE not in lists or sys.stdin.isatty():
        return None
    from shoot_cli.ui.console import USAGE, fail

    if lists.count(PASTE) > 1:
        fail("one list can come through a pipe, not both; name the file of the other", USAGE)
    return piped(asks)
