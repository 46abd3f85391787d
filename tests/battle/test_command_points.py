"""What players type of command points, and the arithmetic and words of them (EVE-50 to 57)."""

from __future__ import annotations

import pytest

from shoot_cli.battle.command_points import (
    CommandPoints,
    PointsSaid,
    after_said,
    as_of_then,
    counted_from,
    gained,
    read_points,
    speaks_of_points,
    spent_by,
    spent_words,
    turn_begun,
    why_short,
)
from shoot_cli.battle.happened import COMMAND_POINTS, Happened, NamedUnit, phrases_of, read_happened
from shoot_cli.engine.reasons import BadAnswer
from tests.helpers.each import each

ARMIES = ("Orks of Doom", "The Lost Host (2)")
UNITS = (NamedUnit("Boyz", ("Boy",), side=ARMIES[0]), NamedUnit("Guard", ("Guard",), side=ARMIES[1]))


@pytest.mark.rule("EVE-1", "EVE-50")
@each(
    ("text", "said"),
    [
        ("cp -1", ("spends", 1)),
        ("cp-1", ("spends", 1)),
        ("CP − 2", ("spends", 2)),
        ("cp: -1", ("spends", 1)),
        ("2 cp spent", ("spends", 2)),
        ("spent 1 command point", ("spends", 1)),
        ("2cp lost", ("spends", 2)),
        ("cp +1", ("gains", 1)),
        ("+1 cp", ("gains", 1)),
        ("got 1 cp back", ("gains", 1)),
        ("cp = 3", ("has", 3)),
        ("cp=0", ("has", 0)),
        ("cp is 3", ("has", 3)),
        ("3 cp left", ("has", 3)),
        ("command points = 4", ("has", 4)),
        ("ours cp -1", ("spends", 1)),
        ("theirs cp +1", ("gains", 1, None, True)),
        ("theirs 2 cp spent", ("spends", 2, None, True)),
        ("opponent gains 1 cp", ("gains", 1, None, True)),
        ("orks cp -1", ("spends", 1, 0)),
        ("orks: cp -1", ("spends", 1, 0)),
        ("cp -1 orks", ("spends", 1, 0)),
        ("orks have 3 cp left", ("has", 3, 0)),
        ("lost host cp -1", ("spends", 1, 1)),
        ("host (2) cp +2", ("gains", 2, 1)),
        ("orks spent 2 cp for Storm of Shells", ("spends", 2, 0, False, "Storm of Shells")),
        ("cp -1 on Burn 2", ("spends", 1, None, False, "Burn 2")),
    ],
)
def test_what_is_typed(text: str, said: tuple[object, ...]) -> None:
    assert speaks_of_points(text, ARMIES)
    assert read_points(text, ARMIES) == PointsSaid(*said)  # type: ignore[arg-type]
    assert read_happened(text, UNITS) == Happened(COMMAND_POINTS, points=PointsSaid(*said))  # type: ignore[arg-type]


@pytest.mark.rule("EVE-7", "EVE-50")
@each(
    ("text", "words"),
    [
        ("cp", "“cp”: how many? Write it as in cp -1, cp +1 or cp = 3"),
        ("cp 3", "“cp 3”: is that cp = 3, cp -3 or cp +3?"),
        ("1cp", "“1cp”: is that cp = 1, cp -1 or cp +1?"),
        ("cp = -1", "“cp = -1”: cp = takes 0 to 99"),
        ("cp +1 spent", "“cp +1 spent” says more and less: write cp -1, cp +1 or cp = 1"),
        ("cp = 100", "“cp = 100”: 99 command points at most"),
        ("cp +1 for Storm", "“cp +1 for Storm”: only what is spent is for something; write it as in cp -1 for Storm"),
        ("trukk cp -1", "“trukk cp -1”: whose is “trukk”? Command points are of an army: cp, theirs cp, as in Orks of"),
        ("s cp -1", "“s” fits Orks of Doom, The Lost Host (2): say more of it, or cp and theirs cp"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadAnswer) as error:
        read_happened(text, UNITS)
    assert str(error.value).startswith(words)


@pytest.mark.rule("EVE-1")
def test_points_stand_in_a_line_with_other_things() -> None:
    assert phrases_of("boyz -1, cp -1, -1; theirs cp +1, note cp = 3, all", UNITS) == [
        "boyz -1", "cp -1", "Boyz -1", "theirs cp +1", "note cp = 3, all",
    ]  # fmt: skip
    assert not speaks_of_points("boyz: +1 to hit this turn", ARMIES)
    assert not speaks_of_points("boyz: +1 to hit as CP trick", ARMIES)
    relay = (*UNITS, NamedUnit("CP Relay", ("Relay",), side=ARMIES[1]))
    assert read_happened("cp relay -1", relay).unit == 2
    assert read_happened("cp -1", relay).points == PointsSaid("spends", 1)


@pytest.mark.rule("EVE-50", "EVE-51", "EVE-57")
def test_arithmetic() -> None:
    assert counted_from((None, None)) is None
    assert counted_from((0, None)) == CommandPoints((0, 0))
    one = turn_begun(CommandPoints((0, 3), (1, 0), 2), 1)
    assert one == CommandPoints((1, 4), (1, 0), 2)
    assert gained(one, 0, 1, 2, "Orks").text == (
        "Orks: 1 CP gained, 2 now; that makes +2 this round, and +1 is the most by rule"
    )
    assert gained(one, 1, 1, 2, "Guard").points == CommandPoints((1, 5), (1, 1), 2)
    assert gained(one, 0, 1, 3, "Orks").text == "Orks: 1 CP gained, 2 now", "in a new round"
    assert gained(one, 0, 1, 3, "Orks").points.gained == (1, 0)
    short = spent_by(one, 0, "Storm", 2, "Orks")
    assert short.points.left == (0, 4), "never below 0"
    assert short.text == "Orks: 1 CP for Storm, 0 left; it needs 2, and more were not there"
    assert (short.spent and short.spent.n) == 1


@pytest.mark.rule("EVE-53")
def test_why_it_is_closed() -> None:
    assert why_short(1, 1, True) == ""
    assert why_short(0, 1, True) == "needs 1 CP, 0 left; cp +1 if that is wrong"
    assert why_short(1, 2, False) == "needs 2 CP, 1 left; theirs cp +1 if that is wrong"
    assert why_short(0, 2, True) == "needs 2 CP, 0 left; cp +2 if that is wrong"


@pytest.mark.rule("EVE-56")
def test_whose_they_are_depends_on_the_turn_unless_an_army_is_named() -> None:
    begun = CommandPoints((2, 2))
    for active in (0, 1):
        own, other, named = (
            after_said(begun, read_points(text, ARMIES), active, 1, ARMIES).points.left
            for text in ("cp -1", "theirs cp -1", "lost host cp -1")
        )
        assert (own, other) == (((1, 2), (2, 1)) if active == 0 else ((2, 1), (1, 2)))
        assert named == (2, 1)


@pytest.mark.rule("EVE-57")
def test_what_was_spent_in_words() -> None:
    spent = (("Command Re-roll", 3), ("Fire Overwatch", 2), ("Storm", 1))
    assert spent_words(spent) == "6 (Re-roll 3, Overwatch 2, Storm 1)"
    assert spent_words(spent, 1) == "6 (Re-roll 3 …)"
    assert spent_words(spent, 0) == "6"
    assert spent_words(()) == "0"


@pytest.mark.rule("EVE-56")
@each(
    ("text", "active", "put"),
    [
        ("cp = 3", 0, "cp = 5"),  # of 4, 2 were spent since then
        ("cp = 3", 1, "cp = 2"),  # and the other got 1
        ("theirs cp = 3", 0, "theirs cp = 2"),
        ("theirs cp = 3", 1, "theirs cp = 5"),
        ("lost host cp = 3", 0, "lost host cp = 2"),
        ("orks cp = 3", 1, "orks cp = 5"),
        ("lost host cp = 0", 0, "lost host cp = 0"),
        ("cp = 98", 0, "cp = 99"),
        ("cp -1", 0, "cp -1"),
        ("boyz -2", 0, "boyz -2"),
    ],
)
def test_points_that_are_left_now_are_put_as_so_many_then(text: str, active: int, put: str) -> None:
    assert as_of_then(text, ARMIES, active, (4, 1), (2, 2)) == put
