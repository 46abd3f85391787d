"""The five verbs of the table: what each does for players and in the odds, and that a wrong use of each is caught.

Each toy game below is one step that uses one verb, rightly or wrongly. The checker is that of every edition.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.battle.current_attack import TableWithDice
from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need, Option
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.table import Table
from shoot_cli.odds import odds
from shoot_cli.odds.forking_table import Forking
from tests.helpers.each import each
from tests.helpers.table_verbs import VERBS, LawBroken, held_to_laws
from tests.helpers.toy_games import Answers


class Salvo(Record):
    """So many shots at a line, and what came of them."""

    shots: int = 2
    hits: int = 0
    near: bool = False
    name: str = ""
    line: Line = Line((Rank("", 2, 1),))


YES_NO = Option("yes"), Option("no")
Step = Callable[[Salvo, Table], Salvo]


def shoot(salvo: Salvo, table: Table, dice: int | None = None) -> Salvo:
    need = Need(3 if salvo.near else 4)
    hits = table.roll("hit", salvo.shots if dice is None else dice, need).passed
    return salvo.but(hits=salvo.hits + hits, line=salvo.line.but(lost=min(2, salvo.hits + hits)))


def comes_near(salvo: Salvo, table: Table) -> Salvo:
    return salvo.but(near=table.choose("near", YES_NO, default="yes", text="Go nearer?") == "yes")


def always(*_: Any) -> bool:
    return True


def never(*_: Any) -> bool:
    return False


# Right uses


def asks_who_could_gain(salvo: Salvo, table: Table) -> Salvo:
    """Nobody is asked for a unit without shots."""
    if not table.moot(lambda: not salvo.shots):
        salvo = comes_near(salvo, table)
    return shoot(salvo, table)


def asks_nobody_without_shots(salvo: Salvo, table: Table) -> Salvo:
    return asks_who_could_gain(salvo.but(shots=0), table)


def keeps_a_name(salvo: Salvo, table: Table) -> Salvo:
    return shoot(salvo, table).but(name=table.detail("bolters", ""))


def rolls_for_all_at_once(salvo: Salvo, table: Table) -> Salvo:
    """The odds roll all dice together, players one after the other."""
    return shoot(salvo, table) if table.blindly(always) else shoot(shoot(salvo, table, 1), table, 1)


def looks_who_stands(salvo: Salvo, table: Table) -> Salvo:
    """By default nothing changes."""

    def step(salvo: Salvo, table: Table) -> Salvo:
        said = table.choose("cease", YES_NO, default="no", text="Cease fire?") if salvo.line.front() else "no"
        return salvo.but(hits=0) if said == "yes" else salvo.but(name="seen")

    return table.in_sight(step, shoot(salvo, table))


def says_what_happens(salvo: Salvo, table: Table) -> Salvo:
    table.explain(lambda salvo, table: table.tell("{n} shots", n=salvo.shots), salvo)
    return shoot(salvo, table)


# Wrong uses


def is_not_asked_though_it_matters(salvo: Salvo, table: Table) -> Salvo:
    return shoot(salvo if table.moot(always) else comes_near(salvo, table), table)


def has_a_detail_that_counts(salvo: Salvo, table: Table) -> Salvo:
    return shoot(salvo, table, table.detail(2, 1))


def has_a_detail_that_is_read_later(salvo: Salvo, table: Table) -> Salvo:
    salvo = salvo.but(name=table.detail("near", ""))
    return shoot(salvo.but(near=salvo.name == "near"), table)


def rolls_one_die_for_all(salvo: Salvo, table: Table) -> Salvo:
    if table.blindly(always):
        return salvo.but(hits=2 * shoot(salvo, table, 1).hits)
    return shoot(salvo, table)


def heals_whom_it_sees(salvo: Salvo, table: Table) -> Salvo:
    return table.in_sight(lambda salvo, table: salvo.but(hits=0), shoot(salvo, table))


def goes_nearer_at_sight(salvo: Salvo, table: Table) -> Salvo:
    return shoot(table.in_sight(comes_near, salvo), table)


def rolls_while_it_explains(salvo: Salvo, table: Table) -> Salvo:
    table.explain(lambda salvo, table: shoot(salvo, table) and None, salvo)
    return shoot(salvo, table)


def asks_while_it_explains(salvo: Salvo, table: Table) -> Salvo:
    table.explain(lambda salvo, table: comes_near(salvo, table) and None, salvo)
    return shoot(salvo, table)


def returns_what_it_explains(salvo: Salvo, table: Table) -> Salvo:
    table.explain(lambda salvo, table: salvo.but(near=True), salvo)  # type: ignore[arg-type, return-value]
    return shoot(salvo, table)


RIGHT = {
    "moot": (asks_who_could_gain, asks_nobody_without_shots),
    "detail": (keeps_a_name,),
    "blindly": (rolls_for_all_at_once,),
    "in_sight": (looks_who_stands,),
    "explain": (says_what_happens,),
}
WRONG = {
    "moot": (is_not_asked_though_it_matters,),
    "detail": (has_a_detail_that_counts, has_a_detail_that_is_read_later),
    "blindly": (rolls_one_die_for_all,),
    "in_sight": (heals_whom_it_sees, goes_nearer_at_sight),
    "explain": (rolls_while_it_explains, asks_while_it_explains, returns_what_it_explains),
}


def played(step: Step) -> Callable[[], dict[int, Fraction]]:
    def law() -> dict[int, Fraction]:
        ends = odds((step,), Salvo(), Answers(), settings={}, exact=True, brute_force=True)
        return {hits: p for hits, p in ends.measure(lambda salvo: salvo.hits).items() if p}

    return law


def uses(of: dict[str, tuple[Step, ...]]) -> list[Any]:
    return [pytest.param(verb, step, id=step.__name__) for verb, steps in of.items() for step in steps]


@each(("verb", "step"), uses(RIGHT))
def test_a_right_use_keeps_the_law(verb: str, step: Step) -> None:
    assert bool(held_to_laws(played(step), VERBS)[verb]) == (step is not asks_who_could_gain)


@each(("verb", "step"), uses(WRONG))
def test_a_wrong_use_is_caught(verb: str, step: Step) -> None:
    with pytest.raises(LawBroken):
        held_to_laws(played(step), (verb,))


def test_every_verb_has_uses_of_both_kinds() -> None:
    assert RIGHT.keys() == WRONG.keys() == {*VERBS}


# What each does at the three tables ----------------------------------------------------------------------------------


class Seen(list[Any]):
    """What a function was called with; it returns ``back``."""

    back: Any = None

    def __call__(self, *given: Any) -> Any:
        self.append(given)
        return self.back


def seen(back: Any = None) -> Seen:
    made = Seen()
    made.back = back
    return made


def at_the_table() -> Table:
    return Table(Answers())


def in_the_odds() -> Table:
    return Forking(Answers(), {})


def with_dice(*dice: Any) -> Table:
    return TableWithDice(at_the_table(), dice)


def test_players_have_all_that_is_shown() -> None:
    table, tell, step, may = at_the_table(), seen(), seen("after"), seen(True)
    table.explain(tell, 1, 2)
    assert tell == [(1, 2, table)]
    assert table.in_sight(step, "before", 3) == "after"
    assert step == [("before", 3, table)]
    assert [table.moot(seen(back), 4) for back in (True, False, (), "no")] == [True, False, False, True]
    assert table.detail("shown", "plain") == "shown"
    assert not table.blindly(may)
    assert may == []  # they never go the easier way, so nobody asks whether they might


def test_a_table_without_texts_is_told_nothing_but_is_asked() -> None:
    table, tell = at_the_table(), seen()
    table.narrates = False
    table.explain(tell)
    assert tell == []
    assert table.moot(always)
    assert table.detail("shown", "plain") == "shown"


@pytest.mark.parametrize("table", [in_the_odds(), with_dice()], ids=["odds", "dice that are all used"])
def test_the_odds_look_at_nothing(table: Table) -> None:
    pointless, tell, step = seen(True), seen(), seen("after")
    table.explain(tell)
    assert not table.moot(pointless)
    assert table.in_sight(step, "before") == "before"
    assert pointless == tell == step == []
    assert table.detail("shown", "plain") == "plain"
    assert table.blindly(may := seen(True), 5)
    assert may == [(5, table)]
    assert not table.blindly(never)


def test_thrown_dice_are_asked_for_as_they_were() -> None:
    """While dice of a step lie there, the step goes the way of players; then the odds may go theirs."""
    table, may = with_dice(2), seen(True)
    assert not table.blindly(may)
    assert may == []
    assert table.roll("hit", 3, Need(4)) == 2
    assert table.blindly(may)
    assert not table.moot(always)
    assert table.detail("shown", "plain") == "plain"


def test_shots_in_vain_are_not_rolled_by_players_and_by_thrown_dice() -> None:
    why = Reason("nobody stands", "TOY-1")
    table = at_the_table()
    assert table.rolls_in_vain("bolters", None, why)
    assert [entry.rules for entry in table.log] == [("TOY-1",)]
    assert not table.rolls_in_vain("bolters", None)
    assert with_dice(2).rolls_in_vain("bolters", why)
    assert not with_dice().rolls_in_vain("bolters", why)
    assert not in_the_odds().rolls_in_vain("bolters", why)
