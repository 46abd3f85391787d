"""What the players report between attacks, because the app cannot see it (2E-ELIG-1, 2E-TGT-2, 2E-TGT-6)."""

from __future__ import annotations

from shoot_cli.core.questions import Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, alive, replaced
from shoot_cli.rules.second.records import Battle, Company
from shoot_cli.rules.second.steps.states import OBJECTIVE, REPORTED, THIS_TURN, label

BACK = "back"


def report_state(b: Battle, table: Table) -> Battle:
    """Units engaged, hidden, off the table, that ran or moved, or that the mission names."""
    named = [{company.unit.value.name for company in side.companies if company.ranks} for side in b.sides]
    places = {}
    for s, side in enumerate(b.sides):
        for i in alive(side):
            name = side.companies[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(
        Option(name, f"{b.sides[s].name}: {label(b.sides[s].companies[i])}") for name, (s, i) in places.items()
    )
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return b.but(unit=None)
    s, i = places[name]
    company: Company = b.sides[s].companies[i]
    states = tuple(
        Option(mark, f"no longer {mark}" if company.marked(mark) else words) for mark, words in REPORTED.items()
    )
    mark = table.choose("state", (*states, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text=f"What is {name}?")
    if mark == BACK:
        return b.but(unit=None)
    rule = "2E-TGT-2" if mark == OBJECTIVE else "2E-ELIG-1"
    if company.marked(mark):
        changed = company.without(mark)
        table.tell("{unit} is no longer {mark}", (rule,), unit=name, mark=mark)
    else:
        changed = company.with_mark(Mark(mark, (b.turn, b.active) if mark in THIS_TURN else None))
        table.tell("{unit}: {mark}", (rule,), unit=name, mark=mark)
    return replaced(b, s, i, changed).but(unit=None)
