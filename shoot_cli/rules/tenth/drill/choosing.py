"""Who may fire, and at whom: the rules' own functions say no, with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shoot_cli.core.questions import Reason
from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark
from shoot_cli.rules.tenth.drill.meet import PLAIN, Met, Thrown, met, size_of
from shoot_cli.rules.tenth.guns import BIG, gun_of
from shoot_cli.rules.tenth.profiles import Ability, Amount, Army, Model, Unit, Weapon
from shoot_cli.rules.tenth.records import Attack, Battle, Order
from shoot_cli.rules.tenth.steps import nominate as nom
from shoot_cli.rules.tenth.steps import states
from shoot_cli.rules.tenth.steps.attack import attack_of
from shoot_cli.rules.tenth.steps.bearers import bearers
from shoot_cli.rules.tenth.steps.eligible import (
    AFTER_ADVANCING,
    AFTER_FALLING_BACK,
    why_closed,
    why_no_target,
    why_silent,
)
from shoot_cli.rules.tenth.steps.order import snapshot
from shoot_cli.rules.tenth.steps.turns import battle_of

ALL, ASSAULT, PISTOLS, NO = (
    "yes, with any of its weapons",
    "yes, with Assault weapons only",
    "yes, with Pistols only",
    "no",
)
WORDS = {
    states.FELL_BACK: "it Fell Back this turn",
    states.ADVANCED: "it Advanced this turn",
    states.LOCKED: "it is within Engagement Range of an enemy unit",
    states.STILL: "it Remained Stationary",
    "moved": "it made a Normal move",
}
WALKER = Unit(
    "Walker",
    (
        (
            Model(
                "Walker",
                8,
                3,
                10,
                weapons=(
                    Weapon(
                        "hand flamer", 12, Amount(1), None, 3, 0, Amount(plus=1), (Ability("Pistol", text="Pistol"),)
                    ),
                    Weapon("autocannon", 48, Amount(plus=2), 4, 9, -1, Amount(plus=3)),
                ),
            ),
            1,
        ),
    ),
    ("VEHICLE", "WALKER"),
)
PENALTIES = ("10E-ELIG-5", "10E-TGT-7", "10E-WPN-INDIRECT-2")


def unit_of(source: Source, fits: Callable[[Unit], bool]) -> Unit:
    """A unit with ranged weapons."""

    def armed(unit: Unit) -> bool:
        return any(weapon.strength for weapon in unit.weapons()) and fits(unit)

    def of(shooter: Unit, target: Unit) -> list[tuple[Unit, float]]:
        return [(shooter, 1.0)]

    return source.meeting(of, armed)


def battle(unit: Unit, *marks: str) -> Battle:
    begun = battle_of(Army("40k-10e", "Mine", (unit,)), Army("40k-10e", "Theirs", (PLAIN,)))
    company = begun.sides[0].companies[0]
    for mark in marks:
        company = company.with_mark(Mark(mark))
    mine = begun.sides[0].but(companies=(company,))
    return begun.but(sides=(mine, begun.sides[1]))


def weapons_line(unit: Unit) -> str:
    """Its weapons with what decides who may fire."""
    told = []
    for weapon in dict.fromkeys(unit.weapons()):
        marks = [name for name in ("Assault", "Pistol") if weapon.has(name)]
        told.append(weapon.name + (f" [{', '.join(marks)}]" if marks else ""))
    big = [word for word in BIG if unit.is_a(word)]
    freed = [name for name in (AFTER_FALLING_BACK, AFTER_ADVANCING) if all(model.has(name) for model, _ in unit.models)]
    words = (
        f"{unit.name} ({', '.join(big) if big else 'neither MONSTER nor VEHICLE'}): {', '.join(dict.fromkeys(told))}"
    )
    return "; ".join([words, *(name.lower() for name in freed)])


def facts_of(unit: Unit) -> dict[str, Any]:
    return {
        "big": unit.is_a(*BIG),
        "weapons": tuple((weapon.has("Assault"), weapon.has("Pistol")) for weapon in unit.weapons()),
        "freed": tuple(
            all(model.has(name) for model, _ in unit.models) for name in (AFTER_FALLING_BACK, AFTER_ADVANCING)
        ),
    }


def verdict(unit: Unit, state: str) -> tuple[str, str, Reason | None]:
    """Whether it may shoot with what, why, and the reason that the rules give for what stays silent."""
    begun = battle(unit, *([state] if state != "moved" else []))
    if barred := nom.why_barred(begun.sides[0].companies[0]):
        return NO, barred[0].text, barred[0]
    s = attack_of(unit, PLAIN).but(
        advanced=state == states.ADVANCED, fell_back=state == states.FELL_BACK, engaged=state == states.LOCKED
    )
    silent = [why for model, _ in unit.models for weapon in model.weapons if (why := why_silent(s, model, weapon))]
    if not silent:
        big = f"a {size_of(unit)} fires in combat too" if state == states.LOCKED and unit.is_a(*BIG) else ""
        return ALL, big or "nothing keeps it from shooting", None
    if state == states.ADVANCED:
        return ASSAULT, "only what is Assault may be fired then", silent[0]
    return PISTOLS, silent[0].text, silent[0]


def eligible(states: tuple[str, ...], fits: Callable[[Unit], bool] = lambda unit: True) -> Maker:
    """A unit in one of the states: may it shoot?"""

    def make(source: Source) -> Quiz:
        state = source.one(states)
        unit = unit_of(source, lambda unit: fits(unit) and not all_the_same(unit, state))
        right, why, _ = verdict(unit, state)
        text = f"{unit.name}: {WORDS[state]}. May it shoot in your Shooting phase?"
        wrong = (ALL, NO, ASSAULT, PISTOLS)
        reason = why if right == NO else f"{WORDS[state]}; {why}"
        because = f"{reason}: {right}"
        facts = facts_of(unit) | {"state": state}
        return source.quiz(text, right, wrong, because, facts, situation=weapons_line(unit))

    return make


def all_the_same(unit: Unit, state: str) -> bool:
    """True if two of the options, the right one among them, let the same weapons fire."""
    weapons = [*unit.weapons()]
    assault, pistols = ([weapon.has(name) for weapon in weapons] for name in ("Assault", "Pistol"))
    right = verdict(unit, state)[0]
    fires = {ALL: [True for _ in weapons], ASSAULT: assault, PISTOLS: pistols}
    return right != NO and [*fires.values()].count(fires[right]) > 1


def any_of(name: str) -> Callable[[Unit], bool]:
    return lambda unit: any(weapon.has(name) for weapon in unit.weapons())


def pistols_or_rest(source: Source) -> Quiz:
    def both(shooter: Unit, target: Unit) -> list[tuple[tuple[Unit, int], float]]:
        return [
            ((shooter, place), 1.0)
            for place, (model, _) in enumerate(shooter.models)
            if len({weapon.has("Pistol") for weapon in model.weapons}) == 2
        ]

    found = source.found(both)
    if not source.own and source.one((True, False, False)):  # few lists have a walker with a Pistol
        found = WALKER, 0
    if found is None:
        raise NothingToAsk
    unit, place = found
    model = unit.models[place][0]
    either = bearers(attack_of(unit, PLAIN))[place].either
    right = "its Pistols or its other weapons" if either else "all of them"
    listed = ", ".join(
        weapon.name + (" [Pistol]" if weapon.has("Pistol") else "") for weapon in dict.fromkeys(model.weapons)
    )
    kind = "a MONSTER or VEHICLE" if unit.is_a(*BIG) else "neither MONSTER nor VEHICLE"
    text = f"{model.name}, {kind}, not locked in combat, carries: {listed}. What may it fire in one Shooting phase?"
    wrong = [
        "all of them",
        "its other weapons, never Pistols",
        "one weapon of its choice",
        "its Pistols or its other weapons",
    ]
    because = f"it is {kind}: {right}"
    return source.quiz(text, right, wrong, because, {"big": unit.is_a(*BIG)})


# Targets -------------------------------------------------------------------------------------------------------------

YES, HINDERED = "yes", "yes, at -1 to hit"
OPEN = "nothing bars it"


def answer(one: Met, in_combat: bool = False, **aim: Any) -> tuple[str, str]:
    """Whether the weapon may be fired at the target, and why; ``aim``: what is true of that."""
    s: Attack = attack_of(one.unit, one.target).but(engaged=in_combat)
    at = s.aims[0].but(**aim)
    s = s.but(aims=(at,))
    closed = why_no_target(s, at) or why_closed(s, at, one.model, one.weapon)
    if closed:
        return NO, closed.text
    place = [model for model, _ in one.unit.models].index(one.model)
    gun = gun_of(one.weapon, one.model, snapshot(s, Order(0, place, Hashed(one.weapon), 1), one.model, False, Thrown()))
    why = next((change.why.text for change in gun.to_hit if change.why.rule in PENALTIES), "")
    if why and gun.skill is not None:
        return HINDERED, why
    exempt = "Pistols do not have the -1" if gun.skill is not None and one.weapon.has("Pistol") else "no roll, no -1"
    return YES, exempt if why or (aim.get("engaged") and not in_combat) else OPEN


def why_open(facts: Mapping[str, Any]) -> str:
    """What the target is within, or not within."""
    if "range" in facts:
        return f'{facts["distance"]:g}" is within its range of {facts["range"]:g}"'
    if "distance" in facts:
        return f'a Lone Operative {facts["distance"]:g}" away is within 12"'
    if "same" in facts:
        return "a Pistol, at a unit that its own is locked with"
    return "Blast is barred in combat alone" if "free" in facts else OPEN


Asked = Callable[[Source, Met], tuple[dict[str, Any], str, dict[str, Any]]]


def target(fits: Callable[[Met], bool], ask: Asked, rare: Callable[[Met], bool] | None = None) -> Maker:
    """``ask``: of a meeting -> what is true of the aim, its words, facts. ``rare``: what half of them are."""

    def plain(one: Met) -> bool:
        return fits(one) and not any("odifiers" in ability.name for ability in one.model.abilities)

    def make(source: Source) -> Quiz:
        if rare is not None and source.one((True, False)):
            one = met(source, lambda one: plain(one) and rare(one), plain)
        else:
            one = met(source, plain)
        true, words, facts = ask(source, one)
        right, why = answer(one, **true)
        why = why_open(facts) if why == OPEN else why
        marks = [a.text for a in one.weapon.abilities if a.name in ("Blast", "Pistol", "Torrent", "Indirect Fire")]
        gun = f'{one.weapon.name} (range {one.weapon.range:g}"{"".join(f", {mark}" for mark in marks)})'
        text = f"{one.model.name}, {gun}: {words}. May it be fired there?"
        because = f"{why}: {right}"
        wrong = (YES, HINDERED, NO)
        return source.quiz(text, right, wrong, because, facts)

    return make


def at_range(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    distance = one.weapon.range + source.one((-1, 0, 0, 0.5, 1, 2))
    words = f'the nearest model of {one.target.name}, which it sees, is {distance:g}" away'
    return {"distance": distance}, words, {"range": float(one.weapon.range), "distance": float(distance)}


def in_reach(one: Met) -> bool:
    return not any(model.has("Lone Operative") for model, _ in one.target.models)


def alone(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    distance = source.one((9, 12, 12, 12.5, 14, 16))
    words = f'{one.target.name}, a Lone Operative in no Attached unit, is visible, {distance:g}" away'
    return {"distance": distance}, words, {"distance": float(distance)}


def lonely(one: Met) -> bool:
    ignoring = one.model.has("Ignores Lone Operative") or one.weapon.has("Ignores Lone Operative")
    return one.victim.has("Lone Operative") and one.weapon.range >= 18 and not ignoring


def with_friend(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    words = f"{one.target.name} ({size_of(one.target)}), in range and visible, is locked in combat with a friendly unit"
    facts = {"big": one.target.is_a(*BIG), "pistol": one.weapon.has("Pistol"), "torrent": not one.weapon.skill}
    return {"engaged": True}, words, facts


def blasted(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    free = source.one((True, False))
    words = (
        f"{one.target.name} ({size_of(one.target)}), in range and visible, is {'not ' if free else ''}locked in combat "
    )
    words += "with anybody" if free else "with a friendly unit"
    return {"engaged": not free}, words, {"free": free}


def unseen(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    words = f"{one.target.name} is in range, but nobody of the shooting unit sees it"
    facts = {"indirect": one.weapon.has("Indirect Fire"), "torrent": not one.weapon.skill}
    return {"visible": False}, words, facts


def pistol_in_combat(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    same = source.one((True, False))
    whom = "which it is locked with" if same else "which is locked with nobody"
    words = f"its unit is locked in combat; the target is {one.target.name}, in range and visible, {whom}"
    facts = {"pistol": one.weapon.has("Pistol"), "same": same}
    return {"engaged": same, "together": same, "in_combat": True}, words, facts


SPLITS = (
    ("split the attacks of one weapon over two enemy units", "no"),
    ("fire two different weapons of one model at two enemy units", "yes"),
    ("let two models of a unit, with the same weapon, fire at different enemy units", "yes"),
    ("choose the target of a second weapon after the first one has rolled to hit", "no"),
)


def splitting(source: Source) -> Quiz:
    what, right = source.one(SPLITS)
    wrong = ["yes", "no", "only if it Remained Stationary", "only within half range"]
    words = "each weapon has one target, chosen before any dice; other weapons may have others"
    return source.quiz(f"May you {what}?", right, wrong, f"{words}: {right}", {"what": what})


def no_blast(one: Met) -> bool:
    return in_reach(one) and not one.weapon.has("Blast")


def of_infantry(one: Met) -> bool:
    return no_blast(one) and not one.unit.is_a(*BIG)


def indirect(one: Met) -> bool:
    return one.weapon.has("Indirect Fire")


def pistol(one: Met) -> bool:
    return one.weapon.has("Pistol")


DRILLS = (
    Drill("eligible", "10E-ELIG-1", eligible((states.FELL_BACK, states.FELL_BACK, "moved")), 3),
    Drill("eligible", "10E-ELIG-2", eligible((states.ADVANCED, states.ADVANCED, states.STILL)), 3),
    Drill("eligible", "10E-ELIG-3", eligible((states.LOCKED,)), 2),
    Drill("eligible", "10E-ELIG-4", eligible((states.LOCKED, states.LOCKED, states.ADVANCED), any_of("Pistol")), 2),
    Drill("eligible", "10E-TGT-9", pistols_or_rest, 2),
    Drill("targets", "10E-TGT-2", target(in_reach, at_range), 3),
    Drill("targets", "10E-TGT-3", splitting, 2),
    Drill("targets", "10E-TGT-6", target(lonely, alone)),
    Drill("targets", "10E-TGT-7", target(no_blast, with_friend, lambda one: one.target.is_a(*BIG)), 2),
    Drill("targets", "10E-WPN-BLAST-3", target(lambda one: in_reach(one) and one.weapon.has("Blast"), blasted), 2),
    Drill("targets", "10E-WPN-INDIRECT-1", target(in_reach, unseen, indirect)),
    Drill("targets", "10E-ELIG-4", target(of_infantry, pistol_in_combat, pistol)),
)
