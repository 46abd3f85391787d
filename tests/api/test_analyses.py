"""What the interface tells of several attacks is what the commands print as JSON."""

from __future__ import annotations

import json
import pickle

import pytest

from shoot_cli import api
from tests.helpers.command_line import home, shoot  # noqa: F401  fixtures
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.importing import sample_rosters


@pytest.mark.slow
def test_values_are_what_the_commands_print(shoot) -> None:  # noqa: F811
    one, two, target, mine, theirs = (
        "vanguard::Hellblaster",
        "vanguard::Intercessor",
        "deffskulls::Boyz",
        "vanguard",
        "deffskulls",
    )
    at = "--distance", "6", "--budget", "500", "--json"  # slow machines, too
    several = api.succession([one, two], target, distance=6, budget=500)
    said = shoot("odds", one, two, target, *at).json
    assert several.as_dict() == said
    assert [step._asdict() for step in several.after] == said["after"]
    best = api.succession([one, two], target, distance=6, budget=500, best_order=True)
    assert best.as_dict() == shoot("odds", one, two, target, *at, "--best-order").json

    needed = api.need(target, [one, two], chance=0.01, distance=6, budget=500)
    said = shoot("need", target, one, two, "--chance", "1%", *at).json
    assert needed.as_dict() == said
    assert [list(found.units) for found in needed.sets] == [found["units"] for found in said["sets"]]

    found = api.what_if(one, target, distance=6, budget=500)
    said = shoot("odds", one, target, "--what-if", *at).json
    assert found.as_dict()["base"] == said["base"]
    assert found.facts == {fact["fact"]: fact["base"] for fact in said["facts"]}

    guns = api.compare(one, target, by="weapon", distance=6, budget=500)
    rows = shoot("compare", one, "--against", target, "--by", "weapon", "--no-facts", *at).json["rows"]
    assert [cell.weapon for (cell,) in guns.cells] == [row["weapon"] for row in rows]
    assert [cell.destroyed for (cell,) in guns.cells] == [row["cells"][0].get("destroyed") for row in rows]
    for value in (several, needed, found, guns):
        assert pickle.loads(pickle.dumps(value)) == value
        assert json.loads(json.dumps(value.to_rows())) == value.to_rows()

    both = api.matchup(mine, theirs, distance=12, budget=500)
    said = shoot("matchup", mine, theirs, "--distance", "12", "--budget", "500", "--json").json
    assert both.as_dict() == said
    assert [best.by for best in both.threats] == [best["by"] for best in said["threats"]]


MELTA, DREAD = "ultramarines::Melta Squad", "orks::Deff Dread"
SAID = {"situation": "in cover, half range"}
AS = ("--as", "in cover, half range")
SAME = {
    "odds": (lambda: api.odds(MELTA, DREAD, **SAID), ("odds", MELTA, DREAD, *AS)),
    "what if": (lambda: api.what_if(MELTA, DREAD, **SAID), ("odds", MELTA, DREAD, "--what-if", *AS)),
    "succession": (lambda: api.succession([MELTA, MELTA], DREAD, **SAID), ("odds", MELTA, MELTA, DREAD, *AS)),
    "need": (lambda: api.need(DREAD, MELTA, chance=0.1, **SAID), ("need", DREAD, MELTA, "--chance", "10%", *AS)),
    "guns": (lambda: api.need(DREAD, MELTA, attacks="meltagun", **SAID), ("need", DREAD, MELTA, "--attacks", "meltagun", *AS)),
    "line": (lambda: api.need(DREAD, attacks="1x BS4 lascannon", ruleset="7e"),
             ("need", DREAD, "--attacks", "1x BS4 lascannon", "-r", "7e")),
    "compare": (lambda: api.compare("ultramarines::Melta, Tactical, Devastator", DREAD, top=2, **SAID),
                ("compare", "ultramarines::Melta, Tactical, Devastator", "-a", DREAD, "--top", "2", "--no-facts", *AS)),
    "grid": (lambda: api.compare(MELTA, "grid", **SAID), ("compare", MELTA, "-a", "grid", *AS)),
    "grid of others": (lambda: api.compare(MELTA, "grid 5x W2", what="share"),
                       ("compare", MELTA, "-a", "grid 5x W2", "--what", "share")),
    "grid of chances": (lambda: api.compare(MELTA, "grid", what="kill"), ("compare", MELTA, "-a", "grid", "--what", "kill")),
    "matchup": (lambda: api.matchup("ultramarines::Melta, Tactical", "orks::Deff, Slugga", top=1, **SAID),
                ("matchup", "ultramarines::Melta, Tactical", "orks::Deff, Slugga", "--top", "1", *AS)),
}  # fmt: skip


@pytest.mark.parametrize("name", first(2, sorted(SAME, key=lambda name: name not in ("guns", "compare"))))
def test_whatever_is_said_is_what_the_commands_print(name, shoot) -> None:  # noqa: F811
    call, words = SAME[name]
    found, said = call(), shoot(*words, "--json").json
    mine = found.as_dict()
    if name == "what if":  # what was left out hangs on the clock
        mine, said = ({key: one[key] for key in ("base", "assumed", "situation")} for one in (mine, said))
    assert mine == said
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.situation == said.get("situation", "")
    if hasattr(found, "cells"):
        assert found.standing == said["standing"]
        assert found.not_shown == tuple(said.get("not_shown", ()))
        told = [[cell["value"] for cell in row["cells"]] for row in said["rows"]]
        assert [[cell.value for cell in row] for row in found.cells] == told
        for row in found.cells:
            for cell, measure in zip(row, said["measures"], strict=True):
                assert cell.measure == measure
                assert measure != "kill" or cell.value == cell.destroyed
    assert json.loads(json.dumps(found.to_rows() if hasattr(found, "to_rows") else [])) is not None


@pytest.mark.slow
@pytest.mark.rule("IMP-50")
def test_rosters_are_told_and_attached_as_in_the_commands(shoot, tmp_path) -> None:  # noqa: F811
    sample_rosters.written(tmp_path)
    mine, theirs = str(tmp_path / "river-watch.json"), str(tmp_path / "ash-raiders.json")
    alone = {"River Captain": ("River Guard 1", "River Guard 2")}
    both = api.load(mine), api.load(theirs)
    assert api.odds(both[0]["Captain"], both[1]["Hulk"]).stand_alone == alone
    assert api.need(f"{theirs}::Ash Hulk", mine, chance=0.01).stand_alone == alone
    for found in (api.matchup(*both), api.matchup(mine, theirs), api.compare(*both)):
        assert found.stand_alone == alone
        assert found.standing
    said = json.loads(shoot("matchup", mine, theirs, "--json").out)
    assert api.matchup(mine, theirs).as_dict() == api.matchup(*both).as_dict() == said
    assert any("yours to play" in one for one in said["oddities"])
    found = api.matchup(api.load(mine, attach={"River Captain": "River Guard 2"}), theirs)
    attach = ("--attach", "River Captain=River Guard 2")
    assert found.as_dict() == json.loads(shoot("matchup", mine, theirs, *attach, "--json").out)
    assert found.stand_alone == {}
    assert "River Guard 2 with River Captain" in found.ours.attackers


@each(
    ("call", "words"),
    [
        (lambda: api.need("orks", "ultramarines", chance=0.5), "name one of them, orks::"),
        (lambda: api.need("orks::Slugga", "ultramarines", chance=80), "more than 0 and at most 1, and not 80"),
        (lambda: api.need("orks::Slugga", "ultramarines", by="weight"), "by is points or units, and not 'weight'"),
        (lambda: api.what_if("ultramarines::Melta", "orks::Slugga", what="odd"), "what is kill, mean or points"),
        (lambda: api.matchup(api.load("orks"), api.load("vanguard")), "both must be of one ruleset"),
        (lambda: api.succession(api.load("orks"), "orks::Slugga"), "name its units, list(army)"),
        (lambda: api.need("orks::Slugga"), "say whom you have (mine), or one gun: attacks="),
        (lambda: api.need("orks::Slugga", "orks", attacks="lascanon"), "attacks=: "),
        (lambda: api.need("orks::Slugga", "orks", attacks=3), "attacks is words, and not 3"),
        (lambda: api.odds(MELTA, DREAD, situation=3), "situation is words, and not 3"),
        (lambda: api.odds(MELTA, DREAD, situation="in covr"), "no situation “in covr”. Did you mean in cover"),
        (lambda: api.compare(MELTA, DREAD, situation="in cover", cover="4+"), "cover is said twice"),
        (lambda: api.compare(MELTA, "grid", top=2), "top is for rows; a grid has a map for each gun"),
        (lambda: api.compare(MELTA, DREAD, top=0), "top is a whole number from 1 to 1000, and not 0"),
        (lambda: api.compare("blue_column", "grid"), "Reikhammer has no grid"),
        (
            lambda: api.load("orks", attach={"Warboss": "Boyz"}),
            'attach={"Warboss": "Boyz"}: Waaagh! Grimgutz is a list in our own form',
        ),
        (lambda: api.load("orks", attach=["Warboss"]), "attach is leaders by name"),
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
