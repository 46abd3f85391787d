"""The 11th edition rulebook: complete, in form, agreeing with the program's numbers, and clear about what it changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.engine.markdown import Rule, find
from shoot_cli.rules.eleventh import rulebook
from shoot_cli.rules.eleventh.edition import EXPLOSIVES, NUMBERS, RENAMED
from shoot_cli.rules.eleventh.rulebook import RULES
from shoot_cli.rules.tenth.rulebook import RULES as TENTH
from tests.helpers.each import each

# Typed from the specification: what is new, and behind it what of 10th edition it took the place of.
REPLACED_TEXT = """
11E-SEQ-1: ELIG-1 ELIG-3 ELIG-6 ELIG-7
11E-SEQ-2: ELIG-2 WPN-ASSAULT-1
11E-ENG-1:
11E-CQ-1: ELIG-4 ELIG-5 WPN-PISTOL-1
11E-CQ-2: TGT-9
11E-DECK-1: ELIG-8
11E-TGT-1: TGT-7 TGT-8 WPN-BLAST-3
11E-TGT-2: TGT-2
11E-TGT-3:
11E-LONE-1: TGT-6
11E-HID-1:
11E-VIS-1:
11E-ATK-1: ORD-2 FAST-1
11E-POOL-2: INT-18
11E-BLAST-1: WPN-RF-1 WPN-BLAST-1
11E-COV-1: COV-2 COV-3
11E-COV-2:
11E-COV-3:
11E-COV-4: COV-1
11E-COV-5: COV-4 DEF-STEALTH-1 DEF-SMOKE-1 WPN-IGNCOVER-1 INT-15
11E-PLUNGE-1: COV-5
11E-HEAVY-1: WPN-HEAVY-1
11E-IND-1: WPN-INDIRECT-1 WPN-INDIRECT-2 WPN-INDIRECT-3 INT-14
11E-PSY-1: WPN-PSYCHIC-1
11E-SNAP-1: OOP-1 OOP-2
11E-DMGD-1: DMG-5
11E-LETHAL-1: WPN-LETHAL-1
11E-TOUGH-1: WND-4
11E-SAV-1: ALL-1 ALL-2 ALL-4 ALL-6 ORD-3
11E-SAV-2: SAV-1 SAV-2 FAST-2 FAST-3 FAST-4
11E-SAV-3: SAV-3 SAV-4
11E-ALL-1: ALL-3
11E-PREC-1: ALL-5 WPN-PREC-1 INT-16
11E-MOD-1: MOD-1 ATK-3 FX-DMG-4 EFF-33
11E-MOD-2: MOD-2 MOD-5
11E-DEV-1: ORD-4 MW-3 WPN-DEV-1 WPN-DEV-2 WPN-DEV-3 WPN-DEV-6 INT-11
11E-DEV-2: WPN-DEV-5
11E-MW-1: MW-2 MW-4 WPN-PREC-2 INT-10
11E-HAZ-1: WPN-HAZ-1 WPN-HAZ-2 WPN-HAZ-3
11E-DEMISE-1: DEMISE-1 DEMISE-2
11E-DES-1: DMG-4
11E-WPN-TORRENT-1: WPN-TORRENT-3
11E-DUP-1: WPN-DUP-1 WPN-ANTI-3
11E-STRAT-1:
11E-STRAT-2:
"""
REPLACED = {new: old.split() for new, _, old in (line.partition(":") for line in REPLACED_TEXT.split("\n") if line)}
GONE = {"DEF-GTG-1"}  # the stratagem Go to Ground
# They stand, but in words or with an example of this edition's own.
REWORDED_TEXT = """
ELIG-9 ORD-5 HIT-4 HIT-7 WPN-TORRENT-2 WPN-XATK-1 WPN-MELTA-1 OOP-3
EFF-30 EFF-32 EFF-34 EFF-40 EFF-45 EFF-50 EFF-66 EFF-69
"""
REWORDED = set(REWORDED_TEXT.split())
SHAPE = r"1[01]E-[A-Z]+(?:-[A-Z]+)?-\d+"
NEW = [rule for rule in RULES if rule.id.startswith("11E-")]
BY_ID = {rule.id: rule for rule in RULES}
OLD = {rule.id.removeprefix("10E-"): rule for rule in TENTH}


def words_of(rule: Rule) -> list[str]:
    return [rule.title, rule.text, rule.example, rule.source, *(cell for row in rule.chart for cell in row)]


# ---- completeness


def test_every_new_rule_of_the_specification_exists_once_and_in_order() -> None:
    assert [rule.id for rule in NEW] == [*REPLACED]
    assert len(REPLACED) == 45
    assert len(BY_ID) == len(RULES) == 202


def test_what_took_the_place_of_what() -> None:
    """What has no place in 10th edition is an ability that its forms must give some name."""
    named = dict(RENAMED)
    assert {old: named[old] for old in named if old in OLD} == {
        old: new for new, many in REPLACED.items() for old in many
    }
    assert {new for old, new in named.items() if old not in OLD} <= REPLACED.keys()
    assert len(named) == len(RENAMED) >= 84


def test_every_rule_of_10th_edition_stands_or_was_replaced() -> None:
    assert {name for name in OLD if NUMBERS.rule(name) not in BY_ID} == GONE
    stand = {rule.id.removeprefix("10E-") for rule in RULES} - REPLACED.keys()
    assert stand == OLD.keys() - dict(RENAMED).keys() - GONE


@each("name", sorted(OLD.keys() - dict(RENAMED).keys() - GONE))
def test_what_stands_says_the_same(name: str) -> None:
    """But for the ids of what it names."""
    was, now = ([re.sub(SHAPE, "ID", words) for words in words_of(rule)] for rule in (OLD[name], BY_ID[f"10E-{name}"]))
    assert (was == now) is (name not in REWORDED)


def test_what_stands_names_what_is_new() -> None:
    assert "11E-TOUGH-1" in BY_ID["10E-WND-5"].text
    assert "11E-SNAP-1" in BY_ID["10E-EFF-57"].text
    assert "10E-HIT-4" in BY_ID["10E-FX-HIT-1"].text


# ---- what changed


def test_the_contents_tell_every_change() -> None:
    text = (Path(rulebook.__path__[0]) / "README.md").read_text(encoding="utf-8").partition("## What changed")[2]
    order = [*REPLACED]
    told = set(re.findall(SHAPE, text))
    for first, last in re.findall(rf"({SHAPE}) to ({SHAPE})", text):
        told |= {*order[order.index(first) : order.index(last) + 1]}
    assert set(order) <= told
    assert told <= BY_ID.keys()


def test_the_edition_alone_finds_what_is_new() -> None:
    assert [rule.id for rule in find(RULES, ["11e"])] == [*REPLACED]


# ---- the numbers of the program are those of the words


@each(
    ("rule", "words"),
    [
        ("11E-ENG-1", f'within {NUMBERS.engagement}" across'),
        ("11E-LONE-1", f'({NUMBERS.lone_operative}" where none is written)'),
        ("11E-LONE-1", f'between {NUMBERS.lone_least}" and {NUMBERS.lone_most}"'),
        ("11E-HID-1", f'only within {NUMBERS.hidden_reach}"'),
        ("11E-COV-1", f"worse by {-NUMBERS.cover}"),
        ("11E-COV-3", f"never better than {NUMBERS.best}+ and never worse than {NUMBERS.worst}+"),
        ("11E-PLUNGE-1", f"better by {NUMBERS.plunging}"),
        ("11E-HEAVY-1", f'+{NUMBERS.heavy} to hit in your own Shooting phase, if the unit is not engaged, was not set up '
                        f'this turn and none of its models moved more than {NUMBERS.heavy_moves}"'),
        ("11E-IND-1", f"1 to {NUMBERS.indirect_misses} miss"),
        ("11E-IND-1", f"only 1 to {NUMBERS.indirect_spotted} miss"),
        ("11E-SNAP-1", f'within {NUMBERS.overwatch_reach}": only unmodified {NUMBERS.overwatch_hits}s hit'),
        ("11E-DMGD-1", f"{NUMBERS.damaged} to hit"),
        ("11E-CQ-1", f"{NUMBERS.big_guns} to hit"),
        ("11E-TGT-1", f"{NUMBERS.big_guns} to hit"),
        ("11E-HAZ-1", f"each 1 or {NUMBERS.hazard_fails} is a mortal wound on the unit, or {NUMBERS.hazard_wounds_big}"),
        ("11E-STRAT-1", f'reads {NUMBERS.stratagem_reach}"'),
        ("10E-OOP-3", f'within {EXPLOSIVES.reach}"'),
        ("10E-OOP-3", f"{EXPLOSIVES.dice}D6, each {EXPLOSIVES.need}+"),
    ],
)  # fmt: skip
@pytest.mark.rule("11E-ENG-1", "11E-STRAT-1")
def test_words_have_the_numbers_of_the_program(rule: str, words: str) -> None:
    assert words in BY_ID[rule].text
