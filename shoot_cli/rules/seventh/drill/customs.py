"""How this edition does what others do otherwise; its charts, for who has them in mind elsewhere; the first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shoot_cli.core.quizzes import Custom, FirstLesson
from shoot_cli.core.quizzes.makers import customs_drills
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, NO_SAVE, face

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


LESSON = FirstLesson(
    attacker=("Farsight Gunline", "Cadre Reserve"),
    target=("Warhost of Biel-Tan", "Avenger Reserve"),
    answers=(("distance", "14"),),
    basics=("7E-HIT-1", "7E-WND-1", "7E-SAV-2"),
    seed=1,
    opening="Six Fire Warriors with pulse rifles shoot at five Dire Avengers who stand in the open. Follow every die.",
    stages=(
        (
            "Target",
            "A whole unit shoots at one enemy unit that it can see. You may measure before you choose. Units locked in "
            "close combat are never a target.",
        ),
        (
            "Weapon",
            "Pick one weapon name, and all who carry it fire together. A pulse rifle reaches 30 inches and is Rapid "
            "Fire: two shots each within half range, that is 15 inches, otherwise one. At 14 inches the six of them "
            "have twelve shots.",
        ),
        (
            "Hit",
            "One die for each shot. Take the Ballistic Skill from 7: that is what the die must show or beat, 3+ for a "
            "soldier of Ballistic Skill 4. Fire Warriors have 3. A 1 always misses.",
        ),
        (
            "Wound",
            "One die for each hit. Strength and Toughness alike need 4+; each point that the Strength is higher makes "
            "it one easier, down to 2+, and each point lower one harder. A pulse rifle has Strength 5, Dire Avengers "
            "have Toughness 3.",
        ),
        (
            "Allocate",
            "Now the owner of the target may let it go to ground for better cover. Then each Wound goes to the model "
            "closest to the shooters, until it falls, and on to the next.",
        ),
        (
            "Save",
            "The armour of Dire Avengers is 4+: that is what the die must show. A weapon whose AP is that number or "
            "lower cancels it; the pulse rifle has AP5. Who fails loses a Wound, and these models have one each.",
        ),
    ),
    closing="That is a whole attack. Other weapons, cover and special rules change numbers of it, not the order.",
)

DRILLS = customs_drills(CUSTOMS)
