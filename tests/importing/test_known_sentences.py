"""Sentences about what lists and battles know: in any wording, denied or not, they are words of ours (IMP-40, EFF-14)."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import PLAYED
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each

OWN = "Each time this model makes an attack, "
SQUAD = "each time a model in this unit makes an attack, "
HIT = "add 1 to the Hit roll."
KNOWN = [  # what stands in the sentence, and the condition that it becomes
    (f"{OWN[:-2]} that targets a unit that is not below Half-strength, {HIT}", "if target not below half strength"),
    (f"{OWN}if the target is not below Half-strength, {HIT}", "if target not below half strength"),
    (f"{OWN}unless the target is below Half-strength, {HIT}", "if target not below half strength"),
    (f"While this unit is not below Half-strength, {SQUAD}{HIT}", "if not below half strength"),
    (f"{OWN[:-2]} that targets a unit that is not at its Starting Strength, {HIT}", "if target below strength"),
    (f"{OWN[:-2]} that targets a unit that is not below its Starting Strength, {HIT}", "if target not below strength"),
    (f"While a WARBOSS model is leading this unit, {SQUAD}{HIT}", "if led by WARBOSS"),
    (f"While a Warboss model is leading this unit, {SQUAD}{HIT}", "if led by WARBOSS"),
    (f"While this unit is led by a CHARACTER model, {SQUAD}{HIT}", "if led by CHARACTER"),
    (f"While this model is not leading a unit, {OWN[0].lower()}{OWN[1:]}{HIT}", "if not led"),
    (f"{OWN}if the target does not have the VEHICLE keyword, {HIT}", "if target is not VEHICLE"),
    (f"{OWN}if the target does not have the Reef or Tide keywords, {HIT}", "if target is not REEF or TIDE"),
    (f"{OWN}if the target does not have either the Reef or Tide keywords, {HIT}", "if target is not REEF or TIDE"),
    (f"While this unit contains one or more Psyker models, {SQUAD}{HIT}", "if contains PSYKER"),
    (f"While this unit contains a Tide Warden model, {SQUAD}{HIT}", "if contains TIDE WARDEN"),
    (f"While this unit contains no Psyker models, {SQUAD}{HIT}", "if not contains PSYKER"),
    (f"{OWN}if this unit is not an Attached unit, {HIT}", "if not led"),
    (f"{OWN}if the target is not a MONSTER or VEHICLE unit, {HIT}", "if target is not MONSTER or VEHICLE"),
    (f"{OWN}if the target cannot FLY, {HIT}", "if target is not FLY"),
    (f"{OWN[:-2]} that targets a unit containing 10 or more models, {HIT}", "if target 10 or more models"),
    (f"{OWN[:-2]} that targets a unit with 5 or fewer models, {HIT}", "if target 5 or fewer models"),
    (f"{OWN}if the target has lost one or more wounds, {HIT}", "if target has lost wounds"),
    (f"{OWN}if this model is within Engagement Range of one or more enemy units, {HIT}", "if engaged"),
    (f"{OWN}if the target is an enemy unit within range of an objective marker, {HIT}", "if target on an objective"),
    (f"{OWN}when targeting enemy units in range of one or more objective markers, {HIT}", "if target on an objective"),
    (f"{OWN[:-2]} that targets a unit that is not within range of an objective marker, {HIT}",
     "if target not on an objective"),
    (f"{OWN[:-2]} that does not target the closest eligible target, {HIT}", "if target is not closest"),
    (f"{OWN}if it did not Remain Stationary this turn, {HIT}", "if not stationary"),
    (f"{OWN}if this unit Advanced this turn, {HIT}", "if Advanced"),
    (f"{OWN[:-2]} that targets a unit that is not Battle-shocked, {HIT}", "if target not Battle-shocked"),
    (f"{OWN}if this unit destroyed an enemy unit this turn, {HIT}", "if it destroyed a unit"),
    (f"From the third battle round onwards, {OWN[0].lower()}{OWN[1:]}{HIT}", "if battle round 3 or later"),
    (f"{OWN}if it is the third battle round or later, {HIT}", "if battle round 3 or later"),
    (f"During the first two battle rounds, {OWN[0].lower()}{OWN[1:]}{HIT}", "in rounds 1-2"),
    (f"While every model in this unit is equipped with a lamp gun, {SQUAD}{HIT}", "if it has only models with lamp gun"),
    (f"{OWN}if the target is not within half range, {HIT}", "beyond half range"),
    (f"{OWN}if the Strength characteristic of that attack is not greater than the target's Toughness characteristic, {HIT}",
     "when S is not greater than T"),
]  # fmt: skip


@pytest.mark.rule("IMP-40", "10E-EFF-14", "10E-EFF-21")
@each("text, condition", KNOWN)
def test_a_sentence_about_what_is_known_asks_nothing(text: str, condition: str) -> None:
    found = read_of("Old Trick", text, ABILITIES)
    assert (found.words, found.fate, found.guesses) == ((f"+1 to hit {condition}",), PLAYED, ())


@pytest.mark.rule("IMP-40")
def test_what_is_on_attacks_at_somebody_is_known_of_the_attacker() -> None:
    for said, words in (
        ('the attacker is not within 12"', 'beyond 12"'),
        ("the attacking unit is not a VEHICLE unit", "if attacker is not VEHICLE"),
    ):
        text = f"Each time an attack targets this unit, if {said}, subtract 1 from the Hit roll."
        assert read_of("Old Trick", text, ABILITIES).words == (f"incoming: -1 to hit {words} as Old Trick",)


@pytest.mark.rule("IMP-40", "10E-EFF-10")
@each("keyword, known", [("Astra Militarum", "ASTRA MILITARUM"), ("Tide Folk", "TIDE FOLK"), ("ORKS", "ORKS")])
def test_a_mark_for_friends_is_known_of_them_however_their_keyword_is_printed(keyword: str, known: str) -> None:
    text = (
        "In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. "
        f"Until the end of the phase, each time a friendly {keyword} model makes an attack that targets that enemy unit, "
        "re-roll a Hit roll of 1."
    )
    found = read_of("Old Trick", text, ABILITIES)
    assert found.words == (f"mark after shooting: re-roll hit rolls of 1 if the attacker is {known}",)
    assert found.guesses == ()
