"""The answers to cards that only this edition has."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Need, Question
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import Source
from shoot_cli.rules.datasheets.charts import to_hit
from shoot_cli.rules.datasheets.drill.bookkeeping import MODEL, fired_gun, stands, unit_with, weapon_of
from shoot_cli.rules.datasheets.drill.damage import asked, changed, comes_of, compared, led, shot, wounds
from shoot_cli.rules.datasheets.drill.scenes import PLAIN, Drilled, Met, gun_at, size_of
from shoot_cli.rules.datasheets.drill.shooting import battle, marked, may_ignore, unit_of
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps import turns as nom
from shoot_cli.rules.datasheets.steps.attack_order import fired
from shoot_cli.rules.datasheets.steps.permissions import AFTER_ADVANCING, AFTER_FALLING_BACK
from shoot_cli.rules.datasheets.tokens import Defence, Hazard, Modifier, TargetModel, Test, Wound
from shoot_cli.rules.datasheets.weapons import BIG
from shoot_cli.rules.tenth import edition
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.steps.allocation import ask, candidates, choose_precision, kinds_of
from shoot_cli.rules.tenth.steps.attack_order import form_groups
from shoot_cli.rules.tenth.steps.damage import roll_hazardous_test, roll_to_save, suffer_hazard
from shoot_cli.rules.tenth.steps.eligibility import on_ground, react

# Answers of ``allocate.toml``: who takes the next attack, and who decides when

FREE = "any model its owner likes"
WHY = {
    "10E-ALL-1": "who lost wounds must take it",
    "10E-ALL-3": "who was allocated an attack this phase must take the next",
    "10E-ALL-4": "a Leader takes none while a bodyguard lives",
}


def next_allocated(ranks: tuple[Rank, ...], rule: str) -> dict[str, Any]:
    may, names = kinds_of(candidates(ranks)), kinds_of(ranks)
    right = called(may[0], ranks) if len(may) == 1 else FREE
    hurt = [rank for rank in ranks if rank.left < rank.kind.wounds or rank.kind.allocated]
    wounded = [rank for rank in hurt if rank.left < rank.kind.wounds]
    if len(hurt) == 1 and hurt[0].kind.name == may[0] and sum(rank.n for rank in ranks if rank.kind.name == may[0]) > 1:
        right = f"the {may[0]} {'that is wounded' if wounded else 'that saved'}"
    why = WHY[rule] if right != FREE else "nobody must take it"
    if rule == "10E-ALL-4" and right == called(names[-1], ranks):
        why = "who lost wounds must take it, for he leads nobody"
    others = [called(name, ranks) for name in names]
    unhurt = ["any model that is not wounded"] * (rule == "10E-ALL-1" and bool(wounded))
    return {
        "answer": right,
        "grounds": why,
        "errors": [FREE, *others[:2], "the model nearest to the enemy", *unhurt, *others[2:]],
        "stand": tuple((r.kind.name, r.n, r.left < r.kind.wounds, r.kind.allocated, r.kind.leader) for r in ranks),
    }


def called(name: str, ranks: tuple[Rank, ...]) -> str:
    """Return ``the Nob`` for a single model, ``one Boy`` for many, and ``another Boy`` if one of them differs."""
    named = [rank for rank in ranks if rank.kind.name == name]
    alike = sum(rank.n for rank in named)
    return f"the {name}" if alike == 1 else f"another {name}" if len(named) > 1 else f"one {name}"


# Decisions -----------------------------------------------------------------------------------------------------------


def reaction_question(drilled: Drilled) -> Question:
    return asked(drilled, react, led(drilled))


def precision_question(drilled: Drilled) -> Question:
    formed = form_groups(led(drilled), drilled.thrown())
    return asked(drilled, choose_precision, fired(formed, drilled.plain_gun(precise=True), (), ()))


def allocation_question(drilled: Drilled) -> Question:
    two = Unit("two", ((Model("Boy", 5, 5), 9), (Model("Nob", 5, 5, 2), 1)))
    formed = form_groups(drilled.attack_of(led(drilled).shooter.value, two), drilled.thrown())
    state = fired(formed, drilled.plain_gun(), (), ())
    return asked(drilled, ask, state, state.line.ranks)


def save_question(drilled: Drilled) -> Question:
    return asked(drilled, roll_to_save, Wound(drilled.plain_gun()), 1, TargetModel("model", 0, 4, 5))


def hazard_question(drilled: Drilled) -> Question:
    return asked(drilled, roll_hazardous_test, Test(drilled.plain_gun()), 1)


# Answers of ``bookkeeping.toml``


def tests_failed(drilled: Drilled, wounds: int, tests: int, models: int) -> dict[str, Any]:
    blows = suffer_hazard(Hazard(drilled.plain_gun()), tests, MODEL.but(wounds=wounds), drilled.thrown())
    outcome = stands(wounds, models, blows, NUMBERS.hazard_wounds * tests, tests)
    return {**outcome, "points": NUMBERS.hazard_wounds}


def smoke_or_infantry(one: Met) -> bool:
    return one.target.is_a("SMOKE", "INFANTRY")


# Answers of ``eligible.toml`` and ``targets.toml``

ALL, ASSAULT, PISTOLS, NO = (
    "yes, as usual",
    "yes, with Assault weapons only",
    "yes, with Pistols only",
    "no",
)


# Eligibility ---------------------------------------------------------------------------------------------------------


def unit_in_state(source: Source, drilled: Drilled, state: str, carrying: str = "") -> Unit:
    def fits(unit: Unit) -> bool:
        carries = not carrying or any(weapon.has(carrying) for weapon in unit.weapons())
        return carries and not all_the_same(drilled, unit, state)

    return unit_of(source, fits)


def all_the_same(drilled: Drilled, unit: Unit, state: str) -> bool:
    """Return True if the right option and another option let the same weapons fire."""
    weapons = [*unit.weapons()]
    assault, pistols = ([weapon.has(name) for weapon in weapons] for name in ("Assault", "Pistol"))
    right, _ = verdict(drilled, unit, state)
    fires = {ALL: [True for _ in weapons], ASSAULT: assault, PISTOLS: pistols}
    return right != NO and [*fires.values()].count(fires[right]) > 1


def verdict(drilled: Drilled, unit: Unit, state: str) -> tuple[str, str]:
    """Return whether the unit may shoot and with which weapons, and why."""
    begun = battle(drilled, unit, *([state] if state != "moved" else []))
    if barred := nom.why_barred(begun.sides[0].units[0]):
        return NO, barred[0].text
    attack = drilled.attack_of(unit, PLAIN).but(
        advanced=state == states.ADVANCED, fell_back=state == states.FELL_BACK, engaged=state == states.LOCKED
    )
    silent = [
        why
        for model, _ in unit.models
        for weapon in model.weapons
        if (why := drilled.game.why_silent(attack, model, weapon))
    ]
    if not silent:
        big = f"a {size_of(unit)} fires in combat too" if state == states.LOCKED and unit.is_a(*BIG) else ""
        return ALL, big or "nothing keeps it from shooting"
    if state == states.ADVANCED:
        return ASSAULT, "only what is Assault may be fired then"
    return PISTOLS, silent[0].text


def may_shoot(drilled: Drilled, unit: Unit, state: str) -> dict[str, Any]:
    right, why = verdict(drilled, unit, state)
    texts = [marked(drilled, weapon, "Assault", "Pistol") for weapon in dict.fromkeys(unit.weapons())]
    big = [word for word in BIG if unit.is_a(word)]
    freed = {name: all(model.has(name) for model, _ in unit.models) for name in (AFTER_FALLING_BACK, AFTER_ADVANCING)}
    kind = ", ".join(big) if big else "neither MONSTER nor VEHICLE"
    line = f"{unit.name} ({kind}): {', '.join(dict.fromkeys(texts))}"
    return {
        "answer": right,
        "grounds": why,
        "weapons_line": "; ".join([line, *(name.lower() for name, free in freed.items() if free)]),
        "big": bool(big),
        "weapons": tuple((weapon.has("Assault"), weapon.has("Pistol")) for weapon in unit.weapons()),
        "freed": tuple(freed.values()),
    }


# Answers of ``hit.toml``


def to_hit_where(
    one: Met,
    stationary: bool = False,
    stealth: str = "none",
    engaged_big: bool = False,
    target_engaged_big: bool = False,
    unseen: bool = False,
    wounded: int = 0,
) -> Need:
    """Return the need of an attack if only these facts are true."""
    true = {"engaged_big": engaged_big, "target_engaged_big": target_engaged_big, "unseen": unseen, "wounded": wounded}
    return to_hit(Hashed(gun_at(one, stationary=stationary, stealth=stealth, **true))).need


def nothing_else_modifies(one: Met) -> bool:
    """Return True if, except for Stealth, neither unit modifies the hit roll or ignores modifiers."""
    return bool(one.weapon.skill) and not gun_at(one, stealth="none").to_hit and not may_ignore(one)


# Answers of ``save.toml``


def to_save_with_help(
    drilled: Drilled,
    save: int,
    ap: int,
    invulnerable: int | None = None,
    cover: bool = False,
    saves: int = 0,
    ignores_cover: bool = False,
    change: int = 0,
    why_changed: str = "",
    rule: str = "",
    on_the_ground: bool = False,
) -> Need:
    changes = (Modifier(change, Reason(why_changed, rule)),) if change else ()
    better = (Modifier(saves, Reason(f"{saves:+d} to its saves", "10E-FX-SAVE-1")),) if saves else ()
    gun = drilled.plain_gun(ap=ap, ignores_cover=ignores_cover, ap_changes=changes, defences=(Defence(saves=better),))
    wound = Wound(gun)
    model = TargetModel("model", 0, save, cover=cover, invulnerable=invulnerable)
    if on_the_ground:
        return edition.to_save(on_ground(model).but(cover=True), wound)
    return compared(drilled, model, wound)


def to_save_with_cover_by_an_ability(drilled: Drilled, save: int, ap: int, ignored: bool) -> Need:
    weapon = weapon_of(drilled, *["Ignores Cover"] * ignored, ap=ap)
    gun = fired_gun(drilled, weapon, unit_with(drilled), unit_with(drilled, "has cover", save=save))
    return edition.to_save(TargetModel("model", 0, save), Wound(Hashed(gun)))


# Answers of ``six.toml``


def indirect_roll(drilled: Drilled, die: int, skill: int, still: bool, unseen: bool) -> dict[str, Any]:
    """Return the result of the die. ``still`` means Heavy and Remained Stationary."""
    misses = (NUMBERS.indirect_misses, "unseen", "10E-WPN-INDIRECT-2") if unseen else (0, "", "")
    to_hit = changed(drilled, NUMBERS.indirect * unseen, int(still))
    return comes_of(drilled, drilled.plain_gun(skill=skill, to_hit=to_hit, misses=misses), die)


def lethal_and_devastating(drilled: Drilled, die: int, skill: int) -> str:
    hit = shot(drilled, drilled.plain_gun(skill=skill, lethal=True, devastating="current"), die)[0][0]
    return wounds(drilled, hit, 1) if hit.lethal else "a hit, to be rolled to wound"


def hazardous_test(drilled: Drilled, die: int) -> str:
    failed = roll_hazardous_test(Test(drilled.plain_gun()), 1, drilled.thrown(die))
    return f"the unit suffers {NUMBERS.hazard_wounds} mortal wounds" if failed else "nothing happens"
