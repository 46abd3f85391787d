"""A part of an Attached unit is destroyed: the others are units with a name and a Starting Strength of their own."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType

import pytest

from shoot_cli.analysis.several_attackers import attacker_tasks
from shoot_cli.analysis.succession import WHOLE, Attacks
from shoot_cli.armies import AttackSide
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.battle.summaries import losses
from shoot_cli.battle.turns import remembering, replaced
from shoot_cli.engine.pools import models
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import raise_missing
from shoot_cli.rules.datasheets.profiles import Amount, parts_of
from shoot_cli.rules.datasheets.records import Deed, ModelHistory, OutOfTurnShooting, PendingMortalWounds
from shoot_cli.rules.datasheets.steps.attached_units import part_units
from shoot_cli.rules.eleventh import lists as lists11
from shoot_cli.rules.tenth import lists as lists10
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth

EACH = pytest.mark.parametrize("at", [tenth, eleventh], ids=["10e", "11e"])
HALF, FULL, BELOW = ("if target below half strength", "if target at full strength", "if target below strength")


def flames(at: ModuleType, name: str, n: int, *has: str, s: int = 4):
    """A unit of one man who hits ``n`` times."""
    return at.squad(name, at.kind(f"{name} man", 1, at.gun(f"{name} gun", "Torrent", A=n, S=s), has=has, W=3))


def captain(at: ModuleType, name: str = "Captain", **stats):
    stats = {"W": 5, "Sv": "-", "keywords": ("INFANTRY", "CHARACTER", name.upper()), "character": True} | stats
    return at.squad(name, at.kind(name, 1, **stats))


def squad(at: ModuleType, n: int = 10, name: str = "Squad", **stats):
    return at.squad(name, at.kind("Trooper", n, **({"W": 1, "Sv": "-"} | stats)))


def shoots(name: str, target: str, *wounds: int, **more):
    return [("unit", name), ("target", target), (f"wound:{name} gun", [*wounds])]


def need(played, name: str):
    return next(q for q in played.questions[::-1] if q.key == f"wound:{name} gun").need.target


def rows(at: ModuleType, played):
    return {row.name: (row.models_left, row.models_start) for row in at.RULESET.status(played.end)[1][1]}


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-EFF-14")
def test_a_captain_without_his_squad_is_unhurt_and_called_captain(at) -> None:
    mine = at.army("Mine", flames(at, "First", 10), flames(at, "Second", 1, f"+1 to wound {HALF}"),
                   flames(at, "Third", 3), flames(at, "Fourth", 1, f"+1 to wound {HALF}"))  # fmt: skip
    theirs = at.army("Theirs", at.led(squad(at), captain(at)), at.targets(1, "Others"))
    played = at.battle(
        mine, theirs, *shoots("First", "Squad with Captain", *[6] * 10),
        *shoots("Second", "Captain", 1), *shoots("Third", "Captain", 6, 6, 6), *shoots("Fourth", "Captain", 1),
    )  # fmt: skip
    assert (need(played, "Second"), need(played, "Fourth")) == (4, 3)
    assert played.said("Squad destroyed: Captain is a unit of its own now", "10E-ORD-6")
    assert rows(at, played) == {"Captain": (1, 1), "Squad": (0, 10), "Others": (1, 1)}
    assert at.RULESET.status(played.end)[1][1][0].wounds_note == "Captain 2 of 5 wounds"
    began = at.RULESET.status(at.RULESET.begin_battle(mine, theirs, None))
    lost = [(one.row.name, one.fell, one.row.hurt) for one in losses(began, at.RULESET.status(played.end))]
    assert lost == [("Squad", 10, ""), ("Captain", 0, "2 of 5 wounds")]


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-EFF-14")
def test_a_squad_without_its_captain_is_at_full_strength(at) -> None:
    mine = at.army("Mine", flames(at, "First", 14), flames(at, "Second", 1, f"+1 to wound {FULL}"),
                   flames(at, "Third", 1, f"+1 to wound {BELOW}"))  # fmt: skip
    precise = at.gun("First gun", "Precision", A=1, S=8, D=6)
    mine = at.army("Mine", at.squad("First", at.kind("First man", 1, precise)), *mine.units[1:])
    theirs = at.army("Theirs", at.led(squad(at), captain(at, T=6)))
    gone = [("unit", "First"), ("target", "Squad with Captain"), ("hit:First gun", [6]), ("wound:First gun", [6])]
    found = at.battle(mine, theirs, *gone, ("precision:First gun", "Captain"), *shoots("Second", "Squad", 1),
                      *shoots("Third", "Squad", 1))  # fmt: skip
    assert rows(at, found) == {"Squad": (10, 10), "Captain": (0, 1)}
    assert (need(found, "Second"), need(found, "Third")) == (3, 4)


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-WND-4")
def test_of_two_leaders_each_is_a_unit_of_his_own(at) -> None:
    """With his own Toughness and keywords."""
    mine = at.army(
        "Mine",
        flames(at, "First", 3),
        flames(at, "Second", 1, s=6),
        flames(at, "Third", 1, "+1 to wound against MAGE", s=6),
    )
    pair = at.led(squad(at, 3), captain(at, T=6), captain(at, "Mage", T=3))
    played = at.battle(mine, at.army("Theirs", pair), *shoots("First", pair.name, 6, 6, 6),
                       *shoots("Second", "Captain", 1), *shoots("Third", "Mage", 1))  # fmt: skip
    assert (need(played, "Second"), need(played, "Third")) == (4, 2)
    assert played.said("Squad destroyed: Captain and Mage are units of their own now", "10E-ORD-6")
    assert rows(at, played) == {"Captain": (1, 1), "Mage": (1, 1), "Squad": (0, 3)}


@EACH
@pytest.mark.rule("10E-ORD-6")
def test_of_two_leaders_the_one_who_is_left_leads_on(at) -> None:
    precise = at.squad("First", at.kind("First man", 1, at.gun("First gun", "Precision", A=1, S=8, D=6)))
    mine = at.army("Mine", precise, flames(at, "Second", 1, f"+1 to wound {FULL}"))
    pair = at.led(squad(at, 3), captain(at), captain(at, "Mage"))
    gone = [("unit", "First"), ("target", pair.name), ("hit:First gun", [6]), ("wound:First gun", [6])]
    played = at.battle(mine, at.army("Theirs", pair), *gone, ("precision:First gun", "Captain"),
                       *shoots("Second", "Squad with Mage", 1))  # fmt: skip
    assert need(played, "Second") == 3
    assert played.said("Captain destroyed: Squad with Mage goes on", "10E-ORD-6")
    assert rows(at, played) == {"Squad with Mage": (4, 4), "Captain": (0, 1)}
    unit = played.unit_at("Squad with Mage").unit
    assert unit.value.attached
    assert "CAPTAIN" not in unit.value.keywords
    assert [part.name for part in parts_of(unit)] == ["Squad", "Mage"]


def without(b, *names: str, **changed):
    """The battle of which these kinds of models have fallen, of the first unit of the first side."""
    unit = b.sides[0].units[0]
    ranks = tuple(rank for rank in unit.ranks if unit.unit.value.models[rank.kind][0].name not in names)
    return replaced(b.but(**changed), 0, 0, unit.but(ranks=ranks))


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-ELIG-9")
def test_what_the_unit_did_and_what_waits_for_it_is_of_its_parts(at) -> None:
    mage = at.led(squad(at, 3, has=("Deadly Demise 1",)), captain(at), captain(at, "Mage", has=("Shoots back",)))
    back = next(one for one in mage.models[-1][0].abilities)
    began = at.RULESET.begin_battle(at.army("Mine", mage, at.targets(2)), at.army("Theirs", at.targets()), None)
    said = remembering((), {"cover": "yes"}, (0, 0), (1, 0))
    b = without(
        began, "Trooper", done=(0,), held_fire=(0,), stratagems=("overwatch", f"overwatch of {mage.name}"),
        demises=((0, 0, 0),), remembered=said, suffering=(PendingMortalWounds(0, 0, Amount(plus=1)), PendingMortalWounds(1, 0, Amount(plus=1))),
        replies=(OutOfTurnShooting(0, 0, "shoots back", back, at=0), OutOfTurnShooting(0, 0, "shoots on death", back, 0)),
    )  # fmt: skip
    b = replaced(b, 0, 0, b.sides[0].units[0].but(used=((2, "rocket"),), histories=(ModelHistory(1, 5, True, 0),)))
    after = part_units(b, Table(raise_missing))
    assert [one.unit.value.name for one in after.sides[0].units] == ["Captain", "Targets", "Mage", "Squad"]
    assert (after.done, after.held_fire) == ((0, 2), (0, 2))
    assert after.stratagems == (*b.stratagems, "overwatch of Captain", "overwatch of Mage")
    assert after.demises == ((0, 3, 0),)
    assert [(one.side, one.unit) for one in after.suffering] == [(0, 0), (0, 2), (1, 0)]
    assert [(one.unit, one.kind) for one in after.replies] == [(2, -1), (3, 0)]
    assert [one.about for one in after.remembered] == [((0, 0), (1, 0)), ((0, 2), (1, 0))]
    assert [(one.used, one.histories) for one in after.sides[0].units] == [
        ((), (ModelHistory(0, 5, True, 0),)), ((), ()), (((0, "rocket"),), ()), ((), ()),
    ]  # fmt: skip
    assert part_units(after, Table(raise_missing)) == after
    assert [row.name for row in at.RULESET.status(after)[0][1]] == ["Captain", "Mage", "Squad", "Targets"]


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-EFF-15", "10E-EFF-21", "10E-ELIG-3")
def test_what_is_known_of_the_whole_is_known_of_its_parts(at) -> None:
    pair = at.led(squad(at, 3), captain(at), captain(at, "Mage"))
    began = at.RULESET.begin_battle(at.army("Mine", pair, at.targets(2)), at.army("Theirs", at.targets()), None)
    b = without(
        began, "Trooper", until_own_turn=remembering((), {"if it is on an objective": "yes"}, (0, 0)),
        locked=(((0, 0), (1, 0)),),
        deeds=(Deed((0, 0), (1, 0), (1, 0), True, False), Deed((1, 0), (0, 0), (1, 1), True, False)),
    )  # fmt: skip
    after = part_units(b, Table(raise_missing))
    assert [one.about for one in after.until_own_turn] == [((0, 0),), ((0, 2),)]
    assert after.locked == (((0, 0), (1, 0)), ((0, 2), (1, 0)))
    assert [(one.shooter, one.target) for one in after.deeds] == [
        ((0, 0), (1, 0)), ((0, 2), (1, 0)), ((1, 0), (0, 0)), ((1, 0), (0, 2)),
    ]  # fmt: skip


@EACH
@pytest.mark.rule("10E-ORD-6")
def test_those_who_came_with_a_leader_stay_with_him(at) -> None:
    """He and they are one unit of the list: it is destroyed when all of it is, and leads while he lives."""
    own = at.squad("Court", at.kind("Lord", 1, character=True, W=4), at.kind("Page", 2))
    began = at.RULESET.begin_battle(at.army("Mine", at.led(squad(at, 3), own)), at.army("Theirs", at.targets()), None)

    def left(*names: str):
        return part_units(without(began, *names), Table(raise_missing)).sides[0].units[0]

    court = left("Trooper")
    assert (court.unit.value.name, models(court.ranks), court.unit.value.attached) == ("Court", 3, False)
    assert left("Lord").unit == left("Page").unit == left().unit == began.sides[0].units[0].unit
    assert left("Lord", "Page").unit.value.name == "Squad"


# One attack after the other ------------------------------------------------------------------------------------------


def attacks_of(at: ModuleType, target, *shooters) -> Attacks:
    sides = [AttackSide(unit.name, unit, at.RULESET.name) for unit in (target, *shooters)]
    tasks, own = attacker_tasks(sides[1:], sides[0], {})
    return Attacks(tasks, own, exact=True)


@EACH
@pytest.mark.rule("10E-ORD-6", "10E-EFF-14")
def test_attacks_in_succession_know_that_he_stands_alone(at) -> None:
    """A sure way to slay the squad, then one wound roll at the unhurt Captain: 4+, though ten of eleven are gone."""
    for words, needs in ((HALF, 4), (BELOW, 4), (FULL, 3)):
        pair = at.led(squad(at, 10), captain(at))
        attacks = attacks_of(at, pair, flames(at, "First", 10, s=8), flames(at, "Second", 1, f"+1 to wound {words}"))
        alone = next(left for left in attacks.step(0, WHOLE).moves if left.unit.unit.value.name == "Captain")
        hurt = attacks.step(1, alone).laws["damage"]
        assert sum(p for (_, lost), p in hurt.items() if lost) == Fraction(7 - needs, 6), words


@EACH
@pytest.mark.rule("10E-ORD-6")
def test_attacks_in_succession_take_one_leader_after_the_other(at) -> None:
    pair = at.led(squad(at, 1), captain(at, W=1), captain(at, "Mage", W=1))
    guns = [flames(at, name, 1, s=8) for name in ("First", "Second", "Third", "Fourth")]
    through = attacks_of(at, pair, *guns).through(range(4))
    chance = Fraction(5, 6)
    want = chance**3 * (1 + 3 * (1 - chance))  # three of four wound
    assert through.after[3].destroyed == want
    assert through.after[2].destroyed == chance**3


# Names ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lists", [lists10, lists11], ids=["10e", "11e"])
@pytest.mark.rule("10E-ORD-6")
def test_no_two_parts_of_an_army_have_one_name(lists) -> None:
    values = "T: 4, Sv: 4+, W: 1"
    led = f"models: [{{name: Trooper, count: 2, {values}}}, {{name: Captain, leader: yes, {values}}}]"
    alone = f"models: [{{name: Captain, {values}}}]"
    units = "".join(
        f"\n  - {{name: {name}, {one}}}" for name, one in (("Squad", led), ("Squad", led), ("Captain", alone))
    )
    text = f"ruleset: {lists.Lists.RULESET}\nname: Mine\nunits:{units}\n"
    army = lists.read(read_text(text, "list.yaml"), "list.yaml")
    parts = [[part.name for part in parts_of(Hashed(one))] for one in army.units]
    assert [one.name for one in army.units] == ["Squad", "Squad 2", "Captain"]
    assert parts == [["Squad", "Captain of Squad"], ["Squad 2", "Captain of Squad 2"], []]
