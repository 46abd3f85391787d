"""Data files of list builders: units with all they may choose (IMP-64), what is opened with ``--data`` (IMP-61)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.cache import RememberedLists
from shoot_cli.importing.data import catalogues
from shoot_cli.importing.data.catalogues import RememberedCatalogues
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.pasted.text_list import Enhancement, Group, Item, TextList, TextUnit
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import MODEL, Refused, Selection
from shoot_cli.rules import RULESETS
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.importing import written_catalogues as made
from tests.importing import written_rosters
from tests.importing.written_catalogues import (
    ability,
    as_json,
    as_xml,
    catalogue,
    entry,
    game_system,
    group,
    gun,
    link,
    rule,
    statline,
)

SECRET = b"s" * 32
EDITION = next(edition for edition in RULESETS if edition.short == "10e")
CORE = game_system(rule("Steadfast", "A rule."), rule("Second Skin", "Another."), gun("Side arm", s=3))
LIBRARY = catalogue(
    "Test - Library", gun("Long gun", s=6), ability("Shining", "It shines."),
    made.group("Enhancements", entry("Bright Eye", ability("Eye", "It sees."), kind="upgrade"), shared=True),
    made.info_group("Both", ability("One half", "One."), link("Shining", "profile")),
    entry("Walker", statline("Walker", t=9), gun("Main gun", least=1), kind="model"),
)  # fmt: skip
SQUAD = entry(
    "Wolf Squad",
    entry("Wolf", statline("Wolf"), link("Side arm", **{"constraints": [
        {"type": "min", "value": 1, "field": "selections", "scope": "parent"},
    ]}), group("Arms", link("Long gun"), gun("Claw gun")), kind="model", least=4),
    entry("Wolf Leader", statline("Wolf Leader", t=5), link("Arms of leaders", "selectionEntryGroup"), kind="model"),
    ability("Howl", "It howls."), link("Second Skin", "rule", append="5+"), link("Steadfast", "rule"),
    link("Shining", "profile"), link("Both", "infoGroup"), link("Enhancements", "selectionEntryGroup"),
    categoryLinks=[{"name": "Infantry", "primary": True}, {"name": "Faction: Wolves"}],
    costs=[{"name": "pts", "value": 80.0}],
)  # fmt: skip
WOLVES = catalogue(
    "Test - Wolves", SQUAD, group("Arms of leaders", gun("Great gun"), shared=True),
    takes=("Test - Library",), roots=(link("Wolf Squad"), link("Walker", name="Wolves Walker")),
)  # fmt: skip
FILES = {"Wolves.cat": (WOLVES, "catalogue"), "Library.cat": (LIBRARY, "catalogue"), "Game.gst": (CORE, "gameSystem")}
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def takes(monkeypatch: pytest.MonkeyPatch) -> None:
    tenth = IMPORTERS["40k-10e"]._replace(systems=(written_rosters.TENTH,), games=("warhammer 40,000 10th",))
    monkeypatch.setitem(IMPORTERS, "40k-10e", tenth)


@pytest.fixture
def folder(tmp_path: Path) -> Write:
    def write(how: Callable[[made.Node, str], bytes] = as_xml, ending: str = "") -> Path:
        for name, (node, root) in FILES.items():
            (tmp_path / (name if not ending else name[:-4] + ending)).write_bytes(how(node, root))
        return tmp_path

    return write


def opened(*paths: Path, memory: RememberedCatalogues | None = None) -> Sources:
    return Sources.opened(map(str, paths), EDITION, memory)


def unit(sources: Sources, name: str) -> Selection:
    found = sources.unit(name)
    assert found is not None
    return found


def shown(one: Selection) -> str:
    inside = ", ".join(shown(each) for each in one.selections)
    return f"{one.number} {one.kind} {one.name}" + (f" [{inside}]" if inside else "")


WHOLE = (
    "1 unit Wolf Squad [4 model Wolf [0 upgrade Claw gun, 0 upgrade Long gun, 1 upgrade Side arm], "
    "0 model Wolf Leader [0 upgrade Great gun], 0 upgrade Bright Eye]"
)


@pytest.mark.rule("IMP-64")
@pytest.mark.parametrize(("how", "ending"), [(as_xml, ""), (as_json, ".json")])
def test_a_unit_is_found_with_all_that_it_leads_to(folder: Write, how: object, ending: str) -> None:
    """Entries, groups, links to both, in the file, in those it takes from, and in the game system."""
    squad = unit(opened(folder(how, ending)), "Wolf Squad")
    assert shown(squad) == WHOLE
    assert (squad.points, squad.categories) == (80, ("Infantry", "Faction: Wolves"))
    assert [profile.name for profile in squad.profiles] == ["Howl", "Shining", "One half", "Shining"]
    assert squad.profiles[0].get("description") == "It howls."
    assert [(one.name, one.text) for one in squad.rules] == [("Second Skin 5+", "Another."), ("Steadfast", "A rule.")]
    wolf = squad.selections[0]
    assert wolf.profiles[0].get("T") == "4"
    assert [one.group for one in wolf.selections] == ["Arms", "Arms", ""]
    assert wolf.selections[1].profiles[0].get("S") == "6"


@pytest.mark.rule("IMP-64")
def test_a_link_to_a_unit_of_another_file_is_that_unit(folder: Write) -> None:
    sources = opened(folder())
    assert unit(sources, "Walker").kind == MODEL
    assert shown(unit(sources, "Wolves Walker")) == "1 model Walker [1 upgrade Main gun]"


@pytest.mark.rule("IMP-64")
def test_models_that_a_file_shares_are_no_units_where_units_may_be_chosen(folder: Write) -> None:
    parts = catalogue("Parts", entry("Wheel", statline("Wheel"), kind="model"), roots=(link("Wolf Squad"),))
    path = folder()
    (path / "Parts.cat").write_bytes(as_xml(parts))
    sources = opened(path)
    assert sources.unit("Wheel") is None
    assert sources.unit("Walker") is not None


@pytest.mark.rule("IMP-64")
def test_what_only_says_what_may_be_chosen_is_not_played(folder: Write) -> None:
    """Modifiers under conditions, profiles that are hidden, lists of units that a leader may lead."""
    on_condition = link("Steadfast", "rule") | {"modifiers": [
        {"type": "append", "field": "name", "value": "2+", "conditions": [{"type": "atLeast", "value": 1}]},
    ]}  # fmt: skip
    lord = entry(
        "Wolf Lord", statline("Wolf Lord"), on_condition, ability("Gone", "Hidden.") | {"hidden": True},
        link("Shining", "profile", hidden=True),
        group("Can lead", link("Walker"), constraints=[{"type": "max", "value": 0, "field": "selections"}]),
        link("Wolf Squad"), kind="model",
    )  # fmt: skip
    path = folder()
    (path / "Lords.cat").write_bytes(as_xml(catalogue("Lords", lord, takes=("Test - Wolves", "Test - Library"))))
    found = unit(opened(path), "Wolf Lord")
    assert shown(found) == "1 model Wolf Lord"
    assert [profile.name for profile in found.profiles] == ["Wolf Lord"]
    assert [one.name for one in found.rules] == ["Steadfast"]


@pytest.mark.rule("IMP-64")
def test_what_a_group_says_is_said_of_what_it_stands_in(folder: Write) -> None:
    tank = entry("Tank", statline("Tank"), group("Guns", ability("Loud", "It is loud."), gun("Cannon")), kind="model")
    path = folder()
    (path / "Tanks.cat").write_bytes(as_xml(catalogue("Tanks", tank)))
    assert [profile.name for profile in unit(opened(path), "Tank").profiles] == ["Tank", "Loud"]


@pytest.mark.rule("IMP-64")
def test_what_is_hidden_gives_way_to_what_is_not(folder: Write) -> None:
    old, new = gun("Cannon", s=5) | {"hidden": True}, gun("Cannon", s=8)
    tank = entry("Tank", statline("Tank"), old, new, kind="model")
    path = folder()
    (path / "Tanks.cat").write_bytes(as_xml(catalogue("Tanks", tank)))
    assert [one.profiles[0].get("S") for one in unit(opened(path), "Tank").selections] == ["8", "5"]


@pytest.mark.rule("IMP-64")
def test_of_one_file_alone_it_is_said_what_stands_in_others(folder: Write) -> None:
    path = folder() / "Wolves.cat"
    (sheet,) = opened(path).datasheets("Wolf Squad")
    assert [one.name for one in sheet.copies[0].rules] == ["Second Skin 5+", "Steadfast"]
    assert sheet.warnings == (
        "Shining, Both, Long gun, Side arm, Enhancements: in catalogues that were not given with Wolves.cat",
    )


@pytest.mark.rule("IMP-64")
def test_what_stands_in_others_is_told_of_the_unit(folder: Write) -> None:
    text = TextList("A list", "some program", entries=(TextUnit("Wolf Squad", 90, (Group("Wolf", 4),)),))
    ((_, squad),) = roster_of(text, opened(folder() / "Wolves.cat"), ImportContext(USUAL)).tops()
    assert squad.guessed[0].endswith("in catalogues that were not given with Wolves.cat")


@pytest.mark.rule("IMP-64")
def test_a_group_of_information_in_an_entry_is_its_own(tmp_path: Path) -> None:
    tank = entry(
        "Tank", statline("Tank"), kind="model", infoGroups=[made.info_group("Loud", ability("Loud", "It is."))]
    )
    (tmp_path / "a.cat").write_bytes(as_xml(catalogue("A", tank)))
    assert [profile.name for profile in unit(opened(tmp_path), "Tank").profiles] == ["Tank", "Loud"]


@pytest.mark.rule("IMP-64")
def test_circles_of_entries_groups_infos_and_files(tmp_path: Path) -> None:
    one = entry(
        "One", statline("One"), entry("Two", link("One"), link("Loop", "selectionEntryGroup"), kind="upgrade"),
        link("Round", "infoGroup"), kind="model",
    )  # fmt: skip
    loop = group("Loop", link("Loop", "selectionEntryGroup"), gun("Gun"), shared=True)
    round_ = made.info_group("Round", ability("Turning", "It turns."), link("Round", "infoGroup"))
    (tmp_path / "a.cat").write_bytes(as_xml(catalogue("A", one, loop, round_, takes=("B",))))
    (tmp_path / "b.cat").write_bytes(as_xml(catalogue("B", takes=("A", "B"))))
    assert shown(unit(opened(tmp_path), "One")) == "1 model One [0 upgrade Two [0 upgrade Gun]]"


@pytest.mark.rule("IMP-64")
def test_doublings_without_end_are_refused(tmp_path: Path) -> None:
    chain = [entry(f"E{n}", link(f"E{n + 1}"), link(f"E{n + 1}"), kind="upgrade") for n in range(30)]
    last = entry("E30", kind="upgrade")
    lord = entry("Lord", statline("Lord"), link("E0"), kind="model")
    (tmp_path / "a.cat").write_bytes(as_xml(catalogue("A", lord, *chain, last)))
    with pytest.raises(Refused, match="may choose more than 100000 things"):
        opened(tmp_path).unit("Lord")


@pytest.mark.rule("IMP-62")
def test_of_units_of_one_name_in_several_files_the_factions_own_is_taken(folder: Write) -> None:
    path = folder()
    for name, t in (("Test - Bears", 7), ("Test - Hawks", 8)):
        tank = entry("Tank", statline("Tank", t=t), kind="model", id=name)
        (path / f"{name}.cat").write_bytes(as_xml(catalogue(name, tank)))
    sheets = opened(path).datasheets("Tank", "Test - Hawks")
    assert [profile.get("T") for profile in sheets[0].copies[0].profiles] == ["8"]
    assert sheets[0].warnings == ()
    (unsaid,) = opened(path).datasheets("Tank")
    assert unsaid.warnings == ("several are called so: it is that of Test - Bears",)


@pytest.mark.rule("IMP-61")
def test_a_pasted_list_with_a_catalogue(folder: Write) -> None:
    taking = ImportContext(USUAL)
    squad = TextUnit("Wolf Squad", 100, (
        Group("Wolf Leader", 1, (Item("Great gun"),)), Group("Wolf", 4, (Item("Side arm", 4), Item("Claw gun"))),
    ), enhancements=(Enhancement("Bright Eye", 20),))  # fmt: skip
    walker = TextUnit("Walker", 90, items=(Item("Main gun", 2),))
    text = TextList("A list", "some program", faction="Test - Wolves", entries=(squad, walker))
    found = roster_of(text, opened(folder()), taking)
    assert [shown(one) for _, one in found.tops()] == [
        "1 unit Wolf Squad [1 model Wolf Leader [1 upgrade Great gun], 1 model Wolf [1 upgrade Side arm, "
        "1 upgrade Claw gun], 3 model Wolf [3 upgrade Side arm], 1 upgrade Bright Eye]",
        "1 model Walker [2 upgrade Main gun]",
    ]
    assert taking.left == []
    assert taking.yours == []
    assert [(one.unit, one.text) for one in taking.guesses] == [("", (
        f"{folder().name}: its values are those that stand there first: what a choice or a detachment changes in them "
        "is not worked out"
    ))]  # fmt: skip


# ---- what may be given


@pytest.mark.rule("IMP-61")
def test_a_roster_and_a_file_are_told_by_what_is_in_them(tmp_path: Path, folder: Write) -> None:
    data = tmp_path / "anything"
    data.write_bytes(
        written_rosters.as_zip(
            written_rosters.as_xml(
                written_rosters.roster(written_rosters.model("Bear", written_rosters.statline("Bear")))
            )
        )
    )
    mine = tmp_path / "wolves.txt"
    mine.write_bytes(b"\xef\xbb\xbf  " + as_xml(WOLVES))
    sources = opened(data, mine)
    assert [sources.unit(name) is not None for name in ("Bear", "Wolf Squad", "Nobody")] == [True, True, False]
    assert sources.files == "anything, wolves.txt"


@pytest.mark.rule("IMP-61")
@each(
    "content, words",
    [
        (b"Wolf Squad (90 points)\n", "a text has no values"),
        (written_rosters.as_json(written_rosters.old_roster()), "is a roster of"),
        (as_xml(catalogue("Other", system="other")), "is data of another game"),
        (as_xml(WOLVES)[:900], "it is broken XML"),
        (as_json(WOLVES)[:900], "it is broken JSON"),
        (as_xml(WOLVES | {"battleScribeVersion": "1.15b"}), "it is data of BattleScribe 1"),
        (b'{"catalogue": {"id": "a", "id": "b"}}', 'says "id" twice'),
        (b'{"catalogue": {"revision": NaN, "value": NaN}}', "NaN for a number"),
        (b'{"catalogue": {"a":' * 100_000, "without end"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><catalogue id="a">&b;</catalogue>', "declares types or entities"),
        (b"<catalogue " + b"><catalogue " * 100 + b">", "deep inside each other"),
        (as_xml(catalogue("A", rule("Long", "a" * 70_000))), "more than 65536 characters"),
        (as_json(catalogue("A", rule("Long", "a" * 70_000))), "may have 65536"),
        (as_xml(catalogue("A", entry("a" * 70_000))), "it may have 65536"),
    ],
)  # fmt: skip
def test_what_is_no_data_is_refused_in_words(
    content: bytes, words: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("data") / "given"
    path.write_bytes(content)
    with pytest.raises(Refused, match=words) as refused:
        opened(path)
    assert "given" in str(refused.value)


@pytest.mark.rule("IMP-61")
def test_what_is_not_there_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="nothing cannot be read: No such file"):
        opened(tmp_path / "nothing")
    with pytest.raises(Refused, match="is a folder without data files"):
        opened(tmp_path)


@pytest.mark.rule("IMP-61")
def test_nobody_waits_at_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="pipe is no file"):
        opened(tmp_path / "pipe")


def places(node: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Of everything that stands in a node."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, inner in parts:
        yield (*path, name)
        yield from places(inner, (*path, name))


JUNK = (None, 7, -1.5, True, "", "0", [], {}, ["a"], {"$text": "b"}, [[]], "9" * 400)
PLACES = [*places(WOLVES)]


@pytest.mark.parametrize("at", first(1, range(14)))
def test_a_file_with_anything_wrong_is_read_or_refused(at: int, tmp_path: Path) -> None:
    """Each thing in it in turn is something else, or gone; as JSON, where anything may stand."""
    path = tmp_path / "Wolves.json"
    (tmp_path / "Library.cat").write_bytes(as_xml(LIBRARY))
    for place in PLACES[at::24]:
        for junk in JUNK[:: 5 if at == 0 else 1]:
            wrong = deepcopy(WOLVES)
            holder: Any = wrong
            for name in place[:-1]:
                holder = holder[name]
            holder[place[-1]] = junk
            path.write_bytes(as_json(wrong))
            with suppress(Refused):
                sources = opened(tmp_path)
                sources.unit("Wolf Squad")
                sources.enhancement("Bright Eye")
                sources.near("Wolf")


@pytest.mark.rule("IMP-61")
def test_files_of_a_folder_have_limits(folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.importing.data.sources.MOST_FILES", 2)
    with pytest.raises(Refused, match="more than 2 data files"):
        opened(folder())
    monkeypatch.setattr("shoot_cli.importing.data.sources.MOST_BYTES", 2000)
    with pytest.raises(Refused, match="is larger than"):
        opened(folder() / "Wolves.cat")
    monkeypatch.undo()


@pytest.mark.rule("IMP-64")
def test_units_of_all_files_have_a_limit(folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder()
    most = len(opened(path).parts[0].listed)
    monkeypatch.setattr(catalogues, "MOST_UNITS", most)
    assert len(opened(path).parts[0].listed) == most
    monkeypatch.setattr(catalogues, "MOST_UNITS", most - 1)
    with pytest.raises(Refused, match=f"it has {most} units; names are looked up among {most - 1} at most"):
        opened(path)


@pytest.mark.rule("IMP-64")
def test_of_a_folder_one_file_may_be_broken_and_that_is_said(folder: Write) -> None:
    path = folder()
    (path / "Broken.cat").write_bytes(as_xml(LIBRARY)[:300])
    (path / "Other.cat").write_bytes(as_xml(catalogue("Other", system="other")))
    sources = opened(path)
    assert shown(unit(sources, "Wolf Squad")) == WHOLE
    assert "; without Broken.cat: it is broken XML" in sources.warnings[0]


@pytest.mark.rule("IMP-64")
def test_things_of_a_file_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "ELEMENTS", 5)
    monkeypatch.setattr(catalogues._Xml, "ELEMENTS", 5)
    for how in (as_xml, as_json):
        with pytest.raises(Refused, match="more than 5"):
            catalogues.catalogue(how(WOLVES), "Wolves")


# ---- the index


@pytest.fixture
def memory(tmp_path_factory: pytest.TempPathFactory) -> RememberedCatalogues:
    return RememberedCatalogues(RememberedLists(tmp_path_factory.mktemp("cache") / "lists", lambda make: SECRET))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the data files of which the text was read."""
    names: list[str] = []
    read = catalogues.catalogue

    def counted(raw: bytes, name: str) -> catalogues.Catalogue:
        names.append(name)
        return read(raw, name)

    monkeypatch.setattr(catalogues, "catalogue", counted)
    return names


@pytest.mark.rule("IMP-64")
def test_data_files_are_read_once(folder: Write, memory: RememberedCatalogues, reads: list[str]) -> None:
    path = folder()
    assert shown(unit(opened(path, memory=memory), "Wolf Squad")) == WHOLE
    assert sorted(reads) == sorted(FILES)
    reads.clear()
    again = opened(path, memory=memory)
    squad = unit(again, "Wolf Squad")
    assert shown(squad) == WHOLE
    assert squad.selections[0].profiles[0].get("T") == "4"
    assert again.enhancement("bright eye") is not None
    assert reads == []


@pytest.mark.rule("IMP-64")
def test_a_file_that_was_written_since_is_read_anew(
    folder: Write, memory: RememberedCatalogues, reads: list[str]
) -> None:
    path = folder()
    opened(path, memory=memory)
    reads.clear()
    os.utime(path / "Library.cat", ns=(1, 1))
    opened(path, memory=memory)
    assert reads == ["Library.cat"]


@pytest.mark.rule("IMP-64")
def test_what_is_remembered_and_odd_is_passed_over(
    folder: Write, memory: RememberedCatalogues, reads: list[str]
) -> None:
    """Changed by somebody, cut off, under another's name, nothing at all."""
    path = folder()
    opened(path, memory=memory)
    first, second, third = sorted(memory.folder.iterdir())
    first.write_bytes(
        first.read_bytes().replace(b"Wolf", b"Wolg").replace(b"Shin", b"Shan").replace(b"Stead", b"Staed")
    )
    second.write_bytes(second.read_bytes()[:-20])
    third.write_bytes(first.read_bytes())
    reads.clear()
    assert shown(unit(opened(path, memory=memory), "Wolf Squad")) == WHOLE
    assert sorted(reads) == sorted(FILES)
    reads.clear()
    assert opened(path, memory=memory).unit("Walker") is not None
    assert reads == []


@pytest.mark.rule("IMP-64")
def test_what_goes_while_it_is_looked_at_is_read_from_its_text(folder: Write, memory: RememberedCatalogues) -> None:
    path = folder()
    opened(path, memory=memory)
    sources = opened(path, memory=memory)
    for remembered in memory.folder.iterdir():
        remembered.unlink()
    assert shown(unit(sources, "Wolf Squad")) == WHOLE


@pytest.mark.rule("IMP-64")
def test_without_a_secret_nothing_is_remembered(folder: Write, tmp_path: Path) -> None:
    memory = RememberedCatalogues(RememberedLists(tmp_path / "cache" / "lists", lambda make: None))
    assert shown(unit(opened(folder(), memory=memory), "Wolf Squad")) == WHOLE
    assert not memory.folder.exists()


@pytest.mark.rule("IMP-64")
def test_the_folder_stays_small_and_nobody_elses(
    folder: Write, memory: RememberedCatalogues, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "MOST_INDEXED", 2)
    opened(folder(), memory=memory)
    found = [*memory.folder.iterdir()]
    assert len(found) == 2
    assert {path.stat().st_mode & 0o777 for path in found} == {0o600}
    assert memory.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.rule("IMP-12", "IMP-64")
def test_a_group_says_how_many_models_there_are_at_least(tmp_path: Path) -> None:
    """The rest of them, without those that are there anyhow, is of the kind that the group begins with."""
    least = {"constraints": [{"type": "min", "value": 9, "field": "selections", "scope": "parent", "id": "x"}]}
    men = group(
        "9-18 Otters", entry("Otter with net", statline("Otter"), kind="model", least=2), entry("Otter", statline("Otter"), kind="model"),
        defaultSelectionEntryId="otter", **least,
    )  # fmt: skip
    squad = entry(
        "Otters", men, entry("Chief Otter", statline("Otter"), kind="model", least=1),
        costs=[{"name": "pts", "value": 90.0}],
    )  # fmt: skip
    (tmp_path / "Otters.json").write_bytes(as_json(catalogue("Test - Otters", squad, roots=(link("Otters"),))))
    (sheet,) = Sources.opened([str(tmp_path / "Otters.json")], EDITION).datasheets("Otters")
    assert sheet.sizes == ((10, 90.0),)
    (unit,) = sheet.copies
    assert [(one.name, one.number) for one in unit.below() if one.kind == MODEL] == [
        ("Chief Otter", 1), ("Otter with net", 2), ("Otter", 7),
    ]  # fmt: skip


@pytest.mark.rule("IMP-64")
def test_a_link_into_another_unit_leads_to_what_stands_there(tmp_path: Path) -> None:
    """It is taken with its values, and nothing is said of other files."""
    tank = entry("Tank", statline("Tank"), group("Guns", gun("Moor gun", s=9)), kind="model")
    cart = entry("Cart", statline("Cart"), link("Moor gun"), link("Lost gun"), kind="model")
    (tmp_path / "a.cat").write_bytes(as_xml(catalogue("A", tank, cart)))
    (sheet,) = opened(tmp_path).datasheets("Cart")
    (found,) = sheet.copies[0].selections
    assert (found.name, found.profiles[0].get("S")) == ("Moor gun", "9")
    assert sheet.warnings == (f"Lost gun: in catalogues that were not given with {tmp_path.name}",)
