"""A die that lies there thrown again by whoever may, at a key: which, what it shows, and the answer with it.

Those lie there that were thrown with or since the last answer that somebody gave: with dice of their own players see
each roll before the next is asked for; of the app's they see all that it threw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shoot_cli.core.once_more import SingleReroll, next_die, with_more
from shoot_cli.core.questions import ATTACKER, BadAnswer, Choose, Option, Roll, Total
from shoot_cli.core.signals import Amend, Undo
from shoot_cli.core.table import Entry
from shoot_cli.ui.words import result

if TYPE_CHECKING:
    from shoot_cli.core.journal import Journal
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Table
    from shoot_cli.ui.prompts import Prompter
    from shoot_cli.ui.showing import LogPrinter


class RunningBattle(Protocol):
    """What is to be known of the battle that is played."""

    app_threw: bool
    before: Any

    @property
    def table(self) -> Table | None: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def screen(self) -> LogPrinter: ...
    def changing(self, ask: Callable[[Callable[..., Prompter]], None]) -> None: ...


NO_DIE = "No die lies there that anybody may throw again."
BACK = "nothing"
ABOUT = "One die again", "undo leaves it as it lies"


class RerollableRoll(NamedTuple):
    """A roll of which one die may be thrown again: by whom, and what is thrown then. ``place``: in the log."""

    place: int
    entry: Entry
    who: SingleReroll
    die: Roll | Total


def lying(table: Table | None, journal: Journal, why: Callable[[str], object] = str) -> list[RerollableRoll]:
    """What may be thrown again now, the last roll first. ``why`` hears of each other roll why no die of it may."""
    if table is None or not table.rights.left:
        return []
    asked = [entry for entry in table.log if entry.question is not None]
    last = journal.last() or 0
    rolls = [at for at in range(len(asked) - 1, last - 1, -1) if isinstance(asked[at].question, (Roll, Total))]
    found = []
    for place in rolls:
        entry = asked[place]
        if entry.attack != asked[rolls[0]].attack:
            break
        for who in table.rights.left:
            if who.fits(entry.question):
                try:
                    found.append(RerollableRoll(place, entry, who, next_die(entry.question, entry.answer)))
                except BadAnswer as none:
                    why(str(none))
    return found


def offer_text(battle: RunningBattle) -> str | None:
    """A die that lies there is thrown again. :raises Amend: unless they leave it."""
    reasons: list[str] = []
    if not (found := lying(battle.table, battle.journal, reasons.append)):
        return f"{NO_DIE[:-1]}: {reasons[0]}." if reasons else NO_DIE
    threw, before = battle.app_threw, battle.before  # of the next answer; of a change that is not through
    try:
        battle.changing(
            lambda prompter: throw_again(found, battle.journal, prompter, battle.ruleset.sides, battle.screen.say)
        )
    except Amend as wish:
        if wish.place + 1 == len(battle.journal.said):  # nothing has followed from it that could change
            battle.before = before
        raise
    finally:
        battle.app_threw = threw
    return None


def throw_again(
    found: list[RerollableRoll],
    journal: Journal,
    prompter: Callable[..., Prompter],
    names: Callable[[Any], tuple[str, str]],
    say: Callable[..., None],
) -> None:
    """Which die, if it may be one of several; then it is thrown.

    ``prompter(**instead)``: one to ask with. ``names(record)``: the attacker's and the defender's army.

    :raises Amend: with what it shows; nothing is raised if they leave all as they lie.
    """
    try:
        which = found[0] if len(found) == 1 else chosen(found, prompter, names)
        if which is None:
            say("Nothing changes.")
            return
        sides = names(which.entry.record)
        thrown = prompter(about=ABOUT, names=lambda: sides, foretell=lambda answer: "")(which.die, which.place)
    except Undo:
        say("Nothing changes.")
        return
    before = journal.said[which.place]
    answer = with_more(before.answer, which.who.name, thrown)
    raise Amend(which.place, answer, sides[which.who.owner != ATTACKER], before.hand)


def chosen(
    found: list[RerollableRoll], prompter: Callable[..., Prompter], names: Callable[[Any], tuple[str, str]]
) -> RerollableRoll | None:
    options = []
    for number, one in enumerate(found, 1):
        army = names(one.entry.record)[one.who.owner != ATTACKER]
        about = (one.entry.question.text if one.entry.question else "").strip().rstrip(".?:")
        options.append(Option(str(number), f"{army}, {one.who.name}: {about}, {result(one.entry)}"))
    rules = tuple(dict.fromkeys(one.who.rule for one in found))
    question = Choose("once more", (*options, Option(BACK, "all lie as they fell")), "1", rules=rules,
                      text="Which die is thrown again?")  # fmt: skip
    said = question.read(prompter(about=ABOUT, names=lambda: ("Again", "Again"), why=None).ask(question, 0))
    return None if said == BACK else found[int(said) - 1]
