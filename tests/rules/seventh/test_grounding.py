"""Grounding tests of Swooping creatures (7E-FMC-1 to 5, 7E-END-7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.flying_battles import SWOOPS, after_the_phase, after_the_test, grounded, left, tyrant
from tests.rules.seventh.helpers.one_weapon import need_of
from tests.rules.seventh.helpers.tabletop import armed, army, battle, boyz, fire, gun, marines
from tests.rules.seventh.helpers.vehicle_battles import END, GO_ON, state
from tests.rules.seventh.helpers.vehicles import shooter

F = Fraction
LANCE = gun("lance", "48", "9", "2")
STAY = ("jink", "no")
HURT = [("hit:lance", [6]), ("wound:lance", [6])]


def hunt(unit: str = "Hunters", *dice: Any, jink: Any = STAY) -> list[Any]:
    return [("unit", unit), ("target", "Tyrant"), *([jink] if jink else []), *fire("lance"), *dice]


def hunters(name: str = "Hunters", n: int = 1) -> Any:
    return marines(n, LANCE, name=name)


MINE = army("Mine", hunters(), hunters("Others"))


def skies(*script: Any, theirs: Any = None, mine: Any = MINE, settings: Any = None) -> Any:
    swarm = theirs or army("Swarm", tyrant(), boyz())
    return battle(mine, swarm, SWOOPS, *script, settings=settings)


# Vectors -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FMC-4")
def test_tv_81() -> None:
    assert after_the_test(tyrant(), grounded)[True] == F(1, 3)
    assert after_the_test(tyrant(), grounded, traktor=True)[True] == F(5, 6)


@pytest.mark.rule("7E-FMC-4")
def test_tv_82() -> None:
    assert after_the_test(tyrant())[3] == F(5, 18)
    assert after_the_test(tyrant(T=5, Sv="3+/5++"))[3] == F(5, 27)


@pytest.mark.rule("7E-FMC-4", "7E-SAV-12")
def test_tv_83() -> None:
    """S9 is Instant Death to T4, against which no Feel No Pain is rolled."""
    assert after_the_test(tyrant(T=4))[0] == F(5, 18)
    assert after_the_test(tyrant(T=4, Sv="3+/4++"))[0] == F(5, 36)
    assert after_the_test(tyrant(T=4, FNP=4))[0] == F(5, 18)
    assert after_the_test(tyrant(T=5, FNP=4))[3] == F(5, 36)


@pytest.mark.rule("7E-FMC-3", "7E-FMC-4", "7E-END-7")
def test_tv_84() -> None:
    (lascannon,) = armed("lascannon")
    one, three = shooter(lascannon), shooter(lascannon, 3)
    assert after_the_phase(one, tyrant(), lambda battle: left(battle) < 4 and not grounded(battle))[True] == F(
        5, 36
    ) * F(2, 3)
    assert after_the_phase(one, tyrant(), grounded)[True] == F(5, 36) / 3
    assert after_the_phase(three, tyrant(), grounded)[True] == F(16865, 139968)
    assert after_the_phase(one, tyrant(), grounded, jink="yes")[True] == F(5, 72) / 3


# When ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FMC-4", "7E-END-7")
def test_one_test_at_the_end_of_the_phase_however_many_shot() -> None:
    """Later units of the phase still face a Swooping target."""
    played = skies(hunt("Hunters", *HURT), hunt("Others", *HURT), ("grounding:Tyrant", [3]), ("unit", "Tyrant"))
    assert need_of(played, "hit:lance", 1) == 6
    assert played.keys.count("grounding:Tyrant") == 1
    test = played.question("grounding:Tyrant")
    assert (test.dice, test.need.target, test.owner) == (1, 3, "defender")
    assert played.said("Tyrant stays in the air", "7E-FMC-4")
    assert "swooping" in played.marks("Tyrant")


@pytest.mark.rule("7E-FMC-4")
def test_no_test_without_an_unsaved_wound_nor_for_who_glides() -> None:
    saved = [("hit:lance", [6]), ("wound:lance", [1])]
    assert "grounding:Tyrant" not in skies(hunt("Hunters", *saved), END, ("unit", "Boyz")).keys
    pain = army("Swarm", tyrant(FNP=4), boyz())
    healed = skies(hunt("Hunters", *HURT, ("feel no pain:Tyrant", [4])), END, ("unit", "Boyz"), theirs=pain)
    assert "grounding:Tyrant" not in healed.keys
    low = battle(MINE, army("Swarm", tyrant(), boyz()), hunt("Hunters", *HURT), END, ("unit", "Boyz"))
    assert need_of(low, "hit:lance") == 3
    assert "grounding:Tyrant" not in low.keys


@pytest.mark.rule("7E-FMC-4", "7E-FMC-5")
def test_who_falls_is_hit_glides_and_shows_it_until_its_owners_next_turn() -> None:
    fall = [END, ("grounding:Tyrant", [2]), ("wound:fall", [2])]
    played = skies(hunt("Hunters", *HURT), fall, ("unit", "Boyz"))
    assert need_of(played, "wound:fall") == 2  # S9 at T6
    assert "save:Tyrant" not in played.keys
    assert played.said("Tyrant, falling: 1 hit", "7E-FMC-4")
    assert [rank.left for rank in played.unit_at("Tyrant").ranks] == [2]
    assert played.keys.count("grounding:Tyrant") == 1  # its own hit brings no second test
    assert played.said("Tyrant: no longer grounded")  # their turn has begun
    assert not {"swooping", "grounded"} & set(played.marks("Tyrant"))
    again = skies(hunt("Hunters", *HURT), fall, END, GO_ON, ("unit", "Hunters"), ("target", "Tyrant"), STAY)
    assert "Tyrant, 1 model, gliding" in [option.label for option in again.question("target", 1).options]


@pytest.mark.rule("7E-FMC-5", "7E-END-7", "7E-END-2")
def test_grounding_comes_before_morale() -> None:
    crowd = [("hit:lance", [6, 6]), ("wound:lance", [6, 6]), ("go_to_ground", "no")]
    mine = army("Mine", hunters(), hunters("Others", 2))
    played = skies(
        hunt("Hunters", *HURT), ("unit", "Others"), ("target", "Boyz"), *fire("lance"), *crowd,
        ("grounding:Tyrant", [1]), ("wound:fall", [1]), ("morale", 2), ("unit", "Tyrant"),
        mine=mine, theirs=army("Swarm", tyrant(), boyz(4)),
    )  # fmt: skip
    keys = played.keys
    assert keys.index("grounding:Tyrant") < keys.index("wound:fall") < keys.index("morale")


@pytest.mark.rule("7E-FMC-4")
def test_in_the_sixth_edition_after_each_unit_that_hit() -> None:
    """A hit is enough; and those who shoot later shoot as at anybody."""
    each = {"grounding": "each_unit_that_hit"}
    hit = [("hit:lance", [6]), ("wound:lance", [1])]
    played = skies(
        hunt("Hunters", *hit), ("grounding:Tyrant", [2]), ("wound:fall", [1]),
        hunt("Others", ("hit:lance", [3]), ("wound:lance", [1])), ("unit", "Tyrant"), settings=each,
    )  # fmt: skip
    assert need_of(played, "hit:lance", 1) == 3
    assert played.keys.count("grounding:Tyrant") == 1
    assert "grounding:Tyrant" not in skies(hunt("Hunters", ("hit:lance", [5])), ("unit", "Others"), settings=each).keys
    twice = skies(
        hunt("Hunters", *hit), ("grounding:Tyrant", [3]), hunt("Others", *hit), ("grounding:Tyrant", [3]), settings=each
    )
    assert twice.keys.count("grounding:Tyrant") == 2
    assert after_the_phase(shooter(LANCE), tyrant(), grounded, each)[True] == F(1, 6) / 3


@pytest.mark.rule("7E-FMC-4")
def test_setting_grounded_saves() -> None:
    assert after_the_test(tyrant(Sv="3+/4++"))[3] == F(5, 36)
    assert after_the_test(tyrant(Sv="3+/4++"), settings={"grounded_saves": "none"})[3] == F(5, 18)


@pytest.mark.rule("7E-FMC-4")
def test_a_traktor_weapon_pulls_it_down() -> None:
    """If its own Wound went through: -3 on the die."""
    mine = army("Mine", marines(1, gun("lance", "48", "9", "2", "Heavy 1, Traktor"), name="Hunters"), hunters("Others"))
    played = skies(
        hunt("Hunters", *HURT), END, ("grounding:Tyrant", [5]), ("wound:fall", [1]), ("unit", "Tyrant"), mine=mine
    )
    assert played.question("grounding:Tyrant").need.target == 6
    only = [("hit:lance", [6]), ("wound:lance", [1])]
    other = skies(hunt("Hunters", *only), hunt("Others", *HURT), ("grounding:Tyrant", [3]), mine=mine)
    assert other.question("grounding:Tyrant").need.target == 3


@pytest.mark.rule("7E-FMC-5", "7E-GTG-6")
def test_who_jinked_and_fell_keeps_its_cover() -> None:
    each = {"grounding": "each_unit_that_hit"}
    played = skies(
        hunt("Hunters", *HURT, ("save:Tyrant", [1]), jink=("jink", "yes")), ("grounding:Tyrant", [1]), ("wound:fall", [1]),
        hunt("Others", ("hit:lance", [3]), ("wound:lance", [2]), ("save:Tyrant", [4]), jink=None), settings=each,
    )  # fmt: skip
    assert need_of(played, "save:Tyrant", 1) == 4


# Modes at the table --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FMC-1")
def test_on_the_table_it_glides_until_it_is_told() -> None:
    swarm = army("Swarm", tyrant(), boyz())
    played = battle(MINE, swarm, ("unit", "Hunters"))
    assert "Tyrant, 1 model, gliding" in [option.label for option in played.left.options]  # type: ignore[union-attr]
    told = battle(MINE, swarm, *SWOOPS, ("unit", "Hunters"))
    assert "Tyrant, 1 model, swooping" in [option.label for option in told.left.options]  # type: ignore[union-attr]
    lasts = battle(MINE, swarm, *SWOOPS, END, END, GO_ON, ("unit", "Hunters"))
    assert "Tyrant, 1 model, swooping" in [option.label for option in lasts.left.options]  # type: ignore[union-attr]
    back = battle(MINE, swarm, *SWOOPS, *SWOOPS, ("unit", "Hunters"))
    assert "Tyrant, 1 model, gliding" in [option.label for option in back.left.options]  # type: ignore[union-attr]


@pytest.mark.rule("7E-FMC-1")
def test_who_arrives_by_deep_strike_swoops() -> None:
    played = battle(army("Swarm", tyrant(), boyz()), MINE, *state("Tyrant", "arrived by Deep Strike"))
    assert "swooping" in played.marks("Tyrant")


@pytest.mark.rule("7E-FMC-2", "7E-NOM-4")
@pytest.mark.parametrize(("told", "dice"), [((), 1), (tuple(SWOOPS), 2)])
def test_swooping_it_runs_two_dice(told: Any, dice: int) -> None:
    played = battle(army("Swarm", tyrant(), boyz()), MINE, *told, ("unit", "Tyrant"), ("target", "run"))
    assert played.left.dice == dice  # type: ignore[union-attr]


@pytest.mark.rule("7E-FMC-2", "7E-GTG-3")
def test_it_never_goes_to_ground() -> None:
    assert "go_to_ground" not in skies(hunt("Hunters", *HURT), ("unit", "Others")).keys
    mine = army("Mine", marines(1, gun("lance", "48", "9", "2", "Heavy 1, Pinning"), name="Hunters"), hunters("Others"))
    pinned = skies(hunt("Hunters", *HURT), ("unit", "Others"), mine=mine)
    assert pinned.said("Tyrant cannot go to ground: no Pinning test", "7E-GTG-3")


@pytest.mark.rule("7E-FMC-4", "7E-WND-1")
def test_what_cannot_wound_it_is_open_while_it_swoops() -> None:
    """A hit may ground it."""
    mine = army("Mine", marines(1, gun("gun", S="2"), gun("rifle"), name="Hunters"))
    aim = [("unit", "Hunters"), ("target", "Tyrant")]
    swarm = army("Swarm", tyrant(), boyz())
    assert closed(skies(*aim, STAY, mine=mine).left, "gun") == []
    assert closed(battle(mine, swarm, *aim, STAY).left, "gun") == [("Strength 2 cannot wound Toughness 6", "7E-WND-1")]
