"""What becomes of a list between programs: lost indents, other bullets, broken lines, curly quotes (IMP-60)."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable

import pytest

from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.text_list import Group, Item, TextList, TextUnit
from shoot_cli.importing.pasted.unit_block import GEAR, MODEL, regrouped
from shoot_cli.importing.roster import Refused
from tests.helpers.samples import seeds
from tests.importing.pasted import texts


def read(text: str) -> TextList:
    return read_text(text, "pasted")


def wrapped(width: int) -> Callable[[str], str]:
    def wrap(text: str) -> str:
        return "\n".join(
            part for line in text.splitlines() for part in textwrap.wrap(line, width, break_long_words=False) or [""]
        )

    return wrap


HARMLESS: dict[str, Callable[[str], str]] = {
    "other bullets": lambda text: text.replace("•", "-").replace("◦", "*"),
    "dots": lambda text: text.replace("•", "·").replace("◦", "▪"),
    "tabs": lambda text: re.sub("^( +)", lambda found: "\t" * (len(found[1]) // 2), text, flags=re.M),
    "hard spaces": lambda text: text.replace(" ", "\u00a0"),
    "a mail": lambda text: "\r\n".join("> " + line for line in text.splitlines()),
    "signs of a page": lambda text: text.replace("•", "&bull;").replace("'", "&#39;").replace("\u00a0", "&nbsp;"),
    "another tongue": lambda text: re.sub(r"(?<=\d) with ", " mit ", text),
    "curly quotes": lambda text: text.replace("'", "’"),
    "no blank lines at the end, a mark at the beginning": lambda text: "\ufeff" + text.rstrip(),
    "invisible characters": lambda text: text.replace(" (", "\u200b \u200e("),
    "x before its number": lambda text: re.sub(r"(?m)(?<=[•◦*-] )(\d+)x ", r"x\1 ", text),
    "pictures": lambda text: re.sub(r"(?m)^(\w[^\n:+]*\d (?:point|pt)s[)\]])$", r"🌊 \1 🛶", text),
    "bold": lambda text: re.sub(r"^(\w[^\n(\[+]*) (\(|\[)", r"**\1** \2", text, flags=re.M),
}


@pytest.mark.rule("IMP-60", "IMP-15")
@pytest.mark.parametrize("spoil", HARMLESS)
def test_what_pasting_adds_changes_nothing(spoil: str) -> None:
    for shape, text in texts.SHAPES.items():
        spoilt, whole = read(HARMLESS[spoil](text)), read(text)
        assert [entry.but(line=0) for entry in spoilt.entries] == [entry.but(line=0) for entry in whole.entries], shape
        assert spoilt.detachment == whole.detachment, shape


@pytest.mark.rule("IMP-60")
def test_broken_lines_are_mended() -> None:
    for shape in ("tournament", "simple", "WarOrgan"):
        text = texts.SHAPES[shape]
        for width in (36, 48, 64):
            broken, whole = read(wrapped(width)(text)), read(text)
            assert broken.document() == whole.document(), (shape, width)
            assert broken.detachment == whole.detachment, (shape, width)
    found = read("+ FACTION KEYWORD: Rim\n\n2x Crew (90 pts)\n• 1x Driver: Map,\n2x Lamp\n• 1x Gunner: Gun").entries[0]
    assert [group.items for group in found.groups] == [(Item("Map"), Item("Lamp", 2)), (Item("Gun"),)]


@pytest.mark.rule("IMP-60")
def test_lines_have_their_depth_without_indents() -> None:
    """An inner bullet is deeper than an outer one, and models that "with" stands below have a bullet."""
    bare = re.sub("^ +", "", texts.APP_B, flags=re.M)
    assert [entry.but(line=0) for entry in read(bare).entries] == [
        entry.but(line=0) for entry in read(texts.APP_B).entries
    ]
    bare = re.sub("^ +", "", texts.TOURNAMENT, flags=re.M)
    assert read(bare).document() == read(texts.TOURNAMENT).document()
    assert read(bare).entries[2].groups == read(texts.TOURNAMENT).entries[2].groups


@pytest.mark.rule("IMP-60")
def test_the_app_without_indents_is_told_apart_by_names_and_said() -> None:
    """Bullets lost or not; points glued to names, as ``Crawler100 Points``."""
    for text in (texts.APP_A, texts.APP_B.replace("◦", "•")):
        whole = [(entry.name, entry.points, entry.models, entry.leads) for entry in read(text).entries]
        bare = re.sub(r"^ *[•◦] ?", "", text, flags=re.M)
        glued = re.sub(r" \(([\d,]+ [Pp]oints)\)$", r"\1", bare, flags=re.M) + "\nEND OF ROSTER"
        for flat in (re.sub("^ +", "", text, flags=re.M), re.sub("^ +", "", bare, flags=re.M), glued):
            found = read(re.sub("^ +", "", flat, flags=re.M))
            assert [(entry.name, entry.points, entry.models, entry.leads) for entry in found.entries] == whole
            squad = next(entry for entry in found.entries if entry.name == "Wardens")
            assert squad.flat
            assert squad.doubts == ("the text has lost its indents; taken as models: 1x Warden Sergeant, 4x Warden",)
            assert squad.groups[-1].items[0] == Item("Beam rifle", 3)


@pytest.mark.rule("IMP-60")
def test_a_datasheet_tells_models_and_gear_apart_anew() -> None:
    row = TextUnit(
        "Watch", groups=(Group("Warden", 1, (Item("Rifle"), Item("Lookout", 2), Item("Rod", 2))),), flat=True
    )
    kinds = {"Warden": MODEL, "Lookout": MODEL, "Standard": GEAR, "Runt": MODEL, "Axe and bolter": GEAR}

    def kind(name: str) -> str:
        return kinds.get(name, "")

    assert regrouped(row, kind).groups == (Group("Warden", 1, (Item("Rifle"),)), Group("Lookout", 2, (Item("Rod", 2),)))
    held = TextUnit(
        "Watch",
        groups=(
            Group("Warden", 4, (Item("Rifle", 4),)),
            Group("Axe and bolter", 2, (Item("Axe", 2),)),
            Group("New", 1),
        ),
        items=(Item("Runt"), Item("Standard"), Item("Warden")),
    )
    changed = regrouped(held, kind)
    assert [(group.name, group.n) for group in changed.groups] == [("Warden", 4), ("New", 1), ("Runt", 1)]
    assert changed.items == (Item("Axe", 2), Item("Standard"), Item("Warden"))
    assert regrouped(row, lambda name: "") == row


@pytest.mark.rule("IMP-60")
def test_a_header_may_be_lost_or_stand_above_a_list_of_another_program() -> None:
    bare = texts.TOURNAMENT.split("+++\n")[-1]
    whole = read(texts.TOURNAMENT)
    assert read(bare).document()["units"] == whole.document()["units"]
    assert [entry.items for entry in read(bare).entries[2:]] == [entry.items for entry in whole.entries[2:]]
    fence = "++++++++++++\n"
    both = read(f"{fence}Player Name: A. Nother\nFactions Used: Rim\n+ WARLORD: Crawler\n{fence}{texts.APP_A}")
    assert both.document()["units"] == read(texts.APP_A).document()["units"]
    assert (both.name, both.points, both.faction) == ("Rim patrol", 415, "Rim")
    assert both.unread == ()


BATTLE_SCRIBE = """++ Army Roster (Rim - Star Clans) [185 pts] ++

+ Configuration +
Battle Size: 2. Strike Force (2000 Point limit)
Detachment: Lantern Watch

+ Character +
Captain [75 pts]: Sabre, 1x Warlord

+ Battleline +
Wardens [110 pts]
. Sergeant: Sabre, Pistol
. 4x Warden w/ rifle: 4x Knife, 4x Rifle

++ Total: [185 pts] ++
"""
CHAT = """Rim - Star Clans - Watchers - [185 pts]

**Configuration**
- **Detachment:** Lantern Watch

**Character [75 pts]**
- **Captain** [75 pts]: Sabre, Warlord

**Battleline [110 pts]**
- **Wardens** [110 pts]:
  - 1x Sergeant: Sabre, Pistol
  - 4x Warden w/ rifle: Knife, Rifle
"""


@pytest.mark.rule("IMP-60")
def test_square_brackets_with_other_marks() -> None:
    """BattleScribe has dots and totals; in a chat units have bullets and sections say what they cost."""
    for text in (BATTLE_SCRIBE, CHAT):
        found = read(text)
        assert (found.detachment, found.points, found.unread) == ("Lantern Watch", 185, ())
        captain, wardens = found.entries
        assert (captain.items, captain.warlord) == ((Item("Sabre"),), True)
        assert [group.but(line=0) for group in wardens.groups] == [
            Group("Sergeant", 1, (Item("Sabre"), Item("Pistol"))),
            Group("Warden w/ rifle", 4, (Item("Knife", 4), Item("Rifle", 4))),
        ]


LED = """+ FACTION KEYWORD: Rim
+ TOTAL ARMY POINTS: 400pts

Char1: 1x Signaller (40 pts): Pistol
Supporting Wardens[1]
Char2: 1x Captain (80 pts): Sabre
Char3: 1x Captain (80 pts): Sabre
5x Wardens (100 pts): 5 with Rifle
Attached to Captain[2]
Attached to Signaller
5x Wardens (100 pts): 5 with Rifle
"""


@pytest.mark.rule("IMP-51")
def test_who_leads_whom_is_said_on_one_side_or_both() -> None:
    def leads(text: str) -> list[tuple[str, int, str]]:
        return [(entry.leads, entry.leads_place, entry.role) for entry in read(text).entries[:3]]

    assert leads(LED) == [("Wardens", 1, "support"), ("", 0, ""), ("Wardens", 1, "leader")]
    assert leads(LED.replace("Char2: 1x Captain (80 pts): Sabre", "Char2: 1x Captain (80 pts): Leading Wardens[2]")) == [
        ("Wardens", 1, "support"), ("Wardens", 2, "leader"), ("Wardens", 1, "leader"),
    ]  # fmt: skip
    unclear = read(LED.replace("Wardens[1]", "Wardens").replace("Attached to Signaller\n", ""))
    assert unclear.entries[0].leads == ""
    assert unclear.entries[0].doubts == ("leads Wardens: there are several",)
    nobody = read(LED.replace("Captain[2]", "Marshal"))
    assert nobody.entries[3].doubts == ("attached to Marshal, and nobody of that name is free",)
    block = read(texts.APP_A.replace("• Attached as: Bodyguard (Battleline)\n", ""))
    assert [entry.leads for entry in block.entries[:2]] == ["", ""]
    assert block.entries[0].doubts == ("attached unit 1 does not say whom it leads",)


@pytest.mark.rule("IMP-60")
def test_numbers_that_do_not_add_up_are_said() -> None:
    entry = read(
        "+ FACTION KEYWORD: Rim\n\n6x Wardens (90 pts)\n• 1x Sergeant: Rifle\n• 4x Warden: 5 with Rifle"
    ).entries[0]
    assert entry.models == 6
    assert entry.doubts == ("Warden: 4 of them, but 5 are armed",)
    entry = read("+ FACTION KEYWORD: Rim\n\n6x Wardens (90 pts)\n• 4x Warden: 4x Rifle, Standard").entries[0]
    assert entry.groups[0].items == (Item("Rifle", 4), Item("Standard", 1))
    assert entry.doubts == (
        "4x Warden: numbers behind it are taken as totals, not for each",
        "its line says 6 models, those below it are 4: taken as below",
    )


@pytest.mark.rule("IMP-60")
def test_models_that_carry_nothing_are_no_wargear() -> None:
    """They are told by the name of the unit; a weapon that is called so, or one of them, stays a weapon."""
    found = read(
        "Rim (200 points)\n\nSTAR CLANS\n\nRim Spores (40 points)\n  • 3x Rim Spore\n\nGuard with Rim Pistols (40 points)\n"
        "  • 2x Rim pistol\n\nLantern (40 points)\n  • 1x Lantern\n\nGuard (80 points)\n  • 1x Chief\n    • 1x Rod\n  • 2x Guard"
    )
    assert [(entry.models, len(entry.groups), len(entry.items)) for entry in found.entries] == [
        (3, 1, 0), (1, 0, 1), (1, 0, 1), (3, 2, 0),
    ]  # fmt: skip


def broken(text: str, chance: random.Random) -> str:
    """A text with some lines and characters gone, twice there, or elsewhere."""
    lines = text.splitlines() or [""]
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at : at + chance.randrange(1, 4)]
                lines = lines or [""]
            case 1:
                lines.insert(chance.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
            case 3:
                lines[at] = lines[at].replace("1", chance.choice(["0", "999999", "-3", "x", "٣", "²"]))
            case 4:
                lines[at] = lines[at][::-1]
            case _:
                lines[at] += chance.choice(
                    [" (", "[", ")", ": ", ", ", " 3 with ", "\x00", "\u202e", "•", "(5 pts)", " and "]
                )
    return "\n".join(lines)


@pytest.mark.rule("IMP-60", "IMP-2")
@pytest.mark.parametrize("seed", seeds(3, 40))
def test_nothing_but_a_refusal_comes_of_a_broken_text(seed: int) -> None:
    chance = random.Random(seed)
    for text in texts.SHAPES.values():
        try:
            found = read(broken(text, chance))
        except Refused:
            continue
        assert found.entries
        for entry in found.entries:
            assert entry.name
            assert 1 <= entry.models <= 500
            assert all(0 < item.n <= 999 for group in entry.groups for item in group.items)


@pytest.mark.rule("IMP-10", "IMP-60")
def test_nought_is_nobody_and_too_many_are_left_out() -> None:
    entry = read(
        "+ FACTION KEYWORD: Rim\n\nWardens (90 pts)\n• 0x Sergeant\n  • 1x Rod\n• 4x Warden: 4x Rifle, 0x Rod"
    ).entries[0]
    assert [(group.name, group.n, group.items) for group in entry.groups] == [("Warden", 4, (Item("Rifle", 4),))]
    entry = read("+ FACTION KEYWORD: Rim\n\nWardens (90 pts)\n• 4x Warden: 4 with Rifle, 0 with Rod").entries[0]
    assert [(group.name, group.n) for group in entry.groups] == [("Warden", 4)]
    entry = read("+ FACTION KEYWORD: Rim\n\nWardens (90 pts): 999x Rod, Rod, Lamp").entries[0]
    assert entry.items == (Item("Lamp"),)
    assert entry.doubts == ("1000x Rod is too many: left out",)


@pytest.mark.rule("IMP-60")
def test_without_indents_two_bullets_in_a_row_are_a_model_and_its_first_item() -> None:
    found = read(
        """\
Strike Force (2000 points)

BATTLELINE

Diggers (45 points)
• 1x Pet
• 10x Digger
• 10x Shovel
10x Small thrower
• 1x Overseer
• 1x Overseer prod
1x Sling

Tracked Thing (60 points)
• 1x Spiked wheels
1x Big thrower

Exported with App Version: v2.0.0 (1), Data Version: v1
"""
    )
    diggers, thing = found.entries
    assert [item.name for item in diggers.items] == ["Pet"]
    assert [(group.n, group.name, [item.name for item in group.items]) for group in diggers.groups] == [
        (10, "Digger", ["Shovel", "Small thrower"]),
        (1, "Overseer", ["Overseer prod", "Sling"]),
    ]
    assert thing.groups == ()
    assert [item.name for item in thing.items] == ["Spiked wheels", "Big thrower"]


@pytest.mark.rule("IMP-60", "IMP-12")
def test_without_bullets_items_behind_the_first_are_no_deeper_than_it() -> None:
    """A bullet that got lost leaves its width; the men above are the models, whatever numbers stand below them."""
    found = read(
        "Rim (200 points)\n\nSTAR CLANS\n\nGuards (90 points)\n  1x Chief\n    1x Rod\n      1x Lamp\n  4x Guard\n    4x Rifle\n"
        "      1x Lamp\n\nRiders (90 points)\n  9x Rider\n    1x Lance\n      8x Bow\n      9x Horn\n"
    )
    assert [[(group.n, group.name, len(group.items)) for group in entry.groups] for entry in found.entries] == [
        [(1, "Chief", 2), (4, "Guard", 2)], [(9, "Rider", 3)],
    ]  # fmt: skip


@pytest.mark.rule("IMP-60")
def test_items_in_a_sentence_without_a_bullet_leave_their_unit_a_unit() -> None:
    text = texts.WAR_ORGAN.replace("\t• ", "\t")
    assert read(text).document()["units"] == read(texts.WAR_ORGAN).document()["units"]
    assert [entry.name for entry in read(text).entries] == ["Warden Captain", "Wardens", "Crawler"]
