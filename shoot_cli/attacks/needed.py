"""What it takes to destroy a target, as a table for people and as a document for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.attacks.sheet import Cell, Column, Report, Sheet, chance_cell, number_cell, words_cell
from shoot_cli.core.percent import percent
from shoot_cli.core.plurals import counted

if TYPE_CHECKING:
    from shoot_cli.attacks.guns import Guns
    from shoot_cli.attacks.need import AttackerSet, NeedResult

MANY = 4  # names of one sentence
ROWS = 12  # sets


def document(found: NeedResult) -> dict[str, Any]:
    """As JSON."""
    result: dict[str, Any] = {
        "ruleset": found.ruleset,
        "target": found.target.name,
        "chance": found.chance,
        "by": found.by,
        "assumed": dict(found.assumed),
    }
    if found.unused:
        result["unused"] = dict(found.unused)
    if found.not_asked:
        result["not_asked"] = dict(found.not_asked)
    if found.overruled:
        result["overruled"] = dict(found.overruled)
    result["sets"] = [
        {
            "units": [found.names[who] for who in one.order],
            "points": one.points,
            "destroyed": one.destroyed,
            "least": one.least,
            **({} if one.best else {"best_order": False}),
        }
        for one in found.sets
    ]
    together = found.together
    result["all"] = {"units": list(found.names), "destroyed": together.destroyed, "at_most": together.at_most}
    if found.cannot:
        result["cannot"] = dict(found.cannot)
    if found.without_points:
        result["without_points"] = found.without_points
    return result


def report(found: NeedResult, in_rows: bool = False) -> Report:
    """One row a set: who attacks in which order, what they cost, how often they destroy it.

    ``in_rows``: a table is wanted, also where it has no rows
    """
    in_points = not found.without_points
    columns = [Column("units", "These, in this order"), Column("number", "Units", True)]
    columns += [Column("points", "Points", True)] if in_points else []
    columns += [Column("destroyed", "Destroyed", True)]
    sheet = Sheet(
        "", tuple(columns), tuple(row(found, one, in_points) for one in found.sets[:ROWS]), tuple(notes(found))
    )
    title = f"What destroys {found.target.name} in {percent(found.chance)} or more"
    if found.sets or in_rows:
        return Report(title, (sheet,), tuple(below(found)))
    return Report(title, (), (nothing(found), *below(found)))


def row(found: NeedResult, one: AttackerSet, in_points: bool) -> tuple[Any, ...]:
    name = ", then ".join(found.names[who] for who in one.order)
    cells = [words_cell(name), number_cell(len(one.order), 0), *([number_cell(one.points, 0)] if in_points else [])]
    return (*cells, chance_cell(one.destroyed))


def notes(found: NeedResult) -> list[str]:
    """What belongs to the table: how small its rows are."""
    if not found.sets:
        return []
    least = [one for one in found.sets if one.least]
    first = "The first is" if len(least) == 1 else f"The first {len(least)} are"
    if len(least) == len(found.sets) > 1:
        first = "All of them are"
    if found.by == "units" or found.without_points:
        lines = [f"{first} as small as can be: {counted(len(least[0].order), 'unit')}, and no fewer will do."]
    else:
        lines = [f"{first} as cheap as can be: {least[0].points:,} points, and nothing that costs less will do."]
    if len(found.sets) > 1:
        lines.append("In none of them is anybody too many.")
    if not all(one.best for one in found.sets):
        lines.append("The order is a good one; of so many attackers it is not known to be the best.")
    if len(found.sets) > ROWS:
        lines.append(f"And {len(found.sets) - ROWS} more, as small as these (--json has them).")
    return lines


def below(found: NeedResult) -> list[str]:
    """What holds of all of it: nothing that will do, who is left out, what was assumed."""
    lines = []
    if found.without_points:
        lines.append(f"Counted in units, not in points: {named(found.without_points)} have none.")
    why: dict[str, list[str]] = {}
    for name, reason in found.cannot:
        why.setdefault(reason.rstrip("."), []).append(name)
    lines += [f"Left out: {named(names)} ({reason})." for reason, names in why.items()]
    said = [f"{key} {value}" for key, value in found.assumed if value and "@" not in key]
    if said:
        lines.append(f"Assumed: {', '.join(said)}. Change it with --set KEY=VALUE.")
    return lines


def nothing(found: NeedResult) -> str:
    """That no set will do, and what everybody together comes to."""
    who = counted(len(found.names), "unit")
    together = found.together
    if together.at_most - together.destroyed <= 1e-12:
        came = f"destroy it in {percent(together.destroyed)}"
    else:
        came = f"destroy it in no more than {percent(together.at_most)}"
    s = "" if len(found.names) > 1 else "s"
    return f"Nothing does. All that can shoot at it ({who}) {came.replace('destroy', 'destroy' + s)}."


def named(names: list[str]) -> str:
    more = len(names) - MANY
    return ", ".join(names[:MANY]) + (f" and {more} more" if more > 0 else "")


# How many of one gun -------------------------------------------------------------------------------------------------


def document_of_guns(found: Guns) -> dict[str, Any]:
    """As JSON."""
    return {
        "ruleset": found.ruleset,
        "target": found.target.name,
        "weapon": found.weapon,
        "bearer": found.bearer,
        "chance": found.chance,
        "assumed": dict(found.assumed),
        **({"unused": dict(found.unused)} if found.unused else {}),
        **({"not_asked": dict(found.not_asked)} if found.not_asked else {}),
        **({"overruled": dict(found.overruled)} if found.overruled else {}),
        "number": found.number,
        "destroyed": list(found.destroyed),
    }


def report_of_guns(found: Guns) -> Report:
    """One row for each number of guns, up to the one that will do."""
    columns = (Column("number", "Models", True), Column("destroyed", "Destroyed", True))
    never = next((n for n, p in enumerate(found.destroyed) if p), len(found.destroyed))  # so many cannot do it at all
    rows = [(Cell(str(never) if never == 1 else f"1 to {never}", never), chance_cell(0.0))] if never else []
    rows += [(number_cell(n, 0), chance_cell(p)) for n, p in enumerate(found.destroyed, 1) if n > never]
    who = f"{found.weapon} of {found.bearer}" if found.bearer else found.weapon
    title = f"How many models with {who} destroy {found.target.name} in {percent(found.chance)} or more"
    do = f"{found.number} of them do." if found.number else f"{len(found.destroyed)} of them do not."
    lines = []
    said = [f"{key} {value}" for key, value in found.assumed if value and key != "weapon"]
    if said:
        lines.append(f"Assumed: {', '.join(said)}. Change it with --set KEY=VALUE.")
    return Report(title, (Sheet("", columns, tuple(rows), (do,)),), tuple(lines))
