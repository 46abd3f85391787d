"""Sentences of cards: ``{names}`` in them stand for what was drawn, and a few endings say how it is written.

``{n:model}`` is counted (``1 model``, ``3 models``; ``{n:weapon fires/weapons fire}`` where an s is not enough),
``{name:a}`` has its article, ``{words:First}`` begins a sentence, ``{key_of_it:title}`` is a title, ``{change:+}`` has
its sign, ``{faces:list}`` has commas and ``{names:and}`` an “and” before the last; ``{turn:next}`` and
``{turn:before}`` are the numbers beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

from shoot_cli.core.plurals import counted


def article(noun: str) -> str:
    return f"{'an' if noun.lstrip(chr(39))[:1].casefold() in tuple('aeiou') else 'a'} {noun}"


def together(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def first(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


class Sentences(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return "-"
        match format_spec:
            case "a":
                return article(str(value))
            case "A":
                return first(article(str(value)))
            case "First":
                return first(str(value))
            case "title":
                return str(value).replace("_", " ").title()
            case "list":
                return ", ".join(map(str, value))
            case "and":
                return together([*map(str, value)])
            case "next" | "before":
                return str(value + 1 if format_spec == "next" else value - 1)
            case "g" | "+" | "":
                return format(value, format_spec)
        one, _, many = format_spec.partition("/")
        return counted(value, one, many)


SENTENCES = Sentences()


@cache
def pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Words, the name that stands after them (None: none), and how it is written; the same ones are said often."""
    return tuple((words, name, how or "") for words, name, how, _ in SENTENCES.parse(sentence))


def said(sentence: str, values: Mapping[str, Any]) -> str:
    """The sentence with the values put in. :raises KeyError: one of them is not known"""
    told = ""
    for words, name, how in pieces(sentence):
        told += words
        if name is not None:
            how = said(how, values) if "{" in how else how
            told += SENTENCES.format_field(valued(name, values), how)
    return told


def valued(name: str, values: Mapping[str, Any]) -> Any:
    """What a name stands for: ``skill``, or ``one.weapon.skill``, which is of something drawn."""
    return values[name] if name.isidentifier() else SENTENCES.get_field(name, (), values)[0]


def names_in(sentence: str) -> set[str]:
    """What must be known to say it."""
    named = [(name, how) for _, name, how in pieces(sentence) if name]
    within = (names_in(how) for _, how in named if "{" in how)
    return {name.replace("[", ".").partition(".")[0] for name, _ in named}.union(*within)
