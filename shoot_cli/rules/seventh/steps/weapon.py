"""Selecting and firing a weapon: 7E-WPN-1 to 12, 17, 20, 21, and the facts that only the players can see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.core.piles import pile, wounds
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, PISTOL, RAPID_FIRE, SALVO, Model, Shots, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Shot, Volley
from shoot_cli.rules.seventh.steps.facts import as_usual, cannot_be, questions_about, settle
from shoot_cli.rules.seventh.steps.target import any_two, weapons_at_once

NO_MORE = "no more"


def bearers(s: Attack, name: str) -> list[tuple[Firer, Model, Weapon]]:
    """Who may still fire this name, with what, in the order of the list (7E-WPN-1, 7E-WPN-4)."""
    found = []
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        for weapon in model.weapons:
            if weapon.name == name and can_use(s, firer, weapon):
                found.append((firer, model, weapon))
                break
    return found


def can_use(s: Attack, firer: Firer, weapon: Weapon) -> bool:
    """True if these models have not used up this name, its other modes, or their number of weapons."""
    if firer.weapons < 1 or weapon.name in firer.used or (weapon.of and weapon.of in firer.used):
        return False
    most, any_type = limits(s.shooter, firer.model)
    return firer.weapons == most or weapon.type == PISTOL or any_type


@lru_cache(256)
def limits(shooter: Card[Unit], index: int) -> tuple[int, bool]:
    """How many weapons models of this kind may fire in a phase, and whether of any type (7E-WPN-4)."""
    unit, model = shooter.value, shooter.value.models[index][0]
    return weapons_at_once(unit, model), any_two(unit, model)


def carried(firer: Firer, model: Model, weapon: Weapon) -> int:
    """How many of this name each of them fires together (7E-WPN-4)."""
    return min(firer.weapons, sum(other.name == weapon.name for other in model.weapons))


def names(s: Attack) -> dict[str, Weapon]:
    """Every name that somebody may still fire, in the order of the list."""
    found: dict[str, Weapon] = {}
    for firer in s.firers:
        for weapon in s.shooter.value.models[firer.model][0].weapons:
            if weapon.name not in found and can_use(s, firer, weapon):
                found[weapon.name] = weapon
    return found


def why_closed(s: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Why nobody can fire this name now; () if somebody can."""
    if missing := charts.not_yet(weapon):
        return (missing,)
    if weapon.grenade and any(other.name in s.fired and other.grenade for other in s.shooter.value.weapons()):
        return (Reason("one model of a unit throws a grenade in a phase", "7E-WPN-4"),)
    if weapon.range is not None and s.distance > weapon.range:
        return (Reason(f"{_inches(s.distance)} is beyond its range of {_inches(weapon.range)}", "7E-WPN-5"),)
    if all(model.ballistic_skill == 0 for _, model, _ in bearers(s, weapon.name)):
        return (Reason("Ballistic Skill 0 cannot shoot", "7E-NOM-3"),)
    return ()


def weapons_left(s: Attack) -> bool:
    if s.done:
        return False
    models = s.shooter.value.models
    more = any(can_use(s, firer, weapon) for firer in s.firers for weapon in models[firer.model][0].weapons)
    return more and (bool(s.apart) or s.line.anybody())


def choose_weapon(s: Attack, table: Table) -> Attack:
    """One name; everything about it is resolved before the next (7E-WPN-1, 2, 6)."""
    weapons = names(s)
    options = [Option(name, _label(s, weapon), why_closed(s, weapon)) for name, weapon in weapons.items()]
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
    usual = next((name for name in open_names if main_users(s, name)), open_names[0] if open_names else NO_MORE)
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
        return s.but(done=True)
    return s.but(weapon=Card(weapons[name]))


def main_users(s: Attack, name: str) -> list[Firer]:
    """Those to whom this is the first weapon of their list that they can fire now: what they came for."""
    found = []
    for firer in s.firers:
        own = s.shooter.value.models[firer.model][0].weapons
        first = next((weapon for weapon in own if can_use(s, firer, weapon) and not why_closed(s, weapon)), None)
        if first is not None and first.name == name:
            found.append(firer)
    return found


def weapon_chosen(s: Attack) -> bool:
    return s.weapon is not None


def fire_weapon(s: Attack, table: Table) -> Attack:
    """Who fires how often, and at whom: the facts, then the shots on the pile."""
    assert s.weapon is not None
    weapon = s.weapon.value
    group = bearers(s, weapon.name)
    s = with_stealth_left(s)
    # Who stands is looked at before the facts change the line: the odds can deal out only what they handed in.
    toughness = target_toughness(s)
    counts_before = "Pinning" in weapon.rules or any(rule in weapon.rules for rule in AFTERWARDS)
    before = wounds((*s.line.standing(), *s.apart)) if counts_before else None
    main = main_users(s, weapon.name)
    usual = tuple(firer.n if firer in main or not main else 0 for firer, _, _ in group)
    parts = questions_about(s, weapon, group, usual, table)
    facts = table.facts(
        f"facts:{weapon.name}",
        parts,
        check=lambda values: cannot_be(weapon, group, values),
        rules=("7E-WPN-3", "7E-WPN-5", "7E-WPN-7", "7E-SAV-4"),
        text=as_usual(s, weapon, group, parts),
        nth=len(s.fired),
    )
    s = settle(s, parts, facts)
    shots, firers = _shots(s, weapon, group, facts, toughness, table)
    if weapon.has("One Use Only"):
        n = min(1, len(shots))
        users = [
            (firer.model, weapon.name)
            for (firer, _, _), fire in zip(group, facts["firing"], strict=True)
            for _ in range(fire * n)
        ]
        s = s.but(spent=tuple(sorted([*s.spent, *users])))
    return s.but(
        pile=pile(*shots),
        firers=firers,
        fired=(*s.fired, weapon.name),
        before=before,
    )


def with_stealth_left(s: Attack) -> Attack:
    """The target without what those who fell since the attack began did for its cover (7E-SAV-7)."""
    unit = s.target.value
    if not s.fired or not any(unit.has(rule) and rule not in unit.rules for rule in charts.STEALTH):
        return s
    better = charts.stealth_of(unit, {rank.kind.model for rank in (*s.line.standing(), *s.apart)})
    return s.but(
        line=s.line.changed(lambda kind: kind.but(stealth=better)),
        apart=tuple(rank.but(kind=rank.kind.but(stealth=better)) for rank in s.apart),
    )


AFTERWARDS = ("Concussive", "Blind", "Soul Blaze")


def _shots(
    s: Attack,
    weapon: Weapon,
    group: list[tuple[Firer, Model, Weapon]],
    facts: Mapping[str, Any],
    toughness: int,
    table: Table,
) -> tuple[list[tuple[Any, int]], tuple[Firer, ...]]:
    """Shots and volleys of everybody who fires, and the firers with what they used up."""
    unit, target = s.shooter.value, s.target.value
    prefers = facts.get("preferred_enemy", "no") == "yes"
    beyond = weapon.range is not None and s.distance > weapon.range
    things: list[tuple[Any, int]] = []
    firers = list(s.firers)
    for place, (firer, model, own) in enumerate(group):
        n = facts["firing"][place] if not beyond else 0
        relentless = charts.relentless(unit, firer.model)
        moved = 0 if relentless else min(n, facts.get("moved", (0,) * len(group))[place])
        within = weapon.range is not None and 2 * s.distance <= weapon.range
        close = min(n, facts["half_range"][place] if "half_range" in facts else n) if within else 0
        for count, is_close, has_moved in _groups(own, n, moved, close):
            shots = charts.shots_of(own, half_range=is_close, moved=has_moved)
            if not count or shots is None:
                continue
            snap = bool(s.snap_only) or (own.type == HEAVY and has_moved) or "Skyfire" in own.rules
            skill = (
                min(charts.MOST_BALLISTIC_SKILL, max(1, model.ballistic_skill + facts.get("bs_modifier", 0)))
                if model.ballistic_skill
                else 0
            )
            if not skill:
                continue
            shot = Shot(
                own.name, skill, snap, own.strength, own.ap, _telling(own), own.poisoned, toughness,
                precise=not snap and (own.has("Sniper") or own.has("Precision Shots") or model.has("Precision Shots")),
                preferred=prefers,
                shred="Shred" in own.rules or (model.has("Monster Hunter") and "Monstrous" in target.type),
                rerolls=not snap or table.setting("snap_rerolls") == "yes",
            )  # fmt: skip
            things += _fired(shot, shots, count, carried(firer, model, own), firer, model, own, table)
        at = firers.index(firer)
        firers[at : at + 1] = _used(s, firer, own, n, table.setting("mode_uses_weapon") == "yes")
    return things, tuple(firers)


def _groups(weapon: Weapon, n: int, moved: int, close: int) -> tuple[tuple[int, bool, bool], ...]:
    """How many fire (close?, moved?) in each way. Moved bearers of a Salvo weapon are counted among those close."""
    if weapon.type == RAPID_FIRE:
        return (close, True, False), (n - close, False, False)
    if weapon.type == SALVO:
        near = min(moved, close)
        return (near, True, True), (moved - near, False, True), (n - moved, True, False)
    return (moved, False, True), (n - moved, False, False)


def _fired(
    shot: Shot, shots: Shots, n: int, each: int, firer: Firer, model: Model, weapon: Weapon, table: Table
) -> list[tuple[Any, int]]:
    """``each`` weapons of ``n`` bearers: shots, or volleys where their number is rolled or their dice hang together."""
    hot = "Gets Hot" in weapon.rules
    if not shots.dice and not hot and "Master-crafted" not in weapon.rules:
        return [(shot, n * each * shots.plus)]
    if hot:  # one bearer pays for all of his
        shots = shots.but(dice=each * shots.dice, plus=each * shots.plus)
    else:
        n *= each
    save = charts.best_against_heat(model)
    adds = table.setting("mastercrafted_bs6") == "adds"
    volley = Volley(
        shot, shots, firer.model, firer.left, save if hot else None, model.feel_no_pain if hot else None, 1, adds
    )
    if shots.dice and table.setting("random_shots") == "per_name" and not hot and "Master-crafted" not in weapon.rules:
        return [(volley.but(times=n), 1)]
    return [(volley, n)]


def _used(s: Attack, firer: Firer, weapon: Weapon, n: int, whole: bool) -> list[Firer]:
    """Those who fired used it up, the ``whole`` of it with its other modes; who declined loses this name (7E-WPN-3)."""
    unit, model = s.shooter.value, s.shooter.value.models[firer.model][0]
    name = (weapon.name, weapon.of) if weapon.of and whole else (weapon.name,)
    used = carried(firer, model, weapon) if weapon.type == PISTOL or any_two(unit, model) else firer.weapons
    done = firer.but(n=n, weapons=firer.weapons - used, used=tuple(sorted({*firer.used, *name})))
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def _telling(weapon: Weapon) -> tuple[str, ...]:
    """The special rules that later rules look at: shots that differ in others are still alike."""
    return tuple(rule for rule in weapon.rules if rule in TELLING)


TELLING = {
    "Bladestorm", "Fleshbane", "Gauss", "Gets Hot", "Ignores Cover", "Instant Death", "Master-crafted", "Rending",
    "Sniper", "Tesla", "Twin-linked",
}  # fmt: skip


def target_toughness(s: Attack) -> int:
    """Of most models of the target as they stand, seen or not (7E-WND-2)."""
    ranks = (*s.line.ranks, *s.apart)
    if len({rank.kind.toughness for rank in ranks}) == 1:
        return ranks[0].kind.toughness  # type: ignore[no-any-return]
    now = (*s.line.standing(), *s.apart)
    return charts.majority_toughness((rank.kind.toughness, rank.n) for rank in now)[0]


def _label(s: Attack, weapon: Weapon) -> str:
    n = sum(firer.n * carried(firer, model, own) for firer, model, own in bearers(s, weapon.name))
    ap = "-" if weapon.ap is None else weapon.ap
    reach = "template" if weapon.range is None else "any range" if weapon.range > 1000 else _inches(weapon.range)
    strength = "X" if weapon.strength is None else weapon.strength
    return f"{n} x {weapon.name}, {reach} S{strength} AP{ap} {weapon.type}"


def _inches(value: float) -> str:
    return f'{value:g}"'
