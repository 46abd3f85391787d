"""Break tests, vehicles' damage, markers on others, and fights, in battles (2E-BRK, 2E-VEH-3, 2E-TGT-5, 2E-HTH)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.steps.summary import status_of
from tests.rules.second.helpers.guns_and_men import LASCANNON, RHINO, both, gun, sure
from tests.rules.second.helpers.scripted_battles import Played, battle, squad

SURE = sure(9, 0)
ORKS = squad("Orks", 8, SURE, leadership=7)
END = ("unit", "end the phase")


def kill(n: int, *then: Any, orks: Unit = ORKS, more: tuple[Unit, ...] = (), weapon: Any = SURE, **how: Any) -> Played:
    """``n`` of the Orks fall in the first turn of mine, and the phase ends."""
    script = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), (f"wound:{weapon.name}", [6] * n)]
    return battle(
        [squad("A", n, weapon), squad("B", 1, SURE)], [orks, squad("More", 1, SURE), *more], *script, *then, **how
    )


@pytest.mark.rule("2E-BRK-1", "2E-BRK-2")
@pytest.mark.parametrize(("total", "marks"), [(7, []), (8, ["broken"])])
def test_a_quarter_lost(total: int, marks: list[str]) -> None:
    played = kill(2, END, ("break test", total), ("overwatch", ()))
    assert played.marks("Orks") == marks
    assert bool(played.closed("unit", "Orks")) == bool(marks)


@pytest.mark.rule("2E-BRK-2", "2E-OW-6")
def test_who_breaks_is_on_overwatch_no_more() -> None:
    """Shot at they kept it, and then the squad breaks."""
    script = [
        END, ("overwatch", ("Orks",)), END, ("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [6, 6]),
        ("overwatch test", 2), END, ("break test", 12),
    ]  # fmt: skip
    assert battle([squad("A", 2, SURE)], [ORKS, squad("More", 1, SURE)], *script).marks("Orks") == ["broken"]


@pytest.mark.rule("2E-BRK-1")
def test_less_than_a_quarter() -> None:
    assert "break test" not in kill(1, END, ("overwatch", ())).keys


@pytest.mark.rule("2E-BRK-1")
def test_counted_from_the_start_of_the_turn() -> None:
    """One of eight falls, and in the next turn one of seven: no quarter in any turn."""
    again = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [6])]
    played = kill(1, END, END, *again, END, ("overwatch", ()))
    assert played.alive("Orks") == 6
    assert "break test" not in played.keys


@pytest.mark.rule("2E-BRK-1")
def test_at_the_end_of_the_turn_if_so_agreed() -> None:
    played = kill(2, END, ("break test", 12), ("overwatch", ()), settings={"break_timing": "end_of_turn"})
    assert played.marks("Orks") == ["broken"]
    assert next(e.step for e in played.table.log if e.question and e.question.key == "break test") == "End turn"


@pytest.mark.rule("2E-BRK-3")
def test_space_marines_are_shaken() -> None:
    played = kill(2, END, ("break test", 12), ("overwatch", ()), orks=ORKS.but(rules=("Shaken Not Broken",)))
    assert played.marks("Orks") == ["shaken"]
    assert played.closed("unit", "Orks") == []


@pytest.mark.rule("2E-BRK-4")
def test_who_never_breaks() -> None:
    played = kill(2, END, ("overwatch", ()), orks=ORKS.but(rules=("Never Breaks",)))
    assert played.marks("Orks") == []
    assert "break test" not in played.keys


@pytest.mark.rule("2E-BRK-4")
@pytest.mark.parametrize("near", ["yes", "no"])
def test_the_hive_mind(near: str) -> None:
    tyrant = squad("Tyrant", 1, SURE, rules=("Hive Mind", "Tyranid"))
    rolls = [] if near == "yes" else [("break test", 12)]
    played = kill(
        2, END, ("hive_mind", near), *rolls, ("overwatch", ()), orks=ORKS.but(rules=("Tyranid",)), more=(tyrant,)
    )
    assert played.marks("Orks") == ([] if near == "yes" else ["broken"])
    assert [option.label for option in played.last("hive_mind").options] == ["yes: it passes", "no: it rolls"]


@pytest.mark.rule("2E-BRK-4")
@pytest.mark.parametrize(("again", "marks"), [(7, []), (8, ["broken"])])
def test_a_standard_lends_another_roll(again: int, marks: list[str]) -> None:
    bearer = squad("Bearer", 1, SURE, rules=("Standard",))
    then = [("standard", "yes"), ("break test", 12), ("break test again", again), ("overwatch", ())]
    assert kill(2, END, *then, more=(bearer,)).marks("Orks") == marks


BOSS = squad("Boss", 1, SURE, leadership=9, rules=("Leader",))


@pytest.mark.rule("2E-BRK-4")
@pytest.mark.parametrize(("leader", "need", "rule"), [("Boss", 9, "2E-BRK-4"), ("nobody", 7, "2E-BRK-1")])
def test_a_leader_lends_his_leadership(leader: str, need: int, rule: str) -> None:
    asked = kill(2, END, ("leader", leader), ("break test", 7), ("overwatch", ()), more=(BOSS,)).last("break test").need
    assert (asked.target, [reason.rule for reason in asked.because]) == (need, [rule])


@pytest.mark.rule("2E-BRK-4")
@pytest.mark.parametrize(
    "other", [squad("Boss", 1, SURE, leadership=7, rules=("Leader",)), squad("Boss", 1, SURE, leadership=9)]
)
def test_only_a_leader_with_more_leadership_is_asked_about(other: Unit) -> None:
    assert "leader" not in kill(2, END, ("break test", 7), ("overwatch", ()), more=(other,)).keys


@pytest.mark.rule("2E-BRK-4")
def test_a_leader_off_the_table_or_dead_lends_nothing() -> None:
    away = [("unit", "a unit's state"), ("state of", "Boss"), ("state", "off the table")]
    assert "leader" not in kill(2, *away, END, ("break test", 7), ("overwatch", ()), more=(BOSS,)).keys
    dead = [("unit", "B"), ("target", "Boss"), ("facts:gun", {}), ("wound:gun", [6])]
    assert "leader" not in kill(2, *dead, ("break test", 7), ("overwatch", ()), more=(BOSS,)).keys


@pytest.mark.rule("2E-BRK-4")
def test_a_leader_may_be_one_of_a_squad() -> None:
    sergeant = squad("Guard", 1, SURE, leadership=9, kind="Officer")
    officer = sergeant.but(models=((sergeant.models[0][0].but(rules=("Leader",)), 1),))
    guard = both(squad("Guard", 3, SURE), officer).but(rules=())
    played = kill(2, END, ("leader", "Officer of Guard"), ("break test", 9), ("overwatch", ()), more=(guard,))
    assert played.marks("Orks") == []


@pytest.mark.rule("2E-BRK-4", "2E-OW-6")
def test_he_lends_it_to_keep_overwatch_too() -> None:
    shots = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [1])]
    mine, theirs = [squad("A", 1, SURE), squad("B", 1, SURE)], [ORKS, BOSS]
    watching = [("first turn", "Theirs"), ("overwatch", ["Orks"]), END, ("overwatch fire", "nobody")]
    played = battle(mine, theirs, *watching, *shots, ("leader", "Boss"), ("overwatch test", 9))
    assert played.marks("Orks") == ["on overwatch"]


@pytest.mark.rule("2E-BRK-4")
def test_a_standard_falls_with_its_bearer() -> None:
    bearer = squad("Bearer", 1, SURE, rules=("Standard",))
    dead = [("unit", "B"), ("target", "Bearer"), ("facts:gun", {}), ("wound:gun", [6])]
    assert "standard" not in kill(2, *dead, ("break test", 7), ("overwatch", ()), more=(bearer,)).keys


@pytest.mark.rule("2E-SPC-8")
def test_weapons_that_cause_fear() -> None:
    fearful = sure(1, 0, rules=("Fear",))
    script = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [1]), END, ("break test", 12)]
    played = battle([squad("A", 1, fearful), squad("B", 1, SURE)], [ORKS], *script, ("overwatch", ()))
    assert played.alive("Orks") == 8
    assert played.marks("Orks") == ["broken"]


@pytest.mark.rule("2E-SPC-8")
def test_weapons_that_frighten_if_somebody_falls() -> None:
    """One of eight is less than a quarter; by another weapon it frightens nobody."""
    blaster, other = sure(1, name="blaster", rules=("Fear on Losses",)), sure(1, name="other")
    for first, second, ends in ((6, 1, [("break test", 12)]), (1, 6, []), (1, 1, [])):
        shots = [
            step
            for unit, name, die in (("A", "blaster", first), ("B", "other", second))
            for step in (("unit", unit), ("target", "Orks"), (f"facts:{name}", {}), (f"wound:{name}", [die]))
        ]
        played = battle([squad("A", 1, blaster), squad("B", 1, other)], [ORKS], *shots, *ends, ("overwatch", ()))
        assert played.marks("Orks") == ["broken"] * len(ends)


# Vehicles ------------------------------------------------------------------------------------------------------------

CAR = RHINO.but(name="Rhino", models=((RHINO.models[0][0].but(weapons=(gun(name="storm bolter"),)), 1),))


def pierce(*then: Any) -> Played:
    """A lascannon goes through the hull of the Rhino."""
    script = [
        ("unit", "A"), ("target", "Rhino"), ("facts:lascannon", {}), ("hit:lascannon", [6]), ("location:lascannon", [3]),
        ("penetration:lascannon D6", 18),
    ]  # fmt: skip
    return battle([squad("A", 1, LASCANNON), squad("B", 1, SURE)], [CAR, squad("More", 1, SURE)], *script, *then)


@pytest.mark.rule("2E-VEH-3")
def test_damage_is_recorded_and_shown() -> None:
    played = pierce(("damage row:hull", 4), ("damage", "immobile"))
    assert played.marks("Rhino") == ["cannot move"]
    assert played.unit_at("Rhino").damage == ("hull 4: immobile",)
    rows = {row.name: row for _, rows in status_of(played.end) for row in rows}
    assert {"cannot move", "hull 4: immobile"} <= set(rows["Rhino"].marks)


@pytest.mark.rule("2E-VEH-3", "2E-ELIG-1")
def test_a_destroyed_weapon_is_silent_for_good() -> None:
    after = [END, ("overwatch", ()), END, END, ("overwatch", ())]
    played = pierce(("damage row:hull", 2), ("damage", "weapon"), *after)
    assert played.closed("unit", "Rhino") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]


@pytest.mark.rule("2E-VEH-3")
def test_a_destroyed_vehicle_is_gone() -> None:
    played = pierce(("damage row:hull", 6), ("damage", "destroyed"), END)
    assert played.alive("Rhino") == 0
    assert [e.text for e in played.table.log if e.text == "Rhino destroyed"] == ["Rhino destroyed"]


# Others under a marker, friends in a fight ---------------------------------------------------------------------------


@pytest.mark.rule("2E-BLA-2", "2E-TGT-5")
def test_a_blast_that_scatters_onto_a_neighbour() -> None:
    blast = gun(9, 0, name="launcher", blast=2)
    script = [
        ("unit", "A"), ("target", "Orks"), ("facts:launcher", {}), ("hit:launcher", [1]),
        ("artillery:launcher", [2]), ("under_missed:launcher", "0+"),
        ("others under:launcher", {"More": 2, "B": 1}), ("wound:launcher", [6]), ("wound:launcher", [6, 6]),
    ]  # fmt: skip
    mine, theirs = [squad("A", 1, blast), squad("B", 4, SURE)], [ORKS, squad("More", 5, SURE)]
    played = battle(mine, theirs, *script, ("unit", "end the phase"))
    assert [played.alive(name) for name in ("Orks", "More", "B")] == [8, 3, 3]
    assert not played.end.harms


@pytest.mark.rule("2E-HTH-1")
def test_friends_in_a_fight() -> None:
    said = [("unit", "a unit's state"), ("state of", "Orks"), ("state", "in hand-to-hand combat")]
    own = [("unit", "a unit's state"), ("state of", "B"), ("state", "in hand-to-hand combat")]
    script = [
        ("unit", "A"), ("target", "Orks"), ("facts:gun", {"enemy_engaged": "4", "friends_engaged": "2"}),
        ("fight:gun", [5, 1]), ("wound:gun", [6]), ("wound:gun", [6]), ("unit", "C"),
    ]  # fmt: skip
    played = battle([squad("A", 2, SURE), squad("B", 2, SURE), squad("C", 1, SURE)], [ORKS], *said, *own, *script)
    assert (played.alive("Orks"), played.alive("B")) == (7, 1)
