"""Answers that nobody asks for: what cannot be is an error all the same, what could be is said to make no difference."""

from __future__ import annotations

import json
from importlib import import_module
from random import Random
from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import BadAnswer, InputError, Reason
from shoot_cli.input.answerers import Preset, PresetTable, raise_missing
from shoot_cli.input.answers import Task
from shoot_cli.rules import RULESETS

TENTH = ("odds", "-r", "10e", "6x A1 BS3+ S4 AP0 D1")
TANK, SMOKY, SQUAD = "1x T8 Sv3+ W10 (VEHICLE)", "1x T8 Sv3+ W10 (VEHICLE, SMOKE)", "6x T4 Sv4+ (INFANTRY)"
GUNS = ("odds", "-r", "rh", '2x AP4 AT5 range 12 + 1x "Big" "cannon" AP5 range 20')
TARGET = "4x INF armour 3 + 1x AV armour 5"


def unused(done: Any) -> Any:
    """As JSON has it; said on standard error as well, and not on standard output."""
    found = done.json.get("unused", {})
    not_asked = done.json.get("not_asked", {})
    for key in found:
        if key not in not_asked:
            assert f"{key} makes no difference to this attack." in done.err
        else:
            assert f"{key} was not asked in this attack" + (not_asked[key] and f": {not_asked[key]}.") in done.err
    return found


@pytest.mark.rule("10E-DEF-SMOKE-1")
@pytest.mark.rule("10E-DEF-GTG-1")
@pytest.mark.parametrize("more", [[], ["--set", "overwatch=yes"]])
@pytest.mark.parametrize(
    ("target", "said", "words"),
    [
        (TANK, "bogus", "“bogus” is not one of"),
        (SQUAD, "bogus", "“bogus” is not one of: nothing, go to ground"),
        (TANK, "smokescreen", "“smokescreen” is closed: it has no SMOKE (10E-DEF-SMOKE-1)"),
        (TANK, "go to ground", "“go to ground” is closed: only INFANTRY goes to ground (10E-DEF-GTG-1)"),
        (SQUAD, "smokescreen", "it has no SMOKE (10E-DEF-SMOKE-1)"),
    ],
)
def test_a_reaction_that_cannot_be_is_refused_with_the_reason(shoot, target, said, words, more):
    assert words in shoot(*TENTH, target, "--set", f"reaction={said}", *more).refused()
    assert words in shoot(*TENTH, target, "--set", f"reaction:Target={said}", *more).refused()
    assert words in shoot("resolve", *TENTH[1:], target, "--set", f"reaction={said}", "--times", "2", *more).refused()


def test_a_reaction_that_can_be_is_taken(shoot):
    assert unused(shoot(*TENTH, SMOKY, "--set", "reaction=smokescreen", "--json")) == {}
    assert unused(shoot(*TENTH, TANK, "--set", "reaction=nothing", "--json")) == {"reaction": "nothing"}
    assert unused(shoot(*TENTH, SMOKY, "-s", "reaction=smokescreen", "-s", "overwatch=yes", "--json")) == {
        "reaction": "smokescreen"
    }
    overwatch = shoot(*TENTH, SMOKY, "-s", "reaction=smokescreen", "-s", "overwatch=yes", "--json")
    assert overwatch.err == "reaction was not asked in this attack: overwatch is yes.\n"


def test_what_is_asked_of_other_targets_makes_no_difference(shoot):
    lit = ("odds", "-r", "10e", "6x A1 BS3+ S4 AP0 D1 [+1 to hit against MONSTER if lit]", SQUAD, "--json")
    assert unused(shoot(*lit, "--set", "if lit=yes")) == {"if lit": "yes"}
    assert "maybe\\u201d is not one of" in shoot(*lit, "--set", "if lit=maybe").refused()
    assert "if dark is not asked" in shoot(*lit, "--set", "if dark=yes").refused()
    bare = (*TENTH, '3x "Boy" T4 Sv- + 1x "Nob" T4 Sv-', "--json")
    assert unused(shoot(*bare, "--set", "cover:Nob=yes")) == {"cover:Nob": "yes"}


@pytest.mark.rule("7E-HIT-5")
def test_a_fact_of_one_weapon_where_none_can_fire(shoot):
    """A Blast is no Snap Shot, so nobody asks who is under it."""
    line = ("odds", "-r", "7e", "1x BS4 AV12/11/10 HP3 plasma cannon", "8x T4 Sv6+", "--json")
    said = (*line, "--set", "under:plasma cannon=3")
    assert unused(shoot(*said)) == {}
    assert unused(shoot(*said, "--set", "attacker_state=shaken")) == {"under:plasma cannon": "3"}
    assert (
        "under:mortar is not asked"
        in shoot(*line, "--set", "attacker_state=shaken", "--set", "under:mortar=3").refused()
    )


def test_in_every_way_of_asking(shoot, tmp_path):
    said = ("-r", "2e", "5x BS4 boltgun", "10x T4 Sv3+", "--set", "rapid_fire=no", "--distance", "10")
    for more in (["odds"], ["resolve"], ["resolve", "--times", "3"]):
        assert unused(shoot(*more, *said, "--json")) == {"rapid_fire": "no"}
        done = shoot(*more, *said)
        assert done.err == "rapid_fire makes no difference to this attack.\n"
        assert "no difference" not in done.out
    scenario = {"ruleset": "2e", "attacker": said[2], "target": said[3], "answers": {"rapid_fire": False}}
    done = shoot("odds", "--batch", "-", stdin=f"\n{json.dumps(scenario)}\n")
    assert json.loads(done.out)["unused"] == {"rapid_fire": "no"}
    assert done.err == "line 2: rapid_fire makes no difference to this attack.\n"
    assert "rapid_fire" in shoot("odds", *said[:4], "--set", "rapid_fire=perhaps").refused()


@pytest.mark.parametrize(
    ("edition", "row", "told"),
    [
        (
            "7e",
            "type: Infanty, ",
            "Mob: the type Infanty is not known and is played as infantry; did you mean Infantry?",
        ),
        ("7e", "rules: [Stealh], ", "Mob: the rule Stealh is not known and does nothing here; did you mean Stealth?"),
        ("7e", "rules: [Stealth], ", ""),
        ("2e", "rules: [Cameleolin], ", "did you mean Cameleoline?"),
    ],
)
def test_a_word_of_a_unit_that_may_be_misspelt_is_told(shoot, edition, row, told):
    men = f"{{name: Mob, {row}models: [{{name: Boy, count: 5, BS: 2, T: 4, W: 1, Ld: 7, Sv: 5+}}]}}"
    scenario = f"ruleset: {edition}\nattacker: 5x BS4 {'boltgun' if edition == '7e' else 'lasgun'}\ntarget: {men}\n"
    for command in (["odds"], ["resolve"], ["resolve", "--times", "3"]):
        said = shoot(*command, "-", "--json", stdin=scenario).err
        assert told in said
        assert ("did you mean" in said) == bool(told)


def test_a_mode_of_a_weapon_that_does_not_fire_makes_no_difference(shoot):
    men, boyz, idle = (
        "adeptus-astartes::Hellblaster Squad",
        "waaagh::Shoota Boyz",
        {"mode:plasma pistol": ["supercharge"]},
    )
    said = (men, boyz, "--distance", "20", "--set", "mode:plasma pistol=supercharge")
    for command in (
        ["odds", *said], ["odds", *said, "--set", "mode:plasma incinerator=standard"], ["resolve", *said],
        ["resolve", *said, "--times", "3"], ["compare", men, "--against", *said[1:], "--no-facts"],
    ):  # fmt: skip
        done = shoot(*command, "--json")
        assert done.json["unused"] == idle
        assert done.err.startswith("mode:plasma pistol (supercharge) makes no difference to th")
    for mode in ("supercharge", "as proposed"):  # the incinerators fire
        assert unused(shoot("odds", *said[:4], "--set", f"mode={mode}", "--json")) == {}


def test_every_command_tells_once_what_may_be_misspelt(shoot, tmp_path):
    boy = "{name: Boy, count: 3, BS: 2, T: 4, W: 1, Ld: 7, Sv: 5+, weapons: [gun]}"
    row = "type: Infanty, rules: [Stealh, Fearless], points: 30"
    words = "the type Infanty is not known and is played as infantry; did you mean Infantry?"
    told = [f"Mob: {words}", "Mob: the rule Stealh is not known and does nothing here; did you mean Stealth?"]
    mob = f"{{name: Mob, {row}, models: [{boy}]}}"
    gun = "{gun: {range: 24, S: 4, AP: 5, type: Assault 2}}"
    (tmp_path / "boys.yaml").write_text(f"ruleset: 7e\nname: Boys\nweapons: {gun}\nunits: [{mob}]\n")
    boys = str(tmp_path / "boys.yaml::Mob")
    for command in (
        ["odds", boys, boys], ["odds", boys, boys, boys], ["odds", boys, boys, "--what-if"], ["resolve", boys, boys],
        ["compare", boys, "--against", boys, "--no-facts"], ["compare", boys, "--against", boys, "--by", "weapon"],
        ["matchup", boys[:-5], boys[:-5]], ["need", boys, boys], ["need", boys, boys, "--attacks", "gun"],
        ["matrix", boys[:-5]],
    ):  # fmt: skip
        assert shoot(*command).err.splitlines() == told, command
        if command[0] != "matrix":
            assert shoot(*command, "--json").json["misspelt"] == told, command
    for found in (
        api.odds(boys, boys), api.succession([boys, boys], boys), api.what_if(boys, boys), api.compare(boys, boys),
        api.need(boys, boys), api.need(boys, boys, attacks="gun"), api.matchup(boys[:-5], boys[:-5]),
    ):  # fmt: skip
        assert found.misspelt == tuple(told)
    scenario = {"ruleset": "7e", "attacker": "3x BS4 boltgun", "target": {"name": "Mob", "rules": ["Stealh"]}}
    scenario["target"]["models"] = [{"name": "Boy", "count": 5, "BS": 2, "T": 4, "W": 1, "Ld": 7, "Sv": "5+"}]
    done = shoot("odds", "--batch", "-", stdin=f"{json.dumps(scenario)}\n" * 2)
    assert done.err == f"lines 1, 2: {told[1]}\n"
    assert json.loads(done.out.splitlines()[1])["misspelt"] == told[1:]


@pytest.mark.rule("RH-HIT-1")
def test_a_value_that_the_gun_has_not_is_refused_and_the_only_one_makes_no_difference(shoot):
    assert "value:cannon: “AT” is not one of: AP" in shoot(*GUNS, TARGET, "--set", "value:cannon=AT").refused()
    assert "“AA” is not one of: AP, AT" in shoot(*GUNS, TARGET, "--set", "value=AA").refused()
    assert unused(shoot(*GUNS, TARGET, "--set", "value:cannon=AP", "--json")) == {"value:cannon": "AP"}


@pytest.mark.rule("RH-HIT-1")
@pytest.mark.rule("RH-ALLOC-3")
@pytest.mark.parametrize(
    ("target", "said", "words"),
    [
        ("4x INF armour 3", "value=AT", "“AT” is closed: AT can hurt nobody within reach (RH-ALLOC-3)"),
        ("4x INF armour 3", "value:AP4 AT5=AT", "“AT” is closed: AT can hurt nobody within reach (RH-ALLOC-3)"),
        ("4x INF armour 3", "value=some of each", "“some of each” is not one of: AP"),
        ("4x AV armour 5", "value:cannon=AP", "“AP” is closed: AP can hurt nobody within reach (RH-ALLOC-3)"),
        ("4x AC armour 5", "value=AP", "“AP” is closed: AP can hurt nobody within reach (RH-ALLOC-3)"),
    ],
)
def test_a_value_that_can_hurt_nobody_there_is_refused(shoot, target, said, words):
    for command in ("odds", "resolve"):
        assert words in shoot(command, *GUNS[1:], target, "--set", said).refused()


GUN_7E, SHELL_7E = '5x BS4 S8 AP3 heavy 1 24"', '1x BS4 S8 AP3 heavy 1 [blast, twin-linked] 24"'
MEN_7E, TANK_7E = "5x T4 Sv5+", "1x AV10/10/10 HP3"
HUNTER_7E = '1x BS4 S8 AP3 heavy 1 24" [tank hunters]'
MEN_2E = ("5x BS4 lasgun", "5x T4 Sv5+")
LETHAL_11E, MEN_11E = "5x A1 BS3+ S4 AP0 D1 [lethal hits]", "5x T4 Sv5+ W1"


@pytest.mark.rule("7E-VEH-6", "7E-WPN-13", "7E-HIT-8", "7E-VEH-8", "2E-VEH-2", "2E-SPC-1", "2E-SPC-3", "11E-LETHAL-1")
@pytest.mark.parametrize(
    ("short", "units", "said", "words"),
    [
        ("7e", (GUN_7E, MEN_7E), "tank_hunters=again", "the target is no vehicle (7E-VEH-6)"),
        ("7e", (HUNTER_7E, MEN_7E), "tank_hunters=again", "the target is no vehicle (7E-VEH-6)"),
        ("7e", (GUN_7E, TANK_7E), "tank_hunters=again", "nobody in it has Tank Hunters (7E-VEH-6)"),
        ("7e", (GUN_7E, MEN_7E), "tank_hunters=keep", ""),
        ("7e", (GUN_7E, TANK_7E), "target_state=falling back", "and never fall back (7E-VEH-12)"),
        ("7e", (GUN_7E, MEN_7E), "blast_again=yes", "they have no marker that scatters (7E-WPN-13)"),
        ("7e", (SHELL_7E, MEN_7E), "blast_again=yes", "say who lies under it (under) (7E-WPN-13)"),
        ("7e", (GUN_7E, MEN_7E), "blast_again=no", ""),
        ("7e", (GUN_7E, MEN_7E), "preferred_enemy=yes", "nobody in the firing unit has Preferred Enemy (7E-HIT-8)"),
        ("7e", (GUN_7E, MEN_7E), "facing_hidden=yes", "the target has no facings (7E-VEH-8)"),
        ("2e", MEN_2E, "aim=crew", "the target has no crew to aim at (2E-VEH-2)"),
        ("2e", MEN_2E, "aim=gun", ""),
        ("2e", MEN_2E, "both_barrels=yes", "nobody in it has a combi-weapon (2E-SPC-3)"),
        ("2e", MEN_2E, "both_barrels=no", ""),
        ("2e", MEN_2E, "rapid_fire=yes", "nobody in it may fire twice (2E-SPC-1)"),
        ("2e", MEN_2E, "rapid_fire=no", ""),
        ("11e", ("5x A1 BS3+ S4 AP0 D1", MEN_11E), "lethal=yes", "it has no Lethal Hits (11E-LETHAL-1)"),
        ("11e", ("5x A1 BS3+ S4 AP0 D1", MEN_11E), "lethal=no", ""),
    ],
)  # fmt: skip
def test_a_decision_that_these_units_never_have_is_refused(shoot, short, units, said, words):
    """The other way, which is what happens anyway, makes no difference."""
    done = shoot("odds", "-r", short, *units, "--set", said)
    if words:
        assert "is closed: " in done.refused()
        assert words in done.err
    else:
        assert f"{said.partition('=')[0]} makes no difference to this attack." in done.err


@pytest.mark.rule("7E-VEH-6", "11E-LETHAL-1")
@pytest.mark.parametrize(
    ("short", "units", "said"),
    [
        ("7e", (HUNTER_7E, TANK_7E), "tank_hunters=again"),
        ("7e", (HUNTER_7E.replace("S8", "S7"), "1x AV14/14/14 HP3"), "tank_hunters=again"),  # which it cannot glance
        ("11e", (LETHAL_11E, MEN_11E), "lethal=yes"),
        ("11e", (f'{LETHAL_11E} + 1x "B" A1 BS3+ S8 AP0 D1', MEN_11E), "lethal=yes"),
    ],
)
def test_a_decision_that_one_of_them_has_is_taken(shoot, short, units, said):
    assert shoot("odds", "-r", short, *units, "--set", said).code == 0


@pytest.mark.rule("RH-HIT-1")
def test_a_value_for_all_guns_is_right_if_one_of_them_can_use_it(shoot):
    """The cannon has AP alone, and no use for AT; nobody minds that the others' AP is sure at infantry."""
    assert unused(shoot(*GUNS, TARGET, "--set", "value=AT", "--json")) == {}
    assert unused(shoot(*GUNS, "4x INF armour 3", "--set", "value=AP", "--json")) == {"value": "AP"}
    several = ("odds", "-r", "rh", '1x AP4 range 12 + 1x "Big" "cannon" AT5 range 20', "4x INF armour 3", "--json")
    assert unused(shoot(*several, "--set", "value=AP")) == {"value": "AP"}


def test_what_is_left_of_a_list(shoot):
    """Of three numbers for one marker the first is taken; the others are told, and must be numbers that could be."""
    mortar = ("odds", "-r", "7e", '1x BS4 S4 AP6 Heavy 1 48" [blast]', "9x T4 Sv6+")
    said = ("--set", "under=4", "--set", "under=2", "--set", "under=0")
    done = shoot(*mortar, *said, "--json")
    assert unused_list(done) == {"under": ["2", "0"]}
    assert "under (2, 0) makes no difference to this attack.\n" in done.err
    assert "0 to 100 models" in shoot(*mortar, "--set", "under=4", "--set", "under=200").refused()


def unused_list(done: Any) -> Any:
    return json.loads(done.out)["unused"]


def test_what_names_several_is_wrong_only_if_none_takes_it(shoot):
    """`reaction` is for every target, `cover` for every kind; a key for one thing is for just that."""
    seventh = (
        "odds",
        "-r",
        "7e",
        '12x BS4 S4 AP5 Rapid Fire 24"',
        '9x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]',
    )
    assert unused(shoot(*seventh, "--set", "cover:Nob=3+", "--json")) == {}
    assert unused(shoot(*seventh, "--set", "cover:Nob=4+", "--json")) == {"cover:Nob": "4+"}  # as good as the armour
    assert "did you mean cover:Nob?" in shoot(*seventh, "--set", "cover:Nobb=4+").refused()
    assert "weapon" in shoot(*seventh, "--weapon", "lascannon").refused()
    assert "lascannon" in shoot(*TENTH, SQUAD, "--set", "group_order=lascannon").refused()
    assert "Sergeant" in shoot(*TENTH, SQUAD, "--set", "allocate=Sergeant").refused()


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_no_key_takes_an_answer_that_cannot_be(edition):
    """Every key that an attack may ask, with junk: whether this one asks it or not."""
    ruleset = edition.ruleset()
    folder = edition.package.rpartition(".")[2]
    attack = import_module(f"tests.rules.{folder}.helpers.random_attacks").random_attack
    tried = 0
    for seed in range(3):
        attacker, target, answers, settings = attack(Random(seed))
        here = Task(ruleset, attacker, target, {}, settings)
        for key in dict.fromkeys(question.key for question in here.known()):
            said = {k: v for k, v in answers.items() if k.partition(":")[0] != key.partition(":")[0]}
            with pytest.raises((InputError, BadAnswer)) as wrong:
                worked_out(here._replace(answers=said | {key: "?bogus?"}))
            assert key.partition(":")[0] in str(wrong.value) or "bogus" in str(wrong.value)
            tried += 1
    assert tried > 40


def test_what_one_cannot_do_another_may():
    """`reaction` is said for both: one has no smoke, which is wrong only if nobody takes it."""
    no_smoke = Option("smoke", closed=(Reason("it has none", "X-1"),))
    given = Preset({"reaction": "smoke"}, raise_missing)
    table = PresetTable(given)
    assert table.choose("reaction:Tank", (Option("none"), no_smoke), default="none") == "none"
    assert given.unused() == ["reaction"]
    assert "“smoke” is closed: it has none (X-1)" in given.misfits["reaction"]
    assert table.choose("reaction:Squad", (Option("none"), Option("smoke")), default="none") == "smoke"
    assert given.unused() == []


def test_so_many_fire_counts_for_the_weapons_that_have_so_many(shoot: Any) -> None:
    """Eight have boltguns, and one has a flamer: two of the former fire, and the latter."""
    guns = ("--set", "weapon=boltgun, flamer", "--set", "whole:flamer=2")
    two = ("odds", "macragge::Tactical Squad", "goff::Slugga Mob", "--distance", "8", "--json", *guns, "--set")
    assert shoot(*two, "firing=2").json["expected"] == shoot(*two, "firing:boltgun=2").json["expected"]
    assert "there are 8 (8 Space Marines), not 10" in shoot(*two, "firing=10").refused(1)
    both = (*two[:6], "--set", "weapon=boltgun, missile launcher (krak)", "--set", "moved=2")
    assert "moved: there is 1 (1 Gunner), not 2" in shoot(*both).refused(1)  # nobody is the default here


AGAINST = (
    '6x A1 BS3+ S4 AP0 D1 24" [re-roll hit rolls if target below half strength]',
    "10x T4 Sv3+ W1",
    "if target below half strength",
    "is no by what is known of these units",
)


@pytest.mark.parametrize(
    "call",
    [
        ["odds", "--what-if", "LINE", "TARGET"],
        ["need", "TARGET", "LINE"],
        ["need", "TARGET", "--attacks", "ONE"],
        ["compare", "--no-facts", "LINE", "LINE", "--against", "TARGET", "--against", "TARGET"],
        ["matrix", "LINE", "--against", "TARGET"],
    ],
    ids=lambda call: " ".join(call[:3]),
)
def test_what_is_said_against_what_is_known_is_told_by_all_who_compare(shoot, call):
    """Once for each fact, however many attacks it holds in; and as data, where the command has a document."""
    line, target, key, words = AGAINST
    meant = {"LINE": line, "ONE": line.replace("6x", "1x"), "TARGET": target}
    call = [meant.get(word, word) for word in call]
    for said, times in (("yes", 1), ("no", 0)):
        done = shoot(*call, "-r", "10e", "--set", f"{key}={said}")
        assert " ".join((done.out + done.err).split()).count(words) == times, done.out
        if call[0] != "matrix":
            found = json.loads(shoot(*call, "-r", "10e", "--set", f"{key}={said}", "--json").out)
            assert found.get("overruled") == ({key: {"computed": "no", "said": "yes"}} if times else None)


MANY = [
    ["odds", "LINE", "TARGET"],
    ["odds", "LINE", "LINE", "TARGET"],
    ["odds", "--what-if", "LINE", "TARGET"],
    ["resolve", "LINE", "TARGET"],
    ["resolve", "--times", "3", "LINE", "TARGET"],
    ["need", "TARGET", "LINE", "LINE"],
    ["need", "TARGET", "--attacks", "ONE"],
    ["compare", "--no-facts", "LINE", "LINE", "--against", "TARGET", "--against", "OTHER"],
    ["compare", "--no-facts", "--by", "weapon", "LINE", "--against", "TARGET"],
    ["compare", "LINE", "--against", "grid"],
    ["matchup", "LINE", "TARGET"],
    ["matrix", "LINE", "--against", "TARGET", "--against", "OTHER"],
]
WORDS = {
    "2e": {"LINE": "5x BS4 boltgun", "ONE": "1x BS4 boltgun", "TARGET": "10x T4 Sv3+", "OTHER": "5x T3 Sv5+"},
    "7e": {"LINE": "5x BS4 boltgun", "ONE": "1x BS4 boltgun", "TARGET": "10x T4 Sv3+", "OTHER": "5x T5 Sv4+"},
}


IDLE = [("2e", ("rapid_fire", "no"), True), ("7e", ("cover", "6+"), True), ("7e", ("cover", "2+"), False)]


@pytest.mark.parametrize(
    ("call", "edition", "said", "told"),
    [  # each command once where it has something to tell, and two where nothing is; the others are more of the same
        pytest.param(call, *idle, id=f"{' '.join(call)}-{idle[0]} {'='.join(idle[1])}", marks=marks)
        for at, call in enumerate(MANY)
        for which, idle in enumerate(IDLE)
        for marks in [[] if which == at % 2 or (which == 2 and at in (0, 7)) else [pytest.mark.slow]]
    ],
)
def test_every_command_tells_what_makes_no_difference(shoot, tmp_path, call, edition, said, told):
    """What nobody asks, and a fact that comes to its default: on standard error and by key, nowhere else."""
    grid, (key, value) = "grid" in call, said
    call = [WORDS[edition].get(word, word) for word in call]
    if call[0] == "matchup":
        model = {"name": "Man", "count": 5, "BS": 4, "T": 4, "Ld": 8, "Sv": "3+", "weapons": ["boltgun"]}
        units = [{"name": "Men", "type": "Infantry", "models": [model]}]
        (tmp_path / "men.json").write_text(json.dumps({"ruleset": f"40k-{edition}", "name": "Men", "units": units}))
        call[1:] = [str(tmp_path / "men.json")] * 2
    told = told and not (grid and key == "cover")  # some targets of the grid have no armour
    done = shoot(*call, "-r", edition, "--set", f"{key}={value}")
    lines = [line for line in done.err.splitlines() if line.startswith(f"{key} makes no difference to th")]
    assert (done.code, len(lines), f"{key} makes no" in done.out) == (0, int(told), False), done.err
    if call[0] != "matrix":
        found = json.loads(shoot(*call, "-r", edition, "--set", f"{key}={value}", "--json").out)
        assert found.get("unused") == ({key: value} if told else None)


def test_where_modes_are_tried_one_by_one_it_matters_which_one_was_said(shoot):
    """Of one attack in no mode it is found out why nobody asked, as `odds` does; its numbers stay those of the best."""
    both = ("2x AP4 AT5 range 12", "4x INF armour 3 + 1x AV armour 5")
    for said in ("value=AT", "value=AP"):
        assert shoot("odds", "-r", "rh", *both, "--set", said).err == ""
        done = shoot("matrix", "-r", "rh", both[0], "--against", both[1], "--set", said)
        assert (done.code, done.err) == (0, "")
        compared = shoot("compare", "-r", "rh", both[0], "--against", both[1], "--set", said)
        assert (compared.code, compared.err) == (0, "")
    bare = shoot("matrix", "-r", "rh", both[0], "--against", "4x INF armour 3", "--set", "value=AP")
    assert bare.err == "value makes no difference to this attack.\n"
    best = ("matrix", "vanguard::Hellblaster", "--against", "nihilakh::Necron Warriors")  # standard is proposed
    plain, idle = (json.loads(shoot(*best, *said).out) for said in ([], ["--set", "lethal=no"]))
    assert (plain["mode"], plain | {"run": ""}) == ("plasma incinerator (supercharge)", idle | {"run": ""})


@pytest.mark.parametrize(
    ("edition", "units", "said", "told"),
    [
        ("10e", ("3x A2 BS3+ S4 AP0 D1", "10x T8 Sv6+"), ["wound_modifier=-3"], ["wound_modifier"]),  # a 6 wounds
        ("10e", ("3x A2 BS3+ S4 AP0 D1", "10x T4 Sv6+"), ["wound_modifier=-3"], []),
        ("2e", ("3x BS9 boltgun", "10x T4 Sv6+"), ["modifier=3"], ["modifier"]),  # a 1 misses
        ("7e", ("3x BS4 boltgun", "T4"), ["target_state=gone to ground", "go_to_ground=yes"], ["go_to_ground"]),
    ],
)
def test_what_another_fact_or_a_limit_makes_idle_is_told(shoot, edition, units, said, told):
    done = shoot("odds", "-r", edition, *units, *(word for one in said for word in ("--set", one)), "--json")
    assert [*unused(done)] == told


def test_a_batch_tells_a_fact_that_comes_to_its_default(shoot):
    scenario = {"ruleset": "7e", "attacker": "5x BS4 boltgun", "target": "10x T4 Sv3+", "answers": {"cover": "6+"}}
    bare = {**scenario, "target": "10x T4 Sv-"}
    done = shoot("odds", "--batch", "-", stdin=f"{json.dumps(scenario)}\n{json.dumps(bare)}\n")
    assert [json.loads(line).get("unused") for line in done.out.splitlines()] == [{"cover": "6+"}, None]
    assert done.err == "line 1: cover makes no difference to this attack.\n"


def test_matchup_tells_what_is_said_against_what_is_known(shoot, tmp_path):
    key, lists = AGAINST[2], []
    for name in ("Mine", "Theirs"):
        gun = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1, "abilities": [f"re-roll hit rolls {key}"]}
        model = {"name": "Man", "count": 5, "T": 4, "Sv": "3+", "W": 1, "weapons": ["gun"]}
        units = [{"name": f"{name} {n}", "models": [model]} for n in (1, 2)]
        document = {"ruleset": "40k-10e", "name": name, "weapons": {"gun": gun}, "units": units}
        lists.append(tmp_path / f"{name}.json")
        lists[-1].write_text(json.dumps(document))
    done = shoot("matchup", *map(str, lists), "--set", f"{key}=yes")
    assert (AGAINST[3] in done.out, done.err.count(AGAINST[3])) == (False, 1), done.out + done.err
    found = json.loads(shoot("matchup", *map(str, lists), "--set", f"{key}=yes", "--json").out)
    assert found["overruled"] == {key: {"computed": "no", "said": "yes"}}


@pytest.mark.parametrize("call", [["odds"], ["resolve"], ["resolve", "--times", "3"]], ids=" ".join)
def test_what_is_said_against_what_is_known_is_told(shoot, call):
    key = "if target below half strength"
    line = '6x A1 BS3+ S4 AP0 D1 24" [re-roll hit rolls if target below half strength]'
    done = shoot(*call, "-r", "10e", line, "10x T4 Sv3+ W1", "--set", f"{key}=yes", "--json")
    assert done.json["overruled"] == {key: {"computed": "no", "said": "yes"}}
    assert f"{key} is no by what is known of these units; yes is taken, as you say." in done.err
    silent = shoot(*call, "-r", "10e", line, "10x T4 Sv3+ W1", "--set", f"{key}=no", "--json")
    assert (silent.json.get("overruled"), silent.err) == (None, "")


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_no_more_alone_is_no_weapon(shoot, edition):
    """Nothing would fire. Behind a weapon it ends what fires."""
    lines = ("odds", "-r", edition, '5x "M" "rifle" A1 BS3+ S4 AP0 D1', "5x T4 Sv7+ W1")
    assert "“no more” is not one of" in shoot(*lines, "--weapon", "no more").refused()
    assert shoot(*lines, "--weapon", "rifle, no more", "--json").json["expected"]["shots"] == 5


WRONG = """ruleset: 40k-7e
attacker: 3x BS4 S4 AP5 Rapid Fire 24"
target: 5x T4 Sv6+
answers:
  cover: 9+
  half_range: {said}
  kover: 5+
"""


@pytest.mark.parametrize("command", [("odds",), ("odds", "--what-if"), ("resolve", "--times", "20")])
def test_all_wrong_answers_of_a_scenario_are_told_with_their_places(shoot, tmp_path, command):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG.replace("{said}", "9"), encoding="utf-8")
    told = shoot(*command, str(file)).refused().splitlines()
    beginnings = ("5:10: cover: “9+” is not one of: none", "6:15: half_range: there are 3", "7:10: kover is not asked")
    assert [line.startswith(f"{file}:{words}") for line, words in zip(told, beginnings, strict=True)] == [True] * 3


def test_wrong_answers_of_options_are_told_together_and_those_of_a_file_that_they_replace_are_not(shoot, tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG.replace("{said}", "2"), encoding="utf-8")
    told = shoot("odds", str(file), "--set", "kover=4+", "--set", "cover=none", "--set", "shots=x").refused()
    assert [line.split()[0] for line in told.splitlines()] == ["kover", "shots"]


def test_a_line_of_a_batch_has_all_its_wrong_answers(shoot, tmp_path):
    scenario = {"ruleset": "40k-7e", "attacker": "3x BS4 boltgun", "target": "5x T4 Sv6+"}
    file = tmp_path / "batch.jsonl"
    file.write_text(json.dumps(scenario | {"answers": {"cover": "9+", "kover": "5+"}}), encoding="utf-8")
    told = json.loads(shoot("odds", "--batch", str(file)).out)["error"].splitlines()
    assert [line.split()[0] for line in told] == ["cover:", "kover"]


@pytest.mark.slow
@pytest.mark.rule("EVE-31")
def test_comparisons_have_the_effects_that_were_said(shoot):
    said = ("--set", "effects=Lethal Hits", "--set", "target_effects=-1 to hit", "--json")
    guns, mob = "adeptus-astartes::Hellblaster", "waaagh::Shoota"
    told = {"effects": ["Lethal Hits"], "target_effects": ["-1 to hit"]}
    for command in (
        ["odds", guns, mob],
        ["compare", guns, "--against", mob],
        ["matchup", guns, mob],
        ["need", mob, guns],
    ):
        assert shoot(*command, *said).json["told"] == told, command
    assert "told" not in shoot("compare", guns, "--against", mob, "--json").json
