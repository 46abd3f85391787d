"""Many attacks at once, with numpy: every unit of one list at every unit of another, as exact as one after the other.

For attacks that are chains (``core/chains.py``): volleys, shots, hits and wounds that go their way alone, up to a line of
models that are alike to them. A pair of units is taken only if what it declares says so; all others are left to the
engine. Where to start reading: ``tables`` asks the edition what each unit fires and what there is to shoot at; ``laws`` runs
its rules for one token each; ``numbers`` raises these laws to powers; ``lines`` and ``pairs`` carry them along the lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.attacks.batched.arrays import Bools, Floats, np
from shoot_cli.attacks.batched.laws import Laws
from shoot_cli.attacks.batched.pairs import Pairs
from shoot_cli.attacks.batched.tables import Tables
from shoot_cli.core.answerers import Preset, answer_from, nobody
from shoot_cli.core.odds.forking import Forking
from shoot_cli.core.questions import BadAnswer
from shoot_cli.core.ruleset import Ruleset

NONE: Mapping[str, Any] = {}


class Figures(NamedTuple):
    """Arrays ``[attacker, target]``; NaN where a pair was not ``taken``.

    :ivar destroyed: the chance that nothing is left; ``slain``: models that are expected to fall; ``damage``: wounds
    """

    destroyed: Floats
    slain: Floats
    damage: Floats
    taken: Bools


def figures(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> Figures:
    """What every attacker does to every target. ``answers``, ``settings``: as of a `Task`, the same for all pairs."""
    shape = len(targets), len(attackers)
    destroyed, slain, damage = (np.full(shape, np.nan) for _ in range(3))
    taken = np.zeros(shape, np.bool_)
    pairs = pairs_of(ruleset, attackers, targets, answers, settings)
    if pairs is not None:
        of_sort = np.array(pairs.tables.sort_of, np.int64)
        for part in pairs.parts(lambda row: row.figures()):
            place = {sort: i for i, sort in enumerate(part.sorts)}
            here = np.flatnonzero(np.isin(of_sort, part.sorts))
            sort = [place[of_sort[target]] for target in here.tolist()]
            taken[here] = part.taken[sort]
            for out, figure in ((destroyed, 0), (slain, 1), (damage, 2)):
                out[here] = part.values[sort, :, figure]
    return Figures(destroyed.T, slain.T, damage.T, taken.T)


def pairs_of(
    ruleset: Ruleset, attackers: Sequence[Any], targets: Sequence[Any], answers: Mapping[str, Any],
    settings: Mapping[str, str],
) -> Pairs | None:  # fmt: skip
    """The pairs made ready; None if no attack of this edition, or with these answers, is worked out so."""
    defaults, told = ruleset.defaults(), told_of(ruleset, answers)
    if ruleset.chains is None or told is None or any(defaults.get(key) != value for key, value in settings.items()):
        return None
    table = Forking(Preset({}, nobody), defaults)
    chains = ruleset.chains(told, table)
    return Pairs(Tables(chains, attackers, targets), Laws(chains, table)) if told.keys() <= chains.answers else None


def told_of(ruleset: Ruleset, answers: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answers as the rules read them; None if one is not so plain, or cannot be."""
    known = {question.key: question for question in ruleset.known}
    told = {}
    for key, value in answers.items():
        if key not in known or isinstance(value, list):
            return None
        try:
            told[key] = known[key].read(answer_from(known[key], value))
        except BadAnswer:
            return None
    return told
