"""Series of the 10th edition: shots that should hardly cost more; weapons whose Devastating Wounds wait; who takes what."""

from __future__ import annotations

from functools import partial

from tests.benchmarks.scaling import Series, Worked
from tests.benchmarks.scaling import attack as attack_of

MANY, WEAPONS, SHOTS, ATTACKS = (10, 50, 200, 1000), (1, 2, 3, 4, 5, 8), (3, 5, 7), (5, 10, 20)
FOUR, EIGHT = (1, 2, 3, 4), (2,) * 8
TWO_KINDS = '4x "A" T4 Sv3+ W2 + 4x "B" T4 Sv2+ W3'
THREE_KINDS = '3x "A" T4 Sv5+ W1 + 4x "B" T4 Sv4+ W2 + 4x "C" T4 Sv2+ W3'
THREE_SAVES = '2x "A" T4 Sv2+ Inv4+ W3 + 4x "B" T4 Sv3+ W2 + 4x "C" T4 Sv5+ Inv6+'

attack = partial(attack_of, "10e")


def shots(abilities: str, target: str, n: int) -> Worked:
    return attack(f"{n // 5}x A5 BS3+ S4 AP-1 D1 {abilities}", target)


def devastating(damages: tuple[int, ...], each: int, target: str, weapons: int) -> Worked:
    """Weapons that differ, of so many shots each."""
    profiles = [
        f"{each}x A1 BS{3 + i % 2}+ S{4 + i} AP-{i % 3} D{damages[i]} [devastating wounds]" for i in range(weapons)
    ]
    return attack(" + ".join(profiles), target, "damage")


def of_shots(damages: tuple[int, ...], target: str, each: int) -> Worked:
    return devastating(damages, each, target, len(damages))


def best_save(target: str, n: int) -> Worked:
    weapon = f"{n}x A2 BS3+ S5 AP-1 D2 [devastating wounds, sustained hits 1]"
    return attack(weapon, target, "damage", allocation="best_save")


def one_die(roll: str, n: int) -> Worked:
    return shots(f"[sustained hits 1, lethal hits, re-roll one {roll} roll]", "10x T4 Sv3+ W2", n)


def one_later_die(roll: str, n: int) -> Worked:
    weapon = f"{n // 5}x A5 BS3+ S4 AP-1 DD6 [sustained hits 1, lethal hits]"
    return attack(weapon, "10x T4 Sv3+ W3", command_reroll=roll)


SERIES = (
    Series("10e one hit roll again", partial(one_die, "hit"), MANY, 0.01),
    Series("10e one wound roll again", partial(one_die, "wound"), MANY, 0.01),
    Series("10e one damage roll again", partial(one_later_die, "damage"), MANY, 0.02),
    Series("10e one save again", partial(one_later_die, "save"), MANY, 0.02),
    Series("10e shots, 10 of two wounds", partial(shots, "", "10x T4 Sv3+ W2"), MANY, 0.005),
    Series(
        "10e sustained lethal shots, FNP",
        partial(shots, "[sustained hits 1, lethal hits]", "10x T4 Sv3+ W2 FNP6+"), MANY, 0.01,
    ),
    Series("10e shots, three saves", partial(shots, "", THREE_SAVES), MANY, 0.01),
    Series("10e weapons with Devastating Wounds", partial(devastating, EIGHT, 7, "5x T4 Sv3+ W2"), WEAPONS, 0.1),
    Series("10e the same, two saves", partial(devastating, EIGHT, 7, TWO_KINDS), WEAPONS, 0.1),
    Series("10e shots of four damages, W2", partial(of_shots, FOUR, "5x T4 Sv3+ W2"), SHOTS, 0.1),
    Series("10e shots of four damages, W4", partial(of_shots, FOUR, "5x T4 Sv3+ W4"), SHOTS, 0.1),
    Series("10e shots of four damages, 10 of W4", partial(of_shots, FOUR, "10x T5 Sv3+ W4"), SHOTS, 0.1),
    Series("10e best_save, two kinds", partial(best_save, TWO_KINDS), ATTACKS, 0.5),
    Series("10e best_save, three kinds", partial(best_save, THREE_KINDS), ATTACKS, 0.5),
)  # fmt: skip
