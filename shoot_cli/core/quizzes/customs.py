"""What an edition does otherwise than others, and a newcomer's first attack: read from its ``customs.toml``.

``[customs."the wound chart"]`` is a custom of that topic, ``rule`` and ``text`` those of `Custom`; one that it shares
with others has ``shared``, the rule as they all call it, and no ``text``: that stands in their ``customs.toml``.
``[lesson]`` has the fields of `FirstLesson`, with a ``[[lesson.stages]]`` for each stage: its ``title`` and its
``words``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pkgutil import get_data

from shoot_cli.core.quizzes.source import Custom, FirstLesson

FILE = "customs.toml"


def read(package: str, shared: str = "", rule: Callable[[str], str] = str) -> tuple[Mapping[str, Custom], FirstLesson]:
    """The customs by their topics, and the first lesson, of the file beside the modules of ``package``.

    :param shared: the package whose customs it may share
    :param rule: the id of a rule that those name
    """
    page = tomllib.loads((get_data(package, FILE) or b"").decode())
    texts = tomllib.loads((get_data(shared, FILE) or b"").decode())["customs"] if shared else {}
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
    every = page["customs"].items()
    return {
        topic: Custom(of.get("text") or texts[topic], of.get("rule") or rule(of["shared"])) for topic, of in every
    }, first
