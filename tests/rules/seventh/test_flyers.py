"""How Flyers and flying monsters fly, who hits them, and what they fire themselves (7E-FLY-1 to 8, 11; 7E-FMC-1 to 3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import as_input_error, of_units, worked_out
from shoot_cli.engine.reasons import InputError
from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT, closed
from tests.rules.seventh.helpers.one_weapon import chance, need_of
from tests.rules.seventh.helpers.tabletop import attack, boyz, fire, gun, hits, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
PLAIN, FLAK = gun("gun", S="7"), gun("gun", S="7", type="Heavy 1, Skyfire")
STAY = ("jink", "no")
HIGH = {"flyer": ("target_flight", "zooming"), "creature": ("target_flight", "swooping")}
LOW = {"flyer": ("target_flight", "hovering"), "creature": ("target_flight", "gliding")}


def flyer(*weapons: Any, points: int = 3, type: str = "Vehicle (Flyer, Hover)", **more: Any) -> Unit:
    return tank(10, points, *weapons, name="Raven", type=type, **more)


def tyrant(*weapons: Any, n: int = 1, **stats: Any) -> Unit:
    values = {"T": 6, "W": 4} | stats
    return squad(
        "Tyrant", trooper("Tyrant", n, *(weapons or ("devourer",)), **values), type="Flying Monstrous Creature"
    )


TARGETS = {"flyer": flyer(), "creature": tyrant()}


def needed(target: Unit, weapon: Any, *before: Any) -> int | None:
    return need_of(attack(shooter(weapon), target, *before, *fire("gun"), ("hit:gun", [1])), "hit:gun")


def said(mine: Unit, theirs: Unit, **answers: Any) -> dict[str, Any]:
    """What the odds say, as the command has it. :raises InputError: refused in words"""
    task = of_units("40k-7e", mine, theirs, {"distance": 12} | answers)
    with as_input_error():
        result = worked_out(task).document()
    return dict(result)


# Modes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-1", "7E-FLY-4", "7E-FLY-5", "7E-FMC-1", "7E-FMC-3", "7E-NOM-3")
@pytest.mark.parametrize("who", ["flyer", "creature"])
@pytest.mark.parametrize(
    ("high", "weapon", "need"), [(True, PLAIN, 6), (False, PLAIN, 3), (True, FLAK, 3), (False, FLAK, 3)]
)
def test_who_zooms_is_hit_by_snap_shots_or_skyfire(who: str, high: bool, weapon: Any, need: int) -> None:
    assert needed(TARGETS[who], weapon, (HIGH if high else LOW)[who], STAY) == need


@pytest.mark.rule("7E-FLY-1", "7E-FMC-1")
def test_its_owner_is_asked_and_high_is_usual() -> None:
    for who, target in TARGETS.items():
        played = attack(shooter(PLAIN), target, ("target_flight", DEFAULT), STAY, *fire("gun"), ("hit:gun", [5]))
        question = played.question("target_flight")
        assert (question.default, question.owner) == (HIGH[who][1], "defender")
        assert question.rules == ("7E-FLY-1", "7E-FMC-1")
    for target in (tank(10), boyz(), squad("T", trooper("T", 1, T=6), type="Monstrous Creature")):
        assert "target_flight" not in attack(shooter(gun("gun", S="5")), target, *fire("gun"), ("hit:gun", [1])).keys


@pytest.mark.rule("7E-FLY-1")
def test_without_hover_it_always_zooms() -> None:
    plain = flyer(type="Vehicle (Flyer)")
    assert needed(plain, PLAIN, STAY) == 6
    with pytest.raises(InputError, match=r"hovering.*no Hover"):
        said(shooter(PLAIN), plain, target_flight="hovering")
    assert said(shooter(PLAIN), plain, zooming="no") == said(shooter(PLAIN), flyer(), zooming="no")


@pytest.mark.rule("7E-FLY-1", "7E-FMC-1")
@pytest.mark.parametrize("who", ["flyer", "creature"])
def test_zooming_says_the_same_of_the_target(who: str) -> None:
    mine, theirs = shooter(PLAIN), TARGETS[who]
    for zooming, flight in (("yes", HIGH), ("no", LOW)):
        short, long = said(mine, theirs, zooming=zooming), said(mine, theirs, target_flight=flight[who][1])
        assert short["slain"] == long["slain"]
        assert "zooming" not in short.get("unused", {})
    with pytest.raises(InputError, match=r"contradict each other.*7E-FLY-1"):
        said(mine, theirs, zooming="yes", target_flight=LOW[who][1])
    assert (
        said(mine, theirs, zooming="no", target_flight=LOW[who][1])["slain"]
        == said(mine, theirs, zooming="no")["slain"]
    )


@pytest.mark.rule("7E-FLY-1", "7E-FMC-1", "7E-FLY-3", "7E-FLY-11")
@each(
    ("key", "value"),
    [
        ("zooming", "yes"), ("zooming", "no"), ("target_flight", "zooming"), ("attacker_flight", "swooping"),
        ("skyfire", "no"), ("vector_strike", "yes"),
    ],
)  # fmt: skip
def test_of_who_does_not_fly_it_is_refused_and_not_ignored(key: str, value: str) -> None:
    with pytest.raises(InputError, match=rf"{key}.*only Flyers and Flying Monstrous Creatures"):
        said(marines(2), boyz(), **{key: value})


@pytest.mark.rule("7E-FLY-1", "7E-FMC-1")
def test_a_flyer_does_not_swoop_and_a_creature_does_not_zoom() -> None:
    with pytest.raises(InputError, match="target_flight"):
        said(marines(2), flyer(), target_flight="swooping")
    with pytest.raises(InputError, match="attacker_flight"):
        said(tyrant(), boyz(), attacker_flight="hovering")


# Skyfire -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-4", "7E-NOM-3")
@each(
    ("target", "before", "need"),
    [
        (boyz(), (), 6),
        (tank(10), (), 6),
        (tank(10, type="Vehicle (Skimmer)"), (STAY,), 3),
        (tank(10, type="Vehicle (Fast, Skimmer)"), (STAY,), 3),
        (squad("Bikes", trooper("Biker", 2), type="Jetbike"), (STAY,), 6),
    ],
)
def test_skyfire_at_the_ground(target: Unit, before: Any, need: int) -> None:
    assert needed(target, FLAK, *before) == need


@pytest.mark.rule("7E-FLY-4")
def test_by_odds() -> None:
    one = flyer(points=1)
    assert chance(shooter(gun("gun", S="10")), one, "slain") == F(1, 6)
    assert chance(shooter(gun("gun", S="10")), one, "slain", target_flight="hovering") == F(2, 3)
    assert chance(shooter(gun("gun", S="10", type="Heavy 1, Skyfire")), one, "slain") == F(2, 3)
    assert hits(marines(1, FLAK), boyz())[1] == F(1, 6)


@pytest.mark.rule("7E-FLY-4", "7E-WPN-2")
def test_flakk_is_a_mode_of_its_own() -> None:
    played = attack(
        marines(1, "missile launcher"), flyer(), HIGH["flyer"], STAY, *fire("missile launcher (flakk)"),
        ("hit:missile launcher (flakk)", [1]),
    )  # fmt: skip
    assert need_of(played, "hit:missile launcher (flakk)") == 3
    assert closed(played.question("weapon"), "missile launcher (frag)")[0][1] == "7E-FLY-5"
    assert closed(played.question("weapon"), "missile launcher (krak)") == []


@pytest.mark.rule("7E-FLY-3", "7E-FMC-2")
@pytest.mark.parametrize("mine", [flyer(PLAIN), tyrant(PLAIN)], ids=("flyer", "creature"))
@pytest.mark.parametrize(
    ("theirs", "before", "usual", "needs"),
    [
        (flyer(), (HIGH["flyer"],), "yes", (3, 6)),
        (tyrant(), (HIGH["creature"],), "yes", (3, 6)),
        (boyz(1), (), "no", (6, 3)),
    ],
)
def test_who_zooms_chooses_skyfire(mine: Unit, theirs: Unit, before: Any, usual: str, needs: tuple[int, int]) -> None:
    own = [("attacker_flight", DEFAULT)] * (not mine.vehicle or mine.of_type("Hover"))
    for value, need in zip(("yes", "no"), needs, strict=True):
        jinks = [STAY] * bool(before)
        played = attack(mine, theirs, *before, *own, ("skyfire", value), *jinks, *fire("gun"), ("hit:gun", [1]))
        assert need_of(played, "hit:gun") == need
        question = played.question("skyfire")
        assert (question.default, question.owner, question.rules) == (usual, "attacker", ("7E-FLY-3", "7E-FLY-4"))
    assert said(mine, theirs)["assumed"]["skyfire"] == usual


@pytest.mark.rule("7E-FLY-3", "7E-FLY-1")
def test_who_hovers_or_glides_chooses_nothing() -> None:
    for mine, mode in ((flyer(PLAIN), "hovering"), (tyrant(PLAIN), "gliding")):
        assert "skyfire" not in said(mine, boyz(), attacker_flight=mode)["assumed"]
        assert said(mine, boyz(), attacker_flight=mode)["slain"] == said(mine, boyz(), skyfire="no")["slain"]


@pytest.mark.rule("7E-FLY-3", "7E-FLY-4")
def test_at_skimmers_and_hovering_flyers_it_makes_no_difference_and_is_not_asked() -> None:
    for theirs, flight in ((tank(10, type="Vehicle (Skimmer)"), {}), (flyer(), {"target_flight": "hovering"})):
        result = said(flyer(PLAIN), theirs, **flight)
        assert "skyfire" not in result["assumed"]
        for value in ("yes", "no"):
            assert said(flyer(PLAIN), theirs, skyfire=value, **flight)["slain"] == result["slain"]


@pytest.mark.rule("7E-FLY-3")
def test_death_from_the_skies() -> None:
    """Fighters alone choose, with 1 BS less at the ground; Skyfire shoots well at Jetbikes."""
    book = {"flyer_rules": "death_from_the_skies"}
    fighter, bomber = flyer(PLAIN, rules=("Fighter",)), flyer(PLAIN)
    assert "skyfire" not in said(bomber, boyz(), **book)["assumed"]
    assert said(fighter, boyz(), **book)["assumed"]["skyfire"] == "no"
    assert hits(fighter, boyz(), book)[1] == F(1, 2)
    assert hits(flyer(PLAIN, type="Vehicle (Flyer, Fighter)"), boyz(), book)[1] == F(1, 2)
    assert hits(bomber, boyz(), book)[1] == F(2, 3)
    bikes = squad("Bikes", trooper("Biker", 2), type="Jetbike")
    assert hits(shooter(FLAK), bikes, book)[1] == F(2, 3)
    assert hits(fighter, bikes, book)[1] == F(2, 3)
    assert hits(shooter(FLAK), bikes)[1] == hits(fighter, bikes, skyfire="yes")[1] == F(1, 6)


# Hard to Hit ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-5")
@pytest.mark.parametrize("type", ["Heavy 1, Blast", "Heavy 1, Template", "Heavy 1, Blast, Skyfire"])
def test_markers_cannot_hit_who_zooms(type: str) -> None:
    weapon = gun("gun", "T" if "Template" in type else "24", "7", "4", type)
    assert attack(shooter(weapon), flyer(), HIGH["flyer"], STAY).said("cannot hit who zooms or swoops", "7E-FLY-5")
    assert chance(shooter(weapon), flyer(), "slain") == 0
    assert attack(shooter(weapon), flyer(), LOW["flyer"], STAY, *fire("gun"), ("under:gun", 0)).keys[-1] == "under:gun"


@pytest.mark.rule("7E-FLY-5")
def test_unless_blast_weapons_with_skyfire_can() -> None:
    """Setting skyfire_markers; Templates never."""
    can = {"skyfire_markers": "yes"}
    for type, p in (("Heavy 1, Blast, Skyfire", F(1)), ("Heavy 1, Blast", F(0)), ("Heavy 1, Template, Skyfire", F(0))):
        weapon = gun("gun", "T" if "Template" in type else "24", "10", "4", type)
        assert chance(shooter(weapon), flyer(points=1), "slain", can) == p
    assert chance(flyer(gun("gun", S="10", type="Heavy 1, Blast")), flyer(points=1), "slain", can) == 1


@pytest.mark.rule("7E-FLY-4", "7E-HIT-5")
def test_skyfire_that_cannot_snap_is_silent_at_the_ground() -> None:
    assert attack(shooter(gun("gun", type="Heavy 1, Blast, Skyfire")), boyz()).said("Skyfire", "7E-HIT-5")
    ordnance = attack(shooter(gun("gun", type="Ordnance 1")), flyer(), HIGH["flyer"], STAY)
    assert ordnance.said("zooms or swoops", "7E-HIT-5")
    chosen = attack(
        flyer(gun("gun", type="Heavy 1, Blast")), boyz(), ("attacker_flight", "zooming"), ("skyfire", "yes")
    )
    assert chosen.said("Skyfire", "7E-HIT-5")


@pytest.mark.rule("7E-HIT-9", "7E-FLY-5", "7E-HIT-4")
def test_no_precision_shots_at_who_swoops() -> None:
    """They are Snap Shots."""
    sniper = gun("gun", S="X", AP="6", type="Heavy 1, Sniper")
    pair = squad("Pair", trooper("A", 1, T=6), trooper("B", 1, T=6), type="Flying Monstrous Creature")
    played = attack(
        shooter(sniper), pair, HIGH["creature"], STAY, *fire("gun"), ("hit:gun", [6]), ("wound:gun", [4]), ("save:A", [1])
    )  # fmt: skip
    assert "precision" not in played.keys


@pytest.mark.rule("7E-FLY-8")
@pytest.mark.parametrize("rule", ["Vector Dancer", "Supersonic"])
def test_rules_of_how_it_moves_change_no_shot(rule: str) -> None:
    plain, other = flyer(PLAIN), flyer(PLAIN, rules=[rule])
    assert other.has(rule)
    assert said(other, boyz(), speed="cruising") == said(plain, boyz(), speed="cruising")
    assert said(shooter(PLAIN), other) == said(shooter(PLAIN), plain)
