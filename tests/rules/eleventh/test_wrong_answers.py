"""Answers of whoever plays the 11th edition as the 10th: each is worked out here by its own formula, and is not ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest

from tests.helpers.scripted_table import closed
from tests.rules.eleventh.helpers.scenario_odds import Law, gun, law, mean, model, scene, shot
from tests.rules.eleventh.helpers.tabletop import army, battle, shooters, state, targets
from tests.rules.eleventh.helpers.tabletop import gun as printed

SURE = {"BS": "N/A"}  # of a weapon with Torrent


def on(need: int) -> Fraction:
    """The chance of a die that shows so much."""
    return Fraction(7 - need, 6)


def slain(dice: int, walk: Callable[[tuple[int, ...]], int]) -> Law:
    """How many are slain, over every throw of so many saves."""
    found = [0] * (dice + 1)
    for faces in product(range(1, 7), repeat=dice):
        found[walk(faces)] += 1
    while not found[-1]:
        found.pop()
    return [Fraction(n, 6**dice) for n in found]


def walked(faces: Iterable[int], needs: list[int]) -> int:
    """So many models of W1 in this order, each with the face that saves it: die after die."""
    left = [*needs]
    for face in faces:
        if left and (face == 1 or face < left[0]):
            left.pop(0)
    return len(needs) - len(left)


# Hit rolls and cover -------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-COV-1")
def test_cover_helps_no_save() -> None:
    ours = mean(shot(gun(BS="4+", AP=-1), [model("Trooper", Sv="5+")], cover=True))
    wrong = on(4) * on(4) * (1 - on(5))  # +1 to the save
    assert ours == on(5) * on(4) * (1 - on(6)) != wrong


@pytest.mark.rule("11E-COV-1")
def test_cover_helps_good_armour_against_ap0_too() -> None:
    ours = mean(shot(gun(), [model("Trooper", Sv="3+")], cover=True))
    wrong = on(3) * on(4) * (1 - on(3))  # none for 3+ against AP 0
    assert ours == on(4) * on(4) * (1 - on(3)) != wrong


@pytest.mark.rule("11E-COV-2", "11E-COV-5")
def test_stealth_is_no_modifier_of_the_hit_roll() -> None:
    ours = mean(shot(gun(), [model("Trooper")], its={"abilities": ["Stealth", "incoming: -1 to hit"]}))
    wrong = on(4) * on(4)  # two -1, limited to -1
    assert ours == on(5) * on(4) != wrong


@pytest.mark.rule("11E-COV-5")
def test_ignores_cover_takes_stealth_away() -> None:
    ours = mean(shot(gun("Ignores Cover"), [model("Trooper")], its={"abilities": ["Stealth"]}))
    wrong = on(4) * on(4)  # Stealth stays
    assert ours == on(3) * on(4) != wrong


@pytest.mark.rule("11E-PLUNGE-1")
def test_plunging_fire_does_not_pierce() -> None:
    ours = mean(shot(gun(), [model("Trooper", Sv="3+")], plunging=True))
    wrong = on(3) * on(4) * (1 - on(4))  # AP improved by 1
    assert ours == on(2) * on(4) * (1 - on(3)) != wrong


@pytest.mark.rule("11E-IND-1")
def test_indirect_fire_is_worse_than_a_modifier() -> None:
    ours = mean(shot(gun("Indirect Fire"), [model("Trooper")], shooting="indirect"))
    wrong = on(4) * on(4)  # -1 to hit, and 1-3 miss
    assert ours == on(6) * on(4) != wrong


@pytest.mark.rule("11E-IND-1")
def test_indirect_shooting_at_what_is_seen_is_no_better() -> None:
    ours = mean(shot(gun("Indirect Fire"), [model("Trooper")], shooting="indirect", stationary=True, spotted=True))
    wrong = on(3) * on(4)  # no penalty, since somebody sees it
    assert ours == on(4) * on(4) != wrong


@pytest.mark.rule("11E-HEAVY-1")
def test_heavy_allows_a_short_move() -> None:
    ours = mean(shot(gun("Heavy"), [model("Trooper")], stationary="within_3"))
    wrong = on(3) * on(4)  # it did not Remain Stationary
    assert ours == on(2) * on(4) != wrong


@pytest.mark.rule("11E-PSY-1")
def test_psychic_is_more_than_a_label() -> None:
    ours = mean(shot(gun("Psychic"), [model("Trooper")], its={"abilities": ["incoming: -1 to hit"]}))
    wrong = on(4) * on(4)
    assert ours == on(3) * on(4) != wrong


@pytest.mark.rule("11E-CQ-1")
def test_pistols_of_a_tank_are_hindered_at_others() -> None:
    document = shot(gun("Pistol"), [model("Trooper")], shooting="close-quarters", together=False)
    document["attacker"]["keywords"] = ["Vehicle"]
    wrong = on(3) * on(4)  # Pistols are free of the penalty
    assert mean(document) == on(4) * on(4) != wrong


# Numbers of attacks, wounds ------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-BLAST-1")
def test_blast_has_a_number() -> None:
    ours = mean(shot(gun("Blast 2", "Torrent", S=8, **SURE), [model("Trooper", 10)]))
    wrong = (1 + 2) * on(2)  # one more per five models
    assert ours == (1 + 4) * on(2) != wrong


@pytest.mark.rule("11E-BLAST-1")
def test_rapid_fire_is_not_eaten() -> None:
    weapon = gun("Rapid Fire 1", "Torrent", S=8, **SURE)
    ours = mean(shot(weapon, [model("Trooper", 5)], distance=12, its={"abilities": ["incoming: -1 attacks"]}))
    wrong = on(2)  # 1 + 1 - 1
    assert ours == 2 * on(2) != wrong


@pytest.mark.rule("11E-LETHAL-1")
def test_lethal_hits_are_not_forced() -> None:
    weapon = gun("Lethal Hits", "Devastating Wounds", "Anti-infantry 2+")
    ours = mean(shot(weapon, [model("Trooper", Sv="2+")], lethal=False))
    wrong = on(6) * (1 - on(2)) + (on(3) - on(6)) * on(2)  # a critical hit ends as a wound that can be saved
    assert ours == on(3) * on(2) != wrong


@pytest.mark.rule("11E-TOUGH-1")
def test_the_dead_lend_no_toughness() -> None:
    weapons = {"gun": gun("Torrent", S=8, AP=-6, **SURE), "piece": gun("Torrent", S=5, AP=-6, **SURE)}
    shooters = [model("Gunner", weapons=["gun"]), model("Second", weapons=["piece"])]
    targets = [model("Trooper", T=3), model("Captain", T=5, W=3, keywords=["Character"], leader=True)]
    wrong = on(2) + on(3)  # T3 of the bodyguards to the end
    assert mean(scene(weapons, shooters, targets)) == on(2) + on(2) * on(4) + (1 - on(2)) * on(3) != wrong


# Damage --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-MOD-1")
def test_melta_is_halved_too() -> None:
    target = [model("Hull", T=10, W=12)]
    weapon = gun("Melta 2", "Torrent", S=20, D="D6", **SURE)
    ours = mean(
        shot(weapon, target, distance=12, its={"abilities": ["incoming: half damage"], "keywords": ["Vehicle"]})
    )
    wrong = on(2) * Fraction(sum((face + 1) // 2 + 2 for face in range(1, 7)), 6)  # halved, then 2 more
    assert ours == on(2) * Fraction(sum((face + 2 + 1) // 2 for face in range(1, 7)), 6) != wrong


@pytest.mark.rule("11E-DEV-1")
def test_packets_do_not_wait_for_the_end() -> None:
    """A packet of 2 wounds and a shot of 3 at models of W3: who comes first counts."""
    weapons = {
        "gun": gun("Torrent", "Devastating Wounds", "Anti-infantry 2+", S=8, D=2, **SURE),
        "piece": gun("Torrent", S=8, AP=-6, D=3, **SURE),
    }
    shooters = [model("Gunner", weapons=["gun"]), model("Second", weapons=["piece"])]
    both = on(2) * on(2)
    wrong = both * 5 + 2 * on(2) * (1 - on(2)) * Fraction(5, 2)  # 3 fell one, then the packet takes 2 of the next
    assert mean(scene(weapons, shooters, [model("Trooper", 3, W=3)])) == both * 3 + on(2) * (1 - on(2)) * 5 != wrong


# Saves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-SAV-2")
def test_saves_are_not_rolled_one_by_one() -> None:
    weapon = gun("Torrent", "Anti-infantry 2+", "+1 to wound", S=8, AP=-1, **SURE)
    ours = law(shot(weapon, [model("Sergeant", Sv="3+"), model("Trooper", 3, Sv="5+")], 3))
    needs = [4, 6, 6, 6]
    by_wounds = [Fraction(125 if k == 3 else (75, 15, 1)[2 - k], 216) for k in range(4)]
    ends = [slain(n, lambda faces: walked(sorted(faces), needs)) for n in range(4)]
    chain = [slain(n, lambda faces: walked(faces, needs)) for n in range(4)]
    assert ours == mixed(by_wounds, ends) != mixed(by_wounds, chain)


@pytest.mark.rule("11E-ATK-1")
def test_names_do_not_part_a_pool() -> None:
    """Two guns and a piece with the same attacks: one throw of three saves, not two and then one."""
    weapon = gun("Torrent", S=8, AP=-1, **SURE)
    shooters = [model("Gunner", 2, weapons=["gun"]), model("Second", weapons=["piece"])]
    targets = [model("Sergeant", Sv="3+"), model("Trooper", 3, Sv="5+")]
    ours = law(scene({"gun": weapon, "piece": {**weapon, "range": 30}}, shooters, targets))
    needs = [4, 6, 6, 6]

    def apart(first: int, second: int) -> Law:
        return slain(first + second, lambda faces: walked([*sorted(faces[:first]), *faces[first:]], needs))

    chances = [Fraction(n, 216) for n in (1, 15, 75, 125)]
    together = mixed(chances, [slain(n, lambda faces: walked(sorted(faces), needs)) for n in range(4)])
    wrong = [Fraction(0)] * 4
    for n, often in ((0, Fraction(1, 36)), (1, Fraction(10, 36)), (2, Fraction(25, 36))):
        for more, chance in ((0, Fraction(1, 6)), (1, Fraction(5, 6))):
            for k, p in enumerate(apart(n, more)):
                wrong[k] += often * chance * p
    assert ours == together != wrong


def mixed(chances: list[Fraction], laws: list[Law]) -> Law:
    """One of several laws, each so often."""
    return [
        sum((chance * one[k] for chance, one in zip(chances, laws, strict=True) if k < len(one)), Fraction(0))
        for k in range(max(map(len, laws)))
    ]


@pytest.mark.rule("11E-SAV-3")
def test_nobody_picks_the_invulnerable_save() -> None:
    ours = mean(shot(gun("Torrent", S=8, AP=-1, **SURE), [model("Trooper", Sv="2+", Inv="4+")]))
    wrong = on(2) * (1 - on(4))  # who has said "invulnerable"
    assert ours == on(2) * (1 - on(3)) != wrong


@pytest.mark.rule("11E-WPN-TORRENT-1")
def test_flames_are_not_precise() -> None:
    weapon = gun("Torrent", "Precision", S=8, AP=-6, **SURE)
    targets = [model("Trooper"), model("Captain", W=2, keywords=["Character"], leader=True)]
    wrong = [1 - on(2) ** 2, on(2) ** 2]  # the Captain takes both
    assert law(shot(weapon, targets, 2, precision="always")) == [(1 - on(2)) ** 2, 1 - (1 - on(2)) ** 2] != wrong


@pytest.mark.rule("11E-PREC-1", "11E-SAV-2")
def test_precision_takes_the_low_dice() -> None:
    """Not wound by wound: the CHARACTER meets the lowest of all dice, and what is left goes on to the others."""
    weapon = gun("Precision", BS="2+", S=8, AP=-1)
    targets = [model("Trooper", 2, Sv="5+"), model("Captain", Sv="3+", keywords=["Character"], leader=True)]
    ours = law(shot(weapon, targets, 2, precision="always"))
    through = on(2) * on(2)
    chances = [(1 - through) ** 2, 2 * through * (1 - through), through**2]
    needs = [4, 6, 6]
    right = mixed(chances, [slain(n, lambda faces: walked(sorted(faces), needs)) for n in range(3)])
    wrong = mixed(chances, [slain(n, lambda faces: walked(faces, needs)) for n in range(3)])
    assert ours == right != wrong


# What it costs oneself -----------------------------------------------------------------------------------------------

MONUMENT = [model("Wall", T=20, W=50, Sv="2+")]


@pytest.mark.rule("11E-HAZ-1")
def test_hazard_rolls_fail_on_a_2_too() -> None:
    ours = mean(shot(gun("Hazardous"), MONUMENT), "own_damage")
    wrong = Fraction(1, 6)
    assert ours == Fraction(1, 3) != wrong


@pytest.mark.rule("11E-HAZ-1", "11E-MW-1")
def test_hazard_wounds_are_one_each() -> None:
    shooters = [model("Shooter", 2, W=3, weapons=["gun"])]
    ours = law(scene({"gun": gun("Hazardous")}, shooters, MONUMENT), "own_slain")
    wrong = [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]  # three for each of them: it is slain
    assert ours == [Fraction(1)] != wrong


@pytest.mark.rule("11E-HAZ-1", "11E-MW-1")
def test_hazard_wounds_do_not_seek_the_bearer() -> None:
    leader = {"keywords": ["Character"], "leader": True}
    shooters = [model("Trooper"), model("Psyker", W=3, weapons=["gun"], **leader)]
    ours = law(scene({"gun": gun("Hazardous")}, shooters, MONUMENT), "own_slain")
    wrong = [Fraction(1)]  # one wound of the three of whoever fired
    assert ours == [Fraction(2, 3), Fraction(1, 3)] != wrong


# Whom to shoot at ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-CQ-1")
def test_pistols_may_be_fired_at_several_units() -> None:
    """At each that they are engaged with, not at one for the whole unit."""
    mine = army("Mine", shooters(2, printed("pistol", "Pistol"), name="A"))
    theirs = army("Theirs", targets(3, "Near"), targets(3, "Beside"), targets(3, "Far"))
    engaged = (*state("A", "locked in combat"), ("locked with", "Near"))
    beside = (*state("Beside", "locked in combat"), ("locked with", "A"))
    first = (("unit", "A"), ("target", "Near"), ("facts:Near", {"firing": "1 pistol"}))
    played = battle(mine, theirs, *engaged, *beside, *first, distance=1)
    assert played.left is not None
    assert not closed(played.left, "Beside")
    assert [rule for _, rule in closed(played.left, "Far")] == ["11E-CQ-1"]
