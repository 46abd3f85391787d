"""``shoot odds --what-if``: what hangs on each fact of an attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from shoot_cli.attacks.tasks import Pairing
from shoot_cli.attacks.what_if import WHAT, what_if
from shoot_cli.attacks.what_if_told import document, report
from shoot_cli.commands import attacking
from shoot_cli.commands.comparing import one_of
from shoot_cli.commands.reporting import Bar, check_output, finish


def show(
    pairing: Callable[[], Pairing],
    inputs: Sequence[str],
    what: str,
    pairs: bool,
    *,
    seconds: float,
    jobs: int,
    output: Path | None,
    csv: bool,
    force: bool,
    json: bool,
    plain: bool,
) -> None:
    """Work it out and hand it over. ``inputs``: the words that name the units. :raises InputError: as `what_if`"""
    what = one_of(what, WHAT, "--what")
    check_output(inputs=inputs, json=json, csv=csv, out=output, force=force)
    told = Bars(plain)
    try:
        found = what_if(pairing(), what, pairs, seconds=seconds, jobs=jobs, tell=told)
    finally:
        told.close()
    finish(report(found), document(found), inputs=inputs, json=json, csv=csv, out=output, force=force, plain=plain)
    attacking.say_unused(found.result)
    attacking.say_overruled(found.result)


class Bars:
    """How far it is: with the facts, then with pairs of them."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.bar = Bar(0, plain, "")

    def __call__(self, done: int, of: int) -> None:
        if self.bar.total != of:
            self.close()
            self.bar = Bar(of, self.plain, "Trying facts")
        self.bar(done - self.bar.done)

    def close(self) -> None:
        self.bar.close()
