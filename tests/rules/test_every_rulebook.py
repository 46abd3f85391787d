"""The rulebook of every edition: whole and in order, in form, true to its own sums and settings, and findable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

import pytest

from shoot_cli.engine.markdown import Rule, find, nearest
from shoot_cli.rules import RULESETS, Edition

every_edition = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)


class Book(NamedTuple):
    """What is typed of each rulebook, so that it is not held against itself.

    ``sentences``: the most that a rule has; ``examples``: every rule has one. ``shape``: what its ids are like.
    ``unplayed``: the rules that no attack meets. ``odd``: the numbers of parts that do not begin at 1, or leave some out.
    ``elsewhere``: settings that a rule names and the edition does not ask for (they are said with a list). ``found``: what is found first for words.
    ``near``: what is proposed, among others, for words that find nothing. ``sums``: examples that are worked out here.
    """

    shape: str
    sentences: int = 3
    examples: bool = False
    unplayed: str = ""
    odd: Mapping[str, list[int]] = MappingProxyType({})
    elsewhere: frozenset[str] = frozenset()
    found: Mapping[str, str] = MappingProxyType({})
    near: Mapping[str, str] = MappingProxyType({})
    sums: tuple[tuple[str, str, str], ...] = ()


EFFECTS = [*range(1, 9), *range(10, 23), *range(30, 36), *range(40, 73)]  # numbered by what they are about
BOOKS = {
    "2e": Book(
        r"2E-[A-Z]+-\d+", examples=True,
        found={"rapid fire": "2E-SPC-1", "hidden": "2E-TGT-6", "flak": "2E-SAV-4", "rosarius": "2E-SAV-5"},
        near={"twin-linkd": "Twin-linked", "2e-hit-55": "2E-HIT-5"},
    ),
    "7e": Book(
        r"7E-[A-Z]+-\d+",
        found={"gets hot": "7E-HIT-11", "rapid fire": "7E-WPN-9", "statuary": "7E-SAV-5", "blast": "7E-WPN-13", "jink": "7E-GTG-6",
               "barrage": "7E-WPN-15", "template": "7E-WPN-16"},
        near={"7e-hit-99": "7E-HIT-", "presicion": "Precision Shots", "loko out, sir": "Look Out, Sir"},
    ),
    "10e": Book(
        r"10E-[A-Z]+(?:-[A-Z]+)?-\d+", 2, unplayed="10E-TGT-12 10E-WPN-LANCE-1", odd={"10E-MOD": [1, 2, 3, 5], "10E-EFF": EFFECTS},
        elsewhere=frozenset({"group_order"}),
        found={"lone operative": "10E-TGT-6", "big guns never tire": "10E-ELIG-5", "indirect fire": "10E-WPN-INDIRECT-1",
               "sustained hits": "10E-WPN-SUST-1", "command re-roll": "10E-RR-6", "rubble": "10E-COV-1"},
        near={"10e-hit-77": "10E-HIT-7", "loan operative": "Lone Operative", "twin-likned": "Twin-linked"},
        sums=(("10E-EFF-52", "(2/3)^3", "8/27"), ("10E-EFF-66", "2/3 x (1/3 x 1/2 + 1/6 x 2/3)", "5/27")),
    ),
    "11e": Book(
        r"1[01]E-[A-Z]+(?:-[A-Z]+)?-\d+", unplayed="10E-TGT-12 10E-WPN-LANCE-1", elsewhere=frozenset({"group_order"}),
        found={"cover": "11E-COV-1", "hidden": "11E-HID-1", "lone operative": "11E-LONE-1", "stealth": "11E-COV-5", "pistol": "11E-CQ-1",
               "grenades": "10E-OOP-3", "obscuring": "11E-VIS-1", "0cp": "11E-STRAT-2", "wound chart": "10E-WND-1"},
        near={"11e-hid-11": "11E-HID-1"},
        sums=(("11E-MOD-1", "8/2", "4"), ("11E-HAZ-1", "5 x 1/3", "5/3")),
    ),
    "rh": Book(
        r"RH-(?:SEQ|[A-Z]+-\d+)", 4, True, "RH-ALLOC-4 RH-TER-1 RH-TER-3",
        found={"suppression": "RH-SUP-1", "all suppressed": "RH-SUP-2", "crossfire": "RH-XF-1", "barrage": "RH-BAR-1",
               "barrage table": "RH-BAR-4", "overwatch": "RH-OW-1", "line of fire": "RH-ELIG-1", "mixed cover": "RH-COV-1", "macro": "RH-MW-1",
               "macro_save": "RH-MW-2", "reinforced armour": "RH-MW-2", "dangerous terrain": "RH-TER-2", "action test": "RH-ACT-1",
               "sustained fire": "RH-ACT-2", "character": "RH-CHAR-1", "broken": "RH-BRK-2", "breaks": "RH-BRK-1",
               "cover saves": "RH-SAVE-4", "jungle": "RH-SAVE-4", "zone of control": "RH-TER-3", "rally": "RH-RALLY-1", "ammo": "RH-ELIG-3",
               "strategy": "RH-TURN-1", "sequence": "RH-SEQ"},
        near={"rh-hit-44": "RH-HIT-4", "crosfire": "Crossfire", "supression": "Suppression"},
    ),
}  # fmt: skip


def words_of(rule: Rule) -> list[str]:
    return [rule.title, rule.text, rule.example, rule.source, *(cell for row in rule.chart for cell in row)]


def ids(edition: Edition, *words: str) -> list[str]:
    return [rule.id for rule in find(edition.rulebook(), words)]


@every_edition
def test_the_rules_of_a_part_stand_together_and_are_numbered_in_order(edition: Edition) -> None:
    book, numbered = BOOKS[edition.short], {}
    assert len({rule.id for rule in edition.rulebook()}) == len(edition.rulebook())
    for part, members in groupby(edition.rulebook(), key=lambda rule: rule.part):
        rules = list(members)
        assert part not in numbered
        assert len({rule.section for rule in rules}) == 1
        numbered[part] = [int(found[0]) for rule in rules for found in [re.findall(r"\d+$", rule.id)] if found]
        whole = book.odd.get(part, [*range(1, len(numbered[part]) + 1)])
        partly = edition.short == "11e"  # what it did not take over, and what it took the place of, leaves gaps
        assert numbered[part] == (sorted({*numbered[part]}) if partly else whole), part


@every_edition
def test_form(edition: Edition) -> None:
    book = BOOKS[edition.short]
    for rule in edition.rulebook():
        assert re.fullmatch(book.shape, rule.id), rule.id
        assert rule.title, rule.id
        assert rule.source, rule.id
        assert rule.section, rule.id
        assert len(rule.title) <= 40, rule.id
        assert len(rule.text) <= 500, rule.id
        assert 1 <= len(re.findall(r"[.!?](?= |$)", rule.text)) <= book.sentences, rule.id
        assert rule.text[0].isupper(), rule.id
        assert rule.text.endswith("."), rule.id
        assert rule.example.endswith(".") or not (rule.example or book.examples), rule.id
        for words in words_of(rule):
            assert not re.search(r"[\[\]]", words), f"{rule.id}: rich would read brackets as markup"
            assert words.isascii(), rule.id
            assert words == " ".join(words.split()), rule.id
        assert all(len(row) == len(rule.chart[0]) for row in rule.chart), rule.id


@every_edition
def test_titles_are_each_their_own(edition: Edition) -> None:
    assert len({rule.title.casefold() for rule in edition.rulebook()}) == len(edition.rulebook())


@every_edition
def test_every_rule_is_played_but_those_that_say_so(edition: Edition) -> None:
    assert [rule.id for rule in edition.rulebook() if not rule.supported] == BOOKS[edition.short].unplayed.split()


@every_edition
def test_every_rule_that_a_rule_names_exists(edition: Edition) -> None:
    known, shape = {rule.id for rule in edition.rulebook()}, rf"\b{BOOKS[edition.short].shape}"
    named = {name for rule in edition.rulebook() for words in words_of(rule) for name in re.findall(shape, words)}
    assert named
    assert named <= known


@every_edition
def test_every_setting_is_named_and_exists(edition: Edition) -> None:
    named = {name for rule in edition.rulebook() for words in words_of(rule) for name in re.findall("`([^`]*)`", words)}
    assert named == {setting.key for setting in edition.ruleset().settings} | BOOKS[edition.short].elsewhere


@every_edition
def test_a_setting_is_named_by_its_rule(edition: Edition) -> None:
    rules = {rule.id: " ".join(words_of(rule)) for rule in edition.rulebook()}
    assert [one.key for one in edition.ruleset().settings if f"`{one.key}`" not in rules[one.rule]] == []


# Examples that are sums ----------------------------------------------------------------------------------------------

SUM = re.compile(r"([\d/().]+(?:\^\d)?(?: [x+-] [\d/().]+(?:\^\d)?)*) = (\d+(?:[./]\d+)?)(?![\d/])")


def sums_of(edition: Edition) -> Iterator[tuple[str, str, str]]:
    return ((rule.id, words, found) for rule in edition.rulebook() for words, found in SUM.findall(rule.example))


def worth(words: str) -> Fraction:
    """Of a sum with fractions, products before it and brackets: ``2/3 + 1/6 x 2/3``, ``(2/3)^3``."""
    said = re.sub(r"(?<![\^\d.])[\d.]+(?:/\d+)?", lambda found: f"Fraction('{found[0]}')", words)
    return Fraction(eval(said.replace(" x ", " * ").replace("^", "**"), {"Fraction": Fraction}))


@every_edition
def test_sums_of_examples_are_right(edition: Edition) -> None:
    assert [one for one in sums_of(edition) if worth(one[1]) != Fraction(one[2])] == []
    assert {*BOOKS[edition.short].sums} <= {*sums_of(edition)}


def test_sums_of_examples_are_found() -> None:
    assert len([*sums_of(RULESETS[1])]) > 25


# Finding -------------------------------------------------------------------------------------------------------------


@every_edition
def test_an_id_finds_its_rule_alone(edition: Edition) -> None:
    for rule in edition.rulebook():
        assert ids(edition, rule.id) == ids(edition, f" {rule.id.casefold()} ") == [rule.id]
        tail = rule.id.partition("-")[2]
        alike = sorted(other.id for other in edition.rulebook() if other.id.partition("-")[2] == tail)
        assert sorted(ids(edition, tail)) == alike


@every_edition
def test_the_beginning_of_an_id_finds_its_section(edition: Edition) -> None:
    every = [rule.id for rule in edition.rulebook()]
    for part in sorted({rule.part for rule in edition.rulebook()}):
        section = [name for name in every if name.startswith(f"{part}-")]
        assert ids(edition, part) == ids(edition, part.casefold()) == ids(edition, f"{part}-") == section


@pytest.mark.rule("11E-VIS-1", "11E-STRAT-2")
@every_edition
def test_words_of_the_real_book(edition: Edition) -> None:
    for words, first in BOOKS[edition.short].found.items():
        assert ids(edition, words)[0] == first, words
        assert ids(edition, *words.split())[0] == first, words


@every_edition
def test_nothing_is_found_for_no_words_or_nonsense(edition: Edition) -> None:
    mark = edition.rulebook()[0].id.partition("-")[0]
    assert ids(edition) == ids(edition, "") == ids(edition, "xyzzy") == ids(edition, f"{mark}-HIT-99") == []


@every_edition
def test_near_misses(edition: Edition) -> None:
    for words, near in BOOKS[edition.short].near.items():
        found = nearest(edition.rulebook(), [words])
        if near.endswith("-"):  # a section, and nothing else
            assert found, words
            assert all(one.startswith(near) for one in found), words
        else:
            assert (near in found) if "-" in words else (found[0] == near), words
    assert nearest(edition.rulebook(), ["xyzzy"]) == ()
