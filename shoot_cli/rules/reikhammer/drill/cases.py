"""Tests against CR; when something must be said, and by whom: the answers of ``cases.toml``."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import Known, asker, battle, less, number
from shoot_cli.rules.reikhammer.steps.facts import KNOWN
from shoot_cli.rules.reikhammer.steps.turns import roll_for_strategy

OWNERS = {ATTACKER: "the attacker", DEFENDER: "the defender"}


def owner(key: str) -> str:
    """Whose question this is."""
    return next(OWNERS[question.owner] for question in KNOWN if question.key == key)


# Tests ---------------------------------------------------------------------------------------------------------------


def rating_met(source: Source) -> int:
    return source.meeting(lambda shooter, target: ((shooter.rating, 1),)) or source.one((2, 3, 4, 5))


def six_passes(source: Source) -> bool:
    return source.settings["cr_six_passes"] == "true"


def faces(*numbers: int) -> list[str]:
    return [less(n) for n in numbers if 1 <= n <= charts.MOST]


def action_test(source: Source, rating: int, shock: int, retaining: bool = False) -> Known:
    return number(charts.to_act(rating, shock > 0, retaining, six_passes(source)))


def rally_test(source: Source, rating: int, broken: bool, near: bool) -> Known:
    return number(charts.to_rally(rating, broken, near, six_passes(source)))


def rating_as_it_is(rating: int) -> list[str]:
    return faces(rating)


def every_shock_counted(rating: int, shock: int, retaining: bool = False) -> list[str]:
    return faces(rating - shock - retaining)


def rating_and_one(rating: int) -> list[str]:
    return faces(rating + 1)


def tests(rating: int) -> list[str]:
    return faces(rating, rating - 1, rating - 2, rating + 1, rating - 3)


def strategy_rolls(source: Source) -> tuple[list[int], list[int]]:
    """Ratings and faces, mine first."""
    ratings = [source.random.randint(1, 4) for _ in range(2)]
    return ratings, [source.random.randint(1, 6) for _ in range(2)]


def who_goes_first(source: Source, ratings: list[int], faces: list[int], won: int) -> Known:
    """``won``: who did so last time, -1 in the first turn."""
    last = None if won < 0 else won
    b = battle(source).but(begun=False, ratings=tuple(ratings), won=last, turn=1 if last is None else 2)
    sides = b.sides[0].but(name="yours"), b.sides[1].but(name="theirs")
    after = roll_for_strategy(b.but(sides=sides), asker(source.settings, faces))
    return {
        "answer": after.won if after.begun else None,
        "mine": ratings[0] + faces[0],
        "theirs": ratings[1] + faces[1],
    }


# Moments -------------------------------------------------------------------------------------------------------------


def when_cover_is_ignored(units: int, covered: int) -> Known:
    return {"covered": min(covered, units), "all": covered >= units}


def advances(rating: int, face: int, named: bool) -> bool:
    return named and charts.to_act(rating, False, False).met_by(face)


def moves_before_it_shoots(action: str) -> int:
    """-1: it waits."""
    return -1 if action == charts.OVERWATCH else charts.ACTIONS[action].moves


def shock_near_breaking(source: Source, left: int) -> int:
    return max(left + source.one((-2, -1, 0, 1)), 1)


def broken_now(over: bool, left: int, shock: int) -> str:
    return "that is seen later" if not over else "yes" if shock >= left else "no"


def shock_by_now(before: int, more: int) -> Known:
    return {"answer": before + more, "one": 1}


def rallies(shock: int, breaking: bool, near: bool, ending: bool) -> Known:
    broken, rating = breaking and shock > 0, 5
    worse = rating - (charts.to_rally(rating, broken, near).target or 0)
    yes = f"yes, at -{worse} to its CR" if worse else "yes, at its CR"
    return {"answer": yes if shock and ending else "no", "broken": broken, "some": shock > 0}


# Whose word it is ----------------------------------------------------------------------------------------------------


def who_takes_the_odd_hit(hits: int, far: int) -> str:
    """The near one stands at 4 tiles."""
    return (
        "nobody: both take as many" if hits % 2 == 0 else "nobody: the nearer one does" if far > 4 else owner("order")
    )


def who_says_who_is_suppressed(shock: int, far: int) -> str:
    """The near one stands at 5 tiles."""
    return "nobody: both are" if shock > 1 else "nobody: the farther one is" if far > 5 else owner("suppressed")


def who_says_the_value(at: int) -> Known:
    return {"answer": owner("value") if at else "nobody: it is AP", "both": at > 0}
