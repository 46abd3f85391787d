"""Questions about units and models: which may shoot, which may be shot at, who takes a Wound."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from shoot_cli.core.pools import Line, Rank
from shoot_cli.core.quizzes import Drill, NothingToAsk, Pair, Quiz, Source
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh.drill.old_meeting import TARGET, Meet, a, a_unit, arm, at_models, at_table, face, met
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle, Company
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps.allocate import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import attack_of, begin_attack
from shoot_cli.rules.seventh.steps.nominate import boosts, focused, targets, why_not_nominated
from shoot_cli.rules.seventh.steps.target import NO_FEAR, why_no_target
from shoot_cli.rules.seventh.steps.turns import battle_of
from shoot_cli.rules.seventh.steps.weapon import why_closed
from shoot_cli.rules.seventh.vehicle_charts import FLAT_OUT, SMOKE


def drawn(source: Source) -> Battle:
    """Two armies at the beginning of a battle."""
    if not source.pairs:
        raise NothingToAsk
    pair: Pair = source.one(source.pairs)
    return battle_of(pair.shooter, pair.target)


def marked(b: Battle, side: int, at: int, *names: str) -> Battle:
    company: Company = b.sides[side].companies[at]
    for name in names:
        company = company.with_mark(Mark(name))
    return replaced(b, side, at, company)


# Who may shoot --------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """A line of the chart of 7E-NOM-3. ``fits``: which units can be so."""

    row: int | None  # None: it stands in no line, as it forbids nothing
    mark: str
    words: str
    of: str = "any"  # "foot"; "tank": one that can go Flat Out; "bike"; "smoke": with launchers


STATES = (
    State(1, marks.LOCKED, "is locked in close combat", "foot"),
    State(2, marks.RAN, "ran this phase", "foot"),
    State(3, FLAT_OUT, "moved Flat Out this phase", "tank"),
    State(3, marks.TURBO, "turbo-boosted this phase", "bike"),
    State(4, SMOKE, "used its smoke launchers this turn", "smoke"),
    State(6, marks.OFF, "is in Reserve"),
    State(8, marks.GROUNDED, "has gone to ground", "foot"),
    State(9, marks.JINKED_SHOOTS, "jinked in the enemy's last turn", "bike"),
    State(10, marks.FALLING_BACK, "is falling back", "foot"),
    State(11, marks.REGROUPED, "regrouped this turn", "foot"),
    State(15, marks.BAILED_OUT, "failed the Leadership test for its damaged transport last turn", "foot"),
    State(None, marks.SMOKED, "used its smoke launchers last turn", "smoke"),
    State(None, "", "lost half its models in the enemy's last turn", "foot"),
)
TRIES = 60  # pairs of armies
CANNOT, SNAP, USUAL = "no, it cannot", "yes, but only Snap Shots", "yes, as usual"


def is_a(company: Company, of: str) -> bool:
    unit = company.unit.value
    tank = unit.vehicle and not unit.of_type("Walker")
    if of == "foot":
        return unit.type.startswith("Infantry") and not focused(company) and not unit.has("Fearless")
    if of == "smoke":
        return unit.has("Smoke Launchers")
    return of == "any" or (of == "tank" and tank and not unit.of_type("Heavy")) or (of == "bike" and boosts(company))


def may_shoot(source: Source) -> Quiz:
    b = drawn(source)
    able = [i for i, c in enumerate(b.sides[0].companies) if not why_not_nominated(b, i)]
    found = [(i, state) for state in STATES for i in able if is_a(b.sides[0].companies[i], state.of)]
    aim = next((i for i, c in enumerate(b.sides[1].companies) if c.ranks and not why_no_target(c.unit.value)), None)
    if not found or aim is None:
        raise NothingToAsk
    state = source.one(sorted({state for _, state in found}, key=lambda state: state.words))
    at = source.one(i for i, other in found if other == state)
    if state.mark:
        b = marked(b, 0, at, state.mark)
    unit = b.sides[0].companies[at].unit.value
    closed = why_not_nominated(b, at)
    if closed:
        right, why = CANNOT, closed[0].text
    else:
        attack = begin_attack(b.but(unit=at, target=aim), at_table())
        right, why = (SNAP, attack.snap_only) if attack.snap_only else (USUAL, "nothing forbids it")
    fearless = state.mark == marks.REGROUPED
    known = f" with {NO_FEAR}" if fearless and unit.has(NO_FEAR) else " without special rules" if fearless else ""
    text = f"{unit.name}, a unit{known} that {state.words}: may it shoot now?"
    others = [CANNOT, SNAP, USUAL, "yes, but only at the nearest"]
    facts = {"state": state.words, "no_fear": unit.has(NO_FEAR)}
    cell = None if state.row is None or right == USUAL else (state.row, 2)
    return source.quiz(text, right, others, f"{why}: {right}", facts, cell=cell)


def once_each(source: Source) -> Quiz:
    b = drawn(source)
    able = [i for i in range(len(b.sides[0].companies)) if not why_not_nominated(b, i)]
    if len(able) < 4:
        raise NothingToAsk
    few = source.random.sample(able, 4)
    words = [
        "fired all its weapons",
        "fired one of its two weapons before another unit was picked",
        "held its fire when it was picked",
    ]
    source.random.shuffle(words)
    names = [b.sides[0].companies[i].unit.value.name for i in few]
    b = b.but(done=tuple(sorted(few[1:])))
    (right,) = (name for i, name in zip(few, names, strict=True) if not why_not_nominated(b, i))
    said = [(right, "not picked so far"), *zip(names[1:], words, strict=True)]
    source.random.shuffle(said)
    text = f"{'; '.join(f'{name} ({what})' for name, what in said)}. Which of them can be picked to shoot next?"
    because = "each unit once, all its shooting before the next is picked"
    return source.quiz(text, right, names[1:], because, {"said": tuple(said)})


# What may be shot at --------------------------------------------------------------------------------------------------

HARMLESS = (
    (marks.FALLING_BACK, "falling back"),
    (marks.GROUNDED, "gone to ground"),
    ("", "behind a wood, seen through the trees"),
    ("", "fresh from a combat just won"),
)
FORBIDDEN = {
    "7E-TGT-3": (marks.LOCKED, "locked in close combat"),
    "7E-TGT-7": (marks.EMBARKED, "inside a transport that you see"),
}


def not_a_target(source: Source) -> Quiz:
    """Of four enemy units, the one that cannot be chosen, or the only one that can."""
    b = drawn(source)
    able = [i for i, c in enumerate(b.sides[1].companies) if c.ranks and c.unit.value.type.startswith("Infantry")]
    if len(able) < 4:
        raise NothingToAsk
    mark, words = FORBIDDEN[source.rule]
    if mark == marks.EMBARKED and not any(c.unit.value.capacity for c in b.sides[1].companies):
        raise NothingToAsk
    few = source.random.sample(able, 4)
    harmless = source.random.sample(HARMLESS, 3)
    one_only = source.random.random() < 0.4
    said = [(mark, words), *([(mark, words)] * 2 if one_only else harmless[:2]), harmless[2]]
    for i, (name, _) in zip(few, said, strict=True):
        b = marked(b, 1, i, name) if name else b
    open_ = {option.value for option in targets(b) if not option.closed}
    names = [b.sides[1].companies[i].unit.value.name for i in few]
    wanted = [name for name in names if (name in open_) == one_only]
    (right,) = wanted
    lines = [(name, what) for name, (_, what) in zip(names, said, strict=True)]
    source.random.shuffle(lines)
    asked = "Which is the only one that may be shot at?" if one_only else "Which of them may not be shot at?"
    text = f"All four are near enough: {'; '.join(f'{name} ({what})' for name, what in lines)}. {asked}"
    why = f"the others are {words}" if one_only else f"{words}: never a target"
    facts = {"said": tuple(lines), "open": one_only}
    return source.quiz(text, right, names, why, facts)


def embarked(source: Source) -> Quiz:
    """In an army that has transports; drawn until there is one, if any of them has."""
    for _ in range(TRIES):
        with suppress(NothingToAsk):
            return not_a_target(source)
    raise NothingToAsk


GUNS = ("bolt pistol", "shoota", "boltgun", "pulse rifle", "heavy bolter", "autocannon", "battle cannon")


def in_range(source: Source) -> Quiz:
    """The nearest that is seen counts, and exactly the range is in range."""
    guns = [arm(name) for name in GUNS]
    if source.own:
        b = drawn(source)
        guns = [
            w
            for c in b.sides[0].companies
            for w in c.unit.value.weapons()
            if w.range and w.range < 100 and not w.has("Barrage") and not w.has("Homing")
        ]
    reach: dict[float, Weapon] = {}
    for gun in guns:
        reach.setdefault(gun.range or 0, gun)
    ranges = sorted(reach)
    if len(ranges) < 3:
        raise NothingToAsk
    few = sorted(source.random.sample(ranges, min(4, len(ranges))))
    silent = source.one((True, False))  # asked for the one that cannot fire, or for the one that can
    seen, hidden = (few[0] + 1, max(1, few[0] - 1)) if silent else (few[-2] + 1, few[-2] - 1)
    target = attack_of(Unit("Squad", "Infantry", ()), TARGET).but(distance=seen)
    found = [
        reach[inches].name
        for inches in few
        if bool(why_closed(with_gun(target, reach[inches]), reach[inches])) == silent
    ]
    (right,) = found
    listed = ", ".join(f'{reach[inches].name} {inches:g}"' for inches in few)
    asked = "Which of these weapons cannot fire?" if silent else "Which of these weapons can fire?"
    text = (
        f'The nearest enemy model, {hidden:g}" away, is hidden; the nearest that is seen stands {seen:g}" away. '
        f"Ranges: {listed}. {asked}"
    )
    because = f'{seen:g}" to the nearest model in sight: {right}'
    others = [reach[inches].name for inches in few if reach[inches].name != right]
    facts = {"seen": seen, "silent": silent, "ranges": tuple((reach[inches].name, inches) for inches in few)}
    return source.quiz(text, right, others, because, facts)


def with_gun(s: Attack, weapon: Weapon) -> Attack:
    return attack_of(a_unit(weapon), s.target.value).but(distance=s.distance)


def idle(source: Source) -> Quiz:
    n = source.one(range(5, 11))
    near, split = source.random.randint(2, n - 2), source.random.random() < 0.3
    first = ", and one that does not see B shoots at A first" if split else ""
    text = (
        f"A unit of {n} models{' with Split Fire' if split else ''}: all of them see enemy A, only {near} of them see "
        f"enemy B. It shoots at B{first}. How many models shoot in all?"
    )
    right = near + split
    why = (
        f"{near} at B and one, by Split Fire, at A: {right}"
        if split
        else f"one target for all: {near} shoot, {n - near} do nothing"
    )
    wrong = [str(x) for x in (n, near + (not split), n - near, near - 1, near + 2) if x != right and x > 0]
    return source.quiz(text, right, wrong, why, {"n": n, "see": near, "split": split})


# Who takes a Wound ---------------------------------------------------------------------------------------------------

NOBODY_JUMPS = "Nobody tries Look Out, Sir."


def kinds_of(source: Source) -> list[tuple[str, int, int]]:
    """Names and Wounds of models of one unit, and how many there are of each at most, in some order."""
    if source.own:
        meet = source.meeting(
            lambda shooter, target: (
                [] if target.vehicle or len(target.models) < 2 else [(target, float(sum(n for _, n in target.models)))]
            )
        )
        kinds = [(model.name, model.wounds, min(n, 3)) for model, n in meet.models][:4]
    else:
        kinds = source.one(
            (
                [("Boy", 1, 3), ("Boy with rokkit", 1, 2), ("Nob", 2, 1)],
                [("Guardsman", 1, 3), ("Sergeant", 1, 1), ("Heavy Weapons Team", 2, 2), ("Plasma gunner", 1, 1)],
                [("Marine", 1, 3), ("Meltagunner", 1, 2), ("Sergeant", 1, 1)],
            )
        )
        kinds = list(kinds)
    source.random.shuffle(kinds)
    return kinds


def line_of(models: list[tuple[str, int, int]]) -> Line:
    """(name, how many, Wounds of each), nearest first, as they take Wounds."""
    return Line(tuple(Rank(name, n, left) for name, n, left in models))


def closest(source: Source) -> Quiz:
    """7E-ALC-1, of models within sight and range."""
    kinds = kinds_of(source)
    inches = sorted(source.random.sample(range(5, 20), len(kinds)))
    line = line_of([(name, 1, wounds) for name, wounds, _ in kinds])
    front = line.front()
    assert front is not None
    right = front[0]
    said = [*zip([name for name, *_ in kinds], inches, strict=True)]
    source.random.shuffle(said)
    other = source.one(name for name, *_ in kinds[1:])
    firer = dict(said)[other]
    listed = ", ".join(f'{name} {n}"' for name, n in said)
    text = (
        f"Measured from the nearest model of the firing unit: {listed}. The model whose shot wounds stands "
        f'{firer}" from the {other} and farther from the others. {NOBODY_JUMPS} Who takes the Wound?'
    )
    because = f'the closest to the firing unit: {right}, {inches[0]}"'
    others = [other, *(name for name, *_ in kinds if name != other), "whom the shooter picks", "whom the owner picks"]
    return source.quiz(text, right, others, because, {"said": tuple(said), "firer": firer, "near": other})


def eligible_closest(source: Source) -> Quiz:
    kinds = kinds_of(source)
    if len(kinds) < 2:
        raise NothingToAsk
    hidden = source.random.randint(1, len(kinds) - 1)
    inches = sorted(source.random.sample(range(5, 20), len(kinds)))
    why_not = [
        source.one(("seen by nobody who fires this weapon", "hidden from all who fire this weapon"))
        for _ in range(hidden)
    ]
    front = line_of([(name, 1, wounds) for name, wounds, _ in kinds[hidden:]]).front()
    assert front is not None
    right = front[0]
    said = [
        (name, n, why_not[i] if i < hidden else "seen")
        for i, ((name, *_), n) in enumerate(zip(kinds, inches, strict=True))
    ]
    lines = "; ".join(f'{name} {n}", {what}' for name, n, what in said)
    text = f"All are within range: {lines}. {NOBODY_JUMPS} Who takes the next Wound?"
    because = f"the closest that a firer sees: {right}"
    others = [kinds[0][0], *(name for name, *_ in kinds), "nobody: it is lost"]
    facts = {"said": tuple((name, n, what == "seen") for name, n, what in said)}
    return source.quiz(text, right, others, because, facts)


def until_it_falls(source: Source) -> Quiz:
    kinds = kinds_of(source)
    few = [(name, source.random.randint(1, most), wounds) for name, wounds, most in kinds]
    most = sum(n * wounds for _, n, wounds in few)
    lost = source.random.randint(0, min(most - 1, 5))
    front = line_of(few).but(lost=lost).front()
    assert front is not None
    right = front[0]
    listed = ", then ".join(f"{n} x {name} with {wounds} Wound{'s' * (wounds > 1)}" for name, n, wounds in few)
    number = ("first", "second", "third", "fourth", "fifth", "sixth")[lost]
    text = (
        f"Nearest first stand {listed}. No save is made and nothing slays outright. {NOBODY_JUMPS} "
        f"Who takes the {number} Wound?"
    )
    because = f"each Wound goes to the closest until it falls: {right}"
    others = [*(name for name, *_ in kinds), "whom the owner picks", "whom the shooter picks"]
    return source.quiz(text, right, others, because, {"models": tuple(few), "lost": lost})


def leads(meet: Meet) -> bool:
    others = sum(n for _, n in meet.target.models) > 1 or meet.model.independent
    return at_models(meet) and meet.model.character and others


def look_out_sir(source: Source) -> Quiz:
    meet = met(source, leads)
    independent = source.one((True, False)) if meet is None else meet.model.independent
    who = (
        ("an Independent Character" if independent else "a Sergeant (a character)")
        if meet is None
        else a(meet.model.name)
    )
    if meet is not None:
        who = f"{who} ({'an Independent Character' if independent else 'a character'})"
    apart = source.one((2, 4, 5, 6, 6, 8, 9))
    s = attack_of(TARGET, TARGET).but(within_6=apart <= 6)
    kind = s.line.ranks[0].kind.but(character=True, independent=independent)
    right = face(LOOK_OUT[independent]) if may_look_out(s, kind) else "it cannot"
    text = (
        f'A Wound is allocated to {who}; the closest other model of the unit stands {apart}" away. '
        "On which roll does that one take the Wound (Look Out, Sir)?"
    )
    why = (
        f'nobody within 6": {right}'
        if apart > 6
        else f'within 6", {"an Independent Character" if independent else "a character"}: {right}'
    )
    facts = {"independent": independent, "apart": apart}
    return source.quiz(text, right, ["4+", "2+", "it cannot", "3+", "5+"], why, facts)


DRILLS = (
    Drill("eligible", "7E-NOM-3", may_shoot, 3),
    Drill("eligible", "7E-NOM-1", once_each),
    Drill("targets", "7E-TGT-3", not_a_target, 2),
    Drill("targets", "7E-TGT-7", embarked),
    Drill("targets", "7E-TGT-5", in_range, 3),
    Drill("targets", "7E-TGT-1", idle, 2),
    Drill("allocate", "7E-ALC-1", closest, 3),
    Drill("allocate", "7E-ALC-2", eligible_closest, 2),
    Drill("allocate", "7E-ALC-4", until_it_falls, 2),
    Drill("allocate", "7E-ALC-6", look_out_sir, 2),
)
