"""The declaration: which weapons fire, with which profiles, how many, and which of their facts decide something.

What comes to the same either way is not asked (TGT-11). No rule is known for that: the attack is made with each
answer, and all that its dice need is compared. What comes into force later may make a fact matter: it is asked then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import count
from typing import Any, NamedTuple

from shoot_cli.armies.army import SHOOTS
from shoot_cli.battle.turns import proposed, remembering, tell_silent
from shoot_cli.engine.names import IF, counted
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Choose, Decided, HowMany, Option, Question, usual
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.abilities import PERMISSIONS
from shoot_cli.rules.datasheets.ability_forms import DECIDES
from shoot_cli.rules.datasheets.charts import attacks_of, damage_to, expected, of_roll, to_hit
from shoot_cli.rules.datasheets.effects import COVER, FIRING, HALF, LISTED, SPLIT, STILL, held
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.steps import effects, entries, facts, told_rows
from shoot_cli.rules.datasheets.steps.attack_order import attacks_in_all, has_shields
from shoot_cli.rules.datasheets.steps.entries import OFFER, effects_of, entries_of
from shoot_cli.rules.datasheets.steps.facts import MODE, of_effects, with_facts, words_of
from shoot_cli.rules.datasheets.steps.marks_and_auras import NEAR, TARGET_NEAR
from shoot_cli.rules.datasheets.steps.permissions import half_may_count, reasons_for_nothing
from shoot_cli.rules.datasheets.steps.states import living, situation_of
from shoot_cli.rules.datasheets.steps.target import far_words, thrower_of, thrown_by
from shoot_cli.rules.datasheets.steps.told_rows import with_told_answers
from shoot_cli.rules.datasheets.tokens import Firer, WeaponDeclaration
from shoot_cli.rules.datasheets.weapons import kinds, within_half

# Facts that are asked only if they decide something: they tell nothing but how this attack is made.
SEEN = (COVER, STILL, "target_engaged", "together", "visible", "spotted", "hidden", "plunging")
ORDER = "group_order"
# What abilities change besides the dice of a gun.
BESIDES = (*PERMISSIONS, DECIDES, "Hazardous tests", "mortal wounds", "one die", "attacks re-roll", "re-rolls", "")


def may_be_idle(part: Question) -> bool:
    """Return True for a fact that is left out if no answer makes a difference."""
    key = part.key.partition(":")[0]
    return isinstance(part, Choose) and (key in SEEN or part.key.startswith((IF, NEAR, TARGET_NEAR)))


def deciding(state: Attack, parts: Sequence[Question], table: Table) -> list[Question]:
    """Return the parts without the facts that decide nothing, whatever one other fact is."""
    base = {part.key: usual(part) for part in parts}
    meanings = remembered(partial(with_facts, state), table)
    others = [
        {part.key: option.value}
        for part in parts
        if isinstance(part, Choose) and not part.computed
        for option in part.open()
        if option.value != base[part.key]
    ]
    told = keys_of_told(state)

    def changes_nothing(part: Choose) -> bool:
        return not part.seldom and not decides(part, base, [{}], meanings)

    return [
        part.but(seldom=True) if isinstance(part, Choose) and part.key in told and changes_nothing(part) else part
        for part in parts
        if (decides(part, base, [{}, *others], meanings) if may_be_idle(part) else
            order_matters(state, table) if part.key == ORDER else picks_profile(state, part))
    ]  # fmt: skip


def picks_profile(state: Attack, part: Question) -> bool:
    """Return False for the profile of a weapon that does not fire unless it is named, and then with its profile."""
    if not isinstance(part, Choose) or not part.key.startswith(MODE):
        return True
    name, usual = part.key.removeprefix(MODE), partial(state.game.arming.usual, state, state.aims[-1], ())
    first, *others = (usual((f"{name} ({option.value})",)) for option in part.open())
    return any(option != first for option in others)


def keys_of_told(state: Attack) -> set[str]:
    """Return the keys of the stratagems of those who shoot whose effects are known."""
    battle, side = state.battle.value, state.side
    return {OFFER + entry.name for entry in entries_of(battle, side, SHOOTS) if effects_of(battle, side, entry)}


def newly_asked(
    state: Attack, answers: Mapping[str, Any], asked: Collection[str], orders: Sequence[WeaponDeclaration], table: Table
) -> list[Question]:
    """Return what is asked besides what was asked: conditions of effects that came into force, and facts that decide
    something now that all others are as they were said.

    :param orders: what fires at the last target
    """
    told = with_told_answers(state, answers)
    rows = [part for part in state.game.questions(told, told.aims[-1], table) if part.key not in asked]
    idle = [part for part in rows if may_be_idle(part)]
    base = {**answers, **{part.key: usual(part) for part in idle}}
    meanings = remembered(partial(with_facts, state), table)
    of_told = [part for part in rows if part not in idle and of_effects(part.key)]
    still = idle_cover(told, orders, idle, base, table)
    return [*of_told, *(part for part in idle if part.key not in still and decides(part, base, [{}], meanings))]


class Meaning:
    """All that an attack depends on, part by part. Parts are worked out as long as nothing tells two attacks apart."""

    def __init__(self, parts: Iterable[Any]) -> None:
        self.left, self.known = iter(parts), list[Any]()

    def part(self, place: int) -> Any:
        if place == len(self.known):
            self.known.append(next(self.left, END))
        return self.known[place]

    def differs(self, other: Meaning) -> bool:
        """Return True if any part differs, or one has more parts."""
        for place in count() if other is not self else ():
            mine = self.part(place)
            if mine != other.part(place):
                return True
            if mine is END:
                break
        return False


END = object()  # stands behind the last part
Meanings = Callable[[Mapping[str, Any]], Meaning]


def remembered(settle: Callable[[Mapping[str, Any]], Attack], table: Table) -> Meanings:
    """Return a function of the values of all parts: what the attack then is. Equal attacks are worked out once."""
    known: dict[tuple[Any, ...], Meaning] = {}
    of_attacks: dict[Attack, Meaning] = {}

    def found(values: Mapping[str, Any]) -> Meaning:
        key = tuple(map(str, values.values()))
        if key not in known:
            try:
                settled = settle(values)
            except BadAnswer as error:
                known[key] = Meaning([str(error)])
            else:
                if settled not in of_attacks:
                    of_attacks[settled] = Meaning(meaning(settled, table))
                known[key] = of_attacks[settled]
        return known[key]

    return found


def decides(part: Question, base: Mapping[str, Any], others: Iterable[Mapping[str, Any]], meanings: Meanings) -> bool:
    """Return True if two answers to this part differ, for some of these values of the others."""
    assert isinstance(part, Choose)
    options = [option.value for option in part.open()]
    return any(
        meanings({**base, **other, part.key: value}).differs(meanings({**base, **other, part.key: options[0]}))
        for other in others
        if part.key not in other
        for value in options[1:]
    )


# What an attack is ---------------------------------------------------------------------------------------------------


def meaning(state: Attack, table: Table) -> Iterator[Any]:
    """Yield all that the attack at the last target depends on: who may fire, and what its dice need. If it
    cannot be made, there is nothing."""
    aim = state.aims[-1]
    if not (state.game.why_not_eligible(state, aim) or state.game.why_no_target(state, aim)):
        yield from laws(state, aim, table)
        yield tuple(besides(state, aim))


def laws(state: Attack, aim: DeclaredTarget, table: Table) -> Iterator[Any]:
    """Yield for each weapon of each firing model what its dice need, beyond and within half range; None if closed."""
    bodies = tuple(dict.fromkeys(rank.kind for rank in aim.line.known_ranks()))
    units, given = (state.shooter, aim.unit), (*aim.granted, *aim.given)
    for firer, model in living(state):
        for weapon in kinds(model):
            if state.game.why_closed(state, aim, model, weapon):
                yield None
                continue
            order = WeaponDeclaration(len(state.aims) - 1, firer.model, Hashed(weapon), 1, 0, firer.left)
            gun = state.game.gun(state, order, model, False, table)
            yield law(state.game.to_save, Hashed(gun), bodies)
            if half_may_count(weapon, units, given):
                gun = state.game.gun(state, order, model, True, table)
            yield law(state.game.to_save, Hashed(gun), bodies)


def besides(state: Attack, aim: DeclaredTarget) -> Iterator[str]:
    """Yield the abilities in force that change something else than the dice of a gun."""
    situation = situation_of(state, aim)
    for shoots in (True, False):
        abilities = held(situation, shoots)
        own = [ability for kind in situation.side(shoots).kinds for ability in abilities.of_kind(kind)]
        for ability in (*own, *abilities.enemies):
            if state.game.abilities.form_of(ability).changes in BESIDES:
                yield ability.text


# Fields of a gun that only lead to what its rolls need, with the values that stand for all others.
NEEDS: Mapping[str, Any] = {
    "place": 0, "name": "", "toughness": 1, "strength": 0, "ap": 0, "skill": None, "to_hit": (), "skill_changes": (),
    "misses": (1, "", ""), "only_sixes": False, "watching": 0, "critical_hit": 6, "critical_hit_rule": "",
    "critical_hit_if": 7, "hits_again": "", "hits_again_rule": "", "to_wound": (), "toughness_why": (), "fails": 1,
    "fail_wins": False, "critical_wound": 6, "critical_wound_rule": "", "critical_wound_if": 7, "wounds_again": "",
    "wounds_again_rule": "", "ap_changes": (), "critical": None, "by_strength": (), "ignores_saves": False,
    "defences": (), "guarded_defences": (), "more_damage": (), "ignores_cover": False, "gives_cover": False,
    "save_net": True, "saves_both": False,
}  # fmt: skip


@lru_cache(2048)
def law(to_save: charts.ToSave, gun: Hashed[tokens.Gun], bodies: tuple[tokens.TargetModel, ...]) -> Any:
    """Return what the rolls of a gun need against these models, and what else it does. Equal laws are equal attacks."""
    g = gun.value
    hit = charts.to_hit(gun) if g.skill is not None else None
    wound = charts.to_wound(gun) if g.strength else None
    rolls = (
        hit and (hit.need.target, hit.critical if charts.worth(g) else 0, hit.again),
        wound and (wound.need.target, wound.critical if charts.crit_worth(g) else 0, wound.again),
    )
    of_bodies = tuple(against(to_save, gun, body) for body in guarded_or_not(g, bodies))
    inner = (*((g.critical,) if g.critical else ()), *g.by_strength)
    return rolls, of_bodies, tuple(law(to_save, other, bodies) for other in inner), g.but(**NEEDS)


def guarded_or_not(gun: tokens.Gun, bodies: tuple[tokens.TargetModel, ...]) -> Iterable[tokens.TargetModel]:
    return (body.but(guarded=is_so) for body in bodies for is_so in (False, True)) if gun.guarded_defences else bodies


def against(to_save: charts.ToSave, gun: Hashed[tokens.Gun], body: tokens.TargetModel) -> Any:
    """Return what saves and wounds of one kind of model come to."""
    g, wound = gun.value, tokens.Wound(gun)
    need, defence = to_save(body, wound), charts.defence(g, body)
    final = need.target is not None and charts.is_final(body, wound, need)
    amount = g.damage
    sums = range(amount.dice, amount.dice * amount.sides + 1) if amount.dice else (0,)
    lost = tuple(charts.damage_of(gun, body, total + amount.plus) for total in sums)
    pains = tuple((pain.target if pain else None) for pain in (charts.pain_of(g, body, one) for one in (False, True)))
    again = charts.save_again(body, wound, need)
    return need.target, final, again, lost, charts.damage_of(gun, body, 0, nothing=True), pains, defence.shields


# The order of attacks ------------------------------------------------------------------------------------------------


def order_matters(state: Attack, table: Table) -> bool:
    """Return True if attacks at a target differ, and what an attack meets depends on those before it (ORD-2)."""
    return any(map(partial(_order_matters, state, table), state.aims))


def _order_matters(state: Attack, table: Table, aim: DeclaredTarget) -> bool:
    ranks = aim.line.known_ranks()
    same = len({rank.kind for rank in ranks}) == 1
    if same and all(rank.left == 1 for rank in ranks):
        return False
    at_it = state.but(aims=(aim,))
    guns = {gun for gun in laws(at_it, aim, table) if gun}
    if same and models(ranks) == 1 and not any(gun.single or has_shields(gun) for *_, gun in guns):
        return False
    return len({(*needs, gun.but(attacks=None)) for *needs, gun in guns}) > 1


# The proposed profile of a weapon that has several (TGT-4, TGT-13)


class HeldProfile(NamedTuple):
    """A profile of a weapon with its first bearers."""

    profile: Weapon
    firer: Firer
    model: Model

    @property
    def costly(self) -> bool:
        """Return True if firing it costs the shooter something. It is not proposed if another profile will do."""
        return bool(self.profile.costs)


def best_profiles(state: Attack, table: Table) -> tuple[str, ...]:
    """Return for each weapon with several profiles the one that is expected to cause most wounds. The first of equal
    profiles counts. A costly profile is proposed only if the first one is costly too.
    """
    by_weapon: dict[str, dict[str, HeldProfile]] = {}
    for firer, model in living(state):
        for weapon in kinds(model):
            if weapon.mode_of and not state.game.why_closed(state, state.aims[-1], model, weapon):
                by_weapon.setdefault(weapon.mode_of, {}).setdefault(weapon.name, HeldProfile(weapon, firer, model))
    best = []
    for first, *others in (profiles.values() for profiles in by_weapon.values()):
        rivals = [first, *(rival for rival in others if first.costly or not rival.costly)]
        winner = max(rivals, key=lambda rival: worth(state, rival, table)) if rivals[1:] else first
        best.append(winner.profile.name)
    return tuple(best)


def worth(state: Attack, held: HeldProfile, table: Table) -> Fraction:
    """Return the expected wounds by one such weapon on the most frequent model of the target."""
    aim, near = state.aims[-1], within_half(state.aims[-1], held.profile)
    order = WeaponDeclaration(
        len(state.aims) - 1, held.firer.model, Hashed(held.profile), 1, int(near), held.firer.left
    )
    most = max(aim.line.known_ranks(), key=lambda rank: rank.n)
    return expected(state.game.to_save, state.game.gun(state, order, held.model, near, table), most.kind)


# Facts about shooter and target, and what fires: all before any dice (TGT-1 to 4, TGT-13)

ALL, NO_MORE = "all", "no more"


def declaring(state: Attack) -> bool:
    return not state.declared


def target_named(state: Attack) -> bool:
    return state.named


def once_for_each(settle: Callable[[Mapping[str, Any]], Attack]) -> Callable[[Mapping[str, Any]], Attack]:
    """Return the function with a cache for its last answers, which are first checked and then used."""
    last: list[tuple[dict[str, Any], Attack]] = []

    def settled(fact_values: Mapping[str, Any]) -> Attack:
        if not last or last[0][0] != fact_values:
            last[:] = [(dict(fact_values), settle(fact_values))]
        return last[0][1]

    return settled


FIRST = (COVER, HALF, STILL, FIRING, SPLIT)  # the order of questions after the profiles


@lru_cache(32)
def first_questions(
    state: Attack, settings: tuple[tuple[str, str], ...]
) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
    """Return the questions about shooter, target and weapons, in order, and those that are left out as idle.

    Both are kept, because undo and every look ahead come to the same attack again.
    """
    aim, table = state.aims[-1], Table.with_settings(settings)
    memory = () if aim.smoke or aim.ground else state.remembered
    rows = [
        proposed(part, memory, (1 - state.side, aim.place))
        for part in (
            *state.game.questions(state, aim, table),
            *facts.firing_parts(state, aim, best_profiles(state, table), table),
        )
    ]
    parts = [weighing(part) for part in deciding(state, rows, table)]
    at_first = declaration(state, parts, {part.key: usual(part) for part in parts}, table).idle
    parts = [part.but(weighs=True) if part.key == COVER and COVER in at_first else part for part in parts]
    parts.sort(key=partial(place_in_list, any(told_rows.is_likely(part.key) for part in parts), at_first))
    return tuple(parts), tuple(part for part in rows if part not in parts)


def declare(state: Attack, table: Table) -> Attack:
    """Ask for the facts about shooter and target, and in a battle also for what fires."""
    aim = state.aims[-1]
    idle: tuple[Question, ...] = ()
    if not state.manner.fires_at_once:
        parts = state.game.questions(state, aim, table)
    elif not any(state.game.arming.usual(state, aim).values()):
        return nobody_fires(state, table)
    else:
        target = (1 - state.side, aim.place)
        first, idle = first_questions(state, tuple(table.settings.items()))
        parts = [*first]
    settled = once_for_each(partial(facts.with_facts, state))
    answers = table.facts(
        f"facts:{aim.unit.value.name}" if state.manner.fires_at_once else "facts",
        tuple(parts),
        check=partial(cannot_be, state, parts, settled=settled),
        rules=state.game.rules("TGT-1", "TGT-2", "TGT-11"),
        text="" if state.manner.fires_at_once else f"{state.shooter.value.name} at {aim.unit.value.name}",
        words=partial(declaration, state, parts, table=table),
        nth=len(state.aims) - 1,
        unasked=(*idle, *facts.plain_modifiers(state, aim), *told_rows.ROWS_OF_BEFORE) if state.manner.seen else (),
        known=partial(facts.known_here, state, aim) if state.manner.known else None,
        **facts.dependent(state, parts, settled),
    )
    if any(map(told_rows.is_told_row, answers)):
        state = told_rows.with_words_of_rows(state, answers, table)
        settled = once_for_each(partial(facts.with_facts, state))
    if state.manner.fires_at_once:
        orders = orders_of(settled(answers), parts, answers)
        idle_now = idle_cover(state, orders, parts, answers, table)
        now_asked = told_conditions(state, answers, [key for key in answers if key not in idle_now], orders, table)
        answers, asked = {**answers, **now_asked}, {*answers} - {*idle_now} | {*now_asked}
    before, state = state, settled(answers)
    if not state.manner.fires_at_once:
        return state.but(choosing=True)
    for words in told_rows.sentences(before, answers):
        table.tell("{words}", state.game.rules("EFF-8"), words=words)
    before_told, before = before, told_rows.with_told_answers(before, answers)
    aim = before.aims[-1]
    state = state.but(battle=effects.with_remembered_answers(before, aim, answers).battle)
    state = entries.with_payments(state, told_rows.used_by(before_told, answers), answers, table)
    state = state.but(remembered=remembering(state.remembered, facts.lasting(state, answers), target))
    if STILL in answers:
        state = state.but(remembered=remembering(state.remembered, {STILL: answers[STILL]}, (state.side, state.unit)))
    state = state.but(aims=(*state.aims[:-1], state.aims[-1].but(asked=tuple(sorted(asked)))))
    return ordered(state, parts, answers, table)


def told_conditions(
    state: Attack, answers: Mapping[str, Any], asked: Collection[str], orders: Sequence[WeaponDeclaration], table: Table
) -> dict[str, Any]:
    """Return the answers about what only matters because of what was told."""
    name = state.aims[-1].unit.value.name
    return table.facts(
        f"told:{name}", tuple(newly_asked(state, answers, asked, orders, table)), rules=state.game.rules("EFF-8"),
        text=f"What is true at {name}?", nth=len(state.aims) - 1,
    )  # fmt: skip


def weighing(part: Question) -> Question:
    """Return the question, always in sight if the chances of this attack hang on movement or on a condition."""
    asked = isinstance(part, Choose) and not part.computed and not part.seldom
    return part.but(weighs=True) if asked and (part.key == STILL or facts.of_effects(part.key)) else part


def place_in_list(likely: bool, idle: Collection[str], part: Question) -> float:
    """Return the sort key of a question. Important and often changed questions come first.

    :param likely: an effect is likely to be told, so that all told effects come early
    :param idle: keys of facts that decide nothing unless something else is chosen
    """
    if part.key.startswith(facts.MODE):
        return -1
    if getattr(part, "seldom", False):
        return len(FIRST) + 2
    if part.key in idle:
        return len(FIRST) + 1.5
    if told_rows.is_row_of_switch(part.key):
        return len(FIRST) - 0.5
    if getattr(part, "weighs", False):
        return FIRST.index(STILL) + 0.25 * (part.key != STILL)
    if likely and told_rows.is_told_row(part.key):
        return FIRST.index(STILL) + 0.5
    if facts.of_effects(part.key):
        return FIRST.index(FIRING)
    return FIRST.index(part.key) if part.key in FIRST else len(FIRST) + part.key.startswith(f"{COVER}:")


def nobody_fires(state: Attack, table: Table) -> Attack:
    """Log why no weapon can fire at this target, and drop the target."""
    aim, names = state.aims[-1], state.game.arming.names(state)
    tell_silent(((name, (why,)) for name, why in reasons_for_nothing(state, aim) if names.get(name)), table)
    target, far = aim.unit.value.name, far_words(aim)
    table.tell("nothing can fire at {target}{far}", state.game.rules("TGT-2"), target=target, far=far)
    return state.but(aims=state.aims[:-1], named=False, refused=(*state.refused, aim.place))


def declaration(state: Attack, parts: list[Question], fact_values: Mapping[str, Any], table: Table) -> Decided:
    """Return the words of the declaration: what fires at which target, and all that decides the result."""
    before, state = state, facts.with_facts(state, fact_values)
    aim = state.aims[-1]
    if not state.manner.fires_at_once:  # the weapons are asked later
        return Decided(tuple(words_of(state, parts, fact_values)))
    wanted = wanted_of(state, parts, fact_values)
    fires = ", ".join(counted(n, name) for name, n in wanted.items() if n) or "nothing"
    orders = orders_of(state, parts, fact_values)
    idle = idle_cover(before, orders, parts, fact_values, table)
    decided = Decided(
        tuple(words_of(state, parts, {key: value for key, value in fact_values.items() if key not in idle})), idle=idle
    )
    as_said = sorted(orders, key=lambda order: [*wanted].index(order.weapon.value.name))
    so = attacks_in_all(state.but(orders=(*state.orders, *orders)), as_said, table)
    thrown = state.game.thrown_stratagem
    if state.doing == thrown.name:
        words = (f"{thrown.plural}: each {thrown.need}+ is a mortal wound", *decided.facts)
        return decided.but(facts=words, fires=so, so=so, about=f"{so} at {aim.unit.value.name}")
    named = part_of(parts, FIRING)
    stays = named is None or fact_values[named.key] == named.default
    profiles = () if stays else tuple(part.key for part in parts if part.key.startswith(facts.MODE))
    return decided.but(fires=fires, so=so, about=f"{fires} at {aim.unit.value.name}", included=profiles)


def idle_cover(
    state: Attack, orders: Sequence[WeaponDeclaration], parts: list[Question], values: Mapping[str, Any], table: Table
) -> tuple[str, ...]:
    """Return the keys of proposed facts about cover if none of them decides anything for what is chosen (TGT-11)."""
    covers = [part for part in parts if isinstance(part, Choose) and part.key.partition(":")[0] == COVER]
    if any(values[part.key] != part.default for part in covers):
        return ()

    def meanings(covered: str) -> Iterator[Any]:
        attack = facts.with_facts(state, {**values, **{part.key: covered for part in covers}})
        aim, bodies = attack.aims[-1], tuple(dict.fromkeys(rank.kind for rank in attack.aims[-1].line.known_ranks()))
        for order in orders:
            for near in sorted({order.near > 0, order.near == order.n}):
                gun = attack.game.gun(attack, order, attack.shooter.value.models[order.model][0], near, table)
                yield law(attack.game.to_save, Hashed(gun), bodies)
        yield tuple(besides(attack, aim))

    decides_something = Meaning(meanings("yes")).differs(Meaning(meanings("no")))
    return () if decides_something else tuple(part.key for part in covers)


def cannot_be(
    state: Attack, parts: list[Question], fact_values: Mapping[str, Any], settled: Callable[[Mapping[str, Any]], Attack]
) -> str | None:
    """Return a sentence if the answers make the shooter, the target, a weapon or a stratagem impossible."""
    if why := told_rows.why_not_together(state, fact_values):
        return why
    state = settled(fact_values)
    aim = state.aims[-1]
    reason = state.game.why_not_eligible(state, aim) or state.game.why_no_target(state, aim)
    if reason:
        return f"{state.shooter.value.name} cannot shoot at {aim.unit.value.name}: {reason.text} ({reason.rule})"
    question = part_of(parts, FIRING)
    if wrong := facts.not_so_near(state, aim, near_of(parts, fact_values)):
        return wrong
    if question is None or fact_values[question.key] == question.default:
        return None  # the default is always possible
    if any(fact_values[part.key] != part.default for part in parts if part.key.startswith(facts.MODE)):
        return "what fires names the profiles already: leave each profile as it is"
    return state.game.arming.dealt(state, aim, wanted_of(state, parts, fact_values)).wrong


def part_of(parts: list[Question], key: str) -> HowMany | None:
    return next((part for part in parts if isinstance(part, HowMany) and part.key == key), None)


def wanted_of(state: Attack, parts: list[Question], fact_values: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the number of each weapon that fires. By default all fire that may."""
    question = part_of(parts, FIRING)
    if question is None or fact_values[question.key] == question.default:
        modes = (key.removeprefix(facts.MODE) for key in fact_values if key.startswith(facts.MODE))
        return state.game.arming.usual(
            state, state.aims[-1], (), tuple(f"{name} ({fact_values[facts.MODE + name]})" for name in modes)
        )
    return {name: n for (name, _), n in zip(question.groups, fact_values[question.key], strict=True) if n}


def near_of(parts: list[Question], fact_values: Mapping[str, Any]) -> dict[str, int] | None:
    question = part_of(parts, HALF)
    if question is None:
        return None
    return {name: n for (name, _), n in zip(question.groups, fact_values[question.key], strict=True)}


# An attack outside a battle: weapons by name, then their number -----------------------------------------------------


def fires_in_turn(state: Attack) -> bool:
    return not state.manner.fires_at_once


def choosing(state: Attack) -> bool:
    return state.choosing


def choose_weapon(state: Attack, table: Table) -> Attack:
    """Ask for the weapons by name; the default is all that may fire (TGT-13). Closed names have a reason."""
    aim, options, labels = state.aims[-1], [], dict(facts.weapon_labels(state))
    for name in state.game.arming.names(state):
        weapon, reasons = open_somewhere(state, aim, name)
        options.append(Option(name, label(weapon, labels), reasons))
    can = [option.value for option in options if not option.closed and option.value not in state.picked]
    thrown = state.game.thrown_stratagem
    grenade = None if state.picked else thrown_by(thrown, state.shooter.value)
    # to throw it is no shooting (OOP-3)
    is_thrown = grenade is not None and bool(table.given_names("weapon", (thrown.name, *thrown.called)))
    if not (can or state.picked or is_thrown):
        closed_words = "; ".join(f"{option.value}: {r.text} ({r.rule})" for option in options for r in option.closed)
        nothing = f"nobody in it has a ranged weapon ({state.game.rule('ELIG-6')})"
        raise BadAnswer(f"{state.shooter.value.name} cannot shoot at {aim.unit.value.name}: {closed_words or nothing}")
    if grenade is not None:
        reason = state.game.why_closed(state, aim, state.shooter.value.models[0][0], grenade)
        closed = (reason,) if reason else ()
        options.append(Option(thrown.name, f"the {thrown.source}, and nothing else", closed, called=thrown.called))
    name = table.choose(
        "weapon",
        (Option(ALL, "everything that may"), *options, *[Option(NO_MORE)] * bool(state.picked)),
        default=NO_MORE if state.picked else ALL,
        rules=state.game.rules("TGT-1", "TGT-13"),
        text="What fires?",
        spent=NO_MORE,
        nth=len(state.picked),
    )
    if name in (ALL, NO_MORE):
        return state.but(choosing=False)
    if name == thrown.name and grenade is not None:
        thrower = thrower_of(thrown, state.shooter.value, range(len(state.shooter.value.models)))
        return state.but(shooter=Hashed(thrower), firers=(Firer(0, 1, 1),), blind=(), doing=thrown.name, choosing=False)
    return state.but(picked=(*state.picked, name))


def open_somewhere(state: Attack, aim: DeclaredTarget, name: str) -> tuple[Weapon, tuple[Reason, ...]]:
    """Return a weapon of this name, and why no model can fire it; () if one can."""
    weapons: list[tuple[Weapon, Reason | None]] = []
    for firer in state.firers:
        model = state.shooter.value.models[firer.model][0]
        weapons += [
            (weapon, state.game.why_closed(state, aim, model, weapon))
            for weapon in model.weapons
            if weapon.name == name
        ]
    reasons = tuple(dict.fromkeys(reason for _, reason in weapons if reason))
    return weapons[0][0], () if any(reason is None for _, reason in weapons) else reasons[:1]


def label(weapon: Weapon, labels: Mapping[str, str]) -> str:
    return f"{labels.get(weapon.name, weapon.name)}: {facts.profile(weapon)}"


def fire(state: Attack, table: Table) -> Attack:
    """Ask how many of each weapon fire; the default is all of them."""
    aim = state.aims[-1]
    before_tests = before_its_tests(state) if any(state.own_lost) else state
    best = best_profiles(before_tests, table)
    proposed = state.game.arming.usual(before_tests, aim, state.picked, best)
    groups = tuple(
        (name, n)
        for name, n in state.game.arming.names(before_tests).items()
        if n and (not state.picked or name in state.picked)
    )
    default = tuple(proposed[name] for name, _ in groups)
    firing = state.game.rows.firing.but(groups=groups, default=default, labels=facts.weapon_labels(before_tests))
    firing = carried(before_tests, aim, firing, proposed)
    answer = table.how_many(firing) if groups else ()
    counts = {name: n for (name, _), n in zip(groups, answer, strict=True) if n}
    if before_tests is not state:
        as_proposed, arming = tuple(answer) == firing.default, state.game.arming
        able = arming.usual(state, aim, state.picked, best) if as_proposed else arming.names(state)
        counts = {name: min(n, able.get(name, 0)) for name, n in counts.items() if able.get(name, 0)}
    if tuple(answer) == firing.default and (both := either_of(state, counts)):
        raise BadAnswer(both)
    near: dict[str, int] | None = None
    for half in facts.half_part(state, aim, groups):
        said_near = table.how_many(carried(before_tests, aim, half, proposed))
        near = dict(zip((name for name, _ in half.groups), said_near, strict=True))
    if far := facts.not_so_near(state, aim, near):
        raise BadAnswer(far)
    orders, wrong = state.game.arming.dealt(state, aim, counts, near)
    if wrong or not orders:
        raise BadAnswer(f"firing: {wrong or 'nothing fires'}")
    declared = state.but(orders=orders, named=False, declared=True)
    if state.picked or table.given_names("group_order", (LISTED,)):
        return declared
    best_first = with_most_to_gain_first(declared, table)
    return declared.but(orders=best_first, for_reroll=best_first != orders)


def carried(state: Attack, aim: DeclaredTarget, question: HowMany, counts: Mapping[str, int]) -> HowMany:
    """Return the question with what each kind of model fires, of these `counts` of weapons, if its models fire alike.

    If one model fires several weapons, a number alone counts models.
    """
    models = state.shooter.value.models
    by_kind: dict[int, dict[str, int]] = {}
    for order in state.game.arming.dealt(state, aim, counts, None).orders:
        weapons, weapon = by_kind.setdefault(order.model, {}), order.weapon.value
        for name in filter(None, (weapon.name, weapon.mode_of)):  # half range asks for a weapon in any mode
            weapons[name] = weapons.get(name, 0) + order.n
    bearing = {i: sum(firer.n for firer in state.firers if firer.model == i) for i in by_kind}
    kinds = {i: {name: weapons.get(name, 0) for name, _ in question.groups} for i, weapons in by_kind.items()}
    if any(n % bearing[i] for i, weapons in kinds.items() for n in weapons.values()):
        return question
    bearers = tuple(
        (models[i][0].name, bearing[i], tuple(n // bearing[i] for n in kinds[i].values())) for i in sorted(kinds)
    )
    if all(sum(weapons.values()) <= bearing[i] for i, weapons in kinds.items()):
        return question.but(bearers=bearers)
    return question.but(bearers=bearers, carried=bearers)


def with_most_to_gain_first(state: Attack, table: Table) -> tuple[WeaponDeclaration, ...]:
    """Return the declarations of an attack on its own: weapons that a re-roll of one die helps most come first.

    The first failed die of the unit uses that re-roll, and players declare in any order (EFF-35, ORD-2). At models of
    several kinds the order also decides who is hit by what, so the listed order stays.
    """
    orders = state.orders
    if len({order.weapon.value.name for order in orders}) < 2 or any(
        len({rank.kind for rank in aim.line.known_ranks()}) > 1 for aim in state.aims
    ):
        return orders
    worths = [worth_of_one_die(state, order, table) for order in orders]
    if len({order.weapon.value.name for order, gain in zip(orders, worths, strict=True) if gain}) < 2:
        return orders
    best: dict[str, Fraction] = {}
    for order, gain in zip(orders, worths, strict=True):
        name = order.weapon.value.name
        best[name] = max(gain, best.get(name, gain))
    return tuple(sorted(orders, key=lambda order: -best[order.weapon.value.name]))


def worth_of_one_die(state: Attack, order: WeaponDeclaration, table: Table) -> Fraction:
    """Return the wounds that are expected of one re-rolled die, on the most frequent model; 0 without such a right.

    A die to hit is worth an attack, a die to wound is worth a hit, and a die of damage a third of the damage.
    """
    aim, model = state.aims[order.aim], state.shooter.value.models[order.model][0]
    gun = state.game.gun(state, order, model, bool(order.near), table)
    rolls = {roll for words in gun.single if words.startswith(tokens.AGAIN) for roll in tokens.single_of(words).rolls}
    if not rolls:
        return Fraction(0)
    most = max(aim.line.known_ranks(), key=lambda rank: rank.n).kind
    value = expected(state.game.to_save, gun, most) / attacks_of(gun)
    if tokens.HIT in rolls and gun.skill is not None:
        return value
    if tokens.WOUND in rolls:
        hits = (
            Fraction(1)
            if gun.skill is None
            else of_roll(to_hit(Hashed(gun)), dict.fromkeys((True, False), Fraction(1)))
        )
        return value / hits if hits else Fraction(0)
    return damage_to(gun, most) / 3 if tokens.DAMAGE in rolls and gun.damage.dice else Fraction(0)


def before_its_tests(state: Attack) -> Attack:
    """Return the attack with the models lost to its own tests. The answers about weapons include them (EFF-41)."""
    return state.but(firers=tuple(Firer(i, n, model.wounds) for i, (model, n) in enumerate(state.shooter.value.models)))


def either_of(state: Attack, counts: Mapping[str, int]) -> str | None:
    """Return a sentence if a named weapon cannot fire, because its bearers fire another named weapon."""
    either = state.game.arming.either
    silent = {name for name in state.picked if not counts.get(name)}
    for bearer in state.game.arming.bearers(state):
        for weapon in bearer.model.weapons:
            others = [other.mode_of for other in bearer.model.weapons if other.name in {*state.picked} - silent]
            profile = weapon.mode_of and weapon.mode_of in others
            why = state.game.reason(f"each {weapon.mode_of} fires with one profile", "TGT-4") if profile else either
            if weapon.name in silent and (bearer.either or weapon.mode_of):
                named = ", ".join(state.picked)
                return (
                    f"weapon: {named}: only one of them can fire, as {why.text} ({why.rule}); name one, or say with "
                    "firing how many of which"
                )
    return None


def orders_of(state: Attack, parts: list[Question], fact_values: Mapping[str, Any]) -> tuple[WeaponDeclaration, ...]:
    """Return what fires at the last target, by these answers."""
    wanted, near = wanted_of(state, parts, fact_values), near_of(parts, fact_values)
    return state.game.arming.dealt(state, state.aims[-1], wanted, near).orders


def ordered(state: Attack, parts: list[Question], fact_values: Mapping[str, Any], table: Table) -> Attack:
    """Return the attack with these orders. If nothing can fire, the target is dropped. Remaining weapons get another
    target if the player wants it, or held some of them back (TGT-3).
    """
    aim, orders = state.aims[-1], orders_of(state, parts, fact_values)
    if not orders:
        return nobody_fires(state, table)
    fewer = sum(wanted_of(state, parts, fact_values).values()) < sum(state.game.arming.usual(state, aim).values())
    state = state.but(orders=(*state.orders, *orders), named=False)
    return state.but(declared=not (state.game.arming.slots(state) and (state.splits or fewer)))
