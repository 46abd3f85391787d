"""Phases, turns; a unit is selected."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from shoot_cli.battle.turns import (
    END_PHASE,
    STATE,
    Mark,
    Place,
    alive,
    ask_first,
    following_turn,
    place_named,
    remembering,
    replaced,
    tell_who_cannot,
    two_sides,
    who_shoots,
    without_ended,
)
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.abilities import MAY_SHOOT, OWN_WOUNDS
from shoot_cli.rules.datasheets.ability_forms import DECIDES
from shoot_cli.rules.datasheets.conditions import IF, holds, key_of
from shoot_cli.rules.datasheets.effects import held, of_all
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Army
from shoot_cli.rules.datasheets.records import (
    Attack,
    Battle,
    BattleUnit,
    Deed,
    Nomination,
    PendingMortalWounds,
    UnitMovement,
)
from shoot_cli.rules.datasheets.steps import effects, marks_and_auras, permissions, states
from shoot_cli.rules.datasheets.steps.effects import ADVANCED_LAST, phase_over, turn_over
from shoot_cli.rules.datasheets.steps.marks_and_auras import ended, offer_marks_and_loans
from shoot_cli.rules.datasheets.steps.mortal_wounds import due_in_phase
from shoot_cli.rules.datasheets.steps.permissions import ability_of, hopeful_scene, reply_next, scene_at
from shoot_cli.rules.datasheets.steps.states import scene_before
from shoot_cli.rules.datasheets.weapons import is_big

# Selecting a unit to shoot: ELIG-1 to 9; Overwatch and Grenade beside it (OOP-1 to 3).

OVERWATCH = "overwatch"
WATCH_AGAIN, FREE_WATCH = "Overwatch again", "Free Overwatch"


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit cannot be selected to shoot now; () if it can."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (b.game.reason("destroyed", "DMG-4"),)
    if at in b.done and at not in b.again:
        return (b.game.reason("has shot", "ELIG-9"),)
    if at in b.untargeted:
        return (b.game.reason("it has no legal target", "ELIG-6"),)
    why = why_barred(company)
    if why and (near := marks_and_auras.early(b, (b.active, at), (MAY_SHOOT, DECIDES))):
        why = why_barred(company, tuple(one.ability for one in near))
    enemies = b.sides[1 - b.active].companies
    pistols_alone = company.marked(states.LOCKED) and not is_big(states.living_unit(company).value)
    if not why and pistols_alone and not any(enemy.ranks and enemy.marked(states.LOCKED) for enemy in enemies):
        return (b.game.reason("no enemy unit is said to be locked in combat with it", "ELIG-4"),)
    return why


@lru_cache(1024)
def why_barred(company: BattleUnit, near: tuple[Ability, ...] = ()) -> tuple[Reason, ...]:
    """What its state and its weapons bar it for (ELIG-1 to 8). ``near``: what it may have from its friends."""
    unit = company.unit.value
    living = [unit.models[rank.kind][0] for rank in company.ranks]
    if company.marked(states.OFF):
        return (company.game.reason("not on the battlefield", "ELIG-1"),)
    if states.embarked(company):
        return (company.game.reason(f"it is {states.EMBARKED}{states.embarked(company)}", "ELIG-8"),)
    if not any(model.weapons or model.has("Firing Deck") for model in living):
        return (company.game.reason("it has no ranged weapons left", "ELIG-6"),)
    moved = UnitMovement(*map(company.marked, (states.FELL_BACK, states.ADVANCED, states.LOCKED, states.ACTING)))
    why = company.game.why_barred(hopeful_scene(company, near), moved)
    return (why,) if why else ()


def why_no_overwatch(b: Battle) -> tuple[Reason, ...]:
    if why := b.game.why_no_watch(b):
        return (why,)
    companies = b.sides[1 - b.active].companies
    if all(why_not_watching(company, b.stratagems) for company in companies):
        if OVERWATCH in b.stratagems:
            return (b.game.reason("Overwatch was fired this turn", "OOP-1"),)
        return (b.game.reason("no unit of theirs may fire Overwatch", "OOP-1"),)
    return ()


def watch_of(company: BattleUnit) -> str:
    """What a battle remembers of a unit that fired Overwatch."""
    return f"{OVERWATCH} of {company.unit.value.name}"


def why_not_watching(company: BattleUnit, used: tuple[str, ...]) -> tuple[Reason, ...]:
    """Why a unit of the other side cannot fire Overwatch; () if it can (OOP-1, OOP-2, EFF-59).

    ``used``: Stratagems of this turn
    """
    if not company.ranks:
        return (company.game.reason("destroyed", "DMG-4"),)
    again = ability_of(company, WATCH_AGAIN) if OVERWATCH in used else None
    if watch_of(company) in used or (OVERWATCH in used and (again is None or effects.is_spent(company, again))):
        return (company.game.reason("Overwatch was fired this turn", "OOP-1"),)
    unit = company.unit.value
    if unit.is_a("TITANIC"):
        return (company.game.reason("TITANIC units cannot fire Overwatch", "OOP-1"),)
    if company.marked(states.LOCKED):
        return (company.game.reason(company.game.in_phase_alone, "OOP-2"),)
    others = company.without(states.ADVANCED, states.FELL_BACK, states.ACTING)
    return why_barred(others)


def why_no_thrower(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why a unit cannot throw grenades; () if it can (OOP-3)."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (b.game.reason("destroyed", "DMG-4"),)
    if not has_grenades(company):
        return (b.game.reason(f"it has no {b.game.thrown.keyword}", "OOP-3"),)
    if at in b.done and at not in b.held:
        return (b.game.reason("it has shot this phase", "OOP-3"),)
    for mark in (states.ADVANCED, states.FELL_BACK, states.LOCKED, states.OFF):
        if company.marked(mark):
            return (b.game.reason(f"it is {mark}", "OOP-3"),)
    inside = states.embarked(company)
    return (b.game.reason(f"it is {states.EMBARKED}{inside}", "OOP-3"),) if inside else ()


@lru_cache(1024)
def has_grenades(company: BattleUnit) -> bool:
    return states.living_unit(company).value.is_a(company.game.thrown.keyword)


def why_no_grenades(b: Battle) -> tuple[Reason, ...]:
    if b.game.thrown.name in b.stratagems:
        return (b.game.reason(f"{b.game.thrown.one} was thrown this phase", "OOP-3"),)
    if not any(not why_no_thrower(b, at) for at in range(len(b.sides[b.active].companies))):
        return (b.game.reason(f"no unit can throw {b.game.thrown.several}", "OOP-3"),)
    return ()


def phase_goes_on(b: Battle) -> bool:
    """Until all have been selected; those that their state bars may still be said to be in another."""
    if b.replies:
        return not b.over
    return not b.ended_phase and not b.over and any(may_yet_shoot(b, at) for at in alive(b.sides[b.active]))


def may_yet_shoot(b: Battle, at: int) -> bool:
    company = b.sides[b.active].companies[at]
    freed = company.without(*states.REPORTED, states.EMBARKED + states.embarked(company))
    return (at not in b.done or at in b.again) and not why_barred(freed)


def nominate(b: Battle, table: Table) -> Battle | Nomination:
    """One unit at a time; stopping while units have not shot is allowed (ELIG-9).

    Whoever may shoot out of turn comes before the next of them (EFF-58).
    """
    if b.replies:
        return reply_next(b, table)
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, states.left(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    watch = f"{b.sides[1 - b.active].name} fires Overwatch {b.game.watched}"
    others = (
        Option(b.game.thrown.name, f"throw {b.game.thrown.one} (1CP)", why_no_grenades(b)),
        Option(OVERWATCH, watch, why_no_overwatch(b)),
    )
    name = who_shoots(b, options, others, b.game.rules("ELIG-1", "ELIG-9"), table)
    if name == END_PHASE:
        return b.but(ended_phase=True)
    if name == STATE:
        return states.report_state(b, table).but(untargeted=())  # what it is may give somebody a target
    if name == b.game.thrown.name:  # 6D6 at a unit within 8"
        return who_does(b, name, b.active, b.game.rule("OOP-3"), f"Which unit throws {b.game.thrown.one}?", table)
    if name == OVERWATCH:
        return who_does(b, OVERWATCH, 1 - b.active, b.game.rule("OOP-1"), "Which unit fires Overwatch?", table)
    at = place_named(side.companies, name)
    return Nomination(Hashed(b), b.active, at, "")


def who_does(b: Battle, what: str, side: int, rule: str, text: str, table: Table) -> Battle | Nomination:
    companies = b.sides[side].companies
    options = [
        Option(c.unit.value.name, states.left(c), why_no_thrower(b, at))
        if what == b.game.thrown.name
        else Option(c.unit.value.name, watch_words(c), why_not_watching(c, b.stratagems))
        for at, c in enumerate(companies)
    ]
    owner = DEFENDER if side != b.active else ATTACKER
    usual = next((option.value for option in options if not option.closed), states.BACK)
    name = table.choose(what, (*options, Option(states.BACK)), default=usual, owner=owner, rules=(rule,), text=text)
    if name == states.BACK:
        return b
    at = place_named(companies, name)
    return watches(b, (side, at), table) if what == OVERWATCH else Nomination(Hashed(b), side, at, what)


def watch_words(company: BattleUnit) -> str:
    """With what makes its Overwatch cost nothing (EFF-59)."""
    free = ability_of(company, FREE_WATCH) if company.ranks else None
    return f"{states.left(company)}; {free.text}" if free else states.left(company)


def watches(b: Battle, place: Place, table: Table) -> Battle | Nomination:
    """A unit fires Overwatch, if what lets it do so again holds; what makes it cost nothing is told."""
    company = b.sides[place[0]].companies[place[1]]
    name = company.unit.value.name
    again = ability_of(company, WATCH_AGAIN) if OVERWATCH in b.stratagems else None
    if again is not None:
        b, true = effects.said_of(b, place, again, table)
        if not all(holds(one, again, scene_at(b, place, None, true), True) for one in again.when):
            table.tell("{unit} does not fire Overwatch: {why}", b.game.rules("EFF-59"), unit=name, why=again.text)
            return b
        b = effects.using(b, place, again)
    free = ability_of(company, FREE_WATCH)
    if free is not None and not effects.is_spent(company, free):
        b, true = effects.said_of(b, place, free, table)
        free_now = all(holds(one, free, scene_at(b, place, None, true), True) for one in free.when)
        if free_now and effects.use_limit(free):
            options, text = (Option("no"), Option("yes")), f"{name}: {free.text}?"
            rules = b.game.rules("EFF-59")
            said = table.choose(f"free overwatch:{name}", options, default="no", owner=DEFENDER, rules=rules, text=text)
            free_now = said == "yes"
        if free_now:
            table.tell("{unit}: its Overwatch costs no CP", b.game.rules("EFF-59"), unit=name)
            b = effects.using(b, place, free)
    return Nomination(Hashed(b), *place, OVERWATCH)


def unit_named(record: Battle | Nomination) -> bool:
    return isinstance(record, Nomination)


# Phases and turns (ELIG-9, ALL-3).

NO_UNIT = "none"
OF_PHASE = (states.SMOKE, states.GROUND)


def new_battle(battle: type[Battle], company: type[BattleUnit], mine: Army, theirs: Army, turns: int | None) -> Battle:
    """Both armies drawn up. ``battle``, ``company``: of the edition."""
    sides = two_sides(mine, theirs, partial(states.company, company))
    return battle(
        sides,
        turns,
        auras=marks_and_auras.anywhere(sides),
        logged=effects.anywhere(sides),
        hits_logged=effects.anywhere(sides, hits=True),
    )


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, b.game.rule("ELIG-9"), table)


def begin_phase(b: Battle, table: Table) -> Battle:
    """Nobody has shot yet, and nobody stands about without a word why."""
    b = b.but(done=(), held=(), untargeted=(), ended_phase=False, stratagems=(), again=(), replies=())
    table.tell("Turn {turn}: {side}", b.game.rules("ELIG-9"), turn=b.turn, side=b.sides[b.active].name)
    tell_who_cannot(b, why_not_nominated, table)
    return b


def name_targets(b: Battle, table: Table) -> Battle:
    """What holds against one enemy unit for a whole army."""
    own = (words for company in b.sides[b.active].companies for words in states.names_of_army(company))
    for words in dict.fromkeys(own):
        b = name_target(b, words, table)
    return b


def mark_and_lend(b: Battle, table: Table) -> Battle:
    """Marks and loans of the start of the phase (EFF-5, EFF-6), and what is rolled for then."""
    b = offer_marks_and_loans(b, table)
    return b.but(due=tuple(due_in_phase(b)))


def name_target(b: Battle, words: str, table: Table) -> Battle:
    """What holds against one enemy unit for a whole army is said once a turn (TGT-11).

    It lasts until that army's next turn begins.
    """
    enemies = b.sides[1 - b.active].companies
    units = tuple(Option(company.unit.value.name, states.left(company)) for company in enemies if company.ranks)
    if not units:
        return b
    none = Option(NO_UNIT, "none of them")
    text = f"Which unit is the {words}?"
    name = table.choose(IF + words, (*units, none), default=NO_UNIT, rules=b.game.rules("TGT-11"), text=text)
    for at, company in enumerate(enemies):
        if company.unit.value.name == name:
            until = (b.turn + (b.active != b.first), 1 - b.active)
            return replaced(b, 1 - b.active, at, company.with_mark(Mark(words, until)))
    return b


def end_phase(b: Battle, table: Table) -> Battle:
    """Allocation is forgotten, smoke clears, who went to ground gets up (ALL-3, DEF-SMOKE-1).

    So are marks and loans of the phase, and what was said of units for it (EFF-5, EFF-6, EFF-15).
    """
    return of_each(b, lambda c: phase_over(ended(c.but(told=()).without(*OF_PHASE), None))).but(of_phase=())


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""
    now, last = (b.turn, b.active), b.active != b.first  # of the battle round
    b = how_they_moved(b)
    b = of_each(without_ended(b), lambda c: turn_over(ended(c, now), last)).but(of_turn=(), deeds=last_ones(b))
    b = b.but(until_own_turn=tuple(said for said in b.until_own_turn if said.about[0][0] == b.active))
    return following_turn(b, b.game.rule("DMG-4"), b.game.rule("ELIG-9"), table)


def how_they_moved(b: Battle) -> Battle:
    """The battle that remembers which units of the active side Advanced, where something hangs on it later (EFF-19)."""
    memory = b.until_own_turn
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and states.looks_at(company.unit, ADVANCED_LAST):
            if company.marked(states.ADVANCED):
                memory = remembering(memory, {ADVANCED_LAST: "yes"}, (b.active, at))
            elif any(map(company.marked, (*states.MOVEMENT, states.OFF))) or states.embarked(company):
                memory = remembering(memory, {ADVANCED_LAST: "no"}, (b.active, at))
    return b if memory == b.until_own_turn else b.but(until_own_turn=memory)


def last_ones(b: Battle) -> tuple[Deed, ...]:
    """Of every unit the last turn in which it shot: what happened before makes no difference any more."""
    last = {deed.by: deed.turn for deed in b.deeds}
    return tuple(deed for deed in b.deeds if deed.turn == last[deed.by])


def of_each(b: Battle, change: Callable[[BattleUnit], BattleUnit]) -> Battle:
    """The battle with every unit changed so."""
    return b.but(sides=tuple(side.but(companies=tuple(map(change, side.companies))) for side in b.sides))


# A unit was selected, and has no target yet: what must be known of it, tests that it takes (EFF-41, 49, 60).

NOT_TAKEN, PASSED, FAILED = "not taken", "passed", "failed"


def anything_before(s: Attack) -> bool:
    """True if anything is asked before there is a target: not of an attack on its own without tests."""
    return not s.alone or test_open(s)


def in_a_battle(s: Attack) -> bool:
    return not s.alone and s.doing != s.game.thrown.name


def muster(s: Attack, table: Table) -> Attack:
    """Conditions of what lets the unit shoot, and of its range, are asked now; then it may be barred after all."""
    held_back = s.advanced or s.fell_back or s.acting or s.engaged
    early = ("range", *((MAY_SHOOT, DECIDES) if held_back else ()))
    asked = permissions.asked_early(s, early) if s.granted or permissions.might(s.game.known, s.shooter, *early) else ()
    friends = marks_and_auras.early(s.battle.value, (s.side, s.unit), early) if s.battle.value.auras else ()
    if asked or friends:
        b, own, nobody = s.battle.value, (s.side, s.unit), (1 - s.side, NOBODY)
        known = {key: effects.known_answer(b, key, own, own, nobody) for key, _ in asked}
        no_yes = Option("no"), Option("yes")
        unknown = [(key, one) for key, one in asked if known[key] is None]
        parts = tuple(Choose(key, no_yes, "no", rules=(rule_of(s, one),), text=words(key)) for key, one in unknown)
        known |= {one.key: effects.known_answer(b, one.key, own, own, nobody) for one in friends}
        parts += tuple(
            marks_and_auras.aura_question(s.game, one, s.side, s.shooter.value.name)
            for one in friends
            if known[one.key] is None
        )
        title = f"What is true of {s.shooter.value.name}?"
        told = table.facts("unit facts", parts, rules=s.game.rules("EFF-49"), text=title) if parts else {}
        every = {**known, **told}
        near = tuple(one.ability for one in friends if every[one.key] == "yes")
        true = tuple(sorted({*s.true, *(key for key, one in asked if every[key] == "yes")}))
        bearers = {key: (own, span_of(one)) for key, one in asked} | {one.key: (own, "") for one in friends}
        b = effects.remember(b, told, bearers, own, nobody)
        s = s.but(battle=Hashed(b), true=true, granted=(*s.granted, *near), spoken=(*s.spoken, *every))
    if reason := s.game.why_not_eligible(s) if not s.overwatch else None:
        hopes = any(one.when for one in every_ability(s) if s.game.known.form_of(one).changes in (MAY_SHOOT, DECIDES))
        if not (hopes and may_yet(s)):
            table.tell("{unit} cannot shoot: {why}", (reason.rule,), unit=s.shooter.value.name, why=reason.text)
            return s.but(declared=True, untargeted=True)
    return permissions.with_range(s, None)


NOBODY = -1  # in the place of a target


def span_of(ability: Ability) -> str:
    """How often it may be used; "" for as often as one likes."""
    return next((one.words[0] for one in ability.when if one.kind == "once"), "")


def every_ability(s: Attack) -> list[Ability]:
    models = [s.shooter.value.models[firer.model][0] for firer in s.firers]
    each = [(model.abilities, *(weapon.abilities for weapon in model.weapons)) for model in models]
    return [ability for owners in each for owned in owners for ability in owned]


def may_yet(s: Attack) -> bool:
    """True if what bars it hangs on a target that is not chosen yet."""
    hopeful = s.but(shooter=permissions.with_all_conditions(s.shooter, of_target=True))
    return s.game.why_not_eligible(hopeful) is None


def rule_of(s: Attack, ability: Ability) -> str:
    return s.game.known.form_of(ability).rule


def words(key: str) -> str:
    said = key.partition(" ")[2] if key.startswith("if ") else key
    return f"{said[:1].upper()}{said[1:]}"


# Tests ---------------------------------------------------------------------------------------------------------------


MORTAL_WOUNDS = "mortal wounds"  # what such abilities change


def tests_of(s: Attack) -> list[Ability]:
    """Tests that it may take and has not been asked of (EFF-41): what its models have as one unit."""
    if s.doing or s.overwatch or not s.firers or not permissions.might(s.game.known, s.shooter, MORTAL_WOUNDS):
        return []
    scene = scene_before(s)
    early = [one for one in every_ability(s) if one.name == OWN_WOUNDS]
    if not early:
        return []
    true = tuple({*scene.true, *(key for one in early for when in one.when if (key := key_of(when, one, True)))})
    scene = scene.but(true=true)  # to take the test is to say that it may be taken
    found = dict.fromkeys(one for one in of_all(scene, True, held(scene, True)) if one.name == OWN_WOUNDS)
    company = s.battle.value.sides[s.side].companies[s.unit]
    return [one for one in found if test_key(one) not in s.tested and not effects.is_spent(company, one)]


def test_key(ability: Ability) -> str:
    return f"test {ability.called}" if ability.called else "test"


def test_open(s: Attack) -> bool:
    return bool(tests_of(s))


def take_test(s: Attack, table: Table) -> Attack:
    """Players say how it went; if it failed, the unit suffers before it attacks."""
    test = tests_of(s)[0]
    key = test_key(test)
    options = (Option(NOT_TAKEN), Option(FAILED, f"failed: {amount_words(test)}"), Option(PASSED))
    text = f"{s.shooter.value.name}: {test.called or test.text}?"
    said = table.choose(key, options, default=NOT_TAKEN, rules=s.game.rules("EFF-41"), text=text)
    s = s.but(tested=(*s.tested, key))
    if said == NOT_TAKEN:
        return s
    b = effects.using(s.battle.value, (s.side, s.unit), test)
    if said != FAILED:
        return s.but(battle=Hashed(b))
    fall = PendingMortalWounds(
        s.side, s.unit, test.amount or Amount(plus=1), why=test.called or "the test", rule="EFF-41"
    )
    return s.but(battle=Hashed(b.but(suffering=(*b.suffering, fall))))


def amount_words(ability: Ability) -> str:
    amount = ability.amount or Amount(plus=1)
    return f"{amount.text} mortal wound{'s' * (amount.text != '1')}"
