"""Changes to an earlier answer, and re-rolls of a single die, while the battle goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shoot_cli.engine.name_keys import same_name
from shoot_cli.engine.questions import Choose, Facts, Number, Numbers, Option, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, BadAnswer
from shoot_cli.engine.signals import Amend, Undo
from shoot_cli.engine.single_reroll import SingleReroll, more_of, more_words, next_die, with_more
from shoot_cli.engine.table import Entry
from shoot_cli.ui.sentences import answer_words, dice_words, has_own_words, key_words, result, side_by_side, spoken

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.engine.table import Table
    from shoot_cli.replay.history import Response
    from shoot_cli.replay.journal import Journal
    from shoot_cli.ui.battle_display import LogPrinter
    from shoot_cli.ui.prompter import Prompter


SHOWN = 20  # the latest answers, which are listed; `l` shows earlier ones
NOTHING = "nothing"
NOTHING_YET = "Nothing has been answered yet."


def ask(
    log: Sequence[Entry],
    said: Sequence[Response],
    prompter: Callable[..., Prompter],
    names: Callable[[Any], tuple[str, str]],
    say: Callable[..., None],
) -> None:
    """Let the players pick an earlier answer by its number and change it.

    `prompter(**instead)` returns a prompter. `names(record)` returns the attacker's and the defender's army.

    :raises Amend: with the new answer. Nothing is raised if the players keep the old one.
    """
    answered = [entry for entry in log if entry.question is not None]
    first = max(0, len(answered) - SHOWN)
    before = ""
    for number, entry in enumerate(answered[first:], first + 1):
        army = names(entry.record)[entry.question.owner != ATTACKER]  # type: ignore[union-attr]
        say(f"{number:>3}. {'' if army == before else f'{army}: '}{short(entry)}")
        before = army
    more = " (l shows earlier ones)" if first else ""
    which = Number(
        "amend", 1, len(answered), NOTHING, otherwise=NOTHING, text=f"Which answer was wrong? Its number{more}"
    )  # fmt: skip
    try:
        picked = which.read(prompter(names=lambda: ("Change", "Change"), why=None).ask(which, 0))
    except Undo:
        picked = None
    if picked is None:
        say("Nothing changes.")
        return
    place = int(picked) - 1
    change(answered[place], place, said[place], prompter, names(answered[place].record), say)


def change(
    entry: Entry,
    place: int,
    before: Response,
    prompter: Callable[..., Prompter],
    sides: tuple[str, str],
    say: Callable[..., None],
) -> None:
    """Ask one question again and propose the old answer. :raises Amend:"""
    question = entry.question
    assert question is not None
    dice = isinstance(question, (Roll, Total))

    def as_it_was(asked: Question, at: int) -> Any:
        if asked.but(lessons=None) != question.but(lessons=None) if isinstance(asked, Roll) else asked != question:
            raise BadAnswer("the second throw is missing: type it")  # more dice were typed than before
        return before.answer

    again = prompter(
        throw=as_it_was, rolls="Left as it was.", empty_answer_text="as it was", names=lambda: sides, dice="hand"
    )
    try:
        while True:
            answer = again.ask(question if dice else proposing(question, before.answer), place)
            if isinstance(question, Numbers):
                answer = with_the_others(question, before.answer, answer)
            try:
                question.read(answer)
                break
            except BadAnswer as wrong:
                say(f"! {wrong}.")
        if answer == before.answer:
            say("Nothing changes.")
            return
        options = tuple(map(Option, dict.fromkeys(sides)))
        owner = sides[question.owner != ATTACKER]
        who = Choose("asked by", options, owner, text="Who asked for this change?")
        by = str(prompter(names=lambda: ("Change", "Change"), why=None).ask(who, place)) if len(options) > 1 else owner
    except Undo:
        say("Nothing changes.")
        return
    raise Amend(place, answer, by, True if dice else None)


def with_the_others(question: Numbers, before: Any, answer: Any) -> Any:
    """Add the old numbers to the answer, if the players typed only some of several named numbers."""
    if not isinstance(answer, Mapping):
        return answer
    rest = before if isinstance(before, Mapping) else dict.fromkeys(question.names, before)
    return {question.name(name): value for name, value in rest.items()} | {**answer}


def proposing(question: Question, answer: Any) -> Question:
    """Return the question with the old answer as its proposal."""
    if isinstance(question, Facts):
        return question.but(default=answer if isinstance(answer, Mapping) else {})
    if isinstance(question, Choose):
        taken = next((option for option in question.open() if same_name(option.value, str(answer))), None)
        return question.but(default=taken.value) if taken else question
    if isinstance(question, Numbers) and isinstance(answer, Mapping):  # a name that was not answered had the default
        said = {question.name(name): value for name, value in answer.items()}
        return question.but(default=dict.fromkeys(question.names, question.default) | said)
    default = tuple(map(tuple_of, answer)) if isinstance(answer, list) else answer
    return question.but(default=default)


def tuple_of(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def short(entry: Entry) -> str:
    """Return a logged answer in short form, without its army: `boltgun: to hit, 16 dice 3+: 12 passed`."""
    question = entry.question
    assert question is not None
    if isinstance(question, Facts) and (words := question.sentence(entry.answer)):
        return words
    if not isinstance(question, (Roll, Total)):
        return f"{named(question, question.key)}: {answer_words(question, entry.answer)}"
    if has_own_words(question):
        return f"{named(question, question.key)}: {result(entry)}"
    needed = question.need_text() if isinstance(question, Roll) else question.need.text if question.need else ""
    before = ", " if isinstance(question, Roll) and question.faces else " "  # "2 dice 3+", but "1 die, hit"
    need = before + needed if question.need and question.need.target is not None else ""
    came = result(entry).replace(f" of {question.dice} passed", " passed")
    return f"{named(question, question.key)}, {dice_words(question.dice, question.sides)}{need}: {came}"


def named(question: Question | None, key: str) -> str:
    """Return the question as it appears in a list or a sentence."""
    return (question.text if question and question.text else key_words(key)).strip().rstrip("?:.")


def changed_words(kind: str, at: int, wish: str, question: Question | None, old: Response, new: Response) -> str:
    """Describe an amendment, or an amendment that was undone or redone. `kind` says which of the three."""
    what = f"{at + 1}. {named(question, new.key)}"
    if isinstance(question, (Roll, Total)) and len(more_of(old.answer)) != len(more_of(new.answer)):
        thrown = more_words(question, max(old.answer, new.answer, key=lambda answer: len(more_of(answer))))
        head = {"amend": wish, "undo amend": "Taken back"}.get(kind, "Said again")
        return f"{head}: {thrown}; {what}"
    was, now = (spoken(one, question) for one in side_by_side(question, old.answer, new.answer))
    if kind == "amend":
        return f"Changed at the wish of {wish}: {what}: {now}, not {was}"
    if kind == "undo amend":
        return f"Taken back: the change of {what}: {now} again, not {was}"
    return f"Said again: the change of {what}: {now}, not {was}"


# One die of a roll on the table is rolled again.


class RunningBattle(Protocol):
    """The parts of a running battle that a re-roll needs."""

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
    """A roll of which one die may be re-rolled. `place` is its log index, `who` the right, `die` the question."""

    place: int
    entry: Entry
    who: SingleReroll
    die: Roll | Total


def lying(table: Table | None, journal: Journal, why: Callable[[str], object] = str) -> list[RerollableRoll]:
    """Return the rolls that allow a re-roll now, the last roll first. `why` receives the reason for each other roll."""
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
    """Offer to re-roll one die. Return a sentence if no die may be re-rolled. :raises Amend: if one is re-rolled."""
    reasons: list[str] = []
    if not (found := lying(battle.table, battle.journal, reasons.append)):
        return f"{NO_DIE[:-1]}: {reasons[0]}." if reasons else NO_DIE
    threw, before = battle.app_threw, battle.before  # restored below
    try:
        battle.changing(
            lambda prompter: throw_again(found, battle.journal, prompter, battle.ruleset.sides, battle.screen.say)
        )
    except Amend as wish:
        if wish.place + 1 == len(battle.journal.said):  # no later answer can change
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
    """Ask which die, if several may be re-rolled, then roll it.

    `prompter(**instead)` returns a prompter. `names(record)` returns the attacker's and the defender's army.

    :raises Amend: with the new result. Nothing is raised if the players keep all dice.
    """
    try:
        which = found[0] if len(found) == 1 else chosen(found, prompter, names)
        if which is None:
            say("Nothing changes.")
            return
        sides = names(which.entry.record)
        thrown = prompter(about=ABOUT, names=lambda: sides, effect_text=lambda answer: "")(which.die, which.place)
    except Undo:
        say("Nothing changes.")
        return
    before = journal.said[which.place]
    answer = with_more(before.answer, which.who.name, thrown)
    raise Amend(which.place, answer, sides[which.who.owner != ATTACKER], before.hand)


def chosen(
    found: list[RerollableRoll], prompter: Callable[..., Prompter], names: Callable[[Any], tuple[str, str]]
) -> RerollableRoll | None:
    """Ask which die is re-rolled. Return None for none."""
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
