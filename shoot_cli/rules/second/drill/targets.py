"""At whom a unit may shoot: 2E-TGT, 2E-ARC-1, 2E-ARC-2, 2E-LOS-1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.answers import Reason
from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, Quiz, Source
from shoot_cli.rules.second import charts, targeting
from shoot_cli.rules.second.drill.meeting import (
    TRIES,
    as_usual,
    just_one,
    listed,
    numbers_near,
    thrown,
)
from shoot_cli.rules.second.profiles import CATEGORIES, HUMAN_SIZED, MONSTROUS, SMALLER, VEHICLE
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.targeting import BIG, HEAVY_OR_SPECIAL, SQUAD, Seen

UNSHIPPED = (  # for free drills: categories of which no shipped list has a unit
    ("Nurglings", SMALLER), ("Snotlings", SMALLER), ("Ripper Swarm", SMALLER), ("Lictor", MONSTROUS),
    ("Great Unclean One", MONSTROUS), ("Warbikes", VEHICLE), ("Imperial Guard Squad", HUMAN_SIZED),
)  # fmt: skip
STATES = ("",) * 6 + ("engaged", "broken")
HERO_NAMES = ("Warboss", "Captain", "Farseer", "Commissar")


def enemies(source: Source) -> list[tuple[str, str]]:
    """Names and categories of units of one army, characters left out; in a free drill some that are rarely seen."""
    army = source.one(source.pairs).target
    found = [(unit.name, unit.category) for unit in army.units if unit.type != "Character"]
    return found if source.own else [*found, *source.random.sample(UNSHIPPED, 3)]


def view(source: Source, n: int = 4) -> tuple[Seen, ...]:
    """Some units as a squad sees them, no two equally far off. :raises NothingToAsk: the army has not so many."""
    pool = enemies(source)
    if len(pool) < n:
        raise NothingToAsk
    far = source.random.sample(range(4, 32), n)
    return tuple(
        Seen(
            name, distance, category, in_cover=source.one((False, False, True)), engaged=state == "engaged",
            broken=state == "broken",
        )
        for (name, category), distance in zip(source.random.sample(pool, n), far, strict=True)
        for state in (source.one(STATES),)
    )  # fmt: skip


def hero_names(source: Source) -> list[str]:
    """Characters who may be met; in a free drill, whom everybody knows."""
    if not source.own:
        return [*HERO_NAMES]
    return [unit.name for pair in source.pairs for unit in pair.target.units if unit.type == "Character"]


def told(seen: tuple[Seen, ...]) -> str:
    return "; ".join(map(seen_words, sorted(seen, key=lambda one: one.distance)))


def seen_words(one: Seen) -> str:
    marks = ["all in cover"] * one.in_cover + ["fighting hand to hand"] * one.engaged + ["broken"] * one.broken
    kind = f"{one.category} character" if one.character else one.category
    return f'{one.unit} {one.distance:g}" ({", ".join([kind, *marks])})'


def facts_of(seen: tuple[Seen, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(
        (one.unit, one.distance, one.category, one.in_cover, one.engaged, one.broken, one.character) for one in seen
    )


def named(text: str, legal: Callable[..., tuple[tuple[Reason, ...], ...]], character: bool = False) -> Maker:
    """Which of the units may be named, or which may not: whichever is one alone.

    ``legal``: (units, how characters are read) -> for each unit why not.
    """

    def make(source: Source) -> Quiz:
        for _ in range(TRIES):
            seen = view(source)
            if character:
                heroes = hero_names(source)
                if not heroes:
                    raise NothingToAsk
                hero = Seen(source.one(heroes), source.random.randint(4, 30), HUMAN_SIZED, character=True)
                seen = (hero, *seen[1:])
                if len({one.distance for one in seen}) < len(seen):
                    continue
            why = legal(seen, source.settings["character_targeting"])
            if character and why == legal(seen, "free"):
                continue  # it does not hang on the rule
            quiz = asked(source, text, seen, why)
            if quiz is not None:
                return quiz
        raise NothingToAsk

    return make


def asked(source: Source, text: str, seen: tuple[Seen, ...], why: tuple[Any, ...]) -> Quiz | None:
    """None unless one unit alone may be named, or one alone may not, and that for the rule's reason."""
    may = [one for one, reasons_ in zip(seen, why, strict=True) if not reasons_]
    may_not = [one for one, reasons_ in zip(seen, why, strict=True) if reasons_]
    if not may or not may_not or 1 not in (len(may), len(may_not)):
        return None
    if len(may) != 1 and source.one((True, False)):  # otherwise nearly every question is about who may not
        return None
    first = {one.unit: reasons_[0] for one, reasons_ in zip(seen, why, strict=True) if reasons_}
    if len(may) == 1:
        right, ask = may[0], "may"
        others = "; ".join(dict.fromkeys(reason.text for reason in first.values()))
        because = f"only {right.unit}: {others}"
    else:
        right, ask = may_not[0], "may not"
        because = f"{right.unit}: {first[right.unit].text}"
        if first[right.unit].rule != source.rule:
            return None
    question = text.format(which="may be named" if ask == "may" else "may not be named")
    facts = {"ask": ask, "seen": facts_of(seen)}
    wrong = [one.unit for one in seen if one is not right]
    return source.quiz(question, right.unit, wrong, because, facts, situation=f"Seen: {told(seen)}")


def by_squad(seen: tuple[Seen, ...], characters: str) -> tuple[tuple[Reason, ...], ...]:
    return targeting.legal_targets(seen, shooter=SQUAD, character_targeting=characters)


def heavy(source: Source) -> Quiz:
    """What a heavy weapon may shoot at besides what its squad shoots at."""
    for _ in range(TRIES):
        try:
            seen = view(source, 5)
        except NothingToAsk:
            seen = view(source, 4)
        open_to_all = [one for one, why in zip(seen, by_squad(seen, "closest_only"), strict=True) if not why]
        if not open_to_all:
            continue
        squad = source.one(open_to_all)
        why = targeting.legal_targets(
            seen, shooter=HEAVY_OR_SPECIAL, squad_target=squad.unit,
            heavy_special_target=source.settings["heavy_special_target"],
        )  # fmt: skip
        rest = [(one, reasons_) for one, reasons_ in zip(seen, why, strict=True) if one is not squad]
        may = [one for one, reasons_ in rest if not reasons_]
        group = targeting.group_of(squad.category)
        if len(may) != 1 or may[0].broken or may[0].engaged or not any(one for one, w in rest if w):
            continue
        nearer = sum(targeting.group_of(one.category) != group for one, _ in rest)
        if nearer < 2:
            continue  # it would be the only one of its group
        situation = f"Seen: {told(seen)}"
        text = f"The squad shoots at {squad.unit}. Which other target may its lascannon take instead?"
        words = "big" if group != BIG else "troops"
        because = f"{may[0].unit}: the nearest of the other group, the {words}"
        facts = {"seen": facts_of(seen), "squad": squad.unit}
        wrong = [one.unit for one, reasons_ in rest if reasons_]
        return source.quiz(text, may[0].unit, wrong, because, facts, situation=situation)
    raise NothingToAsk


def category(source: Source) -> Quiz:
    """As what a unit counts when targets are chosen."""
    name, kind = source.one(enemies(source))
    rows = [row[0] for row in next(rule.chart for rule in RULES if rule.id == "2E-TGT-1")]
    group = "the big ones" if targeting.group_of(kind) == BIG else "the troops"
    because = f"{name}: {kind}, one of {group}"
    wrong = [other for other in CATEGORIES if other != kind]
    text = f"A squad chooses its target. As what do {name} count?" if name.endswith("s") else (
        f"A squad chooses its target. As what does a unit called {name} count?"
    )  # fmt: skip
    return source.quiz(text, kind, wrong, because, {"unit": name}, cell=(rows.index(kind), 0))


def under_marker(source: Source) -> Quiz:
    """More than half of the models under it."""

    def draw() -> tuple[int, int]:
        return source.random.randint(1, 5), source.random.randint(1, 5)

    def words(split: tuple[int, int]) -> str:
        return f"{split[0]} of the target, {split[1]} of others"

    right, wrong = just_one(draw, lambda split: targeting.marker_legal(*split) is None, words)
    because = f"{right[0]} of {sum(right)} are the target's: more than half"
    text = "Models under a blast marker. Where may it lie?"
    facts = {"splits": tuple(map(words, (right, *wrong)))}
    return source.quiz(text, words(right), map(words, wrong), because, facts)


def finding(source: Source) -> Quiz:
    """Who finds a hidden model."""

    def draw() -> tuple[int, int, bool]:
        return (
            source.random.randint(1, 30 if source.one((True, False)) else 8),
            source.random.randint(2, 7),
            source.one((True, False, False)),
        )

    def words(enemy: tuple[int, int, bool]) -> str:
        return f'Initiative {enemy[1]}, {enemy[0]}" away' + (", with a scanner" if enemy[2] else "")

    def good(enemy: tuple[int, int, bool]) -> bool:
        return targeting.spotted(enemy[0], initiative=enemy[1], scanner=enemy[2]) is not None

    right, wrong = just_one(draw, good, words)
    why = targeting.spotted(right[0], initiative=right[1], scanner=right[2])
    assert why is not None
    because = f"{words(right)}: {why.text}"
    text = "A model hides behind cover, and enemies have moved up to it. Which of them has found it?"
    facts = {"enemies": tuple((words(one), *one) for one in (right, *wrong))}
    return source.quiz(text, words(right), map(words, wrong), because, facts)


def arc(source: Source) -> Quiz:
    def words(degrees: int) -> str:
        return f"one {degrees} degrees off to the {'left' if degrees % 2 else 'right'}"

    def draw() -> int:
        return source.one(
            (5, 10, 15, 20, 25, 30, 35, 40, 44, 46, 50, 52, 55, 58, 60, 65, 70, 75, 80, 85, 90, 100, 120, 180)
        )

    right, wrong = just_one(draw, lambda degrees: targeting.arc_of(degrees) == targeting.INSIDE, words)
    because = f"{right} degrees is within {targeting.ARC} to either side"
    text = "A trooper looks straight ahead. Which of these enemies may he shoot at?"
    facts = {"degrees": tuple((words(one), one) for one in (right, *wrong))}
    return source.quiz(text, words(right), map(words, wrong), because, facts)


def on_edge(source: Source) -> Quiz:
    """What the die must show, or how many of some dice do."""
    need = charts.ON_THE_EDGE
    n = source.random.randint(1, 6)
    who = "One model has" if n == 1 else f"{n} models have"
    start = f"{who} a target on the very edge of the arc"
    if n > 2:
        dice = thrown(source, n)
        may = sum(map(need.met_by, dice))
        because = f"4+, once for each model: {may} of {listed(dice)}"
        text = f"{start}, and roll {listed(dice)}. How many of them may shoot at it?"
        wrong = numbers_near(source, may, n, n - may)
        return source.quiz(text, may, wrong, because, {"n": n, "dice": dice}, more=need.because)
    because = f"on the edge: {need.text}, once for each model"
    text = f"{start}. What must the die of each show before it may shoot?"
    wrong = ["no die is thrown", *source.random.sample(("2+", "3+", "5+", "6+"), 2)]
    return source.quiz(text, need.text, wrong, because, {"n": n}, more=need.because)


def sight(source: Source) -> Quiz:
    """What does not block sight: at most two inches of wood."""
    depth = source.one(("1", "1.5", "2"))
    shallow = f"{depth} inches of wood" if depth != "1" else "1 inch of wood"
    blocking = [
        f"{source.one(('2.5', '3', '4', '5'))} inches of wood", "a friendly model in between",
        "a man of another enemy unit", "a wall that covers it wholly", "a parked tank that covers it wholly",
    ]  # fmt: skip
    source.random.shuffle(blocking)
    because = f"{shallow} is not more than 2: it is seen, in soft cover"
    text = "All on level ground: through or past which of these can a model still be shot?"
    return source.quiz(text, shallow, blocking[:3], because, {"depth": depth})


DRILLS = (
    Drill("targets", "2E-TGT-2", named("Which of these {which} as the target of an ordinary squad?", by_squad), 3),
    Drill(
        "targets",
        "2E-TGT-4",
        named("Which of these {which} as the target of an ordinary squad?", by_squad, True),
        2,
    ),
    Drill("targets", "2E-OW-3", named("On overwatch: which of these {which} as the target?", by_squad)),
    Drill("targets", "2E-TGT-3", as_usual(heavy, "heavy_special_target"), 2),
    Drill("targets", "2E-TGT-1", category, 2),
    Drill("targets", "2E-TGT-5", under_marker, 2),
    Drill("targets", "2E-TGT-6", finding),
    Drill("targets", "2E-ARC-1", arc, 2),
    Drill("targets", "2E-ARC-2", on_edge),
    Drill("targets", "2E-LOS-1", sight, 2),
)
