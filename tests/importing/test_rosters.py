"""What builds rosters for the tests builds the same one in each format."""

from __future__ import annotations

import io
import json
import zipfile
from xml.etree import ElementTree

from tests.importing.written_rosters import (
    SCHEMA,
    as_json,
    as_xml,
    as_zip,
    gun,
    model,
    old_gun,
    old_roster,
    old_statline,
    roster,
    rule,
    statline,
    unit,
)

SQUAD = unit(
    "Line Squad", rule("Scouts 6\""), statline("Trooper"), model("Trooper", gun("Rifle", number=9), number=9),
    model("Sergeant", gun("Pistol & <Blade>")), points=90, categories=("Infantry",),
)  # fmt: skip


def test_json_has_both_spellings_and_what_it_comes_to() -> None:
    wrapped, bare = json.loads(as_json(roster(SQUAD))), json.loads(as_json(roster(SQUAD), wrapped=False))
    assert wrapped["roster"] == bare
    assert bare["costs"][0]["value"] == 90
    assert [one["number"] for one in bare["forces"][0]["selections"][0]["selections"]] == [9, 1]


def test_xml_has_the_same_tree_as_json() -> None:
    root = ElementTree.fromstring(as_xml(roster(SQUAD)))
    assert root.tag == f"{{{SCHEMA}}}roster"
    guns = root.findall(f".//{{{SCHEMA}}}selection[@type='upgrade']")
    assert [one.get("name") for one in guns] == ["Rifle", "Pistol & <Blade>"]
    assert root.find(f".//{{{SCHEMA}}}description") is not None


def test_characteristics_are_text_or_an_attribute() -> None:
    made = old_roster(unit("Old Squad", old_statline("Trooper"), old_gun("Bolter")))
    texts, values = as_xml(made), as_xml(made, spelling="value")
    assert b'name="Save">3+<' in texts
    assert b'value="3+" name="Save"' in values


def test_a_zip_has_the_file_in_it() -> None:
    with zipfile.ZipFile(io.BytesIO(as_zip(as_xml(roster(SQUAD))))) as archive:
        assert archive.namelist() == ["Test Legion.ros"]
