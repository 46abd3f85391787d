"""Tests against CR, and the strategy roll."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import asker, battle, because, less
from shoot_cli.rules.reikhammer.steps.turns import roll_for_strategy


def rating(source: Source) -> int:
    """A CR: of a formation that is met, or any from 2 to 5."""
    found = source.meeting(lambda shooter, target: ((shooter.rating, 1),)) if source.own else None
    return found or source.one((2, 3, 4, 5))


def action_test(source: Source) -> Quiz:
    n, shock, retaining = rating(source), source.one((0, 1, 2)), source.one((False, True))
    need = charts.to_act(n, shock > 0, retaining, source.settings["cr_six_passes"] == "true")
    keeps = "retains the initiative" if retaining else "does not retain the initiative"
    text = (
        f"A formation with CR {n} and Shock {shock}, whose side {keeps}, tests for an action. What must the die show?"
    )
    right = need.target or 0
    wrong = [
        less(m) for m in (n, n - shock - retaining, n - 1, n - 2, n + 1, 3) if 1 <= m <= charts.MOST and m != right
    ]
    facts = {"rating": n, "shock": shock, "retaining": retaining}
    reasons = because(need, "RH-ACT-1")
    return source.quiz(text, less(need.target), wrong, reasons, facts)


def shocked_test(source: Source) -> Quiz:
    n, shock = rating(source), source.one((1, 2, 3, 4, 5))
    need = charts.to_act(n, shock > 0, False, source.settings["cr_six_passes"] == "true")
    text = f"A formation with CR {n} has Shock {shock} and tests for an action, without retaining the "
    text += "initiative. What must the die show?"
    wrong = [less(m) for m in (n, n - shock, n + 1, n - 2, n - 3) if 1 <= m <= charts.MOST]
    facts = {"rating": n, "shock": shock}
    return source.quiz(text, less(need.target), [*wrong, less(None)], because(need, "RH-SHOCK-5"), facts)


def rally_test(source: Source) -> Quiz:
    n, broken, near = rating(source), source.one((False, True)), source.one((False, True))
    need = charts.to_rally(n, broken, near, source.settings["cr_six_passes"] == "true")
    state = "broken" if broken else "not broken"
    where = "is within 8 tiles" if near else "is farther than 8 tiles"
    text = f"A formation with CR {n} and Shock 2, {state}, tries to rally. The nearest enemy {where}. "
    text += "What must the die show?"
    wrong = [less(m) for m in (n, n - 1, n - 2, n + 1, n - 3) if 1 <= m <= charts.MOST]
    facts = {"rating": n, "broken": broken, "near": near}
    return source.quiz(text, less(need.target), [*wrong, less(None)], because(need, "RH-RALLY-1"), facts)


def strategy(source: Source) -> Quiz:
    names = ("yours", "theirs")
    ratings, faces = (source.random.randint(1, 4), source.random.randint(1, 4)), (0, 0)
    faces = (source.random.randint(1, 6), source.random.randint(1, 6))
    won = source.one((None, 0, 1))
    b = battle(source).but(begun=False, ratings=ratings, won=won, turn=1 if won is None else 2)
    sides = b.sides[0].but(name=names[0]), b.sides[1].but(name=names[1])
    after = roll_for_strategy(b.but(sides=sides), asker(source.settings, faces))
    options = ("you choose", "they choose", "both roll again", "nobody: whoever was first last turn is first again")
    right = options[after.won] if after.begun and after.won is not None else options[2]
    last = "It is the first turn" if won is None else f"{('You', 'They')[won]} won the last strategy roll"
    text = f"{last}. You: rating {ratings[0]}, roll {faces[0]}. They: rating {ratings[1]}, roll {faces[1]}. "
    text += "Who chooses which side goes first?"
    totals = f"{ratings[0] + faces[0]} to {ratings[1] + faces[1]}"
    facts = {"ratings": ratings, "faces": faces, "won": -1 if won is None else won}
    return source.quiz(text, right, options, f"{totals}, the higher total: {right}", facts)


DRILLS = (
    Drill("toughness", "RH-ACT-1", action_test, 3),
    Drill("toughness", "RH-SHOCK-5", shocked_test, 2),
    Drill("toughness", "RH-RALLY-1", rally_test, 2),
    Drill("decision", "RH-TURN-1", strategy, 2),
)
