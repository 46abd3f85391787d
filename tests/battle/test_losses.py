"""Losses and healing as players type them: who falls, who comes back, and what is refused."""

from __future__ import annotations

import pytest

from shoot_cli.battle.happened import NamedUnit, squad_left, statement
from shoot_cli.battle.losses import KindInSquad, Squad, TypedLoss, after_losses, change_text, changes_of, read_loss
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.reasons import BadAnswer
from tests.helpers.each import each

CRUSADERS = Squad(
    "Crusader Squad",
    (
        KindInSquad("Neophyte", 4, 1), KindInSquad("Initiate", 5, 2), KindInSquad("Sword Brother", 1, 2),
        KindInSquad("Captain", 1, 5, last=True),
    ),
    (Rank(0, 4, 1), Rank(1, 5, 2), Rank(2, 1, 2), Rank(3, 1, 5)),
)  # fmt: skip
CAPTAIN = Squad("Captain", (KindInSquad("Captain", 1, 5, last=True),), (Rank(0, 1, 5),))
GUARD = Squad("Guard", (KindInSquad("Guard", 4, 2),), (Rank(0, 1, 1), Rank(0, 3, 2)))


def read(text: str) -> list[TypedLoss]:
    return [read_loss(one) for one in changes_of(text)]


def told(squad: Squad, text: str) -> str:
    return change_text(squad, after_losses(squad, read(text)))


def refused(squad: Squad, text: str) -> str:
    with pytest.raises(BadAnswer) as error:
        told(squad, text)
    return str(error.value)


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-7")
@each(
    ("text", "words"),
    [
        ("-2", "2 Initiates fall: 9 of 11 left"),
        ("2", "2 Initiates fall: 9 of 11 left"),
        ("lost 2", "2 Initiates fall: 9 of 11 left"),
        ("lost two", "2 Initiates fall: 9 of 11 left"),
        ("One neophyte, captain three wounds", "1 Neophyte falls: 10 of 11 left · Captain: 2 of 5 wounds left"),
        ("−2 models", "2 Initiates fall: 9 of 11 left"),
        ("6", "1 Neophyte, 5 Initiates fall: 5 of 11 left"),
        ("10", "4 Neophytes, 5 Initiates, 1 Sword Brother fall: 1 of 11 left"),
        ("-2 neophyte", "2 Neophytes fall: 9 of 11 left"),
        ("neophytes -2", "2 Neophytes fall: 9 of 11 left"),
        ("2 neophyte, captain 3 wounds", "2 Neophytes fall: 9 of 11 left · Captain: 2 of 5 wounds left"),
        ("captain 3w", "Captain: 2 of 5 wounds left"),
        ("captain 2 wounds left", "Captain: 2 of 5 wounds left"),
        ("captain dead", "1 Captain falls: 10 of 11 left"),
        ("4 left", "2 Neophytes, 5 Initiates fall: 4 of 11 left"),
        ("3 initiate, +1 initiate", "2 Initiates fall: 9 of 11 left"),
        ("3 initiate; healed 0 wounds", "3 Initiates fall: 8 of 11 left"),
        ("captain 3 damage", "Captain: 2 of 5 wounds left"),
        ("captain took 3 damage", "Captain: 2 of 5 wounds left"),
        ("captain 3 wounds, captain heals 2", "Captain: 4 of 5 wounds left"),
        ("captain dies", "1 Captain falls: 10 of 11 left"),
        ("2 neophytes died", "2 Neophytes fall: 9 of 11 left"),
        ("3 initiate, 1 initiate comes back", "2 Initiates fall: 9 of 11 left"),
        ("minus two", "2 Initiates fall: 9 of 11 left"),
        ("-two", "2 Initiates fall: 9 of 11 left"),
        ("- two", "2 Initiates fall: 9 of 11 left"),
        ("two models less", "2 Initiates fall: 9 of 11 left"),
        ("kill 2 guys", "2 Initiates fall: 9 of 11 left"),
        ("= 9", "2 Initiates fall: 9 of 11 left"),
        ("now 9", "2 Initiates fall: 9 of 11 left"),
        ("only 9 alive", "2 Initiates fall: 9 of 11 left"),
        ("all neophytes dead", "4 Neophytes fall: 7 of 11 left"),
        ("captain hurt 3", "Captain: 2 of 5 wounds left"),
        ("captain = 2 wounds", "Captain: 2 of 5 wounds left"),
        ("3 initiate, plus one initiate", "2 Initiates fall: 9 of 11 left"),
    ],
)
def test_what_a_line_does(text: str, words: str) -> None:
    assert told(CRUSADERS, text) == words


@pytest.mark.rule("EVE-2")
def test_hurt_models_fall_first_and_characters_last() -> None:
    hurt = CRUSADERS.but(ranks=(Rank(0, 4, 1), Rank(1, 5, 2), Rank(2, 1, 1), Rank(3, 1, 2)))
    assert after_losses(hurt, read("1")).living(2) == 0
    assert after_losses(hurt, read("10")).ranks == (Rank(3, 1, 2),)
    even = CRUSADERS.but(ranks=(Rank(0, 4, 1), Rank(1, 4, 2), Rank(3, 1, 5)))
    assert after_losses(even, read("1")).living(0) == 3  # a tie goes by the list


@pytest.mark.rule("EVE-3")
def test_wounds_go_to_the_hurt_model_and_then_to_the_next() -> None:
    assert after_losses(GUARD, read("4 wounds")).ranks == (Rank(0, 1, 1), Rank(0, 1, 2))
    assert told(GUARD, "4 wounds") == "2 Guards fall: 2 of 4 left"
    assert told(CRUSADERS, "3 wounds") == "1 Initiate falls: 10 of 11 left · Initiate: 1 of 2 wounds left"
    assert after_losses(CRUSADERS, read("16 wounds")).ranks == (Rank(3, 1, 5),)
    assert after_losses(CRUSADERS, read("17 wounds")).ranks == (Rank(3, 1, 4),)


@pytest.mark.rule("EVE-4")
def test_what_comes_back_is_whole_and_never_more_than_there_were() -> None:
    left = after_losses(CRUSADERS, read("3 neophyte, 2 initiate, captain 3 wounds"))
    assert told(left, "+2") == "2 Neophytes come back: 8 of 11 left"
    assert told(left, "+1 initiate") == "1 Initiate comes back: 7 of 11 left"
    assert after_losses(left, read("+5")).ranks == (*CRUSADERS.ranks[:3], Rank(3, 1, 2))
    assert told(left, "captain +1 wound") == "Captain: 3 of 5 wounds left"
    assert told(left, "captain +3w") == "Captain: 5 of 5 wounds left"
    assert refused(left, "captain +4 wounds") == "at most 3 are missing"
    assert refused(left, "+6") == "5 of 11 are gone: +5 at most"
    assert refused(left, "+3 initiate") == "2 of 5 Initiates are gone: +2 at most"
    dead = after_losses(left, read("captain dead"))
    assert told(dead, "+6") == "3 Neophytes, 2 Initiates, 1 Captain come back: 11 of 11 left"
    assert after_losses(dead, read("captain back")).ranks[-1] == Rank(3, 1, 5)


@pytest.mark.rule("EVE-7")
@each(
    ("squad", "text", "words"),
    [
        (CRUSADERS, "12", "Crusader Squad has 11: 12 cannot fall"),
        (CRUSADERS, "5 neophyte", "Crusader Squad has 4 Neophytes: 5 cannot fall"),
        (
            CAPTAIN,
            "-3",
            "Captain has 1 model: 3 cannot fall; what it lost is told with the word, as in captain 3 wounds",
        ),
        (CAPTAIN, "6 wounds", "Captain has 5 wounds left: 6 cannot be lost"),
        (CRUSADERS, "2 captain", "Crusader Squad has 1 Captain: 2 cannot fall; what it lost is told with the word"),
        (CRUSADERS, "2 sword brother", "Crusader Squad has 1 Sword Brother: 2 cannot fall"),
        (CRUSADERS, "12 left", "Crusader Squad has only 11: 12 cannot be left"),
        (CRUSADERS, "5 neophytes left", "Crusader Squad has only 4 Neophytes: 5 cannot be left"),
        (GUARD, "9 left", "Guard has only 4: 9 cannot be left"),
        (CAPTAIN, "2 left", "Captain has only 1 model: 2 cannot be left"),
        (CAPTAIN, "6 wounds left", "Captain has only 5 wounds: 6 cannot be left"),
        (CAPTAIN, "+1 wound", "Captain has all 5 wounds"),
        (CAPTAIN, "+1", "nobody is gone: Captain stands"),
        (CRUSADERS, "+1", "nobody is gone: all 11 stand"),
        (
            CRUSADERS,
            "two three",
            "“two three”: one number each, and commas between, as in 2 neophyte, captain 3 wounds",
        ),
        (CRUSADERS, "1 boy", "no “boy” here, only Neophyte, Initiate, Sword Brother, Captain"),
        (
            CRUSADERS,
            "initiate 3 wounds left",
            "5 Initiates: wounds left are said of one model; say which, or what it lost",
        ),
        (CRUSADERS, "1 2", "“1 2”: one number each, and commas between, as in 2 neophyte, captain 3 wounds"),
        (CRUSADERS, "neophyte", "“neophyte”: how many? Write it as in 2 neophyte, captain 3 wounds"),
        (CRUSADERS, "dead wounds", "“dead wounds”: how many? Write it as in 2 neophyte, captain 3 wounds"),
    ],
)
def test_what_is_refused(squad: Squad, text: str, words: str) -> None:
    assert refused(squad, text).startswith(words)


@pytest.mark.rule("EVE-7")
@pytest.mark.parametrize("text", ["fell back", "2 fell back", "captain killed and healed"])
def test_what_takes_and_gives_at_once_is_refused(text: str) -> None:
    assert "write one of them" in refused(after_losses(CRUSADERS, read("3 initiate")), text)


@pytest.mark.rule("EVE-7")
@pytest.mark.parametrize("text", ["captain +1 damage", "captain -1 damage"])
def test_damage_with_a_sign_may_be_an_effect_and_is_refused(text: str) -> None:
    assert "damage is told without a sign" in refused(CRUSADERS, text)


def test_nothing_is_lost_between_the_ranks() -> None:
    """Every sequence of lines leaves whole numbers of models with 1 to W wounds, at most as many as are listed."""
    squad = CRUSADERS
    for text in ("3 wounds", "-2", "+1", "captain 4 wounds", "captain +1w", "neophyte 2", "+2 neophyte", "5 left"):
        squad = after_losses(squad, read(text))
        for at, kind in enumerate(squad.kinds):
            assert 0 <= squad.living(at) <= kind.listed
        assert all(1 <= rank.left <= squad.kinds[rank.kind].wounds and rank.n for rank in squad.ranks)
    assert squad.living() == 5


@pytest.mark.rule("EVE-7")
@each("text", ["1e9", "-1e9", "mk2", "+-1", "--1", "-1 \N{GRINNING FACE}", "-1 #3", "= 2 = 3", "-1 -", "½"])
def test_what_says_no_change_is_refused_and_never_left_out(text: str) -> None:
    with pytest.raises(BadAnswer):
        read(text)
    assert read("(-1), “neophyte” -1., the 'boyz': 2!")  # marks that say nothing may stand there


BOYZ = Squad(
    "Boyz", (KindInSquad("Boy", 19, 1, plural="Boyz"), KindInSquad("Nob", 1, 2)), (Rank(0, 19, 1), Rank(1, 1, 2))
)


@pytest.mark.rule("EVE-1", "EVE-9")
@each(
    "text, left",
    [
        ("boyz 7 left", (6, 1)),
        ("7 boyz left", (6, 1)),
        ("boyz -2", (17, 1)),
        ("boyz lost 2", (17, 1)),
        ("nob dead", (19, 0)),
        ("2", (17, 1)),
    ],
)
def test_the_name_of_the_unit_goes_before_a_kind_of_model_where_one_unit_alone_is_meant(
    text: str, left: tuple[int, int]
) -> None:
    found = squad_left(BOYZ, [text], "target_lost")
    assert (found.living(0), found.living(1)) == left
    said = statement(text, text, (NamedUnit("Boyz", ("Boy", "Nob"), (("Boy", "Boyz"),)),), 0, alone=True)
    assert after_losses(BOYZ, [said.loss]) == found  # as a vehicle's edition reads it


@pytest.mark.rule("EVE-9")
def test_of_a_unit_that_is_dead_nobody_is_left() -> None:
    with pytest.raises(BadAnswer, match="nobody is left of Boyz"):
        squad_left(BOYZ, ["boyz dead"], "target_lost")
