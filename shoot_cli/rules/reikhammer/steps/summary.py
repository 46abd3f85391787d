"""The status screen, and the answers that are possible for two formations."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.engine import ruleset
from shoot_cli.engine.questions import Arrange, Choose, Number, Question, Subset
from shoot_cli.engine.ruleset import DamagedModel, Gauge, Headline, KindRow, UnitRow, with_number
from shoot_cli.rules.reikhammer.charts import AllocatedHit, Attack, Battle, BattleUnit
from shoot_cli.rules.reikhammer.profiles import Unit
from shoot_cli.rules.reikhammer.steps import facts, weapon
from shoot_cli.rules.reikhammer.steps.attack import booked
from shoot_cli.rules.reikhammer.steps.eligibility import BARRAGE, alive, beside


def status_of(record: Battle | Attack) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Return the rows of both armies; during an attack the target is shown with its current losses."""
    if isinstance(record, Attack):
        return () if record.manner.states_all else status_of(booked(record, record.battle.value))
    return tuple((side.name, tuple(row(unit) for unit in side.units)) for side in record.sides)


def row(battle_unit: BattleUnit) -> UnitRow:
    """Return a formation's row: Shock, how many units it suppresses, and how much more breaks it."""
    unit, names = battle_unit.unit.value, battle_unit.unit.value.names()
    left, damaged, ammo = len(battle_unit.ranks), list[DamagedModel](), []
    for name, piece in zip(names, battle_unit.pieces, strict=True):
        model = unit.models[piece.model][0]
        if piece.left and piece.left < model.integrity:
            words = with_number(name, f"{piece.left} of {model.integrity} integrity")
            damaged.append(DamagedModel(model.name, words))
        if piece.left and piece.ammo is not None and piece.ammo != model.ammo:
            ammo.append(with_number(name, str(piece.ammo)))
    marks = [mark.name for mark in battle_unit.marks]
    if left and battle_unit.broken:
        marks.append(f"broken, Shock {battle_unit.shock}")
    elif left:
        n = min(battle_unit.shock, left)
        shock = f"Shock {battle_unit.shock}: {n} of {left} suppressed, " if battle_unit.shock else "Shock 0, "
        more = left - battle_unit.shock
        marks.append(f"{shock}{more} more to break" if more > 0 else f"{shock}breaks when an attack on it is over")
    if left and battle_unit.acted:
        marks.append("has acted this turn")
    marks += [f"ammo left: {', '.join(ammo)}"] if ammo else []
    marks += [f"{name} {fate}" for name, fate in battle_unit.lost]
    hurt, kinds = ", ".join(model.words for model in damaged), tuple(kind_rows(battle_unit))
    return UnitRow(unit.name, left, len(battle_unit.pieces), hurt, tuple(marks), kinds, damaged=tuple(damaged))


def kind_rows(unit: BattleUnit) -> Iterator[KindRow]:
    for index, (model, start) in enumerate(unit.unit.value.models):
        left = [piece.left for piece in unit.pieces if piece.model == index and piece.left]
        hurt = [integrity for integrity in left if integrity < model.integrity]
        note = f"{', '.join(map(str, hurt))} of {model.integrity} integrity left" if hurt else ""
        yield KindRow(model.name, len(left), start, note, model.plural)


def gauges_of(record: Battle | Attack) -> tuple[Gauge, ...]:
    """Return bars for the target's units, for its Shock, and for suppressed shooters."""
    if not isinstance(record, Attack) or not (record.aimed or record.target_under_barrage):
        return ()
    attack, names, targets = record, record.target.value.names(), record.target_units.value
    before: BattleUnit = attack.battle.value.sides[attack.theirs[0]].units[attack.theirs[1]]
    hits = {token.unit: n for token, n in (*attack.hits_to_save, *attack.pool) if isinstance(token, AllocatedHit)}
    gauges = []
    for index, (piece, was) in enumerate(zip(attack.pieces, before.pieces, strict=True)):
        if was.left:
            n, cover = hits.get(index, 0), targets[index].cover
            notes = [f"{n} hit{'s' * (n != 1)} now"] * bool(n and piece.left) + [f"cover {cover}"] * bool(cover)
            gone = targets[index].integrity - was.left
            gauges.append(Gauge(names[index], piece.left, was.left - piece.left, gone, ", ".join(notes)))
    units = attack.counted_left or alive(attack.pieces)
    more = units - attack.target_shock
    breaks = (
        "broken" if attack.broken else f"{more} more break{'s' * (more == 1)} it" if more > 0 else "enough to break it"
    )
    if alive(attack.pieces):
        gauges.append(Gauge("Shock", attack.target_shock, 0, max(0, more), breaks, fills=True))
    silent = [gunner.name for gunner in attack.gunners if gunner.suppressed]
    return (*gauges, *(Gauge(name, 0, note=f"suppressed, of {attack.shooter.value.name}") for name in silent))


def headline_of(record: Battle | Attack) -> Headline:
    attack = record if isinstance(record, Attack) else None
    battle = record if isinstance(record, Battle) else record.battle.value
    standing = [(index, unit) for index, unit in enumerate(battle.sides[battle.active].units) if unit.ranks]
    shot = sum(unit.acted and index != battle.unit for index, unit in standing), len(standing)
    if attack is None:
        return Headline(battle.turn, shot)
    known = attack.aimed or attack.target_under_barrage
    tile = "a tile" if attack.shooting == BARRAGE else ""
    return Headline(battle.turn, shot, attack.shooter.value.name, attack.target.value.name if known else tile)


def sides_of(record: Battle | Attack) -> tuple[str, str]:
    if isinstance(record, Attack):
        sides = record.battle.value.sides
        return sides[record.mine[0]].name, sides[record.theirs[0]].name  # a barrage on friends: their own side saves
    return record.sides[record.active].name, record.sides[1 - record.active].name


# The answers that two formations could ever need ---------------------------------------------------------------------


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    shooters, theirs = shooter.names(), enemy.names()
    values = {weapon.name: weapon.values for weapon in shooter.weapons() if weapon.values}
    all_kinds = dict.fromkeys(kind for its_kinds in values.values() for kind in its_kinds)
    return (
        facts.DISTANCE.but(names=(*shooters, *beside(shooters, theirs))),
        facts.OBSTRUCTION.but(names=shooters),
        ruleset.some(facts.FIRING, *shooters),
        ruleset.some(facts.HIDDEN, *theirs),
        ruleset.some(facts.UNDER, *theirs),
        facts.COVER.but(names=theirs),
        Choose("value", ruleset.options(*all_kinds, weapon.SOME)),
        *(
            Choose(f"value:{name}", ruleset.options(*its_kinds, *[weapon.SOME][: len(its_kinds) - 1]))
            for name, its_kinds in values.items()
        ),
        *(Number(f"{kind}:{name}", 0, 200) for name, its_kinds in values.items() for kind in its_kinds),
        Arrange("order", tuple((name, 1) for name in theirs)),
        ruleset.some(Subset("suppressed", ()), *shooters),
    )
