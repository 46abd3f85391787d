"""The first lesson: four bolt rifles at a squad of Immortals."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import FirstLesson

LESSON: Final = FirstLesson(
    attacker=("Gladius of the Fifth", "Intercessor Combat Squad"),
    target=("Sautekh Legion", "Immortals"),
    answers=(("distance", "15"), ("weapon", "bolt rifle")),
    seed=3,
    opening=(
        "One unit shoots at another. Intercessor Combat Squad, with four bolt rifles, shoots at Immortals, ten "
        'warriors 15" away and in the open. Every attack goes through the same steps: hit, wound, allocate, save, '
        "damage. Where a step fails, the attack ends."
    ),
    stages=(
        (
            "Weapons",
            "Before any dice, every weapon gets its target, which must be in range and visible. A bolt rifle has "
            'range 24" and two attacks. This squad makes two more with each rifle if all of it shoots at one unit, as '
            "it does here: four rifles roll sixteen dice.",
        ),
        (
            "Hit",
            "Each attack rolls one die against the Ballistic Skill of the weapon, the lowest face that hits: bolt "
            "rifles have BS3+. Modifiers are added up and never count for more than 1 either way. An unmodified 1 "
            "always misses, and an unmodified 6 always hits.",
        ),
        (
            "Wound",
            "Every hit rolls again, and now Strength meets Toughness. Equal is 4+; more is 3+, at least twice as much "
            "2+; less is 5+, half or less 6+. The bolt rifle has Strength 4, the Immortals have Toughness 5.",
        ),
        (
            "Save",
            "Every wound goes to one model, which its owner chooses, and that model may save. The number is its Sv, "
            "here 3+, but the AP of the weapon, here -1, is taken off the die. Cover would add 1 to it. A 1 always "
            "fails, and a 6 is no sure success.",
        ),
    ),
    closing=(
        "Each failed save costs as many wounds as the weapon has Damage. A bolt rifle has Damage 1 and an Immortal "
        "has 1 wound, so every save that failed is one model removed. Damage beyond a model's last wound is lost."
    ),
)
