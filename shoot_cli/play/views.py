"""The views that keys open in a battle: armies, log, luck, odds, and what happened without the app (EVE-6).

What happened is an answer that nobody asked for. It stands before the attack that goes on, so its later answers are
used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, SupportsFloat

from shoot_cli.asked.sentences import remark
from shoot_cli.asked.sight import came_of
from shoot_cli.battle.what_happened import HAPPENED, OF_UNIT, SINCE
from shoot_cli.engine.budget import AT_PROMPT, SECONDS, Budget, TooMany
from shoot_cli.engine.questions import Facts, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer, listed
from shoot_cli.replay.history import BY_PHONE
from shoot_cli.ui.screen import Key, View, ViewPage

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from shoot_cli.analysis.attack_result import AttackResult, HurtUnit
    from shoot_cli.battle.current_attack import InProgress
    from shoot_cli.battle.luck import Known, LuckReport
    from shoot_cli.engine.reasons import Answer
    from shoot_cli.engine.ruleset import Ruleset, UnitRow
    from shoot_cli.engine.table import FinishedAttack, Table
    from shoot_cli.play.clock import Clock
    from shoot_cli.play.game import Game, Shown


NOT_YET = "Nothing can be told yet: first say who has the first turn."
TOLD_HERE = "It can be told in this line."
BEFORE, NOW = "before this attack", "now"
Row = tuple[str, str]  # the names of an army and of a unit
Change = tuple[Row, "UnitRow | None", "UnitRow | None"]


class EventLine(NamedTuple):
    """The line that a key opens: the index of its answer, its question, who tells it, and when it happened.

    :ivar on_attack: phrases -> True if they put an effect on a unit whose dice lie there
    """

    place: int
    question: Phrases
    by: str
    when: str
    on_attack: Callable[[tuple[str, ...]], bool]


def event_line(ruleset: Ruleset, table: Table, asked: Question | None) -> EventLine | None:
    """Return the line that can be told at the prompt of the question `asked`; None if there is no place for it yet."""
    line = table.open_line
    if line is None or not isinstance(line.question, Phrases):
        return None
    question, when = line.question, NOW if line.place == table.asked else BEFORE
    by = ruleset.sides(line.record)[0]
    units = shooting(ruleset, table, line.place) if dice_lie(table, asked, line.place) else frozenset()
    if not units:
        return EventLine(line.place, question, by, when, lambda phrases: False)
    allowed = partial(check, ruleset, line.record, question, units)
    on_attack = partial(is_effect, ruleset, line.record, question, units)
    guarded = question.but(check_all=allowed, tells=partial(foretold, question, allowed))
    return EventLine(line.place, guarded, by, when, on_attack)


def is_line(asked: Question | None) -> bool:
    """Return True if the prompt itself asks what happened."""
    return isinstance(asked, Phrases) and asked.key in (HAPPENED, SINCE, OF_UNIT)


def dice_lie(table: Table, asked: Question | None, place: int) -> bool:
    """Return True if dice were rolled since the answer at index `place`, or are asked for."""
    questions = [entry.question for entry in table.log if entry.question is not None]
    return any(isinstance(question, (Roll, Total)) for question in (asked, *questions[place:]))


def shooting(ruleset: Ruleset, table: Table, place: int) -> frozenset[Row]:
    """Return the two units in the attack that goes on, or that ended since the answer at index `place`."""
    record = table.record
    if table.going is None:
        if not table.attacks or answers_before(table, table.attacks[-1].line) < place:
            return frozenset()
        record = table.attacks[-1].end
    headline = ruleset.headline(record)
    return frozenset(zip(ruleset.sides(record), (headline.who, headline.whom), strict=True))


def answers_before(table: Table, line: int) -> int:
    """Return how many answers stand in the log before this line."""
    return sum(entry.question is not None for entry in table.log[:line])


def changed(ruleset: Ruleset, before: object, after: object) -> list[Change]:
    """Return the units whose state is not the same, as it was and as it is."""
    old, new = (
        {(army, row.name): row.but(of_army=()) for army, rows in ruleset.status(record) for row in rows}
        for record in (before, after)
    )
    both = (((key, old.get(key), new.get(key))) for key in dict.fromkeys((*old, *new)))
    return [(key, was, now) for key, was, now in both if was != now]


def check(
    ruleset: Ruleset, before: object, question: Phrases, units: frozenset[Row], phrases: tuple[str, ...]
) -> object:
    """Return the battle after these phrases.

    :raises BadAnswer: they change a unit whose dice lie there, or only some of them are effects on this attack
    """
    assert question.check_all
    after = question.check_all(phrases)
    if is_effect(ruleset, before, question, units, phrases):
        of_attack = [text for text in phrases if is_effect(ruleset, before, question, units, (text,))]
        if others := [text for text in phrases if text not in of_attack]:
            raise BadAnswer(
                f"“{of_attack[0]}” is said where this attack was agreed: type it alone, “{others[0]}” in another line"
            )
        return after
    for (_, name), _, _ in (change for change in changed(ruleset, before, after) if change[0] in units):
        rest = [f"“{phrase}”" for phrase in phrases if spares(ruleset, before, question, units, phrase)]
        more = f". By itself {listed(rest)} can be told now" if rest else ""
        raise BadAnswer(
            f"the dice of {name} lie here: tell it when whoever shoots is done, or take the dice back and tell it "
            f"before them{more}"
        )
    return after


def spares(ruleset: Ruleset, before: object, question: Phrases, units: frozenset[Row], phrase: str) -> bool:
    """Return True if this phrase alone can be, and changes nothing of these units."""
    assert question.check_all
    try:
        after = question.check_all((phrase,))
    except BadAnswer:
        return False
    return not any(row in units for row, _, _ in changed(ruleset, before, after))


def is_effect(
    ruleset: Ruleset, before: object, question: Phrases, units: frozenset[Row], phrases: tuple[str, ...]
) -> bool:
    """Return True if these phrases put effects on units in the attack and change nothing else of them."""
    assert question.check_all
    any_effect = False
    for phrase in phrases:
        changes = [change for change in changed(ruleset, before, question.check_all((phrase,))) if change[0] in units]
        if any(was is None or now is None or was.kinds != now.kinds for _, was, now in changes):
            return False
        if changes and ":" not in phrase:
            return False
        any_effect = any_effect or bool(changes)
    return any_effect


def foretold(question: Phrases, allowed: Callable[[tuple[str, ...]], object], phrases: tuple[str, ...]) -> str:
    allowed(phrases)
    return question.tells(phrases) if question.tells else ""


def agreed_at(table: Table) -> int | None:
    """Return the index of the last answer that agreed on the facts of the attack that goes on, or None."""
    if table.going is None:
        return None
    first = answers_before(table, table.going[1])
    since = table.asked_since(table.going[1])
    return next((first + i for i in range(len(since) - 1, -1, -1) if isinstance(since[i][0], Facts)), None)


# The odds at a prompt: of the next roll, of the whole attack, and of the rest of the attack.

LOCK = "locked"  # the stored setting
TOO_MUCH = "that is too much to work out while you wait"
LATER = "The command shoot odds can take its time."
NO_ATTACK = "No odds yet: first say who shoots, at whom, and how far it is."
AGREED = "Odds are locked in this battle, for both players: the key o shows none."


def locked(settings: Mapping[str, str]) -> bool:
    """Return True if the stored settings of a battle lock the odds."""
    from shoot_cli.storage.records import ODDS

    return settings.get(ODDS) == LOCK


class OddsAtPrompt:
    """The odds that the key shows in one battle. `start` is its first record. `keys` are those of all answers."""

    def __init__(
        self, ruleset: Ruleset, start: object, settings: Mapping[str, str], plain: bool, keys: Sequence[str] = ()
    ) -> None:
        self.ruleset, self.start, self.settings, self.plain, self.keys = ruleset, start, settings, plain, keys

    def view(self, question: Question, answers: Sequence[Answer], last: FinishedAttack | None) -> View | None:
        """Return pages for this roll, the whole attack and its rest. Between attacks, show the `last` one.

        A page is computed when it is opened. Return None if there is nothing to show.
        """
        from shoot_cli.battle.current_attack import current_attack

        pages = [*self.of_roll(question)]
        in_progress = current_attack(self.ruleset.battle, self.start, answers, self.settings, self.keys)
        if in_progress is not None:
            pages += self.of_attack(in_progress)
        elif last is not None and last.rolled:
            pages += self.of_last(last)
        return View("ODDS", pages, lambda: self.show(question, answers), "exact") if pages else None

    def of_roll(self, question: Question) -> Iterator[ViewPage]:
        from shoot_cli.ui.views import roll_lines

        def lines(width: int, high: int) -> Sequence[Text]:
            with Budget(AT_PROMPT):
                return roll_lines(question, width, high)  # type: ignore[arg-type]  # it is one of the two

        if isinstance(question, (Roll, Total)):
            yield ViewPage(lines_or_reason("this roll", lines), "this roll")

    def of_attack(self, in_progress: InProgress) -> Iterator[ViewPage]:
        from shoot_cli.ui.views import attack_lines

        titles = {**self.ruleset.titles, **self.ruleset.measure_titles(in_progress.start)}
        who = self.who(in_progress.start)

        def page(from_here: bool, head: str, what: str) -> ViewPage:
            known = cache(partial(self.worked_out, in_progress, from_here))
            lines = lines_or_reason(what, lambda width, high: attack_lines(who, head, known(), titles, width, high))
            return ViewPage(lines, what.removeprefix("the "))

        for part in parts_of(in_progress):
            yield page(*part)

    def of_last(self, last: FinishedAttack) -> Iterator[ViewPage]:
        """Yield the result of the last attack, if its odds are known."""
        from shoot_cli.battle.luck import loss_law
        from shoot_cli.ui.results import losses_of, title
        from shoot_cli.ui.views import came_lines

        titles = {**self.ruleset.titles, **self.ruleset.measure_titles(last.start)}
        loss, who = losses_of(titles)[0], self.who(last.end)
        law = loss_law(last, self.ruleset, self.settings, Budget(AT_PROMPT), loss)
        if isinstance(law, str):
            return
        came, what = self.ruleset.measures[loss](last.end), title(loss, titles)
        row = [0.0] * law.low + [*law.chances]
        yield ViewPage(
            lambda width, high: came_lines(who or "The last attack", what, row, came, width, high), "the last attack"
        )

    def who(self, record: object) -> str:
        """Return "shooter → target" for a record of an attack, or "" without a target."""
        headline = self.ruleset.headline(record)
        return f"{headline.who} → {headline.whom}" if headline.whom else ""

    def show(self, question: Question, answers: Sequence[Answer]) -> list[RenderableType]:
        """Return the odds for a plain screen. `answers` are all answers in force, by index."""
        from shoot_cli.battle.current_attack import current_attack
        from shoot_cli.ui.results import NOTHING, about_to_be_rolled
        from shoot_cli.ui.styles import literal

        try:
            with Budget(AT_PROMPT):
                shown = about_to_be_rolled(question, self.plain)
        except TooMany as error:
            shown = [literal(f"The odds of this roll: {TOO_MUCH} ({error}).")]
        in_progress = current_attack(self.ruleset.battle, self.start, answers, self.settings, self.keys)
        if in_progress is None:
            return [*shown, literal("No attack is going on." if shown else f"{NOTHING} No attack is going on.")]
        return [*shown, *self.attack(in_progress)]

    def attack(self, in_progress: InProgress) -> list[RenderableType]:
        """Return the odds of the whole attack and, after its first roll, of its rest."""
        from shoot_cli.engine.reasons import BadAnswer
        from shoot_cli.input.answerers import Missing
        from shoot_cli.odds import TooMany
        from shoot_cli.ui.results import NOTHING, of_attack
        from shoot_cli.ui.styles import literal

        shown: list[RenderableType] = []
        for from_here, head, what in parts_of(in_progress):
            try:
                result = self.worked_out(in_progress, from_here)
            except Missing as missing:
                first = "" if in_progress.rolled else f"{NOTHING} "
                return [*shown, literal(f"{first}{why_not(what, missing)}")]
            except (TooMany, BadAnswer) as error:
                shown.append(literal(why_not(what, error)))
            else:
                shown += of_attack(
                    head, result, {**self.ruleset.titles, **self.ruleset.measure_titles(in_progress.start)}, self.plain
                )
        return shown

    def worked_out(self, in_progress: InProgress, from_here: bool) -> AttackResult:
        """Return its odds; tokens are not counted from the middle of an attack. :raises Missing, TooMany, BadAnswer:"""
        from shoot_cli.analysis.attack_result import result_of
        from shoot_cli.battle.current_attack import AlreadyAnswered
        from shoot_cli.odds import Budget, odds

        whole = self.ruleset.attack, self.ruleset.for_odds(in_progress.start)
        sequence, start = (in_progress.rest, in_progress.record) if from_here else whole
        budget = Budget(AT_PROMPT)
        ends = odds(sequence, start, AlreadyAnswered(in_progress.answers), settings=self.settings, budget=budget)
        result = result_of(self.ruleset, ends)
        if from_here:
            result = result.but(expected={name: result.expected[name] for name in ("damage", "slain")})
        try:
            law = ends.measure(self.standing)
        except TypeError:  # several targets: one entry of a line counts for many models, so use brute force
            plainly = odds(
                sequence,
                start,
                AlreadyAnswered(in_progress.answers),
                settings=self.settings,
                brute_force=True,
                budget=budget,
            )
            law = plainly.measure(self.standing)
        units = self.units(law, in_progress.start)
        return result.but(units=units) if len(units) > 1 else result

    def standing(self, record: object) -> tuple[int, ...]:
        """Return the number of models left in every unit of both armies."""
        return tuple(row.models_left for _, rows in self.ruleset.status(record) for row in rows)

    def units(self, law: Mapping[tuple[int, ...], SupportsFloat], start: object) -> tuple[HurtUnit, ...]:
        """Return the units that may lose models."""
        from shoot_cli.analysis.attack_result import HurtUnit

        names = [row.name for _, rows in self.ruleset.status(start) for row in rows]
        hurt = []
        for index, (name, before) in enumerate(zip(names, self.standing(start), strict=True)):
            lost = sum((before - left[index]) * float(p) for left, p in law.items())
            gone = sum(float(p) for left, p in law.items() if before and not left[index])
            if lost > 0:
                hurt.append(HurtUnit(name, lost, gone))
        return tuple(hurt)


def parts_of(in_progress: InProgress) -> list[tuple[bool, str, str]]:
    """Return the parts to show: (True if it starts from now, heading, name)."""
    parts = [(False, "The whole attack, as it began", "the whole attack")]
    if in_progress.rolled:
        end = "; a die that m throws again is not counted" if in_progress.rerolls else ""
        parts.append((True, f"The attack in the end, from here{end}", "what is left of it"))
    return parts


def why_not(what: str, error: Exception) -> str:
    """Say why these odds are not shown."""
    from shoot_cli.input.answerers import Missing
    from shoot_cli.odds import TooMany

    if isinstance(error, Missing):
        return f"For the odds of the attack, first say: {error.question.text or error.question.key}"
    if isinstance(error, TooMany):
        return f"The odds of {what}: {TOO_MUCH} ({error}). {LATER}"
    return f"The odds of {what} cannot be worked out: {error}."


def lines_or_reason(what: str, lines: Callable[[int, int], Sequence[Text]]) -> Callable[[int, int], Sequence[Text]]:
    """Return a function that draws the lines, or the reason why there are none."""
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import Missing
    from shoot_cli.odds import TooMany
    from shoot_cli.ui.styles import indented, styled_line

    def drawn(width: int, high: int) -> Sequence[Text]:
        try:
            return lines(width, high)
        except (Missing, TooMany, BadAnswer) as error:
            return [styled_line(), *indented(styled_line(why_not(what, error)), width)]

    return drawn


# The views of a battle that keys open.


class KeyViews:
    """The views of one game. A view without content is a sentence instead.

    `change(index)` is called when the player presses Enter at an answer in the log.
    """

    def __init__(self, game: Game, shown: Shown, clock: Clock | None, change: Callable[[int], object]) -> None:
        self.game, self.shown, self.clock, self.change = game, shown, clock, change
        self._laws: Known = {}  # finished attacks whose luck was already computed

    def quiet(self) -> set[Key]:
        """Return the keys that have nothing to show now."""
        game, table = self.game, self.game.table
        idle = {
            Key.ODDS: locked(game.stored.settings)
            or not (isinstance(game.asked, (Roll, Total)) or (table and (table.going or table.attacks))),
            Key.CHANGE: not (table and table.asked),
            Key.LOG: not game.log(),
            Key.EVENT: is_line(game.asked) or not (table and table.open_line),
            Key.LUCK: not game.remembered.has_luck(game.log()),
            Key.ROLL: game.dice.throws_rest() or not (table and table.going),
        }
        return {key for key, nothing in idle.items() if nothing}

    def status(self) -> View | str:
        clock = f"Clock: {self.clock.words()}" if self.clock else ""
        return self.shown.printer.stand(self.game.record(), clock, self.game.points())

    def log(self, only_read: bool = False) -> View | str:
        """Return the log. If `only_read`, no answer in it can be changed."""
        entries = self.game.log()
        if not entries:
            return "Nothing stands in the log yet."
        take, asked = None if only_read else self.change, (entry.question for entry in entries if entry.question)
        answered = zip(self.game.stored.answers(), asked, strict=False)
        notes = {
            index: [*([BY_PHONE] if response.via else []), *filter(None, [remark(response, question)])]
            for index, (response, question) in enumerate(answered)
        }
        return self.shown.printer.log(entries, self.game.start, take, self.results(), notes)

    def results(self) -> dict[int, str]:
        """Return the results of finished attacks by their index in the log: `4 slain, 6 of 10 left`."""
        table, ruleset = self.game.seated(), self.game.ruleset
        by_attack: dict[int, list[FinishedAttack]] = {}
        for attack in table.attacks:
            index = table.log[attack.line].attack
            if index is not None and attack.rolled:
                by_attack.setdefault(index, []).append(attack)
        return {index: came_of(ruleset, *attacks) for index, attacks in by_attack.items()}

    def luck(self) -> View | str:
        """Compare the dice and losses so far with the expected ones."""
        from shoot_cli.ui.results import NO_DICE

        report = self.luck_of(self.game.record(), AT_PROMPT)
        return self.shown.printer.luck_view(report, self.game.start) if report.rows else NO_DICE

    def luck_of(self, record: object, seconds: float = SECONDS) -> LuckReport:
        """Return the luck of the battle up to this record."""
        from shoot_cli.battle.luck import report

        game = self.game
        hands = [response.hand for response in game.journal.answers]
        return report(game.seated(), hands, game.ruleset, record or game.start, self._laws, Budget(seconds))

    def odds(self, question: Question) -> View | str:
        """Return the odds of the next roll and of the current attack, or a sentence if they are locked."""
        game, table = self.game, self.game.table
        if locked(game.stored.settings):
            return AGREED
        answers = [entry.answer for entry in game.log() if entry.question]
        keys = [question.key for question in game.answered()]
        odds = OddsAtPrompt(game.ruleset, game.start, game.settings, self.shown.plain, keys)
        return odds.view(question, answers, table.attacks[-1] if table and table.attacks else None) or NO_ATTACK
