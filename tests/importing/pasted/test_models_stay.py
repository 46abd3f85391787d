"""Random lists, printed as each program prints them and spoilt by pasting: every model is there, or its loss is told."""

from __future__ import annotations

import random

import pytest

from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import MODEL, Roster, Selection
from tests.helpers.samples import seeds
from tests.importing.pasted.written_texts import SPOILERS, WRITERS, datasheet, squads
from tests.importing.test_flat_texts import source

# Without bullets nobody can tell an item that is indented behind the first one from an item of that item.
UNCLEAR = {("app, first bullets", "no bullets")}


def models_of(unit: Selection) -> int:
    if unit.kind == MODEL:
        return unit.number
    return sum(one.number for one in unit.below() if one.kind == MODEL)


def made(text: str, data: Sources) -> tuple[dict[str, int], ImportContext]:
    """The number of models of each unit, by its name in small letters."""
    taking = ImportContext(USUAL)
    found: Roster = roster_of(read_text(text, "pasted"), data, taking)
    return {unit.name.casefold(): models_of(unit) for _, unit in found.tops()}, taking


def told(taking: ImportContext, unit: str) -> str:
    return " | ".join(one.text for one in taking.left if one.unit.casefold() == unit)


@pytest.mark.slow
@pytest.mark.rule("IMP-60", "IMP-62", "IMP-12")
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_every_model_is_there_or_its_loss_is_told(seed: int) -> None:
    units = squads(random.Random(seed), 2)
    data = Sources((source(*map(datasheet, units)),))
    for program, writer in WRITERS.items():
        mine = [unit for unit in units if writer.says(unit)]
        for what, spoil in SPOILERS.items():
            text = spoil(writer.text(mine))
            found, taking = made(text, data)
            for unit in mine:
                name = unit.name.casefold()
                where = f"{program}, {what}: {unit.name}\n{text}"
                words = told(taking, name)
                assert name in found, where
                assert found[name] <= unit.models, where
                if (program, what) not in UNCLEAR:
                    assert found[name] == unit.models, where
                elif found[name] < unit.models:
                    assert any(letter.isdecimal() for letter in words), where


@pytest.mark.rule("IMP-60", "IMP-12")
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_models_that_the_data_does_not_have_are_told_by_number(seed: int) -> None:
    """Whatever the program: a kind of model of another name and statline is lost, and said with how many."""
    units = squads(random.Random(seed), 2)
    data = Sources((source(*(datasheet(unit.without_first()) for unit in units)),))
    for program, writer in WRITERS.items():
        if not (mine := [unit for unit in units if writer.says(unit) and writer.names_models]):
            continue
        text = writer.text(mine)
        found, taking = made(text, data)
        for unit in mine:
            name = unit.name.casefold()
            assert found.get(name, 0) == unit.models or told(taking, name), f"{program}: {unit.name}\n{text}"
