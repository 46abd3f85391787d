"""What rules of an army and its detachment say, and for which units (EVE-61). The sentences are ours, of their shape."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies.army import ALWAYS, EACH_TURN, ENEMY, TOLD, Whom
from shoot_cli.engine.markdown import tables
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS
from shoot_cli.importing.datasheets.army_rules import LATER, ArmyLine, ArmyRule, read_army_rule
from shoot_cli.importing.datasheets.army_sections import about_this_unit
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
    # what was picked, gained or paid for is of no use in the sentences that are read
    f"At the start of your Command phase, select one objective marker. {HITS}",
    f"At the end of your Command phase, you gain 1CP. {HITS}",
    f"Each time an Orks unit from your army is selected to shoot, you can spend 1 Scrap. {HITS}",
    "At the start of your Command phase, select one unit from your opponent's army. Each time an attack that targets that unit is "
    "made, the sun shines. Each time an Orks model from your army makes an attack, add 1 to the Hit roll.",
    "Each time a model in an Orks unit from your army makes an attack:\n- If the tide is high, re-roll a Hit roll of 1.\n- It shoots "
    "around corners.",  # of the same attacks
    "Each time an Orks model from your army makes an attack, if the tide is high or if it is night, add 1 to the Hit roll.",  # twice?
    "Walker units from your army have the following ability:\n**Steady:** Models in this unit have the Stealth ability.\n\nOnly one "
    "unit can use it in each battle round.",
    # whose attacks at the enemy unit that is named?
    "At the start of your Command phase, select one unit from your opponent's army. Until the start of your next Command phase, each "
    "time an attack that targets that enemy unit is allocated to an Orks model from your army, subtract 1 from the Damage "
    "characteristic of that attack.",
    "At the start of your Command phase, select one unit from your opponent's army. Until the start of your next Command phase, each "
    "time a model in that unit makes an attack, subtract 1 from the Hit roll.",
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
    assert (found.lines, found.fate, found.questions) == ((), YOURS, ())


@pytest.mark.rule("EVE-61")
def test_what_is_left_to_players_beside_an_effect_is_known() -> None:
    found = read(f"{HITS} Orks models from your army lose the Loud ability.")
    assert (lines(found), found.fate) == ([("ORKS", ("+1 to hit",))], YOURS)
    heals = read(
        f"{HITS} In addition, at the start of your Command phase, each Orks unit from your army regains 1 lost wound."
    )
    assert (lines(heals), heals.fate) == ([("ORKS", ("+1 to hit",))], YOURS)
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
    reserves = (
        "At the end of your opponent's turn, you can select a number of Orks units from your army. The maximum number of units you "
        "can select depends on the battle size, as follows:\n\nIncursion - Up to 1 unit\nOnslaught - Up to 3 units\n\nOnce you "
        "have made your selections, remove those units from the battlefield and place them into Strategic Reserves."
    )
    assert read(reserves).fate == NOTHING
    assert lines(read(f"Incursion - 1 unit\nOnslaught - 3 units\n{HITS}")) == [("ORKS", ("+1 to hit",))]
    assert lines(read(f"{reserves}\n{HITS}")) == [("ORKS", ("+1 to hit",))]
    assert read(f"{reserves.partition('Once')[0]}\n{HITS}").lines == ()  # what are they selected for?
    assert read("Orks Transport units from your army lose the Loud Voice ability.").fate == YOURS
    assert read("Orks units from your army lose the Deep Strike ability.").fate == NOTHING


@pytest.mark.rule("EVE-61")
def test_what_is_asked_at_the_table_is_told() -> None:
    text = "While the tide is high, each time an Orks model from your army makes an attack, add 1 to the Hit roll."
    assert read(text).questions == ("asked at the table: the tide is high",)


# Choices, enemies that are named, and abilities that units get ---------------------------------------------------------


def entries(found: ArmyRule) -> list[dict[str, Any]]:
    """Return the keys of the entries that differ from those of a line that is always in force."""
    usual = ArmyLine(Whom(), ())
    keys = ("when", "on", "lasts", "called", "limited")
    return [
        {"for": one.whom.text, "effect": one.words}
        | {key: getattr(one, key) for key in keys if getattr(one, key) != getattr(usual, key)}
        for one in found.lines
    ]


TEMPERS = """
**LOUD TEMPER**
This unit is eligible to shoot in a turn in which it Advanced.


**CALM TEMPER**
Each time a model in this unit makes an attack, re-roll a Hit roll of 1.


**QUICK TEMPER**
Add 2" to the Move characteristic of models in this unit.
"""
PICKS = "At the start of your Command phase, you can select one of the Tempers listed below."
ACTIVE = "Until the start of your next Command phase, that Temper is active and its effects apply to all Orks units from your army."
ONCE_EACH = "You can only select each Temper once per battle."
ROW = {
    "for": "ORKS", "effect": ("one of: shoots after Advancing; re-roll hit rolls of 1",), "when": EACH_TURN,
    "lasts": "my next turn",
}  # fmt: skip


@pytest.mark.rule("EVE-45")
def test_one_of_several_options_is_a_row_of_the_turn() -> None:
    found = read(f"{PICKS} {ACTIVE} {ONCE_EACH}\n{TEMPERS}")
    assert (entries(found), found.fate, found.questions) == ([ROW | {"limited": True}], PLAYED, ())
    assert entries(read(f"{PICKS} {ACTIVE}\n{TEMPERS}")) == [ROW]
    bullets = "- Loud: This unit is eligible to shoot in a turn in which it Advanced.\n- Calm: Each time a model in this unit makes "
    assert entries(read(f"{PICKS} {ACTIVE}\n{bullets}an attack, re-roll a Hit roll of 1.")) == [ROW]
    named = TEMPERS.replace("a model in this unit", "an Orks model from your army").replace(
        "This unit is", "Orks units from your army are"
    )
    until = PICKS.replace(" listed below", " below to take effect until the start of your next Command phase")
    assert entries(read(f"{until}\n{named}")) == [ROW]


@pytest.mark.rule("EVE-45")
def test_a_row_of_a_battle_round_says_that_it_is_asked_in_the_turn() -> None:
    of_round = PICKS.replace("your Command phase", "the battle round")
    until = ACTIVE.replace("start of your next Command phase", "end of the battle round")
    found = read(f"{of_round} {until}\n{TEMPERS}")
    assert (entries(found), found.questions) == ([ROW | {"lasts": "round"}], (LATER,))
    of_battle = "At the start of the first battle round, select one of the following Tempers to be active for Orks units from your army until the end of the battle:"
    assert entries(read(f"{of_battle}\n{TEMPERS}")) == [ROW | {"lasts": "battle"}]
    # what works while others shoot would be late if the other side has the first turn
    shot_at = TEMPERS.replace(
        "Each time a model in this unit makes an attack, re-roll a Hit roll of 1",
        "Models in this unit have the Stealth ability",
    )
    told = read(f"{of_round} {until}\n{shot_at}")
    assert [(one.called, one.words, one.when, one.lasts) for one in told.lines] == [
        ("Loud Temper", ("shoots after Advancing",), TOLD, "round"), ("Calm Temper", ("Stealth",), TOLD, "round"),
    ]  # fmt: skip


TOLD_BY_NAME = [
    PICKS.replace("one of", "two of"),  # two at once
    PICKS.replace("At the start of", "In a bad mood, at the start of"),
    f"{PICKS} If your Warlord is lost, the other side selects it.",
    PICKS.replace("you can select one of the", "randomly determine one of the"),
]


@each("text", TOLD_BY_NAME)
@pytest.mark.rule("EVE-45")
def test_options_are_told_by_their_names_if_the_choice_says_more(text: str) -> None:
    found = read(f"{text} {ACTIVE}\n{TEMPERS}")
    assert [(one.called, one.when) for one in found.lines] == [("Loud Temper", TOLD), ("Calm Temper", TOLD)]
    assert found.fate == YOURS


@pytest.mark.rule("EVE-45")
def test_an_option_with_two_effects_is_told_by_its_name() -> None:
    two = TEMPERS.replace("re-roll a Hit roll of 1", "re-roll a Hit roll of 1 and re-roll a Wound roll of 1")
    found = read(f"{PICKS} {ACTIVE}\n{two}")
    assert [one.words for one in found.lines] == [
        ("shoots after Advancing",),
        ("re-roll hit rolls of 1", "re-roll wound rolls of 1"),
    ]
    assert {one.when for one in found.lines} == {TOLD}


@pytest.mark.rule("EVE-45")
def test_an_option_that_is_not_read_is_left_to_players() -> None:
    more = f"{TEMPERS}\n\n**ODD TEMPER**\nModels in this unit shoot around corners.\n"
    found = read(f"{PICKS} {ACTIVE}\n{more}")
    assert (entries(found), found.fate) == ([ROW], YOURS)
    apart = read(f"{PICKS} {ACTIVE}\n{TEMPERS}\n\nOrks Walker units from your army have the Stealth ability.")
    assert (entries(apart), apart.fate) == ([ROW, {"for": "ORKS WALKER", "effect": ("Stealth",)}], PLAYED)
    mixed = TEMPERS.replace("Hit roll of 1.", "Hit roll of 1. Models in this unit shoot around corners.")
    assert [one.words for one in read(f"{PICKS} {ACTIVE}\n{mixed}").lines] == [("shoots after Advancing",)]
    half = TEMPERS.replace("makes an attack, re", "makes an attack, if it can see round corners, it hits. Re")
    assert [one.words for one in read(f"{PICKS} {ACTIVE}\n{half}").lines] == [("shoots after Advancing",)]


@pytest.mark.rule("EVE-45")
def test_a_choice_without_an_end_is_a_reminder() -> None:
    assert read(f"{PICKS} That Temper is active for Orks units from your army.\n{TEMPERS}").lines == ()
    assert read(f"{PICKS} {ACTIVE.replace('Orks', 'some')}\n{TEMPERS}").lines == ()
    melee = TEMPERS.replace("makes an attack", "makes a melee attack").replace("to shoot", "to declare a charge")
    assert read(f"{PICKS} {ACTIVE}\n{melee}").fate == NOTHING


@pytest.mark.rule("EVE-45")
def test_a_choice_of_melee_alone_does_nothing_to_shooting() -> None:
    text = (
        "At the start of the battle round, you can select one of the bullet points below. If you do, until the start of the next battle "
        "round, that bullet point’s effects apply.\n\n- Melee weapons equipped by Orks models from your army have the [LANCE] ability.\n"
        "- Each time an Orks model from your army makes a melee attack, add 1 to the Hit roll."
    )
    assert read(text) == ArmyRule()
    shots = read(text.replace("melee attack, add", "ranged attack, add"))
    assert [(one.words, one.when, one.lasts, one.called) for one in shots.lines] == [
        (("+1 to hit",), TOLD, "round", "")
    ]


@pytest.mark.rule("EVE-45")
def test_one_of_several_effects_is_picked_at_each_shooting() -> None:
    text = (
        "Each time an Orks unit from your army is selected to shoot or fight, select one of the following abilities for it to have "
        "until the end of the phase:\n- Each time a model in this unit makes an attack, re-roll a Hit roll of 1.\n"
        "- Each time a model in this unit makes an attack, add 1 to the Wound roll."
    )
    assert entries(read(text)) == [{"for": "ORKS", "effect": ("one of: re-roll hit rolls of 1; +1 to wound",)}]
    assert read(text.replace("add 1 to the Wound roll", "it shoots around corners")).lines == ()
    assert read(f"{text}\n- Each time a model in this unit makes an attack, it shoots around corners.").lines == ()


ENEMY_ROW = {"for": "ORKS", "effect": ("+1 to hit",), "when": EACH_TURN, "on": ENEMY, "lasts": "my next turn"}
NAMED = "At the start of your Command phase, select one unit from your opponent's army"
UNTIL = "Until the start of your next Command phase"
AT_IT = "each time an Orks model from your army makes an attack that targets"
NAMES = [
    f"{NAMED}. {UNTIL}, {AT_IT} that enemy unit, add 1 to the Hit roll.",
    f"In your Command phase, select one enemy unit. {UNTIL}, {AT_IT.replace('that targets', 'against')} that unit, add 1 to the Hit roll.",
    f"{NAMED} to be your sworn foe. {UNTIL}, {AT_IT} your sworn foe, add 1 to the Hit roll.",
    f"{NAMED}. {UNTIL}, that enemy unit is your Sworn Foe. {AT_IT.capitalize().replace('orks', 'Orks')} your Sworn Foe, add 1 to the Hit roll.",
    f"In your Command phase, select one Monster, Vehicle, or Character unit from your opponent's army. {UNTIL}, that enemy unit is your "
    "Foe:\n- Each time an Orks unit from your army declares a charge that includes your Foe, you can re-roll the Charge roll.\n"
    f"- {AT_IT[0].upper()}{AT_IT[1:]} your Foe, add 1 to the Hit roll.",
]  # fmt: skip


@pytest.mark.rule("EVE-42")
def test_what_is_asked_of_the_enemy_that_is_named_is_a_condition_of_the_target() -> None:
    seen = f"{NAMED}. {UNTIL}, {AT_IT} that enemy unit, if that unit is visible to the attacking model, add 1 to the Hit roll."
    keywords = (
        "\n\n**Keywords**\nWhile using the Long Hunt Detachment, the following rules apply:\n\n- Your army must include 3 or more "
        "Orks units.\n- When mustering your army, select 3 Orks units from your army. Until the end of the battle, those units have the "
        "Character keyword."
    )
    found = read(seen + keywords)
    assert entries(found) == [ENEMY_ROW | {"effect": ("+1 to hit if target visible",)}]
    assert found.fate == YOURS


@pytest.mark.rule("EVE-42", "EVE-45")
def test_an_option_may_be_put_on_an_enemy() -> None:
    text = (
        "At the start of your Command phase, you can select one of the following to apply:\n\n**Hunt**\nSelect one enemy unit. "
        f'{UNTIL}, {AT_IT} that enemy unit, add 1 to the Hit roll.\n\n**Wait**\nAdd 2" to the Move characteristic of models in this unit.'
    )
    (row,) = entries(read(text))
    assert row == {
        "for": "ORKS",
        "effect": ("+1 to hit",),
        "when": TOLD,
        "on": ENEMY,
        "lasts": "my next turn",
        "called": "Hunt",
    }


@each("text", NAMES)
@pytest.mark.rule("EVE-42")
def test_an_enemy_unit_that_is_named_each_turn_is_a_question_of_the_turn(text: str) -> None:
    found = read(text)
    assert (entries(found), found.fate) == ([ENEMY_ROW], PLAYED)


PARTS = [  # text, units, lines
    (
        "Orks Transport units from your army have the following ability:\n\n**Big Horn (Aura):** While a friendly Orks Infantry unit "
        "is within 6\" of this unit, each time a model in that unit makes an attack, re-roll a Hit roll of 1.",
        [("ORKS TRANSPORT", ('friendly ORKS, INFANTRY within 6": re-roll hit rolls of 1',))],
    ),
    (
        "Orks Transport units from your army have the following ability:\n\n**Big Horn (Aura):** While a friendly Orks Infantry unit "
        "is wholly within 6\" of this Transport, ranged weapons equipped by models in that Infantry unit have the [LETHAL HITS] ability.",
        [("ORKS INFANTRY", ('Lethal Hits if this unit is wholly within 6" of a friendly ORKS TRANSPORT unit',))],
    ),
    (
        "Orks Transport units from your army have the following ability:\n\n**Big Horn (Aura):** While an enemy unit is within 6\" of "
        "and visible to this unit, each time a ranged attack made by a friendly Orks Infantry model (excluding Grots models) targets "
        "that enemy unit, improve the Armour Penetration characteristic of that attack by 1.",
        [("ORKS INFANTRY, not GROTS", ('improve AP by 1 if target is within 6" of and visible to a friendly ORKS TRANSPORT unit',))],
    ),
    (  # what is not read in one ability says nothing of the other
        "Orks units from your army have the following ability:\n**Big Horn:** Once per battle, this unit can blow it. If it does, all "
        "hear it.\n\nWalker units from your army have the following ability:\n**Steady:** Models in this unit have the Stealth ability.",
        [("WALKER", ("Stealth",))],
    ),
    (
        "Each time an Orks unit from your army disembarks from a Transport, until the end of the turn:\nRanged weapons equipped by models "
        "in that unit have the [IGNORES COVER] ability.\nMelee weapons equipped by models in that unit have the [LANCE] ability.",
        [("ORKS", ("Ignores Cover if disembarked this turn",))],
    ),
    (
        "Each time a model in an Orks unit from your army makes an attack:\n- If the tide is high, re-roll a Hit roll of 1.\n"
        "- If the tide is low, re-roll a Wound roll of 1.",
        [("ORKS", ("re-roll hit rolls of 1 if the tide is high", "re-roll wound rolls of 1 if the tide is low"))],
    ),
    (
        "Orks Infantry units from your army:\n- Are eligible to shoot and declare a charge in a turn in which they Fell Back.\n"
        "- Are eligible to start to perform an Action in a turn in which they Fell Back.",
        [("ORKS INFANTRY", ("shoots after Falling Back",))],
    ),
    (
        "At the start of your Command phase, select one objective marker. Until the start of your next Command phase, that objective "
        "marker is your hoard. Each time an Orks model from your army makes an attack, if that model's unit is within range of your "
        "hoard, or if the target of that attack is within range of your hoard, re-roll a Wound roll of 1.",
        [("ORKS", ("re-roll wound rolls of 1 if this unit is within range of your hoard",
                   "re-roll wound rolls of 1 if target is within range of your hoard"))],
    ),
    (
        "Each time an Orks Infantry unit from your army is selected to shoot, after resolving those attacks, select one enemy unit hit by "
        "one or more of those attacks. Until the end of the turn, that enemy unit is lit up. Each time an Orks model from your army makes "
        "an attack that targets a lit up unit, re-roll a Hit roll of 1.",
        [("ORKS", ("re-roll hit rolls of 1 if target is lit up",))],
    ),
    (
        "Each time a Boyz unit from your army is destroyed by an enemy unit, that unit gains a Grudge token. Each time an Orks model from "
        "your army makes an attack that targets a unit with one or more Grudge tokens, add 1 to the Hit roll.",
        [("ORKS", ("+1 to hit if target has one or more Grudge tokens",))],
    ),
    (
        "At the end of your Command phase, you gain 1SP.\nIn your Shooting phase, each time an Orks unit from your army is selected to "
        "shoot, you can spend 1SP. If you do, until the end of the phase, each time a model in that unit makes an attack, re-roll a Hit "
        "roll of 1.",
        [("ORKS", ("re-roll hit rolls of 1 if Old Custom is used",))],
    ),
    (
        "Once per phase for each Orks unit in your army, you can re-roll one Hit roll, one Wound roll, or one Damage roll made for a "
        "model in that unit.",
        [("ORKS", ("re-roll one hit roll or wound roll or damage roll",))],
    ),
    (
        "At the start of your Command phase, select one objective marker. Until the start of your next Command phase, that objective "
        "marker is your hoard.\n\nEach time a model in an Orks Walker unit from your army makes an attack, that attack has the [LETHAL "
        "HITS] ability if either or both of the following are true:\n\n- That model's unit is within range of your hoard.\n- That attack "
        "targets a unit within range of your hoard.",
        [("ORKS WALKER", ("Lethal Hits if this unit is within range of your hoard",
                          "Lethal Hits if target is within range of your hoard"))],
    ),
    (
        "Each time an Orks model from your army makes an attack, add 1 to the Hit roll if that model's unit is below its Starting "
        "Strength, and add 1 to the Wound roll, as well, if that model's unit is Below Half-strength.",
        [("ORKS", ("+1 to hit if below strength", "+1 to wound if below half strength"))],
    ),
    (
        "Improve the Leadership characteristic of Orks models from your army by 1, and improve the Ballistic Skill characteristic of "
        "ranged weapons equipped by Orks models from your army by 1.",
        [("ORKS", ("improve BS by 1",))],
    ),
    (
        "Each time an Orks model from your army makes an attack, if that attack targets a Monster or Vehicle unit or if your Hunt is "
        "completed (see below), that attack has the [LETHAL HITS] ability.\n\n**Hunt of the Deep**\nAt the start of the first battle "
        "round, your Hunt tally is 0. Each time an Orks unit from your army shoots, add 1 to your Hunt tally for each enemy unit "
        "destroyed by those attacks.\n\nOnce your Hunt tally is 3 or more, your Hunt is completed.",
        [("ORKS", ("Lethal Hits against MONSTER or VEHICLE", "Lethal Hits if your Hunt is completed"))],
    ),
    (
        "Each time a model in an Orks Character unit from your army makes an attack, add 1 to the Hit roll.",  # all of the unit
        [("ORKS CHARACTER", ("+1 to hit",))],
    ),
    (
        "Each time an Orks Vehicle unit from your army Advances, do not make an Advance roll for it; until the end of the phase, add 6\" "
        "to the Move characteristic of models in that unit and, until the end of the turn, ranged weapons equipped by models in that "
        "unit have the [ASSAULT] ability.",
        [("ORKS VEHICLE", ("Assault if Advanced",))],
    ),
]  # fmt: skip


@each("text, wanted", PARTS)
@pytest.mark.rule("EVE-61")
def test_sentences_that_belong_together_are_read_together(text: str, wanted: list[tuple[str, tuple[str, ...]]]) -> None:
    found = read(text)
    assert lines(found) == wanted
    assert {one.when for one in found.lines} == {ALWAYS}


HOSTILE = (
    "models from your army " * 26, "Orks and " * 60 + "Orks models from your army have the Stealth ability",
    "Orks models from your army have the Stealth ability and " * 10 + "x", "A " * 290 + "models from your army",
    "(excluding A) from your army " * 20, "a" * 100_000, f"{HITS} " * 40, "Friendly " * 60 + "units", "x from your army\n" * 39,
    "Orks units from your army have the following ability:\n" + "Aa: " * 900, f"{PICKS} {ACTIVE}\n" + "Aa\nBb cc.\n" * 300,
    "a\n" * 10_000, "While a friendly Orks unit is within 6\" of this unit, " * 10, f"{NAMED} to be your foe. " * 20,
    "Each time an Orks unit from your army is selected to shoot, you can " + "spend " * 80, "(Aa) [b] " * 400 + ":",
)  # fmt: skip


@pytest.mark.slow
@each("text", HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    assert lines_run(lambda: read(text)) < 600_000
