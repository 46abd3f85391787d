"""Saves, losses, and what becomes of characters: RH-SAVE-1 to 5, RH-DEST-1, RH-SHOCK-2, 3, RH-CHAR-1."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import DEFENDER, Option, TeachingPoint
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.records import Attack, Failed, Piece, Struck
from shoot_cli.rules.reikhammer.steps.formation import stands_of, weight_of

LOST = "lost with the last unit"


def saves_left(s: Attack) -> bool:
    return bool(s.struck)


def next_unit(s: Attack, table: Table) -> Attack:
    """The hits on one unit, with the save it takes (RH-SAVE-2, RH-SAVE-3)."""
    (place, n, macro), *rest = s.struck
    stand = stands_of(s)[place]
    need = charts.to_save(
        stand, macro, table.setting("macro_save"), six_fails=table.setting("save_six_fails") == "true"
    )
    struck = Struck(place, stand.name, need, Hashed(stand))
    return s.but(struck=tuple(rest), saving=(place, macro), pool=((struck, n),))


def roll_to_save(struck: Struck, n: int, table: Table) -> Pool:
    """Equal or under saves; one die for each hit (RH-SAVE-1)."""
    roll = table.roll(
        f"save:{struck.name}",
        n,
        struck.need,
        owner=DEFENDER,
        text=f"{struck.name}: {struck.need.label}",
        lessons=lambda: lessons(struck),
        luck="saves",
    )
    return pool((Failed(struck.unit), roll.failed))


def lessons(struck: Struck) -> tuple[TeachingPoint, ...]:
    """Which save is it? The higher number, as everything is equal or under."""
    found = charts.saves(struck.stand.value, struck.need.label == charts.NO_SAVE, "none")
    if len(found) < 2 or struck.need.label == charts.NO_SAVE:
        return ()
    others = tuple(dict.fromkeys(label for _, label, _ in found if label != struck.need.label)) or (charts.NO_SAVE,)
    wrong = (*others, "one after the other")
    return (
        TeachingPoint("save", f"Which save does {struck.name} take?", struck.need.label, wrong, struck.need.because),
    )  # fmt: skip


def suffer(s: Attack, table: Table) -> Attack:
    """Each failed save costs a point of integrity; a unit with none left is destroyed (RH-DEST-1)."""
    place, _ = s.saving
    failed = sum(n for _, n in s.pool)
    piece, stand = s.pieces[place], stands_of(s)[place]
    lost = min(failed, piece.left)
    dead = lost == piece.left
    shock = s.target_shock + dead
    if table.setting("shock_per_failed_save") == "true":
        shock += lost
    if table.is_live:
        tell(s, place, lost, shock, table)
    weight = weight_of(stand, table.setting("we_suppression") == "integrity") if dead else 0
    s = s.but(pool=(), damage=s.damage + lost, slain=s.slain + dead, target_shock=shock, weight=s.weight - weight)
    if not table.is_live and not s.waiting and not s.later:
        return s  # nothing looks at this unit again: to the odds, records that differ in it alone are the same
    pieces = (*s.pieces[:place], piece.but(left=piece.left - lost), *s.pieces[place + 1 :])
    fallen = (*s.fallen, place) if dead and piece.character and table.is_live else s.fallen
    return s.but(pieces=pieces, fallen=fallen)


def tell(s: Attack, place: int, lost: int, shock: int, table: Table) -> None:
    piece, name = s.pieces[place], stands_of(s)[place].name
    if lost == piece.left:
        words = "{unit} is destroyed: {shock} Shock on {formation}"
        table.tell(words, ("RH-DEST-1", "RH-SHOCK-3"), unit=name, shock=shock, formation=s.target.value.name)
    elif lost:
        left = piece.left - lost
        words = "{unit} loses {lost} integrity, {left} left"
        table.tell(words, ("RH-SAVE-1",), unit=name, lost=lost, left=left)


# Characters ----------------------------------------------------------------------------------------------------------


def fates_open(s: Attack) -> bool:
    return bool(s.fallen)


def roll_fate(s: Attack, table: Table) -> Attack:
    """When the unit is removed (RH-CHAR-1)."""
    place, *rest = s.fallen
    pieces, lost = fate_of(s.pieces, s.target.value.names(), place, DEFENDER, table)
    return s.but(fallen=tuple(rest), pieces=pieces, lost=(*s.lost, *lost))


def fate_of(
    pieces: tuple[Piece, ...], names: tuple[str, ...], place: int, owner: str, table: Table
) -> tuple[tuple[Piece, ...], tuple[tuple[str, str], ...]]:
    """1 escapes, 2 or 3 incapacitated, 4 to 6 killed: the units then, and who is lost to them and how.

    With the last unit he is lost whatever the die shows: nobody to escape to, nobody with whom to recover.
    """
    name = pieces[place].character
    if not any(piece.left for piece in pieces):
        table.tell("{name} is lost with the last unit", ("RH-CHAR-1",), name=name)
        return (*pieces[:place], pieces[place].but(character=""), *pieces[place + 1 :]), ((name, LOST),)
    face = table.total(f"character:{name}", 1, owner=owner, rules=("RH-CHAR-1",), text=f"The fate of {name}")
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
