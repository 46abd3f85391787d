"""The example of the line of what happened: units of this battle, with numbers that can be (EVE-1, EVE-7)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies.loading import find_list
from shoot_cli.battle import what_happened
from shoot_cli.battle.happened import NamedUnit
from shoot_cli.battle.losses import EXAMPLE as ALONE
from shoot_cli.battle.what_happened import LineRules, question, short_names
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.importing.list_files import load
from shoot_cli.input.answers import parse
from shoot_cli.rules import RULESETS
from shoot_cli.rules.datasheets.steps.happened import LINE as DATASHEETS
from shoot_cli.rules.reikhammer.steps.happened import LINE as REIKHAMMER
from shoot_cli.rules.second.steps.happened import LINE as SECOND
from shoot_cli.rules.seventh.steps.happened import LINE as SEVENTH
from tests.helpers.each import each
from tests.helpers.samples import every_nth

LINES = {"40k-10e": DATASHEETS, "40k-11e": DATASHEETS, "40k-7e": SEVENTH, "40k-2e": SECOND, "reikhammer": REIKHAMMER}
LISTS = {
    "40k-10e": ("imperium", "waaagh"), "40k-11e": ("vanguard", "deffskulls"), "40k-7e": ("tau", "orks"),
    "40k-2e": ("macragge_column", "goff_mob"), "reikhammer": ("red_host", "blue_column"),
}  # fmt: skip


def begun(edition: str) -> tuple[LineRules, Any]:
    ruleset = next(one for one in RULESETS if one.name == edition).ruleset()
    armies = [load(find_list(name, edition)).army for name in LISTS[edition]]
    return LINES[edition], ruleset.begin_battle(*armies, None)


@pytest.mark.rule("EVE-1", "EVE-12")
@pytest.mark.parametrize("edition", LISTS)
def test_it_names_units_of_this_battle_and_would_be_taken(edition: str) -> None:
    line, battle = begun(edition)
    asked = question(line, Hashed(battle))
    assert asked.read(parse(asked, asked.example))
    names = short_names(what_happened.names_of(line, battle))
    assert asked.example.split(", ")[0].rpartition(" ")[0] in names
    assert not any(word in " ".join((asked.example, *asked.forms)).split() for word in ("crusader", "captain", "boyz:"))
    assert len(asked.example) < 70


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-7")
@pytest.mark.parametrize("edition", every_nth(4, [*LISTS][::-1]))
def test_it_stays_true_as_units_fall(edition: str) -> None:
    line, battle = begun(edition)
    for name in short_names(what_happened.names_of(line, battle))[:-1]:
        battle = what_happened.after_all(line, battle, (f"{name} dead",))
        asked = question(line, Hashed(battle))
        assert asked.read(parse(asked, asked.example)), asked.example


@pytest.mark.rule("EVE-1")
@each("edition", LISTS)
def test_a_refusal_has_the_same_example(edition: str) -> None:
    line, battle = begun(edition)
    asked = question(line, Hashed(battle))
    name, losses = short_names(what_happened.names_of(line, battle))[0], asked.example.split(", ")[0]
    for text in (f"{name} wounds", name, "-2"):
        with pytest.raises(BadAnswer) as error:
            asked.read(parse(asked, text))
        assert ALONE not in str(error.value)
        assert f"as in {losses}" in str(error.value)


@pytest.mark.rule("EVE-1", "EVE-20", "EVE-50")
@pytest.mark.parametrize("edition", ["40k-10e", "40k-11e"])
def test_effects_and_command_points_are_said_too(edition: str) -> None:
    line, battle = begun(edition)
    *_, effect, points = question(line, Hashed(battle)).example.split(", ")
    assert effect.endswith(": Stealth this turn")
    assert points == "cp = 3"  # nobody counts them yet


def test_a_short_name_means_the_unit_and_not_one_of_its_models() -> None:
    units = (NamedUnit("Crusader Squad with Captain", ("Crusader", "Captain")), NamedUnit("Crusader Squad", ("Crusader",)),
             NamedUnit("Boyz", ("Boy",), army="Reds"), NamedUnit("Boyz", ("Boy",), army="Blues"))  # fmt: skip
    assert short_names(units) == ("crusader captain", "crusader squad", "reds", "blues")
