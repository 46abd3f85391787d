"""Questions about Independent Characters in units: whose rules reach whom, who counts, who takes the Wounds."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Line
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    NO_SAVE,
    TARGET,
    Meet,
    a,
    a_unit,
    arm,
    counted,
    face,
    fired,
    meetings,
    numbers_near,
    shot_in,
)
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.joining import joined, why_not_joined
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.steps.allocate import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.line import standing
from shoot_cli.rules.seventh.tokens import Standing


def can_join(meet: Meet) -> bool:
    """True if there is a character who could join one of these units."""
    return any(model.independent for unit in (meet.unit, meet.target) for model, _ in unit.models)


HIM = {"ballistic_skill": 5, "toughness": 4, "wounds": 3, "leadership": 10, "character": True, "independent": True}


def captain(*rules: str, **values: Any) -> Unit:
    """An Independent Character, with nothing in his hands unless it is said."""
    return Unit("Captain", "Infantry", ((Model("Captain", **(HIM | values), rules=rules), 1),), rules)


def with_character(squad: Unit, *rules: str, **values: Any) -> Unit:
    """The squad and a character who has joined it."""
    return joined(squad, [captain(*rules, **values)])


# Whom he may join -----------------------------------------------------------------------------------------------------

HOSTS = (
    ("Infantry", "a squad of infantry"),
    ("Infantry", "a squad that has just come out of a transport"),
    ("Bike", "a squad on Bikes"),
    ("Jump Infantry", "a squad with jump packs"),
    ("Vehicle (Tank)", "a tank"),
    ("Vehicle (Walker)", "a Walker"),
    ("Monstrous Creature", "a Monstrous Creature"),
)


def whom_to_join(source: Source) -> Quiz:
    """Of a few units, the one that he can join, or the one that he cannot."""
    source.must_meet(meetings, can_join)
    plain = a_unit(arm("boltgun"), 5)
    tank = Model("Tank", 4, 0, 3, front=12, side=11, rear=10, hull_points=3)
    hosts = {
        words: plain.but(name=words, type=type, models=((tank, 1),) if type.startswith("Vehicle") else plain.models)
        for type, words in HOSTS
    }
    no = {words for words, host in hosts.items() if why_not_joined(host, captain())}
    one_only = source.one((True, False))
    (right,) = source.random.sample(sorted(hosts.keys() - no if one_only else no), 1)
    others = source.random.sample(sorted(no if one_only else hosts.keys() - no), 3)
    why = why_not_joined(hosts[others[0] if one_only else right], captain())[0].text
    asked = "Which of these units can he join?" if one_only else "Which of these units can he not join?"
    text = f'An Independent Character ends his move within 2" of several friendly units. {asked}'
    facts = {"of": tuple(sorted([right, *others])), "can": one_only}
    return source.quiz(text, right, others, f"{why}: {right}" if not one_only else f"{why}; {right} it is", facts)


# Whose rules reach whom -----------------------------------------------------------------------------------------------

WHO = "An Independent Character"
STATIONARY = (  # what he has, what the squad has: "Bike" is a type
    ("Relentless", ""), ("Slow and Purposeful", ""), ("Bike", ""), ("", "Slow and Purposeful"), ("", "Relentless"),
    ("", ""),
)  # fmt: skip


def heavy_beside_him(source: Source) -> Quiz:
    """One counts as stationary: by Relentless or its type it alone, with Slow and Purposeful they all do."""
    source.must_meet(meetings, can_join)
    weapon, gun = arm(source.one(("lascannon", "autocannon"))), arm("heavy bolter")
    his, theirs = source.one(STATIONARY)
    he_fires = source.one((False, False, bool(theirs)))  # of what he has himself nobody doubts that he has it
    skill = 5 if he_fires else source.one((3, 4, 4))
    squad = a_unit(weapon, 4, "Infantry", (theirs,) if theirs else (), ballistic_skill=skill)
    him = captain(*((his,) if his not in ("", "Bike") else ()), weapons=(gun,))
    unit = joined(squad, [him.but(type="Bike") if his == "Bike" else him])
    fires = gun if he_fires else weapon
    shot = shot_in(fired(unit, weapon=fires.name, moved=1 if he_fires else 4, distance=6))
    need, other = charts.to_hit(skill, shot.snap), charts.to_hit(skill, not shot.snap)
    he = {"": WHO, "Bike": f"{WHO} on a Bike"}.get(his, f"{WHO} with {his}")
    has = f"with {theirs}" if theirs else "of infantry without such rules"
    text = (
        f"{he} has joined a squad {has}. They moved, and {'he' if he_fires else 'the squad'} (Ballistic Skill {skill}) "
        f"fires {a(fires.name)} (Heavy). What does each die need to hit?"
    )
    why = {
        ("Slow and Purposeful", ""): "Slow and Purposeful is for the whole unit: no Snap Shots",
        ("Relentless", ""): "Relentless is for its own model: Snap Shots",
        ("Bike", ""): "his Bike makes only him Relentless: Snap Shots",
        ("", ""): "nobody counts as stationary: Snap Shots",
        ("", "Slow and Purposeful"): "Slow and Purposeful is for the whole unit: no Snap Shots",
        ("", "Relentless"): f"Relentless is for each model: {'Snap Shots' if he_fires else 'no Snap Shots'}",
    }[his, theirs]
    likely = [other.text, charts.to_hit(5).text, charts.to_hit(skill - 1).text, "no shot"]
    facts = {"bs": skill, "his": his, "theirs": theirs, "he fires": he_fires}
    return source.quiz(text, need.text, likely, f"{why}, {need.text}", facts)


PLACES = ((4, "in a ruin (4+)"), (5, "in a wood (5+)"), (None, "in the open"))
GIFTS = (  # what he has, its words
    ("Stealth", "Stealth"),
    ("Shrouded", "Shrouded"),
    ("Stealth", "Stealth"),
    ("Camo Cloak", "a camo cloak"),
    ("", "an invulnerable save of 4+"),
)


def trooper(unit: Unit, cover: int | None, alive: tuple[int, ...]) -> Standing:
    """One of the squad, where it stands, with those kinds of models alive."""
    return standing(unit, 0, 0, alive).but(cover=cover)


def gift_of(source: Source) -> tuple[Unit, str, int | None, str]:
    """A unit whose character has something, what it is called, and where they stand."""
    rule, words = source.one(GIFTS)
    cover, place = source.one(PLACES)
    squad = a_unit(arm("boltgun"), 9, armour=3)
    unit = with_character(squad, *((rule,) if rule else ()), invulnerable=None if rule else 4)
    return unit, words, cover, place


def save_beside_him(source: Source) -> Quiz:
    source.must_meet(meetings, can_join)
    unit, words, cover, place = gift_of(source)
    need = charts.to_save(trooper(unit, cover, (0, 1)), a_wound(2))
    right, before = face(need.target, NO_SAVE), face(cover, NO_SAVE)
    text = (
        f"{WHO} with {words} has joined a squad (armour 3+) {place}. One of the squad takes a Wound of AP2. "
        "What does its save need?"
    )
    why = f"{words} covers the whole unit" if right != before else f"{words} is his alone"
    likely = [before, face(charts.cover_save(trooper(unit, cover, (0,)).but(stealth=1)).target), "4+", "3+", "6+"]
    return source.quiz(text, right, [*likely, NO_SAVE], f"{why}: {right}", {"gift": words, "cover": cover})


def save_after_his_death(source: Source) -> Quiz:
    """What one model is enough for goes with its last bearer."""
    source.must_meet(meetings, can_join)
    rule, (cover, place), fell = (
        source.one(("Stealth", "Shrouded")),
        source.one(PLACES),
        source.one((True, True, False)),
    )
    unit = with_character(a_unit(arm("boltgun"), 9, armour=3), rule)
    need = charts.to_save(trooper(unit, cover, (0,) if fell else (0, 1)), a_wound(2))
    right = face(need.target, NO_SAVE)
    what = "he fell to" if fell else "he lost two of his three Wounds to"
    text = (
        f"{WHO} with {rule} had joined a squad without it, {place}; {what} the first weapon of the enemy. The next "
        "causes a Wound of AP2 on one of the squad (armour 3+). What does its save need?"
    )
    why = f"{rule} went with him" if fell else f"{rule} covers the unit as long as he stands"
    likely = [face(cover, NO_SAVE), face(charts.cover_save(trooper(unit, cover, (0, 1))).target), NO_SAVE, "5+", "3+"]
    facts = {"rule": rule, "cover": cover, "fell": fell}
    return source.quiz(text, right, likely, f"{why}: {right}", facts)


# Who counts -----------------------------------------------------------------------------------------------------------


def toughness_with_him(source: Source) -> Quiz:
    source.must_meet(meetings, can_join)
    squad, his = source.one(((3, 4), (4, 5), (4, 3), (5, 4), (3, 5)))
    n, characters = source.one((1, 2, 2, 5, 9)), source.one((1, 1, 2))
    right, _ = charts.majority_toughness(((squad, n), (his, characters)))
    who = counted(characters, "Independent Character")
    models = f"{n} {'model is' if n == 1 else 'models are'} left"
    text = (
        f"Of a squad (Toughness {squad}) {models}, joined by {who} with Toughness {his}. Which Toughness counts for "
        "the rolls to wound?"
    )
    why = f"{n} of Toughness {squad}, {characters} of {his}" + (", the higher of a tie" if n == characters else "")
    facts = {"models": ((n, squad), (characters, his))}
    wrong = [str(his), str(squad), "each model's own", str(max(squad, his) + 1), str(min(squad, his) - 1)]
    return source.quiz(text, str(right), wrong, f"{why}: {right}", facts)


def counts_with_him(source: Source) -> Quiz:
    """The highest Leadership, and a quarter of all."""
    source.must_meet(meetings, can_join)
    if source.one((True, False)):
        n = source.one((4, 8, 8, 12, 9, 10))
        right = charts.casualties_for_morale(n + 1)
        text = (
            f"A squad of {n} models and the character who has joined it begin the phase. How many of them must fall "
            "for a Morale check?"
        )
        why = f"he is counted too, a quarter of {n + 1}, rounded up: {right}"
        wrong = numbers_near(source, right, charts.casualties_for_morale(n), n // 4, least=1)
        return source.quiz(text, right, wrong, why, {"ask": "quarter", "n": n})
    squad, his, stands = source.one((6, 7, 8)), source.one((9, 10, 10)), source.one((True, True, False))
    unit = with_character(a_unit(arm("boltgun"), 5, leadership=squad), leadership=his)
    right = highest_leadership(unit, {0, 1} if stands else {0})
    left = "who still stands" if stands else "who has just fallen"
    text = (
        f"A squad (Leadership {squad}) takes a Pinning test, with a character ({his}), {left}. What may the 2D6 show "
        "at most to pass?"
    )
    why = f"the highest Leadership of those who stand: {right}"
    wrong = numbers_near(source, right, his, squad, (his + squad) // 2)
    return source.quiz(text, right, wrong, why, {"ask": "leadership", "squad": squad, "his": his, "stands": stands})


# Who takes the Wounds -------------------------------------------------------------------------------------------------

NO_TRY = "it cannot"


def look_out(source: Source) -> Quiz:
    """The squad's own character needs 4+, an Independent Character 2+."""
    source.must_meet(meetings, can_join)
    sergeant = Model("Sergeant", 4, 4, character=True)
    squad = a_unit(arm("boltgun"), 8)
    unit = with_character(squad.but(models=(*squad.models, (sergeant, 1))))
    at = source.one((0, 1, 1, 2, 2))
    s = attack_of(TARGET, unit).but(within_6=True)
    kind = s.line.ranks[at].kind
    right = face(LOOK_OUT[kind.independent]) if may_look_out(s, kind) else NO_TRY
    name = ("one of the squad", "its Sergeant (a character)", "the Independent Character")[at]
    text = (
        f'{WHO} has joined a squad with a Sergeant; all stand within 6" of each other. A Wound is allocated to '
        f"{name}. On which roll does another model take it (Look Out, Sir)?"
    )
    why = ("no character", "a character of the squad", "an Independent Character")[at]
    return source.quiz(text, right, ["4+", "2+", NO_TRY, "3+", "5+"], f"{why}: {right}", {"at": at})


LOST, HE_DOES = "nobody: they are lost", "he does, and cannot pass it on"


def passes_on(number: int) -> str:
    return f"he does, unless he passes it on with {face(number)}"


def last_of_the_unit(source: Source) -> Quiz:
    """He is still that unit, and nobody can step in for him."""
    source.must_meet(meetings, can_join)
    unit, left, waiting = with_character(a_unit(arm("boltgun"), 5)), source.one((0, 0, 0, 1, 2)), source.one((2, 3, 4))
    s = attack_of(TARGET, unit).but(within_6=True)
    squad, him = s.line.ranks
    s = s.but(line=Line((him, squad.but(n=left)) if left else (him,)))
    front = s.line.front()
    assert front is not None
    may = may_look_out(s, front[0])
    right = passes_on(LOOK_OUT[True]) if may else HE_DOES
    stands = f"{counted(left, 'model')} of his squad {'stands' if left == 1 else 'stand'}"
    text = (
        f"{waiting} Wounds are still to be allocated to a unit in which {stands if left else 'nobody else is left'} "
        'within 6" of the character who had joined it; he is the closest. Who takes the next?'
    )
    why = "one of the squad can step in" if may else "he is that unit until the phase ends, and nobody can step in"
    return source.quiz(text, right, [HE_DOES, LOST, passes_on(2), passes_on(4)], why, {"left": left})


DRILLS = (
    Drill("eligible", "7E-IC-1", whom_to_join),
    Drill("hit", "7E-IC-3", heavy_beside_him, 2),
    Drill("save", "7E-IC-3", save_beside_him),
    Drill("save", "7E-IC-5", save_after_his_death),
    Drill("toughness", "7E-IC-2", toughness_with_him, 2),
    Drill("bookkeeping", "7E-IC-2", counts_with_him),
    Drill("allocate", "7E-IC-2", look_out),
    Drill("allocate", "7E-IC-5", last_of_the_unit),
)
