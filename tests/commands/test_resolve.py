"""``shoot resolve``: one attack rolled at once, the same again with the same seed, many times over."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

GUNS, BOYZ = '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+"
TACTICAL, SHOOTA = "ultramarines::tactical", "orks::shoota"
KEYS = ["ruleset", "seed", "attacker", "target", "assumed", "report", "log"]
RULE = r"7E-[A-Z]{3}-\d+"
SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"


@pytest.fixture
def lists(shoot):
    return lambda *more: shoot("resolve", TACTICAL, SHOOTA, "--distance", "12", *more)


@pytest.fixture
def lines(shoot):
    return lambda *more, guns=GUNS, target=BOYZ: shoot("resolve", guns, target, "-r", "7e", *more)


# The document --------------------------------------------------------------------------------------------------------


def test_the_json_is_as_promised(lists):
    found = lists("--seed", "7", "--json").json
    assert list(found) == KEYS
    assert (found["ruleset"], found["seed"]) == ("40k-7e", 7)
    assert (found["attacker"], found["target"]) == ("Tactical Squad", "Shoota Boyz")
    report = found["report"]
    assert list(report)[:4] == ["slain", "damage", "destroyed", "models"]
    assert [model["name"] for model in report["models"]] == ["Boy", "Boss Nob", "Boy", "Rokkit Boy"]
    for model in report["models"]:
        assert list(model) == ["name", "alive", "wounds"]
        assert len(model["wounds"]) == model["alive"]
    assert sum(model["alive"] for model in report["models"]) == 20 - report["slain"]
    assert sum(sum(model["wounds"]) for model in report["models"]) == 21 - report["damage"]
    assert report["destroyed"] is False


def test_every_line_of_the_log_says_whose_and_why(lists):
    import re

    log = lists("--seed", "7", "--json").json["log"]
    assert {line["by"] for line in log if "by" in line} == {"Attacker", "Target"}
    rolls = [line for line in log if "dice" in line]
    assert {"hit:boltgun", "wound:boltgun", "hit:plasma gun"} <= {line["key"] for line in rolls}
    for line in rolls:
        assert list(line)[:4] == ["step", "key", "by", "dice"]
        assert list(line)[-1] == "because"
        assert all(1 <= face <= 6 for face in line["dice"])
        needed = int(line["need"].rstrip("+"))
        if "again" not in line:
            assert line["passed"] == sum(face >= needed for face in line["dice"])
        assert line["because"]
        for reason in line["because"]:
            assert list(reason) == ["text", "rule"]
            assert re.fullmatch(RULE, reason["rule"])
    for line in log:
        if "dice" not in line:
            assert line["rules"]
            assert all(re.fullmatch(RULE, rule) for rule in line["rules"])
            assert "answer" in line or line["text"]


def test_casualties_of_the_log_are_those_of_the_report(lists):
    import re

    for seed in range(2):
        found = lists("--seed", str(seed), "--json").json
        told = [line["text"] for line in found["log"] if "text" in line]
        slain = [int(match[1]) for text in told if (match := re.match(r"(\d+) \D* slain: ", text))]
        assert sum(slain) == found["report"]["slain"]


# Seeds ---------------------------------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_attack(lists, process):
    one = lists("--seed", "7", "--json")
    assert lists("--seed", "7", "--json").out == one.out
    assert lists("--seed", "8", "--json").json["log"] != one.json["log"]
    other = process("resolve", TACTICAL, SHOOTA, "--distance", "12", "--seed", "7", "--json", PYTHONHASHSEED="99")
    assert json.loads(other.out) == one.json


def test_dice_of_a_seed_never_change(lines):
    """They are what an exported battle or a bug report rests on: the same on every machine and Python."""
    rolls = {line["key"]: line["dice"] for line in lines("--seed", "7", "--json").json["log"] if "dice" in line}
    assert rolls == {
        "hit:S4 AP5 Rapid Fire": [4, 2, 3, 5, 3, 3, 2, 1, 1, 6],
        "wound:S4 AP5 Rapid Fire": [4, 6, 2, 4, 5, 1],
    }


@pytest.mark.slow
def test_without_a_seed_it_can_still_be_had_again(lists):
    first = lists("--json").json
    assert lists("--json", "--seed", str(first["seed"])).json == first
    assert f"seed {first['seed']}" in lists("--seed", str(first["seed"])).out.replace("\n", " ")


def test_an_answer_more_does_not_change_the_dice_before_it(lines):
    """Dice hang on their place in the log: what was said in so many words is as good as what was assumed."""
    assumed = lines("--seed", "3", "--json").json
    said = lines("--seed", "3", "--json", "--set", "cover=none", "--set", "go_to_ground=no").json
    assert said["log"] == assumed["log"]


# Answers -------------------------------------------------------------------------------------------------------------


def test_answers_given_are_not_among_the_assumed(lines):
    assert lines("--json", "--seed", "1").json["assumed"]["cover"] == "none"
    found = lines("--json", "--seed", "1", "--cover", "4+").json
    assert "cover" not in found["assumed"]
    saves = [line for line in found["log"] if line.get("key") == "save:model"]
    assert [(line["need"], line["because"][0]["rule"]) for line in saves] == [("4+", "7E-SAV-5")]


def test_dice_may_be_given_too(lines):
    found = lines(
        "--json", "--set", "hit:S4 AP5 Rapid Fire=6 6 6 6 6 1 1 1 1 1", "--set", "wound:S4 AP5 Rapid Fire=3"
    ).json
    assert found["report"]["slain"] == 3
    assert "10 dice were rolled, you typed 3" in lines("--set", "hit:S4 AP5 Rapid Fire=6 6 6").refused()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--set", "covr=5+"), "did you mean cover?"),
        (("--cover", "9+"), "“9+” is not one of"),
        (("--distance", "x"), "how many inches? As in"),
        (("--weapon", "axe"), "weapon: “axe” is not one of"),
        (("--set", "cover:Nobody=4+"), "cover:Nobody is not asked"),
        (("--firing", "11"), "firing: there are 10"),
        (("--set", "gtg_window=often"), "each_weapon or first_weapon"),
    ],
)
def test_mistakes_are_named(lines, more, words):
    assert words in lines(*more).refused()
    assert words in lines(*more, "--json").error
    assert words in lines(*more, "--times", "5", "--json").error


def test_an_answer_without_a_difference_is_said_so(lines):
    assert "within_6 makes no difference to this attack." in lines("--set", "within_6=no", "--seed", "1").err
    assert "within_6 makes no difference" in lines("--set", "within_6=no", "--times", "3").err


def test_an_answer_that_any_of_many_rolls_asks_for_makes_a_difference(shoot):
    """Nobody is hurt by the first two, so nobody is asked whether they go to ground."""
    one = ("resolve", GUNS, BOYZ, "-r", "7e", "--firing", "1", "--set", "go_to_ground=yes", "--times")
    idle = "go_to_ground was not asked in this attack: the dice did not come to it."
    seed = next(str(seed) for seed in range(50) if idle in shoot(*one, "2", "--seed", str(seed)).err)
    assert idle not in shoot(*one, "30", "--seed", seed).err


def test_questions(lists, shoot):
    assert (
        lists("--questions", "--json").json
        == shoot("odds", TACTICAL, SHOOTA, "--distance", "12", "--questions", "--json").json
    )


# Many times ----------------------------------------------------------------------------------------------------------


def test_many_times(lines):
    found = lines("--times", "200", "--seed", "5", "--json").json
    assert list(found) == ["ruleset", "seed", "times", "attacker", "target", "mean", "slain", "damage", "destroyed"]
    assert (found["times"], found["seed"]) == (200, 5)
    assert sum(found["slain"]) == pytest.approx(1)
    assert found["mean"]["slain"] == pytest.approx(sum(k * share for k, share in enumerate(found["slain"])))
    assert found["mean"]["slain"] == pytest.approx(10 / 3, abs=0.5)
    assert lines("--times", "200", "--seed", "5", "--json").json == found


def test_many_times_of_a_seed_never_change(lines):
    found = lines("--times", "1000", "--seed", "7", "--json").json["slain"]
    assert [round(share * 1000) for share in found] == [13, 73, 199, 249, 247, 143, 55, 16, 5]


def test_dice_may_be_given_to_all_of_many(lines):
    found = lines(
        "--times", "50", "--json", "--set", "hit:S4 AP5 Rapid Fire=10", "--set", "wound:S4 AP5 Rapid Fire=4"
    ).json
    assert found["slain"] == [0, 0, 0, 0, 1]


@pytest.mark.slow
def test_many_times_come_near_the_exact_odds(lists, shoot):
    rolled = lists("--times", "1500", "--seed", "1", "--json").json
    exact = shoot("odds", TACTICAL, SHOOTA, "--distance", "12", "--json").json
    assert rolled["mean"]["slain"] == pytest.approx(exact["expected"]["slain"], abs=0.2)
    for k, chance in enumerate(exact["slain"]):
        share = rolled["slain"][k] if k < len(rolled["slain"]) else 0
        assert share == pytest.approx(chance, abs=0.06)  # more than four times what chance allows


def test_many_times_to_read(lines):
    text = lines("--times", "50", "--seed", "5").out
    assert "50 times, seed 5" in text
    assert "Models slain" in text
    assert "Destroyed:" in text


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_whoever_waits_at_a_terminal_sees_how_far_it_is(more):
    """Also where the results go elsewhere, for it stands on standard error; there is nothing of it in the results."""
    import pty

    ours, theirs = pty.openpty()
    call = ("resolve", GUNS, BOYZ, "-r", "7e", "--seed", "1", "--times", "100000", *more)
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *call],
        stdout=subprocess.PIPE, stderr=theirs, text=True, env={**os.environ, "TERM": "xterm-256color"},
    ) as process:  # fmt: skip
        os.close(theirs)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Rolling" in os.read(ours, 1000)
    os.close(ours)
    assert "Rolling" not in out
    assert "100000" in out


@pytest.mark.parametrize("times", ["0", "-1", "1000001", "x"])
def test_how_often_has_bounds(lines, times):
    assert "--times" in lines("--times", times).refused(2)


# What people see -----------------------------------------------------------------------------------------------------


def test_the_story_is_told(lists):
    text = lists("--seed", "7", "--cover", "5+").out
    assert text.startswith("Tactical Squad shooting at Shoota Boyz (Warhammer 40,000, 7th edition), seed 7\n")
    assert "boltgun: to hit: 16 dice, 3+:" in text
    assert "Ballistic Skill 4 hits on 3+ (7E-HIT-1)" in text
    assert "slain" in text
    assert "Assumed: " in text


def test_one_scenario_for_both_commands(shoot, scenario):
    path = scenario("cover: {Boss Nob: 4+}")
    found = shoot("resolve", path, "--seed", "2", "--json").json
    assert found["assumed"]["cover"] == "none"
    assert "cover:Boss Nob" not in found["assumed"]
    with open(path, encoding="utf-8") as file:
        assert shoot("resolve", "-", "--seed", "2", "--json", stdin=file.read()).json == found


@pytest.mark.parametrize(
    ("key", "said"), [("cover", ["none", "4+"]), ("go_to_ground", ["no", "yes"]), ("firing", ["3", "0"])]
)
def test_a_key_that_comes_twice_answers_the_question_twice(lists, key, said):
    both = [word for value in said for word in ("--set", f"{key}={value}")]
    log = lists("--weapon", "boltgun, plasma gun", "--seed", "1", "--json", *both).json["log"]
    taken = [line["answer"] for line in log if line.get("key") == key]
    taken += [line["answer"][key] for line in log if line.get("key", "").startswith("facts:") and key in line["answer"]]
    assert len(taken) == 2
    assert taken[0] != taken[1]
