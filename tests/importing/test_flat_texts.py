"""Pasted texts that have lost their indents: the groups of the text stand, and no model goes without a word (IMP-60)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from shoot_cli.importing.data.datasheets import RosterSource
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import tell_of_lost
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import MODEL, Roster
from tests.helpers.each import each
from tests.importing.written_rosters import Node, ability, as_json, blade, gun, model, roster, statline, unit, upgrade

take = IMPORTERS["40k-10e"].take

HEAD = "Rivers (500 points)\n\nInvented\nStrike Force (2000 points)\nTide\n\nBATTLELINE\n\n"
LINE = statline("River Guard")
# kinds of men that differ by their arms alone, as data files have them
RIVER = unit(
    "River Guards",
    model("River Guard w/ reed rifle", LINE, gun("Reed rifle"), blade("Knife"), number=4),
    model("River Guard w/Tide pistol", LINE, gun("Tide pistol"), blade("Knife")),
    model("River Guard (Pike)", statline("River Guard (Pike)", w=3), gun("Pike"), ability("Wide shield", "Of reed.")),
    model("Reeve", statline("Reeve", w=3), gun("Tide pistol"), blade("Long knife")),
    upgrade("Reed banner", ability("Reed banner", "Add 1 to the Objective Control characteristic.")),
)  # fmt: skip
# kinds that are called by their arms and by nothing else
HEAVY = unit(
    "Heavy Guards",
    model("Pike and reed rifle", statline("Heavy Guard", w=3), gun("Pike"), gun("Reed rifle")),
    model("Two pikes", statline("Heavy Guard", w=3), gun("Two pikes"), number=2),
    model("Heavy Reeve", statline("Heavy Reeve", w=4), gun("Pike"), gun("Two pikes")),
)  # fmt: skip
NAMED = unit(
    "Tide Lords",
    model("Oda the Old", statline("Oda", w=4), gun("Pike")), model("Bel", statline("Bel", w=3), blade("Cudgel")),
)  # fmt: skip
BOAT = model("River Boat", statline("River Boat", t=9, w=10), gun("Bow gun"), gun("Stern gun"), gun("Net"))
INDENTED = (
    HEAD
    + """River Guards (90 points)
  • Chapter: Upper River
  • 1x Reeve
    • 1x Long knife
      1x Tide pistol
  • 9x River Guard
    • 9x Knife
      1x Reed banner
      7x Reed rifle
      2x Tide pistol

Heavy Guards (80 points)
  • 1x Heavy Reeve
    • 1x Pike
      1x Two pikes
  • 2x Heavy Guard
    • 2x Two pikes

Tide Lords (100 points)
  • 1x Oda the Old
    • 1x Pike
  • 1x Bel
    • 1x Cudgel

River Boat (100 points)
  • 1x Bow gun
    1x Net
    1x Stern gun
"""
)
READERS = {
    "no indents": lambda text: re.sub(r"(?m)^ +", "", text),
    "no indents and a bullet each": lambda text: re.sub(r"(?m)^ +(?=\d)", "• ", text).replace("\n  ", "\n").replace("  •", "•"),
    "no bullets": lambda text: re.sub(r"(?m)^ *(?:• )?(?=\S)", "", text),
    "other bullets": lambda text: re.sub(r"(?m)^ *•", "-", text),
    "inner bullets alone": lambda text: text.replace("•", "◦"),
    "numbers behind an x": lambda text: re.sub(r"(\d)x ", r"x\1 ", text),
    "a blank line behind each": lambda text: text.replace("\n", "\n\n"),
    "pictures around names": lambda text: re.sub(r"(?m)^(\w.*points\))$", "🌊 \\1 🛶", text),
}  # fmt: skip


def source(*units: Node) -> RosterSource:
    found = read(as_json(roster(*units)), "data.json")
    assert isinstance(found, Roster)
    return RosterSource(found, "data.json")


DATA = source(RIVER, HEAVY, NAMED, BOAT)


def joined(text: str, *units: Node) -> tuple[Roster, ImportContext]:
    taking = ImportContext(USUAL)
    return roster_of(read_text(text, "list.txt"), Sources((source(*units) if units else DATA,)), taking), taking


def came(text: str, *units: Node) -> tuple[dict[str, Any], ImportContext]:
    found, taking = joined(text, *units)
    return take(found, taking), taking


def models(found: Roster) -> list[tuple[str, list[tuple[str, int, tuple[tuple[str, int], ...]]]]]:
    return [
        (one.name, [
            (each.name, each.number, tuple((arm.name, arm.number) for arm in each.selections))
            for each in one.selections if each.kind == MODEL
        ])
        for _, one in found.tops()
    ]  # fmt: skip


def squad(*lines: str, name: str = "River Guards", points: int = 90) -> str:
    return HEAD + f"{name} ({points} points)\n" + "\n".join(lines) + "\n"


def left(taking: ImportContext) -> list[str]:
    return [f"{one.unit}: {one.text}" for one in taking.left]


@pytest.mark.rule("IMP-60")
@each("way", list(READERS.values()))
def test_a_text_without_indents_has_the_models_of_the_same_with_indents(way: Callable[[str], str]) -> None:
    whole, _ = joined(INDENTED)
    found, taking = joined(way(INDENTED))
    assert models(found) == models(whole)
    assert [sum(n for _, n, _ in each) for _, each in models(found)] == [10, 3, 2, 0]
    assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_a_number_in_brackets_counts_with_and_without_a_bullet() -> None:
    found, _ = joined(re.sub(r"(\d+)x ([^\n]*)", r"\2 (\1)", INDENTED))
    assert models(found) == models(joined(INDENTED)[0])


@pytest.mark.rule("IMP-60")
@each("bullet", ["• ", ""])
def test_a_line_that_sums_up_those_behind_it_is_the_models_and_no_gun(bullet: str) -> None:
    arms = unit("Tall Guards", model("Tall Guard", LINE, gun("Axe"), gun("Bow"), number=5))
    lines = (f"{bullet}5x Axe and bow", f"{bullet}5x Axe", f"{bullet}5x Bow")
    found, taking = joined(squad(*lines, name="Tall Guards"), arms)
    assert models(found) == [("Tall Guards", [("Axe and bow", 5, (("Axe", 5), ("Bow", 5)))])]
    assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_a_model_that_is_called_by_its_arms_is_told_from_them() -> None:
    """Some data names models as what they carry, and some programs write it so: twice means a model that has it."""
    lines = ("• 1x Heavy Reeve", "• 1x Pike", "• 1x Two pikes", "• 1x Pike and reed rifle", "• 1x Pike",
             "• 1x Reed rifle", "• 2x Two pikes", "• 2x Two pikes")  # fmt: skip
    found, taking = joined(squad(*lines, name="Heavy Guards"))
    assert models(found)[0][1] == [
        ("Heavy Reeve", 1, (("Pike", 1), ("Two pikes", 1))),
        ("Pike and reed rifle", 1, (("Pike", 1), ("Reed rifle", 1))),
        ("Two pikes", 2, (("Two pikes", 2),)),
    ]
    assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_gear_that_is_called_as_the_unit_is_no_model() -> None:
    """What the datasheet knows to be gear is none, however often it is there, and whatever its name sounds like."""
    charmed = unit(
        "River Guards", model("River Guard", LINE, gun("Reed rifle"), upgrade("River charm", ability("River charm", "Of luck."))),
        model("Reeve", statline("Reeve", w=3), gun("Tide pistol")),
    )  # fmt: skip
    lines = ("1x Reeve", "1x Tide pistol", "9x River Guard", "9x River charm", "9x Reed rifle")
    found, taking = joined(squad(*lines), charmed)
    assert models(found)[0][1] == [
        ("Reeve", 1, (("Tide pistol", 1),)), ("River Guard", 9, (("River charm", 9), ("Reed rifle", 9))),
    ]  # fmt: skip
    assert left(taking) == []


@pytest.mark.rule("IMP-62")
def test_arms_tell_which_kind_of_model_somebody_is() -> None:
    """“4 with pike”: the pike has another statline than the rifle, whoever is called alike."""
    text = "+ FACTION KEYWORD: Invented\n\n5x River Guards (90 pts): 3 with Reed rifle, 2 with Pike, Wide shield\n"
    document, taking = came(text)
    stats = document["profiles"]
    assert [(one["count"], stats[one["profile"]]["W"]) for one in document["units"][0]["models"]] == [(3, 2), (2, 3)]
    assert left(taking) == []
    alone = unit("Spears", model("Spears (Pike)", statline("Spear", w=3), gun("Pike"), number=4))
    document, taking = came("+ FACTION KEYWORD: Invented\n\n4x Spears (90 pts): 4 with Pike\n", alone)
    assert [(one["name"], one["count"]) for one in document["units"][0]["models"]] == [("Spear", 4)]
    assert left(taking) == []


@pytest.mark.rule("IMP-20")
def test_a_model_without_a_statline_has_that_of_its_squad_which_is_called_so() -> None:
    kin = unit(
        "Reed Kin", model("Reed Kin Elder", statline("Reed Kin", w=2), gun("Pike")),
        model("Reed Kin", gun("Reed rifle", 9), number=9), model("Stranger", gun("Pike")),
    )  # fmt: skip
    document, taking = came(
        squad("• 1x Reed Kin Elder", "• 1x Pike", "• 9x Reed Kin", "• 9x Reed rifle", name="Reed Kin"), kin
    )
    assert [(one["name"], one["count"]) for one in document["units"][0]["models"]] == [
        ("Reed Kin", 9), ("Reed Kin Elder", 1),
    ]  # fmt: skip
    assert "Reed Kin has no statline of its own in data.json: that of Reed Kin Elder" in [
        one.text for one in taking.guesses
    ]
    _, taking = came(squad("• 1x Stranger", "• 1x Pike", name="Reed Kin"), kin)
    assert left(taking) == ["Reed Kin: Stranger has no statline in the file"]


@pytest.mark.rule("IMP-62")
@each(
    "name, guess",
    [
        ("Upper River Guard", "is taken to be River Guard w/ reed rifle"),
        ("Heavy Guard", "is taken to be Two pikes, whose statline is called so"),
        ("Wanderer", "is taken to be River Guard w/ reed rifle, which the text does not name"),
    ],
)
def test_a_group_that_no_kind_is_called_is_guessed_and_told(name: str, guess: str) -> None:
    heavy = name == "Heavy Guard"
    chief, arms = ("Heavy Reeve", "Two pikes") if heavy else ("Reeve", "Reed rifle")
    even = unit(
        "River Guards", model("River Guard w/ reed rifle", LINE, gun("Reed rifle")),
        model("Reeve", statline("Reeve", w=3), gun("Tide pistol")),
    )  # fmt: skip
    text = squad(
        f"  • 1x {chief}",
        "    • 1x Pike",
        f"  • 4x {name}",
        f"    • 4x {arms}",
        name="Heavy Guards" if heavy else "River Guards",
    )
    found, _ = joined(text, HEAVY if heavy else even)
    assert [(one, n) for one, n, _ in models(found)[0][1]] == [(chief, 1), (name, 4)]
    ((_, top),) = found.tops()
    assert f"{name} {guess}" in top.guessed


@pytest.mark.rule("IMP-60")
def test_models_that_the_data_does_not_have_are_left_out_in_words() -> None:
    even = unit(
        "River Guards", model("Rower", LINE, gun("Reed rifle")), model("Reeve", statline("Reeve", w=3), gun("Pike"))
    )
    found, taking = joined(squad("  • 1x Reeve", "    • 1x Pike", "  • 9x Wanderer", "    • 9x Sling"), even)
    assert models(found)[0][1] == [("Reeve", 1, (("Pike", 1),))]
    assert left(taking) == ["River Guards: Wanderer: data.json does not have such a model for this unit"]


@pytest.mark.rule("IMP-60")
def test_a_guard_tells_of_models_that_are_lost_whatever_became_of_them() -> None:
    found, taking = joined(squad("  • 1x Reeve", "    • 1x Tide pistol", "  • 9x River Guard", "    • 9x Reed rifle"))
    document = take(found, taking)
    tell_of_lost(found, document, taking)
    assert left(taking) == []
    page = document["units"][0]
    page["models"] = [one for one in page["models"] if one["name"] == "Reeve"]
    tell_of_lost(found, document, taking)
    assert left(taking) == ["River Guards: 9 of the 10 models that the text counts"]
    document["units"].clear()
    taking = ImportContext(USUAL)
    tell_of_lost(found, document, taking)
    assert left(taking) == ["River Guards: 10 of the 10 models that the text counts"]


@pytest.mark.rule("IMP-60")
def test_a_guard_tells_of_groups_that_nobody_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from shoot_cli.importing.pasted import matching

    monkeypatch.setattr(matching.JoinedUnit, "parts", lambda self: (joined_parts(self)[:1], []))
    _, taking = joined(squad("  • 1x Reeve", "    • 1x Tide pistol", "  • 9x River Guard", "    • 9x Reed rifle"))
    assert left(taking) == ["River Guards: 9 of the 10 models that the text counts"]


def joined_parts(one: Any) -> list[Any]:
    from shoot_cli.importing.pasted.matching import ModelGroup

    return [ModelGroup(group.name, group.n, group.items, one.sheet.model(group.name)) for group in one.entry.groups]


@pytest.mark.rule("IMP-41")
def test_what_a_text_names_and_is_nothing_to_shooting_is_named() -> None:
    _, taking = came(INDENTED)
    assert [f"{one.unit}: {one.text}" for one in taking.quiet] == [
        "River Guards: Chapter: Upper River: data.json does not have it for this unit, and by its name it is no "
        "ranged weapon",
        "River Guards: Reed banner",
    ]
    bare = unit("River Guards", model("River Guard", LINE, gun("Reed rifle"), upgrade("Charm"), number=5))
    _, taking = came(squad("  • 5x River Guard", "    • 5x Reed rifle", "      1x Charm"), bare)
    assert [one.text for one in taking.quiet] == ["Charm: the data says nothing of it"]


@pytest.mark.rule("IMP-12")
def test_men_that_stand_as_upgrades_in_the_data_are_models() -> None:
    old = unit(
        "Sky Guards", statline("Sky Guards"), upgrade("Sky Guard", gun("Sky rifle"), number=4),
        upgrade("Sky Sergeant", gun("Sky pistol")),
    )  # fmt: skip
    text = squad("• 1x Sky Sergeant", "• 1x Sky pistol", "• 4x Sky Guard", "• 4x Sky rifle", name="Sky Guards")
    found, taking = joined(text, old)
    assert models(found)[0][1] == [
        ("Sky Sergeant", 1, (("Sky pistol", 1),)), ("Sky Guard", 4, (("Sky rifle", 4),)),
    ]  # fmt: skip
    assert left(taking) == []
