"""Examples and sentences of the specification that are no vectors, by the oracles that know the rules in words alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.helpers.each import each
from tests.rules.seventh.helpers.attack_words import Attack, Effect, Gun, Kind, Readings, Run, known, words
from tests.rules.seventh.helpers.plain_units import (
    BOYZ,
    FLYER,
    LASCANNON,
    MARINE,
    ONE,
    at,
    captain,
    creature,
    glance_and_penetration,
    hits,
    of,
    one,
    saves,
    shooter,
    told,
    unsaved,
    vehicle,
    wounds_it,
)
from tests.rules.seventh.oracles.barrels import alive, barrels, whole
from tests.rules.seventh.oracles.falling import at_creature, scatter
from tests.rules.seventh.oracles.flying import at_vehicle
from tests.rules.seventh.oracles.joined import by_enumeration, fresh, friend, may_lie_down, open_questions, wounds_lost
from tests.rules.seventh.oracles.saves import Table
from tests.rules.seventh.oracles.volley import chance_to_hit

F = Fraction
FRAG = Gun("frag", "Heavy", 1, 0, 48, 4, 6, of("Blast"))

# Effects (EFF-1 to 8) --------------------------------------------------------------------------------------------------


def test_enfeeble_is_for_the_chart_as_well() -> None:
    assert wounds_it(shooter(), at(BOYZ, effects=("Enfeeble",))) == F(2, 3)
    assert wounds_it(shooter(), at(BOYZ, effects=("t +1",))) == F(1, 3)


@each(
    ("effects", "state", "wanted"),
    [
        (("bs +1",), "ready", F(5, 6)),
        (("bs +1",), "jinked", F(1, 6)),  # HIT-12
        (("bs +1", "bs -1"), "ready", F(2, 3)),  # EFF-3
        (("bs +2", "bs =1"), "ready", F(1, 6)),  # set last
        (("snap bs +1",), "jinked", F(1, 3)),
        (("hit failed",), "jinked", F(11, 36)),  # EFF-7
        (("hit failed", "hit ones"), "ready", F(8, 9)),
        (("bs +3", "hit ones"), "ready", F(35, 36)),  # HIT-3: in place of the chart of BS7
        (("bs +3",), "ready", F(8, 9)),
        (("snap only",), "ready", F(1, 6)),
    ],
)
def test_ballistic_skill(effects: tuple[str, ...], state: str, wanted: Fraction) -> None:
    assert hits(shooter(effects=told(*effects), state=state), at(BOYZ)) == wanted


def test_effects_are_kept_for_groups_of_models() -> None:
    """7E-IC-4: a squad is blinded, a Captain joins it."""
    him = captain()._replace(kinds=(captain().kinds[0]._replace(guns=(ONE,)),))
    squad = shooter(effects=(Effect("Blind", "Shooter"),))
    attack = Attack(squad._replace(groups=(*squad.groups, him)), at(BOYZ))
    assert [chance_to_hit(attack, "gun", who) for who in ("Shooter", "Captain")] == [F(1, 6), F(5, 6)]


def test_blind_is_no_snap_shot() -> None:
    """7E-EFF-4: Blast may fire."""
    for word, fires in (("Blind", True), ("snap only", False)):
        side = shooter(FRAG, effects=told(word))
        found = dict(barrels(Attack(side, at(BOYZ)), alive(side, whole(side))))
        assert bool(found["frag"]) == fires


def test_the_better_of_two_saves_that_are_set() -> None:
    marine = one(MARINE)
    assert saves(at(marine, effects=("invulnerable 5+", "invulnerable 4+")), 2) == 4
    assert saves(at(marine, effects=("Sanctuary",)), 2) == 6
    assert saves(at(marine, effects=("Jinx",)), 7) == 4
    assert saves(at(marine, effects=("Protect",)), 7) == 2
    assert saves(at(marine, effects=("cover 4+", "gains Stealth")), 2) == 3
    assert saves(at(marine, effects=("no cover",)), 2, "ruin") is None


def test_what_is_told_is_not_worse_than_what_they_have() -> None:
    guarded = one(MARINE._replace(invulnerable=4))
    assert saves(at(guarded, effects=("invulnerable 5+",)), 2) == 4
    assert saves(at(guarded, effects=("invulnerable -2", "invulnerable -1")), 2) == 6  # where worse stops
    assert saves(at(one(MARINE), effects=("invulnerable -1",)), 2) is None
    hardy = one(MARINE._replace(n=1, armour=None, pain=4))
    assert unsaved(ONE._replace(strength=7), at(hardy, effects=("fnp 6+",))) == F(5, 12)


def test_names_that_are_for_some_weapons() -> None:
    assert hits(shooter(LASCANNON, effects=told("Bolter Drill")), at(BOYZ)) == F(2, 3)
    lasgun = ONE._replace(name="lasgun")
    first_rank = told("First Rank, Fire! Second Rank, Fire!")
    for weapon, shots in ((lasgun, 2), (ONE, 1)):
        side = shooter(weapon, effects=first_rank)
        (fires,) = dict(barrels(Attack(side, at(BOYZ)), alive(side, whole(side))))[weapon.name]
        assert fires.shots == shots


@each(
    ("effects", "on", "wanted"),
    [
        ((), (), (F(1, 6), F(1, 3))),
        (("pen failed",), (), (F(1, 4), F(1, 2))),  # TV-60
        (("pen failed+glances",), (), (F(1, 9), F(5, 9))),  # TV-61
        (("pen ones",), (), (F(7, 36), F(7, 18))),
        ((), ("av +1",), (F(1, 6), F(1, 6))),
        ((), ("pen to glance 5+",), (F(5, 18), F(2, 9))),
        (("pen failed",), ("Kustom Force Field",), (F(1, 6), F(1, 3))),
    ],
)
def test_penetration(effects: tuple[str, ...], on: tuple[str, ...], wanted: tuple[Fraction, Fraction]) -> None:
    assert glance_and_penetration(shooter(LASCANNON, effects=told(*effects)), 13, *on) == wanted


def test_two_kinds_of_feel_no_pain() -> None:
    plain = one(MARINE._replace(n=1, armour=None, pain=6))
    assert unsaved(ONE._replace(strength=7), at(plain, effects=("fnp 4+", "fnp 5+"))) == F(5, 12)


def test_a_word_that_nobody_knows_is_refused() -> None:
    """7E-EFF-8."""
    assert known("bs +1")
    assert not known("bs 1")
    assert not known("Presience")
    with pytest.raises(AssertionError):
        words(at(BOYZ, effects=("Presience",)), BOYZ.kinds[0])


# Joined characters (IC-1 to 6) -----------------------------------------------------------------------------------------


def test_a_fearless_character_keeps_all_on_their_feet() -> None:
    there = frozenset(("Marine", "Captain"))
    for rules, may in (((), True), (("Fearless",), False), (("Zealot",), False)):
        table = Table(Attack(shooter(), at(one(MARINE), captain(*rules))))
        assert may_lie_down(table, there) == may
        assert may_lie_down(table, frozenset(("Marine",)))  # once he is dead


def test_he_takes_wounds_only_as_they_come_to_him() -> None:
    gun = ONE._replace(strength=9, ap=2)
    behind = Attack(shooter(gun, n=2), at(one(MARINE._replace(n=3)), captain()))
    assert wounds_lost(behind, "Captain") == {0: 1}
    first = behind._replace(order=(Run(1, "Captain"), Run(3, "Marine")))
    assert set(wounds_lost(first, "Captain")) == {0, 3}  # Instant Death
    alone = first._replace(within_6=False)
    assert wounds_lost(alone, "Captain")[3] > wounds_lost(first, "Captain")[3]


def test_stealth_of_who_dies_first_is_an_open_question() -> None:
    gun = ONE._replace(strength=9, ap=2, shots=2)
    weak = captain("Stealth")._replace(kinds=(captain().kinds[0]._replace(invulnerable=None),))
    attack = Attack(
        shooter(gun), at(one(MARINE), weak), (Run(1, "Captain"), Run(5, "Marine")), cover="ruin", looks_out=False
    )
    assert open_questions(attack) == ("shared_ends_at_once",)
    slain = {
        at_once: sum((end.slain * p for end, p in by_enumeration(attack, Readings(at_once)).items()), F(0))
        for at_once in (False, True)
    }
    assert slain[False] < slain[True]


def test_who_is_as_near_and_farther_back_steps_in() -> None:
    """The proposal at 7E-ALC-6."""
    squad = one(MARINE)._replace(kinds=(MARINE, Kind("Gunner"), Kind("Sergeant", character=True)))
    for names, taker in (
        (("Marine", "Captain", "Gunner"), 2),
        (("Gunner", "Marine", "Captain"), 1),
        (("Captain", "Sergeant", "Gunner"), 2),  # a character does not: an open question
        (("Captain", "Sergeant"), None),
    ):
        table = Table(Attack(shooter(), at(squad, captain()), tuple(Run(1, name) for name in names)))
        assert friend(table, fresh(table), names.index("Captain")) == taker
    table = Table(Attack(shooter(), at(squad, captain()), (Run(1, "Captain"), Run(1, "Sergeant"), Run(1, "Gunner"))))
    assert friend(table._replace(readings=Readings(characters_step_in=True)), fresh(table), 0) == 1


def test_who_lies_down_is_not_pinned() -> None:
    gun = ONE._replace(strength=9, ap=2, rules=of("Blast", "Pinning"))
    attack = Attack(shooter(gun), at(one(MARINE)))
    assert any(end.pinned for end in by_enumeration(attack))
    for down in (attack._replace(target=at(one(MARINE), state="gone to ground")), attack._replace(lies_down=True)):
        assert not any(end.pinned for end in by_enumeration(down))


def test_pinning_is_tested_on_his_leadership() -> None:
    gun = ONE._replace(strength=9, ap=2, rules=of("Blast", "Pinning"))
    side = at(one(MARINE._replace(leadership=7)), captain(ld=10))
    alone = at(one(MARINE._replace(leadership=7)))

    def pinned(target: object) -> Fraction:
        law = by_enumeration(Attack(shooter(gun), target))  # type: ignore[arg-type]
        return sum((p for end, p in law.items() if end.pinned), F(0))

    assert (pinned(side), pinned(alone)) == (F(5, 6) * F(1, 12), F(5, 6) * F(5, 12))


# Flyers (FLY-1 to 11) --------------------------------------------------------------------------------------------------


def full(n: int, *rules: str, **more: object) -> list[Fraction]:
    guns = tuple(Gun(f"gun {place}", "Heavy", 1, 0, 48, 9 - place) for place in range(n))
    side = at(vehicle(10, 3, FLYER, *rules, guns=guns), flight="zooming")
    attack = Attack(side, at(BOYZ), speed="combat", **more)  # type: ignore[arg-type]
    return [chance_to_hit(attack, gun.name) for gun in guns]


def test_how_many_weapons_at_full_skill() -> None:
    assert full(6).count(F(2, 3)) == 4
    assert full(6, "Power of the Machine Spirit").count(F(2, 3)) == 5
    assert full(6, vector_strike=True).count(F(2, 3)) == 3  # FLY-11
    assert full(6, skyfire=True) == [F(1, 6)] * 6  # FLY-4
    assert full(3, full=(("gun 1", 1), ("gun 0", 0), ("gun 2", 1))) == [F(1, 6), F(2, 3), F(2, 3)]


def test_the_strongest_fire_at_full_skill() -> None:
    assert full(5) == [F(2, 3)] * 4 + [F(1, 6)]


@each(
    ("flight", "rules", "markers", "fires"),
    [
        ("zooming", (), "no", False),
        ("zooming", ("Skyfire",), "no", False),
        ("zooming", ("Skyfire",), "yes", True),
        ("zooming", (), "yes", False),
        ("hovering", (), "no", True),
    ],
)
def test_markers_at_what_is_hard_to_hit(flight: str, rules: tuple[str, ...], markers: str, fires: bool) -> None:
    """7E-FLY-5."""
    side = shooter(FRAG._replace(rules=FRAG.rules | set(rules)))
    attack = Attack(side, at(vehicle(type=FLYER), flight=flight), settings=(("skyfire_markers", markers),))
    assert bool(dict(barrels(attack, alive(side, whole(side))))["frag"]) == fires


def test_what_becomes_of_a_flyer_without_hull_points() -> None:
    sure = ONE._replace(strength=10, ap=4, rules=of("Armourbane", "Skyfire"), shots=1)
    for flight, end in (("zooming", "crashes"), ("hovering", "wrecked")):
        law = at_vehicle(Attack(shooter(sure), at(vehicle(10, 1, FLYER), flight=flight)))
        assert sum((p for found, p in law.items() if getattr(found, end)), F(0)) == F(2, 3)


def test_where_a_crash_comes_down() -> None:
    law = scatter()
    assert sum(law.values()) == 1
    assert law[0] == F(1, 3)
    assert law[7] == F(2, 3) * F(1, 6)


# Flying monsters (FMC-1 to 5) ------------------------------------------------------------------------------------------


def hurt(**more: object) -> Fraction:
    law = at_creature(Attack(shooter(LASCANNON), at(creature(6), flight="swooping"), **more))  # type: ignore[arg-type]
    return sum((p for end, p in law.items() if end.damage), F(0))


def test_jink_of_who_swoops() -> None:
    """7E-FMC-3."""
    assert (hurt(), hurt(jink=True)) == (F(5, 36), F(5, 72))


def test_who_glides_does_not_fall() -> None:
    law = at_creature(Attack(shooter(LASCANNON), at(creature(6), flight="gliding")))
    assert not any(end.tested or end.falls for end in law)


def test_vector_strike_takes_one_of_two_weapons() -> None:
    """7E-FMC-2, 7E-FLY-11."""
    guns = (ONE, ONE._replace(name="other"))
    group = creature(6)._replace(kinds=(creature(6).kinds[0]._replace(guns=guns),))
    for strikes, n in ((False, 2), (True, 1)):
        side = at(group, flight="swooping")
        found = barrels(Attack(side, at(BOYZ), vector_strike=strikes), alive(side, whole(side)))
        assert sum(bool(fires) for _, fires in found) == n


def test_a_hit_is_enough_in_the_sixth_edition() -> None:
    attack = Attack(shooter(LASCANNON), at(creature(6), flight="swooping"))
    each = at_creature(attack._replace(settings=(("grounding", "each_unit_that_hit"),)))
    tested = [sum((p for end, p in law.items() if end.tested), F(0)) for law in (at_creature(attack), each)]
    assert tested == [F(5, 36), F(1, 6)]


def test_no_save_against_the_fall_where_none_is_played() -> None:
    """Setting ``grounded_saves``."""
    for saves_, lost in (("invulnerable", F(5, 9)), ("none", F(5, 6))):
        attack = Attack(
            shooter(LASCANNON), at(creature(5, 5), flight="swooping"), settings=(("grounded_saves", saves_),)
        )
        law = at_creature(attack)
        falls = sum((p for end, p in law.items() if end.falls), F(0))
        assert sum((p for end, p in law.items() if end.lost_by_fall), F(0)) == falls * lost
