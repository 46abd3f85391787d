"""Which value is fired, what changes it, the second die, and mixed cover (RH-HIT, RH-COV)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.input.answers import parse
from shoot_cli.rules.reikhammer.charts import Hit
from shoot_cli.rules.reikhammer.steps.facts import COVER
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import attack, formation, gun, hits, mean, mixed, shooters, targets, units

F = Fraction
WOOD = "Target 1: 2, Target 2: 2"


# Which value ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-HIT-1")
def test_every_weapon_fires() -> None:
    both = shooters(gun("one", AP=2), gun("two", AP=5), n=2)
    played = attack(both, targets(), ("hit:one", [6, 6]), ("hit:two", [6, 6]))
    assert (played.need("hit:one"), played.need("hit:two")) == (2, 5)
    assert attack(shooters(gun(), gun(), n=2), targets(), ("hit:gun", [6] * 4)).rolled() == 4


@pytest.mark.rule("RH-HIT-1")
@pytest.mark.parametrize(
    ("values", "types", "kind"),
    [
        ({"AP": 4, "AT": 2}, ("AV",), "AT"),
        ({"AP": 4, "AT": 5}, ("INF",), "AP"),
        ({"AP": 4, "AT": 2, "AA": 1}, ("AC",), "AA"),
    ],
)
def test_a_value_that_hurts_nobody_is_not_asked_about(
    values: dict[str, Any], types: tuple[str, ...], kind: str
) -> None:
    played = attack(shooters(gun(**values)), mixed(*types), ("hit:gun", [6]))
    assert played.keys == ["facts", "hit:gun"]
    assert played.need() == values[kind]
    assert played.question("hit:gun").text.endswith(kind)


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-3")
def test_where_nobody_can_be_hurt_nobody_rolls() -> None:
    """It counts as fired with the higher value."""
    played = attack(shooters(gun(AP=4, AT=5)), mixed("AC"))
    assert played.keys == ["facts"]
    assert played.said("AT can hurt nobody within reach", "RH-ALLOC-3")


@pytest.mark.rule("RH-HIT-1")
@each(
    ("values", "types", "usual", "ways"),
    [
        ({"AP": 4, "AT": 2}, ("INF", "AV"), "AP", ["AP", "AT"]),
        ({"AP": 2, "AT": 4}, ("INF", "AV"), "AT", ["AP", "AT"]),
        ({"AP": 1, "AT": 2, "AA": 3}, ("INF", "AC"), "AA", ["AP", "AA"]),
        ({"AP": 3, "AT": 3}, ("INF", "AV", "AV"), "AT", ["AP", "AT"]),  # of equal ones that which may hit more units
        ({"AP": 3, "AT": 3}, ("INF", "INF", "AV"), "AP", ["AP", "AT"]),
        ({"AP": 3, "AT": 3}, ("INF", "AV"), "AP", ["AP", "AT"]),
        ({"AP": 3, "AT": 3}, ("LV", "AV"), "AT", ["AP", "AT"]),
        ({"AP": 3, "AT": 3, "AA": 3}, ("INF", "AC", "AC"), "AA", ["AP", "AA"]),
        ({"AP": 4, "AT": 3}, ("INF", "AV", "AV"), "AP", ["AP", "AT"]),  # the higher one goes first
    ],
)
def test_the_higher_of_values_that_hurt_somebody_is_proposed(
    values: dict[str, Any], types: tuple[str, ...], usual: str, ways: list[str]
) -> None:
    asked = attack(shooters(gun(**values)), mixed(*types), ("hit:gun", [6])).question("value:gun")
    assert asked.default == usual
    assert [option.value for option in asked.options] == ways  # "some of each" needs two


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-1")
def test_a_value_is_asked_about_only_for_those_within_reach() -> None:
    both = shooters(gun(range=12, AP=4, AT=2))
    far = "Gunner: 10, INF: 10, AV: 13"
    assert "value:gun" not in attack(both, mixed("INF", "AV"), ("hit:gun", [6]), distance=far).keys
    assert attack(both, mixed("INF", "AV"), ("hit:gun", [6]), hidden="INF").need() == 2


@pytest.mark.rule("RH-HIT-1")
def test_some_fire_so_and_some_so() -> None:
    both = shooters(gun(AP=4, AT=2), n=5)
    script = [("value:gun", "some of each"), ("AP:gun", 2), ("hit:gun", [6, 6]), ("hit:gun", [6, 6, 6])]
    played = attack(both, mixed("INF", "AV"), *script)
    assert [played.need(nth=nth) for nth in (0, 1)] == [4, 2]
    assert [played.rolled(nth=nth) for nth in (0, 1)] == [2, 3]
    none = attack(both, mixed("INF", "AV"), ("value:gun", "some of each"), ("AP:gun", 0), ("hit:gun", [6] * 5))
    assert none.need() == 2


# The dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-HIT-4")
def test_the_second_die_is_rolled_for_each_1() -> None:
    played = attack(
        shooters(gun(AP=1), n=4), targets(1), ("hit:gun", [1, 1, 2, 6]), ("again:gun", [3, 4]),
        ("save:Target", [1]), cover=2,
    )  # fmt: skip
    assert played.rolled("again:gun") == 2
    assert (played.need("hit:gun"), played.need("again:gun")) == (1, 3)


@pytest.mark.rule("RH-HIT-4")
def test_too_low_a_value_is_not_rolled() -> None:
    played = attack(shooters(gun(AP=-1)), targets(), cover=2, action="double")
    assert played.dice == []
    assert played.end.target_shock == 1
    assert "it cannot hit" in " ".join(played.told_of("RH-HIT-4"))


@pytest.mark.rule("RH-HIT-2", "RH-OW-6")
def test_the_reasons_of_a_value() -> None:
    played = attack(shooters(), targets(), ("hit:gun", [6]), cover=2, action="double")
    because = [(reason.text, reason.rule) for reason in played.question("hit:gun").need.because]
    assert because == [("AP 4", "RH-HIT-1"), ("-1 Double", "RH-HIT-2"), ("-1 the target is in cover", "RH-HIT-2")]
    assert attack(shooters(), targets(), ("hit:gun", [6]), action="overwatch").need() == 4


# Cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-COV-2")
def test_all_in_cover_is_no_choice() -> None:
    played = attack(shooters(), targets(2), ("hit:gun", [6]), cover=3)
    assert played.keys == ["facts", "hit:gun"]
    assert played.need() == 3
    assert attack(shooters(), targets(2), ("hit:gun", [6])).need() == 4


@pytest.mark.rule("RH-COV-2", "RH-HIT-2", "RH-SHOCK-1")
def test_nothing_is_chosen_or_rolled_where_nobody_can_be_hurt() -> None:
    """Nobody can be hurt: no dice, and nothing to choose, whatever value they have."""
    for target in (targets(2, type="AV"), mixed("AC")):
        played = attack(shooters(gun(AP=4)), target)
        assert played.keys == ["facts"]
        assert played.end.target_shock == 1
    beyond = attack(
        shooters(gun(AP=4, range=8)), mixed("AV", "INF"), distance="Gunner: 8, AV: 8, INF: 9", cover="AV: 2"
    )
    assert beyond.keys == ["facts"]


@pytest.mark.rule("RH-COV-1")
def test_mixed_cover_is_the_attackers_choice() -> None:
    played = attack(shooters(), targets(), ("hit:gun", [6]), cover=WOOD)
    asked = played.question("ignore_cover:gun")
    assert (asked.owner, asked.default) == ("attacker", "no")
    assert [option.label for option in asked.options] == ["AP at all 5, -1", "AP at the 3 in the open only"]
    assert played.need() == 3
    why = played.question("hit:gun").need.because[-1]  # though one hit cannot come to those in cover
    assert (why.text, why.rule) == ("-1 some of the target is in cover, which is not ignored", "RH-COV-1")
    assert attack(shooters(), targets(), ("hit:gun", [6]), cover=WOOD, ignore_cover__gun="yes").need() == 4


@pytest.mark.rule("RH-COV-1")
def test_the_choice_is_for_each_group_of_rolls() -> None:
    both = shooters(gun("one"), gun("two"))
    script = [("ignore_cover:one", "yes"), ("ignore_cover:two", "no"), ("hit:one", [6]), ("hit:two", [6])]
    played = attack(both, targets(), *script, cover=WOOD)
    assert (played.need("hit:one"), played.need("hit:two")) == (4, 3)


@pytest.mark.rule("RH-SAVE-4")
@pytest.mark.parametrize(
    ("typed", "said"), [("wood", 2), ("Target 1 wood, Target 2: ruin", {"Target 1": 2, "Target 2": 3})]
)
def test_terrain_is_typed_by_its_name(typed: str, said: object) -> None:
    asked = COVER.but(names=("Target 1", "Target 2"))
    assert parse(asked, typed) == said
    assert all(f"{word} {n}" in asked.text for word, n in asked.called if word in ("scrub", "wood", "ruin"))


@pytest.mark.rule("RH-COV-1", "RH-COV-2", "RH-ALLOC-3")
def test_cover_is_mixed_among_those_who_can_be_hit() -> None:
    """The tank in the open is nothing to AP; the infantry is all in cover."""
    target = formation("Targets", units("INF", 2), units("AV", 1, type="AV"))
    played = attack(shooters(), target, ("hit:gun", [6]), cover="INF 1: 2, INF 2: 2")
    assert played.keys == ["facts", "hit:gun"]
    assert played.need() == 3
    assert attack(shooters(), targets(2), ("hit:gun", [6]), cover="Target 1: 2", hidden="Target 2").need() == 3
    far = attack(shooters(), targets(2), ("hit:gun", [6]), cover="Target 2: 2", distance="Gunner: 5, Target 2: 30")
    assert far.need() == 4


@pytest.mark.rule("RH-COV-1")
def test_hits_that_ignored_cover_and_those_that_did_not_are_apart() -> None:
    both = shooters(gun("one"), gun("two"))
    said: dict[str, Any] = {"ignore_cover__one": "yes", "ignore_cover__two": "no"}
    script = [("hit:one", [1]), ("hit:two", [1]), ("save:Target 1", [1]), ("save:Target 3", [1])]
    assert attack(both, targets(3), *script, cover=WOOD, **said).struck == {"Target 1": 1, "Target 3": 1}
    assert Hit("AP") != Hit("AP", open_only=True)


@pytest.mark.rule("RH-SAVE-5", "RH-HIT-2", "RH-SAVE-2")
def test_cover_gives_both_the_penalty_and_the_save() -> None:
    played = attack(shooters(), targets(armour=2), ("hit:gun", [1]), ("save:Target 1", [1]), cover=4)
    assert (played.need(), played.need("save:Target 1")) == (3, 4)
    assert mean(shooters(), targets(armour=2), cover=4) == F(3, 6) * F(2, 6)
    assert hits(shooters(), cover=1) == F(3, 6)
