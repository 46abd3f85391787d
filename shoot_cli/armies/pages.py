"""Pages and fields that the lists of several editions share. Imports pydantic: only to read a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, ValidationInfo, WithJsonSchema

from shoot_cli.armies.armoury import Modes, Reference
from shoot_cli.armies.checking import NAME, NOTE, Page, read_by, text_in
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.core.questions import shown

NUMBER_OR_TEXT = ["string", "integer"]


class Known(NamedTuple):
    """The names that a list may use, by their plain names; read off the text before anything is checked."""

    weapons: Modes
    weapon_names: tuple[str, ...]  # as they are shown
    profiles: dict[str, str]  # plain name: as written
    meant: Callable[[str, Modes], Reference | None]  # what a text names among the weapons


def _weapon_named(value: Any, info: ValidationInfo) -> str:
    said = text_in(value, "write the name of a weapon")
    known = info.context
    if isinstance(known, Known) and (len(said) > 100 or not known.meant(said, known.weapons)):
        near = did_you_mean(said, known.weapon_names)
        raise ValueError(f"no weapon {shown(said)} in this list or the armoury; {near} (or describe it under weapons:)")
    return said


def _profile_named(value: Any, info: ValidationInfo) -> str:
    said = text_in(value, "write the name of a profile")
    names = getattr(info.context, "profiles", None)
    if names is not None and plain_name(said) not in names:
        raise ValueError(f"no profile {shown(said)}; {did_you_mean(said, names.values())}")
    return said


def as_written(check: Callable[[str], Any], expected: str, **schema: Any) -> tuple[Any, ...]:
    """As ``read_by``, for a field that keeps what was written once ``check`` did not complain."""

    def keep(text: str) -> str:
        check(text)
        return text

    return read_by(keep, expected, **schema)


WeaponName = Annotated[  # of the list or an armoury
    str, BeforeValidator(_weapon_named), WithJsonSchema({"type": "string", "description": "name of a weapon"})
]
ProfileName = Annotated[
    str, BeforeValidator(_profile_named), WithJsonSchema({"type": "string", "description": "name of a profile"})
]


class TopPage(Page):
    """The outermost keys. What is large is read piece by piece, so that a mistake in one piece hides no other."""

    ruleset: NAME
    name: NAME = ""
    faction: NAME = ""
    note: NOTE = ""
    profiles: Any = None
    weapons: Any = None


class ListPage(TopPage):
    """An army list."""

    units: Any = None


class ScenarioPage(TopPage):
    """One attack."""

    attacker: Any = None
    target: Any = None
    answers: Any = None
