"""What an edition hands out so that a list can be shown: text in tables."""

from __future__ import annotations

from shoot_cli.core.record import Record


class Table(Record):
    """Rows of text under headings."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(Record):
    """One unit: a line about it, tables, and sentences below them."""

    name: str
    about: str
    tables: tuple[Table, ...]
    words: tuple[str, ...] = ()
