"""What the keys open: armies, log, luck, odds at the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from shoot_cli.engine.budget import AT_PROMPT, SECONDS, Budget
from shoot_cli.engine.questions import Question, Roll
from shoot_cli.play.amendment import lying
from shoot_cli.ui.screen import Key

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from shoot_cli.battle.current_attack import InProgress
    from shoot_cli.battle.luck import Known, LuckReport
    from shoot_cli.engine.reasons import Answer
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.engine.table import Entry, FinishedAttack, Table
    from shoot_cli.play.clock import Clock
    from shoot_cli.replay.journal import Journal
    from shoot_cli.storage.stored_battle import StoredBattle
    from shoot_cli.ui.battle_display import LogPrinter
    from shoot_cli.ui.screen import View, ViewPage


# The odds at a prompt of a battle: of what is about to be rolled, of the whole attack, and of what is left of it.

LOCK = "locked"  # as it is kept with the battle
TOO_MUCH = "that is too much to work out while you wait"
LATER = "The command shoot odds can take its time."
NO_ATTACK = "No odds yet: first say who shoots, at whom, and how far it is."
AGREED = "Odds are locked in this battle, for both players: the key o shows none."


def locked(settings: Mapping[str, str]) -> bool:
    """``settings``: as they are kept with a battle."""
    from shoot_cli.storage.records import ODDS

    return settings.get(ODDS) == LOCK


class OddsAtPrompt:
    """What the key shows in one battle. ``start``: the record it began with."""

    def __init__(self, ruleset: Ruleset, start: Any, settings: Mapping[str, str], plain: bool) -> None:
        self.ruleset, self.start, self.settings, self.plain = ruleset, start, settings, plain

    # To look at ------------------------------------------------------------------------------------------------------

    def view(self, question: Question, answers: Sequence[Answer], last: FinishedAttack | None) -> View | None:
        """This roll, the whole attack, what is left of it; between attacks the ``last`` one with what came of it.

        Each is worked out when its page is turned to. None: there is nothing yet.
        """
        from shoot_cli.battle.current_attack import current_attack
        from shoot_cli.ui.screen import View

        pages = [*self.of_roll(question)]
        in_progress = current_attack(self.ruleset.battle, self.start, answers, self.settings)
        if in_progress is not None:
            pages += self.of_attack(in_progress)
        elif last is not None and last.rolled:
            pages += self.of_last(last)
        return View("ODDS", pages, lambda: self.show(question, answers), "exact") if pages else None

    def of_roll(self, question: Question) -> Iterator[ViewPage]:
        from shoot_cli.engine.budget import Budget
        from shoot_cli.engine.questions import Roll, Total
        from shoot_cli.ui.screen import ViewPage
        from shoot_cli.ui.views import roll_lines

        def lines(width: int, high: int) -> Sequence[Text]:
            with Budget(AT_PROMPT):
                return roll_lines(question, width, high)  # type: ignore[arg-type]  # it is one of the two

        if isinstance(question, (Roll, Total)):
            yield ViewPage(lines_or_reason("this roll", lines), "this roll")

    def of_attack(self, in_progress: InProgress) -> Iterator[ViewPage]:
        from shoot_cli.ui.screen import ViewPage
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
        """What came of the attack that is over, where its odds are known."""
        from shoot_cli.battle.luck import SLAIN, slain_law
        from shoot_cli.engine.budget import Budget
        from shoot_cli.ui.results import title
        from shoot_cli.ui.screen import ViewPage
        from shoot_cli.ui.views import came_lines

        law, who = slain_law(last, self.ruleset, self.settings, Budget(AT_PROMPT)), self.who(last.end)
        if isinstance(law, str):
            return
        came, what = self.ruleset.measures[SLAIN](last.end), title(SLAIN, self.ruleset.titles)
        row = [0.0] * law.low + [*law.chances]
        yield ViewPage(
            lambda width, high: came_lines(who or "The last attack", what, row, came, width, high), "the last attack"
        )

    def who(self, record: Any) -> str:
        """Who shoots at whom, of any record of an attack."""
        now = self.ruleset.headline(record)
        return f"{now.who} → {now.whom}" if now.whom else ""

    # To be printed ---------------------------------------------------------------------------------------------------

    def show(self, question: Question, answers: Sequence[Answer]) -> list[RenderableType]:
        """``answers``: all that are in force, by place."""
        from shoot_cli.battle.current_attack import current_attack
        from shoot_cli.engine.budget import Budget, TooMany
        from shoot_cli.ui.results import NOTHING, about_to_be_rolled
        from shoot_cli.ui.styles import as_is

        try:
            with Budget(AT_PROMPT):
                shown = about_to_be_rolled(question, self.plain)
        except TooMany as error:
            shown = [as_is(f"The odds of this roll: {TOO_MUCH} ({error}).")]
        in_progress = current_attack(self.ruleset.battle, self.start, answers, self.settings)
        if in_progress is None:
            return [*shown, as_is("No attack is going on." if shown else f"{NOTHING} No attack is going on.")]
        return [*shown, *self.attack(in_progress)]

    def attack(self, in_progress: InProgress) -> list[RenderableType]:
        """The attack from its beginning; where dice were thrown, what is left of it as well."""
        from shoot_cli.engine.reasons import BadAnswer
        from shoot_cli.input.answerers import Missing
        from shoot_cli.odds import TooMany
        from shoot_cli.ui.results import NOTHING, of_attack
        from shoot_cli.ui.styles import as_is

        shown: list[RenderableType] = []
        for from_here, head, what in parts_of(in_progress):
            try:
                found = self.worked_out(in_progress, from_here)
            except Missing as missing:
                first = "" if in_progress.rolled else f"{NOTHING} "
                return [*shown, as_is(f"{first}{why_not(what, missing)}")]
            except (TooMany, BadAnswer) as error:
                shown.append(as_is(why_not(what, error)))
            else:
                shown += of_attack(
                    head, found, {**self.ruleset.titles, **self.ruleset.measure_titles(in_progress.start)}, self.plain
                )
        return shown

    def worked_out(self, in_progress: InProgress, from_here: bool) -> dict[str, Any]:
        """As ``numbers``; "units" if several formations are hurt. :raises Missing, TooMany, BadAnswer:"""
        from shoot_cli.analysis.single_attack import numbers
        from shoot_cli.battle.current_attack import AlreadyAnswered
        from shoot_cli.odds import Budget, odds

        sequence, start = (in_progress.rest, in_progress.now) if from_here else (self.ruleset.attack, in_progress.start)
        budget = Budget(AT_PROMPT)
        ends = odds(sequence, start, AlreadyAnswered(in_progress.said), settings=self.settings, budget=budget)
        found = numbers(self.ruleset, ends)
        if from_here:
            found["expects"] = False  # what was counted before is not known here
        try:
            law = ends.measure(self.standing)
        except TypeError:  # lines of several targets, each of which stands for many: one by one they can be told
            plainly = odds(
                sequence,
                start,
                AlreadyAnswered(in_progress.said),
                settings=self.settings,
                brute_force=True,
                budget=budget,
            )
            law = plainly.measure(self.standing)
        units = self.units(law, in_progress.start)
        return found | ({"units": units} if len(units) > 1 else {})

    def standing(self, record: Any) -> tuple[int, ...]:
        """Models left of every unit of both armies."""
        return tuple(row.models_left for _, rows in self.ruleset.status(record) for row in rows)

    def units(self, law: Mapping[tuple[int, ...], Any], start: Any) -> list[tuple[str, float, float]]:
        """Units that may lose models: name, how many on average, the chance that all are gone."""
        names = [row.name for _, rows in self.ruleset.status(start) for row in rows]
        found = []
        for place, (name, before) in enumerate(zip(names, self.standing(start), strict=True)):
            lost = sum((before - left[place]) * float(p) for left, p in law.items())
            gone = sum(float(p) for left, p in law.items() if before and not left[place])
            if lost > 0:
                found.append((name, lost, gone))
        return found


def parts_of(in_progress: InProgress) -> list[tuple[bool, str, str]]:
    """From its beginning, and from here where dice were thrown: True for the second; a head, and what it is called."""
    parts = [(False, "The whole attack, as it began", "the whole attack")]
    if in_progress.rolled:
        parts.append((True, "The attack in the end, from here", "what is left of it"))
    return parts


def why_not(what: str, error: Exception) -> str:
    """Why these odds are not told."""
    from shoot_cli.input.answerers import Missing
    from shoot_cli.odds import TooMany

    if isinstance(error, Missing):
        return f"For the odds of the attack, first say: {error.question.text or error.question.key}"
    if isinstance(error, TooMany):
        return f"The odds of {what}: {TOO_MUCH} ({error}). {LATER}"
    return f"The odds of {what} cannot be worked out: {error}."


def lines_or_reason(what: str, lines: Callable[[int, int], Sequence[Text]]) -> Callable[[int, int], Sequence[Text]]:
    """The same lines, or why there are none."""
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


# What the keys of a battle open: both armies, the log, luck, odds.


class BattleSeen(Protocol):
    """What is to be known of a battle that is looked at."""

    stored: StoredBattle
    screen: LogPrinter

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def start(self) -> Any: ...
    @property
    def settings(self) -> dict[str, str]: ...
    @property
    def plain(self) -> bool: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def clock(self) -> Clock | None: ...
    def record(self) -> Any: ...
    def rolls_rest(self) -> bool: ...
    def seated(self) -> Table: ...


class KeyViews:
    """At one battle. ``change``: what Enter does with an answer of the log, by its place.

    What there is nothing of is said in words instead.
    """

    def __init__(self, battle: BattleSeen, change: Callable[[int], None]) -> None:
        self.battle, self.change = battle, change
        self.laws: Known = {}  # of attacks that are over, once somebody asked for their luck

    def keys(self) -> dict[str, Any]:
        """As `Players` has them."""
        return {"status": self.status, "log": self.log, "luck": self.luck, "odds": self.odds, "quiet": self.quiet}

    def entries(self) -> list[Entry]:
        return self.battle.table.log if self.battle.table else []

    def quiet(self) -> set[Key]:
        """Keys that have nothing to show now, and so need not be listed."""
        answered = [entry.question for entry in self.entries() if entry.question]
        counted = any(isinstance(one, Roll) and one.luck for one in answered)
        no_odds = locked(self.battle.stored.settings)
        rolls = self.battle.rolls_rest() or not (self.battle.table and self.battle.table.going)
        idle = {
            Key.AGAIN: not lying(self.battle.table, self.battle.journal),
            Key.ODDS: no_odds,
            Key.CHANGE: not answered,
            Key.LOG: not self.entries(),
            Key.LUCK: not counted,
        }
        return {key for key, nothing in (idle | {Key.ROLL: rolls}).items() if nothing}

    def status(self) -> View | str:
        clock = self.battle.clock
        return self.battle.screen.stand(self.battle.record(), f"Clock: {clock.words()}" if clock else "")

    def log(self, only_read: bool = False) -> View | str:
        if not self.entries():
            return "Nothing stands in the log yet."
        take = None if only_read else self.change
        return self.battle.screen.log(self.entries(), self.battle.start, take, self.came())

    def came(self) -> dict[int, str]:
        """What became of the attacks that are over, by their place in the log: ``4 slain, 6 of 10 left``."""
        from shoot_cli.play.display import came_of

        table, ruleset = self.battle.seated(), self.battle.ruleset
        found: dict[int, list[FinishedAttack]] = {}
        for attack in table.attacks:
            place = table.log[attack.line].attack
            if place is not None and attack.rolled:
                found.setdefault(place, []).append(attack)
        return {place: came_of(ruleset, *attacks) for place, attacks in found.items()}

    @property
    def only_log(self) -> Callable[[], View | str]:
        """The log, in which nothing is taken."""
        return partial(self.log, only_read=True)

    def luck(self) -> View | str:
        """What came against what was to be expected, so far."""
        from shoot_cli.ui.results import NO_DICE

        found = self.luck_of(self.battle.record(), AT_PROMPT)
        if not found.rows:
            return NO_DICE
        return self.battle.screen.luck_view(found, self.battle.start)

    def luck_of(self, record: Any, seconds: float = SECONDS) -> LuckReport:
        """Of the battle until this record."""
        from shoot_cli.battle.luck import report

        battle = self.battle
        hands = [said.hand for said in battle.journal.said]
        return report(battle.seated(), hands, battle.ruleset, record or battle.start, self.laws, Budget(seconds))

    def odds(self, question: Question) -> View | str:
        """Of what is about to be rolled, and of the attack going on; locked, that there are none."""

        battle = self.battle
        if locked(battle.stored.settings):
            return AGREED
        answers = [entry.answer for entry in self.entries() if entry.question]
        last = battle.table.attacks[-1] if battle.table and battle.table.attacks else None
        odds = OddsAtPrompt(battle.ruleset, battle.start, battle.settings, battle.plain)
        return odds.view(question, answers, last) or NO_ATTACK
