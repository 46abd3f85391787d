"""What a file is, is told by its content; whatever the format, the tree is the same."""

from __future__ import annotations

from shoot_cli.imports.roster import Roster, Selection
from shoot_cli.imports.sniff import read
from tests.each import each
from tests.imports.rosters import (
    ability,
    as_json,
    as_link,
    as_listforge,
    as_xml,
    as_zip,
    configuration,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
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
LIST = roster(configuration("Detachment", "First Wave"), SQUAD)
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
        as_xml(LIST),
        b"\xef\xbb\xbf\n" + as_xml(LIST),
        b"\n\n " + as_xml(LIST),
        as_xml(LIST, spelling="value"),
        as_xml(LIST, encoding="UTF-16"),
        as_xml(LIST, encoding="UTF-16BE"),
        as_zip(as_xml(LIST)),
        as_zip(as_xml(LIST), "folder/list.XML"),
        as_zip(as_xml(LIST, encoding="UTF-16")),
        zipped({"a.ros": as_xml(LIST), "a.xml": b"<other/>", "__MACOSX/._a.ros": b"litter", "readme.txt": b"hello"}),
        as_listforge(LIST),
        as_link(JSON).encode(),
        as_link(as_listforge(LIST)).encode() + b"\n",
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
