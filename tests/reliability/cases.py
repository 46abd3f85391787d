"""Calls of ``shoot`` that a hostile stranger might make, by what they are about. Start at ``KINDS``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from hypothesis import strategies as st

from shoot_cli.rules import Edition
from tests.reliability import documents
from tests.reliability.strange import OFTEN, TEXTS, as_json, changed, lookalikes, spoilt, written

FILE = "case.yaml"


class Case(NamedTuple):
    """``typed`` is standard input; ``file`` stands in the folder as `FILE`."""

    arguments: tuple[str, ...]
    typed: bytes = b""
    file: bytes = b""

    @property
    def json(self) -> bool:
        return "--json" in self.arguments


editions = st.sampled_from(documents.EDITIONS)
ways = st.sampled_from([("--json",), ("--json",), ("--plain",), ()])


def argument(text: str) -> str:
    """As a shell can pass it."""
    return text.replace("\0", "").encode("utf-8", "surrogateescape" if text.isascii() else "replace").decode()


# Lists ---------------------------------------------------------------------------------------------------------------


@st.composite
def lists(draw: st.DrawFn) -> Case:
    edition = draw(editions)
    text = draw(st.one_of(mutated(edition), mutated(edition), mutated(edition), generated(edition)).flatmap(written))
    command = draw(st.sampled_from([("army", "check"), ("army", "check"), ("army", "show")]))
    if draw(st.integers(0, 9)) == 0:  # its unit at itself
        side = f"{FILE}::{draw(st.sampled_from(['', 'a', 'e', ' ']))}"
        return Case(("resolve", side, side, "--seed", "1", *draw(ways)), file=draw(spoilt(text)))
    return Case((*command, FILE, *draw(ways)), file=draw(spoilt(text)))


def mutated(edition: Edition) -> st.SearchStrategy[Any]:
    words = documents.words(edition)
    return st.sampled_from(documents.lists(edition)).flatmap(lambda tree: changed(tree, words))


def generated(edition: Edition) -> st.SearchStrategy[Any]:
    """Out of the edition's own words, in no order."""
    words = st.sampled_from(documents.words(edition))
    leaves = st.one_of(words, words, st.sampled_from(TEXTS))
    deep = st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=4)),
        max_leaves=8,
    )
    top = st.sampled_from(["name", "units", "formations", "profiles", "weapons", "settings", "strategy", "faction"])
    return st.dictionaries(top, deep, max_size=4).map(lambda tree: {"ruleset": edition.name} | tree)


# Profile lines -------------------------------------------------------------------------------------------------------


@st.composite
def line(draw: st.DrawFn, edition: Edition, role: int, many: bool = True) -> str:
    """An example with words lost, doubled, exchanged, glued together."""
    found = documents.examples(edition)[role].split(" ")
    others = [*" ".join(documents.examples(edition)).split(" "), *documents.words(edition)]
    for _ in range(draw(st.sampled_from(OFTEN))):
        at = draw(st.integers(0, max(0, len(found) - 1)))
        new = draw(st.one_of(st.sampled_from(others), st.sampled_from(TEXTS), *([numbers] if many else [])))
        how = draw(st.sampled_from(["digit"] * 4 + ["value", "value", "more", "gone", "glued", "twice", "alike"]))
        here = found[at : at + 1]
        found[at : at + 1] = {
            "value": [new], "more": [new, *here], "gone": [], "glued": ["".join(here) + new], "twice": here * 2,
            "alike": [lookalikes("".join(here), 0, 99).decode("utf-8", "replace")],
            "digit": [re.sub("[0-9]", draw(st.sampled_from("0123456")), word) for word in here],
        }[how]  # fmt: skip
    return " ".join(found)


numbers = st.integers(-1, 10**5).map(str)


@st.composite
def lines(draw: st.DrawFn) -> Case:
    edition = draw(editions)
    command = draw(
        st.sampled_from([["resolve", "--seed", "1"], ["resolve", "--times", "2"], ["odds", "--questions"], ["odds"]])
    )
    many = command[0] != "odds"  # the odds of small attacks only
    attacker, target = draw(line(edition, 0, many)), draw(line(edition, 1, many))
    name = draw(st.sampled_from([edition.short] * 8 + [one.name for one in documents.EDITIONS] + ["9e"]))
    said = draw(facts(edition)) if draw(st.booleans()) else []
    return Case((*command, "-r", name, *said, *draw(ways), "--", argument(attacker), argument(target)))


@st.composite
def facts(draw: st.DrawFn, edition: Edition) -> list[str]:
    """Facts and settings as options."""
    strange = st.one_of(st.sampled_from(TEXTS), st.text(max_size=4))
    found = []
    for _ in range(draw(st.integers(1, 2))):
        key, value = draw(fact(edition))
        key, value = draw(st.sampled_from([(key, value)] * 3 + [(draw(strange), value), (key, draw(strange))]))
        key += draw(st.sampled_from(["", "", "", "", ":Boy", ":model", ":KIND", ":"]))
        found += ["--set", argument(f"{key}={value}")]
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(["distance", "cover", "weapon", "firing"]))
        found.append(argument(f"--{name}={draw(strange)}"))
    return found


@st.composite
def fact(draw: st.DrawFn, edition: Edition) -> tuple[str, str]:
    """A key and a value that it may have."""
    known = documents.facts(edition)
    key = draw(st.sampled_from(sorted(known)))
    return key, draw(st.sampled_from(known[key]))


# Scenarios -----------------------------------------------------------------------------------------------------------


@st.composite
def scenario(draw: st.DrawFn, edition: Edition, many: bool = True) -> Any:
    """One attack: its units, its answers."""
    tree = draw(st.sampled_from(documents.scenarios(edition)))
    said = dict(draw(st.lists(fact(edition), max_size=2)))
    tree = {**tree, "answers": tree["answers"] | said}
    return draw(changed(tree, (*said, *documents.facts(edition), *documents.words(edition)), many))


@st.composite
def scenarios(draw: st.DrawFn) -> Case:
    edition = draw(editions)
    command = draw(st.sampled_from([["resolve", "--seed", "1"], ["resolve", "--times", "2"], ["odds", "--questions"]]))
    text = draw(spoilt(draw(scenario(edition, command[0] != "odds").flatmap(written))))
    said = draw(facts(edition)) if draw(st.integers(0, 3)) == 0 else []
    if draw(st.booleans()):
        return Case((*command, *said, *draw(ways), "-"), typed=text)
    return Case((*command, *said, *draw(ways), FILE), file=text)


# Lines of a batch ----------------------------------------------------------------------------------------------------


@st.composite
def batches(draw: st.DrawFn) -> Case:
    """One line between two that are good."""
    tree = draw(scenario(draw(editions), many=False))
    text = draw(spoilt(draw(st.sampled_from([as_json(tree)] * 5 + [as_json([tree]), as_json(tree) + as_json(tree)]))))
    bad = b" ".join(text.splitlines()) or b"?"
    if draw(st.booleans()):
        return Case(("odds", "--batch", "-"), typed=b"\n".join([GOOD, bad, GOOD]))
    return Case(("odds", "--batch", FILE), file=b"\n".join([GOOD, bad, GOOD, b""]))


GOOD = b'{"ruleset": "7e", "attacker": "1x BS4 boltgun", "target": "1x T4 Sv6+"}'

KINDS = {"lists": lists(), "profile lines": lines(), "scenarios": scenarios(), "batch lines": batches()}
