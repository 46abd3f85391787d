"""How a list wants the rules to be read: what stands under ``settings:``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shoot_cli.armies.checking import Problems
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.armies.tree import Mapping, Node
from shoot_cli.core.questions import shown
from shoot_cli.core.ruleset import Setting


def settings_of(
    top: Mapping,
    problems: Problems,
    known: Iterable[Setting],
    example: str,
    value_of: Callable[[Node, tuple[str, ...]], tuple[str | None, str]],
) -> tuple[tuple[str, str], ...]:
    """How this group reads the rules: keys and values that there are, sorted.

    :param value_of: what is written, values that there are -> the one that is meant, or None; what is written, in words
    """
    node = top.get("settings")
    if node is None:
        return ()
    if not isinstance(node, Mapping):
        problems.add(("settings",), f"settings stand by their keys; write settings: {{{example}}}")
        return ()
    by_key = {setting.key: setting for setting in known}
    found: dict[str, str] = {}
    for written, said in node.values.items():
        path, key = ("settings", written), plain_name(written).replace(" ", "_")
        if key not in by_key:
            words = f"{shown(written)} is no setting; {did_you_mean(key.replace('_', ' '), by_key, 20)}"
            problems.add(path, words, of_key=True)
            continue
        setting = by_key[key]
        value, words = value_of(said, setting.values)
        if key in found:
            problems.add(path, f"{shown(written)} stands twice; keep one", of_key=True)
        elif value is None:
            can = " or ".join(setting.values)
            problems.add(path, f"{words} is no value of {key}; it can be {can} ({setting.rule})")
        else:
            found[key] = value
    return tuple(sorted(found.items()))


def settings_schema(known: Iterable[Setting]) -> dict[str, Any]:
    """What stands under ``settings:``, for editors."""
    values = {
        one.key: {"description": one.text, "anyOf": [{"enum": [*one.values]}, {"type": ["boolean", "integer"]}]}
        for one in known
    }
    return {"type": "object", "additionalProperties": False, "properties": values}
