"""Questions about effects in force: what powers, orders, doctrines and markerlights change, and what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.joined import can_join, captain
from shoot_cli.rules.seventh.drill.old_meeting import (
    NO_SAVE,
    TARGET,
    Meet,
    a_unit,
    ap_text,
    arm,
    at_table,
    dice_of,
    dice_text,
    face,
    fired,
    meetings,
    numbers_near,
    shot_in,
    shots_in,
)
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.drill.to_hit import which_dice
from shoot_cli.rules.seventh.effects import in_force, read
from shoot_cli.rules.seventh.effects_known import KNOWN, NEXT_TURN, OWN_TURN_ENDS, PHASE, SHOT, UNTIL_SAID
from shoot_cli.rules.seventh.joining import joined
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.rolled_again import hits_again
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.line import standing
from shoot_cli.rules.seventh.steps.wound import roll_to_wound
from shoot_cli.rules.seventh.tokens import Hit, Marker, Shot, Standing, Wound

DOWN: Mapping[str, Any] = {"attacker_state": "gone to ground"}


def a_psyker(meet: Meet) -> bool:
    """True if somebody there may put powers on units."""
    return any(rule.startswith("Psyker") for rule in meet.unit.every_rule | meet.target.every_rule)


def with_effects(unit: Unit, *told: str) -> Unit:
    return in_force(unit, read(", ".join(told))) if told else unit


def shot_of(unit: Unit, target: Unit = TARGET, snap: bool = False, **facts: Any) -> Shot:
    return shot_in(fired(unit, target, distance=6, **(DOWN if snap else {}), **facts))


def need_of(shot: Shot) -> Need:
    return charts.to_hit(shot.ballistic_skill, shot.snap, shot.snap_skill)


# Rolling to hit -------------------------------------------------------------------------------------------------------

SKILLS = (  # words of 7E-EFF-1, as said to players
    ("snap bs +1", "one markerlight counter is spent on Pinpoint"),
    ("snap bs +2", "two markerlight counters are spent on Pinpoint"),
    ("snap bs +3", "three markerlight counters are spent on Pinpoint"),
    ("bs +1", "Coordinated Firepower gives it Ballistic Skill +1"),
    ("bs +2", "a Doctrina Imperative gives it Ballistic Skill +2"),
)


def pinpoint(source: Source) -> Quiz:
    """Markerlights raise the skill of Snap Shots too, nothing else does."""
    source.must_meet(meetings, lambda meet: meet.weapon.has("Markerlight"))
    skill, snap, (words, said) = source.one((2, 3, 3, 4)), source.one((True, True, False)), source.one(SKILLS)
    shot = shot_of(a_unit(arm("pulse rifle"), 6, ballistic_skill=skill), snap=snap, effects=[words])
    need = need_of(shot)
    who = f"A unit (Ballistic Skill {skill}) {'has gone to ground and fires' if snap else 'fires'}"
    text = f"{who}; {said}. What does each die need to hit?"
    more = int(words[-1])
    if not snap:
        why = f"Ballistic Skill {skill} + {more}"
    elif words.startswith("snap"):
        why = f"Pinpoint is for Snap Shots too: Ballistic Skill 1 + {more}"
    else:
        why = "only markerlights raise the Ballistic Skill of Snap Shots"
    likely = [charts.to_hit(n).text for n in (min(10, skill + more), 1, skill, 1 + more)]
    facts = {"bs": skill, "words": words, "snap": snap}
    return source.quiz(text, need.text, [*likely, "5+", "2+"], f"{why}: {need.text}", facts)


AGAIN = (  # rules of the weapon, what is in force
    (("Twin-linked",), ("Target Priority",)),
    (("Twin-linked",), ("Prescience",)),
    ((), ("Prescience", "Target Priority")),
    ((), ("Target Priority",)),
    ((), ("Prescience",)),
    ((), ()),
)


def which_again(source: Source) -> Quiz:
    """The widest right to roll again, once for each die."""
    source.must_meet(meetings, a_psyker)
    skill, (rules, told) = source.one((2, 3, 4, 5, 7)), source.one(AGAIN)
    if not told and skill < 6:
        told = ("Target Priority",)
    gun = arm("heavy bolter")
    shot = shot_of(a_unit(gun.but(rules=rules), ballistic_skill=skill), effects=[*told])
    again, *_ = hits_again(shot, need_of(shot))
    have = [*("a twin-linked weapon" for _ in rules), *(f"{name} ({OF[name]})" for name in told)] or [
        "no effect in force"
    ]
    text = f"Ballistic Skill {skill}, {' and '.join(have)}. Which dice to hit are rolled again?"
    wrong = [which_dice(tuple(range(1, most + 1))) for most in (1, 2, 3, 4, 5)]
    source.random.shuffle(wrong)
    twice = f"{which_dice(again)}, twice"
    why = "each die once, by the right that reaches farthest" if len(have) > 1 else have[0]
    facts = {"bs": skill, "twin": bool(rules), "told": told}
    return source.quiz(text, which_dice(again), [twice, *wrong], f"{why}: {which_dice(again)}", facts)


OF = {"Prescience": "all failed dice again", "Target Priority": "1s again"}

KEPT = {  # told of the firing unit, who fires Snap Shots; in a player's words
    "hit failed": "Prescience (failures again)",
    "gains Ignores Cover": "Perfect Timing (Ignores Cover)",
    "gains Rending": "Rending from a Warlord Trait",
    "shots +1": "one more shot",
    "bs +1": "Ballistic Skill +1",
    "bs +2": "Ballistic Skill +2",
    "gains Precision Shots": "Take Aim! (Precision Shots)",
}


def does_nothing(word: str) -> bool:
    """True if Snap Shots are the same with it as without."""

    def seen(*told: str) -> tuple[object, ...]:
        pool = fired(a_unit(arm("boltgun"), 5), TARGET, distance=6, effects=[*told], **DOWN)
        shot = shot_in(pool)
        need = need_of(shot)
        return need.target, hits_again(shot, need)[0], shot.precise, shot.gun.value.rules, shots_in(pool)

    return seen() == seen(word)


def kept_by_snap_shots(source: Source) -> Quiz:
    source.must_meet(meetings, a_psyker)
    nothing = [words for word, words in KEPT.items() if does_nothing(word)]
    right = source.one(nothing)
    others = source.random.sample([words for words in KEPT.values() if words not in nothing], 3)
    text = "A unit fires Snap Shots. Which of these does nothing for it?"
    why = (
        "Snap Shots count as Ballistic Skill 1" if right.startswith("Ball") else "Snap Shots are never Precision Shots"
    )
    return source.quiz(text, right, others, f"{why}: {right}", {"of": (right, *others)})


STATES = {  # what is told of the unit, or its state: in words
    "Blind": "failed its Initiative test against a Blind weapon last turn",
    "Aversion": "is under Aversion (only Snap Shots)",
    "down": "has gone to ground",
}
YES_BADLY, SILENT = "yes, with Ballistic Skill 1", "no, it stays silent"


def may_blast(source: Source) -> Quiz:
    """Blind sets a Ballistic Skill of 1; that makes no Snap Shots."""
    source.must_meet(meetings, lambda meet: a_psyker(meet) or meet.weapon.has("Blind"))
    state = source.one(("Blind", "Blind", "Aversion", "down"))
    name, kind = source.one((("frag grenade", "Blast"), ("plasma cannon", "Blast"), ("flamer", "Template")))
    told: Mapping[str, Any] = DOWN if state == "down" else {"effects": [state]}
    pool = fired(a_unit(arm(name), 5), TARGET, distance=6, **told)
    right = YES_BADLY if pool and kind == "Blast" else AS_USUAL if pool else SILENT
    text = f"A squad (Ballistic Skill 4) {STATES[state]} and stood still. May it fire its {name} ({kind})?"
    why = "Blind sets the skill to 1, which are no Snap Shots" if pool else "Snap Shots, and these are never fired so"
    others = [YES_BADLY, SILENT, AS_USUAL, "yes, as a Snap Shot"]
    return source.quiz(text, right, others, f"{why}: {right}", {"state": state, "kind": kind})


AS_USUAL = "yes, as usual"


def before_he_joined(source: Source) -> Quiz:
    """An effect belongs to the models it was put on (7E-IC-4)."""
    source.must_meet(meetings, can_join)
    skill, early = source.one((3, 4)), source.one((True, False))
    his = source.one((True, False))
    gun, pistol = arm("boltgun"), arm("bolt pistol")
    squad = a_unit(gun, 5, ballistic_skill=skill)
    him = captain()
    model, n = him.models[0]
    him = him.but(models=((model.but(weapons=(pistol,)), n),))
    unit = joined(with_effects(squad, "Blind"), [him]) if early else with_effects(joined(squad, [him]), "Blind")
    shot = shot_of(unit, weapon=pistol.name if his else gun.name)
    need = need_of(shot)
    when = "before an Independent Character joined it" if early else "with the Independent Character who had joined it"
    who, own = ("the character", 5) if his else ("the squad", skill)
    text = (
        f"A squad was blinded (Ballistic Skill 1) {when}. Now {who}, whose own Ballistic Skill is {own}, fires. What "
        "does each die need to hit?"
    )
    why = "he was not there: it is not on him" if early and his else "an effect stays on the models it was put on"
    likely = [charts.to_hit(own).text, "6+", charts.to_hit(5).text, charts.to_hit(skill).text, "5+"]
    return source.quiz(text, need.text, likely, f"{why}: {need.text}", {"own": own, "early": early, "his": his})


# Wounds and saves -----------------------------------------------------------------------------------------------------

MISFORTUNES = (("boltgun", ""), ("storm bolter", ""), ("flamer", " (Template)"), ("frag grenade", " (Blast)"))


def gun_hit(unit: Unit, target: Unit, *told: str) -> Hit:
    """What a hit of its only weapon is, with these in force on the target."""
    (thing, _), *_ = fired(unit, target, distance=6, target_effects=[*told])
    shot = thing.shot if isinstance(thing, Marker) else shot_in(((thing, 1),))
    hit = hit_of(shot)
    assert isinstance(hit, Hit)
    return hit


def misfortune(source: Source) -> Quiz:
    source.must_meet(meetings, a_psyker)
    name, kind = source.one(MISFORTUNES)
    toughness, under = source.one((4, 4, 5, 8)), source.one((True, True, False))
    weapon = arm(name)
    hit = gun_hit(a_unit(weapon, 5), a_unit(arm("boltgun"), 5, toughness=toughness), *(["Misfortune"] * under))
    dice = tuple(sorted((6, *dice_of(source, 4)), reverse=True))
    pool = roll_to_wound(hit, 5, at_table(**{f"wound:{hit.gun.value.name}": {"first": [*dice]}}))
    right = sum(n for wound, n in pool if isinstance(wound, Wound) and wound.ap == 2)
    on = "A squad under Misfortune" if under else "A squad"
    text = (
        f"{on} (Toughness {toughness}) takes five hits by a {name}{kind}, {ap_text(weapon.ap)}; the dice to wound show "
        f"{dice_text(dice)}. How many of the Wounds have AP2?"
    )
    why = f"every attack that hits it has Rending: {right}" if under else "no Rending: none"
    wrong = numbers_near(source, right, dice.count(6) if not right else 0, sum(n for _, n in pool))
    return source.quiz(text, right, wrong, why, {"t": toughness, "under": under, "dice": dice})


SAVES = (  # told of the target; its own invulnerable save; in words
    ("Forewarning", None, "Forewarning (invulnerable 4+)"),
    ("Forewarning", 5, "Forewarning (invulnerable 4+)"),
    ("Sanctuary", None, "Sanctuary (invulnerable save 1 better)"),
    ("Sanctuary", 5, "Sanctuary (invulnerable save 1 better)"),
    ("Banishment", 5, "Banishment (invulnerable save 1 worse)"),
    ("Banishment", 6, "Banishment (invulnerable save 1 worse)"),
    ("Protect", None, "Protect (armour 1 better)"),
    ("Jinx", None, "Jinx (armour 1 worse)"),
)


def kind_of(unit: Unit) -> Standing:
    return standing(unit, 0, 0)


def save_under(source: Source) -> Quiz:
    source.must_meet(meetings, a_psyker)
    name, ward, words = source.one(SAVES)
    armour, ap = source.one((2, 3, 4)), source.one((2, 3, 4, 5))
    unit = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward)
    need = charts.to_save(kind_of(with_effects(unit, name)), a_wound(ap))
    before = charts.to_save(kind_of(unit), a_wound(ap))
    right = face(need.target, NO_SAVE)
    own = f", invulnerable {ward}+" if ward else ", no invulnerable save"
    text = (
        f"Models (armour {armour}+{own}) under {words} take a Wound of {ap_text(ap)} in the open. What does their best "
        "save need?"
    )
    likely = [face(before.target, NO_SAVE), face(armour), NO_SAVE, "4+", "5+", "6+"]
    facts = {"name": name, "ward": ward, "armour": armour, "ap": ap}
    return source.quiz(text, right, likely, f"{need.because[0].text}: {right}", facts)


PLACES = ((4, "in a ruin (4+)"), (5, "in a wood (5+)"), (6, "in a crater (6+)"), (None, "in the open"))
CHANGES = (("Auspex",), ("Auspex",), ("Auspex", "Battle Auspex"), ("Luminagen",), ("Reveal",))
TOLD_AS = {
    "Auspex": "an auspex (cover 1 worse)", "Battle Auspex": "a battle auspex (cover 1 worse)",
    "Luminagen": "luminagen (cover 1 worse)", "Reveal": "Reveal (no Stealth, no Shrouded)",
}  # fmt: skip


def worse_cover(source: Source) -> Quiz:
    """The best source, what improves it, then what makes it worse."""
    source.must_meet(meetings, a_psyker)
    (cover, place), told = source.one(PLACES), source.one(CHANGES)
    rules = source.one(((), (), ("Stealth",), ("Shrouded",)))
    unit = with_effects(a_unit(arm("boltgun"), 5, "Infantry", rules), *told)
    need = charts.cover_save(kind_of(unit).but(cover=cover))
    right = face(need.target, NO_SAVE)
    has = f" with {rules[0]}" if rules else ""
    under = " and ".join(TOLD_AS[name] for name in told)
    text = f"A squad{has} stands {place}, under {under}. What does its cover save need?"
    likely = [face(cover, NO_SAVE), "5+", "6+", "4+", NO_SAVE, "3+"]
    why = "what is better first, then what is worse"
    if len(told) > 1:
        why = "several auspexes count once"
    elif told == ("Reveal",):
        why = "only where it stands counts"
    facts = {"cover": cover, "rules": rules, "told": told}
    return source.quiz(text, right, likely, f"{why}: {right}", facts)


# Shots, and how long --------------------------------------------------------------------------------------------------

FIRST_RANK = "First Rank, Fire! Second Rank, Fire!"


def volley(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: meet.weapon.name == "lasgun")
    n, near, order = source.one(range(4, 11)), source.one((True, False)), source.one((True, True, True, False))
    unit = a_unit(arm("lasgun"), n)
    pool = fired(unit, distance=12 if near else 13, effects=[FIRST_RANK] * order)
    right = shots_in(pool)
    given = f"with the order {FIRST_RANK}" if order else "without orders"
    text = f'{n} lasguns (24", Rapid Fire) fire at a target {12 if near else 13}" away, {given} How many shots?'
    text = text if order else text.replace("without orders", "without orders.")
    each = right // n
    why = f"{each} for each" + (", one of them by the order, at any range" if order else "")
    wrong = numbers_near(source, right, n * 2 * (1 + near), n * (1 + near), n * 3, n * 2)
    return source.quiz(text, right, wrong, f"{why}: {right}", {"n": n, "near": near, "order": order})


LASTING = ("Enfeeble", "Invisibility", "Misfortune", "Prescience", "Blind", FIRST_RANK, "Tactical Doctrine")


def how_long(source: Source) -> Quiz:
    source.must_meet(meetings, a_psyker)
    name = source.one(LASTING)
    right = next(known.lasts for known in KNOWN if known.name == name)
    text = f"{name} is in force. How long is it kept, unless somebody says otherwise?"
    return source.quiz(
        text, right, [SHOT, PHASE, NEXT_TURN, UNTIL_SAID, OWN_TURN_ENDS], f"{name}: {right}", {"name": name}
    )


DRILLS = (
    Drill("hit", "7E-EFF-5", pinpoint),
    Drill("hit", "7E-EFF-3", which_again),
    Drill("hit", "7E-IC-4", before_he_joined),
    Drill("eligible", "7E-EFF-7", kept_by_snap_shots),
    Drill("eligible", "7E-EFF-4", may_blast),
    Drill("six", "7E-EFF-4", misfortune),
    Drill("save", "7E-EFF-4", save_under),
    Drill("save", "7E-EFF-1", worse_cover),
    Drill("shots", "7E-EFF-6", volley),
    Drill("bookkeeping", "7E-EFF-2", how_long),
)
