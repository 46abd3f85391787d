"""The start of `shoot play`: a new battle, a resumed battle, the matchup before it, or the demo."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.single_attack import answers_of_options
from shoot_cli.armies.loading import agreed
from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.questions import Choose, Option, Question, Roll, Total
from shoot_cli.engine.reasons import InputError, series, shown
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, Preset, dice, raise_missing
from shoot_cli.input.answers import spelled
from shoot_cli.play.before import PASTE, Before, Chosen, edition_of_text, lists_of, same_ruleset
from shoot_cli.play.clock import time_text
from shoot_cli.play.game import quoted
from shoot_cli.play.session import Session
from shoot_cli.play.views import LOCK
from shoot_cli.ui.console import USAGE, console, fail
from shoot_cli.ui.summaries import LogPrinter

if TYPE_CHECKING:
    from shoot_cli.armies import Loaded
    from shoot_cli.armies.army import Army, ArmyEntry
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.importing.list_files import Leaders
    from shoot_cli.importing.roster import WithoutValues
    from shoot_cli.storage.store import Store
    from shoot_cli.storage.store import StoredBattle as Stored


DEMO = ("ultramarines", "orks")


def begun(
    mine: str | None,
    theirs: str | None,
    name: str | None,
    dice_: str | None,
    turns: int | None,
    set_: list[str] | None,
    seed: int | None,
    plain: bool,
    clock: int | None = None,
    no_odds: bool = False,
    accept_gaps: bool = False,
    piped: bytes | None = None,
    leaders: Leaders | None = None,
) -> Session:
    """Start a new battle; it is on disk from its first answer on.

    :param leaders: who leads whom in imported lists; the others are asked for
    :param piped: a list that came through a pipe; `-` names it
    :param clock: milliseconds for each player; None for no clock
    :param no_odds: True locks the key that shows odds
    :param accept_gaps: True accepts gaps in imported lists without asking
    :raises InputError, ListError:
    """
    from random import SystemRandom

    from shoot_cli.armies import detachments_told, with_proposals
    from shoot_cli.armies.army import kept_proposal
    from shoot_cli.importing.list_files import text_kept
    from shoot_cli.storage.home import StorageError, remembered
    from shoot_cli.storage.records import CLOCK, ODDS, KeptList

    need_terminal(mine, theirs)
    screen = console(plain)
    memory = remembered()
    chosen = Chosen(mine, theirs, piped, leaders)

    def questions(before: Before) -> tuple[list[Loaded], dict[str, str], str]:
        lists = lists_of(before, chosen, memory, accept_gaps)
        settings = checked_settings(same_ruleset(lists), set_, lists)
        if dice_ and before.answers:
            before.last_look()
        return lists, settings, dice_ or ask_dice(before, None if no_odds else lists)

    lists, settings, dice_ = Before(screen, plain).settle(questions)
    ruleset = same_ruleset(lists)
    try:
        number = SystemRandom().randrange(1 << 32) if seed is None else seed
        proposals = [proposals_of(loaded.army) for loaded in lists]
        texts = [
            KeptList(
                loaded.army.name, "" if loaded.pasted else str(loaded.path.resolve()), text_kept(loaded, memory),
                credit, [*map(kept_proposal, more)],
            ).raw()
            for loaded, (more, credit) in zip(lists, proposals, strict=True)
        ]  # fmt: skip
        kept = settings | ({"turns": str(turns)} if turns else {})
        if clock:
            kept[CLOCK] = time_text(clock)
        if no_odds:
            kept[ODDS] = LOCK
        facts = (ruleset.name, ruleset.version, number, (texts[0], texts[1]), kept, dice_)
        with for_one_battle() as store:
            new_here = dice_ == "hand" and not store.battles()
            stored = created(store, name, f"{lists[0].army.name} v {lists[1].army.name}"[:55], facts)
            stored.closed_with = store.close
    except StorageError as error:
        raise InputError(str(error)) from None
    throws = "your own" if dice_ == "hand" else "the app throws"
    screen.print(f"Battle “{visible(stored.name)}”, {ruleset.title}. Dice: {throws}.")
    if new_here:
        screen.print(NEW_HERE, highlight=False)
    if sentence := detachments_told(loaded.army for loaded in lists):
        screen.print(f"Detachments: {visible(sentence)}.", highlight=False)
    for credit in dict.fromkeys(credit for _, credit in proposals if credit):
        screen.print(f"Stratagems of the detachments are proposed, not checked ({credit}).", highlight=False)
    mine_, theirs_ = (with_proposals(loaded.army, more) for loaded, (more, _) in zip(lists, proposals, strict=True))
    start = ruleset.begin_battle(mine_, theirs_, turns)
    return Session(ruleset, start, stored, number, ruleset.defaults() | settings, dice_ == "hand", plain)


def proposals_of(army: Army) -> tuple[tuple[ArmyEntry, ...], str]:
    """Return the stratagems that an installed package proposes to a list, and the line that names the data (EVE-63)."""
    from shoot_cli.armies import detachment_of

    if not detachment_of(army):
        return (), ""
    from shoot_cli.importing.importer import for_battle

    return for_battle(army)


@contextmanager
def for_one_battle() -> Iterator[Store]:
    """Open the store, and close it if no battle starts. Otherwise the battle closes it."""
    from shoot_cli.storage.store import Store

    store = Store.open()
    try:
        yield store
    except BaseException:
        store.close()
        raise


def created(store: Store, name: str | None, proposed: str, facts: tuple[Any, ...]) -> Stored:
    """Create a battle with this name. If it is None, use a free name close to `proposed`. :raises StorageError:"""
    from shoot_cli.storage.home import NameTaken

    for wait in (0.01, 0.1, 1):
        try:
            return store.create(store.new_name(proposed) if name is None else name, *facts)
        except NameTaken:
            if name is not None:
                raise
            time.sleep(wait)
    return store.create(store.new_name(proposed), *facts)


def resumed(name: str | None, dice_: str | None, plain: bool) -> Session:
    """Resume a stored battle with the lists it began with. :raises InputError, StorageError, CannotReplay: in words."""
    from shoot_cli.storage.home import remembered
    from shoot_cli.storage.remembered_place import after_an_update, reloaded

    screen = console(plain)
    with for_one_battle() as store:
        stored = last_closed(store, screen) if name is None else store.load(store.find(name).name, write=True)
        stored.closed_with = store.close
        ruleset, start, settings = began = reloaded(stored, remembered())
        if sentence := after_an_update(stored, began):
            screen.print(sentence, highlight=False)
        say_changed_files(stored, screen)
        if not sys.stdin.isatty() or not sys.stdout.isatty():
            fail(
                f"“{stored.name}” goes on at a terminal; there is none here. "
                f"To look at it: shoot battle show {quoted(stored.name)}",
                USAGE,
            )
    screen.print(f"Going on with “{visible(stored.name)}”: {counted(len(stored.answers()), 'answer')} so far.")
    by_hand = (dice_ or stored.dice) == "hand"
    return Session(ruleset, start, stored, stored.seed, settings, by_hand, plain, resumed=True)


def last_closed(store: Store, screen: Any) -> Stored:
    """Return the most recently changed unfinished battle that no other terminal has open.

    :raises InputError: if no battle is unfinished. :raises Locked: if all are open. :raises StorageError: if damaged.
    """
    from shoot_cli.storage.home import Locked

    open_: dict[str, Locked] = {}
    for battle in store.battles():
        if battle.finished:
            continue
        try:
            stored = store.load(battle.name, write=True)
        except Locked as error:
            open_[battle.name] = error
            continue
        if open_:
            others = ", ".join(f"“{visible(name)}”" for name in open_)
            screen.print(f"{others}: open in another terminal.", highlight=False)
        return stored
    if open_:
        raise next(iter(open_.values()))
    raise InputError("There is no unfinished battle. Begin one: shoot play MINE THEIRS")


def say_changed_files(stored: Stored, screen: Any) -> None:
    """Tell which list files changed since the battle began. The battle keeps its old lists."""
    from pathlib import Path

    from shoot_cli.armies import ListError, has_changed
    from shoot_cli.storage.records import kept_list

    for kept in map(kept_list, stored.armies):
        path = Path(kept.path)
        try:
            changed = kept.path and has_changed(path, kept.text or "")
        except (ListError, ValueError):
            changed = True
        if changed:
            name = visible(kept.name or path.name)
            screen.print(f"{name} has changed since; the battle goes on with the list as it was.")


def checked_settings(ruleset: Ruleset, set_: list[str] | None, lists: list[Any]) -> dict[str, str]:
    """Return the settings from the command line and both lists. :raises InputError: wrong setting or lists disagree."""
    from shoot_cli.armies import settings_of

    by_key = {setting.key: setting for setting in ruleset.settings}
    settings = spelled(answers_of_options(set_), by_key)
    for key, value in settings.items():
        if key not in by_key:
            raise InputError(
                f"--set {key}: a battle takes settings only: {', '.join(by_key)}. Facts are asked at the table."
            )
        if value not in by_key[key].values:
            raise InputError(f"{key}={shown(value)}: it can be {' or '.join(by_key[key].values)} ({by_key[key].rule})")
    return agreed(((loaded.army.name, settings_of(loaded.army)) for loaded in lists), settings) | settings


def need_terminal(mine: str | None, theirs: str | None) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        missing = "" if mine and theirs else " (and name both lists: shoot play MINE THEIRS)"
        fail(
            f"`shoot play` asks the players, and there is no terminal here{missing}. `shoot play --demo` needs none.",
            USAGE,
        )


def ask_dice(before: Before, lists: list[Loaded] | None) -> str:
    """Ask who rolls the dice. `lists` lets players see the matchup first; it is None if the odds are locked."""
    options = [
        Option("app", "the app throws"),
        Option("hand", "we throw our own and type them; Enter lets the app throw"),
    ]
    if lists:
        options.append(Option(LOOK, "look at the matchup first: best answers, and what threatens whom"))
    labels = {option.value: option.label for option in options}
    while True:
        answer = before.ask(Choose("dice", tuple(options), "app", text="Whose dice?"), OWN_DICE, labels.__getitem__)
        if answer != LOOK or not lists:
            return answer
        before.drop()
        show_matchup(lists, before.screen, before.plain)


LOOK = "matchup"
NEW_HERE = "At a roll: r lets the app throw the rest of the attack, c changes an earlier answer, and dice stay."
OWN_DICE = "Of your own dice you type the faces, or how many passed. Each roll can still be left to the app."


def demo(
    mine: str | None,
    theirs: str | None,
    set_: list[str] | None,
    seed: int | None,
    plain: bool,
    accept_gaps: bool = False,
    piped: bytes | None = None,
) -> None:
    """Play one whole shooting phase of each side with app dice and proposed answers. Nothing is stored."""
    from shoot_cli import armies

    if PASTE in (mine, theirs) and piped is None:
        fail("the demo takes a list from a pipe: shoot play --demo - < FILE", USAGE)
    lists = demo_lists((mine, theirs), piped, plain)
    ruleset = same_ruleset(lists)
    if any(loaded.imported for loaded in lists):
        from shoot_cli.cli.units import tell

        tell([loaded.imported for loaded in lists], accept_gaps)
    settings: Mapping[str, str] = ruleset.defaults() | checked_settings(ruleset, set_, lists)
    screen = LogPrinter(console(plain), plain, ruleset)
    given = Preset(ruleset.demo_facts, raise_missing)
    throw = dice(7 if seed is None else seed)

    def answer(question: Question, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            return throw(question, place)
        return given(question, place)

    def heard(entry: Entry) -> None:
        phases_over()
        screen.show_all(entry)

    def phases_over() -> None:
        for phase in phases.since(table):
            screen.phase(phase_end(phase, ruleset))

    from shoot_cli.battle.luck import report
    from shoot_cli.battle.summaries import FinishedPhases, battle_end, phase_end
    from shoot_cli.engine.sequence import play

    table, phases = Table(answer, heard), FinishedPhases()
    table.settings = settings
    start = ruleset.begin_battle(lists[0].army, lists[1].army, 1)
    try:
        end = play(ruleset.battle, start, table)
    except Missing as error:
        raise InputError(str(error)) from None
    phases_over()
    screen.end(end, battle_end(table, ruleset, start, end, report(table, (), ruleset, end)))
    screen.say(
        "",
        f"That was the demo, of {ruleset.title}: the app answered and threw for both sides.",
        "Play for real, two people at one screen:",
        "  shoot play",
        f"  shoot play {DEMO[0]} {DEMO[1]} --dice hand",
        "Your own: `shoot play MINE.json THEIRS.json`, as your list builder exports them. Shipped ones: "
        + ", ".join(f"{sample.name}" for sample in armies.samples())
        + ".",
    )


def demo_lists(words: tuple[str | None, str | None], piped: bytes | None, plain: bool) -> list[Loaded]:
    """Return both lists of the demo. One that is not named is another shipped one, of the edition of the other.

    A text that does not tell its edition is of that of the other list, else the player is asked.

    :raises InputError: nobody can be asked. :raises ListError: a list is wrong
    """
    from shoot_cli import armies
    from shoot_cli.importing.list_files import Pasted, is_untold, load_army
    from shoot_cli.importing.roster import WithoutValues
    from shoot_cli.storage.home import remembered

    found: dict[int, Loaded] = {}
    untold: dict[int, WithoutValues] = {}
    memory = remembered()
    sources = {index: Pasted(piped) if name == PASTE and piped else name for index, name in enumerate(words) if name}
    for index, source in sources.items():
        try:
            found[index] = load_army(source, memory)
        except WithoutValues as error:
            if not is_untold(error):
                raise
            untold[index] = error
    for index, refused in untold.items():
        of_other = next((loaded.army.ruleset for loaded in found.values()), "")
        ruleset = of_other or edition_for_demo(refused, Chosen(*words, piped), index, plain)
        found[index] = load_army(sources[index], memory, ruleset)
    for index in sorted({0, 1} - found.keys()):
        samples = [
            sample
            for sample in armies.samples()
            if all(sample.ruleset == other.army.ruleset and sample.path != other.path for other in found.values())
        ]
        usual = [sample for name in (DEMO[index], *DEMO) for sample in samples if sample.name == name]
        found[index] = load_army(str((usual or samples)[0].path), memory)
    return [found[0], found[1]]


def edition_for_demo(error: WithoutValues, chosen: Chosen, index: int, plain: bool) -> str:
    """Return the edition of a text, as the player says. :raises InputError: there is no terminal to ask at"""
    if chosen.piped is None and sys.stdin.isatty() and sys.stdout.isatty():
        before = Before(console(plain), plain)
        return before.settle(lambda before: edition_of_text(before, error, chosen, index, (), None))
    from shoot_cli import armies
    from shoot_cli.importing.importer import in_short, takers

    shipped = {sample.ruleset: sample.name for sample in reversed(armies.samples())}
    others = series([f"{shipped[taker.name]} ({in_short(taker)})" for taker in takers()], "or")
    raise InputError(
        f"{error.about}. The text does not tell its edition: name a list of that edition beside it, such as {others}: "
        f"shoot play --demo {quoted(chosen.words[index] or PASTE)} {shipped[takers()[0].name]}"
    )


SECONDS = 2.0  # CPU time for each attack while the players wait


def show_matchup(lists: list[Loaded], screen: Any, plain: bool) -> None:
    """Show the matchup on pages. If it cannot be computed, print the reason."""
    from shoot_cli.analysis.matchup import matchup, report
    from shoot_cli.cli.output import progress
    from shoot_cli.importing.list_files import units_of
    from shoot_cli.ui.prompter import screen_on
    from shoot_cli.ui.report_screen import matchup_view
    from shoot_cli.ui.typed_input import forget_all

    mine, theirs = (units_of(loaded, role) for loaded, role in zip(lists, ("attacker", "target"), strict=True))
    screen.print(f"Comparing {len(mine)} units with {len(theirs)}, and back ...")
    with progress(2 * len(mine) * len(theirs), plain, "Comparing") as tell:
        try:
            result = matchup(
                mine, theirs, {}, jobs=JOBS if len(mine) * len(theirs) > MANY else 1, seconds=SECONDS, tell=tell
            )
        except InputError as error:
            screen.print(visible(str(error)))
            return
    first = lists[0].army.name
    names = [f"{first} shoots", f"{first} is shot at"]
    forget_all()  # a key pressed meanwhile would close the view unseen
    screen_on(screen, plain).view(matchup_view(report(result), names, plain))


JOBS, MANY = 0, 100  # with more than `MANY` pairs of units, use all cores (0)
