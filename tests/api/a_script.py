from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from shoot_cli import api

army: api.Army = api.load(Path("armies/40k-7e/ultramarines.yaml"))
squad: api.Unit = army["Tactical"]
found: api.Odds = api.odds(squad, "orks::Slugga Boyz", distance=12, fractions=True, answers={"cover:Boy": "5+"})
chances: tuple[float, ...] = found.slain
exact: tuple[Fraction, ...] = found.exact["slain"]
points: int | None = squad.points
grid: api.Comparison = api.compare([squad, "ultramarines::Melta"], api.load("orks"), distance=6)
kill: float | None = grid.cells[0][0].destroyed
rows: list[dict[str, object]] = grid.to_rows()
for unit in army:
    name: str = unit.name
try:
    api.unit(army, "nobody")
except api.ShootError as error:
    print(error)
