"""What ``compare``, ``matchup`` and ``matrix`` share: facts from the options, units from words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.attacks.tasks import pairs
from shoot_cli.commands.attacking import Usage


def shared_answers(set_: list[str] | None, options: Mapping[str, str | None]) -> dict[str, Any]:
    """Answers and settings by key, as somebody typed them. :raises Usage: one is said twice"""
    said = pairs(set_)
    of_options = {key: value for key, value in options.items() if value is not None}
    if twice := sorted(said.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    return said | of_options


def one_of(value: str, values: Iterable[str], option: str) -> str:
    """:raises Usage: it is none of them"""
    known = [*values]
    if value.casefold() not in known:
        raise Usage(f"{option} {value}: it can be {', '.join(known[:-1])} or {known[-1]}")
    return value.casefold()
