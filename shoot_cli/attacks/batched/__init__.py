"""Many attacks at once, with numpy: each unit of one list at each of another, as exact as one after the other.

For attacks that are chains (``core/chains.py``): volleys, shots, hits and wounds that go their way alone, up to a line
of models that are alike to them. A pair of units is taken only if what it declares says so; others are left to the
engine (``exact.py``). Where to start reading: ``tables`` asks the edition what each unit fires and what there is to
shoot at; ``laws`` runs its rules for one token each; ``numbers`` raises these laws to powers; ``links`` and ``pairs``
put both together, and carry them along the ``lines``.

Open it only where it is wanted: it opens numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.attacks.batched.arrays import Bools, Floats, Places, np
from shoot_cli.attacks.batched.laws import Laws
from shoot_cli.attacks.batched.lines import WoundTrack
from shoot_cli.attacks.batched.pairs import Pairs, TargetFigures
from shoot_cli.attacks.batched.tables import Tables
from shoot_cli.core.answerers import Preset, answer_from, raise_missing
from shoot_cli.core.odds.forking import Forking
from shoot_cli.core.questions import BadAnswer
from shoot_cli.core.ruleset import Ruleset

NONE: Mapping[str, Any] = {}


class Figures(NamedTuple):
    """Arrays ``[attacker, target]``; NaN where a pair was not ``taken``.

    :ivar destroyed: the chance that nothing is left; ``slain``: models expected to fall; ``damage``: wounds, to be lost
    """

    destroyed: Floats
    slain: Floats
    damage: Floats
    taken: Bools


class Distribution(NamedTuple):
    """``slain[k]``, ``damage[k]``: the chance that exactly k models fall, k wounds are lost; up to all of them."""

    destroyed: float
    slain: list[float]
    damage: list[float]


def figures(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> Figures:
    """What every attacker does to every target. ``answers``, ``settings``: as of a `Task`, the same for all pairs."""
    shape = len(targets), len(attackers)  # so that a target's row lies together; the arrays are turned at the end
    destroyed, slain, damage = (np.full(shape, np.nan) for _ in range(3))
    taken = np.zeros(shape, np.bool_)
    for part, here, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.figures):
        taken[here] = part.taken[sort]
        for place, figure in enumerate((destroyed, slain, damage)):
            figure[here] = part.values[sort, :, place]
    return Figures(destroyed.T, slain.T, damage.T, taken.T)


def distributions(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> list[list[Distribution | None]]:
    """All chances, ``[attacker][target]``; None in the place of a pair that is not taken. For few of them."""
    found: list[list[Distribution | None]] = [[None] * len(targets) for _ in attackers]
    for part, here, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.places):
        for target, place in zip(here.tolist(), sort.tolist(), strict=True):
            for attacker in np.flatnonzero(part.taken[place]).tolist():
                lost = part.values[place, attacker]
                slain = np.bincount(part.row.slain, lost)
                found[attacker][target] = Distribution(float(lost[-1]), slain.tolist(), lost.tolist())
    return found


def parts(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any],
    settings: Mapping[str, str],
    wanted: Callable[[WoundTrack], Floats],
) -> Iterator[tuple[TargetFigures, Places, Places]]:
    """Of targets of some sorts what came of them, which they are, and the place of each one's sort.

    Nothing if no attack of this edition, or none with these answers and settings, is worked out so.
    """
    defaults, told = ruleset.defaults(), told_of(ruleset, answers)
    if ruleset.chains is None or told is None or any(defaults.get(key) != said for key, said in settings.items()):
        return
    table = Forking(Preset({}, raise_missing), defaults)
    chains = ruleset.chains(told, table)
    if not told.keys() <= chains.answers:
        return
    tables = Tables(chains, attackers, targets)
    sort_of = np.array(tables.sort_of, np.intp)
    for part in Pairs(tables, Laws(chains, table)).parts(wanted):
        place = np.full(len(tables.sorts) + 1, -1, np.intp)  # the last one is for targets of no sort
        place[part.sorts] = np.arange(len(part.sorts))
        here = np.flatnonzero(place[sort_of] >= 0)
        yield part, here, place[sort_of[here]]


def told_of(ruleset: Ruleset, answers: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answers as the rules read them; None if one is not as plain as that, or cannot be."""
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
