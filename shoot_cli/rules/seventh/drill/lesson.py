"""The first lesson: six Fire Warriors at five Dire Avengers, from the distance to the last save."""

from __future__ import annotations

from shoot_cli.core.quizzes import FirstLesson

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
