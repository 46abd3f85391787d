"""Orders and customs of 10th edition, typed from the specification of its rules. See tenth_tables."""

from __future__ import annotations

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
    "heavy weapons after moving": "Remained Stationary has +1 to hit",
    "which unit may be shot": "Lone Operatives",
    "splitting the fire of a unit": "Every weapon may have a target of its own",
    "a natural 1 or 6 to hit": "Critical Hit",
    "re-rolls": "a command point buys one",
    "a second kind of save": "Armour or invulnerable save, never both",
    "blast weapons": "every five models",
    "shooting at vehicles": "like any other model",
    "shooting out of turn": "A stratagem once a turn",
    "going to ground": "6+ invulnerable save",
    "special rules on a 6": "Devastating Wounds",
    "sustained or extra hits": "Sustained Hits X",
    "shooting at units in combat": "Only at monsters and vehicles",
    "number of shots": "Each weapon has Attacks",
}
