"""Who is in the two units of an attack: those of their lists who have joined them, or are said to have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shoot_cli.core.questions import Several
    from shoot_cli.core.ruleset import Ruleset

Both = tuple[Any, Any]


def mustered(
    ruleset: Ruleset, units: Both, lists: Both, said: Mapping[str, Any]
) -> tuple[Any, Any, tuple[Several, ...], frozenset[str]]:
    """Attacker and target as they stand together, what was asked about that, and the keys that somebody said.

    ``lists``: the units of the list of each. :raises InputError: somebody is named who cannot be in it.
    """
    sides = zip(("attacker", "target"), units, lists, strict=True)
    there = [ruleset.muster(role, unit, among, said) for role, unit, among in sides]
    attacker, target = (one.unit if one else unit for one, unit in zip(there, units, strict=True))
    questions = tuple(one.question for one in there if one)
    return attacker, target, questions, frozenset(question.key for question in questions if question.key in said)
