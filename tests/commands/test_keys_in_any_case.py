"""Keys of answers and settings, as somebody writes them: case and spaces make no difference where one key is meant."""

from __future__ import annotations

import json

import pytest

from shoot_cli.input.answers import spelled
from tests.helpers.each import each

ATTACKER = '2x "Man" "Gun" A2 BS4+ S4 AP0 D1 [+1 to hit if lit, re-roll hit rolls once per battle, precision]'
ODDS = ("odds", "-r", "10e", ATTACKER, "9x T4 Sv7+", "--json")


@pytest.mark.rule("10E-EFF-20", "10E-EFF-21")
@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("if LIT=yes", "if lit=yes"),
        ("use re-roll hit rolls=yes", "use Re-roll hit rolls=yes"),
        ("Use  Re-Roll  Hit Rolls=yes", "use Re-roll hit rolls=yes"),
        ("DISTANCE=9", "distance=9"),
        ("Rerolls=fishing", "rerolls=fishing"),
        ("REACTION:target=nothing", "reaction:Target=nothing"),
    ],
)
def test_a_key_in_any_case_is_that_key(shoot, said, key):
    found, wanted = (shoot(*ODDS, "--set", one).json for one in (said, key))
    assert found == wanted


def test_a_kind_of_model_may_stand_behind_it_in_any_case(shoot):
    attack = ("odds", "ultramarines::tactical", "orks::shoota", "--weapon", "boltgun", "--distance", "12")
    found, wanted, plain = (
        shoot(*attack, "--json", "--set", said).json for said in ("COVER:BOY=4+", "cover:Boy=4+", "cover=none")
    )
    assert found == wanted
    assert found["expected"] != plain["expected"]


def test_what_it_changes_is_changed(shoot):
    plain, lit = shoot(*ODDS).json, shoot(*ODDS, "--set", "IF LIT=yes").json
    assert lit["expected"]["hits"] > plain["expected"]["hits"]


def test_the_words_of_a_leader_are_the_words_of_his_list(shoot, tmp_path):
    gun = {"range": 24, "A": 2, "BS": "3+", "S": 4, "AP": -1, "D": 1}
    man = {"T": 4, "Sv": "3+", "W": 2, "weapons": ["gun"]}
    units = [
        {"name": "Squad", "keywords": ["Infantry"], "models": [{"name": "Man", "count": 5} | man]},
        {
            "name": "Boss", "leader": "Squad", "keywords": ["Infantry", "Character"], "models": [{"name": "Boss"} | man],
            "abilities": ["led: +1 attacks once per battle"],
        },
    ]  # fmt: skip
    path = tmp_path / "led.json"
    path.write_text(json.dumps({"ruleset": "40k-10e", "name": "Mine", "weapons": {"gun": gun}, "units": units}))
    attack = ("odds", f"{path}::Squad", "9x T4 Sv7+", "--json")
    more = shoot(*attack, "--set", "use led: +1 attacks=yes").json["expected"]["shots"]
    assert more == shoot(*attack).json["expected"]["shots"] + 6


def test_a_scenario_gives_way_to_what_is_said_in_another_case(shoot, tmp_path):
    path = tmp_path / "attack.yaml"
    path.write_text(
        f"ruleset: 40k-10e\nattacker: '{ATTACKER}'\ntarget: 9x T4 Sv7+\nanswers: {{if lit: 'no', distance: 9}}\n"
    )
    found, wanted = (shoot("odds", str(path), "--set", f"{key}=yes", "--json").json for key in ("if LIT", "if lit"))
    assert found == wanted
    assert found["expected"]["hits"] > shoot("odds", str(path), "--json").json["expected"]["hits"]


def test_a_key_that_is_none_is_refused_all_the_same(shoot):
    assert "LITT is not asked in this attack" in shoot(*ODDS, "--set", "LITT=yes").refused()


@each(
    ("said", "keys", "names", "found"),
    [
        ({"A B": 1}, ["a b"], (), {"a b": 1}),
        ({"IF": 1}, ["if", "If"], (), {"IF": 1}),  # either could be meant
        ({"If": 1}, ["if", "If"], (), {"If": 1}),
        ({"X": 1, "x": 2}, ["x"], (), {"X": 1, "x": 2}),  # said as it is: that one counts, the other is refused
        ({"X": 1, "x ": 2}, ["x", "y"], (), {"x": 1, "x ": 2}),
        ({"POOLS:sniper  RIFLE": 1}, ["pools"], ["Sniper rifle"], {"pools:Sniper rifle": 1}),
        ({"POOLS:else": 1}, ["pools"], ["Sniper rifle"], {"pools:else": 1}),
        ({"USE LED: +1 ATTACKS": 1}, ["use Led: +1 attacks"], (), {"use Led: +1 attacks": 1}),
        ({"own": 1}, ["other"], (), {"own": 1}),
    ],
)
def test_keys_are_told_by_what_they_are_but_for_case(said, keys, names, found):
    assert spelled(said, keys, names) == found
