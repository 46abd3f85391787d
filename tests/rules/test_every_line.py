"""Profile lines of every edition: what is wrong is told with its place, and nothing without quotes is taken for a name."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.engine.questions import Choose
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.each import each

EVERY = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)


def own_tests(edition: Edition) -> Any:
    """The tests of the lines of this edition, with its own cases."""
    return import_module(f"tests.rules.{edition.package.rpartition('.')[2]}.test_lines")


def refused(lines: Any, role: str, words: str) -> str:
    with pytest.raises(ArmyErrors) as caught:
        lines.read_line(f"{lines.EXAMPLES[role]} {words}", role)
    return str(caught.value)


@EVERY
@pytest.mark.parametrize("role", ["attacker", "target"])
@pytest.mark.parametrize("words", ["Grey Heralds", "Heralds", "of the north", "ambush tactics"])
def test_a_name_is_written_in_quotes(edition: Edition, role: str, words: str) -> None:
    assert f'a name is written in quotes: "{words}"' in refused(edition.unit_text(), role, words)


@EVERY
@pytest.mark.parametrize("role", ["attacker", "target"])
def test_what_is_said_of_an_attack_is_no_name(edition: Edition, role: str) -> None:
    lines = edition.unit_text()
    facts = lines.LinePart.FACTS[role]
    assert "in cover" in facts
    known = {question.key: question for question in edition.ruleset().possible_questions}
    for words, answer in facts.items():
        key, value = answer.split("=")
        assert key in known or key in ("attacker_state", "target_state"), answer
        if type(question := known.get(key)) is Choose:
            assert value.strip("'") in [option.value for option in question.options], answer
        for said in (words, words.upper()):
            told = refused(lines, role, said)
            assert f"“{said}” is no value" in told, told
            assert f'a fact is said with --set {answer}, a name is written in quotes: "{said}"' in told


LEAST = {"rh": "INF A3"}  # the least that a line says of models; else T4
# Lines, what stands at the column that is told (0: behind the line; 1000: that column), and the words.
WRONG: list[tuple[str, str | int, str]] = [
    ("", "", "it is empty"),
    ("+ {least}", "", "nothing stands before this +"),
    ("{least} +", 0, "the line ends where a model is expected"),
    ("5x 6x {least}", "6x", "a second number of {men}"),
    ("{too_many}x {least}", "", "from 1 to {most} {men}"),
    ("{most}x {least} + 51x {least}", "", "more than {most} {men}"),
    ('{least} "abc', '"', "is opened and never closed"),
    ("{least} [fear", "[", "is opened and never closed"),
    ('"" {least}', "", "a name has 1 to 60 characters"),
    ("{least} " + "x" * 1000, 1000, "is too long"),
]


@EVERY
@pytest.mark.parametrize("role", ["attacker", "target"])
def test_the_examples_in_errors_can_be_read(edition: Edition, role: str) -> None:
    lines = edition.unit_text()
    assert lines.read_line(lines.EXAMPLES[role], role).models


@EVERY
def test_what_is_wrong_with_a_line(edition: Edition) -> None:
    """Of any edition, and what each has for itself."""
    lines, least = edition.unit_text(), LEAST.get(edition.short, "T4")
    most = 60 if edition.short == "rh" else 200
    rows = list(getattr(own_tests(edition), "WRONG_LINES", ()))
    for words, at, told in WRONG:
        text = words.format(least=least, most=most, too_many=most + 1)
        column = 1000 if at == 1000 else len(text) + 1 if at == 0 else text.index(str(at)) + 1
        rows.append(
            ("target", text, column, told.format(most=most, men="units" if edition.short == "rh" else "models"))
        )
    if edition.short != "rh":  # there it is that of a weapon
        rows.append(("target", '"a" "b" T4', 5, "a second name"))

    @each(("role", "text", "column", "words"), rows)
    def wrong(role: str, text: str, column: int, words: str) -> None:
        with pytest.raises(ArmyErrors) as caught:
            lines.read_line(text, role)
        said = str(caught.value)
        assert said.startswith(f"{role} line:1:{column}: ")
        assert words in said
        assert said.endswith(f"A line looks like {lines.EXAMPLES[role]}")

    wrong()


@EVERY
def test_the_order_of_the_words_is_free(edition: Edition) -> None:
    lines, chance = edition.unit_text(), Random(1)
    words = getattr(
        own_tests(edition), "FREE_WORDS", "5x|T4|A2|BS3+|S4|AP-1|D D3|[lethal hits]|(Infantry)|Sv3+|W2"
    ).split("|")
    first = lines.read_line(" ".join(words), "attacker")
    for _ in range(20):
        assert lines.read_line(" ".join(chance.sample(words, len(words))), "attacker") == first
