"""Mortal wounds by a roll: after the unit has shot, or as its phase begins (EFF-44, ORD-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Choose, Need, Option
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import place_named
from shoot_cli.rules.datasheets.abilities import AFTER_SHOOTING
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit, Firing, Game, Shooting
from shoot_cli.rules.datasheets.between import MortalWoundRoll, PendingMortalWounds
from shoot_cli.rules.datasheets.defences import harm
from shoot_cli.rules.datasheets.profiles import Ability, Amount
from shoot_cli.rules.datasheets.records import Mortal
from shoot_cli.rules.datasheets.scenes import Situation, SituationSide, holds
from shoot_cli.rules.datasheets.steps import holding, states
from shoot_cli.rules.datasheets.steps.due import RULE, borne, dice_of, is_near, mortal_wounds_text
from shoot_cli.rules.datasheets.steps.hit import amount_of
from shoot_cli.rules.datasheets.steps.scene import before, scene_of, shooter_of, target_of
from shoot_cli.rules.datasheets.steps.shooting import aimed, fired

NOBODY = "nobody"
ASKED = ("if", "not if", "state", "not state", "once")  # conditions that players say
NEARNESS = ("within", "beyond")


# After shooting ------------------------------------------------------------------------------------------------------


def due_first(s: Shooting) -> bool:
    """True while something is rolled for before Hazardous tests (setting ``after_shooting``)."""
    return bool(s.due) and s.due_first


def more_to_roll(s: Shooting) -> bool:
    """True if Hazardous tests wait, or something that is rolled for after the attacks."""
    return bool(s.due or s.tests)


def due_now(s: Shooting) -> bool:
    return bool(s.due)


def roll_next(s: Shooting, table: Table) -> Shooting | Firing:
    """One unit is picked, and the dice are rolled."""
    ability, *rest = s.due
    s = s.but(due=tuple(rest))
    side = left_of(s)
    if ability not in borne(side.unit, side.kinds):  # its own weapons slew whoever had it
        return s
    return on_its_own(s, ability, side, table) if s.attack.value.alone else in_battle(s, ability, side, table)


def on_its_own(s: Shooting, ability: Ability, side: SituationSide, table: Table) -> Shooting | Firing:
    attack = s.attack.value
    scene = scene_of(attack, attack.aims[0]).but(shooter=side)
    distance = attack.aims[0].distance
    unknown = distance is None and is_near(ability)
    hit = ability.span != AFTER_SHOOTING or is_near(ability) or bool(s.struck)
    if unknown or not hit or not all(holds(one, ability, scene, True) for one in ability.when):
        return s
    return suffers_now(s, 0, ability, rolled(s.game, ability, dice_of(ability, side), table), table)


def in_battle(s: Shooting, ability: Ability, side: SituationSide, table: Table) -> Shooting | Firing:
    attack = s.attack.value
    b = attack.battle.value
    if holding.is_spent(b.sides[attack.side].companies[attack.unit], ability):
        return s
    enemies = b.sides[1 - attack.side].companies
    places = {aim.company: at for at, aim in enumerate(attack.aims)}
    near, options = is_near(ability), []
    for at, company in enumerate(enemies):
        there = bool(s.targets()[places[at]][1].anybody()) if at in places else is_on_table(company)
        wanted = near or (at in places and places[at] in s.struck)
        if there and wanted and works_against(ability, s, side, at):
            options.append(company.unit.value.name)
    if not options:
        return s
    said = table.choose(
        f"roll for:{mortal_wounds_text(ability)}",
        (*map(Option, options), Option(NOBODY)),
        default=NOBODY if near else options[0],
        rules=s.game.rules(RULE, "ORD-6"),
        text=f"{attack.shooter.value.name}: {ability.text}. Which unit{distance_words(ability, '; it must be')}?",
    )
    if said == NOBODY:
        return s
    at = place_named(enemies, said)
    n = rolled(b.game, ability, dice_of(ability, side), table)
    b = holding.using(b, (attack.side, attack.unit), ability)
    s = s.but(attack=Hashed(attack.but(battle=Hashed(b))))
    if at in places:
        return suffers_now(s, places[at], ability, n, table)
    return s.but(attack=Hashed(attack.but(battle=Hashed(with_suffering(b, 1 - attack.side, at, ability, n)))))


def works_against(ability: Ability, s: Shooting, side: SituationSide, at: int) -> bool:
    """Its conditions against an enemy unit; what is said of distances is for whoever picks it."""
    attack = s.attack.value
    aim = next((aim for aim in attack.aims if aim.company == at), None)
    if aim is not None:
        scene = scene_of(attack, aim).but(shooter=side)
    else:
        company = attack.battle.value.sides[1 - attack.side].companies[at]
        true = {key for aim in attack.aims for key in aim.true if "target" not in key} | {*before(attack)}
        scene = Situation(side, SituationSide(states.living_unit(company), standing(company)), true=tuple(sorted(true)))
    return all(holds(one, ability, scene, True) for one in ability.when if one.kind not in (*NEARNESS, "once"))


def distance_words(ability: Ability, before_it: str) -> str:
    said = [f'{one.kind} {one.number}"' for one in ability.when if one.kind in NEARNESS]
    return f"{before_it} {' and '.join(said)}" if said else ""


def left_of(s: Shooting) -> SituationSide:
    """Whoever of the shooting unit stands after its Hazardous tests."""
    attack = s.attack.value
    before_it = dict(shooter_of(attack, ()).standing)
    tested = {rank.kind.model for rank in s.own.ranks}
    now = Counter({kind: n for kind, n in before_it.items() if kind not in tested})
    for rank in s.own.standing():
        now[rank.kind.model] += rank.n
    return SituationSide(attack.shooter, tuple(sorted((kind, n) for kind, n in now.items() if n)))


def suffers_now(s: Shooting, at: int, ability: Ability, passed: int, table: Table) -> Shooting | Firing:
    """One of the targets of the attacks suffers, as it stands."""
    name = mortal_wounds_text(ability)
    n = amount_of(ability.amount or Amount(plus=1), passed, f"mortal wounds:{name}", name, s.game.rule(RULE), table)
    if not n:
        return s
    s = aimed(s, at)
    who = s.aim.unit.value.name
    table.tell("{unit}: {n} mortal wound{s}", s.game.rules(RULE), unit=who, n=n, s="s" * (n != 1))
    gun = harm(s.game.known, s.game.book, name, target_of(s.aim))
    return fired(s, gun, ((Mortal(gun), n),), ())


def rolled(game: Game, ability: Ability, dice: int, table: Table) -> int:
    """How many dice show enough."""
    need = Need(ability.need or 6, (game.reason(ability.text, RULE),))
    text = f"{mortal_wounds_text(ability)}: {counted(dice, 'die') if dice > 1 else 'one die'}"
    return table.roll(f"by a roll:{mortal_wounds_text(ability)}", dice, need, text=text).passed


def with_suffering(b: Battle, side: int, at: int, ability: Ability, passed: int) -> Battle:
    if not passed:
        return b
    amount = ability.amount or Amount(plus=1)
    return b.but(
        suffering=(*b.suffering, PendingMortalWounds(side, at, amount, passed, mortal_wounds_text(ability), "EFF-44"))
    )


# As the phase begins -------------------------------------------------------------------------------------------------


def standing(company: BattleUnit) -> tuple[tuple[int, int], ...]:
    found: Counter[int] = Counter()
    for rank in company.ranks:
        found[rank.kind] += rank.n
    return tuple(sorted(found.items()))


def is_on_table(company: BattleUnit) -> bool:
    return bool(company.ranks) and not company.marked(states.OFF) and not states.embarked(company)


def due_in_phase(b: Battle) -> Iterator[MortalWoundRoll]:
    """Of every unit of the side whose phase it is what it may roll for without shooting."""
    for at, company in enumerate(b.sides[b.active].companies):
        if is_on_table(company):
            kinds = tuple(kind for kind, _ in standing(company))
            yield from (MortalWoundRoll(at, one) for one in borne(company.unit, kinds) if one.span != AFTER_SHOOTING)


def due_in(b: Battle) -> bool:
    return bool(b.due)


def roll_in_phase(b: Battle, table: Table) -> Battle:
    """One unit is picked, and the dice are rolled, before anybody shoots."""
    due, *rest = b.due
    b, ability = b.but(due=tuple(rest)), due.ability
    company = b.sides[b.active].companies[due.unit]
    if not is_on_table(company):
        return b
    if holding.is_spent(company, ability):
        return b
    b, true = holding.said_of(b, (b.active, due.unit), ability, table)
    side = SituationSide(states.living_unit(company), standing(company))
    enemies, options = b.sides[1 - b.active].companies, []
    for enemy in enemies:
        scene = Situation(side, SituationSide(states.living_unit(enemy), standing(enemy)), true=true)
        open_to = all(holds(one, ability, scene, True) for one in ability.when if one.kind not in NEARNESS)
        if is_on_table(enemy) and open_to:
            options.append(enemy.unit.value.name)
    if not options:
        return b
    name = company.unit.value.name
    question = Choose(
        f"roll for:{name}: {mortal_wounds_text(ability)}", (*map(Option, options), Option(NOBODY)), NOBODY,
        rules=b.game.rules(RULE), text=f"{name}: {ability.text}. Which unit{distance_words(ability, ', if any is')}?",
    )  # fmt: skip
    said = table.ask(question)
    if said == NOBODY:
        return b
    b = holding.using(b, (b.active, due.unit), ability)
    n = rolled(b.game, ability, dice_of(ability, side), table)
    return with_suffering(b, 1 - b.active, place_named(enemies, said), ability, n)
