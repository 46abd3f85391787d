"""Random attacks of few models, where groups, piles, Precision, packets and wounds matter: scenario documents."""

from __future__ import annotations

from random import Random
from typing import Any

ABILITIES = (
    "Devastating Wounds", "Precision", "Torrent", "Lethal Hits", "Sustained Hits 1", "Anti-infantry 4+",
    "improve AP by 1 on critical wounds", "+1 damage on critical wounds", "Hazardous", "Twin-linked", "Rapid Fire 1",
    "Blast", "re-roll damage rolls", "Psychic",
)  # fmt: skip
INCOMING = ("incoming: half damage", "incoming: -1 damage", "incoming: -1 to wound if S greater than T")
NAMES = ("Boy", "Nob", "Medic", "Champion", "Captain", "Ancient")


def document(r: Random) -> dict[str, Any]:
    weapons, shooters = {}, []
    for letter in "ABC"[: r.choice((1, 1, 2, 2, 3))]:
        weapons[f"gun {letter}"] = {
            "range": 24, "A": r.choice((1, 1, 2, "D3")), "BS": r.choice(("2+", "3+", "4+")), "S": r.choice((3, 4, 5, 8)),
            "AP": r.choice((0, -1, -1, -2, -4)), "D": r.choice((1, 1, 2, 3, "D3")),
            "abilities": r.sample(ABILITIES, r.choice((0, 1, 1, 2, 3))),
        }  # fmt: skip
        one = {"name": f"Shooter {letter}", "count": r.choice((1, 1, 2)), "weapons": [f"gun {letter}"]}
        shooters.append({**one, "M": 6, "T": 4, "Sv": "3+", "W": 2})
    models = [model(r, name) for name in NAMES[: r.choice((1, 2, 2, 3, 3, 4))]]
    leader = next((one for one in models[1:] if one.get("keywords")), None)
    if leader and not models[0].get("keywords") and r.random() < 0.7:
        leader["leader"] = True
    r.shuffle(models)
    models.sort(key=lambda one: bool(one.get("leader")))
    target: dict[str, Any] = {"name": "Targets", "keywords": ["Infantry"], "models": models}
    if r.random() < 0.15:
        target["abilities"] = [r.choice(INCOMING)]
    return {
        "ruleset": "40k-11e",
        "weapons": weapons,
        "attacker": {"name": "Shooters", "keywords": ["Infantry"], "models": shooters},
        "target": target,
        "answers": answers(r) | orders(r, models, list(weapons)),
    }


def model(r: Random, name: str) -> dict[str, Any]:
    one: dict[str, Any] = {"name": name, "count": r.choice((1, 1, 2)), "M": 6, "T": r.choice((4, 4, 4, 5, 3))}
    one |= {"Sv": r.choice(("3+", "4+", "5+", "6+", "7+")), "W": r.choice((1, 1, 2, 3))}
    if r.random() < 0.3:
        one["Inv"] = r.choice(("4+", "5+", "6+"))
    if r.random() < 0.3:
        one["FNP"] = r.choice(("5+", "6+"))
    if r.random() < 0.25 and one["W"] > 1:
        one |= {"lost": 1, "count": 1}
    if r.random() < 0.25:
        one |= {"keywords": ["Character"], "count": 1}
    return one


def answers(r: Random) -> dict[str, Any]:
    found: dict[str, Any] = {"shooting": "normal", "distance": r.choice((20, 10)), "lethal": r.choice((True, False))}
    said = {"precision": "always", "allocation": "best_save", "changed_attacks": "last", "pooling": "by_ability"}
    return found | {key: value for key, value in said.items() if r.random() < (0.6 if key == "precision" else 0.3)}


def orders(r: Random, models: list[dict[str, Any]], weapons: list[str]) -> dict[str, Any]:
    """Of groups, such as 11E-SAV-1 allows it now; of piles and of pools."""
    found: dict[str, Any] = {}
    if r.random() < 0.4:
        names = [one["name"] for one in r.sample(models, len(models))]
        hurt = [profile(one) for one in models if one.get("lost")]
        of = {one["name"]: one for one in models}
        names.sort(key=lambda name: (bool(of[name].get("keywords")), profile(of[name]) not in hurt))
        found["allocate"] = ", ".join(names)
    if r.random() < 0.3:
        found[f"pile_order:{r.choice(weapons)}"] = r.choice(("changed", "unchanged"))
    if r.random() < 0.3:
        found["group_order"] = ", ".join(r.sample(weapons, len(weapons)))
    return found


def profile(one: dict[str, Any]) -> Any:
    return one["name"] if one.get("keywords") else (one["W"], one["Sv"], one.get("Inv"))


def small(r: Random) -> dict[str, Any]:
    """Of one or two weapons with few dice, so that every game can be played."""
    one = document(r)
    shooters = one["attacker"]["models"][:2]
    one["weapons"] = {
        key: weapon for key, weapon in one["weapons"].items() if any(key in m["weapons"] for m in shooters)
    }
    for weapon in one["weapons"].values():
        kept = [
            words for words in weapon["abilities"] if words.split()[0] not in ("Sustained", "Blast", "Rapid", "Torrent")
        ]
        weapon |= {"A": r.choice((1, 1, 2)), "abilities": [*kept, *(["Torrent"] if r.random() < 0.6 else [])]}
    for shooter in shooters:
        shooter["count"] = 1
    one["attacker"]["models"] = shooters
    one["answers"].pop("group_order", None)
    return one
