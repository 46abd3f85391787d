"""The room that the datasheet games share: it names no edition, and each of its rules is in the books of those."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import shoot_cli
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.datasheets.profiles import EditionTerms
from shoot_cli.rules.datasheets.records import AT_THE_TABLE, BEFOREHAND, Manner

ROOM = Path(shoot_cli.__file__).parent / "rules" / "datasheets"
EDITIONS = [edition for edition in RULESETS if edition.room.endswith(".datasheets")]
# Between quotes, where a rule is given to those who play; in comments and docstrings too it must be one.
RULE = re.compile(r"(?<![\w-])(?!XE-)((?:[A-Z]+-)?(?!AP-|BS-|IMP-|EVE-)[A-Z]{2,}(?:-AP)?-[1-9]\d?)(?![\w+-])")


def files() -> list[Path]:
    return [file for file in ROOM.rglob("*") if file.suffix in (".py", ".md")]


def cited() -> set[str]:
    return {rule for file in files() for rule in RULE.findall(file.read_text(encoding="utf-8"))}


def test_somebody_takes_it() -> None:
    assert EDITIONS


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.short)
def test_every_rule_of_the_room_is_in_the_rulebook(edition: Edition) -> None:
    book: EditionTerms = import_module(f"{edition.package}.edition").NUMBERS
    assert len(cited()) > 60
    assert {book.rule(name) for name in cited()} - {rule.id for rule in edition.rulebook()} == set()


def test_it_names_no_edition() -> None:
    named = re.compile("|".join(rf"{re.escape(e.name)}|\brules[./]{e.package.rpartition('.')[2]}\b" for e in RULESETS))
    ids = re.compile(r"\b(\d+E|RH)-[A-Z]+-")
    texts = {file.name: file.read_text(encoding="utf-8") for file in ROOM.rglob("*.py")}
    assert [name for name, text in texts.items() if named.search(text) or ids.search(text)] == []


def test_a_rule_that_is_called_otherwise() -> None:
    assert EditionTerms("11E", (("OOP-1", "11E-SNAP-1"),)).rules("OOP-1", "HIT-4") == ("11E-SNAP-1", "11E-HIT-4")


def files_of_rules() -> list[Path]:
    """Return the modules of the room and of the editions that share it."""
    rooms = [ROOM, *(ROOM.parent / edition.package.rpartition(".")[2] for edition in EDITIONS)]
    return [file for room in rooms for file in room.rglob("*.py")]


def test_each_way_of_an_attack_by_itself_is_read_by_a_rule() -> None:
    """A row of ``Manner`` that no rule reads would be a difference that is none."""
    texts = [file.read_text(encoding="utf-8") for file in files_of_rules()]
    assert [row for row in Manner.fields if not any(f"manner.{row}" in text for text in texts)] == []
    assert Manner.__doc__ is not None
    assert [row for row in Manner.fields if f"``{row}``:" not in Manner.__doc__] == []
    assert all(here != by_itself for here, by_itself in zip(AT_THE_TABLE[1:], BEFOREHAND[1:], strict=True))
