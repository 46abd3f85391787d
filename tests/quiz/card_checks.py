"""What is wrong with a card, in a sentence for whoever wrote it: its file, the card, the key, and what would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import signature
from typing import Any

from shoot_cli.quiz.card_questions import MISTAKES
from shoot_cli.quiz.cards import KEYS, Card, Named, NoSuchName, key_of, names_in, unknown
from shoot_cli.quiz.quiz import BY_KEY
from tests.quiz.draw_checks import drawn_by, names_more, names_of, of_draw, of_function, unused

SENTENCES = ("text", "right", "why", "because", "besides", "situation")


def check(
    card: Card,
    named: Named,
    fits: Callable[[Any], object],
    settings: Iterable[str] = (),
    lent: Iterable[str] = (),
) -> None:
    """:raises CardError: a key, a kind, a function or a value that is not there, or one that nobody asked for"""
    for problem in problems(card, named, fits, settings, lent):
        raise card.wrong(problem)


def problems(
    card: Card, named: Named, fits: Callable[[Any], object], settings: Iterable[str], lent: Iterable[str]
) -> Iterator[str]:
    parts = card.parts
    yield from (f"{key} is missing" for key in ("kind", "rule") if key not in parts)
    if parts["kind"] not in BY_KEY:
        yield f"kind: {unknown(parts['kind'], BY_KEY)}"
    for way in card.every_way():
        yield from (unknown(key, KEYS) for key in way.parts if key not in KEYS)
        for key, value in way.parts.items():
            if type(value) not in KEYS.get(key, (type(value),)):
                yield f"{key}: {value!r} is not {' or '.join(kind.__name__ for kind in KEYS[key])}"
        yield from (f"usual: {unknown(key, settings)}" for key in way.parts.get("usual", ()) if key not in settings)
        yield from of_meetings(way.parts, fits)
        if "maker" in way.parts:
            yield from of_function("maker", way.parts["maker"], named)
        elif "steps" in way.parts:
            yield from ["steps: three or more are needed"] if len(way.parts["steps"]) < 3 else []
        elif "text" not in way.parts:
            yield "text is missing"
        else:
            yield from of_question(way, named, lent)
    yield from unused(card, named)


def of_meetings(parts: Mapping[str, Any], fits: Callable[[Any], object]) -> Iterator[str]:
    for key, name in [*(("met", name) for name in parts.get("met", ())), *met_by(parts)]:
        try:
            fits(name)
        except NoSuchName as error:
            yield f"{key}: {error}"


def met_by(parts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, how in drawn_by(parts):
        if isinstance(how, dict):
            names = [name for part in ("meet", "rather") if isinstance(how.get(part), list) for name in how[part]]
            names += [how["is"]] if "is" in how else []
            yield from ((key, name) for name in names)


def of_question(card: Card, named: Named, lent: Iterable[str]) -> Iterator[str]:
    parts = card.parts
    functions = [*drawn_by(parts)] + ([("answer", parts["answer"])] if "answer" in parts else [])
    drawn = {name for key, _ in drawn_by(parts) for name in names_of(key)}
    made = any(isinstance(how, dict) and "made" in how for _, how in functions)
    drawn |= {"meet", "met"} if made else set()
    known = drawn | card.words.keys() | parts.get("words", {}).keys() | {*lent}
    known |= {"source", "own", "rule", "answer", "need", "right"}
    for key, how in functions:
        yield from of_draw(key, how, named)
        name = how.get("by", "") if isinstance(how, dict) else how
        if isinstance(name, str) and key_of(name) in named:
            given = {*how} if isinstance(how, dict) else set()
            needed = parameters(named[key_of(name)])
            others = any(names_more(other, named) for one, other in functions if one != key)
            yield from (
                f"{key}: {name} needs {one}, which is not drawn" for one in (() if others else needed - known - given)
            )
    for mistake in parts.get("mistakes", []):
        if isinstance(mistake, dict):
            yield from (f"mistakes: {unknown(name, MISTAKES)}" for name in mistake if name not in MISTAKES)
        elif mistake not in known and not functions:
            yield from of_function("mistakes", mistake, named)
    returned = any(names_more(how, named) for _, how in functions)
    for key, field in fields(parts):
        name = field.partition(".")[0]
        yield from () if returned or name in known else [f"{key}: {unknown(name, known)}"]
    if "cell" in parts and len(parts["cell"]) != 2:
        yield f"cell: {parts['cell']!r} is not a row and a column"
    for key in SENTENCES:
        try:
            missing = names_in(parts.get(key, "")) - known
        except ValueError as error:
            yield f"{key}: {error}"
        else:
            yield from (f"{key}: {unknown(name, known)}" for name in missing if not returned)
    reasoned = returned or ("answer" in parts and returns(parts["answer"], named) == "Need")
    if not reasoned and not parts.keys() & {"why", "because"}:
        yield "why is missing"


def fields(parts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is told of values, by the keys that tell it."""
    facts = parts.get("facts", ())
    yield from (("facts", field) for field in (facts.values() if isinstance(facts, dict) else facts))
    yield from (("cell", field) for field in parts.get("cell", ()) if isinstance(field, str))


def returns(name: str, named: Named) -> str:
    return str(signature(named[key_of(name)]).return_annotation) if key_of(name) in named else ""


def parameters(function: Callable[..., Any]) -> set[str]:
    """What must be drawn for it."""
    return {one.name for one in signature(function).parameters.values() if one.default is one.empty} - {
        "source",
        "own",
        "rule",
    }
