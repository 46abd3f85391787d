"""Hits on units that were not the target: others under a marker, friends in a fight, extra hits on other units.

They are resolved after the attack that caused them, unit by unit. The only fact asked is the order of the models
(2E-TGT-5, 2E-HTH-1, 2E-SF-4).
"""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.pools import Pool, models, pool, wounds
from shoot_cli.engine.questions import Need, Numbers, Option, Subset
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import records
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.steps.damage import touched
from shoot_cli.rules.second.steps.eligibility import ENGAGED, OFF, as_target, friends_in_fights
from shoot_cli.rules.second.steps.facts import FACING, ORDER, in_their_order, with_facts
from shoot_cli.rules.second.steps.weapon import blow_of

MARKER_RULES = ("2E-BLA-1", "2E-TMP-1", "2E-TGT-5")
FIGHT_RULES = ("2E-HTH-1",)
EXTRA_RULES = ("2E-SF-4",)


def units_on_table(battle: records.Battle) -> dict[str, tuple[int, int, records.BattleUnit]]:
    """Return every unit but the target by name, with side, index and unit."""
    there: dict[str, tuple[int, int, records.BattleUnit]] = {}
    for side, own in enumerate(battle.sides):
        for i, unit in enumerate(own.units):
            if unit.ranks and not unit.marked(OFF) and (side, i) != (1 - battle.shooting_side, battle.target):
                name = unit.unit.value.name
                there[f"{name} ({own.name})" if name in there else name] = (side, i, unit)
    return there


def other_enemies(battle: records.Battle) -> dict[str, int]:
    """Return every enemy but the target by name, with its index."""
    return {name: i for name, (side, i, _) in units_on_table(battle).items() if side != battle.shooting_side}


# Extra hits of sustained fire, where a group plays it so (setting sustained_same_unit) -------------------------------


def extra_hits_wait(state: records.Firing) -> bool:
    """Return True if shots hit more than once and their hits are kept apart, because other units may be hit."""
    return bool(other_enemies(state.attack.battle)) and extra(state.pool) > 0


def extra(hits: Pool) -> int:
    """Return the number of extra hits; the first hit of a shot always belongs to the target."""
    return sum((token.size - 1) * n for token, n in hits if type(token) is records.Burst)


def share_extra_hits(state: records.Firing, table: Table) -> records.Firing:
    """Ask which extra hits go to other units within 4"; these hits wait until this attack is over."""
    if table.setting("sustained_same_unit") == "true":
        return state
    return table.in_sight(extra_hits_shared, state)


def extra_hits_shared(state: records.Firing, table: Table) -> records.Firing:
    b = state.attack.battle
    foes = other_enemies(b)
    text = 'Do any of the extra hits go to other units, to models within 4" that are no harder to hit?'
    no_yes, nth = (Option("no"), Option("yes")), len(state.attack.fired)
    if table.choose("extra hits", no_yes, default="no", rules=EXTRA_RULES, text=text, nth=nth) == "no":
        return state
    question = Numbers(
        f"extra hits on:{state.weapon.name}", tuple(foes), 0, extra(state.pool), 0, "hits", rules=EXTRA_RULES,
        text=f"How many of the {extra(state.pool)} extra hits go to which unit?", by_name=True,
    )  # fmt: skip
    side, left = 1 - b.shooting_side, extra(state.pool)
    harms = []
    for at, said in zip(foes.values(), table.numbers(question), strict=True):
        n = min(int(said or 0), left)  # not more than there are in all
        left -= n
        harms += [records.BystanderHits(side, at, n, state.said.weapon)] * (n > 0)
    return state.but(pool=without(state.pool, extra(state.pool) - left)).booked(harms=(*state.attack.harms, *harms))


def without(hits: Pool, n: int) -> Pool:
    """Return the hits without `n` extra ones; the largest bursts lose theirs first."""
    ends: list[tuple[object, int]] = [end for end in hits if type(end[0]) is not records.Burst]
    bursts = sorted(
        (token for token, k in hits if type(token) is records.Burst for _ in range(k)), key=lambda one: -one.size
    )
    for burst in bursts:
        gone = min(n, burst.size - 1)
        n -= gone
        ends.append((burst.but(size=burst.size - gone), 1))
    return pool(*ends)


# Friends in a fight --------------------------------------------------------------------------------------------------


def astray_on(state: records.Attack, battle: records.Battle, table: Table) -> records.Battle:
    """Ask which friends fight there, mark them as engaged, and distribute the stray hits among them."""
    there = friends_in_fights(battle)
    if not state.strays or not there:
        return battle
    side, units = battle.shooting_side, battle.shooters.units
    names = tuple(units[i].unit.value.name for i in there)
    question = Subset(
        "friend in the fight", names, names[:1], rules=FIGHT_RULES, at_least=1,
        text="Which of their friends are in that fight?",
    )  # fmt: skip
    fighting = {there[place]: names[place] for place in table.several(question)}
    for at, name in fighting.items():
        if not units[at].marked(ENGAGED):
            table.tell("{unit}: {mark}", ("2E-ELIG-1",), unit=name, mark=ENGAGED)
            battle = replaced(battle, side, at, units[at].with_mark(Mark(ENGAGED)))
    sizes = {at: models(units[at].ranks) for at in fighting}
    if len(fighting) > 1:
        most = tuple(sizes.values())
        asked = Numbers(
            "friends of each", tuple(fighting.values()), 1, max(most), "all", "models", rules=FIGHT_RULES,
            text="How many of each fight there?", most=most, by_name=True, otherwise="all",
        )  # fmt: skip
        said = table.numbers(asked)
        sizes = {at: n if k is None else int(k) for (at, n), k in zip(sizes.items(), said, strict=True)}
    harms = [
        records.BystanderHits(side, at, n, weapon, blow)
        for weapon, blow, hits in state.strays
        for at, n in found_by(blow, hits, sizes, fighting, table)
    ]
    return battle.but(harms=(*battle.harms, *harms))


def found_by(
    blow: records.Blow, hits: int, sizes: dict[int, int], names: dict[int, str], table: Table
) -> Iterator[tuple[int, int]]:
    """Yield each friend that is hit, by index, with its hits; each hit draws one of all in the fight (2E-HTH-2)."""
    left = sum(sizes.values())
    for at, n in sizes.items():
        why = Reason(f"{n} of {left} friends who fight there", "2E-HTH-2")
        need = Need(n, (why,), or_less=True, label=names[at])
        text = f"{blow.name}: is it {names[at]} that is hit?"
        found = hits if n == left else table.roll(f"friend hit:{blow.name}", hits, need, sides=left, text=text).passed
        if found:
            yield at, found
        hits, left = hits - found, left - n


# Hits as an attack of their own --------------------------------------------------------------------------------------


def harm_waits(battle: records.Battle) -> bool:
    return bool(battle.harms)


def brought_about(harm: records.BystanderHits) -> tuple[str, tuple[str, ...]]:
    """Return what caused these hits, in words and by rule."""
    if harm.astray is not None:
        return "in the fight", FIGHT_RULES
    weapon: Weapon = harm.weapon.value
    return ("under the marker or template", MARKER_RULES) if weapon.area else ("by sustained fire", EXTRA_RULES)


def begin_harm(battle: records.Battle, table: Table) -> records.Firing:
    """Return the first waiting hits as an attack of their own, with the hits in the pool."""
    harm = battle.harms[0]
    battle_unit: records.BattleUnit = battle.sides[harm.side].units[harm.unit]
    unit: Unit = battle_unit.unit.value
    weapon: Weapon = harm.weapon.value
    ranks = as_target(battle_unit)
    sides, strength = (battle.sides[1 - harm.side].name, battle.sides[harm.side].name), (models(ranks), wounds(ranks))
    begun = records.Begun(
        battle.shooter or battle_unit.unit,
        battle_unit.unit,
        sides,
        strength,
        battle,
        (harm.side, harm.unit),
        records.AT_THE_TABLE,
    )
    s = records.Firing(
        records.Attack(Hashed(begun), (), ranks, fired=(weapon.name,)), records.Declared(harm.weapon), ranks
    )
    if not ranks:
        return s
    where, rules = brought_about(harm)
    blow = harm.astray.but(aim="") if harm.astray is not None else blow_of(weapon)
    hits = harm.hits * blow.guns
    table.tell(
        "{unit}, {where}: {n} hit{plural}", rules, unit=unit.name, where=where, n=hits, plural="s" * (hits > 1)
    )  # fmt: skip
    facts = {}
    if weapon.area and harm.astray is None and not unit.datafax:  # the shooter places it
        owner = DEFENDER if harm.side == battle.shooting_side else ATTACKER
        return s.but(pool=pool(*touched(s, blow, harm.hits, (), table, owner, harm.markers)))
    if unit.datafax:
        facts["facing"] = table.ask(FACING)
    elif len(ranks) > 1:
        facts["order"] = table.ask(in_their_order(ORDER, ranks).but(plurals=own_plurals(unit)))
    return with_facts(s, facts).but(pool=pool((records.Hit(blow), harm.hits)))
