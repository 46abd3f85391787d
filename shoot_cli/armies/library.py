"""Parts of a list that readers share: its profiles, what is missing, its settings. Imports pydantic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Dictionary
from typing import Any, TypeVar

from shoot_cli.armies.checking import Page, Path, Problems
from shoot_cli.armies.fields import LONGEST_NAME, Form
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.armies.tree import Mapping, Node, text_of
from shoot_cli.core.questions import shown
from shoot_cli.core.ruleset import Setting

AnyLibrary = TypeVar("AnyLibrary")


def profiles_of(nodes: dict[str, Node], stats: Form, problems: Problems) -> dict[str, Any]:
    """Those under ``profiles:`` that are right, by their plain names."""
    found = {plain_name(name): problems.check(stats, node, ("profiles", name)) for name, node in nodes.items()}
    return {name: page for name, page in found.items() if page}


def check_name(name: str, path: Path, problems: Problems) -> None:
    """Of a weapon, where it is the key."""
    if len(name) > LONGEST_NAME:
        words = f"a name of {len(name)} characters is too long; at most {LONGEST_NAME}"
        problems.add(path, words, of_key=True)


def stats_of(model: Any, stats: Form, profiles: Dictionary[str, Page]) -> dict[str, Any] | None:
    """The characteristics that are written, those of the model before those of its profile; None: that is wrong."""
    own = {key: getattr(model, key) for key in model.model_fields_set if key in stats.names}
    if model.profile is None:
        return own
    profile = profiles.get(plain_name(model.profile))
    if profile is None:
        return None
    return {key: getattr(profile, key) for key in profile.model_fields_set} | own


def keys_there(row: Node, profiles: Dictionary[str, Page]) -> tuple[set[str], bool] | None:
    """The keys of a model with those of its profile, and whether it has one. Looks at the text, checked or not.

    None if it cannot be told, as what is no mapping, or has no such profile, or a wrong one.
    """
    if not isinstance(row, Mapping):
        return None
    named = plain_name(text_of(row.get("profile")) or "")
    profile = profiles.get(named)
    if named and profile is None:
        return None
    there = {key for key in row.values if row.get(key) is not None}
    return there | (profile.model_fields_set if profile else set()), profile is not None


def say_missing(keys: Iterable[str], of: str, stats: Form, has_profile: bool, path: Path, problems: Problems) -> None:
    """``keys``: what ``of`` (as in "the model") lacks; nothing is said if there are none."""
    if missing := list(keys):
        like = ", ".join(f"{key}: {said}" for key, said in stats.like(*missing).items())
        names = " and ".join((", ".join(missing[:-1]), missing[-1])) if len(missing) > 1 else missing[0]
        problems.add(path, f"{of} has no {names}; write {like}" + ("" if has_profile else ", or profile: NAME"))


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
