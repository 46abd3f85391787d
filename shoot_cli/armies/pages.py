"""Pages and fields that the lists of several editions share. Imports pydantic: only to read a list."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo, WithJsonSchema

from shoot_cli.armies.checking import text_in
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.core.questions import shown

NUMBER_OR_TEXT = ["string", "integer"]


def _profile_named(value: Any, info: ValidationInfo) -> str:
    said = text_in(value, "write the name of a profile")
    names = getattr(info.context, "profiles", None)
    if names is not None and plain_name(said) not in names:
        raise ValueError(f"no profile {shown(said)}; {did_you_mean(said, names.values())}")
    return said


ProfileName = Annotated[
    str, BeforeValidator(_profile_named), WithJsonSchema({"type": "string", "description": "name of a profile"})
]
