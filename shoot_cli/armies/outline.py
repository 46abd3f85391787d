"""The outline that the lists and scenarios of every edition share. Imports pydantic: only to read one.

Editions read the parts of a list one by one, so that a mistake in one hides none in another.
"""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.problems import ArmyErrors
from shoot_cli.armies.reading import split_list
from shoot_cli.armies.tree import Items, MappingNode, Node, Scalar, text_of
from shoot_cli.core.questions import shown

MOST_UNITS = 100


def top_of(tree: Node, problems: Problems) -> MappingNode:
    """The outermost mapping. :raises ArmyErrors: there is none."""
    if isinstance(tree, MappingNode):
        return tree
    problems.add((), "“key: value” lines are expected; begin with ruleset: and name:")
    raise ArmyErrors(problems.found)


def rows_of(node: Node, key: str = "models") -> list[Node]:
    """The models of a unit; none if what stands there is no list."""
    models = node.get(key) if isinstance(node, MappingNode) else None
    return models.items if isinstance(models, Items) else []


def texts_under(node: MappingNode, key: str) -> list[str]:
    """The texts of a list, or of one text with commas; "" for what is none. YAML takes ``a: b`` in a list for a key."""
    said = node.get(key)
    if isinstance(said, Scalar):
        return split_list(said.text or "")
    return [entry_of(item) for item in said.items] if isinstance(said, Items) else []


def entry_of(node: Node) -> str:
    """The text that a list has there: of a mapping with one key, all that stands below it, too."""
    if isinstance(node, MappingNode) and len(node.values) == 1:
        ((key, value),) = node.values.items()
        return f"{key}: {entry_of(value)}"
    return ", ".join(map(entry_of, node.items)) if isinstance(node, Items) else text_of(node) or ""


def mode_names(node: Node) -> tuple[str, ...]:
    """The names of a weapon's modes, as written; none of a weapon that has none."""
    modes = node.get("modes") if isinstance(node, MappingNode) else None
    return tuple(modes.values) if isinstance(modes, MappingNode) else ()


def ways_to_fire(node: Node) -> list[tuple[Path, MappingNode]]:
    """The mappings that describe a weapon, each with its path from there: one for each mode, else the weapon itself."""
    if not isinstance(node, MappingNode):
        return []
    modes = node.get("modes")
    if isinstance(modes, MappingNode) and modes.values:
        return [(("modes", name), mode) for name, mode in modes.values.items() if isinstance(mode, MappingNode)]
    return [((), node)]


def answers_of(top: MappingNode, problems: Problems) -> tuple[tuple[str, str], ...]:
    """Keys and values as text. A list is one answer after the other for the same question.

    What is said by name and is more than one text stands by ``key:name``: ``under: {frag: {3: 0.5, 1: 0.5}}``.
    """
    node = top.get("answers")
    if node is None:
        return ()
    if not isinstance(node, MappingNode):
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
        if not isinstance(said, MappingNode):
            yield key, text_of(said)
        elif deep and any(isinstance(part, (Items, MappingNode)) for part in said.values.values()):
            for name, part in said.values.items():
                yield from texts_of(f"{key}:{name}", part, deep=False)
        else:
            parts = ((name, text_of(part)) for name, part in said.values.items())
            yield key, ", ".join(f"{name}: {part or ''}" for name, part in parts)
