"""The status screen, the answers that are possible for two units, and facts that exclude each other."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.battle.turns import headline, merged, replaced, unit_row
from shoot_cli.engine import ruleset
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Choose, Question, Subset
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.ruleset import AttackPools, Clash, Headline, Kinds, UnitRow, exclude
from shoot_cli.rules.second import records
from shoot_cli.rules.second.charts import hiding, may_rapid_fire
from shoot_cli.rules.second.profiles import Model, Unit
from shoot_cli.rules.second.steps import facts
from shoot_cli.rules.second.steps.eligibility import FOREVER, on_overwatch
from shoot_cli.rules.second.steps.weapon import NO_MORE


def status_of(record: records.Battle | records.Attack | records.Firing) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Return the rows of both armies; during an attack the target is shown with its current losses."""
    if not isinstance(record, records.Battle):
        begun = begun_of(record)
        battle, (side, at) = begun.battle, begun.at
        if not battle.sides[side].units:
            return ()  # a single attack
        ranks = merged([Rank(rank.kind.model, rank.n, rank.left) for rank in record.ranks if rank.n])
        return status_of(replaced(battle, side, at, battle.sides[side].units[at].but(ranks=ranks)))
    return tuple(
        (side.name, tuple(_row(record, unit, number == record.active) for unit in side.units))
        for number, side in enumerate(record.sides)
    )


def begun_of(record: records.Attack | records.Firing) -> records.Begun:
    return (record.attack if isinstance(record, records.Firing) else record).begun.value


def _row(battle: records.Battle, unit: records.BattleUnit, theirs: bool) -> UnitRow:
    """Return a unit's row; `theirs` is True if the current turn belongs to its side."""
    some = on_overwatch(unit)
    words = [f"{some} of them"] if some else []
    words += [f"{name} spent" for name in dict.fromkeys(name for _, name in unit.spent)]
    for silence in unit.silent:
        name = counted(silence.n, silence.name) if silence.n > 1 else silence.name
        left = silence.turns - theirs  # after the current turn
        turns = f"for its next {left} turns" if left > 1 else "in its next turn" if left else "this turn"
        words.append(f"{name} {'destroyed' if silence.turns >= FOREVER else f'silent {turns}'}")
    row = unit_row(battle, unit, *words, *unit.damage)
    models = unit.unit.value.models
    kinds = (kind.but(about=armour_words(model)) for kind, (model, _) in zip(row.kinds, models, strict=True))
    return row.but(kinds=tuple(kinds))


def armour_words(model: Model) -> str:
    """Return the armour of each location, front/other: ``Track 15, Hull 20/18``; "" without locations."""
    armour = (
        f"{part.name} {part.front}" + (f"/{part.side}" if part.side != part.front else "")
        for part in model.locations
        if not part.crew
    )
    return ", ".join(armour)


# The tokens that are counted in each column; a marker counts as a shot.
POOLS: Mapping[str, Kinds] = {
    "shots": (records.Shot, records.Marker, records.Second),
    "hits": ((records.Hit, records.Burst, records.AllottedHits, records.Pressed),),
    "wounds": (),
    "unsaved": (),
    "slain": (),
}
AT_DATAFAX = AttackPools(
    {"shots": POOLS["shots"], "hits": POOLS["hits"], "through the armour": (records.Penetrated,), "destroyed": ()},
    {"hits": "hits"},
    {"through the armour": "through"},
)


def attack_pools(record: records.Battle | records.Attack | records.Firing) -> AttackPools | None:
    """Return the columns of an attack at vehicles without crew; None if the usual columns fit."""
    target = None if isinstance(record, records.Battle) else begun_of(record).target.value
    if target is None or not target.datafax or any(part.crew for model, _ in target.models for part in model.locations):
        return None
    return AT_DATAFAX


def headline_of(record: records.Battle | records.Attack | records.Firing) -> Headline:
    if isinstance(record, records.Battle):
        heading = headline(record, now=record.unit)
        return heading.but(shot=(0, 0)) if record.watching and record.unit is not None else heading
    begun = begun_of(record)
    fired = record.weapon.name if isinstance(record, records.Firing) else ""
    heading = headline(begun.battle, begun.shooter.value.name, begun.target.value.name).but(fires=fired)
    # the count of finished units belongs to the other side
    return heading.but(shot=(0, 0), doing="Overwatch") if begun.battle.watching else heading


def fires(record: records.Attack | records.Firing) -> object:
    """Return the weapon and the unit it hits; hits on other units have their own pools."""
    return (record.declared, begun_of(record).at) if isinstance(record, records.Firing) else None


def sides_of(record: records.Battle | records.Attack | records.Firing) -> tuple[str, str]:
    """Return the names of attacker and defender in the current question; on overwatch the watching side attacks."""
    if not isinstance(record, records.Battle):
        return begun_of(record).sides
    first = record.active if record.unit is None else record.shooting_side
    return record.sides[first].name, record.sides[1 - first].name


# The answers that two units could ever need --------------------------------------------------------------------------


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    parts = [part.name for model, _ in enemy.models for part in model.locations]
    counts = (facts.ON_EDGE, facts.FIRING, facts.MOVED, facts.SHORT)
    return (
        *(ruleset.of_models(question, shooter) for question in counts),
        ruleset.of_models(facts.WHO_UNDER, enemy),
        ruleset.one_weapon(shooter, NO_MORE, spent=NO_MORE),
        ruleset.in_order(facts.ORDER, enemy),
        Choose("attacker_state", ruleset.options("ready", "overwatch")),
        *decisions(shooter, enemy),
        *(facts.MISFIRE.but(key=f"misfire:{gun.name}") for gun in shooter.weapons() if gun.area),
        *(ruleset.some(Subset(key, (), ()), *parts) for key in ("covered", "touched")),
    )


def decisions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """Return questions with the options closed that the firing unit can never choose, with reasons."""
    twice = any(may_rapid_fire(shooter, model, weapon) for model, _ in shooter.models for weapon in model.weapons)
    why_not = (
        (facts.AIM, "crew", enemy.type == "Support weapon", Reason("the target has no crew to aim at", "2E-VEH-2")),
        (facts.BOTH_BARRELS, "yes", any(weapon.has("Combi") for weapon in shooter.weapons()),
         Reason("nobody in it has a combi-weapon", "2E-SPC-3")),
        (facts.RAPID_FIRE, "yes", twice, Reason("nobody in it may fire twice", "2E-SPC-1")),
    )  # fmt: skip
    return tuple(
        question.but(options=tuple(one.but(closed=(why,)) if one.value == value else one for one in question.options))
        for question, value, able, why in why_not
        if not able
    )


# Facts that cannot be true together; all pairs of facts were checked.


def all_moved(twice: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return twice == "yes" and sum(moved) == sum(n for _, n in shooter.models)


def watching_and_moving(state: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return state == "overwatch" and any(moved)


def near_and_far(short: tuple[int, ...], inches: float, shooter: Unit, enemy: Unit) -> bool:
    return any(short) and all(inches > weapon.short for weapon in shooter.weapons() if weapon.short is not None)


def inside_and_on_edge(arc: str, edge: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return arc == "inside" and any(edge)


def hidden_and_fast(hidden: str, speed: str, shooter: Unit, enemy: Unit) -> bool:
    return hidden == "yes" and bool(hiding(enemy)) and not hiding(enemy, speed)


def one_sided(enemies: int, friends: int, shooter: Unit, enemy: Unit) -> bool:
    return bool(enemies) != bool(friends)


CLASHES = (
    Clash("rapid_fire", "moved", all_moved, "only those who stand still fire twice", "2E-SPC-1"),
    Clash("attacker_state", "moved", watching_and_moving, "who is on overwatch does not move", "2E-OW-1"),
    exclude("attacker_state", "ready", "appearing", "yes", "only fire on overwatch meets who comes out or vanishes",
         "2E-OW-4"),
    Clash("short", "distance", near_and_far,
          "that is beyond the short range of everything it carries", "2E-RNG-1"),
    Clash("in_arc", "on_edge", inside_and_on_edge, "inside the arc nobody has it on the edge", "2E-ARC-2"),
    Clash("hidden_by", "speed", hidden_and_fast, "cameleoline hides only who stands still", "2E-HIT-4"),
    Clash("enemy_engaged", "friends_engaged", one_sided, "a fight has two sides", "2E-HTH-1"),
)  # fmt: skip
