"""What a critical is worth against this target: where it is worth no more, nobody fishes for one (FX-RR-4).

And what one weapon is worth against it: of several profiles the best is proposed (``steps/profiles.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from shoot_cli.core.dice import totals
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Gun, TargetModel, Wound
from shoot_cli.rules.datasheets.saves import ToSave

SIX_FACES = range(1, charts.SIXES + 1)


def judged(to_save: ToSave, gun: Gun, kinds: Iterable[TargetModel], models: int) -> Gun:
    """The gun with what criticals are worth against so many models of these kinds; with one is enough."""
    models_of = tuple(kinds)
    gun = gun.but(better_wounds=any(better_wound(to_save, gun, model, models) for model in models_of))
    return gun.but(better_hits=any(better_hit(to_save, gun, model) for model in models_of))


def better_wound(to_save: ToSave, gun: Gun, model: TargetModel, models: int) -> bool:
    """True if a Critical Wound costs this model more than another wound does, or somebody else besides."""
    if gun.in_addition:
        return True
    if gun.devastating == "launch" and models > 1 and charts.most_damage(Hashed(gun), model) > 1:
        return True  # what one model does not need goes on to the next (WPN-DEV-1)
    return gets_through(to_save, gun, model, True) > gets_through(to_save, gun, model, False)


def better_hit(to_save: ToSave, gun: Gun, model: TargetModel) -> bool:
    """True if a Critical Hit comes to more wounds of this model than another hit does.

    One of Lethal Hits is an ordinary wound for certain: no better where the wound roll is likely to be critical itself.
    """
    if gun.sustained is not None:
        return True
    return gun.lethal and gets_through(to_save, gun, model, False) > by_wound_roll(to_save, gun, model)


def by_wound_roll(to_save: ToSave, gun: Gun, model: TargetModel) -> Fraction:
    """What a hit comes to that must still roll to wound: attacks that get through to the model."""
    rolled = charts.to_wound(Hashed(gun))
    through = {critical: gets_through(to_save, gun, model, critical) for critical in (True, False)}
    return of_roll(rolled, through)


def of_roll(rolled: charts.Rolled, worth: Mapping[bool, Fraction]) -> Fraction:
    """What a roll comes to of which a success is worth so much, a critical one (True) and another."""
    of_face = {
        face: worth[face >= rolled.critical] if face >= (rolled.need.target or 7) else Fraction(0) for face in SIX_FACES
    }
    mean = sum(of_face.values(), Fraction(0)) / 6
    return sum((mean if face in rolled.again else of_face[face] for face in SIX_FACES), Fraction(0)) / 6


def gets_through(to_save: ToSave, gun: Gun, model: TargetModel, critical: bool) -> Fraction:
    """The chance that a wound gets past the save, and of each point of it that Feel No Pain does not stop it."""
    mortal = critical and bool(gun.devastating)
    fired = gun.critical if critical and gun.critical else Hashed(gun)
    save = None if mortal else to_save(model, Wound(fired)).target
    pain = charts.pain_of(gun, model, mortal)
    past = Fraction(1) if save is None else Fraction(save - 1, 6)
    return past * (Fraction((pain.target or 7) - 1, 6) if pain else 1)


# A whole weapon ------------------------------------------------------------------------------------------------------


def expected(to_save: ToSave, gun: Gun, model: TargetModel) -> Fraction:
    """Wounds that one such weapon is expected to cost models of this kind; what one of them does not have is wasted."""
    made = gun.attacks
    each = made.times * average(made.base) + sum(map(average, made.more)) - made.less
    attacks = max(Fraction(1), each) + made.blast + sum(map(average, made.beside))
    if gun.mortal:
        return attacks * Fraction(7 - gun.mortal, 6) * average(gun.mortal_wounds)
    hit = by_wound_roll(to_save, gun, model)
    if gun.skill is not None:
        critical = gets_through(to_save, gun, model, False) if gun.lethal else hit
        critical += hit * average(gun.sustained) if gun.sustained else 0
        hit = of_roll(charts.to_hit(Hashed(gun)), {True: critical, False: hit})
    return attacks * hit * damage_to(gun, model)


def damage_to(gun: Gun, model: TargetModel) -> Fraction:
    """Wounds that an attack which gets through costs on average."""
    law, whole = totals(gun.damage.dice, gun.damage.sides)
    points = ((charts.damage_of(Hashed(gun), model, total + gun.damage.plus), ways) for total, ways in law)
    return Fraction(sum(ways * min(model.wounds, lost) for lost, ways in points), whole)


def average(amount: Amount) -> Fraction:
    return Fraction(amount.average)  # halves, which a float has exactly
