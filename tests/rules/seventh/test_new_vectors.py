"""Test vectors of characters that joined, effects in force and things that fly, worked out by the oracles.

The oracles know the rules in words alone; the steps of the program are held against them elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.seventh.helpers.attack_words import Attack, Effect, Group, Gun, Kind, Run, Side
from tests.rules.seventh.helpers.plain_units import (
    BOLTGUN,
    BOYZ,
    FLYER,
    GUARDSMAN,
    LASCANNON,
    MARINE,
    ONE,
    SKIMMER,
    TERMINATOR,
    at,
    captain,
    chance,
    creature,
    expected,
    expected_hits,
    glance_and_penetration,
    hits,
    lost_by_hit,
    of,
    one,
    saves,
    shooter,
    slain,
    told,
    unsaved,
    vehicle,
    wounds_it,
)
from tests.rules.seventh.oracles.barrels import whole
from tests.rules.seventh.oracles.falling import at_creature, fall, falls, falls_on, stays
from tests.rules.seventh.oracles.firing import Law
from tests.rules.seventh.oracles.flying import crash_by, one_hit, penetration_chances
from tests.rules.seventh.oracles.joined import Need, after_shots, leadership, passes, wounds, wounds_lost
from tests.rules.seventh.oracles.saves import Fate, Table, lost
from tests.rules.seventh.oracles.volley import HitKind, chance_to_hit
from tests.rules.seventh.vectors.joined_and_flying import VECTORS, F, Values

# The vectors -----------------------------------------------------------------------------------------------------------


def tv_72() -> Values:
    guns = tuple(Gun(f"gun {n}", "Heavy", 1, 0, 48, 9 - n) for n in range(5))
    side = at(vehicle(10, 3, FLYER, guns=guns), flight="zooming")
    attack = Attack(side, at(BOYZ), speed="cruising")
    chances = [chance_to_hit(attack, gun.name) for gun in guns]
    assert len(set(chances[:4])) == 1
    return chances[0], chances[4]


def tv_73() -> Values:
    flak, zooms = shooter(ONE._replace(rules=of("Skyfire"))), at(vehicle(type=FLYER), flight="zooming")
    return hits(flak, zooms), hits(shooter(), zooms), hits(flak, at(BOYZ))


def tv_74() -> Values:
    side = shooter(LASCANNON._replace(rules=of("Twin-linked")))
    attack = Attack(side, at(vehicle(12, type=FLYER), flight="zooming"), jink=True)
    through = sum(penetration_chances(attack, "lascannon"), F(0))
    return (hits(side, attack.target) * through,)


def tv_75() -> Values:
    group = vehicle(10, 3, FLYER, "Strafing Run", guns=(Gun("heavy bolter", "Heavy", 3, 0, 36, 5, 4),))
    side = at(group, flight="zooming")
    return (
        hits(side, at(BOYZ), speed="combat"),
        hits(side, at(vehicle(type=SKIMMER)), speed="combat"),
        hits(side._replace(state="jinked"), at(BOYZ), speed="combat"),
    )


def tv_76() -> Values:
    sure = ONE._replace(strength=10, rules=of("Armourbane"))  # penetrates AV10 with whatever is rolled

    def saved(*rules: str) -> Fraction:
        attack = Attack(shooter(sure), at(vehicle(10, 3, FLYER, *rules), flight="zooming"), jink=True)
        return one_hit(attack, HitKind("Shooter", sure), frozenset())["nothing"]

    return saved("Agile"), saved()


def tv_77() -> Values:
    attack = Attack(shooter(), at(vehicle(type=FLYER), flight="zooming"))
    return tuple(crash_by(attack, ap) for ap in (2, 4, 1))


def tv_78() -> Values:
    return tuple(slain(falls_on(at(one(kind)), 1))[1] for kind in (MARINE._replace(n=1), GUARDSMAN))


def tv_79() -> Values:
    inside = (MARINE._replace(n=1), TERMINATOR)
    return tuple(slain(falls_on(at(one(kind)), 1, 10, armour=False))[1] for kind in inside)


def tv_80() -> Values:
    return (stays(),)


def tv_81() -> Values:
    return falls(), falls(traktor=True)


def lost_to_fall(group: Group) -> Law[int]:
    left = group.kinds[0].wounds
    return fall(Table(Attack(shooter(), at(group, flight="swooping"))), left)


def tv_82() -> Values:
    return tuple(falls() * (1 - lost_to_fall(group)[0]) for group in (creature(6), creature(5, 5)))


def tv_83() -> Values:
    return tuple(falls() * lost_to_fall(group)[4] for group in (creature(4), creature(4, 4)))


def tv_84() -> Values:
    def law(n: int) -> tuple[Fraction, Fraction]:
        ends = at_creature(Attack(shooter(LASCANNON, n=n), at(creature(6), flight="swooping")))
        hurt = sum((p for end, p in ends.items() if end.damage), F(0))
        return hurt, sum((p for end, p in ends.items() if end.falls), F(0))

    return law(1)[0], *law(3)


def tv_85() -> Values:
    weak = GUARDSMAN._replace(toughness=3)
    return tuple(wounds_it(shooter(), at(one(weak._replace(n=n)), captain())) for n in (9, 1))


def tv_86() -> Values:
    gun = ONE._replace(strength=10, ap=3, rules=of("Blast", "Fleshbane"))
    order = (Run(1, "Captain"), Run(5, "Marine"))
    attack = Attack(shooter(gun), at(one(MARINE), captain(toughness=6)), order)
    wounded = F(5, 6)  # of the hit; the vector begins with the Wound
    marine, he = (1 - wounds_lost(attack, name)[0] for name in ("Marine", "Captain"))
    return marine / wounded, he / wounded


def tv_87() -> Values:
    target = at(one(MARINE), captain("Stealth"))
    return chance(saves(target, 3, "ruin")), chance(saves(target, 3))


def tv_88() -> Values:
    def lascannon(*rules: str) -> Fraction:
        side = shooter(LASCANNON, moved=True)
        joined = side._replace(groups=(*side.groups, captain(*rules)))
        return hits(joined, at(BOYZ))

    return lascannon("Slow and Purposeful"), lascannon("Relentless")


def tv_89() -> Values:
    table = Table(Attack(shooter(), at(one(MARINE._replace(leadership=7)), captain(ld=10))))
    return passes(leadership(table, ("Marine", "Captain"))), passes(leadership(table, ("Marine",)))


def tv_90() -> Values:
    gun = ONE._replace(strength=10, ap=2, rules=of("Blast"))
    attack = Attack(shooter(gun), at(one(MARINE._replace(n=1)), captain()), (Run(1, "Captain"), Run(1, "Marine")))
    table = Table(attack)
    start = next(iter(after_shots(attack._replace(attacker=Side((Group("S", (Kind("S"),)),))))))  # nobody has shot
    gone = start._replace(own=whole(attack.attacker), men=((3,), ()))
    law = after_shots(attack, start=gone)
    assert table.man(0)[1].name == "Captain"
    return (sum((p for state, p in law.items() if sum(state.men[0]) < 3), F(0)),)


def tv_91() -> Values:
    return tuple(hits(shooter(skill=3, effects=told(word)), at(BOYZ)) for word in ("Prescience", "hit ones"))


def tv_92() -> Values:
    return (hits(shooter(BOLTGUN, effects=told("Bolter Drill")), at(BOYZ)),)


def tv_93() -> Values:
    side = shooter(skill=3, markerlights=("pinpoint 2",))
    assert hits(side, at(BOYZ)) == hits(shooter(skill=3, effects=told("snap bs +2")), at(BOYZ))
    return hits(side, at(BOYZ)), hits(side._replace(state="falling back"), at(BOYZ))


def tv_94() -> Values:
    lasgun = Gun("lasgun", "Rapid Fire", 1, 0, 24, 3)
    side = shooter(lasgun, 3, 10, effects=told("First Rank, Fire! Second Rank, Fire!"))
    return expected_hits(side, 12), expected_hits(side, 24)


def tv_95() -> Values:
    return tuple(unsaved(ONE, at(one(TERMINATOR), effects=effects)) for effects in (("Misfortune",), ()))


def tv_96() -> Values:
    plasma = Gun("plasma gun", "Assault", 1, 0, 24, 7, 2)
    return tuple(unsaved(plasma, at(one(GUARDSMAN), effects=effects)) for effects in (("Forewarning",), ()))


def tv_97() -> Values:
    target = at(BOYZ, effects=("Invisibility",))
    return hits(shooter(), target), hits(shooter(ONE._replace(rules=of("Twin-linked"))), target)


def tv_98() -> Values:
    krak = shooter(Gun("krak", "Heavy", 1, 0, 48, 8, 3))
    return wounds_it(shooter(), at(BOYZ, effects=("Doom",))), *glance_and_penetration(krak, 13, "Doom")


def tv_99() -> Values:
    guard = one(MARINE._replace(armour=None))
    return tuple(chance(saves(at(guard, effects=(f"cover -{n}",)), 7, "ruin")) for n in (1, 2, 3))


def tv_100() -> Values:
    gun = ONE._replace(strength=10, ap=None)
    return (1 - unsaved(gun, at(one(MARINE), effects=("Fortune",))) / F(5, 6),)


def tv_101() -> Values:
    return glance_and_penetration(shooter(ONE._replace(strength=8)), 10, "Ramshackle")


def tv_102() -> Values:
    plain = one(Kind("Warrior", 1, wounds=3))
    gun = ONE._replace(strength=6)
    out: list[Fraction] = []
    for effects in (("Enfeeble",), ()):
        law = lost_by_hit(gun, at(plain, effects=effects))
        out += [1 - law[0], law.get(3, F(0)) / (1 - law[0])]
    return tuple(out)


def tv_103() -> Values:
    pulse = Gun("pulse rifle", "Rapid Fire", 1, 0, 30, 5, 5)
    return (expected_hits(shooter(pulse, 3, effects=(Effect("shots +1", "pulse rifle"),)), 15),)


def tv_104() -> Values:
    gun = ONE._replace(strength=7)  # wounds on 2+, and is no Instant Death
    endures = at(one(MARINE._replace(n=1)), effects=("Endurance",))
    plain = at(one(MARINE._replace(n=1, pain=5)))
    return tuple(unsaved(gun, target) / F(5, 6) for target in (endures, plain))


def tv_105() -> Values:
    return hits(shooter(effects=told("Blind")), at(BOYZ)), hits(shooter(), at(BOYZ))


def tv_106() -> Values:
    monster = one(Kind("Carnifex", 1, toughness=6, wounds=4), type="Monstrous Creature")
    return (wounds_it(shooter(LASCANNON, effects=told("Bring it Down!")), at(monster)),)


def tv_107() -> Values:
    return tuple(1 - chance(saves(at(one(TERMINATOR), effects=effects), 2)) for effects in ((), ("Sanctuary",)))


def rends(gun: Gun, armour: int, **more: Any) -> Values:
    """With Rending and without."""
    sharp = gun._replace(rules=gun.rules | {"Rending"})
    return *glance_and_penetration(shooter(sharp), armour, **more), *glance_and_penetration(
        shooter(gun), armour, **more
    )


def tv_108() -> Values:
    return rends(ONE._replace(strength=8, rules=of("Melta")), 14)


def tv_109() -> Values:
    bane, melta = (rends(ONE._replace(strength=6, rules=of(rule)), 14) for rule in ("Armourbane", "Melta"))
    assert bane == melta
    return bane


def tv_110() -> Values:
    gun = ONE._replace(strength=4, rules=of("Rending"))
    return glance_and_penetration(shooter(gun, effects=told("gains Tank Hunters")), 12)


def tv_111() -> Values:
    return rends(Gun("cannon", "Ordnance", 1, 0, 48, 6, 3), 13)[:2]


def swarm(doubles: str) -> Values:
    law = lost(Fate(None, "", 5, False, False, False, doubles))
    return tuple(law.get(n, F(0)) for n in range(3))


def tv_112() -> Values:
    return swarm("double_first")


def tv_113() -> Values:
    return swarm("fnp_first")


def tv_114() -> Values:
    law = slain(falls_on(at(one(MARINE._replace(n=4))), 4, 4))
    return expected(law), law[0]


def tv_115() -> Values:
    return (expected(slain(falls_on(at(one(GUARDSMAN._replace(n=6))), 6, 4))),)


def tv_116() -> Values:
    armour, cover = saves(at(one(MARINE)), 4, "ruin"), saves(at(one(MARINE._replace(armour=None))), 4, "ruin")
    return chance(armour), chance(cover)


WORKED_OUT: dict[str, Callable[[], Values]] = {
    name.upper().replace("_", "-"): work for name, work in list(globals().items()) if name.startswith("tv_")
}


@pytest.mark.parametrize("vector", VECTORS)
def test_the_oracle_gives_the_vector(vector: str) -> None:
    rules, sentence, wanted = VECTORS[vector]
    assert WORKED_OUT[vector]() == wanted, f"{sentence} ({rules})"


def test_every_vector_is_worked_out() -> None:
    assert list(VECTORS) == list(WORKED_OUT) == [f"TV-{n}" for n in range(72, 117)]


def test_a_need_that_nothing_meets() -> None:
    """7E-WND-1: four more than the Strength."""
    assert wounds(Need(None, False, False, "failed")) == {0: 1}
