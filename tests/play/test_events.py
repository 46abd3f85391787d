"""What may be told by the key while dice of an attack lie there, and what is asked instead (EVE-34)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from shoot_cli.engine.questions import Facts, Need, Number, Phrases, Roll
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import KindRow, UnitRow
from shoot_cli.engine.table import Entry, FinishedAttack, OpenLine, Table
from shoot_cli.input.answerers import raise_missing
from shoot_cli.play.views import NOW, agreed_at, event_line, is_line


class Now(NamedTuple):
    """What is shown of a battle: the models of each unit, and what is said of it."""

    units: tuple[tuple[str, int, str], ...]
    who: str = ""
    whom: str = ""


class Rules:
    """As much of a ruleset as is looked at: the first unit is of the first army, the others of the second."""

    def status(self, now: Now) -> Any:
        rows: Any = [
            UnitRow(name, n, n, kinds=(KindRow("man", n, n),), in_force=(mark,)) for name, n, mark in now.units
        ]
        return (("Mine", rows[:1]), ("Theirs", rows[1:]))

    def sides(self, now: Now) -> tuple[str, str]:
        return "Mine", "Theirs"

    def headline(self, now: Now) -> Now:
        return now


START = Now((("Guard", 10, ""), ("Boyz", 20, ""), ("Nobz", 5, "")))
FIRING = START._replace(who="Guard", whom="Boyz")
HIT = Roll("hit", 2, Need(4, ()))
AGREED = Facts("facts", (Number("distance", 0, 9, 3),))


def after(phrases: tuple[str, ...]) -> Now:
    """`boyz -2` and `boyz: +1 to hit`, as an edition has them."""
    units = {name: (n, mark) for name, n, mark in START.units}
    for phrase in phrases:
        name, colon, words = phrase.partition(":")
        name, _, lost = name.partition(" -")
        n, mark = units[name.capitalize()]
        units[name.capitalize()] = (n, words.strip()) if colon else (n - int(lost), mark)
    return Now(tuple((name, *of) for name, of in units.items()))


LINE = Phrases("happened", str, pieces_of=lambda text: text.split(","), check_all=after, tells=lambda phrases: "told")


def table(*answered: Any) -> Table:
    """A table at which these questions were answered, the last of them in an attack of the Guard at the Boyz."""
    found = Table(raise_missing)
    found.open_line = OpenLine(0, LINE, START)
    found.log = [Entry("", question, None, None, attack=0) for question in answered]
    found.asked, found.record = len(answered), FIRING if answered else START
    found.going = (START, 1) if answered else None
    return found


NOMINATION = Number("unit", 0, 9, 0)
RULES: Any = Rules()


@pytest.mark.rule("EVE-6")
def test_between_attacks_all_can_be_told() -> None:
    line = event_line(RULES, table(), None)
    assert line is not None
    assert (line.place, line.by, line.when) == (0, "Mine", NOW)
    assert line.question is LINE
    assert not line.on_attack(("boyz: +1 to hit",))


@pytest.mark.rule("EVE-6")
def test_before_there_is_a_battle_nothing_can() -> None:
    found = table()
    found.open_line = None
    assert event_line(RULES, found, None) is None


@pytest.mark.rule("EVE-34")
@pytest.mark.parametrize("answered", [(NOMINATION, AGREED), (NOMINATION, AGREED, HIT)], ids=["asked", "thrown"])
def test_at_dice_losses_of_the_two_units_are_refused_and_those_of_others_taken(answered: Any) -> None:
    line = event_line(RULES, table(*answered), HIT if len(answered) == 2 else NOMINATION)
    assert line is not None
    for name in ("Guard", "Boyz"):
        with pytest.raises(BadAnswer, match=f"the dice of {name} lie here: tell it when whoever shoots is done"):
            line.question.read([f"{name.lower()} -1"])
        with pytest.raises(BadAnswer):
            line.question.tells((f"{name.lower()} -1",))  # type: ignore[misc]
    with pytest.raises(BadAnswer, match="By itself “nobz -1” can be told now"):
        line.question.read(["nobz -1", "boyz -1"])
    assert line.question.read(["nobz -2"]) == ("nobz -2",)
    assert line.question.tells
    assert line.question.tells(("nobz -2",)) == "told"


@pytest.mark.rule("EVE-34")
def test_dice_after_an_attack_lie_there_as_well_until_something_can_be_told_behind_it() -> None:
    found = table(NOMINATION, AGREED, HIT)
    found.going, found.attacks = None, [FinishedAttack(START, FIRING, (), 1)]
    found.record = START
    line = event_line(RULES, found, HIT)
    assert line is not None
    with pytest.raises(BadAnswer, match="the dice of Boyz lie here"):
        line.question.read(["boyz -1"])
    found.open_line = OpenLine(3, LINE, START)
    behind = event_line(RULES, found, HIT)
    assert behind is not None
    assert behind.question.read(["boyz -1"]) == ("boyz -1",)


@pytest.mark.rule("EVE-34")
def test_an_effect_on_one_of_them_opens_what_was_agreed() -> None:
    line = event_line(RULES, table(NOMINATION, AGREED, HIT), NOMINATION)
    assert line is not None
    assert line.question.read(["boyz: +1 to hit"]) == ("boyz: +1 to hit",)
    assert line.on_attack(("boyz: +1 to hit",))
    assert not line.on_attack(("nobz: +1 to hit",))  # it is told like a loss of others
    with pytest.raises(BadAnswer):
        line.question.read(["boyz: +1 to hit", "boyz -1"])
    mixed = "“boyz: \\+1 to hit” is said where this attack was agreed: type it alone, “nobz -2” in another line"
    with pytest.raises(BadAnswer, match=mixed):  # nothing of the line is lost without a word
        line.question.read(["nobz -2", "boyz: +1 to hit"])
    assert agreed_at(table(NOMINATION, AGREED, HIT)) == 1
    assert agreed_at(table(NOMINATION, HIT)) is None


@pytest.mark.rule("EVE-6")
def test_without_dice_all_can_be_told_in_an_attack_too() -> None:
    line = event_line(RULES, table(NOMINATION, AGREED), NOMINATION)
    assert line is not None
    assert line.question is LINE
    assert is_line(LINE)
    assert not is_line(NOMINATION)
