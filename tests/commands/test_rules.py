"""``shoot rules``: a rule that stands in two editions, and one that another has replaced."""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from shoot_cli import rules
from shoot_cli.commands.rules import print_rule
from shoot_cli.engine.markdown import find
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.samples import quick_ones

NEW = Edition("40k-11e", "11e", "11th edition", "shoot_cli.rules.eleventh", "shoot_cli.rules.datasheets")


@pytest.fixture(autouse=True)
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    if NEW.name not in [edition.name for edition in RULESETS]:
        monkeypatch.setattr(rules, "RULESETS", (*RULESETS, NEW))


def found(shoot: Any, *words: str) -> list[dict[str, Any]]:
    done = shoot("rules", *words, "--json")
    assert done.code == 0
    return json.loads(done.out)["rules"]  # type: ignore[no-any-return]


def test_what_stands_in_both_is_shown_once_and_as_its_own_edition_has_it(shoot: Any) -> None:
    (old,) = found(shoot, "10E-WND-5")
    assert "10E-WND-4" in old["text"]
    (new,) = found(shoot, "10E-WND-5", "-r", "11e")
    assert "11E-TOUGH-1" in new["text"]
    assert len({rule["id"] for rule in found(shoot)}) == len(found(shoot))
    assert [rule["id"] for rule in found(shoot, "hit-4")].count("10E-HIT-4") == 1


@pytest.mark.parametrize(
    ("words", "prefix"),
    [
        ("Look Out, Sir 7e", "7E-"),
        ("cover 10th edition", "10E-"),
        ("tenth edition: cover", "10E-"),
        ("cover in 40k-2e", "2E-"),
        ("hit rolls of Reikhammer", "RH-"),
        ("seventh edition", "7E-"),
        ("10e", "10E-"),
    ],
)
def test_the_name_of_an_edition_limits_the_search(shoot: Any, words: str, prefix: str) -> None:
    ids = [rule["id"] for rule in found(shoot, *words.split())]
    assert ids
    assert all(name.startswith(prefix) for name in ids)


def test_words_and_option_name_the_same_edition(shoot: Any) -> None:
    assert found(shoot, "cover", "10e", "-r", "10e") == found(shoot, "cover", "-r", "10e")
    assert "--ruleset 7e, but the words name 10e" in shoot("rules", "cover", "10e", "-r", "7e").refused(2)


def test_a_replaced_rule_finds_what_took_its_place(shoot: Any) -> None:
    (cover,) = found(shoot, "10E-COV-2", "--ruleset", "11e")
    assert (cover["id"], cover["replaces"]) == ("11E-COV-1", ["10E-COV-2", "10E-COV-3"])
    assert "In place of: 10E-COV-2, 10E-COV-3" in shoot("rules", "11e-cov-1", "--plain").out
    (old,) = found(shoot, "10E-COV-2")
    assert (old["id"], old["replaces"]) == ("10E-COV-2", [])
    assert shoot("rules", "10E-DEF-GTG-1", "-r", "11e").code == 1


def test_the_edition_alone_lists_what_is_new(shoot: Any) -> None:
    ids = [rule["id"] for rule in found(shoot, "11e")]
    assert len(ids) == 45
    assert {name[:4] for name in ids} == {"11E-"}


HEADINGS = {
    "firing arc": "2E-ARC-1", "woodland": "2E-LOS-1", "vantage point": "10E-COV-5", "splitting fire": "2E-TGT-3",
    "large targets": "2E-HIT-4", "zero to hit": "RH-HIT-4", "apply shock": "RH-SHOCK-1", "picking a target": "2E-TGT-2",
    "excess hits": "RH-ALLOC-3", "maximum save": "7E-SAV-9", "multiple toughness": "7E-WND-2",
    "select another weapon": "7E-END-3", "select another unit": "7E-END-4", "saving throws": "7E-SAV-1",
    "allocating wounds": "7E-ALC-1", "allocate attacks": "10E-ALL-1", "making attacks": "10E-ORD-3",
    "glancing hit": "7E-VEH-3", "hit locations": "2E-VEH-1", "check morale": "7E-END-2", "benefits of cover": "10E-COV-1",
}  # fmt: skip


@pytest.mark.slow
def test_headings_of_the_books_find_their_rules() -> None:
    """In the words of the books, which are not always those of our titles."""
    every = [rule for edition in RULESETS for rule in edition.rulebook()]
    found = {heading: [rule.id for rule in find(every, [heading])] for heading in HEADINGS}
    assert {heading: name for heading, name in HEADINGS.items() if name not in found[heading]} == {}


@pytest.mark.parametrize(
    ("asked", "first"), [("how does cover work", "7E-SAV-4"), ("what is AP", "7E-SAV-2"), ("who has cover", "7E-SAV-4")]
)
def test_a_question_finds_what_it_is_about(asked: str, first: str) -> None:
    assert find([rule for edition in RULESETS for rule in edition.rulebook()], [asked])[0].id == first


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_each_other_name_of_a_rule_finds_it_among_the_first(edition: Edition) -> None:
    book = edition.rulebook()
    named = [(rule, name) for rule in book for name in rule.also]
    assert len(named) > 10
    for rule, name in named:
        assert rule.id in [one.id for one in find(book, [name])][:6], (rule.id, name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("blast marker", "blast markers"), ("casualty", "casualties"), ("fired", "firing"), ("allocates", "allocating")],
)
def test_forms_of_a_word_find_the_same_rules(one: str, other: str) -> None:
    every = [rule for edition in RULESETS for rule in edition.rulebook()]
    assert {rule.id for rule in find(every, [one])} == {rule.id for rule in find(every, [other])} != set()


def test_the_other_names_are_told(shoot: Any) -> None:
    assert found(shoot, "2E-ARC-1")[0]["also"][0] == "firing arc"
    assert "Also called: firing arc, " in shoot("rules", "2E-ARC-1", "--plain").out


def test_an_id_opens_no_dictionary(shoot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    assert found(shoot, "2E-ARC-1")


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_a_chart_is_whole_on_a_narrow_screen(edition: Edition, plain: bool) -> None:
    """It goes on below itself: each part repeats the first column, and no word of it is cut."""
    for rule in edition.rulebook():
        screen = Console(width=40, file=StringIO())
        print_rule(screen, rule, plain)
        assert isinstance(screen.file, StringIO)
        shown = screen.file.getvalue()
        words = {word for row in rule.chart or () for cell in row for word in cell.split()}
        assert not [word for word in words if word not in shown], rule.id
