"""Made-up reports: a small one, a grid of 15 by 15 with answers, and one with names that wish us ill."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.analysis.report import Cell, Column, Report, Sheet, chance_cell, number_cell, words_cell

GUNS = ("Squad", "Devastators with lascannons", "Terminator Assault Squad", "Rhino", "Plasma gunners")
TARGETS = ("Guard squad", "Marines", "Light vehicle", "Monster")
MINE = (
    *("Intercessor Squad", "Terminator Assault Squad", "Devastator Squad with lascannons", "Rhino", "Scouts"),
    *("Predator Annihilator", "Captain in Gravis Armour", "Redemptor Dreadnought", "Eradicators", "Hellblasters"),
    *("Aggressors", "Bladeguard Veterans", "Land Raider", "Impulsor", "Whirlwind"),
)
THEIRS = (
    *("Boyz", "Nobz", "Meganobz", "Trukk", "Battlewagon", "Deff Dread", "Gretchin", "Stormboyz", "Lootas"),
    *("Kommandos", "Warboss", "Squighog Boyz", "Gorkanaut", "Deffkoptas", "Burna-bomber"),
)
HOSTILE = (
    "<script>alert('x')</script>",
    '"><img src=x onerror=alert(1)>',
    "red \x1b[31m and \x9b1m",
    "turned \u202eround\u202c, \u200bnothing",
    "two\nlines\r\n",
    "a|b `code` *bold* _x_ [link](http://x.example) &amp; ~~no~~",
    "=SUM(A1)",
    "@cmd",
    "</style></td></table>",
    "url(http://x.example)",
    "[bold]rich[/]",
    "戦士 in a name that goes on and on until nobody reads it any more",
    "W" * 120,
)


def some(row: int, column: int) -> float:
    """A chance that looks like one."""
    return ((row * 37 + column * 61 + 17) % 101 / 100) ** 3


def cells(rows: int, columns: int) -> list[list[Cell]]:
    """The best of each column marked."""
    found = []
    for row in range(rows):
        line = [some(row, column) for column in range(columns)]
        best = [max(range(rows), key=lambda at: some(at, column)) == row for column in range(columns)]
        found.append([chance_cell(p, is_best) for p, is_best in zip(line, best, strict=True)])
    return found


def grid_of(title: str, rows: Sequence[str], columns: Sequence[str], *notes: str) -> Sheet:
    heads = (Column("unit", "Unit"), *(Column(f"target_{at}", name, True) for at, name in enumerate(columns)))
    found = zip(rows, cells(len(rows), len(columns)), strict=True)
    return Sheet(title, heads, tuple((words_cell(name), *line) for name, line in found), notes, heat=True)


ANSWERS = Sheet(
    "Best answers",
    (
        Column("unit", "Enemy"),
        Column("by", "Best answer"),
        Column("destroyed", "Destroys it", True),
        Column("left", "Left on average", True),
        Column("why", "What matters"),
    ),
    tuple(
        (
            words_cell(name),
            words_cell(MINE[at * 4 % len(MINE)]),
            chance_cell(some(at, 3)),
            number_cell(10 * some(at, 5), 1),
            words_cell("half range: 31.0% instead of 12.5%" if at % 3 == 1 else ""),
        )
        for at, name in enumerate(THEIRS)
    ),
)
COMPARE = Report(
    "Which gun: chance to destroy",
    (grid_of("Which gun: chance to destroy", GUNS, TARGETS, "If cover is ruin: best at Marines is Squad (31.2%)."),),
    ("Assumed: distance 12, cover none. Change it with --set KEY=VALUE.",),
)
MATCHUP = Report(
    "Ultramarines v Waaagh!",
    (
        grid_of("Ultramarines shoot at Waaagh!", MINE, THEIRS),
        ANSWERS,
        grid_of("Waaagh! shoots at Ultramarines", THEIRS, MINE, "The tables have the chance to destroy."),
    ),
    ("Assumed: distance 12, cover none. Change it with --set KEY=VALUE.",),
    (2, 1),
)
ODD = Report(
    f"Odd {HOSTILE[0]}",
    (
        Sheet("Nothing at all", (Column("unit", "Unit"), Column("n", "N", True)), ()),
        Sheet(
            HOSTILE[1],
            (Column("unit", HOSTILE[5]), Column("said", HOSTILE[2]), Column("n", HOSTILE[4], True)),
            tuple(
                (words_cell(name), words_cell(name), number_cell(at / 3, best=at == 12))
                for at, name in enumerate(HOSTILE)
            ),
            HOSTILE,
        ),
    ),
    HOSTILE[3:5],
)
SMALL = Report(
    "How many",
    (
        Sheet(
            "",
            (Column("unit", ""), Column("n", "Guns", True), Column("p", "Chance", True), Column("cost", "Pts", True)),
            tuple(
                (words_cell(name), Cell(str(at), at), chance_cell(some(at, 1)), number_cell(None))
                for at, name in enumerate(GUNS)
            ),
        ),
    ),
)
REPORTS = {"compare": COMPARE, "matchup": MATCHUP, "odd": ODD, "small": SMALL}
