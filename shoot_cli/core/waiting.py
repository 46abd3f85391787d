"""Steps by which tokens wait while others of the same pool go on, and come back. Their numbers are not looked at."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import pool
from shoot_cli.core.table import Table


class SetAside:
    """A step: tokens of these kinds leave the pool and wait in another field, while the others go down the line."""

    __name__ = "set_aside"

    def __init__(self, into: str, *kinds: type) -> None:
        self.into, self.kinds = into, kinds

    def __call__(self, record: Any, table: Table) -> Any:
        aside = [end for end in record.pool if type(end[0]) in self.kinds]
        if not aside:
            return record
        here = tuple([end for end in record.pool if type(end[0]) not in self.kinds])
        return record.but(pool=here, **{self.into: pool(*getattr(record, self.into), *aside)})


class PutBack:
    """A step: what was set aside is in the pool again."""

    __name__ = "put_back"

    def __init__(self, of: str) -> None:
        self.of = of

    def __call__(self, record: Any, table: Table) -> Any:
        waiting = getattr(record, self.of)
        return record.but(pool=pool(*record.pool, *waiting), **{self.of: ()}) if waiting else record
