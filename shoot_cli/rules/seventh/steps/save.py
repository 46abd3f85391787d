"""Saving throws and what is left of a model: 7E-SAV-1 to 17."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.casualties import tell_fallen
from shoot_cli.core.pools import Blow, Line, Pool, models, pool
from shoot_cli.core.questions import DEFENDER, Need, Reason, TeachingPoint
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts, rolled_again
from shoot_cli.rules.seventh.records import Firing
from shoot_cli.rules.seventh.steps.wound import law_of
from shoot_cli.rules.seventh.tokens import TargetModel, Unsaved, Wound
from shoot_cli.rules.seventh.vehicle_charts import AREA

ALL_WOUNDS = 1 << 20  # what an Instant Death wound costs: more than any model has


def roll_to_save(wound: Wound, n: int, model: TargetModel, table: Table) -> Pool:
    """One save for each wound, then Feel No Pain or Reanimation, then the wound is lost (7E-SAV-17)."""
    need = charts.to_save(model, wound)
    again, why = rolled_again.saves_again(model, need)
    unsaved = table.roll(
        f"save:{model.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        again=again,
        owner=DEFENDER,
        text=f"{model.name}: {need.label}",
        lessons=lambda: lessons_of(wound, model),
        luck="saves",
    ).failed
    helps = charts.after_save(model, wound)
    death = charts.instant_death(model, wound)
    if counts_twice(wound, model) and death is None:
        return swarmed(wound, unsaved, model, helps, table)
    unsaved = recover(unsaved, model, helps, table)
    deadly = death is not None and not model.eternal_warrior
    if deadly and death and unsaved and model.wounds > 1:
        table.tell("Instant Death for the {name}: {why}", ("7E-SAV-12",), name=model.name, why=death.text)
    return pool((Unsaved(wound, ALL_WOUNDS if deadly else 1), unsaved))


def recover(unsaved: int, model: TargetModel, helps: Need, table: Table) -> int:
    """What Feel No Pain or Reanimation leaves of so many wounds (7E-SAV-11)."""
    if helps.target is None or not unsaved:
        return unsaved
    text = f"{model.name}: {helps.label}"
    return table.roll(
        f"{helps.label.lower()}:{model.name}", unsaved, helps, owner=DEFENDER, text=text, luck="saves"
    ).failed


def counts_twice(wound: Wound, model: TargetModel) -> bool:
    """True of markers and templates on Swarms, unless it is Instant Death (7E-ALC-12)."""
    return model.swarm and any(rule in wound.rules for rule in AREA)


def swarmed(wound: Wound, unsaved: int, model: TargetModel, helps: Need, table: Table) -> Pool:
    """Each unsaved wound is two of the same base, and each of these may be recovered from (7E-ALC-12)."""
    fnp_first, spills = "fnp_first" in model.readings, "next_model" in model.readings
    if spills:
        wounds = unsaved if fnp_first else 2 * unsaved
        return pool((Unsaved(wound, 1), recover(wounds, model, helps, table) * (2 if fnp_first else 1)))
    if fnp_first or helps.target is None:
        return pool((Unsaved(wound, 2), recover(unsaved, model, helps, table)))
    return pool((Unsaved(wound, 2, True), unsaved))


def one_by_one(token: Wound | Unsaved) -> bool:
    """True of what costs one base more than another: in which order they come decides how much of it is lost."""
    return type(token) is Unsaved and token.each


def lose_wounds(unsaved: Unsaved, n: int, model: TargetModel, table: Table) -> Pool:
    """What nothing stopped is struck off (7E-SAV-14)."""
    if unsaved.each:
        left = recover(unsaved.points, model, charts.after_save(model, unsaved.wound), table)
        return pool((Blow(left), n if left else 0))
    return pool((Blow(unsaved.points), n))


def anybody(s: Firing, token: Wound | Unsaved) -> bool:
    """True if it is the same dice whoever of the unit takes the Wound, and nobody decides in between (7E-SAV-15).

    Then the saves of a pool are rolled together, and what they do not stop is allocated: Look Out, Sir before a save
    that is the same for everybody, or after it, comes to the same.
    """
    if type(token) is not Wound or s.attack.look_out == "ask" or (token.precise and s.aim != "closest"):
        return False
    return len({same_outcome(token, rank.kind) for rank in s.ranks()}) == 1


def same_outcome(token: Wound | Unsaved, model: TargetModel) -> tuple[Any, bool | int]:
    """Models to whom the wound does the same may save together (7E-SAV-15); and whether a wound can cost several."""
    if isinstance(token, Unsaved):
        return token.points, token.points > 1
    wound = token
    law = law_of(wound, model)
    twice = counts_twice(wound, model)
    if twice and "next_model" in model.readings and not law[2]:
        return (law, twice), 2  # wounds of one or two models
    return (law, twice), bool(law[2] or twice)


def tell_casualties(s: Firing, after: Line, table: Table) -> None:
    """Say who falls and who is hurt."""
    unit = s.attack.target.value
    tell_fallen(table, ("7E-SAV-14",), unit, s.line.standing(), after.standing(), apart=models(s.apart))


def lessons_of(wound: Wound, model: TargetModel) -> tuple[TeachingPoint, ...]:
    """Which save is it, and does the wound kill outright?"""
    best, all_ = charts.to_save(model, wound), charts.saves(model, wound)
    names = ("armour save", "invulnerable save", "cover save", "no save")
    reasons = tuple(reason for need in all_ for reason in need.because)
    if sum(need.target is not None for need in all_) > 1:
        reasons += (Reason(f"the lowest number counts, {best.text} of the {best.label}", "7E-SAV-8"),)
    which = TeachingPoint(
        "save",
        f"Which save does the {model.name} take?",
        best.label,
        tuple(n for n in names if n != best.label),
        reasons,
    )
    if model.eternal_warrior:
        return (which,)
    deadly = charts.instant_death(model, wound)
    twice = Reason(f"twice Toughness {model.toughness} is {2 * model.toughness}", "7E-SAV-12")
    death = TeachingPoint(
        "bookkeeping",
        f"Is it Instant Death for the {model.name}?",
        "yes" if deadly else "no",
        ("no" if deadly else "yes",),
        (deadly or twice,),
    )
    return which, death
