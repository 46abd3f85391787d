"""Facts that only players see: movement, combat, sight, cover, conditions of abilities (28).

Attacks outside a battle leave facts to the next attack at the same target. A mark after shooting needs a hit, as in a
battle (EFF-5). The next attacker is asked about it; the default is what earlier attacks have left. Marks and loans of
the start of the phase are asked for each attacker (EFF-6). Answers about the target or a whole army become defaults
(EFF-15).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from shoot_cli.battle.turns import remembered_answer
from shoot_cli.engine.names import AND, IF, USE, counted, without_owner
from shoot_cli.engine.questions import UNKNOWN, Choose, HowMany, Option, Question
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import conditions as effect_conditions
from shoot_cli.rules.datasheets.ability_grammar import (
    FAR_OR_NEAR,
    LEND,
    MARK,
    TARGET_IS,
    fits_distance,
    of_attack,
    state_of,
)
from shoot_cli.rules.datasheets.conditions import LENT, MARKED, follows, key_of, key_of_distance, key_of_one
from shoot_cli.rules.datasheets.effects import (
    BY_A_ROLL_RULE,
    COVER,
    HALF,
    KEPT,
    SPLIT,
    STILL,
    UNSAID,
    YES_NO,
    borne,
    yes_or_no,
)
from shoot_cli.rules.datasheets.profiles import ONE_TARGET, Ability, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, BattleUnit, DeclaredTarget, Deed, Game, Handed, Shooting
from shoot_cli.rules.datasheets.steps import effects, states, told_rows
from shoot_cli.rules.datasheets.steps.effects import ARMY, depends_on_log, scope_of
from shoot_cli.rules.datasheets.steps.marks_and_auras import (
    AFTER,
    NEAR,
    TARGET_NEAR,
    borne_by,
    held_in,
    hit_for,
    holders,
    limits,
)
from shoot_cli.rules.datasheets.steps.permissions import armed, half_counts, has_here, with_range
from shoot_cli.rules.datasheets.steps.single_die import keeps_dice, may_keep
from shoot_cli.rules.datasheets.steps.states import inches, living, of_army, shooter_of, target_of
from shoot_cli.rules.datasheets.tokens import ROLLS, SAVE
from shoot_cli.rules.datasheets.weapons import within_half

SOMEBODY_ELSE = (0, -1)  # instead of a unit: a friend of the attacker
AS_LEFT = "as it was left"
ITS_OWN_TOO = "by itself, else as it was left"  # the default if everything that may be marked counts as marked


def is_late(ability: Ability) -> bool:
    """Return True for a mark that is made after shooting."""
    return ability.name == MARK and ability.span.startswith(AFTER)


@lru_cache(256)
def without_late_marks(unit: Hashed[Unit]) -> Hashed[Unit]:
    """Return the unit without marks after shooting, because it has not shot yet."""

    def kept(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        return tuple(ability for ability in abilities if not is_late(ability))

    if not any(is_late(ability) for model, _ in unit.value.models for ability in borne_by(model)):
        return unit
    models = [
        (
            model.but(
                abilities=kept(model.abilities),
                weapons=tuple(weapon.but(abilities=kept(weapon.abilities)) for weapon in model.weapons),
            ),
            n,
        )
        for model, n in unit.value.models
    ]
    return Hashed(unit.value.but(models=tuple(models)))


# Questions -----------------------------------------------------------------------------------------------------------


def loans(state: Attack) -> Iterator[Ability]:
    """Yield what earlier attackers may lend to this one, without its own loans."""
    its_own = holders(shooting_unit(state), LEND)
    unit = state.shooter.value
    for loan in state.handed.loans:
        if all(loan.gives != other.gives for other in its_own) and all(map(unit.is_a, loan.reach.keywords)):
            yield loan


def shooting_unit(state: Attack) -> BattleUnit:
    unit: BattleUnit = state.battle.value.sides[state.side].units[state.unit]
    return unit


def perhaps(state: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """Return the target with all marks and loans that are possible."""
    every = [one for ability in (*(mark for mark, _ in state.handed.marks), *loans(state)) for one in held_in(ability)]
    return aim.but(granted=(*aim.granted, *every)) if every else aim


def mark_part(state: Attack, text: str, rules: tuple[str, ...], used: bool) -> Choose:
    """Return the question whether the target is marked by earlier attackers."""
    usual = ITS_OWN_TOO if used else AS_LEFT
    return Choose(MARKED, (Option(usual), *YES_NO), usual, rules=rules, text=text)


def uses(state: Attack, used: bool) -> Iterator[Choose]:
    """Yield the question whether a limited mark is made after this attack (EFF-20)."""
    if not state.followed:
        return
    for ability in holders(shooting_unit(state), MARK):
        if key := use_key(ability):
            text = f"{key[:1].upper()}{key[1:]} now"
            yield yes_or_no(key, text, state.game.rules("EFF-20", "TGT-11"), "yes" if used else "no")


def use_key(ability: Ability) -> str:
    """Return the key of that question; "" if the mark is always made."""
    if not is_late(ability) or not limits(ability):
        return ""
    return next(key_of(when, one, True) for one in ability.gives for when in one.conditions if when.kind == "once")


def in_force(state: Attack, aim: DeclaredTarget, facts: Mapping[str, Any]) -> DeclaredTarget:
    """Return the target with the marks and loans that count in this attack."""
    if not state.handed.marks and not state.handed.loans:
        return aim
    answer = facts.get(MARKED, AS_LEFT)
    marks = [mark for mark, made in state.handed.marks if is_on(mark, made, answer)]
    lent = [*loans(state)] if facts.get(LENT) == "yes" else []
    granted = (*aim.granted, *(one for ability in (*marks, *lent) for one in held_in(ability)))
    true = [*[key_of_one(MARKED, True)] * bool(marks), *[MARKED] * (answer == ITS_OWN_TOO)]
    return aim.but(granted=granted, facts=tuple(sorted({*aim.facts, *true})))


def is_on(mark: Ability, made: bool, text: str) -> bool:
    if text in ("yes", "no"):
        return text == "yes"
    return made or (text == ITS_OWN_TOO and not is_late(mark))


# Before any attack ---------------------------------------------------------------------------------------------------


def beforehand(target: Unit, units: Sequence[Unit]) -> Handed:
    """Return what these attackers may mark and lend, and whether an ability depends on earlier shooting (EFF-21)."""
    all_units = [Hashed(unit) for unit in (target, *units)]
    logged, hits = (any(depends_on_log(unit, hits) for unit in all_units) for hits in (False, True))
    owned = [ability for unit in units for model, _ in unit.models for ability in borne_by(model)]
    marks = {ability: False for ability in owned if ability.name == MARK and not is_late(ability)}
    return Handed(in_order(marks), tuple(dict.fromkeys(one for one in owned if one.name == LEND)), (), logged, hits)


def in_order(marks: Mapping[Ability, bool]) -> tuple[tuple[Ability, bool], ...]:
    return tuple(sorted(marks.items(), key=lambda mark: mark[0].text))


# After an attack -----------------------------------------------------------------------------------------------------


def handed_on(state: Shooting) -> Handed:
    """Return what this attack and earlier ones leave to the next."""
    attack = state.attack.value
    if attack.manner.others:
        return attack.handed
    aim, unit, before = attack.aims[0], shooting_unit(attack), attack.handed
    marks = dict(before.marks)
    for mark in holders(unit, MARK):
        marks[mark] = marks.get(mark, False) or is_made(mark, state, aim)
    lends = tuple(dict.fromkeys((*before.loans, *holders(unit, LEND))))
    true = tuple(sorted({*before.facts, *said_of_target(attack, aim)}))
    return before.but(marks=in_order(marks), loans=lends, facts=true, deeds=deeds(state))


def deeds(state: Shooting) -> tuple[Deed, ...]:
    """Return the note that another unit shot at the target, and whether it hit."""
    attack = state.attack.value
    if not attack.handed.deeds_logged or not attack.orders:
        return attack.handed.deeds
    hit = bool(state.targets_hit) or any(deed.hit for deed in attack.handed.deeds)
    return (Deed(SOMEBODY_ELSE, (1, 0), (1, 0), False, False, hit),)


def is_made(mark: Ability, state: Shooting, aim: DeclaredTarget) -> bool:
    """Return True if the target is marked after this attack."""
    if not is_late(mark):
        return MARKED in aim.facts
    key = use_key(mark)
    return 0 in hit_for(mark, state) and (not key or key in aim.facts)


def said_of_target(state: Attack, aim: DeclaredTarget) -> Iterator[str]:
    """Yield the keys of answers about the target or a whole army, which hold for the phase."""
    if not any(key.startswith(IF) for key in aim.facts):
        return
    shooter, target = effects.shooter_and_target(state, aim)
    for question in effects.asked_here(state, aim):
        if question.key in aim.facts and question.key.startswith(IF):
            scope = scope_of(question.key, shooter if question.shoots else target, shooter, target)
            if scope and (scope.about == (target,) or scope.about[0][1] == ARMY):
                yield question.key


MOVED = ("set_up", "disembarked")  # facts of how the unit moved besides (EFF-19)
OF_ONE = {
    effect_conditions.key_of_one(word, shoots)
    for word in (effect_conditions.MARKED, effect_conditions.LENT)
    for shoots in (True, False)
}
MODE, YOUR_TURN = "mode:", "your turn"


# The two units -------------------------------------------------------------------------------------------------------


def abilities(state: Attack) -> list[Ability]:
    """Return the abilities of the firing models and of their weapons."""
    lists = [(model.abilities, *(weapon.abilities for weapon in model.weapons)) for _, model in living(state)]
    return [ability for of_model in lists for owned in of_model for ability in owned]


def anybody_saves(aim: DeclaredTarget) -> bool:
    return any(model.save is not None for model, _ in aim.unit.value.models)


def hits_are_rolled(state: Attack, aim: DeclaredTarget) -> bool:
    """Return False if every weapon certainly hits without a roll (WPN-TORRENT-1)."""
    return any(
        weapon.skill is not None and not has_here(state, aim, model, weapon, "Torrent", sure=True)
        for model, weapon in armed(state)
    )


def wounds_are_rolled(state: Attack) -> bool:
    """Return False if no weapon has a Strength, because they inflict only mortal wounds."""
    return any(weapon.strength for _, weapon in armed(state))


# Questions -----------------------------------------------------------------------------------------------------------


def near(state: Attack, inches: float | None) -> bool:
    """Return True within Engagement Range, where both units are in combat (ELIG-3)."""
    return inches is not None and inches <= state.game.engagement


def still_known(state: Attack) -> bool:
    """Return True if a battle knows whether the unit moved, or it does not matter (EFF-19)."""
    moved = state.advanced or state.fell_back or any(true for _, true in state.moved)
    return (
        state.stationary
        or moved
        or state.overwatch
        or remembered_answer(state.remembered, STILL, (state.side, state.unit)) is not None
    )


def usually(fact: Choose, yes: bool) -> Choose:
    return fact.but(default="yes") if yes else fact


def conditions(state: Attack, aim: DeclaredTarget, used: bool) -> list[Question]:
    """Return the questions about effects of both units that may count here (EFF-8).

    :param used: the default is that optional abilities are used (setting ``abilities_used``)
    """
    rows: list[Question] = [*uses(state, used)]
    aim = perhaps(state, aim)
    seen = ("engaged", "target_engaged", "together", "hidden", COVER, "visible")
    movement = (STILL, "advanced", "fell_back", "acting")
    elsewhere = {
        *movement,
        *seen,
        IF + ONE_TARGET,
        *(MOVED if state.manner.seen else ()),
        *state.answered,
    }
    known = effects.known_answers(state, aim)
    for question in effects.asked_here(state, aim):
        if question.key in elsewhere or (
            state.manner.known and (question.key in known or of_army(question.key) or question.rule == BY_A_ROLL_RULE)
        ):
            continue  # in a battle the roll is offered at its own time
        owner, rules = "attacker" if question.shoots else DEFENDER, state.game.rules(question.rule, "TGT-11")
        if question.key == effect_conditions.MARKED and question.shoots and state.handed.marks:
            rows.append(mark_part(state, question.text, rules, used))
        elif question.options:
            rows.append(
                Choose(question.key, labelled(question.options), question.options[0], owner, rules, question.text)
            )
        elif question.key in known:
            row = yes_or_no(question.key, question.text, rules, known[question.key], owner)
            rows.append(row.but(computed=not guessed(question.key)))
        else:
            usual = (
                "yes"
                if used
                and (question.key in (effect_conditions.MARKED, effect_conditions.LENT) or question.key.startswith(USE))
                else "no"
            )
            usual = as_it_was_left(state, question.key) or usual
            rows.append(yes_or_no(question.key, question.text, rules, usual, owner))
    return [*rows, *effects.aura_rows(state, aim), *distance_rows(state, aim)]


def known_here(state: Attack, aim: DeclaredTarget) -> dict[str, str]:
    """Return the effects at this target that nobody is asked about, because the battle knows the answer, by name."""
    known = effects.known_answers(state, aim)
    answers = {
        question: "yes" if question.key in aim.facts else known.get(question.key, "no" if of_army(question.key) else "")
        for question in effects.asked_here(state, aim)
    }
    return {question.text: answer for question, answer in answers.items() if answer}


def distance_rows(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return what an attack on its own computes from the distance: `within 12"` of an effect (EVE-75)."""
    if state.manner.known:
        return []
    situation = states.situation_of(state, effects.with_auras(state, aim, {}, assume_all=True))
    here = (one for shoots in (True, False) for one in borne(situation, shoots))
    when = (when for ability in here for part in (ability, *ability.gives) for when in part.conditions)
    keys = dict.fromkeys(map(key_of_distance, (one for one in when if one.kind in FAR_OR_NEAR)))
    row = Choose("", (Option(UNKNOWN), *YES_NO), UNKNOWN, rules=state.game.rules("EFF-12"), computed=True)
    return [row.but(key=key, text=key.removeprefix(IF).capitalize()) for key in keys]


def by_distance(key: str, distance: float | None) -> str | None:
    """Return the answer to a condition on the distance, by this distance in inches; None for other keys."""
    condition = of_attack(key.removeprefix(IF)) if key.startswith(IF) else None
    if condition is None or condition.kind not in FAR_OR_NEAR or key != key_of_distance(condition):
        return None
    if distance is None:
        return UNKNOWN
    return "yes" if fits_distance(condition, distance) else "no"


def hangs_on_cover(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True if an effect that may count here depends on the target's cover."""
    return any(question.key == COVER for question in effects.asked_here(state, perhaps(state, aim)))


def labelled(words: tuple[str, ...]) -> tuple[Option, ...]:
    """Return the options of a choice. A condition that all of them end with is left out of their labels.

    >>> [one.label for one in labelled(("Lethal Hits if lit", "Sustained Hits 1 if lit"))]
    ['Lethal Hits', 'Sustained Hits 1']
    """
    _, _, condition = words[0].partition(" if ")
    end = f" if {condition}" if condition else ""
    same = end and all(option.endswith(end) for option in words)
    return tuple(Option(option, option.removesuffix(end) if same else "") for option in words)


def guessed(key: str) -> bool:
    """Return True if the known answer is only a guess, such as the battle round."""
    of_unit = effect_conditions.state_in(key)
    row = state_of(of_unit[0]) if of_unit else None
    return row is not None and row.known == "turn"


def as_it_was_left(state: Attack, key: str) -> str:
    """Return the answer that earlier attackers gave or caused (EFF-14, 15, 18); "" if it is unknown."""
    if not state.followed:
        return ""
    if key in state.handed.facts:
        return "yes"
    target = state.battle.value.sides[1].units[0]
    untouched = target.origin is None and not effects.state_from_losses(target, "below strength")
    if not key.startswith(IF + TARGET_IS) or untouched:
        return ""
    known = effects.state_from_losses(target, key.removeprefix(IF + TARGET_IS))
    return "" if known is None else "yes" if known else "no"


def lasting(state: Attack, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that hold for a target all turn, for every shooter."""
    return {key: value for key, value in facts.items() if key.partition(":")[0] in state.game.lasting}


def blind_part(state: Attack) -> list[Question]:
    """Return the question about models that do not see the target. In a battle a single model was chosen with it."""
    if state.manner.seen and sum(firer.n for firer in state.firers) < 2:
        return []
    groups = tuple((model.name, firer.n) for firer, model in living(state))
    return [state.game.rows.blind.but(groups=groups, default=(0,) * len(groups))]


def modifier_parts(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the questions about other modifiers. In a battle they are effects that players tell (EVE-29)."""
    return told_rows.rows(state, aim) if state.manner.seen else plain_modifiers(state, aim)


def plain_modifiers(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the questions about modifiers without a name. Battles of earlier versions have answers to them."""
    shared, parts = state.game.rows, list[Question]()
    if not state.overwatch and hits_are_rolled(state, aim):
        parts.append(shared.hit_modifier)
    if wounds_are_rolled(state):
        parts.append(shared.wound_modifier)
    return parts


def dice_parts(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the questions about single dice: a Command Re-roll, and kept dice."""
    parts: list[Question] = [] if state.manner.each_die else [state.game.rows.command]
    if not state.mustered and (aim.granted or keeps_dice(state.game.abilities, state.shooter)):
        parts += kept_parts(state.game, shooter_of(state, aim.granted), *(roll for roll in ROLLS if roll != SAVE))
    if aim.given or keeps_dice(state.game.abilities, aim.unit):
        parts += kept_parts(state.game, target_of(aim), SAVE)
    return parts


def kept_parts(game: Game, side: effect_conditions.SituationSide, *rolls: str) -> list[Choose]:
    """Return the questions about kept dice for these rolls (EFF-51)."""
    return [game.rows.kept[roll] for roll in may_keep(side) if roll in rolls]


def firing_parts(state: Attack, aim: DeclaredTarget, best: tuple[str, ...], table: Table) -> list[Question]:
    """Return the questions about profiles, half range and firing weapons. The default is that all fire.

    :param best: the names of the profiles that are proposed
    """
    if state.doing == state.game.thrown_stratagem.name:
        return []
    arming, shared = state.game.arming, state.game.rows
    proposed = arming.usual(state, aim, (), best)
    groups = tuple((name, n) for name, n in arming.names(state).items() if n)
    firing = shared.firing.but(
        groups=groups, default=tuple(proposed[name] for name, _ in groups), labels=weapon_labels(state)
    )
    rest = arming.slots(state.but(orders=(*state.orders, *arming.dealt(state, aim, proposed).orders)))
    splits = [shared.split] if rest and another_is_open(state, table) else []
    parts: list[Question] = [
        *modes_of(state, aim, {name for name, _ in groups}, best),
        *half_part(state, aim, groups),
        firing if splits else firing.but(called=shared.split.called),  # fewer must fire before others have a target
        *splits,
    ]
    if state.orders or sum(n > 0 for n in proposed.values()) > 1:
        parts.append(shared.order.but(default="ask") if state.in_order else shared.order)
    return parts


def another_is_open(state: Attack, table: Table) -> bool:
    """Return True if what is left may be shot at another target (TGT-3)."""
    enemies = enumerate(state.battle.value.sides[1 - state.side].units)
    return any(not state.game.why_not_shot(state, enemy, at, table) for at, enemy in enemies)


def weapon_labels(state: Attack) -> tuple[tuple[str, str], ...]:
    """Return what the unit's own menu calls weapons that a list calls by their owner, as `without_owner` does."""
    unit = state.shooter.value
    weapons = [weapon for model, _ in unit.models for weapon in model.weapons]
    if not any("(" in weapon.name for weapon in weapons):
        return ()
    names = [*(weapon.name for weapon in weapons), *(weapon.mode_of for weapon in weapons if weapon.mode_of)]
    owners = (*unit.name.split(AND), unit.name, *(model.name for model, _ in unit.models))
    return without_owner(names, owners)


def modes_of(state: Attack, aim: DeclaredTarget, unfired: Collection[str], best: tuple[str, ...]) -> list[Choose]:
    """Return the question about the profile of each weapon with several possible ones.

    :param unfired: the names of the weapons that did not fire yet
    :param best: the names of the profiles that are proposed
    """
    by_weapon: dict[str, list[Option]] = {}
    labels = dict(weapon_labels(state))
    for model, weapon in armed(state):
        options = by_weapon.setdefault(weapon.mode_of, []) if weapon.mode_of and weapon.name in unfired else []
        if weapon.mode_of and all(option.value != mode(weapon) for option in options):
            why = state.game.why_closed(state, aim, model, weapon)
            options.append(Option(mode(weapon), f"{mode(weapon)}, {profile(weapon)}", (why,) if why else ()))
    return [
        Choose(
            MODE + name,
            tuple(options),
            max((o for o in options if not o.closed), key=lambda option: f"{name} ({option.value})" in best).value,
            rules=state.game.rules("TGT-4"),
            text=f"{labels.get(name, name)}, {' or '.join(option.value for option in options if not option.closed)}",
        )
        for name, options in by_weapon.items()
        if sum(not option.closed for option in options) > 1
    ]


def mode(weapon: Weapon) -> str:
    """Return the profile in the name: ``krak`` of ``missile launcher (krak)``."""
    return weapon.name.removeprefix(weapon.mode_of).strip(" ()")


def profile(weapon: Weapon) -> str:
    """Return the values of the weapon as text."""
    skill = f" BS{weapon.skill}+" if weapon.skill else ""
    attacks, damage = (("" if one.text[0].isdecimal() else " ") + one.text for one in (weapon.attacks, weapon.damage))
    words = f'{weapon.range:g}" A{attacks}{skill} S{weapon.strength} AP{weapon.ap} D{damage}'
    abilities = ", ".join(ability.text for ability in weapon.abilities)
    return words + (f" [{abilities}]" if abilities else "")


def half_part(state: Attack, aim: DeclaredTarget, groups: tuple[tuple[str, int], ...]) -> list[HowMany]:
    weapons = {weapon.name: weapon for model, weapon in armed(state) if half_counts(model, weapon)}
    ranges: dict[str, set[float]] = {}
    for weapon in weapons.values():
        ranges.setdefault(weapon.mode_of, set()).add(weapon.range)
    counts, asked_weapons = dict[str, int](), dict[str, Weapon]()
    for weapon, n in ((weapons[name], n) for name, n in groups if name in weapons):
        if aim.distance is None or aim.distance <= weapon.range:
            # a weapon stands where it stands in whichever mode it fires
            key = weapon.mode_of if weapon.mode_of and len(ranges[weapon.mode_of]) == 1 else weapon.name
            counts[key], asked_weapons[key] = max(n, counts.get(key, 0)), weapon
    if not counts:
        return []
    asked = tuple(counts.items())
    usually = tuple(n if within_half(aim, asked_weapons[name]) else 0 for name, n in asked)
    nobody = aim.distance is not None and not any(usually)  # and whoever is said to be is refused
    return [state.game.rows.half.but(groups=asked, default=usually, labels=weapon_labels(state), seldom=nobody)]


def not_so_near(state: Attack, aim: DeclaredTarget, near: Mapping[str, int] | None) -> str | None:
    """Return a sentence if a weapon at half range contradicts the distance (WPN-RF-1, WPN-MELTA-1, TGT-2)."""
    for name, n in (near or {}).items():
        weapon = next(weapon for _, weapon in armed(state) if name in (weapon.name, weapon.mode_of))
        if n and aim.distance is not None and not within_half(aim, weapon):
            own = {ability.name for ability in weapon.abilities}
            what = "WPN-RF-1" if "Rapid Fire" in own else "WPN-MELTA-1" if "Melta" in own else "TGT-2"
            far, half, rule = f'{aim.distance:g}"', f'{weapon.range / 2:g}"', state.game.rule(what)
            return f"{counted(n, name)} at half range, but the target is {far} away: half is {half} ({rule})"
    return None


# Answers -------------------------------------------------------------------------------------------------------------


def of_effects(key: str) -> bool:
    """Return True if an effect depends on this question."""
    return key in (effect_conditions.MARKED, effect_conditions.LENT, *MOVED) or key.startswith(
        (IF, USE, effect_conditions.ONE, NEAR, TARGET_NEAR)
    )


def is_target_key(key: str, value: Any) -> bool:
    """Return True if the answer belongs to the keys of a target. Auras and movement are stored elsewhere."""
    if value in ("no", AS_LEFT, ITS_OWN_TOO):
        return False
    return of_effects(key) and not key.startswith((NEAR, TARGET_NEAR)) and key not in MOVED


def told_yes(facts: Mapping[str, Any], key: str, before: bool) -> bool:
    """Return the answer if there is one, or else ``before``."""
    return bool(facts[key] == "yes") if key in facts else before


def with_facts(state: Attack, facts: Mapping[str, Any]) -> Attack:
    """Return the attack with the answers, and with what the battle knows."""
    state = told_rows.with_told_answers(state, facts)
    facts = {key: value for key, value in facts.items() if not told_rows.is_told_row(key)}
    facts = facts if not state.manner.known else {**effects.known_answers(state, state.aims[-1]), **facts}
    distance = facts.get("distance", state.aims[-1].distance)
    distance = None if distance == UNSAID else distance
    asked = {key: value for key, value in facts.items() if key not in state.game.of_units}
    others = {key: value for key, value in asked.items() if value != by_distance(key, distance)}
    true = [key if value == "yes" else f"{key}: {value}" for key, value in others.items() if is_target_key(key, value)]
    true += [effect_conditions.no(key) for key, value in others.items() if value == "no" and by_distance(key, None)]
    denied = [
        effect_conditions.no(key) if value == "yes" else key for key, value in others.items() if value in ("yes", "no")
    ]
    blind = facts["blind"] if any(facts.get("blind", ())) else ()
    all_blind = blind and sum(blind) == sum(firer.n for firer in state.firers)
    aim = effects.with_auras(state, in_force(state, state.aims[-1], facts), facts)
    before, order = dict(state.moved), "group_order"
    state = state.but(
        mustered=True,
        stationary=told_yes(facts, STILL, state.stationary),
        advanced=told_yes(facts, "advanced", state.advanced),
        fell_back=told_yes(facts, "fell_back", state.fell_back),
        acting=told_yes(facts, "acting", state.acting),
        engaged=told_yes(facts, "engaged", state.engaged)
        or facts.get("together") == "yes"
        or near(state, facts["distance"] if facts.get("distance", UNSAID) != UNSAID else None),  # (ELIG-3)
        moved=tuple((key, told_yes(facts, key, before.get(key, False))) for key in MOVED) if before or others else (),
        overwatch=told_yes(facts, "overwatch", state.overwatch),
        command=facts.get("command_reroll", state.command),
        kept=kept_of(state, facts),
        blind=blind,
        splits=told_yes(facts, SPLIT, False),
        in_order=facts[order] == "ask" if order in facts else state.in_order,
    )
    aim = aim.but(
        distance=distance,
        visible=told_yes(facts, "visible", aim.visible) and not all_blind,
        engaged=told_yes(facts, "target_engaged", aim.engaged) or near(state, distance),
        facts_given=True,
        facts=tuple(sorted({*aim.facts, *true} - {*denied})) if others else aim.facts,
        hit_modifier=facts.get("hit_modifier", 0),
        wound_modifier=facts.get("wound_modifier", 0),
    )
    state = state.game.with_answers(state.but(aims=(*state.aims[:-1], aim)), facts)
    return state if state.manner.seen else with_range(state, state.aims[-1])


def dependent(
    state: Attack, parts: Iterable[Question], settled: Callable[[Mapping[str, Any]], Attack]
) -> dict[str, Any]:
    """Return arguments of ``Table.facts``: Overwatch implies the target's turn (OOP-1), the distance what is near and
    that both are in combat (ELIG-3), and a condition that is said to be otherwise than it seems implies weaker ones:
    round 3 or later is round 2 or later.
    """
    combat = tuple(part.key for part in parts if part.key in ("engaged", "target_engaged"))
    shooters, targets = (effect_conditions.key_of_state(YOUR_TURN, shooter) for shooter in (True, False))
    usual = {part.key: part.default for part in parts if part.key.startswith(IF)}
    nearby = tuple(key for key in usual if key in (shooters, targets) or by_distance(key, None))
    linked = {
        key: [one for one in usual if one != key and any(follows(one, answer, key) for answer in ("yes", "no"))]
        for key in usual
    }
    if not combat and not nearby and not any(linked.values()):
        return {}

    def follow(values: Mapping[str, Any]) -> dict[str, str]:
        implied = {
            key: means
            for key, others in linked.items()
            for one in others
            if values[one] != usual[one] and (means := follows(one, values[one], key))
        }
        far = values.get("distance", UNSAID)
        implied |= dict.fromkeys(combat, "yes") if far != UNSAID and near(state, far) else {}
        if not nearby:
            return implied
        after = settled(values)
        turns = {shooters: "no", targets: "yes"} if after.overwatch else {}
        seen = {key: answer for key in nearby if (answer := by_distance(key, after.aims[-1].distance))}
        return implied | {key: value for key, value in (turns | seen).items() if key in nearby}

    return {"follow": follow, "sure": (*combat, *nearby, *linked)}


def kept_of(state: Attack, facts: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Return all kept dice, including those of earlier answers."""
    said = {key.removeprefix(KEPT): value for key, value in facts.items() if key.startswith(KEPT)}
    if not said:
        return state.kept
    now = {roll: int(face) for roll, face in said.items() if face != "none"}
    return tuple(sorted({**dict(state.kept), **now}.items()))


# The declaration in words


def words_of(state: Attack, parts: list[Question], facts: Mapping[str, Any]) -> list[str]:
    """Return the facts of the declaration: the decisive ones, then all that differ from their default."""
    aim = state.aims[-1]
    words = (
        [inches(aim.distance)] if aim.distance is not None and not state.manner.seen else []
    )  # a battle asked for it before
    words += state.game.cover_words(state, facts)
    half = next((part for part in parts if part.key == HALF), None)
    if isinstance(half, HowMany):
        near = {name: n for (name, _), n in zip(half.groups, facts[HALF], strict=True) if n}
        everybody = tuple(near.values()) == tuple(most for _, most in half.groups)
        some = ", ".join(counted(n, name) for name, n in near.items())
        words.append("beyond half range" if not near else f"{'all' if everybody else some} at half range")
    words += state.game.movement_words(state, facts)
    words += told_rows.in_force_here(state, aim)
    told = state.battle.value.unit_at((1 - state.side, aim.place)).tellings if state.manner.seen else ()
    named = {states.named_words(telling.name) for telling in told if telling.plainly in words}
    true = (
        key.removeprefix(IF).removeprefix(USE).removeprefix(effect_conditions.ONE)
        for key in aim.facts
        if key not in OF_ONE
    )
    words += [one for one in true if one not in named]  # a named enemy is told by what that does
    words += effects.texts_from_others(aim)
    yes = {**LOCKED, **dict(state.game.yes_words), **HOW}
    words += [yes[key] for key in yes if facts.get(key) == "yes"]
    words += ["nobody sees it"] if facts.get("visible") == "no" else []
    if any(state.blind):
        who = ((model.name, n) for (_, model), n in zip(living(state), state.blind, strict=True) if n)
        words.append(", ".join(counted(n, name) for name, n in who) + " without sight of it")
    words += [f"{what} {facts[key]:+d}" for key, what in CHANGES.items() if facts.get(key)]
    if facts.get("command_reroll", "no") != "no":
        words.append(f"Command Re-roll of a {facts['command_reroll']} roll")
    return words


LOCKED = {"engaged": "locked in combat", "target_engaged": "target locked in combat"}
HOW = {SPLIT: "then another target", "set_up": states.ARRIVED, "disembarked": states.DISEMBARKED}
CHANGES = {"hit_modifier": "to hit", "wound_modifier": "to wound"}
