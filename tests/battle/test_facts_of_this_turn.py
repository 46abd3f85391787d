"""What was said of units is proposed again, as long as it can still be answered."""

from __future__ import annotations

from shoot_cli.battle.turns import Memory, forgetting, proposed, remembering
from shoot_cli.engine.questions import Choose, Number, Numbers, Option
from shoot_cli.engine.reasons import Reason

COVER = Choose("cover", (Option("no"), Option("yes")), "no")
DISTANCE = Number("distance", 0, 48)
TILES = Numbers("distance", ("A", "B"), 0, 20, "in range", otherwise="in range")
A, B, C = (0, 1), (1, 0), (1, 1)
SAID: Memory = remembering(remembering((), {"cover": "yes"}, B), {"distance": 12}, B, A)


def test_it_is_proposed_for_the_same_units_whoever_is_named_first() -> None:
    assert proposed(COVER, SAID, B).default == "yes"
    assert proposed(DISTANCE, SAID, A, B).default == proposed(DISTANCE, SAID, B, A).default == 12
    assert proposed(COVER, SAID, C) is COVER
    assert proposed(DISTANCE, SAID, A, C) is DISTANCE
    assert proposed(DISTANCE, SAID, B) is DISTANCE


def test_what_was_said_last_counts() -> None:
    later = remembering(SAID, {"cover": "no"}, B)
    assert proposed(COVER.but(default="yes"), later, B).default == "no"
    assert len(later) == len(SAID)


def test_what_cannot_be_answered_now_is_not_proposed() -> None:
    assert proposed(DISTANCE.but(high=8), SAID, A, B).default is None
    assert (
        proposed(COVER.but(options=(Option("no"), Option("yes").but(closed=(Reason("why", ""),)))), SAID, B).default
        == "no"
    )


def test_numbers_by_name_are_proposed_while_all_of_them_are_there() -> None:
    said = remembering((), {"distance": (("A", 3.0), ("B", "in range"))}, A, B)
    assert proposed(TILES, said, A, B).default == {"A": 3.0, "B": "in range"}
    assert proposed(TILES.but(names=("A", "C")), said, A, B).default == "in range"


def test_who_moves_is_forgotten() -> None:
    assert forgetting(SAID, A) == remembering((), {"cover": "yes"}, B)
    assert forgetting(SAID, B) == ()
