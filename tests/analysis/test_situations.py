"""Situations in words: what each edition knows, what is refused, and that they are the answers that they say."""

from __future__ import annotations

import json

import pytest

from shoot_cli.analysis.situations import denied, listing, phrases, plain, questions_by_key, rows, situation_of
from shoot_cli.engine.questions import Choose
from shoot_cli.engine.reasons import InputError
from shoot_cli.input.answers import parse
from shoot_cli.rules import RULESETS
from tests.helpers.command_line import home, shoot  # noqa: F401  fixtures
from tests.helpers.each import each
from tests.helpers.samples import first

MELTA, DREAD = "ultramarines::Melta Squad", "orks::Deff Dread"


@each(
    ("ruleset", "text", "answers"),
    [
        ("7e", "in cover, half range", {"cover": "5+", "half_range": "all"}),
        ("7e", "IN  THE RUINS , Rear armour", {"cover": "ruin", "facing": "rear"}),
        ("7e", "not in cover, not moved", {"cover": "none", "moved": "none"}),
        ("7e", "cover 4+, facing side", {"cover": "4+", "facing": "side"}),
        ("7e", "target gone to ground", {"go_to_ground": "yes"}),
        ("10e", "target in cover, Remained Stationary", {"cover": "yes", "stationary": "yes"}),
        ("10e", 'no cover, 12", hit modifier -1', {"cover": "no", "distance": "12", "hit_modifier": "-1"}),
        ("10e", "at 6.5 inches, Command Re-roll hit", {"distance": "6.5", "command_reroll": "hit"}),
        ("10e", "if target is below half strength", {"if target below half strength": "yes"}),
        ("10e", "if target is not below half strength", {"if target below half strength": "no"}),
        ("10e", "in half range, did not move", {"half_range": "all", "stationary": "yes"}),
        ("10e", "in cover and half range, moved", {"cover": "yes", "half_range": "all", "stationary": "no"}),
        ("rh", "barrage and 3 tiles", {"shooting": "barrage", "distance": "3"}),
        ("11e", "target in cover, stood still", {"cover": "yes", "stationary": "yes"}),
        ("7e", "within half range and stood still", {"half_range": "all", "moved": "none"}),
        ("2e", "in the open, did not move", {"cover": "none", "moved": "none"}),
        ("11e", "hidden, shooting type indirect", {"hidden": "yes", "shooting": "indirect"}),
        ("2e", "soft cover, short range, very fast", {"cover": "soft", "short": "all", "speed": "very fast"}),
        ("rh", "in cover, crossfire, 3 tiles", {"cover": "2", "crossfire": "yes", "distance": "3"}),
        ("rh", "shock 2, target shock", {"shock": "2", "target_shock": "1"}),
    ],
)
def test_words_are_answers(ruleset: str, text: str, answers: dict[str, str]) -> None:
    assert situation_of(text, ruleset).answers == answers


@each(
    ("ruleset", "text", "words"),
    [
        ("10e", "in covr", "10th edition has no situation “in covr”. Did you mean in cover"),
        ("10e", "in covr", "It has: cover, moved, remained stationary, half range"),
        ("10e", "engaged", "“engaged” may be said of both sides; say “attacker engaged” or “target engaged”"),
        ("7e", "gone to ground", "say “attacker gone to ground” or “target gone to ground”"),
        ("10e", "in cover, moved, not in cover", "“in cover” and “not in cover” contradict each other"),
        ("7e", "cover 9+", "“cover 9+”: “9+” is not one of"),
        ("10e", "hit modifier of iron", "“hit modifier of iron”:"),
        ("10e", "not half range", "no situation “not half range”"),
        ("7e", "mode=standard", "no situation “mode=standard”. An answer with its key is said with --set. It has: "),
        (
            "2e",
            "half range",
            "2nd edition has no situation “half range”. Did you mean long range, at long range or short range?",
        ),
        ("10e", " , ", "a situation is words with commas between them"),
        ("10e", "x" * 1001, "at most 1,000 letters, and not 1,001"),
    ],
)
def test_other_words_are_refused_with_what_would_do(ruleset: str, text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        situation_of(text, ruleset)
    assert words in str(error.value)


@pytest.mark.parametrize("of", RULESETS, ids=lambda of: of.short)
def test_everything_that_is_listed_can_be_said(of) -> None:
    """Each phrase is the answer that its row says, and a value that its question takes; so is its opposite."""
    questions = questions_by_key(of)
    told = rows(of)
    for answer, names in told.items():
        key, _, value = answer.partition("=")
        for words in names:
            if words.endswith(" ..."):
                question = questions[key]
                value = next(one.value for one in question.options) if isinstance(question, Choose) else "1"
            (part,) = situation_of(words.replace("...", value if value != "..." else "1"), of.name).parts
            assert part.key == key
            assert value == "..." or plain(part.value) == plain(value)
    for part in phrases(of).values():
        question = questions.get(part.key)
        if isinstance(question, Choose):
            assert parse(question, part.value) in [option.value for option in question.options]
            assert denied(of, part) is None or denied(of, part).value in [option.value for option in question.options]
    assert listing(of).count(",") == len(told) - 1
    assert {key.partition("=")[0] for key in told} >= {"cover", "distance"}


def test_only_what_says_more_is_told_with_its_answer() -> None:
    assert situation_of("in cover, Half Range", "7e").words == "in cover (cover 5+), Half Range"
    assert situation_of("moved, cover 5+", "7e").words == "moved, cover 5+"


@pytest.mark.parametrize(
    "words",
    first(2, [pytest.param(one, id=one[0]) for one in (
        ("odds", MELTA, DREAD), ("compare", MELTA, "--against", DREAD, "--no-facts"), ("odds", MELTA, DREAD, "--what-if"),
        ("need", DREAD, MELTA, "--chance", "1%"), ("need", DREAD, MELTA, "--attacks", "meltagun", "--chance", "1%"),
        ("matchup", MELTA, DREAD), ("odds", MELTA, MELTA, DREAD), ("compare", "1x BS4 lascannon", "-r", "7e", "--against", "grid"),
    )]),
)  # fmt: skip
def test_a_situation_is_the_answers_that_it_says_and_stands_above(shoot, tmp_path, words) -> None:  # noqa: F811
    said = shoot(*words, "--as", "in cover, not moved", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found.pop("situation") == "in cover (cover 5+), not moved"
    assert found == json.loads(shoot(*words, "--cover", "5+", "--set", "moved=none", "--json").out)
    assert "As you say: in cover (cover 5+), not moved." in shoot(*words, "--as", "in cover, not moved", "--plain").out
    for name in ("sheet.html", "sheet.svg"):
        assert shoot(*words, "--as", "in cover, not moved", "-o", str(tmp_path / name)).code == 0
        text = (tmp_path / name).read_text(encoding="utf-8").replace("&#160;", " ")
        assert "As you say: in cover (cover 5+)" in text


@pytest.mark.slow
@pytest.mark.parametrize("key", [("--as", "half range"), ("--set", "half_range=all")])
def test_half_range_is_half_the_stated_distance(shoot, key) -> None:  # noqa: F811
    """Of a unit with boltguns (24") it is 12", of one with meltaguns (12") 6"."""
    tactical = "ultramarines::Tactical Squad"
    far = json.loads(shoot("compare", MELTA, tactical, "--against", DREAD, *key, "--json").out)
    assert [row["cells"][0]["distance"] for row in far["rows"]] == [6.0, 12.0]
    assert far["standing"].startswith(
        'Distance: half the greatest at which all its main guns reach: 6" (Melta Squad), 12"'
    )
    assert "distance" not in far["tried"]
    for row, distance in zip(far["rows"], ("6", "12"), strict=True):
        unit = f"ultramarines::{row['attacker']}"
        at = ("--distance", distance, "--set", "half_range=all")
        (cell,) = json.loads(shoot("compare", unit, "--against", DREAD, *at, "--no-facts", "--json").out)["rows"][0][
            "cells"
        ]
        assert cell["destroyed"] == row["cells"][0]["destroyed"] > 0
    (after, _) = json.loads(shoot("odds", MELTA, tactical, DREAD, *key, "--json").out)["after"]
    assert after["destroyed"] == far["rows"][0]["cells"][0]["destroyed"]
    needed = json.loads(shoot("need", DREAD, MELTA, *key, "--chance", "1%", "--json").out)
    assert needed["sets"][0]["destroyed"] == after["destroyed"]
    if key[0] == "--as":
        alone = json.loads(shoot("odds", MELTA, DREAD, *key, "--json").out)
        assert alone["situation"] == 'half range; the distance is 6"'
        assert alone["destroyed"] == after["destroyed"]


@pytest.mark.slow
@each(
    ("words", "wrong"),
    [
        (("odds", MELTA, DREAD, "--as", "in cover", "--cover", "4+"), "cover is said twice, by the situation and by an option"),
        (("odds", "attack.yaml", "--as", "in cover"), "a scenario says itself"),
        (("matchup", "ultramarines", "orks", "--as", "in a boat"), "7th edition has no situation “in a boat”"),
        (("matchup", "ultramarines", "orks", "--as", "9e"), "no situation “9e”. An edition is said with --ruleset."),
        (("odds", "ultramarines::Devastator", "orks::Slugga", "--as", "cover=5+"), "An answer with its key is said with --set."),
        (("odds", "--batch", "lines.jsonl", "--as", "in cover"), "leave out --as"),
        (("compare", "macragge_column::Lascannon Squad", "--against", "goff_mob::Goff Boyz", "--set", "half_range=all"), "half_range is not asked"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_a_sentence(shoot, words, wrong) -> None:  # noqa: F811
    assert wrong in " ".join(shoot(*words).refused(shoot(*words).code).split())


def test_few_words_are_what_the_units_alone_are_asked(shoot) -> None:  # noqa: F811
    """A fact by a part of its words, a reaction by its name; of `--set` the fact too. Others are refused as before."""
    pair = ("10e/adeptus-astartes::Intercessor Squad", "10e/waaagh::Slugga Boyz")
    whole = shoot("odds", *pair, "--set", "if Oath of Moment target=yes", "--json").json
    for said in (("--as", "oath"), ("--as", "Oath of Moment"), ("--set", "oath=yes")):
        assert shoot("odds", *pair, *said, "--json").json["slain"] == whole["slain"], said
    without = shoot("odds", *pair, "--set", "if Oath of Moment target=no", "--json").json["slain"]
    for words in ("no oath", "not Oath of Moment"):
        assert shoot("odds", *pair, "--as", words, "--json").json["slain"] == without != whole["slain"], words
    assert "no situation “no go to ground”" in " ".join(
        shoot("odds", *pair[::-1], "--as", "no go to ground").refused(1).split()
    )
    back = shoot("odds", *pair[::-1], "--as", "go to ground and oat of moment").refused(1)
    assert "has no situation “oat of moment”" in " ".join(back.split())
    there = shoot("odds", *pair[::-1], "--set", "reaction=go to ground", "--json").json
    assert shoot("odds", *pair[::-1], "--as", "go to ground", "--json").json["slain"] == there["slain"]
    assert "oth is not asked in this attack" in shoot("odds", *pair, "--set", "oth=yes").refused(1)
    both = ("--set", "oath=yes", "--set", "if Oath of Moment target=no")
    assert "oath is not asked in this attack" in shoot("odds", *pair, *both).refused(1)
    assert "ground is not asked in this attack" in shoot("odds", *pair[::-1], "--set", "go to ground=yes").refused(1)
