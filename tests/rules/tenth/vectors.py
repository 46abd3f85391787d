"""The vectors of the specification (``vectors.json``, its section 26) as scenarios in the words of players."""

from __future__ import annotations

from fractions import Fraction
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

DOCUMENT = loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
DEFAULTS = DOCUMENT["defaults"]
RANGE = 24
CHARACTERS = {"V87": 1, "V88": 0, "V91": 0}  # which of its models is a character: the titles say so
LEADERS = ("V87", "V88")


class Vector(NamedTuple):
    id: str
    title: str
    rules: tuple[str, ...]
    kind: str  # "attack", "mortal", "hazardous": then what the attacker itself loses is expected
    scenario: dict[str, Any]  # as players write it; its answers hold facts and settings
    slain: dict[int, Fraction]
    damage: dict[int, Fraction]
    means: dict[str, Fraction]  # attacks, hits, wounds, unsaved, damage, slain: what is known of these


def vectors() -> list[Vector]:
    return [vector(told) for told in DOCUMENT["vectors"]]


def vector(told: dict[str, Any]) -> Vector:
    expected = told["expected"]
    return Vector(
        told["id"],
        told["title"],
        tuple(told["rules"]),
        told["kind"],
        scenario_of(told),
        {int(n): fraction(p) for n, p in expected["slain"].items()},
        {int(n): fraction(p) for n, p in expected["damage"].items()},
        {name.removeprefix("mean_"): fraction(p) for name, p in expected.items() if name.startswith("mean_") and p},
    )


def fraction(number: dict[str, str]) -> Fraction:
    return Fraction(number["fraction"])


def scenario_of(told: dict[str, Any]) -> dict[str, Any]:
    """The document of one vector, as a scenario file has it."""
    if told["kind"] == "attack":
        return attack(told)
    if told["kind"] == "mortal":
        return mortal(told)
    return hazardous(told)


def scenario(
    weapons: dict[str, Any], attacker: dict[str, Any], target: dict[str, Any], answers: dict[str, Any]
) -> dict[str, Any]:
    return {"ruleset": "40k-10e", "weapons": weapons, "attacker": attacker, "target": target, "answers": answers}


def attack(told: dict[str, Any]) -> dict[str, Any]:
    groups = [DEFAULTS["group"] | group for group in told["groups"]]
    ctx, target = DEFAULTS["ctx"] | told["ctx"], DEFAULTS["target"] | told["target"]
    answers: dict[str, Any] = {}
    if ctx["half_range"]:
        answers["distance"] = RANGE // 2
    if ctx["not_visible"]:
        answers["visible"] = False
    for key in ("stationary", "overwatch"):
        if ctx[key]:
            answers[key] = True
    if target["cover"]:
        answers["cover"] = True
    if any("noncrit" in (group["reroll_hit"], group["reroll_wound"]) for group in groups):
        answers["rerolls"] = "fishing"
    if any(group["dev"] == "launch" for group in groups):
        answers["devastating"] = "launch"
    if any(group["precision"] for group in groups):
        answers["precision"] = "always"
    names = ["gun"] if len(groups) == 1 else [f"gun {place}" for place in range(1, len(groups) + 1)]
    weapons = {name: gun(group) for name, group in zip(names, groups, strict=True)}
    shooters = [
        shooter(f"Shooter with {name}", group["count"], [name], effects(group, ctx))
        for name, group in zip(names, groups, strict=True)
    ]
    return scenario(weapons, {"name": "Shooters", "keywords": ["Infantry"], "models": shooters}, unit(told), answers)


def gun(group: dict[str, Any]) -> dict[str, Any]:
    abilities = [
        printed
        for key, printed in (
            ("torrent", "Torrent"),
            ("lethal", "Lethal Hits"),
            ("twin", "Twin-linked"),
            ("blast", "Blast"),
            ("heavy", "Heavy"),
            ("indirect", "Indirect Fire"),
            ("ignores_cover", "Ignores Cover"),
            ("precision", "Precision"),
            ("dev", "Devastating Wounds"),
        )
        if group[key]
    ]
    for key, printed in (("sustained", "Sustained Hits"), ("rapid_fire", "Rapid Fire"), ("melta", "Melta")):
        if group[key]:
            abilities.append(f"{printed} {group[key]}")
    if group["anti"]:
        abilities.append(f"Anti-INFANTRY {group['anti']}+")
    return {
        "range": RANGE,
        "A": group["A"],
        "BS": "N/A" if group["BS"] is None else f"{group['BS']}+",
        "S": group["S"],
        "AP": group["AP"],
        "D": group["D"],
        "abilities": abilities,
    }


def effects(group: dict[str, Any], ctx: dict[str, Any]) -> list[str]:
    """What helps or hinders whoever fires it."""
    found = [f"{change:+} to hit" for change in group["hit_mods"]]
    found += [f"{change:+} to wound" for change in group["wound_mods"]]
    if group["ap_mod"]:
        found.append(f"{'improve' if group['ap_mod'] < 0 else 'worsen'} AP by {abs(group['ap_mod'])}")
    if group["crit_hit"] < 6:
        successful = "successful " if group["crit_needs_success"] else ""
        found.append(f"critical hits on {successful}{group['crit_hit']}+")
    for what in ("hit", "wound"):
        again = group[f"reroll_{what}"]
        if again:
            found.append(f"re-roll {what} rolls{' of 1' if again == 'ones' else ''}")
    if group["reroll_damage_upto"]:
        found.append("re-roll damage rolls")
    if ctx["bs_worsen"]:
        found.append(f"worsen BS by {ctx['bs_worsen']}")
    return found


def shooter(name: str, count: int, weapons: list[str], abilities: list[str]) -> dict[str, Any]:
    return {"name": name, "count": count, "T": 4, "Sv": "3+", "W": 2, "weapons": weapons, "abilities": abilities}


def unit(told: dict[str, Any]) -> dict[str, Any]:
    """The unit that is shot at."""
    target = DEFAULTS["target"] | told["target"]
    abilities = ["Stealth"] if target["stealth"] else []
    if target["save_mod"]:
        abilities.append(f"+{target['save_mod']} to saves")
    if target["minus_damage"]:
        abilities.append(f"incoming: -{target['minus_damage']} damage")
    if target["halve_damage"]:
        abilities.append("incoming: half damage")
    if target["wound_fail_upto"]:
        abilities.append(f"incoming: wound rolls of 1-{target['wound_fail_upto']} fail")
    models = [model(told, place, DEFAULTS["model"] | one, target["T"]) for place, one in enumerate(target["models"])]
    return {"name": "Targets", "keywords": ["Infantry"], "abilities": abilities, "models": models}


def model(told: dict[str, Any], place: int, one: dict[str, Any], toughness: int) -> dict[str, Any]:
    found: dict[str, Any] = {"name": ("Trooper", "Fighter", "Champion")[place], "count": one["n"]}
    found |= {"T": toughness, "W": one["W"], "Sv": "-" if one["Sv"] > 6 else f"{one['Sv']}+"}
    if one["inv"]:
        found["Inv"] = f"{one['inv']}+"
    if one["fnp"]:
        found["FNP"] = f"{one['fnp']}+"
    if one["fnp_mw"]:
        found["abilities"] = [f"Feel No Pain {one['fnp_mw']}+ against mortal wounds"]
    if one["lost"]:
        found["lost"] = one["lost"]
    if CHARACTERS.get(told["id"]) == place:
        found["character"] = True
        if told["id"] in LEADERS:
            found["leader"] = True
    return found


def mortal(told: dict[str, Any]) -> dict[str, Any]:
    """Dice that inflict mortal wounds: a weapon without a hit roll."""
    (dice,) = told["dice"]
    if isinstance(dice, dict):
        number, ability = dice["d6"], f"Mortal Wounds 1 on {dice['on']}+"
    else:
        number, ability = 1, f"Mortal Wounds {dice} on {told['gate']}+"
    weapon = {"range": 8, "A": number, "abilities": [ability]}
    attacker = {
        "name": "Grenadiers",
        "keywords": ["Infantry", "Grenades"],
        "models": [shooter("Grenadier", 1, ["grenade"], [])],
    }
    return scenario({"grenade": weapon}, attacker, unit(told), {})


def hazardous(told: dict[str, Any]) -> dict[str, Any]:
    """What is expected are the attacker's own losses: so many tests, spread over its models."""
    models = unit(told)["models"]
    each, left = divmod(told["tests"], sum(one["count"] for one in models))
    assert not left
    for one in models:
        one["weapons"] = ["plasma gun"] * each
    gun = {
        "range": RANGE, "A": 1, "BS": "3+", "S": 8, "AP": -3, "D": 2, "abilities": ["Hazardous"],
    }  # fmt: skip
    keywords = ["Character", "Infantry"] if told["id"] in CHARACTERS else ["Infantry"]
    attacker = {"name": "Shooters", "keywords": keywords, "models": models}
    target = {
        "name": "Monument",
        "keywords": ["Fortification"],
        "models": [{"name": "Wall", "T": 20, "W": 50, "Sv": "2+"}],
    }
    return scenario({"plasma gun": gun}, attacker, target, {})
