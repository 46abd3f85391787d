"""Whatever is given to a function of the interface, it takes it or says in a sentence what is wrong with it.

Functions and parameters are found, not listed: a new one is tried as soon as it is there.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import api
from tests.helpers.each import each

GUNS, BOYZ = "2x BS4 boltgun", "2x T4 Sv6+"
ARMY = api.load("ultramarines")
ODDS = api.odds(GUNS, BOYZ, ruleset="7e", distance=12)
COMPARED = api.compare(GUNS, BOYZ, ruleset="7e", distance=12)
SMALL = api.load("hive_fleet")  # an army where one is no mistake: all of its units are worked out


class Odd:
    """It does not even say what it is."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __repr__


class Text(str):
    """A text of another class."""


def nested(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


def itself() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


WRONG: list[Any] = [
    None, b"x", bytearray(b"x"), math.nan, math.inf, -math.inf, -1, 0, 1.5, 1e308, 10**400, True, False, [], [None], [1],
    [b"x"], {}, {1: 2}, {"a": object()}, {None: 1}, (), (1, 2), {1}, frozenset(), object(), Odd(), "", "  ", "a\0b",
    "\ud800", "x" * 100_000, "9" * 5_000, Text("7e"), 1j, Fraction(1, 3), Decimal("1.5"), len, int, range(10**12), ...,
    iter(()), nested(5_000), itself(), Path("/nowhere"), Path(), ValueError("x"), SMALL, ARMY["Scout"], ODDS, "7e", "::",
]  # fmt: skip

# What a call has besides, and what the values that are called belong to.
GIVEN: dict[str, dict[str, Any]] = {
    "load": {"path_or_name": "ultramarines"},
    "unit": {"of": GUNS, "ruleset": "7e"},
    "odds": {"attacker": GUNS, "target": BOYZ, "ruleset": "7e", "distance": 12},
    "questions": {"attacker": GUNS, "target": BOYZ, "ruleset": "7e"},
    "compare": {"attackers": GUNS, "targets": BOYZ, "ruleset": "7e", "distance": 12},
    "what_if": {"attacker": GUNS, "target": BOYZ, "ruleset": "7e", "distance": 12},
    "need": {"target": BOYZ, "mine": GUNS, "ruleset": "7e", "distance": 12},
    "matchup": {"mine": ARMY["Flamer"], "theirs": ARMY["Flamer"], "distance": 7},
    "succession": {"attackers": GUNS, "target": BOYZ, "ruleset": "7e", "distance": 12},
    "Army.unit": {"words": "Tactical"},
    "Army.__getitem__": {"words": "Tactical"},
    "Odds.at_least": {"k": 1},
    "Comparison.__getitem__": {"names": (GUNS, BOYZ)},
}
ONES = {"Army": ARMY, "Unit": ARMY["Scout"], "Odds": ODDS, "Comparison": COMPARED}
INSIDE = {
    "answers": ("distance", "cover", "weapon", "firing", "no such key"),
    "more": ("distance", "moved", "swarms_fnp"),
}
# Values of the interface are made by it, and take part in what all values do.
OF_ALL = {"__init__", "__eq__", "__hash__", "__repr__", "__str__", "__setattr__", "__delattr__", "__reduce__", "__iter__", "__len__"}  # fmt: skip


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, and every method of a value that takes something."""
    for name in api.__all__:
        thing = getattr(api, name)
        if inspect.isfunction(thing):
            yield name, thing
        for method in ONES.keys() & {name} and vars(thing):
            one = getattr(ONES[name], method)
            if (
                inspect.ismethod(one)
                and inspect.signature(one).parameters
                and not (method.startswith("_") and (method in OF_ALL or method[1] != "_"))
            ):
                yield f"{name}.{method}", one


def calls() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every parameter of every function, as what is called with a value for it."""
    for name, function in functions():
        for parameter in inspect.signature(function).parameters.values():
            for key in INSIDE.get(parameter.name, ("",)):
                yield f"{name}({parameter.name} {key})", called(name, function, parameter, key)
            if parameter.name == "answers":
                yield f"{name}(answers)", called(name, function, parameter)
            if parameter.name in ("attackers", "targets", "names"):
                yield f"{name}([{parameter.name}])", called(name, function, parameter, one_of=True)


def called(
    name: str, function: Callable[..., Any], parameter: inspect.Parameter, key: str = "", one_of: bool = False
) -> Callable[[Any], Any]:
    """``key``: the value is that of an answer. ``one_of``: it is one of several."""

    def call(value: Any) -> Any:
        said = GIVEN.get(name, {})
        if parameter.kind is parameter.VAR_KEYWORD:
            return function(**said | {key: value})
        one = {key: value} if key else (GUNS, value) if one_of else value
        return function(**said | {parameter.name: one})

    return call


CALLS = dict(calls())


def test_every_parameter_was_found() -> None:
    assert {name for name, _ in functions()} == {*GIVEN}
    assert len(CALLS) > 50


@pytest.mark.slow
@each("name", CALLS)
def test_a_wrong_argument_is_a_sentence(name: str) -> None:
    for value in WRONG:
        if name.endswith("(jobs )") and type(value) is int and value == 0:
            continue  # one for each core: it is right, and begins processes
        said = what_is_said(lambda value=value: CALLS[name](value))
        assert said is None or said.strip(), f"nothing is said of {type(value)}"
        assert " at 0x" not in (said or "")


def what_is_said(call: Callable[[], object]) -> str | None:
    """The sentence; None: it will do."""
    try:
        call()
    except api.ShootError as error:
        return str(error)
    return None


@each(
    ("call", "words"),
    [
        (lambda: api.load("ultramarines", 7), "ruleset is a name, such as 7e, and not 7"),
        (lambda: api.load("ultramarines", accept_gaps="no"), "accept_gaps is True or False, and not 'no'"),
        (lambda: api.unit(GUNS, ruleset=b"7e"), "ruleset is a name, such as 7e, and not b'7e'"),
        (lambda: api.unit(ARMY, "Tactical", ruleset="10e"), "an army has its own"),  # type: ignore[call-overload]
        (lambda: api.unit("ultramarines::Tactical", "Melta"), "a second word stands behind an army"),  # type: ignore[call-overload]
        (lambda: api.odds(GUNS, BOYZ, ruleset="7e", fractions="yes"), "fractions is True or False, and not 'yes'"),
        (lambda: api.odds(GUNS, BOYZ, ruleset="7e", budget=-1), "budget is a number of seconds, more than 0, or None; and not -1"),
        (lambda: api.odds(GUNS, BOYZ, ruleset="7e", budget=math.nan), "budget is a number of seconds, more than 0, or None; and not nan"),
        (lambda: api.questions(GUNS, BOYZ, ruleset="7e", budget="5"), "budget is a number of seconds"),
        (lambda: api.compare(GUNS, BOYZ, ruleset="7e", jobs=1.5), "jobs is a whole number from 0 to 60, and not 1.5"),
        (lambda: api.compare(GUNS, BOYZ, ruleset="7e", jobs=-1), "jobs is a whole number from 0 to 60, and not -1"),
        (lambda: api.compare([GUNS, 3], BOYZ, ruleset="7e"), "or several of these, and not 3"),
        (lambda: api.compare(GUNS, {}, ruleset="7e"), "or several of these, and not {}"),
        (lambda: ODDS.at_least(1.5), "k is a whole number, and not 1.5"),
        (lambda: ODDS.at_least(1, "x" * 80), f"{'x' * 80} is no distribution of this attack"),
        (lambda: ODDS.at_least(1, ["slain"]), "['slain'] is no distribution of this attack; there is slain, damage"),
        (lambda: COMPARED[GUNS], "the comparison has 2x BS4 boltgun at 2x T4 Sv6+"),
        (lambda: api.odds(GUNS, BOYZ, ruleset="7e", cover=itself()), "nested more than 20 levels deep"),
        (lambda: api.load(Odd()), "not by a value of type Odd"),
    ],
)  # fmt: skip
def test_it_names_the_argument_and_what_was_given(call: Callable[[], object], words: str) -> None:
    with pytest.raises(api.ShootError) as error:
        call()
    assert words in str(error.value)


def test_what_is_as_good_as_the_right_one_is_taken() -> None:
    for budget in (None, math.inf, 10**400, 5, Fraction(5, 2)):
        assert api.odds(GUNS, BOYZ, ruleset="7e", distance=12, budget=budget) == ODDS
    assert api.questions(GUNS, BOYZ, ruleset="7e", budget=None) == api.questions(GUNS, BOYZ, ruleset="7e")
    assert api.compare(iter([GUNS]), (BOYZ,), ruleset=Text("7e"), distance=12) == COMPARED
