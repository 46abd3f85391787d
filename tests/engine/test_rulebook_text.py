"""Rulebooks read from their pages, and what is said of mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.engine.markdown import Misprint, Rule, read_rulebook, rules_of

PAGE = """\
# To hit

## XX-HIT-1: Skill

The number needed is 7 minus the skill,
and never less than 2.

| skill | 1 | 2 |
|-------|---|---|
| needs | 6 |   |

*Example:* Skill 2 needs 5
or more.

*Source:* a friend;
the setting `skill`

## XX-HIT-2: Luck

*Not played by the program yet.*

Some have it.

*Source:* nobody

# To wound

## XX-WND-1: Strength: more of it

It helps.

*Source:* a friend
"""
RULES = (
    Rule(
        "XX-HIT-1",
        "Skill",
        "The number needed is 7 minus the skill, and never less than 2.",
        "Skill 2 needs 5 or more.",
        "a friend; the setting `skill`",
        chart=(("skill", "1", "2"), ("needs", "6", "")),
        section="To hit",
    ),
    Rule("XX-HIT-2", "Luck", "Some have it.", "", "nobody", False, section="To hit"),
    Rule("XX-WND-1", "Strength: more of it", "It helps.", "", "a friend", section="To wound"),
)


def test_a_page() -> None:
    assert [*rules_of("page.md", PAGE)] == [(3, RULES[0]), (18, RULES[1]), (28, RULES[2])]


def test_a_folder_is_read_in_the_order_of_its_contents(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Rules\n\n1. [second](b.md): first\n2. [first](a.md)\n\n[else](../c.md)\n")
    (tmp_path / "a.md").write_text(PAGE)
    (tmp_path / "b.md").write_text("# Ends\n\n## XX-END-1: End\n\nThat is all.\n\n*Source:* none\n")
    assert [rule.id for rule in read_rulebook(str(tmp_path))] == ["XX-END-1", "XX-HIT-1", "XX-HIT-2", "XX-WND-1"]
    (tmp_path / "b.md").write_text("# Ends\n\n## XX-HIT-2: End\n\nThat is all.\n\n*Source:* none\n")
    with pytest.raises(Misprint, match=r'a.md:18: XX-HIT-2 is there already: "End"$'):
        read_rulebook(str(tmp_path))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("# To hit\n", "", "2: XX-HIT-1 stands in no section: # and its title are missing above"),
        ("## XX-HIT-1: Skill", "", '5: "The number needed is 7 minus the skill," stands in no rule: its heading is missing'),
        ("## XX-WND-1: Strength: more of it", "", '30: "It helps." stands in no rule: its heading is missing'),
        ("## XX-HIT-2: Luck", "## XX-HIT-2 Luck", '18: "## XX-HIT-2 Luck" is no rule: its id, a colon and its title are'),
        ("## XX-HIT-2: Luck", "## Hit 2: Luck", '18: "## Hit 2: Luck" is no rule: its id, a colon and its title are'),
        ("## XX-HIT-2: Luck", "##XX-HIT-2: Luck", '18: "##XX-HIT-2: Luck" is no heading: # is a section, ## a rule'),
        ("## XX-HIT-2: Luck", "### XX-HIT-2: Luck", '18: "### XX-HIT-2: Luck" is no heading: # is a section, ## a rule'),
        ("Some have it.\n", "", "18: XX-HIT-2 lacks its words"),
        ("*Source:* nobody\n", "", "18: XX-HIT-2 lacks its source"),
        ("*Source:* nobody", "Source: nobody", '24: XX-HIT-2 gives its words a second time: "Source: nobody"'),
        ("*Source:* nobody", "*Sauce:* nobody", '24: "Sauce" is no part of a rule: *Example:* and *Source:* are'),
        ("*Example:* Skill 2", "*Source:* Skill 2", '15: XX-HIT-1 gives its source a second time: "*Source:* a friend;"'),
        ("Some have it.", "*Source:* me\n\nSome have it.", '24: XX-HIT-2 gives its words after its source: "Some have it."'),
        ("*Not played by the program yet.*\n\nSome have it.\n", "Some have it.\n\n*Not played by the program yet.*\n",
         '22: XX-HIT-2 gives its mark after its words: "*Not played by the program yet.*"'),
        ("| needs | 6 |   |", "| needs | 6 |", "10: a row of 2 cells, where the chart has 3 columns"),
        ("| needs | 6 |   |", "| needs | 6 |   | 4", "10: a row of 3 cells, where the chart has 3 columns"),
        ("|-------|---|---|\n", "", "8: a chart is a line of heads, a line as |---|---|, and rows"),
        ("|-------|---|---|\n", "|-------|---|\n", "9: a row of 2 cells, where the chart has 3 columns"),
        ("2.\n\n| skill", "2.\n| skill", '7: an empty line is missing above "| skill | 1 | 2 |", or its first word belongs there'),
        ("it.\n\n*Source", "it.\n*Source", '23: an empty line is missing above "*Source:* nobody", or its first word belongs there'),
        ("Luck\n\n*Not", "Luck\n*Not", '19: an empty line is missing above "*Not played by the program yet.*", or its first word belongs there'),
        ("skill,\nand", "skill\n- and", '6: an empty line is missing above "- and never less than 2.", or its first word belongs there'),
    ],
)  # fmt: skip
def test_mistakes_are_said_with_their_place(right: str, wrong: str, said: str) -> None:
    assert PAGE.count(right) == 1
    with pytest.raises(Misprint) as caught:
        [*rules_of("page.md", PAGE.replace(right, wrong))]
    assert str(caught.value) == f"page.md:{said}"


SHARED_PAGE = """\
# Common

## HIT-1: Skill

By skill (HIT-2), at AP-1 too.

*Example:* As WND-1.

*Source:* HIT-2

## HIT-2: Luck

Some have it (SAV-1).

*Source:* nobody

## WND-1: Strength

It helps.

| HIT-1 | b |
|-------|---|
| a     | b |

*Source:* a friend
"""
TAKING = "# Hit\n\n*Shared:* [{ids}](../room/common.md)\n\n## XX-END-1: End\n\nAll (HIT-1).\n\n*Source:* none\n"


def two_folders(tmp_path: Path, ids: str) -> str:
    for name, text in (("room/common", SHARED_PAGE),
                       ("own/a", TAKING.format(ids=ids)), ("own/README", "[a](a.md)")):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.md").write_text(text)
    return str(tmp_path / "own")


def called(name: str) -> str:
    return {"HIT-2": "YY-LUCK-7"}.get(name, f"XX-{name}")


def test_rules_of_a_shared_page_have_the_ids_of_the_edition(tmp_path: Path) -> None:
    one, two, three, end = read_rulebook(two_folders(tmp_path, "XX-WND-1, XX-HIT-1 to YY-LUCK-7"), called)
    assert [rule.id for rule in (one, two, three, end)] == ["XX-WND-1", "XX-HIT-1", "YY-LUCK-7", "XX-END-1"]
    assert [rule.section for rule in (one, two, three, end)] == ["Common", "Common", "Common", "Hit"]
    assert one.chart[0] == ("XX-HIT-1", "b")
    assert (two.text, two.example, two.source) == ("By skill (YY-LUCK-7), at AP-1 too.", "As XX-WND-1.", "YY-LUCK-7")
    assert three.text == "Some have it (SAV-1)."  # the edition has no such rule: nothing is made up
    assert [rule.id for rule in read_rulebook(two_folders(tmp_path, "XX-HIT-1"), called)] == ["XX-HIT-1", "XX-END-1"]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("XX-WND-1", "XX-WND-2", "3: XX-WND-2 does not stand in ../room/common.md"),
        ("XX-WND-1", "XX-HIT-1 to XX-HIT-2", "3: XX-HIT-2 does not stand in ../room/common.md"),
        ("XX-WND-1", "XX-END-1", "3: XX-END-1 does not stand in ../room/common.md"),
        ("*Shared:* [XX-WND-1]", "*Shared:* XX-WND-1 ",
         '3: "*Shared:* XX-WND-1 (../room/common.md)": *Shared:* and a link from ids to their page are needed'),
        ("## XX-END-1: End\n\n", "", '5: "All (HIT-1)." stands in no rule: its heading is missing'),
        ("# Hit\n\n", "", "3: XX-END-1 stands in no section: # and its title are missing above"),
    ],
)  # fmt: skip
def test_mistakes_of_what_is_shared_are_said(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    folder = two_folders(tmp_path, "XX-WND-1")
    page = tmp_path / "own" / "a.md"
    assert page.read_text().count(right) == 1
    page.write_text(page.read_text().replace(right, wrong))
    with pytest.raises(Misprint) as caught:
        read_rulebook(folder, called)
    assert str(caught.value).endswith(f"a.md:{said}")


def test_other_names_stand_before_the_source() -> None:
    page = PAGE.replace("*Source:* nobody", "*Also called:* good luck; the gods\nwith us\n\n*Source:* nobody")
    assert [rule.also for _, rule in rules_of("page", page)] == [(), ("good luck", "the gods with us"), ()]
    with pytest.raises(Misprint, match="other names after its source"):
        [*rules_of("page", PAGE.replace("*Source:* nobody", "*Source:* nobody\n\n*Also called:* good luck"))]
