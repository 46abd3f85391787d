"""Mortal wounds by a roll, and Deadly Demise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from shoot_cli.battle.turns import place_named, replaced
from shoot_cli.engine.names import USE, counted
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import Choose, Decided, Need, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.abilities import AFTER_SHOOTING, BY_A_ROLL
from shoot_cli.rules.datasheets.ability_grammar import FAR_OR_NEAR, NEAR, distance_text
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide, holds, use_name
from shoot_cli.rules.datasheets.effects import harm
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Unit
from shoot_cli.rules.datasheets.steps import effects, states
from shoot_cli.rules.datasheets.steps.attack_order import aimed, fired
from shoot_cli.rules.datasheets.steps.hit import amount_of
from shoot_cli.rules.datasheets.steps.permissions import ON_DEATH, dying, might
from shoot_cli.rules.datasheets.steps.states import before, shooter_of, situation_of, target_of
from shoot_cli.rules.datasheets.steps.target import aim_at, line_of, unit_after
from shoot_cli.rules.datasheets.steps.tellings import without_own
from shoot_cli.rules.datasheets.tokens import Firer, Mortal, TargetModel

# Mortal wounds that a unit may roll for: its abilities and their dice (EFF-44)

RULE = "EFF-44"


@lru_cache(1024)
def borne(unit: Hashed[Unit], kinds: tuple[int, ...]) -> tuple[Ability, ...]:
    """Return these abilities of the standing models, each as often as one model has it."""
    models = unit.value.models
    guarded = unit.value.attached and len({models[kind][0].leader for kind in kinds}) == 2
    abilities: Counter[Ability] = Counter()
    for kind in kinds:
        model = models[kind][0]
        leads = model.leader and guarded
        abilities |= Counter(
            one for one in model.abilities if one.name == BY_A_ROLL and (one.reach.kind != "led" or leads)
        )
    return tuple(abilities.elements())


def is_near(ability: Ability) -> bool:
    """Return True if the ability works on near units, hit or not."""
    return any(condition.kind == NEAR for condition in ability.conditions)


def dice_of(ability: Ability, side: SituationSide) -> int:
    """Return the number of dice; ``per model`` counts living models with the ability (EFF-44)."""
    if ability.dice:
        return ability.dice
    whole = ability.reach.kind in ("led", "unit")
    return sum(n for kind, n in side.standing if whole or ability in side.unit.value.models[kind][0].abilities)


def mortal_wounds_text(ability: Ability) -> str:
    return ability.called or use_name(ability)


def due_after(state: records.Attack) -> tuple[Ability, ...]:
    """Return what the unit may roll for after shooting in its own phase (OOP-2); without a battle, as answered."""
    if state.doing or state.overwatch or not state.orders:
        return ()
    if not might(state.game.abilities, state.shooter, "mortal wounds"):
        return ()
    borne_here = borne(state.shooter, shooter_of(state, ()).kinds)
    if state.manner.others:
        return tuple(ability for ability in borne_here if ability.span == AFTER_SHOOTING)
    return tuple(ability for ability in borne_here if USE + use_name(ability) in state.aims[0].facts)


def asks_who_was_hit(due: tuple[Ability, ...]) -> bool:
    return any(not is_near(ability) for ability in due)


# Mortal wounds by a roll, after the unit has shot or at the start of its phase (EFF-44, ORD-6)

NOBODY = "nobody"
ASKED = ("if", "not if", "state", "not state", "once")  # conditions that players are asked about


# After shooting ------------------------------------------------------------------------------------------------------


def due_first(state: records.Shooting) -> bool:
    """Return True while a roll comes before Hazardous tests (setting ``after_shooting``)."""
    return bool(state.mortal_wounds_due) and state.mortal_wounds_first


def more_to_roll(state: records.Shooting) -> bool:
    """Return True if Hazardous tests or mortal wounds are still to be rolled."""
    return bool(state.mortal_wounds_due or state.tests)


def due_now(state: records.Shooting) -> bool:
    return bool(state.mortal_wounds_due)


def roll_next(state: records.Shooting, table: Table) -> records.Shooting | records.Firing:
    """Ask for a unit and roll the dice."""
    ability, *rest = state.mortal_wounds_due
    state = state.but(mortal_wounds_due=tuple(rest))
    side = left_of(state)
    if ability not in borne(side.unit, side.kinds):  # its own weapons killed the model with the ability
        return state
    return (
        in_battle(state, ability, side, table)
        if state.attack.value.manner.others
        else on_its_own(state, ability, side, table)
    )


def on_its_own(
    state: records.Shooting, ability: Ability, side: SituationSide, table: Table
) -> records.Shooting | records.Firing:
    attack = state.attack.value
    situation = situation_of(attack, attack.aims[0]).but(shooter=side)
    unknown = attack.aims[0].distance is None and is_near(ability)
    hit = ability.span != AFTER_SHOOTING or is_near(ability) or bool(state.targets_hit)
    if unknown or not hit or not all(holds(condition, ability, situation, True) for condition in ability.conditions):
        return state
    return suffers_now(state, 0, ability, rolled(state.game, ability, dice_of(ability, side), table), table)


def in_battle(
    state: records.Shooting, ability: Ability, side: SituationSide, table: Table
) -> records.Shooting | records.Firing:
    attack = state.attack.value
    battle = attack.battle.value
    if effects.is_spent(battle.sides[attack.side].units[attack.unit], ability):
        return state
    enemies = battle.sides[1 - attack.side].units
    places = {aim.place: index for index, aim in enumerate(attack.aims)}
    near, options = is_near(ability), []
    for index, unit in enumerate(enemies):
        stands = bool(state.targets()[places[index]][1].any_left()) if index in places else states.is_on_table(unit)
        wanted = near or (index in places and places[index] in state.targets_hit)
        if stands and wanted and works_against(ability, state, side, index):
            options.append(unit.unit.value.name)
    if not options:
        return state
    chosen = table.choose(
        f"roll for:{mortal_wounds_text(ability)}",
        (*map(Option, options), Option(NOBODY)),
        default=NOBODY if near else options[0],
        rules=state.game.rules(RULE, "ORD-6"),
        text=f"{attack.shooter.value.name}: {ability.text}. Which unit{distance_words(ability, '; it must be')}?",
    )
    if chosen == NOBODY:
        return state
    index = place_named(enemies, chosen)
    n = rolled(battle.game, ability, dice_of(ability, side), table)
    battle = effects.using(battle, (attack.side, attack.unit), ability)
    state = state.but(attack=Hashed(attack.but(battle=Hashed(battle))))
    if index in places:
        return suffers_now(state, places[index], ability, n, table)
    return state.but(
        attack=Hashed(attack.but(battle=Hashed(with_suffering(battle, 1 - attack.side, index, ability, n))))
    )


def works_against(ability: Ability, state: records.Shooting, side: SituationSide, at: int) -> bool:
    """Return True if its conditions hold for an enemy unit. Players check the distances."""
    attack = state.attack.value
    aim = next((aim for aim in attack.aims if aim.place == at), None)
    if aim is not None:
        situation = situation_of(attack, aim).but(shooter=side)
    else:
        unit = attack.battle.value.sides[1 - attack.side].units[at]
        true = {key for aim in attack.aims for key in aim.facts if "target" not in key} | {*before(attack)}
        situation = Situation(side, SituationSide(states.living_unit(unit), standing(unit)), facts=tuple(sorted(true)))
    return all(
        holds(one, ability, situation, True) for one in ability.conditions if one.kind not in (*FAR_OR_NEAR, "once")
    )


def distance_words(ability: Ability, before_it: str) -> str:
    distances = [distance_text(condition) for condition in ability.conditions if condition.kind in FAR_OR_NEAR]
    return f"{before_it} {' and '.join(distances)}" if distances else ""


def left_of(state: records.Shooting) -> SituationSide:
    """Return the models of the shooting unit that stand after its Hazardous tests."""
    attack = state.attack.value
    before_it = dict(shooter_of(attack, ()).standing)
    tested = {rank.kind.model for rank in state.own.ranks}
    numbers = Counter({kind: n for kind, n in before_it.items() if kind not in tested})
    for rank in state.own.standing():
        numbers[rank.kind.model] += rank.n
    return SituationSide(attack.shooter, tuple(sorted((kind, n) for kind, n in numbers.items() if n)))


def suffers_now(
    state: records.Shooting, at: int, ability: Ability, passed: int, table: Table
) -> records.Shooting | records.Firing:
    """Let one of the targets suffer the mortal wounds."""
    name = mortal_wounds_text(ability)
    n = amount_of(ability.amount or Amount(plus=1), passed, f"mortal wounds:{name}", name, state.game.rule(RULE), table)
    if not n:
        return state
    state = aimed(state, at)
    who = state.aim.unit.value.name
    table.tell("{unit}: {n} mortal wound{s}", state.game.rules(RULE), unit=who, n=n, s="s" * (n != 1))
    gun = harm(state.game.abilities, state.game.book, name, target_of(state.aim))
    return fired(state, gun, ((Mortal(gun), n),), ())


def rolled(game: records.Game, ability: Ability, dice: int, table: Table) -> int:
    """Return how many dice succeed."""
    need = Need(ability.need or 6, (game.reason(ability.text, RULE),))
    text = f"{mortal_wounds_text(ability)}: {counted(dice, 'die') if dice > 1 else 'one die'}"
    return table.roll(f"by a roll:{mortal_wounds_text(ability)}", dice, need, text=text).passed


def with_suffering(battle: records.Battle, side: int, at: int, ability: Ability, passed: int) -> records.Battle:
    if not passed:
        return battle
    amount = ability.amount or Amount(plus=1)
    return battle.but(
        suffering=(
            *battle.suffering,
            records.PendingMortalWounds(side, at, amount, passed, mortal_wounds_text(ability), "EFF-44"),
        )
    )


# Start of the phase --------------------------------------------------------------------------------------------------


def standing(unit: records.BattleUnit) -> tuple[tuple[int, int], ...]:
    numbers: Counter[int] = Counter()
    for rank in unit.ranks:
        numbers[rank.kind] += rank.n
    return tuple(sorted(numbers.items()))


def due_in_phase(battle: records.Battle) -> Iterator[records.MortalWoundRoll]:
    """Yield what the units of the active side may roll for without shooting."""
    for index, unit in enumerate(battle.sides[battle.active].units):
        if states.is_on_table(unit):
            kinds = tuple(kind for kind, _ in standing(unit))
            yield from (
                records.MortalWoundRoll(index, one) for one in borne(unit.unit, kinds) if one.span != AFTER_SHOOTING
            )


def due_in(battle: records.Battle) -> bool:
    return bool(battle.mortal_wounds_due)


def roll_in_phase(battle: records.Battle, table: Table) -> records.Battle:
    """Ask for a unit and roll the dice before any unit shoots."""
    due, *rest = battle.mortal_wounds_due
    battle, ability = battle.but(mortal_wounds_due=tuple(rest)), due.ability
    unit = battle.sides[battle.active].units[due.unit]
    if not states.is_on_table(unit):
        return battle
    if effects.is_spent(unit, ability):
        return battle
    battle, true = effects.ask_conditions(battle, (battle.active, due.unit), ability, table)
    side = SituationSide(states.living_unit(unit), standing(unit))
    enemies, options = battle.sides[1 - battle.active].units, []
    for enemy in enemies:
        situation = Situation(side, SituationSide(states.living_unit(enemy), standing(enemy)), facts=true)
        open_to = all(holds(one, ability, situation, True) for one in ability.conditions if one.kind not in FAR_OR_NEAR)
        if states.is_on_table(enemy) and open_to:
            options.append(enemy.unit.value.name)
    if not options:
        return battle
    name = unit.unit.value.name
    question = Choose(
        f"roll for:{name}: {mortal_wounds_text(ability)}",
        (*map(Option, options), Option(NOBODY)),
        NOBODY,
        rules=battle.game.rules(RULE),
        text=f"{name}: {ability.text}. Which unit{distance_words(ability, ', if any is')}?",
    )
    chosen = table.ask(question)
    if chosen == NOBODY:
        return battle
    battle = effects.using(battle, (battle.active, due.unit), ability)
    n = rolled(battle.game, ability, dice_of(ability, side), table)
    return with_suffering(battle, 1 - battle.active, place_named(enemies, chosen), ability, n)


# Deadly Demise, and mortal wounds on whole units (DEMISE-1, DEMISE-2, MW-2)

NAME = "Deadly Demise"


Interrupted = records.Attack | records.Shooting  # the record that continues after a unit has suffered


def with_battle(record: records.Battle | records.Shooting, battle: records.Battle) -> records.Battle | records.Shooting:
    return (
        battle
        if isinstance(record, records.Battle)
        else record.but(attack=Hashed(record.attack.value.but(battle=Hashed(battle))))
    )


def demises_wait(record: records.Battle | records.Shooting) -> bool:
    return bool(records.battle_in(record).demises)


def note_deaths_at_once(state: records.Shooting, table: Table) -> records.Shooting:
    """Update the targets between groups, if the setting ``demise_timing`` says so (DEMISE-2)."""
    if not state.attack.value.manner.others or table.setting("demise_timing") != "at_once":
        return state
    return note_deaths(state)


def note_deaths_before_tests(state: records.Shooting, table: Table) -> records.Shooting:
    """Update the targets before Hazardous tests, if the setting ``after_shooting`` says so (ORD-6)."""
    if (
        not state.attack.value.manner.others
        or not state.tests
        or table.setting("after_shooting") != "other_rules_first"
    ):
        return state
    return note_deaths(state)


def note_deaths(state: records.Shooting) -> records.Shooting:
    """Return the record with the current targets in its battle."""
    attack = state.attack.value
    battle, enemy = attack.battle.value, 1 - attack.side
    for aim, line in state.targets():
        battle = stands_now(battle, enemy, aim.place, unit_after(battle.sides[enemy].units[aim.place], line))
    return state.but(attack=Hashed(attack.but(battle=Hashed(battle))))


def stands_now(battle: records.Battle, side: int, at: int, after: records.BattleUnit) -> records.Battle:
    """Return the battle with a changed unit. Lost models with Deadly Demise will roll for it (DEMISE-1). What was told
    of a destroyed unit ends (EVE-36).
    """
    before: records.BattleUnit = battle.sides[side].units[at]
    after = after if after.ranks else without_own(after)
    if before.ranks == after.ranks:
        return replaced(battle, side, at, after)
    gone = dict.fromkeys(sorted({rank.kind for rank in before.ranks}), 0)
    for sign, ranks in ((1, before.ranks), (-1, after.ranks)):
        for rank in ranks:
            gone[rank.kind] += sign * rank.n
    last = dying(before, (side, at), gone)
    waiting = {reply.kind for reply in last}  # Deadly Demise comes after their last shots (DMG-4)
    demises = [
        (side, at, kind)
        for kind, n in gone.items()
        if kind not in waiting and before.unit.value.models[kind][0].has(NAME)
        for _ in range(n)
    ]
    battle = battle.but(demises=(*battle.demises, *demises), replies=(*battle.replies, *last))
    return replaced(battle, side, at, after)


def roll_for_demise(record: records.Battle | records.Shooting, table: Table) -> records.Battle | records.Shooting:
    """Roll one D6; on a 6 every unit within 6" suffers (DEMISE-1)."""
    battle = records.battle_in(record)
    (side, at, kind), *rest = battle.demises
    battle = battle.but(demises=tuple(rest))
    model = battle.sides[side].units[at].unit.value.models[kind][0]
    ability = next(ability for ability in model.abilities if ability.name == NAME)
    amount = ability.amount or Amount(plus=1)
    because = (record.game.reason(f"{ability.text}: an unmodified {record.game.book.demise_need}", "DEMISE-1"),)
    need = Need(record.game.book.demise_need, because)
    owner = owner_of(record, side)  # whose model it was
    if not table.roll(f"demise:{model.name}", 1, need, owner=owner, text=f"{model.name}: {ability.text}").passed:
        return with_battle(record, battle)
    near = tuple(
        Choose(
            f"{battle.sides[s].name}: {battle_unit.unit.value.name}",
            (Option("no"), Option("yes")),
            "no",
            rules=record.game.rules("DEMISE-1"),
            text=f"{battle_unit.unit.value.name} of {battle.sides[s].name}",
        )
        for s in (side, 1 - side)
        for battle_unit in battle.sides[s].units
        if battle_unit.ranks and not battle_unit.marked(states.OFF) and not is_inside(battle, s, battle_unit)
    )
    where = f'within {record.game.book.demise_reach}" of the {model.name}'

    def declared(facts: Mapping[str, Any]) -> Decided:
        return Decided((f"{where}: {series([row.text for row in near if facts[row.key] == 'yes']) or 'nobody'}",))

    answers: dict[str, Any] = table.facts(
        f"within reach of {model.name}",
        near,
        owner=owner,
        rules=record.game.rules("DEMISE-1"),
        words=declared,
    )
    hit = tuple(
        records.PendingMortalWounds(s, i, amount, by=side)
        for s in (0, 1)
        for i, battle_unit in enumerate(battle.sides[s].units)
        if answers.get(f"{battle.sides[s].name}: {battle_unit.unit.value.name}") == "yes"
    )
    return with_battle(record, battle.but(suffering=(*battle.suffering, *hit)))


def is_inside(battle: records.Battle, side: int, unit: records.BattleUnit) -> bool:
    """Return True for passengers whom Deadly Demise does not reach. Whoever gets out before it is rolled is none."""
    carrier = states.embarked(unit)
    if not carrier or not battle.game.book.out_before_demise:
        return bool(carrier)
    return any(other.ranks and other.unit.value.name == carrier for other in battle.sides[side].units)


def owner_of(record: records.Battle | Interrupted, side: int | None) -> str:
    """Return who rolls for this side. None is the side that acts."""
    attack = record.attack.value if isinstance(record, records.Shooting) else record
    acts = attack.active if isinstance(attack, records.Battle) else attack.side
    return ATTACKER if side in (None, acts) else DEFENDER


def somebody_suffers(record: records.Battle | Interrupted) -> bool:
    return bool(records.battle_in(record).suffering)


def begin_suffering(record: records.Battle | Interrupted, table: Table) -> records.Firing:
    """Return the stage of mortal wounds on one unit; random amounts are rolled for each unit."""
    battle = records.battle_in(record)
    first, *rest = battle.suffering
    aim = aim_at(battle.sides[first.side].units[first.unit], first.unit)
    name = aim.unit.value.name
    text = f"{first.why}: mortal wounds on {name}"
    key, rule, owner = f"mortal wounds:{name}", record.game.book.rule(first.rule), owner_of(record, first.by)
    n = amount_of(first.amount, first.times, key, text, rule, table, owner=owner)
    table.tell("{unit}: {n} mortal wound{s}", (rule,), unit=name, n=n, s="s" * (n != 1))
    gun = harm(record.game.abilities, record.game.book, first.why, target_of(aim))
    attack = records.Attack(
        Hashed(battle.but(suffering=tuple(rest))), 1 - first.side, first.unit, "", aim.unit, (), aims=(aim,)
    )  # fmt: skip
    outer: Any = None if isinstance(record, records.Battle) else Hashed(record)
    return records.Firing(
        Hashed(records.Shooting(Hashed(attack), Line(()), (aim.line,), outer=outer)), aim.line, ((Mortal(gun), n),), gun
    )


def end_suffering(state: records.Shooting, table: Table) -> records.Battle | Interrupted:
    """Return the battle or the interrupted record with the changed unit."""
    battle, side, at = records.battle_in(state), 1 - state.attack.value.side, state.aim.place
    battle = stands_now(battle, side, at, unit_after(battle.sides[side].units[at], state.line))
    if state.outer is None:
        return battle
    outer: Interrupted = state.outer.value
    return gone_on(outer, battle) if isinstance(outer, records.Shooting) else selected_again(outer, state, battle)


def selected_again(attack: records.Attack, state: records.Shooting, battle: records.Battle) -> records.Attack:
    """Return the attack of a unit that suffered before it shot. Its losses are its own (EFF-41)."""
    unit = battle.sides[attack.side].units[attack.unit]
    lost = state.aim.strength[0] - state.line.remaining()[0], state.aim.strength[1] - state.line.remaining()[1]
    own_lost = attack.own_lost[0] + lost[0], attack.own_lost[1] + lost[1]
    keywords = states.living_unit(unit).value.keywords
    shooter = attack.shooter.value.but(keywords=keywords)  # ranges and deck weapons stay the same
    attack = attack.but(battle=Hashed(battle), firers=firers_of(unit), own_lost=own_lost, shooter=Hashed(shooter))
    return attack if attack.firers else attack.but(declared=True)


def as_selected(before: dict[int, TargetModel], kind: TargetModel) -> TargetModel:
    """Return the kind with the cover and invulnerable save of the time when targets were selected."""
    old = before.get(kind.model, kind)
    return kind.but(cover=old.cover, invulnerable=old.invulnerable)


def gone_on(state: records.Shooting, battle: records.Battle) -> records.Shooting:
    """Return the shooting with the targets and the shooter of the battle."""
    attack, lines = state.attack.value.but(battle=Hashed(battle)), []
    for aim in attack.aims:
        line = Line(line_of(battle.sides[1 - attack.side].units[aim.place]))
        lines.append(line.changed(partial(as_selected, {rank.kind.model: rank.kind for rank in aim.line.ranks})))
    if attack.doing not in (attack.game.thrown_stratagem.name, ON_DEATH):
        attack = attack.but(firers=firers_of(battle.sides[attack.side].units[attack.unit]))
    return state.but(attack=Hashed(attack), lines=tuple(lines), line=lines[state.at])


def nobody_suffers(state: records.Shooting, words: str, rule: str, table: Table) -> records.HazardousTest:
    """Return the stage of Hazardous tests without a roll, as no model could suffer. Log it in these words."""
    table.tell(words, (rule,))
    return records.HazardousTest(Hashed(state.but(tests=())), Line(()), (), (0, 0))


def firers_of(unit: records.BattleUnit) -> tuple[Firer, ...]:
    return tuple(Firer(rank.kind, rank.n, rank.left) for rank in unit.ranks)
