"""The YAML of a list that was taken: it says what the document says, and bears what was guessed on its lines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.importing.report import ImportedList, Remark, Report
from shoot_cli.importing.written_list import yaml_of

DOCUMENT: dict[str, Any] = {
    "ruleset": "40k-10e",
    "name": "Cut: off # here",
    "note": "Detachment: Kauyon, [all of it]",
    "profiles": {"Shas'ui": {"M": 8, "T": 3, "Sv": "4+"}},
    "weapons": {
        "pulse rifle": {"range": 30, "A": 1, "BS": "4+", "S": 5, "AP": 0, "D": 1, "abilities": ["Rapid Fire 1"]},
        "missile pod (x2), old": {"range": 30, "A": "D6+1", "BS": "N/A", "S": 7, "AP": -1, "D": "-"},
        "plasma": {"range": 24, "modes": {"standard": {"A": 1}, "over: charge": {"A": 1, "abilities": ["Hazardous"]}}},
    },
    "units": [
        {
            "name": "Null",
            "points": 90,
            "keywords": ["Infantry", "T'au Empire"],
            "abilities": ["led: re-roll hit rolls of 1", "incoming: -1 damage", "one of: Stealth, Lethal Hits"],
            "note": "For the Greater Good: read it; 'so'",
            "models": [
                {"name": "~", "count": 9, "profile": "Shas'ui", "weapons": ["pulse rifle", "2x plasma: standard"]},
                {"name": "- dash", "profile": "Shas'ui", "character": True},
            ],
        }
    ],
}


def taken(document: dict[str, Any], *guesses: Remark, header: tuple[str, ...] = ()) -> ImportedList:
    return ImportedList(
        document, Report("a.json", "0" * 64, "New Recruit", "", "", "40k-10e", "", guesses=guesses), header
    )


def as_text(value: Any) -> Any:
    """The document as the reader has it: text, and nothing else."""
    if isinstance(value, dict):
        return {key: as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_text(inner) for inner in value]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def again(text: str) -> Any:
    return plain(read_text(text, "it"))


@pytest.mark.rule("IMP-4")
def test_what_is_written_is_what_was_there() -> None:
    written = yaml_of(taken(DOCUMENT))
    assert again(written) == as_text(DOCUMENT)
    assert (
        '      - {name: "~", count: 9, profile: Shas\'ui, weapons: [pulse rifle, "2x plasma: standard"]}\n' in written
    )
    assert "  pulse rifle: {range: 30, A: 1, BS: 4+, S: 5, AP: 0, D: 1, abilities: [Rapid Fire 1]}\n" in written


@pytest.mark.rule("IMP-4")
def test_a_dash_in_words_stays_a_dash() -> None:
    """A lone dash behind a key is made another sign before YAML reads it."""
    document = {"note": "Save: -, Ward: - ] and Feel: -}"}
    assert again(yaml_of(taken(document))) == document


@pytest.mark.rule("IMP-4")
def test_a_guess_stands_behind_its_line() -> None:
    said = (
        Remark("Null", "the turret's", path=("units", 0, "models", 1)),
        Remark("Null", "with\na line\x1b[2J # end", path=("units", 0, "models", 1)),
        Remark("Null", "of a weapon", path=("units", 0, "models", 0, "weapons", 5)),
        Remark("", "of the list"),
    )
    written = yaml_of(taken(DOCUMENT, *said, header=("imported from a\nfile; sha256 00",)))
    lines = written.splitlines()
    assert lines[0] == "# imported from a file; sha256 00"
    (at,) = (line for line in lines if "- dash" in line)
    assert at.endswith("  # guessed: the turret's; with a line [2J # end")
    (at,) = (line for line in lines if "count: 9" in line)
    assert at.endswith("}  # guessed: of a weapon")
    assert "of the list" not in written
    assert again(written) == as_text(DOCUMENT)


WORDS = (
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=12)
    .map(str.strip)
    .filter(bool)
)
MODELS = st.dictionaries(WORDS, WORDS | st.lists(WORDS, max_size=3) | st.integers(-9, 99), min_size=1, max_size=3)


@given(st.dictionaries(WORDS, WORDS | st.lists(MODELS | WORDS, max_size=2) | MODELS, min_size=1, max_size=3))
@example({"<<": "<<"})
@settings(max_examples=60, deadline=None)
def test_any_words_come_back(document: dict[str, Any]) -> None:
    expected = as_text(document)
    assert again(yaml_of(taken(document))) == {key: value for key, value in expected.items() if value is not None}
