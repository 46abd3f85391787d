"""Saves, losses, and the fate of characters: RH-SAVE-1 to 5, RH-DEST-1, RH-SHOCK-2, 3, RH-CHAR-1."""

from __future__ import annotations

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import DEFENDER, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.records import AllocatedHit, Attack, Destroyed, Failed, FormationUnit, IntegrityLost
from shoot_cli.rules.reikhammer.steps.eligibility import stands_of, weight_of

LOST = "lost with the last unit"


def hit_on(state: Attack, place: int, macro: bool, table: Table) -> AllocatedHit:
    """Return a hit on this unit, with its save (RH-SAVE-2, RH-SAVE-3)."""
    stand = stands_of(state)[place]
    need = charts.to_save(
        stand, macro, table.setting("macro_save"), six_fails=table.setting("save_six_fails") == "true"
    )
    weight = weight_of(stand, table.setting("we_suppression") == "integrity")
    more = bool(state.waiting or state.later) or state.followed
    return AllocatedHit(place, stand.name, need, Hashed(stand), macro, state.pieces[place].left, weight, more)


def saves_left(state: Attack) -> bool:
    return bool(state.struck) or bool(state.pool)


def take_hits(state: Attack, table: Table) -> Attack:
    """Take the hits of all units: saves with an equal need are thrown together."""
    return state.but(pool=state.struck, struck=()) if state.struck else state


def saves(token: object) -> bool:
    return type(token) is AllocatedHit


def roll_to_save(struck: AllocatedHit, n: int, table: Table) -> Pool:
    """Roll a save for each hit, equal or under (RH-SAVE-1)."""
    roll = table.roll(
        f"save:{struck.name}",
        n,
        struck.need,
        owner=DEFENDER,
        text=f"{struck.name}: {struck.need.label}",
        lessons=lambda: lessons(struck),
        luck="saves",
    )
    return pool((Failed(struck.unit, struck.left, struck.weight, struck.more), roll.failed))


def lessons(struck: AllocatedHit) -> tuple[TeachingPoint, ...]:
    """Return a question about the save: the higher number, because all dice roll equal or under."""
    found = charts.saves(struck.stand.value, struck.need.label == charts.NO_SAVE, "none")
    if len(found) < 2 or struck.need.label == charts.NO_SAVE:
        return ()
    others = tuple(dict.fromkeys(label for _, label, _ in found if label != struck.need.label)) or (charts.NO_SAVE,)
    wrong = (*others, "one after the other")
    return (
        TeachingPoint("save", f"Which save does {struck.name} take?", struck.need.label, wrong, struck.need.because),
    )  # fmt: skip


def lose_integrity(failed: Failed, n: int, table: Table) -> Pool:
    """Remove a point of integrity for each failed save; a unit with none left is destroyed (RH-SAVE-1, RH-DEST-1)."""
    table.needs_all_dice("a unit loses no more integrity than it has")
    unit = failed.unit if failed.more else table.detail(failed.unit, None)
    return pool((IntegrityLost(unit), min(n, failed.left)), (Destroyed(failed.weight), int(n >= failed.left)))


def suffer(state: Attack, table: Table) -> Attack:
    """Add up lost integrity, destroyed units and their Shock (RH-SHOCK-2, RH-SHOCK-3)."""
    lost = sum(n for loss, n in state.pool if type(loss) is IntegrityLost)
    dead = sum(n for loss, n in state.pool if type(loss) is Destroyed)
    weight = sum(n * loss.weight for loss, n in state.pool if type(loss) is Destroyed)
    shock = dead + (lost if table.setting("shock_per_failed_save") == "true" else 0)
    after = state.but(
        pool=(), damage=state.damage + lost, slain=state.slain + dead, target_shock=state.target_shock + shock,
        weight=state.weight - weight, pieces=pieces_after(state),
    )  # fmt: skip
    return table.in_sight(tell_hurt, after, state)


def tell_hurt(after: Attack, state: Attack, table: Table) -> Attack:
    """Log who was hurt, unit by unit, and note the destroyed units whose character's fate is not rolled yet."""
    hurt = [place for place, piece in enumerate(after.pieces) if piece.left < state.pieces[place].left]
    shock, each = state.target_shock, table.setting("shock_per_failed_save") == "true"
    for place in hurt:
        lost = state.pieces[place].left - after.pieces[place].left
        shock += (lost if each else 0) + (not after.pieces[place].left)
        tell(after, place, state.pieces[place].left, shock, table)
    fallen = [place for place in hurt if not after.pieces[place].left and state.pieces[place].character]
    return after.but(fallen=(*state.fallen, *fallen))


def pieces_after(state: Attack) -> tuple[FormationUnit, ...]:
    """Return the target's units after the losses whose unit is known."""
    lost = {loss.unit: n for loss, n in state.pool if type(loss) is IntegrityLost}
    return tuple(piece.but(left=piece.left - lost.get(place, 0)) for place, piece in enumerate(state.pieces))


def tell(state: Attack, place: int, before: int, shock: int, table: Table) -> None:
    """Log the integrity that a unit lost and has left. `shock` is that of its formation then."""
    name, left = stands_of(state)[place].name, state.pieces[place].left
    if left:
        words, of = "{unit} loses {lost} integrity, {left} of {of} left", stands_of(state)[place].integrity
        table.tell(words, ("RH-SAVE-1",), unit=name, lost=before - left, left=left, of=of)
    else:
        words = "{unit} destroyed: {formation} now has {shock} Shock"
        rules = ("RH-DEST-1", "RH-SHOCK-3")
        table.tell(words, rules, unit=name, shock=shock, formation=state.target.value.name)


# Characters ----------------------------------------------------------------------------------------------------------


def fates_open(state: Attack) -> bool:
    return bool(state.fallen)


def roll_fate(state: Attack, table: Table) -> Attack:
    """Roll the fate of a character whose unit was removed (RH-CHAR-1)."""
    place, *rest = state.fallen
    pieces, lost = fate_of(state.pieces, state.target.value.names(), place, DEFENDER, table)
    return state.but(fallen=tuple(rest), pieces=pieces, lost=(*state.lost, *lost))


def fate_of(
    pieces: tuple[FormationUnit, ...], names: tuple[str, ...], place: int, owner: str, table: Table
) -> tuple[tuple[FormationUnit, ...], tuple[tuple[str, str], ...]]:
    """Roll a fate: 1 escapes, 2 or 3 incapacitated, 4 to 6 killed. Return the units, and the lost character's fate.
    Without a remaining unit the character is lost without a roll.
    """
    name = pieces[place].character
    if not any(piece.left for piece in pieces):
        table.tell("{name} is lost with the last unit", ("RH-CHAR-1",), name=name)
        return (*pieces[:place], pieces[place].but(character=""), *pieces[place + 1 :]), ((name, LOST),)
    face = table.total(f"character:{name}", 1, owner=owner, rules=("RH-CHAR-1",), text=f"{name}: fate")
    fate = charts.character_fate[face - 1]
    after = [*pieces]
    after[place] = after[place].but(character="")
    others = {names[other]: other for other, piece in enumerate(after) if piece.left and not piece.character}
    if fate == charts.ESCAPES and others:
        options = tuple(map(Option, others))
        text = f"{name} escapes: to which unit?"
        said = table.choose(
            f"joins:{name}", options, default=options[0].value, owner=owner, rules=("RH-CHAR-1",), text=text
        )
        after[others[said]] = after[others[said]].but(character=name)
        table.tell("{name} joins {unit}", ("RH-CHAR-1",), name=name, unit=said)
        return tuple(after), ()
    if fate == charts.ESCAPES:
        fate = "left without a unit to escape to"
    table.tell("{name} is {fate}", ("RH-CHAR-1",), name=name, fate=fate)
    return tuple(after), ((name, fate),)
