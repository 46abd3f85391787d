"""What is read without Typer is understood as Typer understands it; all else is left to it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shoot_cli.cli import main
from shoot_cli.cli.app import load_command
from tests.helpers.command_line import Done
from tests.helpers.samples import first

BOLTGUNS, BOYZ = '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+"
PLAINLY = ["--ruleset", "7e", BOLTGUNS, BOYZ, "--distance", "12"]
OPTIONS = sorted({name for form in main.COMMANDS.values() for name in (*form.values, *form.flags)})
WORDS = st.sampled_from(
    [
        *OPTIONS,
        "app",
        "hand",
        "7",
        "-1",
        "0",
        "1_0",
        "a=b",
        "",
        "-",
        "--",
        "orks::Boyz",
        "12,6",
        "-r7e",
        "--help",
        "--nope",
        "--json=1",
        "--seed=7",
        "--seed=",
        "--distance=12",
        "--set=a=b",
        "--times=3",
        "--times=-3",
        "--cover=-",
    ]
)


def by_typer(words: list[str]) -> dict[str, Any]:
    """What Typer calls the function of the command with. :raises BaseException: it does not."""
    name, *rest = words
    found = load_command(name).make_context(name, rest).params
    return {key: [*value] if isinstance(value, (list, tuple)) else value for key, value in found.items()}


def in_full(words: list[str], said: dict[str, Any]) -> dict[str, Any]:
    """With what nobody said, as the function has it."""
    return {option.name: option.default for option in load_command(words[0]).params} | said


@given(st.sampled_from(sorted(main.COMMANDS)), st.lists(WORDS, max_size=7))
@example("resolve", [*PLAINLY, "--seed", "7", "--json", "--plain"])
@example("odds", [*PLAINLY, "-s", "cover=5+", "--set", "night=no", "--fractions"])
@example("play", ["--battle", "grot", "--resume", "--dice", "hand", "--plain"])
@example("play", ["ultramarines", "orks", "--dice", "app", "-b", "grot", "-s", "night=no"])
@example("resolve", [*PLAINLY, "--times", "100", "--seed=7", "--set=cover=5+"])
@example("odds", [*PLAINLY, "--what-if", "--what=mean"])
@example("rules", ["rapid", "fire", "-r", "7e", "--plain"])
@example("odds", ["a::b", "--cover", "none", "c::d", "--weapon", "x,y", "--firing", "5"])
def test_nothing_is_understood_otherwise(name: str, words: list[str]) -> None:
    said = main.read([name, *words])
    if said is not None:
        ours, theirs = in_full([name], said), by_typer([name, *words])
        assert {key: ours[key] or None for key in theirs} == {key: value or None for key, value in theirs.items()}


@pytest.mark.parametrize("name", sorted(main.COMMANDS))
def test_what_it_reads_is_an_option_of_the_command(name: str) -> None:
    form = main.COMMANDS[name]
    there = {word: option for option in load_command(name).params for word in option.opts}
    for word, key in {**form.values, **form.flags}.items():
        assert there[word].name == key
        assert bool(there[word].is_flag) is (word in form.flags)  # type: ignore[attr-defined]
    by_place = [*form.places, *([form.many] if form.many else [])]
    assert [option.name for option in load_command(name).params[: len(by_place)]] == by_place


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["play", "ultramarines", "orks", "--dice", "nobody"],
        ["rules", "--nope"],
        ["rules", "7E-HIT-3", "-h"],
        ["drill", "sheet"],
        ["--version"],
        ["odds", "--help"],
        ["odds", *PLAINLY, "-h"],
        ["odds", *PLAINLY, "--nope"],
        ["odds", *PLAINLY, "--distance", "9"],
        ["odds", *PLAINLY, "--cover"],
        ["odds", *PLAINLY, "--cover", "--json"],
        ["odds", *PLAINLY, "third"],
        ["odds", *PLAINLY, "--seed", "7"],
        ["odds", *PLAINLY, "--budget", "7"],
        ["odds", "-"],
        ["resolve", *PLAINLY, "--seed", "seven"],
        ["resolve", *PLAINLY, "--seed", "9" * 5000],
        ["resolve", *PLAINLY, "--times", "0"],
        ["resolve", *PLAINLY, "--times", "1000000"],
        ["resolve", *PLAINLY, "--seed="],
        ["resolve", *PLAINLY, "--json=yes"],
        ["odds", *PLAINLY, "--jobs", "2"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_what_is_left_to_typer(words: list[str]) -> None:
    assert main.read(words) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    first(
        2,
        [
            ["resolve", *PLAINLY, "--seed=7", "--times=20"],
            ["odds", *PLAINLY, "--json"],
            ["odds", *PLAINLY, "--what-if", "--what", "mean"],
            ["odds", *PLAINLY, "--what=everything"],
            ["odds", *PLAINLY, "--set", "cover=maybe"],
            ["rules", "lascannon", "vehicle", "-r", "7e"],
            ["rules", "7E-HIT-3", "--json"],
            ["rules", "--ruleset", "nobody"],
            ["odds"],
            ["odds", *PLAINLY, "--set", "cover=maybe", "--json"],
            ["odds", BOLTGUNS, BOYZ],
            ["resolve", "nobody::nothing", "orks::Shoota", "--json"],
        ],
    ),
    ids=lambda words: " ".join(words)[:40],
)
def test_the_same_is_printed_and_said_either_way(words: list[str], process: Any) -> None:
    """``--`` in front of no more words is for Typer to read, and means nothing."""
    assert main.read(words) is not None
    quickly, by_way_of_typer = (process(*said) for said in (words, [*words, "--"]))
    assert shown(quickly) == shown(by_way_of_typer)


def shown(done: Done) -> tuple[int, str, str]:
    return done.code, done.out, done.err


def test_a_plain_terminal_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert main.read(["odds", *PLAINLY])["plain"] is False  # type: ignore[index]
    monkeypatch.setenv("TERM", "dumb")
    assert main.read(["odds", *PLAINLY])["plain"] is True  # type: ignore[index]
