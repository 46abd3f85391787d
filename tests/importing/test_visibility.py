"""Rules that data files show only with some choice, and the rules of a list's own detachment (IMP-64, EVE-60)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.cache import RememberedLists
from shoot_cli.importing.data.catalogues import RememberedCatalogues
from shoot_cli.importing.data.datasheets import Chosen
from shoot_cli.importing.data.sources import Sources, chosen_in
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import ImportedList, Options
from shoot_cli.importing.roster import UPGRADE, Force, Roster, Selection
from shoot_cli.rules import RULESETS
from tests.helpers.each import each
from tests.importing import written_catalogues as made
from tests.importing import written_rosters
from tests.importing.written_catalogues import (
    ability,
    as_json,
    as_xml,
    catalogue,
    choice,
    entry,
    game_system,
    group,
    gun,
    hiding,
    link,
    rule,
    statline,
)
from tests.importing.written_rosters import Node

EDITION = next(edition for edition in RULESETS if edition.short == "10e")
STRONGER = "Add 2 to the Strength characteristic of weapons equipped by Moor Kin models from your army."
HITS = "Each time a Moor Kin model from your army makes an attack, re-roll a Hit roll of 1."
MARCH = "Each time a Moor Kin unit from your army makes a Normal move, it can move 3 inches more."
CALL = "While a Moor Kin Character model is leading this unit, each time a model in this unit makes an attack, add 1 to the Hit roll."
VEIL = "Moor Kin models from your army have the Feel No Pain 6+ ability."
ODD = "Each time a Moor Kin model from your army makes an attack, the moor answers: add 1 to the Wound roll on a whim."
GAME = game_system() | {
    "categoryEntries": [{"id": made.of(name), "name": name} for name in ("Chief", "Beast")],
    "forceEntries": [
        {"id": "army", "name": "Army"},
        {"id": "boats", "name": "Boats", "forceEntries": [{"id": "rafts", "name": "Rafts"}]},
    ],
}
UNLESS_ASH = hiding(choice("lessThan", "Ash Host", "force"))
UNLESS_PEAT = hiding(choice("lessThan", "Peat Host"))
SHARED = made.info_group("Host rules", *(
    link(name, "rule", modifiers=[hiding(choice("lessThan", host, "force"))])
    for name, host in (("Bog Might", "Bog Host (Deep Bog)"), ("Peat Fury", "Peat Host"), ("Reed Call", "Reed Host"))
))  # fmt: skip
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def takes(monkeypatch: pytest.MonkeyPatch) -> None:
    tenth = IMPORTERS["40k-10e"]._replace(systems=(written_rosters.TENTH,), games=("warhammer 40,000 10th",))
    monkeypatch.setitem(IMPORTERS, "40k-10e", tenth)


@pytest.fixture
def folder(tmp_path: Path) -> Write:
    """Write a game system and a catalogue with one unit that has these rules, and with detachments."""

    def write(*rules: Node, how: Callable[[Node, str], bytes] = as_xml) -> Path:
        hosts = group(
            "Detachment",
            entry("Ash Host", rule("Ash March", MARCH), kind="upgrade"),
            entry("Peat Host", link("Peat Fury", "rule"), kind="upgrade"),
            entry("Bog Host (Deep Bog)", link("Bog Might", "rule"), kind="upgrade"),
            entry("Reed Host", link("Reed Call", "rule"), kind="upgrade"),
            entry("Mist Host", rule("Mist Veil", VEIL), rule("Feel No Pain 6+", "Dice."), kind="upgrade"),
            entry("Fen Host", rule("Fen Whim", ODD), rule("Lethal Hits", "Dice."), kind="upgrade"),
        )
        kin = entry(
            "Moor Kin", statline("Moor Kin"), gun("Bow", least=1), gun("Horn"), gun("Cart"), *rules, kind="model",
            categoryLinks=[{"name": "Faction: Moor Kin"}, {"name": "Chief"}], costs=[{"name": "pts", "value": 50}],
        )  # fmt: skip
        kin_data = catalogue(
            "Test - Moor Kin", kin, entry("Detachment", hosts, kind="upgrade"), rule("Bog Might", STRONGER),
            rule("Peat Fury", HITS), rule("Reed Call", CALL), rule("Lore", "Old.") | {"modifiers": [UNLESS_PEAT]}, SHARED | {"in": "sharedInfoGroups"}, roots=(link("Moor Kin"),),
        )  # fmt: skip
        ending = ("json", "json") if how is as_json else ("gst", "cat")
        (tmp_path / f"game.{ending[0]}").write_bytes(how(GAME, "gameSystem"))
        (tmp_path / f"kin.{ending[1]}").write_bytes(how(kin_data, "catalogue"))
        return tmp_path

    return write


def opened(path: Path, memory: RememberedCatalogues | None = None) -> Sources:
    return Sources.opened([str(path)], EDITION, memory)


TOLD = Chosen.from_names(["Ash Host"], "Test - Moor Kin", ["Moor Kin", "Horn", "Cart"])
IN_UNIT = ("Moor Kin", "Horn")  # every one of them has a Bow


def of_howl(path: Path, chosen: Chosen | None) -> bool | None:
    """True if the unit has its Howl, False if it has not, None if it is named as not told."""
    (sheet,) = opened(path).datasheets("Moor Kin", "Moor Kin", chosen and chosen.of_unit(IN_UNIT))
    named = any(words.startswith("Howl: ") and "which the list does not tell" in words for words in sheet.warnings)
    has = any(one.name == "Howl" for one in sheet.copies[0].profiles)
    assert not (has and named)
    return None if named else has


def howl(*modifiers: Node, **more: Any) -> Node:
    return ability("Howl", "It howls.") | {"modifiers": [*modifiers]} | more


SHOWN_WITH_ASH = hiding(choice("atLeast", "Ash Host"), value=False)
UNKNOWN = choice("atLeast", "Nobody Knows")


@pytest.mark.rule("IMP-64")
@pytest.mark.parametrize("how", [as_xml, as_json])
@pytest.mark.parametrize(
    ("node", "wanted"),
    [
        (howl(UNLESS_ASH), True),
        (howl(UNLESS_PEAT), False),
        (howl(UNLESS_ASH, UNLESS_PEAT), False),
        (howl(SHOWN_WITH_ASH, hidden=True), True),
        (howl(hiding(choice("atLeast", "Peat Host"), value=False), hidden=True), False),
        (howl(UNLESS_PEAT, SHOWN_WITH_ASH), True),  # the last that holds decides
    ],
)
def test_a_rule_is_there_only_with_its_detachment(
    folder: Write, node: Node, wanted: bool, how: Callable[[Node, str], bytes]
) -> None:
    assert of_howl(folder(node, how=how), TOLD) is wanted


@pytest.mark.rule("IMP-64")
@each(
    "modifier, wanted",
    [
        (hiding(choice("equalTo", "Peat Host", value=0)), False),
        (hiding(choice("notEqualTo", "Peat Host", value=0)), True),
        (hiding(choice("greaterThan", "Ash Host", value=0)), False),
        (hiding(choice("greaterThan", "Ash Host")), True),
        (hiding(choice("atMost", "Ash Host", value=0)), True),
        (hiding(choice("instanceOf", "Ash Host")), False),
        (hiding(choice("notInstanceOf", "Ash Host")), True),
        (hiding(choice("atLeast", "Ash Host", value=2)), True),
        # upgrades of the unit, and of the army
        (hiding(choice("lessThan", "Horn", "parent")), True),
        (hiding(choice("lessThan", "Cart", "parent")), False),
        (hiding(choice("lessThan", "Cart", "force")), True),
        (hiding(choice("atLeast", "Cart", "some-id")), True),
        (hiding(choice("lessThan", "Bow", "self")), True),
        (hiding(choice("atLeast", "Horn", "parent", value=3)), None),  # how many is not told
        # categories and kinds around the rule
        (hiding(choice("instanceOf", "Chief", "ancestor")), False),
        (hiding(choice("instanceOf", "Beast", "ancestor")), True),
        (hiding(choice("notInstanceOf", "Beast", "root-entry")), False),
        (hiding(choice("atLeast", "Chief", "roster")), None),
        (hiding(choice("instanceOf", "Chief", "root-entry") | {"childId": "model"}), False),
        (hiding(choice("instanceOf", "Chief", "root-entry") | {"childId": "unit"}), True),
        # kinds of armies, and whose the army is
        (hiding(choice("instanceOf", "Boats", "force")), True),
        (hiding(choice("atLeast", "Rafts") | {"field": "forces"}), True),
        (hiding(choice("notInstanceOf", "Army", "force")), True),
        (hiding(choice("notInstanceOf", "Test - Moor Kin", "primary-catalogue")), True),
        (hiding(choice("instanceOf", "Test - Moor Kin", "primary-catalogue")), False),
        # several conditions
        (hiding(choice("atLeast", "Ash Host"), choice("atLeast", "Peat Host")), True),
        (hiding(choice("atLeast", "Ash Host"), choice("atLeast", "Peat Host"), kind="or"), False),
        (hiding(choice("atLeast", "Peat Host"), UNKNOWN), True),
        (hiding(choice("atLeast", "Ash Host"), UNKNOWN), None),
        (hiding(choice("atLeast", "Ash Host"), UNKNOWN, kind="or"), False),
        # what cannot be told
        (hiding(UNKNOWN), None),
        (hiding(choice("atLeast", "Ash Host"), kind="count"), None),
        (hiding(choice("atLeast", "Ash Host", percentValue=True)), None),
        (hiding(choice("atLeast", "Ash Host", value="many")), None),
        (hiding(choice("atLeast", "Ash Host") | {"field": "points"}), None),
        (hiding(choice("atLeast", "Ash Host"), repeats=[{"value": 1}]), None),
        (hiding(choice("atLeast", "Ash Host"), type="increment"), None),
        (hiding(), False),  # always
    ],
)
def test_conditions_of_what_is_hidden(folder: Write, modifier: Node, wanted: bool | None) -> None:
    assert of_howl(folder(howl(modifier)), TOLD) is wanted


@pytest.mark.rule("IMP-64")
def test_the_conditions_of_a_group_of_modifiers_are_theirs(folder: Write) -> None:
    def grouped(*hosts: str, kind: str = "and") -> Node:
        conditions = [choice("atLeast", host) for host in hosts]
        return {"modifierGroups": [{"type": kind, "conditions": conditions, "modifiers": [UNLESS_PEAT]}]}

    assert of_howl(folder(howl() | grouped("Ash Host")), TOLD) is False
    assert of_howl(folder(howl() | grouped("Ash Host", "Fen Host")), TOLD) is True
    assert of_howl(folder(howl() | grouped("Ash Host", "Fen Host", kind="or")), TOLD) is False


@pytest.mark.rule("IMP-64")
@each(
    "modifier, chosen, wanted",
    [
        (UNLESS_ASH, Chosen.from_names([], "Moor Kin", []), None),  # the list names no detachment
        (UNLESS_ASH, None, None),
        (UNLESS_ASH, Chosen.from_names(["Fen Host", "Ash Host"], "", []), True),
        (UNLESS_ASH, Chosen.from_names(["ASH HOST (Ash March)"], "", []), True),
        (hiding(choice("lessThan", "Bog Host (Deep Bog)")), Chosen.from_names(["Bog host"], "", []), True),
        (hiding(choice("notInstanceOf", "Test - Moor Kin", "primary-catalogue")), Chosen.from_names([], "", []), None),
        (
            hiding(choice("instanceOf", "Test - Moor Kin", "primary-catalogue")),
            Chosen.from_names([], "Test - Fen", []),
            True,
        ),
        (hiding(choice("atLeast", "Horn", "parent")), None, None),
    ],
)
def test_what_the_list_does_not_tell_is_named_and_left_out(
    folder: Write, modifier: Node, chosen: Chosen | None, wanted: bool | None
) -> None:
    assert of_howl(folder(howl(modifier)), chosen) is wanted


@pytest.mark.rule("IMP-64")
def test_links_to_rules_and_groups_of_them_are_hidden_alike(folder: Write) -> None:
    own = rule("Own", "Text.") | {"modifiers": [UNLESS_PEAT]}
    path = folder(link("Host rules", "infoGroup"), link("Lore", "rule"), own)
    for host, rules in (("Ash Host", []), ("Peat Host", ["Own", "Peat Fury", "Lore"]), ("Bog Host", ["Bog Might"])):
        (sheet,) = opened(path).datasheets("Moor Kin", "", Chosen.from_names([host], "", []))
        assert [one.name for one in sheet.copies[0].rules] == rules


@pytest.mark.rule("IMP-64")
def test_the_bearer_of_a_rule_is_what_has_it(folder: Write) -> None:
    """Of an upgrade's rule it is the upgrade; what is around it counts with its categories."""
    of_upgrade = hiding(choice("notInstanceOf", "x", "self") | {"childId": "upgrade"})
    no_chief = hiding(choice("notInstanceOf", "Chief", "ancestor"))
    own_chief = hiding(choice("notInstanceOf", "Chief", "self"))
    path = folder(
        entry("Drum", ability("Beat", "Loud.") | {"modifiers": [of_upgrade, no_chief]},
              ability("Roll", "Long.") | {"modifiers": [own_chief]}, kind="upgrade")
    )  # fmt: skip
    (sheet,) = opened(path).datasheets("Moor Kin", "", TOLD)
    (drum,) = (one for one in sheet.copies[0].selections if one.name == "Drum")
    assert [one.name for one in drum.profiles] == ["Beat"]


@pytest.mark.rule("IMP-64")
def test_a_remembered_file_hides_the_same(folder: Write, tmp_path: Path) -> None:
    path = folder(howl(UNLESS_ASH), link("Host rules", "infoGroup"))
    memory = RememberedCatalogues(RememberedLists(tmp_path / "home" / "lists", b"s" * 32))

    def found(host: str) -> tuple[list[str], list[str]]:
        chosen = Chosen.from_names([host], "", [])
        sources = opened(path, memory)
        (sheet,) = sources.datasheets("Moor Kin", "", chosen)
        own = sources.detachment(host, chosen)
        assert own is not None
        said = [one.name for one in (*sheet.copies[0].profiles, *sheet.copies[0].rules)]
        return said, [one.name for one in own.rules]

    for _ in range(2):  # read, then remembered
        assert found("Ash Host") == (["Moor Kin", "Howl"], ["Ash March"])
        assert found("Peat Host") == (["Moor Kin", "Peat Fury"], ["Peat Fury"])


def test_a_roster_tells_its_choices_itself() -> None:
    host = Selection(
        "Detachment", UPGRADE, selections=(Selection("Ash Host", UPGRADE), Selection("Fen Host", number=0))
    )
    kin = Selection("Moor Kin", "model", selections=(Selection("Horn", UPGRADE), Selection("Cart", number=0)))
    roster = Roster("A list", "", "", "", (Force("A list", "Moor Kin", (host, kin)),))
    assert chosen_in(roster, roster.forces[0], kin) == Chosen.from_names(
        ["Ash Host"], "Moor Kin", ["Detachment", "Ash Host", "Moor Kin", "Horn"]
    ).of_unit(["Moor Kin", "Horn"])


# The rules of the list's own detachment -------------------------------------------------------------------------------


def pasted(path: Path, detachment: str) -> ImportedList:
    lines = ["+" * 30,
        "+ FACTION KEYWORD: Test - Moor Kin", f"+ DETACHMENT: {detachment}", "+ TOTAL ARMY POINTS: 50pts", "+",
        "+ NUMBER OF UNITS: 1", "+++++++++++++++++++", "", "Char1: 1x Moor Kin (50 pts): Bow",
    ]  # fmt: skip
    return take("\n".join(lines).encode(), "kin.txt", Options(data=(str(path),), edition="10e"))


def told(one: ImportedList) -> list[str]:
    report = one.report
    return [remark.text for remark in (*report.rules_played, *report.yours_to_play, *report.other_phases)]


@pytest.mark.rule("EVE-60")
@each(
    "detachment, name, rules, words",
    [
        (
            "Peat Host", "Peat Host", [{"name": "Peat Fury", "for": "MOOR KIN", "effect": "re-roll hit rolls of 1"}],
            ["Peat Fury: MOOR KIN: re-roll hit rolls of 1"],
        ),
        (
            "BOG HOST", "Bog Host (Deep Bog)", [{"name": "Bog Might", "for": "MOOR KIN", "effect": "+2 strength"}],
            ["Bog Might: MOOR KIN: +2 strength"],
        ),
        ("Ash Host", "Ash Host", None, ["Ash March (Ash Host)"]),
        (
            "Fen Host", "Fen Host", [{"name": "Fen Whim", "when": "told"}],
            ["Fen Whim (Fen Host): read it in the rules of the army"],
        ),
        (
            "Mist Host", "Mist Host", [{"name": "Mist Veil", "for": "MOOR KIN", "effect": "Feel No Pain 6+"}],
            ["Mist Veil: MOOR KIN: Feel No Pain 6+"],
        ),
        ("Mud Host", "Mud Host", None, ["Mud Host: read the rule of this detachment: no data has it"]),
    ],
)  # fmt: skip
def test_the_rule_of_the_own_detachment_is_read(
    folder: Write, detachment: str, name: str, rules: list[dict[str, Any]] | None, words: list[str]
) -> None:
    """It is played, or named with its detachment; no rule goes without a word, and no other detachment's is there."""
    one = pasted(folder(), detachment)
    assert one.document["army"] == {"detachment": name} | ({"rules": rules} if rules else {})
    assert told(one) == words


@pytest.mark.rule("EVE-60")
def test_a_rule_that_units_have_too_is_played_once(folder: Write) -> None:
    path = folder(link("Host rules", "infoGroup"))
    fury, call = pasted(path, "Peat Host").document, pasted(path, "Reed Host").document
    assert ("abilities" in fury["units"][0], len(fury["army"]["rules"])) == (False, 1)
    assert (call["units"][0]["abilities"], "rules" in call["army"]) == (
        ["+1 to hit if led by MOOR KIN CHARACTER"],
        False,
    )
