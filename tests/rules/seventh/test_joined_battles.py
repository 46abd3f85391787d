"""Characters who join and leave units in a battle: 7E-IC-1, 2, 4, 5, 6."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shoot_cli.battle.summaries import losses
from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.reasons import Redo, Undo
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.joined_units import join, leave, without_the_dead
from shoot_cli.rules.seventh.profiles import Army, Unit
from shoot_cli.rules.seventh.records import Battle
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.states import line_of
from shoot_cli.rules.seventh.steps.turns import new_battle
from tests.helpers.each import each
from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import Played, army, attack, battle, boyz, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank
from tests.rules.seventh.test_amended_battles import Skirmish
from tests.rules.seventh.test_joining import captain
from tests.rules.test_every_amendment import CHANGE, walked
from tests.rules.test_every_ruleset import Killed

BOLTER = gun("bolter", "24", "4", "5", "Assault 1")
CANNON = gun("cannon", "24", "9", "1", "Assault 1")
ROCKET = gun("rocket", "24", "9", "1", "Assault 1, One Use Only")
STATE, ENDS = ("unit", "a unit's state"), ("unit", "end the phase")


def squad_of(n: int = 5, *guns: Any, name: str = "Squad", **stats: Any) -> Unit:
    return squad(name, trooper("Marine", n, *(guns or (BOLTER,)), **({"Ld": 7} | stats)))


BEAST = squad("Beast", trooper("Beast", 1, BOLTER, T=6, W=4), type="Monstrous Creature")
MINE = army("Mine", squad_of(), captain(BOLTER), tank(name="Tank"), BEAST)
THEIRS = army("Theirs", boyz(10))


def joined_in(mine: Army, *names: str, to: str = "Squad") -> Army:
    return mine.but(units=tuple(unit.but(joined_to=to if unit.name in names else "") for unit in mine.units))


TOGETHER = joined_in(MINE, "Captain")


def said_of(who: str, what: str, *more: Any) -> list[Any]:
    return [STATE, ("state of", who), ("state", what), *more]


JOIN = said_of("Captain", "joins Squad")


def options(played: Played) -> list[str]:
    return [option.value for option in played.left.options]  # type: ignore[union-attr]


def why(played: Played, what: str) -> list[str]:
    return [text for text, _ in closed(played.left, what)]  # type: ignore[arg-type]


def rows(record: Any, side: int = 0) -> list[tuple[str, int, int]]:
    return [(row.name, row.models_left, row.models_start) for row in RULESET.status(record)[side][1]]


# Joining -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-1", "7E-IC-6")
def test_he_joins_with_two_answers() -> None:
    played = battle(MINE, THEIRS, JOIN)
    assert options(played)[:3] == ["Squad + Captain", "Tank", "Beast"]
    assert played.unit_at("Squad + Captain").start == 6
    assert played.said("Captain: joins Squad", "7E-IC-1")
    assert rows(played.end) == [("Squad + Captain", 6, 6), ("Tank", 1, 1), ("Beast", 1, 1)]


@pytest.mark.rule("7E-IC-2")
def test_they_are_named_once_and_shoot_together() -> None:
    played = battle(MINE, THEIRS, JOIN, ("unit", "Squad + Captain"), ("target", "Boyz"), ("weapon", "bolter"))
    parts = {part.key: part for part in played.left.parts}  # type: ignore[union-attr]
    assert parts["firing"].groups == (("Marine", 5), ("Captain", 1))


@pytest.mark.rule("7E-IC-1")
def test_vehicles_and_monsters_are_closed() -> None:
    played = battle(MINE, THEIRS, STATE, ("state of", "Captain"))
    assert why(played, "joins Squad") == []
    assert why(played, "joins Tank") == ["nobody joins vehicles"]
    assert why(played, "joins Beast") == ["nobody joins Monstrous Creatures"]
    assert "joins Boyz" not in options(played)
    assert not [value for value in options(battle(MINE, THEIRS, STATE, ("state of", "Squad"))) if "joins" in value]


@pytest.mark.rule("7E-IC-1")
@each(
    ("who", "what", "words"),
    [
        ("Squad", "falling back", "Squad is falling back"),
        ("Squad", "locked in combat", "Squad is locked in combat"),
        ("Squad", "off the table", "Squad is not on the table"),
        ("Captain", "falling back", "he is falling back"),
        ("Captain", "off the table", "he is not on the table"),
    ],
)
def test_states_that_forbid_it(who: str, what: str, words: str) -> None:
    assert why(battle(MINE, THEIRS, said_of(who, what), STATE, ("state of", "Captain")), "joins Squad") == [words]


@pytest.mark.rule("7E-IC-1")
def test_both_inside_one_transport_or_neither() -> None:
    room = MINE.but(units=(*MINE.units[:2], tank(name="Tank").but(capacity=10, fire_points=10)))
    one = battle(room, THEIRS, said_of("Squad", "embarked", ("inside", "Tank")), STATE, ("state of", "Captain"))
    assert why(one, "joins Squad") == ["one of them is inside a transport"]
    both = [*said_of("Squad", "embarked", ("inside", "Tank")), *said_of("Captain", "embarked", ("inside", "Tank"))]
    played = battle(room, THEIRS, both, JOIN)
    assert played.unit_at("Squad + Captain").inside == 2
    assert rows(played.end) == [("Squad + Captain", 6, 6), ("Tank", 1, 1)]
    full = battle(room.but(units=(*room.units[:2], room.units[2].but(capacity=5))), THEIRS, JOIN,
                  STATE, ("state of", "Squad + Captain"), ("state", "embarked"))  # fmt: skip
    assert full.unit_at("Squad + Captain").inside is None  # it has room for 5


@pytest.mark.rule("7E-IC-6")
@pytest.mark.parametrize(("who", "words"), [("Squad", "Squad has shot"), ("Captain", "he has shot")])
def test_nobody_joins_once_one_of_them_has_shot(who: str, words: str) -> None:
    played = battle(MINE, THEIRS, ("unit", who), ("target", "hold fire"), STATE, ("state of", "Captain"))
    assert why(played, "joins Squad") == [words]


@pytest.mark.rule("7E-IC-1")
def test_in_the_enemys_turn_only_who_is_deployed_joins() -> None:
    assert why(battle(MINE, THEIRS, ("first turn", "Theirs"), STATE, ("state of", "Captain")), "joins Squad") == []
    later = battle(MINE, THEIRS, ENDS, STATE, ("state of", "Captain"))
    assert why(later, "joins Squad") == ["he joins in his own Movement phase"]


@pytest.mark.rule("7E-IC-6")
def test_the_list_joins_them_from_the_beginning() -> None:
    played = battle(TOGETHER, THEIRS)
    assert options(played)[0] == "Squad + Captain"
    assert not any(unit.name == "Captain" for unit in (c.unit.value for c in played.end.sides[0].units if c.ranks))


# Leaving -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-5")
def test_he_leaves_with_two_answers() -> None:
    played = battle(TOGETHER, THEIRS, said_of("Squad + Captain", "leaves: Captain"))
    assert options(played)[:2] == ["Squad", "Captain"]
    assert [played.unit_at(name).start for name in ("Squad", "Captain")] == [5, 1]
    assert played.said("Captain leaves Squad", "7E-IC-5")


@pytest.mark.rule("7E-IC-5")
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("falling back", "Squad + Captain is falling back"),
        ("locked in combat", "Squad + Captain is locked in combat"),
        ("off the table", "Squad + Captain is not on the table"),
    ],
)
def test_states_in_which_nobody_leaves(what: str, words: str) -> None:
    played = battle(TOGETHER, THEIRS, said_of("Squad + Captain", what), STATE, ("state of", "Squad + Captain"))
    assert why(played, "leaves: Captain") == [words]


@pytest.mark.rule("7E-IC-5", "7E-GTG-4")
def test_nobody_leaves_a_unit_gone_to_ground() -> None:
    b = new_battle(TOGETHER, THEIRS)
    (option,) = states.leaves(replaced(b, 0, 0, b.unit_at(0, 0).with_mark(Mark(states.GROUNDED, (1, 0)))), 0, 0)
    assert [reason.text for reason in option.closed] == ["Squad + Captain has gone to ground"]


@pytest.mark.rule("7E-IC-6")
def test_nobody_leaves_a_unit_that_has_shot() -> None:
    shot = [("unit", "Squad + Captain"), ("target", "hold fire"), STATE, ("state of", "Squad + Captain")]
    assert why(battle(TOGETHER, THEIRS, shot), "leaves: Captain") == ["Squad + Captain has shot"]
    enemy = battle(TOGETHER, THEIRS, ENDS, STATE, ("state of", "Squad + Captain"))
    assert why(enemy, "leaves: Captain") == ["he leaves in his own Movement phase"]


# What lasts ----------------------------------------------------------------------------------------------------------


def begun(mine: Army = MINE) -> Battle:
    return new_battle(mine, THEIRS)


def bearing(battle: Battle, at: int, mark: str, until: tuple[int, int] | None = (2, 0)) -> Battle:
    return replaced(battle, 0, at, battle.unit_at(0, at).with_mark(Mark(mark, until)))


def names(battle: Battle, at: int) -> set[str]:
    return {mark.name for mark in battle.unit_at(0, at).marks}


@pytest.mark.rule("7E-IC-4")
def test_what_one_suffered_before_is_not_shared() -> None:
    b = bearing(begun(), 0, "Blind")
    b = join(b, 0, 0, 1)
    both = b.unit_at(0, 0)
    assert names(b, 0) == {"Blind (Squad)"}
    assert both.bearing("Blind") == {0}
    assert both.bearing("Concussive") == frozenset()
    b = leave(b, 0, 0, "Captain")
    assert (names(b, 0), names(b, 1)) == ({"Blind"}, set())


@pytest.mark.rule("7E-IC-4", "7E-EFF-2")
def test_an_effect_on_one_before_is_not_shared() -> None:
    told = bearing(begun(), 1, "Prescience"), bearing(begun(), 1, "Prescience:bolter")
    forces = [force for b in told for force in join(b, 0, 0, 1).unit_at(0, 0).forces()]
    assert [(force.called, force.about) for force in forces] == [("Prescience", "Captain"), ("Prescience", "bolter")]


@pytest.mark.rule("7E-IC-4")
def test_what_they_suffered_together_stays_with_both() -> None:
    b = bearing(join(begun(), 0, 0, 1), 0, "Blind")
    assert b.unit_at(0, 0).bearing("Blind") == {0, 1}
    b = leave(b, 0, 0, "Captain")
    assert (names(b, 0), names(b, 1)) == ({"Blind"}, {"Blind"})
    assert names(join(bearing(bearing(begun(), 0, "Blind"), 1, "Blind"), 0, 0, 1), 0) == {"Blind"}


@pytest.mark.rule("7E-IC-4", "7E-GTG-4")
def test_who_joins_a_squad_that_lies_down_shoots_as_usual() -> None:
    mine = army("Mine", squad_of(Sv="-"), captain(BOLTER))
    down = [("unit", "Boyz"), ("target", "Squad"), *fire("shoota"), ("hit:shoota", [5] * 2 + [1] * 18),
            ("wound:shoota", [4] * 2), ("go_to_ground", "yes"), ("save:Marine", [6] * 2)]  # fmt: skip
    shot = [("unit", "Squad + Captain"), ("target", "Boyz"), *fire("bolter")]
    played = battle(mine, THEIRS, ("first turn", "Theirs"), down, JOIN, shot)
    before = battle(mine, THEIRS, ("first turn", "Theirs"), down, JOIN)
    assert before.marks("Squad + Captain") == ["gone to ground (Squad)"]
    assert played.left is not None
    assert (played.left.key, played.left.dice, played.left.need.target) == ("hit:bolter", 5, 6)  # type: ignore[union-attr]
    rest = battle(mine, THEIRS, ("first turn", "Theirs"), down, JOIN, shot, ("hit:bolter", [1] * 5))
    assert (rest.left.dice, rest.left.need.target) == (1, 3)  # type: ignore[union-attr]


@pytest.mark.rule("7E-IC-4", "7E-SAV-7")
def test_only_who_lay_down_has_the_better_cover() -> None:
    b = bearing(begun(), 0, states.GROUNDED)
    b = join(b, 0, 0, 1)
    assert [rank.kind.on_ground for rank in line_of(b.unit_at(0, 0), False)] == [True, False]


@pytest.mark.rule("7E-IC-5")
def test_wounds_and_spent_rockets_go_with_who_has_them() -> None:
    b = join(new_battle(army("Mine", squad_of(2, ROCKET), captain(ROCKET)), THEIRS), 0, 0, 1)
    both = b.unit_at(0, 0)
    hurt = tuple(rank.but(left=1) if rank.kind == 1 else rank for rank in both.ranks)
    b = replaced(b, 0, 0, both.but(ranks=hurt, spent=((0, "rocket"), (1, "rocket"))))
    b = leave(b, 0, 0, "Captain")
    assert [(rank.kind, rank.n, rank.left) for rank in b.unit_at(0, 1).ranks] == [(0, 1, 1)]
    assert (b.unit_at(0, 0).spent, b.unit_at(0, 1).spent) == (((0, "rocket"),), ((0, "rocket"),))
    again = join(b, 0, 0, 1).unit_at(0, 0)
    assert (again.ranks, again.spent) == (hurt, ((0, "rocket"), (1, "rocket")))


# The end -------------------------------------------------------------------------------------------------------------


def shot_down(target: str, n: int, *more: Any) -> list[Any]:
    """As many Boyz with a cannon each hit and wound; who is hit has no save."""
    return [("unit", "Boyz"), ("target", target), *fire("cannon"), ("hit:cannon", [6] * n), ("wound:cannon", [6] * n),
            *more]  # fmt: skip


def gunners(n: int) -> Army:
    return army("Theirs", squad("Boyz", trooper("Boy", n, CANNON)), squad("Others", trooper("Other", 1, BOLTER)))


PAIR = joined_in(army("Mine", squad_of(2), captain(BOLTER, Sv="-", W=3), squad_of(name="Rest")), "Captain")


@pytest.mark.rule("7E-IC-5", "7E-END-2")
def test_if_all_others_die_he_is_that_unit_until_the_next_phase() -> None:
    gone = shot_down("Squad + Captain", 2, ("go_to_ground", "no"))
    during = battle(PAIR, gunners(2), ("first turn", "Theirs"), gone)
    assert rows(during.end)[0] == ("Squad + Captain", 1, 3)
    assert during.left is not None
    assert during.left.key == "unit"
    test = battle(PAIR, gunners(2), ("first turn", "Theirs"), gone, ENDS)
    assert test.left is not None
    assert (test.left.key, test.left.need.target) == ("morale", 10)  # type: ignore[union-attr]
    after = battle(PAIR, gunners(2), ("first turn", "Theirs"), gone, ENDS, ("morale", [3, 3]))
    assert rows(after.end) == [("Squad", 0, 2), ("Captain", 1, 1), ("Rest", 5, 5)]
    assert why(after, "Squad") == ["destroyed"]
    assert why(after, "Captain") == []
    (lost,) = losses(RULESET.status(new_battle(PAIR, gunners(2))), RULESET.status(after.end))
    assert (lost.row.name, lost.fell) == ("Squad", 2)


@pytest.mark.rule("7E-IC-5", "7E-ALC-6")
def test_what_is_left_of_the_volley_goes_to_him_without_look_out_sir() -> None:
    gone = shot_down("Squad + Captain", 3, ("go_to_ground", "no"))
    played = battle(PAIR, gunners(3), ("first turn", "Theirs"), gone)
    assert rows(played.end)[0] == ("Squad + Captain", 0, 3)
    assert not any(key.startswith("look out sir") for key in played.keys)
    turn = battle(PAIR, gunners(3), ("first turn", "Theirs"), gone, ENDS)
    assert rows(turn.end)[0] == ("Squad + Captain", 0, 3)
    assert [name for name, *_ in rows(turn.end)] == ["Squad + Captain", "Rest"]


@pytest.mark.rule("7E-IC-5")
def test_if_he_dies_the_squad_is_alone_again() -> None:
    order = {"order": "1 Captain, 2 Marine", "look_out_sir": "no"}
    gone = [("unit", "Boyz"), ("target", "Squad + Captain"), *fire("cannon", **order), ("hit:cannon", [6]),
            ("wound:cannon", [6]), ("go_to_ground", "no")]  # fmt: skip
    assert rows(battle(PAIR, gunners(1), ("first turn", "Theirs"), gone).end)[0] == ("Squad + Captain", 2, 3)
    after = battle(PAIR, gunners(1), ("first turn", "Theirs"), gone, ENDS, ("morale", [3, 3]))
    assert rows(after.end) == [("Squad", 2, 2), ("Captain", 0, 1), ("Rest", 5, 5)]


@pytest.mark.rule("7E-IC-5")
def test_he_keeps_what_they_bore_together() -> None:
    b = bearing(bearing(join(begun(), 0, 0, 1), 0, states.GROUNDED), 0, "Soul Blaze", None)
    both = b.unit_at(0, 0)
    b = replaced(b, 0, 0, both.but(ranks=tuple(rank for rank in both.ranks if rank.kind == 1)))
    b = without_the_dead(b, 0, 0)
    assert names(b, 1) == {states.GROUNDED, "Soul Blaze"}
    assert (b.unit_at(0, 0).ranks, names(b, 0)) == ((), set())


@pytest.mark.rule("7E-IC-1", "7E-IC-5")
def test_two_characters_whose_squad_is_gone_are_a_unit() -> None:
    mine = joined_in(army("Mine", squad_of(), captain(), captain(name="Chaplain")), "Captain", "Chaplain")
    b = new_battle(mine, THEIRS)
    both = b.unit_at(0, 0)
    assert both.unit.value.name == "Squad + Captain + Chaplain"
    b = replaced(b, 0, 0, both.but(ranks=tuple(rank for rank in both.ranks if rank.kind)))
    b = without_the_dead(b, 0, 0)
    assert rows(b) == [("Squad", 0, 5), ("Captain + Chaplain", 2, 2)]
    b = leave(b, 0, 1, "Chaplain")
    assert rows(b) == [("Squad", 0, 5), ("Captain", 1, 1), ("Chaplain", 1, 1)]


@pytest.mark.rule("7E-IC-3", "7E-IC-5")
def test_who_is_slain_by_his_own_weapon_shares_nothing_any_more() -> None:
    hot = gun("plasma", "24", "7", "2", "Assault 1, Gets Hot")
    heavy = gun("lascannon", "48", "9", "2", "Heavy 1")
    unit = new_battle(
        joined_in(army("M", squad_of(1, heavy), captain(hot, rules=("Slow and Purposeful",), W=1)), "Captain"), THEIRS
    ).unit_at(0, 0).unit.value  # fmt: skip
    burnt = [*fire("plasma"), ("hit:plasma", [1]), ("gets hot:plasma", [1])]
    played = attack(unit, boyz(10), burnt, *fire("lascannon", moved="1 Marine"), ("hit:lascannon", [6]),
                    ("wound:lascannon", [1]))  # fmt: skip
    assert played.question("hit:lascannon").need.target == 6
    alive = attack(unit, boyz(10), *fire("lascannon"), ("hit:lascannon", [6]), ("wound:lascannon", [1]),
                   *fire("plasma"), ("hit:plasma", [2]))  # fmt: skip
    assert alive.question("hit:lascannon").need.target == 3


# The journal ---------------------------------------------------------------------------------------------------------

WISHES = (None, None, None, CHANGE, CHANGE, Undo, Redo, Killed)


@pytest.mark.parametrize("seed", range(6))
def test_battles_with_joins_end_like_a_fresh_game(seed: int) -> None:
    """Whoever can join does, and leaves again: undone, changed and broken off in between."""
    random = Random(seed)
    mine = army("Mine", squad_of(3), captain(BOLTER), captain(BOLTER, name="Chaplain"))
    theirs = joined_in(army("Theirs", squad_of(3, name="Guard"), captain(BOLTER, name="Hero")), "Hero", to="Guard")
    case: Any = Skirmish(mine, theirs)
    walked(case, [None] * random.randint(0, 20) + [random.choice(WISHES) for _ in range(25)], seed, True)
