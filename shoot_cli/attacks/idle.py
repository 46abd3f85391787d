"""Answers that none of several attacks used, and those that no attack could ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.attacks.tried import Told, told_apart
from shoot_cli.attacks.unused import check_unused
from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.attacks.succession import Attacks

USED = object()


def idle_answers(attacks: Attacks) -> Told:
    """By key, as of one attack; ``cover@2`` for what was said of one attacker alone.

    What was said of all is right if it is of use to one of them.

    :raises InputError: a key that none of those attacks that it was said of knows, or a value that could never be
    """
    found: dict[str, Any] = {}
    not_asked: dict[str, str] = {}
    for key, about in answers_with_attackers(attacks).items():
        came = [outcome(attacks, who, key.partition("@")[0]) for who in about]
        wrong = [one for one in came if isinstance(one, InputError)]
        if len(wrong) == len(came):
            raise wrong[0]
        if any(one is USED for one in came):
            continue
        idle = {attacks.kinds[who]: one for who, one in zip(about, came, strict=True) if isinstance(one, dict) and one}
        told = [told_apart(attacks.tasks[kind], one) for kind, one in idle.items()]
        if not told or not all(one.unused for one in told):
            continue
        found[key] = next(iter(told[0].unused.values()))
        if why := [words for one in told for words in one.not_asked.values()]:
            not_asked[key] = why[0]
    return Told(found, not_asked)


def answers_with_attackers(attacks: Attacks) -> dict[str, list[int]]:
    """What was said, with the attackers that it was said of."""
    found: dict[str, list[int]] = {}
    for who, kind in enumerate(attacks.kinds):
        for key in attacks.given[kind].answers:
            name = f"{key}@{attacks.numbers[who]}" if key in attacks.own[who] else key
            found.setdefault(name, []).append(who)
    return found


def outcome(attacks: Attacks, who: int, key: str) -> Any:
    """USED, what ``check_unused`` says, or the error that it raises."""
    from shoot_cli.core.answerers import Preset, raise_missing

    kind = attacks.kinds[who]
    given, asked = attacks.given[kind], attacks.asked[kind]
    spare = given.spare.get(key)
    if key in given.used and not spare:
        return USED
    alone = Preset({key: given.answers[key]}, raise_missing)
    alone.misfits, alone.fits = given.misfits, given.fits
    if key in given.used:
        alone.used, alone.spare = {key}, {key: spare or []}
    try:
        return check_unused(attacks.tasks[kind], alone, asked)
    except InputError as error:
        return error
