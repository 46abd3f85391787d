"""The first lesson: six Fire Warriors at five Dire Avengers, from the distance to the last save."""

from __future__ import annotations

from shoot_cli.core.quizzes.first_lesson import FirstLesson

LESSON = FirstLesson(
    attacker=("Farsight Gunline", "Cadre Reserve"),
    target=("Warhost of Biel-Tan", "Avenger Reserve"),
    answers=(("distance", "14"),),
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
            "One die for each shot. Take the Ballistic Skill from 7: Fire Warriors have 3, so they need 4+. A 1 always "
            "misses.",
        ),
        (
            "Wound",
            "One die for each hit. Strength and Toughness alike need 4+; each point that the Strength is higher makes "
            "it one easier, down to 2+, and each point lower one harder. Strength 5 against Toughness 3 needs 2+.",
        ),
        (
            "Allocate",
            "Now the owner of the target may let it go to ground for better cover. Then each Wound goes to the model "
            "closest to the shooters, until it falls, and on to the next.",
        ),
        (
            "Save",
            "The armour of Dire Avengers saves on 4+. AP 4 or lower would cancel it, but the pulse rifle has AP5, so "
            "every Wound may be saved. Who fails loses a Wound, and these models have one each.",
        ),
    ),
    closing="That is a whole attack. Other weapons, cover and special rules change numbers of it, not the order.",
)
