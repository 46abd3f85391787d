"""Attacks of ``attack_words.py`` as scenario documents and army lists: what a player would write.

The keys of characters who joined, of effects and of flight stand here and nowhere else: ``joined_to``, ``effects``,
``target_effects``, ``markerlights``, ``skyfire``, ``vector_strike``, ``attacker_flight``, ``target_flight``, ``near``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from tests.rules.seventh.helpers.attack_words import Attack, Effect, Group, Gun, Kind, Side, air_target
from tests.rules.seventh.oracles.barrels import full_allowance, models, names

Document = dict[str, Any]

# Units as in a list --------------------------------------------------------------------------------------------------


def save(need: int | None) -> str:
    return f"{need}+" if need else "-"


def type_of(gun: Gun) -> str:
    if gun.kind in ("Rapid Fire", "Pistol"):
        return gun.kind
    return f"Salvo {gun.moved_shots}/{gun.shots}" if gun.kind == "Salvo" else f"{gun.kind} {gun.shots}"


def weapon(gun: Gun) -> Document:
    rules = sorted(gun.rules - {"Template", "Torrent"})
    if gun.poisoned:
        rules.append(f"Poisoned ({gun.poisoned}+)")
    if gun.template:
        rules.append("Torrent") if "Torrent" in gun.rules else None
    strength = "X" if gun.strength is None else gun.strength
    out: Document = {
        "range": "Template" if gun.template else gun.range,
        "S": strength,
        "AP": gun.ap or "-",
        "type": type_of(gun),
    }
    return out | ({"rules": rules} if rules else {})


def kind_document(kind: Kind, group: Group) -> Document:
    out: Document = {"name": kind.name, "count": kind.n, "BS": kind.skill}
    if kind.values:
        front, side, rear = kind.values
        out |= {"front": front, "side": side, "rear": rear, "HP": kind.wounds}
    else:
        out |= {"T": kind.toughness, "W": kind.wounds, "Ld": kind.leadership, "Sv": save(kind.armour)}
    if kind.invulnerable:
        out["Inv"] = f"{kind.invulnerable}++"
    if kind.pain:
        out["FNP"] = f"{kind.pain}+"
    if kind.character:
        out["character"] = "yes"
    if group.independent:
        out["independent"] = "yes"
    if kind.rules:
        out["rules"] = sorted(kind.rules)
    if kind.guns:
        out["weapons"] = [gun.name for gun in kind.guns]
    return out


def unit(group: Group, joined_to: str = "") -> Document:
    """``joined_to``: the unit that a character has joined (IC-6)."""
    rules = sorted(group.rules) + ["Independent Character"] * group.independent
    out: Document = {"name": group.name, "type": group.type}
    if rules:
        out["rules"] = rules
    if joined_to:
        out["joined_to"] = joined_to
    return out | {"models": [kind_document(kind, group) for kind in group.kinds]}


def units(side: Side) -> list[Document]:
    squad, *joined = side.groups
    return [unit(squad), *(unit(group, squad.name) for group in joined)]


def weapons(attack: Attack) -> Document:
    guns = {gun for side in (attack.attacker, attack.target) for _, kind in side.kinds for gun in kind.guns}
    found = {gun.name: weapon(gun) for gun in sorted(guns, key=lambda gun: gun.name)}
    assert len(found) == len(guns), "two weapons of one name"
    return found


def army(attack: Attack, side: Side, name: str) -> Document:
    """A whole list with the units of one side, for ``FILE::UNIT``."""
    own = {gun.name for _, kind in side.kinds for gun in kind.guns}
    used = {key: value for key, value in weapons(attack).items() if key in own}
    out: Document = {"ruleset": "40k-7e", "name": name}
    return out | ({"weapons": used} if used else {}) | {"units": units(side)}


# Answers -------------------------------------------------------------------------------------------------------------


def effects(key: str, told: Iterable[Effect]) -> Document:
    """``effects: "Prescience, bs +1"``, and narrowed ``effects:boltgun: "hit ones"``.

    A list where a name has a comma of its own (First Rank, Fire! Second Rank, Fire!): in a text it would be two.
    """
    out: dict[str, list[str]] = {}
    for word, of in told:
        out.setdefault(f"{key}:{of}" if of else key, []).append(word)
    return {name: found if "," in "".join(found) else ", ".join(found) for name, found in out.items()}


def order(attack: Attack) -> str:
    marks = ((run.n, run.name, "hidden" if run.hidden else run.cover) for run in attack.order)
    return ", ".join(f"{n} {name}" + (f" ({mark})" if mark else "") for n, name, mark in marks)


def answers(attack: Attack) -> Document:
    """Only what is not as proposed: an answer that makes no difference is told to be unused."""
    attacker, target = attack.attacker, attack.target
    out: Document = {"distance": attack.distance}
    out |= effects("effects", attacker.effects) | effects("target_effects", target.effects)
    if attacker.markerlights:
        out["markerlights"] = ", ".join(attacker.markerlights)
    if attacker.state != "ready":
        out["attacker_state"] = attacker.state
    if target.state != "ready":
        out["target_state"] = target.state
    if attack.order:
        out["order"] = order(attack)
    if attack.cover != "none":
        out["cover"] = attack.cover
    for key, value, proposed in (
        ("jink", attack.jink, False),
        ("go_to_ground", attack.lies_down, False),
        ("within_6", attack.within_6, True),
        ("look_out_sir", attack.looks_out, True),
        ("vector_strike", attack.vector_strike, False),
        ("night", attack.night, False),
    ):
        if value != proposed:
            out[key] = "yes" if value else "no"
    if attack.aim:
        out["precision"] = attack.aim
    out |= of_guns(attack) | of_flight(attack) | of_vehicles(attack)
    return out | dict(attack.settings)


def of_guns(attack: Attack) -> Document:
    guns = [gun for _, kind in attack.attacker.kinds for gun in kind.guns]
    out: Document = {f"under:{gun.name}": attack.under for gun in guns if not gun.rolls_to_hit}
    for gun in dict.fromkeys(guns):
        moved = [f"{kind.name}={kind.n}" for _, kind in attack.attacker.kinds if kind.moved and gun in kind.guns]
        if moved and gun.kind in ("Heavy", "Salvo", "Ordnance"):
            out[f"moved:{gun.name}"] = ", ".join(moved)
    return out


def of_flight(attack: Attack) -> Document:
    out: Document = {}
    if attack.attacker.flight:
        out["attacker_flight"] = attack.attacker.flight
    if attack.target.flight:
        out["target_flight"] = attack.target.flight
    if attack.skyfire is not None and attack.skyfire != air_target(attack):
        out["skyfire"] = "yes" if attack.skyfire else "no"
    if attack.vector_strike and not attack.attacker.squad.vehicle and len(names(attack)) > 1:
        never = ("Blast", "Large Blast") if attack.attacker.state == "jinked" else ()  # as Snap Shots
        guns = [gun for kind in attack.attacker.squad.kinds for gun in kind.guns]
        open_ones = [gun.name for gun in guns if not any(rule in gun.rules for rule in never)]
        out["weapon"] = (open_ones or names(attack))[0]  # one is left, and players may pick either
    return out


def of_vehicles(attack: Attack) -> Document:
    out: Document = {}
    group, kind = models(attack.attacker)[0]
    if group.vehicle:
        out["speed"] = attack.speed
        if attack.full:
            out |= {f"full_bs:{name}": n for name, n in attack.full}
        elif full_allowance(attack, group, kind) < len(kind.guns) and len(names(attack)) > 1:
            pass  # as proposed: Blast and Ordnance, then the strongest
    if attack.target.squad.vehicle:
        out["facing"] = attack.facing
        if attack.cover != "none" and not attack.obscured:
            out["obscured"] = "none"
        if attack.glances_again:
            out["tank_hunters"] = "again"
        if attack.near:
            word = "under" if attack.target.flight == "zooming" else "near"
            out[f"{word}:{attack.attacker.squad.name}"] = attack.near
        if "Venerable" in attack.target.squad.rules:
            out["venerable"] = attack.venerable
    return out


# The document --------------------------------------------------------------------------------------------------------


def document(attack: Attack) -> Document:
    """A side that somebody joined is a list of units, the squad first."""

    def side(of: Side) -> Any:
        found = units(of)
        return found if len(found) > 1 else found[0]

    out: Document = {"ruleset": "40k-7e"}
    if used := weapons(attack):
        out["weapons"] = used
    return out | {"attacker": side(attack.attacker), "target": side(attack.target), "answers": answers(attack)}


def scenario(attack: Attack) -> str:
    """The attack as one document for ``shoot odds SCENARIO.yaml``."""
    return yaml.safe_dump(document(attack), sort_keys=False, allow_unicode=True, width=120)
