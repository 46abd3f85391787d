"""The beginning and the end of an attack, and its report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.battle.turns import Mark, Side, merged, remembered_answer, tell_losses
from shoot_cli.engine.pools import Line, Rank, models
from shoot_cli.engine.questions import HowMany
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.abilities import MAY_BE_TARGETED
from shoot_cli.rules.datasheets.ability_forms import TARGET
from shoot_cli.rules.datasheets.conditions import LENT, key_of_one
from shoot_cli.rules.datasheets.effects import STILL, held, unit_wide_abilities
from shoot_cli.rules.datasheets.profiles import Ability, Model, Unit, Weapon
from shoot_cli.rules.datasheets.steps import command_points, facts, permissions, states
from shoot_cli.rules.datasheets.steps import turns as nom
from shoot_cli.rules.datasheets.steps.attached_units import names_used, split_of
from shoot_cli.rules.datasheets.steps.effects import with_known_facts, without_gifts
from shoot_cli.rules.datasheets.steps.marks_and_auras import lent_to, mark_after_shooting
from shoot_cli.rules.datasheets.steps.mortal_wounds import firers_of, stands_now
from shoot_cli.rules.datasheets.steps.single_die import pay_rerolls, used_of, used_up
from shoot_cli.rules.datasheets.steps.states import embarked
from shoot_cli.rules.datasheets.steps.target import aim_at, thrower_of, thrown_by, unit_after
from shoot_cli.rules.datasheets.steps.tellings import attack_over
from shoot_cli.rules.datasheets.tokens import Firer

# The shooting of a unit, and both units afterwards (ELIG-8, 9, ORD-6)


def new_attack(
    battle: type[records.Battle], unit: type[records.BattleUnit], shooter: Unit, target: Unit
) -> records.Attack:
    """Return an attack outside a battle by these two units as the list has them."""
    return attack_in_battle(
        battle, states.new_battle_unit(unit, shooter), records.AttackedTarget(states.new_battle_unit(unit, target))
    )


def attack_in_battle(
    battle: type[records.Battle], mine: records.BattleUnit, target: records.AttackedTarget
) -> records.Attack:
    handed = target.handed
    duel = battle(
        (Side("Attacker", (mine,)), Side("Target", (target.unit,))), None, stratagems=target.used,
        deeds_logged=handed.deeds_logged, hits_logged=handed.hits_logged, deeds=handed.deeds,
    )  # fmt: skip
    state = records.Attack(Hashed(duel), 0, 0, "", mine.unit, firers_of(mine), records.BEFOREHAND, others=target.others)
    return state.but(aims=(with_known_facts(state, aim_at(target.unit, 0)),), named=True)


# Successive attacks outside a battle ---------------------------------------------------------------------------------


def next_attack(
    battle: type[records.Battle],
    unit: type[records.BattleUnit],
    shooter: Unit,
    target: Unit,
    remains: records.AttackedTarget | None,
) -> records.Attack:
    """Return an attack at what others have left of the target. ``remains`` None means that it was not yet attacked. The
    shooter is as in its list. Facts are asked again; the target's mark is proposed as it was left.
    """
    attacked = remains or records.AttackedTarget(states.new_battle_unit(unit, target))
    state = attack_in_battle(battle, states.new_battle_unit(unit, shooter), attacked)
    shooter_now = facts.without_late_marks(state.shooter)
    return state.but(followed=True, follows_attack=attacked.attacked, handed=attacked.handed, shooter=shooter_now)


def beforehand(unit: type[records.BattleUnit], target: Unit, shooters: Iterable[Unit]) -> records.AttackedTarget | None:
    """Return the target with what the shooters may do to it or for each other; None if there is nothing."""
    handed = facts.beforehand(target, tuple(shooters))
    return (
        records.AttackedTarget(states.new_battle_unit(unit, target), handed=handed)
        if handed != records.NOTHING_HANDED
        else None
    )


def remains(state: records.Shooting) -> records.AttackedTarget | None:
    """Return the target after this attack, with all that is used up; None if it is destroyed. The units that an
    Attached unit has split into are attacked one after the other (ORD-6).
    """
    attack = state.attack.value
    after: records.BattleUnit = attack.battle.value.sides[1].units[0]
    used = tuple(dict.fromkeys((*attack.battle.value.stratagems, *used_of(state))))
    for aim, line in state.targets():
        after = targeted(after, aim, line, (1, 0))
    if (split := split_of(after)) is not None:
        used = names_used(used, after, split.standing)
        first, *others = (part.but(origin=0) for part in (*split.standing, *attack.others))
        return records.AttackedTarget(first, used, tuple(others), facts.handed_on(state), True)
    standing = (*((after,) if after.ranks else ()), *attack.others)
    if not standing:
        return None
    return records.AttackedTarget(standing[0], used, standing[1:], facts.handed_on(state), True)


def targeted(
    before: records.BattleUnit, aim: records.DeclaredTarget, line: Line, turn: tuple[int, int]
) -> records.BattleUnit:
    """Return a target after an attack. Its reactions end with ``turn``."""
    after = unit_after(before, line)
    for mark, true in ((states.SMOKE, aim.smoke), (states.GROUND, aim.ground)):
        if true:
            after = after.with_mark(Mark(mark, turn))
    return after


def begin_attack(nomination: records.Nomination, table: Table) -> records.Attack:
    """Return the attack of the unit as it stands, with its reported movement and combat."""
    battle = nomination.battle.value
    place = nomination.side, nomination.unit
    battle_unit = battle.unit_at(place)
    unit, firers = without_gifts(states.living_unit(battle_unit)).value, firers_of(battle_unit)
    unit, aboard = fire_from_deck(nomination, unit, table)
    if nomination.doing == nomination.game.thrown_stratagem.name:
        unit = thrower_of(nomination.game.thrown_stratagem, unit, [rank.kind for rank in battle_unit.ranks])
        firers = (Firer(0, 1, unit.models[0][0].wounds),)
    still = battle_unit.marked(states.STILL) or remembered_answer(battle.remembered, STILL, place) == "yes"
    only = None
    if nomination.doing in permissions.OUT_OF_PHASE:
        reply, *rest = battle.replies
        unit, firers, only = without_gifts(battle_unit.unit).value, permissions.firers_for(battle_unit, reply), reply.at
        battle = battle.but(replies=tuple(rest))
    return records.Attack(
        Hashed(battle.but(done=tuple(sorted({*battle.done, *aboard})))), *place, nomination.doing, Hashed(unit), firers,
        stationary=still, advanced=battle_unit.marked(states.ADVANCED) and not nomination.doing,
        fell_back=battle_unit.marked(states.FELL_BACK) and not nomination.doing,
        moved=(("set_up", battle_unit.marked(states.ARRIVED)), ("disembarked", battle_unit.marked(states.DISEMBARKED))),
        engaged=battle_unit.marked(states.LOCKED), acting=battle_unit.marked(states.ACTING) and not nomination.doing,
        only_target=only, granted=lent_to(battle_unit), facts=(key_of_one(LENT, True),) if lent_to(battle_unit) else (),
        overwatch=nomination.doing == nom.OVERWATCH, used=battle_unit.used, aboard=aboard, remembered=battle.remembered,
    )  # fmt: skip


# Firing Deck ---------------------------------------------------------------------------------------------------------


def passengers(nomination: records.Nomination) -> dict[tuple[int, int, Weapon], int]:
    """Return what may fire from the deck: numbers of (unit, kind of model, weapon) of passengers that have not shot."""
    battle = nomination.battle.value
    side = battle.sides[nomination.side]
    name = side.units[nomination.unit].unit.value.name
    numbers: dict[tuple[int, int, Weapon], int] = {}
    for i, unit in enumerate(side.units):
        if embarked(unit) == name and i not in battle.done:
            for rank in unit.ranks:
                for weapon in dict.fromkeys(unit.unit.value.models[rank.kind][0].weapons):
                    if not weapon.has("One Shot"):
                        key = i, rank.kind, weapon
                        numbers[key] = numbers.get(key, 0) + rank.n
    return numbers


def fire_from_deck(nomination: records.Nomination, unit: Unit, table: Table) -> tuple[Unit, tuple[int, ...]]:
    """Return the transport with the passengers' weapons that it fires, and the units that they belong to (ELIG-8)."""
    deck = next((model.get("Firing Deck") for model, _ in unit.models if model.has("Firing Deck")), None)
    inside = passengers(nomination)
    if deck is None or nomination.doing or not inside:
        return unit, ()
    battle_units, most = nomination.battle.value.sides[nomination.side].units, deck.number
    names = []
    for i, kind, weapon in inside:
        name = f"{weapon.name} of {battle_units[i].unit.value.name}"
        if sum((j, other.name) == (i, weapon.name) for j, _, other in inside) > 1:
            name += f", {battle_units[i].unit.value.models[kind][0].name}"
        names.append(name)
    default, room, free = [], most, {(i, kind): n for (i, kind, _), n in inside.items()}  # a model lends one weapon
    for i, kind, _ in inside:
        n = min(room, free[i, kind])
        default.append(n)
        room, free[i, kind] = room - n, free[i, kind] - n

    def wrong(values: Mapping[str, Any]) -> str | None:
        lent: dict[tuple[int, int], int] = {}
        for ((i, kind, _), carriers), n in zip(inside.items(), values["firing_deck"], strict=True):
            lent[i, kind] = lent.get((i, kind), 0) + n
            if lent[i, kind] > carriers:
                return f"each model lends one weapon to the deck; there are {carriers} of them ({rules[0]})"
        return f"at most {most} weapons fire from the deck ({rules[0]})" if sum(lent.values()) > most else None

    groups = tuple((name, min(most, n)) for name, n in zip(names, inside.values(), strict=True))
    rules = nomination.game.rules("ELIG-8")
    question = HowMany("firing_deck", groups, tuple(default), rules=rules, text=f"Firing Deck {most}")
    answers = table.facts("deck", (question,), check=wrong, rules=rules, text="Weapons of passengers")
    (first, count), *others = unit.models
    carried = list(first.weapons)
    for (i, kind, weapon), n in zip(inside, answers["firing_deck"], strict=True):
        theirs = battle_units[i].unit.value.models[kind][0].abilities  # the passengers' own abilities do not count
        lent = weapon.but(mode_of="", abilities=tuple(ability for ability in weapon.abilities if ability not in theirs))
        whose = battle_units[i].unit.value
        for name in (f"{weapon.name} of {whose.name}", f"{weapon.name} of {whose.name}, {whose.models[kind][0].name}"):
            if any(other.name == lent.name and other != lent for other in carried):
                lent = lent.but(name=name)
        carried += [lent] * n
    units = tuple(sorted({i for (i, _, _), n in zip(inside, answers["firing_deck"], strict=True) if n}))
    name = nomination.battle.value.sides[nomination.side].units[nomination.unit].unit.value.name
    all_inside = tuple(i for i, battle_unit in enumerate(battle_units) if embarked(battle_unit) == name)
    barred = nomination.game.of_deck(nomination.battle.value, nomination.side, units, all_inside)
    return unit.but(models=((first.but(weapons=tuple(carried)), count), *others)), barred


def end_attack(state: records.Shooting, table: Table) -> records.Battle:
    """Return the battle after the attack, without what was told of this attack alone (EVE-24)."""
    battle, attack = with_results(state, table), state.attack.value
    aimed = {order.aim for order in attack.orders}
    targets = [(1 - attack.side, attack.aims[index].place) for index in aimed]
    return attack_over(battle, (attack.side, attack.unit), targets) if aimed else battle


def with_results(state: records.Shooting, table: Table) -> records.Battle:
    """Return the battle with the losses of targets and shooter. Units split later (``steps/attached_units.py``)."""
    attack = state.attack.value
    battle, shot = attack.battle.value.but(remembered=attack.remembered), bool(attack.orders)
    side, index, turn = attack.side, attack.unit, (battle.turn, battle.active)
    aimed = {order.aim for order in attack.orders}
    for aim_index, (aim, line) in enumerate(state.targets()):
        before = battle.sides[1 - side].units[aim.place]
        after = targeted(before, aim, line, turn)
        if battle.deeds_logged and aim_index in aimed:
            slew = models(after.ranks) < models(before.ranks)
            hit = battle.hits_logged and aim_index in state.targets_hit
            deed = records.Deed((side, index), (1 - side, aim.place), turn, slew, not after.ranks, hit)
            battle = battle.but(deeds=(*battle.deeds, deed))
        say_losses(aim, after, shot, table)
        battle = stands_now(battle, 1 - side, aim.place, after)
    if used := used_up(attack, table):
        battle = pay_rerolls(battle.but(stratagems=(*battle.stratagems, *used)), attack, table)
    battle = command_points.owed(battle, 0)
    if attack.doing == attack.game.thrown_stratagem.name:
        if not shot:
            return battle
        name = command_points.name_of(attack)
        return command_points.noted_on(battle.but(stratagems=(*battle.stratagems, attack.doing)), (side, index), name)
    if attack.doing == permissions.ON_DEATH:
        battle = stands_now(battle, side, index, shooter_after(battle.sides[side].units[index], state))
        return permissions.fallen(battle, side, index, attack.firers)
    battle = stands_now(battle, side, index, shooter_after(battle.sides[side].units[index], state))
    battle = mark_after_shooting(battle, state, table)
    if attack.doing == nom.OVERWATCH:
        watched = (nom.OVERWATCH, nom.watch_of(battle.sides[side].units[index]))
        return battle.but(stratagems=(*battle.stratagems, *watched)) if shot else battle
    if attack.doing == permissions.SHOOTS_BACK:
        return battle
    battle = permissions.shot_at(battle, side, index, [attack.aims[i].place for i in sorted(aimed)])
    battle = permissions.may_again(battle, index, table) if shot else battle
    if attack.untargeted and attack.game.needs_target:  # neither the unit nor its passengers were selected (ELIG-6)
        done = tuple(other for other in battle.done if other not in attack.aboard)
        return battle.but(done=done, untargeted=(*battle.untargeted, index))
    return battle.but(
        done=tuple(sorted({*battle.done, index})), held_fire=battle.held_fire if shot else (*battle.held_fire, index)
    )


def say_losses(aim: records.DeclaredTarget, after: records.BattleUnit, shot: bool, table: Table) -> None:
    if shot or not after.ranks:
        tell_losses(table, after.game.rules("DMG-4"), aim.unit.value, aim.strength, after.ranks)


def shooter_after(unit: records.BattleUnit, state: records.Shooting) -> records.BattleUnit:
    """Return the shooter without models slain by its Hazardous weapons, and with its One Shot weapons used."""
    unit = unit.but(used=state.attack.value.used)
    suffered = {rank.kind.model for rank in state.own.ranks}
    others = [rank for rank in unit.ranks if rank.kind not in suffered]
    standing = [rank.but(kind=rank.kind.model) for rank in state.own.standing()]
    lost = models(unit.ranks) - models(others) - models(standing)
    return unit.but(ranks=merged([*others, *standing])) if lost or state.own.lost else unit


# Results of an attack, and why two units cannot meet


def why_they_cannot_meet(game: records.Game, shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """Return why these two units cannot meet in an attack outside a battle; () if they can."""
    if not any(model.weapons for model, _ in shooter.models) and thrown_by(game.thrown_stratagem, shooter) is None:
        return (game.reason(f"nobody in {shooter.name} has a ranged weapon", "ELIG-6"),)
    if any(model.toughness < 1 for model, _ in target.models):
        return (game.reason(f"the Toughness of {target.name} is not said", "WND-1"),)
    return ()


def slain(state: records.Shooting) -> int:
    if not state.attack.value.aims:
        return 0  # it had no target
    return state.aim.strength[0] - state.line.remaining()[0]


def damage(state: records.Shooting) -> int:
    """Return the wounds lost. Surplus damage does not count (DMG-2)."""
    if not state.attack.value.aims:
        return 0
    return state.aim.strength[1] - state.line.remaining()[1]


def destroyed(state: records.Shooting) -> int:
    return bool(state.attack.value.aims) and not state.line.any_left()


def own_slain(state: records.Shooting) -> int:
    """Return the number of models of the shooter slain by its own weapons and tests."""
    return state.attack.value.own_lost[0] + state.own_before[0] - state.own.remaining()[0]


def own_damage(state: records.Shooting) -> int:
    return state.attack.value.own_lost[1] + state.own_before[1] - state.own.remaining()[1]


def report_of(state: records.Shooting) -> dict[str, Any]:
    target = state.aim.unit.value
    standing = state.line.standing()
    rows = []
    for index, (model, _) in enumerate(target.models):
        ranks = [rank for rank in standing if rank.kind.model == index]
        hurt = sorted(rank.left for rank in ranks for _ in range(rank.n))
        rows.append({"name": model.name, "alive": len(hurt), "wounds": hurt})
    report: dict[str, Any] = {
        "slain": slain(state),
        "damage": damage(state),
        "destroyed": bool(destroyed(state)),
        "models": rows,
    }
    if state.own.ranks or any(state.attack.value.own_lost):
        report |= {"own_slain": own_slain(state), "own_damage": own_damage(state)}
    return report


def situation(record: records.Attack | records.Shooting | records.LineStage) -> str:
    """Return the attack as a sentence, with all that a learner needs to work out its rolls."""
    attack = record if isinstance(record, records.Attack) else record.attack.value
    inner = record.shooting.value if isinstance(record, records.LineStage) else record
    aim = inner.aim if isinstance(inner, records.Shooting) else attack.aims[-1]
    line = (
        record.line
        if isinstance(record, records.Firing)
        else inner.line
        if isinstance(inner, records.Shooting)
        else aim.line
    )
    target = aim.unit.value
    away = "in range, beyond half" if aim.distance is None else f'{aim.distance:g}" away'
    words = [f"{attack.shooter.value.name} at {target.name}, {away}"]
    known = {
        "stationary": attack.stationary,
        "advanced": attack.advanced,
        "locked in combat": attack.engaged,
        "Overwatch": attack.overwatch,
    }
    words += [*(name for name, true in known.items() if true), *attack.game.seen_words(attack, aim)]
    words += [f"{attack.shooting} shooting"] if attack.shooting else []
    words += [key.removeprefix("if ") for key in aim.facts]
    for n, roll in ((aim.hit_modifier, "hit"), (aim.wound_modifier, "wound")):
        words += [f"{n:+d} to {roll} from elsewhere"] if n else []
    if isinstance(record, records.Firing):
        name = record.gun.value.name
        words.append(weapon_words(attack, name))
        words += with_words("fired with", attack, aim, True)
        situation = states.situation_of(attack, aim)
        words += keywords_asked(
            (*of_weapon(attack, name), *unit_wide_abilities(situation, True, held(situation, True))), target
        )
    kinds = dict.fromkeys(model_words(target.models[rank.kind.model][0], rank) for rank in line.standing())
    words.append("target: " + ", ".join(kinds))
    return "; ".join([*words, *with_words("with", attack, aim, False)])


def with_words(how: str, state: records.Attack, aim: records.DeclaredTarget, shoots: bool) -> list[str]:
    """Return the abilities in force that change this attack: those of who shoots, or those that defend the target."""
    situation = states.situation_of(state, aim)
    texts = []
    for ability in unit_wide_abilities(situation, shoots, held(situation, shoots)):
        form = state.game.abilities.form_of(ability)
        defends = ability.incoming or (form.owner == TARGET and form.changes != MAY_BE_TARGETED)
        if state.game.abilities.shoots(ability) if shoots else defends:
            texts.append(ability.text)
    return [f"{how} {', '.join(dict.fromkeys(texts))}"] if texts else []


def keywords_asked(abilities: Iterable[Ability], target: Unit) -> list[str]:
    """Return `the target is VEHICLE and FLY`, with its keywords that these abilities ask for; [] for none."""
    wants = [word for one in abilities for word in (one.keyword, *(w for when in one.conditions for w in when.words))]
    keywords = [word for word in dict.fromkeys(wants) if word and target.is_a(word)]
    return [f"the target is {' and '.join(keywords)}"] if keywords else []


def of_weapon(state: records.Attack, name: str) -> tuple[Ability, ...]:
    weapon = weapon_called(state, name)
    return weapon.abilities if weapon else ()


def weapon_called(state: records.Attack, name: str) -> Weapon | None:
    """Return the weapon with this name. Weapons of one pool stand together, such as `melta rifle + multi-melta`."""
    weapons = state.shooter.value.weapons()
    return next((one for word in (name, name.partition(" + ")[0]) for one in weapons if one.name == word), None)


def weapon_words(state: records.Attack, name: str) -> str:
    weapon = weapon_called(state, name)
    if weapon is None:
        return name
    skill = f"BS{weapon.skill}+ " if weapon.skill else ""
    abilities = f" [{', '.join(ability.text for ability in weapon.abilities)}]" if weapon.abilities else ""
    half = any(ability.name == "Melta" or permissions.depends_on(ability, "half range") for ability in weapon.abilities)
    reach = f'range {weapon.range:g}" ' if half else ""  # what half of it changes
    return f"{name} {reach}{skill}S{weapon.strength} AP{weapon.ap} damage {weapon.damage.text}{abilities}"


def model_words(model: Model, rank: Rank) -> str:
    values = [f"T{model.toughness}", f"W{rank.left}"]
    for label, value in (("Sv", model.save), ("Inv", rank.kind.invulnerable), ("FNP", model.feel_no_pain)):
        if value is not None:
            values.append(f"{label}{value}+")
    return f"{model.name} {' '.join(values)}" + " in cover" * bool(rank.kind.cover) + " (leads)" * model.leader
