"""How many answers people give for one attack: ``python tests/answers.py [RULESET ...] [--all]`` prints the table.

The first unit of each shipped list, ``--all`` every unit, shoots once at the list after it, in a battle whose dice the
app throws: Enter wherever something is proposed, else the first thing that will do. Counted is from the choice of the
unit to the next one; not what it takes to come there, such as who has the first turn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.engine.questions import Choose, Facts, Number, Question, Roll, Total
from shoot_cli.engine.reasons import Answer
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import dice
from shoot_cli.rules import RULESETS, Edition, edition

MOST = 6  # answers that the common attack may take, where the edition's own rules do not ask more
INCHES = (12, 20, 6)  # far and near: the most answers count
SEED = 2


class Counted(NamedTuple):
    """One attack: its list, its unit, and the keys of what was asked of people, in order."""

    ruleset: str
    army: str
    unit: str
    keys: tuple[str, ...]


class Over(Exception):
    """The attack is, and the next unit is to be chosen."""


class Players:
    """Choose one unit, take what is proposed, and stop when the next unit is to be chosen."""

    def __init__(self, unit: str, inches: int) -> None:
        self.unit, self.inches, self.throw, self.table = unit, inches, dice(SEED), Table(self)
        self.asked: list[Question] = []
        self.going = self.rolled = False

    def __call__(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)):
            self.rolled = True
            return self.throw(question, place)
        if self.table.names_attacker:
            return self.named(question)
        if self.going:
            self.asked.append(question)
        if isinstance(question, Number) and question.default is None:
            return self.inches
        return {} if isinstance(question, Facts) else question.default

    def named(self, question: Question) -> Answer:
        """The unit; the other side, and whoever may not shoot, passes."""
        assert isinstance(question, Choose)
        if self.going:
            raise Over
        with_others = f"{self.unit} + "  # who has joined it
        here = (option.value for option in question.open() if f"{option.value} + ".startswith(with_others))
        name = next(here, None)
        self.going = name is not None
        if name is None:
            return question.open()[-1].value
        self.asked.append(question)
        return name


def attacks(of: Edition, every: bool = False) -> Iterator[Counted]:
    """The first unit of each shipped list, or every one, at the list after it; not those that have nothing to fire."""
    ruleset = of.ruleset()
    samples = [sample for sample in armies.samples() if sample.ruleset == of.name]
    lists = [load(sample.path).army for sample in samples]
    for place, (sample, army) in enumerate(zip(samples, lists, strict=True)):
        start = ruleset.begin_battle(army, lists[(place + 1) % len(lists)], turns=1)
        alone = [unit for unit in army.units if not getattr(unit, "joined_to", "")]
        for unit in alone[: None if every else 1]:
            yield Counted(of.short, sample.name, unit.name, asked(ruleset, start, unit.name))


def asked(ruleset: Ruleset, start: Any, unit: str) -> tuple[str, ...]:
    """The keys of what people answer while this unit shoots once, at the distance that asks most; () if it cannot."""
    return max((asked_at(inches, ruleset, start, unit) for inches in INCHES), key=len)


def asked_at(inches: int, ruleset: Ruleset, start: Any, unit: str) -> tuple[str, ...]:
    players = Players(unit, inches)
    players.table.settings = ruleset.defaults()
    with suppress(Over):
        play(ruleset.battle, start, players.table)
    return tuple(question.key for question in players.asked) if players.rolled else ()  # else it was too far


def main(words: Sequence[str]) -> None:
    every = "--all" in words
    said = [edition(word) for word in words if word != "--all"]
    print("| list | unit | answers | |\n|---|---|---|---|")
    for one in said or RULESETS:
        assert one, "no such ruleset"
        for counted in attacks(one, every):
            n = len(counted.keys)
            if n or not every:
                print(
                    f"| {one.short} {counted.army} | {counted.unit} | {n}{' !' * (n > MOST)} | {', '.join(counted.keys)} |"
                )


if __name__ == "__main__":
    main(sys.argv[1:])
