"""Abilities that were not read: which are switches of the Shooting phase, and at which moment they are in sight."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.importing.datasheets.switches import MOST, spoken_name, switch_of
from shoot_cli.importing.importer import take
from shoot_cli.importing.written_list import yaml_of
from tests.helpers.each import each
from tests.importing.tenth_rosters import taken
from tests.importing.test_tenth_abilities import ODD
from tests.importing.written_rosters import (
    ability,
    as_json,
    blade,
    gun,
    model,
    profile,
    roster,
    rule,
    statline,
    unit,
    upgrade,
)

LINE = statline("Trooper")
HIT_BY = "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
FRIEND = "each time a friendly LEGION model makes an attack that targets that unit"


@pytest.mark.rule("IMP-42")
@each(
    "text, switch",
    [
        # moments
        ("Each time this model is selected to shoot, its Damage rolls glow.", {"when": "shoots"}),
        ("Each time an attack is allocated to this model, the Damage rolls of it glow.", {"when": "targeted"}),
        ("Each time an attack targets this unit, something odd comes of the Hit roll.", {"when": "targeted"}),
        ("This model has an invulnerable save that glows.", {"when": "targeted"}),
        ("Each time an attack is made against this PSYKER, its Damage characteristic glows.", {"when": "targeted"}),
        ("Ranged weapons of this model glow.", {"when": "shoots"}),
        (f"{HIT_BY} Until the end of the phase, {FRIEND}, odd Hit rolls glow.",
         {"when": "after", "on": "enemy", "lasts": "phase"}),
        ("Once per battle, in your opponent's Shooting phase, this unit glows: it has Stealth.", {"when": "targeted"}),
        ("If a unit glows, the Hit roll, the Wound roll or the saving throw is odd.", {}),
        ("In your Command phase, select one of the following:\n■ Its Attacks characteristic glows.\n■ Its Toughness glows.",
         {}),
        # the first moment counts
        ("Each time an enemy unit targets this model, its ranged weapons have odd Hit rolls.", {"when": "targeted"}),
        ("Each time an enemy unit targets a friendly unit, after that unit has shot, this model can shoot.",
            {"when": "targeted", "on": "army"}),
        # whose it is
        ("While a friendly LEGION unit is within 6\" of this model, its Hit rolls glow.", {"when": "shoots", "on": "army"}),
        ("At the start of your Shooting phase, select one enemy unit. Until the end of the phase, models in that unit"
         " cannot have the Benefit of Cover.", {"when": "shoots", "on": "enemy", "lasts": "phase"}),
        (f"{HIT_BY} Until the start of your next turn, each time a model in that unit makes an attack, the Hit roll glows.",
         {"when": "targeted", "on": "enemy", "lasts": "my next turn"}),
        ("Select one enemy unit. Until the end of the battle, each time this model makes an attack that targets that unit,"
         " the Wound roll glows.", {"when": "shoots", "lasts": "battle"}),
        # no other phase: what lasts into it, and what is said of it beside others
        ("In your Command phase, this unit glows: until the end of the turn, its Hit rolls are odd.",
         {"when": "shoots", "lasts": "turn"}),
        ("In the Shooting phase or the Fight phase, its Wound rolls are odd.", {"when": "shoots"}),
        ("At the start of your Shooting phase, one enemy unit suffers D3 mortal wounds.", {}),
        ("The bearer's unit has the SMOKE keyword.", {"when": "targeted"}),
        ("While attached, this model loses the INFANTRY keyword.", {}),
        # army rules that work when somebody shoots
        ("While a friendly LEGION unit is within 6\" of this model, its weapons gain both abilities conferred by that pact.",
         {"when": "shoots", "on": "army"}),
        ("Once per battle, select a second enemy unit to be an Oath of Moment target.", {"when": "shoots", "on": "enemy"}),
        ("While an enemy unit is near, it counts as having one more Judgement token.", {"when": "shoots", "on": "enemy"}),
        ("This model can attempt up to two Rituals.", {}),
        ("If the Chief of this unit is destroyed, its Guards are also destroyed.", {"when": "targeted"}),
        # friends that stand near by, or of whom each has the ability, are no units that it is for
        ("Its Hit rolls glow against a unit within 9\" of one or more LEGION units from your army.", {"when": "shoots"}),
        ("Each time a LEGION unit with this ability is selected to shoot, select one friendly DOOMED unit: it takes a test."
         " Its Wound rolls glow.", {"when": "shoots"}),
        ("Each time a LEGION unit from your army destroys a unit, after that unit has resolved its attacks, until the end of"
         " the turn, the Strength characteristics of friendly LEGION weapons glow.",
         {"when": "shoots", "on": "army", "lasts": "turn"}),
        ("In your Shooting phase, after this unit has shot, select one friendly LEGION unit. Its Hit rolls glow.",
         {"when": "after", "on": "army"}),
        ("While this model is leading a unit, each time a ranged attack targets that unit, its Hit rolls glow.",
         {"when": "targeted"}),
        ("■ Add 1 to its Wounds characteristic.\n■ Each time an attack is allocated to the bearer, its Damage characteristic"
         " glows.", {"when": "targeted"}),
        ("Until the end of the battle, your Old Raven unit loses its Lone Operative ability.",
         {"when": "targeted", "on": "army", "lasts": "battle"}),
        ("Each time a LEGION unit with this ability is selected to shoot, its Hit rolls glow: your Old Raven unit's weapons"
         " glow.", {"when": "shoots"}),
        ("Each time you use the Grenade Stratagem, it can target one enemy unit far from any units of your army.", {}),
        # one of several, for attacks of both sides
        ("Each model from your army with this ability can either glow or burn. Glow: each time this model makes an attack,"
         " the Wound roll glows. Burn: each time an attack is made against this model, the Hit roll burns.", {}),
    ],
)  # fmt: skip
def test_a_text_that_touches_shooting_is_a_switch_at_its_moment(text: str, switch: dict[str, Any]) -> None:
    assert switch_of("Glow", text) == {"name": "Glow", **switch}


@pytest.mark.rule("IMP-41")
@each(
    "text",
    [
        "At the start of the Fight phase, until the end of the phase, each time this unit makes an attack, re-roll the Hit"
        " roll.",
        "Each time this unit ends a Charge move, until the end of the turn, its weapons have the [LETHAL HITS] ability.",
        "Each time this unit ends a Charge move, one enemy unit suffers D3 mortal wounds.",
        "Each time this unit ends a Normal move over an enemy unit, that unit suffers 1 mortal wound.",
        "If this model is destroyed by a melee attack, it can fight after the attacking unit has finished its attacks.",
        "In your Command phase, this model regains up to D3 lost wounds.",
        "In your Shooting phase, after this unit has shot, it can make a Normal move.",
        f"{HIT_BY} That unit must take a Battle-shock test.",
        f"{HIT_BY} Until the end of the turn, each time a friendly unit makes a melee attack that targets it, improve the"
        " Armour Penetration characteristic of that attack by 1.",
        "You can target this unit with the Fire Overwatch Stratagem for 0CP.",
        "You can re-roll Charge rolls made for this unit.",
        "After each battle, its Hit rolls are told in the Crusade.",
        "While this unit is below Half-strength, it glows.",
        "This invulnerable save is improved to 4+ against melee attacks.",
        "In your Command phase, units near it take a test. Each objective marker can only be targeted by this ability once.",
        "Each time that unit takes a Battle-shock test, if that test is failed, it suffers D3 mortal wounds.",
        "Each time this model makes a Dark Pact, you gain 1CP.",
        "Select one melee weapon equipped by the bearer. Add 1 to the Strength characteristic of that weapon.",
        "Once per turn, you can target this unit with the Grenade Stratagem for 0CP.",
    ],
)
def test_a_text_of_other_phases_is_none(text: str) -> None:
    assert switch_of("Glow", text) is None


def test_only_what_was_not_read_decides_whether_it_is_one() -> None:
    text = "This unit has the Stealth ability. Each time this unit fights, it glows at the Hit roll."
    assert switch_of("Glow", text) == {"name": "Glow", "when": "targeted"}
    assert switch_of("Glow", text, ("Each time this unit fights, it glows at the Hit roll",)) is None


@each(
    "name, said",
    [
        ("Tide (Aura, Psychic)", "Tide"),
        ("4. Tide", "Tide"),
        ("Damaged: 1-4 wounds", "Damaged - 1-4 wounds"),
        ("**^^Tide^^**: of [War] old", "Tide - of old"),
        ('Tide 6"', "Tide 6"),
        ("(Aura)", None),
        ("x" * 80, "x" * 55 + "…"),
    ],
)
def test_a_name_is_one_that_can_be_said_at_the_table(name: str, said: str | None) -> None:
    assert spoken_name(name) == said


@pytest.mark.rule("IMP-42", "IMP-4")
def test_a_unit_has_its_switches_and_the_prose_stands_nowhere() -> None:
    fights = "This unit makes you laugh."
    came = taken(
        unit("Squad", LINE, ability("Odd Power", ODD), ability("Rush", fights), model("Trooper", number=4),
             rule("Own Rule", ODD.replace("Damage", "Strength")))
    )  # fmt: skip
    assert came.unit()["switches"] == [
        {"name": "Odd Power", "when": "shoots"}, {"name": "Own Rule", "when": "shoots"},
    ]  # fmt: skip
    assert came.unit()["note"] == "Rush: read it on the datasheet"
    assert came.yours() == ["Squad: Odd Power: a switch at the table", "Squad: Own Rule: a switch at the table"]
    assert [(one.unit, one.text) for one in came.taking.others] == [("Squad", "Rush")]
    assert "happens" not in str(came.document)


def test_a_weapon_that_is_for_melee_alone_is_none_of_the_shooting_phase() -> None:
    axe = ability("Grudge", "Until the end of the battle, this model's old axe has an Attacks characteristic of 6.")
    song = profile("Song", "Songs", Effect="This model's old axe has an Attacks characteristic of 6.")
    came = taken(
        model("Walker", LINE, upgrade("Old Axe", blade("Old axe")), axe, song),
        model("Gunner", LINE, gun("Old axe"), axe),
        model("Other", LINE, axe),
    )
    assert "switches" not in came.unit(0)
    assert "switches" not in came.unit(2)  # it has no such weapon
    assert came.unit(1)["switches"] == [{"name": "Grudge", "when": "shoots", "lasts": "battle"}]


def test_what_a_melee_weapon_and_a_gun_have_is_of_the_shooting_phase() -> None:
    text = (
        "Each time this unit is selected to shoot or fight, you can pay. If you do, until the end of the phase, add 3 to the"
        " Attacks characteristic of Old Song and the Long Axe."
    )
    power = ability("Grudge", text)
    guns = (
        upgrade("Long Axe", blade("➤ Long Axe - sweep"), blade("➤ Long Axe - strike")),
        upgrade("Old Song", gun("Old Song")),
    )
    came = taken(model("Walker", LINE, *guns, power))
    assert came.unit()["switches"] == [{"name": "Grudge", "when": "shoots", "lasts": "phase"}]
    axe = ability("Grudge", text.replace("Old Song and the Long Axe", "the Long Axe"))
    assert "switches" not in taken(model("Walker", LINE, *guns, axe)).unit()


def test_of_many_abilities_the_first_are_switches_and_the_others_notes() -> None:
    came = taken(model("Walker", LINE, *(ability(f"Power {n}", f"{ODD} ({n})") for n in range(MOST + 2))))
    assert len(came.unit()["switches"]) == MOST
    assert came.unit()["note"] == "; ".join(f"Power {n}: read it on the datasheet" for n in (MOST, MOST + 1))


@pytest.mark.rule("IMP-4")
def test_the_list_that_is_written_has_them_and_is_read_again() -> None:
    found = take(as_json(roster(model("Walker", LINE, ability("Odd: Power", ODD)))), "list.json")
    assert "- {name: Odd - Power, when: shoots}" in yaml_of(found)
    assert [one.name for one in found.army.units[0].switches] == ["Odd - Power"]
    assert found.report.data()["abilities"]["yours"] == 1


@each(
    "text, found",
    [
        # it decides whether the unit is chosen at all
        ("This unit may laugh, and is eligible to shoot in a turn in which it Fell Back.", {}),
        # what a unit gets by its own shots is not seen before it shoots again
        (
            "In your Shooting phase, after this unit has shot, add 2 to the Strength characteristic of its bows.",
            {"when": "shoots"},
        ),
        # an enemy that is picked after a charge is none of the shooting
        (
            "The bearer has a 4+ invulnerable save. Each time it ends a Charge move, select one enemy unit near it.",
            {"when": "targeted"},
        ),
        (
            "In your Shooting phase and the Fight phase, select one enemy unit hit by those attacks. Each time that unit "
            "makes an attack, subtract 1 from the Hit roll.",
            {"when": "targeted", "on": "enemy"},
        ),
    ],
)
@pytest.mark.rule("IMP-42")
def test_moments_and_sides_of_texts_with_two_thoughts(text: str, found: dict[str, str]) -> None:
    assert switch_of("Odd Power", text) == {"name": "Odd Power"} | found
