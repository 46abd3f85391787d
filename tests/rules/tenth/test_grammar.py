"""Every row of the tables of ``abilities.md`` is read as what it says: effects, conditions, states and reaches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.rules.datasheets.ability_forms import (
    Form,
    State,
    When,
    Whom,
    condition_forms,
    example_of,
    reaches,
    states,
)
from shoot_cli.rules.datasheets.ability_grammar import OF_A_TARGET, is_about_battle, said_of_itself
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each


def read(text: str) -> Ability:
    found = ABILITIES.of_unit(text)
    assert found is not None, text
    return found


@each("form", ABILITIES.forms.values(), ids=lambda form: form.name)
def test_every_effect_is_read_by_its_example(form: Form) -> None:
    assert read(form.example or form.name).name == form.name


@each("kind", condition_forms().values(), ids=lambda kind: kind.name)
@pytest.mark.rule("10E-EFF-8", "10E-EFF-11", "10E-EFF-13", "10E-EFF-20", "10E-EFF-21")
def test_every_condition_is_read_behind_an_effect(kind: When) -> None:
    for words in kind.written:
        others = () if "mortal" in words else ("+1 to hit", "led: incoming: -1 to wound", "Sustained Hits 1")
        if kind.name == "with":  # it names weapons of those who shoot
            others = ("+1 to hit", "led: +1 to wound", "Sustained Hits 1")
        for effect in (*others, *(() if kind.name == "with" else ("Feel No Pain 5+",))):
            assert [one.kind for one in read(f"{effect} {words}").conditions] == [kind.name], f"{effect} {words}"


@pytest.mark.rule("10E-EFF-11")
def test_nothing_but_feel_no_pain_is_against_mortal_wounds() -> None:
    with pytest.raises(ValueError, match="only Feel No Pain works against them"):
        read("incoming: -1 damage against mortal wounds")


@each("state", states().values(), ids=lambda state: state.name)
@pytest.mark.rule("10E-EFF-14", "10E-EFF-15", "10E-EFF-16", "10E-EFF-17", "10E-EFF-18", "10E-EFF-19")
def test_every_state_is_read_of_either_unit(state: State) -> None:
    name = example_of(state.name)
    own = f"target {name}" if name == OF_A_TARGET else name
    for words, meant in (
        (said_of_itself(name), own),
        (f"target {name}", "" if is_about_battle(name) else f"target {name}"),
    ):
        (condition,) = read(f"+1 to hit if {words}").conditions
        assert (condition.kind, condition.words) == ("state", (meant or name,))


@each("whom", reaches().values(), ids=lambda whom: whom.name)
def test_every_reach_is_read_before_an_effect(whom: Whom) -> None:
    reach = read(f"{whom.written.replace(' K', ' IMPERIUM INFANTRY').replace(' N', ' 6')}: +1 to hit").reach
    assert reach.kind == whom.name
    assert reach.inches == (6 if "N" in whom.written else 0)
    assert reach.keywords == (("IMPERIUM INFANTRY",) if "K" in whom.written else ())


@pytest.mark.rule("10E-EFF-66")
def test_mortal_wounds_of_criticals_need_not_say_that_they_are_more() -> None:
    for words, name in (("hits", "Mortal wounds of critical hits"), ("wounds", "Mortal wounds in addition")):
        for said in ("1 mortal wound", "D3 mortal wounds", "D3 mortal wounds in addition"):
            assert read(f"{said} on critical {words}").name == name
    assert read("1 mortal wound on 4+ after shooting") == read("1 mortal wounds on 4+ after shooting").but(
        text="1 mortal wound on 4+ after shooting"
    )


PAGE = Path(__file__).parents[3] / "docs" / "abilities-10e.md"
FROM_DATASHEETS = PAGE.read_text(encoding="utf-8").partition("## From a datasheet to a list")[2].partition("\n## ")[0]
WRITTEN = re.findall(r"`([^`]+)`", "".join(row.split("|")[2] for row in FROM_DATASHEETS.splitlines() if "`" in row))


@each("line", WRITTEN)
def test_what_the_documents_write_for_datasheets_is_read(line: str) -> None:
    assert read(line if not line.startswith("if ") else f"+1 to hit {line}")


def test_lines_of_the_documents_are_found() -> None:
    assert len(WRITTEN) > 15
    assert "unit: incoming: -1 to wound when S is greater than T" in WRITTEN
