"""Each shape of pasted list, read whole: what its numbers count, who carries what, who leads whom (section 13)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from shoot_cli.importing.pasted.formats import read_text, shape_of
from shoot_cli.importing.pasted.text_list import Item, TextList, TextUnit, lines_of
from shoot_cli.importing.roster import Refused
from tests.helpers.each import each
from tests.importing.pasted import texts

shapes = import_module("shoot_cli.importing.pasted.formats")


def carried(items: tuple[Item, ...]) -> str:
    return ", ".join(f"{item.n} {item.name}" for item in items)


def shown(entry: TextUnit) -> list[str]:
    """A unit as a few short lines."""
    head = f"{entry.name} {entry.points:g}"
    if entry.warlord:
        head += " warlord"
    if entry.role:
        head += f" {entry.role}"
    if entry.leads:
        head += f" of {entry.leads} {entry.leads_place}"
    extras = [f"+ {one.name} {'?' if one.points is None else one.points}" for one in entry.enhancements]
    groups = [f"{group.n} {group.name}: {carried(group.items)}" for group in entry.groups]
    return [head, *extras, *groups, *([f": {carried(entry.items)}"] if entry.items else [])]


def read(text: str) -> TextList:
    return read_text(text, "lists/pasted.txt")


def units(text: str) -> list[list[str]]:
    found = read(text)
    assert found.unread == ()
    assert [entry.doubts for entry in found.entries] == [()] * len(found.entries)
    assert found.points == sum(entry.points or 0 for entry in found.entries)
    return [shown(entry) for entry in found.entries]


@pytest.mark.rule("IMP-60", "IMP-51")
def test_the_first_rendering_of_the_app_has_items_without_bullets() -> None:
    squad = ["1 Warden Sergeant: 1 Beam sabre, 1 Storm pistol", "4 Warden: 3 Beam rifle, 1 Heavy beamer"]
    assert units(texts.APP_A) == [
        ["Warden Captain 95 warlord leader of Wardens 1", "+ Lamp of Dawn ?", ": 1 Beam sabre, 1 Storm pistol"],
        ["Warden Signaller 40 support of Wardens 1", ": 1 Storm pistol"],
        ["Wardens 90 bodyguard", *squad],
        ["Wardens 90", squad[0], "4 Warden: 4 Beam rifle"],
        ["Crawler 100", ": 1 Armoured tracks, 2 Storm cannon"],
    ]


@pytest.mark.rule("IMP-60")
def test_the_second_rendering_of_the_app_has_a_bullet_for_each_item() -> None:
    assert units(texts.APP_B) == [
        ["Warden Captain 95 warlord", "+ Lamp of Dawn ?", ": 1 Beam sabre, 1 Storm pistol"],
        [
            "Wardens 1120 warlord",
            "1 Warden Sergeant: 1 Beam sabre, 1 Storm pistol",
            "4 Warden: 3 Beam rifle, 1 Heavy beamer",
            ": 1 Standard",
        ],
    ]


@pytest.mark.rule("IMP-60", "IMP-51")
def test_the_app_writes_french() -> None:
    assert units(texts.FRENCH) == [
        ["Warden Captain 95 warlord leader of Wardens 1", "+ Lampe de l'Aube ?", ": 1 Beam sabre, 1 Storm pistol"],
        ["Wardens 90 bodyguard", "1 Warden Sergeant: 1 Storm pistol", "4 Warden: 4 Beam rifle"],
    ]


@pytest.mark.rule("IMP-60", "IMP-51")
def test_with_is_for_each_model_and_a_name_again_is_one_more() -> None:
    assert units(texts.TOURNAMENT) == [
        ["Warden Captain 95 warlord leader of Wardens 2", "+ Lamp of Dawn 15", ": 1 Beam sabre, 2 Storm pistol"],
        ["Warden Captain 80", "+ Keen Lens ?", ": 1 Beam sabre"],
        [
            "Wardens 90",
            "3 Warden: 3 Beam rifle, 6 Grenade",
            "1 Warden: 1 Heavy beamer",
            "1 Warden Sergeant: 1 Beam sabre, 1 Storm pistol",
        ],
        ["Wardens 90", "4 Warden: 4 Beam rifle", "1 Warden: 1 Heavy beamer"],
        ["Rim Hounds 75", "2 Rim Hounds: 2 Fangs", "1 Rim Hounds: 1 Iron fangs", ": 1 Handler's whip"],
        ["Crawler 100", ": 2 Storm cannon, 1 Armoured tracks"],
    ]


@pytest.mark.rule("IMP-60")
def test_wtc_full() -> None:
    assert units(texts.WTC_FULL) == [
        ["Warden Captain 95 warlord", "+ Lamp of Dawn 15", ": 1 Beam sabre, 2 Storm pistol"],
        [
            "Wardens 90",
            "1 Warden Sergeant: 1 Beam sabre, 1 Standard, 1 Lamp",
            "3 Warden: 3 Beam rifle",
            "1 Warden: 1 Heavy beamer",
        ],
        ["Crawler 100", ": 1 Armoured tracks, 2 Storm cannon"],
    ]


@pytest.mark.rule("IMP-60")
def test_what_stands_below_a_model_is_a_total() -> None:
    """And models that are called after what they carry are models, if the unit says how many it is."""
    assert units(texts.GW) == [
        ["Warden Captain 95 warlord", "+ Lamp of Dawn 15", ": 1 Beam sabre"],
        ["Wardens 90", "1 Warden Sergeant: 1 Storm pistol", "4 Warden: 3 Beam rifle, 1 Heavy beamer, 1 Standard"],
        ["Rim Guard 90", "3 Beam lance and beam shield: 3 Beam lance, 3 Beam shield"],
        ["Crawler 100", ": 1 Armoured tracks, 2 Storm cannon"],
    ]


@pytest.mark.rule("IMP-60")
def test_simple_lists_count_for_each_model() -> None:
    assert units(texts.SIMPLE) == [
        ["Warden Captain 110 warlord", "+ Lamp of Dawn 15", ": 1 Beam sabre"],
        [
            "Wardens 185",
            "1 Warden Sergeant: 1 Beam sabre, 1 Storm pistol",
            "3 Warden: 3 Beam rifle, 6 Grenade",
            "1 Warden w/ heavy beamer: 1 Heavy beamer",
        ],
        ["Crawler 200", ": 1 Armoured tracks, 2 Storm cannon, 1 Beam lance, 1 Crawler claws"],
    ]


@pytest.mark.rule("IMP-60")
def test_list_forge_leaves_one_unsaid_and_bundles_weapons() -> None:
    assert units(texts.LIST_FORGE) == [
        ["Warden Captain 95 warlord", "+ Lamp of Dawn ?", ": 1 Beam sabre"],
        [
            "Wardens 180",
            "1 Warden Sergeant: 1 Beam sabre",
            "1 Warden w/ heavy beamer: 1 Heavy beamer",
            "3 Warden: 3 Beam rifle",
            ": 1 Standard",
        ],
        ["Crawler 100", ": 2 Storm cannon, 1 Beam lance, 1 Crawler claws"],
    ]


@pytest.mark.rule("IMP-60")
def test_war_organ_tells_it_in_sentences() -> None:
    assert units(texts.WAR_ORGAN) == [
        ["Warden Captain 95 warlord", "+ Lamp of dawn 15", ": 1 Beam sabre"],
        [
            "Wardens 180",
            "1 Warden Sergeant: 1 Beam sabre, 1 Storm pistol",
            "3 Wardens: 3 Beam rifle, 6 Grenades, 3 Lamp, lens and shade",
            "1 Wardens with jump pack: 1 Heavy beamer and smaller beamer",
        ],
        ["Crawler 100", ": 2 Storm cannons, 1 Armoured tracks, 1 Beam lance"],
    ]


@pytest.mark.rule("IMP-60", "IMP-51")
def test_team_tournaments_have_labels_above_and_lines_that_only_name_pairs() -> None:
    assert units(texts.TEAM.replace("4x Warden\n• ", "4x Warden\n  • ").replace("Sergeant\n• ", "Sergeant\n  • ")) == [
        ["Warden Captain 95 warlord", "+ Lamp of Dawn ?", ": 1 Beam sabre"],
        ["Signaller 40 leader of Wardens 1", ": 1 Storm pistol"],
        ["Wardens 140", "1 Warden Sergeant: 1 Beam sabre", "4 Warden: 4 Beam rifle"],
        ["Crawler 100", "+ Keen Lens, ground by hand ?", ": 2 Storm cannon"],
    ]


@pytest.mark.rule("IMP-60", "IMP-51")
def test_rows_have_numbers_of_models_and_whom_they_lead() -> None:
    found = read(texts.ROWS)
    assert (found.name, found.writer, found.points, found.unread) == ("Two patrols", "Listhammer", 300, ())
    assert [(one.name, one.number, one.leads, one.leads_place, one.role) for one in found.entries] == [
        ("Captain", None, "Wardens", 1, "leader"), ("Signaller", None, "Wardens", 1, "leader"), ("Wardens", 5, "", 0, ""),
        ("Spores", 10, "", 0, ""), ("Crawler", None, "", 0, ""), ("Wardens", 5, "", 0, ""),
    ]  # fmt: skip
    assert [one.name for one in found.entries[0].enhancements] == ["Lamp of Dawn"]
    assert read(texts.ROWS.replace("10x", "999x").replace("999x", "500x")).entries[3].number == 500
    with pytest.raises(Refused, match="line 5: 501x Spores has more than 500 models"):
        read(texts.ROWS.replace("10x", "501x"))
    with pytest.raises(Refused, match="more than 200 units"):
        read(texts.ROWS + "5x Wardens\n" * 200)


@pytest.mark.rule("IMP-60")
@each(
    ("head", "wanted"),
    [
        ("Army Name: Patrol\nFaction: Star Clans\nDetachment Used : Watch\nTotal points: 2,000", ("Patrol", "Star Clans", "Watch", 2000)),
        ("+ PLAYER: A\n+ FACTIONS USED: Star Clans\n+DETACHEMENT: Watch\n+ ARMY POINTS: 100pts", ("pasted", "Star Clans", "Watch", 100)),
        ("Joueur : A\nNom de la liste : Garde\nFactions utilisées : Nécrons\nDétachement : Veille", ("Garde", "Nécrons", "Veille", None)),
        ("Spieler: A\nArmeename: Wacht\nFraktion: Orks\nAbteilung: Horde\nGesamtpunkte: 95", ("Wacht", "Orks", "Horde", 95)),
        ("Nombre de la lista: Guardia\nFacción: Necrones\nDestacamento: Vela\nPuntos totales: 95", ("Guardia", "Necrones", "Vela", 95)),
        ("My list\nis long\n\nOrks\nWar Party\n(95 Points)\nStrike Force (2,000 Points)", ("My list", "Orks", "War Party", 95)),
        ("Space Marines\nDark Angels\nSwift Hunt\n“As it is” (195 Points)", ('"As it is"', "Space Marines - Dark Angels", "Swift Hunt", 195)),
        ("Dark Angels\nStrike Force (2000 Point)\nHunt of all", ("pasted", "Space Marines - Dark Angels", "Hunt of all", None)),
    ],
)  # fmt: skip
def test_a_header_may_be_written_in_many_ways(head: str, wanted: tuple[str, str, str, float | None]) -> None:
    body = "\n\nCHARACTERS\n\nCaptain (95 points)\n• 1x Sabre\n\nCrawler (100 points)\n• 1x Gun\n"
    for fence in ("", "+++++++++++++++++\n") if ":" in head else ("",):
        found = read(fence + head + ("\n" + fence if fence else "") + body)
        assert (found.name, found.faction, found.detachment, found.points) == wanted
        assert [one.name for one in found.entries] == ["Captain", "Crawler"]


@pytest.mark.rule("IMP-60")
def test_a_unit_is_no_item_of_the_one_above() -> None:
    """Words glued to points, names in capitals that players give, and items behind a unit do not hide it."""
    found = read(
        "Rim (400 points)\n\nSTAR CLANS\n\nCaptain (95 points)\n  • 1x Sabre\n\nMarshal (105 points)Warlord\n  • 1x Rod\n\n"
        "Crawler (100 points)\nTHE OLD LADY\n  • 1x Gun\n\nWalker (100 points) • 1x Net\n"
    )
    assert [(one.name, carried(one.items), one.warlord) for one in found.entries] == [
        ("Captain", "1 Sabre", False), ("Marshal", "1 Rod", True), ("Crawler", "1 Gun", False), ("Walker", "1 Net", False),
    ]  # fmt: skip
    assert found.unread == ()


@pytest.mark.rule("IMP-60", "IMP-12")
def test_men_without_a_line_of_their_model_are_counted() -> None:
    for text in (
        "{} (95 pts)\n  • 1 with Sabre\n  • 4 with Rifle, Lamp",
        "{} (95 pts)\n1 with Sabre\n4 with Rifle, Lamp",
    ):
        found = read(
            "Rim - Star Clans - Watch (195 Points)\n\nBattleline:\n"
            + text.format("Guards")
            + "\n\n"
            + text.format("Riders")
        )
        for entry in found.entries:
            assert [(group.n, group.name, carried(group.items)) for group in entry.groups] == [
                (1, entry.name, "1 Sabre"), (4, entry.name, "4 Rifle, 4 Lamp"),
            ]  # fmt: skip
    lone = read(
        "Rim (195 points)\n\nSTAR CLANS\n\nCaptain (95 pts)\n1 with Sabre, 2x Lamp\n\nCrawler (100 pts)\n1 with Gun"
    )
    assert [(entry.groups, carried(entry.items)) for entry in lone.entries] == [((), "1 Sabre, 2 Lamp"), ((), "1 Gun")]


TENTH, ELEVENTH = "Warhammer 40,000 10th Edition", "Warhammer 40,000 11th Edition"
HEADS = {
    "app A": ("Rim patrol", "the official app", ELEVENTH, "Star Clans - Rim Wardens", "Lantern Watch"),
    "app B": ("Rim patrol", "the official app", TENTH, "Star Clans - Rim Wardens", "Lantern Watch"),
    "French": ("Garde", "the official app", ELEVENTH, "Clans de l'Étoile", "Veille des Lanternes"),
    "tournament": ("pasted", "New Recruit", "", "Rim - Star Clans", "Lantern Watch"),
    "WTC full": ("pasted", "New Recruit", "", "Rim - Star Clans", "Lantern Watch"),
    "GW": ("pasted", "New Recruit", "", "Rim - Star Clans", "Lantern Watch"),
    "simple": ("Watchers", "New Recruit", "", "Rim - Star Clans", "Lantern Watch"),
    "ListForge": ("Watch - the second", "ListForge", "", "Star Clans", "Lantern Watch"),
    "team": ("Team patrol", "the official app", "", "Rim, Star Clans", "Lantern Watch"),
    "WarOrgan": ("Watchers", "WarOrgan", ELEVENTH, "Star Clans", "Lantern Watch, Long Night"),
}


@pytest.mark.rule("IMP-60")
def test_what_stands_above_the_units() -> None:
    """Names, who wrote it, the edition if the text has a mark of it, factions and detachments."""
    assert {
        shape: (found.name, found.writer, found.game, found.faction, found.detachment)
        for shape, found in ((shape, read(text)) for shape, text in texts.SHAPES.items())
    } == HEADS


@pytest.mark.rule("IMP-63")
def test_the_document_has_units_with_points_and_models() -> None:
    document: dict[str, Any] = read(texts.TOURNAMENT).document()
    assert document["units"][2] == {
        "name": "Wardens",
        "points": 90,
        "models": [{"name": "Warden", "count": 4}, {"name": "Warden Sergeant", "count": 1}],
    }
    assert document["units"][5] == {"name": "Crawler", "points": 100, "models": [{"name": "Crawler", "count": 1}]}


@pytest.mark.rule("IMP-60")
def test_a_list_without_a_name_is_called_after_its_file() -> None:
    assert [read_text(texts.GW, name).name for name in ("a/b.txt", "C:\\b.txt", "-", "b")] == [
        "b",
        "b",
        "A pasted list",
        "b",
    ]


@pytest.mark.rule("IMP-60")
def test_words_that_one_edition_alone_has_show_it() -> None:
    """A list with none of them may be of several."""
    head = "+ FACTION KEYWORD: Rim\n{}\n\n1x Crawler (100 pts): Lamp\n{}"
    for key, line, game in (
        ("+ DETACHMENT: Long Night", "", ""),
        ("+ FORCE DISPOSITION: Hold", "", ELEVENTH),
        ("", "1x Rod (5 pts): Rod\nLeading Crawler", ""),
        ("", "1x Rod (5 pts): Rod\nSupporting Crawler", ELEVENTH),
        ("", "Exported with App Version: v1.2.3 (4), Data Version: v5", TENTH),
        ("", "Exported with App Version: v3.2.3 (4), Data Version: v5", ""),
    ):
        assert read(head.format(key, line)).game == game, (key, line)


@pytest.mark.rule("IMP-60")
def test_who_plays_a_list_is_not_of_its_faction() -> None:
    assert read(texts.SIMPLE.replace("Rim -", "A. Nother - Xenos -")).faction == "Xenos - Star Clans"


NO_LISTS = {
    "": "this is no list that we know",
    "ruleset: 40k-10e\nname: Hera\nunits:\n  - name: Boyz\n": "this is a list of shoot already and needs no import",
    "Dear Ann,\n\nthe parcel (5 points of it) has come.": "this is no list that we know",
    "I won (12 points)\nYou lost (3 points)": "nothing that a unit has",
    "x" * 300_000: "too long for a list: at most 256 KiB",
    "a\n" * 5_001: "it has 5001 lines, at most 5000",
    "Wardens (90 points)\n" + "y" * 5_000: "line 2 is too long",
    "\n".join(f"Wardens (90 points)\n• 1x Rifle {n}" for n in range(201)): "more than 200 units",
    "Wardens (90 points)\n• 501x Warden\n  • 1x Rifle": "line 1: Wardens has more than 500 models",
    "++ Patrol Detachment -2CP (Rim) [10 PL, 175pts] ++\n\nWardens [5 PL, 90pts]: Rifle": "8th or 9th Edition",
    "Rim (200 points)\nSpell Lore - Lamps\n\nWardens (90 points)\n• General": "Age of Sigmar",
}


@pytest.mark.rule("IMP-60", "IMP-2")
@pytest.mark.parametrize("text", NO_LISTS, ids=range(len(NO_LISTS)))
def test_what_is_no_list_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused, match=NO_LISTS[text]):
        read(text)


@pytest.mark.rule("IMP-60")
def test_the_shape_decides_and_a_signature_says_who_wrote_it() -> None:
    """A signature that pasting lost changes nothing of what is read."""
    for shape, text in texts.SHAPES.items():
        unsigned = "\n".join(line for line in text.splitlines() if "Export" not in line and "Created" not in line)
        assert shape_of(lines_of(unsigned))[0] == shape_of(lines_of(text))[0], shape
        assert read(unsigned).entries == read(text).entries, shape
        assert read(unsigned).writer == HEADS[shape][1], shape
    assert read(texts.APP_B + "Created with newrecruit.eu v35.66").writer == "New Recruit"


@pytest.mark.rule("IMP-60")
@each(
    "above, name, faction, writer",
    [
        ("My list\n\n", "My list", "", "a text"),
        ("My list\nOrks\n\n", "My list", "Orks", "a text"),
        ("My list\nStrike Force (2000 points)\n\n", "pasted", "My list", "the official app"),
        ("My list\n\nCHARACTERS\n\n", "My list", "", "the official app"),
        ("", "pasted", "", "a text"),
    ],
)
def test_the_first_line_of_a_text_by_hand_is_its_title(above: str, name: str, faction: str, writer: str) -> None:
    found = read_text(f"{above}Wardens (80 points)\n\nRiders, 5 models (90 points)\n", "pasted")
    assert (found.name, found.faction, found.writer) == (name, faction, writer)
    assert [(entry.name, entry.number) for entry in found.entries] == [("Wardens", None), ("Riders", 5)]
