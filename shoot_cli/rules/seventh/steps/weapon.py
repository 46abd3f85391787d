"""Selecting and firing a weapon: 7E-WPN-1 to 12, 17, 20, 21, and the facts that only the players can see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

from shoot_cli.core.answers import listed
from shoot_cli.core.plurals import counted
from shoot_cli.core.pools import pool, wounds
from shoot_cli.core.questions import Choose, Number, Option, Question, Reason
from shoot_cli.core.questions import usual as value_of
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import Memory, proposed, remembering
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, PISTOL, SALVO, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Firing
from shoot_cli.rules.seventh.steps import flight
from shoot_cli.rules.seventh.steps.attack import any_two, weapons_at_once
from shoot_cli.rules.seventh.steps.end import AFTERWARDS, pins
from shoot_cli.rules.seventh.steps.facts import (
    COVER,
    OWN_WAYS,
    all_hidden,
    before_the_shot,
    cannot_be,
    declaration,
    questions_about,
    refuse_saves_of_nobody,
    with_facts,
)
from shoot_cli.rules.seventh.steps.ground import refuse_without_cover
from shoot_cli.rules.seventh.steps.line import armour_of, covered, majority_armour, target_toughness, with_stealth_left
from shoot_cli.rules.seventh.steps.marks import INTERCEPTED, RAN
from shoot_cli.rules.seventh.steps.owner_facts import SAVE
from shoot_cli.rules.seventh.steps.shots import harmless_at, shots_in_all, shots_of
from shoot_cli.rules.seventh.steps.target import reach_of
from shoot_cli.rules.seventh.steps.vehicle_facts import Group, carried, has_ordnance
from shoot_cli.rules.seventh.steps.worth import proposal_rank, worth

ALL, NO_MORE = "all as usual", "no more"
MOVED = {HEAVY: "7E-WPN-10", SALVO: "7E-WPN-11", ORDNANCE: "7E-WPN-18"}  # what those who moved cannot fire always


def bearers(s: Attack, name: str) -> Group:
    """Who may still fire this name, with what, in the order of the list (7E-WPN-1, 7E-WPN-4)."""
    found = []
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        for weapon in model.weapons:
            if weapon.name == name and can_use(s, firer, weapon) and not idle(s, firer, weapon):
                found.append((firer, model, weapon))
                break
    return found


def idle(s: Attack, firer: Firer, weapon: Weapon) -> bool:
    """True of Heavy weapons in the hands of those who ran before they shoot (7E-NOM-3 b)."""
    return weapon.type == HEAVY and s.marked(RAN) and not charts.relentless(s.shooter.value, firer.model)


def can_use(s: Attack, firer: Firer, weapon: Weapon) -> bool:
    """True if these models have not used up this name, its other modes, or their number of weapons."""
    if weapon.name in firer.used or (weapon.of and weapon.of in firer.used):
        return False
    if weapon.guided is not None:
        return not firer.lost or bool(carried(firer, s.shooter.value.models[firer.model][0], weapon))
    if firer.weapons < 1:
        return False
    most, any_type = limits(s.shooter, firer.model)
    model = s.shooter.value.models[firer.model][0]
    if firer.lost and not carried(firer, model, weapon):
        return False
    if weapon.type == ORDNANCE and firer.weapons != most and not model.vehicle:
        return False  # it would have had to fire nothing else (7E-WPN-18)
    return firer.weapons == most or weapon.type == PISTOL or any_type


@lru_cache(256)
def limits(shooter: Hashed[Unit], index: int) -> tuple[int, bool]:
    """How many weapons models of this kind may fire in a phase, and whether of any type (7E-WPN-4)."""
    unit, model = shooter.value, shooter.value.models[index][0]
    return weapons_at_once(unit, model), any_two(unit, model)


def names(s: Attack) -> dict[str, Weapon]:
    """Every name that somebody may still fire, in the order of the list."""
    found: dict[str, Weapon] = {}
    for firer in s.firers:
        for weapon in s.shooter.value.models[firer.model][0].weapons:
            if weapon.name not in found and can_use(s, firer, weapon):
                found[weapon.name] = weapon
    return found


def why_not_offered(s: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Why nobody can fire this name now; () if somebody can."""
    if weapon.grenade and any(other.name in s.fired and other.grenade for other in s.shooter.value.weapons()):
        return (Reason("one model of a unit throws a grenade in a phase", "7E-WPN-4"),)
    if beyond := dict(s.beyond).get(weapon.name):
        return (beyond,)
    if weapon.range is not None and s.distance > weapon.range:
        return (beyond_range(s.distance, weapon.range),)
    group = bearers(s, weapon.name)
    if weapon.type == HEAVY and s.marked(RAN) and not group:
        return (Reason("it ran: Battle Focus fires no Heavy weapon", "7E-NOM-3"),)
    if all(model.ballistic_skill == 0 for _, model, _ in group):
        return (Reason("Ballistic Skill 0 cannot shoot", "7E-NOM-3"),)
    if weapon.has("Interceptor") and s.marked(INTERCEPTED):
        return (Reason("it fired in the enemy's turn", "7E-NOM-3"),)
    if s.fire_points == 0:
        return (Reason("no fire point is free", "7E-WPN-23"),)
    if weapon.type == ORDNANCE and s.shooter.value.vehicle:
        if s.ordnance is False:
            return (Reason("no Ordnance this phase, as was said", "7E-WPN-18"),)
        if s.ordnance is None and s.fired_full:
            return (Reason("another weapon has fired at full Ballistic Skill", "7E-WPN-18"),)
    return why_no_snap_shot(s, weapon, group)


def why_no_snap_shot(s: Attack, weapon: Weapon, group: Group) -> tuple[Reason, ...]:
    """Why a weapon that is never fired as Snap Shots stays silent; () if it does not (7E-HIT-5)."""
    if not vehicle_charts.never_snaps(weapon):
        return ()
    if flight.cannot_hit(s, weapon):
        return (Reason("Blast and Template weapons cannot hit who zooms or swoops", "7E-FLY-5"),)
    firers = [firer for firer, _, _ in group]
    why = s.snap_only or (all(firer.snap for firer in firers) and firers[0].snap) or ""
    all_carry = all(has_ordnance(model) for _, model, _ in group)
    if not why and s.ordnance and weapon.type != ORDNANCE and all_carry:
        why = "it fires Ordnance"
    if not why and all(firer.full == 0 for firer in firers):
        why = "no weapon more can be fired at full Ballistic Skill"
    why = why or flight.why_snap(s, weapon)
    return (Reason(f"never fired as Snap Shots, and {why}", "7E-HIT-5"),) if why else ()


def weapons_left(s: Attack) -> bool:
    models = s.shooter.value.models
    more = any(can_use(s, firer, weapon) for firer in s.firers for weapon in models[firer.model][0].weapons)
    return more and (bool(s.apart) or s.line.anybody())


def choose_weapon(s: Attack, table: Table) -> Attack | Firing:
    """One name; everything about it is resolved before the next (7E-WPN-1, 2, 6)."""
    weapons = names(s)
    options = [Option(name, _label(s, weapon), why_not_offered(s, weapon)) for name, weapon in weapons.items()]
    stop = Option(NO_MORE, "fire nothing more")
    open_names = [option.value for option in options if not option.closed]
    if not open_names:
        for option in options:
            table.tell(
                "{name} cannot fire: {why}",
                tuple(r.rule for r in option.closed),
                name=option.value,
                why=option.closed[0].text,
            )
    came = came_in_turn(s, table)
    if s.agreed:
        return s.firing(Hashed(weapons[came[0]])) if came else s.but(firers=())
    ready = [name for name in open_names if not not_proposed(s, weapons[name], table)]
    usual = next((name for name in ready if first_choice_firers(s, name, table)), next(iter(ready), NO_MORE))
    if s.battle is not None and s.fired and not ready:
        return s.but(firers=())  # what is left does not reach; it could have been picked before
    if s.battle is not None and len(came) > 1:
        options, usual = [Option(ALL, all_in_words(came, weapons)), *options], ALL
    name = table.choose(
        "weapon",
        (*options, stop),
        default=usual,
        rules=("7E-WPN-1", "7E-WPN-2", "7E-WPN-3"),
        text="Which weapon fires?",
        spent=NO_MORE,
        nth=len(s.fired),
    )
    if name == NO_MORE:
        return s.but(firers=())
    if name == ALL:
        return s.but(agreed=True, picked=()).firing(Hashed(weapons[came[0]]))
    picked = table.every_said("weapon", tuple(weapons)) if s.battle is None else (name,)
    return s.but(picked=picked).firing(Hashed(weapons[name]))


def all_in_words(came: list[str], weapons: Mapping[str, Weapon]) -> str:
    """``both weapons as usual, one after the other``; of weapons with modes which one it is."""
    modes = [name for name in came if weapons[name].of]
    each = "both" if len(came) == 2 else f"all {len(came)}"
    return f"{each} weapons as usual, one after the other" + (f"; {listed(modes)}" if modes else "")


def first_choice_firers(s: Attack, name: str, table: Table, among: Collection[str] | None = None) -> list[Firer]:
    """Those to whom this is the best of their weapons that they can fire now: what they came for.

    ``among``: the names that were chosen, and no others count; None: all.
    """
    found = []
    for firer in s.firers:
        best = next((weapon for weapon in best_first(s, firer, table, among)), None)
        if best is not None and best.name == name:
            found.append(firer)
    return found


def best_first(s: Attack, firer: Firer, table: Table, among: Collection[str] | None = None) -> list[Weapon]:
    """What is proposed to these models of what they can fire now: as many of the best as they may, as they are listed.

    Grenades are last, and what hardly reaches.
    """
    own = [weapon for weapon in able(s, firer) if among is None or weapon.name in among]
    own = [weapon for weapon in own if not other_mode_proposed(s, own, weapon)]
    if len(own) < 2 or s.shooter.value.models[firer.model][0].vehicle:  # it fires them all
        return own
    ranked = sorted(own, key=lambda one: (one.grenade or too_far(s, one, table), -worth(s, firer, one)))
    best = ranked[: max(1, firer.weapons)]
    return [*(one for one in own if one in best), *(one for one in ranked if one not in best)]


def able(s: Attack, firer: Firer) -> list[Weapon]:
    """What these models can fire now, in the order of their list."""
    own = s.shooter.value.models[firer.model][0].weapons
    return [weapon for weapon in own if can_use(s, firer, weapon) and not why_not_offered(s, weapon)]


def not_proposed(s: Attack, weapon: Weapon, table: Table) -> bool:
    """True if it is proposed to nobody who could fire it."""
    group = bearers(s, weapon.name)
    return too_far(s, weapon, table) or all(other_mode_proposed(s, able(s, who), own) for who, _, own in group)


def too_far(s: Attack, weapon: Weapon, table: Table) -> bool:
    """True if at the table it is not proposed: a template at a distance that it hardly reaches (7E-WPN-24)."""
    return s.battle is not None and weapon.range is None and s.distance > reach_of(weapon, table)


def other_mode_proposed(s: Attack, ready: Iterable[Weapon], weapon: Weapon) -> bool:
    """True if another mode of the weapon is proposed to those who can fire all that is ready."""
    modes = [other for other in ready if other.of == weapon.of] if weapon.of else []
    return len(modes) > 1 and min(modes, key=partial(proposal_rank, s)) != weapon


def came_in_turn(s: Attack, table: Table) -> list[str]:
    """The names that are proposed one after the other: of each model as many weapons as it may fire, no grenades."""
    found = []
    for firer in s.firers:
        model, room = s.shooter.value.models[firer.model][0], firer.weapons
        ways: set[str] = set()
        for weapon in best_first(s, firer, table):
            way = weapon.of or weapon.name
            spare = way not in ways and not (weapon.grenade and ways) and not too_far(s, weapon, table)
            if spare and (room > 0 or weapon.guided is not None):
                ways.add(way)
                found.append(weapon.name)
                room -= max(1, carried(firer, model, weapon)) if weapon.guided is None else 0
    return [name for name in names(s) if name in found]


def weapon_chosen(s: Attack | Firing) -> bool:
    return isinstance(s, Firing)


def fire_weapon(now: Firing, table: Table) -> Firing:
    """Who fires how often, and at whom: the facts, then the shots in the pool."""
    s, weapon = with_stealth_left(now.over()), now.weapon.value
    group = bearers(s, weapon.name)
    # Who stands is looked at before the facts change the line: the odds can deal out only what they handed in.
    toughness = 0 if s.target.value.vehicle else target_toughness(s)
    armour = majority_armour(s, table) if weapon.has("Graviton") else None
    counts_before = pins(s, weapon, table) or any(rule in weapon.rules for rule in AFTERWARDS)
    before = wounds(s.standing()) if counts_before else None
    usual = proposed_firers(s, weapon.name, group, table)
    parts = before_the_shot(s, weapon, questions_about(s, weapon, group, usual, table))
    s, facts = said_of(s, weapon, group, parts, table)
    if weapon.has("Graviton") and table.setting("graviton_mixed") == "closest" and "order" in facts:
        armour = armour_of(s, facts["order"])
    why = why_nobody_hit(s, weapon, facts)
    if SAVE.key not in facts and not weapon.has("Markerlight"):
        refuse_saves_of_nobody(s, weapon, group, facts, table)
    s = with_facts(s, weapon, parts, facts)
    s = cover_chosen(s, weapon, facts, table)
    if facts.get(SAVE.key) == "cover":
        refuse_without_cover(s, table)
    shots, firers = shots_of(s, weapon, group, facts, (toughness, armour), table) if not why else ([], s.firers)
    if not shots and any(facts.get("moved", ())):
        why = why or Reason(
            "who moved fires it to half range only" if weapon.type == SALVO else "they moved", MOVED[weapon.type]
        )
    if why:  # no shot is rolled and lost: the name is closed, and its bearers may fire another
        table.tell("{name} cannot fire: {why}", (why.rule,), name=weapon.name, why=why.text)
        return now.going_on(s.but(beyond=(*s.beyond, (weapon.name, why))))
    if s.fire_points is not None:
        s = s.but(fire_points=max(0, s.fire_points - sum(facts["firing"])))
    if weapon.has("One Use Only"):
        n = min(1, len(shots))
        users = [
            (firer.model, weapon.name)
            for (firer, _, _), fire in zip(group, facts["firing"], strict=True)
            for _ in range(fire * n)
        ]
        s = s.but(spent=tuple(sorted([*s.spent, *users])))
    s = s.but(
        firers=firers,
        fired=(*s.fired, weapon.name),
        picked=(),
        ordnance=True if weapon.type == ORDNANCE and s.shooter.value.vehicle else s.ordnance,
        fired_full=s.fired_full or any(not getattr(token, "shot", token).snap for token, _ in shots),
    )
    return now.going_on(s, pool=pool(*shots), before=before, seen=facts.get("line_of_sight", "yes") == "yes")


def cover_chosen(s: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """Cover is asked of those whose armour is as good as any, once they want a cover save (7E-SAV-8)."""
    if facts.get(SAVE.key) != "cover" or COVER.key in facts or charts.ignores_cover(weapon):
        return s
    cover = table.ask(COVER)
    return s if cover == "none" else s.changed(lambda kind: covered(kind, cover))


def proposed_firers(s: Attack, name: str, group: Group, table: Table) -> tuple[int, ...]:
    """How many of each kind are proposed to fire it: whoever carries it, where it was chosen by its name (7E-WPN-1).

    Of several names that were chosen beforehand each fires the best. Of nothing chosen those who came for it, or else
    all.
    """
    main = first_choice_firers(s, name, table, s.picked or None)
    return tuple(firer.n if firer in main or not main else 0 for firer, _, _ in group)


def said_of(
    s: Attack, weapon: Weapon, group: Group, parts: tuple[Question, ...], table: Table
) -> tuple[Attack, Mapping[str, Any]]:
    """The facts of this weapon. If all fire as usual, they are said with the first for those after it as well.

    Not where some of the target could not be hit: whom the next weapon reaches or sees is another matter (7E-WPN-5).
    """
    if s.agreed and s.fired and not s.apart:
        return s, {part.key: value_of(own_way(part, weapon, s.ways)) for part in parts}
    target = s.around().shot_at() if s.battle is not None else None
    if target and not s.fired:
        parts = tuple(proposed(part, s.around().said, target) for part in parts)
    others = ways_of_others(s, weapon, table) if s.agreed else ()
    asked = (*parts, *others)
    told = table.facts(
        f"facts:{weapon.name}",
        asked,
        check=lambda values: cannot_be(s, weapon, group, values),
        rules=("7E-WPN-3", "7E-WPN-5", "7E-WPN-7", "7E-SAV-4"),
        words=lambda values: declaration(s, weapon, group, asked, values, shots_text(s, weapon, group, values, table)),
        nth=len(s.fired),
    )
    if target:
        s = s.remembering({key: told[key] for key in told if key.partition(":")[0] == COVER.key}, target)
    plain = (part for part in parts if isinstance(part, (Choose, Number)))
    return s.but(ways=remembering((), {part.key: told[part.key] for part in (*plain, *others)})), told


def shots_text(s: Attack, weapon: Weapon, group: Group, facts: Mapping[str, Any], table: Table) -> str:
    """``16 shots``, and what fires after that where all was agreed at once; "" if nothing does."""
    said = shots_in_all(s, weapon, group, facts)
    after = [name for name in came_in_turn(s, table) if name != weapon.name] if s.agreed else []
    return f"{said}, then {listed(after)}" if said and after else said


def ways_of_others(s: Attack, first: Weapon, table: Table) -> tuple[Question, ...]:
    """Who moved and who is at half range with the weapons that fire after the first one."""
    found: list[Question] = []
    for name in came_in_turn(s, table):
        if name == first.name:
            continue
        weapon = names(s)[name]
        group = bearers(s, name)
        for part in questions_about(s, weapon, group, proposed_firers(s, name, group, table), table):
            if part.key in OWN_WAYS:
                words = f"{name}: {part.text[:1].lower()}{part.text[1:]}"
                found.append(part.but(key=f"{part.key}:{name}", text=words))
    return tuple(found)


def own_way(part: Question, weapon: Weapon, ways: Memory) -> Question:
    """The question with what was said of it before the first weapon, if it was."""
    return proposed(part.but(key=f"{part.key}:{weapon.name}") if part.key in OWN_WAYS else part, ways)


def why_nobody_hit(s: Attack, weapon: Weapon, facts: Mapping[str, Any]) -> Reason | None:
    """Why this weapon can hit nobody of the target, the facts being known; None if it can (7E-WPN-5)."""
    inches = facts.get("distance", s.distance)
    if weapon.range is not None and inches > weapon.range:
        return beyond_range(inches, weapon.range)
    return Reason("out of range or sight", "7E-WPN-5") if all_hidden(s, facts) else None


def beyond_range(inches: float, reach: float) -> Reason:
    return Reason(f"out of range ({_inches(reach)})", "7E-WPN-5")


def _label(s: Attack, weapon: Weapon) -> str:
    n = sum(firer.n * carried(firer, model, own) for firer, model, own in bearers(s, weapon.name))
    ap = "-" if weapon.ap is None else weapon.ap
    reach = "template" if weapon.range is None else "any range" if weapon.range > 1000 else _inches(weapon.range)
    strength = "X" if weapon.strength is None else weapon.strength
    profile = "" if weapon.has("Markerlight") else f" S{strength} AP{ap}"  # it hurts nobody (7E-EFF-5)
    at = harmless_at(s, weapon) if s.battle is not None else ""
    vain = f": no hit can harm its {at}" if at else ""
    return f"{counted(n, weapon.name)}, {reach}{profile} {weapon.type}{vain}"


def _inches(value: float) -> str:
    return f'{value:g}"'
