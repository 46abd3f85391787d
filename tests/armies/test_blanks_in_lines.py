"""Profile lines with blanks where people put them, types without brackets, and lines in which nothing is written."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies.profile_lines import Armoury
from shoot_cli.armies.tree import ArmyErrors, NotFound
from shoot_cli.importing.list_files import attack_side, units_from
from shoot_cli.rules import edition
from shoot_cli.rules.second import fields as second
from shoot_cli.rules.seventh import fields as seventh
from tests.helpers.each import each


def read(short: str, line: str, role: str) -> Any:
    found = edition(short)
    assert found is not None
    return found.unit_text().read_line(line, role)


LOOSE = [
    ("7e", '5x BS4 S4 AP5 Rapid Fire 24"', '5x BS 4 S 4 AP 5 Rapid Fire 24"'),
    ("7e", '5x BS4 S4 AP- Heavy 3 36"', "5x BS 4 S 4 AP - Heavy 3 36 inches"),
    ("7e", '5x BS4 S4 AP5 Rapid Fire 24"', "5x BS4 S4 AP5 Rapid Fire 24 in"),
    ("7e", '5x BS4 S4 AP5 Rapid Fire 24"', '5x BS4 S4 AP5 Rapid Fire 24 "'),
    ("7e", '5x BS4 S4 AP5 Rapid Fire 24"', "5x BS4 S4 AP5 range 24 Rapid Fire"),
    ("10e", '5x A2 BS3+ S4 AP-1 D1 18"', "5x A 2 BS 3+ S 4 AP -1 D 1 18 inches"),
    ("10e", '5x A2 BS3+ S4 AP-1 D1 18"', "5x A2 BS3+ S4 AP-1 D1 18 in"),
    ("11e", '5x A2 BS3+ S4 AP-1 D1 18"', '5x A 2 BS 3+ S 4 AP -1 D 1 18 " '),
    ("2e", "5x BS4 S5 20/40 0/0 D4 Sv-2", "5x BS 4 S 5 20/40 inches 0/0 D 4 Sv -2"),
    ("rh", "6x AP4 AT2 range 12 ammo 4", "6x AP 4 AT 2 range 12 ammo 4"),
]


@each(("short", "tight", "loose"), LOOSE)
def test_blanks_between_letter_number_and_inches_make_no_difference(short: str, tight: str, loose: str) -> None:
    assert read(short, loose, "attacker") == read(short, tight, "attacker")


@pytest.mark.parametrize("short", ["7e", "2e", "10e", "11e"])
def test_in_cover_behind_a_number_is_no_inch(short: str) -> None:
    with pytest.raises(ArmyErrors, match="in cover"):
        read(short, "5x W1 Sv5+ T 4 in cover", "target")


@pytest.mark.parametrize("short", ["10e", "11e"])
@pytest.mark.parametrize("said", ["infantry", "Vehicle", "monster fly"])
def test_types_count_without_brackets(short: str, said: str) -> None:
    in_brackets = read(short, f"5x T4 Sv3+ W1 ({', '.join(said.split())})", "target")
    assert read(short, f"5x {said} T4 Sv3+ W1", "target") == in_brackets
    assert in_brackets.is_a(*said.upper().split())


@pytest.mark.parametrize("line", ["", "  "])
def test_an_empty_line_says_which_it_is(line: str) -> None:
    for role in ("attacker", "target"):
        with pytest.raises(NotFound, match=f"the {role} is empty; write"):
            attack_side(line, "7e", role)
        with pytest.raises(NotFound, match=f"{role} 2 of 2 is empty; write"):
            units_from(["5x BS4 boltgun", line], "7e", role)
    with pytest.raises(ArmyErrors, match="target line:1:1: it is empty"):
        read("7e", line, "target")


@pytest.mark.parametrize("armoury", [seventh.ARMOURY, second.ARMOURY], ids=["7e", "2e"])
def test_every_spelling_of_a_weapon_begins_as_a_weapon_may(armoury: Armoury) -> None:
    """Only where the first word can begin a name is a name looked for."""
    for name in (*armoury.modes, *armoury.also):
        spelt = {name, f"{name}s", name.upper(), name.replace(" ", "-"), name.replace(" ", "")}
        spelt |= {f"{before}{name}" for before in ("twin-linked ", "Twin linked ", "2x ", "2 x ", "3x")}
        spelt |= {f"{name}{blank}({mode})" for mode in armoury.modes.get(name, ()) for blank in (" ", "")}
        for text in spelt:
            assert armoury.may_begin(text.split()[0]) or not armoury.meant(text), text
    assert not any(map(armoury.may_begin, ("S4", "AP5", '24"', "10x", "T4", "Sv3+", "FNP5+", "BS4")))
