"""Markers, templates, grenades, and the guns with rules of their own: 2E-BLA, TMP, GRN, VEH-4, SPC-8, SPC-9."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.second.profiles import Save, Unit
from tests.helpers.scripted_table import DEFAULT, closed
from tests.rules.second.helpers.guns_and_men import RHINO, bikes, both, firer, flamer, gun, men, rapiers, sure
from tests.rules.second.helpers.tabletop import Played, army, attack, battle, chances, fire, mean, printed

F = Fraction


FRAG = printed("missile launcher (frag)")
BIG = sure(10, -9, blast=2)
ARROW, HIT = 1, 5  # sides of the scatter die
SIX_INCHES, MISFIRE = 3, 6  # sides of the artillery die
TOUGH = men(5, toughness=10)


# Markers --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-BLA-1")
def test_a_hit_is_centred_and_the_players_say_who_lies_under_it() -> None:
    played = attack(
        firer(FRAG), TOUGH, fire("missile launcher (frag)"), ("hit", [3]), ("under", 4), ("partial", 0), distance=30
    )
    assert played.question("hit").need.target == 3
    assert played.question("under").default == 4
    assert played.table.hits == 4
    assert max(chances(firer(BIG), men(5), under=5)) == 5


@pytest.mark.rule("2E-BLA-1")
@pytest.mark.parametrize(("radius", "usual"), [(1, 2), (1.5, 3), (2, 4)])
def test_what_is_proposed_under_a_marker(radius: float, usual: int) -> None:
    assert max(chances(firer(sure(10, -9, blast=radius)), men(9))) == usual
    assert max(chances(firer(sure(10, -9, blast=radius)), men(1))) == 1


@pytest.mark.rule("2E-BLA-2")
def test_a_miss_scatters_and_may_still_find_somebody() -> None:
    unit = firer(gun(10, -9, blast=2))
    played = attack(
        unit, men(5), fire("gun"), ("hit", [1]), ("artillery", [SIX_INCHES]), ("under_missed", 2), ("partial_missed", 0),
        ("wound", [6, 6]),
    )  # fmt: skip
    assert played.said('It scatters 6"', "2E-BLA-2")
    assert played.alive() == {"Man": [1] * 3}
    assert attack(unit, men(5), fire("gun"), ("hit", [1]), ("artillery", [MISFIRE])).said("MISFIRE", "2E-BLA-2")
    assert chances(unit, men(5, toughness=1), under=0, under_missed=1)[1] == F(1, 3) * F(5, 6) * F(5, 6)


def scattered(*script: tuple[str, object], **settings: str) -> Played:
    mine, theirs = army("A", firer(gun(10, -9, blast=2)), men(name="Idle")), army("B", men(5, toughness=14))
    return battle(
        mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("hit", [1]), *script, settings=settings
    )


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(
    ("face", "value", "words"),
    [
        (None, "small_arrow", 'It scatters 6" along the arrow'),
        (ARROW, "on_target", 'It scatters 6" along the arrow'),
        (HIT, "on_target", "the marker stays on its target"),
    ],
)
def test_setting_scatter_hit_face(face: int | None, value: str, words: str) -> None:
    """The scatter die is only asked where its HIT is no arrow."""
    played = scattered(*([("scatter", [face])] if face else []), ("artillery", [SIX_INCHES]), scatter_hit_face=value)
    assert played.said(words, "2E-BLA-2")


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize("missed", [0, 1])
def test_a_marker_that_stays_has_under_it_in_the_odds_who_is_under_a_hit(missed: int) -> None:
    """On a 3+ it hits; of the misses one in six is a dud, and of the others one in three shows HIT."""
    unit, crowd = firer(gun(10, -9, blast=2)), men(5, toughness=1)
    facts, hit, lies = {"under": 3, "under_missed": missed}, F(2, 3) * 3, F(1, 3) * F(5, 6)
    laws = {
        one: chances(unit, crowd, "slain", {"scatter_hit_face": one}, **facts) for one in ("small_arrow", "on_target")
    }
    assert mean(laws["small_arrow"]) == (hit + lies * missed) * F(5, 6)
    assert mean(laws["on_target"]) == (hit + lies * (F(1, 3) * 3 + F(2, 3) * missed)) * F(5, 6)


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(
    ("face", "usual", "words"),
    [(ARROW, 0, "How many of Men are wholly or partly under the marker where it ended?"),
     (HIT, 4, "How many of Men are wholly or partly under the marker?")],
)  # fmt: skip
def test_a_marker_that_stays_is_asked_as_where_it_was_aimed(face: int, usual: int, words: str) -> None:
    script = ("scatter", [face]), ("artillery", [SIX_INCHES]), ("under_missed", 0)
    played = scattered(*script, scatter_hit_face="on_target", blast_partial="hit")
    assert (played.question("under_missed").default, played.question("under_missed").text) == (usual, words)


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(("value", "inches"), [("none", "10"), ("half_distance", "6")])
def test_setting_scatter_cap(value: str, inches: str) -> None:
    assert scattered(("artillery", [5]), scatter_cap=value).said(f'It scatters {inches}"', "2E-BLA-2")


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize("value", ["dud", "ask"])
def test_setting_misfire(value: str) -> None:
    asked = [("misfire", "placed"), ("under_missed", 1)] if value == "ask" else []
    played = scattered(("artillery", [MISFIRE]), *asked, misfire=value)
    assert ("misfire" in played.keys) == (value == "ask")
    assert played.said("MISFIRE") == (value == "dud")


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(("setting", "falls"), [("dud", F(5, 6)), ("ask", F(1))])
def test_what_a_misfire_does_may_be_said_of_one_attack(setting: str, falls: F) -> None:
    """By the name of the weapon: by itself `misfire` is the setting."""
    said = {"misfire": setting, "misfire:gun": "placed", "under": 3, "under_missed": 1}
    found = worked_out(of_units("40k-2e", firer(gun(10, -9, blast=2)), men(5, toughness=14), said)).document()
    assert found["expected"]["hits"] == pytest.approx(float(F(2, 3) * 3 + F(1, 3) * falls))
    assert found.get("unused", {}) == ({} if setting == "ask" else {"misfire:gun": "placed"})


@pytest.mark.rule("2E-TMP-2")
@pytest.mark.parametrize(("value", "hits"), [("4+", F(2) + F(3, 2)), ("always", F(2) + F(3))])
def test_setting_blast_partial(value: str, hits: F) -> None:
    """Always: who is said to be only touched is hit as well, where the marker was aimed and where a miss ended."""
    told = {"blast_partial": value}
    law = chances(firer(sure(10, -9, blast=2)), men(9, toughness=1), "slain", told, under=2, partial=3)
    assert mean(law) == hits * F(5, 6)
    unit = firer(gun(10, -9, blast=2))  # 3+ to hit
    law = chances(unit, men(9, toughness=1), "slain", told, under=2, partial=3, under_missed=2, partial_missed=3)
    assert mean(law) == (F(2, 3) + F(1, 3) * F(5, 6)) * hits * F(5, 6)


@pytest.mark.rule("2E-TMP-2", "2E-BLA-2")
def test_who_is_partly_under_a_marker_is_said_for_its_target_and_for_where_it_ends() -> None:
    unit, crowd = firer(gun(10, -9, blast=2)), men(5, toughness=1)  # 3+ to hit, 2+ to wound
    after_a_hit, after_a_miss = F(2, 3) * F(1, 2) * F(5, 6), F(1, 3) * F(5, 6) * F(1, 2) * F(5, 6)
    plain = {"under": 0, "under_missed": 0}
    assert mean(chances(unit, crowd, **plain, partial=1)) == after_a_hit
    assert mean(chances(unit, crowd, **plain, partial_missed=1)) == after_a_miss
    assert mean(chances(unit, crowd, **plain, partial=1, partial_missed=2)) == after_a_hit + 2 * after_a_miss
    assert mean(chances(firer(sure(10, -9, blast=2)), crowd, "slain", **plain, partial=1)) == F(1, 2) * F(5, 6)


@pytest.mark.rule("2E-TMP-2", "2E-BLA-1")
def test_no_more_are_hit_than_there_are() -> None:
    assert max(chances(firer(BIG), men(3), under=2, partial=3)) == 3
    assert max(chances(firer(flamer(10, -9)), men(3), distance=6, whole=2, partial=3)) == 3
    under = [("under", 2), ("partial", 3), ("partly", [6])]
    assert attack(firer(BIG), men(3, toughness=14), fire("gun"), *under).table.hits == 3


@pytest.mark.rule("2E-TGT-5", "2E-BLA-1")
def test_the_marker_is_asked_with_the_rule_about_others() -> None:
    played = attack(firer(BIG), men(3, toughness=14), fire("gun"), ("under", 1), ("partial", 0))
    assert "2E-TGT-5" in played.question("under").rules


# Templates ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-TMP-1", "2E-TMP-2")
def test_three_wholly_and_two_partly_under_a_flamer() -> None:
    played = attack(
        firer(printed("flamer")), men(9), fire("flamer"), ("whole", 3), ("partial", 2), ("partly", [4, 3]),
        ("wound", [1] * 4), distance=6,
    )  # fmt: skip
    assert "hit" not in played.keys
    assert not {"cover", "short", "speed", "modifier"} & {*played.parts()}
    assert played.table.hits == 4
    assert mean(chances(firer(flamer(10, -9)), men(9), distance=6, whole=3, partial=2)) == 4 * F(5, 6)


@pytest.mark.rule("2E-TMP-2")
def test_survivors_of_a_flamer_burn_at_the_table() -> None:
    under = ("whole", 1), ("partial", 0)
    played = attack(firer(printed("flamer")), men(2, toughness=9), fire("flamer"), *under, distance=6)
    assert played.said("Survivors catch fire on 4+", "2E-TMP-2")
    assert not attack(firer(printed("lasgun")), men(), fire("lasgun"), ("hit", [1])).said("catch fire")


@pytest.mark.rule("2E-SAV-4")
def test_flak_is_better_against_areas() -> None:
    flak = men(5, toughness=3, save=Save(6, 1, 5))
    frag = attack(
        firer(gun(4, -1, blast=2)),
        flak,
        fire("gun"),
        ("hit", [6]),
        ("under", 1),
        ("partial", 0),
        ("wound", [6]),
        ("save", [6]),
    )
    assert frag.question("save").need.target == 6
    assert attack(firer(gun(3, -1)), flak, fire("gun"), ("hit", [6]), ("wound", [6])).alive() == {"Man": [1] * 4}


# Grenades -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-GRN-1")
def test_a_krak_grenade() -> None:
    krak = firer(printed("krak grenade"))
    played = attack(krak, men(toughness=12), fire("krak grenade"), ("hit", [4]), distance=6)
    assert played.question("hit").need.target == 4
    assert "short" not in played.parts()
    assert played.said("a miss scatters", "2E-GRN-1")
    lost = attack(krak, men(), fire("krak grenade", reaches="no"), distance=30)
    assert "hit" not in lost.keys
    assert lost.end.fired == ("krak grenade",)


@pytest.mark.rule("2E-GRN-1")
def test_a_frag_grenade_is_a_blast_and_melta_bombs_are_not_thrown() -> None:
    frag = attack(
        firer(printed("frag grenade")), men(5), fire("frag grenade"), ("hit", [3]), ("under", 4), ("partial", 0),
        ("wound", [3] * 4), distance=6,
    )  # fmt: skip
    assert frag.question("wound").need.target == 5
    bomb = gun(name="melta bomb", thrown=True)
    played = attack(firer(bomb, printed("boltgun")), men(), fire("boltgun"), ("hit", [1]))
    assert closed(played.question("weapon"), "melta bomb") == [("melta bombs are not thrown", "2E-GRN-1")]


@pytest.mark.rule("2E-GRN-1")
@pytest.mark.parametrize(("inches", "usual"), [(6, "yes"), (8, "yes"), (8.5, "no"), (24, "no")])
def test_nobody_is_proposed_to_throw_across_the_table(inches: float, usual: str) -> None:
    krak = firer(printed("krak grenade"))
    facts = [("hit", [1])] if usual == "yes" else []
    assert attack(krak, men(), fire("krak grenade"), *facts, distance=inches).question("reaches").default == usual
    thrown = attack(krak, men(), fire("krak grenade", reaches="yes"), ("hit", [1]), distance=inches)
    assert thrown.question("hit").need.target == 4


def measured_first(unit: Unit, inches: float, *script: Any) -> Played:
    """At the table of a group that measures before it names a target."""
    start = ("unit", DEFAULT), ("distances", {"Men": inches}), ("target", "Men")
    settings = {"measure_before_declare": "true"}
    mine, theirs = army("A", unit, men(name="Idle")), army("B", men(4))
    return battle(mine, theirs, *start, *script, settings=settings)


@pytest.mark.rule("2E-TMP-1", "2E-GRN-1")
@pytest.mark.parametrize("first", ["flamer", "frag grenade"])
def test_what_is_known_to_reach_hardly_is_not_proposed(first: str) -> None:
    """Fourteen inches away the pistol is, and then nothing more; near by the first of his weapons."""
    unit = firer(printed(first), printed("bolt pistol"))
    assert measured_first(unit, 14).question("weapon").default == "bolt pistol"
    assert measured_first(unit, 20).question("weapon").default == "no more"
    assert measured_first(unit, 6).question("weapon").default == first


@pytest.mark.rule("2E-TMP-1", "2E-ELIG-2")
def test_who_is_too_far_for_his_flamer_is_proposed_to_fire_his_pistol() -> None:
    pistol = printed("bolt pistol")
    played = measured_first(both(firer(printed("flamer"), pistol), firer(pistol)), 14, ("weapon", "bolt pistol"))
    assert played.question("firing").default == (1, 1)


@pytest.mark.rule("2E-TMP-1")
@pytest.mark.parametrize(("inches", "usual"), [(6, 3), (8, 3), (8.5, 0)])
def test_how_many_are_proposed_under_a_template(inches: float, usual: int) -> None:
    whole = [("wound", [1] * usual)] if usual else []
    played = attack(
        firer(flamer()), men(9), fire("flamer"), ("whole", DEFAULT), ("partial", 0), *whole, distance=inches
    )
    assert played.question("whole").default == usual


@pytest.mark.rule("2E-TMP-1")
@pytest.mark.parametrize("said", [{"whole": 3}, {"partial": 2}, {"whole": "0: 0.5, 2: 0.5"}])
def test_nobody_is_under_a_template_that_does_not_reach(said: dict[str, Any]) -> None:
    """`odds` counted them while a battle loses the shots."""
    assert chances(firer(flamer(10, -9)), men(9), distance=8, **said) != {0: 1}
    assert chances(firer(flamer(10, -9)), men(9), distance=8.5) == {0: 1}
    with pytest.raises(BadAnswer, match=r'(whole|partial)=[23]: no template reaches 8.5"; it is 8" long \(2E-TMP-1\)'):
        chances(firer(flamer(10, -9)), men(9), distance=8.5, **said)


# Vehicles -------------------------------------------------------------------------------------------------------------

CANNON = sure(8, -3, "2D6", blast=2, penetration="D6+20")


@pytest.mark.rule("2E-VEH-4")
@pytest.mark.parametrize(
    ("value", "rolls", "parts"),
    [("covered_hit", [("part", [4])], {0: 1, 1: 1}), ("each_covered_4+", [("part", [4]), ("part", [3])], {0: 1})],
)
def test_setting_vehicle_blast(value: str, rolls: list[tuple[str, list[int]]], parts: dict[int, int]) -> None:
    """The marker lies on the hull and touches the track."""
    played = attack(
        firer(CANNON), RHINO, fire("gun"), ("covered", ["hull"]), ("touched", ["track"]), *rolls,
        settings={"vehicle_blast": value},
    )  # fmt: skip
    assert dict(played.end.penetrations) == parts


@pytest.mark.rule("2E-VEH-4")
def test_if_nobody_can_say_one_part_is_rolled_for() -> None:
    played = attack(firer(CANNON), RHINO, fire("gun"), ("covered", []), ("touched", []), ("location", [6]))
    assert played.end.penetrations == ((2, 1),)
    assert mean(chances(firer(CANNON), RHINO, "damage", covered=["hull"], touched=["track"])) == F(3, 2)
    assert mean(chances(firer(CANNON), RHINO, "damage")) == 1


@pytest.mark.rule("2E-VEH-4")
def test_every_part_that_is_hit_is_a_hit() -> None:
    for said, hits in (({}, 1), ({"covered": "hull"}, 1), ({"touched": "hull"}, 0.5), ({"covered": "all"}, 3)):
        found = worked_out(of_units("40k-2e", firer(CANNON), RHINO, {"distance": "9"} | said)).document()["expected"]
        assert found["hits"] == pytest.approx(hits), said


@pytest.mark.rule("2E-VEH-4")
def test_a_rider_under_a_marker_is_wounded() -> None:
    played = attack(
        firer(CANNON), bikes(1), fire("gun"), ("covered", ["crew"]), ("touched", []), ("wound", [2])
    )  # fmt: skip
    assert played.alive() == {}
    assert (
        "covered"
        not in attack(
            firer(CANNON), bikes(2), fire("gun"), ("under", 1), ("partial", 0), ("location", [1]), ("wound", [1])
        ).keys
    )
    assert "covered" not in attack(firer(CANNON), rapiers(), fire("gun"), ("aim", DEFAULT)).keys


@pytest.mark.rule("2E-VEH-4")
def test_a_lone_rider_under_two_markers_falls_once() -> None:
    two = firer(sure(4, -9, blast=2), n=2)
    assert chances(two, bikes(1), covered=["crew"], touched=[]) == {0: F(1, 4), 1: F(3, 4)}
    assert chances(two, bikes(1, wounds=2), "damage", covered=["crew"], touched=[])[2] == F(1, 4)


@pytest.mark.rule("2E-SPC-2")
def test_twin_linked_guns_both_hit_the_part_under_the_marker() -> None:
    twin = sure(4, -9, blast=2, penetration="D6+17", rules=("Twin-linked",))
    halves = {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert chances(firer(twin), RHINO, "damage", covered=["hull"], touched=[]) == halves
    assert mean(chances(firer(twin), bikes(1, wounds=3), "damage", covered=["crew"], touched=[])) == 1


@pytest.mark.rule("2E-VEH-4")
def test_a_marker_without_named_parts_is_located_beside_one_with_them() -> None:
    first = ("covered", ["hull"]), ("touched", [])
    script = [("unit", DEFAULT), ("target", DEFAULT), *fire("gun"), *first, ("covered", []), ("touched", [])]
    played = battle(army("A", firer(CANNON, n=2)), army("B", RHINO), *script, ("location", [6]), distance=6)
    assert played.left.key == "damage row:hull"
    assert played.said("1 through the armour of the weapons", "2E-VEH-3")


# Guns with rules of their own -----------------------------------------------------------------------------------------


@pytest.mark.rule("2E-SPC-9")
def test_a_deathspitter_splashes_those_beside() -> None:
    """One hit of S6 -2 and, with 3 models beside, a hit and a half of S3."""
    played = attack(
        firer(printed("deathspitter")), men(4, save=Save(3)), fire("deathspitter"), ("hit", [6]), ("wound", [6]),
        ("save", [4]), ("splash", 3), ("splashed", [4, 3, 6]), ("wound", [5, 4]), ("save", [2]),
    )  # fmt: skip
    assert played.alive() == {"Man": [1] * 2}
    first, second = (played.question("wound", i).need.target for i in range(2))
    assert (first, second) == (2, 5)
    assert played.question("save", 0).need.target == 5
    assert played.question("save", 1).need.target == 3
    assert played.said("Models of other units", "2E-SPC-9")


@pytest.mark.rule("2E-SPC-9")
def test_chances_of_a_deathspitter() -> None:
    spit = firer(sure(1, 0, rules=("Deathspitter",)))  # its own hit wounds on a 6
    assert mean(chances(spit, men(4, toughness=3), splash=3)) == F(1, 6) + 3 * F(1, 2) * F(1, 2)
    assert chances(spit, men(1, toughness=9)) == {0: 1}
    assert mean(chances(spit, men(9, toughness=3))) == mean(chances(spit, men(9, toughness=3), splash=3))


@pytest.mark.rule("2E-SPC-9")
def test_a_venom_cannon_asks_how_many_its_salvo_hits() -> None:
    unit = firer(printed("venom cannon"))
    played = attack(unit, men(5), fire("venom cannon"), ("hit", [3]), ("under", 3), ("wound", [2] * 3))
    assert "hit by the salvo" in played.question("under").text
    missed = attack(unit, men(5), fire("venom cannon"), ("hit", [2]), ("artillery", [MISFIRE]))
    assert missed.said("MISFIRE", "2E-BLA-2")


@pytest.mark.rule("2E-SPC-9")
def test_shotguns_knock_back_at_the_table() -> None:
    played = attack(firer(printed("shotgun (solid)")), men(toughness=9), fire("shotgun (solid)"), ("hit", [6]))
    assert played.said('goes back 2" and falls on 4+', "2E-SPC-9")
    assert not attack(firer(printed("shotgun (solid)")), men(), fire("shotgun (solid)"), ("hit", [1])).said("goes back")


@pytest.mark.rule("2E-SPC-8", "2E-BRK-1")
def test_a_devourer_forces_a_break_test_although_nobody_dies() -> None:
    mine, theirs = army("A", firer(printed("devourer")), men(name="Idle")), army("B", men(10, toughness=10))
    start = (("unit", DEFAULT), ("target", "Men"))
    hit = battle(mine, theirs, *start, fire("devourer", sustained=0), ("hit", [6]), ("break test", 12))
    assert hit.said("hit by a weapon that causes fear", "2E-SPC-8")
    assert hit.said("is broken", "2E-BRK-2")
    missed = battle(mine, theirs, *start, fire("devourer", sustained=0), ("hit", [1]))
    assert missed.left is not None
    assert missed.left.key != "break test"


@pytest.mark.rule("2E-TMP-2")
def test_who_may_burn_is_said_when_the_dead_are_counted() -> None:
    burner = firer(printed("flamer"))
    played = attack(burner, men(2), fire("flamer"), ("whole", 1), ("partial", 0), ("wound", [6]), distance=6)
    told = [entry.text for entry in played.table.log if entry.question is None]
    assert [text.partition(" ")[0] for text in told[-2:]] == ["1", "Survivors"]
    assert not attack(burner, men(1), fire("flamer"), ("whole", 1), ("wound", [6]), distance=6).said("Survivors")


@pytest.mark.rule("2E-TMP-1", "2E-GRN-1")
def test_what_hardly_reaches_stands_last_in_the_menu() -> None:
    unit = firer(printed("frag grenade"), printed("bolt pistol"))
    for inches, first in ((14, "bolt pistol"), (6, "frag grenade")):
        assert measured_first(unit, inches).question("weapon").options[0].value == first


@pytest.mark.rule("2E-BLA-2")
@pytest.mark.parametrize(("side", "cap", "done"), [(2, "none", 4), (5, "none", 10), (5, "half_distance", 6)])
def test_the_bar_says_how_far_a_marker_moves(side: int, cap: str, done: int) -> None:
    played = scattered(("artillery", [side]), ("under_missed", 0), scatter_cap=cap)
    assert played.question("under_missed").first == f"MOVE {done} inches along the arrow"
