"""What an edition does otherwise than others, and a newcomer's first attack: read from its ``customs.toml``.

``[customs."the wound chart"]`` is a custom of that topic, ``rule`` and ``text`` those of `Custom`. ``[lesson]`` has the
fields of `FirstLesson`, with a ``[[lesson.stages]]`` for each stage: its ``title`` and its ``words``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pkgutil import get_data

from shoot_cli.core.quizzes.source import Custom, FirstLesson


def read(package: str) -> tuple[Mapping[str, Custom], FirstLesson]:
    """The customs by their topics, and the first lesson, of the file beside the modules of ``package``."""
    page = tomllib.loads((get_data(package, "customs.toml") or b"").decode())
    lesson = page["lesson"]
    first = FirstLesson(
        attacker=tuple(lesson["attacker"]),
        target=tuple(lesson["target"]),
        answers=tuple(lesson["answers"].items()),
        seed=lesson["seed"],
        opening=lesson["opening"],
        stages=tuple((stage["title"], stage["words"]) for stage in lesson["stages"]),
        closing=lesson["closing"],
        basics=tuple(lesson["basics"]),
    )
    return {topic: Custom(**of) for topic, of in page["customs"].items()}, first
