"""Sentences that say two things at once, effects on some models of a unit, and keywords that wargear gives."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS, Prose, read_ability
from shoot_cli.importing.datasheets.sentence_forms import with_weapons
from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.importing.what_abilities_become import fate_of

PROSE = Prose(ABILITIES)

BECOMES = [
    ("While a Lamplighter model is leading this unit, that model has the Feel No Pain 4+ ability.",
     ("unit LAMPLIGHTER: Feel No Pain 4+",)),
    ("While this unit is in the same unit as a BAKER model, that BAKER model has the Feel No Pain 5+ ability.",
     ("unit BAKER: Feel No Pain 5+",)),
    ("While this unit contains a Big Hound model, CHARACTER models in this unit have the Feel No Pain 4+ ability.",
     ("unit CHARACTER: Feel No Pain 4+ if contains BIG HOUND",)),
    ("While this unit contains one or more Big Hound models, Gwendolyn has the Feel No Pain 4+ ability.",
     ("unit GWENDOLYN: Feel No Pain 4+ if contains BIG HOUND",)),
    ("Ranged weapons equipped by models in the bearer's unit (excluding CHARACTERS) have the [IGNORES COVER] ability.",
     ("unit not CHARACTER: Ignores Cover",)),
    ("While this model is leading a unit, models in that unit (excluding CHARACTER models) have the Feel No Pain 5+ ability.",
     ("unit not CHARACTER: Feel No Pain 5+ if it leads a unit",)),
    ("Each time this model makes a ranged attack that hits an enemy unit, until the end of the turn, each time another ORKS"
     " model from your army makes an attack that targets that enemy unit, you can re-roll the Hit roll.",
     ("mark after shooting: re-roll hit rolls if the attacker is ORKS",)),
    ("Each time this model makes an attack that targets a MONSTER unit, re-roll a Hit roll of 1 (if that attack targets a "
     "TITANIC unit, you can re-roll the Hit roll instead).",
     ("re-roll hit rolls of 1 against MONSTER", "re-roll hit rolls against TITANIC")),
    ("Each time a model in this unit makes an attack that targets a unit that is below its Starting Strength, add 1 to the Hit "
     "roll. If that attack targets a unit that is Below Half-strength, add 1 to the Hit roll and add 1 to the Wound roll "
     "instead.", ("+1 to hit if target below strength", "+1 to wound if target below half strength")),
    ("Add 1 to the Strength characteristic of the bearer's ranged weapons and increase the Range characteristic of such weapons"
     " by 3\". While the bearer is near the lamp, add 3 to the Strength characteristic of the bearer's ranged weapons and "
     "increase the Range characteristic of such weapons by 9\" instead.",
     ("+1 strength", '+3" range', "+2 strength if the bearer is near the lamp", '+6" range if the bearer is near the lamp')),
    ("At the start of your opponent's Shooting phase, select one enemy unit within 24\" of and visible to this PSYKER. Until "
     "the end of the phase, ranged weapons equipped by models in that unit have the [HAZARDOUS] ability.", ("mark: Hazardous",)),
    ("Each time an enemy unit within 18\" of this model targets this model, subtract 1 from the Hit roll and, until the end of "
     "the phase, that enemy unit's ranged weapons have the [HAZARDOUS] ability.",
     ('incoming: -1 to hit within 18" as Old Trick', 'incoming: Hazardous within 18"')),
    ("While an enemy unit is within 12\" of this model, each time a friendly ORKS model makes an attack that targets that unit, "
     "add 1 to the Wound roll.", ('enemies within 12": +1 to wound if the attacker is ORKS',)),
    ("Each time a model in this unit targets the closest eligible target with its lamp gun, until the end of the phase, that "
     "weapon has an Attacks characteristic of 4.", ("attacks become 4 with lamp gun if target is closest",)),
]  # fmt: skip


@each("text, words", BECOMES)
@pytest.mark.rule("IMP-40")
def test_a_sentence_with_two_thoughts_is_played(text: str, words: tuple[str, ...]) -> None:
    found = read_ability("Old Trick", text, ABILITIES)
    assert (found.words, found.fate) == (words, PLAYED)
    assert read_ability("Old Trick", text, ELEVENTH).fate == PLAYED


@pytest.mark.rule("IMP-40")
def test_a_roll_that_may_hurt_its_own_unit_is_told() -> None:
    text = (
        'At the start of your Shooting phase, one PSYKER with this ability can use it. If it does, select one enemy unit within 12" '
        "of and visible to that PSYKER and roll one D6: on a 1, that PSYKER's unit suffers D3 mortal wounds; on a 2+, until the "
        "start of your next Movement phase, each time an attack targets that enemy unit, improve the Armour Penetration "
        "characteristic of that attack by 1."
    )
    found = read_ability("Old Trick", text, ABILITIES)
    assert found.words == ("mark for a turn: improve AP by 1",)
    assert found.guesses == ("roll for it yourselves first: on a 1 its own unit suffers D3 mortal wounds instead",)


LEFT = [
    "Each time a model in this unit makes an attack that targets a unit that is below its Starting Strength, add 1 to the Hit "
    "roll. If that attack targets a unit that is Below Half-strength, add 2 to the Hit roll and add 1 to the Wound roll instead.",
    "Models in this unit (excluding CHARACTER or MOUNTED models) have the Feel No Pain 5+ ability until the drum is silent.",
]


@each("text", LEFT)
@pytest.mark.rule("IMP-40")
def test_what_is_not_said_exactly_is_left_to_the_players(text: str) -> None:
    assert read_ability("Old Trick", text, ABILITIES).fate == YOURS


KEYWORDS = [
    ("The bearer has the PSYKER keyword.", (("bearer", "PSYKER"),)),
    (
        "The bearer's unit has the ^^**Smoke**^^ and ^^**Grenades**^^ keywords.",
        (("unit", "SMOKE"), ("unit", "GRENADES")),
    ),
    ('The bearer can FLY and has a Move characteristic of 10".', (("bearer", "FLY"),)),
]


@each("text, gained", KEYWORDS)
@pytest.mark.rule("IMP-22")
def test_keywords_are_gained(text: str, gained: tuple[tuple[str, str], ...]) -> None:
    found = PROSE.ability("Old Hat", text)
    assert (found.keywords, fate_of(found)) == (gained, PLAYED)


@pytest.mark.rule("IMP-22")
def test_a_keyword_is_lost() -> None:
    text = "The bearer is eligible to shoot in a turn in which it Fell Back but it loses the SMOKE keyword."
    found = PROSE.ability("Old Hat", text)
    assert (found.words, found.lost, fate_of(found)) == (("shoots after Falling Back",), ("SMOKE",), PLAYED)


@pytest.mark.rule("IMP-23")
def test_a_save_against_melee_alone_is_none_and_a_better_one_there_does_not_hide_the_other() -> None:
    assert (
        fate_of(PROSE.ability("Invulnerable Save*", "4+ * This model has a 4+ invulnerable save against melee attacks"))
        == NOTHING
    )
    text = "This unit has a 5+ Invulnerable Save. This invulnerable save is improved to 4+ against melee attacks."
    assert [one.n for one in PROSE.ability("Invulnerable Save", text).changes] == [5]


def test_an_ability_for_one_weapon_is_a_choice_between_those_of_the_model() -> None:
    text = (
        "Once per battle, when this unit is selected to shoot, select one ranged weapon equipped by this model. Until the end of "
        "the phase, that weapon has the [LETHAL HITS] ability."
    )
    found = read_ability("Old Trick", with_weapons(text, ("lamp gun", "d'or cannon")), ABILITIES)
    assert found.words == (
        "one of: Lethal Hits with lamp gun once per battle; Lethal Hits with d'or cannon once per battle as Old Trick",
    )


@each(
    "name, behind",
    [
        ("Guardian Drone", " as Guardian Drone"),
        ("Drone (aura)", " as Drone"),
        ("good as new", ""),  # no name that a list can have behind its words
    ],
)
@pytest.mark.rule("IMP-40", "EVE-33")
def test_what_reasons_of_others_must_name_has_its_name(name: str, behind: str) -> None:
    text = "Each time an attack targets the bearer's unit, subtract 1 from the Wound roll."
    found = read_ability(name, text, ABILITIES)
    assert (found.words, found.fate) == ((f"unit: incoming: -1 to wound{behind}",), PLAYED)
