"""The odds at a prompt of a battle: of what is about to be rolled, of the whole attack, and of what is left of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from shoot_cli.core.budget import AT_PROMPT

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from shoot_cli.core.in_progress import InProgress
    from shoot_cli.core.over import FinishedAttack
    from shoot_cli.core.questions import Answer, Question
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.ui.view import View, ViewPage

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
        from shoot_cli.core.in_progress import current_attack
        from shoot_cli.ui.view import View

        pages = [*self.of_roll(question)]
        in_progress = current_attack(self.ruleset.battle, self.start, answers, self.settings)
        if in_progress is not None:
            pages += self.of_attack(in_progress)
        elif last is not None and last.rolled:
            pages += self.of_last(last)
        return View("ODDS", pages, lambda: self.show(question, answers), "exact") if pages else None

    def of_roll(self, question: Question) -> Iterator[ViewPage]:
        from shoot_cli.core.budget import Budget
        from shoot_cli.core.questions import Roll, Total
        from shoot_cli.ui.odds_view import roll_lines
        from shoot_cli.ui.view import ViewPage

        def lines(width: int, high: int) -> Sequence[Text]:
            with Budget(AT_PROMPT):
                return roll_lines(question, width, high)  # type: ignore[arg-type]  # it is one of the two

        if isinstance(question, (Roll, Total)):
            yield ViewPage(lines_or_reason("this roll", lines), "this roll")

    def of_attack(self, in_progress: InProgress) -> Iterator[ViewPage]:
        from shoot_cli.ui.odds_view import attack_lines
        from shoot_cli.ui.view import ViewPage

        titles = {**self.ruleset.titles, **self.ruleset.called(in_progress.start)}
        who = self.who(in_progress.start)

        def page(from_here: bool, head: str, what: str) -> ViewPage:
            known = cache(partial(self.worked_out, in_progress, from_here))
            lines = lines_or_reason(what, lambda width, high: attack_lines(who, head, known(), titles, width, high))
            return ViewPage(lines, what.removeprefix("the "))

        for part in parts_of(in_progress):
            yield page(*part)

    def of_last(self, last: FinishedAttack) -> Iterator[ViewPage]:
        """What came of the attack that is over, where its odds are known."""
        from shoot_cli.core.budget import Budget
        from shoot_cli.core.luck import SLAIN
        from shoot_cli.core.luck_slain import slain_law
        from shoot_cli.ui.odds_view import came_lines
        from shoot_cli.ui.results import title
        from shoot_cli.ui.view import ViewPage

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
        from shoot_cli.core.budget import Budget, TooMany
        from shoot_cli.core.in_progress import current_attack
        from shoot_cli.ui.chances import NOTHING, about_to_be_rolled
        from shoot_cli.ui.tables import as_is

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
        from shoot_cli.core.answerers import Missing
        from shoot_cli.core.odds import TooMany
        from shoot_cli.core.questions import BadAnswer
        from shoot_cli.ui.chances import NOTHING, of_attack
        from shoot_cli.ui.tables import as_is

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
                    head, found, {**self.ruleset.titles, **self.ruleset.called(in_progress.start)}, self.plain
                )
        return shown

    def worked_out(self, in_progress: InProgress, from_here: bool) -> dict[str, Any]:
        """As ``numbers``; "units" if several formations are hurt. :raises Missing, TooMany, BadAnswer:"""
        from shoot_cli.attacks.exact import numbers
        from shoot_cli.core.in_progress import AlreadyAnswered
        from shoot_cli.core.odds import Budget, odds

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
    from shoot_cli.core.answerers import Missing
    from shoot_cli.core.odds import TooMany

    if isinstance(error, Missing):
        return f"For the odds of the attack, first say: {error.question.text or error.question.key}"
    if isinstance(error, TooMany):
        return f"The odds of {what}: {TOO_MUCH} ({error}). {LATER}"
    return f"The odds of {what} cannot be worked out: {error}."


def lines_or_reason(what: str, lines: Callable[[int, int], Sequence[Text]]) -> Callable[[int, int], Sequence[Text]]:
    """The same lines, or why there are none."""
    from shoot_cli.core.answerers import Missing
    from shoot_cli.core.odds import TooMany
    from shoot_cli.core.questions import BadAnswer
    from shoot_cli.ui.looks import indented, styled_line

    def drawn(width: int, high: int) -> Sequence[Text]:
        try:
            return lines(width, high)
        except (Missing, TooMany, BadAnswer) as error:
            return [styled_line(), *indented(styled_line(why_not(what, error)), width)]

    return drawn
