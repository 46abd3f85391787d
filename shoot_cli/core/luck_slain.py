"""Luck with the slain: every attack of a battle against its exact odds from where it began.

Decisions are taken as they were made; where the odds meet one that nobody had to make, it has its default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.core.answerers import Missing
from shoot_cli.core.budget import Budget
from shoot_cli.core.luck import ALL, NONE, SLAIN, Distribution, LuckRow, added, row
from shoot_cli.core.over import FinishedAttack
from shoot_cli.core.questions import Answer, BadAnswer, Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.core.table import Answerer

MOST = 50_000  # records that the odds of one attack may go through
SEVERAL, TOO_MANY, OPEN = "several targets", "too many ways to go", "decisions that nobody made"
LATE = "too much to work out in the time there is"


class LeftOut(Record):
    """Attacks that are not counted, and why."""

    side: str
    attacks: int
    why: str


Known = dict[Any, "Distribution | str"]


def slain_rows(
    attacks: Iterable[FinishedAttack],
    ruleset: Ruleset,
    settings: Mapping[str, str],
    sides: Sequence[str] = (),
    known: Known | None = None,
    budget: Budget | None = None,
) -> tuple[list[LuckRow], list[LeftOut]]:
    """A row for each side that shot, of what it slew; and what could not be counted.

    ``known``: laws that were worked out before, and are again for the next time; None: nothing is kept.
    ``budget``: of all attacks together.
    """
    known, budget = {} if known is None else known, budget or Budget()
    laws: dict[str, Distribution] = {}
    got: dict[str, int] = {}
    made: dict[str, int] = {}
    left: dict[tuple[str, str], int] = {}
    for attack in attacks:
        if not attack.rolled:
            continue
        side = ruleset.sides(attack.end)[0]
        key = attack.start, repr(attack.asked and [answer for _, answer in attack.asked])
        law = known.get(key) or slain_law(attack, ruleset, settings, budget)
        if law != LATE:  # there may be more time when it is wanted again
            known[key] = law
        if isinstance(law, str):
            left[side, law] = left.get((side, law), 0) + 1
            continue
        laws[side] = added(laws.get(side, NONE), law)
        got[side] = got.get(side, 0) + ruleset.measures[SLAIN](attack.end)
        made[side] = made.get(side, 0) + 1
    order = [side for side in dict.fromkeys((*sides, *laws)) if side in laws]
    rows = [row(side, SLAIN, ALL, made[side], got[side], laws[side]) for side in order]
    return rows, [LeftOut(side, n, why) for (side, why), n in left.items()]


def slain_law(
    attack: FinishedAttack, ruleset: Ruleset, settings: Mapping[str, str], budget: Budget | None = None
) -> Distribution | str:
    """How many the attack slays, from its beginning; or why that is not known."""
    from shoot_cli.core.odds import TooMany, odds

    if not ruleset.one_target(attack.end):
        return SEVERAL
    try:
        enough = (budget or Budget()).with_most(MOST)
        ends = odds(ruleset.attack, attack.start, as_made(attack.asked), settings=settings, budget=enough)
        return Distribution(0, tuple(map(float, ends.distribution(ruleset.measures[SLAIN]))))
    except TooMany as error:
        return LATE if error.late else TOO_MANY
    except (Missing, BadAnswer):
        return OPEN


def as_made(asked: Iterable[tuple[Question, Answer]]) -> Answerer:
    """The decisions of an attack as they were made. :raises Missing: one without a default that nobody made."""
    made: dict[tuple[str, int], list[tuple[Question, Answer]]] = {}
    for question, answer in asked:
        if not isinstance(question, (Roll, Total)):
            made.setdefault((question.key, nth_of(question)), []).append((question, answer))
    keys = {key for key, _ in made}
    taken: dict[tuple[str, int, int], tuple[Question, Answer]] = {}  # whoever works odds out may ask once more

    def answer_to(question: Question, place: int) -> Answer:
        here = question.key, nth_of(question), place
        own = made.get(here[:2], [])
        found = [pair for pair in own if pair[0].text == question.text] or own
        if found:
            said = taken.get(here) or found[0]
            if here not in taken and len(found) > 1:  # asked again, it was answered again
                own.remove(said)
            taken[here] = said
            try:
                question.read(said[1])
                return said[1]
            except BadAnswer:  # such as an order of pools of which there are more or fewer
                pass
        spent = getattr(question, "spent", None)
        if spent is not None and question.key in keys:
            return str(spent)
        if question.default is None:
            raise Missing(question)
        return question.default

    return answer_to


def nth_of(question: Question) -> int:
    return getattr(question, "nth", 0)
