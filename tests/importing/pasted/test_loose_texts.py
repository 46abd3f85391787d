"""Texts that people type or mend by hand: nobody and nothing gets lost, or more, without a word (IMP-60, 62)."""

from __future__ import annotations

import pytest

from shoot_cli.importing.data.names import singular
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.text_list import Group, Item, TextList, counted, split_at_commas, whole_number
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import Refused, Roster
from tests.helpers.each import each
from tests.importing.test_flat_texts import HEAD, joined, left, models
from tests.importing.written_rosters import blade, gun, model, statline, unit

LADS = unit(
    "Ladz", model("Lad", statline("Lad"), gun("Sling"), gun("Big sling"), blade("Club"), number=9),
    model("Chief", statline("Chief", w=2), gun("Sling"), blade("Axe"), blade("Claws and teeth")),
)  # fmt: skip
CART = model(
    "Bone Cart", statline("Bone Cart", t=9, w=10), gun("Bone cart"), gun("Spike"), gun("Ember gun"), gun("Net gun")
)
WHOLE = [("Lad", 9, (("Sling", 9), ("Club", 9))), ("Chief", 1, (("Sling", 1), ("Axe", 1)))]
KEYS = "+ FACTION KEYWORD: Invented\n+ DETACHMENT: Tide\n+ TOTAL ARMY POINTS: 500pts\n"
FENCE = "+" * 20 + "\n"
BODY = (
    "\n1x Captain (95 pts): Spear, 2x Dart\n10x Ladz (90 pts)\n• 1x Chief: Sling, Axe\n• 9x Lad: 9 with Sling, Club\n"
)


def came(*lines: str, name: str = "Ladz") -> tuple[Roster, ImportContext]:
    return joined(HEAD + f"{name} (90 points)\n" + "\n".join(lines) + "\n", LADS, CART)


def read(text: str) -> TextList:
    return read_text(text, "pasted")


@pytest.mark.rule("IMP-60")
@each("above, below", [(FENCE, FENCE), (FENCE, ""), ("", FENCE), ("[12:03] Bob: " + FENCE, FENCE), ("", "")])
def test_a_header_may_have_lost_a_fence(above: str, below: str) -> None:
    found = read(above + KEYS + below + BODY)
    assert found.detachment == "Tide"
    assert [(one.name, one.models, len(one.items)) for one in found.entries] == [("Captain", 1, 2), ("Ladz", 10, 0)]
    full = read(
        above + KEYS + below + "\nCHARACTER\n\n1x Captain (95 pts)\n1 with Spear, Dart\n\nCaptain (95 pts)\n• 1x Dart\n"
    )
    assert [len(one.items) for one in full.entries] == [2, 1]
    keys = "+ FACTION KEYWORD: Invented\n+ TOTAL ARMY POINTS: 500pts\n+ DETACHMENT: Tide\n"
    assert read(above + keys + below + "painted by Bob\n" + BODY).detachment == (
        "Tide" if below or not above else "Tide painted by Bob"
    )


@pytest.mark.rule("IMP-60")
def test_a_broken_line_of_the_header_is_mended() -> None:
    broken = KEYS.replace("DETACHMENT: Tide", "DETACHMENT: High\nTide and low")
    assert read(FENCE + broken + FENCE + BODY).detachment == "High Tide and low"


@pytest.mark.rule("IMP-62")
@each(
    "line, wanted",
    [
        ("• 2x Spike, Ember gun, Net gun", [("Spike", 2), ("Ember gun", 1), ("Net gun", 1)]),
        ("• 2x Spike, Ember gun and Net gun", [("Spike", 2), ("Ember gun", 1), ("Net gun", 1)]),
        ("• 2x Spike, 3x Ember gun", [("Spike", 2), ("Ember gun", 3)]),
        ("• Spike; 2x Ember gun/Net gun", [("Spike", 1), ("Ember gun", 2), ("Net gun", 2)]),
        ("• Spike, Bone cart, Net gun", [("Spike", 1), ("Bone cart", 1), ("Net gun", 1)]),
        ("• 1x Net gun\n• 1x Spike\n• 1x Bone cart", [("Net gun", 1), ("Spike", 1), ("Bone cart", 1)]),
        ("• 1x Bone cart\n• 1x Spike", [("Bone cart", 1), ("Spike", 1)]),
    ],
)
def test_a_number_is_that_of_one_item_and_a_gun_may_be_called_as_its_unit(
    line: str, wanted: list[tuple[str, int]]
) -> None:
    found, taking = came(line, name="Bone Cart")
    ((_, cart),) = found.tops()
    assert [(one.name, one.number) for one in cart.selections] == wanted
    assert left(taking) == []


@pytest.mark.rule("IMP-62")
@each(
    "lines",
    [
        ("• 9x Lad with Sling and Club", "• 1x Chief with Sling and Axe"),
        ("• 9x Lad w/ Sling & Club", "• 1x Chief w/ Sling & Axe"),
        ("• 9x Lad - Sling, Club", "• 1x Chief - Sling, Axe"),
        ("• 9x Lad (Sling, Club)", "• 1x Chief (Sling, Axe)"),
        ("• 9x Lad (9x Sling, 9x Club)", "• 1x Chief (1x Sling, 1x Axe)"),
        ("• 9x Lad [Sling, Club]", "• 1x Old Chief [Sling, Axe]"),
        ("9x Lad (9x Sling, 9x Club), Old Chief (Sling, Axe)",),
        ("• 9x Lad + Sling + Club", "• 1x Chief + Sling + Axe"),
        ("• 9x Lad: Sling; Club", "• 1x Chief: Sling; Axe"),
        ("• 9x Lad: Sling/Club", "• 1x Chief: Sling/Axe"),
        ("• 9x Ladz: Sling, Club", "• 1x Chief: Sling, Axe"),
        ("• 9 Lad", "   ◦ 9 Sling", "   ◦ 9 Club", "• 1 Chief", "   ◦ 1 Sling", "   ◦ 1 Axe"),
        (
            "• 9x Lad (0 pts)",
            "   ◦ 9x Sling (0 pts)",
            "   ◦ 9x Club",
            "• 1x Chief (+5 pts)",
            "   ◦ 1x Sling",
            "   ◦ 1x Axe",
        ),
    ],
)
def test_models_carry_what_stands_behind_them_however_it_is_written(lines: tuple[str, ...]) -> None:
    found, taking = came(*lines)
    assert sorted(one[1:] for one in models(found)[0][1]) == sorted(one[1:] for one in WHOLE)
    assert left(taking) == []


@pytest.mark.rule("IMP-62")
def test_the_numbers_behind_a_model_share_it_out() -> None:
    found, _ = came("• 1x Chief with Sling", "• 9x Lad w/ 7x Sling, 2x Big sling")
    assert sorted((n, arms) for _, n, arms in models(found)[0][1]) == [
        (1, (("Sling", 1),)), (2, (("Big sling", 2),)), (7, (("Sling", 7),)),
    ]  # fmt: skip


@pytest.mark.rule("IMP-60")
def test_models_that_stand_once_more_are_more_models() -> None:
    lines = ("  • 1x Chief", "     ◦ 1x Sling", "  • 5x Lad", "     ◦ 5x Sling", "  • 4x Lad")
    found, _ = came(*lines)
    assert sorted((name, n) for name, n, _ in models(found)[0][1]) == [("Chief", 1), ("Lad", 4), ("Lad", 5)]
    ((_, top),) = found.tops()
    assert "4x Lad stands there once more without wargear: 4 models more" in top.guessed
    assert read(KEYS + "\n6x Ladz (90 pts)\n• 1x Chief: Axe\n• 5x Lad: Sling\n• 5x Lad\n").entries[0].models == 6


@pytest.mark.rule("IMP-62")
def test_a_name_with_an_and_is_not_parted_where_the_datasheet_has_it() -> None:
    text = "Rivers [90 points]\nInvented\nBattle Size: Strike Force (2000 point limit)\n\nLadz [90 points]\n"
    found, taking = joined(text + "• 9 Lads with Sling and Club\n• 1 Chief with Sling, Claws and Teeth\n", LADS)
    assert ("Chief", 1, (("Sling", 1), ("Claws and teeth", 1))) in models(found)[0][1]
    assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_numbers_and_names() -> None:
    assert [whole_number(one) for one in ("80.0", "1,234", "2.000", "2 000", "95")] == [80, 1234, 2000, 2000, 95]
    assert [counted(one) for one in ("1 XV9 Suit", "9 x Lad", "9X Lad", "9xLad")] == [
        (None, "1 XV9 Suit"), (9, "Lad"), (9, "Lad"), (9, "Lad"),
    ]  # fmt: skip
    assert singular("Ladz") == singular("Lads") == singular("Lad") != singular("Laz")
    assert read(KEYS + "\n1x Cart (90 pts)\n• 2x Spike, 3x Dart\n").entries[0].items == (
        Item("Spike", 2),
        Item("Dart", 3),
    )
    assert split_at_commas("A (b, c); D, E") == ["A (b, c)", "D", "E"]


@pytest.mark.rule("IMP-60")
def test_what_stands_around_a_text_is_none_of_it() -> None:
    plain = HEAD + "Ladz (90 points)\n  • 9x Lad\n     ◦ 9x Sling\n"
    assert read(f"```\n{plain}```\n").entries == tuple(
        one.but(line=one.line + 1, groups=tuple(group.but(line=group.line + 1) for group in one.groups))
        for one in read(plain).entries
    )
    sad = read(HEAD + "Ladz (90 points)\n• 9x Lad: Sling\nonly nine painted :(\nChief (50 points)\n• 1x Axe\n")
    assert [one.name for one in sad.entries] == ["Ladz", "Chief"]


@pytest.mark.rule("IMP-60")
def test_a_line_is_told_by_its_own_number() -> None:
    text = HEAD + "Ladz (90 points)\n• 1x Sling • 1x Club • 1x Axe\n\nDRONES\nwhat is this\n"
    assert read(text).unread == ("line 13 was not read: what is this",)


@pytest.mark.rule("IMP-60")
def test_items_below_a_colon_go_on_in_the_next_line() -> None:
    found = read(
        FENCE + KEYS + FENCE + "\n10x Ladz (90 pts)\n• 1x Chief: Axe\n• 9x Lad w/ sling:\n9 with Sling, Club\n"
    )
    assert [(one.name, one.n) for one in found.entries[0].groups] == [("Chief", 1), ("Lad w/ sling", 9)]
    assert found.entries[0].groups[1] == Group("Lad w/ sling", 9, (Item("Sling", 9), Item("Club", 9)), 9)


@pytest.mark.rule("IMP-60")
@each(
    "words, points, unread",
    [
        ("Ladz", None, ""),
        ("Ladz (?? Points)", None, "(?? Points)"),
        ("Ladz (8O Points)", None, "(8O Points)"),
        ("Ladz [80]", 80, ""),
        ("Ladz (80)", 80, ""),
        ("Ladz (8)", None, "(8)"),
        ("Ladz (x2)", None, "(x2)"),
        ("Ladz (free)", None, "(free)"),
        ("Ladz (-80 Points)", None, "(-80 Points)"),
        ("Ladz 80 Points", 80, ""),
        ("Ladz: 80 pts", 80, ""),
        ("Ladz - 80 pts", 80, ""),
        ("Ladz (80 Ptos)", 80, ""),
        ("Ladz (80 pkt)", 80, ""),
        ("Ladz (80 p.)", 80, ""),
        ("Ladz (10 models, 80 points)", 80, ""),
        ("Ladz (80 pts / 10 models)", 80, ""),
        ("- Ladz (80 points)", 80, ""),
    ],
)
@each("blank", ["\n\n", "\n"])
def test_a_unit_whose_line_is_unlike_the_others_is_a_unit_of_its_own(
    words: str, points: int | None, unread: str, blank: str
) -> None:
    """It is not poured into the one above it, and what cannot be read as its points is told."""
    blank = "\n\n" if words.startswith("-") else blank  # only a blank line tells it from an item
    text = f"{HEAD}Captain (75 Points)\n  • 1x Spear{blank}{words}\n  • 1x Chief\n     ◦ 1x Axe\n  • 9x Lad\n     ◦ 9x Sling\n"
    found = read(text).entries
    assert [(one.name, one.points, one.models) for one in found] == [("Captain", 75, 1), ("Ladz", points, 10)]
    why = "its line has no points" + (f" that can be read: {unread}" if unread else "")
    assert found[1].doubts == (() if points else (why,))
    assert len(read(text.replace(words, "Ladz (80 Points each")).entries) == 1


@pytest.mark.rule("IMP-60")
def test_a_word_of_a_broken_line_is_no_section() -> None:
    top = FENCE + KEYS + FENCE + "\n10x Ladz (90 pts)\n"
    broken = read(top + "• 1x Chief\n1 with Axe, Shield\nDrone\n• 9x Lad\n9 with Sling\n")
    assert [(one.name, one.n) for one in broken.entries[0].groups] == [("Chief", 1), ("Lad", 9)]
    assert broken.entries[0].groups[0].items == (Item("Axe"), Item("Shield Drone"))
    for section in ("Drones\n1x Captain (95 pts)", "Drones:\n1x Captain (95 pts)", "DRONES\n\n1x Captain (95 pts)"):
        ladz, captain = read(f"{top}• 9x Lad: Sling\n{section}: Spear\n").entries
        assert (ladz.groups[0].items, captain.name) == ((Item("Sling", 9),), "Captain")


@pytest.mark.rule("IMP-60")
@each(
    "old, new",
    [
        ("Rivers (500 points)", "River Regiment 1 (500 points)"),
        ("Lad: Sling", "Lad: Sling\n  use [1 CP] here"),
        ("Ladz (90", "Fast Kill Team: Ladz (90"),
        ("Ladz (90", "Ladz (DP) (90"),
    ],
)
def test_a_word_in_a_text_does_not_make_it_a_list_of_another_game(old: str, new: str) -> None:
    found = read((HEAD + "Ladz (90 points)\n• 9x Lad: Sling\n").replace(old, new))
    assert (found.game, len(found.entries)) == ("", 1)


@pytest.mark.rule("IMP-60")
def test_a_number_without_an_x_shows_the_sentences_of_a_program() -> None:
    text = "Rivers [90 points]\nInvented\nBattle Size: Strike Force (2000 point limit)\n\nCart [90 points]\n"
    found = read(text + "• 2 Spikes and Ember gun\n")
    assert (found.writer, found.entries[0].items) == ("WarOrgan", (Item("Spikes", 2), Item("Ember gun")))


@pytest.mark.rule("IMP-62")
def test_a_text_of_unknown_things_takes_no_long_time() -> None:
    """The ways to part a name are few, however many signs it has (IMP 9)."""
    found, taking = came(
        "• 9x Lad: 9x Sling", "• 3x Boat" + " with a" * 500, "• 3x Lad, " + ", ".join("Abcde" for _ in range(400))
    )
    assert found.points == 500
    assert taking.left


@pytest.mark.rule("IMP-62")
def test_models_in_the_line_of_their_unit_have_what_stands_in_brackets() -> None:
    found, taking = joined(HEAD + "Ladz (90 points): 9x Lad (9x Sling, 9x Club), Old Chief (Sling, Axe)\n", LADS)
    assert sorted(one[1:] for one in models(found)[0][1]) == sorted(one[1:] for one in WHOLE)
    assert left(taking) == []


FIRST = "Ladz\n• 9x Lad: Sling\n\nCart (90 points)\n• 1x Spike\n"


@pytest.mark.rule("IMP-60", "IMP-2")
@each("below", ["\n\nBATTLELINE\n\n", "\n\nBATTLELINE\n", "\n\n", "\n"])
def test_the_first_unit_may_have_no_points(below: str) -> None:
    found = read(HEAD.replace("\n\nBATTLELINE\n\n", below) + FIRST)
    assert [(one.name, one.points, one.models) for one in found.entries] == [("Ladz", None, 9), ("Cart", 90, 1)]
    assert found.entries[0].doubts[0] == "its line has no points"
    assert (found.points, found.detachment, found.unread) == (500, "Tide", ())


@pytest.mark.rule("IMP-60")
def test_what_stands_above_the_units_becomes_no_unit() -> None:
    """A faction, a size or a label may have a line with a bullet below it."""
    for line in ("Orks", "Strike Force (2000 points)", "Force Disposition: Take and Hold", "Detachment: Tide"):
        found = read(f"Rivers (500 points)\n\n{line}\n• Tide\n\nCart (90 points)\n• 1x Spike\n")
        assert [one.name for one in found.entries] == ["Cart"]


@pytest.mark.rule("IMP-61", "IMP-60")
def test_the_head_lines_of_battlescribe_say_name_edition_and_faction() -> None:
    body = "\n+ Vehicle +\n\nCart [90pts]: Spike, Net gun\n\n++ Total: [90pts] ++\n"
    head = "+++ Rivers (Warhammer 40,000 {} Edition) [90pts] +++\n\n++ Army Roster (Rim - Star Clans) [90pts] ++\n"
    for one in ("7th", "10th", "11th"):
        found = read(head.format(one) + body)
        assert (found.name, found.faction, found.points) == ("Rivers", "Rim - Star Clans", 90)
        assert found.game == f"Warhammer 40,000 {one} Edition"
        assert [unit.name for unit in found.entries] == ["Cart"]
    bare = read("+++ Rivers [90pts] +++\n\n++ Army Roster [90pts] ++\n" + body)
    assert (bare.name, bare.faction, bare.game) == ("Rivers", "", "")


@pytest.mark.rule("IMP-60", "IMP-62")
@each(
    "name, nickname",
    [("Ladz: the best", "the best"), ("The best: Ladz", "The best"), ("Char1: Ladz: the best", "the best"),
     ("The best: 1x Ladz", "The best"), ("Char1: Ladz", ""), ("Battleline: Ladz", ""), ("HQ 2: Ladz", "")],
)  # fmt: skip
def test_a_nickname_stands_on_either_side_of_a_colon(name: str, nickname: str) -> None:
    found, _ = joined(HEAD + f"{name} (90 points)\n• 9x Lad: Sling\n• 1x Chief: Sling\n\nOld (9 points)\n", LADS)
    assert [unit.name for _, unit in found.tops()] == ["Ladz"]
    told = [words for _, unit in found.tops() for words in unit.guessed if "nickname" in words]
    assert told == ([f"“{nickname}” beside its name is taken to be a nickname"] if nickname else [])


@pytest.mark.rule("IMP-62")
def test_a_gun_with_points_of_its_own_is_no_enhancement() -> None:
    found, taking = came("• 9x Lad", "  • 8x Sling (0 pts)", "  • 1x Big sling (+5 pts)", "• 1x Chief", "  • 1x Sling")
    ((_, ladz),) = [one for one in found.tops() if one[1].name == "Ladz"]
    slings = [one.number for one in ladz.every() if one.name == "Sling"]
    assert (sum(slings), [one.number for one in ladz.every() if one.name == "Big sling"]) == (9, [1])
    assert (ladz.points, left(taking)) == (90, [])


@pytest.mark.rule("IMP-60")
def test_the_points_of_a_unit_may_stand_on_the_next_line() -> None:
    for section in ("", "BATTLELINE\n\n"):
        found = read(HEAD + section + "Cart (90 points)\n• 1x Spike\n\nLadz\n(80 Points)\n• 9x Lad: Sling\n")
        assert [(one.name, one.points, one.models) for one in found.entries] == [("Cart", 90, 1), ("Ladz", 80, 9)]


@pytest.mark.rule("IMP-62")
def test_a_name_with_two_ands_is_one_thing() -> None:
    arms = model("Cart", statline("Cart"), gun("Fire and Fury and Ruin"), gun("Spike"), gun("Duty and Valour"))
    text = (
        "Rivers [90 points]\nInvented\nBattle Size: Strike Force (2000 point limit)\n\nCart [90 points]\n• 1 Cart with "
    )
    for words in ("Fire and Fury and Ruin", "Spike, Fire and Fury and Ruin and Duty and Valour"):
        found, taking = joined(text + words + "\n", arms)
        ((_, cart),) = found.tops()
        wanted = {*words.replace("Ruin and", "Ruin,").split(", ")}
        assert {one.name.strip() for one in cart.every() if one.kind == "upgrade"} == {one.strip() for one in wanted}
        assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_a_list_of_150_units_is_read_and_of_201_refused() -> None:
    unit_lines = "Cart (9 points)\n• 1x Spike\n\n"
    assert len(read(HEAD + unit_lines * 150).entries) == 150
    with pytest.raises(Refused, match="more than 200 units"):
        read(HEAD + unit_lines * 201)


SAID = HEAD + "Captain (95 points)\n  • 1x Spear\n\nLadz (90 points)\n  • 9x Lad\n    • 8x Sling\n    • 1x Big sling\n"
COLUMNS = """Rivers (500 points)
Invented

Captain (95 points)       Ladz (90 points)
• 1x Spear                • 9x Lad
                            • 8x Sling
                            • 1x Big sling
"""


@pytest.mark.rule("IMP-60")
@each(
    "text",
    [
        SAID.replace("•", "➤"),
        SAID.replace("•", "✅"),
        SAID.replace("•", "🔹").replace("Captain (", "💀 Captain (").replace("Ladz (", "⚔\ufe0f Ladz ("),
        SAID.replace("Captain (", "1. Captain (").replace("Ladz (", "2) Ladz ("),
        SAID.replace("Captain (", "*Captain* (")
        .replace("Ladz (", "_Ladz_ (")
        .replace("Strike Force", "*Strike Force*"),
        SAID.replace("Captain (", "### Captain (").replace("Ladz (", "### Ladz (").replace("BATTLE", "## BATTLE"),
        SAID.replace("1x Spear", "Spear x1").replace("9x Lad", "Lad x9").replace("8x Sling", "Sling x8"),
        SAID.replace("9x Lad\n    • 8x Sling\n    • 1x", "Lad x9: 8x Sling, 1x"),
        SAID.replace("1x Spear", "Spear (1)").replace("9x Lad", "Lad (9)").replace("8x Sling", "Sling (8)"),
        SAID.replace("Ladz (90 points)", "Ladz: 90 points").replace("Captain (95 points)", "Captain: 95 points"),
        SAID.replace("(90 points)", "(90 points) first wave").replace("(95 points)", "(95 points) // in front"),
        SAID.replace("\n", "<br>\n"),
        "\n".join(f"[12:03] Bob: {line}" if line else "" for line in SAID.split("\n")),
        COLUMNS,
    ],
)
def test_a_list_is_the_same_with_other_bullets_numbers_and_marks(text: str) -> None:
    found = read(text)
    assert [(one.name, one.points, one.models) for one in found.entries] == [("Captain", 95, 1), ("Ladz", 90, 9)]
    captain, ladz = found.entries
    assert Item("Spear") in captain.items
    assert [(one.name, one.n, one.items) for one in ladz.groups] == [
        ("Lad", 9, (Item("Sling", 8), Item("Big sling"))),
    ]


@pytest.mark.rule("IMP-60")
def test_points_that_stand_in_a_column_are_no_second_column() -> None:
    names = ("Captain", "Wardens", "Lookout", "Raiders")
    found = read(HEAD + "".join(f"{name}          (90 points)\n• 1x Spear\n\n" for name in names))
    assert [(one.name, one.points) for one in found.entries] == [(name, 90) for name in names]
    remarks = read(
        HEAD + "Captain (95 points)\n• 1x Spear        melee\n• 1x Dart         ranged\n• 1x Net          ranged\n"
    )
    assert [item.name for item in remarks.entries[0].items] == ["Spear melee", "Dart ranged", "Net ranged"]


@pytest.mark.rule("IMP-60", "IMP-2")
@each("below", ["", "\n"])
def test_a_unit_with_a_number_of_models_and_no_points_is_a_unit_of_its_own(below: str) -> None:
    body = (
        f"Char1: 1x Captain (95 pts): Spear\n\n10x Ladz: 9 with Sling, 1 with Axe\n{below}\n1x Cart (70 pts): Spike\n"
    )
    for text in (KEYS + "\n" + body, KEYS + "\n" + body.partition("\n\n")[2]):
        found = {one.name: one for one in read(text).entries}
        assert found["Ladz"].models == 10
        assert (found["Cart"].items, found["Ladz"].points) == ((Item("Spike"),), None)
        assert "Captain" not in found or not found["Captain"].groups


@pytest.mark.rule("IMP-60", "IMP-2")
def test_a_unit_of_lines_without_bullets_may_have_no_points() -> None:
    body = "Captain\n1x Spear\n\nLadz\n9x Lad\n9x Sling\n\nCart (70 points)\n1x Spike\n"
    found = read(HEAD.replace("BATTLELINE\n\n", "") + body)
    assert [(one.name, one.points) for one in found.entries] == [("Captain", None), ("Ladz", None), ("Cart", 70)]
    assert found.detachment == "Tide"


@pytest.mark.rule("IMP-60", "IMP-2")
def test_what_stands_above_the_units_and_is_not_read_is_told() -> None:
    head = HEAD.replace("BATTLELINE\n\n", "")
    found = read(head + "Ladz, the old ones\n• 9x Lad\n\nCart (70 points)\n• 1x Spike\n")
    assert [words.partition(": ")[2] for words in found.unread] == ["9x Lad"]
    _, taking = joined(head + "Bone Cart\n\nLadz (90 points)\n• 9x Lad: Sling\n", LADS, CART)
    assert taking.left[0].unit == "Bone Cart"


@pytest.mark.rule("IMP-62")
@each(
    "name, nickname",
    [('Ladz "The best"', "The best"), ('"The best" Ladz', "The best"), ("Ladz – The best", "The best"),
     ("The best (Ladz)", "The best"), ("The best [Ladz]", "The best")],
)  # fmt: skip
def test_a_nickname_may_stand_in_quotes_brackets_or_behind_a_dash(name: str, nickname: str) -> None:
    found, _ = joined(HEAD + f"{name} (90 points)\n• 9x Lad: Sling\n• 1x Chief: Sling\n\nOld (9 points)\n", LADS)
    ((_, unit),) = found.tops()
    assert unit.name == "Ladz"
    assert f"“{nickname}” beside its name is taken to be a nickname" in unit.guessed


@pytest.mark.rule("IMP-60")
def test_spanish_sections_and_sizes_are_no_units() -> None:
    text = SAID.replace("BATTLELINE", "LÍNEA DE BATALLA").replace("Strike Force", "Fuerza de choque")
    found = read(text.replace("\nLadz", "\nTransportes asignados\n\nLadz").replace("points", "puntos"))
    assert [(one.name, one.models, len(one.items)) for one in found.entries] == [("Captain", 1, 1), ("Ladz", 9, 0)]


@pytest.mark.rule("IMP-60", "IMP-2")
def test_a_name_between_bullets_is_a_unit_or_the_rest_of_a_broken_line() -> None:
    unit_above = "Cart (70 points)\n• 1x Spike\n"
    found = read(HEAD + unit_above + "Ladz\n• 9x Lad\n  • 9x Sling\nCart (70 points)\n• 1x Spike\n")
    assert [(one.name, one.models) for one in found.entries] == [("Cart", 1), ("Ladz", 9), ("Cart", 1)]
    broken = read(HEAD + "Cart (70 points)\n• 1x Spike of the very long and odd\nname\n• 9x Lad\n\n" + unit_above)
    assert [one.name for one in broken.entries] == ["Cart", "Cart"]


@pytest.mark.rule("IMP-62")
@each(
    "words, wanted, told",
    [("9x Sling, Club", [("Sling", 9), ("Club", 9)], False),
     ("Sling, Club", [("Sling", 9), ("Club", 9)], False),
     ("7x Sling, 7x Club, 2x Big sling", [("Sling", 7), ("Club", 7), ("Big sling", 2)], False),
     ("7x Sling, 9x Club, Big sling", [("Sling", 7), ("Club", 9), ("Big sling", 1)], True)],
)  # fmt: skip
def test_what_has_no_number_among_totals_is_there_once(words: str, wanted: list[tuple[str, int]], told: bool) -> None:
    found, _ = came(f"• 9x Lad ({words})", "• 1x Chief: Axe")
    ladz = next(unit for _, unit in found.tops() if unit.name == "Ladz")
    for name, n in wanted:
        assert sum(one.number for one in ladz.every() if one.name == name) == n
    assert any("taken to be there once" in one for one in ladz.guessed) == told


@pytest.mark.rule("IMP-62")
@each(
    "n, words, wanted",
    [(5, "3x Sling, 2x Big sling, 3x Club", {"Sling": 3, "Big sling": 2, "Club": 3}),
     (9, "5x Sling", {"Sling": 5}),
     (9, "4x Sling", {"Sling": 36})],
)  # fmt: skip
def test_numbers_are_of_all_models_if_some_are_as_many_or_one_model_could_not_carry_so_many(
    n: int, words: str, wanted: dict[str, int]
) -> None:
    found, _ = came(f"• {n}x Lad ({words})", "• 1x Chief: Axe")
    ladz = next(unit for _, unit in found.tops() if unit.name == "Ladz")
    lads = [one for one in ladz.every() if one.kind == "upgrade" and one.name in wanted]
    assert {name: sum(one.number for one in lads if one.name == name) for name in wanted} == wanted


@pytest.mark.rule("IMP-60")
@each("outer, inner", [("- ", "-- "), (".. ", ".... ")])
def test_bullets_of_several_signs_are_deeper(outer: str, inner: str) -> None:
    found = read(HEAD + f"Ladz (90 points)\n{outer}1x Chief\n{inner}1x Axe\n{outer}9x Lad\n{inner}9x Sling\n")
    assert [(one.name, one.n, one.items) for one in found.entries[0].groups] == [
        ("Chief", 1, (Item("Axe"),)),
        ("Lad", 9, (Item("Sling", 9),)),
    ]


@pytest.mark.rule("IMP-60")
@each(
    "written, usual",
    [
        ("Ladz (90 points)\n• Lad (9): Sling, Club\n• Chief (1): Axe\n", "Ladz (90 points)\n• 9x Lad: Sling, Club\n• 1x Chief: Axe\n"),
        ("Ladz (90 points)\n\nLad (9): Sling\n\nCart (70 points)\n", "Ladz (90 points)\n• 9x Lad: Sling\n\nCart (70 points)\n"),
        ("Ladz (90 points)\n  Lad (9x): Sling\n", "Ladz (90 points)\n  9x Lad: Sling\n"),
        ("ten Ladz (90 points)\n• nine Lad\n• one Chief\n", "10x Ladz (90 points)\n• 9x Lad\n• 1x Chief\n"),
        ("Ladz, 10 models (90 points)\n• 9x Lad\n", "10x Ladz (90 points)\n• 9x Lad\n"),
        ("Ladz (10 models) (90 points)\n• 9x Lad\n", "10x Ladz (90 points)\n• 9x Lad\n"),
        ("Ladz, 10 models\n• 9x Lad\n\nCart (70 points)\n", "10x Ladz\n• 9x Lad\n\nCart (70 points)\n"),
        ("Ladz (90 points)\n• 9x Lad\n\nTotal: 90 Points\n", "Ladz (90 points)\n• 9x Lad\n"),
        ("Ladz (90 points)\n• 9x Lad\nTOTAL 90/500 pts\nby Bob\n", "Ladz (90 points)\n• 9x Lad\n"),
    ],
)  # fmt: skip
def test_what_is_written_in_another_way_is_read_as_the_usual_one(written: str, usual: str) -> None:
    def units(text: str) -> list[object]:
        return [
            (one.name, one.points, one.number, [group.but(line=0) for group in one.groups], one.items)
            for one in read(HEAD + text).entries
        ]

    assert units(written) == units(usual)


@pytest.mark.rule("IMP-60")
@each(
    "written, kept",
    [
        ("Ladz (90 points)\n  Weapons (9): Sling\n", "Weapons (9): Sling"),
        ("Ladz (90 points)\n  Lad (40): Sling\n", "Lad (40): Sling"),  # these may be points
        ("Ten Ladz (90 points)\n• Nine Lad\n", "Ten Ladz"),  # a name, as it has a capital
        ("Ten Ladz (90 points)\n• Nine Lad\n", "Nine Lad"),
        ("Ladz (90 points)\n• 9x Lad\n• Sling and\none Chief\n", "one Chief"),  # the rest of a line, perhaps
        ("Ladz (90 points)\n• 9x Lad\n• Total warper\n", "Total warper"),
        ("Ladz (90 points)\n• 9x Lad\n• one more sling\n", "one more sling"),
    ],
)
def test_what_may_be_something_else_stays_as_it_is(written: str, kept: str) -> None:
    (found,) = read(HEAD + written).entries
    names = [item.name for group in found.groups for item in group.items] + [item.name for item in found.items]
    assert kept in [found.name, *names, *(group.name for group in found.groups)]


@pytest.mark.rule("IMP-60")
def test_points_may_stand_before_the_names_of_all_units() -> None:
    text = (
        "Band (500 points)\n\nInvented\nStrike Force (500 points)\n\n90 pts Ladz\n• 9x Lad\n\n70pts Cart\n• 1x Spike\n"
    )
    assert [(one.name, one.points, one.models) for one in read(text).entries] == [("Ladz", 90, 9), ("Cart", 70, 1)]
    mixed = read(text + "\nChief (50 points)\n• 1x Axe\n")  # here they may be anything
    assert "90 pts Ladz" in [one.name for one in mixed.entries]


@pytest.mark.rule("IMP-60")
@each(
    "heads, rows, wanted",
    [
        ("Unit | Models | Points", ["Ladz | 10 | 90", "Cart | 1 | 70 pts"], [("Ladz", 90, 10, ()), ("Cart", 70, 1, ())]),
        ("Points | Unit", ["90 | 10x Ladz", "much | Cart"], [("Ladz", 90, 10, ())]),
        ("Name | Size | Wargear | Pts", ["Ladz | 10 models | Sling, 2x Club | 90", "Cart | | - | 70"],
         [("Ladz", 90, 10, (("Sling", 1), ("Club", 2))), ("Cart", 70, 1, ())]),
        ("Unit | Models", ["Ladz | 10"], []),
    ],
)  # fmt: skip
def test_the_rows_of_a_table_are_units(heads: str, rows: list[str], wanted: list[object]) -> None:
    """Below heads for units and points. Any other row is not read, in words."""
    rule = "|".join("---" for _ in heads.split("|"))
    text = "\n".join(f"| {row} |" for row in (heads, *rows)).replace("\n", f"\n|{rule}|\n", 1)
    found = read(f"{HEAD}Chief (50 points)\n• 1x Axe\n\n{text}\n")
    others = found.entries[1:]
    told = [(one.name, one.points, one.models, tuple((item.name, item.n) for item in one.items)) for one in others]
    assert told == wanted
    unread = [row for row in rows if not any(name in row for name, *_ in wanted)]
    assert [row for row in unread if not any(row in one for one in found.unread)] == []


@pytest.mark.rule("IMP-60", "IMP-2")
@each(
    "line, told",
    [
        ("Cart (70 points) x2\n• 1x Spike", "x2 stands behind its points: taken as one unit"),
        ("Cart (70 points)\nEmbarked: Ladz\n• 1x Spike", "Embarked: Ladz: who is inside is said at the table"),
    ],
)
def test_what_cannot_be_taken_over_is_said_and_is_no_item(line: str, told: str) -> None:
    (found,) = read(HEAD + line + "\n").entries
    assert (told in found.doubts, [item.name for item in found.items]) == (True, ["Spike"])


@pytest.mark.rule("IMP-60")
@each("cost", ["(140pts/7PL)", "[7 PL, 140pts]"])
def test_power_levels_are_those_of_another_edition(cost: str) -> None:
    with pytest.raises(Refused, match="8th or 9th Edition"):
        read(HEAD + f"Ladz {cost}\n• 9x Lad\n")
