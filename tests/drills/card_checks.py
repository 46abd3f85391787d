"""What is wrong with a card, in a sentence for whoever wrote it: its file, the card, the key, and what would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from inspect import signature
from typing import Any

from shoot_cli.core.quizzes.asking import MISTAKES
from shoot_cli.core.quizzes.cards import KEYS, Card, Named, key_of
from shoot_cli.core.quizzes.drills import MAKERS
from shoot_cli.core.quizzes.quiz import BY_KEY
from shoot_cli.core.quizzes.words import names_in


def unknown(name: str, known: Any) -> str:
    close = get_close_matches(name, [*known], 1)
    return f"there is no “{name}”" + (f"; is “{close[0]}” meant?" if close else "")


def check(card: Card, named: Named, fits: Callable[[Any], object]) -> None:
    """:raises CardError: a key, a kind, a function or a value that is not there"""
    for problem in problems(card, named, fits):
        raise card.wrong(problem)


def problems(card: Card, named: Named, fits: Callable[[Any], object]) -> Iterator[str]:
    parts = card.parts
    yield from (f"{key} is missing" for key in ("kind", "rule") if key not in parts)
    if parts["kind"] not in BY_KEY:
        yield f"kind: {unknown(parts['kind'], BY_KEY)}"
    for way in card.every_way():
        yield from (unknown(key, KEYS) for key in way.parts if key not in KEYS)
        for key, value in way.parts.items():
            if type(value) not in KEYS.get(key, (type(value),)):
                yield f"{key}: {value!r} is not {' or '.join(kind.__name__ for kind in KEYS[key])}"
        if "maker" in way.parts:
            given = [name for name in way.parts.get("given", {}).values() if isinstance(name, str)]
            for name in (way.parts["maker"], *given):
                yield from () if name in MAKERS else of_function("maker", name, named)
        elif "steps" in way.parts:
            yield from ["steps: three or more are needed"] if len(way.parts["steps"]) < 3 else []
        elif "text" not in way.parts:
            yield "text is missing"
        else:
            yield from of_question(way, named, fits)


def of_question(card: Card, named: Named, fits: Callable[[Any], object]) -> Iterator[str]:
    parts = card.parts
    made = dict(pair for how in parts.get("draw", {}).values() if "made" in how for pair in how["made"].items())
    drawn = {name for key in (*parts.get("draw", {}), *parts.get("own", {}), *made) for name in key.split(", ")}
    drawn |= {"meet", "met"} if made else set()
    known = (
        drawn | card.words.keys() | parts.get("words", {}).keys() | {"source", "own", "rule", "answer", "need", "right"}
    )
    functions = [(key, how) for table in ("draw", "own") for key, how in parts.get(table, {}).items()] + [*made.items()]
    functions += [("answer", parts["answer"])] if "answer" in parts else []
    for key, how in functions:
        name = how.get("by", "") if isinstance(how, dict) else how
        if isinstance(how, dict) and "few" in how:
            yield from of_function("good", how["good"], named)
        if isinstance(name, str) and name:
            yield from of_function(key, name, named)
            if key_of(name) not in named:
                continue
            given = {*how} if isinstance(how, dict) else set()
            needed = parameters(named[key_of(name)])
            missing = (
                () if any(names_more(how, named) for one, how in functions if one != key) else needed - known - given
            )
            yield from (f"{key}: {name} needs {one}, which is not drawn" for one in missing)
    for name in [*parts.get("met", []), *met_by(parts)]:
        try:
            fits(name)
        except KeyError as error:
            yield f"met: {error.args[0]}"
    for mistake in parts.get("mistakes", []):
        if isinstance(mistake, dict):
            yield from (f"mistakes: {unknown(name, MISTAKES)}" for name in mistake if name not in MISTAKES)
        elif mistake not in known and not functions:
            yield from of_function("mistakes", mistake, named)
    returned = any(names_more(how, named) for _, how in functions)
    for key in ("text", "right", "why", "because", "besides", "situation"):
        try:
            missing = names_in(parts.get(key, "")) - known
        except ValueError as error:
            yield f"{key}: {error}"
        else:
            yield from (f"{key}: {unknown(name, known)}" for name in missing if not returned)


def names_more(how: Any, named: Named) -> bool:
    """True if what is drawn may be known by more names than its own."""
    name = key_of(how.get("by", "") if isinstance(how, dict) else how if isinstance(how, str) else "")
    values = name in named and signature(named[name]).return_annotation not in ("int", "str", "bool", "Need")
    return values or (isinstance(how, dict) and "few" in how)


def met_by(parts: Mapping[str, Any]) -> Iterator[str]:
    for how in (*parts.get("draw", {}).values(), *parts.get("own", {}).values()):
        if isinstance(how, dict):
            yield from (*how.get("meet", []), *how.get("rather", []))


def of_function(key: str, name: str, named: Named) -> Iterator[str]:
    if key_of(name) not in named:
        yield f"{key}: {unknown(name.casefold(), [one.replace('_', ' ') for one in named])}"


def parameters(function: Callable[..., Any]) -> set[str]:
    """What must be drawn for it."""
    return {one.name for one in signature(function).parameters.values() if one.default is one.empty} - {
        "source",
        "own",
        "rule",
    }
