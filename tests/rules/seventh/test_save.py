"""Saving throws and what is left of a model (7E-SAV)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh.drill.damage import save_without_cover
from shoot_cli.rules.seventh.tokens import Wound
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN, DEFAULT, closed
from tests.rules.seventh.helpers.tabletop import (
    Played,
    attack,
    chances,
    fire,
    gun,
    marines,
    one_hit,
    squad,
    trooper,
    wounds_on,
)
from tests.rules.seventh.helpers.vehicles import tank

F = Fraction
NO = ("go_to_ground", "no")


def unit(n: int = 5, **stats: Any) -> Any:
    rules = stats.pop("unit_rules", ())
    return squad("Target", trooper("Model", n, "lasgun", **stats), rules=rules)


def shot(
    target: Any, *script: Any, strength: str = "4", ap: str = "5", rules: str = "", settings: Any = None, **facts: Any
) -> Played:
    """One wound, then what is in the script."""
    weapon = gun("gun", S=strength, AP=ap, type="Assault 1" + rules)
    return attack(
        marines(1, weapon),
        target,
        *fire("gun", **facts),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        *script,
        settings=settings,
    )


def lost(n: int, target: Any, wound: Wound, value: Any = "damage", **facts: Any) -> dict[Any, Fraction]:
    return wounds_on(((wound, n),), target, value, **facts)


@pytest.mark.rule("7E-SAV-1")
def test_one_save_for_each_wound() -> None:
    played = shot(unit(Sv="3+/4++"), ("save:Model", [1]), cover="5+")
    assert played.keys.count("save:Model") == 1
    assert played.question("save:Model").owner == "defender"
    assert played.alive() == {"Model": [1] * 4}


@pytest.mark.rule("7E-SAV-1", "7E-SAV-2")
def test_no_save_is_not_rolled() -> None:
    played = shot(unit(Sv="3+"), NO, ap="3")
    assert "save:Model" not in played.keys
    assert played.alive() == {"Model": [1] * 4}
    assert played.said("AP3 beats armour 3+", "7E-SAV-2")


@pytest.mark.rule("7E-SAV-2")
@each(
    ("sv", "ap", "saved"),
    [("4+", 5, F(1, 2)), ("5+", 5, F(0)), ("6+", None, F(1, 6)), ("2+", 3, F(5, 6)), ("3+", 3, F(0))],
)
def test_armour_is_all_or_nothing(sv: str, ap: int | None, saved: Fraction) -> None:
    assert lost(1, unit(Sv=sv), Wound(4, ap, (), False)).get(0, 0) == saved


@pytest.mark.rule("7E-SAV-3")
def test_invulnerable_against_ap2() -> None:
    assert lost(1, unit(Sv="2+/5++"), Wound(4, 2, (), False))[0] == F(1, 3)


# Cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-SAV-4", "7E-SAV-5")
@each(
    ("cover", "needed"),
    [("terrain", 5), ("ruin", 4), ("wood", 5), ("crater", 6), ("statuary", 3), ("models", 5), ("4+", 4)],
)
def test_cover_is_said_and_ap_does_not_matter(cover: str, needed: int) -> None:
    assert shot(unit(Sv="-"), NO, ("save:Model", [1]), ap="1", cover=cover).question("save:Model").need.target == needed


@pytest.mark.rule("7E-SAV-4")
def test_the_question_names_the_models_hit() -> None:
    question = shot(unit(Sv="-"), NO).question("cover")
    assert question.owner == "defender"
    assert question.default == "none"
    assert set(question.rules) == {"7E-SAV-4", "7E-SAV-5", "7E-SAV-6"}


@pytest.mark.rule("7E-SAV-4")
def test_cover_of_one_kind_of_model() -> None:
    two = squad("T", trooper("Front", 1, "lasgun", Sv="-"), trooper("Rear", 1, "lasgun", Sv="-"))
    weapon = gun("gun", AP="1", type="Assault 2")
    played = attack(
        marines(1, weapon), two, *fire("gun", **{"cover": "5+", "cover:Rear": "ruin"}), ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), NO,
        ("save:Front", [1]), ("save:Rear", [4]),
    )  # fmt: skip
    assert played.question("save:Rear").need.target == 4


@pytest.mark.rule("7E-SAV-4")
def test_cover_of_some_models_by_their_place() -> None:
    weapon = gun("gun", AP="1", type="Assault 3")
    played = attack(
        marines(1, weapon),
        unit(5, Sv="-"),
        *fire("gun", order="2 Model, 3 Model ruin"),
        ("hit:gun", [6] * 3),
        ("wound:gun", [6] * 3),
        NO,
        ("save:Model", [4]),
    )
    assert played.question("save:Model").dice == 1
    assert played.alive() == {"Model": [1] * 3}


@pytest.mark.rule("7E-SAV-4")
def test_some_models_of_a_unit_in_cover_stand_in_the_open() -> None:
    weapon = gun("gun", AP="1", type="Assault 2")
    played = attack(
        marines(1, weapon), unit(5, Sv="-"), *fire("gun", cover="ruin", order="1 Model none, 4 Model"), ("hit:gun", [6] * 2), ("wound:gun", [6] * 2), NO,
        ("save:Model", [4]),
    )  # fmt: skip
    assert played.question("save:Model").dice == 1


TWO_GUNS = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))


@pytest.mark.rule("7E-SAV-4", "7E-SAV-5")
def test_cover_of_some_models_outlives_what_is_said_of_the_unit_later() -> None:
    """The Boss behind his wall keeps it when the next weapon finds the others in a wood."""
    target = squad("T", trooper("Boss", 1, "lasgun", Sv="-", W=2), trooper("Boy", 2, "lasgun", Sv="-"))
    played = attack(
        TWO_GUNS, target, *fire("first", **{"cover:Boss": "4+"}), ("hit:first", [6]), ("wound:first", [6]), NO,
        ("save:Boss", [4]), *fire("second", cover="6+"), ("hit:second", [6]), ("wound:second", [6]), NO, ("save:Boss", [4]),
    )  # fmt: skip
    assert played.question("save:Boss", 1).need.target == 4
    assert played.question("cover", 1).default == "none"  # that of the unit, not of the first in line
    answers = {"save": "cover", "cover:Boss": ["4+", "as the unit"]}  # he still has it, so cover can be wanted
    assert chances(TWO_GUNS, target, "damage", **answers)[2] == (F(2, 3) * F(1, 2) * F(1, 2)) ** 2


@pytest.mark.rule("7E-SAV-8", "7E-SAV-10")
def test_who_wants_cover_behind_armour_that_is_as_good_is_asked_for_it() -> None:
    """Cover is no fact of a shot that 2+ stops; by name it is asked, unless the weapon ignores it."""
    guns = [gun("flare", type="Heavy 1, Ignores Cover"), gun("rifle"), gun("gun")]
    unit = squad("S", *(trooper(one.name, 1, one) for one in guns))
    target = squad("T", trooper("Near", 1, "lasgun", Sv="2+/5++", W=3), trooper("Far", 1, "lasgun", Sv="2+/5++"))
    played = attack(
        unit, target, *fire("flare", save="cover"), ("hit:flare", [1]),
        *fire("rifle", save="cover"), ("cover", "4+"), ("hit:rifle", [6]), ("wound:rifle", [6]), NO, ("save:Near", [4]),
        *fire("gun", save="cover", order="1 Near 3+, 1 Far"), ("cover", DEFAULT), ("hit:gun", [6]), ("wound:gun", [6]), NO,
        ("save:Near", [3]),
    )  # fmt: skip
    assert [played.question("cover", nth).default for nth in (0, 1)] == ["none", "4+"]
    assert [played.question("save:Near", nth).need.target for nth in (0, 1)] == [4, 3]


@pytest.mark.rule("7E-SAV-4")
def test_cover_is_kept_for_the_next_weapon_and_may_be_said_again() -> None:
    first = [*fire("first", cover="ruin"), ("hit:first", [6]), ("wound:first", [6]), NO, ("save:Model", [4])]
    kept = attack(
        TWO_GUNS,
        unit(Sv="-"),
        first,
        *fire("second"),
        ("hit:second", [6]),
        ("wound:second", [6]),
        NO,
        ("save:Model", [4]),
    )
    assert kept.question("cover", 1).default in ("ruin", "4+", "barricade")
    out = attack(
        TWO_GUNS, unit(Sv="-"), first, *fire("second", cover="none"), ("hit:second", [6]), ("wound:second", [6]), NO
    )
    assert out.alive() == {"Model": [1] * 4}


@pytest.mark.rule("7E-SAV-4", "7E-GTG-2")
def test_a_crater_stays_a_crater() -> None:
    """6+ in a crater is not any 6+: going to ground is worth 2 there, also when the second weapon fires."""
    first = [*fire("first", cover="crater"), ("hit:first", [6]), ("wound:first", [6]), NO, ("save:Model", [6])]
    played = attack(
        TWO_GUNS,
        unit(Sv="-"),
        first,
        *fire("second"),
        ("hit:second", [6]),
        ("wound:second", [6]),
        ("go_to_ground", "yes"),
        ("save:Model", [4]),
    )
    assert played.question("save:Model", 1).need.target == 4


@pytest.mark.rule("7E-SAV-4")
@pytest.mark.parametrize("cover", ["wood", "5+"])
def test_models_in_better_cover_keep_it_for_the_next_weapon(cover: str) -> None:
    """Said once for all weapons: wood for the unit, a ruin for those at its end."""
    mixed = squad("T", trooper("Front", 1, "lasgun", Sv="-"), trooper("Rear", 2, "lasgun", Sv="-"))
    sure = squad(
        "S", trooper("A", 1, gun("first", S="10", AP="1"), BS=10), trooper("B", 1, gun("second", S="10", AP="1"), BS=10)
    )
    slain = chances(sure, mixed, "slain", cover=cover, order="1 Front, 2 Rear ruin")
    assert slain == chances(sure, mixed, "slain", **{"cover": cover, "cover__Rear": "ruin"})


@pytest.mark.rule("7E-SAV-4", "7E-SAV-10")
def test_who_is_drawn_up_anew_keeps_his_cover() -> None:
    guns = squad(
        "S",
        trooper("A", 1, gun("first", AP="1")),
        trooper("B", 1, gun("second", AP="1", type="Assault 1, Ignores Cover")),
        trooper("C", 1, gun("third", AP="1")),
    )
    played = attack(
        guns, squad("T", trooper("Front", 2, "lasgun", Sv="-"), trooper("Rear", 2, "lasgun", Sv="-")),
        *fire("first", cover="ruin"), ("hit:first", [6]), ("wound:first", [6]), NO, ("save:Front", [4]),
        *fire("second", order="2 Rear, 2 Front"), ("hit:second", [1]),
        *fire("third"), ("hit:third", [6]), ("wound:third", [6]), NO, ("save:Rear", [4]),
    )  # fmt: skip
    assert played.question("save:Rear").need.target == 4


@pytest.mark.rule("7E-SAV-5")
def test_every_preset_has_words() -> None:
    for option in shot(unit(Sv="-"), NO).question("cover").options:
        assert option.label


@pytest.mark.rule("7E-SAV-5", "7E-SAV-8")
def test_the_best_of_several_covers_is_said_not_added() -> None:
    """A barricade in a wood is a 4+: the players name one cover for a model."""
    assert one_hit(gun("gun", AP="1"), unit(Sv="-"), cover="barricade")[0] == F(1, 2) + F(1, 2) * F(1, 2)


@pytest.mark.rule("7E-SAV-6")
def test_behind_models_of_another_unit() -> None:
    assert shot(unit(Sv="-"), NO, ("save:Model", [5]), ap="1", cover="models").question("save:Model").need.target == 5


@pytest.mark.rule("7E-SAV-6")
@pytest.mark.parametrize(
    ("type_", "value", "quarter"),
    [("Monstrous Creature", "yes", True), ("Monstrous Creature", "no", False), ("Infantry", "yes", False)],
)
def test_setting_intervening_mc_25(type_: str, value: str, quarter: bool) -> None:
    """What is hidden is a fact of the players: the setting changes what they are asked."""
    big = squad("Big", trooper("Model", 1, "lasgun", Sv="-"), type=type_)
    ask = [] if type_ != "Infantry" else [NO]
    question = shot(big, *ask, settings={"intervening_mc_25": value}).question("cover")
    assert ("25%" in next(option.label for option in question.options if option.value == "models")) == quarter


@pytest.mark.rule("7E-SAV-7", "7E-SAV-9")
@each(
    ("rules", "cover", "saved"),
    [
        (("Stealth", "Shrouded"), "4+", F(5, 6)),
        (("Stealth", "Shrouded"), "none", F(1, 2)),
        (("Stealth",), "none", F(1, 6)),
        (("Shrouded",), "none", F(1, 3)),
        (("Camo Cloak",), "5+", F(1, 2)),
    ],
)
def test_improvers(rules: tuple[str, ...], cover: str, saved: Fraction) -> None:
    assert lost(1, unit(Sv="-", unit_rules=rules), Wound(4, 1, (), False), cover=cover)[0] == saved


@pytest.mark.rule("7E-SAV-7")
@pytest.mark.parametrize(("value", "needed"), [("yes", 5), ("no", 6)])
def test_setting_open_cover_stacks(value: str, needed: int) -> None:
    stealthy = unit(Sv="-", unit_rules=("Stealth",))
    played = attack(marines(1, gun("gun", AP="1")), stealthy, ("target_state", "gone to ground"), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]),
                    ("save:Model", [6]), settings={"open_cover_stacks": value})  # fmt: skip
    assert played.question("save:Model").need.target == needed


@pytest.mark.rule("7E-SAV-7")
def test_stealth_dies_with_its_bearer() -> None:
    two = squad("T", trooper("Shadow", 1, "lasgun", Sv="-", rules=("Shrouded",)), trooper("Grunt", 4, "lasgun", Sv="-"))
    played = attack(
        TWO_GUNS, two, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), NO, ("save:Shadow", [1]),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.alive() == {"Grunt": [1] * 3}


@pytest.mark.rule("7E-SAV-8")
def test_the_owner_decides_which_save_is_best() -> None:
    played = shot(unit(Sv="3+/4++"), ("save:Model", [4]), save="invulnerable")
    assert played.question("save:Model").need.label == "invulnerable save"
    question = played.question("save")
    assert (question.owner, question.default) == ("defender", "best")
    assert [option.value for option in question.options] == ["best", "armour", "invulnerable", "cover"]


@pytest.mark.rule("7E-SAV-8")
def test_which_save_is_not_asked_where_there_is_one() -> None:
    """It stands among the facts where two can be legal, cover counted; it is no prompt of its own."""
    assert "save" not in shot(unit(Sv="-"), NO).parts("facts:gun")
    assert "save" not in shot(unit(Sv="3+"), NO, ap="3").parts("facts:gun")  # cover alone
    assert "save" in shot(unit(Sv="3+"), ("save:Model", [3]), ap="4").parts("facts:gun")
    flamer = attack(marines(1, "flamer"), unit(Sv="4+"), *fire("flamer"), ("under:flamer", 1), ("wound:flamer", [1]))
    assert "save" not in flamer.parts("facts:flamer")  # which ignores cover


@pytest.mark.rule("7E-SAV-8")
def test_tv_116_the_chosen_save_counts_without_an_invulnerable_one() -> None:
    """Cover 4+ with Sv3+, ``save=cover``: 1/2 fails."""
    marine, four = unit(Sv="3+"), Wound(4, 4, (), False)
    assert lost(1, marine, four, cover="ruin")[1] == F(1, 3)
    assert lost(1, marine, four, cover="ruin", save="cover")[1] == F(1, 2)
    assert lost(1, marine, four, cover="2+", save="armour")[1] == F(1, 3)
    assert lost(1, marine, Wound(4, 3, (), False), cover="ruin", save="armour")[1] == F(1, 2)  # no armour: what is left


@pytest.mark.rule("7E-SAV-8", "7E-SAV-4")
@pytest.mark.parametrize("own", [{"order": "2 Model 4+"}, {"order": "1 Model 4+, 1 Model 4+"}, {"cover:Model": "4+"}])
def test_cover_of_these_models_alone_is_what_they_take_in_place_of_armour(own: dict[str, Any]) -> None:
    """Armour 2+ is never worse than cover, so nobody would ask for it, but for ``save=cover``."""
    models = squad("Models", trooper("Model", 2, Sv="2+"), trooper("Other", 1, Sv="2+"))
    own = {key: f"{said}, 1 Other" if key == "order" else said for key, said in own.items()}
    assert lost(1, models, Wound(4, 4, (), False), cover="6+", save="cover", **own)[1] == F(1, 2)


@pytest.mark.rule("7E-SAV-8")
def test_a_save_that_none_of_them_has_cannot_be_wanted() -> None:
    with pytest.raises(BadAnswer, match="none of them has an invulnerable save"):
        lost(1, unit(Sv="3+"), Wound(4, 4, (), False), save="invulnerable")
    with pytest.raises(BadAnswer, match="none of them has an armour save"):
        lost(1, unit(Sv="-/5++"), Wound(4, 4, (), False), save="armour")


@pytest.mark.rule("7E-SAV-8")
@each(
    ("armour", "ap", "rules", "facts", "why"),
    [
        ("5+", 5, "", {"save": "cover"}, "cover save (7E-SAV-8)"),
        ("3+", 2, "", {"save": "cover"}, "cover save (7E-SAV-8)"),
        ("-", 5, "", {"save": "cover"}, "cover save (7E-SAV-8)"),
        ("5+", 5, "", {"save:gun": "cover"}, "cover save (7E-SAV-8)"),
        ("5+", 5, "", {"save": "cover", "go_to_ground": "no"}, "cover save (7E-SAV-8)"),
        ("5+", 5, "", {"save": "invulnerable"}, "none of them has an invulnerable save (7E-SAV-8)"),
        ("5+", 5, "", {"save": "invulnerable", "cover": "4+"}, "none of them has an invulnerable save (7E-SAV-8)"),
        ("-/5++", 5, ", Ignores Cover", {"save": "cover"}, "the weapon ignores cover (7E-SAV-10)"),
        ("-", 5, "", {"save": "armour", "cover": "4+"}, "none of them has an armour save (7E-SAV-8)"),
    ],
)
def test_a_save_that_nobody_has_is_refused_where_one_or_none_is_legal(armour, ap, rules, facts, why) -> None:
    weapon = gun("gun", AP=str(ap), type="Assault 1" + rules)
    with pytest.raises(BadAnswer, match=re.escape(why)):
        chances(marines(1, weapon), unit(Sv=armour), "damage", **facts)


@pytest.mark.rule("7E-SAV-8", "7E-GTG-2")
@pytest.mark.parametrize(
    ("facts", "saved"),
    [
        ({"cover": "4+"}, F(1, 2)),
        ({"cover:Model": "4+"}, F(1, 2)),
        ({"go_to_ground": "yes"}, F(1, 6)),
        ({"target_state": "gone to ground"}, F(1, 6)),
    ],
)
def test_the_one_cover_save_that_is_legal_may_be_wanted(facts: dict[str, str], saved: Fraction) -> None:
    """It is the one that is rolled, whether somebody says so or not."""
    weapon = marines(1, gun("gun", S="10", type="Assault 1"))
    said = chances(weapon, unit(Sv="5+"), "damage", save="cover", **facts)
    assert said == chances(weapon, unit(Sv="5+"), "damage", **facts)
    assert said[1] == F(2, 3) * F(5, 6) * (1 - saved)


@pytest.mark.rule("7E-SAV-8")
def test_who_had_the_wanted_save_may_be_slain_by_an_earlier_weapon() -> None:
    guns = marines(1, gun("first", S="10", AP="4", type="Assault 1"), gun("second", S="10", AP="2", type="Assault 1"))
    two = squad("T", trooper("Lord", 1, "lasgun", Sv="4+/5++"), trooper("Grunt", 4, "lasgun", Sv="4+"))
    assert sum(chances(guns, two, "damage", save="invulnerable", weapon="first, second").values()) == 1


@pytest.mark.rule("7E-SAV-8", "7E-VEH-8")
def test_the_owner_of_a_vehicle_chooses_too() -> None:
    walker = tank(11, 3, invulnerable=5)
    gun_ = marines(1, gun("gun", S="10", type="Assault 1"))
    worse = chances(gun_, walker, "damage", cover="3+", save="invulnerable")[0]
    assert 1 - worse == (1 - chances(gun_, walker, "damage", cover="none")[0])
    assert worse < chances(gun_, walker, "damage", cover="3+")[0]


@pytest.mark.rule("7E-SAV-9")
def test_a_natural_1_always_fails() -> None:
    played = shot(unit(Sv="-", unit_rules=("Stealth", "Shrouded")), ("save:Model", [1]), ap="1", cover="2+")
    assert played.alive() == {"Model": [1] * 4}


@pytest.mark.rule("7E-SAV-9", "7E-SAV-4")
def test_cover_is_not_asked_where_armour_is_as_good_as_saves_get() -> None:
    assert "cover" not in shot(unit(Sv="2+"), ("save:Model", [2])).parts("facts:gun")
    assert "cover" in shot(unit(Sv="2+"), NO, ap="2").parts("facts:gun")
    rending = attack(marines(1, gun("gun", type="Assault 1, Rending")), unit(Sv="2+"), *fire("gun"), ("hit:gun", [1]))
    assert "cover" in rending.parts("facts:gun")


@pytest.mark.rule("7E-SAV-10")
def test_ignores_cover() -> None:
    played = attack(
        marines(1, gun("gun", type="Assault 1, Ignores Cover")),
        unit(Sv="5+"),
        ("target_state", "gone to ground"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
    )
    assert "cover" not in played.parts("facts:gun")
    assert played.alive() == {"Model": [1] * 4}
    assert played.said("ignores cover", "7E-SAV-10")


# Feel No Pain, Instant Death -----------------------------------------------------------------------------------------


@pytest.mark.rule("7E-SAV-11", "7E-SAV-17")
def test_feel_no_pain_after_the_save() -> None:
    played = shot(unit(Sv="3+", rules=("Feel No Pain",)), ("save:Model", [2]), ("feel no pain:Model", [5]))
    assert played.alive() == {"Model": [1] * 5}
    assert lost(1, unit(Sv="3+", rules=("Feel No Pain",)), Wound(4, 5, (), False))[1] == F(2, 9)


@pytest.mark.rule("7E-SAV-11")
def test_feel_no_pain_where_no_save_applies() -> None:
    played = shot(unit(Sv="3+", rules=("Feel No Pain (4+)",)), NO, ("feel no pain:Model", [4]), ap="3")
    assert played.alive() == {"Model": [1] * 5}


@pytest.mark.rule("7E-SAV-11")
def test_saved_wounds_feel_no_pain() -> None:
    assert "feel no pain:Model" not in shot(unit(Sv="3+", rules=("Feel No Pain",)), ("save:Model", [3])).keys


@pytest.mark.rule("7E-SAV-11", "7E-SAV-12")
def test_no_feel_no_pain_against_instant_death() -> None:
    assert "feel no pain:Model" not in shot(unit(Sv="-", rules=("Feel No Pain",)), NO, strength="8").keys


@pytest.mark.rule("7E-SAV-11")
@pytest.mark.parametrize(("strength", "needed"), [("4", 5), ("8", 6)])
def test_reanimation_protocols(strength: str, needed: int) -> None:
    necrons = unit(Sv="-", rules=("Reanimation Protocols",))
    played = shot(necrons, NO, ("reanimation protocols:Model", [needed]), strength=strength)
    assert played.question("reanimation protocols:Model").need.target == needed
    assert played.alive() == {"Model": [1] * 5}


@pytest.mark.rule("7E-SAV-11")
def test_one_of_both() -> None:
    played = shot(
        unit(Sv="-", rules=("Reanimation Protocols (5+)", "Feel No Pain (4+)")), NO, ("feel no pain:Model", [1])
    )
    assert played.alive() == {"Model": [1] * 4}


@pytest.mark.rule("7E-SAV-12")
@pytest.mark.parametrize(("strength", "toughness", "left"), [("8", 4, []), ("8", 5, [2]), ("6", 3, []), ("7", 4, [2])])
def test_instant_death(strength: str, toughness: int, left: list[int]) -> None:
    assert shot(unit(1, T=toughness, W=3, Sv="-"), NO, strength=strength).alive().get("Model", []) == left


@pytest.mark.rule("7E-SAV-12")
def test_instant_death_does_not_carry_over() -> None:
    weapon = gun("gun", S="8", AP="1", type="Assault 2")
    played = attack(
        marines(1, weapon), unit(3, W=3, Sv="-"), *fire("gun"), ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), NO
    )
    assert played.alive() == {"Model": [3]}


@pytest.mark.rule("7E-SAV-12")
def test_instant_death_by_the_weapon() -> None:
    assert shot(unit(1, T=6, W=3, Sv="-"), NO, rules=", Instant Death").alive() == {}


@pytest.mark.rule("7E-SAV-12", "7E-WND-2")
def test_own_toughness_not_that_of_most() -> None:
    mixed = squad("T", trooper("Boss", 1, "slugga", T=5, W=3, Sv="-"), trooper("Boy", 9, "slugga", T=4, W=2, Sv="-"))
    assert shot(mixed, NO, strength="8").alive()["Boss"] == [2]
    assert shot(mixed, NO, strength="8", order="9 Boy, 1 Boss").alive()["Boy"] == [2] * 8


@pytest.mark.rule("7E-SAV-13")
def test_eternal_warrior() -> None:
    assert shot(unit(1, W=3, Sv="-", rules=("Eternal Warrior",)), NO, strength="8").alive() == {"Model": [2]}


@pytest.mark.rule("7E-SAV-13")
@pytest.mark.parametrize(("value", "pain"), [("no", []), ("yes", [("feel no pain:Model", [5])])])
def test_setting_eternal_warrior_fnp(value: str, pain: list[Any]) -> None:
    hero = unit(1, W=3, Sv="-", rules=("Eternal Warrior", "Feel No Pain"))
    played = shot(hero, NO, *pain, strength="8", settings={"eternal_warrior_fnp": value})
    assert played.alive() == {"Model": [3 if pain else 2]}


@pytest.mark.rule("7E-SAV-14")
def test_a_wounded_model_keeps_its_damage() -> None:
    weapon = gun("gun", S="7", AP="2", type="Assault 2")
    played = attack(
        marines(1, weapon), unit(1, W=3, Sv="3+"), *fire("gun"), ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), NO
    )
    assert played.alive() == {"Model": [1]}
    assert played.said("Model: 1 of 3 wounds left", "7E-SAV-14")


# Fast dice -----------------------------------------------------------------------------------------------------------

QUEUE = squad("Boyz", trooper("Boy", 2, "shoota", Sv="6+"), trooper("Nob", 1, "slugga", Sv="4+", W=2))
PLAIN = Wound(4, None, (), False)


def volley(target: Any, wounds: int, *script: Any, strength: str = "4", ap: str = "-", **facts: Any) -> Played:
    weapon = gun("gun", S=strength, AP=ap, type=f"Assault {wounds}")
    return attack(
        marines(1, weapon),
        target,
        *fire("gun", **facts),
        ("hit:gun", [6] * wounds),
        ("wound:gun", [6] * wounds),
        *script,
    )


@pytest.mark.rule("7E-SAV-15")
def test_the_group_stops_before_a_model_with_another_save() -> None:
    assert volley(QUEUE, 3, ("save:Boy", [1, 1]), ("save:Nob", [4])).alive() == {"Nob": [2]}
    assert volley(QUEUE, 3, ("save:Boy", [1, 6]), ("save:Boy", [1])).alive() == {"Nob": [2]}
    assert lost(3, QUEUE, PLAIN, lambda state: state.line.remaining()[1] < 2)[True] == F(25, 72)


@pytest.mark.rule("7E-SAV-15")
def test_one_kind_of_model_saves_at_one_go() -> None:
    assert volley(unit(10, Sv="6+"), 15, ("save:Model", [1] * 15)).alive() == {}


@pytest.mark.rule("7E-SAV-15")
def test_wounds_left_count_where_a_wound_costs_one() -> None:
    front = squad("T", trooper("Brute", 2, "slugga", Sv="4+", W=2), trooper("Runt", 3, "slugga", Sv="6+"))
    assert volley(front, 5, ("save:Brute", [1] * 4), ("save:Runt", [6])).question("save:Brute").dice == 4


@pytest.mark.rule("7E-SAV-15", "7E-SAV-12")
def test_models_count_where_a_wound_costs_all() -> None:
    front = squad("T", trooper("Brute", 2, "slugga", Sv="4+", W=2), trooper("Runt", 3, "slugga", Sv="6+"))
    played = volley(front, 5, ("save:Brute", [1] * 2), ("save:Runt", [6] * 3), strength="8")
    assert played.question("save:Brute").dice == 2


@pytest.mark.rule("7E-SAV-15")
@pytest.mark.parametrize("second", [{"rules": ("Feel No Pain",)}, {"T": 2}, {"Sv": "5+"}])
def test_what_makes_models_differ(second: dict[str, Any]) -> None:
    """Other Feel No Pain, Instant Death or saves: the second model never saves together with the first."""
    stats = {"Sv": "6+", "W": 2} | second
    two = squad("T", trooper("First", 1, "slugga", Sv="6+", W=2), trooper("Second", 1, "slugga", **stats))
    assert volley(two, 3, ("save:First", [1, 1]), ("save:Second", [6])).question("save:First").dice == 2


@pytest.mark.rule("7E-SAV-15", "7E-ALC-6")
def test_a_character_with_another_save_in_the_middle_breaks_the_group() -> None:
    led = squad(
        "T",
        trooper("Boy", 2, "shoota", Sv="6+"),
        trooper("Nob", 1, "slugga", Sv="5+", character=True),
        trooper("Last", 2, "shoota", Sv="6+"),
    )
    played = volley(
        led,
        4,
        ("save:Boy", [1, 1]),
        ("look out sir:Nob", [4]),
        ("save:Last", [1]),
        ("look out sir:Nob", [1]),
        ("save:Nob", [6]),
    )
    assert played.alive() == {"Nob": [1], "Last": [1]}


@pytest.mark.rule("7E-SAV-15")
def test_fast_dice_equal_one_by_one() -> None:
    """The walk along the queue against the same wounds dealt one at a time, as the rulebook's long way does it."""
    chance: dict[tuple[int, int], Fraction] = {(2, 2): F(1)}
    for _ in range(4):
        after: dict[tuple[int, int], Fraction] = {}
        for (boyz, nob), p in chance.items():
            fails = F(5, 6) if boyz else F(1, 2) if nob else F(0)
            hurt = (boyz - 1, nob) if boyz else (0, max(0, nob - 1))
            after[boyz, nob] = after.get((boyz, nob), F(0)) + p * (1 - fails)
            after[hurt] = after.get(hurt, F(0)) + p * fails
        chance = {key: p for key, p in after.items() if p}
    damage: dict[int, Fraction] = {}
    for (boyz, nob), p in chance.items():
        damage[4 - boyz - nob] = damage.get(4 - boyz - nob, F(0)) + p
    assert lost(4, QUEUE, PLAIN) == damage


@pytest.mark.rule("7E-SAV-16", "7E-HIT-10")
def test_saves_that_are_rolled_again() -> None:
    target = unit(Sv="2+")
    assert lost(1, target, Wound(4, 5, (), False), save_again="failed")[1] == F(1, 36)
    assert lost(1, unit(Sv="4+"), Wound(4, 5, (), False), save_again="ones")[1] == F(5, 12)
    assert lost(1, unit(Sv="4+"), Wound(4, 5, (), False))[1] == F(1, 2)
    played = shot(target, ("save:Model", [1, AGAIN, 1]), save_again="failed")
    assert played.keys.count("save:Model") == 1
    assert played.alive() == {"Model": [1] * 4}


@pytest.mark.rule("7E-SAV-17")
def test_the_order_for_one_wound() -> None:
    led = squad(
        "T",
        trooper("Sergeant", 1, "boltgun", character=True),
        trooper("Trooper", 4, "boltgun", rules=("Feel No Pain",)),
    )
    played = shot(led, ("look out sir:Sergeant", [4]), ("save:Trooper", [2]), ("feel no pain:Trooper", [5]))
    assert played.keys[-3:] == ["look out sir:Sergeant", "save:Trooper", "feel no pain:Trooper"]
    assert played.alive() == {"Sergeant": [1], "Trooper": [1] * 4}
    assert closed(played.question("weapon"), "gun") == []


@pytest.mark.rule("7E-SAV-10")
def test_a_card_says_what_is_worn_where_cover_is_ignored() -> None:
    worn, bare = save_without_cover(6, 4, None), save_without_cover(None, 4, None)
    assert (worn["need"].target, worn["wears"]) == (6, True)
    assert (bare["need"].target, bare["wears"]) == (None, False)
