"""How far the sets of `shoot need` that are not proven are off, and how long they take. Run by hand; it is no test.

    python tests/benchmarks/need.py [LISTS [UNITS]]

Each list is drawn: so many units with a gun and points. Both ways begin anew. A row has the least points that do, those
of the set that is found quickly, and the seconds of both; below stands how many are off, and by how much.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time
from typing import Any

from shoot_cli.analysis.need import GoodSet, Search
from shoot_cli.analysis.several_attackers import attacker_tasks
from shoot_cli.analysis.succession import Attacks
from shoot_cli.importing.list_files import attack_side

RULESET = "40k-10e"
TARGETS = ("1x T10 Sv3+ W12", "5x T4 Sv3+ W2", "1x T12 Sv2+ W16 Inv5+", "10x T5 Sv5+ W1", "3x T6 Sv2+ Inv4+ W3")


def drawn(r: Random, units: int) -> tuple[list[Any], Any]:
    """Return attackers with points, and a target."""
    found = []
    for place in range(units):
        n, attacks, strength = r.randint(1, 5), r.randint(1, 3), r.choice((4, 5, 6, 8, 9, 12))
        damage = r.choice((1, 2, 3, "D3", "D6"))
        text = f"{n}x BS{r.randint(2, 4)} A{attacks} S{strength} AP-{r.randint(0, 4)} D{damage}"
        side = attack_side(text, RULESET, "attacker")
        cost = 5 * round((10 + 3 * n * attacks * strength * r.uniform(0.7, 1.3)) / 5)
        found.append(side.but(unit=side.unit.but(points=cost, name=f"Unit {place}")))
    return found, attack_side(r.choice(TARGETS), RULESET, "target")


def both(seed: int, units: int) -> tuple[int, int, float, float] | None:
    """Return the least points, those found quickly, and the seconds of both; None if no set is enough."""
    r = Random(seed)
    shooters, victim = drawn(r, units)
    tasks = attacker_tasks(shooters, victim, {}).tasks
    chance = r.choice((0.5, 0.8, 0.95))
    begun = process_time()
    good = GoodSet(Search(Attacks(tasks), chance, "points"))
    good.seek()
    quick = process_time() - begun
    begun = process_time()
    least = next(Search(Attacks(tasks), chance, "points").sets(lambda sets: None), None)
    exact = process_time() - begun
    if least is None or least.points is None:
        assert good.counts is None
        return None
    assert good.cost is not None
    return least.points, good.cost[0], quick, exact


def main() -> None:
    lists, units = (int(word) for word in (*sys.argv[1:], *("30", "12")[len(sys.argv) - 1 :]))
    rows, seed = list[tuple[int, int, float, float]](), 0
    while len(rows) < lists:
        if row := both(seed, units):
            rows.append(row)
            print(
                f"{seed:>4} least {row[0]:>5} found {row[1]:>5}   {row[2]:7.2f} s quick {row[3]:7.2f} s exact",
                flush=True,
            )
        seed += 1
    off = [found / least - 1 for least, found, _, _ in rows if found > least]
    print(
        f"{len(off)} of {len(rows)} are off, the worst by {max(off, default=0):.1%}, all by {sum(off) / len(rows):.2%}"
    )


if __name__ == "__main__":
    main()
