"""Texts of phases in which nobody shoots, and texts like them that touch shooting (IMP-41). The sentences are ours."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import NOTHING, YOURS
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.importing.datasheets.other_phases import Time, has_no_influence, of_other_time, time_of, touches
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.helpers.work import lines_run


def fate(text: str) -> str:
    return read_of("Old Trick", text, ABILITIES).fate


OF_OTHER_PHASES = [
    # Healing.
    "At the end of your Command phase, the bearer regains up to D3 lost wounds.",
    "In your Command phase, you can return up to 2 destroyed models (excluding CHARACTERS) to that unit.",
    "While a friendly ORKS unit is within 3\" of this model, each time that unit reanimates, it reanimates an additional D3 wounds.",
    "At the end of your Movement phase, select one friendly ORKS model within 3\" of this model. That model regains up to 3 lost "
    "wounds. Each model can only be selected for this ability once per turn.",
    # Moves after shooting, and tests.
    "In your Shooting phase, after this model has shot, it can make a Normal move of up to D6\". If it does, until the end of the "
    "turn, this model is not eligible to declare a charge.",
    "In your opponent's Shooting phase, each time an enemy unit has shot, if any models from this unit were destroyed as a result of "
    "those attacks, this unit can make a Stampede move. To do so, roll one D6: models in this unit move that many inches.",
    "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. That unit must take "
    "a Battle-shock test, subtracting 1 from the result.",
    "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. Until the end of "
    "your opponent's next turn, that enemy unit is slowed. While a unit is slowed, subtract 2\" from its Move characteristic.",
    # The Fight phase and charges.
    "At the start of the Fight phase, this model can use this ability. If it does, until the end of the phase, this model has a 3+ "
    "invulnerable save and add 2 to the Strength characteristic of its weapons.",
    "At the start of the Fight phase, select one of these until the end of the phase:\n■ Shell: Each time a saving throw is made for "
    "this unit, add 1 to it.\n■ Sting: Each time this unit makes an attack, re-roll a Hit roll of 1.",
    "Each time this model ends a Charge move, until the end of the turn, its tusks have the [LANCE] ability.",
    "Each time this unit ends a Charge move, roll one D6 for each model in it: for each 5+, one enemy unit within Engagement Range "
    "suffers D3 mortal wounds.",
    "Each time a model in this unit is destroyed by a melee attack, if that model has not fought this phase, roll one D6: on a 5+, do "
    "not remove it from play. The destroyed model can fight after the attacking unit has finished making its attacks, and is then "
    "removed from play.",
    "Add 1 to the Attacks and Damage characteristics of melee weapons (excluding Extra Attacks weapons) equipped by the bearer.",
    "If the bearer has lost one or more wounds, add 2 to the Attacks and Strength characteristics of the bearer's melee weapons.",
    "In the Fight phase, when you select this unit to fight, you can spend 1 Pain token to Empower this unit. While Empowered, add 1 "
    "to the Attacks and Strength characteristics of this unit's melee weapons.",
    # Losses where nobody shoots.
    "Each time this unit ends a Normal move, select one visible enemy unit that it moved over and roll one D6: on a 2+, that enemy unit "
    "suffers D3 mortal wounds.",
    # Armies, reserves, command points and counters.
    "If your army includes the old king, it cannot include any QUEEN units. If your army includes any QUEEN units, it cannot include "
    "the old king.",
    "At the end of your opponent's turn, you can remove this unit from the battlefield. In your next Movement phase, set it up anywhere. "
    "If the battle ends and this unit is not on the battlefield, it is destroyed.",
    "You can target this unit with the Rapid Ingress Stratagem for 0CP, and can do so even if you have already targeted a different unit "
    "with that Stratagem this turn.",
    "Once per battle, after this unit has prayed, you gain 1 Miracle dice.",
    "This model has a transport capacity of 6 models. Each giant model takes up the space of 3 models.",
    "This Officer can issue 2 Orders to SQUADRON units.",
    "At the start of the Declare Battle Formations step, this unit can join one of the following units. It then counts as part of it."
    "■ Bakers\n■ Millers",
    "Select one of the following Vows to be active.\n■ Bread: Melee weapons equipped by this model have the [PRECISION] ability. "
    "\n■ Milk: You can re-roll Charge rolls made for this unit.",
]  # fmt: skip


@each("text", OF_OTHER_PHASES)
@pytest.mark.rule("IMP-41")
def test_what_belongs_to_other_phases_is_of_no_account(text: str) -> None:
    assert fate(text) == NOTHING


TOUCHING = [
    # The same openings with an effect on shooting.
    "At the end of your Command phase, the bearer regains up to D3 lost wounds and has a shiny weapon.",
    "In your Shooting phase, after this model has shot, one enemy unit hit by those attacks suffers D3 mortal wounds.",
    "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. Until the end of "
    "your opponent's next turn, that enemy unit is dazed. While a unit is dazed, it shoots badly.",
    "At the start of the Fight phase, this model can use this ability. If it does, until the start of your next turn, it has a 3+ "
    "invulnerable save, somehow.",
    "In your Shooting phase or the Fight phase, this unit's attacks are better.",
    "In the Fight phase or your Shooting phase, until the end of the phase, this unit's weapons are better.",
    "Each time this model ends a Charge move, until the end of the turn, it has a wild 4+ invulnerable save.",
    "Each time this unit makes a Normal move, until the end of the phase, ranged attacks at it are worse.",
    "At the start of any phase, one enemy unit within 3\" suffers D3 mortal wounds on a 2+.",
    "In your Movement phase, until the start of your next turn, this unit's weapons are better.",
    "The first time this model is destroyed, at the end of the phase, set it back up on the battlefield with 3 wounds remaining.",
    "Change the value of one Miracle dice to a 6.",
    "Once per turn, you can target this unit with the Grenade Stratagem for 0CP.",
    "In your Command phase, this unit loses the SMOKE keyword.",
    "Each time this unit takes a Leadership test for a Dark Pact, you can re-roll that test.",
    "In your Movement phase, this unit counts as having Remained Stationary.",
    "Until the end of the battle, the ability described in the Quality selected applies to your army. You gain 1CP.",
    # A heading is what the rest is.
    "Select one of the following Vows to be active.\n■ Bread: Melee weapons equipped by this model have the [PRECISION] ability. "
    "\n■ Milk: Its ranged weapons are wild.",
    "THE SHINY HAT",
    # Who has it says nothing of what it does.
    "ORKS model only. The bearer's unit has the Shiny Hat ability.",
    "Orks model only. In your Command phase, you can change one of the hats that are active for your army.",
]  # fmt: skip


@each("text", TOUCHING)
@pytest.mark.rule("IMP-42")
def test_what_touches_shooting_is_never_of_no_account(text: str) -> None:
    assert fate(text) == YOURS


def test_a_sentence_goes_on_with_the_time_of_the_one_before() -> None:
    assert time_of("At the start of the Fight phase, dance", Time.ANY) == Time.MELEE
    assert time_of("If it does, until the end of the phase, sing", Time.MELEE) == Time.MELEE
    assert time_of("Sing", Time.MELEE) == Time.ANY
    assert time_of("In your Shooting phase, dance", Time.MELEE) == Time.ANY
    assert of_other_time("Sing louder with your weapons", Time.MELEE)
    assert not of_other_time("Sing louder with your weapons", Time.MOVING)


def test_harmless_phrases_hide_nothing_beside_them() -> None:
    for phrase in (
        "regains 1 lost wound",
        "moves and you discard 1 Miracle dice",
        "moves after it has shot",
        "moves, and you can re-roll Charge rolls",
    ):
        said = f"In your Command phase, it {phrase}"
        assert has_no_influence(said)
        assert not touches(said)
        assert touches(f"{said}, and its wounds hurt")


def test_long_texts_are_told_apart_quickly() -> None:
    def work(many: int) -> int:
        text = (
            "In your Shooting phase, after this unit has shot, "
            + "in order to regain lost wounds, melee weapons " * many
        )
        return lines_run(lambda: has_no_influence(text))

    assert work(40) <= 3 * work(20)
