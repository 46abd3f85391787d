"""The first lesson: one company of handguns at a few scout cars."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import FirstLesson

LESSON: Final = FirstLesson(
    attacker=("March of the Ninth Elector", "First Foot"),
    target=("Red Host", "Dust Riders"),
    answers=(("distance", "5"), ("action", "sustained_fire")),
    seed=18,
    opening=(
        "Formations shoot at formations here, and every die wants to be low: a roll equal to the number or "
        "under it is a success. First Foot, five companies and their colours with handguns, has taken "
        "Sustained Fire. It shoots at Dust Riders, five scout cars, 5 tiles away and in the open."
    ),
    stages=(
        (
            "Fire",
            "A unit may fire if it sees any unit of the target, has one in range and has ammo left. Each point of "
            "Shock on its own formation keeps one such unit from it, the farthest from the target first; First "
            "Foot has none. Because somebody is able to fire, the target gains 1 Shock now, before any die is "
            "rolled.",
        ),
        (
            "Hit",
            "Each weapon rolls one die against its value: AP for infantry and light vehicles, AT for armour and "
            "light vehicles, AA for aircraft. Handguns have AP 3, and scout cars are light vehicles. Sustained "
            "Fire makes the value one higher. A 6 always misses.",
        ),
        (
            "Allocate",
            "The owner of the target gives the hits to his units, the nearest first. Every unit that can be hit "
            "takes one before any takes a second. So three hits go to three cars, whatever each of them could "
            "bear.",
        ),
        (
            "Save",
            "Each hit is saved on its own by a die that shows the armour or less; a scout car has 2. In cover there "
            "would be a cover save as well, and the higher of the two numbers would count. A failed save costs a "
            "point of integrity; a scout car has one, so it is destroyed, and its formation gains 1 Shock.",
        ),
    ),
    closing=(
        "Only now, once, is it seen whether the target breaks: it does if it has as much Shock as units left. "
        "Dust Riders has 2 Shock, one for the fire and one for the lost car, and four cars: it holds. Each of "
        "the shooters has spent 1 ammo."
    ),
)
