"""What falls on units in the 7th edition, and who falls: crashes, explosions, Grounding; from the rules in words alone.

Flying monsters are shot at as ``joined_oracle.py`` has it. Nothing here knows the steps, charts or odds of the program.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tests.helpers.dice_laws import ONE, Law, becomes, every, then
from tests.rules.seventh.helpers.attack_words import DEFAULT, Attack, Readings, has, words
from tests.rules.seventh.oracles.joined import after_shots, fresh
from tests.rules.seventh.oracles.saves import Fate, Table, lost, toughness_of
from tests.rules.seventh.oracles.volley import invulnerable_of, pain_of

# Crash and Burn (FLY-10), and explosions (VEH-14) --------------------------------------------------------------------


def stays() -> Fraction:
    """That the marker of a crash stays over the Flyer: only Hit!, of two faces in six."""
    return Fraction(2, 6)


@lru_cache(None)
def scatter() -> Law[int]:
    """Inches that the marker of a crash goes: an arrow takes it the full 2D6."""
    return every(lambda roll: 0 if roll() <= 2 else roll() + roll())


# Grounding (FMC-4) ---------------------------------------------------------------------------------------------------


class CreatureEnd(NamedTuple):
    slain: int  # by the shots
    damage: int
    own_slain: int
    tested: bool
    falls: bool
    lost_by_fall: int


def falls(traktor: bool = False) -> Fraction:
    """That it falls, once it is tested: 1 or 2; a traktor Wound takes 3 from the die."""
    return every(lambda roll: roll() - 3 * traktor <= 2)[True]


def fall(table: Table, left: int) -> Law[int]:
    """Wounds that a fall costs: S9, no armour, no cover."""
    attack = table.attack
    group, kind = attack.target.kinds[0]
    told = words(attack.target, kind)
    toughness = toughness_of(table, kind)
    need = min(6, max(2, 4 + toughness - 9))
    save = invulnerable_of(told, kind) if attack.set("grounded_saves", "invulnerable") == "invulnerable" else None
    again = "failed" if "save failed" in told else "ones" if "save ones" in told else ""
    eternal = has(attack.target, group, kind, "Eternal Warrior")
    fate = Fate(
        save,
        again,
        pain_of(told, kind),
        2 * toughness <= 9,
        eternal,
        attack.set("eternal_warrior_fnp", "no") == "yes",
        "",
    )
    law = then(every(lambda roll: roll() >= need), lambda does: lost(fate) if does else {0: ONE})
    return becomes(law, lambda points: left if points < 0 else min(left, points))


def at_creature(attack: Attack, readings: Readings = DEFAULT, traktor: bool = False) -> Law[CreatureEnd]:
    """One whole attack at a flying monster, and the Grounding test at the end of the phase if it swoops."""
    table = Table(attack, readings)
    start = sum(map(sum, fresh(table).men))
    each = attack.set("grounding", "end_of_phase") == "each_unit_that_hit"

    def end(s: tuple[int, int, int, bool]) -> Law[CreatureEnd]:
        slain, left, own, touched = s
        plain = CreatureEnd(slain, start - left, own, False, False, 0)
        hurt = touched if each else left < start
        if attack.target.flight != "swooping" or not left or not hurt:
            return {plain: ONE}
        plain = plain._replace(tested=True)
        out = {plain: 1 - falls(traktor)}
        for points, p in fall(table, left).items():
            out[plain._replace(falls=True, lost_by_fall=points)] = p * falls(traktor)
        return out

    law = after_shots(attack, readings)
    ends = becomes(
        law,
        lambda state: (
            sum(not men for men in state.men),
            sum(map(sum, state.men)),
            sum(not n for n in state.own),
            state.touched,
        ),
    )
    return then(ends, end)
