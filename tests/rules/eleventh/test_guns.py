"""What is frozen of a weapon and what its dice need: cover on BS, Heavy, Indirect Fire, Torrent, Psychic, snap shooting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.armies.yaml_text import read_text
from shoot_cli.engine.pools import Pool
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.sequence import Convert, Stage
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.charts import damage_of, to_wound
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.steps.hit import count_attacks
from shoot_cli.rules.datasheets.steps.single_die import once_of
from shoot_cli.rules.datasheets.tokens import TargetModel, Volley
from shoot_cli.rules.datasheets.weapons import body_of
from shoot_cli.rules.eleventh.edition import CLOSE, INDIRECT, SNAP
from shoot_cli.rules.eleventh.lists import read_scenario
from shoot_cli.rules.eleventh.records import Snapshot, gun_of
from shoot_cli.rules.eleventh.unit_text import read_line
from tests.helpers.each import each
from tests.rules.eleventh.helpers.formed_guns import RIFLE, TROOPERS, gun, hit, hits_on, whole, why, wounds_on

F = Fraction
STEALTHY = "5x T4 Sv3+ W2 [stealth] (INFANTRY)"
TANK = "1x T10 Sv2+ W12 (VEHICLE)"


# Cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-COV-1")
def test_cover_makes_bs_worse_by_one() -> None:
    found = hit(cover=True)
    assert found.need.target == 4
    assert why(found)["11E-COV-1"] == "cover: BS worse by 1"


@pytest.mark.rule("11E-COV-2")
@pytest.mark.parametrize(("modifier", "needed"), [(-1, 5), (-3, 5), (1, 3), (0, 4)])
def test_cover_stacks_with_what_is_done_to_the_roll(modifier: int, needed: int) -> None:
    assert hits_on(cover=True, hit_modifier=modifier) == needed


@pytest.mark.rule("11E-COV-3", "11E-PLUNGE-1")
@each(
    ("skill", "cover", "plunging", "needed"),
    [
        (6, True, False, 6),
        (6, True, True, 6),
        (2, False, True, 2),
        (2, True, True, 2),
        (2, True, False, 3),
        (3, True, True, 3),
    ],
)
def test_bs_is_summed_and_then_kept_between_two_and_six(skill: int, cover: bool, plunging: bool, needed: int) -> None:
    assert hits_on(weapon=f"A1 BS{skill}+ S4 AP0 D1", cover=cover, plunging=plunging) == needed


@pytest.mark.rule("11E-COV-3")
def test_what_keeps_bs_at_six_is_said() -> None:
    found = hit("worsen BS by 2", weapon="A1 BS5+ S4 AP0 D1")
    assert (found.need.target, why(found)["11E-COV-3"]) == (6, "BS is never worse than 6+")


@pytest.mark.rule("11E-COV-3")
def test_every_change_of_bs_is_said_beside_the_printed_one() -> None:
    found = hit("improve BS by 1", weapon="A1 BS4+ S4 AP0 D1", cover=True).need.because
    assert [reason.text for reason in found] == ["Ballistic Skill 4+", "Improve BS by 1", "cover: BS worse by 1"]


@pytest.mark.rule("11E-COV-3", "10E-HIT-4")
def test_a_good_roll_at_bs_six_is_not_lost_to_more_cover() -> None:
    """Limited to 6+ first, +1 to the roll afterwards."""
    assert hits_on("worsen BS by 3", weapon="A1 BS5+ S4 AP0 D1", hit_modifier=1) == 5


@pytest.mark.rule("11E-COV-5")
@each(
    ("target", "seen", "needed"),
    [
        (STEALTHY, {}, 4),
        (STEALTHY, {"cover": True, "smoke": True}, 4),  # once
        (TROOPERS, {"smoke": True}, 4),
        ("4x T4 Sv3+ W2 [stealth] + 1x T4 Sv3+ W2", {}, 3),  # not every model has it
        ("5x T4 Sv3+ W2 [has cover] (INFANTRY)", {}, 4),
        ("5x T4 Sv3+ W2 [has the Benefit of Cover] (INFANTRY)", {}, 4),
        ("5x T4 Sv3+ W2 [Benefit of Cover] (INFANTRY)", {}, 4),
        ("5x T4 Sv3+ W2 [in cover] (INFANTRY)", {}, 4),
        ("4x T4 Sv3+ W2 [has cover] + 1x T4 Sv3+ W2", {}, 3),
    ],
)
def test_stealth_and_the_like_are_cover_once(target: str, seen: dict[str, Any], needed: int) -> None:
    assert hits_on(target=target, **seen) == needed


@pytest.mark.rule("11E-COV-5", "11E-IND-1")
@pytest.mark.parametrize("target", [TROOPERS, STEALTHY])
def test_ignores_cover_cancels_it_whatever_gives_it(target: str) -> None:
    found = hit("ignores cover", target=target, cover=True, hit_modifier=-1)
    assert found.need.target == 4
    assert "ignores cover" in why(found)["11E-COV-5"]
    unseen = {"shooting": INDIRECT, "stationary": True, "spotted": True}
    assert hits_on("indirect fire, ignores cover", weapon="A1 BS4+ S4 AP0 D1", **unseen) == 4


@pytest.mark.rule("11E-COV-5")
def test_an_enemy_that_may_have_no_cover() -> None:
    assert hits_on('enemies within 24": no cover', cover=True, far=12) == 3
    assert hits_on('enemies within 6": no cover', cover=True, far=12) == 4


# What adds to the roll -----------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-HEAVY-1")
@each(
    ("seen", "needed"),
    [
        ({"stationary": True}, 2),
        ({"within_3": True}, 2),
        ({}, 3),
        ({"stationary": True, "engaged": True}, 3),
        ({"stationary": True, "shooting": CLOSE}, 3),
        ({"stationary": True, "own_phase": False}, 3),
        ({"stationary": True, "shooting": INDIRECT}, 2),
    ],
)
def test_heavy_wants_its_own_phase_and_little_movement(seen: dict[str, Any], needed: int) -> None:
    assert hits_on("heavy", **seen) == needed


@pytest.mark.rule("11E-CQ-1", "11E-TGT-1")
@each(
    ("abilities", "keywords", "target", "seen", "needed"),
    [
        ("", "VEHICLE", TROOPERS, {}, 3),
        ("", "VEHICLE", TROOPERS, {"shooting": CLOSE, "engages_shooter": True}, 4),
        ("close-quarters", "VEHICLE", TROOPERS, {"shooting": CLOSE, "engages_shooter": True}, 3),
        ("close-quarters", "VEHICLE", TROOPERS, {"shooting": CLOSE}, 4),  # at a unit that it is not engaged with
        ("pistol", "INFANTRY", TROOPERS, {"shooting": CLOSE, "engages_shooter": True}, 3),
        ("pistol", "INFANTRY", TANK, {"shooting": CLOSE, "engages_shooter": True, "target_engaged": True}, 3),
        ("", "INFANTRY", TANK, {"target_engaged": True}, 4),
        ("pistol", "INFANTRY", TANK, {"target_engaged": True}, 4),  # its unit is not engaged with the tank
        ("", "VEHICLE", TANK, {"shooting": CLOSE, "engages_shooter": True}, 4),  # both, and never more than -1
        ("", "INFANTRY", TROOPERS, {"target_engaged": True}, 3),
        ("", "VEHICLE", TROOPERS, {"shooting": CLOSE, "engages_shooter": True, "free_in_combat": True}, 3),
    ],
)
def test_big_guns_in_close_quarters(
    abilities: str, keywords: str, target: str, seen: dict[str, Any], needed: int
) -> None:
    assert hits_on(abilities, keywords=keywords, target=target, **seen) == needed


@pytest.mark.rule("11E-DMGD-1")
@pytest.mark.parametrize(("left", "needed"), [(4, 4), (5, 3), (1, 4), (0, 3)])
@pytest.mark.parametrize("written", ["Damaged 4", "Damaged: 1-4"])
def test_damaged(written: str, left: int, needed: int) -> None:
    assert hits_on(written, wounded=left) == needed


@pytest.mark.rule("11E-PSY-1")
def test_psychic_drops_what_is_bad_of_bs_and_of_the_roll() -> None:
    found = hit("psychic, heavy", weapon="A1 BS4+ S4 AP0 D1", cover=True, hit_modifier=-1, stationary=True)
    assert found.need.target == 3
    assert "11E-COV-1" not in why(found)
    assert "11E-PSY-1" in why(found)
    assert hits_on("psychic", weapon="A1 BS4+ S4 AP0 D1", plunging=True) == 3
    assert hits_on("psychic, worsen BS by 1") == 3


@pytest.mark.rule("11E-PSY-1")
def test_psychic_wounds_as_anybody() -> None:
    hard = "5x T4 Sv3+ W2 [incoming: -1 to wound]"
    assert wounds_on("psychic", target=hard) == 5
    assert "11E-PSY-1" not in why(hit("psychic"))


# Indirect Fire, snap shooting, Torrent -------------------------------------------------------------------------------


@pytest.mark.rule("11E-IND-1")
@each(
    ("skill", "seen", "needed"),
    [
        (2, {}, 6),
        (2, {"stationary": True}, 6),
        (2, {"spotted": True}, 6),
        (2, {"within_3": True, "spotted": True}, 6),
        (2, {"stationary": True, "spotted": True}, 4),
        (4, {"stationary": True, "spotted": True}, 5),  # in cover
    ],
)
def test_indirect_shooting(skill: int, seen: dict[str, Any], needed: int) -> None:
    assert hit("indirect fire", weapon=f"A1 BS{skill}+ S4 AP0 D1", shooting=INDIRECT, **seen).need.target == needed


@pytest.mark.rule("11E-IND-1")
def test_indirect_fire_as_a_normal_weapon_and_a_normal_weapon_beside_it() -> None:
    assert hits_on("indirect fire") == 3
    assert hits_on(shooting=INDIRECT) == 3
    assert (
        hits_on("indirect fire, heavy", shooting=INDIRECT, stationary=True, spotted=True, weapon="A1 BS4+ S4 AP0 D1")
        == 4
    )


@pytest.mark.rule("11E-IND-1", "11E-SNAP-1")
@pytest.mark.parametrize("shooting", [INDIRECT, SNAP])
def test_nobody_rolls_such_hit_rolls_again(shooting: str) -> None:
    words = "indirect fire, re-roll hit rolls, re-roll one hit roll or wound roll"
    fired = gun(words, shooting=shooting)
    assert (hit(words, shooting=shooting).again, once_of(fired, "hit")) == ((), ())
    assert once_of(fired, "wound")
    assert hit(words).again == (1, 2)


@pytest.mark.rule("11E-IND-1", "10E-EFF-70")
def test_indirect_fire_without_penalty() -> None:
    assert hits_on("indirect fire", shooting=INDIRECT, free_unseen=True) == 4  # cover is none of its penalties


@pytest.mark.rule("11E-SNAP-1")
def test_snap_shooting_hits_on_sixes_which_are_critical() -> None:
    found = hit("heavy, critical hits on 5+, sustained hits 1", shooting=SNAP, stationary=True, plunging=True)
    assert (found.need.target, found.critical) == (6, 6)
    assert "Snap shooting" in why(found)["11E-SNAP-1"]


@pytest.mark.rule("11E-SNAP-1")
def test_torrent_in_snap_shooting_as_the_setting_says() -> None:
    flamer = "A1 S4 AP0 D1"
    assert gun("torrent", weapon=flamer, shooting=SNAP).skill is None
    assert hits_on("torrent", weapon=flamer, shooting=SNAP, snap_torrent="sixes") == 6


@pytest.mark.rule("11E-WPN-TORRENT-1")
def test_torrent_drops_precision_and_indirect_fire() -> None:
    assert not gun("torrent, precision", weapon="A1 S4 AP0 D1").precise
    assert not gun("precision, torrent: INFANTRY").precise  # granted against these
    assert gun("precision, torrent: VEHICLE").precise
    assert hits_on("indirect fire, torrent: VEHICLE", shooting=INDIRECT) == 6
    assert gun("indirect fire, torrent: INFANTRY", shooting=INDIRECT).skill is None


# Attacks -------------------------------------------------------------------------------------------------------------


class Dice(Record):
    """Nothing but a pool."""

    pool: Pool


def mean_attacks(*abilities: str, **seen: Any) -> Fraction:
    fired = Hashed(gun(", ".join(abilities), **seen))
    steps = (Convert({Volley: Stage("Attacks", count_attacks)}),)
    ends = odds(steps, Dice(((Volley(fired), 1),)), Preset({}, raise_missing), exact=True)
    found = ends.measure(lambda state: sum(n for _, n in state.pool))
    return sum((n * chance for n, chance in found.items()), F(0))


@pytest.mark.rule("11E-BLAST-1")
@each(
    ("abilities", "seen", "attacks"),
    [
        ("rapid fire 2", {"near": True}, 3),
        ("rapid fire 2", {}, 1),
        ("rapid fire 2, -1 attacks", {"near": True}, 3),  # A 1 stays 1, and two dice more
        ("rapid fire D3", {"near": True}, 3),
        ("blast", {}, 3),
        ("blast 2", {}, 5),
        ("blast 3", {"target": "4x T4 Sv3+ W2"}, 1),
        ("blast 2, -1 attacks", {"target": "9x T4 Sv3+ W2"}, 3),
        ("blast 2: VEHICLE", {}, 1),
        ("blast, blast 2: INFANTRY", {}, 5),  # the best that applies
        ("rapid fire 1, blast, double attacks", {"near": True}, 5),
    ],
)
def test_rapid_fire_and_blast_are_dice_beside_the_characteristic(
    abilities: str, seen: dict[str, Any], attacks: int
) -> None:
    assert mean_attacks(abilities, **seen) == attacks


@pytest.mark.rule("11E-BLAST-1", "10E-TGT-11", "11E-TOUGH-1")
def test_models_were_counted_at_selection_and_toughness_is_of_the_living() -> None:
    mob = '1x "Nob" T5 Sv5+ W2 + 9x "Boy" T4 Sv5+ W1'
    before, after = gun("blast", target=mob), gun("blast", target=mob, living=((1, 3),))
    assert (before.attacks.blast, after.attacks.blast) == (2, 2)
    assert (before.toughness, after.toughness) == (5, 4)


@pytest.mark.rule("11E-TOUGH-1")
def test_toughness_of_an_attached_unit_is_its_bodyguards_then_the_others() -> None:
    squad = '4x "Guard" T4 Sv3+ W2 + 1x "Captain" T5 Sv3+ W5 (CHARACTER) [leader] + 1x "Ancient" T6 Sv3+ W4 [support]'
    assert [
        gun(target=squad, living=living).toughness for living in ((), ((0, 1), (1, 1)), ((1, 1),), ((1, 1), (2, 1)))
    ] == [4, 4, 5, 6]


@pytest.mark.rule("11E-TOUGH-1")
def test_what_hangs_on_toughness_looks_at_that_of_now() -> None:
    mob = '1x "Nob" T8 Sv5+ W2 + 9x "Boy" T4 Sv5+ W1'
    words = "+1 to wound when S is greater than T"
    rolls = [
        to_wound(Hashed(gun(words, target=mob, weapon="A1 BS3+ S5 AP0 D1", living=one))) for one in ((), ((1, 2),))
    ]
    assert [roll.need.target for roll in rolls] == [5, 2]


# Abilities limited to keywords, and the better of two ----------------------------------------------------------------


@pytest.mark.rule("11E-DUP-1")
@pytest.mark.parametrize(("target", "lethal"), [(TROOPERS, False), (TANK, True)])
def test_lethal_hits_against_one_keyword(target: str, lethal: bool) -> None:
    assert gun("lethal hits: VEHICLE", target=target).lethal is lethal


@pytest.mark.rule("11E-DUP-1")
@pytest.mark.parametrize(("keyword", "more"), [("BEASTS", 1), ("INFANTRY", 1), ("SWARM", None)])
def test_sustained_hits_against_one_of_two(keyword: str, more: int | None) -> None:
    found = gun("sustained hits 1: INFANTRY/BEASTS", target=f"5x T4 Sv3+ W2 ({keyword})").sustained
    assert (found and found.plus) == more


@pytest.mark.rule("11E-DUP-1")
def test_of_duplicates_the_best_that_applies() -> None:
    assert gun("anti-vehicle 2+, anti-infantry 4+").critical_wound == 4
    assert gun("anti-infantry 5+, anti-infantry 4+").critical_wound == 4
    assert gun("sustained hits 1, sustained hits 3: VEHICLE, sustained hits 2").sustained == Amount(plus=2)


# Damage --------------------------------------------------------------------------------------------------------------


def damage(fired: Any, rolled: int, target: str, nothing: bool = False) -> int:
    return damage_of(Hashed(fired), body_of(TargetModel, read_line(target, "target"), 0), rolled, nothing)


@pytest.mark.rule("11E-MOD-1")
@pytest.mark.parametrize(("rolled", "lost"), [(1, 2), (2, 2), (5, 4), (6, 4)])
def test_melta_is_added_before_damage_is_halved(rolled: int, lost: int) -> None:
    walker = "1x T10 Sv2+ W12 [incoming: half damage]"
    assert damage(gun("melta 2", target=walker, near=True), rolled, walker) == lost


@pytest.mark.rule("11E-MOD-1")
def test_what_is_taken_off_comes_after_dividing() -> None:
    walker = "1x T10 Sv2+ W12 [incoming: half damage, incoming: -1 damage]"
    assert damage(gun("melta 2", target=walker, near=True), 5, walker) == 3  # 7, 3.5, 2.5


@pytest.mark.rule("11E-MOD-2")
def test_damage_that_is_set_to_nothing_takes_nothing_more() -> None:
    walker = "1x T10 Sv2+ W12 [incoming: no damage once]"
    assert damage(gun("melta 2, +1 damage", target=walker, near=True), 5, walker, nothing=True) == 0


@pytest.mark.rule("11E-DEV-2")
@pytest.mark.parametrize(("setting", "lost"), [("apply", 2), ("ignore", 4)])
@pytest.mark.parametrize("words", ["incoming: half damage", "incoming: -2 damage", "incoming: damage at most 2"])
def test_devastating_wounds_against_less_damage_as_the_setting_says(setting: str, lost: int, words: str) -> None:
    walker = f"1x T10 Sv2+ W12 [{words}]"
    fired = gun("devastating wounds", target=walker, weapon="A1 BS3+ S4 AP0 D4", dev_damage=setting)
    packet = fired.critical.value if fired.critical else fired
    assert (damage(packet, 4, walker), damage(fired, 4, walker)) == (lost, 2)


@pytest.mark.rule("11E-TOUGH-1")
def test_a_gun_is_the_same_as_long_as_toughness_is() -> None:
    mob = '1x "Nob" T5 Sv5+ W2 + 9x "Boy" T4 Sv5+ W1'
    assert gun(target=mob, living=((0, 1), (1, 3))) is gun(target=mob)


@pytest.mark.rule("10E-EFF-30")
@pytest.mark.parametrize(
    ("of_unit", "of_leader", "needed"),
    [("incoming: worsen BS by 1", "-", 4), ("incoming: worsen BS by 1", "incoming: worsen BS by 1", 5), ("-", "-", 3)],
)
def test_what_stands_of_a_unit_counts_once_though_a_leader_is_among_its_models(
    of_unit: str, of_leader: str, needed: int
) -> None:
    """And what the leader himself brings counts besides."""
    guards, boss = (
        "{name: Guard, count: 3, T: 4, W: 1}",
        f'{{name: Boss, T: 4, W: 3, leader: yes, abilities: ["{of_leader}"]}}',
    )
    target = f'{{name: Mob, abilities: ["{of_unit}"], models: [{guards}, {boss}]}}'
    text = f"ruleset: 40k-11e\nattacker: 1x {RIFLE}\ntarget: {target}\n"
    read = read_scenario(read_text(text, "s.yaml"), "s.yaml")
    scene, model = Situation(whole(read.attacker), whole(read.target)), read.attacker.models[0][0]
    assert gun_of(model.weapons[0], model, Snapshot(scene)).skill == needed
