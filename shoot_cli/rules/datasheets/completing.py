"""What editors offer where an ability is to be written: the words of every effect, reach and condition."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import ATTACK, WEAPON, condition_forms, example_of, reaches, states
from shoot_cli.rules.datasheets.grammar import TARGET_IS
from shoot_cli.rules.datasheets.worded import of_nobody, said_of_itself

EFFECT, DEFENCE = "re-roll hit rolls of 1", "Feel No Pain 5+"  # with which reaches and conditions are shown
LETTERS = {"K": "INFANTRY", "N": '6"'}
SAID = "[WHOM:] EFFECT {CONDITION} [as NAME], in the words of datasheets"


def offered_to_units(known: Abilities) -> list[str]:
    """Lines that a model or unit may have, each of which can be read."""
    effects = [f"incoming: {one}" for one in known.examples(ATTACK) if _reads(known, f"incoming: {one}")]
    whom = [f"{_filled(one.written)}: {EFFECT}" for one in reaches().values()]
    return _readable(known, [*known.examples(), *whom, *_conditional(), *effects])


def offered_to_weapons(known: Abilities) -> list[str]:
    """The same of a weapon."""
    of_weapon = [*known.examples(WEAPON, ATTACK), *_conditional()]
    return [one for one in _readable(known, of_weapon) if _reads(known, one, of_weapon=True)]


def told_of(known: Abilities) -> str:
    """The description of such a line: whom it may work for, and when."""
    whom = ", ".join(f"{_filled(one.written)}:" for one in reaches().values())
    when = ", ".join(said for one in condition_forms().values() for said in one.written[:1])
    return f"{SAID}. WHOM: {whom}, incoming:. CONDITION: {when}."


def _conditional() -> Iterator[str]:
    for one in condition_forms().values():
        for said in one.written:
            yield f"{DEFENCE if one.name.endswith('attack') else EFFECT} {said}"
    for name in states():
        state = example_of(name)
        yield f"{EFFECT} if {said_of_itself(state)}"
        if not of_nobody(state):
            yield f"{EFFECT} if {TARGET_IS}{state}"


def _filled(written: str) -> str:
    return " ".join(LETTERS.get(word, word) for word in written.split())


def _readable(known: Abilities, said: list[str]) -> list[str]:
    return [one for one in dict.fromkeys(said) if _reads(known, one)]


def _reads(known: Abilities, text: str, of_weapon: bool = False) -> bool:
    try:
        return (known.of_weapon if of_weapon else known.of_unit)(text) is not None
    except ValueError:
        return False
