"""Choices in texts, loans that a rule of the army makes, and named weapons (IMP-40). The sentences are ours."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS, Read
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.importing.datasheets.sentence_forms import FEWEST, in_form
from shoot_cli.importing.datasheets.sentence_parser import sentences
from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each


def read(text: str) -> Read:
    found = read_of("Old Trick", text, ABILITIES)
    assert read_of("Old Trick", text, ELEVENTH).words == found.words
    return found


TEMPERS = (
    "In your Command phase, select one Temper. Until your next Command phase, that Temper is active for this unit.\n\n"
    "QUIET TEMPER\nImprove the Save characteristic of models in this unit by 1 (this cannot improve a model's Save to better than "
    "3+).\n\nLOUD TEMPER!\n■ Ranged weapons equipped by models in this unit have the [ASSAULT] ability.\n■ You can re-roll Charge "
    "rolls made for this unit.\n■ Each time a baker model with this Temper makes an attack, re-roll a Hit roll of 1."
)  # fmt: skip


@pytest.mark.rule("IMP-40")
def test_what_stands_below_a_heading_works_while_that_choice_is_active() -> None:
    found = read(TEMPERS.replace("a baker model", "an Orks model"))
    assert found.words == (
        "improve save by 1 to 3+ if Quiet Temper",
        "Assault if Loud Temper",
        "re-roll hit rolls of 1 if Loud Temper",
    )
    assert (found.fate, found.guesses[0]) == (PLAYED, "asked at the table: Quiet Temper")


@pytest.mark.rule("IMP-42")
def test_choices_are_played_whole_or_not_at_all() -> None:
    for text in (
        TEMPERS,  # of whom is the last one?
        TEMPERS.replace("is active", "is nice"),  # nobody says that only one of them works
        TEMPERS.replace("Until your next Command phase, ", "Each weapon is loud. "),
        TEMPERS.partition("\n\nLOUD")[0],  # no choice
    ):
        assert read(text).fate == YOURS
    parts = sentences(TEMPERS)
    assert len({one.section for one in in_form("Old Trick", parts)} - {""}) == FEWEST
    assert read(TEMPERS.partition("QUIET")[0] + "QUIET TEMPER\nIt moves.\n\nLOUD TEMPER\nIt charges.").fate == NOTHING


READ = [
    # two sentences about one choice
    ("Each time this model is selected to shoot, select either the [LETHAL HITS] or [SUSTAINED HITS 1] ability. Until those attacks are "
     "resolved, ranged weapons equipped by this model have the selected ability.", ("one of: Lethal Hits; Sustained Hits 1",)),
    (
        "In your Shooting phase, select one of the following abilities: [LETHAL HITS]; [IGNORES COVER]. Until the end of the phase, this "
        "model's Long Gun has that ability.",
        ("one of: Lethal Hits with Long Gun; Ignores Cover with Long Gun",),
    ),
    (
        "In your Shooting phase, select one of the following abilities: [LETHAL HITS]; [IGNORES COVER]. Until the end of the phase, this "
        "model's ranged weapon has that ability.",
        ("one of: Lethal Hits; Ignores Cover",),
    ),
    # an enemy that is named, and when something is used
    (
        "At the start of the battle, select one unit from your opponent's army. Each time a model in this unit makes an attack that targets "
        "that unit, that attack has the [LETHAL HITS] ability.",
        ("Lethal Hits if Old Trick target",),
    ),
    (
        "At the end of your Movement phase, select one enemy unit within 18\" of and visible to this model. Until the start of your next "
        "Command phase, each time a model in that unit makes an attack, subtract 1 from the Hit roll. Each unit can only be selected for this "
        "ability once per turn.",
        ("mark for a turn: -1 to hit",),
    ),
    (
        "Once per battle, just after an enemy unit has selected its targets, this model can use this ability. If it does, until the end of "
        "the phase, this model has a 3+ invulnerable save.",
        ("invulnerable save 3+ once per battle",),
    ),
    ("Bakers and Millers of the Tide only. This model has the Stealth ability.", ("Stealth",)),
    ("(BAKERS only):\nThis model has the Stealth ability.", ("Stealth",)),
    # who else has it
    ("While a model is affected by this ability, each time that model makes a ranged attack, add 1 to the Hit roll.",
     ('lend for a turn ARMIGER within 12": +1 to hit',)),
    ("While a model is affected by this ability, its ranged weapons have the [ASSAULT] ability.",
     ('lend for a turn ARMIGER within 12": Assault',)),
    ("In your Command phase, select one friendly ORKS model within 3\" of this model. That model regains up to D3 lost wounds and, if it "
     "is a Vehicle model, until the start of your next Command phase, that model has the Feel No Pain 5+ ability.",
     ('lend for a turn ORKS within 3": Feel No Pain 5+ if this unit is VEHICLE',)),
    ("While an Orks unit is within 6\" of this model, each time a model in that unit makes an attack, re-roll a Hit roll of 1.",
     ('friendly ORKS within 6": re-roll hit rolls of 1',)),
    ("While a friendly Orks unit is within 6\" of this unit's Old King model, that unit has the Stealth ability.",
     ('friendly ORKS within 6": Stealth',)),
    ("While an enemy Orks unit is within 6\" of this model, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
     ('enemies within 6": -1 to hit if that enemy unit is ORKS',)),
    ("While this model is leading a unit, models in this unit have the Stealth ability.", ("led: Stealth",)),
    # conditions between effects
    ("While this model is leading a unit, each time a model in that unit makes an attack, add 1 to the Hit roll if that unit is below its "
     "Starting Strength, and add 1 to the Wound roll as well if that unit is Below Half-strength.",
     ("led: +1 to hit if that unit below strength", "led: +1 to wound if that unit below half strength")),
    # named weapons
    ("In your Movement phase, if this model Remains Stationary, until the end of the turn, its long gun has the [HEAVY] ability.",
     ("Heavy with long gun if stationary",)),
    ("Add 6\" to the Range characteristic of long guns equipped by models in this unit.", ('+6" range with long gun',)),
    ("Add 1 to the Attacks characteristic of long guns equipped by this model.", ("+1 attacks with long gun",)),
    ("Lethal Hits weapons equipped by this model have the [SUSTAINED HITS 1] ability.", ("Sustained Hits 1 with Lethal Hits",)),
    ("Each time this model makes an attack with a ranged weapon that has the [ANTI] ability, add 1 to the Wound roll.",
     ("+1 to wound with Anti",)),
    # out of turn, and in combat
    ("You can target this unit with the Fire Overwatch Stratagem for 0CP, and can do so even if you have already targeted a different unit "
     "with that Stratagem this turn.", ("free Overwatch", "again though used")),
    ("Once per battle, in your Shooting phase, after this unit has shot, it can shoot again.", ("Shoots again once per battle",)),
    ("In your opponent's Shooting phase, and in the Fight phase, each time an enemy unit targets this model, after that unit has finished "
     "making its attacks, this model can either shoot or fight, but when resolving those attacks it can only target that enemy unit (and "
     "only if it is an eligible target).", ("Shoots back",)),
    ("When making ranged attacks, this model does not suffer the penalty to its Hit rolls for being within Engagement Range of one or more "
     "enemy units.", ("no penalty in combat",)),
    # saves
    ("While this model is leading a unit, models in that unit have a 6+ invulnerable save, and 4+ invulnerable save against Psychic Attacks "
     "and attacks made by DAEMON models.",
     ("led: invulnerable save 6+", "led: invulnerable save 4+ against Psychic Attacks", "led: invulnerable save 4+ against DAEMON")),
    ("Once per battle, in any phase, just after a mortal wound is allocated to an Orks model in this unit, this unit can summon a small "
     "helper. When it does, until the end of the phase, models in this unit have the Feel No Pain 4+ ability against mortal wounds.",
     ("Feel No Pain 4+ against mortal wounds once per battle",)),
    ("After this unit has shot, you can select one enemy unit hit by those attacks. Until the end of the phase, each time an Agents of the "
     "Imperium or Imperium Infantry Battleline model from your army makes an attack that targets that enemy unit, add 1 to the Hit roll.",
     ("mark after shooting: +1 to hit if the attacker is AGENTS OF THE IMPERIUM or IMPERIUM INFANTRY BATTLELINE",)),
]  # fmt: skip


@each("text, words", READ)
@pytest.mark.rule("IMP-40")
def test_each_of_these_is_played(text: str, words: tuple[str, ...]) -> None:
    found = read(text)
    assert (found.words, found.fate) == (words, PLAYED)


LEFT = [
    "This works in your Shooting phase only. This model has the Stealth ability.",  # that is no name
    "While a model is affected by this ability, each time this model makes a ranged attack, add 1 to the Hit roll.",  # who?
    "Other ranged weapons equipped by this model have the [ASSAULT] ability.",
    "Each time this model is selected to shoot, select either the [LETHAL HITS] or [SUSTAINED HITS 1] ability. Until those attacks are "
    "resolved, it is proud of its ranged weapons.",
    "While an enemy unit of ORKS or others is within 6\" of this model, its weapons are worse.",
    "In your Shooting phase, after this unit has shot, it can shoot again or dance.",
]  # fmt: skip


@each("text", LEFT)
@pytest.mark.rule("IMP-42")
def test_none_of_these_is_played(text: str) -> None:
    assert (read(text).words, read(text).fate) == ((), YOURS)
