"""10th edition: keywords, abilities, enhancements and leaders of a roster, and what is left to the players."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import Prose
from shoot_cli.importing.report import Leads
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.importing.tenth_rosters import Came, taken
from tests.importing.written_rosters import (
    ability,
    blade,
    force,
    gun,
    model,
    profile,
    rule,
    shooting,
    statline,
    unit,
    upgrade,
)

LINE = statline("Trooper")
HITS = "Each time a model in this unit makes a ranged attack, add 1 to the Hit roll."
ODD = "Each time this model makes a ranged attack, something odd happens to its Damage characteristic."


def test_keywords_are_categories() -> None:
    came = taken(
        unit(
            "Squad", LINE, model("Trooper", number=4), model("Seer", categories=("Infantry", "Psyker")),
            categories=("Infantry", "Faction: Legion", "Configuration"),
        )
    )  # fmt: skip
    assert came.unit()["keywords"] == ["Infantry", "Legion"]
    assert came.model("Seer")["keywords"] == ["Psyker"]
    assert "faction" not in came.unit()


def test_long_keywords_are_cut() -> None:
    came = taken(model("Seer", LINE, categories=("Of a very long line of Seers " * 4, *(f"K{at}" for at in range(70)))))
    assert len(came.unit()["keywords"]) == 60
    assert all(len(one) <= 60 for one in came.unit()["keywords"])


def test_who_of_a_unit_is_a_character() -> None:
    came = taken(
        model("Captain", LINE, categories=("Character", "Infantry")),
        unit(
            "Staff",
            LINE,
            model("Guard", number=4),
            model("Officer", categories=("Character",)),
            categories=("Character",),
        ),
        unit("Court", LINE, model("Guard", number=4), model("Lord of the Court"), categories=("Character",)),
        unit("Guard", LINE, model("Guard", number=4), model("Officer"), categories=("Character",)),
        unit("Twins", LINE, model("Twin", gun("Left gun")), model("Twin", gun("Right gun")), categories=("Character",)),
    )
    found = [[model.character for model, _ in one.models] for one in came.army.units]
    assert found == [[True], [False, True], [False, True], [False, True], [True, True]]
    assert came.guesses() == [
        "Lord of the Court: taken for the CHARACTER of its unit",
        "Officer: taken for the CHARACTER of its unit",
    ]


def test_core_abilities_by_their_names() -> None:
    core = ("Deep Strike", "Stealth", "Lone Operative", 'Scouts 6"', "Deadly Demise D3", "Firing Deck 6", "Leader")
    came = taken(
        model(
            "Carrier",
            LINE,
            *map(rule, core),
            rule("Rapid Fire"),
            rule("Anti-"),
            rule("Sustained Hits 1"),
            rule("Supreme Commander"),
        )
    )
    assert came.unit()["abilities"] == ["Stealth", "Lone Operative", "Deadly Demise D3", "Firing Deck 6"]
    assert came.yours() == []


@pytest.mark.rule("IMP-24")
def test_a_core_ability_that_a_text_gives_on_a_condition() -> None:
    near = 'While this model is within 3" of one or more friendly Vehicle units, this model has the Lone Operative ability.'
    came = taken(model("Tech", LINE, rule("Lone Operative"), rule("Stealth"), ability("Hidden", near)))
    assert "Lone Operative" not in came.unit()["abilities"]
    assert "Stealth" in came.unit()["abilities"]


def test_transports_and_damaged() -> None:
    carries = profile("Carrier", "Transport", Capacity="This model has a transport capacity of 12 Legion models.")
    hurt = (
        "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll."
    )
    came = taken(
        model("Carrier", LINE, carries, ability("Damaged: 1-5 Wounds Remaining", hurt)),
        model(
            "Boat",
            LINE,
            ability("Hold", "This model has a transport capacity of 6 models."),
            ability("Damaged: 1–4", ""),
        ),
        model("Beast", LINE, ability("Damaged: 1-4 wounds remaining", "Each time it attacks, halve the Damage of it.")),
    )
    assert [one.get("note") for one in came.document["units"]] == [
        "transport capacity 12",
        "transport capacity 6",
        None,
    ]
    assert came.unit(2)["switches"] == [{"name": "Damaged - 1-4 wounds remaining", "when": "shoots"}]
    assert [one.get("abilities") for one in came.document["units"]] == [["Damaged: 1-5"], ["Damaged: 1-4"], None]


def test_enhancements_are_their_bearers_and_named() -> None:
    ward = upgrade("Ward", ability("Ward", "The bearer has a 4+ invulnerable save."), points=15, group="Enhancements")
    old = upgrade("Old Ward", ability("Old Ward", "Legion model only. The bearer has the Stealth ability."), points=20)
    free = upgrade("Banner", ability("Banner", "The bearer has the Stealth ability."))
    dear = upgrade("Crown", ability("Crown", "The bearer has the Stealth ability."), points=30)
    came = taken(
        model("Captain", LINE, ward, points=80),
        model("Elder", LINE, old),
        model("Squire", LINE, free),
        model("King", LINE, dear, categories=("Character",)),
    )
    assert (came.unit(0)["points"], came.unit(0)["note"]) == (95, "Enhancement: Ward (15 pts)")
    assert came.model("Captain")["Inv"] == "4+"
    assert [came.unit(at).get("note") for at in (2, 3)] == [None, "Enhancement: Crown (30 pts)"]
    assert (came.unit(1)["note"], came.unit(1)["abilities"]) == ("Enhancement: Old Ward (20 pts)", ["Stealth"])


def test_an_enhancement_of_the_unit_is_its_characters() -> None:
    cloak = upgrade("Cloak", ability("Cloak", "The bearer has the Stealth ability."), points=10, group="Enhancements")
    came = taken(
        unit("Staff", LINE, cloak, model("Flag"), model("Officer", categories=("Character",)), model("Guard", number=4))
    )
    assert came.model("Officer")["abilities"] == ["Stealth"]
    assert came.unit()["note"] == "Enhancement: Cloak (10 pts)"


def test_what_one_model_has_for_its_unit_is_said_with_it() -> None:
    lamp = upgrade(
        "Lamp", ability("Lamp", "Each time a model in the bearer's unit makes a ranged attack, add 1 to the Hit roll.")
    )
    came = taken(unit("Squad", LINE, model("Lampist", lamp), model("Trooper", number=4)))
    assert came.model("Lampist")["abilities"] == ["unit: +1 to hit"]
    assert "abilities" not in came.unit()


@pytest.mark.rule("IMP-30")
def test_what_stands_under_the_unit_and_speaks_of_its_bearer_is_one_models() -> None:
    """It ends with him, though the whole unit has it."""
    flag = ability("Flag", "Ranged weapons equipped by models in the bearer's unit have the [IGNORES COVER] ability.")
    came = taken(
        unit("Squad", LINE, upgrade("Flag", flag), model("Trooper", number=4), model("Chief")),
        unit("Band", LINE, upgrade("Flag", flag), model("Trooper", number=4)),
        unit("Pair", LINE, upgrade("Flag", flag, number=2), model("Trooper", number=2)),
        model("Walker", LINE, upgrade("Flag", flag)),
    )
    assert came.model("Chief")["abilities"] == ["unit: Ignores Cover"]
    assert [one.get("abilities") for one in came.document["units"]] == [
        None, None, ["unit: Ignores Cover"], ["unit: Ignores Cover"],
    ]  # fmt: skip
    assert [(one["count"], one.get("abilities")) for one in came.unit(1)["models"]] == [
        (3, None), (1, ["unit: Ignores Cover"]),
    ]  # fmt: skip
    assert came.guesses() == [
        "the list does not say who carries Flag: given to Chief",
        "the list does not say who carries Flag: given to Trooper",
    ]


def test_what_is_of_its_bearer_alone_and_stands_under_the_unit_is_one_models() -> None:
    cloak = upgrade("Cloak", ability("Cloak", "The bearer has the Stealth ability."))
    came = taken(unit("Squad", LINE, cloak, model("Chief"), model("Trooper", number=4)))
    assert came.model("Chief")["abilities"] == ["Stealth"]
    assert came.guesses() == ["the list does not say who carries Cloak: given to Chief"]


def test_what_two_abilities_give_adds_up_and_of_one_it_does_not() -> None:
    more = "Each time this model makes a ranged attack, add 1 to the Hit roll."
    lens = upgrade("Lens", ability("Lens", more), ability("Cover", "The bearer has the Stealth ability."), number=2)
    eye = ability("Eye", more)
    came = taken(model("Gunner", LINE, eye, eye, lens, upgrade("Lens", ability("Lens", more)), rule("Stealth")))
    assert sorted(came.unit()["abilities"]) == ["+1 to hit", "+1 to hit", "Stealth"]


@pytest.mark.rule("IMP-42")
def test_what_cannot_be_said_is_a_switch_without_its_prose() -> None:
    came = taken(model("Walker", LINE, ability("Odd Power", ODD), ability("Hymn", "You gain 1CP.")))
    assert came.unit()["switches"] == [{"name": "Odd Power", "when": "shoots"}]
    assert "note" not in came.unit()
    assert came.yours() == ["Walker: Odd Power: a switch at the table"]
    assert came.taking.counts["yours"] == came.taking.counts["nothing"] == 1
    assert "something odd" not in str(came.document)


@pytest.mark.rule("IMP-50")
def test_toughness_of_the_bearers_unit_is_that_of_those_he_leads_too() -> None:
    lead = ability("Leader", "This model can be attached to the following unit:\n■ Line Squad")
    hide = ability("Hide", "Add 1 to the Toughness characteristic of models in the bearer's unit.")
    came = taken(
        model("Captain", LINE, lead, upgrade("Hide", hide, group="Enhancements"), categories=("Character",)),
        model("Elder", statline("Elder (Hide)"), lead, upgrade("Hide", hide), categories=("Character",)),
        unit("Line Squad", LINE, model("Trooper")),
        unit("Loners", LINE, upgrade("Hide", hide), model("Loner")),
        unit("Band", LINE, upgrade("Hide", hide), model("Loner", number=3)),
    )
    assert came.unit(0)["abilities"] == ["unit: +1 toughness"]
    assert came.model("Captain")["T"] == 4
    assert came.model("Elder", 1)["T"] == 4
    assert "abilities" not in came.unit(1)
    assert came.model("Loner", 3)["T"] == 5
    assert [one.get("abilities") for one in came.unit(4)["models"]] == [None, ["unit: +1 toughness"]]


@pytest.mark.rule("IMP-22")
def test_what_stands_behind_a_name_is_applied_already() -> None:
    """What changes tables alone; what hangs on something is read."""
    far = "Add 6\" to the Range characteristic of rifles equipped by models in the bearer's unit."
    stern = "Add 1 to the Strength characteristic of ranged weapons equipped by the bearer."
    drone = upgrade("Far Drone", ability("Far Drone", far))
    rifle = upgrade("Rifle", shooting("Rifle (Far Drone, Good Work)"))
    came = taken(
        unit("Squad", LINE, rule("Good Work"), model("Trooper", rifle, drone)),
        unit("Band", LINE, rule("Good Work"), model("Trooper", gun("Pistol"), drone)),
        model("Seer", LINE, shooting("Eye (2x Sterns)"), ability("Stern", stern), ability("Eye", ODD)),
        model("Fool", LINE, shooting("Nose (Odd Power)"), ability("Odd Power", ODD)),
        model("Ghost", statline("Ghost (Veil)"), ability("Veil", "The bearer has the Stealth ability.")),
    )
    assert came.yours() == [
        "Band: Far Drone: a switch at the table",
        "Seer: Eye: a switch at the table",
        "Fool: Odd Power: a switch at the table",
    ]
    assert "abilities" not in came.unit(2)
    assert came.unit(4)["abilities"] == ["Stealth"]  # of which no table tells
    assert came.taking.counts["played"] == 6  # the Band lacks the rifle, and has a line of its own for that
    assert "note" not in came.document


@pytest.mark.rule("IMP-40")
def test_what_only_bearers_may_do_is_no_limit_to_a_bearer_alone() -> None:
    only = "when doing so only models equipped with this wargear can make ranged attacks"
    legs = ability("Legs", f"The bearer's unit is eligible to shoot in a turn in which it Fell Back, but {only}.")
    lead = ability("Leader", "This model can be attached to the following unit:\n■ Line Squad")
    came = taken(
        model("Walker", LINE, upgrade("Legs", legs)),
        model("Captain", LINE, lead, upgrade("Legs", legs), categories=("Character",)),
        unit("Line Squad", LINE, model("Trooper", upgrade("Legs", legs))),
        unit("Band", LINE, model("Trooper", upgrade("Legs", legs, number=3), number=3)),
    )
    assert [one.get("abilities") for one in came.document["units"]] == [
        ["unit: shoots after Falling Back"], None, None, None,
    ]  # fmt: skip
    assert [said.partition(":")[0] for said in came.yours()] == ["Captain", "Line Squad", "Band"]


def test_a_table_from_which_somebody_picks_is_the_players() -> None:
    came = taken(model("Singer", LINE, profile("First Song", "Songs", Cost="2", Effect=HITS)))
    assert "abilities" not in came.unit()
    assert came.yours() == ["Singer: First Song: a switch at the table"]


def players_of(came: Came) -> list[str]:
    """Return the names of abilities that are left to the players: switches, and those of other phases."""
    return sorted([*(said.split(": ")[1] for said in came.yours()), *(one.text for one in came.taking.others)])


@each(
    "text",
    (
        "At the start of the round, select up to two of the abilities in the Songs of the Deep section.",
        "In your Command phase, select two Songs of the Deep abilities.",
    ),
)
@pytest.mark.rule("IMP-40")
def test_abilities_of_a_section_from_which_some_are_picked_are_asked_about(text: str) -> None:
    one = ability("Song of the Deep - Tide (Aura)", HITS)
    other = profile("Ebb", "Songs of the Deep", Description=HITS)
    more = f"{text} Until the start of the next battle round, this model has those abilities."
    voice = ability("Voice", HITS.replace("Hit", "Wound"))
    for choir, yours in ((text, ["Choir"]), (more, [])):
        came = taken(model("Singer", LINE, ability("Choir", choir), one, other, voice))
        assert came.unit()["abilities"] == ["+1 to hit if Tide", "+1 to hit if Ebb", "+1 to wound"]
        assert players_of(came) == yours


def test_gear_that_the_unit_carries_is_nothing_to_read() -> None:
    carried = "The bearer is equipped with 1 Bow"
    for text, words, yours in (
        (f"{carried}.", None, 0),
        (f"{carried} and the bearer has the Stealth ability.", ["Stealth"], 0),
        (f"{carried} and the bearer makes you laugh.", None, 1),
        ("The bearer is equipped with 1 spear.", None, 1),
    ):
        came = taken(model("King", LINE, shooting("Bow"), ability("Old Trick", text)))
        assert (came.unit().get("abilities"), len(players_of(came))) == (words, yours)


def test_abilities_of_a_table_are_picked_by_its_name() -> None:
    """A kind such as “Song Abilities” is the section of “one Song ability”."""
    choir = ability("Choir", "In your Command phase, select one Song ability.")
    came = taken(model("Singer", LINE, choir, profile("Tide (Aura)", "Song Abilities", Effect=HITS)))
    assert came.unit()["abilities"] == ["+1 to hit if Tide"]


@each(
    "text, fate",
    [
        ("Until the end of the battle, this model's old blade has an Attacks characteristic of 7.", "nothing"),
        (
            "Each time an attack with this model's Old Blade targets an INFANTRY unit, add 1 to the Wound roll.",
            "nothing",
        ),
        (
            "Each time an attack with this model's Old Blade and its bow targets a unit, add 1 to the Wound roll.",
            "yours",
        ),
        ("Until the end of the battle, this model's spear has an Attacks characteristic of 7.", "yours"),
        ("Until the end of the battle, this model's bow has an Attacks characteristic of 7.", "yours"),
    ],
)
@pytest.mark.rule("IMP-41")
def test_a_melee_weapon_of_the_unit_is_known_by_its_name(text: str, fate: str) -> None:
    blade = profile("➤ Old Blade - strike", "Melee Weapons", Range="Melee", A="2", WS="3+", S="4", AP="0", D="1")
    spear = profile("Spear", "Melee Weapons", Range="Melee", A="2", WS="3+", S="4", AP="0", D="1")
    arms = (blade, spear, shooting("Bow"), shooting("Spear"))
    assert taken(model("King", LINE, *arms, ability("Old Trick", text))).taking.counts[fate] == 1


def test_what_picks_abilities_is_what_they_are() -> None:
    picks = "In your Command phase, select two Songs of the Deep abilities. Until your next turn, this model has those abilities."
    for effect, yours, played in (
        ("You can re-roll Charge rolls made for this model.", [], 0),
        (ODD, ["Choir", "Song of the Deep - Tide"], 0),
        (HITS, [], 2),
    ):
        came = taken(model("Singer", LINE, ability("Choir", picks), ability("Song of the Deep - Tide", effect)))
        assert players_of(came) == yours
        assert came.taking.counts["played"] == played


def test_what_one_model_of_a_unit_has_is_not_everybodys() -> None:
    text = "While this unit contains a Champion model, that model has the Feel No Pain 4+ ability."
    came = taken(unit("Squad", LINE, ability("Guarded", text), model("Champion"), model("Trooper", number=4)))
    assert "abilities" not in came.unit()
    assert came.yours() == ["Squad: Guarded: a switch at the table"]


def test_a_damaged_model_with_a_slip_in_its_text() -> None:
    text = "While this model has 1-9 wounds remaining, subtract 5 from this models Objective Control characteristic and"
    hurt = ability(
        "Damaged: 1-9 Wounds Remaining", f"{text} each time this model makes an attack, subtract 1 from the Hit roll."
    )
    crit = ability(
        "Keen", "Each time this model makes an attack, an unmodified successful Hit roll of 5+ scores a Critical Hit."
    )
    assert taken(model("Walker", LINE, hurt, crit)).unit()["abilities"] == [
        "Damaged: 1-9",
        "critical hits on successful 5+",
    ]


def test_rules_of_the_army_are_told_once() -> None:
    came = taken(
        force(
            upgrade("Detachment", upgrade("First Wave", rule("Wave of Fire")), categories=("Configuration",)),
            unit("Squad", LINE, rule("Great Vow 1"), model("Trooper")),
            model("Seer", LINE, rule("Great Vow 3*"), rule("Own Way")),
            rule("Rule of the Force"),
        )
    )
    assert came.yours() == [
        ": Great Vow: read it in the rules of the army",
        ": Rule of the Force: read it in the rules of the army",
        "Seer: Own Way: read it on the datasheet",
        ": Wave of Fire (First Wave): read it in the rules of the army",
    ]
    assert "note" not in came.document
    assert came.document["army"] == {
        "detachment": "First Wave",
        "rules": [{"name": name, "when": "told"} for name in ("Great Vow", "Rule of the Force", "Wave of Fire")],
    }
    assert came.unit(1)["note"] == "Own Way: read it on the datasheet"


def test_a_rule_that_is_written_out_is_read() -> None:
    came = taken(model("Gunner", LINE, rule("Keen", HITS.replace("a model in this unit", "this model"))))
    assert came.unit()["abilities"] == ["+1 to hit"]
    assert came.taking.counts["played"] == 1


def test_a_rule_of_a_weapon_stands_with_the_weapon() -> None:
    came = taken(model("Gunner", LINE, upgrade("Gun", shooting("Gun", keywords="Hooked"), rule("Hooked"))))
    assert came.yours() == ["Gunner: Gun has Hooked: read it on the datasheet"]


# Leaders -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-50")
def test_whom_a_leader_may_lead() -> None:
    listed = (
        "This model can be attached to the following units:\n■ LINE SQUADS\n■ Guard of the Old Gate\n- **^^Riders^^**"
    )
    inline = "This model can be attached to a LINE SQUAD."
    came = taken(
        model("Captain", LINE, rule("Leader"), ability("Leader", listed), categories=("Character",)),
        unit("Line Squad", LINE, model("Trooper")),
        unit("Line Squad", LINE, model("Trooper")),
        unit("Riders [Legends]", LINE, model("Rider")),
        unit("Line", LINE, model("Trooper")),
        model("Elder", LINE, ability("Leader", inline), categories=("Character",)),
    )
    assert came.taking.leads == [
        Leads("Captain", ("Line Squad", "Line Squad 2", "Riders [Legends]")),
        Leads("Elder", ("Line Squad", "Line Squad 2")),
    ]
    assert all("leader" not in one for one in came.document["units"])
    assert came.yours() == []


@pytest.mark.rule("IMP-50")
def test_what_a_leader_says_of_its_unit_works_for_those_it_leads() -> None:
    lead = ability("Leader", "This model can be attached to the following unit:\n■ Line Squad")
    aim = ability(
        "Aim",
        "While this model is leading a unit, each time a model in that unit makes an attack, add 1 to the Hit roll.",
    )
    came = taken(
        model("Captain", LINE, lead, aim, categories=("Character",)),
        unit("Line Squad", LINE, ability("Drill", HITS), model("Trooper")),
        unit("Loners", LINE, ability("Drill", HITS), model("Loner")),
    )
    assert came.unit(0)["abilities"] == ["led: +1 to hit"]
    assert came.unit(1)["abilities"] == ["unit: +1 to hit"]  # of a leader in it, too
    assert came.unit(2)["abilities"] == ["+1 to hit"]


LISTED = "This model can be attached to the following units:\n■ Line Squad\n■ Stealth Walkers\nRiders of Pain"
OTHERS = "You can attach this model to one of these units even if one Elder has already been attached to it."
APART = "If you do, and that Bodyguard unit is destroyed, the Leader units become separate units."


@pytest.mark.rule("IMP-42")
@each(
    "more, abilities, yours",
    (
        (f"{OTHERS} {APART}", None, False),
        (f"{OTHERS}\nWhile attached to a Line Squad, this model loses the Grim keyword.", None, True),
        (f"{APART}\nWhile this model is leading a unit, models in that unit have the Stealth ability.",
         ["led: Stealth"], False),
        ("* This model cannot be attached to a Line Squad unless it is equipped with a bell.", None, False),
    ),
)  # fmt: skip
def test_what_a_leader_ability_says_besides_whom_it_may_lead(
    more: str, abilities: list[str] | None, yours: bool
) -> None:
    came = taken(
        model("Captain", LINE, ability("Leader", f"{LISTED}\n\n{more}"), categories=("Character",)),
        unit("Line Squad", LINE, model("Trooper")),
    )
    assert came.unit().get("abilities") == abilities
    assert came.yours() == (["Captain: Leader: a switch at the table"] if yours else [])
    assert came.taking.leads == [Leads("Captain", ("Line Squad",))]


def test_nothing_is_left_of_melee() -> None:
    came = taken(model("Duellist", LINE, blade("Sword"), ability("Duel", "Melee weapons have the [Lance] ability.")))
    assert came.yours() == []


@pytest.mark.rule("IMP-23")
def test_a_save_is_read_beside_an_enemy_that_is_picked_and_beside_one_against_melee() -> None:
    prose = Prose(ABILITIES)
    picks = prose.ability(
        "Elixir", "The bearer has the Feel No Pain 5+ ability. Each time the bearer has shot, select one enemy unit hit by"
        " those attacks; that unit must take a Battle-shock test."
    )  # fmt: skip
    assert [(one.stat, one.n) for one in picks.changes] == [("FNP", 5)]
    better = "This unit has a 5+ invulnerable save. This invulnerable save is improved to 4+ against melee attacks."
    found = prose.ability("Mask", better)
    assert ([(one.stat, one.n) for one in found.changes], found.yours) == ([("Inv", 5)], False)
    either = prose.ability(
        "Mask", "Select one of the following: this unit has a 5+ invulnerable save; or it glows at hits."
    )
    assert (either.changes, either.yours) == ((), True)
