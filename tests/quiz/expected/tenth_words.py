"""Sentences, orders and customs of 10th edition, typed from the specification of its rules. See tenth_tables."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]

ORDERS = {
    "10E-ORD-3": ("the hit roll", "the wound roll", "the allocation of the attack", "the saving throw", "the damage"),
    "10E-ORD-4": (
        "selecting the targets of all weapons",
        "a stratagem such as Go to Ground",
        "the attacks of the first weapon group",
        "the attacks of the last weapon group",
        "the wounds set aside for Devastating Wounds",
        "the Hazardous tests",
    ),
    "10E-MOD-1": (
        "replacing it by another value",
        "dividing it",
        "multiplying it",
        "adding to it",
        "subtracting from it",
        "rounding it up",
    ),
    "10E-FNP-1": ("the saving throw", "the damage roll", "the Feel No Pain rolls", "removing the slain model"),
}

PHRASES = {
    "the wound chart": "at least twice the Toughness wounds on 2+",
    "armour against a strong weapon": "AP is taken off the armour save",
    "cover": "not for Sv3+ against AP0",
    "who takes the next wound": "hit this phase come first",
    "wounds beyond a model's last": "most mortal wounds pass",
    "rapid fire weapons": "X more attacks",
    "heavy weapons after moving": "only who Remained Stationary has +1 to hit",
    "which unit may be shot": "in terrain too",
    "splitting the fire of a unit": "Every weapon may have a target of its own",
    "a natural 1 or 6 to hit": "Critical Hit",
    "re-rolls": "a command point buys one",
    "a second kind of save": "Armour or invulnerable save, chosen before the die",
    "blast weapons": "All make 1 more attack",
    "shooting at vehicles": "like any other model",
    "shooting out of turn": "as enemies move or charge",
    "going to ground": "6+ invulnerable save",
    "special rules on a 6": "and come last",
    "sustained or extra hits": "Sustained Hits X",
    "shooting at units in combat": "Only at monsters and vehicles",
    "number of shots": "Each weapon has Attacks",
    "dangerous weapons": "on one bearer",
    "a target that is hard to see": "Stealth: -1 to hit",
    "damage that is halved and added to": "It is divided before",
    "how near is in combat": 'Range is 1"',
    "saves of models that are not alike": "saved one at a time",
    "firing down from a height": "The AP is better",
    "fire at what nobody sees": "At -1 to hit",
    "weapons of different names at one target": "One weapon profile",
}


SPLIT = {
    "split the attacks of one weapon over two enemy units": "no",
    "fire two different weapons of one model at two enemy units": "yes",
    "let two models of a unit, with the same weapon, fire at different enemy units": "yes",
    "choose the target of a second weapon after the first one has rolled to hit": "no",
}


DECISIONS = {
    "10E-TGT-1": "the attacker, before any dice are rolled",
    "10E-DEF-GTG-1": "the defender, before any dice are rolled",
    "10E-ALL-2": "the defender, before the save is rolled",
    "10E-WPN-PREC-1": "the attacker, before the save is rolled",
    "10E-SAV-4": "the defender, before the save is rolled",
    "10E-WPN-HAZ-2": "the attacker, after the unit's last attack",
}


def decided(f: Facts, quiz: Any, decisions: dict[str, str] = DECISIONS) -> str:
    """Who and when; or whether what somebody does at some moment is that."""
    if "moment" not in f:
        return decisions[quiz.rule]
    who, when = decisions[quiz.rule].split(", ")
    moments = [
        "before any dice are rolled",
        "after the hit rolls",
        "before the save is rolled",
        "after the unit's last attack",
    ]
    if f["moment"] != when:
        assert f["doer"] == who
        return f"no, that is too {'early' if moments.index(f['moment']) < moments.index(when) else 'late'}"
    return "yes" if f["doer"] == who else f"no, that is for {who} to do"


TORRENT = {  # 10E-WPN-TORRENT-2, 10E-INT-6
    "Sustained Hits 1": "it never comes about",
    "Sustained Hits 2": "it never comes about",
    "Lethal Hits": "it never comes about",
    "Anti-INFANTRY 4+": "it works as with other weapons",
    "Devastating Wounds": "it works as with other weapons",
}


LASTS = {
    "that an attack was allocated to it": "to the end of the phase",
    "that it has lost wounds": "to the end of the battle",
    "Smokescreen": "to the end of the phase",
    "Go to Ground": "to the end of the phase",
}


def lasts(f: Facts, quiz: Any) -> str:
    return LASTS[f["thing"]]


GAINS = {"Smokescreen": "cover and Stealth", "Go to Ground": "cover and the 6+ save"}


def reaction(f: Facts, quiz: Any) -> str:
    """10E-DEF-SMOKE-1, 10E-DEF-GTG-1: until the end of the phase, against everybody."""
    if "when" not in f:
        return lasts(f, quiz)
    return f"yes, {GAINS[f['thing']]}" if f["when"] == "later in the same phase" else "no"


# Effects of datasheets ------------------------------------------------------------------------------------------------

HOLDS = {
    "against MONSTER": lambda f: f["keyword"] == "MONSTER",
    "not against MONSTER": lambda f: f["keyword"] != "MONSTER",
    'beyond 12"': lambda f: f["distance"] > 12,
    'within 12"': lambda f: f["distance"] <= 12,
    "when S is greater than T": lambda f: f["strength"] > 4,
}

ADD_UP = {
    "+1 attacks", "+1 damage", "+1 strength", "improve AP by 1", "improve BS by 1", "incoming: -1 damage", "+1 toughness"
}  # fmt: skip
