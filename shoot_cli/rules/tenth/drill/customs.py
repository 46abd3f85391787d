"""How this edition does what others do otherwise, its charts as functions, the order of its steps, the first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from shoot_cli.core.questions import Roll, Total
from shoot_cli.core.quizzes import Custom, Drill, FirstLesson, Maker, NothingToAsk, PlayedAttack, Quiz, Source
from shoot_cli.core.quizzes.makers import customs_drills, estimate, in_order, mistaken
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import NO_SAVE, helps, plain_gun
from shoot_cli.rules.tenth.drill.saving import Saved
from shoot_cli.rules.tenth.profiles import HALF_RANGE, ONE_TARGET, STATIONARY

PATIENCE: Final = 6

CUSTOMS: Final[Mapping[str, Custom]] = {
    "the wound chart": Custom(
        "Strength of at least twice the Toughness wounds on 2+, half or less on 6+.", "10E-WND-1"
    ),
    "armour against a strong weapon": Custom(
        "Each weapon's AP is taken off the armour save, whatever its Strength.", "10E-SAV-1"
    ),
    "cover": Custom("It adds 1 to armour saves, but not for Sv3+ against AP0.", "10E-COV-3"),
    "who takes the next wound": Custom(
        "The defender chooses, but models wounded or hit this phase come first.", "10E-ALL-1"
    ),
    "wounds beyond a model's last": Custom(
        "They are lost, though most mortal wounds pass to the next model.", "10E-DMG-2"
    ),
    "rapid fire weapons": Custom("They make X more attacks within half their range.", "10E-WPN-RF-1"),
    "heavy weapons after moving": Custom(
        "They lose nothing; who Remained Stationary has +1 to hit.", "10E-WPN-HEAVY-1"
    ),
    "which unit may be shot": Custom('Any visible unit in range, except Lone Operatives beyond 12".', "10E-TGT-6"),
    "splitting the fire of a unit": Custom("Every weapon may have a target of its own.", "10E-TGT-3"),
    "a natural 1 or 6 to hit": Custom("A 1 misses; a 6 hits, and is a Critical Hit.", "10E-HIT-3"),
    "re-rolls": Custom("Abilities grant them, and a command point buys one for a single die.", "10E-RR-6"),
    "a second kind of save": Custom(
        "Armour or invulnerable save, never both; cover is no save of its own.", "10E-SAV-4"
    ),
    "blast weapons": Custom("They make 1 more attack for every five models of the target.", "10E-WPN-BLAST-1"),
    "shooting at vehicles": Custom("They have Toughness, wounds and saves, like any other model.", "10E-WND-4"),
    "shooting out of turn": Custom("A stratagem once a turn, and only unmodified 6s hit.", "10E-OOP-1"),
    "going to ground": Custom(
        "A stratagem of infantry: cover and a 6+ invulnerable save for the phase.", "10E-DEF-GTG-1"
    ),
    "special rules on a 6": Custom(
        "Critical Wounds of Devastating Wounds allow no save, and come last.", "10E-WPN-DEV-2"
    ),
    "sustained or extra hits": Custom(
        "Sustained Hits X: each unmodified 6 to hit scores X more hits.", "10E-WPN-SUST-1"
    ),
    "shooting at units in combat": Custom(
        "Only at monsters and vehicles, at -1 to hit, or by those engaged.", "10E-TGT-7"
    ),
    "number of shots": Custom("Each weapon has Attacks; random ones are rolled for each weapon.", "10E-ATK-2"),
}


def hit(skill: int) -> str | None:
    """Ballistic Skill as a number: 4 is read as 4+; None where no datasheet has such a number."""
    return charts.to_hit(plain_gun(skill=skill)).need.text if 2 <= skill <= 6 else None


def wound(strength: int, toughness: int) -> str | None:
    return f"{charts.table(strength, toughness)}+" if strength > 0 and toughness > 0 else None


def save(armour: int, ap: int) -> str | None:
    """Printed save and the digits of the AP."""
    need = Saved(armour, -ap).need()
    return need.text if need.target is not None else NO_SAVE


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": hit, "to wound": wound, "save": save}

ATTACK: Final = ("the hit roll", "the wound roll", "the allocation of the attack", "the saving throw", "the damage")
UNIT: Final = (
    "selecting the targets of all weapons",
    "a stratagem such as Go to Ground",
    "the attacks of the first weapon group",
    "the attacks of the last weapon group",
    "the wounds set aside for Devastating Wounds",
    "the Hazardous tests",
)
AMOUNT: Final = (
    "replacing it by another value",
    "dividing it",
    "multiplying it",
    "adding to it",
    "subtracting from it",
    "rounding it up",
)
PAIN: Final = ("the saving throw", "the damage roll", "the Feel No Pain rolls", "removing the slain model")


def of_one_gun(played: PlayedAttack) -> bool:
    """True if all rolls to hit are of one weapon, so that the sentence about the attack tells everything."""
    keys = [entry.question.key for entry in played.log if entry.question is not None]
    plain = not any(helps(ability) for model, _ in played.shooter.models for ability in model.abilities)
    return plain and len({key for key in keys if key.startswith(("hit:", "wound:"))}) == 2


def told_in_full(played: PlayedAttack) -> bool:
    """True if, besides, the number of shots is certain and no model does what the sentence leaves out."""
    owned = [
        ability.name
        for model, _ in played.shooter.models
        for ability in model.abilities
        if not ability.when or ability.when in (STATIONARY, HALF_RANGE, ONE_TARGET)  # others were not said to hold
    ]
    silent = ("Damaged", "Deadly Demise", "Stealth", "Lone Operative", "Incoming")
    sure = not any(isinstance(entry.question, Total) and "attacks" in entry.question.key for entry in played.log)
    return sure and of_one_gun(played) and all(name.startswith(silent) for name in owned)


def shots(played: PlayedAttack) -> str:
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return f"{next(roll.dice for roll in rolls if roll.key.startswith('hit:'))} shots in all"


def patient(make: Maker) -> Maker:
    """Few attacks can be told in full, so it looks through more of them before it gives up."""

    def made(source: Source) -> Quiz:
        for _ in range(PATIENCE):
            with suppress(NothingToAsk):
                return make(source)
        raise NothingToAsk

    return made


DRILLS = (
    Drill("order", "10E-ORD-3", in_order(ATTACK, "one attack"), 3),
    Drill("order", "10E-ORD-4", in_order(UNIT, "a unit's shooting"), 2),
    Drill("order", "10E-MOD-1", in_order(AMOUNT, "changing a characteristic")),
    Drill("order", "10E-FNP-1", in_order(PAIN, "an attack that has wounded")),
    Drill("mistake", "10E-HIT-1", patient(mistaken(of_one_gun)), 3),
    Drill("mistake", "10E-WND-1", patient(mistaken(of_one_gun)), 3),
    Drill("mistake", "10E-SAV-1", patient(mistaken(of_one_gun)), 3),
    Drill("estimate", "10E-ORD-3", patient(estimate(fits=told_in_full, more=shots)), 2),
    *customs_drills(CUSTOMS),
)


LESSON: Final = FirstLesson(
    attacker=("Gladius of the Fifth", "Intercessor Combat Squad"),
    target=("Sautekh Legion", "Immortals"),
    answers=(("distance", "15"), ("weapon", "bolt rifle")),
    basics=("10E-HIT-1", "10E-WND-1", "10E-SAV-1"),
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
