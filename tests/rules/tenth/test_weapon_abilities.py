"""Abilities of weapons (10E-WPN) that no other file here shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.helpers.scripted_table import closed, closed_by
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    chances,
    gun,
    hits,
    led,
    mean,
    models,
    no_attack,
    shooters,
    shots,
    squad,
    state,
    targets,
)

F = Fraction


@pytest.mark.rule("10E-WPN-RF-1")
@pytest.mark.parametrize(("inches", "n"), [(12, 20), (12.1, 10), (24, 10)])
def test_rapid_fire_at_half_range(inches: float, n: int) -> None:
    assert shots(shooters(gun("Rapid Fire 1"), n=10), distance=inches) == n


@pytest.mark.rule("10E-WPN-RF-1")
def test_random_rapid_fire_is_rolled_for_each_weapon() -> None:
    played = attack(
        shooters(gun("Rapid Fire D3"), n=2), targets(), ("more attacks:gun", [1, 3]), ("hit:gun", [1] * 6), distance=6
    )
    assert played.question("more attacks:gun").dice == 2


@pytest.mark.rule("10E-WPN-RF-1")
def test_some_of_them_may_be_nearer() -> None:
    played = attack(shooters(gun("Rapid Fire 1"), n=3), targets(), ("half_range", [2]), *two_volleys())
    assert played.question("half_range").groups == (("gun", 3),)


def two_volleys() -> list[tuple[str, Any]]:
    return [("hit:gun", [1] * 4), ("hit:gun", [1])]


@pytest.mark.rule("10E-WPN-TWIN-1", "10E-FX-RR-2")
def test_twin_linked_rolls_failed_wounds_again() -> None:
    assert mean(shooters(gun("Torrent", "Twin-linked")), targets(T=5)) == F(5, 9)
    played = attack(
        shooters(gun("Twin-linked", A=2)), targets(), ("hit:gun", [3, 3]), ("wound:gun", [3, 4, ">", 4]),
    )  # fmt: skip
    assert played.question("wound:gun").again == (1, 2, 3)
    assert played.alive()["Target"][0] == 2  # two wounds: the first model is gone


@pytest.mark.rule("10E-WPN-TORRENT-3")
def test_torrents_do_not_reach_what_nobody_sees() -> None:
    assert "10E-WPN-TORRENT-3" in no_attack(shooters(gun("Torrent", "Indirect Fire")), targets(), visible="no")


@pytest.mark.rule("10E-WPN-TORRENT-2", "10E-OOP-1")
def test_torrents_hit_in_overwatch() -> None:
    assert hits(shooters(gun("Torrent")), overwatch="yes") == 1


@pytest.mark.rule("10E-WPN-LETHAL-1")
def test_lethal_hits_wound_at_once() -> None:
    assert mean(shooters(gun("Lethal Hits")), targets(T=8)) == F(1, 6) + F(1, 2) * F(1, 6)
    played = attack(
        shooters(gun("Lethal Hits", A=3)),
        targets(Sv="4+"),
        ("hit:gun", [6, 3, 1]),
        ("wound:gun", [1]),
        ("save:Target", [1]),
    )
    assert played.alive() == {"Target": [1, 2, 2, 2, 2]}  # saved as usual


@pytest.mark.rule("10E-WPN-LETHAL-1")
def test_lethal_hits_are_not_optional() -> None:
    played = attack(shooters(gun("Lethal Hits")), targets(), ("hit:gun", [6]))
    assert "wound:gun" not in played.dice
    assert played.keys[-1] == "hit:gun"


@pytest.mark.rule("10E-WPN-BLAST-1")
@each(("n", "more"), [(4, 0), (5, 1), (9, 1), (10, 2), (11, 2)])
def test_blast(n: int, more: int) -> None:
    assert shots(shooters(gun("Blast"), n=2), targets(n)) == 2 * (1 + more)  # for each weapon


@pytest.mark.rule("10E-WPN-BLAST-1")
def test_blast_counts_the_leader() -> None:
    assert shots(shooters(gun("Blast")), led(models("Boss"), guards=models("Guard", 4))) == 2


@pytest.mark.rule("10E-WPN-BLAST-2")
def test_blast_adds_to_fixed_attacks_as_to_random_ones() -> None:
    assert shots(shooters(gun("Blast", A=3)), targets(10)) == 5
    assert shots(shooters(gun("Blast", A="D6")), targets(10)) == F(7, 2) + 2


@pytest.mark.rule("10E-WPN-BLAST-3")
def test_blast_is_not_fired_into_combat() -> None:
    tank = squad("Tank", models("Tank", 1, gun("Blast", name="mortar"), gun(name="rifle")), keywords=("VEHICLE",))
    for said in (
        {"engaged": "yes", "target_engaged": "yes"},
        {"engaged": "yes", "together": "yes"},
        {"target_engaged": "yes"},
    ):
        played = attack(tank, targets(1, keywords=("MONSTER",)), ("hit:rifle", [1]), **said)
        assert closed_by(played.question("weapon"), "mortar") == ["10E-WPN-BLAST-3"]
    free = attack(tank, targets(), ("hit:mortar", [1, 1]), ("hit:rifle", [1]), engaged="yes")  # locked with others
    assert free.need("hit:mortar") == 4


@pytest.mark.rule("10E-WPN-HEAVY-1")
def test_heavy_in_a_battle() -> None:
    script = (("unit", "Shooters"), ("target", "Targets"), ("hit:gun", [1]))
    assert battle(shooters(gun("Heavy")), targets(), state("Shooters", "remained stationary"), *script).need() == 2
    assert battle(shooters(gun("Heavy")), targets(), *script).need() == 3


# Hazardous -----------------------------------------------------------------------------------------------------------

PLASMA = gun("Hazardous", name="plasma")


@pytest.mark.rule("10E-WPN-HAZ-2")
def test_a_1_costs_the_bearer_three_wounds() -> None:
    played = attack(shooters(PLASMA, n=3, W=2), targets(), ("hit:plasma", [1] * 3), ("hazardous", [1, 2, 1]))
    assert played.need("hazardous") == 2
    assert played.end.own.remaining() == (1, 2)  # no spill
    assert chances(shooters(PLASMA, W=4, FNP=5), targets(), "own_damage")[3] == F(1, 6) * F(8, 27)


@pytest.mark.rule("10E-WPN-HAZ-2")
def test_who_suffers_first() -> None:
    """The wounded bearer, then others, CHARACTERs last; who has no such weapon never."""
    boss = models("Boss", 1, PLASMA, W=5, character=True)
    unit = squad(
        "Unit",
        boss,
        models("Guard", 3, gun(name="rifle"), W=1),
        models("Gunner", 2, PLASMA, W=2),
        models("Hurt", 1, PLASMA, W=3, lost=1),
    )
    script = [("hit:plasma", [1] * 4), ("hit:rifle", [1] * 3)]
    for failed, left in ((1, {"Boss": [5], "Gunner": [2, 2]}), (2, {"Boss": [5], "Gunner": [2]}), (4, {"Boss": [2]})):
        played = attack(unit, targets(), *script, ("hazardous", [1] * failed + [6] * (4 - failed)))
        found: dict[str, list[int]] = {}
        for rank in played.end.own.standing():
            found.setdefault(rank.kind.name, []).extend([rank.left] * rank.n)
        assert found == left


@pytest.mark.rule("10E-WPN-HAZ-2", "10E-INT-17")
def test_failures_beyond_the_last_bearer_do_nothing() -> None:
    unit = squad("Unit", models("Gunner", 1, PLASMA, PLASMA, W=2), models("Guard", 3, gun(name="rifle")))
    played = battle(
        unit, targets(), ("unit", "Unit"), ("target", "Targets"), ("hit:plasma", [1, 1]), ("hit:rifle", [1] * 3),
        ("hazardous", [1, 1]),
    )  # fmt: skip
    assert played.standing("Unit") == {"Guard": [2] * 3}


@pytest.mark.rule("10E-WPN-HAZ-3")
def test_one_test_for_each_weapon_and_not_for_each_shot() -> None:
    played = attack(shooters(gun("Hazardous", A=3), n=2), targets(), ("hit:gun", [1] * 6), ("hazardous", [6, 6]))
    assert played.question("hazardous").dice == 2


@pytest.mark.rule("10E-WPN-HAZ-1")
@pytest.mark.parametrize(
    ("keywords", "character", "lost"), [(("INFANTRY",), False, 6), (("INFANTRY",), True, 3), (("VEHICLE",), False, 3)]
)
def test_setting_hazardous(keywords: tuple[str, ...], character: bool, lost: int) -> None:
    """As first printed the bearer falls, unless it is a CHARACTER, MONSTER or VEHICLE."""
    unit = shooters(PLASMA, W=6, keywords=keywords, character=character)
    assert chances(unit, targets(), "own_damage", settings={"hazardous": "launch"}) == {0: F(5, 6), lost: F(1, 6)}
    assert chances(unit, targets(), "own_damage") == {0: F(5, 6), 3: F(1, 6)}


@pytest.mark.rule("10E-WPN-HAZ-2", "10E-EFF-1", "10E-EFF-4")
@each(
    "words, whose",
    [("led: Hazardous", "leader"), ("unit: Hazardous", "leader"), ('enemies within 24": Hazardous', "enemy")],
)
def test_who_fired_what_was_made_hazardous_suffers(words: str, whose: str) -> None:
    """Not whoever makes it so."""
    given = {"abilities": (words,)}
    captain = models("Captain", 1, W=9, leader=True, **(given if whose == "leader" else {}))
    enemies = targets(**(given if whose == "enemy" else {}))
    unit = led(captain, guards=models("Guard", 1, gun(), W=1))
    assert chances(unit, enemies, "own_damage", distance=12) == {0: F(5, 6), 1: F(1, 6)}


@pytest.mark.rule("10E-EFF-12", "10E-WPN-IGNCOVER-1")
@each("words, far, ignores", [('beyond 12"', 12, False), ('beyond 12"', 13, True), ('within 12"', 12, True)])
def test_cover_is_asked_about_where_the_distance_decides(words: str, far: int, ignores: bool) -> None:
    unit, enemy = shooters(gun(f"Ignores Cover {words}", AP=-1)), targets(Sv="4+")
    open_ground = mean(unit, enemy, distance=far, cover="no")
    assert (mean(unit, enemy, distance=far, cover="yes") == open_ground) == ignores


# Devastating Wounds --------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-DEV-1", "10E-WPN-DEV-6")
def test_setting_devastating() -> None:
    """Damage 2 on one-wound models: today one dies, in June 2023 two."""
    unit = shooters(gun("Devastating Wounds", D=2))
    script = (("hit:gun", [6]), ("wound:gun", [6]))
    assert attack(unit, targets(W=1, Sv="2+"), *script).alive() == {"Target": [1] * 4}
    launch = attack(unit, targets(W=1, Sv="2+"), *script, settings={"devastating": "launch"})
    assert launch.alive() == {"Target": [1] * 3}


@pytest.mark.rule("10E-WPN-DEV-2", "10E-WPN-DEV-3")
def test_devastating_wounds_hurt_one_model_without_a_save() -> None:
    unit = shooters(gun("Devastating Wounds", A=3, D=2))
    played = attack(unit, targets(W=1, Sv="2+"), ("hit:gun", [5] * 3), ("wound:gun", [6, 4, 1]), ("save:Target", [6]))
    assert played.question("save:Target").dice == 1
    assert played.alive() == {"Target": [1] * 4}


@pytest.mark.rule("10E-WPN-DEV-4")
def test_devastating_wounds_are_mortal_wounds() -> None:
    """Mean damage 2 against one model: half of the points of the packet are ignored."""
    resisting = targets(1, W=9, abilities=("Feel No Pain 4+ against mortal wounds",))
    assert mean(shooters(gun("Torrent", "Devastating Wounds", D=2)), resisting) == F(1, 3) * 2 + F(1, 6) * 1


@pytest.mark.rule("10E-WPN-DEV-5", "10E-INT-12")
@pytest.mark.parametrize(
    ("abilities", "incoming", "wanted"),
    [
        ((), ("incoming: -1 damage",), 2),
        ((), ("incoming: half damage",), 2),
        (("Melta 2",), (), 5),
        (("+1 damage",), (), 4),
    ],
)
def test_damage_modifiers_change_the_packet(abilities: tuple[str, ...], incoming: tuple[str, ...], wanted: int) -> None:
    weapon = gun("Devastating Wounds", *abilities, D=3)
    played = attack(
        shooters(weapon), targets(1, W=9, abilities=incoming), ("hit:gun", [6]), ("wound:gun", [6]), distance=12
    )
    assert played.alive() == {"Target": [9 - wanted]}


# Sustained Hits and others -------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-SUST-1")
def test_sustained_hits() -> None:
    assert hits(shooters(gun("Sustained Hits 1", BS=4))) == F(2, 3)
    assert hits(shooters(gun("Sustained Hits 3", BS=4))) == F(1, 2) + F(3, 6)


@pytest.mark.rule("10E-WPN-SUST-2")
def test_extra_hits_are_plain_hits() -> None:
    """They roll to wound, even with Lethal Hits, and make no more hits."""
    unit = shooters(gun("Sustained Hits 2", "Lethal Hits"))
    assert attack(unit, targets(), ("hit:gun", [6]), ("wound:gun", [1, 1])).alive() == {"Target": [1, 2, 2, 2, 2]}


@pytest.mark.rule("10E-WPN-SUST-3")
def test_random_sustained_hits_are_rolled_for_each_critical() -> None:
    unit = shooters(gun("Sustained Hits D3", A=3))
    played = attack(unit, targets(), ("hit:gun", [6, 6, 1]), ("sustained:gun", [1, 3]), ("wound:gun", [1] * 6))
    assert played.question("sustained:gun").dice == 2


@pytest.mark.rule("10E-WPN-SUST-3")
def test_setting_sustained_random() -> None:
    unit = shooters(gun("Sustained Hits D3", A=3))
    script = (("sustained:gun", [3]), ("hit:gun", [6, 6, 1]), ("wound:gun", [1] * 8))
    played = attack(unit, targets(), *script, settings={"sustained_random": "per_weapon"})
    assert played.dice == ["sustained:gun", "hit:gun", "wound:gun"]


@pytest.mark.rule("10E-WPN-ONESHOT-1")
def test_one_shot_weapons_fire_once_a_battle() -> None:
    missile = gun("One Shot", name="missile")
    unit = squad("Unit", models("Tank", 1, gun(name="cannon"), missile, missile), keywords=("VEHICLE",))
    script = [("unit", "Unit"), ("target", "Targets")]
    played = battle(
        unit, targets(), *script, ("facts:Targets", {"firing": "1 cannon, 1 missile"}), ("hit:cannon", [1]), ("hit:missile", [1]),
        ("next turn", "go on"), *script, ("hit:cannon", [1]), ("hit:missile", [1]),
        ("next turn", "go on"), *script, ("hit:cannon", [1]),
    )  # fmt: skip
    assert len(played.unit_at("Unit").used) == 2  # two copies are two shots


@pytest.mark.rule("10E-WPN-ONESHOT-1", "10E-ELIG-6")
@pytest.mark.parametrize(("n", "closed_to"), [(1, [("it has no ranged weapons left", "10E-ELIG-6")]), (2, [])])
def test_who_has_nothing_but_spent_weapons_is_not_selected(n: int, closed_to: list[tuple[str, str]]) -> None:
    mine = army("Mine", shooters(gun("One Shot", name="missile"), n=n, name="Unit"), shooters(gun(), name="Others"))
    one = ("unit", "Unit"), ("target", "Targets"), ("facts:Targets", {"firing": "1 missile"} if n > 1 else {})
    ended = ("unit", "end the phase"), ("next turn", "go on")
    played = battle(mine, targets(), *one, ("hit:missile", [1]), *ended)
    assert closed(played.left, "Unit") == closed_to


@pytest.mark.rule("10E-WPN-DUP-1")
@pytest.mark.parametrize(
    ("weapon", "more", "wanted"),
    [
        ("Sustained Hits 1", "Sustained Hits 2", F(4, 6) + F(2, 6)),
        ("Sustained Hits D3", "Sustained Hits 1", F(4, 6) + F(2, 6)),
    ],
)
def test_duplicates_do_not_add_up(weapon: str, more: str, wanted: Fraction) -> None:
    """One on the weapon, one from the datasheet: the better counts."""
    assert hits(shooters(gun(weapon), abilities=(more,))) == wanted


@pytest.mark.rule("10E-WPN-DUP-1")
def test_rapid_fire_twice_is_the_higher() -> None:
    assert shots(shooters(gun("Rapid Fire 1"), abilities=("Rapid Fire 2",)), distance=12) == 3
    twice = army("Mine", shooters(gun("Melta 2", "Melta 3")))
    assert mean(twice.units[0], targets(1, W=20), distance=12) == F(2, 3) * F(1, 2) * 4


# Abilities that a model gives to all its ranged weapons ---------------------------------------------------------------


@pytest.mark.rule("10E-WPN-ASSAULT-1", "10E-WPN-PISTOL-1", "10E-WPN-INDIRECT-1")
@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ("Assault", {"advanced": "yes"}),
        ("Pistol", {"engaged": "yes", "target_engaged": "yes"}),
        ("Indirect Fire", {"visible": "no"}),
    ],
)
def test_what_a_model_gives_its_weapons_lets_them_fire(ability: str, said: dict[str, str]) -> None:
    assert "10E-" in no_attack(shooters(), targets(), **said)
    assert shots(shooters(abilities=(ability,)), **said) == 1


@pytest.mark.rule("10E-WPN-BLAST-3", "10E-WPN-TORRENT-3", "10E-WPN-XATK-1")
@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ("Blast", {"engaged": "yes", "target_engaged": "yes"}),
        ("Torrent", {"visible": "no"}),
        ("Extra Attacks", {"distance": 6}),
    ],
)
def test_what_a_model_gives_its_weapons_keeps_them_silent(ability: str, said: dict[str, Any]) -> None:
    big = shooters(gun("Indirect Fire"), keywords=("VEHICLE",), abilities=(ability,))
    assert "10E-WPN" in no_attack(big, targets(), **said)


@pytest.mark.rule("10E-WPN-MELTA-1")
def test_melta_has_a_plain_number() -> None:
    with pytest.raises(ValueError, match="did you mean Melta 2"):
        gun("Melta D3")
