"""Test vectors of characters that joined, effects in force and things that fly, by the odds of the program."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.seventh.helpers.attack_words import Attack, Effect, Gun, Kind, Run, Side
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
    creature,
    of,
    one,
    shooter,
    told,
    vehicle,
)
from tests.rules.seventh.helpers.program_odds import Odds
from tests.rules.seventh.vectors.joined_and_flying import VECTORS, F, Values


def hits(side: Side, target: Side, **more: Any) -> Fraction:
    return Odds(Attack(side, target, **more)).hit


def hurts(gun: Gun, target: Side, **more: Any) -> Fraction:
    """That one hit costs a wound."""
    return Odds(Attack(shooter(gun), target, **more)).hurts


def saved(gun: Gun, target: Side, **more: Any) -> Fraction:
    return Odds(Attack(shooter(gun), target, **more)).saved


def outcome(side: Side, armour: int, *effects: str, **more: Any) -> Values:
    return Odds(Attack(side, at(vehicle(armour), effects=effects), **more)).glances_and_penetrates


# Flyers, and what flies ------------------------------------------------------------------------------------------------


def tv_72() -> Values:
    """The fifth alone can wound: so its hits are known apart."""
    strong = [Gun(f"gun {n}", "Heavy", 1, 0, 48, 6) for n in range(4)]
    weak = Gun("gun 4", "Heavy", 1, 0, 48, 5, rules=of("Fleshbane"))
    side = at(vehicle(10, 3, FLYER, guns=(*strong, weak)), flight="zooming")
    odds = Odds(Attack(side, at(one(Kind("Rock", 9, toughness=10))), speed="cruising"))
    fifth = odds.expected("wounds") / F(5, 6)
    return (odds.expected("hits") - fifth) / 4, fifth


def tv_73() -> Values:
    flak, zooms = shooter(ONE._replace(rules=of("Skyfire"))), at(vehicle(type=FLYER), flight="zooming")
    return hits(flak, zooms), hits(shooter(), zooms), hits(flak, at(BOYZ))


def tv_74() -> Values:
    side = shooter(LASCANNON._replace(rules=of("Twin-linked")))
    return (Odds(Attack(side, at(vehicle(12, type=FLYER), flight="zooming"), jink=True)).chance("damage"),)


def tv_75() -> Values:
    group = vehicle(10, 3, FLYER, "Strafing Run", guns=(Gun("heavy bolter", "Heavy", 3, 0, 36, 5, 4),))
    side = at(group, flight="zooming")
    return (
        hits(side, at(BOYZ), speed="combat"),
        hits(side, at(vehicle(type=SKIMMER)), speed="combat", skyfire=False),
        hits(side._replace(state="jinked"), at(BOYZ), speed="combat"),
    )


def tv_76() -> Values:
    sure = ONE._replace(strength=10, rules=of("Armourbane"))  # penetrates AV10 with whatever is rolled

    def by(*rules: str) -> Fraction:
        return 1 - Odds(Attack(shooter(sure), at(vehicle(10, 3, FLYER, *rules), flight="zooming"), jink=True)).hurts

    return by("Agile"), by()


def tv_77() -> Values:
    def crashes(ap: int) -> Fraction:
        sure = ONE._replace(strength=10, ap=ap, rules=of("Armourbane"))
        odds = Odds(Attack(shooter(sure), at(vehicle(10, 3, FLYER), flight="zooming")))
        return odds.chance("crashes") / odds.expected("hits")

    return tuple(map(crashes, (2, 4, 1)))


def crash(kind: Kind, **answers: Any) -> Odds:
    """A Flyer that one hit brings down, over who shot."""
    sure = ONE._replace(strength=10, ap=4, rules=of("Armourbane", "Skyfire"))
    side = Side((one(kind._replace(n=1, guns=(sure,)), name="Shooters"),))
    return Odds(Attack(side, at(vehicle(10, 1, FLYER), flight="zooming")), **answers)


def tv_78() -> Values:
    def dies(kind: Kind) -> Fraction:
        odds = crash(kind, under__Shooters=1)
        return odds.chance("own_slain") / odds.chance("crashes")

    return dies(MARINE), dies(GUARDSMAN)


def tv_84() -> Values:
    target = at(creature(6), flight="swooping")
    one_, three = (Odds(Attack(shooter(LASCANNON, n=n), target)) for n in (1, 3))
    return one_.chance("damage"), three.chance("damage"), three.chance("damage") * F(1, 3)


# Characters that joined ------------------------------------------------------------------------------------------------


def tv_85() -> Values:
    weak = GUARDSMAN._replace(toughness=3)
    return tuple(Odds(Attack(shooter(), at(one(weak._replace(n=n)), captain()))).wounds for n in (9, 1))


def tv_86() -> Values:
    gun = ONE._replace(strength=5, ap=3, rules=of("Fleshbane"))  # no Instant Death
    order = (Run(1, "Captain"), Run(5, "Marine"))
    odds = Odds(Attack(shooter(gun), at(one(MARINE), captain(toughness=6)), order))
    wounds = odds.expected("wounds")
    marine = odds.chance("slain")
    return marine / wounds, (odds.chance("damage") - marine) / wounds


def tv_87() -> Values:
    target, gun = at(one(MARINE), captain("Stealth")), ONE._replace(ap=3)
    return saved(gun, target, cover="ruin"), saved(gun, target)


def tv_88() -> Values:
    def lascannon(*rules: str) -> Fraction:
        side = shooter(LASCANNON, moved=True)
        return hits(side._replace(groups=(*side.groups, captain(*rules))), at(BOYZ))

    return lascannon("Slow and Purposeful"), lascannon("Relentless")


def tv_89() -> Values:
    """Of one wound by Pinning."""
    gun = ONE._replace(strength=9, ap=2, rules=of("Pinning"))

    def stands(*joined: Any) -> Fraction:
        odds = Odds(Attack(shooter(gun), at(one(MARINE._replace(leadership=7)), *joined)))
        return 1 - odds.chance("pinned") / odds.chance("damage")

    return stands(captain(ld=10)), stands()


def tv_90() -> Values:
    """Two hits, one Marine: of the second, once he is dead."""
    gun = ONE._replace(strength=10, ap=2)
    target = at(one(MARINE._replace(n=1)), captain())
    law = Odds(Attack(shooter(gun, n=2), target)).law("slain")
    wound = F(2, 3) * F(5, 6)
    return (law[2] / wound**2 * F(5, 6),)


# Effects in force ------------------------------------------------------------------------------------------------------


def tv_91() -> Values:
    return tuple(hits(shooter(skill=3, effects=told(word)), at(BOYZ)) for word in ("Prescience", "hit ones"))


def tv_92() -> Values:
    return (hits(shooter(BOLTGUN, effects=told("Bolter Drill")), at(BOYZ)),)


def tv_93() -> Values:
    side = shooter(skill=3, markerlights=("pinpoint 2",))
    return hits(side, at(BOYZ)), hits(side._replace(state="falling back"), at(BOYZ))


def tv_94() -> Values:
    lasgun = Gun("lasgun", "Rapid Fire", 1, 0, 24, 3)
    side = shooter(lasgun, 3, 10, effects=told("First Rank, Fire! Second Rank, Fire!"))
    return tuple(Odds(Attack(side, at(BOYZ), distance=inches)).expected("hits") for inches in (12, 24))


def tv_95() -> Values:
    return tuple(hurts(ONE, at(one(TERMINATOR), effects=effects)) for effects in (("Misfortune",), ()))


def tv_96() -> Values:
    plasma = Gun("plasma gun", "Assault", 1, 0, 24, 7, 2)
    return tuple(hurts(plasma, at(one(GUARDSMAN), effects=effects)) for effects in (("Forewarning",), ()))


def tv_97() -> Values:
    target = at(BOYZ, effects=("Invisibility",))
    return hits(shooter(), target), hits(shooter(ONE._replace(rules=of("Twin-linked"))), target)


def tv_98() -> Values:
    krak = shooter(Gun("krak", "Heavy", 1, 0, 48, 8, 3))
    return Odds(Attack(shooter(), at(BOYZ, effects=("Doom",)))).wounds, *outcome(krak, 13, "Doom")


def tv_99() -> Values:
    guard = one(MARINE._replace(armour=None))
    return tuple(saved(ONE, at(guard, effects=(f"cover -{n}",)), cover="ruin") for n in (1, 2, 3))


def tv_100() -> Values:
    return (saved(ONE._replace(ap=None), at(one(MARINE), effects=("Fortune",))),)


def tv_101() -> Values:
    return outcome(shooter(ONE._replace(strength=8)), 10, "Ramshackle")


def tv_102() -> Values:
    plain = one(Kind("Warrior", 1, wounds=3))
    gun = ONE._replace(strength=6)
    out: list[Fraction] = []
    for effects in (("Enfeeble",), ()):
        odds = Odds(Attack(shooter(gun), at(plain, effects=effects)))
        out += [odds.wounds, odds.chance("slain") / odds.chance("damage")]
    return tuple(out)


def tv_103() -> Values:
    side = shooter(Gun("pulse rifle", "Rapid Fire", 1, 0, 30, 5, 5), 3, effects=(Effect("shots +1", "pulse rifle"),))
    return (Odds(Attack(side, at(BOYZ), distance=15)).expected("hits"),)


def tv_104() -> Values:
    gun = ONE._replace(strength=7, ap=None)  # no Instant Death
    endures = at(one(MARINE._replace(n=1)), effects=("Endurance",))
    plain = at(one(MARINE._replace(n=1, pain=5)))
    return tuple(1 - saved(gun, target) for target in (endures, plain))


def tv_105() -> Values:
    return hits(shooter(effects=told("Blind")), at(BOYZ)), hits(shooter(), at(BOYZ))


def tv_106() -> Values:
    monster = one(Kind("Carnifex", 1, toughness=6, wounds=4), type="Monstrous Creature")
    return (Odds(Attack(shooter(LASCANNON, effects=told("Bring it Down!")), at(monster))).wounds,)


def tv_107() -> Values:
    gun = ONE._replace(ap=2)
    return tuple(1 - saved(gun, at(one(TERMINATOR), effects=effects)) for effects in ((), ("Sanctuary",)))


# Corrected rules of vehicles, Swarms and saves -------------------------------------------------------------------------


def rends(gun: Gun, armour: int, **more: Any) -> Values:
    """With Rending and without."""
    sharp = gun._replace(rules=gun.rules | {"Rending"})
    return *outcome(shooter(sharp), armour, **more), *outcome(shooter(gun), armour, **more)


def tv_108() -> Values:
    return rends(ONE._replace(strength=8, rules=of("Melta")), 14)


def tv_109() -> Values:
    bane, melta = (rends(ONE._replace(strength=6, rules=of(rule)), 14) for rule in ("Armourbane", "Melta"))
    assert bane == melta
    return bane


def tv_110() -> Values:
    return outcome(Side((one(Kind("Shooter", 1, guns=(ONE._replace(rules=of("Rending")),)), "Tank Hunters"),)), 12)


def tv_111() -> Values:
    return rends(Gun("cannon", "Ordnance", 1, 0, 48, 6, 3), 13)[:2]


def swarm(doubles: str) -> Values:
    """One hit of a Blast that wounds on 2+."""
    gun = ONE._replace(strength=5, ap=None, rules=of("Blast"))
    base = one(Kind("Base", 1, toughness=3, wounds=3, pain=5), "Swarms")
    odds = Odds(Attack(shooter(gun), at(base), settings=(("swarms_fnp", doubles),)))
    law, wound = odds.law("damage"), odds.expected("wounds")
    return 1 - (1 - law[0]) / wound, law.get(1, F(0)) / wound, law[2] / wound


def tv_112() -> Values:
    return swarm("double_first")


def tv_113() -> Values:
    return swarm("fnp_first")


def explosion(kind: Kind, n: int) -> Odds:
    """Of a vehicle that one of so many takes to pieces, all of them near."""
    sure = ONE._replace(strength=10, ap=1, rules=of("Armourbane"))
    kinds = (kind._replace(n=1, name="Gunner", guns=(sure,)), kind._replace(n=n - 1))
    return Odds(Attack(Side((one(kinds[0], name="Shooters")._replace(kinds=kinds),)), at(vehicle(10, 3)), near=n))


def tv_114() -> Values:
    odds = explosion(MARINE, 4)
    explodes = odds.chance("explodes")
    return odds.mean("own_slain") / explodes, 1 - odds.chance("own_slain") / explodes


def tv_115() -> Values:
    """Whoever is inside takes the same hits as who is near."""
    odds = explosion(GUARDSMAN, 6)
    return (odds.mean("own_slain") / odds.chance("explodes"),)


def tv_116() -> Values:
    gun, target = ONE._replace(ap=4), at(one(MARINE))
    attack = Attack(shooter(gun), target, cover="ruin")
    return Odds(attack).saved, Odds(attack, save="cover").saved


WORKED_OUT: dict[str, Callable[[], Values]] = {
    name.upper().replace("_", "-"): work for name, work in list(globals().items()) if name.startswith("tv_")
}


@pytest.mark.parametrize("vector", WORKED_OUT)
def test_the_program_gives_the_vector(vector: str) -> None:
    rules, sentence, wanted = VECTORS[vector]
    assert WORKED_OUT[vector]() == wanted, f"{sentence} ({rules})"


def test_the_others_are_of_battles() -> None:
    """Passengers, a marker that scatters and Grounding: ``test_crash.py``, ``test_grounding.py``."""
    assert set(VECTORS) - set(WORKED_OUT) == {"TV-79", "TV-80", "TV-81", "TV-82", "TV-83"}
