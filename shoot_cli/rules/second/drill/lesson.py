"""The first lesson: ten lasguns at five Space Marines."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import FirstLesson

LESSON: Final = FirstLesson(
    attacker=("Craftworld Host", "Lasgun Guardians"),
    target=("Macragge Column", "Multi-melta Squad"),
    answers=(("distance", "10"),),
    seed=41,
    opening="Ten Guardians with lasguns shoot at five Space Marines who stand in the open. You will follow every die.",
    stages=(
        (
            "Target",
            "First the shooter names the target, and only then does anybody measure. Shots at somebody who turns out "
            "to be too far away are lost. A squad must take the nearest of the troops, or the nearest of the big ones.",
        ),
        (
            "Weapon",
            "All models with the same weapon fire together. A lasgun has short range up to 12 inches and long range "
            "up to 24, and for each a figure that is added to the roll to hit: +1 and 0. At 10 inches the +1 counts.",
        ),
        (
            "Hit",
            "Take the Ballistic Skill from 7, then take away what helps the shot and add what hinders: each die must "
            "show what is left, or more. BS 5 with the +1 of short range would need 7 - 5 - 1, but a 1 always misses, "
            "so that is 2+. Cover would make it harder by 1 or 2; here nobody has any.",
        ),
        (
            "Allot",
            "The owner of the target says which models are hit, and each takes one hit before any takes two. All hits "
            "have their models before a single wound is rolled.",
        ),
        (
            "Wound",
            "Now Strength against Toughness: 4+ when they are equal, one harder for each point of Toughness above, "
            "one easier for each below. Then their owner rolls a save for each wound. The weapon's modifier makes the "
            "number of the armour so much higher: 4+ with a modifier of -2 becomes 6+.",
        ),
        (
            "Damage",
            "Each wound that was not saved does its damage, here 1, and a marine has one wound. The fallen are taken "
            "away. If a squad has lost a quarter of those it had when the turn began, it takes a break test.",
        ),
    ),
    closing="That is a whole attack. Everything else changes one of these numbers: cover, speed, range, or the weapon.",
)
