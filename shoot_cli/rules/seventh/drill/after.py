"""Questions about what is noted after the shots: Wounds that are left, tests, charges, states."""

from __future__ import annotations

from shoot_cli.core.pools import Line, Rank
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    Meet,
    a,
    a_unit,
    arm,
    at_models,
    at_table,
    counted,
    dice_text,
    meetings,
    met,
    numbers_near,
    rolls_to_hit,
    shots_text,
)
from shoot_cli.rules.seventh.drill.saving import BARE, a_wound
from shoot_cli.rules.seventh.profiles import Army, Unit
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps.attack import attack_of, begin_attack, end_attack
from shoot_cli.rules.seventh.steps.end import pinning_test
from shoot_cli.rules.seventh.steps.save import roll_to_save
from shoot_cli.rules.seventh.steps.turns import battle_of
from shoot_cli.rules.seventh.tokens import Unsaved


def quarter(source: Source) -> Quiz:
    meet = met(source, lambda meet: at_models(meet) and sum(n for _, n in meet.target.models) > 2)
    n = source.random.randint(3, 30) if meet is None else sum(n for _, n in meet.target.models)
    name = "A unit" if meet is None else meet.target.name
    right = charts.casualties_for_morale(n)
    text = f"{name} began the phase with {n} models. How many must it lose in the phase to take a Morale check?"
    because = f"a quarter of {n}, rounded up: {right}"
    wrong = numbers_near(source, right, n // 4, n // 4 + 1, -(-n // 2), least=1)
    return source.quiz(text, right, wrong, because, {"n": n})


MAY, MAY_NOT, ANY = "only the unit it shot at", "nobody", "any enemy unit"


def charge(source: Source) -> Quiz:
    meet = met(source, lambda meet: rolls_to_hit(meet) and not meet.bearer.vehicle)
    if meet is None:
        weapon = arm(
            source.one(("boltgun", "storm bolter", "bolt pistol", "heavy bolter", "grav gun", "meltagun", "shoota"))
        )
        type, rules = source.one(
            (
                ("Infantry", ()),
                ("Infantry", ()),
                ("Bike", ()),
                ("Infantry", ("Relentless",)),
                ("Monstrous Creature", ()),
                ("Infantry", ("Slow and Purposeful",)),
            )
        )
        if type == "Monstrous Creature":  # none of them carries a pistol
            weapon = arm("heavy bolter")
    else:
        weapon, type = meet.weapon, meet.unit.type.removesuffix(" (Character)")
        rules = tuple(
            rule for rule in ("Relentless", "Slow and Purposeful") if meet.bearer.has(rule) or rule in meet.unit.rules
        )
    mine, theirs = a_unit(weapon, 5, type, rules), a_unit(arm("boltgun"), 5).but(name="Foes")
    b = battle_of(Army("", "Mine", (mine,)), Army("", "Theirs", (theirs,))).but(unit=0, target=0)
    after = end_attack(begin_attack(b, at_table()).but(fired=(weapon.name,)), at_table())
    names = {mark.name for mark in after.sides[0].companies[0].marks}
    right = MAY_NOT if marks.NO_CHARGE in names else MAY if marks.ONLY_CHARGE + "Foes" in names else ANY
    words = ", ".join((type, *rules))
    name = "A unit" if meet is None else meet.unit.name
    gun = f"{weapon.name} ({shots_text(weapon)})"
    text = f"{name} ({words}) fired its {gun} and nothing else. Whom may it charge this turn?"
    why = f"{weapon.type} stops a charge" if right == MAY_NOT else f"{weapon.type} leaves {words} free to charge"
    facts = {"weapon": weapon.type, "type": type, "rules": rules}
    return source.quiz(text, right, [MAY, MAY_NOT, ANY, "any enemy unit but that one"], f"{why}: {right}", facts)


def tough(meet: Meet) -> bool:
    return (
        at_models(meet)
        and meet.weapon.strength is not None
        and meet.model.wounds > 1
        and meet.model.feel_no_pain is None
        and "Swarm" not in meet.target.type
    )


def wounds_left(source: Source) -> Quiz:
    """Instant Death or a Wound, by the Toughness of the very model."""
    toughness, wounds = source.one((3, 4, 5, 6)), source.one((2, 3, 4))
    strength, eternal = (
        source.one((2 * toughness - 1, 2 * toughness, 2 * toughness, toughness + 1, 10)),
        source.random.random() < 0.15,
    )
    strength, who = min(10, strength), ""
    if source.own or source.one((True, False)):
        meet = source.found(tough_meetings)
        if meet is not None:
            toughness, wounds, strength, who = (
                meet.model.toughness,
                meet.model.wounds,
                meet.weapon.strength or 1,
                a(meet.model.name),
            )
            eternal = meet.model.has("Eternal Warrior")
    kind = BARE.but(toughness=toughness, wounds=wounds, eternal_warrior=eternal, armour=None)
    ((blow, _),) = roll_to_save(a_wound(1, strength=strength), 1, kind, at_table())
    assert isinstance(blow, Unsaved)
    left = max(0, wounds - blow.points)
    rule = ", Eternal Warrior" if eternal else ""
    others = "" if who else f"In a unit of mostly Toughness {3 if toughness != 3 else 4}, "
    one = "one" if others else "One"
    text = (
        f"{others}{one} unsaved Wound of Strength {strength} goes to {who or 'a model'} (Toughness {toughness}, "
        f"{counted(wounds, 'Wound')}{rule}). How many Wounds has it left?"
    )
    death = charts.instant_death(kind, a_wound(1, strength=strength))
    why = (
        f"{strength} is less than twice Toughness {toughness}: 1 Wound lost"
        if death is None
        else "Instant Death, but Eternal Warrior: 1 Wound lost"
        if eternal
        else f"{strength} is at least twice {toughness}: Instant Death"
    )
    facts = {"s": strength, "t": toughness, "w": wounds, "eternal": eternal}
    wrong = numbers_near(source, left, 0 if left else wounds - 1, wounds - 1, wounds)
    return source.quiz(text, left, wrong, f"{why}, {left} left", facts)


def tough_meetings(shooter: Unit, target: Unit) -> list[tuple[Meet, float]]:
    return [(meet, weight) for meet, weight in meetings(shooter, target) if tough(meet)]


def own_toughness(source: Source) -> Quiz:
    """Whose Toughness is doubled."""
    source.must_meet(tough_meetings, lambda meet: True)
    own = source.random.randint(2, 5)
    most = source.one(t for t in range(2, 6) if t != own)
    n = source.random.randint(3, 9)
    kind = BARE.but(toughness=own)
    right = next(s for s in range(1, 20) if charts.instant_death(kind, a_wound(1, strength=s)))
    text = (
        f"{n} models of Toughness {most} and one of Toughness {own}, with 3 Wounds, are shot at. "
        "From which Strength on is a Wound Instant Death for that one?"
    )
    because = f"twice its own Toughness {own}: {right}"
    wrong = [str(x) for x in (2 * most, right - 1, right + 1, own + 4, right + 2) if x != right and x > 0]
    return source.quiz(text, right, wrong, because, {"own": own})


PINNED, STANDS, RUNS = "it has gone to ground", "nothing", "it falls back"


def pinning(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: at_models(meet) and meet.weapon.has("Pinning"))
    leadership, down = source.one((6, 7, 8, 9)), source.random.random() < 0.15
    rules = source.one(((), (), (), ("Fearless",)))
    dice = (source.random.randint(1, 6), source.random.randint(1, 6))
    target = a_unit(arm("boltgun"), 8, "Infantry", rules, leadership=leadership)
    s = attack_of(a_unit(arm("boltgun")), target).but(pinning=True, on_ground=down)
    s = pinning_test(s, at_table(pinning={"first": [*dice]}))
    right = PINNED if s.pinned else STANDS
    what = "Fearless infantry" if rules else "Infantry"
    ground = " that has gone to ground already" if down else ""
    text = (
        f"{what} (Leadership {leadership}){ground} has lost a model to a Pinning weapon; all weapons have fired. "
        f"2D6 show {dice_text(dice)}. What comes of it?"
    )
    right = STANDS if down else right
    total = sum(dice)
    why = (
        "it is down already, no test"
        if down
        else "Fearless, no test"
        if rules
        else f"{total} against Leadership {leadership}"
    )
    facts = {"ld": leadership, "dice": dice, "fearless": bool(rules), "down": down}
    others = [PINNED, STANDS, RUNS, "it may not shoot next turn"]
    return source.quiz(text, right, others, f"{why}: {right}", facts)


def swarms(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: meet.target.has("Swarms") or "Swarm" in meet.target.type)
    unsaved, wounds, blast = source.one((1, 2)), source.one((4, 5, 6)), source.one((True, True, False))
    kind = BARE.but(swarm=True, wounds=wounds, toughness=3, armour=None)
    pool = roll_to_save(a_wound(5, *(("Blast", "Ignores Cover") if blast else ())), unsaved, kind, at_table())
    line = Line((Rank(kind, 1, wounds),), sum(blow.points * n for blow, n in pool if isinstance(blow, Unsaved)))
    left = line.standing()[0].left if line.standing() else 0
    text = (
        f"A Swarm base (the Swarms rule, {wounds} Wounds, Toughness 3) suffers {counted(unsaved, 'unsaved Wound')} of "
        f"Strength 4 from a {'Blast weapon' if blast else 'boltgun'}. How many Wounds are left?"
    )
    why = f"Blast and Template Wounds count twice: {left} left" if blast else f"no Blast or Template: {left} left"
    wrong = numbers_near(source, left, wounds - unsaved, max(0, wounds - 2 * unsaved), 0)
    facts = {"unsaved": unsaved, "wounds": wounds, "blast": blast}
    return source.quiz(text, left, wrong, why, facts)


DRILLS = (
    Drill("bookkeeping", "7E-END-2", quarter, 3),
    Drill("bookkeeping", "7E-NOM-5", charge, 3),
    Drill("bookkeeping", "7E-SAV-12", wounds_left, 2),
    Drill("toughness", "7E-SAV-12", own_toughness, 2),
    Drill("bookkeeping", "7E-END-1", pinning),
    Drill("bookkeeping", "7E-ALC-12", swarms),
)
