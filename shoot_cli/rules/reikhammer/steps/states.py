"""Reports of events without the program: assaults, terrain, Shock from elsewhere (RH-TER-2, RH-SHOCK-3)."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import HAPPENED, Place, replaced
from shoot_cli.engine.questions import Number, Numbers, Option, Subset
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Battle, BattleUnit
from shoot_cli.rules.reikhammer.steps.damage import fate_of

STATE, BACK = "a formation's state", "back"
WATCH = "on overwatch"
SHOCK, LOSSES, AMMO, BROKEN, DANGEROUS = "shock", "integrity", "ammo", "broken", "dangerous terrain"
AS_IT_IS = "as it is"
MOST = 99


def report_state(battle: Battle, table: Table, tell_of: Callable[[Battle, Table, Place], Battle]) -> Battle:
    """Ask for one change to one formation. `tell_of` asks in a line what happened to it."""
    by_name = places_by_name(battle, 0)
    options = (*(Option(name, f"{MARKS[side]} {name}") for name, (side, _) in by_name.items()), Option(BACK))
    name = table.choose("state of", options, default=BACK, rules=("RH-SHOCK-3",), text="Whose state?")
    if name == BACK:
        return battle
    side, index = by_name[name]
    battle_unit: BattleUnit = battle.sides[side].units[index]
    owner = ATTACKER if side == battle.active else DEFENDER
    no_ammo = () if counting(battle_unit) else (Reason("its units shoot without end", "RH-AMMO-1"),)
    known = (
        Option(SHOCK, f"Shock, now {battle_unit.shock}"),
        Option(LOSSES, "integrity of its units, after an assault say"),
        Option(AMMO, "ammo of its units", no_ammo),
        Option(BROKEN, "no longer broken" if battle_unit.broken else "it is broken"),
        Option(DANGEROUS, "units enter dangerous terrain, or start in it"),
        Option(HAPPENED, "something happened ..."),
        Option(BACK),
    )
    what = table.choose("state", known, default=BACK, rules=("RH-SHOCK-3",), text=f"What of {name}?")
    if what == HAPPENED:
        return tell_of(battle, table, (side, index))
    if what == SHOCK:
        shock = battle_unit.shock
        asked = Number("shock", 0, MOST, shock, "points", rules=("RH-SHOCK-3",), text="Shock", now=shock)
        return replaced(battle, side, index, battle_unit.but(shock=table.ask(asked)))
    if what == LOSSES:
        return replaced(
            battle, side, index, fates(battle_unit, new_numbers(battle_unit, "integrity", table), owner, table)
        )
    if what == AMMO:
        return replaced(battle, side, index, new_numbers(battle_unit, "ammo", table))
    if what == BROKEN:
        return replaced(battle, side, index, battle_unit.but(broken=not battle_unit.broken).without(WATCH))
    if what == DANGEROUS:
        return replaced(battle, side, index, fates(battle_unit, cross(battle_unit, owner, table), owner, table))
    return battle


def places_by_name(battle: Battle, first: int) -> dict[str, tuple[int, int]]:
    """Return side and index of every remaining formation by unique name, side `first` first."""
    places: dict[str, tuple[int, int]] = {}
    for side in (first, 1 - first):
        for index, unit in enumerate(battle.sides[side].units):
            if unit.ranks:
                name = unit.unit.value.name
                places[name if name not in places else f"{name} of {battle.sides[side].name}"] = (side, index)
    return places


def living(unit: BattleUnit) -> list[int]:
    return [place for place, piece in enumerate(unit.pieces) if piece.left]


def counting(unit: BattleUnit) -> list[int]:
    """Return the indexes of living units with limited ammo."""
    return [place for place in living(unit) if unit.pieces[place].ammo is not None]


def new_numbers(battle_unit: BattleUnit, what: str, table: Table) -> BattleUnit:
    """Ask for integrity or ammo; a unit with 0 integrity is gone."""
    names, models = (
        battle_unit.unit.value.names(),
        [battle_unit.unit.value.models[piece.model][0] for piece in battle_unit.pieces],
    )
    places = living(battle_unit) if what == "integrity" else counting(battle_unit)
    rule = "RH-DEST-1" if what == "integrity" else "RH-AMMO-1"
    most = max(models[place].integrity for place in places) if what == "integrity" else MOST
    numbers = tuple(getattr(battle_unit.pieces[place], "left" if what == "integrity" else what) for place in places)
    typed = table.numbers(
        Numbers(
            what, tuple(names[place] for place in places), 0, most, AS_IT_IS, otherwise=AS_IT_IS, now=numbers,
            rules=(rule,), text=f"{what.capitalize()} left, of units where it has changed",
        )
    )  # fmt: skip
    pieces = [*battle_unit.pieces]
    for place, n in zip(places, typed, strict=True):
        if n is not None and what == "ammo":
            pieces[place] = pieces[place].but(ammo=int(n))
        elif n is not None:
            full = models[place].integrity
            pieces[place] = pieces[place].but(left=min(int(n), full))
            if n > full:
                table.tell("{unit} has {n} integrity, and no more", (rule,), unit=names[place], n=full)
    return battle_unit.but(pieces=tuple(pieces))


def fates(before: BattleUnit, after: BattleUnit, owner: str, table: Table) -> BattleUnit:
    """Roll the fate of characters whose units were removed (RH-CHAR-1)."""
    names, pieces, lost = after.unit.value.names(), after.pieces, after.lost
    for place, piece in enumerate(before.pieces):
        if piece.left and piece.character and not pieces[place].left:
            pieces, fate = fate_of(pieces, names, place, owner, table)
            lost = (*lost, *fate)
    return after.but(pieces=pieces, lost=lost)


def cross(battle_unit: BattleUnit, owner: str, table: Table) -> BattleUnit:
    """Roll one die for each point of integrity; each 6 costs one, without a save (RH-TER-2)."""
    names, places = battle_unit.unit.value.names(), living(battle_unit)
    labels = tuple(names[place] for place in places)
    text = "Which units are in dangerous terrain?"
    question = Subset("crossing", labels, labels, owner, ("RH-TER-2",), text)
    pieces, shock = [*battle_unit.pieces], battle_unit.shock
    for nth in table.several(question):
        place = places[nth]
        piece = pieces[place]
        text = f"{names[place]}: dangerous terrain"
        lost = table.roll(f"terrain:{names[place]}", piece.left, charts.dangerous, owner=owner, text=text).failed
        pieces[place] = piece.but(left=piece.left - lost)
        shock += lost == piece.left
        if lost:
            gone = lost == piece.left
            words = "{unit} destroyed: {shock} Shock" if gone else "{unit} loses {lost} integrity, {left} of {of} left"
            full = battle_unit.unit.value.models[piece.model][0].integrity
            table.tell(words, ("RH-TER-2",), unit=names[place], lost=lost, left=piece.left - lost, of=full, shock=shock)
    return battle_unit.but(pieces=tuple(pieces), shock=shock)
