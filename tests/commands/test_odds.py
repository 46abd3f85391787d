"""``shoot odds``: its JSON, its answers and their mistakes, batches, and what people see."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction

import pytest
from typer.main import get_command

from shoot_cli.cli.app import app
from tests.helpers.each import each

GUNS, BOYZ = '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+"
TACTICAL, SHOOTA = "ultramarines::tactical", "orks::shoota"
KEYS = ["ruleset", "attacker", "target", "assumed", "expected", "slain", "damage", "destroyed", "figures"]


@pytest.fixture
def lines(shoot):
    """Odds of one profile line at another."""
    return lambda *more, guns=GUNS, target=BOYZ: shoot("odds", guns, target, "-r", "7e", *more)


@pytest.fixture
def lists(shoot):
    """Odds of the boltguns of a shipped list at a mob with a Nob in the seventh place."""
    return lambda *more: shoot("odds", TACTICAL, SHOOTA, "--weapon", "boltgun", "--distance", "12", *more)


# The document --------------------------------------------------------------------------------------------------------


def test_the_json_is_as_promised(lines):
    found = lines("--json").json
    assert list(found) == KEYS
    assert list(found["expected"]) == ["shots", "hits", "wounds", "unsaved", "damage", "slain"]
    assert (found["ruleset"], found["attacker"], found["target"]) == ("40k-7e", "Attacker", "Target")
    assert found["assumed"]["cover"] == "none"
    assert all(isinstance(value, str) for value in found["assumed"].values())
    assert [round(value, 2) for value in found["expected"].values()] == [10, 6.67, 3.33, 3.33, 3.33, 3.33]
    assert len(found["slain"]) == len(found["damage"]) == 11
    assert found["destroyed"] == found["slain"][10] == pytest.approx((1 / 3) ** 10)
    figures = found["figures"]["slain"]
    assert figures["at_least"] == pytest.approx([sum(found["slain"][k:]) for k in range(11)])
    assert [figures[name] for name in ("median", "low", "high")] == [3, 1, 5]


@pytest.mark.parametrize("target", [BOYZ, "3x T4 W2 Sv5+", '3x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]'])
@pytest.mark.parametrize(
    "more", [[], ["--cover", "4+"], ["--cover", "ruin", "--set", "go_to_ground=yes"], ["--distance", "12"]]
)
def test_chances_sum_to_one_and_expectations_agree(lines, target, more):
    found = lines("--json", *more, target=target).json
    for name in ("slain", "damage"):
        assert sum(found[name]) == pytest.approx(1, abs=1e-12)
        mean = sum(k * chance for k, chance in enumerate(found[name]))
        assert mean == pytest.approx(found["expected"][name], abs=1e-12)
        assert len(found[name]) == 1 or found[name][-1] > 0


def test_fractions_are_exact(lines):
    found = lines("--json", "--fractions").json
    assert list(found) == [*KEYS, "exact"]
    assert list(found["exact"]) == ["slain", "damage"]
    exact = list(map(Fraction, found["exact"]["slain"]))
    assert sum(exact) == 1
    assert exact[1] == 10 * Fraction(1, 3) * Fraction(2, 3) ** 9
    assert found["exact"]["slain"][10] == "1/59049"
    assert [float(share) for share in exact] == pytest.approx(found["slain"], abs=1e-15)


def test_fractions_may_have_any_length(shoot):
    """As many shots as a list may have come to more digits than Python writes; here its limit is lowered instead."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        guns = "200x A2 BS3+ S5 AP-1 D1 [re-roll hit rolls, re-roll wound rolls]"
        found = shoot(
            "odds", guns, "2x T4 Sv4+ W1 FNP6+", "-r", "10e", "--distance", "12", "--fractions", "--json"
        ).json
    finally:
        sys.set_int_max_str_digits(before)
    assert max(map(len, found["exact"]["slain"])) > 2 * 640
    assert sum(map(Fraction, found["exact"]["slain"])) == 1


def test_what_this_edition_measures_besides_has_keys_of_its_own(shoot):
    hot = shoot("odds", TACTICAL, SHOOTA, "--weapon", "plasma gun", "--distance", "12", "--json").json
    assert hot["own_slain"] == pytest.approx([289 / 324, 35 / 324])
    pinned = shoot("odds", "tau::carbine team", SHOOTA, "--json").json
    assert 0 < pinned["pinned"] < 1
    assert "own_slain" not in pinned


def test_odds_agree_with_the_worked_example_of_the_rules(shoot):
    # 20 shots at 30 Boyz in the open: 7E TV-43 and TV-44.
    found = shoot("odds", '20x BS4 S4 AP5 Assault 1 24"', "30x T4 Sv6+", "-r", "7e", "--json").json
    assert found["expected"]["slain"] == pytest.approx(20 / 3)
    assert sum(found["slain"][5:]) == pytest.approx(986166235 / 1162261467)


# Answers -------------------------------------------------------------------------------------------------------------


def test_options_and_keys_are_the_same_thing(lists):
    by_option = lists("--cover", "4+", "--firing", "5", "--json").json
    by_key = lists("--set", "cover=4+", "-s", "firing=5", "--json").json
    assert by_option == by_key
    assert {"cover", "firing", "distance", "weapon"}.isdisjoint(by_key["assumed"])


@pytest.mark.parametrize(
    ("more", "shots"),
    [
        ("firing=5", 10),
        ("firing=Space Marine=5", 10),
        ("firing=5 Space Marine, 1 Sergeant", 12),
        ("firing=5 1", 12),
        ("firing=all", 16),
        ("firing=none", 0),
        ("firing:boltgun=5", 10),
        ("half_range=3", 11),
        ("half_range=none", 8),
        ("bs_modifier=-1", 16),
    ],
)
def test_who_fires(lists, more, shots):
    assert lists("--set", more, "--json").json["expected"]["shots"] == shots


TWO_GUNS = {
    "ruleset": "40k-7e",
    "weapons": {
        "cannon": {"range": 24, "S": 4, "AP": 5, "type": "Heavy 1"},
        "rifle": {"range": 24, "S": 4, "AP": 5, "type": "Rapid Fire"},
    },
    "attacker": {
        "name": "Squad",
        "type": "Infantry",
        "models": [
            {"name": "Gunner", "count": 2, "BS": 4, "T": 4, "W": 1, "Sv": "3+", "weapons": ["cannon"]},
            {"name": "Rifleman", "count": 3, "BS": 4, "T": 4, "W": 1, "Sv": "3+", "weapons": ["rifle"]},
        ],
    },
    "target": "30x T4 Sv6+",
}


@pytest.mark.rule("7E-WPN-3", "7E-WPN-7", "7E-WPN-9")
@pytest.mark.parametrize(
    ("said", "hits", "unused"),
    [
        ({"firing": "2 Rifleman"}, 4 * Fraction(2, 3), []),  # who carries other guns is known, and not among them
        ({"firing": "Gunner=1, Rifleman=1"}, 3 * Fraction(2, 3), []),
        ({"firing": "all but Gunner"}, 6 * Fraction(2, 3), []),
        ({"half_range": "Rifleman=1"}, 6 * Fraction(2, 3), []),
        ({"moved": "Gunner=1"}, Fraction(2, 3) + Fraction(1, 6) + 6 * Fraction(2, 3), []),
        ({"moved": "Rifleman=3"}, 8 * Fraction(2, 3), ["moved"]),  # they may have moved: it makes no difference
        ({"moved": "Rifleman=1, Gunner=2"}, 2 * Fraction(1, 6) + 6 * Fraction(2, 3), []),
    ],
)
def test_models_are_named_though_each_gun_has_its_own(shoot, said, hits, unused):
    told = TWO_GUNS | {"answers": {"distance": 12} | said}
    found = shoot("odds", "-", "--json", stdin=json.dumps(told)).json
    assert found["expected"]["hits"] == pytest.approx(float(hits))
    assert list(found.get("unused", {})) == unused


@pytest.mark.parametrize(
    ("said", "words"),
    [("4 Rifleman", "0 to 3 Riflemen, not 4"), ("2 Lootas", "no “Lootas” here"), ("3 Gunner, 1 Rifleman", "not 3")],
)
def test_more_or_other_models_than_there_are_is_wrong_for_every_gun(shoot, said, words):
    told = TWO_GUNS | {"answers": {"distance": 12, "firing": said}}
    refused = shoot("odds", "-", stdin=json.dumps(told))
    assert refused.code == 1
    assert words in refused.err


@pytest.mark.parametrize("said", ["distance=12", 'distance=12"', "distance=12 inches", "distance=12.0", "distance=+12"])
def test_numbers_as_people_write_them(lines, said):
    assert lines("--set", said, "--json").json["expected"]["shots"] == 20


def test_weapons_in_turn(shoot):
    def fired(*said: str) -> float:
        return shoot("odds", TACTICAL, SHOOTA, *said, "--json", "--distance", "20").json["expected"]["shots"]

    assert fired("--weapon", "boltgun") == 8
    assert fired("--weapon", "boltgun, plasma gun") == 9
    assert fired("--set", "weapon=boltgun", "--set", "weapon=plasma gun") == 9
    assert fired("--set", "weapon=plasma gun", "--set", "weapon=boltg") == 9
    assert fired("--weapon", "boltgun, plasma gun, missile launcher (krak)") == pytest.approx(10)
    assert fired() == pytest.approx(10)  # the marker of the frag missile is a shot, too


def test_order_of_the_models(lists):
    usual = lists("--json").json
    hidden = lists("--set", "order=3 Boy, 1 Boss Nob hidden, 14 Boy hidden, 2 Rokkit Boy hidden", "--json").json
    assert "order" not in hidden["assumed"]
    assert len(hidden["slain"]) == 4
    nob_first = lists("--set", "order=Boss Nob, 17 Boy, 2 Rokkit Boy", "--set", "look_out_sir=no", "--json").json
    assert nob_first["expected"]["slain"] < usual["expected"]["slain"]


def test_order_may_be_said_anew_for_each_weapon(shoot):
    found = shoot(
        "odds", TACTICAL, SHOOTA, "--distance", "20", "--weapon", "boltgun,plasma gun", "--json",
        "--set", "order=all Boy hidden, 1 Boss Nob hidden, 2 Rokkit Boy hidden",
        "--set", "order=17 Boy, 1 Boss Nob, 2 Rokkit Boy",
    )  # fmt: skip
    assert found.code == 1 or len(found.json["slain"]) == 2


def test_cover_for_one_kind_of_model(lists, shoot, scenario):
    no_hiding = ("--set", "look_out_sir=no", "--set", "order=1 Boss Nob, 17 Boy, 2 Rokkit Boy")
    whole = lists("--cover", "3+", *no_hiding, "--json").json["expected"]["slain"]
    nob = lists("--set", "cover:Boss Nob=3+", *no_hiding, "--json").json
    none = lists(*no_hiding, "--json").json["expected"]["slain"]
    assert whole < nob["expected"]["slain"] < none
    assert nob["assumed"]["cover"] == "none"
    assert "cover:Boss Nob" not in nob["assumed"]


def test_cover_by_kind_in_a_scenario(shoot, scenario):
    by_kind = shoot("odds", scenario("cover: {Boss Nob: 4+, Boy: 5+}"), "--json").json
    assert by_kind == shoot("odds", scenario('"cover:Boss Nob": 4+, "cover:Boy": 5+'), "--json").json
    assert {"cover:Boss Nob", "cover:Boy"}.isdisjoint(by_kind["assumed"])
    everywhere = shoot("odds", scenario("cover: {Boss Nob: 4+, Boy: 5+}"), "--cover", "none", "--json").json
    assert everywhere["expected"] == shoot("odds", scenario(), "--json").json["expected"]


def test_who_fires_by_kind_and_several_answers_in_a_scenario(shoot, scenario):
    assert shoot("odds", scenario("firing: {Marine: 3}"), "--json").json["expected"]["shots"] == 6
    assert shoot("odds", scenario("weapon: [boltgun, no more]"), "--json").json["expected"]["shots"] == 10


def test_the_command_line_beats_the_scenario(shoot, scenario):
    assert shoot("odds", scenario(), "--distance", "20", "--json").json["expected"]["shots"] == 5


def test_settings(lists):
    assert lists("--set", "los_receiver=any_within_6", "--json").code == 0
    assert lists("--set", "gtg_window=first_weapon", "--json").code == 0
    words = lists("--set", "gtg_window=never").refused()
    assert "gtg_window" in words
    assert "each_weapon or first_weapon" in words


# Mistakes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("covr=5+", ["covr", "did you mean cover?"]),
        ("Covr=5+", ["Covr", "did you mean cover?"]),
        ("distanc=5", ["distanc", "did you mean distance?"]),
        ("gtg_windo=each_weapon", ["gtg_windo"]),
        ("xyzzy=1", ["xyzzy is not asked", "--questions"]),
        ("cover:Boss Nobb=4+", ["cover:Boss Nobb", "did you mean cover:Boss Nob?"]),
        ("cover:boss nobb=4+", ["did you mean cover:Boss Nob?"]),
        ("within_6:Boss Nob=no", ["within_6:Boss Nob", "did you mean within_6?"]),
        ("cover=9+", ["cover", "“9+” is not one of: none, 6+, 5+, 4+"]),
        ("cover:Boss Nob=7+", ["cover:Boss Nob", "not one of"]),
        ("distance=far", ["distance", "“far”: how many inches? As in 24"]),
        ("distance=201", ["distance", "0 to 200 inches, not 201"]),
        ("distance=-1", ["distance", "0 to 200"]),
        ("distance=", ["distance: how many inches? As in"]),
        ("firing=9", ["firing", "8", "not 9"]),
        ("firing=3 Lootas", ["no “Lootas” here, only Space Marine, Sergeant"]),
        ("half_range=8 2", ["half_range", "0 to 7 Space Marines, not 8"]),
        ("half_range=8 1 1", ["half_range", "one number for each is wanted"]),
        ("order=3 Boy", ["order", "there are 17 Boyz, that is 3"]),
        ("order=20 Gretchin", ["order", "Gretchin"]),
        ("bs_modifier=1.5", ["bs_modifier", "only whole"]),
        ("go_to_ground=maybe", ["go_to_ground", "no, yes"]),
        ("weapon=lascannon", ["weapon", "“lascannon” is not one of: boltgun"]),
        ("attacker_state=shaken", ["attacker_state", "ready"]),
        ("attacker_state=asleep", ["attacker_state", "ready"]),
        ("foo", ["--set 'foo'", "KEY=VALUE"]),
        ("=5", ["KEY=VALUE"]),
    ],
)
def test_a_wrong_answer_is_named_with_what_would_do(shoot, said, words):
    few = [] if said.startswith("weapon") else ["--weapon", "boltgun"]  # all weapons would be ten times the work
    near = [] if said.startswith("distance") else ["--distance", "12"]
    call = ("odds", TACTICAL, SHOOTA, *few, *near, "--set", said)
    text = shoot(*call).refused()
    for word in words:
        assert word in text
    if said in ("covr=5+", "cover=9+", "foo"):  # each by a way of its own
        assert shoot(*call, "--json").error == text.rstrip("\n")


def test_an_impossible_value_is_refused_even_where_it_makes_no_difference(lines):
    assert "save" in lines("--set", "save=luck").refused()
    assert "9+" in lines("--cover", "9+", target="10x T4 Sv2+").refused()


@pytest.mark.slow
@pytest.mark.rule("10E-WPN-PREC-1")
@pytest.mark.parametrize("visible", ["yes", "no"])
def test_a_character_that_nobody_sees_may_be_named_for_precision(shoot, visible):
    """Who is out of sight is no character for Precision: the answer is possible, and makes no difference."""
    guns = '2x A2 BS3+ S4 AP-1 D1 "Rifleman" "long rifle" [precision, indirect fire]'
    led = '4x "Man" T4 Sv3+ W1 + 1x "Boss" T4 Sv3+ W3 (CHARACTER) [leader]'
    said = ["--set", "precision:long rifle=Boss", "--set", f"visible={visible}", "--distance", "20"]
    found = shoot("odds", guns, led, "-r", "10e", "--json", *said).json
    assert ("precision:long rifle" in found.get("unused", {})) == (visible == "no")
    refused = shoot("odds", guns, led, "-r", "10e", "--set", "precision:long rifle=Man", *said[2:])
    assert "“Man” is not one of: no, Boss" in refused.err


def test_an_answer_that_makes_no_difference_is_said_so(lines, lists):
    shown = lines("--cover", "5+", target="10x T4 Sv2+")
    assert shown.code == 0
    assert "cover makes no difference to this attack." in shown.err
    not_asked = "cover:plasma gun was not asked in this attack: weapon is boltgun."
    assert not_asked in lists("--set", "cover:plasma gun=5+").err
    assert "precision makes no difference to this attack." in lists("--set", "precision=closest").err
    assert "look_out_sir makes no difference to this attack." in lines("--set", "look_out_sir=no").err
    assert "makes no difference" not in lists("--cover", "5+").err


def test_the_same_key_as_option_and_by_set_is_no_riddle(lines):
    assert "distance is said twice" in lines("--distance", "12", "--set", "distance=20").refused(2)


def test_cover_for_a_kind_that_is_the_whole_unit_is_cover(lines):
    """`cover:KIND` is accepted wherever `cover` is."""
    for target in (BOYZ, "1x AV11/11/10 HP3", "2x AV11/11/10 HP3"):
        guns = GUNS.replace("S4", "S8")
        found = lines("--set", "cover:model=4+", "--json", guns=guns, target=target).json
        assert found["expected"] == lines("--cover", "4+", "--json", guns=guns, target=target).json["expected"]
        assert found["expected"] != lines("--json", guns=guns, target=target).json["expected"]
    assert "cover:model makes no difference" in lines("--set", "cover:model=4+", guns="3x BS4 flamer").err
    assert "cover:model" in lines("--set", "cover:model=9+", guns="3x BS4 flamer").refused()
    assert "did you mean cover:model?" in lines("--set", "cover:modle=4+").refused()


def test_numbers_under_markers_one_by_one(lines):
    blasts = '3x BS4 S4 AP5 Heavy 1 24" [blast]'
    found = lines("--set", "under=4,2,0", "--json", guns=blasts).json["expected"]
    assert found["hits"] == 6
    assert (
        found
        == lines("--set", "under=4", "--set", "under=2", "--set", "under=0", "--json", guns=blasts).json["expected"]
    )
    assert lines("--set", "under=4, 2", "--json", guns=blasts).json["expected"]["hits"] == 8  # the last goes on to hold
    assert "under" in lines("--set", "under=4,x", guns=blasts).refused()
    assert "one for each marker as in 4,2,0" in " ".join(lines("--questions", guns=blasts).out.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((TACTICAL, "orks::boyz"), "may be several units of Waaagh! Grimgutz: Shoota Boyz, Slugga Boyz, 'Ard Boyz"),
        ((TACTICAL, "orks::xyz"), "has no unit “xyz”, only Shoota Boyz"),
        (("ultramarines::tactcal", SHOOTA), "did you mean Tactical Squad?"),
        (("ultramrines::tactical", SHOOTA), "did you mean ultramarines?"),
        ((TACTICAL, "orks::"), "name a unit of Waaagh! Grimgutz"),
        (("ultramarines", SHOOTA), "name a unit behind the list"),
        ((GUNS, BOYZ), "add --ruleset (7e, 10e, "),
        ((GUNS.replace("Rapid", "Rapd"), BOYZ, "-r", "7e"), "did you mean Rapid?"),
        ((GUNS, "10x Sv6+", "-r", "7e"), "T missing here"),
        ((GUNS, "0x T4", "-r", "7e"), "target line:1"),
        ((TACTICAL, SHOOTA, "--distance", "30", "--weapon", "boltgun"), 'out of range (24")'),
        (("nowhere.yaml",), "there is no such file"),
    ],
)
def test_sides_that_cannot_be_found_or_cannot_meet(shoot, arguments, words):
    assert words in shoot("odds", *arguments).refused()
    assert words in shoot("odds", *arguments, "--json").error


def test_a_ruleset_that_is_none(shoot):
    words = "no ruleset '9e'; there is 40k-7e (or 7e)"
    assert words in shoot("odds", GUNS, BOYZ, "-r", "9e").refused(2)


def test_every_mistake_of_a_scenario_at_once(shoot, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("ruleset: 7e\nattacker: {models: [{name: A, BS: x}]}\ntarget: {models: [{name: B, T: 77}]}\n")
    text = shoot("odds", str(path)).refused()
    assert "bad.yaml:2:" in text
    assert "bad.yaml:3:" in text


# Questions -----------------------------------------------------------------------------------------------------------


def test_questions_list_every_key(lists, lines):
    found = lists("--questions", "--json").json
    assert list(found) == ["ruleset", "questions"]
    rows = {row["key"]: row for row in found["questions"]}
    for key in (
        "distance",
        "cover",
        "weapon",
        "firing",
        "half_range",
        "order",
        "cover:Boss Nob",
        "look_out_sir",
        "go_to_ground",
    ):
        assert {"key", "text", "values", "default", "rules"} <= set(rows[key])
    assert rows["cover"]["values"][:3] == ["none", "6+", "5+"]
    assert rows["cover"]["default"] == "none"
    assert rows["firing"]["values"] == "of 7 Space Marines, 1 Sergeant"
    assert rows["gtg_window"]["setting"] is True
    assert rows["gtg_window"]["values"][0] == rows["gtg_window"]["default"]
    text = lists("--questions").out
    assert all(f"{key}" in text.replace("\n", "") for key in ("distance", "go_to_ground", "los_receiver"))


def test_every_default_that_questions_show_may_be_given(lists):
    rows = [
        row for row in lists("--questions", "--json").json["questions"] if row["default"] and row["key"] != "weapon"
    ]
    given = [word for row in rows if row["key"] != "distance" for word in ("--set", f"{row['key']}={row['default']}")]
    assert lists(*given, "--json").json["slain"] == lists("--json").json["slain"]


# Many ----------------------------------------------------------------------------------------------------------------

GOOD = {"ruleset": "7e", "attacker": GUNS, "target": BOYZ, "answers": {"distance": 20}}


def batch(*lines) -> bytes:
    return b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines) + b"\n"


BAD = [
    b"junk",
    b"[1]",
    b"null",
    b'"x"',
    b"{",
    b"\xff\xfe\x00",
    b"NaN",
    b"[" * 5000,
    {"ruleset": "7e"},
    {"ruleset": "9e"},
]


def test_a_batch_keeps_its_order_and_goes_on_after_bad_lines(shoot, tmp_path):
    wrong = {**GOOD, "answers": {"distanc": 20}}
    document = batch(GOOD, *BAD, b"", b"   ", wrong, {**GOOD, "answers": {"distance": 12}})
    path = tmp_path / "batch.jsonl"
    path.write_bytes(document)
    done = shoot("odds", "--batch", str(path))
    assert (done.code, done.err) == (0, "")
    results = [json.loads(line) for line in done.out.splitlines()]
    assert len(results) == len(BAD) + 3
    assert list(results[0]) == KEYS
    assert all(list(result) == ["error"] and result["error"] for result in results[1:-1])
    assert "did you mean distance?" in results[-2]["error"]
    assert (results[0]["expected"]["shots"], results[-1]["expected"]["shots"]) == (10, 20)
    assert results[0] == shoot("odds", GUNS, BOYZ, "-r", "7e", "--distance", "20", "--json").json
    assert shoot("odds", "--batch", "-", stdin=document).out == done.out


@pytest.mark.slow
def test_a_batch_in_strict_utf8_survives_junk(process):
    done = process("odds", "--batch", "-", stdin=batch(b"\xff\xff", GOOD), PYTHONIOENCODING="utf-8:strict")
    assert (done.code, done.err) == (0, "")
    assert ["error" in json.loads(line) for line in done.out.splitlines()] == [True, False]


def test_a_line_of_a_batch_that_is_too_long(shoot):
    done = shoot("odds", "--batch", "-", stdin=batch({"a": "x" * (1 << 20)}, GOOD))
    assert [next(iter(json.loads(line))) for line in done.out.splitlines()] == ["error", "ruleset"]


def test_a_batch_with_fractions(shoot):
    (result,) = shoot("odds", "--batch", "-", "--fractions", stdin=batch(GOOD)).out.splitlines()
    assert json.loads(result)["exact"]["slain"][10] == "1/59049"


def test_a_batch_of_nothing(shoot):
    assert shoot("odds", "--batch", "-", stdin="").out == ""
    assert "cannot be read" in shoot("odds", "--batch", "nowhere.jsonl").refused()
    assert "cannot be read" in shoot("odds", "--batch", ".").refused()


BESIDE_A_BATCH = {"batch", "jobs", "fractions", "budget", "json", "plain", "help"}  # what it heeds, or is anyway


def options_of_odds():
    """Each option of the command as somebody would give it; its own words are made of what it takes."""
    for option in get_command(app).get_command(None, "odds").params:
        if option.name not in BESIDE_A_BATCH:
            values = [] if getattr(option, "is_flag", False) else ["x.md"]
            for word in option.opts if option.param_type_name == "option" else [""]:
                yield [*filter(None, [word]), *values]


@each("more", options_of_odds())
def test_a_batch_takes_nothing_that_it_would_not_heed(shoot, more):
    said = shoot("odds", "--batch", "-", *more, stdin=batch(GOOD)).refused(2)
    assert "--batch takes attackers, targets and answers from the file" in said
    assert f"leave out {'the units' if more == ['x.md'] else ''}" in said


def test_a_batch_says_once_what_made_no_difference(shoot):
    idle = {**GOOD, "answers": {"distance": 20, "within_6": "no"}}
    lines = [GOOD, idle, GOOD, *[idle] * 7, {**idle, "answers": {"distance": 20, "jink": "no"}}]
    done = shoot("odds", "--batch", "-", stdin=batch(*lines))
    assert len(done.out.splitlines()) == len(lines)
    assert done.err.splitlines() == [
        "lines 2, 4, 5, 6, 7 and 3 more: within_6 makes no difference to these attacks.",
        "line 11: jink makes no difference to this attack.",
    ]


# What people see -----------------------------------------------------------------------------------------------------


def test_what_was_assumed_is_said(lists):
    text = " ".join(lists().out.split())
    assert "how is the firing unit: ready;" in text
    assert "None: cover of the target." in text
    assert "--questions" in text
    assert "Tactical Squad shooting at Shoota Boyz: exact odds" in text


def test_from_standard_input(shoot, scenario):
    from pathlib import Path

    path = scenario()
    assert shoot("odds", "-", "--json", stdin=Path(path).read_text()).json == shoot("odds", path, "--json").json
    assert "standard input" in shoot("odds", "-", stdin="").refused()
    assert "UTF-8" in shoot("odds", "-", stdin=b"\xff\xfe").refused()


def test_a_scenario_may_be_json(shoot, tmp_path):
    path = tmp_path / "attack.json"
    path.write_text(json.dumps({**GOOD, "answers": {"distance": 12, "firing": 3}}))
    assert shoot("odds", str(path), "--json").json["expected"]["shots"] == 6
    assert (
        "--ruleset 2e" in shoot("odds", str(path), "-r", "2e").refused()
        or "no ruleset" in shoot("odds", str(path), "-r", "2e").err
    )


@pytest.mark.parametrize(("plain", "narrow"), [(False, False), (True, True)])
def test_nobody_is_slain_in_a_vehicle_without_a_crew_to_hit(shoot, plain, narrow, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40" if narrow else "80")
    shown = shoot("odds", "macragge_column::Predator", "macragge_column::Rhino", *["--plain"] * plain).out
    assert "slain" not in shown.casefold()
    assert "Penetrations" in shown


def test_where_nothing_can_happen_that_is_said_and_why(shoot, lines):
    out = " ".join(shoot("odds", TACTICAL, SHOOTA, "--distance", "100", "--plain").out.split())
    assert "exact odds Nothing can happen: nobody can shoot. Not possible here: boltgun, out of range" in out
    assert "Expected" not in out
    assert "Nothing can happen" not in lines("--plain").out


def test_who_shoots_and_hits_nobody_is_not_told_that_he_cannot_shoot(shoot):
    out = shoot("odds", "-r", "2e", "1x BS4 S4 template", "5x T4 Sv3+", "-s", "whole=0", "--plain").out
    assert "1.00 0.00 0.00" in " ".join(out.split())
    assert "cannot shoot" not in out
    assert "nobody can" not in out


# Pages and spreadsheets ----------------------------------------------------------------------------------------------


def test_the_odds_are_written_as_a_page(lines, tmp_path):
    page = tmp_path / "odds.md"
    done = lines("-o", page)
    assert (done.code, done.out) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Attacker shooting at Target: exact odds")
    assert "| Models slain |   Chance | At least |" in text
    assert "0.1%." in text
    assert "is there already" in lines("-o", page).refused()


def test_csv_of_the_odds_has_every_chance(lines):
    found = lines("--json").json
    head, *rows = lines("--csv").out.splitlines()
    assert head.split(",")[:3] == ["table", "number", "chance"]
    slain = [row.split(",") for row in rows if row.startswith("Models slain,")]
    assert [(int(row[1]), float(row[2])) for row in slain] == [(k, p) for k, p in enumerate(found["slain"]) if p]


def test_several_are_written_with_what_each_adds(shoot, tmp_path):
    page = tmp_path / "both.html"
    assert shoot("odds", TACTICAL, "ultramarines::Tank Killers", "orks::Trukk", "-o", page).code == 0
    text = page.read_text(encoding="utf-8")
    assert "One after the other" in text
    assert "Tactical Squad, then Tank Killers shooting at Trukk" in text


@pytest.mark.rule("7E-ALC-6")
def test_look_out_sir_among_characters_is_tried_where_somebody_says_so(shoot):
    boss, nob = '1x "Boss" T4 W9 Sv2+ Inv2+ [independent character, eternal warrior]', '1x "Nob" T4 Sv4+ [character]'
    attack = ("odds", "-r", "7e", '1x BS4 S10 AP- Heavy 1 24"')
    said = ("--set", "look_out_sir=yes")
    slain = shoot(*attack, f"{boss} + {nob}", *said, "--json").json["slain"]
    assert slain[1] == pytest.approx(2 / 3 * 25 / 72)  # a hit, a wound, Look Out, Sir on 2+, and no save on 4+
    usual = shoot(*attack, f"{boss} + {nob}", "--json").json
    assert usual["slain"] == [1.0]
    assert usual["assumed"]["look_out_sir"] == "no"
    assert shoot(*attack, f"{nob} + 2x T4 Sv6+", "--json").json["assumed"]["look_out_sir"] == "yes"


@pytest.mark.rule("2E-SF-3")
@pytest.mark.parametrize(("setting", "shots"), [("both_shots", 2), ("second_lost", 2 - 5 / 36)])
def test_a_second_shot_of_rapid_fire_that_comes_later_counts_as_a_shot(shoot, setting, shots):
    words = ("odds", "-r", "2e", "1x BS5 storm bolter [rapid fire]", "10x T4 Sv3+", "--distance", "20")
    found = shoot(*words, "--set", f"rapid_fire_jam={setting}", "--json").json
    assert found["expected"]["shots"] == pytest.approx(shots)


@pytest.mark.parametrize(
    ("ruleset", "gun", "target", "told"),
    [
        ("7e", "20x BS4 boltgun", "2x T4 Sv4+", True),
        ("10e", "20x A2 BS3+ S8 AP-1 D2", "2x T4 Sv4+ W1", False),
        ("11e", "20x A2 BS3+ S8 AP-1 D2", "2x T4 Sv4+ W1", False),
    ],
)
def test_wounds_that_find_nobody_are_explained_where_they_are_not_counted(shoot, ruleset, gun, target, told):
    said = " ".join(shoot("odds", "-r", ruleset, gun, target, "--distance", "6").out.split())
    assert ("Once the whole unit is slain, further wounds are not counted as saved or unsaved." in said) is told
    assert "Destroyed: " in said
    resolved = shoot("resolve", "-r", ruleset, gun, target, "--distance", "6", "--seed", "3").out
    assert re.search(r"Target is destroyed. 2 slain, \d+ wounds lost.", resolved)


@pytest.mark.rule("2E-GRN-1", "2E-TMP-1")
def test_what_does_not_reach_is_named_among_what_was_assumed(shoot):
    for gun, words in (("frag grenade", "Not so: strong enough to throw it that far"), ("flamer", "None: how many of")):
        shown = shoot("odds", "-r", "2e", f"1x BS4 {gun}", "10x T4 Sv3+", "--distance", "10").out
        assert words in " ".join(shown.split()), gun


def test_one_wound_is_no_wounds(shoot):
    resolved = shoot(
        "resolve", "-r", "10e", '1x A20 BS2+ S9 AP-3 D1 24"', "1x T3 W1", "--distance", "6", "--seed", "3"
    ).out
    assert "Target is destroyed. 1 slain, 1 wound lost." in resolved
