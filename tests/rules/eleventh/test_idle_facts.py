"""Facts that decide nothing are not asked in 11th edition either: cover, height and sight change the hit roll here."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.rows import fact_name, fact_rows
from shoot_cli.asked.scene import current_facts
from tests.helpers.each import each
from tests.rules.eleventh.helpers.tabletop import army, battle, gun, kind, squad, targets

ASKED = ("cover", "plunging", "stationary")


def played(weapons: tuple[Any, ...], *script: Any) -> Any:
    ours, theirs = army("Mine", squad("Mob", kind("Man", 1, *weapons))), army("Theirs", targets(5))
    return battle(ours, theirs, ("unit", "Mob"), ("target", "Targets"), *script, distance=10)


def keys(found: Any, key: str = "facts:Targets") -> list[str]:
    return [part.key for part in found.question(key).parts]


@pytest.mark.rule("11E-COV-1", "11E-PLUNGE-1", "11E-HEAVY-1", "10E-WPN-TORRENT-2")
@each("weapon, asked", [
    (gun("gun"), ["cover", "plunging"]),
    (gun("gun", "Heavy"), ["cover", "plunging", "stationary"]),
    (gun("gun", "Heavy", "Torrent"), []),  # it hits without a roll
])  # fmt: skip
def test_what_changes_the_hit_roll_is_asked_where_there_is_one(weapon: Any, asked: list[str]) -> None:
    assert sorted({*ASKED} & {*keys(played((weapon,)))}) == asked


@pytest.mark.rule("11E-COV-1", "10E-TGT-11", "10E-TGT-13")
def test_cover_is_in_sight_while_something_is_chosen_that_it_changes_and_no_longer() -> None:
    question = played((gun("flamer", "Torrent"), gun("pistol", "Close-Quarters"))).question("facts:Targets")

    def shown(**said: Any) -> tuple[bool, bool]:
        now = current_facts(question, said)
        row = next(row for row in fact_rows(question, said, now) if row.also == ("cover",))
        return not row.rarely_chosen, any(words in now.sentence() for words in ("in the open", "in cover"))

    assert shown() == (False, False)  # the flamer is proposed
    assert shown(firing=[0, 1]) == (True, True)
    assert shown(firing=[0, 1], cover="yes") == (True, True)
    assert shown(cover="yes") == (True, True)  # what was changed stays in sight


@pytest.mark.rule("10E-TGT-3", "11E-HEAVY-1")
def test_movement_is_asked_at_the_second_target_if_it_decided_nothing_at_the_first() -> None:
    two = (gun("rifle", range=24), gun("cannon", "Heavy", range=12))
    ours, theirs = (
        army("Mine", squad("Mob", kind("Man", 1, *two))),
        army("Theirs", targets(5), squad("Y", kind("Y", 5))),
    )
    far = [("unit", "Mob"), ("target", "Targets"), ("distance", 20), ("facts:Targets", {"split": "yes"})]
    found = battle(ours, theirs, *far, ("target", "Y"), ("distance", 10), ("facts:Y", {"stationary": "yes"}))
    assert "stationary" not in keys(found)  # the cannon does not reach so far
    assert "stationary" in keys(found, "facts:Y")


@pytest.mark.rule("11E-PLUNGE-1")
def test_the_row_of_height_stands_whole_since_nothing_in_it_is_taken_for_its_answer() -> None:
    found = played((gun("gun"),))
    (part,) = (one for one in found.question("facts:Targets").parts if one.key == "plunging")
    assert fact_name(part) == part.text
    assert part.text.count("(") == part.text.count(")") == 1
