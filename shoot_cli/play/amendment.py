"""Changes to an earlier answer, and re-rolls of a single die, while the battle goes on: what is asked, and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shoot_cli.asked.rows import proposing, with_the_others
from shoot_cli.asked.sentences import (
    Names,
    answer_words,
    fact_words,
    has_own_words,
    key_words,
    pile_words,
    result,
    side_by_side,
    spoken,
)
from shoot_cli.engine.questions import Choose, Facts, Number, Numbers, Option, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Amend, Answer, BadAnswer, Redo, Undo
from shoot_cli.engine.single_reroll import HAND, SingleReroll, more_of, more_words, next_die, only_more, with_more
from shoot_cli.engine.table import Entry
from shoot_cli.ui.prompter import Prompter

if TYPE_CHECKING:
    from shoot_cli.battle.command_points import Pair
    from shoot_cli.engine.ruleset import Sides
    from shoot_cli.engine.table import Table
    from shoot_cli.play.game import Game
    from shoot_cli.replay.history import Response
    from shoot_cli.replay.journal import Journal
    from shoot_cli.replay.rebase import OldQuestion
    from shoot_cli.ui.prompter import Players


SHOWN = 20  # the latest answers, which are listed; `l` shows earlier ones
NOTHING_CHANGES = "Nothing changes."
NOTHING = "nothing"
NOTHING_YET = "Nothing has been answered yet."
BOTH = "Change", "Change"  # asked of both players
CHANGE = "Changing an earlier answer", "Esc leaves it as it was"  # what stands above the prompt


class AskElsewhere(Protocol):
    """A way to ask about an old answer: players without the current attack, and with few keys.

    `names` are the attacker's and the defender's army. `about` stands above the prompt. `why` opens the reasons.
    """

    def __call__(self, names: Names, about: tuple[str, str] = CHANGE, why: bool = True) -> Players: ...


def ask(
    log: Sequence[Entry],
    answers: Sequence[Response],
    elsewhere: AskElsewhere,
    names: Callable[[object], Names],
    say: Callable[..., None],
) -> str:
    """Let the players pick an earlier answer by its number and change it. Return a sentence if they keep it.

    `names(record)` returns the attacker's and the defender's army.

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
        picked = which.read(Prompter(elsewhere(BOTH, why=False)).ask(which, 0))
    except Undo:
        picked = None
    if picked is None:
        return NOTHING_CHANGES
    index = int(picked) - 1
    return change(answered[index], index, answers[index], elsewhere, names(answered[index].record), say)


def change(
    entry: Entry, index: int, before: Response, elsewhere: AskElsewhere, sides: Names, say: Callable[..., None]
) -> str:
    """Ask one question again and propose the old answer. Return a sentence if it is kept. :raises Amend:"""
    question = entry.question
    assert question is not None
    is_dice = isinstance(question, (Roll, Total))

    def as_it_was(asked: Question, _: int) -> Answer:
        if asked.but(lessons=None) != question.but(lessons=None) if isinstance(asked, Roll) else asked != question:
            raise BadAnswer("the second throw is missing: type it")  # more dice were typed than before
        return before.answer

    was = f"as it was, {result(entry)}" if is_dice else "as it was"
    changes = {"throw": as_it_was, "rolls": "Left as it was.", "empty_answer_text": was, "dice": "hand"}
    prompter = Prompter(elsewhere(sides).but(**changes))
    try:
        while True:
            answer = prompter.ask(question if is_dice else proposing(question, before.answer), index)
            if isinstance(question, Numbers):
                answer = with_the_others(question, before.answer, answer)
            try:
                question.read(answer)
                break
            except BadAnswer as wrong:
                say(f"! {wrong}.")
        if answer == before.answer:
            return NOTHING_CHANGES
        options = tuple(map(Option, dict.fromkeys(sides)))
        owner = sides[question.owner != ATTACKER]
        asker = Choose("asked by", options, owner, text="Who asked for this change?")
        by = str(Prompter(elsewhere(BOTH, why=False)).ask(asker, index)) if len(options) > 1 else owner
    except Undo:
        return NOTHING_CHANGES
    raise Amend(index, answer, by, True if is_dice else None)


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
    outcome = result(entry).replace(f" of {question.dice} passed", " passed")
    return f"{named(question, question.key)}, {pile_words(question)}{need}: {outcome}"


def named(question: Question | None, key: str) -> str:
    """Return the question as it appears in a list or a sentence."""
    return (question.text if question and question.text else key_words(key)).strip().rstrip("?:.")


def differing(question: Question | None, old: Answer, new: Answer) -> tuple[Answer, Answer]:
    """Return both answers; those to facts that are told one by one without the values that are alike."""
    was, now = side_by_side(question, old, new)
    if not isinstance(question, Facts) or not question.says_all() or was == now:
        return was, now
    alike = {key for key in was if key in now and was[key] == now[key]}
    before, after = ({key: values[key] for key in values if key not in alike} for values in (was, now))
    return before, after


def changed_words(kind: str, index: int, wish: str, question: Question | None, old: Response, new: Response) -> str:
    """Describe an amendment, or an amendment that was undone or redone. `kind` says which of the three."""
    what = f"answer {index + 1}, {named(question, new.key)}"
    is_dice = isinstance(question, (Roll, Total))
    if is_dice and (only_more(old.answer, new.answer) or only_more(new.answer, old.answer)):
        thrown = more_words(question, max(old.answer, new.answer, key=lambda answer: len(more_of(answer))))
        head = {"amend": wish, "undo amend": "Taken back"}.get(kind, "Brought back")
        return f"{head}: {thrown} ({what})"
    was, now = (spoken(value, question) for value in differing(question, old.answer, new.answer))
    if kind == "amend":
        return f"Changed at the wish of {wish}: {what}: now {now}, before {was}"
    if kind == "undo amend":
        return f"Taken back: the change of {what}: {now} again, not {was}"
    return f"Brought back: the change of {what}: {now}, not {was}"


# An earlier answer is changed, until all later answers are derived again.


class HalfAgreed(NamedTuple):
    """Facts that players had changed. `attack` is who shoots at whom. It is None if the facts were agreed and are taken
    back: then their question comes next, and all other facts are as usual."""

    question: Facts
    changed: dict[str, Answer]
    attack: tuple[str, str] | None


def not_kept(half: HalfAgreed, lost: Mapping[str, Answer]) -> str:
    """Return which of the facts must be said again: those that are not asked now, or not possible."""
    words = [fact_words(part, lost[part.key]) for part in half.question.parts if part.key in lost]
    return f"Not kept, say it again if it still holds: {'; '.join(words)}."


class ChangeInProgress:
    """The change of an earlier answer in a game: what stood before it, and what it came to.

    :ivar going: True until its result was told. `say` prints lines.
    """

    def __init__(self, game: Game, say: Callable[..., None]) -> None:
        self.game, self.say = game, say
        self._wish = ""  # the army that asked for the last change
        self._before: Sides | None = None  # status of both armies before the change; None if none is going on
        self._points: Pair | None = None  # the command points before it
        self._prompt: Question | None = None  # question on the screen before it; None if unknown
        self._place = place_in_attack(None, None)  # place of the question in `_prompt`
        self._made = 0  # changes in force before it
        self._told = False  # True after players heard what happens to the later answers
        self._first = True  # no prompt was shown yet
        self._passed: list[Response] = []  # attacks that were told not to be made again, and may still be made
        self._half: HalfAgreed | None = None  # what was being agreed when the players told something else

    @property
    def going(self) -> bool:
        return self._before is not None

    def wished(self, by: str, derives: bool = True) -> None:
        """Note who asked for a change. `derives` is True if later answers can change."""
        self._wish = by
        if derives:
            self.begin()

    def begin(self) -> None:
        """Remember the state before a change. During an unfinished one, keep the older state."""
        if self._before is None:
            game = self.game
            self._before, self._points, self._prompt, self._told = game.status(), game.points(), game.asked, False
            self._place, self._made = place_in_attack(game.table, game.asked), len(game.journal.history.past)

    def sum_up(self, question: Question | None = None) -> list[str]:
        """Return what changed, once all later answers are derived. Until then, tell why a question is asked."""
        from shoot_cli.replay.change_summary import NOTHING_ELSE, asked_again, points_words, summary, waiting_words

        if self._before is None:
            return []
        game, journal = self.game, self.game.journal
        if question is not None and not self._caught_up(question):
            why = asked_again(journal.turns, question)
            self.say(*(why or ([] if self._told else waiting_words(journal.waiting_here()))))
            self._told = True
            return []
        passed = journal.passed_over()
        gone = self._not_told((*journal.given_up, *passed))
        self._passed = [response for response, _ in passed]
        points = points_words([name for name, _ in self._before], self._points, game.points())
        lines = summary(journal.turns, gone, self._before, game.status(), game.ruleset.nouns[1], points)
        back = not journal.turns and lines == [NOTHING_ELSE]  # an undone or redone change: its result was told before
        self._before, journal.turns, journal.given_up = None, [], []
        return [] if back else ["What changes:", *(f"  {line}" for line in lines)]

    def _caught_up(self, question: Question) -> bool:
        """Return True once the battle is again at the place of the change, or between attacks.

        Some answers of the same attack may still wait there for questions that are not asked any more.
        """
        journal, table, prompt = self.game.journal, self.game.table, self._prompt
        same = prompt is not None and question[:2] == prompt[:2]
        if journal.history.waits():
            elsewhere = self._not_told(journal.passed_over())  # an attack from before the change is not replayed yet
            return same and not elsewhere and place_in_attack(table, question) == self._place
        return prompt is None or same or bool(table and table.names_attacker)

    def _not_told(
        self, answers: Iterable[tuple[Response, OldQuestion | None]]
    ) -> list[tuple[Response, OldQuestion | None]]:
        """Return the answers of which no earlier summary told that they are not used."""
        return [item for item in answers if all(item[0] is not response for response in self._passed)]

    def leave_half_agreed(self, question: Question, changed: Mapping[str, Answer], wish: Exception) -> None:
        """Remember facts that were changed, but not agreed, when players do something else first (EVE-6, EVE-34). They
        tell something, change or take back an answer. Redo leaves facts only if it brings back such a thing."""
        journal, table = self.game.journal, self.game.table
        goes_on = not isinstance(wish, Redo) or journal.history.can_restore()
        if goes_on and table and isinstance(question, Facts) and changed != dict(question.default or {}):
            headline = self.game.ruleset.headline(table.record)
            self._half = HalfAgreed(question, dict(changed), (headline.who, headline.whom))

    def taken_back(self, question: Question | None, answer: Answer) -> None:
        """Remember agreed facts that undo takes back: they stand there again as they were said."""
        if isinstance(question, Facts) and isinstance(answer, Mapping):
            self._half = HalfAgreed(question, dict(answer), None)

    def half_agreed(self, question: Question) -> Question:
        """Return the question with the facts that were changed before, once they are asked of the same attack again.
        What cannot be kept is told; if another attack is made now, all of it."""
        half, table = self._half or self._left_changed(question), self.game.table
        if half is None or table is None:
            return question
        headline = self.game.ruleset.headline(table.record)
        same = half.attack in (None, (headline.who, headline.whom))
        if not isinstance(question, Facts) or question.key != half.question.key or not same:
            if not (same or (headline.who and not headline.whom)):
                self.say("", not_kept(half, half.changed))
                self._half = None
            return question
        self._half, kept = None, dict((half.attack and question.default) or {})
        lost = dict[str, Answer]()
        for key, value in half.changed.items():
            try:
                question.read(kept | {key: value})
                kept[key] = value
            except BadAnswer:
                lost[key] = value
        if lost:
            self.say("", not_kept(half, lost))
        return question.but(default=kept)

    def keep_agreeing(self, key: str, changed: Mapping[str, Answer]) -> None:
        """Keep facts that are changed at this prompt: if the app is left or killed, they stand there again (EVE-10)."""
        from shoot_cli.storage.remembered_place import keep_half_agreed

        keep_half_agreed(self.game.stored, key, changed)

    def _left_changed(self, question: Question) -> HalfAgreed | None:
        """Return the facts that were changed at the first prompt when the battle was left; None at any other one."""
        first, self._first = self._first, False
        if not first or not isinstance(question, Facts):
            return None
        from shoot_cli.storage.remembered_place import half_agreed_before

        changed = half_agreed_before(self.game.stored, question.key)
        return HalfAgreed(question, changed, None) if changed else None

    def resume(self) -> None:
        """Continue a change that was not finished when the battle was left: restore the state before it."""
        game, journal = self.game, self.game.journal
        if not (journal.history.waits() or journal.undoes_amendment()):
            return
        from shoot_cli.battle.command_points import left_now
        from shoot_cli.storage.remembered_place import table_before

        past = journal.history.past
        # If one change began during another, start with the first.
        self._made = next((index for index in range(len(past) - 1, 0, -1) if not past[index].carry), 0)
        table, self._prompt = table_before(game.stored, past[self._made], game.memory)
        self._before = game.ruleset.status(table.record)
        self._points = left_now(game.ruleset, table, table.record)
        self._place = place_in_attack(table, self._prompt)
        what = "was told before this attack" if journal.inserts() else "is a change of an earlier answer"
        self.say(f"The last that was said {what}; it goes on.")

    def inserted(self, kind: str, response: Response) -> None:
        """Tell what was told unasked, or that it was undone or redone. `kind` is as in `told_words`."""
        if kind == "insert" and self._before is None:
            return  # it stands behind all answers, so its sentences are new and show by themselves
        self._begin_or_end(kind)
        self.say("", told_words(kind, spoken(response.answer, None)))

    def made(self, kind: str, old: Response, new: Response) -> None:
        """Tell about a change, or about one that was undone or redone. `kind` is as in `changed_words`."""
        journal, answered = self.game.journal, self.game.answered()
        i = journal.changed_at
        self.say("", changed_words(kind, i, self._wish, answered[i] if i < len(answered) else None, old, new))
        self._begin_or_end(kind)

    def _begin_or_end(self, kind: str) -> None:
        """Begin with a change that was undone or redone. End the one in progress if it was undone itself."""
        undone = kind.startswith("undo ")
        if undone and self._before is not None:
            if len(self.game.journal.history.past) <= self._made:
                self._before = None
        elif undone or kind.startswith("redo "):
            self.begin()
            self._prompt = None if undone else self._prompt  # the place of an undone change is unknown


INSERTED = {"insert": "Told before this attack", "undo insert": "Taken back", "redo insert": "Brought back"}


def told_words(kind: str, words: str) -> str:
    """Describe what was told before an attack that was there already, or taken back, or told again (`kind`)."""
    return f"{INSERTED[kind]}: {words}"


def place_in_attack(table: Table | None, question: Question | None) -> tuple[Answer | None, int]:
    """Return the shooting unit or None, and how often this question was answered in its attack."""
    answered = [entry for entry in table.log if entry.question] if table else []
    start = answered[-1].attack if answered else None
    keys = [entry.question.key for entry in answered[start or 0 :] if entry.question]
    return None if start is None else answered[start].answer, keys.count(question.key) if question else 0


# One die of a roll on the table is rolled again.


NO_DIE = "No die lies there that anybody may throw again."
BACK = "nothing"
AGAIN = "Again", "Again"  # asked of both players
UNDO_LEAVES = "undo leaves it as it lies"
ABOUT = "One die again", UNDO_LEAVES


class RerollableRoll(NamedTuple):
    """A roll of which one die may be re-rolled. `place` is its log index, `who` the right, `die` the question."""

    place: int
    entry: Entry
    who: SingleReroll
    die: Roll | Total


def lying(
    table: Table | None,
    journal: Journal,
    why: Callable[[str], object] = str,
    why_not: Callable[[SingleReroll, Any], str] = lambda right, record: "",
) -> list[RerollableRoll]:
    """Return the rolls that allow a re-roll now, the last roll first. `why` receives the reason for each other roll.

    `why_not(right, record)` returns why a right cannot be used now on a die of this record, or "".
    """
    if table is None or not table.rights.left:
        return []
    if table.begun is None:
        why("the phase is over")
        return []
    latest = (entry for entry in reversed(table.log[table.begun[2] :]) if entry.question is not None)
    places = range(table.asked - 1, (journal.last() or 0) - 1, -1)
    rolls = [(i, entry) for i, entry in zip(places, latest) if isinstance(entry.question, (Roll, Total))]  # noqa: B905
    rerollable = []
    for place, entry in rolls:
        if entry.attack != rolls[0][1].attack:
            break
        for reroll in table.rights.left:
            if reroll.fits(entry.question):
                try:
                    die = next_die(entry.question, entry.answer)
                except BadAnswer as none:
                    why(str(none))
                    continue
                if reason := reroll.closed or why_not(reroll, entry.record):
                    why(reason)
                else:
                    rerollable.append(RerollableRoll(place, entry, reroll, die))
    return rerollable


def throw_again(
    rolls: list[RerollableRoll],
    journal: Journal,
    elsewhere: AskElsewhere,
    names: Callable[[object], Names],
    hand_of: Callable[[Question], bool | None],
) -> str:
    """Ask which die, if several may be re-rolled, then roll it. Return a sentence if the players keep all dice.

    `names(record)` returns the attacker's and the defender's army, `hand_of(die)` whether a hand has just thrown it.

    :raises Amend: with the new result
    """
    try:
        which = rolls[0] if len(rolls) == 1 else chosen(rolls, elsewhere, names)
        if which is None:
            return NOTHING_CHANGES
        sides = names(which.entry.record)
        about = f"{which.who.name} of {sides[which.who.owner != ATTACKER]}", UNDO_LEAVES
        hand_of(which.die)  # forgets who threw before
        thrown = Prompter(elsewhere(sides, about))(which.die, which.place)
    except Undo:
        return NOTHING_CHANGES
    before = journal.answers[which.place]
    by_hand = hand_of(which.die)
    answer = with_more(before.answer, which.who.name, thrown | ({HAND: by_hand} if by_hand != before.hand else {}))
    raise Amend(which.place, answer, sides[which.who.owner != ATTACKER], before.hand)


def label_of(roll: RerollableRoll, names: Names) -> str:
    """Return `Boy: armour save, the 2 again (1 of 4 passed): Command Re-roll of Orks`."""
    return f"{roll.die.text} ({result(roll.entry)}): {roll.who.name} of {names[roll.who.owner != ATTACKER]}"


def ago(rolls: list[RerollableRoll], roll: RerollableRoll) -> str:
    """Return which roll this is, counted from the last one."""
    index = list(dict.fromkeys(other.place for other in rolls)).index(roll.place)
    return ("the last roll", "the roll before")[index] if index < 2 else f"{index + 1} rolls ago"


def chosen(
    rolls: list[RerollableRoll], elsewhere: AskElsewhere, names: Callable[[object], Names]
) -> RerollableRoll | None:
    """Ask which die is re-rolled. Return None for none."""
    labels = [label_of(roll, names(roll.entry.record)) for roll in rolls]
    labels = [
        label if labels.count(label) == 1 else f"{label}, {ago(rolls, roll)}"
        for label, roll in zip(labels, rolls, strict=True)
    ]
    options = [Option(str(number), label) for number, label in enumerate(labels, 1)]
    rules = tuple(dict.fromkeys(roll.who.rule for roll in rolls))
    question = Choose("once more", (*options, Option(BACK, "all lie as they fell")), "1", rules=rules,
                      text="Which die is thrown again?")  # fmt: skip
    answer = question.read(Prompter(elsewhere(AGAIN, ABOUT, why=False)).ask(question, 0))
    return None if answer == BACK else rolls[int(answer) - 1]
