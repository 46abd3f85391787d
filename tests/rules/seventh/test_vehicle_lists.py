"""Vehicles, transports and types of units in lists: what they become, what is said about what cannot be."""

from __future__ import annotations

import pytest

from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.rules.seventh import lists, unit_text
from shoot_cli.rules.seventh.profiles import Army, Unit
from tests.helpers.each import each

RHINO = "{name: Rhino, BS: 4, front: 11, side: 11, rear: 10, HP: 3, weapons: [storm bolter]}"
MARINE = "{name: Marine, BS: 4, T: 4, Ld: 8, Sv: 3+}"


def text_of(unit: str) -> str:
    return f"ruleset: 7e\nname: Test\nunits:\n  - name: U\n    {unit}\n"


def army_of(*lines: str) -> Army:
    army = load_text(text_of("\n    ".join(lines)), "list.yaml")
    assert isinstance(army, Army)
    return army


def unit_of(*lines: str) -> Unit:
    return army_of(*lines).units[0]


def errors_of(*lines: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        army_of(*lines)
    return str(caught.value).splitlines()


# Transports ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", ["fire points", "fire_points"])
def test_a_transport(points: str) -> None:
    unit = unit_of(f"models: [{RHINO}]", f"transport: {{capacity: 10, {points}: 2}}")
    assert (unit.capacity, unit.fire_points) == (10, 2)


def test_a_transport_without_fire_points_and_none_at_all() -> None:
    unit = unit_of(f"models: [{RHINO}]", "transport: {capacity: 6}")
    assert (unit.capacity, unit.fire_points) == (6, 0)
    unit = unit_of(f"models: [{RHINO}]")
    assert (unit.capacity, unit.fire_points) == (None, 0)


@each(
    ("written", "place", "words"),
    [
        ("{fire points: 2}", "6:16", "“capacity” is missing; write capacity: 10"),
        ("{capacity: 0}", "6:27", "“0” is no whole number from 1 to 200"),
        ("{capacity: 10, fire points: two}", "6:44", "“two” is no whole number from 0 to 200"),
        ("{capacity: 10, fire_points: -1}", "6:44", "“-1” is no whole number from 0 to 200"),
        ("{capacity: 10, fire point: 2}", "6:31", "“fire point” is not known here; did you mean fire_points?"),
        ("10", "6:16", "“10” stands where “key: value” entries are expected"),
    ],
)
def test_what_is_wrong_with_a_transport(written: str, place: str, words: str) -> None:
    found = errors_of(f"models: [{RHINO}]", f"transport: {written}")
    assert any(line.startswith(f"list.yaml:{place}: ") and words in line for line in found), found


def test_only_vehicles_carry_others() -> None:
    found = errors_of(f"models: [{MARINE}]", "transport: {capacity: 10}")
    assert found == ["list.yaml:6:5: only vehicles carry others; leave transport out"]


# Vehicles --------------------------------------------------------------------------------------------------------------


def test_wounds_of_a_vehicle_are_its_hull_points() -> None:
    model = unit_of(f"models: [{RHINO[:-1]}, Inv: 5++}}]").models[0][0]
    assert (model.wounds, model.hull_points, model.invulnerable) == (3, 3, 5)
    assert (model.toughness, model.armour) == (0, None)


def test_rules_of_vehicles_are_found_in_type_and_rules() -> None:
    unit = unit_of("type: vehicle (open topped, fast)", "rules: [smoke launchers, extra armor]", f"models: [{RHINO}]")
    assert unit.type == "Vehicle (Open-topped, Fast)"
    assert unit.rules == ("Extra Armour", "Smoke Launchers")
    assert unit.of_type("Open-topped")
    assert not unit.of_type("Skimmer")
    assert unit_of("rules: [skimmer]", f"models: [{RHINO}]").of_type("Skimmer")


def test_a_vehicle_is_called_one() -> None:
    assert unit_of("type: walker", f"models: [{RHINO}]").type == "Vehicle (Walker)"
    assert unit_of("type: Tank, Fast", f"models: [{RHINO}]").type == "Vehicle (Tank, Fast)"


def test_vehicles_of_several_kinds_make_a_squadron() -> None:
    unit = unit_of(f"models: [{RHINO}, {RHINO.replace('11', '13')}]")
    assert [(model.name, model.front) for model, _ in unit.models] == [("Rhino", 11), ("Rhino 2", 13)]


def test_vehicles_and_others_are_no_unit() -> None:
    found = errors_of(f"models: [{RHINO}, {MARINE}]")
    assert found == ["list.yaml:5:13: vehicles and other models are no unit together; make them two units"]


def test_a_type_of_vehicles_needs_armour_values() -> None:
    found = errors_of("type: Vehicle (Tank)", f"models: [{MARINE}]")
    words = "the type says Vehicle, but the models have no armour values; write front, side, rear and HP"
    assert found == [f"list.yaml:5:11: {words}"]
    found = errors_of(f"models: [{MARINE[:-1]}, type: Walker}}]")
    assert any("the type says Walker" in line for line in found), found


def test_a_vehicle_has_no_feel_no_pain() -> None:
    found = errors_of(f"models: [{RHINO[:-1]}, FNP: 5+}}]")
    assert len(found) == 1
    assert "a vehicle has no FNP" in found[0]


def test_what_is_wrong_with_models_does_not_hide_that_they_do_not_fit() -> None:
    found = errors_of(f"models: [{RHINO.replace('HP: 3', 'HP: 44')}, {MARINE}]")
    assert len(found) == 2, found
    assert "no unit together" in found[0]
    assert "“44” is no whole number" in found[1]


# Types, weapons, what is shown -----------------------------------------------------------------------------------------


@each(
    ("kind", "model", "said"),
    [
        ("Infantery", MARINE, ["U: the type Infantery is not known and is played as infantry; did you mean Infantry?"]),
        ("Squiggoth", MARINE, ["U: the type Squiggoth is not known and is played as infantry"]),
        ("Tnak", RHINO, ["U: the type Tnak is not known and is played as a vehicle; did you mean Tank?"]),
        (
            "Vehicle (Tank, Opn-topped)",
            RHINO,
            ["U: Opn-topped in its type is not known and does nothing here; did you mean Open-topped?"],
        ),
        ("Vehicle (Tank, Relic)", RHINO, ["U: Relic in its type is not known and does nothing here"]),
        (
            "Monstrous Creatur, Fastish",
            MARINE,
            [
                "U: Creatur in its type is not known and does nothing here; did you mean Creature?",
                "U: Fastish in its type is not known and does nothing here",
            ],
        ),
        ("Bikes", MARINE, []),
        ("Vehicle", RHINO, []),
        ("Infantry (Character)", MARINE, []),
    ],
)
def test_a_type_that_is_not_known_is_noted(kind: str, model: str, said: list[str]) -> None:
    assert list(unit_text.notes(army_of(f"type: {kind}", f"models: [{model}]"))) == said


def test_a_weapon_with_a_minimum_range() -> None:
    text = text_of(f"models: [{MARINE[:-1]}, weapons: [big gun]}}]")
    text = text.replace(
        "units:", "weapons:\n  big gun: {range: 36-240, S: 9, AP: 3, type: 'Ordnance 1, Barrage'}\nunits:"
    )
    army = load_text(text, "list.yaml")
    weapon = army.units[0].models[0][0].weapons[0]
    assert (weapon.minimum, weapon.range) == (36, 240)
    (card,) = unit_text.card(army)
    assert card.tables[1].rows == (("big gun", '36"-240"', "9", "3", "Ordnance 1", "Barrage"),)


@pytest.mark.parametrize(
    ("kind", "transport", "about"),
    [
        ("Vehicle (Tank, Transport)", "{capacity: 10, fire points: 2}", ", carries 10, 2 of them may shoot"),
        ("Vehicle (Tank, Transport)", "{capacity: 6}", ", carries 6"),
        ("Vehicle (Open-topped)", "{capacity: 12}", ", carries 12, who may all shoot"),
    ],
)
def test_cards_show_facings_hull_points_and_transport(kind: str, transport: str, about: str) -> None:
    (card,) = unit_text.card(army_of(f"type: {kind}", f"models: [{RHINO}]", f"transport: {transport}", "points: 35"))
    assert card.about == f"{kind}, 1 model{about}, 35 points"
    assert card.tables[0].heads == ("n", "model", "BS", "front", "side", "rear", "HP", "carries")
    assert card.tables[0].rows == (("1", "Rhino", "4", "11", "11", "10", "3", "storm bolter"),)


def test_the_json_schema_knows_transports() -> None:
    found = lists.json_schema()["$defs"]
    assert "transport" in found["UnitPage"]["properties"]
    page = found["TransportPage"]
    assert set(page["properties"]) == {"capacity", "fire points"}
    assert page["required"] == ["capacity"]
    assert page["additionalProperties"] is False
