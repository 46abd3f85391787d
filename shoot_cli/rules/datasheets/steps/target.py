"""The selection of a target, the models in its line, and grenades; and the words of the choice who takes wounds.

The editions choose who takes wounds in ways of their own (ALL-1, SAV-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shoot_cli.battle.turns import merged, place_named, proposed, remembered_answer, remembering
from shoot_cli.engine.names import IF, counted, own_plurals, plural
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import Reason, listed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.charts import armour_penetration
from shoot_cli.rules.datasheets.profiles import Ability, Amount, ThrownStratagem, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, BattleUnit, DeclaredTarget, Firing, ModelHistory
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.effects import beginning, shooter_and_target
from shoot_cli.rules.datasheets.steps.permissions import deciding_distance, reasons_for_nothing
from shoot_cli.rules.datasheets.tokens import TargetModel, Wound
from shoot_cli.rules.datasheets.weapons import body_of

# Models in the line of a target, and the unit after an attack (ALL-3, DMG-4)


def aim_at(enemy: BattleUnit, index: int) -> DeclaredTarget:
    """Return the target now. Attacks allocated to it this phase are remembered (ALL-3)."""
    card = states.living_unit(enemy)
    ranks = line_of(enemy)
    return DeclaredTarget(
        card, Line(ranks), (models(ranks), wounds(ranks)), index,
        engaged=enemy.marked(states.LOCKED),
        facts=tuple(IF + words for words in states.named_by_army(enemy)),
        smoke=enemy.marked(states.SMOKE), ground=enemy.marked(states.GROUND),
    )  # fmt: skip


def line_of(battle_unit: BattleUnit) -> tuple[Rank, ...]:
    """Return the ranks of the unit in the order of allocation."""
    unit, ranks = states.living_unit(battle_unit).value, list[Rank]()
    for rank in battle_unit.ranks:
        kind = battle_unit.game.model_in_line(battle_unit, target_model(unit, rank.kind))
        notes = [note for note in battle_unit.histories if (note.kind, note.left) == (rank.kind, rank.left)][: rank.n]
        for note in notes:
            spared = kind.but(allocated=note.allocated, spared=note.unshielded)
            ranks.append(Rank(spared, 1, rank.left))
        if rank.n > len(notes):
            ranks.append(Rank(kind, rank.n - len(notes), rank.left))
    return battle_unit.game.default_order(ranks)


def forced(rank: Rank) -> bool:
    """Return True if the next attack must go to this model, because it lost wounds or was allocated attacks (ALL-1)."""
    return bool(rank.left < rank.kind.wounds or rank.kind.allocated)


def remembered(line: Line, table: Table) -> tuple[Rank, ...]:
    """Return the standing ranks. At the table the first is marked if an attack was allocated to it (ALL-3)."""
    return table.in_sight(marked_if_met, line.standing(), line)


def marked_if_met(ranks: tuple[Rank, ...], line: Line, table: Table) -> tuple[Rank, ...]:
    if not line.met or not ranks or forced(ranks[0]):
        return ranks
    first = ranks[0]
    marked = first.but(n=1, kind=first.kind.but(allocated=True))
    return (marked, *((first.but(n=first.n - 1),) if first.n > 1 else ()), *ranks[1:])


def unit_after(before: BattleUnit, line: Line) -> BattleUnit:
    """Return the unit after an attack, with notes on its models for the phase (ALL-3)."""
    ranks = line.standing()
    notes = []
    for rank in ranks:
        kind = rank.kind
        if kind.allocated or kind.spared:
            notes += [ModelHistory(kind.model, rank.left, kind.allocated, kind.spared)] * rank.n
    plain = [rank.but(kind=rank.kind.model) for rank in ranks]
    return before.but(ranks=merged(plain), histories=tuple(sorted(notes, key=lambda note: note[1:])))


def to_react(state: Attack) -> list[int]:
    """Return the targets whose owner may still react (DEF-SMOKE-1 and similar rules)."""
    shot_at = {order.aim for order in state.orders}
    return [i for i, aim in enumerate(state.aims) if not aim.reacted and i in shot_at]


def unguarded(kind: TargetModel) -> TargetModel:
    """Return the kind as it is met where Precision has not picked it out."""
    return kind.but(guarded=False) if kind.guarded else kind


def target_model(unit: Unit, index: int) -> TargetModel:
    """Return a model of the list as a kind for the line."""
    return body_of(TargetModel, unit, index)


# Targets are selected and measured (TGT-1 to 7).

HOLD, NO_MORE = "hold fire", "no more targets"


def another_target(state: Attack) -> bool:
    """Return True for the first target, and for others if the player wants them (TGT-3)."""
    return not state.named and not state.declared


def choose_target(state: Attack, table: Table) -> Attack:
    """Ask for a target for all weapons that have none, before any dice (TGT-1, TGT-3)."""
    battle = state.battle.value
    enemies = battle.sides[1 - state.side].units
    options = [
        Option(enemy.unit.value.name, label, state.game.why_not_shot(state, enemy, i, table))
        for i, (enemy, label) in enumerate(zip(enemies, states.labels(enemies), strict=True))
    ]
    stop = Option(NO_MORE, "the rest does not shoot") if state.aims else Option(HOLD, "do not shoot")
    usual = next((option.value for option in options if not option.closed), stop.value)
    rest = ", ".join(counted(n, name) for name, n in state.game.arming.slots(state).items() if n) if state.aims else ""
    which = "Overwatch: which" if state.overwatch else "Which"
    name = table.choose(
        "target",
        (*options, stop),
        default=stop.value if state.aims else usual,
        rules=state.game.rules("TGT-1", "TGT-2", "TGT-3"),
        text=f"Another target for {rest}?" if state.aims else f"{which} target for {state.shooter.value.name}?",
        spent=stop.value,
        nth=len(battle.done) if not state.aims else 1 << 20,
    )
    if name == stop.value:
        nowhere = not state.aims and all(option.closed for option in options)
        if nowhere:
            table.tell("{unit}: no legal target", state.game.rules("ELIG-6"), unit=state.shooter.value.name)
        elif not state.aims:
            table.tell("{unit}: no shots", state.game.rules("ELIG-9"), unit=state.shooter.value.name)
        return state.but(declared=True, untargeted=nowhere)
    index = place_named(enemies, name)
    return state.but(aims=(*state.aims, beginning(state, aim_at(enemies[index], index))), named=True, blind=())


def measure(state: Attack, table: Table) -> Attack:
    """Ask for the distance; the app never measures (TGT-2)."""
    aim = state.aims[-1]
    seen = " in sight" if table.setting("sight_and_range") == "one_model" else ""
    nth = len(state.aims) - 1 + len(state.refused)
    question = state.game.rows.distance.but(
        default=None, otherwise="", text=f"How far is their nearest model{seen}?", nth=nth
    )
    if locked_together(state, aim):  # no measuring is needed
        return in_combat(state, aim.but(distance=state.game.engagement), table)
    question = deciding_distance(question, state, aim)
    if why := doubt_so_near(state, aim):
        question = question.but(near=(state.game.engagement, f"so near {why}"))
    inches = table.ask(proposed(question, state.remembered, *shooter_and_target(state, aim)))
    memory = remembering(state.remembered, {question.key: inches}, *shooter_and_target(state, aim))
    state, aim = state.but(remembered=memory), aim.but(distance=inches)
    return in_combat(state, aim, table) if inches <= state.game.engagement else state.but(aims=(*state.aims[:-1], aim))


def locked_together(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True if both units are marked as being in combat with each other (ELIG-3)."""
    shooter, target = shooter_and_target(state, aim)
    battle = state.battle.value
    is_locked = tuple(sorted((shooter, target))) in battle.locked
    return is_locked and all(battle.sides[side].units[index].marked(states.LOCKED) for side, index in (shooter, target))


def both_in_combat(state: Attack, aim: DeclaredTarget) -> Attack:
    """Return the attack at a target so near that both units are in combat (ELIG-3)."""
    aim = aim.but(engaged=True, engages_shooter=state.game.fights_at(state))
    return state.but(engaged=state.engaged or aim.engages_shooter, aims=(*state.aims[:-1], aim))


def doubt_so_near(state: Attack, aim: DeclaredTarget) -> str:
    """Return what could not be fired within Engagement Range; "" if all could, or if the unit is in combat."""
    beyond, usual = aim.but(distance=state.game.engagement + 1), state.game.arming.usual
    locked = state.battle.value.sides[state.side].units[state.unit].marked(states.LOCKED)
    far = {name for name, n in usual(state.but(aims=(*state.aims[:-1], beyond)), beyond).items() if n}
    state = both_in_combat(state, aim.but(distance=state.game.engagement))
    aim = state.aims[-1]
    if why := state.game.why_not_eligible(state, aim) or state.game.why_no_target(state, aim):
        return f"nothing may be fired ({why.text})"
    fires = {name: n for name, n in usual(state, aim).items() if n}
    if not fires:
        why_nothing = (why.text for _, why in reasons_for_nothing(state, aim))
        return f"nothing may be fired ({next(why_nothing, 'nothing can fire')})"
    if locked or far <= fires.keys():
        return ""
    only = listed([plural(name) if n > 1 else name for name, n in fires.items()])
    return f"both are in combat, and only {only} may fire"


def in_combat(state: Attack, aim: DeclaredTarget, table: Table) -> Attack:
    """Mark both units as being in combat (ELIG-3). The target is dropped if it cannot be shot at now."""
    state = both_in_combat(state, aim)
    aim = state.aims[-1]
    if why := state.game.why_not_eligible(state, aim) or state.game.why_no_target(state, aim):
        table.tell(
            "{unit} cannot shoot at {target}{far}: {why}", (why.rule,), unit=state.shooter.value.name,
            target=aim.unit.value.name, far="" if locked_together(state, aim) else far_words(aim), why=why.text,
        )  # fmt: skip
        return state.but(aims=state.aims[:-1], named=False, refused=(*state.refused, aim.place))
    return state


def far_words(aim: DeclaredTarget) -> str:
    """Return how far the target is said to be: ` (1" away)`."""
    return "" if aim.distance is None else f" ({states.inches(aim.distance)} away)"


def why_not_a_target(state: Attack, enemy: BattleUnit, index: int) -> Reason | None:
    """Return why the unit is no target in any edition, before anything is measured."""
    if not enemy.ranks:
        return state.game.reason("destroyed", "DMG-4")
    if state.only_target is not None and index != state.only_target:
        return state.game.reason("it shoots back at the unit that shot it", "EFF-58")
    if any(aim.place == index for aim in state.aims):
        return state.game.reason("a target already", "TGT-1")
    if state.overwatch and state.aims:
        return state.game.reason("Overwatch shoots at one unit", "OOP-1")
    if index in state.refused:
        reach, why = state.game.book.overwatch_reach, "nothing of the unit can fire at it"
        far = remembered_answer(state.remembered, "distance", (state.side, state.unit), (1 - state.side, index)) or 0
        if state.overwatch and far > reach:
            return state.game.reason(f'{why}: Overwatch reaches {reach}"', "OOP-1")
        return state.game.reason(why, "TGT-2")
    if enemy.marked(states.OFF) or states.embarked(enemy):
        return state.game.reason("not on the battlefield", "TGT-2")
    return None


# Grenades: thrown by one model of a unit instead of shooting, by a stratagem (OOP-3)


def thrown_by(thrown: ThrownStratagem, unit: Unit) -> Weapon | None:
    """Return the thrown thing as a weapon; None if no model has the keyword."""
    if not unit.is_a(thrown.keyword):
        return None
    does = Ability("Mortal Wounds", Amount(plus=1), thrown.need, text=f"Mortal Wounds 1 on {thrown.need}+")
    return Weapon(
        thrown.name, thrown.reach, Amount(plus=thrown.dice), None, 0, 0, Amount(plus=1), (does,), source=thrown.source
    )


def thrower_of(thrown: ThrownStratagem, unit: Unit, kinds: Iterable[int]) -> Unit:
    """Return the unit as the one model that throws."""
    weapon = thrown_by(thrown, unit)
    assert weapon is not None
    able = [i for i in kinds if thrown.keyword in unit.models[i][0].keywords] or list(kinds)
    model = unit.models[able[0]][0]
    return unit.but(models=((model.but(weapons=(weapon,), abilities=()), 1),))


BEST_SAVE_LABEL = "best save first, ask no more"


MOST_NAMED = 3  # more kinds than this are not named again where they stand in this order above


def in_this_order(names: Iterable[str], above: Sequence[str]) -> str:
    """Return the row for all models in their listed order. `above` are the names of the rows before it."""
    named = [*names]
    brief = len(named) > MOST_NAMED and named == [*above]
    return "in this order, ask no more" if brief else f"in this order, ask no more: {', '.join(named)}"


def waiting_text(n: int, wound: Wound, ranks: Sequence[Rank], who: str = "Who takes") -> str:
    """Return what waits and what its saves depend on: `Who takes 15 wounds, AP-1, in cover?`"""
    ap, _why = armour_penetration(ranks[0].kind, wound)
    covered = not wound.gun.value.ignores_cover and any(rank.kind.cover for rank in ranks)
    facts = [f"AP{ap}"] * bool(ap) + ["in cover"] * covered
    return f"{who} {', '.join([counted(n, 'wound'), *facts])}?"


def row(state: Firing, names: Sequence[str], ranks: Sequence[Rank], wound: Wound | None) -> str:
    """Return models with the save that they have now, and their wounds: `4 Neophytes, 4+ save, 2 wounds each`.

    :param wound: what is saved; None if there is no save
    """
    n, notes = models_in(ranks), list[str]()
    if wound is not None:
        need = state.game.to_save(ranks[0].kind, wound)
        notes.append("no save" if need.target is None else f"{need.text} save")
    lefts = {rank.left for rank in ranks}
    if lefts != {1}:
        wounds = [counted(left, "wound") for left in sorted(lefts)]
        notes.append(f"{' or '.join(wounds)} left" if n == 1 or len(lefts) > 1 else f"{wounds[0]} each")
    return ", ".join([models_called(state.shooting.value.aim.unit.value, names, ranks), *notes])


def models_called(unit: Unit, names: Sequence[str], ranks: Sequence[Rank]) -> str:
    """Return how many of which models: `4 Neophytes`, `Sergeant`, `3 Boys and 1 Nob`."""
    plurals, several = dict(own_plurals(unit)), len(names) > 1
    words = []
    for name in names:
        n = models_in(rank for rank in ranks if rank.kind.name == name)
        words.append(counted(n, name, plurals.get(name, "")) if n > 1 or several else name)
    first, *others = words
    if len(others) < 2:
        return " and ".join(words)
    return f"{first} and {models_in(rank for rank in ranks if rank.kind.name != names[0])} others"


def models_in(ranks: Iterable[Rank]) -> int:
    return sum(rank.n for rank in ranks)
