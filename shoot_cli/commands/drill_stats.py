"""``shoot drill stats``: what the learner knows, by step and rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.armies.agreeing import edition_name
from shoot_cli.core.task import Wrong
from shoot_cli.ui.console import UNREADABLE, console, fail, print_json

if TYPE_CHECKING:
    from shoot_cli.battles import Store
    from shoot_cli.drills.mastery import Mastery
    from shoot_cli.rules import Edition


def stats(ruleset: str | None, rules: bool, json: bool, plain: bool) -> None:
    """Of one ruleset, or of all that anything was answered about. ``rules``: each rule, not only the steps."""
    from shoot_cli.battles import StorageError, Store
    from shoot_cli.rules import RULESETS

    try:
        name = edition_name(ruleset)
        with Store.open() as store:
            found = [(one, of_edition(store, one)) for one in RULESETS if name in (None, one.name)]
    except Wrong as error:
        fail(str(error), json=json)
    except StorageError as error:
        fail(str(error), UNREADABLE, json)
    told = [(one, mastery) for one, mastery in found if mastery.asked or name]
    if json:
        print_json({"rulesets": [as_json(one, mastery) for one, mastery in told]})
        return
    from shoot_cli.ui.mastery import NOTHING, MasteryScreen

    screen = console(plain)
    if not told:
        screen.print(NOTHING)
    more = "All about it: shoot drill stats --ruleset {}" if len(told) > 1 else ""
    for place, (one, mastery) in enumerate(told):
        if place:
            screen.print()
        screen.print(MasteryScreen(one.title, mastery, plain, rules, more.format(one.short)))


def of_edition(store: Store, edition: Edition) -> Mastery:
    from datetime import UTC, datetime

    from shoot_cli.drills.mastery import mastery
    from shoot_cli.drills.memory import Memory

    memory = Memory(store, edition.name)
    answers, cards, now = memory.answers(), memory.cards(), datetime.now(UTC)
    return mastery(
        edition.drill().DRILLS if answers else (),
        edition.rulebook() if answers else (),
        answers,
        {card: known.recalled for card, known in cards.items()},
        level=memory.level(),
        due=sum(known.due <= now for known in cards.values()),
        today=now.astimezone().date(),
    )


def as_json(edition: Edition, found: Mastery) -> dict[str, Any]:
    """All of it, numbers as they are: mastery from 0 to 1, seconds."""
    return {
        "ruleset": edition.name,
        "title": edition.title,
        "asked": found.asked,
        "right": found.right,
        "level": found.level,
        "levels": found.levels,
        "due": found.due,
        "days_in_a_row": found.days,
        "right_in_a_row": found.row,
        "longest_row": found.best,
        "seconds": found.seconds,
        "steps": [
            {
                "part": step.part,
                "title": step.title,
                "mastery": round(step.mastery, 4),
                "asked": step.asked,
                "right": step.right,
                "cards": step.cards,
                "begun": step.begun,
                "rules": [of_rule(rule) for rule in step.rules],
            }
            for step in found.steps
        ],
        "weakest": [rule.rule for rule in found.weakest],
        "kinds": [
            {"kind": kind, "asked": asked, "right": right, "seconds": seconds}
            for kind, asked, right, seconds in found.by_kind
        ],
    }


def of_rule(rule: Any) -> dict[str, Any]:
    return {
        "rule": rule.rule,
        "title": rule.title,
        "mastery": round(rule.mastery, 4),
        "asked": rule.asked,
        "right": rule.right,
    }
