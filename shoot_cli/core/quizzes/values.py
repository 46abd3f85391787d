"""What is known of a question while it is made, by name; and how it stands in the question's facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.quizzes.cards import NoSuchName
from shoot_cli.core.quizzes.source import Source
from shoot_cli.core.quizzes.words import said, valued


class Values(dict[str, Any]):
    """What is known of a question; sentences of the card and its file are known by their names."""

    def __init__(self, source: Source, words: Mapping[str, Any]) -> None:
        super().__init__(source=source, own=source.own)
        self.words = words

    def __missing__(self, name: str) -> Any:
        if name not in self.words:
            raise NoSuchName(name, [*self, *self.words])
        words = self.words[name]
        if isinstance(words, dict):
            of = words.get("by", name)
            key = ", ".join(key_words(valued(one, self)) for one in of.split(", "))
            if key not in words and "else" not in words:
                raise NoSuchName(key, words)
            words = words.get(key, words.get("else"))
        return said(words, self)

    def known(self, name: str) -> bool:
        return name in self or name in self.words


def key_words(value: Any) -> str:
    """As the key of a table: ``true``, ``6``, ``none``."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def is_plain(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, (str, int, float))
        or (type(value) in (list, tuple) and all(map(is_plain, value)))
    )


def plain(value: Any) -> Any:
    """As facts hold it: a list is a tuple; a dash, as players write it, is None, for which TOML has no word."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else None if value == "-" else value
