"""Abilities of armies, choices, effects of one weapon, and slips: what they become. The sentences are ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shoot_cli.importing.data.names import one_letter_off
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS, Read
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.importing.datasheets.sentence_forms import without_slips
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import ImportedList
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.importing.measure_abilities import main as measure
from tests.importing.written_rosters import (
    Node,
    ability,
    as_json,
    blade,
    force,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
)


def read(text: str, name: str = "Old Trick") -> Read:
    return read_of(name, text, ABILITIES)


CALL = (
    "If your Army Faction is ORKS, once per battle, at the start of your Command phase, you can call a Waaagh! If you do, "
    "until the start of your next Command phase, the Waaagh! is active for your army and:\n"
    "- Units from your army with this ability are eligible to declare a charge in a turn in which they Advanced.\n"
    "- Add 1 to the Attacks characteristic of melee weapons equipped by models from your army with this ability.\n"
    "- Models from your army with this ability have a 4+ invulnerable save."
)
PACT = (
    "Each time a unit with this ability is selected to shoot or fight, it can make a Dark Pact. If it does, it must first take "
    "a Leadership test before any effects of the Dark Pact are resolved; if that test is failed, that unit suffers D6 mortal "
    "wounds. Then, select one of the following abilities for that unit's weapons to gain until the end of the phase:\n"
    "■ [PRECISION]\n■ [SUSTAINED HITS 2]"
)
OATH = (
    "At the start of your Command phase, select one unit from your opponent's army. Until the start of your next Command phase, "
    "that enemy unit is your Oath of Moment target. Each time a model with this ability makes an attack that targets your Oath "
    "of Moment target:\n■ You can reroll the Wound roll\n■ If you are using a Codex: Space Marines Detachment and your army does "
    "not include one or more units with the Blood Angels or Space Wolves keywords, add 1 to the Hit roll as well."
)
GUIDED = (
    "During your Shooting phase, for each Observer unit from your army that has not been selected to shoot this phase and is "
    "eligible to shoot (excluding Fortification and Battle-shocked units) select one enemy unit that is visible to be marked as "
    "their Spotted unit until the end of the phase. Until the end of the phase, each time a model from your army in a Guided "
    "unit makes an attack that targets a Spotted unit, improve the Ballistic Skill characteristic of that attack by 2."
)
BECOMES = [
    (CALL, ("invulnerable save 4+ if Waaagh!",)),
    (PACT, ("own mortal wounds D6 if a test fails if a Dark Pact was made as Old Trick",
            "one of: Precision if a Dark Pact was made; Sustained Hits 2 if a Dark Pact was made")),
    (OATH, ("re-roll wound rolls if Oath of Moment target",
            "+1 to hit if Oath of Moment target if all the army is of Codex Space Marines")),
    (
        "If your Army Faction is ORKS, at the start of your Command phase, select one unit from your opponent's army. Until the "
        "start of your next Command phase, each time a model from your army with this ability makes an attack that targets that "
        "unit, you can re-roll the Hit roll and you can re-roll the Wound roll.",
        ("re-roll hit rolls if Old Trick target", "re-roll wound rolls if Old Trick target"),
    ),
    (
        "Once per battle, in your opponent's Shooting phase, before making a saving throw for a model in this unit, it can deploy "
        "the red hat. If it does, until the end of the phase, models in this unit have the Stealth ability.",
        ("Stealth once per battle",),
    ),
    (
        "Each time this model shoots or fights, while resolving those attacks, you can re-roll one Hit roll and you can re-roll one "
        "Wound roll.",
        ("re-roll one hit roll", "re-roll one wound roll"),
    ),
    (GUIDED, ("improve BS by 2 if Guided at a Spotted unit",)),
    ("While the Waaagh! is active for your army, models in this unit have the Feel No Pain 6+ ability.",
     ("Feel No Pain 6+ if Waaagh!",)),
    ("Each time this unit makes a Dark Pact, until the end of the phase, each time a model in this unit makes an attack, "
     "re-roll a Hit roll of 1.", ("re-roll hit rolls of 1 if a Dark Pact was made",)),
    ("Each time this unit is an Observer unit, until the end of the phase, each time a model in its Guided unit makes an attack "
     "that targets their Spotted unit, re-roll a Wound roll of 1.",
     ("mark: re-roll wound rolls of 1 if Guided at a Spotted unit",)),
    ('At the end of your Movement phase, select one enemy unit within 9" of and visible to this model. Until the start of your '
     "next Command phase, each time a friendly ORKS model makes an attack that targets that enemy unit, add 1 to the Hit roll.",
     ("mark for a turn: +1 to hit if the attacker is ORKS",)),
    ('In your Command phase, select one friendly ORKS VEHICLE unit within 9" of this model. Until the start of your next Command '
     "phase, each time that VEHICLE unit makes an attack, add 1 to the Wound roll.",
     ('lend for a turn ORKS, VEHICLE within 9": +1 to wound',)),
    ("While this model is leading a unit, each time that unit is selected to shoot, select one of the following abilities to "
     "apply to ranged weapons equipped by models in that unit until the end of the phase:\n■ [HEAVY]\n■ [LETHAL HITS]",
     ("led: one of: Heavy; Lethal Hits",)),
    ("At the start of the battle, select one unit from your opponent's army to be this unit's quarry. Each time a model in this "
     "unit makes an attack that targets its quarry, you can re-roll the Hit roll.", ("re-roll hit rolls if target is its quarry",)),
    ("Old Trick: Each time this model makes an attack, add 1 to the Hit roll.", ("+1 to hit",)),
    ("Once per turn, the first time a saving throw is failed for this model, change the Damage characteristic of that attack to 0.",
     ("incoming: no damage once once per turn",)),
    ("Each time an attack is allocated to the bearer, change the Damage characteristic of that attack to 1.",
     ("incoming: damage becomes 1",)),
    ("Each time this model makes an attack with its long gun that targets a MONSTER unit, add 1 to the Hit roll.",
     ("+1 to hit with long gun against MONSTER",)),
    ('Add 3" to the Range characteristic of Melta weapons equipped by this model.', ('+3" range with Melta',)),
    ("Each time this model makes an attack, you can ignore any or all modifiers to its Ballistic Skill characteristic and any or "
     "all modifiers to the Hit roll.", ("ignore BS and hit modifiers",)),
    ("In your Shooting phase, when you select this unit to shoot, you can spend 1 Pain token to Empower this unit. While "
     "Empowered, ranged weapons equipped by this model have the [LANCE] ability.", ("Lance if Empowered",)),
    ('In your Command phase, select one friendly ORKS VEHICLE model within 4" of this model. That VEHICLE model regains up to D3 '
     "lost wounds and, until the start of your next Command phase, that VEHICLE model has a 5+ invulnerable save.",
     ('lend for a turn ORKS, VEHICLE within 4": invulnerable save 5+',)),
    ("This model's long gun has the [RAPID FIRE 2] ability.", ("Rapid Fire 2 with long gun",)),
    ("Each time this model makes an attack, subtract 1 form the Hit roll.", ("-1 to hit",)),
]  # fmt: skip


@each("text, words", BECOMES)
@pytest.mark.rule("IMP-40")
def test_each_of_these_is_played_whole(text: str, words: tuple[str, ...]) -> None:
    found = read(text)
    assert (found.words, found.fate) == (words, PLAYED)


KEPT = [
    # whose attacks they are nobody says, or the target is another one
    "At the start of your Command phase, select one unit from your opponent's army. Until the end of the turn, each time a "
    "friendly model makes an attack that targets that unit, add 1 to the Hit roll.",
    CALL.replace(
        "Models from your army with this ability have a 4+ invulnerable save",
        "Each time a model with this ability makes an attack that targets that unit, add 1 to the Hit roll",
    ),
    "In your Shooting phase, when you select this unit to shoot, you can spend 1 Pain token to Empower this unit. While "
    "Empowered, after this unit has shot, select one enemy unit hit by one or more of those attacks. Until the end of the phase, "
    "that enemy unit cannot have the Benefit of Cover.",  # the mark hangs on what was paid
    CALL.replace("have a 4+ invulnerable save", "have a 4+ invulnerable save, and lose 1 from it at home"),
    PACT.replace("■ [PRECISION]", "■ [PRECISION] of this model alone"),
    PACT.replace("if that test is failed, that unit", "if that test is failed, or you like, that unit"),
    OATH.replace("add 1 to the Hit roll as well", "add 1 to the Hit roll as well, twice"),
    # a choice below a sentence that is none of the table, or a roll
    "Each time this model shoots, roll one D6 for each of these:\n■ Add 1 to the Hit roll.\n■ Add 1 to the Wound roll.",
    "In your Shooting phase, select one of the tricks below:\n■ Each time this model makes an attack, add 1 to the Hit roll.",
    "Once per battle, when this unit is selected to fight, each time a model in this unit makes an attack, add 1 to the Hit roll.",
    "While a unit is a Guided unit, its ranged weapons have the [LETHAL HITS] ability.",
    "New Trick: Each time this model makes an attack, add 1 to the Hit roll.",
]


@each("text", KEPT)
@pytest.mark.rule("IMP-42")
def test_a_part_that_is_not_read_leaves_all_of_it_to_the_players(text: str) -> None:
    found = read(text)
    assert (found.words, found.fate) == ((), YOURS)


@pytest.mark.rule("IMP-41")
def test_what_gives_cover_by_standing_there_is_asked_anyway() -> None:
    text = (
        "Each time a ranged attack is allocated to a model, if that model is not fully visible to every model in the attacking "
        "unit because of this Fortification, that model has the Benefit of Cover against that attack."
    )
    assert read(text).fate == NOTHING


# Slips of the pen -----------------------------------------------------------------------------------------------------


@each(
    "text, mended",
    [
        ("subtract 1 form the Hit roll", "subtract 1 from the Hit roll"),
        ("an unmodifed Hit roll", "an unmodified Hit roll"),
        ("in your sShooting phase", "in your shooting phase"),
        ("an attakc that targets", "an attack that targets"),
        ("add 12 to the Hti roll", "add 12 to the Hti roll"),  # words with a capital may be names
        ("an enemy ORKZ unit", "an enemy ORKZ unit"),
        ("the hat of this model", "the hat of this model"),
    ],
)
@pytest.mark.rule("IMP-41")
def test_one_letter_of_a_word_of_the_table_is_mended(text: str, mended: str) -> None:
    assert without_slips(text)[0] == mended


@pytest.mark.rule("IMP-42")
def test_a_slip_is_told_as_a_guess_and_only_where_it_helps() -> None:
    said = "Each time this model makes an attack, subtract 1 form the Hit roll."
    assert read(said).guesses == ("“form” is read as “from”",)
    assert (
        read("Each time this model makes an attack, add 1 to the Hit roll if the form of it is odd.")
        .guesses[0]
        .startswith("asked")
    )
    assert not one_letter_off("hits", "wound")
    assert not one_letter_off("unit", "unit")
    assert [one_letter_off("form", "from", swaps) for swaps in (False, True)] == [False, True]


# In an imported list --------------------------------------------------------------------------------------------------


def imported(*below: Node) -> ImportedList:
    return take(as_json(roster(*below)), "list.json")


def only_unit(*below: Node) -> tuple[dict[str, Any], ImportedList]:
    found = imported(unit("Squad", *below, categories=("Infantry",), points=50))
    return found.document["units"][0], found


AIMED = "Each time a model in this unit makes an attack with its {}, add 1 to the Hit roll."


@pytest.mark.rule("IMP-40", "EVE-25")
@each(
    "weapon, carried, words, left",
    [
        ("long gun", (gun("Long gun"),), ["+1 to hit with long gun"], 0),
        ("long gun", (gun("Long gun"), gun("Twin long gun")), [], 1),  # which of them?
        ("short gun", (gun("Long gun"),), [], 1),
        ("long blade", (gun("Long gun"), blade("Long blade")), [], 0),
        ("torrent weapon", (gun("Fire", keywords="Torrent"),), ["+1 to hit with torrent"], 0),
    ],
)
def test_an_effect_of_one_weapon_needs_that_weapon(
    weapon: str, carried: tuple[Node, ...], words: list[str], left: int
) -> None:
    page, found = only_unit(
        statline("Trooper"),
        ability("Aimed", AIMED.format(weapon)),
        model("Trooper", *carried),
        model("Trooper", *carried),
    )
    said = [one for one in page.get("abilities", ()) if "with" in str(one)]
    assert (said, len(found.report.yours_to_play)) == (words, left)
    assert found.army is not None


@pytest.mark.rule("EVE-60")
def test_a_rule_that_units_play_is_none_of_the_army_as_well() -> None:
    squad = unit("Squad", statline("Trooper"), rule("Waaagh!", CALL), model("Trooper", gun("Rifle")), model("Trooper"))
    found = imported(force(squad, rule("Waaagh!", CALL)))
    assert "invulnerable save 4+ if Waaagh!" in str(found.document["units"][0])
    assert "army" not in found.document


def test_the_measure_counts_each_text_of_a_folder_once(tmp_path: Path) -> None:
    odd = ability("Odd", "Each time this model makes an attack, add 1 to the Hit roll, twice over.")
    save = ability("Invulnerable Save", "This model has a 4+ invulnerable save.")
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_bytes(
            as_json(roster(unit("Squad", statline("Trooper"), odd, save, model("Trooper"))))
        )
    (tmp_path / "c.txt").write_text("no list", encoding="utf-8")
    said = measure([str(tmp_path), "--left"])
    assert "2 read, 1 left out" in said
    assert "2: 1 played, 1 yours, 0 nothing" in said
    assert "shooting    1 of 2 played, 50.0%" in said
    assert "no saves    0 of 1 played, 0.0%" in said
    assert said.endswith("Odd: Each time this model makes an attack, add 1 to the Hit roll, twice over.")
