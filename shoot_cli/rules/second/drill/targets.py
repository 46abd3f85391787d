"""At whom a unit may shoot: the answers of ``targets.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.answers import Reason
from shoot_cli.core.quizzes import NothingToAsk, Redraw, Source
from shoot_cli.rules.second import charts, targeting
from shoot_cli.rules.second.drill.meeting import Names, chart_of
from shoot_cli.rules.second.profiles import CATEGORIES, HUMAN_SIZED, MONSTROUS, SMALLER, VEHICLE
from shoot_cli.rules.second.targeting import BIG, HEAVY_OR_SPECIAL, SQUAD, Seen

UNSHIPPED = (  # for free drills: categories of which no shipped list has a unit
    ("Nurglings", SMALLER), ("Snotlings", SMALLER), ("Ripper Swarm", SMALLER), ("Lictor", MONSTROUS),
    ("Great Unclean One", MONSTROUS), ("Warbikes", VEHICLE), ("Imperial Guard Squad", HUMAN_SIZED),
)  # fmt: skip
STATES = ("",) * 6 + ("engaged", "broken")
HERO_NAMES = ("Warboss", "Captain", "Farseer", "Commissar")
Whys = tuple[tuple[Reason, ...], ...]  # of each unit why it may not be named


# What a squad sees ---------------------------------------------------------------------------------------------------


def enemies(source: Source) -> list[tuple[str, str]]:
    """Names and categories of units of one army, characters left out; in a free drill some that are rarely seen."""
    army = source.one(source.pairs).target
    found = [(unit.name, unit.category) for unit in army.units if unit.type != "Character"]
    return found if source.own else [*found, *source.random.sample(UNSHIPPED, 3)]


def view(source: Source, most: int = 4) -> tuple[Seen, ...]:
    """Some units as a squad sees them, four at least and no two equally far off.

    :raises NothingToAsk: the army has not so many
    """
    pool = enemies(source)
    if len(pool) < 4:
        raise NothingToAsk
    n = min(most, len(pool))
    far = source.random.sample(range(4, 32), n)
    return tuple(
        Seen(
            name, distance, category, in_cover=source.one((False, False, True)), engaged=state == "engaged",
            broken=state == "broken",
        )
        for (name, category), distance in zip(source.random.sample(pool, n), far, strict=True)
        for state in (source.one(STATES),)
    )  # fmt: skip


def hero(source: Source) -> Seen:
    """A character who may be met; in a free drill, whom everybody knows."""
    own = [unit.name for pair in source.pairs for unit in pair.target.units if unit.type == "Character"]
    names = own if source.own else HERO_NAMES
    if not names:
        raise NothingToAsk
    return Seen(source.one(names), source.random.randint(4, 30), HUMAN_SIZED, character=True)


def seen_words(one: Seen) -> str:
    marks = ["all in cover"] * one.in_cover + ["fighting hand to hand"] * one.engaged + ["broken"] * one.broken
    kind = f"{one.category} character" if one.character else one.category
    return f'{one.unit} {one.distance:g}" ({", ".join([kind, *marks])})'


def asked_of(seen: tuple[Seen, ...], right: Seen, wrong: list[Seen], **facts: Any) -> Names:
    rows = tuple(
        (one.unit, one.distance, one.category, one.in_cover, one.engaged, one.broken, one.character) for one in seen
    )
    told = "; ".join(map(seen_words, sorted(seen, key=lambda one: one.distance)))
    others = [one.unit for one in wrong]
    return {"answer": right.unit, "others": others, "told": told, "facts": {"seen": rows, **facts}, **facts}


# Which may be named --------------------------------------------------------------------------------------------------


def by_squad(seen: tuple[Seen, ...], characters: str) -> Whys:
    return targeting.legal_targets(seen, shooter=SQUAD, character_targeting=characters)


def units_seen(source: Source) -> Names:
    seen = view(source)
    return one_alone(source, seen, by_squad(seen, source.settings["character_targeting"]))


def units_and_a_character_seen(source: Source) -> Names:
    """Where it hangs on how characters are named."""
    seen = (hero(source), *view(source)[1:])
    why = by_squad(seen, source.settings["character_targeting"])
    if len({one.distance for one in seen}) < len(seen) or why == by_squad(seen, "free"):
        raise Redraw
    return one_alone(source, seen, why)


def one_alone(source: Source, seen: tuple[Seen, ...], why: Whys) -> Names:
    """:raises Again: neither may one unit alone be named, nor is one alone forbidden, and that for the rule's reason"""
    may = [one for one, reasons in zip(seen, why, strict=True) if not reasons]
    first = {one: reasons[0] for one, reasons in zip(seen, why, strict=True) if reasons}
    if len(may) == 1 and first:
        words = "; ".join(dict.fromkeys(reason.text for reason in first.values()))
        return {**asked_of(seen, may[0], [*first], ask="may"), "because": words}
    if not may or len(first) != 1 or source.one((True, False)):  # nearly every question would be about who may not
        raise Redraw
    ((right, reason),) = first.items()
    if reason.rule != source.rule:
        raise Redraw
    return {**asked_of(seen, right, may, ask="may not"), "because": reason.text}


def other_target_seen(source: Source) -> Names:
    """The one that a heavy weapon may take in place of what its squad shoots at."""
    seen = view(source, 5)
    open_to_all = [one for one, why in zip(seen, by_squad(seen, "closest_only"), strict=True) if not why]
    if not open_to_all:
        raise Redraw
    squad = source.one(open_to_all)
    why = targeting.legal_targets(
        seen, shooter=HEAVY_OR_SPECIAL, squad_target=squad.unit,
        heavy_special_target=source.settings["heavy_special_target"],
    )  # fmt: skip
    rest = [(one, reasons) for one, reasons in zip(seen, why, strict=True) if one is not squad]
    may, may_not = [one for one, reasons in rest if not reasons], [one for one, reasons in rest if reasons]
    group = targeting.group_of(squad.category)
    others = sum(targeting.group_of(one.category) != group for one, _ in rest)
    if len(may) != 1 or not may_not or may[0].broken or may[0].engaged or others < 2:
        raise Redraw
    return {**asked_of(seen, may[0], may_not, squad=squad.unit), "of_big": group == BIG}


# Categories, markers, hiding, arcs -----------------------------------------------------------------------------------


def an_enemy(source: Source) -> tuple[str, str]:
    return source.one(enemies(source))


def group(unit: str, category: str) -> Names:
    return {
        "answer": "big" if targeting.group_of(category) == BIG else "troops",
        "plural": unit.endswith("s"),
        "categories": CATEGORIES,
        "row": [row[0] for row in chart_of("2E-TGT-1")].index(category),
    }


def marker_may_lie(own_models: int, strangers: int) -> bool:
    return targeting.marker_legal(own_models, strangers) is None


def found(initiative: int, distance: int, scanner: bool) -> Reason | None:
    return targeting.spotted(distance, initiative=initiative, scanner=scanner)


def inside_the_arc(degrees: int) -> bool:
    return targeting.arc_of(degrees) == targeting.INSIDE


def need_on_the_edge() -> Names:
    return {"answer": charts.ON_THE_EDGE.text, "reasons": charts.ON_THE_EDGE.because}


def shooting_on_the_edge(dice: tuple[int, ...]) -> Names:
    need = charts.ON_THE_EDGE
    may = sum(map(need.met_by, dice))
    return {"answer": may, "failed": len(dice) - may, "need_words": need.text, "reasons": need.because}
