"""What a file is, is told by its content; whatever the format, the tree is the same."""

from __future__ import annotations

import gzip
import json
from urllib.parse import quote
from zipfile import ZIP_STORED

import pytest

from shoot_cli.importing import formats
from shoot_cli.importing.formats import read
from shoot_cli.importing.roster import Refused, Roster, Selection
from tests.helpers.each import each
from tests.importing import written_rosters
from tests.importing.written_rosters import (
    LINK,
    SCHEMA,
    Node,
    ability,
    as_json,
    as_link,
    as_listforge,
    as_xml,
    as_zip,
    force,
    gun,
    model,
    profile,
    roster,
    rule,
    statline,
    unit,
    upgrade,
    zipped,
)

SQUAD = unit(
    "Line Squad",
    statline("Trooper"),
    rule('Scouts 6"', "They go first."),
    ability("Steady", "Each time they shoot:\n■ they shoot."),
    model("Trooper", gun("Rifle", number=9, group="Wargear"), number=9, points=5),
    model("Sergeant", gun("Pistol"), custom="Old Tom"),
    points=85,
    categories=("Infantry", "Faction: Test Legion"),
)
LIST = roster(written_rosters.configuration("Detachment", "First Wave"), SQUAD)
JSON = as_json(LIST)


def told(one: Selection) -> list[object]:
    """All of a selection but its line, which only XML has."""
    return [
        one.name, one.kind, one.number, one.custom, one.group, one.points, one.profiles, one.rules, one.categories,
        [told(below) for below in one.selections],
    ]  # fmt: skip


def tree(raw: bytes, name: str = "list") -> Roster:
    found = read(raw, name)
    assert isinstance(found, Roster)
    return found


def units(raw: bytes) -> list[list[object]]:
    return [told(one) for _, one in tree(raw).tops()]


@each(
    "raw",
    [
        as_json(LIST, wrapped=False),
        as_json(LIST, bom=True),
        b" \r\n\t" + JSON,
        as_json(LIST, encoding="utf-16"),
        as_json(LIST, encoding="utf-16-le"),
        as_json(LIST, encoding="utf-32"),
        as_xml(LIST),
        b"\xef\xbb\xbf\n" + as_xml(LIST),
        b"\n\n " + as_xml(LIST),
        as_xml(LIST, spelling="value"),
        as_xml(LIST, encoding="UTF-16"),
        as_xml(LIST, encoding="UTF-16BE"),
        as_xml(LIST).replace(b'"UTF-8"', b'"utf-16"'),  # it says so, and is not
        as_xml(LIST).replace(SCHEMA.encode(), b"https://example.org/rosterSchema"),
        as_xml(LIST).replace(f' xmlns="{SCHEMA}"'.encode(), b""),
        as_zip(as_xml(LIST)),
        b"\n" + as_zip(as_xml(LIST)),
        as_zip(as_xml(LIST), "folder/list.XML"),
        as_zip(as_xml(LIST, encoding="UTF-16")),
        zipped({"a.ros": as_xml(LIST), "a.xml": b"<other/>", "__MACOSX/._a.ros": b"litter", "readme.txt": b"hello"}),
        zipped({"a.ros": as_xml(LIST)}, ZIP_STORED),
        as_listforge(LIST),
        as_link(JSON).encode(),
        as_link(JSON).removeprefix(LINK).encode(),
        LINK.encode() + as_link(JSON).removeprefix(LINK).translate({43: "-", 47: "_", 61: None}).encode() + b"\n",
        quote(as_link(as_listforge(LIST)), safe=":/#").encode(),
    ],
)
def test_the_tree_is_the_same_in_every_format(raw: bytes) -> None:
    found = tree(raw)
    assert [told(one) for _, one in found.tops()] == units(JSON)
    assert found.name == "Test Legion 500"
    assert found.system == "sys-352e-adc2-7639-d6a9"
    assert found.game == "Warhammer 40,000 10th Edition"
    assert [one.faction for one in found.forces] == ["Test - Legion"]
    assert found.points == 90


@each("name", ["list.rosz", "list.roz", "list.json", "list.txt", "list.png", "", "-", "../../list.cat"])
def test_names_of_files_are_never_believed(name: str) -> None:
    for raw in (JSON, as_xml(LIST), as_zip(as_xml(LIST))):
        assert [told(one) for _, one in tree(raw, name).tops()] == units(JSON)
    assert read(b"Line Squad (90 points)", name) == "Line Squad (90 points)"


def test_a_file_in_an_encoding_of_its_own_is_read_by_what_it_says() -> None:
    raw = as_xml(roster(unit("Équipe", statline("Garde"))), encoding="ISO-8859-1")
    assert [one.name for _, one in tree(raw).tops()] == ["Équipe"]


@each(
    "raw, writer",
    [
        (as_json(LIST), "New Recruit"),
        (as_xml(LIST), "New Recruit"),
        (as_xml(written_rosters.old_roster(SQUAD)), "BattleScribe"),
        (as_listforge(LIST), "ListForge"),
        (as_link(as_json(roster(SQUAD, writer=""))).encode(), "ListForge"),
        (as_json(roster(SQUAD, writer="")), "a list builder"),
        (as_json(roster(SQUAD, writer="My Own Builder 2")), "My Own Builder 2"),
    ],
)
def test_who_wrote_it_is_known(raw: bytes, writer: str) -> None:
    assert tree(raw).writer == writer


@each(
    "raw, text",
    [
        (b"Line Squad (90 points)\r\n  1x Rifle\r", "Line Squad (90 points)\n  1x Rifle\n"),
        (b"\xef\xbb\xbf\n++ Army Roster ++", "++ Army Roster ++"),
        ("• Équipe (90 points)".encode("utf-16"), "• Équipe (90 points)"),
        ("• Équipe (90 points)".encode("cp1252"), "• Équipe (90 points)"),
        (b"[90pts] Line Squad", "[90pts] Line Squad"),
        (b"https://listforge.example/lists/12 is where it is", "https://listforge.example/lists/12 is where it is"),
    ],
)
def test_anything_else_that_is_text_is_handed_on(raw: bytes, text: str) -> None:
    assert read(raw, "list.rosz") == text


CATALOGUE = b'<catalogue name="Legion" xmlns="http://www.battlescribe.net/schema/catalogueSchema"/>'


@each(
    "raw, words",
    [
        (b"", "there is nothing in it"),
        (b" \n\t ", "there is nothing in it"),
        (CATALOGUE, "this is a catalogue; give it with --data"),
        (b"<?xml version='1.0'?><gameSystem/>", "this is a catalogue; give it with --data"),
        (zipped({"a.xml": CATALOGUE}), "this is a catalogue; give it with --data"),
        (b'{"catalogue": {"id": "1"}}', "this is a catalogue; give it with --data"),
        (b'{"gameSystem": {"id": "1"}}', "this is a catalogue; give it with --data"),
        (b'{"rulebook": {}, "snapshot": {}}', "this is a .registry of Rosterizer, which is not supported"),
        (b'{"ruleset": "x", "units": []}', "this is a list of ours already"),
        (b'{"roster": {"name": "Mine"}}', "it is JSON, but no roster: it has no forces"),
        (b'{"roster": [1]}', "it is JSON, but no roster: it has no forces"),
        (b"{}", "it is JSON, but no roster"),
        (b'[{"forces": []}]', "it is a JSON file, but no army list of a list builder"),
        (b"<roster xmlns='http://example.org/other'/>", 'it is XML, but no roster: it begins with "roster"'),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 'it is XML, but no roster: it begins with "svg"'),
        (b"<!DOCTYPE html><html></html>", "it is a web page"),
        (b"<HTML><body>", "it is a web page"),
        (b"%PDF-1.7 ...", "it is a PDF"),
        (gzip.compress(JSON), "it is packed with gzip"),
        (b"PK\x05\x06" + bytes(18), "it is a zip without a roster: there is nothing in it"),
        (zipped({"list.json": JSON}), "it is a zip without a roster: there is list.json in it, and no .ros"),
        (zipped({"a.ros": b"Line Squad (90 points)"}), "it is a zip, and what is in it is no roster"),
        (as_link(b"Line Squad (90 points)").encode(), "it is broken JSON (line 1, column 1"),
        (LINK.encode(), "with something else than a list behind it"),
        (LINK.encode() + b"a b?c=d", "with something else than a list behind it"),
    ],
)
def test_what_is_no_list_is_refused_with_what_it_is(raw: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        read(raw, "my.rosz")
    assert str(refused.value).startswith("my.rosz: ")
    assert words in str(refused.value)


def test_only_xml_tells_lines() -> None:
    raw = as_xml(LIST)
    lines = [line for line, text in enumerate(raw.decode().split("\n"), 1) if text.startswith("<selection ")]
    assert [one.line for _, top in tree(raw).tops() for one in top.every()] == lines
    assert {one.line for _, top in tree(JSON).tops() for one in top.every()} == {0}
    assert [one.line for _, one in tree(as_json(roster(unit("Squad") | {"line": 7}))).tops()] == [0]


def test_personal_fields_are_not_read() -> None:
    made = LIST | {"ownerName": "Jane Roe", "ownerEmail": "jane@example.org", "UserId": "4711"}
    for raw in (as_json(made), as_xml(made)):
        assert b"Jane Roe" in raw
        kept = str([told(one) for _, one in tree(raw).tops()]) + str(tree(raw))
        assert "Jane" not in kept
        assert "jane@" not in kept
        assert "4711" not in kept
    assert formats.parse_json(json.dumps({"forces": [], "ownerName": "Jane Roe"})) == {"forces": []}
    assert formats.parse_xml(b"<roster name='Mine' ownerName='Jane Roe'/>", None) == {"name": "Mine"}


# ---- what the tree says


@pytest.mark.rule("IMP-10")
@each(
    "said, number",
    [(9, 9), ("9", 9), (9.0, 9), ("9.0", 9), (" 9 ", 9), (0, 0), (-5, -5), ("-5", -5), (None, 1), ("", 1), (999, 999)],
)
def test_numbers_may_be_typed_or_missing_and_even_negative(said: object, number: int) -> None:
    one = unit("Squad") | {"number": said}
    assert [found.number for _, found in tree(as_json(roster(one))).tops()] == [number]
    del one["number"]
    assert [found.number for _, found in tree(as_xml(roster({"number": "7"} | one))).tops()] == [7]


@pytest.mark.rule("IMP-11")
def test_forces_may_be_several_and_stand_in_each_other() -> None:
    inner = force(unit("Ally"), name="Allies", faction="Test - Friends")
    first = force(unit("Squad"), inner, faction="Test - Legion")
    second = force(unit("Tank"), name="Second", faction="Test - Tanks")
    for raw in (as_json(roster(first, second)), as_xml(roster(first, second))):
        tops = [(at.name, at.faction, one.name) for at, one in tree(raw).tops()]
        assert tops == [
            ("Army Roster", "Test - Legion", "Squad"),
            ("Allies", "Test - Friends", "Ally"),
            ("Second", "Test - Tanks", "Tank"),
        ]


@pytest.mark.rule("IMP-11")
def test_what_does_not_say_its_type_is_a_unit_if_models_stand_in_it() -> None:
    squad, option = unit("Squad", upgrade("Team", model("Trooper")), model("Leader")), unit("Option", upgrade("Small"))
    del squad["type"], option["type"], squad["selections"][0]["type"]
    found = [one for _, one in tree(as_json(roster(squad, option))).tops()]
    assert [(one.name, one.kind) for one in found] == [("Squad", "unit"), ("Option", "upgrade")]
    assert [(one.name, one.kind) for one in found[0].selections] == [("Team", "upgrade"), ("Leader", "model")]


@pytest.mark.rule("IMP-13")
@each("name, points", [("pts", 90), (" pts", 90), ("Pts", 90), ("points", 90), ("PL", 0), ("Cabal Points", 0)])
def test_points_are_those_called_points(name: str, points: int) -> None:
    costs = [{"name": "Crusade", "value": 7}, {"name": name, "value": "90.0"}]
    made = roster(unit("Squad") | {"costs": costs}, points=0)
    for raw in (as_json(made), as_xml(made)):
        assert [one.points for _, one in tree(raw).tops()] == [points]


@pytest.mark.rule("IMP-13")
def test_the_points_of_a_unit_are_those_of_all_that_stands_in_it() -> None:
    squad = unit("Squad", model("Trooper", upgrade("Rifle", points=5), number=5, points=10), points=90)
    found = tree(as_json(roster(squad, points=100)))
    assert [one.all_points for _, one in found.tops()] == [105]
    assert found.points == 100
    assert tree(as_json(roster(squad) | {"costs": []})).points is None


@pytest.mark.rule("IMP-15")
def test_names_are_cleaned_wherever_they_stand() -> None:
    dirty = "^^Kel\u2019Var\u202e\u00a0Guard\x07^^"
    made = unit(
        dirty, rule(dirty), profile(dirty, dirty, **{dirty: "3+"}), upgrade(dirty, group=dirty), custom=dirty,
        categories=(dirty,),
    )  # fmt: skip
    ((at, one),) = tree(as_json(roster(force(made, name=dirty, faction=dirty), name=dirty, game=dirty))).tops()
    below = one.selections[0]
    said = {
        at.name, at.faction, one.name, one.custom, one.rules[0].name, one.profiles[0].name, one.profiles[0].kind,
        one.profiles[0].values[0][0], *one.categories, below.name, below.group,
    }  # fmt: skip
    assert said == {"Kel'Var Guard"}


@pytest.mark.rule("IMP-20")
def test_what_is_hidden_is_skipped() -> None:
    made = unit("Squad", profile("Old", "Unit", hidden=True, T=3), statline("Trooper"), rule("Shown"))
    made["rules"].append(rule("Gone") | {"hidden": True})
    for raw in (as_json(roster(made)), as_xml(roster(made))):
        ((_, one),) = tree(raw).tops()
        assert [page.name for page in one.profiles] == ["Trooper"]
        assert [page.name for page in one.rules] == ["Shown"]


def test_characteristics_may_be_typed_text_or_an_attribute() -> None:
    made = written_rosters.old_roster(
        unit("Old Squad", written_rosters.old_statline("Trooper", w=1), written_rosters.old_gun("Bolter"))
    )
    for raw in (as_xml(made), as_xml(made, spelling="value"), as_json(made)):
        ((_, one),) = tree(raw).tops()
        assert one.profiles[0].get("save", "Sv") == "3+"
        assert one.profiles[0].get("W") == "1"
        assert one.selections[0].profiles[0].get("Type") == "Rapid Fire"
    made["forces"][0]["selections"][0]["profiles"][0]["characteristics"] = [{"name": "T", "$text": 4}]
    assert [one.profiles[0].get("T") for _, one in tree(as_json(made)).tops()] == ["4"]


def test_anything_may_be_missing() -> None:
    bare: Node = {
        "forces": [{"selections": [{}, {"profiles": [{}], "rules": [{}], "costs": [{}], "categories": [{}]}]}]
    }
    found = tree(as_json(bare))
    assert (found.name, found.system, found.game, found.points) == ("Unnamed", "", "", None)
    assert [one.name for _, one in found.tops()] == ["Unnamed", "Unnamed"]
    assert not list(tree(b"<roster/>").tops())


@each(
    "change, words",
    [
        ({"selections": "none"}, 'the selections of "Squad" are no list of selections'),
        ({"selections": ["none"]}, 'the selections of "Squad" are no list of selections'),
        ({"profiles": {"name": "x"}}, 'the profiles of "Squad" are no list of profiles'),
        ({"name": ["Squad"]}, "the name of something without a name is no text"),
        ({"type": {"a": 1}, "name": "Team"}, None),
        ({"number": "many"}, "the number of \"Squad\" is 'many', which is no whole number"),
        ({"number": True}, "the number of \"Squad\" is 'True'"),
        ({"number": 1.5}, "the number of \"Squad\" is '1.5'"),
        ({"number": "\u0663"}, "which is no whole number"),  # a 3 in another script
        ({"costs": [{"name": "pts", "value": "lots"}]}, "\"Squad\" costs 'lots' points"),
        ({"costs": [{"name": "pts", "value": "nan"}]}, "\"Squad\" costs 'nan' points"),
        ({"costs": [{"name": "pts", "value": "1e300"}]}, "\"Squad\" costs '1e300' points"),
    ],
)
def test_what_is_not_what_it_says_is_refused_with_its_place(change: Node, words: str | None) -> None:
    raw = as_json(roster(unit("Squad") | change, points=0))
    if words is None:
        assert tree(raw).points == 0
        return
    with pytest.raises(Refused) as refused:
        read(raw, "my.json")
    assert words in str(refused.value)


def test_a_wrong_value_in_xml_is_refused_with_its_line() -> None:
    raw = as_xml(roster(unit("Squad") | {"number": "1e9"}))
    line = next(line for line, text in enumerate(raw.split(b"\n"), 1) if b'"1e9"' in text)
    with pytest.raises(Refused, match=f"the number of \"Squad\" in line {line} is '1e9', which is no whole number"):
        read(raw, "my.ros")
