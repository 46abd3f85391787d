"""The budget of prompts, counted with the shipped lists: what an evening with rules and stratagems asks more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from shoot_cli.armies.loading import find_list
from shoot_cli.engine.questions import Facts, Number, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import dice
from shoot_cli.rules import RULESETS
from shoot_cli.rules.datasheets.profiles import Army
from tests.rules.datasheets.test_entries import CONTEMPT, with_block

# edition, the lists, who shoots at whom, a stratagem of those who shoot, an order of theirs
GAMES = [
    (
        "40k-10e",
        "adeptus-astartes",
        "waaagh",
        "Intercessor Squad",
        "Shoota Boyz",
        "Bursting Shells",
        "Measured Volleys",
    ),
    ("40k-11e", "vanguard", "deffskulls", "Hellblaster Squad", "Gretchin", "Bursting Shells", "Measured Volleys"),
]
EACH = pytest.mark.parametrize("game", GAMES, ids=["10e", "11e"])
Change = Callable[[Army], Army]


def as_it_is(army: Army) -> Army:
    return army


def without_block(army: Army) -> Army:
    return army.but(block=None)


def counted(army: Army) -> Army:
    block = army.block
    assert block is not None
    return army.but(block=block.but(command_points=2))


def asked(
    game: tuple[str, ...],
    change: Change = as_it_is,
    theirs: Change = as_it_is,
    facts: Mapping[str, Any] | None = None,
    lines: tuple[list[str], ...] = (),
) -> list[str]:
    """The keys of all that is asked in one turn of both sides with one attack. `lines` are told between the turns."""
    edition, *names, shooter, target, _, _ = game
    ruleset = next(one for one in RULESETS if one.name == edition).ruleset()
    mine, other = (load(find_list(name, edition)).army for name in names)
    throw, told, used, shot = dice(2), [*lines], set[str](), False

    def answer(question: Any, place: int) -> Any:
        nonlocal shot
        if question.key == "unit":
            shot, before = True, shot
            return "end the phase" if before else shooter
        if isinstance(question, (Roll, Total)):
            return throw(question, place)
        if isinstance(question, Number) and question.default is None:
            return 12
        if isinstance(question, Facts):
            here = {part.key for part in question.parts}.intersection(facts or {})
            used.update(here)
            return {key: (facts or {})[key] for key in here}
        if question.key == "since":
            return told.pop(0) if told else []
        return target if question.key == "target" else question.default

    table = Table(answer)
    table.settings = ruleset.defaults()
    play(ruleset.battle, ruleset.begin_battle(change(mine), theirs(other), 1), table)
    assert used == {*(facts or ())}, "never asked"
    assert not told
    return [entry.question.key for entry in table.log if entry.question]


def to_the_dice(keys: list[str]) -> list[str]:
    """The keys from the choice of the unit to the first roll."""
    return keys[keys.index("unit") : next(at for at, key in enumerate(keys) if key.startswith(("hit:", "attacks:")))]


@EACH
@pytest.mark.rule("EVE-6", "EVE-47")
def test_an_army_without_a_block_is_asked_one_line_between_the_turns_and_nothing_else(game: tuple[str, ...]) -> None:
    keys = asked(game, without_block, without_block)
    assert keys.count("since") == 1
    assert len(to_the_dice(keys)) <= 6
    assert asked(game) == keys, "what shipped lists have in their blocks is asked for nowhere"


@EACH
@pytest.mark.rule("EVE-29", "EVE-43")
def test_a_known_stratagem_of_those_who_shoot_is_a_row_of_what_is_asked_anyway(game: tuple[str, ...]) -> None:
    row = {f"entry:{game[-2]}": "yes"}
    plain, taken = asked(game), asked(game, facts=row)
    assert to_the_dice(taken) == to_the_dice(plain)


@EACH
@pytest.mark.rule("EVE-32")
def test_a_reaction_is_a_row_of_the_question_that_is_asked_today(game: tuple[str, ...]) -> None:
    plain = to_the_dice(asked(game))
    mob = to_the_dice(asked(game, theirs=lambda army: with_block(army, CONTEMPT)))
    new = f"reaction:{game[4]}"
    assert new in mob
    assert mob == (plain if new in plain else [*plain, new]), "11th edition asks it where there is such an entry alone"


@EACH
@pytest.mark.rule("EVE-1", "EVE-23")
def test_an_order_and_the_losses_of_a_fight_are_one_line_each(game: tuple[str, ...]) -> None:
    plain = asked(game)
    name = game[4].split()[0].lower()
    lines = (["all INFANTRY: +1 to hit this turn"], [f"{name} -2", f"{game[3].lower()} -1"])
    for some in ((lines[0],), (lines[1],), lines):
        keys = asked(game, lines=some)
        assert keys.count("since") == 1 + len(some)
        assert [key for key in keys if key != "since"] == [key for key in plain if key != "since"]


@EACH
@pytest.mark.rule("EVE-29", "EVE-31")
def test_an_effect_in_new_words_is_a_row_and_its_words(game: tuple[str, ...]) -> None:
    """Both belong to the facts that are asked anyway."""
    assert to_the_dice(asked(game, facts={"effects": ["+1 to wound"]})) == to_the_dice(asked(game))


@EACH
@pytest.mark.rule("EVE-51", "EVE-52")
def test_command_points_are_asked_nowhere(game: tuple[str, ...]) -> None:
    row = {f"entry:{game[-2]}": "yes"}
    assert asked(game, counted, counted, facts=row) == asked(game, facts=row)
