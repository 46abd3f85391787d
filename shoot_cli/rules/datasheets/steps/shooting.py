"""From one group of attacks to the next, and from one target to another."""

from __future__ import annotations

from shoot_cli.core.pools import Line, Pool
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Firing, Shooting
from shoot_cli.rules.datasheets.records import Gun, UsedSingleDie


def groups_left(s: Shooting) -> bool:
    return bool(s.groups)


def fired(s: Shooting, gun: Hashed[Gun], tokens: Pool, late: Pool) -> Firing:
    """These tokens at the target before the unit; ``late``: what waits for it meanwhile."""
    around = s.but(line=Line(()), late=(), spare=(), allocation="", single=False)
    return Firing(Hashed(around), s.line, tokens, gun, (), late, s.spare, s.allocation, "", s.single)


def aimed(s: Shooting, at: int) -> Shooting:
    """The record with another target's line before it, and what waits for that target."""
    if at == s.at:
        return s
    lines = tuple(line for _, line in s.targets())
    late = {**dict(s.late_elsewhere), s.at: s.late}
    now = late.pop(at, ())
    elsewhere = tuple(sorted((aim, tokens) for aim, tokens in late.items() if tokens))
    return s.but(lines=lines, at=at, line=lines[at], late=now, late_elsewhere=elsewhere)


def resolving(record: Shooting | Firing) -> bool:
    return isinstance(record, Firing)


def spend(s: Firing, token: UsedSingleDie, n: int, table: Table) -> Firing:
    """One of the single dice that the unit may change is used up."""
    at = s.spare.index(token.what)
    return s.but(spare=(*s.spare[:at], *s.spare[at + 1 :]))
