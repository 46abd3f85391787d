"""Thousands of broken lists: each is read, or refused in words with places that are inside the file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
import yaml

from shoot_cli.armies import ArmyErrors, load_text, samples
from shoot_cli.armies.yaml_text import decode
from tests.helpers.broken_lists import cut, flip_letters, lose_lines, repeat_lines
from tests.helpers.samples import many

NONSENSE = (
    "", "null", "[]", "{}", "no", "-", "---", "...", "!!binary x", "!x", "&a", "*a", "<<", "? x", "|", ">", "%", "@", "`",
    "'", '"', "\\", "\t", "\x00", "\x1b[31m", "\u2028", "\ud83c\udfb2".encode("utf-16", "surrogatepass").decode("utf-16"),
    "99999999999999999999", "-1", "1e999", ".nan", "3+/", "3+/9++", "D", "Heavy", "Heavy D", "Heavy 0", "Salvo 2",
    "Assault 99D6", "Rapid Fire 7", "Poisoned (9+)", "Feel No Pain (x)", "((((", "(" * 300, "a" * 3000, "[red]x[/red]",
    "twin-linked " * 20, "2x", "0x boltgun", "missile launcher ()", "٣", "½", "１２", "{a: {b: {c: [1, {d: e}]}}}",
)  # fmt: skip
BOMBS = (
    "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
    "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 'y'}]\n" for n in range(9)),
    "z: &z {z: *z}\n",
    "q: " + "[" * 400 + "\n",
    "q: " + "{a: " * 30 + "1" + "}" * 30 + "\n",
)

Mutation = Callable[[str, random.Random], "str | bytes"]


def flip_bytes(text: str, chance: random.Random) -> bytes:
    raw = bytearray(text.encode())
    for _ in range(chance.randint(1, 6)):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


def end_early(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]


def swap_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "".join(lines)


def indent(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(lines))
        lines[place] = chance.choice([" ", "  ", "\t", "      "]) + lines[place].lstrip(" ")
    return "".join(lines)


def rename_keys(text: str, chance: random.Random) -> str:
    keys = list(re.finditer(r"[\w' ]+(?=: )", text))
    for found in sorted(chance.sample(keys, 3), key=lambda found: -found.start()):
        new = chance.choice(
            ["nmae", "x", "Sv", "bs", "profile", "modes", "weapons", "front", "HP", "<<", "[a]", "name"]
        )
        text = text[: found.start()] + " " + new + text[found.end() :]
    return text


def replace_values(text: str, chance: random.Random) -> str:
    values = list(re.finditer(r"(?<=: )[^,\n}]+", text))
    for found in sorted(chance.sample(values, chance.randint(1, 5)), key=lambda found: -found.start()):
        text = text[: found.start()] + chance.choice(NONSENSE) + text[found.end() :]
    return text


def exchange_values(text: str, chance: random.Random) -> str:
    values = list(re.finditer(r"(?<=: )[^,\n}]+", text))
    for found in sorted(chance.sample(values, 3), key=lambda found: -found.start()):
        text = text[: found.start()] + chance.choice(values)[0] + text[found.end() :]
    return text


def bomb(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    return "".join([*lines[:place], chance.choice(BOMBS), *lines[place:]])


MUTATIONS: tuple[Mutation, ...] = (
    flip_bytes, flip_letters, cut, end_early, lose_lines, swap_lines, repeat_lines, indent, rename_keys, replace_values,
    exchange_values, bomb,
)  # fmt: skip
TEXTS = [sample.path.read_text(encoding="utf-8") for sample in samples()]


def check_one(seed: int) -> str:
    """What became of the list: "read", or "refused". Anything but ArmyErrors flies on."""
    chance = random.Random(seed)
    mutated: str | bytes = chance.choice(TEXTS)
    for _ in range(chance.randint(1, 2)):
        if isinstance(mutated, bytes) or len(mutated) < 500:
            break
        mutated = chance.choice(MUTATIONS)(mutated, chance)
    raw = mutated.encode("utf-8", "surrogatepass") if isinstance(mutated, str) else mutated
    try:
        army = load_text(decode(raw, "list.yaml"), "list.yaml")
    except ArmyErrors as error:
        check_places(error, raw.decode("utf-8", "replace"), seed)
        return "refused"
    hash(army)
    assert army.units
    return "read"


def check_places(error: ArmyErrors, text: str, seed: int) -> None:
    lines = re.split("\r\n|\r|\n", text)
    assert error.problems
    for problem in error.problems:
        assert problem.file == "list.yaml", (seed, problem)
        assert 1 <= problem.line <= len(lines), (seed, problem)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, (seed, problem)
        assert problem.text, seed
        assert len(problem.text) < 1000, (seed, problem)
    assert str(error).startswith("list.yaml:")


def check_many(seeds: range) -> None:
    ends = [check_one(seed) for seed in seeds]
    assert ends.count("refused") > len(ends) / 2
    assert ends.count("read") > 0


@pytest.mark.slow
def test_thousands_of_broken_lists() -> None:
    check_many(range(1_500))  # the others are slow: below


@pytest.mark.slow
def test_many_more_broken_lists() -> None:
    check_many(range(1_500, 1_500 + many(1_500)))


@pytest.mark.slow
def test_broken_lists_without_the_c_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.armies.yaml_parser.LOADER", yaml.SafeLoader)
    check_many(range(6_000, 6_100))
