"""Tests against CR; the order of what happens; when something must be said, and by whom: asked of cases."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.quizzes.makers import in_order
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import TITLES, asker, battle, because, close, less, some
from shoot_cli.rules.reikhammer.steps.facts import KNOWN
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


STEPS = (
    "the formation and its action are named and tested",
    "the enemy formation or the tile is named",
    "those without line of fire, range or ammo are left out",
    "Shock suppresses units of the shooters",
    "the target gains 1 Shock",
    "the cover penalty is taken or refused",
    "the dice to hit are rolled",
    "a crossfire is claimed",
    "the normal hits are allocated",
    "the normal hits are saved",
    "the macro hits are allocated",
    "it is seen whether the target is broken",
)
MACRO_STEPS = (
    "normal hits are allocated",
    "normal hits are saved",
    "units without integrity are removed",
    "macro hits are allocated",
    "macro hits are saved, where a unit can",
    "the formation is seen to be broken or not",
)
PHASES = (
    "both sides roll for strategy",
    "the winner says who goes first",
    "formations act in turn",
    "formations with Shock try to rally",
)
KINDS_OF_HITS = (
    "AP hits that gave up the units in cover",
    "AT hits that gave up the units in cover",
    "other AP hits",
    "other AT hits",
    "other AA hits",
    "macro hits",
)


OWNERS = {ATTACKER: "the attacker", DEFENDER: "the defender"}


def owner(key: str) -> str:
    """Whose question this is."""
    return next(OWNERS[question.owner] for question in KNOWN if question.key == key)


# Moments -------------------------------------------------------------------------------------------------------------


def cover(source: Source) -> Quiz:
    size = source.one((4, 5, 6))
    covered = source.one((1, 2, 3, size, size))
    who = f"All {size}" if covered == size else f"{covered} of the {size}"
    verb = "is" if covered == 1 else "are"
    text = f"{who} units of the target {verb} in cover. When does the attacker say whether he ignores it?"
    before, never = "before each roll to hit", "never: he cannot ignore it"
    options = (before, "when the hits are allocated", "when he sees how many of the dice have hit", never)
    why = "all are in cover" if covered == size else "the value to hit hangs on it, group by group"
    right = never if covered == size else before
    return source.quiz(text, right, options, f"{why}: {right}", {"covered": covered, "units": size}, most=5)


def naming(source: Source) -> Quiz:
    """A die that is thrown before the action is named has failed."""
    n, face, named = source.one((3, 4, 5)), source.one((1, 2, 3, 4, 5)), source.one((True, True, False))
    formation = f"a formation with CR {n} and no Shock, without retaining the initiative"
    text = f"A player names an Advance for {formation}, and then rolls {face}. What does it do?"
    if not named:
        text = f"A player rolls {face} for {formation}, and then names an Advance. What does it do?"
    options = ("it Advances", "it Holds, with 1 Shock more", "it Holds, without Shock", "nothing at all this turn")
    need = charts.to_act(n, False, False)
    right = options[0] if named and need.met_by(face) else options[1]
    why = f"CR {n}, roll {face}" if named else "rolled before the action was named, which fails"
    return source.quiz(text, right, options, f"{why}: {right}", {"rating": n, "face": face, "named": named}, most=5)


EVENTS = {
    "has completed the first move of its Double": True,
    "has completed the second move of its March": True,
    "has completed the move of its Advance, and is about to shoot": True,
    "has unloaded troops": True,
    "has failed its action test, and Holds where it stands": False,
    "takes Sustained Fire, and has not moved": False,
    "has shot after its Advance": False,
    "has rallied in the end phase": False,
}


def answering(source: Source) -> Quiz:
    event = source.one(EVENTS)
    text = f"An enemy formation in sight and in range {event}. May a formation on overwatch fire at it now?"
    options = ("yes", "no", "yes, at -1 to hit", "only if it passes an action test")
    why = "a completed move, or unloading, and nothing else"
    right = options[not EVENTS[event]]
    return source.quiz(text, right, options, f"{why}: {right}", {"event": event}, most=5)


def when_it_shoots(source: Source) -> Quiz:
    names = (charts.OVERWATCH, charts.OVERWATCH, charts.SUSTAINED, charts.ADVANCE, charts.DOUBLE)
    name = source.one(names)
    text = f"A formation takes the action {TITLES[name]}. When does it shoot?"
    later = "later, out of the order of actions"
    moves = ("in this action, without a move", "in this action, after one move", "in this action, after two moves")
    right = later if name == charts.OVERWATCH else moves[charts.ACTIONS[name].moves]
    why = "in answer to an enemy's move" if name == charts.OVERWATCH else f"{TITLES[name]} does not wait, as Overwatch"
    return source.quiz(text, right, (later, *moves), f"{why}: {right}", {"action": name}, most=5)


OVER = {
    "One weapon has fired, another has yet to": False,
    "The normal hits are saved, and macro hits are still to come": False,
    "All hits are saved, macro hits too": True,
}


def broken_now(source: Source) -> Quiz:
    moment, left = source.one((*OVER, *(moment for moment in OVER if OVER[moment]))), source.one((3, 4, 5, 6))
    shock = max(left + source.one((-2, -1, 0, 1)), 1)
    text = f"{moment}. The target has {left} units left, and Shock {shock} with everything counted so far. "
    text += "Is it broken now?"
    options = ("yes", "no", "that is seen later", "only if it fails a test")
    right = options[shock < left] if OVER[moment] else options[2]
    why = f"Shock {shock} on {left} units" if OVER[moment] else "once, when the whole attack is over"
    facts: dict[str, object] = {"moment": moment, "left": left, "shock": shock}
    return source.quiz(text, right, options, f"{why}: {right}", facts, most=5)


UNDER_FIRE = {
    "nobody has worked out yet which attackers are suppressed": 0,
    "all attackers in range turn out to be suppressed": 0,
    "the first die to hit is about to be rolled": 1,
    "all dice to hit have missed": 1,
    "two of its units have failed a save, but none is destroyed": 1,
}


def shock_by_now(source: Source) -> Quiz:
    source.as_usual("shock_on_fire", "shock_per_failed_save")
    moment, before = source.one(UNDER_FIRE), source.one((0, 1, 2, 3))
    right = before + UNDER_FIRE[moment]
    text = f"A formation with Shock {before} is shot at, and {moment}. What Shock has it at that moment?"
    why = "+1 before the dice" if UNDER_FIRE[moment] else "nobody is known to be able to fire"
    because = f"Shock {before}, {why}: {right}"
    wrong = close(source, right, before, before + 1, before + 2)
    facts = {"moment": moment, "before": before}
    return source.quiz(text, right, wrong, because, facts)


def rallying(source: Source) -> Quiz:
    shock, broken, near = source.one((0, 1, 2, 3, 4)), source.one((False, True)), source.one((False, True))
    broken, ending = broken and shock > 0, source.one((True, True, True, False))
    state = f"has Shock {shock}{' and is broken' if broken else ' and is not broken'}" if shock else "has no Shock"
    when = "The end phase has come" if ending else "Formations take their actions, and the end phase is still to come"
    where = "within 8 tiles" if near else "farther than 8 tiles"
    text = f"{when}. A formation {state}; the nearest enemy is {where}. Does it try to rally now, and how?"
    rating = 5
    worse = rating - (charts.to_rally(rating, broken, near).target or 0)
    right = "no" if not (shock and ending) else f"yes, at -{worse} to its CR" if worse else "yes, at its CR"
    options = ("no", "yes, at its CR", "yes, at -1 to its CR", "yes, at -2 to its CR", "yes, at -3 to its CR")
    told = [f"Shock {shock}", *(["-2 broken"] if broken else []), *(["-1 an enemy within 8 tiles"] if near else [])]
    why = ", ".join(told) if ending else "the end phase, and no other"
    facts: dict[str, object] = {"shock": shock, "broken": broken, "near": near, "ending": ending}
    return source.quiz(text, right, options, f"{why}: {right}", facts, most=5)


# Whose word it is ----------------------------------------------------------------------------------------------------


def odd_hit(source: Source) -> Quiz:
    n, near, far = source.one((1, 3, 3, 2, 4)), 4, source.one((4, 4, 6))
    text = f"{some(n, 'AP hit')} on two units of infantry, {near} and {far} tiles from the shooters; both can be given "
    text += "them. Who says which unit takes more?"
    nearer, as_many = "nobody: the nearer one does", "nobody: both take as many"
    right = as_many if n % 2 == 0 else nearer if far > near else owner("order")
    why = f"{n} on 2 units, {'equally near' if near == far else 'the nearer first'}"
    return source.quiz(
        text, right, (*OWNERS.values(), nearer, as_many), f"{why}: {right}", {"hits": n, "far": far}, most=5
    )


def suppressed(source: Source) -> Quiz:
    shock, near, far = source.one((1, 1, 1, 2)), 5, source.one((5, 5, 7))
    text = (
        f"A formation with Shock {shock} shoots. Two of its units could fire, {near} and {far} tiles from the target. "
    )
    text += "Who says which is suppressed?"
    farther, both = "nobody: the farther one is", "nobody: both are"
    right = both if shock > 1 else farther if far > near else owner("suppressed")
    why = f"Shock {shock}, {'equally far' if near == far else 'the farther first'}"
    options = (*OWNERS.values(), farther, both)
    return source.quiz(text, right, options, f"{why}: {right}", {"shock": shock, "far": far}, most=5)


def value_fired(source: Source) -> Quiz:
    ap, at = source.one((3, 4, 5)), source.one((None, 2, 3))
    weapon = f"AP {ap} and AT {at}" if at else f"AP {ap}, but no AT,"
    text = f"A weapon with {weapon} fires at infantry and tanks together. Who says whether it rolls against AP or AT?"
    alone, both = "nobody: it is AP", "nobody: it rolls for both"
    right = owner("value") if at else alone
    why = "one of its values" if at else "it has no other value"
    options = (*OWNERS.values(), alone, both)
    return source.quiz(text, right, options, f"{why}: {right}", {"both": at is not None}, most=5)


DRILLS = (
    Drill("toughness", "RH-ACT-1", action_test, 3),
    Drill("toughness", "RH-SHOCK-5", shocked_test, 2),
    Drill("toughness", "RH-RALLY-1", rally_test, 2),
    Drill("decision", "RH-TURN-1", strategy, 2),
    Drill("order", "RH-SEQ", in_order(STEPS, "an attack"), 3),
    Drill("order", "RH-MW-1", in_order(MACRO_STEPS, "an attack with macro-weapons"), 1),
    Drill("order", "RH-TURN-1", in_order(PHASES, "a turn"), 2),
    Drill("order", "RH-ALLOC-5", in_order(KINDS_OF_HITS, "the hits that are allocated"), 1),
    Drill("decision", "RH-COV-1", cover, 2),
    Drill("decision", "RH-ACT-1", naming, 2),
    Drill("decision", "RH-OW-2", answering, 3),
    Drill("decision", "RH-OW-1", when_it_shoots, 2),
    Drill("decision", "RH-BRK-1", broken_now, 3),
    Drill("decision", "RH-SHOCK-1", shock_by_now, 2),
    Drill("decision", "RH-RALLY-1", rallying, 2),
    Drill("decision", "RH-ALLOC-2", odd_hit, 1),
    Drill("decision", "RH-SUP-1", suppressed, 1),
    Drill("decision", "RH-HIT-1", value_fired, 2),
)
