"""What a die does that shows this: the rules are run with the face given."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Pool
from shoot_cli.core.questions import Reason
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Thrown, having, if_met, plain_gun
from shoot_cli.rules.tenth.drill.saving import Saved, numbers_of
from shoot_cli.rules.tenth.drill.wounding import any_pair
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.profiles import Amount
from shoot_cli.rules.tenth.records import Change, Gun, Hit, Packet, Shot, Test
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test
from shoot_cli.rules.tenth.steps.hit import roll_to_hit
from shoot_cli.rules.tenth.steps.wound import roll_to_wound

MISS, HIT, CRITICAL = "a miss", "a hit, but not a Critical Hit", "a Critical Hit"
LETHAL, TWICE = "a wound, without a wound roll", "{n} hits"
WOUNDING = ("Anti-INFANTRY 4+", "Devastating Wounds")  # abilities that need no hit roll
FAILS, WOUNDS, PACKET = "no wound", "a wound, which may be saved", "a wound without any save"


def shot(gun: Hashed[Gun], die: int) -> Pool:
    return roll_to_hit(Shot(gun), 1, Thrown(die))


def outcome(pool: Pool) -> str:
    """Of one hit roll."""
    if any(type(thing) is Hit and thing.lethal for thing, _ in pool):
        return LETHAL
    hits = sum(n for _, n in pool)
    return MISS if not hits else "1 hit" if hits == 1 else TWICE.format(n=hits)


def change_of(value: int, why: str = "") -> tuple[Change, ...]:
    return (Change(value, Reason(why or f"{value:+d} to hit", "10E-FX-HIT-1")),) if value else ()


def natural_hit(source: Source) -> Quiz:
    die, skill, change = source.one(((1, 2, 1), (1, 3, 1), (6, 6, -1), (6, 5, -1), (1, 2, 0), (2, 2, -1), (5, 6, 1)))
    right = outcome(shot(plain_gun(skill=skill, to_hit=change_of(change)), die))
    text = f"BS{skill}+, {change:+d} to hit. A hit roll shows an unmodified {die}. What is it?".replace(
        ", +0 to hit", ""
    )
    always = {1: "an unmodified 1 always misses", 6: "an unmodified 6 always hits"}
    why = always.get(die, f"{die}{change:+d} against {skill}+".replace("+0", ""))
    facts = {"die": die, "skill": skill, "change": change}
    return source.quiz(text, right, [MISS, "1 hit", "2 hits", "a die to roll again"], f"{why}: {right}", facts)


def critical_hit(source: Source) -> Quiz:
    die, skill, change = source.one((3, 4, 5, 5, 6, 6)), source.one((2, 3, 4, 5, 6)), source.one((-1, 0, 1, 1))
    gun = plain_gun(skill=skill, to_hit=change_of(change))
    rolled = charts.to_hit(gun)
    right = CRITICAL if die >= rolled.critical else HIT if rolled.need.met_by(die) else MISS
    with_it = f", {change:+d} to hit" if change else ""
    text = f"BS{skill}+{with_it}. A die shows an unmodified {die}. What is it?"
    facts = {"die": die, "skill": skill, "change": change}
    modified = f"{die}{change:+d}" if change else f"{die}"
    why = f"{modified} does not reach {skill}+" if right == MISS else "only an unmodified 6 is critical"
    return source.quiz(text, right, [CRITICAL, HIT, MISS], f"{why}: {right}", facts)


def lethal_hits(source: Source) -> Quiz:
    die, skill = source.one((6, 6, 5, 4)), source.one((2, 3, 4))
    right = outcome(shot(plain_gun(skill=skill, lethal=True), die))
    text = f"BS{skill}+ with Lethal Hits. The hit roll shows an unmodified {die}. What is it?"
    wrong = [LETHAL, "1 hit", "2 hits", MISS]
    why = "a Critical Hit with Lethal Hits" if die == 6 else "no Critical Hit"
    return source.quiz(text, right, wrong, f"{why}: {right}", {"die": die, "skill": skill})


def sustained_hits(source: Source) -> Quiz:
    die, skill, x = source.one((6, 6, 6, 5)), source.one((2, 3, 4, 5)), source.one((1, 1, 2, 3))
    right = outcome(shot(plain_gun(skill=skill, sustained=Amount(plus=x)), die))
    text = f"BS{skill}+ with Sustained Hits {x}. The hit roll shows an unmodified {die}. What is it?"
    why = f"a Critical Hit scores {x} more" if die == 6 else "no Critical Hit"
    wrong = [f"{x + 2} hits", f"{x} hits" if x > 1 else "1 hit", "1 hit", f"{x + 1} hits", LETHAL]
    return source.quiz(text, right, wrong, f"{why}: {right}", {"die": die, "skill": skill, "x": x})


def torrent(source: Source) -> Quiz:
    voids, works = "it never comes about", "it works as with other weapons"
    ability = source.one(("Sustained Hits 1", "Sustained Hits 2", "Lethal Hits", *WOUNDING, *WOUNDING))
    changed: dict[str, Any] = {"lethal": ability == "Lethal Hits", "devastating": "current"}
    if ability.startswith("Sustained"):
        changed |= {"sustained": Amount(plus=int(ability[-1]))}
    if ability.startswith("Anti"):
        changed = {"critical_wound": 4}
    table = Thrown()
    pool = roll_to_hit(Shot(plain_gun(skill=None, **changed)), 1, table)
    assert outcome(pool) == "1 hit"
    if ability in WOUNDING:  # an unmodified 4 or 6 is a Critical Wound, as it is after a hit roll
        face = 4 if ability.startswith("Anti") else 6
        made = roll_to_wound(pool[0][0], 1, Thrown(face))
        right = works if made and (face == 4 or type(made[0][0]) is Packet) else voids
        why = Reason(f"it changes the wound roll, which is made as usual: {right}", "10E-INT-6")
        told = "hits need no roll, wounds do"
    else:
        right = voids if not any(entry.question is not None for entry in table.log) else works
        why, told = Reason("nothing comes of what changes hit rolls", "10E-INT-6"), "no hit roll, so no Critical Hit"
    wrong = [voids, works, "it counts for every hit", "it counts for half of the hits"]
    text = f"A Torrent weapon is given {ability}, and its target is INFANTRY. What comes of that when it fires?"
    return source.quiz(text, right, wrong, f"{told}: {right}", {"ability": ability}, more=[why])


def unseen(source: Source) -> Quiz:
    die, skill, still = source.one((2, 3, 3, 4, 5)), source.one((2, 3, 4)), source.one((True, False))
    misses = (NUMBERS.indirect_misses, "unseen", "10E-WPN-INDIRECT-2")
    gun = plain_gun(skill=skill, misses=misses, to_hit=(*change_of(-1), *change_of(int(still))))
    right = outcome(shot(gun, die))
    heavy = "Heavy and Remained Stationary" if still else "no other modifier"
    text = (
        f"BS{skill}+, Indirect Fire at a target that nobody of the unit sees; {heavy}. A hit roll shows an "
        f"unmodified {die}. What is it?"
    )
    why = (
        "an unmodified 1 to 3 misses, whatever the modifiers" if die < 4 else f"it needs {charts.to_hit(gun).need.text}"
    )
    facts = {"die": die, "skill": skill, "still": still}
    return source.quiz(text, right, [MISS, "1 hit", "a die to roll again"], f"{why}: {right}", facts)


def overwatch(source: Source) -> Quiz:
    die, skill = source.one((3, 5, 5, 6, 6)), source.one((2, 3, 4))
    right = outcome(shot(plain_gun(skill=skill, only_sixes=True), die))
    text = f"BS{skill}+, fired in Overwatch. A hit roll shows an unmodified {die}. What is it?"
    wrong = [MISS, "1 hit", "a die to roll again"]
    return source.quiz(text, right, wrong, f"in Overwatch only unmodified 6s hit: {right}", {"die": die})


# Wounds, saves and tests ---------------------------------------------------------------------------------------------


def wound(gun: Hashed[Gun], die: int) -> str:
    made = roll_to_wound(Hit(gun), 1, Thrown(die))
    return FAILS if not made else PACKET if type(made[0][0]) is Packet else WOUNDS


def natural_wound(source: Source) -> Quiz:
    strength, tough = any_pair(source, (2, 6, 6, 5))
    die = source.one((1, 6, 6, 5, 2))
    change = source.one((-1, -1, 1))
    changes = (Change(change, Reason(f"{change:+d} to wound", "10E-FX-WND-1")),)
    right = wound(plain_gun(strength=strength, toughness=tough, to_wound=changes), die)
    text = (
        f"Strength {strength} against Toughness {tough}, {change:+d} to wound. The wound roll shows an unmodified "
        f"{die}. What is it?"
    )
    base = charts.table(strength, tough)
    always = {1: "an unmodified 1 never wounds", 6: "an unmodified 6 always wounds"}
    why = always.get(die, f"the chart says {base}+, and {die}{change:+d} is {die + change}")
    facts = {"die": die, "strength": strength, "toughness": tough, "change": change}
    return source.quiz(text, right, [FAILS, WOUNDS, PACKET, "2 wounds"], f"{why}: {right}", facts)


def devastating(source: Source) -> Quiz:
    strength, tough = any_pair(source, (2, 3, 4, 5))
    die = source.one((6, 6, 5, 4))
    right = wound(plain_gun(strength=strength, toughness=tough, devastating="current"), die)
    text = (
        f"Devastating Wounds, Strength {strength} against Toughness {tough}. The wound roll shows an unmodified "
        f"{die}. What is it?"
    )
    why = "a Critical Wound" if die == 6 else "no Critical Wound, so the chart decides"
    facts = {"die": die, "strength": strength, "toughness": tough}
    return source.quiz(text, right, [PACKET, WOUNDS, FAILS, "2 wounds"], f"{why}: {right}", facts)


def lethal_and_devastating(source: Source) -> Quiz:
    die, skill = source.one((6, 6, 6, 5)), source.one((2, 3, 4))
    first = shot(plain_gun(skill=skill, lethal=True, devastating="current"), die)
    hit = first[0][0]
    made = roll_to_wound(hit, 1, Thrown(1))
    right = (
        (PACKET if made and type(made[0][0]) is Packet else WOUNDS) if hit.lethal else "a hit, to be rolled to wound"
    )
    text = f"BS{skill}+ with Lethal Hits and Devastating Wounds. The hit roll shows an unmodified {die}. What is it?"
    why = "a wound without a wound roll is never critical" if hit.lethal else "no Critical Hit"
    wrong = [PACKET, WOUNDS, "a hit, to be rolled to wound", MISS]
    return source.quiz(text, right, wrong, f"{why}: {right}", {"die": die})


def anti_critical(source: Source) -> Quiz:
    x, die = source.one((3, 4, 5)), source.one((2, 3, 4, 5))
    tough = source.one((8, 9, 10))
    gun = plain_gun(strength=4, toughness=tough, critical_wound=x, devastating="current")
    right = wound(gun, die)
    text = (
        f"Strength 4 with Anti-VEHICLE {x}+ and Devastating Wounds against a VEHICLE of Toughness {tough}. "
        f"The wound roll shows an unmodified {die}. What is it?"
    )
    why = f"{die} {'reaches' if die >= x else 'does not reach'} {x}+, and the chart says {charts.table(4, tough)}+"
    facts = {"die": die, "x": x, "toughness": tough}
    return source.quiz(text, right, [PACKET, WOUNDS, FAILS, "2 wounds"], f"{why}: {right}", facts)


def natural_save(source: Source) -> Quiz:
    found = numbers_of(source, (2, 3, 4, 5), (0, -1, -2, -3, -4, -5))
    save, ap, _ = found
    die = source.one((1, 6, 6, 6, 5))
    need = Saved(save, ap).need()
    right = "it is saved" if need.met_by(die) else "it is not saved"
    text = f"A model with Sv{save}+ and no cover rolls an unmodified {die} against AP{ap}. What comes of the wound?"
    why = "an unmodified 1 always fails" if die == 1 else f"{die}{ap or '-0'} against {save}+".replace("-0", "")
    wrong = ["it is saved", "it is not saved", "half of its damage is saved"]
    return source.quiz(text, right, wrong, f"{why}: {right}", {"die": die, "save": save, "ap": ap})


def hazardous(source: Source) -> Quiz:
    die = source.one((1, 1, 2, 6))
    failed = roll_hazardous_test(Test(False), 1, Thrown(die))
    right = f"the unit suffers {NUMBERS.hazard_wounds} mortal wounds" if failed else "nothing happens"
    wrong = [
        "the unit suffers 1 mortal wound",
        "the bearer is destroyed",
        "nothing happens",
        "the unit suffers 3 mortal wounds",
        "the weapon cannot fire again",
    ]
    text = f"The Hazardous test of a weapon shows a {die}. What happens?"
    return source.quiz(text, right, wrong, f"a {die}, where a 1 fails: {right}", {"die": die})


def demise(source: Source) -> Quiz:
    """The rule wants its number on one D6."""
    die, x = source.one((6, 6, 5, 1)), source.one(("D3", "D6", "1"))
    right = f'all units within {NUMBERS.demise_reach}" suffer' if die >= NUMBERS.demise_need else "nothing happens"
    wrong = [
        "nothing happens",
        'all enemy units within 6" suffer',
        'all units within 6" suffer',
        'all units within 3" suffer',
        "the unit that slew it suffers",
    ]
    text = f"A model with Deadly Demise {x} is destroyed, and its die shows a {die}. What happens?"
    return source.quiz(text, right, wrong, f"a {die}, where a 6 is wanted: {right}", {"die": die})


DRILLS = (
    Drill("six", "10E-HIT-2", natural_hit, 3),
    Drill("six", "10E-HIT-3", critical_hit, 3),
    Drill("six", "10E-WND-2", natural_wound, 2),
    Drill("six", "10E-SAV-2", natural_save, 2),
    Drill("six", "10E-WPN-LETHAL-1", if_met(having("Lethal Hits"), lethal_hits), 3),
    Drill("six", "10E-WPN-SUST-1", if_met(having("Sustained Hits"), sustained_hits), 3),
    Drill("six", "10E-WPN-DEV-2", if_met(having("Devastating Wounds"), devastating), 3),
    Drill("six", "10E-WPN-TORRENT-2", if_met(lambda one: one.weapon.skill is None, torrent)),
    Drill("six", "10E-WPN-INDIRECT-2", if_met(having("Indirect Fire"), unseen)),
    Drill("six", "10E-OOP-1", overwatch, 2),
    Drill("six", "10E-INT-1", if_met(having("Lethal Hits", "Devastating Wounds"), lethal_and_devastating)),
    Drill("six", "10E-INT-4", if_met(having("Anti", "Devastating Wounds"), anti_critical)),
    Drill("six", "10E-WPN-HAZ-2", if_met(having("Hazardous"), hazardous), 2),
    Drill("six", "10E-DEMISE-1", if_met(lambda one: one.victim.has("Deadly Demise"), demise)),
)
