"""Lists as tables to read, and notes about them: ``datasheets/cards.py``."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import cards
from shoot_cli.rules.tenth.abilities import ABILITIES

card, notes = partial(cards.card, ABILITIES), partial(cards.notes, ABILITIES)
explained = partial(cards.explained_abilities, ABILITIES)
