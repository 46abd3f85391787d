"""Going to ground (7E-GTG)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.steps import allocation
from tests.helpers.each import each
from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import (
    Played,
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    marines,
    one_hit,
    squad,
    trooper,
)

F = Fraction
GUARD = squad("Guard", trooper("Guardsman", 10, "lasgun", T=3, Sv="5+"))
TWO_GUNS = squad("Squad", trooper("A", 1, gun("first", AP="3")), trooper("B", 1, gun("second", AP="3")))


def wounded(
    target: Any = GUARD,
    *script: Any,
    weapon: Any = None,
    facts: dict[str, Any] | None = None,
    settings: Any = None,
    before: Any = (),
) -> Played:
    """One shot that wounds, then what is in the script."""
    gunner = marines(1, weapon or gun("gun", AP="3"))
    return attack(
        gunner,
        target,
        *before,
        *fire("gun", **(facts or {})),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        *script,
        settings=settings,
    )


@pytest.mark.rule("7E-GTG-1")
def test_asked_after_to_wound_and_before_the_saves() -> None:
    keys = wounded(GUARD, ("go_to_ground", "yes"), ("save:Guardsman", [6])).keys
    assert keys[-3:] == ["wound:gun", "go_to_ground", "save:Guardsman"]


@pytest.mark.rule("7E-GTG-1")
def test_the_owner_decides_and_stays_up_unless_he_says() -> None:
    question = wounded(GUARD, ("go_to_ground", "no")).question("go_to_ground")
    assert (question.owner, question.default) == ("defender", "no")


@pytest.mark.rule("7E-GTG-1")
def test_not_asked_without_a_wound() -> None:
    played = attack(marines(1, gun("gun")), GUARD, *fire("gun"), ("hit:gun", [6]), ("wound:gun", [1]))
    assert "go_to_ground" not in played.keys


@pytest.mark.rule("7E-GTG-1")
def test_not_asked_where_nobody_can_be_hit() -> None:
    played = attack(TWO_GUNS, GUARD, *fire("first", order="10 Guardsman hidden"), *fire("second"))
    assert "go_to_ground" not in played.keys


@pytest.mark.rule("7E-GTG-1")
def test_setting_gtg_window_each_weapon() -> None:
    played = attack(
        TWO_GUNS, GUARD, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), ("go_to_ground", "no"),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), ("go_to_ground", "yes"), ("save:Guardsman", [6]),
    )  # fmt: skip
    assert played.end.on_ground


@pytest.mark.rule("7E-GTG-1")
def test_setting_gtg_window_first_weapon() -> None:
    played = attack(
        TWO_GUNS, GUARD, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), ("go_to_ground", "no"),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), settings={"gtg_window": "first_weapon"},
    )  # fmt: skip
    assert not played.end.on_ground


@pytest.mark.rule("7E-GTG-1", "7E-GTG-7")
def test_the_only_window_is_open_though_it_does_not_help_yet() -> None:
    """With one window for all weapons, armour that is good enough now must not close it: the next weapon may beat it."""
    veterans = squad("Veterans", trooper("Veteran", 5, "lasgun", T=3, Sv="4+"))
    guns = squad("Squad", trooper("A", 1, gun("first", AP="5")), trooper("B", 1, gun("second", AP="3")))
    played = attack(
        guns, veterans, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), ("go_to_ground", "yes"), ("save:Veteran", [4]),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), ("save:Veteran", [6]), settings={"gtg_window": "first_weapon"},
    )  # fmt: skip
    assert played.alive() == {"Veteran": [1] * 5}


@pytest.mark.rule("7E-GTG-1")
def test_once_declared_it_stays_on_for_all_later_weapons() -> None:
    played = attack(
        TWO_GUNS, GUARD, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), ("go_to_ground", "yes"), ("save:Guardsman", [6]),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), ("save:Guardsman", [6]),
    )  # fmt: skip
    assert played.keys.count("go_to_ground") == 1


@pytest.mark.rule("7E-GTG-2")
@each(
    ("cover", "up", "down"),
    [("none", None, 6), ("wood", 5, 4), ("ruin", 4, 3), ("defence line", 4, 2), ("crater", 6, 4), ("2+", 2, 2)],
)
def test_cover_of_who_goes_to_ground(cover: str, up: int | None, down: int) -> None:
    save = [("save:Guardsman", [1])] if up else []
    ask = [] if up == 2 else [("go_to_ground", "no")]
    standing = wounded(GUARD, *ask, *save, facts={"cover": cover})
    assert not up or standing.question("save:Guardsman").need.target == up
    if up != 2:
        played = wounded(GUARD, ("go_to_ground", "yes"), ("save:Guardsman", [1]), facts={"cover": cover})
        assert played.question("save:Guardsman").need.target == down


@pytest.mark.rule("7E-GTG-2")
def test_who_is_down_already_has_it_from_the_beginning() -> None:
    played = wounded(GUARD, ("save:Guardsman", [6]), before=[("target_state", "gone to ground")])
    assert played.question("save:Guardsman").need.target == 6
    assert "go_to_ground" not in played.keys
    assert played.question("target_state").owner == "defender"


@pytest.mark.rule("7E-GTG-2")
def test_models_nobody_sees_go_down_too() -> None:
    played = attack(
        TWO_GUNS, GUARD, *fire("first", order="5 Guardsman, 5 Guardsman hidden"), ("hit:first", [6]), ("wound:first", [6]),
        ("go_to_ground", "yes"), ("save:Guardsman", [6]),
        *fire("second", order="5 Guardsman hidden, 5 Guardsman"), ("hit:second", [6]), ("wound:second", [6]), ("save:Guardsman", [6]),
    )  # fmt: skip
    assert played.alive() == {"Guardsman": [1] * 10}


# Who cannot ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-GTG-3")
@pytest.mark.parametrize("rules", [("Fearless",), ("Zealot",)])
def test_the_fearless_do_not(rules: tuple[str, ...]) -> None:
    one = squad("Mob", trooper("Guardsman", 9, "lasgun", Sv="-"), trooper("Priest", 1, "lasgun", Sv="-", rules=rules))
    assert "go_to_ground" not in wounded(one).keys


@pytest.mark.rule("7E-GTG-3")
@pytest.mark.parametrize("type_", ["Monstrous Creature", "Bike", "Eldar Jetbike", "Jump Monstrous Creature"])
def test_some_types_do_not(type_: str) -> None:
    unit = squad("Unit", trooper("Model", 3, "lasgun", Sv="-"), type=type_)
    stays = [("jink", "no")] if "ike" in type_ else []  # which is asked before any die, and is something else
    assert "go_to_ground" not in wounded(unit, before=stays).keys
    assert "go_to_ground" in wounded(squad("Unit", trooper("Model", 3, "lasgun", Sv="-")), ("go_to_ground", "no")).keys


@pytest.mark.rule("7E-GTG-3")
def test_who_cannot_was_never_down() -> None:
    for unit in (
        squad("Mob", trooper("M", 3, "lasgun", rules=("Fearless",))),
        squad("MC", trooper("M", 1, "lasgun"), type="Monstrous Creature"),
    ):
        played = attack(marines(1, gun("gun")), unit, *fire("gun"), ("hit:gun", [1]))
        assert [rule for _, rule in closed(played.question("target_state"), "gone to ground")] == ["7E-GTG-3"]


@pytest.mark.rule("7E-GTG-3")
def test_who_falls_back_does_not() -> None:
    assert "go_to_ground" not in wounded(GUARD, before=[("target_state", "falling back")]).keys


@pytest.mark.rule("7E-GTG-3")
def test_fearlessness_dies_with_its_bearer() -> None:
    mob = squad(
        "Mob", trooper("Priest", 1, "lasgun", Sv="-", rules=("Fearless",)), trooper("Guardsman", 9, "lasgun", Sv="-")
    )
    played = attack(
        TWO_GUNS, mob, *fire("first"), ("hit:first", [6]), ("wound:first", [6]),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), ("go_to_ground", "yes"), ("save:Guardsman", [6]),
    )  # fmt: skip
    assert played.end.on_ground


# What comes of it ----------------------------------------------------------------------------------------------------

MARINES = army("Ultramarines", marines(1, gun("gun", AP="3"), name="A"), marines(1, name="B"))
ORKS = army("Orks", boyz(10), boyz(10, name="More Boyz"))
DOWN = [
    ("unit", "A"),
    ("target", "Boyz"),
    *fire("gun"),
    ("hit:gun", [6]),
    ("wound:gun", [6]),
    ("go_to_ground", "yes"),
    ("save:Boy", [6]),
]
END = ("unit", "end the phase")


@pytest.mark.rule("7E-GTG-4", "7E-END-5")
def test_until_the_end_of_its_own_next_turn() -> None:
    played = battle(
        MARINES, ORKS, DOWN, END, ("unit", "Boyz"), ("target", "A"), *fire("shoota"), ("hit:shoota", [5] * 20)
    )
    assert played.question("hit:shoota").need.target == 6  # Snap Shots in its own turn
    assert [(mark.name, mark.until) for mark in played.unit_at("Boyz").marks[:1]] == [("gone to ground", (1, 1))]
    after = battle(MARINES, ORKS, DOWN, END, END, ("next turn", "go on"), ("unit", "A"))
    assert after.marks("Boyz") == []
    assert after.said("Boyz: no longer gone to ground", "7E-GTG-4")


@pytest.mark.rule("7E-GTG-4")
def test_the_second_players_units_stay_down_into_the_next_turn() -> None:
    hit_back = [
        ("unit", "Boyz"),
        ("target", "A"),
        *fire("shoota"),
        ("hit:shoota", [6] + [1] * 19),
        ("wound:shoota", [6]),
    ]
    open_a = army("Ultramarines", marines(2, gun("gun", AP="3"), name="A", Sv="-"))
    played = battle(
        open_a,
        ORKS,
        END,
        hit_back,
        ("go_to_ground", "yes"),
        ("save:Marine", [6]),
        END,
        ("next turn", "go on"),
        ("unit", "A"),
    )
    assert [(mark.name, mark.until) for mark in played.unit_at("A").marks] == [("gone to ground", (2, 0))]
    later = battle(
        open_a,
        ORKS,
        END,
        hit_back,
        ("go_to_ground", "yes"),
        ("save:Marine", [6]),
        END,
        ("next turn", "go on"),
        END,
        ("unit", "Boyz"),
    )
    assert later.marks("A") == []


@pytest.mark.rule("7E-GTG-4", "7E-NOM-4")
def test_it_cannot_run() -> None:
    played = battle(MARINES, ORKS, DOWN, END, ("unit", "Boyz"))
    assert closed(played.left, "run") == [("a unit gone to ground cannot run", "7E-NOM-4")]


@pytest.mark.rule("7E-GTG-4")
def test_falling_back_ends_it() -> None:
    said = [("unit", "a unit's state"), ("state of", "Boyz"), ("state", "falling back")]
    assert battle(MARINES, ORKS, DOWN, said, ("unit", "B")).marks("Boyz") == ["falling back"]


@pytest.mark.rule("7E-GTG-4", "7E-END-2")
def test_a_failed_morale_check_ends_it() -> None:
    three = army("Orks", boyz(3, Sv="-"), boyz(1, name="Other"))
    shot = [
        ("unit", "A"),
        ("target", "Boyz"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        ("go_to_ground", "yes"),
        ("save:Boy", [1]),
    ]
    assert battle(MARINES, three, shot, END, ("morale", 12), ("unit", "Boyz")).marks("Boyz") == ["falling back"]


@pytest.mark.rule("7E-GTG-4", "7E-GTG-2")
def test_the_next_unit_finds_it_down() -> None:
    played = battle(
        MARINES,
        ORKS,
        DOWN,
        ("unit", "B"),
        ("target", "Boyz"),
        *fire("boltgun"),
        ("hit:boltgun", [6, 1]),
        ("wound:boltgun", [6]),
        ("save:Boy", [6]),
    )
    assert played.question("save:Boy", 1).need.label == "cover save"


@pytest.mark.rule("7E-GTG-5", "7E-END-1")
def test_pinned_is_down_but_not_against_that_volley() -> None:
    carbine = gun("carbine", AP="3", type="Assault 1, Pinning")
    pinners = army("Tau", marines(1, carbine, name="A"), marines(1, carbine, name="B"))
    shot = [*fire("carbine"), ("hit:carbine", [6]), ("wound:carbine", [6])]
    played = battle(
        pinners, ORKS, ("unit", "A"), ("target", "Boyz"), *shot, ("go_to_ground", "no"), ("pinning", 12),
        ("unit", "B"), ("target", "Boyz"), *shot, ("save:Boy", [6]),
    )  # fmt: skip
    assert played.question("save:Boy").need.target == 6  # cover 6+ against the next unit
    assert [(mark.name, mark.until) for mark in played.unit_at("Boyz").marks] == [("gone to ground", (1, 1))]
    assert "save:Boy" not in played.keys[: played.keys.index("pinning")]
    assert played.said("pinned: gone to ground", "7E-GTG-5")


@pytest.mark.rule("7E-GTG-7")
@each(
    ("saves", "weapon", "helps"),
    [
        ("2+", gun("gun", AP="4"), False),
        ("3+", gun("gun", AP="4"), False),
        ("3+", gun("gun", AP="3"), True),
        ("3+/6++", gun("gun", AP="3"), False),
        ("5+", gun("gun", AP="5", type="Assault 1, Ignores Cover"), False),
    ],
)
def test_it_is_offered_where_it_can_help(saves: str, weapon: Weapon, helps: bool) -> None:
    target = squad("T", trooper("Model", 5, "lasgun", Sv=saves))
    up, down = (one_hit(weapon, target, go_to_ground=said) for said in ("no", "yes")) if helps else (None, None)
    assert not helps or up != down
    shot = attack(
        marines(1, weapon),
        target,
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        *([("go_to_ground", "no")] if helps else []),
        *SAVES.get(saves + str(weapon.ap), []),
    )
    assert ("go_to_ground" in shot.keys) == helps
    assert shot.said("would not help", "7E-GTG-7") != helps


SAVES = {"2+4": [("save:Model", [6])], "3+4": [("save:Model", [6])], "3+/6++3": [("save:Model", [6])]}


@pytest.mark.rule("7E-GTG-7")
def test_it_can_help_against_sixes_that_are_ap2() -> None:
    rending = gun("gun", AP="4", type="Assault 1, Rending")
    target = squad("T", trooper("Model", 5, "lasgun", Sv="2+"))
    assert (
        wounded(target, ("go_to_ground", "yes"), ("save:Model", [6]), weapon=rending).question("save:Model").need.target
        == 6
    )


@pytest.mark.rule("7E-GTG-7")
@pytest.mark.parametrize(
    ("weapon", "why"),
    [(gun("gun", AP="4"), "other saves"), (gun("gun", AP="4", type="Assault 1, Ignores Cover"), "ignores cover")],
)
def test_the_owner_is_told_why(weapon: Weapon, why: str) -> None:
    terminators = squad("T", trooper("Terminator", 5, "storm bolter", Sv="2+/5++"))
    assert wounded(terminators, ("save:Terminator", [6]), weapon=weapon).said(why, "7E-GTG-7")


@pytest.mark.rule("7E-GTG-7")
def test_the_same_reason_is_told_once_in_an_attack() -> None:
    guns = [gun("one", AP="4"), gun("two", AP="4"), gun("fire", AP="4", type="Assault 1, Ignores Cover")]
    answers = list[Any]()
    for weapon in guns:
        name = weapon.name
        answers += [*fire(name), (f"hit:{name}", [6]), (f"wound:{name}", [6]), ("save:Terminator", [6])]
    terminators = squad("T", trooper("Terminator", 5, "storm bolter", Sv="2+/5++"))
    shot = attack(squad("Squad", *(trooper(weapon.name, 1, weapon) for weapon in guns)), terminators, *answers)
    reasons = [entry.text.partition(" (")[2] for entry in shot.table.log if "would not help" in entry.text]
    assert reasons == ["their other saves are as good)", "the weapon ignores cover)"]


@pytest.mark.rule("7E-GTG-8")
def test_it_is_shot_at_and_tests_morale_as_usual() -> None:
    four = army("Orks", boyz(4, Sv="-"))
    bolters = army("Ultramarines", marines(1, gun("gun", AP="3"), name="A"), marines(1, name="B"))
    down = [
        ("unit", "A"),
        ("target", "Boyz"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        ("go_to_ground", "yes"),
        ("save:Boy", [6]),
    ]
    again = [
        ("unit", "B"),
        ("target", "Boyz"),
        *fire("boltgun"),
        ("hit:boltgun", [6, 1]),
        ("wound:boltgun", [6]),
        ("save:Boy", [1]),
    ]
    played = battle(bolters, four, down, again, ("morale", 7), ("unit", "Boyz"))
    assert played.said("Boyz lost 1 of 4", "7E-END-2")
    assert played.marks("Boyz") == ["gone to ground"]


@pytest.mark.rule("7E-GTG-2")
def test_in_the_odds() -> None:
    shooter = marines(1, gun("gun", AP="3"), BS=5)
    up, down = chances(shooter, GUARD), chances(shooter, GUARD, go_to_ground="yes")
    assert up[1] == F(5, 6) * F(2, 3)
    assert down[1] == up[1] * F(5, 6)


def test_nobody_counts_the_models_to_know_whether_it_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a first weapon each number of models left was asked on its own, only to see who stands."""
    asked, why_useless = list[Any](), allocation.why_useless
    monkeypatch.setattr(allocation, "why_useless", lambda state: asked.append(state) or why_useless(state))
    mob = squad("Mob", trooper("Boy", 12, Sv="6+"), trooper("Nob", 1, Sv="4+", W=2))
    chances(squad("Squad", trooper("A", 9, gun("first", AP="5")), trooper("B", 1, gun("second", AP="5"))), mob)
    assert len({id(state.line) for state in asked}) == 2
