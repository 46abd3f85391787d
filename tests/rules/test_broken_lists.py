"""Thousands of broken lists and lines: each is read, or refused in words with places that are inside the text."""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.yaml_text import decode, read_text
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.broken_lists import broken, check_places

BY_NAME = {edition.short: edition for edition in RULESETS}
slow = pytest.mark.slow


def times(plain: int, most: int, names: str, slowly: str = "") -> Any:
    """So many for these editions in the plain tests, and more in the slow ones, also for those that go ``slowly``."""
    cases = [pytest.param(name, plain, id=name) for name in names.split()]
    more = [pytest.param(name, most, id=f"{name}-more", marks=slow) for name in f"{names} {slowly}".split()]
    return pytest.mark.parametrize(("name", "many"), [*cases, *more])


def data_of(name: str) -> tuple[Edition, Any, str]:
    """The edition, its data (those of another edition of its game where it has none), and its list."""
    folder = {"11e": "tenth"}.get(name) or BY_NAME[name].package.rpartition(".")[2]
    data = import_module(f"tests.rules.{folder}.helpers.broken")
    text = re.sub("ruleset: .*", f"ruleset: {BY_NAME[name].name}", getattr(data, "LIST", ""))
    return BY_NAME[name], data, text


@times(300, 1_200, "rh", "2e 10e 11e")
def test_thousands_of_broken_lists(name: str, many: int) -> None:
    (edition, data, whole), read = data_of(name), 0
    lines = edition.unit_text()
    for seed in range(many):
        chance = random.Random(seed)
        text = broken(whole, data, chance, chance.randint(1, 2))
        try:
            raw = text.encode("utf-8", "replace")
            army = edition.lists().read(read_text(decode(raw, "list.yaml"), "list.yaml"), "list.yaml")
        except ArmyErrors as error:
            check_places(error, text, seed, 1200)
        else:
            read += 1
            hash(army)
            assert lines.card(army)
            assert all(lines.notes(army))
            assert all(one.text and one.words for one in getattr(lines, "explained", lambda army: ())(army))
            assert len({unit.name for unit in army.units}) == len(army.units)
            for unit in army.units:
                assert len({weapon.name for weapon in unit.weapons()}) == len({*unit.weapons()})
            getattr(data, "check", lambda army: None)(army)
    assert many / 40 < read < many / 2


@times(250, 600, "10e rh", "2e 11e")
def test_a_thousand_broken_scenarios(name: str, many: int) -> None:
    (edition, data, whole), read = data_of(name), 0
    start = re.sub(
        "(?m)^(name|faction|invented|strategy|settings):.*\n", "", re.split("(?m)^(?:units|formations):", whole)[0]
    )
    for seed in range(many):
        chance = random.Random(seed)
        sides = chance.choice(data.SIDES), chance.choice(data.SIDES)
        text = broken(f"{start}attacker: {sides[0]}\ntarget: {sides[1]}\nanswers: {{distance: 12}}\n", data, chance, 1)
        try:
            edition.lists().read_scenario(read_text(text, "list.yaml"), "list.yaml")
            read += 1
        except ArmyErrors as error:
            check_places(error, text, seed, 1200)
    assert read > many / 50


@times(1_000, 3_000, "7e rh", "2e 10e 11e")
def test_any_heap_of_words_is_read_or_refused(name: str, many: int) -> None:
    edition, data, _ = data_of(name)
    chance, read = random.Random(7), 0
    for number in range(many):
        text = chance.choice([" ", " ", ""]).join(chance.choices(data.WORDS, k=chance.randint(1, 12)))
        if number % 3 == 0:
            text = f"{chance.choice(data.KNOWN)} {chance.choice(['', '+ '])}{' '.join(chance.choices(data.WORDS, k=2))}"
        try:
            unit = edition.unit_text().read_line(text, chance.choice(["attacker", "target"]))
        except ArmyErrors as error:
            (problem,) = error.problems
            assert 1 <= problem.column <= len(text) + 1, text
        else:
            assert unit.models
            assert len({weapon.name for weapon in unit.weapons()}) == len({*unit.weapons()}), text
            read += 1
    assert read > many / {"rh": 150, "10e": 300}.get(name, 600)
