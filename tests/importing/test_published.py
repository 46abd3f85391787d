"""Datasheets by name, from a package that players may install (IMP-65): what a list has of it, and what it is told."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.engine.extras import how_to_install
from shoot_cli.importing import published
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.datasheets.profiles import read as statline_of
from shoot_cli.importing.datasheets.switches import UNKNOWN
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.pasted.text_list import Enhancement, Item, TextList, TextUnit
from shoot_cli.importing.published import PublishedSource
from shoot_cli.importing.published.datasheets import is_quiet, statline, weapon, words_of
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import Refused
from tests.helpers.each import each
from tests.importing.toy_package import DATA, FIGHT, HITS_ON_MORE, LED, NOW, ability, effect, installed, option, when

PUBLISHED, take = IMPORTERS["40k-11e"].published(), IMPORTERS["40k-11e"].take

Document = dict[str, Any]
BIG = {"type": "target-has-keyword", "parameters": {"keyword": "MONSTER"}}


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch)


def listed(*units: str, weapons: list[tuple[str, str]] | None = None, faction: str = "", apply: bool = False) -> Any:
    """The document, and what was told."""
    source, taking = PUBLISHED.source(apply), ImportContext(USUAL)
    text = PUBLISHED.ordered(source, units, weapons or (), faction, "")
    return take(roster_of(text, Sources((source,)), taking), taking), taking


def models(document: Document, unit: int = 0) -> list[tuple[str, int, list[str]]]:
    return [(one["name"], one["count"], one["weapons"]) for one in document["units"][unit]["models"]]


@pytest.mark.rule("IMP-21", "IMP-65")
def test_a_save_of_7_stays_one() -> None:
    row = {"name": "Bare", "M": 6, "T": 4, "Sv": 7, "W": 1, "invuln_sv": 5}
    page = dict(statline_of(statline(row, {"name": "Bare", "profiles": [row]})).stats)
    assert (page["Sv"], page["Inv"]) == ("7+", "5+")


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_a_unit_has_the_values_of_its_datasheet() -> None:
    document, _ = listed("Lamp Guard")
    assert document["profiles"] == {"Lamp Guard": {"M": 6, "T": 4, "Sv": "3+", "W": 2, "Ld": "6+", "OC": 2}}
    rifle = document["weapons"]["Lamp rifle"]
    assert rifle == {
        "range": 24,
        "modes": {
            "Broad": {"A": 2, "BS": "3+", "S": 4, "AP": -1, "D": 1, "abilities": ["Assault", "Rapid Fire 1"]},
            "Narrow": {"A": 1, "BS": "3+", "S": 5, "AP": -1, "D": 2, "abilities": ["Heavy"]},
        },
    }
    assert models(document) == [
        ("Lamp Guard", 4, ["Hand lamp", "Lamp rifle"]), ("Lamp Sergeant", 1, ["Hand lamp", "Lamp rifle"]),
    ]  # fmt: skip
    unit = document["units"][0]
    assert (unit["points"], unit["keywords"]) == (80, ["INFANTRY", "BATTLELINE", "EXPLOSIVES", "Lanterns"])
    assert (document["name"], document["faction"], unit["abilities"]) == ("A list of Lanterns", "Lanterns", ["Stealth"])


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_the_best_save_the_modes_and_what_is_limited_to_targets() -> None:
    document, taking = listed(
        "Lamp Master", "Lamp Cart", "Lamp Guard", weapons=[("lamp guards", "arc lamp, storm lamp")]
    )
    assert document["profiles"]["Lamp Master"]["Inv"] == "4+"
    assert document["profiles"]["Lamp Master"]["FNP"] == "5+"
    assert list(document["weapons"]["Lamp cannon"]["modes"]) == ["far", "Hunter"]
    assert "Dazzling: read it on the datasheet" in document["weapons"]["Lamp cannon"]["note"]
    arc = document["weapons"]["Arc lamp"]
    assert (arc["A"], arc["D"], arc["abilities"]) == (
        "D6+1",
        "D3",
        ["Blast 2", "Lethal Hits against MONSTER or VEHICLE"],
    )
    assert document["weapons"]["Storm lamp"]["BS"] == "N/A"
    assert document["weapons"]["Hand lamp"]["abilities"] == ["Pistol"]
    assert document["units"][1]["note"] == "transport capacity 12"
    assert any("Dazzling" in one.text for one in taking.yours)


OVER = "values that the data marks as carried over from before the edition came out"


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_what_is_missing_or_odd_is_told_where_it_stands() -> None:
    _, taking = listed("Hermit", "Lamp Cart", "Lamp Master", "Lamp Guard", faction="Lanterns")
    told = [(one.unit, one.text, one.path) for one in taking.guesses if "lack" not in one.text]
    assert sorted(told, key=repr) == [
        ("", OVER, ("weapons", "Hand lamp")),
        ("Hermit", "it is of combat-patrol alone", ("units", 0)),
        ("Hermit", "the data does not say of which models it is, and who carries what", ("units", 0)),
        ("Hermit", "the data has no points for it", ("units", 0)),
        ("Lamp Cart", f"its statline: {OVER}", ("units", 1)),
        ("Lamp Master", "the data names and does not describe: lost-lamp", ("units", 2)),
    ]


@pytest.mark.rule("IMP-42", "IMP-65")
@pytest.mark.usefixtures("there")
def test_abilities_that_may_lack_conditions_are_told_and_not_played() -> None:
    document, taking = listed("Lamp Guard", "Lamp Master")
    assert document["units"][0]["abilities"] == ["Stealth"]
    assert document["units"][0]["note"] == "Lights Out: read it on the datasheet"
    assert document["units"][0]["switches"] == [{"name": "Keen Eyes", "when": "shoots"}]
    assert [one.text for one in taking.guesses if one.text.startswith("Keen")] == [
        "Keen Eyes: the data has “+1 to hit against MONSTER or VEHICLE”, which may lack a condition: not applied"
    ]
    assert taking.counts["nothing"] == 1  # a longer stride is of no account
    document, taking = listed("Lamp Guard", "Lamp Master", apply=True)
    assert document["units"][0]["abilities"] == ["+1 to hit against MONSTER or VEHICLE", "Stealth"]
    assert document["units"][1]["abilities"] == ["led: re-roll hit rolls of 1"]
    assert "Keen Eyes: as the data has it, which may lack a condition" in [one.text for one in taking.guesses]
    assert document["units"][0]["note"] == "Lights Out: read it on the datasheet"


MINUS = effect("roll-modifier", "attacker", operation="subtract", roll="wound", value=1)
AT_MONSTERS = when(BIG, HITS_ON_MORE)


def all_of(*steps: Any) -> Any:
    return {"type": "sequence", "steps": list(steps)}


@pytest.mark.rule("IMP-42")
@each(
    "tree, words",
    [
        (HITS_ON_MORE, ("+1 to hit",)),
        (MINUS, ("incoming: -1 to wound",)),
        (when(LED, AT_MONSTERS), ("led: +1 to hit against MONSTER",)),
        (when({"operator": "and", "operands": [LED, BIG]}, HITS_ON_MORE), ("led: +1 to hit against MONSTER",)),
        (when({"type": "unit-below-half-strength"}, HITS_ON_MORE), ()),
        (when({"type": "target-has-keyword", "parameters": {"keyword": "A"}}, HITS_ON_MORE), ()),
        (when(BIG, AT_MONSTERS), ()),
        (all_of(HITS_ON_MORE, MINUS), ("+1 to hit", "incoming: -1 to wound")),
        (all_of(HITS_ON_MORE, effect("mortal-wounds")), ()),
        (all_of(HITS_ON_MORE, when(FIGHT, MINUS)), ("+1 to hit",)),
        (effect("stat-modifier", operation="add", stat="AP", value=-1), ("improve AP by 1",)),
        (effect("stat-modifier", operation="add", stat="AP", value=1), ()),
        (effect("stat-modifier", operation="add", stat="A", value=2), ("+2 attacks",)),
        (effect("stat-modifier", operation="set", stat="A", value=2), ()),
        (effect("feel-no-pain", threshold=4), ("Feel No Pain 4+",)),
        (effect("feel-no-pain", threshold=4, scope="psychic"), ("Feel No Pain 4+ against Psychic Attacks",)),
        (effect("feel-no-pain", threshold=4, scope="unheard-of"), ()),
        (effect("damage-reduction", "self", reduction=1), ("incoming: -1 damage",)),
        (effect("damage-reduction", "self", reduction=1, least=1), ()),
        (effect("keyword-grant", keywords=["Sustained Hits 1"]), ("Sustained Hits 1",)),
        (effect("keyword-grant", keywords=["markerlight"]), ()),
        (effect("re-roll", roll="wound", subset="all-failures"), ("re-roll wound rolls",)),
        (effect("re-roll", "enemy", roll="wound", subset="all-failures"), ()),
    ],
)
def test_effects_are_said_in_the_words_of_lists_or_not_at_all(tree: Any, words: tuple[str, ...]) -> None:
    assert words_of(ability("X", tree), PUBLISHED.known) == words


@pytest.mark.rule("IMP-42")
@each(
    "more", [{"behavior": "activated"}, {"usage": {"limit": "once"}}, {"trigger": {"event": "x"}}, {"reach": "aura-6"}]
)
def test_what_somebody_uses_or_others_have_is_not_said(more: dict[str, Any]) -> None:
    assert words_of(ability("X", HITS_ON_MORE, **more), PUBLISHED.known) == ()


@pytest.mark.rule("IMP-41")
@each(
    "tree, quiet",
    [
        (effect("re-roll", roll="charge", subset="ones"), True),
        (HITS_ON_MORE, False),
        (all_of(effect("re-roll", roll="charge", subset="ones"), HITS_ON_MORE), False),
        (when(FIGHT, HITS_ON_MORE), True),
        (effect("stat-modifier", stat="M"), True),
        (effect("stat-modifier", stat="T"), False),
        (effect("attack-restriction", restriction="must-be-warlord"), True),
        (effect("attack-restriction", restriction="cannot-shoot"), False),
        ({}, False),
    ],
)
def test_of_no_account_is_only_what_changes_nothing_else(tree: Any, quiet: bool) -> None:
    assert is_quiet(ability("X", tree)) is quiet


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_sizes_points_and_weapons_instead() -> None:
    document, _ = listed("Lamp Guard*8", "Lamp Guard", weapons=[("Lamp Guard", "1x Arc lamp, storm lamp")])
    assert models(document) == [
        ("Lamp Guard", 6, ["Hand lamp", "Lamp rifle"]),
        ("Lamp Sergeant", 1, ["Lamp rifle", "Storm lamp"]),
        ("Lamp Guard", 1, ["Hand lamp", "Arc lamp"]),
    ]
    assert [one["points"] for one in document["units"]] == [155, 90]  # an arc lamp costs 5, and the second costs more


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_who_has_no_ranged_weapon_in_the_data_has_what_others_take_the_place_of() -> None:
    document, taking = listed("Shy Guard", weapons=[("Shy Guard", "arc lamp")])
    assert models(document) == [("Shy Guard", 2, ["Lamp rifle"]), ("Shy Guard", 1, ["Arc lamp"])]
    words = "Shy Guard: the data gives it no ranged weapon: it has Lamp rifle, which others take the place of"
    assert words in [one.text for one in taking.guesses]


@pytest.mark.rule("IMP-62")
@pytest.mark.usefixtures("there")
@each(
    "units, weapons, faction, words",
    [
        (["Lamp Gard"], "", "", "no unit Lamp Gard in wh40kdc 9.9; did you mean Lamp Guard"),
        (["Lamp"], "", "", "there are Lamp Cart, Lamp Aide, Lamp Guard, Lamp Master"),
        (["Zzz"], "", "", "known are Hermit"),
        (["Old Relic"], "", "", "no unit Old Relic"),  # of another edition
        (["Lamp Cart"], "", "", "several are called Lamp Cart: of Lanterns, Torches; say which with --faction"),
        (["Lamp Cart", "Torch Archer", "Hermit"], "", "", "several are called Lamp Cart"),
        (["Lamp Guard"], "", "Lantern", "no faction Lantern; did you mean Lanterns"),
        (["Lamp Guard*4"], "", "", "Lamp Guard has 5 to 10 models, not 4"),
        (["Lamp Guard*11"], "", "", "Lamp Guard has 5 to 10 models, not 11"),
        (["Lamp Master*3"], "", "", "Lamp Master has 1 model, not 3; for several units name it as often"),
        (["Lamp Guard"], "Lamp Guard=2x arc lamp", "", "of 5 models of Lamp Guard at most 1 may have arc lamp"),
        (
            ["Lamp Guard"],
            "Lamp Guard=2x storm lamp",
            "",
            "takes the place of Hand lamp: of those who may take it 1 has that, not 2",
        ),
        (["Lamp Guard"], "Lamp Guard=0x arc lamp", "", "0x arc lamp is none: leave it out"),
        (["Lamp Guard"], "Lamp Guard=fire bow", "", "Lamp Guard cannot have fire bow; "),
        (["Lamp Guard"], "Hermit=club", "", "--with Hermit=club: Hermit is none of the units"),
    ],
)
def test_what_cannot_be_is_refused_in_words(units: list[str], weapons: str, faction: str, words: str) -> None:
    unit, _, carried = weapons.partition("=")
    with pytest.raises(Refused, match=words):
        listed(*units, weapons=[(unit, carried)] if weapons else [], faction=faction)


@pytest.mark.rule("IMP-62")
@pytest.mark.usefixtures("there")
@each(
    "units, faction, points",
    [
        (("Lamp Cart",), "torches", 99),
        (("Lamp Cart", "Torch Archer"), "", 99),
        (("Lamp Guard", "Lamp Cart"), "", 50),
        (("Lamp Cart",), "Lamp Bearers", 50),
    ],
)
def test_of_several_of_a_name_that_of_the_faction_is_taken(units: tuple[str, ...], faction: str, points: int) -> None:
    document, _ = listed(*units, faction=faction)
    assert next(one for one in document["units"] if one["name"] == "Lamp Cart")["points"] == points


@pytest.mark.rule("IMP-50", "IMP-65")
@pytest.mark.usefixtures("there")
def test_leaders_may_lead_whom_the_package_names() -> None:
    _, taking = listed("Lamp Master", "Lamp Aide", "Lamp Guard")
    assert [(one.leader, one.units, one.role) for one in taking.leads] == [
        ("Lamp Master", ("Lamp Guard",), ""), ("Lamp Aide", ("Lamp Guard",), "support"),
    ]  # fmt: skip


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_enhancements_have_a_name_and_a_price_there() -> None:
    source = PUBLISHED.source()
    found = source.enhancement("bright oil")
    assert found is not None
    assert (found.name, found.points) == ("Bright Oil", 15)
    assert source.enhancement("Dark Oil") is None
    assert (source.only_melee("Club"), source.only_melee("Hand lamp"), source.only_melee("Spoon")) == (
        True,
        False,
        False,
    )


TOUGHER = {"type": "sequence", "steps": [
    effect("stat-modifier", "bearer", operation="set", stat="Sv", value=2), effect("feel-no-pain", "bearer", threshold=4),
]}  # fmt: skip
SAVE, OF_UNIT = effect("invulnerable-save", "self", invuln_sv=3), effect("feel-no-pain", threshold=3)
MOVES = effect("movement-modifier", distance=3)


@pytest.mark.rule("IMP-42", "IMP-65")
@each(
    "effects, more, stats, fate",
    [
        ({"High": TOUGHER}, {}, ("2+", "4+", "4+"), "played"),
        ({"High": SAVE}, {}, ("3+", "3+", "5+"), "played"),
        ({"High": OF_UNIT}, {}, ("3+", "4+", "5+"), "switch"),  # one of the unit may have lost a condition
        ({"High": TOUGHER}, {"usage": {"limit": "once"}}, ("3+", "4+", "5+"), "switch"),
        ({"High": TOUGHER}, {"scope": {"range": "self", "duration": "phase"}}, ("3+", "4+", "5+"), "switch"),
        ({"High": {"type": "sequence", "steps": [*TOUGHER["steps"], HITS_ON_MORE]}}, {}, ("3+", "4+", "5+"), "switch"),
        ({"High": MOVES}, {}, ("3+", "4+", "5+"), "other"),
        (
            {"High": MOVES},
            {"community_notes": "[APPROX] It cannot have the Benefit of Cover."},
            ("3+", "4+", "5+"),
            "read",
        ),
        ({"High": None}, {}, ("3+", "4+", "5+"), "unknown"),
        ({"High": TOUGHER, "Low": None}, {}, ("2+", "4+", "4+"), "played"),  # that of its own detachment
        ({"Low": TOUGHER, "Deep": None}, {}, ("3+", "4+", "5+"), "unknown"),  # of which one nobody says
    ],
)
def test_no_enhancement_goes_without_a_word(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    effects: Document,
    more: Document,
    stats: tuple[Any, ...],
    fate: str,
) -> None:
    data = deepcopy(DATA)
    data["detachments"] = [{"id": name, "name": name, "game_version": NOW} for name in effects]
    data["enhancements"] = [
        {"id": name, "name": "Bright Oil", "detachment_id": name, "ability_id": f"oil-{name}"} for name in effects
    ]
    data["abilities"] += [
        ability("Bright Oil", said, "enhancement", "self", **{"ability_id": f"oil-{name}", **more})
        for name, said in effects.items()
        if said
    ]
    source, taking = PublishedSource("toy", "", "11th", data, PUBLISHED.known), ImportContext(USUAL)
    entry = TextUnit("Lamp Master", 65, enhancements=(Enhancement("Bright Oil", 15),))
    text = TextList("A", "an app", detachment="High", entries=(entry,))
    document = take(roster_of(text, Sources((source,)), taking), taking)
    model = document["units"][0]["models"][0]
    page = document["profiles"][model["profile"]] | model
    assert (page["Sv"], page.get("Inv", "-"), page.get("FNP")) == stats
    yours = [row.text for row in taking.yours if row.text.startswith("Bright Oil")]
    words = {
        "switch": "a switch at the table",
        "read": "read it on the datasheet",
        "unknown": "no data says what it does",
    }
    assert yours == ([f"Bright Oil: {words[fate]}"] if fate in words else [])
    assert (taking.counts["nothing"] == 1) == (fate == "other")
    assert any("as the data has it" in row.text for row in taking.guesses if "Bright Oil" in row.text) == (
        fate == "played"
    )


@pytest.mark.rule("IMP-65")
def test_without_the_package_it_is_not_there_and_says_how_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "find_spec", lambda name: None)
    assert not PUBLISHED.installed()
    assert PUBLISHED.remedy == how_to_install("datasheets")


@pytest.mark.rule("IMP-65")
def test_a_package_of_another_shape_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(part: str) -> Any:
        return {key: value for key, value in DATA.items() if key != part}

    for place, data in enumerate((without("units"), [], {**DATA, "weapons": [3]}, {**DATA, "units": None}, "x")):
        installed(tmp_path / str(place), monkeypatch, data=data)
        with pytest.raises(Refused, match=r"the package wh40kdc 9.9 cannot be read .*: install it anew, .*pip install"):
            PUBLISHED.source()


BROKEN = [
    (part, place, key, value)
    for part, places in (
        ("units", (0, 1)), ("weapons", (0, 1, 4)), ("unit_compositions", (0,)), ("wargear_options", (0,)), ("abilities", (0,)),
    )
    for place in places
    for key in DATA[part][place]
    for value in (None, [])
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("IMP-65")
@each("part, place, key, value", BROKEN)
def test_whatever_a_record_lacks_nothing_breaks(part: str, place: int, key: str, value: Any) -> None:
    """Each key of each unit, weapon and row left out, or of another kind: a list with a doubt, or a sentence."""
    record = {**DATA[part][place], key: value}
    if value is None:
        del record[key]
    data = {**DATA, part: [*DATA[part][:place], record, *DATA[part][place + 1 :]]}
    try:
        source, taking = PublishedSource("it", "", "11th", data, PUBLISHED.known), ImportContext(USUAL)
        text = PUBLISHED.ordered(source, ["Lamp Guard", "Lamp Master"], [("Lamp Guard", "arc lamp")], "", "")
        take(roster_of(text, Sources((source,)), taking), taking)
    except Refused:
        pass


GIVES = {"type": "ability-grant", "target": "self"}
TOUGH = effect("stat-modifier", "self", operation="add", stat="W", value=1)
GEAR = {  # what the package says of gear, and what a list has of it
    "Reed Shield": ability("Reed Shield", TOUGH),
    "Big Shield": ability("Big Shield", effect("stat-modifier", "bearer", operation="set", stat="W", value=5)),
    "Odd Shield": ability("Odd Shield", when(LED, TOUGH) | {"type": "conditional"}) | {"trigger": "when it likes"},
    "Lamp Kite": ability("Lamp Kite", GIVES | {"modifier": {"grant_type": "weapon-grant", "weapon_id": "hand-lamp"}}),
    "Lost Kite": ability("Lost Kite", GIVES | {"modifier": {"grant_type": "weapon-grant", "weapon_id": "nowhere"}}),
    "Gun Drone": ability("Gun Drone", GIVES | {"modifier": {"grant_type": "ranged-weapon"}}),
    "Whistle": ability("Whistle", effect("movement-modifier", distance=3)),
    "Charm": None,
}


def with_gear(*names: str, **more: Any) -> tuple[Document, ImportContext]:
    """A Lamp Cart that has these, by a text."""
    data = deepcopy(DATA)
    data["wargear"] = [{"id": name.lower().replace(" ", "-"), "name": name.lower()} for name in GEAR]
    data["abilities"] += [deepcopy(one) | {"unit_ids": []} for one in GEAR.values() if one]
    data["wargear_options"].append(option("lamp-cart", [one["id"] for one in data["wargear"]], []))
    source = PublishedSource("it", "", "11th", data, PUBLISHED.known, arms={"gun drone": "storm-lamp"} | more)
    taking, items = ImportContext(USUAL), (Item("Lamp cannon"), *map(Item, names))
    text = TextList("A list", "some program", faction="Lanterns", entries=(TextUnit("Lamp Cart", 100, items=items),))
    return take(roster_of(text, Sources((source,)), taking), taking), taking


@pytest.mark.rule("IMP-65")
@each(
    "name, wounds, weapons, says",
    [
        ("Reed Shield", 11, [], "Lamp Cart: Reed Shield: W 10 → 11, its statline does not have it yet"),
        ("Big Shield", 10, [], ""),  # the better of both
        ("Odd Shield", 10, [], "Odd Shield: read it on the datasheet"),
        ("Lamp Kite", 10, ["Hand lamp"], ""),
        ("Lost Kite", 10, [], "Lost Kite of Lamp Cart has no values in the file"),
        ("Gun Drone", 10, ["Storm lamp"], "the data does not say which weapon Gun Drone has: taken to be Storm lamp"),
        ("Whistle", 10, [], "Whistle"),
        ("Charm", 10, [], "charm: read it on the datasheet"),
    ],
)
def test_gear_is_what_the_package_says_of_it_or_is_named(name: str, wounds: int, weapons: list[str], says: str) -> None:
    document, taking = with_gear(name)
    (page,) = document["units"][0]["models"]
    assert document["profiles"][page["profile"]]["W"] == wounds
    assert sorted(page["weapons"]) == sorted(["Lamp cannon", *weapons])
    every = [one.text for one in (*taking.guesses, *taking.yours, *taking.quiet, *taking.left)]
    assert not says or any(one.endswith(says) for one in every), every


@pytest.mark.rule("IMP-65")
def test_gear_that_several_units_have_in_other_ways_is_left_to_the_players() -> None:
    data = deepcopy(DATA)
    data["wargear"] = [{"id": "reed-shield", "name": "Reed Shield"}]
    stronger = effect("stat-modifier", "self", operation="add", stat="W", value=2)
    data["abilities"] += [
        ability("Reed Shield", TOUGH, unit_ids=["shy-guard"]), ability("Reed Shield", stronger, unit_ids=["hermit"]),
    ]  # fmt: skip
    of = {str(one["id"]): one for one in data["units"]}
    library = PublishedSource("it", "", "11th", data, PUBLISHED.known).library
    said = {name: library.thing("reed-shield", of[name]) for name in ("shy-guard", "hermit", "lamp-guard")}
    texts = {name: one.profiles[0].get("Description") for name, one in said.items() if one}
    assert texts == {
        "shy-guard": "Add 1 to the bearer's Wounds characteristic.",
        "hermit": "Add 2 to the bearer's Wounds characteristic.", "lamp-guard": UNKNOWN,
    }  # fmt: skip


@pytest.mark.rule("IMP-65")
def test_the_package_keeps_back_which_weapon_a_drone_has() -> None:
    assert dict(PUBLISHED.arms) == {"gun drone": "twin-pulse-carbine", "missile drone": "missile-pod"}
    _, taking = with_gear("Gun Drone", **{"gun drone": "nowhere"})
    assert [one.text for one in taking.left] == ["Gun Drone of Lamp Cart has no values in the file"]


@pytest.mark.rule("IMP-31", "IMP-65")
@each(
    "way, said",
    [("Hand lamp", "Standard"), ("HAND LAMP - Bright", "Bright"), ("Hand lamp – Bright", "Bright"), ("Wide", "Wide")],
)
def test_a_way_to_fire_is_not_called_as_its_weapon(way: str, said: str) -> None:
    modes = [{"name": way, "range": 12, "stats": {}}, {"name": "Hunter", "range": 12, "stats": {}}]
    made = weapon({"name": "Hand lamp", "profiles": modes}, {})
    assert [profile.name for profile in made.profiles] == [f"➤ Hand lamp - {said}", "➤ Hand lamp - Hunter"]
