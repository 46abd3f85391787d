"""Questions about rolls of attacks that were played for the purpose: what each needs, and what goes into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shoot_cli.core.lessons import quizzes
from shoot_cli.core.questions import Roll
from shoot_cli.core.quizzes.drill import Maker
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import NothingToAsk, Source

LOOKED_THROUGH = 60  # attacks


def rolled(
    *,
    fits: Callable[[Any, Any], bool] = lambda shooter, target: True,
    about: Callable[[Roll, Any], Mapping[str, Any]] = lambda roll, record: {},
    cell: Callable[[Roll, Any], tuple[int, int] | None] = lambda roll, record: None,
    **facts: Any,
) -> Maker:
    """A roll that hangs on the rule, out of attacks between units that ``fits``.

    ``about``: what the answer follows from, by name. ``cell``: where it stands in the rule's chart. ``facts``: answers
    that the attacks are played with; others are drawn.
    """

    def make(source: Source) -> Quiz:
        for number, played in enumerate(source.attacks(fits, **facts)):
            if number >= LOOKED_THROUGH:
                break
            found = [
                (one, question, entry.record)
                for entry in played.log
                if isinstance(question := entry.question, Roll)
                for one in quizzes(question, entry.record, source.ruleset)
                if one.kind == source.kind and any(reason.rule == source.rule for reason in one.because)
            ]
            if found:
                one, roll, record = source.one(found)
                situation = one.situation or source.ruleset.situation(record)
                told = tuple(sorted({**dict(one.facts), **about(roll, record)}.items()))
                return one.but(rule=source.rule, situation=situation, cell=cell(roll, record), facts=told)
        raise NothingToAsk

    return make
