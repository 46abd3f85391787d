"""What the interface tells of several attacks is what the commands print as JSON."""

from __future__ import annotations

import json
import pickle

import pytest

from shoot_cli import api
from tests.helpers.command_line import home, shoot  # noqa: F401  fixtures
from tests.helpers.each import each
from tests.helpers.samples import first

EDITIONS = [
    ("vanguard::Hellblaster", "vanguard::Intercessor", "deffskulls::Boyz", "vanguard", "deffskulls"),
    ("ultramarines::Melta Squad", "ultramarines::Tactical Squad", "orks::Slugga Boyz", "ultramarines", "orks"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "two", "target", "mine", "theirs"), first(1, EDITIONS))
def test_values_are_what_the_commands_print(one, two, target, mine, theirs, shoot) -> None:  # noqa: F811
    at = "--distance", "6", "--json"
    several = api.succession([one, two], target, distance=6)
    said = shoot("odds", one, two, target, *at).json
    assert several.as_dict() == said
    assert [step._asdict() for step in several.after] == said["after"]
    best = api.succession([one, two], target, distance=6, best_order=True)
    assert best.as_dict() == shoot("odds", one, two, target, *at, "--best-order").json

    needed = api.need(target, [one, two], chance=0.01, distance=6)
    said = shoot("need", target, one, two, "--chance", "1%", *at).json
    assert needed.as_dict() == said
    assert [list(found.units) for found in needed.sets] == [found["units"] for found in said["sets"]]

    found = api.what_if(one, target, distance=6)
    said = shoot("odds", one, target, "--what-if", *at).json
    assert found.as_dict()["base"] == said["base"]
    assert found.facts == {fact["fact"]: fact["base"] for fact in said["facts"]}

    guns = api.compare(one, target, by="weapon", distance=6)
    rows = shoot("compare", one, "--against", target, "--by", "weapon", "--no-facts", *at).json["rows"]
    assert [cell.weapon for (cell,) in guns.cells] == [row["weapon"] for row in rows]
    assert [cell.destroyed for (cell,) in guns.cells] == [row["cells"][0].get("destroyed") for row in rows]
    for value in (several, needed, found, guns):
        assert pickle.loads(pickle.dumps(value)) == value
        assert json.loads(json.dumps(value.to_rows())) == value.to_rows()

    both = api.matchup(mine, theirs, distance=12)
    said = shoot("matchup", mine, theirs, "--distance", "12", "--json").json
    assert both.as_dict() == said
    assert [best.by for best in both.threats] == [best["by"] for best in said["threats"]]


@each(
    ("call", "words"),
    [
        (lambda: api.need("orks", "ultramarines", chance=0.5), "name one of them, orks::"),
        (lambda: api.need("orks::Slugga", "ultramarines", chance=80), "more than 0 and at most 1, and not 80"),
        (lambda: api.need("orks::Slugga", "ultramarines", by="weight"), "by is points or units, and not 'weight'"),
        (lambda: api.what_if("ultramarines::Melta", "orks::Slugga", what="odd"), "what is kill, mean or points"),
        (lambda: api.matchup(api.load("orks"), api.load("vanguard")), "both must be of one ruleset"),
        (lambda: api.succession(api.load("orks"), "orks::Slugga"), "name its units, list(army)"),
        (lambda: api.compare("orks", "orks", by="gun"), "by is unit, weapon or mode, and not 'gun'"),
    ],
)
def test_what_will_not_do_is_a_sentence(call, words) -> None:
    with pytest.raises(api.ShootError) as error:
        call()
    assert words in str(error.value)


def test_rows_have_the_given_answers() -> None:
    (row,) = api.compare("ultramarines::Melta", "orks::Slugga", distance=6, cover="5+").to_rows()
    assert (row["cover"], row["distance"], row["target_list"]) == ("5+", 6, api.load("orks").name)
    assert row["attacker_points"] == api.unit("ultramarines::Melta").points
