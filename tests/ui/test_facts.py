"""The facts of an attack in a menu: six in sight, what was changed bold, and what follows from a yes."""

from __future__ import annotations

import textwrap
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.asked.rows import fact_named, fact_rows, facts_said
from shoot_cli.asked.scene import FIRST, Scene, current_facts, facts_act
from shoot_cli.asked.sentences import MATTER, fact_words, reasons
from shoot_cli.engine.questions import Choose, Decided, Facts, HowMany, Number, Option
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.ui.block import bar_of, bar_of_words, block
from shoot_cli.ui.menu import Choices, bands, hidden_rows_text, rarely_chosen_text
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import PromptFrame

YES_NO = (Option("no"), Option("yes"))
COVER = Choose("cover", YES_NO, "no", text="Target in cover")
NIGHT = Choose("night", YES_NO, "no", text="Night Fighting: everybody has Stealth")
PARTS = (COVER, *(Number(f"fact_{n}", 0, 9, 0, text=f"Fact number {n}") for n in range(2, 9)), NIGHT)


def said(values: Any) -> Decided:
    words = ("in cover" if values["cover"] == "yes" else "in the open", "all at half range")
    return Decided(words, "8 boltguns", "16 shots", "8 boltguns at Boyz")


FACTS = Facts("facts", PARTS, text=said({"cover": "no"}).sentence(), words=said, default={})


def drawn(choices: Choices, width: int = 80) -> list[str]:
    return [line.plain.rstrip() for band in bands(choices, width, 20, textwrap.wrap) for line in band.lines]


def test_names_of_hidden_rows_have_the_dots_of_more_once() -> None:
    words = rarely_chosen_text(["effects on the shooters ...", "effects on Boyz ...", "Night"], False, 80)
    assert words == "3 that seldom matter (effects on the shooters ...): - shows them"


def test_six_facts_are_in_sight_and_a_key_shows_the_rest_and_folds_it() -> None:
    choices = Choices(fact_rows(FACTS, {}, Decided((), so="16 shots")), 0, False, beside=False)
    assert len(drawn(choices)) == 1 + MATTER
    assert drawn(choices)[:3] == [" ►  1 yes: 16 shots", "    2 Target in cover  no", "    3 Fact number 2    0"]
    assert (
        hidden_rows_text(choices, 80, "fact") == "3 that seldom matter (Fact number 7, Fact number 8 ...): - shows them"
    )
    assert hidden_rows_text(choices, 39, "fact") == "3 that seldom matter: - shows them"
    choices.fold()
    assert len(drawn(choices)) == 1 + len(PARTS)
    assert drawn(choices)[-1] == "   10 Night Fighting   no"
    assert "- folds them" in hidden_rows_text(choices, 80, "fact")
    choices.fold()
    assert len(drawn(choices)) == 1 + MATTER


def test_what_fires_is_not_read_twice() -> None:
    rows = fact_rows(FACTS, {}, Decided((), fires="no", so="16 shots"))
    assert (rows[1].name, rows[1].value) == ("Target in cover", "see above")


def test_what_fires_follows_the_profile_that_was_picked() -> None:
    words = {"krak": "2 kraks", "frag": "2 frags"}
    mode = Choose("mode", (Option("krak"), Option("frag")), "krak")
    firing = HowMany("firing", (("krak", 2), ("frag", 2)), (2, 0))
    facts = Facts(
        "facts", (firing, mode), words=lambda told: Decided((), words[told["mode"]]), text="2 kraks", default={}
    )
    rows = fact_rows(facts, {"mode": "frag"}, current_facts(facts, {"mode": "frag"}))
    assert [row.value for row in rows] == ["", "see above", "frag"]


def test_a_fact_that_was_changed_is_bold_and_stays_in_sight() -> None:
    choices = Choices(fact_rows(FACTS, {"night": "yes"}, Decided(())), 0, False, beside=False)
    assert drawn(choices)[0] == " ►  1 yes"
    assert drawn(choices)[-1] == "   10 Night Fighting   yes"
    line = bands(choices, 80, 20, textwrap.wrap)[-1].lines[0]
    assert any(line.plain[span.start : span.end] == "yes" and span.style == "strong" for span in line.spans)
    usual = bands(choices, 80, 20, textwrap.wrap)[1].lines[0]
    assert not any(span.style == "strong" and usual.plain[span.start : span.end] == "no" for span in usual.spans)


def test_a_fact_out_of_sight_is_found_by_its_name() -> None:
    choices = Choices(fact_rows(FACTS, {}, Decided(())), 0, False, beside=False)
    choices.type("night")
    assert choices.taken() == 9
    assert fact_named("night", FACTS) == 9


def test_a_fact_is_found_by_what_it_can_be_where_no_name_is() -> None:
    mode = Choose("mode", (Option("standard"), Option("supercharge")), "standard", text="Plasma incinerator")
    facts = FACTS.but(parts=(mode, *PARTS))
    choices = Choices(fact_rows(facts, {}, Decided(())), 0, False, beside=False)
    choices.type("super")
    assert (choices.at, choices.taken()) == (1, "super")
    assert fact_named("super", facts) == 1
    with pytest.raises(BadAnswer, match="no fact “superb” here"):
        fact_named("superb", facts)


def test_a_fact_is_read_behind_the_word_that_people_say_before_it() -> None:
    cover = Choose("cover", (Option("none"), Option("5+")), "none", text="Cover of the target")
    facts = FACTS.but(parts=(cover, *PARTS[1:]))
    assert [(said.row, said.answer) for said in facts_said("in cover 5+", facts)] == [(1, "5+")]


def test_what_the_battle_knows_is_said_where_it_is_not_asked() -> None:
    facts = FACTS.but(known=lambda: {"Oath of Moment target": "yes", "below half strength": "no"})
    with pytest.raises(BadAnswer, match="that is settled here: Oath of Moment target: yes"):
        fact_named("oath of moment", facts)
    with pytest.raises(BadAnswer, match="that is settled here: below half strength: no"):
        fact_named("is below half strength", facts)
    with pytest.raises(BadAnswer, match="no fact “superb” here"):
        fact_named("superb", facts)


def test_why_of_facts_is_short() -> None:
    lines = reasons(FACTS.but(parts=(COVER.but(rules=("X-1", "X-2")), *PARTS[1:]), rules=("X-9",)))
    assert len(lines) == MATTER + 1
    assert (lines[0], lines[-1]) == ("Target in cover (X-1, X-2)", "and 3 that seldom matter")


def test_plain_lines_list_six_and_the_rest_on_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, typed = StringIO(), iter(["-", "10"])
    screen = PlainScreen(Console(file=shown, width=80))
    monkeypatch.setattr(screen, "_read", lambda prompt, around: next(typed))
    assert screen.menu(fact_rows(FACTS, {"fact_2": 3}, Decided((), so="16 shots")), 0, PromptFrame()) == 9
    first, _, rest = shown.getvalue().partition("3 that seldom matter: - shows them\n")
    assert " 1. yes: 16 shots\n 2. Target in cover: no\n 3. Fact number 2: 3 (changed)\n" in first
    assert "Night" not in first
    assert rest == " 8. Fact number 7: 0\n 9. Fact number 8: 0\n10. Night Fighting: no\n"


def test_the_bar_says_the_facts_and_what_fires_stands_above_it_once() -> None:
    act = facts_act(FACTS, ("Ultramarines", "Orks"), current_facts(FACTS, {"cover": "yes"}))
    assert act.pieces == ("AGREED?  in cover, all at half range",)
    assert act.told == "Ultramarines: 8 boltguns at Boyz, in cover, all at half range"
    scene = Scene(place="Ultramarines · turn 1", who="Squad", whom="Boyz", facts=('12"',))
    lines = [line.plain.rstrip() for line in block(scene, act, lambda width, most: [], 80, 20, False)]
    assert lines[1] == '  Squad → Boyz   8 boltguns · 12"'
    assert lines[2].startswith(" AGREED?  in cover, all at half range ")
    assert lines[2].endswith("▲ Ultramarines")
    declared = scene.but(facts=("8 boltguns at Boyz, 2 sustained fire dice", '12"'))
    first = block(declared, act.but(fires="8 boltguns at Boyz"), lambda width, most: [], 80, 20, False)[1].plain
    assert first.rstrip() == '  Squad → Boyz   8 boltguns at Boyz, 2 sustained fire dice · 12"'


@pytest.mark.rule("EVE-29")
@pytest.mark.parametrize("width", [80, 40, 24])
@pytest.mark.parametrize(("changed", "new"), [({}, ""), ({"cover": "yes"}, "incover")])
def test_what_is_new_stands_out_in_the_bar(changed: Any, new: str, width: int) -> None:
    act = facts_act(FACTS, ("Ultramarines", "Orks"), current_facts(FACTS, changed))
    bar = bar_of(Scene(asked=FIRST), act, width, False)
    out = "".join(line.plain[span.start : span.end] for line in bar for span in line.spans if span.style == "new")
    assert out.replace(" ", "") == new
    assert all(span.style in ("new", FIRST) for line in bar for span in line.spans)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("letters", range(10, 130, 7))
def test_whose_a_question_is_never_vanishes(width: int, letters: int) -> None:
    words = ("word " * 40)[:letters].strip()
    lines = [line.plain for line in bar_of_words(FIRST, words, "▲ Ultramarines Strike Force", width)]
    assert " ".join(" ".join(lines).split()).startswith(words)
    assert "▲ Ultramar" in lines[-1]
    assert {len(line) for line in lines} == {width}


def test_a_fact_is_told_in_the_words_of_the_game() -> None:
    assert fact_words(COVER, "yes") == "Target in cover"
    assert fact_words(COVER, "no") == "Target in cover: no"
    assert fact_words(NIGHT, "yes") == "Night Fighting"
