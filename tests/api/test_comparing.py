"""Many attacks for programs: each cell is what `odds` says of it."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from shoot_cli import api
from shoot_cli.armies import samples
from shoot_cli.rules import RULESETS
from tests.helpers.each import each
from tests.helpers.samples import first

OF_UNITS = (
    "measure",
    "value",
    "best",
    "weapon",
    "mode",
    "attacker_list",
    "target_list",
    "attacker_points",
    "target_points",
)
GUNS, FLAMERS, BOYZ = "5x BS4 boltgun", "5x BS4 flamer", "10x T4 Sv6+"


@pytest.mark.parametrize(("edition", "seed"), first(2, [(e, s) for s in range(2) for e in RULESETS[::-1]]), ids=str)
def test_cells_are_odds(edition, seed) -> None:
    random = Random(seed)
    lists = [api.load(one.path) for one in samples() if one.ruleset == edition.name and one.name != "targets"]
    mine, theirs = (random.sample([*random.choice(lists)], 3) for _ in range(2))
    found = api.compare(mine, theirs, distance=6, budget=None)
    assert found.attackers == tuple(map(str, mine))
    assert found.targets == tuple(map(str, theirs))
    for unit, row in zip(mine, found.cells, strict=True):
        for target, cell in zip(theirs, row, strict=True):
            assert cell[:2] == (str(unit), str(target))
            if cell.why_not:
                with pytest.raises(api.ShootError) as error:
                    api.odds(unit, target, distance=6, budget=None)
                assert cell[2:12] == (None, None, None, None, str(error.value), {}, {}, {}, {}, None)
                continue
            said = {"mode": cell.mode} if cell.mode else {}
            alone = api.odds(unit, target, distance=6, budget=None, answers=said)
            assert cell.destroyed == pytest.approx(alone.destroyed, abs=1e-12)
            assert cell.slain == pytest.approx(alone.expected["slain"], abs=1e-12)
            assert cell.damage == pytest.approx(alone.expected["damage"], abs=1e-12)
            assert cell.distributions == {"slain": alone.slain, "damage": alone.damage}
            assert (cell.why_not, cell.assumed, cell.unused) == ("", alone.assumed, alone.unused)
            if unit.points is None or target.points is None:
                assert cell.per_100_points is None
            else:
                removed = target.points * alone.expected["slain"] / target.models
                assert cell.per_100_points == pytest.approx(100 * removed / unit.points)


def test_rows_are_plain() -> None:
    found = api.compare([GUNS, FLAMERS], BOYZ, ruleset="7e", distance=12)
    rows = found.to_rows()
    assert json.loads(json.dumps(rows)) == rows
    assert [row["attacker"] for row in rows] == [GUNS, FLAMERS]
    spans = [f"{loss}_{figure}" for loss in ("slain", "damage") for figure in ("median", "low", "high")]
    assert {tuple(row) for row in rows} == {
        (
            "attacker",
            "target",
            "destroyed",
            "slain",
            "damage",
            "per_100_points",
            "why_not",
            *spans,
            *OF_UNITS,
            "distance",
        )
    }
    assert {row["distance"] for row in rows} == {12}
    cell, alone = found.cells[0][0], api.odds(GUNS, BOYZ, ruleset="7e", distance=12)
    assert cell.figures == alone.figures
    assert [rows[0][f"slain_{name}"] for name in ("median", "low", "high")] == [
        *alone.figures["slain"].summary().values()
    ][1:]
    assert isinstance(cell.figures["slain"], api.Figures)
    assert found[FLAMERS, BOYZ] == found.cells[1][0]
    with pytest.raises(api.ShootError, match="the comparison has 5x BS4 boltgun, 5x BS4 flamer at 10x T4 Sv6"):
        found["nobody", BOYZ]
    assert pickle.loads(pickle.dumps(found)) == found != api.compare(GUNS, BOYZ, ruleset="7e")
    assert len({found, api.compare([GUNS, FLAMERS], [BOYZ], ruleset="7e", distance=12)}) == 1
    assert repr(found) == "<2 at 1: 10x T4 Sv6+>"


def test_rows_say_the_distance_that_was_not_given() -> None:
    found = api.compare([GUNS, FLAMERS], BOYZ, ruleset="7e")
    rows = found.to_rows()
    assert [row["distance"] for row in rows] == [cell.distance for (cell,) in found.cells] == [24.0, 8.0]
    for row in rows:
        alone = api.odds(row["attacker"], BOYZ, ruleset="7e", distance=row["distance"])
        assert row["slain"] == pytest.approx(alone.expected["slain"])


@pytest.mark.slow
def test_words_name_many() -> None:
    """As on the command line: whoever has joined a unit stands in it, once."""
    army = api.load("ultramarines")
    assert api.compare("ultramarines::Tactical, Melta", BOYZ).attackers == ("Tactical Squad", "Melta Squad")
    whole = api.compare("ultramarines::Plasma Squad", army)
    assert "Plasma Squad" in whole.targets
    assert "Captain with Iron Halo" not in whole.targets
    assert (
        whole == api.compare("ultramarines::Plasma Squad", "ultramarines") == api.compare(army["Plasma Squad"], [army])
    )
    assert len(api.compare(GUNS, "targets", ruleset="7e").targets) > 5
    assert api.compare(GUNS, army["Melta"]).cells[0][0].slain == api.odds(GUNS, army["Melta"]).expected["slain"]


@pytest.mark.slow
def test_what_an_attack_cannot_be_is_told_in_its_cell() -> None:
    found = api.compare("vanguard", "deffskulls", distance=20)
    why = [cell.why_not for row in found.cells for cell in row if cell.why_not]
    assert why
    assert all("out of range" in one or "no ranged" in one for one in why)
    late = api.compare("ultramarines::Tactical", "orks::Shoota Boyz", budget=0.001).cells[0][0]
    assert late.destroyed is None
    assert "would take more than 0.001 s of CPU" in late.why_not
    assert "budget= gives it more time" in late.why_not


def test_a_key_that_some_attacks_know() -> None:
    found = api.compare("ultramarines::Tactical", "orks::Slugga Boyz, Deff Dread", answers={"cover:Boy": "5+"})
    assert [cell.unused for cell in found.cells[0]] == [{}, {"cover:Boy": "5+"}]


@each(
    ("call", "words"),
    [
        (lambda: api.compare([], BOYZ, ruleset="7e"), "units are an army, a unit, words for some"),
        (lambda: api.compare(3, BOYZ, ruleset="7e"), "units are an army, a unit, words for some"),
        (lambda: api.compare([GUNS, 3], BOYZ, ruleset="7e"), "units are an army, a unit, words for some"),
        (lambda: api.compare(GUNS, BOYZ), "a profile line"),
        (lambda: api.compare(GUNS, BOYZ, ruleset="7e", cower=1), "cower is not asked"),
        (lambda: api.compare(api.load("orks"), api.load("vanguard")), "both must be of one ruleset"),
        (lambda: api.compare(api.load("orks"), BOYZ, ruleset="10e"), "ruleset=40k-10e, but the lists are of 40k-7e"),
    ],
)
def test_what_will_not_do_is_a_sentence(call, words) -> None:
    with pytest.raises(api.ShootError) as error:
        call()
    assert words in str(error.value)
