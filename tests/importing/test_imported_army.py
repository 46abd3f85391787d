"""The `army:` block of imported lists: detachments, and rules of the army with or without effect (EVE-60, EVE-62)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli.armies import load_text
from shoot_cli.armies.army import ALWAYS, TOLD, ArmyBlock, ArmyEntry, Whom
from shoot_cli.commands.army import app
from shoot_cli.importing.importer import take
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.report import ImportedList, Options
from shoot_cli.importing.written_list import yaml_of
from tests.helpers.each import each
from tests.importing.pasted import texts
from tests.importing.tenth_rosters import taken
from tests.importing.written_rosters import (
    Node,
    ability,
    as_json,
    as_xml,
    force,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
    upgrade,
)

ELEVENTH = {"game": "sys-352e-adc2-7639-d610", "game_name": "Warhammer 40,000 11th Edition"}
HITS = "Each time a Tide Guard model from your army makes an attack, re-roll a Hit roll of 1."
SQUAD = unit(
    "Tide Squad", statline("Tide Guard"), model("Tide Guard", gun("Tide gun", 5), number=5),
    categories=("Infantry", "Faction: Tide Guard"), points=90,
)  # fmt: skip
CART = model(
    "Tide Cart", statline("Tide Cart", t=9, w=9), gun("Tide gun"), categories=("Vehicle", "Faction: Tide Guard")
)


def detachment(*chosen: Node, name: str = "Detachment") -> Node:
    return upgrade(name, *chosen, categories=("Configuration",))


def imported(*below: Node, **more: Any) -> ImportedList:
    return take(as_json(roster(*below, **more)), "tide.json")


def played(one: ImportedList) -> list[str]:
    return [remark.text for remark in one.report.rules_played]


def yours(one: ImportedList) -> list[str]:
    return [remark.text for remark in one.report.yours_to_play if not remark.unit]


@pytest.mark.rule("EVE-60")
@pytest.mark.parametrize("name", ["Detachment", "Detachment Choice", "Detachments"])
@pytest.mark.parametrize("write", [as_json, as_xml])
def test_the_chosen_child_is_the_detachment(name: str, write: Any) -> None:
    """The one that was not chosen, with number 0, is none."""
    made = roster(SQUAD, detachment(upgrade("High Water"), upgrade("Low Water", number=0), name=name))
    found = take(write(made), "tide.ros")
    assert found.document["army"] == {"detachment": "High Water"}
    assert "note" not in found.document
    assert found.army is not None
    assert found.army.block == ArmyBlock(("High Water",))


CHOICE = (
    "At the start of {when}, you can select one of the Tides below. Until the {until}, that Tide is active and its effects apply to all "
    "Tide Guard units from your army. You can only select each Tide once per battle.\n- Ebb: This unit is eligible to shoot in a turn "
    "in which it Fell Back.\n- Flow: {flow}"
)
HITS_OF_1 = "Each time a model in this unit makes an attack, re-roll a Hit roll of 1."


def rules_of(text: str) -> tuple[list[dict[str, Any]], ImportedList]:
    found = imported(SQUAD, CART, detachment(upgrade("High Water", rule("Old Tides", text))))
    assert found.army is not None  # the list is read with them
    return found.document["army"]["rules"], found


@pytest.mark.rule("EVE-45", "EVE-60")
def test_a_choice_is_a_row_of_the_turn_or_entries_that_are_told() -> None:
    rows, one = rules_of(
        CHOICE.format(when="your Command phase", until="start of your next Command phase", flow=HITS_OF_1)
    )
    effect = "one of: shoots after Falling Back; re-roll hit rolls of 1"
    assert rows == [{"name": "Old Tides", "when": "turn", "for": "TIDE GUARD", "effect": effect, "once": "battle"}]
    assert played(one) == [f"Old Tides: TIDE GUARD: {effect}, picked as each of your turns begins"]
    hidden = "Models in this unit have the Stealth ability."
    rows, one = rules_of(CHOICE.format(when="the battle round", until="end of the battle round", flow=hidden))
    assert rows == [
        {"name": "Ebb", "when": "told", "for": "TIDE GUARD", "lasts": "round", "effect": "shoots after Falling Back"},
        {"name": "Flow", "when": "told", "for": "TIDE GUARD", "lasts": "round", "effect": "Stealth"},
    ]
    assert played(one)[1] == "Old Tides: Flow: TIDE GUARD: Stealth, told by its name"
    aura = f'While a friendly Tide Guard unit is within 6" of this unit, {HITS_OF_1[0].lower()}{HITS_OF_1[1:].replace("this", "that")}'
    rows, one = rules_of(CHOICE.format(when="the battle round", until="end of the battle round", flow=aura))
    assert [one["name"] for one in rows] == ["Ebb"]  # nobody can tell a unit what others have of it
    assert yours(one) == ["Old Tides (High Water): read the rest of it in the rules of the army"]


@pytest.mark.rule("EVE-42", "EVE-60")
def test_an_enemy_that_is_named_is_a_question_of_the_turn() -> None:
    rows, one = rules_of(
        "At the start of your Command phase, select one unit from your opponent's army. Until the start of your next Command phase, "
        "each time a Tide Guard Vehicle model from your army makes an attack that targets that enemy unit, add 1 to the Wound roll."
    )
    whom = {"when": "turn", "on": "enemy", "for": "TIDE GUARD VEHICLE"}
    assert rows == [{"name": "Old Tides", **whom, "effect": "+1 to wound"}]
    assert played(one) == [
        "Old Tides: TIDE GUARD VEHICLE: +1 to wound, against one enemy unit, named as each of your turns begins"
    ]


@pytest.mark.rule("EVE-60")
def test_several_detachments_are_a_list() -> None:
    found = imported(SQUAD, detachment(upgrade("High Water"), upgrade("Long Night")))
    assert found.document["army"] == {"detachment": ["High Water", "Long Night"]}
    assert "\narmy:\n  detachment: [High Water, Long Night]\n" in yaml_of(found)


@pytest.mark.rule("EVE-60")
def test_a_rule_that_is_read_has_its_effect_and_another_is_a_reminder() -> None:
    """The rule of the force is one of the army, too; glossary rules beside them are none."""
    found = imported(
        SQUAD,
        CART,
        detachment(upgrade("High Water", rule("Rising Tide", HITS), rule("Assault", "It may run and shoot at once."))),
        force(rule("Old Oath", "At the start of your Command phase, select one enemy unit to be hit."), name="Army"),
    )
    assert found.document["army"] == {
        "detachment": "High Water",
        "rules": [
            {"name": "Old Oath", "when": "told"},
            {"name": "Rising Tide", "for": "TIDE GUARD", "effect": "re-roll hit rolls of 1"},
        ],
    }
    assert played(found) == ["Rising Tide: TIDE GUARD: re-roll hit rolls of 1"]
    assert yours(found) == ["Old Oath: read it in the rules of the army"]
    assert found.report.played == 1
    assert found.army is not None
    block = found.army.block
    assert block is not None
    assert [(one.name, one.when, one.whom, one.effects) for one in block.rules] == [
        ("Old Oath", TOLD, Whom(), ()),
        ("Rising Tide", ALWAYS, Whom((("TIDE GUARD",),)), ("re-roll hit rolls of 1",)),
    ]


@pytest.mark.rule("EVE-60")
def test_texts_of_older_files_stand_in_profiles() -> None:
    found = imported(SQUAD, detachment(upgrade("High Water", ability("Rising Tide", HITS))))
    assert found.document["army"]["rules"] == [
        {"name": "Rising Tide", "for": "TIDE GUARD", "effect": "re-roll hit rolls of 1"}
    ]


@pytest.mark.rule("EVE-60")
def test_the_written_list_is_read_back_as_the_same() -> None:
    """Also what has commas, quotes and colons in it, and a rule for two kinds of units."""
    words = (
        "Tide Guard Infantry units from your army (excluding Fly units) have the Stealth ability, and each time an attack "
        "targets a Vehicle unit from your army, if the Strength characteristic of that attack is greater than the Toughness "
        "characteristic of that unit, subtract 1 from the Wound roll."
    )
    found = imported(
        SQUAD,
        CART,
        detachment(upgrade('Water, "high"', rule("Tide: Rising", words), rule("Low - ebb!"), rule("Low - ebb!"))),
    )
    block = load_text(yaml_of(found), "tide.yaml").block
    assert found.army is not None
    assert block == found.army.block
    assert block.detachments == ('Water, "high"',)
    assert [(one.name, one.whom.text, one.effects) for one in block.rules] == [
        ("Tide - Rising", "TIDE GUARD INFANTRY, not FLY", ("Stealth",)),
        ("Tide - Rising 2", "VEHICLE", ("incoming: -1 to wound when S is greater than T",)),
        ("Low - ebb!", "", ()),
    ]


@pytest.mark.rule("EVE-60")
def test_a_rule_that_is_nothing_to_shooting_is_no_entry() -> None:
    text = "Tide Guard units from your army gain the Battleline keyword."
    found = imported(SQUAD, detachment(upgrade("High Water", rule("Rising Tide", text))))
    assert found.document["army"] == {"detachment": "High Water"}
    assert (found.report.nothing, yours(found)) == (1, [])


@pytest.mark.rule("EVE-60")
def test_a_rule_that_is_partly_read_says_that_there_is_more() -> None:
    found = imported(
        SQUAD, detachment(upgrade("High Water", rule("Rising Tide", f"{HITS} Tide Guard models lose the Ebb.")))
    )
    assert found.document["army"]["rules"] == [
        {
            "name": "Rising Tide", "for": "TIDE GUARD", "effect": "re-roll hit rolls of 1",
            "note": "read the rest of it in the rules of the army",
        }
    ]  # fmt: skip
    assert yours(found) == ["Rising Tide (High Water): read the rest of it in the rules of the army"]


@pytest.mark.rule("EVE-60")
def test_what_a_question_at_the_table_decides_is_a_guess_on_its_line() -> None:
    text = "While the tide is high, each time a Tide Guard model from your army makes an attack, add 1 to the Hit roll."
    written = yaml_of(imported(SQUAD, detachment(upgrade("High Water", rule("Rising Tide", text)))))
    line = next(line for line in written.splitlines() if "Rising Tide" in line)
    assert line.endswith("# guessed: Rising Tide: asked at the table: the tide is high")


@pytest.mark.rule("EVE-60")
def test_models_of_a_part_of_an_attached_unit_are_told() -> None:
    """The rule is for models, an entry for whole units: a leader who is none of them would have it."""
    captain = model(
        "Tide Captain", statline("Tide Captain"), gun("Tide gun"),
        ability("Leader", "This model can be attached to the following unit:\n■ Tide Squad"), categories=("Character",),
    )  # fmt: skip
    made = imported(SQUAD, captain, detachment(upgrade("High Water", rule("Rising Tide", HITS))))
    said = "Rising Tide: if Tide Captain leads Tide Squad, all of them have it; the text says TIDE GUARD models"
    assert said in [one.text for one in made.report.guesses]


@pytest.mark.rule("EVE-60")
def test_what_the_block_cannot_have_stays_in_the_note() -> None:
    """Forty rules and six detachments at most."""
    chosen = [upgrade(f"Water {place}", *(rule(f"Tide {place} {n} up") for n in range(6))) for place in range(7)]
    found = imported(SQUAD, detachment(*chosen))
    army = found.document["army"]
    assert (len(army["detachment"]), len(army["rules"])) == (6, 40)
    assert found.document["note"] == (
        "Detachment: Water 6; Tide 6 4 up: read it in the rules of the army; Tide 6 5 up: read it in the rules of the army"
    )


@pytest.mark.rule("EVE-60")
def test_rules_that_profiles_have_already_are_no_entry() -> None:
    """Data that has applied a rule says so behind the names of weapons."""
    far = 'Add 6" to the Range characteristic of ranged weapons equipped by Tide Guard models from your army.'
    squad = unit("Tide Squad", statline("Tide Guard"), model("Tide Guard", gun("Tide gun (Fine Work)", 5), number=5))
    found = imported(squad, detachment(upgrade("High Water", rule("Fine Work", far))))
    assert found.document["army"] == {"detachment": "High Water"}
    assert taken(squad).document.get("army") is None


@pytest.mark.rule("EVE-44", "EVE-60")
def test_enhancements_stay_with_their_bearer() -> None:
    oil = upgrade("Bright Oil", ability("Bright Oil", "Each time the bearer makes an attack, add 1 to the Hit roll."))
    found = imported(model("Tide Captain", statline("Captain"), gun("Tide gun"), oil | {"group": "Enhancements"}))
    assert "army" not in found.document
    assert found.document["units"][0]["abilities"] == ["+1 to hit"]


@pytest.mark.rule("EVE-60")
def test_a_roster_of_the_next_edition_has_the_block_too() -> None:
    made = roster(SQUAD, detachment(upgrade("High Water", rule("Rising Tide", HITS)), upgrade("Long Night")))
    made |= {"gameSystemId": ELEVENTH["game"], "gameSystemName": ELEVENTH["game_name"]}
    found = take(as_json(made), "tide.json")
    assert found.document["ruleset"] == "40k-11e"
    assert found.document["army"] == {
        "detachment": ["High Water", "Long Night"],
        "rules": [{"name": "Rising Tide", "for": "TIDE GUARD", "effect": "re-roll hit rolls of 1"}],
    }


# Pasted texts ---------------------------------------------------------------------------------------------------------

NAMED = [  # a line of a text, its detachments
    ("Lantern Watch (2 Detachment Points)", ("Lantern Watch",)),
    ("Lantern Watch and Long Night (3 Detachment Points)", ("Lantern Watch", "Long Night")),
    ("Garde et Nuit longue (3 points de détachement)", ("Garde", "Nuit longue")),
    ("Wächter und Lange Nacht (3 Detachementpunkte)", ("Wächter", "Lange Nacht")),
    ("Songs of Rain and Fire (3 Detachment Points)", ("Songs of Rain and Fire",)),  # one name
    ("Watch of Rain and Guard of Fire (3 Detachment Points)", ("Watch of Rain", "Guard of Fire")),
]


@each("line, wanted", NAMED)
@pytest.mark.rule("EVE-60")
def test_a_text_names_one_detachment_or_two(line: str, wanted: tuple[str, ...]) -> None:
    assert read_text(texts.APP_A.replace("Lantern Watch (2 Detachment Points)", line), "a.txt").detachments == wanted


@pytest.mark.rule("EVE-60")
def test_every_shape_of_text_names_its_detachments() -> None:
    for shape, text in texts.SHAPES.items():
        found = read_text(text, "a.txt")
        wanted = ("Lantern Watch", "Long Night") if shape == "WarOrgan" else (found.detachment,)
        assert found.detachments == wanted, shape


@pytest.mark.rule("EVE-60", "EVE-62")
def test_a_pasted_text_becomes_a_list_with_its_detachment(tmp_path: Path) -> None:
    """The check says that stratagems are in no import, once."""
    data = roster(
        unit("Tide Squad", statline("Tide Guard"), model("Tide Guard", gun("Tide gun", 5), number=5), points=90), CART
    )
    text = (
        "Tide patrol (180 points)\n\nTide Guard\nHigh Water\nStrike Force (2000 points)\n\nBATTLELINE\n\n"
        + "\n\n".join(["Tide Squad (90 points)\n  • 5x Tide Guard\n     ◦ 5x Tide gun"] * 2)
    )
    (tmp_path / "tide.ros").write_bytes(as_xml(data))
    found = take(text.encode(), "tide.txt", Options(data=(str(tmp_path / "tide.ros"),), edition="40k-10e"))
    assert found.document["army"] == {"detachment": "High Water"}
    (tmp_path / "tide.yaml").write_text(yaml_of(found), encoding="utf-8")
    checked = CliRunner().invoke(app, ["check", str(tmp_path / "tide.yaml"), "--json"])
    said = json.loads(checked.stdout)["files"][0]["notes"]
    assert [note for note in said if "stratagems are in no import" in note] == [
        "High Water: stratagems are in no import; write those that you use under army: stratagems:"
    ]


@pytest.mark.rule("EVE-60")
def test_the_report_says_what_is_played(tmp_path: Path) -> None:
    made = as_json(roster(SQUAD, detachment(upgrade("High Water", rule("Rising Tide", HITS)))))
    file = tmp_path / "tide.json"
    file.write_bytes(made)
    done = CliRunner().invoke(app, ["import", str(file)])
    told = json.loads(CliRunner().invoke(app, ["import", str(file), "--json"]).stdout)["report"]
    assert "Played, of the rules of the army:\n  Rising Tide: TIDE GUARD: re-roll hit rolls of 1\n" in done.stderr
    assert told["played"] == [{"unit": "", "text": "Rising Tide: TIDE GUARD: re-roll hit rolls of 1"}]
    assert told["yours_to_play"] == []


def test_an_entry_of_a_list_is_never_a_proposal() -> None:
    assert not ArmyEntry("Rising Tide", "rule").proposed
