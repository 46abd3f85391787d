"""The beginning and the end of an attack, barrages on several formations, and the report.

Losses and states may be told before an attack on its own: it is then made by and at what is left. Their words and
what comes of them are those of a battle, in `happened.py`.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from shoot_cli.battle import happened as lines
from shoot_cli.battle.losses import LOST, TARGET_LOST, TypedLoss, losses_given, losses_questions, nobody_left
from shoot_cli.battle.turns import LossReport, Place, Side, replaced
from shoot_cli.battle.what_happened import names_of
from shoot_cli.engine.names import counted, name_key
from shoot_cli.engine.questions import Decided, Option, Subset
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Clash
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import (
    AT_THE_TABLE,
    BEFOREHAND,
    Attack,
    AttackedTarget,
    Battle,
    BattleUnit,
    Manner,
    TargetUnit,
)
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, Unit, Weapon
from shoot_cli.rules.reikhammer.steps import eligibility, happened
from shoot_cli.rules.reikhammer.steps.facts import (
    declaration_lines,
    remember_facts,
    target_parts,
    with_earlier_answers,
    with_facts,
)
from shoot_cli.rules.reikhammer.steps.states import WATCH, places_by_name
from shoot_cli.rules.reikhammer.steps.turns import acting


def new_attack(shooter: Unit, target: Unit) -> Attack:
    """Return a single attack: a battle of these two formations with all their units."""
    sides = (
        Side("Attacker", (eligibility.new_battle_unit(shooter),)),
        Side("Target", (eligibility.new_battle_unit(target),)),
    )
    return meeting(Battle(sides, (0, 0), None), (0, 0), (1, 0), BEFOREHAND)


def begin_attack(battle: Battle, table: Table) -> Attack:
    """Return the attack of the acting formation, or of one on overwatch."""
    watching = battle.watcher is not None
    side = 1 - battle.active if watching else battle.active
    index = battle.watcher if watching else battle.unit
    assert index is not None
    state = meeting(battle, (side, index), (1 - side, battle.target or 0))
    return state.but(
        shooting=battle.aim,
        action="" if watching else battle.action,
        overwatch=watching,
        aimed=battle.aim != eligibility.BARRAGE,
    )


def meeting(battle: Battle, mine: tuple[int, int], theirs: tuple[int, int], manner: Manner = AT_THE_TABLE) -> Attack:
    unit, target = (battle.sides[side].units[index] for side, index in (mine, theirs))
    gunners = eligibility.gunners_of(unit.unit.value, unit.pieces)
    state = Attack(
        Hashed(battle), mine, theirs, unit.unit, gunners, target.unit, (), Hashed(()), manner, shock=unit.shock
    )
    return at_target(state, battle, theirs)


# Single attacks one after another ------------------------------------------------------------------------------------


def next_attack(shooter: Unit, target: Unit, remains: AttackedTarget | None) -> Attack:
    """Return a single attack at what others left of the target; None means the whole formation of the list. The shooter
    is complete. Players are asked again, except for the Shock that earlier attacks put on the target.
    """
    target_unit = eligibility.new_battle_unit(target)
    if remains is not None:
        target_unit = target_unit.but(pieces=remains.pieces, shock=remains.shock, broken=remains.broken)
    sides = Side("Attacker", (eligibility.new_battle_unit(shooter),)), Side("Target", (target_unit,))
    state = meeting(Battle(sides, (0, 0), None), (0, 0), (1, 0), BEFOREHAND)
    return state.but(followed=True, follows_attack=remains is not None)


def remains(state: Attack) -> AttackedTarget | None:
    """Return the target after this single attack; None if no unit is left."""
    return AttackedTarget(state.pieces, state.target_shock, state.broken) if eligibility.alive(state.pieces) else None


# In a battle ---------------------------------------------------------------------------------------------------------


def at_target(state: Attack, battle: Battle, place: tuple[int, int]) -> Attack:
    """Return the attack with this formation as its target."""
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return state.but(
        target=unit.unit,
        pieces=unit.pieces,
        target_shock=unit.shock,
        broken=unit.broken,
        strength=eligibility.alive(unit.pieces),
        counted_left=0,
        slain=0,
        damage=0,
        theirs=place,
        target_units=Hashed(eligibility.units_without_facts(unit.unit.value, unit.pieces)),
        friendly=place[0] == state.mine[0],
        lost=(),
    )


def fires_at_target(state: Attack) -> bool:
    return state.fires and state.aimed


def fires_at_tile(state: Attack) -> bool:
    return state.fires and not state.aimed


def touch(state: Attack, table: Table) -> Attack:
    """Ask which formations have a unit in the area, friends included (RH-BAR-3)."""
    battle = state.battle.value
    names = places_by_name(battle, 1 - state.mine[0])  # enemies first
    sure = [state.theirs] if state.overwatch else []  # a unit of the formation that moved is in the area (RH-OW-3)
    asked = {name: place for name, place in names.items() if place not in sure}
    enemies = [name for name, place in asked.items() if place[0] != state.mine[0]]
    proposed = tuple(enemies) if len(enemies) == 1 and not sure else ()  # which of several, somebody has to say
    text = f"Which {'other ' * bool(sure)}formations have a unit in the area?"
    question = Subset("touched", tuple(asked), proposed, rules=("RH-BAR-3",), text=text)
    places = [*asked.values()]
    touched = [*sure, *(places[nth] for nth in table.several(question))]
    if not touched:
        table.tell("nobody is in the area", ("RH-BAR-3",))
    state = guns_at(state.but(under_barrage=tuple(touched)), names, table)
    return state.but(battle=Hashed(book_ammo(state, battle)))


def guns_at(state: Attack, names: dict[str, tuple[int, int]], table: Table) -> Attack:
    """Ask which touched enemy formation the other weapons fire at; it is resolved first (RH-BAR-7)."""
    enemies = tuple(name for name, place in names.items() if place in state.under_barrage and place[0] != state.mine[0])
    if not state.jobs:
        return state
    if not enemies:
        return eligibility.without_guns(state)
    options = tuple(map(Option, enemies))
    chosen = table.choose("guns at", options, default=enemies[0], rules=("RH-BAR-7",), text="What do the guns fire at?")
    return state.but(under_barrage=(names[chosen], *(place for place in state.under_barrage if place != names[chosen])))


def touched_left(state: Attack) -> bool:
    return bool(state.under_barrage)


def next_touched(state: Attack, table: Table) -> Attack:
    """Make the next touched formation the target (RH-BAR-3)."""
    place, *rest = state.under_barrage
    return at_target(state, state.battle.value, place).but(under_barrage=tuple(rest), target_under_barrage=True)


def stand_under(state: Attack, table: Table) -> Attack:
    """Ask for the facts of the formation under the barrage."""
    parts = with_earlier_answers(state, target_parts(state, table))
    answers = table.facts(
        f"facts:{state.target.value.name}",
        tuple(parts),
        rules=("RH-BAR-5", "RH-COV-1"),
        words=lambda answers: Decided(
            tuple(declaration_lines(parts, answers)), about=f"The barrage on {state.target.value.name}"
        ),
        nth=len(state.under_barrage),
    )
    return with_facts(remember_facts(state, parts, answers), answers, table.setting("we_suppression") == "integrity")


def fired_at(record: Battle | Attack) -> object:
    """Return a key for pools of a barrage: each touched formation has its own (RH-BAR-3)."""
    return record.theirs if isinstance(record, Attack) and not record.aimed and record.target_under_barrage else None


def book_target(state: Attack, table: Table) -> Attack:
    return state.but(battle=Hashed(booked(state, state.battle.value)), lost=())


def booked(state: Attack, battle: Battle) -> Battle:
    """Put the target's losses into the battle."""
    unit: BattleUnit = battle.sides[state.theirs[0]].units[state.theirs[1]]
    after = unit.but(
        pieces=state.pieces, shock=state.target_shock, broken=state.broken, lost=(*unit.lost, *state.lost),
    )  # fmt: skip
    if after.broken or not after.ranks:
        after = after.without(WATCH)
    return replaced(battle, *state.theirs, after)


def book_ammo(state: Attack, battle: Battle) -> Battle:
    """Put the shooter's ammo into the battle; after overwatch fire it has acted (RH-OW-4, RH-OW-5)."""
    unit: BattleUnit = battle.sides[state.mine[0]].units[state.mine[1]]
    pieces = [*unit.pieces]
    for gunner in state.gunners:
        pieces[gunner.place] = pieces[gunner.place].but(ammo=gunner.ammo)
    unit = unit.but(pieces=tuple(pieces))
    if state.overwatch and state.fires:
        unit = unit.without(WATCH).but(acted=True)
    return replaced(battle, *state.mine, unit)


def end_attack(state: Attack, table: Table) -> Battle:
    """End the attack: losses, Shock and ammo. Overwatch fire may have stopped the formation that moved."""
    battle = state.battle.value
    if state.fires and state.aimed:
        battle = booked(state, book_ammo(state, battle))
    if not state.overwatch:
        return battle.but(aim="", target=None)
    battle = battle.but(aim="", target=None, watcher=None)
    if battle.unit is not None and (acting(battle).broken or not acting(battle).ranks):
        return battle.but(moves=0, answering=False)
    return battle


# The result of an attack: RH-BRK-1, RH-DEST-2.


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """Return why a single attack between these two is impossible; () if it is possible."""
    if not any(map(eligibility.shoots, shooter.weapons())):
        return (Reason(f"nothing in {shooter.name} fires outside assaults", "RH-ELIG-2"),)
    if not any(piece.left for piece in eligibility.pieces_of(target)):
        return (Reason(f"{target.name} has no units left", "RH-DEST-2"),)
    return ()


def check_break(state: Attack, table: Table) -> Attack:
    """Break the target if it has as much Shock as units, once after the whole attack (RH-BRK-1)."""
    name = state.target.value.name
    if state.counted_left <= 0:
        table.tell("{unit} destroyed", ("RH-DEST-2",), LossReport(name), unit=name)
        return state
    breaks = state.target_shock >= state.counted_left and not state.broken
    table.explain(tell_losses, state, breaks)
    return state.but(broken=True) if breaks else state


def tell_losses(state: Attack, breaks: bool, table: Table) -> None:
    """Log what is left of the target, its Shock, and what it takes to break it."""
    name, left, in_all = state.target.value.name, sum(1 for piece in state.pieces if piece.left), len(state.pieces)
    lost = f"{state.slain} destroyed: " if state.slain else "" if state.damage else "No losses: "
    units = (
        f" {left} of {in_all} units left," if state.slain else ":" if state.damage else f" {left} of {in_all} units,"
    )
    shock_missing = state.counted_left - state.target_shock
    ending = "broken before" if state.broken else f"{shock_missing} more break{'s' * (shock_missing == 1)} it"
    words = f"{lost}{name}{units} {state.target_shock} Shock"
    report = LossReport(name) if units.startswith(" ") else None
    table.log_line(words if breaks else f"{words}, {ending}", ("RH-SHOCK-3",) if breaks else ("RH-BRK-1",), report)
    if breaks:
        table.tell("{unit} broken: it withdraws, and must rally at -2", ("RH-BRK-1", "RH-BRK-2"), unit=name)


def slain(state: Attack) -> int:
    return state.slain


def damage(state: Attack) -> int:
    """Return the integrity lost."""
    return state.damage


def whole_of(unit: Unit) -> int:
    """Return the integrity of all units of a formation."""
    return sum(n * model.left for model, n in unit.models)


def destroyed(state: Attack) -> int:
    return int(state.slain == state.strength)


def shock(state: Attack) -> int:
    """Return the Shock on the target formation."""
    return state.target_shock


def broken(state: Attack) -> int:
    """Return 1 if the target ends broken; one that is destroyed is removed (RH-DEST-2)."""
    return int(state.broken and eligibility.alive(state.pieces) > 0)


def report_of(state: Attack) -> dict[str, Any]:
    """Return the result as JSON."""
    rows = []
    names = [model.name for model, _ in state.target.value.models]
    for index, name in enumerate(names):
        left = sorted(piece.left for piece in state.pieces if piece.model == index and piece.left)
        rows.append({"name": name, "alive": len(left), "wounds": left})
    return {
        "slain": state.slain,
        "damage": state.damage,
        "destroyed": bool(destroyed(state)),
        "shock": state.target_shock,
        "broken": bool(broken(state)),
        "models": rows,
        "suppressed": [gunner.name for gunner in state.gunners if gunner.suppressed],
        "fired": [gunner.name for gunner in state.gunners if gunner.fired],
    }


def situation(state: Attack) -> str:
    """Return the attack as a sentence, with all that a learner needs to work out its rolls."""
    words = [f"{state.shooter.value.name} at {state.target.value.name}"]
    if state.shooting == eligibility.BARRAGE:
        words.append(f"a barrage of {state.points} points")
    if state.action:
        words.append(f"action: {charts.action_words(state.action)}")
    stands, kinds = eligibility.target_units(state), Counter[tuple[str, str]]()
    for place in eligibility.standing(state):
        model, values = state.target.value.models[state.pieces[place].model][0], stand_words(stands[place])
        kinds[f"{model.name} ({values})", model.plural and f"{model.plural} ({values})"] += 1
    words.append("target: " + ", ".join(counted(n, kind, own) for (kind, own), n in kinds.items()))
    if state.shooting != eligibility.BARRAGE and (weapons := weapons_told(state)):
        words.append("weapons: " + ", ".join(f"{n} {weapon_words(weapon)}" for weapon, n in weapons.items()))
    return "; ".join(words)


def stand_words(stand: TargetUnit) -> str:
    """Return all values that decide the saves of one target unit."""
    words = [TYPE_WORDS[stand.type], f"{'reinforced ' * stand.reinforced}armour {stand.armour}"]
    words += [f"invulnerable save {stand.invulnerable}"] if stand.invulnerable else []
    words += [f"integrity {stand.integrity}"]
    words += [f"in cover {stand.cover}"] if stand.cover else []
    words += ["in crossfire"] if stand.crossfire else []
    return ", ".join(words)


def weapons_told(state: Attack) -> Counter[Weapon]:
    """Return how many of each weapon fire; before that is known, how many there are in range."""
    counts = Counter[Weapon]()
    for gunner in state.gunners:
        if gunner.fired or not state.fires:
            counts.update(weapon for weapon in eligibility.guns(state, gunner) if eligibility.in_range(weapon, gunner))
    return counts


def weapon_words(weapon: Weapon) -> str:
    values = " ".join(f"{kind}{weapon.value(kind)}" for kind in weapon.values)
    macro = ""
    if weapon.macro:
        macro = " macro" if weapon.macro == weapon.values else f" ({' and '.join(weapon.macro)} macro)"
    return f"{weapon.name} {values}{macro}"


EXAMPLE = "grenadiers -2, 1 unit of tank, shock +2"
SAYS = happened.SAYS.but(read_loss=partial(happened.read_loss, example=EXAMPLE), example=EXAMPLE)
SOMEBODY = lines.NamedUnit("the formation", says=SAYS)


def read_beforehand(text: str) -> TypedLoss:
    """Return one change, if it is of units. :raises BadAnswer: it says none"""
    return TypedLoss() if is_state(text) else SAYS.read_loss(text)


def is_state(text: str) -> bool:
    """Return True if this tells a state, Shock or ammo."""
    return name_key(text) in lines.states_by_key(SAYS) or happened.read_more(text, SOMEBODY) is not None


LOSSES = losses_questions(("RH-DEST-1", "RH-SHOCK-3", "RH-AMMO-1"), EXAMPLE, read_beforehand)


def on_its_own(state: Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return state.manner.states_all


def begin_after_losses(state: Attack, table: Table) -> Attack:
    """Return the attack after what was told of both formations; of most attacks nothing was."""
    lost, target_lost = losses_given(table, LOSSES)
    if state.follows_attack:
        target_lost = ()
    if not (lost or target_lost):
        return state
    battle = after_told(after_told(state.battle.value, (0, 0), lost), (1, 0), target_lost)
    mine = battle.sides[0].units[0]
    if mine.broken:
        raise BadAnswer(f"{mine.unit.value.name} is broken: it takes no action, so it does not shoot (RH-BRK-2)")
    begun = meeting(battle, (0, 0), (1, 0), state.manner)
    return begun.but(followed=state.followed, follows_attack=state.follows_attack)


def after_told(battle: Battle, place: Place, texts: tuple[str, ...]) -> Battle:
    """Return the two formations after this was told of one. :raises BadAnswer: it is impossible, or nobody is left"""
    named = names_of(happened.LINE, battle)[place[0]].but(says=SAYS)
    for text in texts:
        battle, _ = happened.after(battle, place, lines.statement(text, text, (named,), 0))
    if battle.sides[place[0]].units[place[1]].gone:
        unit = battle.sides[place[0]].units[place[1]]
        raise nobody_left((LOST, TARGET_LOST)[place[0]], named.name, len(unit.pieces))
    return battle


def tells_shock(points: int, texts: tuple[str, ...], *units: object) -> bool:
    return any(change is not None and change.what == happened.SHOCK for change in map(state_told, texts))


def state_told(text: str) -> lines.Happened | None:
    return happened.read_more(text, SOMEBODY)


CLASHES = tuple(
    Clash(fact, told, tells_shock, "the Shock of a formation is told once", "RH-SHOCK-3")
    for fact, told in (("shock", "lost"), ("target_shock", "target_lost"))
)
