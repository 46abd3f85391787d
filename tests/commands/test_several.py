"""``shoot odds`` with several attackers, and ``shoot need``: documents, mistakes, what people see."""

from __future__ import annotations

import pytest

from shoot_cli import api
from shoot_cli.engine.names import percent
from tests.helpers.samples import first

GUNS = '10x BS4 S4 AP5 Rapid Fire 24"'
CANNON = '1x BS4 S8 AP1 Heavy 2 36"'
MARINES = "10x T4 Sv4+"
ODDS = [
    "ruleset",
    "attacker",
    "attackers",
    "target",
    "assumed",
    "expected",
    "slain",
    "damage",
    "destroyed",
    "figures",
    "after",
    "standing",
]


@pytest.fixture
def lines(shoot):
    """Odds of profile lines, the last of them the target."""
    return lambda *more, units=(GUNS, CANNON, MARINES): shoot("odds", *units, "-r", "7e", *more)


# Several attackers ---------------------------------------------------------------------------------------------------


def test_the_json_is_as_promised(lines):
    found = lines("--json").json
    assert list(found) == ODDS
    assert found["attackers"] == ["Attacker 1", "Attacker 2"]
    assert found["attacker"] == "Attacker 1, then Attacker 2"
    assert [list(step) for step in found["after"]] == [["attacker", "destroyed", "slain", "damage"]] * 2
    assert found["after"][-1]["slain"] == pytest.approx(found["expected"]["slain"], abs=1e-12)
    assert found["after"][-1]["destroyed"] == found["destroyed"]
    assert found["assumed"]["weapon@2"] == "S8 AP1 Heavy 2"


def test_the_best_order_is_said(lines, shoot):
    found = lines("--json", "--best-order").json
    assert list(found) == [*ODDS, "order", "as_given"]
    assert sorted(found["order"]) == [1, 2]
    units = ("6x BS3 A2 S5 AP-2 D1", "2x BS3 A2 S8 AP-3 D3", "4x T4 Sv3+ W3")
    found = shoot("odds", *units, "-r", "10e", "--best-order", "--json").json
    assert found["order"] == [2, 1]
    assert found["attackers"] == ["Attacker 2", "Attacker 1"]
    seen = shoot("odds", *units, "-r", "10e", "--best-order")
    assert "The best order: this one" in seen.out
    seen = shoot("odds", units[1], units[0], units[2], "-r", "10e", "--best-order")
    assert "No other order destroys it more often" in seen.out


def test_two_units_are_one_attack_as_ever(shoot):
    found = shoot("odds", GUNS, MARINES, "-r", "7e", "--json").json
    assert "after" not in found
    assert "weapon" in found["assumed"]


@pytest.mark.parametrize("width", [40, 80])
def test_it_is_seen_on_any_screen(lines, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    seen = lines("--plain")
    assert seen.code == 0
    assert "Both together:" in seen.out
    assert all(len(row) <= width for row in seen.out.splitlines())
    assert not {"─", "│"} & {*seen.out}


def test_it_may_be_exact(lines):
    found = lines("--json", "--fractions").json
    assert list(found["exact"]) == ["slain", "damage"]
    assert len(found["exact"]["slain"]) == 11
    assert "slain, exactly: 0: " in lines("--fractions").out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--set", "distnce=3"], "did you mean distance?"),
        (["--set", "cover@3=5+"], "cover@3: there are 2 attackers; @1 is the first"),
        (["--set", "cover@nobody=5+"], "no attacker is called nobody; there are @1 Attacker 1, @2 Attacker 2"),
        (["--set", "cover@attacker=5+"], "@1 (Attacker 1) or @2 (Attacker 2); say which"),
        (["--weapon", "bolter"], "Attacker (@1): weapon: “bolter” is not one of"),
        (["--set", "explosion_timing@2=after_attack"], "it holds for all attackers"),
        (["--cover", "5+", "--set", "cover=4+"], "cover is said twice"),
    ],
)
def test_mistakes_are_sentences(lines, more, words):
    assert words in " ".join(lines(*more).refused(2 if "twice" in words else 1).split())


def test_it_ends_with_a_sentence(shoot):
    snipers = ("ultramarines::Scout Snipers",) * 2
    words = shoot("odds", *snipers, "orks::Shoota Boyz", "--budget", "0.2").refused()
    assert "more than 0.2 s of CPU" in words
    assert "--budget gives it more time" in words


def test_units_of_another_edition_are_refused(shoot):
    words = shoot("odds", "ultramarines::tactical", "waaagh::lootas", "orks::lootas").refused()
    assert "waaagh" in words
    words = shoot("odds", GUNS, CANNON, "waaagh::lootas", "-r", "7e").refused()
    assert "40k-10e" in words


def test_an_answer_that_is_of_no_use_is_told(lines):
    done = lines("--set", "jink@2=no")
    assert done.code == 0
    assert done.err == "jink@2 makes no difference to these attacks.\n"
    assert lines("--set", "jink@2=no", "--json").json["unused"] == {"jink@2": "no"}
    assert "nobody in it has Jink (7E-GTG-6)" in lines("--set", "jink@2=yes").refused()


def test_all_that_is_asked_is_listed(lines):
    found = lines("--questions", "--json").json
    keys = [row["key"] for row in found["questions"]]
    assert len(keys) == len({*keys})
    assert {"moved", "cover", "distance"} <= {*keys}


def test_the_best_order_wants_several(shoot):
    assert "several attackers" in shoot("odds", GUNS, MARINES, "-r", "7e", "--best-order").refused(2)


def test_one_unit_named_twice_is_two(shoot):
    units = ("orks::Lootas", "orks::Lootas", "ultramarines::Tactical Squad")
    found = shoot("odds", *units, "--json").json
    assert found["attackers"] == ["Lootas 1", "Lootas 2"]
    one = shoot("odds", *units[1:], "--json").json
    assert found["after"][0]["slain"] == pytest.approx(one["expected"]["slain"], abs=1e-12)
    assert found["expected"]["slain"] > 1.5 * one["expected"]["slain"]


# What it takes -------------------------------------------------------------------------------------------------------

NEED = ["ruleset", "target", "chance", "by", "assumed", "sets", "all"]


@pytest.mark.slow
@pytest.mark.parametrize("chance", first(1, ["60%", "0.6", "60", " 60 % "]))
def test_a_chance_may_be_written_in_several_ways(shoot, chance):
    found = shoot("need", "ultramarines::Rhino", "orks::Lootas", "orks::Tankbustas", "--chance", chance, "--json").json
    assert found["chance"] == pytest.approx(0.6)
    assert list(found)[: len(NEED)] == NEED


@pytest.mark.parametrize("chance", ["0", "101", "-1", "often", "nan", "inf", "", "0%"])
def test_what_is_no_chance_is_refused(shoot, chance):
    assert "say 80%, 0.8 or 80" in shoot("need", "ultramarines::Rhino", "orks::Lootas", f"--chance={chance}").refused()


@pytest.mark.slow
def test_each_set_is_what_odds_say_of_it(shoot):
    found = shoot("need", "ultramarines::Rhino", "orks", "--json").json
    assert found["sets"]
    for one in found["sets"]:
        odds = shoot("odds", *[f"orks::{name}" for name in one["units"]], "ultramarines::Rhino", "--json").json
        assert odds["destroyed"] == pytest.approx(one["destroyed"], abs=1e-12)
        assert one["destroyed"] >= 0.8


@pytest.mark.slow
def test_points_count_where_all_have_some(shoot):
    said = "need", "vanguard::Intercessor Squad", "deffskulls", "--chance", "60%", "--budget", "500", "--json"
    found, by_units = shoot(*said).json, shoot(*said, "--by", "units").json
    points = [one["points"] for one in found["sets"]]
    assert [one["least"] for one in found["sets"]] == [number == min(points) for number in points]
    assert points == sorted(points)
    assert len(by_units["sets"][0]["units"]) <= min(len(one["units"]) for one in found["sets"])


def test_so_many_of_one_gun(shoot):
    found = shoot("need", "ultramarines::Rhino", "orks", "--attacks", "rokkit launcha", "--chance", "50", "--json").json
    assert found["number"] == len(found["destroyed"])
    assert found["destroyed"][-1] >= 0.5 > found["destroyed"][-2]
    line = shoot("need", "1x T9 Sv3+ W10", "-r", "10e", "--attacks", "1x BS3 A1 S9 AP-3 DD6", "--json").json
    assert line["number"] == len(line["destroyed"])


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["ultramarines::Rhino"], 2, "name whom you have"),
        (["ultramarines", "orks"], 1, "name one of them"),
        (["ultramarines::Rhino", "waaagh"], 1, "not of 40k-10e"),
        (["ultramarines::Rhino", "orks", "--by", "size"], 2, "it can be points or units"),
        (["ultramarines::Rhino", "orks", "--attacks", "rokit launcha"], 1, "was meant?"),
        (["ultramarines::Rhino", "orks", "--set", "distnce=3"], 1, "did you mean distance"),
        (["ultramarines::Rhino", "orks", "--csv", "--json"], 2, "contradict each other"),
        (["ultramarines::Rhino", "nobody"], 1, "nobody"),
    ],
)
def test_mistakes_of_need_are_sentences(shoot, words, code, told):
    assert told in " ".join(shoot("need", *words).refused(code).split())


def test_nothing_does_is_said(shoot):
    seen = shoot("need", "ultramarines::Land Raider", "orks::Shoota Boyz")
    assert "Nothing does. All that can shoot at it (1 unit) destroys it in" in seen.out
    rows = shoot("need", "ultramarines::Land Raider", "orks::Shoota Boyz", "--csv").out
    assert rows.splitlines() == ["units,number,destroyed"]


@pytest.mark.slow
def test_it_is_written_to_a_file(shoot, tmp_path):
    page = tmp_path / "need.md"
    assert shoot("need", "ultramarines::Rhino", "orks", "-o", str(page)).code == 0
    assert "| Lootas" in page.read_text(encoding="utf-8")


PAIR = """ruleset: 40k-7e
name: Guns
weapons:
  alpha: {range: 48, S: 10, AP: 2, type: Heavy 1}
  beta: {range: 48, S: 10, AP: 2, type: Heavy 1}
units:
  - {name: Both, models: [{name: a, BS: 5, T: 4, Sv: 3+, Ld: 7, weapons: [alpha]}, {name: b, BS: 5, T: 4, Sv: 3+, Ld: 7, weapons: [beta]}]}
  - {name: Alpha, models: [{name: a, BS: 5, T: 4, Sv: 3+, Ld: 7, weapons: [alpha]}]}
  - {name: Beta, models: [{name: b, BS: 5, T: 4, Sv: 3+, Ld: 7, weapons: [beta]}]}
"""


@pytest.mark.parametrize("target", ["1x AV10/10/10 HP2", "1x AV11/11/10 HP3", "2x AV10/10/10 HP2"])
def test_two_guns_of_two_units_leave_a_vehicle_as_those_of_one(shoot, tmp_path, target):
    """What becomes of it, marks of those who still stand among it: a wreck is not immobilised."""
    path = tmp_path / "guns.yaml"
    path.write_text(PAIR, encoding="utf-8")
    said = ("--set", "working_weapons=0", "--json")
    one = shoot("odds", f"{path}::Both", target, *said).json
    two = shoot("odds", f"{path}::Alpha", f"{path}::Beta", target, *said).json
    for name in ("destroyed", "explodes", "wrecked", "immobilised", "stunned", "shaken", "slain", "damage"):
        assert two[name] == pytest.approx(one[name], abs=1e-12), name


@pytest.mark.parametrize("key", ["@1", "cover@1@2"])
def test_a_key_of_nothing_or_of_two_is_refused_in_words(shoot, key):
    words = shoot("odds", "orks::Lootas", "orks::Trukk", "ultramarines::Rhino", "--set", f"{key}=4+").refused()
    assert f"{key}: write KEY@N=VALUE or KEY@NAME=VALUE" in words


HALF = """ruleset: 40k-10e
name: Halves
weapons:
  few: {range: 24, A: 6, BS: N/A, S: 20, AP: -6, D: 1, abilities: [Torrent, Twin-linked]}
  rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1}
units:
  - {name: Killer, keywords: [Infantry], models: [{name: m, T: 4, Sv: 3+, W: 2, weapons: [few]}]}
  - name: Finishers
    keywords: [Infantry]
    abilities: ["+1 to wound if target below half strength"]
    models: [{name: m, count: 2, T: 4, Sv: 3+, W: 2, weapons: [rifle]}]
%s
"""
MOB = "  - {name: Mob %d, keywords: [Infantry], models: [{name: x, count: %d, T: 4, Sv: 6+, W: 1, weapons: [rifle]}]}"


@pytest.mark.rule("10E-EFF-14")
def test_whether_it_is_below_half_strength_is_known_of_what_is_left(shoot, tmp_path):
    """Against each number of models that may be left, with what is true of it said."""
    path = tmp_path / "halves.yaml"
    path.write_text(HALF % "\n".join(MOB % (n, n) for n in range(1, 9)), encoding="utf-8")
    first = shoot("odds", f"{path}::Killer", f"{path}::Mob 8", "--json").json["slain"]
    more = 0.0
    for slain, chance in enumerate(first):
        left = 8 - slain
        if left:
            half = f"if target below half strength={'yes' if 2 * left < 8 else 'no'}"
            found = shoot("odds", f"{path}::Finishers", f"{path}::Mob {left}", "--set", half, "--json").json
            more += chance * found["expected"]["slain"]
    both = shoot("odds", f"{path}::Killer", f"{path}::Finishers", f"{path}::Mob 8", "--json").json
    killed = sum(n * p for n, p in enumerate(first))
    assert both["expected"]["slain"] == pytest.approx(killed + more, abs=1e-9)


PINNERS = """ruleset: 40k-7e
name: Pinners
weapons:
  carbine: {range: 48, S: 4, AP: 5, type: Heavy 3, rules: [Pinning]}
  gun: {range: 48, S: 6, AP: 4, type: Heavy 3}
profiles:
  man: {BS: 3, T: 3, Sv: 5+, Ld: 7}
units:
  - {name: Pinners, models: [{name: a, count: 2, profile: man, weapons: [carbine]}]}
  - {name: Gunners, models: [{name: a, count: 2, profile: man, weapons: [gun]}]}
  - {name: Mob, models: [{name: g, count: 5, profile: man, weapons: [gun]}]}
"""


@pytest.mark.rule("7E-GTG-5")
def test_nobody_is_pinned_who_is_not_there_any_more(shoot, tmp_path):
    path = tmp_path / "pinners.yaml"
    path.write_text(PINNERS, encoding="utf-8")
    first = shoot("odds", f"{path}::Pinners", f"{path}::Mob", "--json").json
    both = shoot("odds", f"{path}::Pinners", *[f"{path}::Gunners"] * 4, f"{path}::Mob", "--json").json
    assert 0 < both["pinned"] < first["pinned"]
    assert both["pinned"] + both["destroyed"] <= 1


@pytest.mark.parametrize("edition", ["40k-7e", "40k-10e", "40k-11e"])
def test_attackers_in_succession_stand_where_a_comparison_puts_them(edition, shoot):
    """With the distance of each said, all numbers are the same; the command and the API say where they stand."""
    near, far, target = {
        "40k-7e": ("5x BS4 meltagun", "5x BS4 lascannon", "1x AV10/10/10 HP3"),
        "40k-10e": ('5x A1 BS3+ S9 AP-4 D6 12"', '5x A1 BS3+ S9 AP-3 D3 48"', "1x T9 Sv3+ W10"),
        "40k-11e": ('5x A1 BS3+ S9 AP-4 D6 12"', '5x A1 BS3+ S9 AP-3 D3 48"', "1x T9 Sv3+ W10"),
    }[edition]
    short = edition.removeprefix("40k-")
    told = shoot("odds", "-r", short, near, far, target, "--json").json
    assert told["standing"].startswith('Distance: the greatest at which all its main guns reach: 12" (')
    said = shoot(
        "odds", "-r", short, near, far, target, "--set", "distance@1=12", "--set", "distance@2=48", "--json"
    ).json
    assert told["destroyed"] == said["destroyed"]
    assert told["after"] == said["after"]
    assert not {"distance", "distance@1", "distance@2"} & told["assumed"].keys()
    assert "unused" not in told
    found = api.succession([near, far], target, ruleset=short)
    assert (found.standing, found.as_dict()["after"]) == (told["standing"], told["after"])
    assert shoot("odds", "-r", short, near, far, target).out.splitlines()[1].startswith("Distance: the greatest")
    own = shoot("odds", "-r", short, near, far, target, "--set", "distance@2=6", "--json").json
    assert own["standing"].endswith("reach; Attacker 2 as you say.")
    alone = shoot("odds", "-r", short, near, far, target, "--distance", "6", "--json").json
    assert alone["standing"] == 'Distance: 6", as you say. What does not reach that far does nothing.'


def test_the_own_distance_of_a_unit_is_kept_in_need(shoot):
    """A distance for one of them moves nobody else, and nothing moves it."""
    asked = (
        "need",
        "-r",
        "7e",
        "1x AV12/12/12 HP3",
        "5x BS4 meltagun",
        "5x BS4 lascannon",
        "--chance",
        "10%",
        "--json",
    )
    near, far = (f"Attacker {n}" for n in (1, 2))
    told, own = (
        {one["units"][0]: one["destroyed"] for one in shoot(*asked, *more).json["sets"]}
        for more in ((), ("--set", "distance@1=6"))
    )
    assert own[near] > told[near]  # two dice to penetrate
    assert own[far] == told[far]
    assert shoot(*asked, "--set", "distance@1=6").json["standing"].endswith(f"; {near} as you say.")


def test_weapons_fire_the_mode_that_does_most_unless_the_players_chose(shoot):
    words = ("need", "targets::Rhino", "vanguard::Hellblaster", "--chance", "30%", "--distance", "20")
    found = " ".join(shoot(*words).out.split())
    assert "does most. plasma incinerator: supercharge. Mind, Hazardous: plasma incinerator (supercharge)." in found
    together = shoot(
        "odds", "vanguard::Hellblaster", "targets::Rhino", "--distance", "20", "--set", "mode=supercharge", "--json"
    )
    assert f"destroys it in {percent(together.json['destroyed'])}." in found
    for chosen in (("--weapon", "plasma incinerator, supercharge"), ("--set", "mode=standard")):
        assert "does most" not in shoot(*words, *chosen).out


@pytest.mark.slow
def test_a_weapon_of_one_mode_is_not_named_among_those_with_several(shoot):
    found = " ".join(shoot("need", "targets::Rhino", "orks::Lootas", "orks::Tankbustas", "--chance", "60%").out.split())
    assert "does most" not in found


def test_other_modes_that_do_more_are_told_of_each_attacker(shoot):
    attackers = ("adeptus-astartes::Hellblaster Squad", "adeptus-astartes::Eradicator", "40k-10e/targets::Rhino")
    out = " ".join(shoot("odds", *attackers).out.split())
    said = "mode@1=plasma incinerator (supercharge)"
    assert f'other modes of Hellblaster Squad do more: --set "{said}".' in out
    supercharged, proposed = (shoot("odds", *attackers, *more, "--json").json for more in (("--set", said), ()))
    assert supercharged["after"][0]["destroyed"] > proposed["after"][0]["destroyed"]
    assert "Fired as proposed" not in shoot("odds", *attackers, "--set", said).out
