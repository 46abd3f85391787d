"""Facts that contradict each other are refused, both of them named; what nobody said contradicts nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shoot_cli.engine.ruleset import clash, exclude
from shoot_cli.rules import RULESETS
from tests.helpers.samples import every_nth

STRENGTHS = (
    '5x A1 BS3+ S4 AP0 D1 24" [rapid fire 1 if at full strength, +1 to hit if below half strength, '
    '+1 to wound if target below half strength, re-roll hit rolls if target at full strength]', "6x T4 Sv4+",
)  # fmt: skip
COUNTS = (
    '5x A1 BS3+ S4 AP0 D1 24" [+1 to hit if 10 or more models, +1 to wound if 3 or fewer models, lethal hits if first turn, '
    'ignores cover if battle round 2 or later, precision if in rounds 2-3, re-roll hit rolls if in round 1]',
    "6x T4 Sv4+ [incoming: -1 to wound if it has 2 or fewer wounds, incoming: -1 to hit if it has 4 or fewer wounds]",
)  # fmt: skip
SIDES = {
    "10e numbers": COUNTS,
    "11e numbers": COUNTS,
    "10e": ('5x A1 BS3+ S4 AP0 D1 24" [assault, heavy]', "6x T4 Sv4+"),
    "10e pistol": ('5x A1 BS3+ S4 AP0 D1 12" [pistol, rapid fire 1]', "6x T4 Sv4+"),
    "10e tank": ('1x (VEHICLE) A1 BS3+ S4 AP0 D1 24"', "6x T4 Sv4+"),
    "10e carried": (
        '5x A1 BS3+ S4 AP0 D1 24" [heavy, re-roll hit rolls if set up this turn, '
        're-roll wound rolls if disembarked this turn]', "6x T4 Sv4+",
    ),
    "10e strength": STRENGTHS,
    "11e strength": STRENGTHS,
    "11e": ('5x A1 BS3+ S4 AP0 D1 24" [assault, heavy, close-quarters, indirect fire]', "6x T4 Sv4+"),
    "10e turn": (
        '5x A1 BS3+ S4 AP0 D1 24" [re-roll hit rolls if your turn]',
        "6x T4 Sv4+ [incoming: -1 to wound if your turn]",
    ),
    "11e turn": ('5x A1 BS3+ S4 AP0 D1 24" [re-roll hit rolls if your turn]', "6x T4 Sv4+"),
    "7e": ('5x BS4 S4 AP5 Rapid Fire 24"', '6x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]'),
    "7e tank": ('1x AV13/12/10 HP3 BS4 S8 AP3 Heavy 1 48"', "6x T4 Sv4+"),
    "7e flyer": ("5x BS4 boltgun", "1x AV12/12/10 HP3 [Flyer, Hover]"),
    "2e": ("5x BS4 boltgun [rapid fire]", "10x T4 Sv3+"),
    "2e hidden": ("5x BS4 boltgun", "10x T3 Sv5+ [cameleoline]"),
    "reikhammer": ("6x AP4 AT2 range 12 ammo 4", "4x INF armour 3 integrity 3"),
}  # fmt: skip
PAIRS = [
    ("10e", "advanced=yes", "stationary=yes", "10E-WPN-HEAVY-1"),
    ("10e pistol", "advanced=yes", "stationary=yes", "10E-WPN-HEAVY-1"),  # nothing Heavy: it is not asked at all
    ("10e", "fell_back=yes", "stationary=yes", "10E-WPN-HEAVY-1"),
    ("10e", "advanced=yes", "fell_back=yes", "10E-ELIG-1"),
    ("10e pistol", "engaged=yes", "together=no", "10E-ELIG-4"),
    ("10e tank", "engaged=no", "together=yes", "10E-ELIG-3"),
    ("10e carried", "set_up=yes", "stationary=yes", "10E-WPN-HEAVY-1"),
    ("10e carried", "disembarked=yes", "stationary=yes", "10E-WPN-HEAVY-1"),
    ("10e", "distance=1", "engaged=no", "10E-ELIG-3"),
    ("10e", "distance=1", "together=no", "10E-ELIG-3"),
    ("10e", "distance=1", "target_engaged=no", "10E-ELIG-3"),
    ("11e", "distance=2", "together=no", "11E-SEQ-1"),
    ("10e pistol", "distance=7", "together=yes", "10E-ELIG-3"),
    ("11e", "distance=7.5", "together=yes", "11E-SEQ-1"),
    ("10e tank", "overwatch=yes", "engaged=yes", "10E-OOP-2"),
    ("10e tank", "overwatch=yes", "together=yes", "10E-OOP-2"),
    ("10e", "overwatch=yes", "visible=no", "10E-OOP-1"),
    ("10e", "weapon=grenade", "overwatch=yes", "10E-OOP-3"),
    ("10e", "visible=yes", "blind=5", "10E-TGT-5"),
    ("10e", "half_range=5", "distance=13", "10E-TGT-2"),
    ("11e", "half_range=5", "distance=13", "11E-TGT-2"),
    ("10e strength", "if below half strength=yes", "if below strength=no", "10E-EFF-14"),
    ("10e strength", "if target below half strength=yes", "if target below strength=no", "10E-EFF-14"),
    ("11e strength", "if target below half strength=yes", "if target below strength=no", "10E-EFF-14"),
    ("10e numbers", "if 10 or more models=yes", "if 4 or more models=no", "10E-EFF-14"),
    ("10e numbers", "if battle round 2 or later=yes", "if first turn=yes", "10E-EFF-21"),
    ("11e numbers", "if in rounds 2-3=yes", "if battle round 2 or later=no", "10E-EFF-21"),
    ("11e numbers", "if target has 2 or fewer wounds=yes", "if target has 4 or fewer wounds=no", "10E-EFF-18"),
    ("11e", "shooting=normal", "engaged=yes", "11E-CQ-1"),
    ("11e", "shooting=indirect", "together=yes", "11E-CQ-1"),
    ("11e", "shooting=assault", "overwatch=yes", "11E-SNAP-1"),
    ("11e", "shooting=snap", "visible=no", "11E-SNAP-1"),
    ("11e", "shooting=assault", "advanced=no", "11E-SEQ-2"),
    ("11e", "shooting=assault", "stationary=yes", "11E-SEQ-2"),
    ("11e", "engaged=yes", "together=no", "11E-CQ-1"),
    ("11e", "target_engaged=no", "together=yes", "11E-CQ-1"),
    ("11e", "advanced=yes", "stationary=within_3", "11E-HEAVY-1"),
    ("11e", "weapon=explosives", "shooting=snap", "10E-OOP-3"),
    ("7e", "half_range=5", "distance=13", "7E-WPN-9"),
    ("7e", "attacker_state=gone to ground", "moved=3", "7E-GTG-4"),
    ("7e tank", "speed=stationary", "moved=1", "7E-WPN-22"),
    ("7e tank", "speed=cruising", "moved=none", "7E-WPN-22"),
    ("7e", "target_state=falling back", "go_to_ground=yes", "7E-GTG-3"),
    ("7e", "within_6=no", "look_out_sir=yes", "7E-ALC-6"),
    ("7e flyer", "target_flight=zooming", "zooming=no", "7E-FLY-1"),
    ("7e flyer", "target_flight=hovering", "zooming=yes", "7E-FLY-1"),
    ("10e turn", "overwatch=yes", "if your turn=yes", "10E-OOP-1"),
    ("10e turn", "overwatch=yes", "if target your turn=no", "10E-OOP-1"),
    ("11e turn", "overwatch=yes", "if your turn=yes", "11E-SNAP-1"),
    ("2e", "rapid_fire=yes", "moved=5", "2E-SPC-1"),
    ("2e", "attacker_state=overwatch", "moved=1", "2E-OW-1"),
    ("2e", "attacker_state=ready", "appearing=yes", "2E-OW-4"),
    ("2e", "short=2", "distance=13", "2E-RNG-1"),
    ("2e", "in_arc=inside", "on_edge=2", "2E-ARC-2"),
    ("2e", "enemy_engaged=0", "friends_engaged=3", "2E-HTH-1"),
    ("2e hidden", "hidden_by=yes", "speed=fast", "2E-HIT-4"),
    ("reikhammer", "shock=1", "lost=shock +2", "RH-SHOCK-3"),
    ("reikhammer", "target_shock=1", "target_lost=shock +2", "RH-SHOCK-3"),
]


@pytest.mark.rule("10E-ELIG-4")
@pytest.mark.parametrize(("sides", "one", "other", "rule"), every_nth(3, PAIRS))
def test_both_are_named(shoot, sides, one, other, rule):
    ruleset, (attacker, target) = sides.partition(" ")[0], SIDES[sides]
    said = f"{one} and {other} contradict each other: "
    for call in (["odds"], ["odds", "--json"], ["resolve"], ["resolve", "--times", "2"], ["odds", "--questions"]):
        for pair in ((one, other), (other, one)) if call == ["odds"] else ((one, other),):
            sets = [word for fact in pair for word in ("--set", fact)]
            text = shoot(*call, "-r", ruleset, attacker, target, *sets).refused()
            assert said in text
            assert f"({rule})" in text
    answers = dict(fact.split("=") for fact in (one, other))
    scenario = {"ruleset": ruleset, "attacker": attacker, "target": target, "answers": answers}
    assert said in json.loads(shoot("odds", "--batch", "-", stdin=json.dumps(scenario)).out)["error"]


def test_every_pair_of_every_edition_is_tried():
    tried = {(one.partition("=")[0], other.partition("=")[0]) for _, one, other, _ in PAIRS}
    for edition in RULESETS:
        assert {(pair.one, pair.other) for pair in edition.ruleset().contradictions} <= tried


def test_true_of_json_is_yes(shoot):
    scenario = {"ruleset": "10e", "attacker": SIDES["10e"][0], "target": SIDES["10e"][1]}
    said = {"answers": {"advanced": True, "stationary": True}}
    words = "advanced=yes and stationary=yes contradict"
    assert words in json.loads(shoot("odds", "--batch", "-", stdin=json.dumps(scenario | said)).out)["error"]


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ("10e", "advanced=yes"),  # `stationary` is no by default
        ("10e", "advanced=yes stationary=no"),
        ("10e numbers", "if 10 or more models=no;if 4 or more models=yes"),
        ("10e numbers", "if in round 1=yes;if first turn=no"),
        ("10e numbers", "if first turn=no;if battle round 2 or later=no"),
        ("11e numbers", "if in rounds 2-3=no;if battle round 2 or later=yes"),
        ("11e numbers", "if target has 2 or fewer wounds=no;if target has 4 or fewer wounds=yes"),
        ("10e pistol", "engaged=yes"),
        ("10e tank", "engaged=yes together=no"),  # Big Guns Never Tire
        ("10e", "visible=yes blind=4"),
        ("11e", "shooting=close-quarters engaged=yes"),
        ("11e", "shooting=snap stationary=yes"),
        ("7e", "half_range=5 distance=12"),
        ("2e", "rapid_fire=yes moved=4"),
    ],
)
def test_what_may_be_true_together_is_no_contradiction(shoot, sides, said):
    sets = [word for fact in said.split(";" if "if " in said else None) for word in ("--set", fact)]
    assert shoot("odds", "-r", sides.partition(" ")[0], *SIDES[sides], *sets).code == 0


def test_a_key_for_one_thing_is_held_against_its_own():
    pair = exclude("short", "yes", "moved", "yes", "so it is", "X-1")
    said: list[tuple[str, str, Any]] = [("short:gun", "y", "yes"), ("moved:bow", "yes", "yes")]
    assert clash((pair,), said, None, None) is None
    assert clash((pair,), [*said, ("moved:gun", "yes", "yes")], None, None) == (
        "short:gun=y and moved:gun=yes contradict each other: so it is (X-1)"
    )
    assert clash((pair,), [*said, ("moved", "yes", "yes")], None, None) is not None


@pytest.mark.rule("2E-RNG-1", "7E-WPN-9", "10E-WPN-RF-1")
@pytest.mark.parametrize("command", ["odds", "resolve", "compare"])
@pytest.mark.parametrize(
    ("ruleset", "guns", "key", "said"),
    [
        ("7e", '4x BS4 S4 AP5 Rapid Fire 24" + 1x BS4 S8 AP3 Heavy 1 48"', "half_range", 'half is 12" (7E-WPN-9)'),
        (
            "10e",
            '4x A1 BS3+ S4 AP0 D1 24" [rapid fire 1] + 1x A1 BS3+ S8 AP0 D1 48"',
            "half_range",
            'half is 12" (10E-',
        ),
        (
            "11e",
            '4x A1 BS3+ S9 AP-4 D6 24" [melta 2] + 1x A1 BS3+ S8 AP0 D1 48"',
            "half_range",
            'half is 12" (10E-WPN-MELTA',
        ),
        ("2e", "4x BS4 S4 12/24 +1/0 D1 Sv-1 + 1x BS4 S8 20/60 0/0 D10 Sv-6", "short", 'short is 12" (2E-RNG-1)'),
    ],
)
def test_each_gun_is_held_against_its_own_range(shoot, ruleset, guns, key, said, command):
    """Another gun of the unit reaches so far at short or half range, which is why the two facts are no pair."""
    target = (*(["--against"] if command == "compare" else []), "10x T4 Sv6+")
    text = shoot(command, "-r", ruleset, guns, *target, "--set", "distance=18", "--set", f"{key}=all").refused()
    assert 'the target is 18" away' in text
    assert said in text
