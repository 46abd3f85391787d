"""What rules of an army and its detachment say, and for which units (EVE-61). The sentences are ours, of their shape."""

from __future__ import annotations

import pytest

from shoot_cli.engine.markdown import tables
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS
from shoot_cli.importing.datasheets.army_rules import ArmyRule, about_this_unit, read_army_rule
from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.helpers.work import lines_run


def read(text: str, name: str = "Old Custom") -> ArmyRule:
    return read_army_rule(name, text, ABILITIES)


def lines(found: ArmyRule) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.whom.text, one.words) for one in found.lines]


SAID = [  # text, whom, lines
    ("Ranged weapons equipped by ORKS INFANTRY models from your army have the [LETHAL HITS] ability.",
     "ORKS INFANTRY", ("Lethal Hits",)),
    ("Ranged weapons equipped by ORKS INFANTRY and ORKS WALKER models from your army have the [ASSAULT] ability.",
     "ORKS INFANTRY or ORKS WALKER", ("Assault",)),
    ("Each time a Kroot model from your army makes an attack, add 1 to the Hit roll if the target of that attack is below its "
     "Starting Strength, and add 1 to the Wound roll as well if the target of that attack is Below Half-strength.",
     "KROOT", ("+1 to hit if target below strength", "+1 to wound if target below half strength")),
    ("Each time a model in a Canoptek unit from your army makes a ranged attack, re-roll a Wound roll of 1.",
     "CANOPTEK", ("re-roll wound rolls of 1",)),
    ("Each time an attack targets a Necrons Vehicle unit from your army, if the Strength characteristic of that attack is "
     "greater than the Toughness characteristic of that Necrons Vehicle unit, subtract 1 from the Wound roll.",
     "NECRONS VEHICLE", ("incoming: -1 to wound when S is greater than T",)),
    ('Each time a ranged attack targets a Skitarii unit from your army, unless the attacking model is within 9", subtract 1 '
     "from the Hit roll and the target has the Benefit of Cover against that attack.",
     "SKITARII", ('incoming: -1 to hit beyond 9"', 'has cover beyond 9"')),
    ("Necrons units (excluding Monsters) from your army have the Stealth ability.", "NECRONS, not MONSTER", ("Stealth",)),
    ("Orks units from your army (excluding Grots and Vehicles) are eligible to shoot in a turn in which they Fell Back.",
     "ORKS, not GROTS, not VEHICLE", ("shoots after Falling Back",)),
    ("Units from your army that are Walkers have a 5+ invulnerable save.", "WALKER", ("invulnerable save 5+",)),
    ("Models from your army with the Walker keyword have the Feel No Pain 6+ ability.", "WALKER", ("Feel No Pain 6+",)),
    ("While a Necrons unit from your army is below Starting Strength, each time a model in that unit makes an attack, re-roll a "
     "Hit roll of 1.", "NECRONS", ("re-roll hit rolls of 1 if below strength",)),
    ("Each time an Orks unit from your army disembarks from a Transport, until the end of the turn, that unit's weapons have "
     "the [IGNORES COVER] ability.", "ORKS", ("Ignores Cover if disembarked this turn",)),
    ("During the first, second and third battle rounds, ranged weapons equipped by Orks models from your army have the "
     "[ASSAULT] ability.", "ORKS", ("Assault in rounds 1-3",)),
    ("Each time an Orks model from your army makes an attack that targets a Monster unit containing 3 or more models, that "
     "attack has the [LETHAL HITS] ability.", "ORKS", ("Lethal Hits against MONSTER if target 3 or more models",)),
    ("Ranged weapons equipped by Orks models from your army have the [ASSAULT] ability, and each time an attack made with such "
     'a weapon targets a unit within 9", add 1 to the Strength characteristic of that attack.',
     "ORKS", ("Assault", '+1 strength within 9"')),
    ("Each time an attack targets an Orks unit from your army that contains 12 or more models, models in that unit have a 6+ "
     "invulnerable save against that attack.", "ORKS", ("invulnerable save 6+ if 12 or more models",)),
    ("Each time a model from your army makes an attack, re-roll a Hit roll of 1.", "", ("re-roll hit rolls of 1",)),
    ("While the tide is high, each time an Orks model from your army makes an attack, add 1 to the Hit roll.",
     "ORKS", ("+1 to hit if the tide is high",)),
    ("Each time a Dawn Guard, War Walker or Torch of the Deep model from your army makes an attack, add 1 to the Hit roll.",
     "DAWN GUARD or WAR WALKER or TORCH OF THE DEEP", ("+1 to hit",)),
    ("Orks Vehicles, Deathwing Knights and Imperial Knights units from your army have the Stealth ability.",
     "ORKS VEHICLE or DEATHWING KNIGHTS or IMPERIAL KNIGHTS", ("Stealth",)),
    ("Each time an Orks unit from your army is selected to shoot, you can re-roll one Hit roll.", "ORKS",
     ("re-roll one hit roll",)),
    ("Each time an Orks unit from your army is selected to shoot, until the end of the phase, ranged weapons equipped by models "
     "in that unit have the [LETHAL HITS] ability.", "ORKS", ("Lethal Hits",)),
    ("Each time an Orks unit from your army is selected to shoot or fight, weapons equipped by models in that unit have the "
     "[LETHAL HITS] ability until the end of the phase.", "ORKS", ("Lethal Hits",)),
    ("Each time a model from your army with the Walker keyword makes a ranged attack that targets a Monster or Vehicle unit, "
     "add 1 to the Wound roll.", "WALKER", ("+1 to wound against MONSTER or VEHICLE",)),
    ('Each time a ranged attack made by an Orks model from your army targets a unit within 12", add 1 to the Strength '
     "characteristic of that attack.", "ORKS", ('+1 strength within 12"',)),
    ("Each time an attack is allocated to an Orks model from your army, subtract 1 from the Damage characteristic of that "
     "attack.", "ORKS", ("incoming: -1 damage",)),
    ("Friendly Orks units' ranged attacks have +1 to hit rolls.", "ORKS", ("+1 to hit",)),
    ("Friendly Orks Infantry units' ranged attacks have [LETHAL HITS].", "ORKS INFANTRY", ("Lethal Hits",)),
    ("Friendly Orks units' attacks have +1 to hit rolls and +2 to wound rolls.", "ORKS", ("+1 to hit", "+2 to wound")),
    ("Attacks that target friendly Orks units (excluding Vehicle units) have -1 to hit rolls.", "ORKS, not VEHICLE",
     ("incoming: -1 to hit",)),
    ("Friendly Orks models have a 4+ InSv.", "ORKS", ("invulnerable save 4+",)),
    ("Friendly Orks units have Stealth.", "ORKS", ("Stealth",)),
    ("Friendly Orks models have a 5+ invulnerable save.", "ORKS", ("invulnerable save 5+",)),
]  # fmt: skip


@each("text, whom, words", SAID)
@pytest.mark.rule("EVE-61")
def test_a_sentence_is_for_the_units_that_it_names(text: str, whom: str, words: tuple[str, ...]) -> None:
    found = read(text)
    assert (lines(found), found.fate) == ([(whom, words)], PLAYED)
    assert lines(read_army_rule("Old Custom", text, ELEVENTH)) == [(whom, words)]


@each(
    "written, means",
    [
        (written, row["means"])
        for row in tables(sentence_parser.__file__, "sentences.md")["Of an army"]
        for written in row["written"].split("; ")
    ],
)
@pytest.mark.rule("EVE-61")
def test_every_way_to_name_units_of_an_army_is_read(written: str, means: str) -> None:
    said = written.replace("a/an", "an").replace("{W}", "Orks Infantry")
    said = said.replace("/keywords", "")
    found = about_this_unit(f"{said[0].upper()}{said[1:]} have the Stealth ability")
    assert found is not None
    whom = found.whom
    assert whom is not None
    assert found.text == f"{means[0].upper()}{means[1:]} have the Stealth ability"
    assert whom.text == ("ORKS INFANTRY" if "{W}" in written else "")


SEVERAL = [
    (
        "Ranged weapons equipped by Orks Vehicle models from your army have the [ASSAULT] ability and you can re-roll "
        "Advance rolls made for Orks Vehicle Fly units from your army.",
        [("ORKS VEHICLE", ("Assault",))],
    ),
    (
        "Orks Infantry units from your army have the Stealth ability, and each time a ranged attack targets a Squighog unit "
        'from your army, unless the attacking model is within 12", the target has the Benefit of Cover against that attack.',
        [("ORKS INFANTRY", ("Stealth",)), ("SQUIGHOG", ('has cover beyond 12"',))],
    ),
    (
        'Each time an Orks model from your army makes a ranged attack that targets a unit within 12", improve the Strength '
        'characteristic of that attack by 1. If that attack targets a unit within 9", improve the Armour Penetration '
        "characteristic of that attack by 1 as well.",
        [("ORKS", ('+1 strength within 12"', 'improve AP by 1 within 12" within 9"'))],
    ),
    (
        "Orks Vehicle and Looted Cart units from your army gain the Rolling Scrap keyword.\nRolling Scrap units from your "
        "army have a 5+ invulnerable save.",
        [("ORKS VEHICLE or LOOTED CART", ("invulnerable save 5+",))],
    ),
]


@each("text, wanted", SEVERAL)
@pytest.mark.rule("EVE-61")
def test_each_sentence_has_its_own_units(text: str, wanted: list[tuple[str, tuple[str, ...]]]) -> None:
    found = read(text)
    assert (lines(found), found.fate) == (wanted, PLAYED)


HITS = "Each time an Orks model from your army makes an attack, add 1 to the Hit roll."
REMINDERS = [
    f"At the start of your Command phase, select one of the following. {HITS}",  # a choice
    f"{HITS} You can only use this rule while your Warlord lives.",  # what another sentence changes
    f"Each time a unit is destroyed, you gain one Scrap token. {HITS}",  # a counter
    f"{HITS} Spend 1 Scrap to re-roll a Wound roll.",
    "Each time an Orks model from your army makes an attack, re-roll a Hit roll of 1. If that model's unit is losing, re-roll a "
    "Hit roll of 1 and re-roll a Wound roll of 1 instead.",
    "Each time an Orks Character model from your army makes an attack, add 1 to the Hit roll.",  # one of an Attached unit
    "Each time a Psyker model from your army makes an attack, add 1 to the Hit roll.",
    "Each time a rowdy model from your army makes an attack, add 1 to the Hit roll.",  # no keyword
    "Each time a Guided model from your army makes an attack, add 1 to the Hit roll.",  # a state, no keyword
    "Each time a model in this unit makes an attack, add 1 to the Hit roll.",  # which unit?
    "Each time a model makes an attack, add 1 to the Hit roll.",
    "Each time an Orks model from your army makes an attack that targets a Necrons unit from your army, add 1 to the Hit roll.",
    "Orks units from your army within 6\" of one or more friendly Necrons units have the Stealth ability.",
    "Each time an Orks model from your army makes an attack, if this model is below its Starting Strength, add 1 to the Hit "
    "roll.",  # which model?
    "Other Orks units from your army have the Stealth ability.",  # than which?
    "No Orks units from your army have the Stealth ability.",
    "Orks units from your army (excluding units that moved) have the Stealth ability.",
    "Once per battle, Orks units from your army can use this ability. If they do, those units have the Stealth ability.",
    "Each time an Orks unit from your army is selected to shoot: \n- add 1 to the Hit roll.\n- add 1 to the Wound roll.",
    "While an Orks unit from your army is Enraged, that unit has the Stealth ability.",  # a word of the rule, no keyword
    "Loud units from your army gain the Very Loud keyword while the sun shines.\nVery Loud units from your army have the "
    "Stealth ability.",
]  # fmt: skip


@each("text", REMINDERS)
@pytest.mark.rule("EVE-61")
def test_a_rule_with_a_choice_a_price_or_a_doubt_stays_a_reminder(text: str) -> None:
    found = read(text)
    assert (found.lines, found.fate, found.told) == ((), YOURS, ())


@pytest.mark.rule("EVE-61")
def test_what_is_left_to_players_beside_an_effect_is_known() -> None:
    found = read(f"{HITS} Orks models from your army lose the Loud ability.")
    assert (lines(found), found.fate) == ([("ORKS", ("+1 to hit",))], YOURS)
    of_nobody = read(f"{HITS} You can re-roll one wound roll.")
    assert (lines(of_nobody), of_nobody.fate) == ([("ORKS", ("+1 to hit",))], YOURS)


@pytest.mark.rule("EVE-61")
def test_sentences_about_fights_and_moves_change_nothing() -> None:
    melee = "Melee weapons equipped by Orks models from your army have the [LANCE] ability."
    moves = "While an Orks unit from your army is at Starting Strength, add 2 to the Objective Control of models in that unit."
    assert read(melee).fate == read(moves).fate == NOTHING
    assert lines(read(f"{HITS}\n{melee}\n{moves}")) == [("ORKS", ("+1 to hit",))]
    muster = "You can include up to two of the following units:\n- Loud Cart\n- Quick Cart (5 models)\nYour army must include one."
    assert read(muster).fate == NOTHING
    assert lines(read(f"{muster}\n{HITS}")) == [("ORKS", ("+1 to hit",))]
    select = "When mustering your army, select one kind of gun. Weapons of that kind have the [LETHAL HITS] ability."
    assert read(f"{select}\n{HITS}").lines == ()
    assert read("Orks units from your army gain the Battleline keyword.").fate == NOTHING


@pytest.mark.rule("EVE-61")
def test_what_is_asked_at_the_table_is_told() -> None:
    text = "While the tide is high, each time an Orks model from your army makes an attack, add 1 to the Hit roll."
    assert read(text).told == ("asked at the table: the tide is high",)


HOSTILE = (
    "models from your army " * 26, "Orks and " * 60 + "Orks models from your army have the Stealth ability",
    "Orks models from your army have the Stealth ability and " * 10 + "x", "A " * 290 + "models from your army",
    "(excluding A) from your army " * 20, "a" * 100_000, f"{HITS} " * 40, "Friendly " * 60 + "units", "x from your army\n" * 39,
)  # fmt: skip


@each("text", HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    assert lines_run(lambda: read(text)) < 600_000
