"""A toy second edition plays by the room: its list, an attack, its odds, and the three rules that are its own."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.engine.questions import Roll
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.each import each
from tests.rules.datasheets import toy

LIST = """
ruleset: toy
name: Toys
weapons:
  bolt rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1, abilities: [Heavy]}
  mortar: {range: 48, A: 1, BS: 4+, S: 5, AP: 0, D: 2, abilities: [Blast 2]}
units:
  - name: Soldiers
    keywords: [Infantry]
    models:
      - {name: Soldier, count: 4, T: 4, Sv: 3+, W: 2, weapons: [bolt rifle]}
      - {name: Gunner, T: 4, Sv: 3+, W: 2, weapons: [mortar]}
"""


def mean(shooter: str, target: str, **said: str) -> Fraction:
    """The exact mean of the wounds that are lost."""
    start = toy.attack_of(toy.read_line(shooter, "attacker"), toy.read_line(target, "target"))
    ends = odds(toy.ATTACK, start, Preset(said, raise_missing), exact=True)
    return sum((n * chance for n, chance in ends.measure(toy.damage).items()), Fraction(0))


def test_it_imports_no_other_edition() -> None:
    """Nor does the room: all of it that the toy takes is imported with it."""
    known = "sorted(name for name in sys.modules if name.startswith('shoot_cli.rules.'))"
    code = f"import sys, tests.rules.datasheets.toy; print(*{known}, sep='\\n')"
    house = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=house, capture_output=True, text=True, check=True)
    assert {name.split(".")[2] for name in done.stdout.split()} == {"datasheets"}


def test_it_reads_and_shows_a_list() -> None:
    army = toy.read(read_text(LIST, "toys.yaml"), "toys.yaml")
    (unit,) = army.units
    assert (army.ruleset, unit.name, unit.keywords) == ("toy", "Soldiers", ("INFANTRY",))
    assert [ability.text for weapon in unit.weapons() for ability in weapon.abilities] == ["Heavy", "Blast 2"]
    (shown,) = toy.card(army)
    assert shown.tables[1].heads == ("weapon", "range", "A", "BS", "S", "AP", "D", "abilities")
    assert toy.notes(army) == ()


def test_what_is_wrong_with_a_list_is_said_as_in_every_edition() -> None:
    with pytest.raises(ArmyErrors, match="did you mean Blast 2"):
        toy.read(read_text(LIST.replace("Blast 2", "Blats 2"), "toys.yaml"), "toys.yaml")


def test_an_attack_is_played_with_the_ids_of_its_own_book() -> None:
    faces = iter([[3, 4, 4, 6], [4, 4, 1], [2, 6]])

    def answer(question: Any, place: int) -> Any:
        if isinstance(question, Roll):
            return {"first": next(faces), "again": []}
        return {"cover": "yes", "near": "no"}

    shooter = toy.read_line('2x A2 BS3+ S4 AP0 D1 "rifle"', "attacker")
    table = Table(answer)
    end = play(toy.ATTACK, toy.attack_of(shooter, toy.read_line("5x T4 Sv3+ W2", "target")), table)
    rolls = [entry.question for entry in table.log if isinstance(entry.question, Roll)]
    assert [roll.need.target for roll in rolls] == [4, 4, 3]
    assert [reason.rule for reason in rolls[0].need.because] == ["TOY-HIT-1", "TOY-COV-1"]
    assert toy.damage(end) == 1


MARINES = "2x T4 Sv3+ W2"


@each(
    ("shooter", "cover", "expected"),
    [
        ("1x A2 BS3+ S4 AP0 D1", "no", Fraction(2, 9)),
        ("1x A2 BS3+ S4 AP0 D1", "yes", Fraction(1, 6)),  # 4+; the save is the same
        ("1x A2 BS3+ S4 AP0 D1 [-1 to hit]", "yes", Fraction(1, 9)),  # 5+: a characteristic, beside the roll's cap
        ("1x A2 BS6+ S4 AP0 D1", "yes", Fraction(1, 18)),  # never worse than 6+
        ("1x A2 BS3+ S4 AP0 D1 [ignores cover]", "yes", Fraction(2, 9)),
    ],
)
def test_cover_is_a_matter_of_skill(shooter: str, cover: str, expected: Fraction) -> None:
    assert mean(shooter, MARINES, cover=cover, near="no") == expected


def test_damage_is_halved_after_what_is_added() -> None:
    """D6 and 2 more, halved: 2, 2, 3, 3, 4, 4. Of 2/3 that hit 5/6 wound, and 2/3 of these are not saved."""
    shooter, target = "1x A1 BS3+ S20 AP-3 D D6 [melta 2]", "1x T10 Sv2+ W12 [incoming: half damage]"
    assert mean(shooter, target, cover="no", near="yes") == Fraction(2, 3) * Fraction(5, 6) * Fraction(2, 3) * 3


@pytest.mark.parametrize(("blast", "attacks"), [("", 1), ("[blast]", 3), ("[blast 2]", 5)])
def test_blast_of_so_many(blast: str, attacks: int) -> None:
    """Against ten models; a hit wounds with 1/2, and nothing saves."""
    assert mean(f"1x A1 BS4+ S4 AP0 D1 {blast}", "10x T4 W9", cover="no", near="no") == attacks * Fraction(1, 4)
