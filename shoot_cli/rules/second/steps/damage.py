"""What penetrations do to a vehicle, walker or support weapon: rows of its damage tables (2E-VEH-3)."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER, Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, merged
from shoot_cli.rules.second import outcomes
from shoot_cli.rules.second.records import Attack, Company, Damage, Silence
from shoot_cli.rules.second.steps.datafax import locations_of
from shoot_cli.rules.second.steps.firers import item
from shoot_cli.rules.second.steps.states import FOREVER

OUTCOMES = (
    ("nothing", "nothing that matters here"),
    ("immobile", "it cannot move"),
    ("weapon", "a weapon is destroyed"),
    ("crew", "a crew member is lost"),
    ("destroyed", "it is destroyed"),
)


def damaged(s: Attack, target: Company, table: Table) -> Company:
    """A D6 on the location's own table for each penetration; the players read the row (2E-VEH-3)."""
    locations = locations_of(s)
    name = target.unit.value.name
    for place, n in s.penetrations:
        location = locations[place]
        for _ in range(n):
            if not target.ranks or not table.speaks:
                break
            text = f"{name}, {location.name}: damage table"
            die = table.total(f"damage row:{location.name}", 1, rules=("2E-VEH-3",), text=text)
            row = outcomes.damage_row(location, die)
            words = f"row {die} of the {location.name} table" + (f": {row}" if row else "")
            what = table.choose(
                "damage", tuple(Option(value, label) for value, label in OUTCOMES),
                default="destroyed" if die == 6 else "nothing", owner=DEFENDER, rules=("2E-VEH-3",),
                text=f"{name}, {words}. What does it say?",
            )  # fmt: skip
            target = suffered(target, place, f"{location.name} {die}: {row or what}", what, table)
    return target


def suffered(target: Company, place: int, text: str, what: str, table: Table) -> Company:
    target = target.but(damage=(*target.damage, Damage(place, text)))
    unit = target.unit.value
    if what == "destroyed":  # of several bikes the first of their line
        first, *others = target.ranks
        return target.but(ranks=merged([first.but(n=first.n - 1)] * (first.n > 1) + others))
    if what == "immobile":
        return target.with_mark(Mark("cannot move"))
    if what == "weapon":
        names = tuple(dict.fromkeys(map(item, unit.weapons())))
        if names:
            name = table.choose(
                "weapon destroyed", tuple(map(Option, names)), default=names[0], owner=DEFENDER, rules=("2E-VEH-3",),
                text="Which weapon?",
            )  # fmt: skip
            kind = next(i for i, (model, _) in enumerate(unit.models) if name in map(item, model.weapons))
            return target.but(silent=(*target.silent, Silence(kind, name, 1, FOREVER)))
    if what == "crew":
        return target.with_mark(Mark("crew lost"))
    return target
