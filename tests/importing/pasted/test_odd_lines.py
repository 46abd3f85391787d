"""Lines of pasted lists in forms that no program writes: what they mean is taken, or told (IMP-2, IMP-60, IMP-62)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.importing.data.datasheets import Chosen, Datasheet, RosterSource
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.pasted.text_list import TextUnit
from shoot_cli.importing.report import USUAL, ImportContext, Options
from shoot_cli.importing.roster import Refused, Roster
from tests.helpers.each import each
from tests.importing.pasted.test_loose_texts import CART, LADS
from tests.importing.test_flat_texts import HEAD, joined, left, models, source
from tests.importing.written_rosters import ability, as_json, blade, gun, model, roster, statline, unit, upgrade

TOP = "Rivers (500 points)\n\nInvented\nTide\nIncursion (1000 points)\n\n"


def groups(unit: TextUnit) -> list[tuple[str, int, dict[str, int]]]:
    return [(one.name, one.n, {item.name: item.n for item in one.items}) for one in unit.groups]


def quiet(*lines: str) -> tuple[list[str], list[str]]:
    """What was left out of a cart with these items, and which of them are nothing to shooting, by name."""
    _, taking = joined(HEAD + "Bone Cart (90 points)\n• 1x Spike\n" + "\n".join(lines) + "\n", LADS, CART)
    return left(taking), [one.named for one in taking.quiet]


@pytest.mark.rule("IMP-60")
@each(
    "line",
    ["20 Ladz (90 points)", "x20 Ladz (90 points)", "20 Ladz: 90 pts", "20 Ladz - 90 points", "20x Ladz: 90 pts"],
)
def test_a_number_of_models_needs_no_x(line: str) -> None:
    cart, ladz = read_text(
        f"{TOP}Cart (90 points)\n• 1x Spike\n\n{line}\n• 19x Lad: Sling\n• 1x Chief: Axe\n", "x"
    ).entries
    assert (ladz.name, ladz.number, ladz.points, ladz.doubts) == ("Ladz", 20, 90, ())
    assert cart.name == "Cart"


@pytest.mark.rule("IMP-60", "IMP-62")
@each("line, remark", [
    ("Bone Cart (90 points) // home objective", "home objective"), ("Bone Cart (90 points) - Reserves", "Reserves"),
    ("Bone Cart (90 points) [Deep Strike]", "Deep Strike"), ("Bone Cart (90 points) (Reserves)", "Reserves"),
    ("Bone Cart // left flank (90 points)", "left flank"),
])  # fmt: skip
@each("items", ["• 1x Spike\n", ""])
def test_a_remark_behind_a_unit_is_told_and_nothing_is_left_out(line: str, remark: str, items: str) -> None:
    found, taking = joined(f"{HEAD}{line}\n{items}", LADS, CART)
    ((_, cart),) = found.tops()
    assert (cart.name, left(taking)) == ("Bone Cart", [])
    assert f"{remark} stands behind its name: taken as a remark" in cart.guessed


@pytest.mark.rule("IMP-62")
def test_what_may_be_a_gun_behind_a_unit_is_no_remark() -> None:
    _, taking = joined(f"{HEAD}Bone Cart (90 points) - Plasma gun\n• 1x Spike\n", LADS, CART)
    assert left(taking) == ["Bone Cart: Plasma gun: data.json does not have it for this unit"]


@pytest.mark.rule("IMP-60")
def test_the_size_of_the_battle_below_the_units_is_no_item() -> None:
    _, taking = joined(f"{HEAD}Bone Cart (90 points)\n• 1x Spike\nIncursion - 1000 pts\n", LADS, CART)
    assert left(taking) == []


@pytest.mark.rule("IMP-60")
def test_a_number_in_the_title_counts_nobody() -> None:
    text = "12 Rivers meet (500 points)\n\nInvented\n\nBATTLELINE\n\nCart (90 points)\n• 1x Spike\n"
    assert read_text(text, "x").name == "12 Rivers meet"


@pytest.mark.rule("IMP-60")
@each(
    "line",
    [
        "HQ", "TROOPS", "LEADERS", "WARLORD", "== CHARACTERS ==", "Characters (1)", "CHARAKTERMODELLE", "500/1000",
        "480 / 500 pts", "Drops: 4", "Warlord: Captain", "Incursion - 1000 pts", "Incursion: 1000 points",
    ],
)  # fmt: skip
def test_a_line_above_the_first_unit_is_no_detachment(line: str) -> None:
    found = read_text(f"{TOP}{line}\n\nCaptain (75 points)\n• 1x Sword\n\nLadz (90 points)\n• 10x Lad: Sling\n", "x")
    assert (found.faction, found.detachment, found.points) == ("Invented", "Tide", 500)
    assert [one.name for one in found.entries] == ["Captain", "Ladz"]


@pytest.mark.rule("IMP-2", "IMP-60")
def test_models_of_one_name_stand_beside_each_other_whatever_their_indent() -> None:
    text = "Rivers - Tide - Grim - [90 pts]\n# ++ Army Roster ++ [90 pts]\n## Battleline [90 pts]\nLadz [90 pts]:\n"
    (ladz,) = read_text(text + "• 1x Chief: Axe\n• 7x Lad: Club, Sling\n   • 2x Lad: Big sling\n", "x").entries
    assert groups(ladz) == [
        ("Chief", 1, {"Axe": 1}), ("Lad", 7, {"Club": 7, "Sling": 7}), ("Lad", 2, {"Big sling": 2}),
    ]  # fmt: skip


@pytest.mark.rule("IMP-60")
@each("second", ["\n  1 with Big sling", ", 1 with Big sling"])
def test_some_of_all_models_have_something_more(second: str) -> None:
    """4 models with a sling, 1 of them with a big one too: nobody is invented."""
    text = f"{TOP}5x Ladz (80 pts)\n• 1x Chief: Axe\n• 4x Lad: 4 with Sling, Club{second}\n"
    (ladz,) = read_text(text, "x").entries
    assert groups(ladz) == [
        ("Chief", 1, {"Axe": 1}), ("Lad", 3, {"Sling": 3, "Club": 3}), ("Lad", 1, {"Sling": 1, "Club": 1, "Big sling": 1}),
    ]  # fmt: skip
    assert ladz.doubts == ()


@pytest.mark.rule("IMP-60", "IMP-62")
def test_what_stands_behind_a_model_in_a_row_is_its_own() -> None:
    row = "Chief with Axe, Sling, 7x Lad with Club, Sling, 2x Lad with Big sling"
    found, taking = joined(f"{TOP}10x Ladz (90 pts): {row}\n\n2x Bone Cart (90 pts): Spike\n", LADS, CART)
    arms = [
        (one.name, one.number, {each.name: each.number for each in one.selections})
        for one in found.tops().__next__()[1].selections
    ]
    assert arms == [
        ("Chief", 1, {"Axe": 1, "Sling": 1}), ("Lad", 7, {"Club": 7, "Sling": 7}), ("Lad", 2, {"Big sling": 2}),
    ]  # fmt: skip
    assert left(taking) == []


@pytest.mark.rule("IMP-62")
@each("line", ["Weapon: Ember gun", "Upgrade - Ember gun", "Ember gun (Wargear)", "with Ember gun", "Gear = Ember gun"])
def test_a_word_before_a_name_hides_nothing(line: str) -> None:
    found, taking = joined(HEAD + f"Bone Cart (90 points)\n• 1x Spike\n• {line}\n", LADS, CART)
    (_, cart), *_ = found.tops()
    assert {one.name for one in cart.selections} >= {"Spike", "Ember gun"}
    assert (left(taking), taking.quiet) == ([], [])


@pytest.mark.rule("IMP-2", "IMP-62")
def test_an_unknown_gun_behind_a_label_is_left_out_aloud() -> None:
    assert quiet("• Weapon: Tide cannon") == (
        ["Bone Cart: Weapon: Tide cannon: data.json does not have it for this unit"], []
    )  # fmt: skip
    assert quiet("• Relic: Old helm") == ([], ["Relic: Old helm"])
    assert quiet("• Chapter: Upper River") == ([], [""])  # no item


@pytest.mark.rule("IMP-62")
def test_an_enhancement_with_a_wrong_letter_does_what_the_right_one_does() -> None:
    eye = upgrade(
        "Bright Lantern", ability("Bright Lantern", "The bearer has a 4+ invulnerable save."), group="Enhancements"
    )
    lord = model("Lord", statline("Lord"), gun("Pistol"), eye)
    found, taking = joined(HEAD + "Lord (90 points)\n• 1x Pistol\n• Bright Lantarn\n", lord)
    ((_, one),) = found.tops()
    assert [(each.name, len(each.profiles)) for each in one.selections if each.group] == [("Bright Lantern", 1)]
    assert [one for one in taking.yours if one.unit] == []
    assert left(taking) == []


@pytest.mark.rule("IMP-51")
def test_attached_to_stands_at_the_leader_or_at_the_led_unit() -> None:
    squad = "Ladz (80 pts)\n• 5x Lad\n   ◦ 5x Sling\n"
    at_leader = read_text(f"{TOP}Captain (80 pts)\n• 1x Sword\n• Attached to Ladz\n\n{squad}", "x").entries
    assert [(one.leads, one.leads_place) for one in at_leader] == [("Ladz", 1), ("", 0)]
    at_unit = read_text(f"{TOP}Captain (80 pts)\n• 1x Sword\n\n{squad}• Attached to Captain\n", "x").entries
    assert [(one.leads, one.leads_place) for one in at_unit] == [("Ladz", 1), ("", 0)]
    second = read_text(f"{TOP}Captain (80 pts)\n• 1x Sword\n• Leading: Ladz 2\n\n{squad}\n{squad}", "x").entries
    assert [(one.leads, one.leads_place) for one in second] == [("Ladz", 2), ("", 0), ("", 0)]


@pytest.mark.rule("IMP-60")
@each(
    "above, name, total",
    [
        ("My orks (225 pts)\nOrks\nWar Horde\n\n", "My orks", 225),
        ("My orks (225)\n\n", "My orks", 225),
        ("My orks (225)\n", "My orks", 225),
        ("Orks\nWar Horde\n\n", "x", None),
        ("", "x", None),
    ],
)
@each(
    "units",
    [
        "Trukk (65)\nDread (120)\nRunts (40pts), 11\n",
        "Dread (120 pts)\nTrukk (65)\nRunts (40) 11\n",
        "Dread [120]\nRunts (40 pts), 11 models\nTrukk (65)\n",
    ],
)
def test_units_with_nothing_but_points_are_units_with_or_without_a_word_for_them(
    above: str, name: str, total: float | None, units: str
) -> None:
    found = read_text(above + units, "x")
    assert (found.name, found.points, found.unread) == (name, total, ())
    assert {(one.name, one.points, one.number) for one in found.entries} == {
        ("Trukk", 65, None), ("Dread", 120, None), ("Runts", 40, 11),
    }  # fmt: skip
    assert not {"Trukk", "Dread"} & {*found.detachments, found.faction}


@pytest.mark.rule("IMP-2", "IMP-60")
def test_words_behind_the_points_of_a_unit_leave_it_a_unit() -> None:
    found = read_text("Orks\nHorde\n\nLootas (50 pts) the big ones\nTrukk (65) painted\nRunts (40)\n", "x")
    assert [(one.name, one.points) for one in found.entries] == [("Lootas", 50), ("Trukk", 65), ("Runts", 40)]
    assert [one.asides for one in found.entries] == [("the big ones",), ("painted",), ()]


KNOWN = Sources(
    (source(LADS, CART, unit("Reed Lords", model("Reed Lord", statline("Reed Lord"), gun("Pike"), number=5))),)
)


def known(*lines: str) -> list[tuple[str, float | None, int | None]]:
    """The units of these lines with their points and numbers of models, read with the names of the data."""
    entries = read_text("\n".join(lines), "x", KNOWN.is_unit).entries
    return [(entry.name, entry.points, entry.number) for entry in entries]


@pytest.mark.rule("IMP-60")
@each(
    "line, points, models",
    [
        ("Reed Lords 85", 85, None),
        ("Reed Lords: 85", 85, None),
        ("1. Reed Lords (85)", 85, None),
        ("Reed Lords, 65pts", 65, None),
        ("Reed Lords - 65", 65, None),
        ("5 Reed Lordz 50 pts", 50, 5),
        ("Reed Lords (5) 130", 130, 5),
        ("Reed Lords, 5 models", None, 5),
        ("Reed Lords 5", None, 5),
        ("reed lords", None, None),
        ("Reed Lords: 2 pikes", None, None),
        ("Reed Lords: 2 pikes, 130 pts", 130, None),
        ("Reed Lords, 130 points, Pike", 130, None),
        ("Reed Lords 10 with pikes 150", 150, 10),
    ],
)
def test_a_line_that_begins_with_a_unit_of_the_data_is_that_unit(line: str, points: float | None, models: int) -> None:
    name = "Reed Lordz" if "z" in line else "reed lords" if line[0] == "r" else "Reed Lords"
    for above in (("My list", "", "10x Ladz (90 pts)"), ("Ladz (90 pts)",), ("My list", "", "Strangers (90 pts)")):
        _, found, last = known(*above, line, "Bone Cart (80 pts)")
        assert [found, last[0]] == [(name, points, models), "Bone Cart"]


@pytest.mark.rule("IMP-60")
def test_units_with_bullets_and_a_first_unit_with_a_number_are_read() -> None:
    assert known("* Ladz (85)", "* Bone Cart (65)") == [("Ladz", 85, None), ("Bone Cart", 65, None)]
    assert known("Ladz 85", "Bone Cart 65") == [("Ladz", 85, None), ("Bone Cart", 65, None)]
    assert known("10 Ladz (90 pts)", "5 Reed Lords (80 pts)") == [("Ladz", 90, 10), ("Reed Lords", 80, 5)]
    assert known("Ladz (200 pts)") == [("Ladz", 200, None)]


@pytest.mark.rule("IMP-60")
def test_a_first_unit_with_the_points_of_all_others_is_no_title() -> None:
    assert known("Ladz (80 pts)", "Reed Lords (80 pts)") == [("Ladz", 80, None), ("Reed Lords", 80, None)]
    assert known("My list", "", "Strangers (80 pts)", "Ladz (80 pts)")[0] == ("Strangers", 80, None)


@pytest.mark.rule("IMP-60")
def test_a_model_or_gear_of_the_unit_above_is_no_unit_of_its_own() -> None:
    both = Sources((source(LADS, CART, unit("Slings", model("Slinger", statline("Slinger"), gun("Sling")))),))
    (ladz, _) = read_text("Ladz (90 pts)\nSling\nBone Cart (80 pts)", "x", both.is_unit).entries
    assert [item.name for item in ladz.items] == ["Sling"]


@pytest.mark.rule("IMP-2", "IMP-60")
def test_what_stands_below_an_unknown_unit_is_left_out_by_name() -> None:
    context = ImportContext(USUAL)
    text = read_text("My list\n\nStrangers (80 pts)\nOddity\n2 whatnots\nLadz (90 pts)\n", "x", KNOWN.is_unit)
    roster_of(text, KNOWN, context)
    assert [remark.text for remark in context.left] == ["none of the data has it; left out with it: Oddity, whatnots"]


def lords(line: str, *sizes: tuple[int, float]) -> list[tuple[str, int]]:
    """The models of this line for a unit of 4 Lords and a Reeve, or of 8 and 2, with these sizes and their points."""
    return [(name, n) for name, n, _ in armed_lords(line, *sizes)]


def armed_lords(line: str, *sizes: tuple[int, float]) -> list[tuple[str, int, list[str]]]:
    """The models as `lords` has them, with what they carry."""

    class Sized(RosterSource):
        def sheet(self, indexes: Sequence[int], chosen: Chosen | None = None) -> Datasheet:
            return super().sheet(indexes, chosen)._replace(sizes=sizes)

    many = 2 if sizes == ((5, 50),) else 1
    reeve, lord = (
        model(name, statline(name), gun("Pike", n), gun("Net", 0), blade("Knife", n), number=n)
        for name, n in (("Reeve", many), ("Lord", 4 * many))
    )
    read_it = read(as_json(roster(unit("Reed Lords", reeve, lord))), "data.json")
    assert isinstance(read_it, Roster)
    sources = Sources((Sized(read_it, "data.json"),))
    text = read_text(f"Tide\n\nStrangers (60 pts)\n{line}\nMore strangers (60 pts)\n", "x", sources.is_unit)
    ((_, found),) = roster_of(text, sources, ImportContext(USUAL)).tops()
    return [(one.name, one.number, [item.name for item in one.selections]) for one in found.selections]


@pytest.mark.rule("IMP-12", "IMP-62")
@each(
    "line, reeves, others",
    [
        ("Reed Lords (50 pts)", 1, 4),
        ("5 Reed Lords (50 pts)", 1, 4),
        ("five Reed Lords (50 pts)", 1, 4),
        ("Reed Lords (100 pts)", 2, 8),
        ("Reed Lords (10) (100 pts)", 2, 8),
        ("Reed Lords 10 (100 pts)", 2, 8),
        ("Reed Lords (8) (100 pts)", 1, 7),
        ("Reed Lords 2 (50 pts)", 1, 4),  # the second of its name
        ("Reed Lords (10, pikes) (100 pts)", 0, 10),
    ],
)
def test_the_points_and_a_number_beside_the_name_say_how_many_models(line: str, reeves: int, others: int) -> None:
    found = lords(line, (5, 50))
    assert sum(n for _, n in found) == reeves + others
    assert found == [("Reeve", reeves), ("Lord", others)] or not reeves


@pytest.mark.rule("IMP-12")
def test_of_several_numbers_of_models_at_one_price_the_largest_is_meant() -> None:
    assert lords("Reed Lords (100 pts)", (5, 50), (6, 100), (10, 100)) == [("Reeve", 1), ("Lord", 9)]
    assert lords("7 Reed Lords (100 pts)", (5, 50), (6, 100), (10, 100)) == [("Reeve", 1), ("Lord", 6)]


@pytest.mark.rule("IMP-60")
def test_a_row_of_a_table_may_have_number_and_gear_behind_its_name() -> None:
    rows = "| Unit | Points |\n|---|---|\n| Reed Lords (20, pikes) | 200 |\n| Bone Cart | 70 |\n"
    unit_of_twenty = read_text(rows, "x").entries[0]
    assert (unit_of_twenty.number, unit_of_twenty.points) == (20, 200)
    assert groups(unit_of_twenty) == [("Reed Lords", 20, {"pikes": 20})]


@pytest.mark.rule("IMP-62")
def test_who_carries_nothing_special_keeps_the_usual_gun() -> None:
    for line in ("10x Reed Lords (100 pts)\n - net", "Reed Lords (100 pts)\n - Net"):
        assert armed_lords(line, (5, 50)) == [
            ("Reeve", 2, ["Pike", "Knife"]),
            ("Lord", 7, ["Pike", "Knife"]),
            ("Lord", 1, ["Net", "Knife"]),
        ]
    assert armed_lords("10x Reed Lords (100 pts)\n - 10x net", (5, 50)) == [("Lord", 10, ["Net"])]


@pytest.mark.rule("IMP-35", "IMP-62")
def test_the_first_words_of_a_melee_weapon_are_no_ranged_weapon_and_those_of_a_gun_are_left_out() -> None:
    arms = (gun("Pike"), gun("Hurl and mangle"), blade("Grasp and mangle"))
    kin = unit("Reed Kin", model("Kin", statline("Kin"), *arms, number=5))
    _, context = joined(HEAD + "Reed Kin (90 points)\n• 5x Kin\n  • 5x Pike\n  • 1x Grasp\n  • 1x Hurl\n", kin)
    assert [one.named for one in context.quiet] == ["Grasp"]
    assert [one.named for one in context.left] == ["Hurl"]


@pytest.mark.rule("IMP-2", "IMP-60")
def test_lines_above_the_units_that_are_no_faction_are_told() -> None:
    army = read_text(
        "Rivers (500 points)\n\nOne\nTwo\nThree\nFour\n\nLadz (80 pts)\n• 1x Sling\n\nCart (90 pts)\n", "x"
    )
    assert (army.faction, army.unread) == ("One - Two - Three", ("line 6 was not read: Four",))


@pytest.mark.rule("IMP-62")
def test_what_a_counted_unit_is_with_each_of_its_models_carries() -> None:
    lords_with_pikes = read_text("Ladz (90 pts)\nReed Lords 10 with pikes 150", "x", KNOWN.is_unit).entries[1]
    assert groups(lords_with_pikes) == [("Reed Lords", 10, {"pikes": 10})]


@pytest.mark.rule("IMP-60", "IMP-61")
def test_the_names_of_the_data_are_known_where_a_file_is_taken(tmp_path: Path) -> None:
    place = tmp_path / "data.json"
    place.write_bytes(as_json(roster(LADS, CART)))
    options = Options(edition="40k-10e", data=(str(place),))
    for text in (
        "Ladz 85\nBone Cart\n",
        "My list\n\nLadz (85 pts)\nBone Cart\n",
    ):  # the first shows no points by itself
        assert [page["name"] for page in take(text.encode(), "x", options).document["units"]] == ["Ladz", "Bone Cart"]


@pytest.mark.rule("IMP-60", "IMP-62")
@each(
    "line, unit",
    [
        ("Riders 10 - 220", ("Riders", 220, 10)),
        ("Riders - 220 pts", ("Riders", 220, None)),
        ("Riders – 95", ("Riders", 95, None)),
        ("Riders - 4", None),
        ("riders - 220", None),
        ("  Riders - 220", None),
    ],
)
def test_a_line_of_its_own_with_points_behind_a_dash_is_a_unit_whoever_stands_above(line: str, unit: Any) -> None:
    found = read_text(f"My list\n\nWardens (80)\nWordens (195)\n{line}\n", "pasted").entries
    expected = [("Wardens", 80, None), ("Wordens", 195, None)] + ([unit] if unit else [])
    assert [(entry.name, entry.points, entry.number) for entry in found] == expected


@pytest.mark.rule("IMP-60")
@each(
    "line",
    [
        "Total - 180",
        "Total (180 pts)",
        "• Total: 180",
        "TOTAL – 180 points",
        "Sum: 180 pts",
        "List total = 180",
        "Total points [180]",
        "= 180",
        "Points - 180",
        "Summe - 180",
        "TOTAL 180pts",
        "Total: 180 / 2,000",
        "180 pts / 2000 pts",
        "== Gesamt: 180 Punkte ==",
        "180 points in total (of 2000)",
        "+++ Total: 180 pts +++",
    ],
)
@pytest.mark.parametrize(
    "units",
    ["Wardens (80)\nRiders - 100\n", "• Wardens - 80 pts\n• Riders - 100 pts\n", "Wardens 80\nRiders 100\n"],
)
def test_a_sum_below_the_units_is_no_unit_and_nothing_that_one_carries(units: str, line: str) -> None:
    found = read_text(f"My list\n\n{units}{line}\n", "pasted")
    assert [(entry.name, entry.items) for entry in found.entries] == [("Wardens", ()), ("Riders", ())]
    assert found.points == 180
    wrong = read_text(f"My list\n\nWardens (80)\n{line}\nRiders (100)\nTotal 190\n", "pasted")
    assert [entry.items for entry in wrong.entries] == [(), ()]
    assert wrong.points == 190
    assert wrong.unread == ("line 4 says 180 points, and the units above it come to 80",)


LEDGERS = (
    ("Wardens {}", "Riders {}"), ("Wardens, {}", "5 Riders, {}"), ("Wardens - {}", "Riders x 5 - {}"),
    ("1. Wardens, {}", "2. 5 Riders with bows, {}"), ("a) Wardens {}", "b) Riders {}"),
    ("Wardens = {} pts", "Riders (5) = {} pts"), ("Wardens: {}", "5 Riders: {}"), ("Wardens\t1\t{}", "Riders\t5\t{}"),
    ("{} - Wardens", "{} - 5 Riders"), ("[{}] Wardens", "[{}] 5x Riders"), ("({}pts) Wardens", "({}pts) Riders"),
    ("Wardens........{}", "Riders.....{}"), ("Wardens @ {}", "Riders @{}"), ("Wardens -> {}", "Riders → {}pts"),
    ("Wardens / {} / big lamp", "Riders / {} / bows"), ("Wardens - {} pts (big lamp)", "5 Riders - {} pts (bows)"),
    ("» Wardens ({} pts)", "-> 5x Riders ({} pts)"), ("➤ Wardens ({} pts)", "➤ Riders ({} pts)"),
    ("☐ Wardens ({} pts)", "☑ Riders ({} pts)"), ("- [ ] Wardens ({} pts)", "- [x] Riders ({} pts)"),
    ("🏹 Wardens ({} pts)", "🐎 5x Riders ({} pts)"), ("✅ Wardens {}", "✅ Riders {}"),
    ("— Wardens ({} pts)", "— Riders ({} pts)"), ("### Wardens\n{} points", "### Riders\n{} points"),
    ("> Wardens {}\r", "> Riders {}\r"), ("Wardens\u00a0–\u00a0{}\u00a0pts", "Riders\u00a0–\u00a0{}\u00a0pts"),
    ("Wardens ({} pts): lamp", "Riders (5) ({} pts): 4x bows"), ("Wardens [{} pts]", "Riders (5) [{}pts]"),
    ("Wardens ({} pts) - lamp", "5 Riders ({} pts) - bows"),
    ("Unit | Models | Pts\n---|---|---\nWardens | 1 | {}", "Riders | 5 | {}\nTotal | | 190"),
)  # fmt: skip


@pytest.mark.rule("IMP-60")
@each("wardens, riders", LEDGERS)
def test_a_name_and_points_are_a_unit_in_whatever_form_and_never_part_of_the_one_above(
    wardens: str, riders: str
) -> None:
    """Without any data that knows the names; also in full-width digits."""
    for eighty, more in (("80", "110"), ("８０", "１１０")):
        found = read_text(f"{wardens.format(eighty)}\n{riders.format(more)}\n", "pasted").entries
        assert [(entry.name.partition(" with ")[0], entry.points) for entry in found] == [
            ("Wardens", 80), ("Riders", 110),
        ]  # fmt: skip
        assert {found[0].number, found[1].number} <= {None, 1, 5}
        assert "5" not in riders or found[1].number == 5
        assert not any(entry.doubts for entry in found)


@pytest.mark.rule("IMP-60")
@each("first", ["Riders (1)", "Riders"])
def test_the_third_of_a_name_is_no_three_models(first: str) -> None:
    text = f"My list\n\n{first} (100 pts)\nRiders (2) (100 pts)\nRiders (3) (100 pts)\nRiders Guard (5) (80 pts)\n"
    assert [entry.number for entry in read_text(text, "pasted").entries] == [None, None, None, 5]


@pytest.mark.rule("IMP-60", "IMP-62")
def test_a_misspelt_unit_stands_for_itself_wherever_it_is() -> None:
    rows = ("Bone Cart", "Bone Crat 200", "Ladz 90", "Chaplain 75")
    for lines in (rows, rows[2:] + rows[:2], ("Ladz 90", "Bone Cart", "Bone Crat 200")):
        found = read_text("\n".join(("My list", "", *lines)), "pasted", KNOWN.is_unit)
        assert {entry.name: (entry.points, entry.items) for entry in found.entries} == {
            line.rstrip(" 0123456789"): (int(line.split()[-1]) if line[-1].isdecimal() else None, ()) for line in lines
        }
        assert found.faction == ""


@pytest.mark.rule("IMP-60", "IMP-62")
def test_known_units_behind_bullets_may_have_their_items_behind_the_points() -> None:
    lines = (
        "# Rivers",
        "* Ladz (10) (90pts): 9x Sling; Chief w/ Axe",
        "* Bone Cart (80 pts) w/ 2x Spike",
        "* Reed Lords (65pts)",
    )
    assert known(*lines) == [("Ladz", 90, 10), ("Bone Cart", 80, None), ("Reed Lords", 65, None)]


@pytest.mark.rule("IMP-60")
def test_a_list_in_a_quoted_mail_is_read_as_if_it_were_not_quoted() -> None:
    lines = ("Tide - 1000", "", "Ladz x10 (90)", "Bone Cart (80)", "Gesamt: 170 Punkte")
    quoted = read_text("\n".join(f"> {line}" for line in lines), "x", KNOWN.is_unit)
    assert quoted == read_text("\n".join(lines), "x", KNOWN.is_unit)
    assert ([entry.number for entry in quoted.entries], quoted.points) == ([10, None], 170)


@pytest.mark.rule("IMP-60")
@each("top", [True, False])
@each(
    "line, detachment, lord",
    [
        ("Detachment: Tide - 100", "Tide", False),
        ("Detachment - Tide", "Tide", False),
        ("Detachment Tide (50 pts)", "Tide", False),
        ("Battle Size: 1000 points", "", False),
        ("Schlachtgröße: Strike Force", "", False),
        ("Warlord: Captain", "", True),
        ("CP: 3", "", False),
    ],
)
def test_what_is_said_of_the_army_is_no_unit_and_nothing_that_one_carries(
    line: str, detachment: str, lord: bool, top: bool
) -> None:
    above, below = (f"{line}\n", "") if top else ("", f"{line}\n")
    found = read_text(f"My list\n{above}\nRiders (90 pts)\nCaptain (75 pts)\n{below}", "pasted")
    assert [(entry.name, entry.items) for entry in found.entries] == [("Riders", ()), ("Captain", ())]
    assert (found.detachment, found.unread) == (detachment, ())
    assert top or found.entries[1].warlord == lord


@pytest.mark.rule("IMP-60")
@each("line", ["Enhancement: Lamp (+25 pts)", "Enhancement - Lamp - 25", "- Lamp (Enhancement) +25", "- Lamp +25 pts"])
def test_an_enhancement_may_have_its_points_behind_it_without_brackets(line: str) -> None:
    (captain, riders) = read_text(f"Captain (75 pts)\nWarlord\n{line}\nRiders (90 pts)\n", "pasted").entries
    assert [(one.name, one.points) for one in captain.enhancements] == [("Lamp", 25)]
    assert (captain.warlord, captain.items, riders.enhancements) == (True, (), ())


@pytest.mark.rule("IMP-62")
def test_remarks_alone_leave_a_unit_what_it_begins_with() -> None:
    usual, taking = joined(HEAD + "Ladz (90 points)\n", LADS, CART)
    found, told = joined(HEAD + "Ladz (90 points)\n• Mark of Chaos: red\n• House: green\n", LADS, CART)
    assert models(found) == models(usual)
    assert (left(told), len(told.quiet)) == (left(taking), 2)


@pytest.mark.rule("IMP-60")
@each(
    "lines, units",
    [
        (("• Wardens - 80 pts", "  - 5x Rifle", "• Riders x5 - 90 pts"), [("Wardens", 80, None), ("Riders", 90, 5)]),
        (
            ("- Wardens (80)", "- Riders (90) - bows", "- Carts 50pts"),
            [("Wardens", 80, None), ("Riders", 90, None), ("Carts", 50, None)],
        ),
        (("Riders (90 pts)", "• Lamp - 30 pts", "• Oil - 40 pts"), [("Riders", 90, None)]),  # what a unit has
    ],
)
def test_units_may_all_have_bullets_and_points_without_brackets(lines: Sequence[str], units: list[Any]) -> None:
    found = read_text("\n".join(("My list", "", *lines)), "pasted").entries
    assert [(entry.name, entry.points, entry.number) for entry in found] == units


@pytest.mark.rule("IMP-60", "IMP-62")
@each(
    "line, name",
    [
        ("-> Riders, {}", "Riders"), ("» Riders - {} pts", "Riders"), ("→ Riders, {}", "Riders"),
        ("-> Riders ({} pts)", "Riders"), ("2) Riders, {}", "Riders"), ("b) Riders - {}", "Riders"),
        ("2020: Riders, {}", "Riders"), ("'20 Riders, {}", "'20 Riders"), ("[2020] Riders - {}", "[2020] Riders"),
        ("'Orse Riders {}", "'Orse Riders"),
    ],
)  # fmt: skip
def test_what_stands_before_only_some_names_puts_none_of_them_below_another(line: str, name: str) -> None:
    for cost in (40, 65):
        found = read_text(f"Wardens, 65\n{line.format(cost)}\nLadz, 85\n", "pasted").entries
        assert [(entry.name, entry.points) for entry in found] == [("Wardens", 65), (name, cost), ("Ladz", 85)]
        assert not any(entry.items or entry.enhancements for entry in found)


@pytest.mark.rule("IMP-60")
def test_a_small_number_behind_an_arrow_or_a_name_among_units_with_points_is_none_of_a_unit() -> None:
    """Up to 39 it may count models, or be what an item costs; a year is what a title has, and no points."""
    (wardens, _) = read_text("Wardens, 65\n-> Lamp, 39\nLadz, 85\n", "pasted").entries
    assert [item.name for item in wardens.items] == ["Lamp", "39"]
    for number, units in ((39, 2), (40, 3)):
        text = f"My list\n\nWardens (65 pts)\nLadz (85 pts)\nRiders - {number}\n"
        assert len(read_text(text, "pasted").entries) == units
    for year, units in ((2018, 3), (2019, 2), (2035, 2), (2036, 3)):
        text = f"My list\n\nWardens - 65\nLadz - 85\nWinter Open {year}\n"
        assert len(read_text(text, "pasted").entries) == units


@pytest.mark.rule("IMP-60")
@each(
    "units",
    [
        "10x Ladz (85 pts)\n1x Chief (65 pts)",
        "10 Ladz - 85\n1 Chief - 65",
        "10x Ladz: clubs, 85 pts\n1x Chief: axe, 65 pts",
    ],
)
def test_a_title_directly_above_counted_units_is_no_unit(units: str) -> None:
    found = read_text(f"Green tide\n{units}\n", "pasted")
    assert found.name == "Green tide"
    assert [(entry.name, entry.points, entry.number) for entry in found.entries] == [("Ladz", 85, 10), ("Chief", 65, 1)]


@pytest.mark.rule("IMP-60", "IMP-62")
@each("lines", ["Lamp +25\nWarlord\nDart", "Warlord\nLamp +25\nDart", "Lamp +25\nDart\nWarlord"])
def test_a_warlord_and_what_was_bought_are_lines_of_their_own(lines: str) -> None:
    """Also in a text whose long lines may have been broken."""
    (captain, _) = read_text(f"1x Captain (75 pts): Spear\n{lines}\n10x Ladz (90 pts)\n", "x").entries
    assert (captain.warlord, [(one.name, one.points) for one in captain.enhancements]) == (True, [("Lamp", 25)])
    assert [item.name for item in captain.items] == ["Spear", "Dart"]


@pytest.mark.rule("IMP-60")
@each(
    "lines, points, told",
    [
        ("Sum: 50\nWardens 80\nRiders 60\nTotal: 140", 140, 0),  # nothing stands above the first
        ("Wardens 80\nTotal: 80\nRiders 60\nTotal: 60", None, 0),  # of sections
        ("Wardens 80\nTotal: 80\nRiders 60\nTotal: 140", 140, 0),
        ("Wardens 80\nRiders 60\nLadz 100\n= 100", None, 0),  # of the last unit alone
        ("Wardens (80 pts)\n• 1x Spear\nTotal: 80", 80, 0),
        ("Wardens 80\nTotal: 80\nRiders 60\nReeves 70\nTotal: 210\nLadz 90\nTotal: 300", 300, 0),  # of all so far
        ("Ladz 30\nWardens 80\nTotal: 110\nRiders 60\nReeves 70\nTotal: 130", None, 0),
        ("Wardens 80\nTotal: 80\nRiders 60\nTotal: 150", 150, 0),  # neither: the whole is wrong, as is told later
        ("Wardens 80\nRiders 60\nTotal: 130\nLadz 100\nTotal: 240", 240, 1),
        ("Wardens\n• 5x Warden\n\nRiders (60 pts)\nTotal: 130\nLadz (100 pts)\nTotal: 240", 240, 0),  # who knows
    ],
)
def test_a_sum_is_that_of_the_whole_of_a_section_or_of_a_unit(lines: str, points: int | None, told: int) -> None:
    found = read_text(f"My list\n\n{lines}\n", "pasted")
    assert (found.points, len(found.unread)) == (points, told)


@pytest.mark.rule("IMP-62")
def test_what_a_unit_has_behind_a_colon_before_its_points_is_no_nickname() -> None:
    found, taking = joined(HEAD + "10x Ladz: Big sling (90 points)\nReed: Bone Cart (80 points)\n", LADS, CART)
    assert any("Big sling" in str(arms) for _, _, arms in models(found)[0][1])
    assert [words for words in left(taking) if "sling" in str(words)] == []
    assert models(found)[1][0] == "Bone Cart"


IN_A_ROW = (
    "10 Ladz 90, Chief 65, Bone Cart 80", "10x Ladz (90 pts); Chief (65 pts); Bone Cart (80 pts)",
    "10 Ladz - 90 + Chief - 65 + Bone Cart - 80", "Ladz x10 (90) / Chief (65) / Bone Cart (80)",
    "Rivers: 10 Ladz 90, Chief 65, Bone Cart 80", "Rivers 235 pts: 10 Ladz 90, Chief 65, Bone Cart 80",
    "Hi Bob,\n10 Ladz (90 points), Chief (65 points), axe, 2x dart, Bone Cart (80 points)\nBob\n",
    "Unit;Points;Models;Wargear\nLadz;90;10;\nChief;65;1;\"axe; 2x dart\"\nBone Cart;80;1;\nTotal;235;;\n",
    "sep=;\nEinheit;Anzahl;Punkte\nLadz;10;90,00\nChief;1;65\nBone Cart;1;80\n", "Unit,Points,Qty\nLadz,90,10\nChief,65,1\nBone Cart,80,\n",
    "My list\n\nPts\tName\tSize\n90\tLadz\t10\n65\tChief\t1\n80\tBone Cart\t1\n",
)  # fmt: skip


@pytest.mark.rule("IMP-60")
@each("text", IN_A_ROW)
def test_units_in_one_line_or_in_cells_of_a_spreadsheet_are_units(text: str) -> None:
    found = read_text(text, "pasted").entries
    assert [(entry.name, entry.points) for entry in found] == [("Ladz", 90), ("Chief", 65), ("Bone Cart", 80)]
    assert found[0].number == 10
    assert [(item.name, item.n) for item in found[1].items] == ([("axe", 1), ("dart", 2)] if "axe" in text else [])


@pytest.mark.rule("IMP-60")
def test_no_row_of_a_spreadsheet_is_lost() -> None:
    """Whatever sections stand between the rows, how many cells they have, and where a quotation mark is missing."""
    text = 'sep=;\nUnit;Points;Models\nHQ\nChief;65\n\nTroops\nLadz;90;10;red\n"Bone Cart;80\nCrew;30;2;"axe\nbow"\nTo, be: done;;\n'
    found = read_text(text, "x")
    assert [(entry.name, entry.points, entry.number) for entry in found.entries] == [
        ("Chief", 65, None), ("Ladz", 90, 10), ("Bone Cart", 80, None), ("Crew", 30, 2),
    ]  # fmt: skip
    assert [[item.name for item in entry.items] for entry in found.entries[:3]] == [[], ["red"], []]
    assert found.unread == ("line 11 was not read: | To, be: done | | | |",)
    with pytest.raises(Refused, match="this is no list that we know"):
        read_text(";" * 3000 + "\n" + ", " * 1000, "x")


@pytest.mark.rule("IMP-60")
def test_names_of_the_data_in_one_line_need_no_points() -> None:
    assert known("10 Ladz, Bone Cart, Reed Lords") == [
        ("Ladz", None, 10),
        ("Bone Cart", None, None),
        ("Reed Lords", None, None),
    ]


@pytest.mark.rule("IMP-60", "IMP-62")
def test_what_one_unit_has_in_its_line_is_no_other_unit() -> None:
    for line in (
        "Captain (95 pts): Spear, Lamp (25 pts), bow",
        "Captain (95 pts): Spear, Lamp (25 pts)",
        "Captain: Spear, Lamp (25), 95 pts",
    ):
        assert [entry.name for entry in read_text(f"My list\n\n{line}\nLadz (90 pts)\n", "x").entries] == [
            "Captain",
            "Ladz",
        ]
    (one,) = read_text("Captain (95 pts): Spear, Lamp (25 pts), bow\n", "x").entries
    assert ([item.name for item in one.items], [it.name for it in one.enhancements]) == (["Spear", "bow"], ["Lamp"])


@pytest.mark.rule("IMP-4")
def test_what_is_guessed_of_a_text_is_told_in_7th_edition_too() -> None:
    place = Path(__file__).parents[3] / "armies/40k-7e/astra_militarum.yaml"
    text = (
        b"My list\n\nInfantry Squad (85 pts)\n- 6x Guardsman w/ lasgun\n- Plasma gunner\n- Sergeant\n- Lascannon Team\n"
    )
    came = take(text, "x", Options(edition="40k-7e", data=(str(place),)))
    assert [guess.text for guess in came.report.guesses] == [
        f"the text does not say what {name} carries: nothing"
        for name in ("Plasma gunner", "Sergeant", "Lascannon Team")
    ]


@pytest.mark.rule("IMP-60")
@each(
    "line",
    ["Chief (Warlord), 65 points", "Chief (65 pts) (Warlord)", "Chief [warlord] (65 pts)", "Chief (65 pts): Warlord"],
)
def test_the_warlord_may_stand_in_brackets(line: str) -> None:
    (chief, _) = read_text(f"My list\n\n{line}\nLadz, 90 points\n", "x").entries
    assert (chief.name, chief.points, chief.warlord, chief.items) == ("Chief", 65, True, ())


@pytest.mark.rule("IMP-60", "IMP-62")
def test_what_a_unit_is_with_may_stand_before_its_points() -> None:
    text = "My list\n\nChief w/ axe (65 pts) - Warlord\n10x Ladz w/ sling, club (90)\n"
    chief, ladz = read_text(text, "x").entries
    assert (chief.name, chief.warlord, [item.name for item in chief.items]) == ("Chief", True, ["axe"])
    ((lads,),) = [ladz.groups]
    assert (ladz.name, ladz.number, [(item.name, item.n) for item in lads.items]) == (
        "Ladz",
        10,
        [("sling", 10), ("club", 10)],
    )


@pytest.mark.rule("IMP-60")
@each(
    "line, n",
    [
        ("ladz x10 90", 10), ("Ten Ladz, 90 points", 10), ("ten Ladz - 90", 10), ("Ladz 10 @ 9 = 90", 10), ("Ladz: 10 x 9pts = 90pts", 10), ("10-20 Ladz - 90", None),
        ("Ladz (90 Punkte), 10 Modelle", 10), ("[12/11, 19:03] Tom: 10x Ladz 90", 10), ("12.11.25, 19:03 - Tom: Ladz x10 90", 10),
        ("[19:03, 12/11/2025] Tom: 10x Ladz 90", 10), ("Tom — Today at 19:03\nLadz x10 90", 10), ("Tom — 12/11/2025 7:03 PM\nLadz x10 90", 10),
    ],
)  # fmt: skip
def test_the_number_of_a_known_unit_may_be_written_in_any_way(line: str, n: int | None) -> None:
    above, below = ("[12/11, 19:03] Tom: ", "12.11.25, 19:04 - Tom: ") if "Tom" in line else ("", "")
    found = known(f"{above}Bone Cart 80", line, f"{below}Reed Lords 65")
    assert [(name.casefold(), points, many) for name, points, many in found] == [
        ("bone cart", 80, None), ("ladz", 90, n), ("reed lords", 65, None),
    ]  # fmt: skip
    assert known("Ten Reed Lords 65", "Bone Cart 80")[0] == ("Reed Lords", 65, 10)


@pytest.mark.rule("IMP-60")
@each(
    "above",
    ["Player: Bob | Faction: Rivers | Detachment: Tide | List name: Mine", "List name : Mine\nFaction : Rivers\nDetachment - Tide (2 DP)\nDetachment Points: 3/3"],
)  # fmt: skip
def test_what_is_said_above_units_without_brackets_is_a_header(above: str) -> None:
    found = read_text(f"{above}\nLadz – 90\nBone Cart - 80\n", "x")
    assert (found.name, found.faction, found.detachment) == ("Mine", "Rivers", "Tide")
    assert [entry.name for entry in found.entries] == ["Ladz", "Bone Cart"]


@pytest.mark.rule("IMP-60", "IMP-62")
def test_a_cell_of_a_table_may_have_several_lines() -> None:
    text = "| Unit | # | Pts | Loadout |\n|--|--|--|--|\n| Ladz | 10 | 90 | 9x Lad: sling; 1x Chief: axe |\n| Bone Cart | | 80 | - |\n"
    ladz, cart = read_text(text, "x").entries
    assert [(group.n, group.name, [item.name for item in group.items]) for group in ladz.groups] == [
        (9, "Lad", ["sling"]), (1, "Chief", ["axe"]),
    ]  # fmt: skip
    assert (ladz.number, cart.items, cart.groups) == (10, (), ())
