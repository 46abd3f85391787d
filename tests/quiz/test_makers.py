"""Makers of questions about what is rolled in attacks."""

from __future__ import annotations

from random import Random

from shoot_cli.practice.session import source
from shoot_cli.quiz.makers import rolled


def test_a_roll_is_asked_about_only_if_it_hangs_on_the_rule() -> None:
    """Few saves of the attacks that are drawn do."""
    quiz = rolled(source("40k-7e", Random(1)).asked_for("save", "7E-SAV-10"))
    assert quiz.kind == "save"
    assert "7E-SAV-10" in {reason.rule for reason in quiz.because}
