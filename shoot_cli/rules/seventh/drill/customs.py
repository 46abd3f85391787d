"""How this edition does what others do otherwise, and its charts, for those who have it in mind playing another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shoot_cli.core.quizzes import Custom
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.pieces import NO_FACE, NO_SAVE, face

CUSTOMS: Mapping[str, Custom] = {
    "the wound chart": Custom("Most models' Toughness counts; 4 more than the Strength cannot be wounded.", "7E-WND-1"),
    "armour against a strong weapon": Custom(
        "AP up to the save's number cancels it; other AP does nothing.", "7E-SAV-2"
    ),
    "cover": Custom("Cover is a save of its own, mostly 5+ or 4+, and AP never touches it.", "7E-SAV-5"),
    "who takes the next wound": Custom("Always the model closest to the firing unit, until it is removed.", "7E-ALC-1"),
    "wounds beyond a model's last": Custom("Even Instant Death takes the Wounds of one model only.", "7E-SAV-12"),
    "rapid fire weapons": Custom("Two shots within half range, otherwise one; moving does not matter.", "7E-WPN-9"),
    "heavy weapons after moving": Custom("They fire Snap Shots, so they hit on a 6 only.", "7E-WPN-10"),
    "splitting the fire of a unit": Custom("All shoot at the same enemy unit, except with Split Fire.", "7E-TGT-1"),
    "a natural 1 or 6 to hit": Custom("A 1 always misses; a 6 is nothing special by itself.", "7E-HIT-1"),
    "re-rolls": Custom("Ballistic Skill 6 and more rolls a 1 to hit again, at a number of its own.", "7E-HIT-3"),
    "a second kind of save": Custom("One save only: armour, invulnerable or cover, as the owner likes.", "7E-SAV-8"),
    "blast weapons": Custom("The marker scatters 2D6 inches less the firer's Ballistic Skill.", "7E-WPN-13"),
    "shooting at vehicles": Custom("Strength and a D6 against armour: equal glances, more penetrates.", "7E-VEH-3"),
    "morale after losses": Custom("A quarter lost in a phase: 2D6 against Leadership at its end.", "7E-END-2"),
    "going to ground": Custom("Said after the dice to wound: cover 1 better, then only Snap Shots.", "7E-GTG-1"),
    "special rules on a 6": Custom("Rending: a 6 to wound wounds anything, with AP2.", "7E-WND-5"),
    "sustained or extra hits": Custom("Tesla: each 6 to hit makes two more, but not with Snap Shots.", "7E-HIT-13"),
    "number of shots": Custom("It stands in the weapon's type: Assault 2, Heavy 3, Salvo 2/3.", "7E-WPN-11"),
}  # fmt: skip


def to_hit(ballistic_skill: int) -> str:
    return face(charts.to_hit(ballistic_skill).target)


def to_wound(strength: int, toughness: int) -> str:
    """For any numbers: those of other editions go beyond 10."""
    return face(charts.strength_against_toughness(strength, toughness).target, NO_FACE)


def save(armour: int, ap: int) -> str | None:
    """``ap``: the number alone; None for 0, since weapons without it print a dash here."""
    return face(charts.armour_save(armour, ap).target, NO_SAVE) if ap else None


CHARTS: Mapping[str, Callable[..., str | None]] = {"to hit": to_hit, "to wound": to_wound, "save": save}
