"""Which weapon fires, who fires it and how: 2E-ELIG-1, 2E-ELIG-2, 2E-RNG-1, 2E-SPC-1 to 5."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from shoot_cli.core.piles import pile
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.profiles import Model, Weapon
from shoot_cli.rules.second.records import Attack, Battle, Blow, Firer, Marker, Shot
from shoot_cli.rules.second.steps.facts import AIM, Group, questions_about, settle, too_far

NO_MORE = "no more"


def bearers(s: Attack, name: str) -> Group:
    """Who may still fire this name, with what, in the order of the list; who is outside the arc too."""
    found = []
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        for weapon in model.weapons:
            if weapon.name == name and can_use(firer, model, weapon):
                found.append((firer, model, weapon))
                break
    return found


def can_use(firer: Firer, model: Model, weapon: Weapon) -> bool:
    """True if these models have not used it up, nor are all that each carries of it silent."""
    used = weapon.name in firer.used or (bool(weapon.of) and weapon.of in firer.used)
    return firer.weapons > 0 and not used and working(firer, model, weapon) > 0


def working(firer: Firer, model: Model, weapon: Weapon) -> int:
    """How many of this name each of these models carries that are not silent."""
    silent = sum(firer.silent.count(name) for name in {weapon.name, weapon.of or weapon.name})
    return sum(own.name == weapon.name for own in model.weapons) - silent


def in_arc(firer: Firer) -> int:
    """How many of them may fire at this target (2E-ARC-2)."""
    return firer.n - firer.outside


def names(s: Attack) -> dict[str, Weapon]:
    """Every name that somebody may still fire, in the order of the list."""
    found: dict[str, Weapon] = {}
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        for weapon in model.weapons:
            if weapon.name not in found and can_use(firer, model, weapon) and in_arc(firer):
                found[weapon.name] = weapon
    return found


def reach(weapon: Weapon) -> float | None:
    """How far it fires in inches; None: the players say (templates, thrown)."""
    if weapon.template or weapon.thrown or weapon.short is None:
        return None
    return weapon.long if weapon.long is not None else weapon.short


def why_closed(s: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Why nobody can fire this name now; () if somebody can."""
    if all(model.ballistic_skill == 0 for _, model, _ in bearers(s, weapon.name)) and not weapon.template:
        return (Reason("Ballistic Skill 0 cannot shoot", "2E-ELIG-1"),)
    if weapon.thrown and weapon.name.casefold().startswith("melta bomb"):
        return (Reason("melta bombs are not thrown", "2E-GRN-1"),)
    most = reach(weapon)
    if most is not None and s.distance > most:
        return (Reason(f'{s.distance:g}" is beyond its {most:g}": the shots are lost', "2E-RNG-1"),)
    return ()


def weapons_left(s: Attack) -> bool:
    return not s.done and bool(names(s)) and anybody(s)


def anybody(s: Attack) -> bool:
    """True while there is something to hit."""
    return any(rank.n for rank in s.ranks)


def choose_weapon(s: Attack, table: Table) -> Attack:
    """One name; everything about it is resolved before the next (2E-SEQ-1)."""
    weapons = names(s)
    order = sorted(weapons, key=lambda name: put_off(s, weapons[name]))  # what hardly reaches comes last
    options = [Option(name, label(s, weapons[name]), why_closed(s, weapons[name])) for name in order]
    open_names = [option.value for option in options if not option.closed]
    if not open_names:
        for option in options:
            table.tell("{name} cannot fire: {why}", tuple(r.rule for r in option.closed), name=option.value,
                       why=option.closed[0].text)  # fmt: skip
        s = shots_lost(s, [weapons[option.value] for option in options if option.closed[0].rule == "2E-RNG-1"])
    if len(open_names) == 1 and not s.fired and named_apart(s):
        return s.but(weapon=Card(weapons[open_names[0]]))  # it was said already that it fires, and at whom
    likely = [name for name in open_names if not put_off(s, weapons[name])]
    usual = next((name for name in likely if came_for(s, name)), likely[0] if likely else NO_MORE)
    name = table.choose(
        "weapon",
        (*options, Option(NO_MORE, "fire nothing more")),
        default=usual,
        rules=("2E-SEQ-1", "2E-ELIG-2"),
        text="Which weapon fires?",
        spent=NO_MORE,
        nth=len(s.fired),
        lapsed=tuple({own.name for own in s.shooter.value.weapons()} - {*weapons}) if s.outside else (),
    )
    return s.but(done=True) if name == NO_MORE else s.but(weapon=Card(weapons[name]))


def named_apart(s: Attack) -> bool:
    """True if just these weapons were named to shoot at a target of their own (2E-TGT-3)."""
    b: Battle | None = s.battle.value if s.battle is not None else None
    return b is not None and b.apart is not None and bool(b.apart.weapons)


def shots_lost(s: Attack, weapons: list[Weapon]) -> Attack:
    """Declared, then out of range: the shots are lost, and count as fired all the same (2E-SEQ-1, 2E-RNG-1)."""
    for weapon in weapons:
        for firer in main_bearers(s, weapon):
            n = in_arc(firer) * carried(firer, s.shooter.value.models[firer.model][0], weapon)
            if weapon.recharge:
                s = s.but(recharging=(*s.recharging, (firer.model, weapon.name, weapon.recharge, n)))
            if weapon.has("One Use Only"):
                s = s.but(spent=tuple(sorted([*s.spent, *[(firer.model, weapon.name)] * n])))
        s = s.but(fired=(*s.fired, weapon.name))
    return s


def main_bearers(s: Attack, weapon: Weapon) -> list[Firer]:
    """Those who came for this weapon: it is the first of their list that works."""
    found = []
    for firer, model, _ in bearers(s, weapon.name):
        first = next((own for own in model.weapons if can_use(firer, model, own)), None)
        if first is not None and first.name == weapon.name and in_arc(firer):
            found.append(firer)
    return found


def came_for(s: Attack, name: str) -> bool:
    """True if somebody carries it as the first weapon that he can fire now."""
    return bool(main_users(s, name))


def put_off(s: Attack, weapon: Weapon) -> bool:
    """True if at the table it is not proposed: template or grenade at a distance that it seldom reaches."""
    return s.battle is not None and too_far(s, weapon)


def main_users(s: Attack, name: str) -> list[Firer]:
    """Those for whom this is the first of their weapons that they can fire now and would."""
    found = []
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        ready = (own for own in model.weapons if can_use(firer, model, own) and not why_closed(s, own))
        first = next((weapon for weapon in ready if not put_off(s, weapon)), None)
        if first is not None and in_arc(firer) and (first.name == name or firer.weapons > 1):
            found.append(firer)
    return found


def weapon_chosen(s: Attack) -> bool:
    return s.weapon is not None


def fire_weapon(s: Attack, table: Table) -> Attack:
    """The facts, then the shots on the pile."""
    assert s.weapon is not None
    weapon = s.weapon.value
    group = bearers(s, weapon.name)
    main = main_users(s, weapon.name)
    usual = tuple(in_arc(firer) if firer in main or not main else 0 for firer, _, _ in group)
    parts = questions_about(s, weapon, group, usual, table)
    facts = table.facts(
        f"facts:{weapon.name}",
        parts,
        check=lambda values: cannot_be(group, values),
        rules=("2E-SEQ-1", "2E-COV-4", "2E-HIT-4"),
        text=as_usual(weapon, group, usual, {part.key: part.default for part in parts}),
        nth=len(s.fired),
    )
    firing = tuple(min(n, in_arc(firer)) for n, (firer, _, _) in zip(facts["firing"], group, strict=True))
    facts = facts | {"firing": firing}
    s = aimed(settle(s, facts, group), weapon, facts, table)
    if weapon.thrown and not weapon.area:
        table.tell("{name}: a miss scatters and hits whoever it lands on; play that at the table", ("2E-GRN-1",),
                   name=weapon.name)  # fmt: skip
    things, firers = shots_of(s, weapon, group, facts, table)
    spent = s.spent
    if weapon.has("One Use Only"):
        for (firer, model, own), n in zip(group, firing, strict=True):
            spent += ((firer.model, weapon.name),) * (n * carried(firer, model, own))
        spent = tuple(sorted(spent))
    recharging = [
        (firer.model, weapon.name, weapon.recharge, n * carried(firer, model, own))
        for (firer, model, own), n in zip(group, firing, strict=True)
        if own.recharge and n
    ]
    s = s.but(recharging=(*s.recharging, *recharging))
    return s.but(pile=pile(*things), firers=firers, fired=(*s.fired, weapon.name), spent=spent)


def aimed(s: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """Who fires at a support weapon from short range picks gun or crew; the others leave it to the die (2E-VEH-2)."""
    near = any(n and k for n, k in zip(facts["firing"], facts.get("short", facts["firing"]), strict=True))
    if s.target.value.type != "Support weapon" or weapon.short is None or not near:
        return s
    key = f"aim:{weapon.name}"
    return s.but(aim=table.choose(key, AIM.options, default=AIM.default, rules=AIM.rules, text=AIM.text))


def as_usual(weapon: Weapon, group: Group, usual: tuple[int, ...], proposed: Mapping[str, Any]) -> str:
    """The facts as they are proposed, in a sentence."""
    n, of = sum(usual), sum(firer.n for firer, _, _ in group)
    words = [f"{f'{n} of {of}' if n != of else n} fire{'s' * (n == 1)} {weapon.name}"]
    if "moved" in proposed:
        words.append("all of them moved" if any(proposed["moved"]) else "nobody moved")
    if "cover" in proposed:
        words.append(f"target in {'the open' if proposed['cover'] == 'none' else proposed['cover'] + ' cover'}")
    if proposed.get("large") == "yes":
        words.append("a large target")
    if proposed.get("reaches") == "no":
        words.append("too far to throw it")
    return ", ".join(words)


def cannot_be(group: Group, values: Mapping[str, Any]) -> str | None:
    """A sentence if the facts contradict each other."""
    for key in ("moved", "short"):
        for n, most, (firer, model, _) in zip(values.get(key, ()), values["firing"], group, strict=False):
            if n > most and n != firer.n:
                return f"{key}: {n} {model.name}, but only {most} of them fire"
    if values.get("friends_engaged") and not values.get("enemy_engaged"):
        return "friends_engaged: nobody of the enemy is engaged"
    return None


def shots_of(
    s: Attack, weapon: Weapon, group: Group, facts: Mapping[str, Any], table: Table
) -> tuple[list[tuple[Any, int]], tuple[Firer, ...]]:
    """Shots or markers of everybody who fires, and the firers with what they used up."""
    things: list[tuple[Any, int]] = []
    firers = list(s.firers)
    for place, (firer, model, own) in enumerate(group):
        n = facts["firing"][place]
        moved = min(n, facts["moved"][place]) if "moved" in facts else 0
        near = own.template or own.thrown or own.long is None or own.short is None
        short = min(n, facts["short"][place]) if "short" in facts else n * near
        times = carried(firer, model, own)
        twice = facts.get("rapid_fire", "no") == "yes" and may_rapid_fire(s, model, own)
        silent = moved if own.move_or_fire and not s.shooter.value.machine else 0  # they may fire something else
        short = min(n, short + silent)  # of those who fire
        for low, high in pairwise(sorted({0, moved, short, n})):  # those who moved and those close are the first ones
            is_short, has_moved = low < short, low < moved
            count = high - low
            if (own.move_or_fire and has_moved and not s.shooter.value.machine) or (
                (not model.ballistic_skill and not own.template) or facts.get("reaches", "yes") == "no"
            ):
                continue
            both = twice and not has_moved
            lost = both and bool(facts.get("sustained")) and table.setting("rapid_fire_jam") == "second_lost"
            shots = (
                times * int(facts.get("shots", 1)) * (2 if both and not lost else 1)
            )  # the second comes after the first did not jam
            barrels = facts.get("both_barrels", "no") == "yes"
            at = charts.SHORT if is_short else charts.LONG
            score = charts.to_hit(own, model.ballistic_skill, at, modifiers(s, own, model, at, facts, table))
            aim = s.aim if is_short and s.target.value.type == "Support weapon" else ""
            dice = int(facts.get("sustained", own.sustained))
            blow = blow_of(own, aim)
            if own.has("Twin-linked") and not dice:
                blow = blow.but(guns=2)  # without its dice each of the guns hits once (2E-SF-1)
            shot = Shot(
                blow, score, dice, firer.model, own.explodes,
                ignores_first_jam(s, model), own.has("Auxiliary"), lost, kept_apart(s, table),
            )  # fmt: skip
            amount = count * shots * (2 if barrels else 1)
            things.append((Marker(shot) if own.area else shot, amount))
        here = firers.index(firer)
        firers[here : here + 1] = used(firer, own, n - silent, times)
    return things, tuple(firers)


def kept_apart(s: Attack, table: Table) -> bool:
    """True if it matters which hits are of one shot: where not all can be reached, or others can (2E-SF-4)."""
    return s.within_4 is not None or (s.battle is not None and table.setting("sustained_same_unit") == "false")


def ignores_first_jam(s: Attack, model: Model) -> bool:
    return model.has("Ignores First Jam") or "Ignores First Jam" in s.shooter.value.rules


def modifiers(
    s: Attack, weapon: Weapon, model: Model, at: str, facts: Mapping[str, Any], table: Table
) -> tuple[charts.Modifier, ...]:
    """Everything that changes the score, by name (2E-HIT-2, 2E-HIT-4)."""
    unit = s.shooter.value
    own = {rule for rule in ("Targeter", "Bionic Eye", "Ignores Speed") if rule in unit.rules}
    return charts.modifiers_of(
        weapon,
        at,
        shooter=model.but(rules=tuple(sorted(own.union(model.rules)))) if own - {*model.rules} else model,
        cover=facts.get("cover", "none"),
        speed=facts.get("speed", charts.SLOW),
        large=facts.get("large", "no") == "yes",
        overwatch=s.overwatch,
        appearing=facts.get("appearing", "no") == "yes",
        hidden_by=charts.hiding(s.target.value) if facts.get("hidden_by", "no") == "yes" else (),
        stasis=facts.get("stasis", "no") == "yes",
        both_barrels=facts.get("both_barrels", "no") == "yes",
        other=int(facts.get("modifier", 0)),
        overwatch_penalty=table.setting("overwatch_penalty"),
    )


def blow_of(weapon: Weapon, aim: str = "") -> Blow:
    twin = weapon.has("Twin-linked") and not weapon.sustained
    rules = tuple(rule for rule in weapon.rules if rule in TELLING)
    return Blow(
        weapon.name, weapon.strength, weapon.save_modifier, weapon.damage, weapon.penetration, weapon.area,
        weapon.has("Needle"), rules, aim, 2 if twin else 1,
    )  # fmt: skip


TELLING = {"Deathspitter", "Armour-piercing", "Automatic Penetration", "Melta", "Metal Flayer", "Fear"}


def may_rapid_fire(s: Attack, model: Model, weapon: Weapon) -> bool:
    """Space Marines who stood still, with bolt pistol, boltgun or storm bolter (2E-SPC-1)."""
    rules = (*model.rules, *s.shooter.value.rules)  # his own affair, whatever his comrades may do
    if "Rapid Fire" not in rules or "Scout" in rules:
        return False
    return weapon.name.casefold() in charts.RAPID_FIRE_WEAPONS


def carried(firer: Firer, model: Model, weapon: Weapon) -> int:
    """How many of this name each of them fires together: vehicles fire all they have that works."""
    return max(1, min(firer.weapons, working(firer, model, weapon)))


def used(firer: Firer, weapon: Weapon, n: int, times: int) -> list[Firer]:
    name = (weapon.name, weapon.of) if weapon.of else (weapon.name,)
    done = firer.but(
        n=n,
        outside=0,
        weapons=firer.weapons - min(firer.weapons, max(1, times)),
        used=tuple(sorted({*firer.used, *name})),
    )
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def label(s: Attack, weapon: Weapon) -> str:
    n = sum(firer.n * carried(firer, model, own) for firer, model, own in bearers(s, weapon.name))
    reach_words = "template" if weapon.template else "thrown" if weapon.thrown else band_words(weapon)
    extra = f", {weapon.sustained} sustained fire" if weapon.sustained else ""
    words = f"S{weapon.strength} damage {weapon.damage.text} save {weapon.save_modifier or '-'}{extra}"
    return f"{n} x {weapon.name}, {reach_words} {words}"


def band_words(weapon: Weapon) -> str:
    return "/".join(f'{value:g}"' for value in (weapon.short, weapon.long) if value is not None)
