"""What is wrong with what a card draws: options that no draw has, and values that nothing of the card uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

from shoot_cli.quiz.cards import Card, Named, key_of, names_in, unknown

# A draw's first option tells what it is; then those that it must have besides, and those that it may have.
DRAWS: Mapping[str, tuple[set[str], set[str]]] = {
    "meet": (set(), {"rather", "often", "take", "made", "free"}),
    "few": ({"good", "each", "told"}, set()),
    "from": (set(), {"to", "below"}),
    "dice": (set(), {"show", "sorted"}),
    "is": ({"of"}, set()),
    "of": (set(), set()),
}
OPTIONS = {*DRAWS, "by"}.union(*(must | may for must, may in DRAWS.values()))


def drawn_by(parts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every draw, those within others too."""
    for table in ("draw", "own"):
        yield from _within(parts.get(table, {}))


def _within(draws: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, how in draws.items():
        yield key, how
        for inner in ("made", "few"):
            if isinstance(how, dict) and isinstance(how.get(inner), dict):
                yield from _within(how[inner])


def names_of(key: str) -> list[str]:
    return key.split(", ")


def of_draw(key: str, how: Any, named: Named) -> Iterator[str]:
    """What is wrong with one."""
    if isinstance(how, str):
        yield from of_function(key, how, named)
    elif isinstance(how, list):
        yield from () if how else [f"{key}: there is nothing to draw from"]
    elif not isinstance(how, dict):
        yield f"{key}: {how!r} is not a list, the name of a function or a table"
    elif "by" in how:
        yield from of_function(key, how["by"], named)
        if key_of(how["by"]) in named:
            taken = {*signature(named[key_of(how["by"])]).parameters}
            yield from (f"{key}: {unknown(one, taken)}" for one in how if one not in taken | {"by"})
    elif not (kind := next((kind for kind in DRAWS if kind in how), "")):
        yield from (f"{key}: {unknown(one, OPTIONS)}" for one in how)
    else:
        must, may = DRAWS[kind]
        yield from (f"{key}: {unknown(one, OPTIONS)}" for one in how if one not in {kind} | must | may)
        yield from (f"{key}: {one} is missing" for one in must if one not in how)
        if kind == "from" and "to" not in how and "below" not in how:
            yield f"{key}: to or below is missing"
        if kind == "few":
            yield from of_function("good", how.get("good", ""), named)


def of_function(key: str, name: str, named: Named) -> Iterator[str]:
    if key_of(name) not in named:
        yield f"{key}: {unknown(name.casefold(), [one.replace('_', ' ') for one in named])}"


# What is drawn and used by nothing --------------------------------------------------------------------------------------


def unused(card: Card, named: Named) -> Iterator[str]:
    used = _said(card.parts) | _said(card.words)
    ways = card.every_way()
    for way in ways:
        used |= _said(way.parts)
    draws = [pair for way in ways for pair in drawn_by(way.parts)]
    for name in [*(how for _, how in draws), *_named_in([way.parts for way in ways])]:
        name = name.get("by", name.get("good", "")) if isinstance(name, dict) else name
        if isinstance(name, str) and key_of(name) in named:
            used |= {*signature(named[key_of(name)]).parameters}
    for key, how in draws:
        made = isinstance(how, dict) and "made" in how
        if (
            not made
            and not names_more(how, named)
            and not {"answer", "need", "reasons", "facts", "cell"} & {*names_of(key)}
        ):
            yield from (f"draw: nothing uses {name}" for name in names_of(key) if name not in used)


def names_more(how: Any, named: Named) -> bool:
    """True if what is drawn may be known by more names than its own."""
    name = how.get("by", "") if isinstance(how, dict) else how
    function = named.get(key_of(name)) if isinstance(name, str) else None
    mapping = function is not None and signature(function).return_annotation not in ("int", "str", "bool", "Need")
    return mapping or (isinstance(how, dict) and "few" in how)


def _named_in(ways: list[Mapping[str, Any]]) -> Iterator[Any]:
    for parts in ways:
        yield parts.get("answer")
        yield from parts.get("mistakes", ())


def _said(part: Any, key: str = "") -> set[str]:
    """Names in what a card says: of its sentences, and what is a name or a field as it stands."""
    if isinstance(part, str):
        try:
            inside = names_in(part)
        except ValueError:
            inside = set()
        return inside | {one.partition(".")[0] for one in part.split(", ")}
    if isinstance(part, dict):
        return set().union(*(_said(value, name) for name, value in part.items()))
    return set().union(*map(_said, part)) if isinstance(part, list) else set()
