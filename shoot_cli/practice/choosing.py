"""The choice of cards: of a rule or a step, wrong or due ones, or those that two lists will need by a day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import ceil
from typing import NamedTuple

from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.reasons import InputError
from shoot_cli.practice.memory import Card, Memory, level_of
from shoot_cli.quiz.quiz import Drill, Source

MOST_NEEDED = 40  # cards that two lists will need most
DAYS_TO_MEET = 10  # days in which these are met, if no day is said
HALF = 5  # cards to look at again on a day without new ones
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WHEN = "a weekday, tomorrow, or a date such as 2026-12-05"


class Choice(NamedTuple):
    """What the learner wants of all cards. `until` is the day of a game; None and False choose nothing."""

    rule: str | None = None
    step: str | None = None
    wrong: bool = False
    due: bool = False
    until: date | None = None


def day_of(words: str, today: date) -> date:
    """Return the day that the words mean: the next such weekday, or today. :raises InputError: none, or a past one"""
    said = words.strip().casefold()
    near = [place for place, name in enumerate(DAYS) if len(said) > 1 and name.startswith(said)]
    if said in ("today", "tomorrow"):
        return today + timedelta(days=said == "tomorrow")
    if len(near) == 1:
        return today + timedelta(days=(near[0] - today.weekday()) % 7)
    try:
        day = date.fromisoformat(said)
    except ValueError:
        raise InputError(f"--until: “{words}” is no day; say {WHEN}") from None
    if day < today:
        raise InputError(f"--until: {day} is over; say {WHEN}")
    return day


def chosen(drills: Iterable[Drill], rules: Iterable[Rule], memory: Memory, choice: Choice) -> tuple[Drill, ...]:
    """Return the drills that fit all of the choice. :raises InputError: none does, in words"""
    found = tuple(drills)
    if choice.rule is not None:
        wanted = choice.rule.casefold()
        named = [one for one in found if wanted in (one.rule.casefold(), "/".join(one.card).casefold())]
        found = kept(named, f"there is no card of rule {choice.rule}; `shoot rules` finds rules")
    if choice.step is not None:
        wanted = choice.step.casefold()
        by_id = {rule.id: rule for rule in rules}
        names = {one: (by_id[one.rule].section, by_id[one.rule].part) for one in found if one.rule in by_id}
        near = dict.fromkeys(section for section, _ in names.values() if f" {wanted[:3]}" in f" {section.casefold()}")
        steps = f"near it: {', '.join(near)}; " * bool(near) + "all of them: shoot drill stats --steps"
        here = [
            one for one, (section, part) in names.items() if wanted in section.casefold() or wanted == part.casefold()
        ]
        found = kept(here, f"“{choice.step}” is in no step; {steps}")
    if choice.wrong:
        latest = {(answer.rule, answer.kind): answer.right for answer in memory.answers()}
        found = kept((one for one in found if latest.get(one.card) is False), "no card was wrong the last time")
    if choice.due:
        known, now = memory.cards(), memory.now()
        due = (one for one in found if one.card in known and known[one.card].due <= now)
        found = kept(due, "no card is due now")
    return found


def kept(drills: Iterable[Drill], nothing: str) -> tuple[Drill, ...]:
    """Return the drills. :raises InputError: there are none; `nothing` says so"""
    if found := tuple(drills):
        return found
    raise InputError(nothing)


def of_lists(drills: Sequence[Drill], source: Source, memory: Memory) -> tuple[Drill, ...]:
    """Return the drills of the cards that come up most where these lists meet: basics first, then by how common."""
    common: dict[Card, int] = {}
    for one in drills:
        if one.make(source) is not None:
            common[one.card] = common.get(one.card, 0) + one.common
    basics = memory.basics
    order = sorted(common, key=lambda card: (card not in basics, -common[card], level_of(card, basics)))
    place = {card: number for number, card in enumerate(order[:MOST_NEEDED])}
    return tuple(sorted((one for one in drills if one.card in place), key=lambda one: place[one.card]))


def of_lists_first(drills: Sequence[Drill], source: Source, memory: Memory) -> tuple[tuple[Drill, ...], int]:
    """Return the drills, those of `of_lists` before all others, and how many new cards of these are for today."""
    first = of_lists(drills, source, memory)
    cards = {one.card for one in first}
    new = min(len(cards - memory.cards().keys()), ceil(MOST_NEEDED / DAYS_TO_MEET))
    return (*first, *(one for one in drills if one.card not in cards)), new


class Plan(NamedTuple):
    """A day before a game: cards in all, those met, those right at last, new ones for the day, what was wrong before
    it, and what else is due, the likeliest forgotten first."""

    cards: int
    met: int
    right: int
    new: int
    wrong: tuple[Card, ...]
    due: tuple[Card, ...]

    @property
    def words(self) -> str:
        """Return `9 new, 2 that were wrong, 5 to look at again`; "" for nothing."""
        counts = {"new": self.new, "that were wrong": len(self.wrong), "to look at again": len(self.due)}
        return ", ".join(f"{count} {name}" for name, count in counts.items() if count).replace(
            " 1 that were", " 1 that was"
        )


def plan(drills: Iterable[Drill], memory: Memory, until: date, ahead: int = 0) -> Plan:
    """Return the plan for today, or for so many days `ahead`. New cards are spread over the days before `until`, those
    met today among them. What else is due is at most as much as the new cards of the day, or half of a usual drill."""
    day = memory.now().astimezone().date() + timedelta(days=ahead)
    cards, known = {one.card for one in drills}, memory.cards()
    first, latest = dict[Card, date](), dict[Card, tuple[bool, date]]()
    for answer in memory.answers():
        card, at = (answer.rule, answer.kind), answer.at.astimezone().date()
        if card in cards:
            first.setdefault(card, at)
            latest[card] = answer.right, at
    today = sum(at == day for at in first.values())
    share = ceil((len(cards) - len(first) + today) / max((until - day).days, 1))
    before = [card for card, (_, at) in latest.items() if at < day]
    wrong = tuple(card for card in before if not latest[card][0])
    due = [card for card in before if latest[card][0] and card in known and known[card].due.astimezone().date() <= day]
    due.sort(key=lambda card: known[card].recalled)
    seen = sum(at == day > first[card] for card, (_, at) in latest.items())  # looked at again today
    new = max(0, min(share - today, len(cards) - len(first)))
    right = sum(right for right, _ in latest.values())
    return Plan(len(cards), len(first), right, new, wrong, tuple(due[: max(0, max(share, HALF) - seen)]))
