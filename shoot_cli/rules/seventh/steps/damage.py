"""Rolls to wound, saves, and wounds lost."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from shoot_cli.battle.turns import tell_fallen
from shoot_cli.engine.pools import Blow, Line, Pool, models, pool
from shoot_cli.engine.questions import Arrange, Need, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import AREA
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.records import Firing
from shoot_cli.rules.seventh.steps.weapon import telling
from shoot_cli.rules.seventh.tokens import Hit, TargetModel, Unsaved, Wound

# Rolling to wound (7E-WND-1 to 11), and the attacker's order of the pools.

SAVE_RULES = ("Ignores Cover", "Instant Death", *AREA)  # rules of a wound that its save reads


def roll_to_wound(hit: Hit, n: int, table: Table) -> Pool:
    """Roll one die for each hit; sixes of some rules make AP2 wounds."""
    gun = hit.gun.value
    need = charts.to_wound(hit)
    again, why = charts.wounds_again(hit, need)
    rends = sixes_are_ap2(gun.rules, gun.ap)
    cause = next((rule for rule in charts.SIXES_ARE_AP2 if rule in gun.rules), "")
    roll = table.roll(
        f"wound:{gun.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        watch=(Watch((6,), why=cause),) if rends else (),
        again=again,
        text=f"{gun.name}: to wound" + (" (Precision Shots)" if hit.precise else ""),
        lessons=lambda: (lesson_toughness(hit),),
        luck="wounds",
    )
    wound = Wound(gun.strength, gun.ap, tuple(rule for rule in gun.rules if rule in SAVE_RULES), hit.precise)
    if not rends:
        return pool((wound, roll.passed))
    sixes = roll.watched[0]
    return pool((wound.but(ap=2), sixes), (wound, roll.passed - sixes))


def sixes_are_ap2(rules: tuple[str, ...], ap: int | None) -> bool:
    """Return True if a natural 6 makes a wound of another pool (7E-WND-5, 7E-WND-7)."""
    return any(rule in rules for rule in charts.SIXES_ARE_AP2) and (ap is None or ap > 2)


def lesson_toughness(hit: Hit) -> TeachingPoint:
    right = hit.gun.value.toughness
    wrong = tuple(str(value) for value in (right - 1, right + 1, right + 2) if 1 <= value <= 10)
    reason = Reason(f"Toughness {right} is what most models of the target have", "7E-WND-2")
    return TeachingPoint("toughness", "Which Toughness counts for the roll to wound?", str(right), wrong, (reason,))


def several_pools_wait(state: Firing) -> bool:
    """Return True if several pools must be ordered. The pool is read only if several are possible."""
    if len(wounds_made(state)) == 1 and not can_be_precise(state):
        return False
    waiting = [(token, n) for token, n in state.pool if type(token) is Wound]
    if len(waiting) < 2 or state.aim == "closest" or order_matters(state, pools_of(state)):
        return len(waiting) > 1
    names = [rank.kind.name for rank in state.line.standing() for _ in range(rank.n)]
    others = sum(n for wound, n in waiting if not wound.precise)
    return others > (
        names.index(state.aim) if state.aim in names else 0
    )  # they may slay the model that the Precision Shots are for


def order_pools(state: Firing, table: Table) -> Firing:
    """Ask the attacker for the order of the pools if it matters (7E-WND-10, 7E-WND-11)."""
    possible = pools_of(state)
    usual = table.in_sight(existing_pools, possible, state)  # the odds are asked about all possible pools
    absent = tuple(wound for wound in possible if wound not in usual)
    if len(usual) < 2 or (state.aim == "closest" and not order_matters(state, usual)):
        return state
    named = {pool_name(wound): wound for wound in usual}
    question = Arrange(
        f"pools:{state.weapon.value.name}",
        tuple((name, 1) for name in named),
        default=tuple((1, name, "") for name in named),
        owner=ATTACKER,
        rules=("7E-WND-10", "7E-WND-11"),
        text="Which wounds are allocated first?",
        expired_values=tuple(map(pool_name, absent)),
    )
    ordered = tuple(named[name] for _, name, _ in table.arrange(question))
    return state if ordered == usual else state.but(pools=ordered)


def existing_pools(pools: tuple[Wound, ...], state: Firing, table: Table) -> tuple[Wound, ...]:
    """Return those of the pools that hold wounds."""
    waiting = dict(state.pool)
    return tuple(wound for wound in pools if wound in waiting)


def pools_of(state: Firing) -> tuple[Wound, ...]:
    """Return every pool that the fired weapon can make, in the proposed order."""
    precise = (False, True) if can_be_precise(state) else (False,)
    return tuple(sorted((wound.but(precise=p) for wound in wounds_made(state) for p in precise), key=proposed))


def wounds_made(state: Firing) -> tuple[Wound, ...]:
    """Return the kinds of wounds that the fired weapon can make for any bearer, because bearers' rules differ."""
    return _wounds_of_bearers(state.weapon, state.attack.shooter)


@lru_cache(256)
def _wounds_of_bearers(weapon: Hashed[Weapon], shooter: Hashed[Unit]) -> tuple[Wound, ...]:
    alike = (other for other in shooter.value.weapons() if other.name == weapon.value.name)
    weapons = dict.fromkeys((weapon.value, *alike))
    return tuple(dict.fromkeys(wound for other in weapons for wound in wounds_of(Hashed(other))))


@lru_cache(256)
def wounds_of(weapon: Hashed[Weapon]) -> tuple[Wound, ...]:
    """Return the kinds of wounds that a weapon can make, without Precision Shots."""
    profile = weapon.value
    rules = tuple(rule for rule in telling(profile) if rule in SAVE_RULES)
    aps = (2, profile.ap) if sixes_are_ap2(profile.rules, profile.ap) else (profile.ap,)
    return tuple(Wound(profile.strength, ap, rules, False) for ap in aps)


def can_be_precise(state: Firing) -> bool:
    """Return True if the fired weapon may make Precision Shots (7E-HIT-9)."""
    return not state.attack.snap_only and makes_precise(state.weapon, state.attack.shooter)


@lru_cache(256)
def makes_precise(weapon: Hashed[Weapon], shooter: Hashed[Unit]) -> bool:
    rule = "Precision Shots"
    alike = (other for other in shooter.value.weapons() if other.name == weapon.value.name)
    return shooter.value.has(rule) or any(other.has("Sniper") or other.has(rule) for other in (weapon.value, *alike))


def order_of_pools(state: Firing, pools: tuple[Wound | Unsaved, ...], table: Table) -> tuple[Wound | Unsaved, ...]:
    """Return the pools in the attacker's order, or in the proposed order if he gave none."""
    return tuple(sorted(pools, key=lambda wound: place_of(state, wound)))


def place_of(state: Firing, token: Wound | Unsaved) -> tuple[Any, ...]:
    """Return the sort key of a token: unsaved wounds come before the saves of the same and later pools."""
    wound, points = (token.wound, -token.points) if isinstance(token, Unsaved) else (token, 0)
    key = (state.pools.index(wound),) if wound in state.pools else (len(state.pools), *proposed(wound))
    return (*key, points)


def proposed(wound: Wound) -> tuple[Any, ...]:
    """Return the sort key of the proposed order: lowest AP, highest Strength, Precision Shots first."""
    return wound.ap or charts.NO_AP, -(wound.strength or 0), not wound.precise, wound.rules


def pool_name(wound: Wound) -> str:
    words = [
        f"S{'-' if wound.strength is None else wound.strength} AP{'-' if wound.ap is None else wound.ap}",
        *wound.rules,
    ]
    return " ".join([*words, "precision" if wound.precise else ""]).strip()


def order_matters(state: Firing, pools: tuple[Wound, ...]) -> bool:
    """Return False if the order cannot matter: all models take the wounds alike, or all wounds are alike."""
    kinds = [rank.kind for rank in state.ranks()]
    laws = {tuple(law_of(wound, kind) for wound in pools) for kind in kinds}
    if all(len(set(law)) == 1 for law in laws):
        return False
    if len(laws) > 1 or someone_can_step_in(state):
        return True
    several_wounds = any(rank.left > 1 for rank in state.line.ranks)
    return several_wounds and len({deadly for _, _, deadly, _ in next(iter(laws))}) > 1


def someone_can_step_in(state: Firing) -> bool:
    """Return True if a character can be hit while another model is left for Look Out, Sir (7E-ALC-6).

    The last model of the line is hit alone, unless wounds are allocated at random or by Precision Shots.
    """
    ranks = state.ranks()
    if not state.attack.within_6 or len(ranks) < 2:
        return False
    anywhere = state.attack.at_random or can_be_precise(state) or bool(state.apart) or ranks[-1].n > 1
    return any(rank.kind.character for rank in (ranks if anywhere else ranks[:-1]))


@lru_cache(4096)
def law_of(wound: Wound, kind: TargetModel) -> tuple[int | None, int | None, bool, str]:
    """Return the effect of one wound on a model: save, roll after the save, Instant Death, re-rolls."""
    deadly = charts.instant_death(kind, wound) is not None and not kind.eternal_warrior
    return (charts.to_save(kind, wound).target, charts.after_save(kind, wound).target, deadly, charts.again_of(kind))


# Saving throws and wounds lost (7E-SAV-1 to 17).

ALL_WOUNDS = 1 << 20  # wounds that Instant Death costs, more than any model has


def roll_to_save(wound: Wound, n: int, model: TargetModel, table: Table) -> Pool:
    """Roll one save for each wound, then Feel No Pain or Reanimation (7E-SAV-17)."""
    need = charts.to_save(model, wound)
    again, why = charts.saves_again(model, need)
    unsaved = table.roll(
        f"save:{model.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        again=again,
        owner=DEFENDER,
        text=f"{model.name}: {need.label}",
        lessons=lambda: lessons_of(wound, model),
        luck="saves",
    ).failed
    recovery = charts.after_save(model, wound)
    death = charts.instant_death(model, wound)
    if counts_twice(wound, model) and death is None:
        return swarmed(wound, unsaved, model, recovery, table)
    unsaved = recover(unsaved, model, recovery, table)
    deadly = death is not None and not model.eternal_warrior
    if deadly and death and unsaved and model.wounds > 1:
        table.tell("Instant Death for the {name}: {why}", ("7E-SAV-12",), name=model.name, why=death.text)
    return pool((Unsaved(wound, ALL_WOUNDS if deadly else 1), unsaved))


def recover(unsaved: int, model: TargetModel, recovery: Need, table: Table) -> int:
    """Return the wounds left after Feel No Pain or Reanimation (7E-SAV-11)."""
    if recovery.target is None or not unsaved:
        return unsaved
    text = f"{model.name}: {recovery.label}"
    return table.roll(
        f"{recovery.label.lower()}:{model.name}", unsaved, recovery, owner=DEFENDER, text=text, luck="saves"
    ).failed


def counts_twice(wound: Wound, model: TargetModel) -> bool:
    """Return True for markers and templates that hit Swarms (7E-ALC-12)."""
    return model.swarm and any(rule in wound.rules for rule in AREA)


def swarmed(wound: Wound, unsaved: int, model: TargetModel, recovery: Need, table: Table) -> Pool:
    """Return the doubled wounds of a Swarm. Settings decide if recovery is rolled before doubling (7E-ALC-12)."""
    fnp_first, spills = "fnp_first" in model.readings, "next_model" in model.readings
    if spills:
        wounds = unsaved if fnp_first else 2 * unsaved
        return pool((Unsaved(wound, 1), recover(wounds, model, recovery, table) * (2 if fnp_first else 1)))
    if fnp_first or recovery.target is None:
        return pool((Unsaved(wound, 2), recover(unsaved, model, recovery, table)))
    return pool((Unsaved(wound, 2, True), unsaved))


def one_by_one(token: Wound | Unsaved) -> bool:
    """Return True for wounds with different costs, where the order decides how many points are wasted."""
    return type(token) is Unsaved and token.each


def lose_wounds(unsaved: Unsaved, n: int, model: TargetModel, table: Table) -> Pool:
    """Return the blows to the model for its unsaved wounds (7E-SAV-14)."""
    if unsaved.each:
        points = recover(unsaved.points, model, charts.after_save(model, unsaved.wound), table)
        return pool((Blow(points), n if points else 0))
    return pool((Blow(unsaved.points), n))


def anybody(state: Firing, token: Wound | Unsaved) -> bool:
    """Return True if any model would roll the same save and nobody decides in between (7E-SAV-15).

    The saves of a pool are then rolled together, before allocation. Look Out, Sir gives the same result before or after
    them.
    """
    if type(token) is not Wound or state.attack.look_out == "ask" or (token.precise and state.aim != "closest"):
        return False
    return len({same_outcome(token, rank.kind) for rank in state.ranks()}) == 1


def same_outcome(token: Wound | Unsaved, model: TargetModel) -> tuple[Any, bool | int]:
    """Return a key, equal for models that may save together (7E-SAV-15), and how many models a wound can cost."""
    if isinstance(token, Unsaved):
        return token.points, token.points > 1
    wound = token
    law = law_of(wound, model)
    twice = counts_twice(wound, model)
    if twice and "next_model" in model.readings and not law[2]:
        return (law, twice), 2  # wounds of one or two models
    return (law, twice), bool(law[2] or twice)


def tell_casualties(state: Firing, after: Line, table: Table) -> None:
    unit = state.attack.target.value
    tell_fallen(table, ("7E-SAV-14",), unit, state.line.standing(), after.standing(), apart=models(state.apart))


def lessons_of(wound: Wound, model: TargetModel) -> tuple[TeachingPoint, ...]:
    """Return the questions which save is taken and whether it is Instant Death."""
    best, possible = charts.to_save(model, wound), charts.saves(model, wound)
    names = ("armour save", "invulnerable save", "cover save", "no save")
    reasons = tuple(reason for need in possible for reason in need.because)
    if sum(need.target is not None for need in possible) > 1:
        reasons += (Reason(f"the lowest number counts, {best.text} of the {best.label}", "7E-SAV-8"),)
    which = TeachingPoint(
        "save",
        f"Which save does the {model.name} take?",
        best.label,
        tuple(n for n in names if n != best.label),
        reasons,
    )
    if model.eternal_warrior:
        return (which,)
    deadly = charts.instant_death(model, wound)
    twice = Reason(f"twice Toughness {model.toughness} is {2 * model.toughness}", "7E-SAV-12")
    death = TeachingPoint(
        "bookkeeping",
        f"Is it Instant Death for the {model.name}?",
        "yes" if deadly else "no",
        ("no" if deadly else "yes",),
        (deadly or twice,),
    )
    return which, death
