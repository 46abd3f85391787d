"""The outline that the lists and scenarios of every edition share. Imports pydantic: only to read one.

Editions read the parts of a list one by one, so that a mistake in one hides none in another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from shoot_cli.armies.checking import Page, Path, Problems
from shoot_cli.armies.problems import ArmyErrors, plain_name
from shoot_cli.armies.tree import Items, Mapping, Node, Scalar, text_of
from shoot_cli.core.questions import shown

MOST_UNITS = 100
AnyUnit = TypeVar("AnyUnit")


def top_of(tree: Node, problems: Problems) -> Mapping:
    """The outermost mapping. :raises ArmyErrors: there is none."""
    if isinstance(tree, Mapping):
        return tree
    problems.add((), "“key: value” lines are expected; begin with ruleset: and name:")
    raise ArmyErrors(problems.found)


def entries(top: Mapping, key: str, problems: Problems) -> dict[str, Node]:
    """What stands by name under the key; names that differ only in case or hyphens are wrong."""
    node = top.get(key)
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        problems.add((key,), f"{key} stand by their names; write “name: {{…}}” under {key}:")
        return {}
    first: dict[str, str] = {}
    for name in node.values:
        if (before := first.setdefault(plain_name(name), name)) != name:
            problems.add((key, name), f"{shown(name)} is the same name as {shown(before)}; keep one", of_key=True)
    return dict(node.values)


def unit_nodes(top: Mapping, problems: Problems, key: str = "units") -> list[Node]:
    """The units of a list, as far as they can be read. ``key``: where they stand, if the edition calls them so."""
    node = top.get(key)
    if not isinstance(node, Items) or not node.items:
        one = key.removesuffix("s")
        if node is None:
            words = f"“{key}” is missing; write {key}: and each {one} below with “- name: …”"
        elif isinstance(node, Items):
            words = f"there is no {one} in it; write each with “- name: …”"
        else:
            words = f"{key} are a list; write each with “- name: …”"
        problems.add((key,) if node else (), words)
        return []
    if len(node.items) > MOST_UNITS:
        problems.add((key,), f"{len(node.items)} {key} are too many; at most {MOST_UNITS}")
    return node.items[:MOST_UNITS]


def rows_of(node: Node, key: str = "models") -> list[Node]:
    """The models of a unit; none if what stands there is no list."""
    models = node.get(key) if isinstance(node, Mapping) else None
    return models.items if isinstance(models, Items) else []


def mode_names(node: Node) -> tuple[str, ...]:
    """The names of a weapon's modes, as written; none of a weapon that has none."""
    modes = node.get("modes") if isinstance(node, Mapping) else None
    return tuple(modes.values) if isinstance(modes, Mapping) else ()


def ways_to_fire(node: Node) -> list[tuple[Path, Mapping]]:
    """The mappings that describe a weapon, each with its path from there: one for each mode, else the weapon itself."""
    if not isinstance(node, Mapping):
        return []
    modes = node.get("modes")
    if isinstance(modes, Mapping) and modes.values:
        return [(("modes", name), mode) for name, mode in modes.values.items() if isinstance(mode, Mapping)]
    return [((), node)]


def side_of(
    top: Mapping,
    key: str,
    problems: Problems,
    read_line: Callable[[str, str], AnyUnit],
    read_unit: Callable[[Node, Path], AnyUnit | None],
) -> AnyUnit | None:
    """The attacker or target (``key``) of a scenario: a profile line, or a unit as in a list."""
    node = top.get(key)
    if node is None:
        problems.add((), f"“{key}” is missing; write {key}: {{name: …, models: […]}} or a profile line")
        return None
    if not isinstance(node, Scalar):
        return read_unit(node, (key,))
    try:
        return read_line(node.text or "", key)
    except ArmyErrors as error:
        for problem in error.problems:
            problems.add((key,), f"in {shown(node.text or '')}, character {problem.column}: {problem.text}")
        return None


def answers_of(top: Mapping, problems: Problems) -> tuple[tuple[str, str], ...]:
    """Keys and values as text. A list is one answer after the other for the same question.

    What is said by name and is more than one text stands by ``key:name``: ``under: {frag: {3: 0.5, 1: 0.5}}``.
    """
    node = top.get("answers")
    if node is None:
        return ()
    if not isinstance(node, Mapping):
        problems.add(("answers",), "answers stand by their keys; write answers: {distance: 12, cover: 5+}")
        return ()
    found: list[tuple[str, str]] = []
    for key in node.values:
        for of, text in texts_of(key, node.get(key)):
            if text is None:
                problems.add(("answers", key), f"the answer to {shown(of)} is neither a text nor a list of texts")
            else:
                found.append((of, text))
    return tuple(found)


def texts_of(key: str, value: Node | None, *, deep: bool = True) -> Iterator[tuple[str, str | None]]:
    """The answers to one key in order, each with the key it is for; None stands for what is no text."""
    if isinstance(value, Items) and not value.items:
        yield key, None
    for said in value.items if isinstance(value, Items) else [value] if value else []:
        if not isinstance(said, Mapping):
            yield key, text_of(said)
        elif deep and any(isinstance(part, (Items, Mapping)) for part in said.values.values()):
            for name, part in said.values.items():
                yield from texts_of(f"{key}:{name}", part, deep=False)
        else:
            parts = ((name, text_of(part)) for name, part in said.values.items())
            yield key, ", ".join(f"{name}: {part or ''}" for name, part in parts)


def schema_of(page: type[Page]) -> dict[str, Any]:
    """The JSON Schema of a page, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_tidy(page.model_json_schema())}


def _tidy(schema: Any) -> Any:
    """Without the titles and null defaults that pydantic adds: what is optional is left out, never null."""
    if isinstance(schema, list):
        return [_tidy(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    if len(choices) == 1:
        schema = {key: value for key, value in schema.items() if key != "anyOf"} | choices[0]
    dropped = {"title"} if isinstance(schema.get("title"), str) else set()
    dropped |= {"default"} if "default" in schema and schema["default"] is None else set()
    return {key: _tidy(value) for key, value in schema.items() if key not in dropped}
