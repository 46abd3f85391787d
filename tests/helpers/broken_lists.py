"""Lists that a hand, a cat or a disk has broken, for the editions' tests; and what must be true of a refusal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from shoot_cli.armies import ArmyErrors

Mutation = Callable[[str, random.Random], str]


def flip_letters(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice("[]{}:,-#&*!|>'\"%@`?\t\n ()+0Aé") + text[place + 1 :]
    return text


def cut(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text))
    return text[:start] + text[start + chance.randint(1, 100) :]


def lose_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 3)):
        del lines[chance.randrange(len(lines))]
    return "".join(lines)


def repeat_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    start = chance.randrange(len(lines))
    return "".join(lines[: start + chance.randint(1, 8)] + lines[start:])


def replaced(pattern: str, choices: tuple[str, ...] | None) -> Mutation:
    """Some of what fits the pattern becomes one of the choices, or something else that fits it."""

    def replace(text: str, chance: random.Random) -> str:
        found = list(re.finditer(pattern, text))
        for one in sorted(chance.sample(found, chance.randint(1, min(3, len(found)))), key=lambda one: -one.start()):
            text = text[: one.start()] + (chance.choice(choices or [other[0] for other in found])) + text[one.end() :]
        return text

    return replace


VALUES, ITEMS = r"(?<=: )[^,\n}]+", r"(?<=[\[,] )?(?<=[\[ ])[\w +-]+(?=[\],])"


def mutations(nonsense: tuple[str, ...], keys: tuple[str, ...]) -> tuple[Mutation, ...]:
    """``nonsense``: what may stand for a value; ``keys``: for a key."""
    return (
        flip_letters, cut, lose_lines, repeat_lines, replaced(VALUES, nonsense), replaced(VALUES, None), replaced(ITEMS, nonsense),
        replaced(ITEMS, None), replaced(r"[\w']+(?=: )", keys),
    )  # fmt: skip


def check_places(error: ArmyErrors, text: str, seed: int, longest: int = 1000) -> None:
    """All of it is said of the list, in its bounds, in fewer characters than ``longest``."""
    lines = re.split("\r\n|\r|\n", text)
    assert error.problems
    for problem in error.problems:
        assert problem.file == "list.yaml", (seed, problem)
        assert 1 <= problem.line <= len(lines), (seed, problem)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, (seed, problem)
        assert 0 < len(problem.text) < longest, (seed, problem)


def broken(text: str, data: Any, chance: random.Random, times: int) -> str:
    """The text with so many mistakes of what an edition has for them."""
    for _ in range(times):
        text = chance.choice(mutations(tuple(data.NONSENSE), tuple(data.KEYS)))(text, chance)
    return text
