"""Profile lines of every edition: what stands without quotes is never taken for a name."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.engine.questions import Choose
from shoot_cli.rules import RULESETS, Edition

EVERY = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)


def refused(lines: Any, role: str, words: str) -> str:
    with pytest.raises(ArmyErrors) as caught:
        lines.read_line(f"{lines.EXAMPLES[role]} {words}", role)
    return str(caught.value)


@EVERY
@pytest.mark.parametrize("role", ["attacker", "target"])
@pytest.mark.parametrize("words", ["Grey Heralds", "Heralds", "of the north", "ambush tactics"])
def test_a_name_is_written_in_quotes(edition: Edition, role: str, words: str) -> None:
    told = refused(edition.unit_text(), role, words)
    assert f'a name is written in quotes: "{words}"' in told


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
