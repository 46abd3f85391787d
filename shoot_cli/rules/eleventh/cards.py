"""Lists as tables to read, and notes about them: ``datasheets/cards.py``, and what 10th edition called otherwise."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import cards
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.eleventh.abilities import ABILITIES, old_words

card = partial(cards.card, ABILITIES)
explained = partial(cards.explained_abilities, ABILITIES)


def notes(army: Army) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*cards.notes(ABILITIES, army), *old_words(army))))
