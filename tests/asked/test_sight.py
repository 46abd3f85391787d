"""What an attack cost, as the funnel ends with it: of the side that is shot at, in models or in points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.asked.scene import FIRST, SECOND, Scene, act
from shoot_cli.asked.sentences import ahead
from shoot_cli.asked.sight import (
    DeclarationState,
    Sight,
    came_of,
    casualties_text,
    fired_text,
    have_shot,
    lines_about,
    result_of,
    unhurt_text,
)
from shoot_cli.battle.summaries import Loss, flow
from shoot_cli.battle.turns import CasualtyReport, LossReport
from shoot_cli.engine.questions import Choose, Need, Option, Roll, Tally, Total
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.ruleset import AttackPools, DamagedModel, Headline, KindRow, UnitRow
from shoot_cli.engine.table import About, Entry, FinishedAttack, Table, TokenFlow
from shoot_cli.rules.second.charts import places_hit, what_goes_through
from shoot_cli.rules.second.profiles import Location
from shoot_cli.rules.seventh.steps.summary import AT_VEHICLES
from shoot_cli.rules.seventh.tokens import Impact, Shot, Strike
from shoot_cli.ui.block import block


def rows(mine: int, theirs: int, hull: int) -> Any:
    tank = KindRow("Tank", 1, 1, worn="hull points", points=hull, each=3, about="armour 12/11/10")
    return (
        ("Blues", (UnitRow("Squad", mine, 5),)),
        ("Reds", (UnitRow("Boyz", theirs, 10), UnitRow("Tank", 1, 1, f"Tank {hull} of 3", kinds=(tank,)))),
    )


@pytest.mark.parametrize(("points", "lost"), [(False, 4), (True, 2)])
def test_who_fell_by_his_own_weapon_is_not_slain_by_it(points: bool, lost: int):
    states = {"was": rows(5, 10, 3), "now": rows(4, 6, 1)}
    ruleset = SimpleNamespace(
        sides=lambda record: ("Blues", "Reds"),
        status=states.__getitem__,
        attack_pools=lambda record: AttackPools({"shots": ()}, points=points),
        pools={},
    )
    here: Any = SimpleNamespace(ruleset=ruleset, table=lambda: SimpleNamespace(record="now"))
    assert Sight.fallen(here, "was") == lost


def test_only_the_losses_of_the_unit_that_is_shot_at_stand_beside_it() -> None:
    """Of split fire, the first target's stand in the result; another army may have a unit of the same name."""
    squad = UnitRow("Squad", 4, 5)
    ruleset = SimpleNamespace(
        sides=lambda record: ("Blues", "Reds"),
        status=lambda record: (("Blues", ()), ("Reds", ())),
        headline=lambda record: SimpleNamespace(whom=record),
    )
    here: Any = SimpleNamespace(ruleset=ruleset)
    first, second = Loss(1, UnitRow("Boyz", 4, 8), squad), Loss(1, UnitRow("Boyz 2", 7, 8), squad)
    assert Sight.of_target(here, [first, second, Loss(0, UnitRow("Boyz 2", 3, 5), squad)], "Boyz 2") == [second]
    assert Sight.of_target(here, [first, second], "") == [first, second]


@pytest.mark.parametrize(("weapon", "told"), [("missile", False), (None, True)])
def test_an_attack_is_over_when_its_hits_on_other_units_are_resolved(weapon: str | None, told: bool) -> None:
    table = SimpleNamespace(going=None, record="now", over=1, attacks=["attack"])
    added: list[Any] = []
    here: Any = SimpleNamespace(
        table=lambda: table, _over=0, ruleset=SimpleNamespace(fired_weapon=lambda record: weapon),
        attack_over=lambda attack, stays: SimpleNamespace(targets=()),
        news=SimpleNamespace(forget=lambda texts: None, add=added.append),
    )  # fmt: skip
    Sight.attacks_over(here)
    assert bool(added) == told
    assert here._over == told


def test_hits_on_a_squadron_are_counted_once_while_they_are_allotted():
    passed_on = [
        TokenFlow(Shot, 3, False, "", 0),
        TokenFlow(Impact, 2, True, "", 0),
        TokenFlow(Strike, 1, False, "", 1),
    ]
    table: Any = SimpleNamespace(passed_on=passed_on, log=[], record="")
    ruleset: Any = SimpleNamespace(fired_weapon=lambda record: "gun", attack_pools=lambda record: AT_VEHICLES, pools={})
    assert [pool.number for pool in flow(table, ruleset, 0, lambda record: 0)][:2] == [3, 2]


def test_while_shots_are_rolled_the_columns_are_those_of_the_attack():
    """D3 shots at a vehicle lose hull points already, and wound nobody."""
    table: Any = SimpleNamespace(passed_on=[], log=[], record="", going=None)
    names = {"fired_weapon": lambda record: "gun", "attack_pools": lambda record: AT_VEHICLES, "pools": {"wounds": ()}}
    ruleset: Any = SimpleNamespace(**names)
    found = flow(table, ruleset, 0, lambda record: 0, Total("shots:gun", 1, 3))
    assert [(pool.name, pool.short) for pool in found] == [
        ("shots", ""), ("hits", ""), ("glance or penetrate", "glance/pen"), ("hull points lost", "hull lost"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        (("10 bolt rifles",), "10 bolt rifles"),  # some within half range, which are dice of their own
        (("8 plasmas (standard), 1 plasma (supercharge)",), "8 plasmas (standard), 1 plasma (supercharge)"),
        (("2 missile launchers (frag)", "1 missile launcher (krak)"), "2 missile launchers (frag), 1 missile launcher (krak)"),
        (("8 boltguns", "1 meltagun"), "several weapons"),
        (("9 bolt pistols, 1 plasma pistol",), "several weapons"),
        ((), "several weapons"),
    ],
)  # fmt: skip
def test_one_weapon_is_named_whatever_its_profiles(declared: tuple[str, ...], words: str) -> None:
    assert fired_text(declared) == words


def test_a_weapon_that_fired_without_words_of_its_own_is_not_given_those_of_another() -> None:
    """All fired as usual: the players agreed to the first one, and the heading stands above the shots of all."""
    agreed = DeclarationState("8 boltguns", declared=("8 boltguns",), weapons=("boltgun",))
    assert agreed.fired(["boltgun"]) == "8 boltguns"
    assert agreed.fired(["boltgun", "plasma gun"]) == "several weapons"
    assert agreed.fired(["plasma gun"]) == ""  # the boltguns did not reach
    assert agreed._replace(weapons=(None,)).fired(["boltgun at half range", "boltgun"]) == "8 boltguns"


def test_what_goes_through_and_where_it_struck():
    """3D6+9 against armour 22, which has to be beaten."""
    assert ahead(Total("penetration", 3, means=what_goes_through(23, 22, 9))) == "14+ goes through"
    places = (Location("Hull", (2, 3, 4)), Location("Track", (1,)), Location("Turret", (5, 6)))
    means = places_hit(places)
    assert means is not None
    assert [(low, high, outcome.singular) for low, high, outcome in means.spans(1, 6)] == [
        (1, 1, "Track"), (2, 4, "Hull"), (5, 6, "Turret"),
    ]  # fmt: skip
    assert places_hit((Location("Hull", (1, 3, 5)), Location("Track", (2, 4, 6)))) is None


def test_a_vehicle_is_destroyed_and_of_a_squadron_it_is_said_how_many_are():
    tank = KindRow("Tank", 1, 1, about="Hull 22/18")
    was = UnitRow("Tank", 1, 1, kinds=(tank,))
    assert result_of([Loss(1, UnitRow("Tank", 0, 1, kinds=(tank.but(left=0),)), was)], "slain") == "destroyed"
    walker = KindRow("Walker", 2, 2, worn="hull points", points=6, each=3)
    now = UnitRow("Walkers", 1, 2, kinds=(walker.but(left=1, points=3),))
    words = result_of([Loss(1, now, UnitRow("Walkers", 2, 2, kinds=(walker,)))], "slain")
    assert words == "3 hull points lost, 1 destroyed, 3 of 6 left"


def test_of_armour_nobody_is_slain():
    states = {"was": rows(5, 10, 3), "now": rows(5, 10, 3)}
    for whom, words in (("Tank", "no damage"), ("Boyz", "nobody slain")):
        assert (
            result_of([], "slain", unhurt_text(shot_at(whom, states), FinishedAttack("was", "now", ()), "now")) == words
        )


def shot_at(whom: str, states: Any) -> Any:
    return SimpleNamespace(
        status=states.__getitem__,
        titles={},
        sides=lambda record: ("Blues", "Reds"),
        headline=lambda record: Headline(whom=whom),
    )


def both_with(tank: UnitRow) -> Any:
    """A Tank in either army; this one is the first one's, at which the second one shoots."""
    other = UnitRow("Tank", 1, 1, kinds=(KindRow("Tank", 1, 1, about="armour 12/11/10"),))
    return ("Reds", (tank,)), ("Blues", (other,))


def test_of_two_units_of_one_name_it_is_told_what_became_of_that_which_was_shot_at():
    tank = UnitRow("Tank", 1, 1, kinds=(KindRow("Tank", 1, 1, about="armour 12/11/10"),))
    states = {"was": both_with(tank), "now": both_with(tank.but(marks=("immobilised",)))}
    assert unhurt_text(shot_at("Tank", states), FinishedAttack("was", "now", ()), "now") == "immobilised"


def test_who_fell_of_one_unit_is_of_the_army_that_is_shot_at():
    boyz, theirs = UnitRow("Boyz", 10, 10), UnitRow("Boyz", 10, 10)
    states = {
        "was": (("Blues", (theirs,)), ("Reds", (boyz,))),
        "now": (("Blues", (theirs.but(models_left=9),)), ("Reds", (boyz.but(models_left=6),))),
    }
    ruleset = SimpleNamespace(
        sides=lambda record: ("Blues", "Reds"), status=states.__getitem__, attack_pools=lambda record: None, pools={}
    )
    here: Any = SimpleNamespace(ruleset=ruleset, table=lambda: SimpleNamespace(record="now"))
    assert Sight.fallen(here, "was", "Boyz") == 4


def test_an_attack_is_over_when_its_damage_tables_are():
    table = Table(lambda question, place: None)
    for _ in range(2):
        table.attack_begun("start")
        table.attack_ends("end")
        if not table.over:
            table.attack_is_over("battle")
    assert (len(table.attacks), table.over) == (2, 1)


@pytest.mark.parametrize(
    ("begun", "army", "words"),
    [(("", False), "Blues", "1 of 3 have shot"), (("", False), "Reds", ""), (("", True), "Reds", "1 of 3 have shot"),
     (None, "Blues", "")],
)  # fmt: skip
def test_how_many_have_shot_is_said_of_the_army_whose_phase_it_is(begun: Any, army: str, words: str):
    ruleset: Any = SimpleNamespace(
        sides=lambda record: ("Blues", "Reds"), headline=lambda record: Headline(1, (1, 3)), acted_text="have shot"
    )
    assert have_shot(SimpleNamespace(begun=begun, record=""), ruleset, army) == words  # type: ignore[arg-type]


def told(text: str, value: Any = None) -> Entry:
    return Entry("Save", None, text=text, value=value)


def test_what_is_told_of_a_unit_is_not_taken_for_one_whose_name_has_the_same_words():
    ours = [
        told("2 Boyz slain: Boyz 8 of 10 left", CasualtyReport("Boyz", 2, "Boyz 8 of 10 left")),
        told("Boyz flee", About("Boyz")),
    ]
    others = [
        told("Boyz Bus explodes", About("Boyz Bus")),
        told("3 Boyz slain: Shoota Boyz 7 of 10 left", CasualtyReport("Shoota Boyz", 3, "Shoota Boyz 7 of 10 left")),
        told("Nobody slain: Shoota Boyz 7 of 10", LossReport("Shoota Boyz")),
        told("5 slain in all: Boyz Bus 1 of 2 left", LossReport("Boyz Bus")),
        told("Boyz 5 of 10 left", None),
    ]
    assert lines_about(["Boyz"], [*ours, *others]) == ["2 Boyz slain: Boyz 8 of 10 left", "Boyz flee"]
    in_all = told("5 slain in all: Boyz 5 of 10 left", LossReport("Boyz"))
    assert lines_about(["Boyz"], [told("Boyz flee", About("Boyz")), in_all]) == ["5 slain in all: Boyz 5 of 10 left"]
    assert lines_about(["Boyz"], others) == []


def test_an_attack_that_is_over_came_to_what_its_damage_tables_did():
    """The record of the attack is of before they were rolled; what a unit of one's own lost is no kill."""
    tank = KindRow("Tank", 1, 1, about="armour 12/11/10")
    was = (("Blues", (UnitRow("Squad", 5, 5),)), ("Reds", (UnitRow("Tank", 1, 1, kinds=(tank,)),)))
    gone = UnitRow("Tank", 0, 1, kinds=(tank.but(left=0),))
    states = {"was": was, "still": was, "over": (("Blues", (UnitRow("Squad", 4, 5),)), ("Reds", (gone,)))}
    ruleset = shot_at("Tank", states)
    assert (
        came_of(ruleset, FinishedAttack("was", "still", (), after="over"))
        == "Squad: 1 slain, 4 of 5 left; Tank: destroyed"
    )
    assert came_of(ruleset, FinishedAttack("was", "still", ())) == "no damage"


def test_who_is_hurt_is_called_as_his_unit_calls_him():
    """Not by his kind and how many of it are left of how many."""
    tanks = KindRow("Main Tank", 2, 2)
    first, second = (DamagedModel("Main Tank", f"Main Tank {n}: 1 of 2 integrity") for n in (1, 2))
    was = UnitRow("Tanks", 2, 2, kinds=(tanks.but(note="1 of 2 integrity left"),), damaged=(first,))
    now = was.but(kinds=(tanks.but(note="1, 1 of 2 integrity left"),), damaged=(first, second))
    assert casualties_text([Loss(1, now, was)]) == "Main Tank 2: 1 of 2 integrity left"
    nob = KindRow("Boss Nob", 1, 1)
    boyz = UnitRow("Boyz", 1, 1, kinds=(nob,))
    hurt = boyz.but(damaged=(DamagedModel("Boss Nob", "Boss Nob 1 of 2 wounds"),), kinds=(nob.but(note="1 of 2 left"),))
    assert casualties_text([Loss(1, hurt, boyz)]) == "Boss Nob 1 of 2 wounds left"
    assert casualties_text([Loss(1, boyz.but(kinds=(nob.but(note="weary"),)), boyz)]) == "Boss Nob weary"


def test_what_is_asked_of_both_players_has_the_mark_of_neither():
    here: Any = SimpleNamespace(armies=("Blues", "Reds"))
    here.side = lambda army: Sight.side(here, army)
    who = Choose("asked by", (Option("Blues"), Option("Reds")))
    marks = [Sight.elsewhere(here, who, names, "Changing", "undo").asked
             for names in (("Change", "Change"), ("Blues", "Reds"), ("Reds", "Blues"))]  # fmt: skip
    assert marks == ["", FIRST, SECOND]
    bar = block(Scene(asked=""), act(who.but(text="Who?"), ("Change", "Change")), lambda width, most: [], 40, 9, True)
    assert [line.plain.split() for line in bar] == [["WHO?", "Change"]]


@pytest.mark.parametrize(
    ("left", "mark", "words"),
    [(4, "broken, Shock 4", "nobody destroyed, broken, Shock 4"), (4, "", "nobody destroyed"),
     (3, "broken, Shock 3", "1 destroyed, 3 of 4 left, broken, Shock 3"), (0, "broken", "4 destroyed, 0 of 4 left")],
)  # fmt: skip
def test_that_an_attack_broke_a_unit_remains_of_it(left: int, mark: str, words: str):
    was = (("Blues", ()), ("Reds", (UnitRow("Tanks", 4, 4, marks=("Shock 0, 4 more to break",)),)))
    now = (("Blues", ()), ("Reds", (UnitRow("Tanks", left, 4, marks=(mark,) if mark else ()),)))
    ruleset = shot_at("Tanks", {"was": was, "now": now})
    ruleset.titles = {"slain": "Units destroyed"}
    assert came_of(ruleset, FinishedAttack("was", "now", ())) == words


def test_needs_of_two_steps_are_told_one_after_the_other_those_of_models_side_by_side():
    def told(*rolls: tuple[str, int]) -> str:
        log = [
            SimpleNamespace(
                record="", question=Roll(key, 1, Need(need), owner=DEFENDER, luck="saves"), value=Tally(1, 1)
            )
            for key, need in rolls
        ]
        table: Any = SimpleNamespace(passed_on=[], log=log, record="")
        names = {"fired_weapon": lambda record: "gun", "attack_pools": lambda record: None}
        ruleset: Any = SimpleNamespace(**names, pools={"unsaved": (Strike,), "slain": ()})
        return next(pool.need for pool in flow(table, ruleset, 0, lambda record: 0) if pool.name == "unsaved")

    save, fnp = "save:Boy", "feel no pain:Boy"
    assert told((save, 6), (fnp, 5)) == "6+, then 5+"
    assert told((save, 5), (fnp, 5)) == "5+, then 5+"
    assert told((save, 6), ("save:Nob", 4), (fnp, 5)) == "6+ or 4+, then 5+"
    assert told((save, 6), ("one save again:Boy", 6)) == "6+"
