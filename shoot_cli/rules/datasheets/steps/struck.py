"""Which targets were hit, where an ability of whoever shoots hangs on it (EFF-5, EFF-44)."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Firing, Shooting
from shoot_cli.rules.datasheets.records import ANY, Hit, HitNote, Mortal, Shot
from shoot_cli.rules.datasheets.steps import hit


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    """As always; and a note that leaves the pool before anything comes of it."""
    made = hit.hits_of_roll(shot, n, table)
    if shot.gun.value.tells_hits and any(isinstance(token, Hit | Mortal) for token, _ in made):
        return pool(*made, (HitNote(), 1))
    return made


def with_hits(around: Shooting, s: Firing) -> Shooting:
    """The shooting with what these attacks hit: which target, and by which weapon where that is asked."""
    if not s.struck:
        return around
    around = around.but(struck=tuple(sorted({*around.struck, around.at})))
    name = s.gun.value.tells_hits
    if name == ANY:
        return around
    return around.but(struck_with=tuple(sorted({*around.struck_with, (around.at, name)})))


def note_hits(s: Firing, token: HitNote, n: int, table: Table) -> Firing:
    return s.but(struck=True)
