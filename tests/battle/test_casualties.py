"""What an attack cost is told in the same sentences everywhere, with one number of those left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from shoot_cli.battle.turns import CasualtyReport, LossReport, tell_fallen, tell_losses
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.table import About, Table
from tests.helpers.each import each


class Model(NamedTuple):
    name: str
    plural: str = ""
    wounds: int = 1
    model: int = 0


class Unit(NamedTuple):
    name: str
    models: tuple[tuple[Model, int], ...]


BOY, NOB = Model("Boy", "Boyz"), Model("Boss Nob", wounds=2, model=1)
MOB = Unit("Shoota Boyz", ((BOY, 19), (NOB, 1)))
TANK = Unit("Tank", ((Model("Tank", wounds=3), 1),))
WHOLE = (Rank(BOY, 19, 1), Rank(NOB, 1, 2))


def told(
    *events: tuple[tuple[Rank, ...], tuple[Rank, ...]], unit: Unit = MOB, of: tuple[int, int] = (20, 21)
) -> list[str]:
    """What is heard of these losses one after the other, and of the end of the attack, which began with ``of``."""
    table = Table(lambda question, place: None)
    for before, after in events:
        tell_fallen(table, ("X-1",), unit, before, after)
    tell_losses(table, ("X-2",), unit, of, events[-1][1] if events else WHOLE)
    return [entry.text for entry in table.log]


def test_what_is_said_once_is_not_said_again() -> None:
    assert told((WHOLE, (Rank(BOY, 13, 1), Rank(NOB, 1, 2)))) == ["6 Boyz slain: Shoota Boyz 14 of 20 left"]
    assert told() == ["No losses: Shoota Boyz 20 of 20"]


def test_several_weapons_have_a_sum() -> None:
    one, both = (Rank(BOY, 18, 1), Rank(NOB, 1, 2)), (Rank(BOY, 15, 1),)
    assert told((WHOLE, one), (one, both)) == [
        "1 Boy slain: Shoota Boyz 19 of 20 left",
        "3 Boyz, 1 Boss Nob slain: Shoota Boyz 15 of 20 left",
        "5 slain in all: Shoota Boyz 15 of 20 left",
    ]
    assert told((WHOLE, one), (one, ())) == [
        "1 Boy slain: Shoota Boyz 19 of 20 left",
        "18 Boyz, 1 Boss Nob slain: Shoota Boyz destroyed",
    ]


def test_who_is_hurt_has_wounds_left() -> None:
    hurt = (Rank(BOY, 19, 1), Rank(NOB, 1, 1))
    assert told((WHOLE, hurt)) == ["Boss Nob: 1 of 2 wounds left", "Nobody slain: Shoota Boyz 20 of 20"]
    whole = (Rank(TANK.models[0][0], 1, 3),)
    assert told((whole, (whole[0].but(left=1),)), unit=TANK, of=(1, 3)) == ["Tank: 1 of 3 wounds left"]
    assert told((whole, ()), unit=TANK, of=(1, 3)) == ["Tank destroyed"]


def test_what_others_did_meanwhile_is_no_part_of_the_sum() -> None:
    """An explosion slew two after its first weapon had slain one: the attack itself came to one."""
    one, three = (Rank(BOY, 18, 1), Rank(NOB, 1, 2)), (Rank(BOY, 16, 1), Rank(NOB, 1, 2))
    assert told((WHOLE, one), (one, three), of=(18, 19))[-1] == "2 Boyz slain: Shoota Boyz 17 of 20 left"


def test_sentences_about_losses_have_a_fact_that_names_the_unit() -> None:
    """Whoever reads the log reads the fact, since a name may have the same words as another one."""
    table = Table(lambda question, place: None)
    tell_fallen(table, ("X-1",), MOB, WHOLE, (Rank(BOY, 13, 1), Rank(NOB, 1, 1)))
    tell_fallen(table, ("X-1",), MOB, (Rank(BOY, 13, 1),), (Rank(BOY, 12, 1),))
    for of, after in (((20, 21), (Rank(BOY, 13, 1),)), ((20, 21), WHOLE), ((20, 22), WHOLE)):
        tell_losses(table, ("X-2",), MOB, of, after)
    facts = [entry.value for entry in table.log]
    assert [type(fact) for fact in facts] == [
        CasualtyReport, type(None), CasualtyReport, LossReport, LossReport, LossReport
    ]  # fmt: skip
    assert {fact.unit for fact in facts if fact is not None} == {"Shoota Boyz"}


def test_a_text_that_begins_with_a_name_is_about_it() -> None:
    table = Table(lambda question, place: None)
    table.tell("{unit} pinned: gone to ground", unit="Boyz")
    table.tell("{unit}: calm", unit="Boyz")
    table.tell("Gets hot: {unit} burns", unit="Boyz")
    table.tell("{unit} destroyed", (), LossReport("Boyz"), unit="Boyz")
    assert [entry.value for entry in table.log] == [About("Boyz"), None, None, LossReport("Boyz")]
    assert table.log[0].text == "Boyz pinned: gone to ground"


@each("room", ["analysis", "battle", "play", "practice", "replay"])
def test_no_reader_of_the_log_takes_its_sentences_apart(room: str) -> None:
    """They read the value of an entry; a pattern for its text is wrong as soon as an edition words it otherwise."""
    patterns = re.compile(r"(search|match|findall|sub|startswith|endswith)\([^()\n]*\b(entry|line|told)\.text\b")
    also = re.compile(r"\b(entry|line|told)\.text\.(startswith|endswith|partition|split)\(")
    for file in (Path(__file__).parents[2] / "shoot_cli" / room).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not patterns.search(text), file
        assert not also.search(text), file
