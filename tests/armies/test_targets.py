"""Sets of targets: the shipped ones, who may write one, and many units at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies import ArmyErrors, NotFound, find_list, find_unit, load_text
from shoot_cli.armies.cache import RememberedLists
from shoot_cli.armies.loading import TARGETS, looks_like_list
from shoot_cli.cli import units
from shoot_cli.importing.list_files import load, load_army, units_from
from shoot_cli.rules import RULESETS, edition
from tests.helpers.each import each

SETS = armies.target_sets()
IDS = [sample.ruleset for sample in SETS]
OWN = """\
ruleset: 7e
name: Own
targets: yes
units:
  - name: Boyz
    models: [{name: Boy, count: 10, BS: 2, T: 4, Ld: 7, Sv: 6+}]
"""

# Which unit of which shipped list each target is, by ruleset; None: no list has it.
TWINS: dict[str, dict[str, tuple[str, str] | None]] = {
    "40k-2e": {
        "Guardsmen": ("cadian_line", "Lascannon Squad"),
        "Goff Boyz": ("goff_mob", "Goff Boyz"),
        "Genestealers": ("behemoth_brood", "Genestealers"),
        "Space Marines": ("macragge_column", "Tactical Squad"),
        "Terminators": ("macragge_column", "Terminator Squad"),
        "Tyranid Warriors": ("behemoth_brood", "Tyranid Warriors"),
        "Carnifex": ("behemoth_brood", "Carnifex"),
        "Rhino": ("macragge_column", "Rhino"),
        "Dreadnought": ("macragge_column", "Dreadnought"),
        "Land Raider": ("macragge_column", "Land Raider"),
        "Leman Russ": ("cadian_line", "Leman Russ"),
    },
    "40k-7e": {
        "Guardsmen": ("astra_militarum", "Combined Platoon"),
        "Boyz": ("orks", "Green Tide"),
        "Space Marines": ("ultramarines", "Tactical Squad"),
        "Plague Marines": None,
        "Terminators": ("ultramarines", "First Company"),
        "Captain": ("ultramarines", "Captain with Iron Halo"),
        "Carnifex": ("hive_fleet", "Stranglethorn Carnifex"),
        "Rhino": ("ultramarines", "Rhino"),
        "Dreadnought": ("ultramarines", "Dreadnought"),
        "Leman Russ": ("astra_militarum", "Leman Russ Battle Tank"),
        "Land Raider": ("ultramarines", "Land Raider"),
    },
    "40k-10e": {
        "Cadian Shock Troops": ("imperium", "Cadian Shock Troops"),
        "Boyz": ("waaagh", "Shoota Boyz"),
        "Hearthkyn Warriors": ("votann", "Hearthkyn Warriors"),
        "Intercessor Squad": ("adeptus-astartes", "Intercessor Squad"),
        "Terminator Squad": ("adeptus-astartes", "Terminator Squad"),
        "Custodian Guard": ("imperium", "Custodian Guard"),
        "Captain": None,
        "Carnifexes": None,
        "Rhino": None,
        "Redemptor Dreadnought": ("adeptus-astartes", "Redemptor Dreadnought"),
        "Leman Russ Battle Tank": ("imperium", "Leman Russ Battle Tank"),
        "Knight Crusader": ("imperium", "Knight Crusader"),
    },
    "40k-11e": {
        "Poxwalkers": None,
        "Cadian Shock Troops": None,
        "Boyz": ("deffskulls", "Boyz"),
        "Intercessor Squad": ("vanguard", "Intercessor Squad"),
        "Terminator Squad": ("vanguard", "Terminator Squad"),
        "Custodian Guard": None,
        "Captain": ("vanguard", "Intercessor Squad"),  # whom he leads
        "Carnifexes": None,
        "Rhino": None,
        "Redemptor Dreadnought": ("vanguard", "Redemptor Dreadnought"),
        "Leman Russ Battle Tank": None,
        "Knight Crusader": None,
    },
    "reikhammer": {
        "Ochre Levy": ("red_host", "Ochre Levy"),
        "The Drowned": ("barrow_tide", "The Drowned"),
        "Cinder Guard": ("red_host", "Cinder Guard"),
        "Guard of the Long Barrow": ("barrow_tide", "Guard of the Long Barrow"),
        "Grey Outriders": ("elector_march", "Grey Outriders"),
        "Blue Squadron": ("blue_column", "Blue Squadron"),
        "Boiler Brigade": ("elector_march", "Boiler Brigade"),
        "Kaspar and Melchior": ("elector_march", "Kaspar and Melchior"),
        "Old Hunger": ("barrow_tide", "Old Hunger"),
        "Night Wings": ("barrow_tide", "Night Wings"),
    },
}
# What a model carries, and what others have lent it or it does when it shoots, is not what guns are measured against.
NOT_COMPARED = ("weapons", "abilities", "rules", "keywords", "leader", "from_unit", "unit_abilities")
# Of these the source splits the price up, or is silent.
WITHOUT_POINTS = {
    ("40k-2e", "Goff Boyz"),
    ("40k-2e", "Terminators"),
    ("40k-2e", "Dreadnought"),
    ("40k-2e", "Leman Russ"),
    ("40k-7e", "Boyz"),
    ("40k-7e", "Plague Marines"),
    ("40k-7e", "Terminators"),
    ("40k-7e", "Land Raider"),
}


def names(words: list[str], ruleset: str | None = None, role: str = "target") -> list[str]:
    return [side.unit.name for side in units_from(words, ruleset, role)]


def refused(words: list[str], ruleset: str | None = None) -> str:
    with pytest.raises(NotFound) as error:
        units_from(words, ruleset, "target")
    return str(error.value)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "saturday.yaml"
    path.write_text(OWN, encoding="utf-8")
    return path


# The shipped sets -----------------------------------------------------------------------------------------------------


def test_each_edition_has_one_which_is_no_army() -> None:
    assert sorted(IDS) == sorted(one.name for one in RULESETS)
    assert TARGETS not in {sample.name for sample in armies.samples()}
    assert not any(load(sample.path).army.only_targets for sample in armies.samples())


@each("sample", SETS, ids=IDS)
def test_a_shipped_set_is_fine(sample: armies.Sample) -> None:
    army = load(sample.path).army
    assert army.only_targets
    assert army.ruleset == sample.ruleset
    assert 8 <= len(army.units) <= 12
    found = edition(army.ruleset)
    assert found is not None
    assert not [note for note in found.unit_text().notes(army) if "shot at" in note]
    assert {unit.name for unit in army.units if unit.points is None} == {
        name for ruleset, name in WITHOUT_POINTS if ruleset == army.ruleset
    }


@cache
def army_of(path: Path) -> Any:
    return load(path).army


def twins() -> Iterator[tuple[str, str, Any, Any]]:
    for sample in SETS:
        for unit in army_of(sample.path).units:
            if twin := TWINS[sample.ruleset][unit.name]:
                name, of = twin
                yield sample.ruleset, unit.name, unit, find_unit(army_of(find_list(name, sample.ruleset)), of)


@each("sample", SETS, ids=IDS)
def test_what_is_said_of_twins_is_said_of_every_target(sample: armies.Sample) -> None:
    assert [unit.name for unit in load(sample.path).army.units] == [*TWINS[sample.ruleset]]


@each("ruleset, name, target, twin", twins())
def test_its_values_are_those_of_the_shipped_lists(ruleset: str, name: str, target: Any, twin: Any) -> None:
    known = [compared(model) for model, _ in twin.models]
    for model, _ in target.models:
        assert compared(model) in known, (ruleset, name, model.name)
    for said in ("type", "category", "rating"):
        assert getattr(target, said, None) == getattr(twin, said, None)


@each("ruleset, name, target, twin", twins())
def test_so_are_keywords_and_points_where_it_is_that_unit(ruleset: str, name: str, target: Any, twin: Any) -> None:
    if name == twin.name:
        assert getattr(target, "keywords", ()) == getattr(twin, "keywords", ())
        if twin.points is not None and how_many(target) == how_many(twin):
            assert target.points == twin.points


def how_many(unit: Any) -> int:
    return sum(n for _, n in unit.models)


def compared(model: Any) -> tuple[Any, ...]:
    return tuple(getattr(model, field) for field in model.fields if field not in NOT_COMPARED)


# Which one is meant ---------------------------------------------------------------------------------------------------


def test_the_edition_decides_which_set_is_meant() -> None:
    for one in RULESETS:
        assert find_list("targets", one.short) == find_list(f"{one.short}/targets") == find_list("Targets", one.name)
        assert find_list("targets", one.name).parent.name == one.name


def test_without_one_all_are_named() -> None:
    with pytest.raises(NotFound) as error:
        find_list("targets")
    assert all(f"{one.name}/targets" in str(error.value) for one in RULESETS)


def test_no_part_of_its_name_is_enough_but_it_is_near() -> None:
    with pytest.raises(NotFound, match=r"“target”; did you mean targets\?"):
        find_list("target", "7e")
    with pytest.raises(NotFound, match="“10e/targets” is of 40k-10e, not of 40k-7e"):
        find_list("10e/targets", "7e")
    with pytest.raises(NotFound, match="“waaagh” is of 40k-10e, not of 40k-7e"):
        find_list("waaagh", "7e")


def test_what_looks_like_a_list(own: Path) -> None:
    assert all(map(looks_like_list, ("targets", "7e/targets", "10e/nothing", "orks", str(own))))
    assert not any(map(looks_like_list, ("10x T4 Sv3+", "targts", "1x BS4 S4 AP5 Salvo 2/3", "nowhere/orks", "")))


# Sets of one's own ----------------------------------------------------------------------------------------------------


def test_whoever_says_so_writes_one(own: Path) -> None:
    assert load(own).army.only_targets
    assert not load_text(OWN.replace("yes", "no"), "own").only_targets
    assert not load_text(OWN.replace("targets: yes\n", ""), "own").only_targets
    with pytest.raises(ArmyErrors, match="own:3:10: “perhaps” is neither yes nor no"):
        load_text(OWN.replace("yes", "perhaps"), "own")


def test_it_is_remembered_as_one(tmp_path: Path) -> None:
    memory = RememberedLists(tmp_path / "lists", lambda make: b"secret")
    read = load_text(OWN, "own", memory)
    assert memory.army(OWN) == read
    assert read.only_targets


@each("one", RULESETS, ids=lambda one: one.short)
def test_editors_know_the_key(one: Any) -> None:
    assert one.lists().json_schema()["properties"]["targets"]["type"] == "boolean"


def test_nobody_plays_one(own: Path) -> None:
    for words in ("targets", "7e/targets", str(own)):
        with pytest.raises(
            NotFound, match="is a set of targets to measure attacks against, no army; name a list to play"
        ):
            load_army(words)
    with pytest.raises(NotFound, match="did you mean orks"):
        load_army("orcs")
    assert load_army("orks").army.name == "Waaagh! Grimgutz"


# Many units at once ---------------------------------------------------------------------------------------------------


def test_a_list_is_all_its_units_and_those_who_joined_stand_as_a_part() -> None:
    there = load(find_list("ultramarines")).army.units
    assert "Captain with Iron Halo" in {unit.name for unit in there}
    assert names(["ultramarines"]) == [unit.name for unit in there if unit.name != "Captain with Iron Halo"]
    assert names(["ultramarines::Captain"]) == ["Plasma Squad"]
    assert names(["7e/targets"])[:2] == ["Guardsmen", "Boyz"]


def test_one_unit_or_several_with_commas_each_once() -> None:
    assert names(["ultramarines::Tactical"]) == ["Tactical Squad"]
    assert names(["ultramarines::Tactical, Devastator", "ultramarines::devastator squad"]) == [
        "Tactical Squad",
        "Devastator Squad",
    ]
    assert names(["ultramarines::Captain", "ultramarines::Plasma", "orks::Green Tide"]) == [
        "Plasma Squad",
        "Green Tide",
    ]


def test_a_name_may_have_a_comma(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN.replace("Boyz", "Boyz, many"), encoding="utf-8")
    assert names([f"{path}::Boyz, many"]) == ["Boyz, many"]


def test_lists_of_the_same_unit_are_two(own: Path) -> None:
    again = own.with_name("sunday.yaml")
    again.write_text(OWN.replace("name: Own", "name: Other"), encoding="utf-8")
    found = units_from([str(own), str(again), str(own)], None, "target")
    assert [(side.army_name, side.unit.name) for side in found] == [("Own", "Boyz"), ("Other", "Boyz")]


def test_the_ruleset_is_that_of_the_first_list() -> None:
    assert names(["orks::Green Tide", "targets::Rhino"]) == ["Green Tide", "Rhino"]
    assert refused(["orks::Green Tide", "waaagh::Boyz"]) == "“waaagh” is of 40k-10e, not of 40k-7e"
    assert refused(["orks"], "10e") == "“orks” is of 40k-7e, not of 40k-10e"
    assert "no ruleset “8e”" in refused(["orks"], "8e")


def test_a_file_of_another_ruleset_is_refused(own: Path) -> None:
    assert refused(["waaagh::Rokkit Mob", str(own)]).endswith("” is of 40k-7e, not of 40k-10e")


def test_lines_are_read_where_the_ruleset_is_known() -> None:
    assert names(["10x T4 Sv3+", "5x T4 Sv2+", "10x T4 Sv3+"], "7e") == ["Target", "Target 2"]
    assert names(["orks::Green Tide", "10x T4 Sv3+"]) == ["Green Tide", "Target"]
    (side,) = units_from(["10x BS4 boltgun"], "7e", "attacker")
    assert (side.army_name, side.ruleset) == ("Attacker", "40k-7e")
    assert refused(["10x T4 Sv3+"]).startswith(
        "“10x T4 Sv3+” is neither a list nor LIST::UNIT nor, without --ruleset (7e, 10e, 11e, 2e, rh), a profile line"
    )
    with pytest.raises(ArmyErrors, match="target line:1:"):
        units_from(["10x T4 Sv3+ Qq7"], "7e", "target")


def test_a_line_in_front_of_a_list_is_of_the_edition_of_that_list() -> None:
    """It needed --ruleset, though the line behind a list did not."""
    line, list_ = '10x BS4 S4 AP5 Rapid Fire 24"', "orks::Shoota"
    one = units.sides(line, list_, None, False)
    row = units.one_after_the_other([line, "orks::Lootas", list_], None, False)
    many, victims = units.sides_of_many([line], ["targets", list_], None, False)
    each_one, victim = units.each_at_one([line], list_, None, False)
    assert {side.ruleset for side in (*one, *row, *many, *victims, *each_one, victim)} == {"40k-7e"}
    with pytest.raises(NotFound, match=r"did you mean orks\?"):
        units.sides(line, "orkz::Shoota", None, False)
    with pytest.raises(NotFound, match="or add --ruleset"):
        units.sides(line, "targets::Rhino", None, False)
    with pytest.raises(NotFound, match="“list1” is neither FILE::UNIT nor"):
        units.sides("list1", list_, None, False)


def test_units_of_two_lists_are_not_named_between_commas() -> None:
    words = "between commas are units of one list; name “waaagh::Lootas” by itself"  # `need` has no --against
    assert refused(["40k-10e/targets::Rhino,waaagh::Lootas"]) == words


def test_what_is_misspelt_has_near_ones() -> None:
    assert refused(["ultramarnes"]) == "there is no file and no shipped list “ultramarnes”; did you mean ultramarines?"
    assert refused(["my_10e_lst.yaml"], "7e").startswith("there is no file and no shipped list “my_10e_lst.yaml”")
    assert refused(["targts"], "7e").endswith("did you mean targets?")
    assert refused(["ultramarines::Tacticl"]).endswith("did you mean Tactical Squad?")
    assert "has no unit “Nobodyz”" in refused(["orks::Green Tide, Nobodyz"])
    assert "may be several lists: 40k-10e/targets" in refused(["targets"])
    assert "name a unit of" in refused(["orks::"])


def test_nothing_named_is_nobody() -> None:
    assert units_from([], "7e", "target") == ()
