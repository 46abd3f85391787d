"""A thousand mixed scenarios through ``odds --batch``: how many a second.

    python tests/benchmarks/batch.py [SCENARIOS [JOBS ...]]

Run by hand; it is no test. The scenarios are of all editions, some with profile lines, some with units written out as
in a list. Every line is another one. Printed is how many a second of processor time one process does: of a thousand
when nothing is known yet; of a thousand others; of those again from another distance, as in a sweep for a table, when
their units are known. Rubbish is collected as seldom as in the command. Then whole processes with ``--jobs``, by the
clock on the wall.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from json import dumps, loads
from random import Random
from tempfile import NamedTemporaryFile
from time import perf_counter, process_time
from typing import Any

from shoot_cli.analysis.grid import cores
from shoot_cli.commands.odds import Batch
from shoot_cli.engine.budget import SECONDS

Scenario = dict[str, Any]


def seventh(r: Random) -> Scenario:
    guns = r.choice(['Rapid Fire 24"', 'Heavy 3 36"', 'Assault 2 18" [rending]', 'Heavy 1 48" [twin-linked]'])
    gun = f"BS{r.randint(3, 5)} S{r.randint(3, 7)} AP{r.randint(2, 6)} {guns}"
    return {
        "ruleset": "7e",
        "attacker": f"{r.randint(4, 20)}x {gun}",
        "target": f"{r.randint(5, 30)}x T{r.randint(3, 6)} Sv{r.randint(2, 6)}+{r.choice(['', ' FNP5+', ' W2'])}",
        "answers": {"distance": r.choice([8, 12, 18])},
    }


def seventh_list(r: Random) -> Scenario:
    return {
        "ruleset": "40k-7e",
        "attacker": {
            "name": "Tactical Squad",
            "type": "Infantry",
            "models": [
                {"name": "Marine", "count": r.randint(4, 9), "BS": 4, "S": 4, "T": 4, "W": 1, "Ld": 8, "Sv": "3+",
                 "weapons": ["boltgun"]},
                {"name": "Gunner", "BS": 4, "S": 4, "T": 4, "W": 1, "Ld": 8, "Sv": "3+",
                 "weapons": [r.choice(["plasma gun", "meltagun", "heavy bolter"])]},
            ],
        },
        "target": {
            "name": "Boyz",
            "type": "Infantry",
            "models": [
                {"name": "Boy", "count": r.randint(8, 25), "BS": 2, "S": 3, "T": 4, "W": 1, "Ld": 7, "Sv": "6+"},
                {"name": "Nob", "BS": 2, "S": 4, "T": 4, "W": 2, "Ld": 7, "Sv": "4+"},
            ],
        },
        "answers": {"distance": r.choice([8, 12, 18]), "cover": r.choice(["none", "5+", "4+"])},
    }  # fmt: skip


def tenth(r: Random) -> Scenario:
    rules = r.choice(["", " [sustained hits 1]", " [lethal hits]", " [rapid fire 1]", " [twin-linked]"])
    gun = f"A{r.randint(1, 4)} BS{r.randint(2, 5)}+ S{r.randint(3, 9)} AP-{r.randint(0, 3)} D{r.randint(1, 3)}{rules}"
    return {
        "ruleset": "10e",
        "attacker": f"{r.randint(3, 20)}x {gun}",
        "target": f"{r.randint(3, 20)}x T{r.randint(3, 9)} Sv{r.randint(2, 6)}+ W{r.randint(1, 3)}{r.choice(['', ' FNP5+'])}",
        "answers": {"distance": r.choice([6, 12, 18])},
    }


def tenth_list(r: Random) -> Scenario:
    gun = {"range": 24, "A": r.randint(1, 3), "BS": "3+", "S": r.randint(4, 6), "AP": -r.randint(0, 2), "D": 1}
    return {
        "ruleset": "40k-10e",
        "weapons": {"rifle": gun, "cannon": {**gun, "A": "D6", "S": 8, "D": "D3", "abilities": ["Blast"]}},
        "attacker": {
            "name": "Squad",
            "keywords": ["Infantry"],
            "models": [
                {"name": "Trooper", "count": r.randint(4, 9), "T": 4, "Sv": "3+", "W": 2, "M": 6, "Ld": "6+", "OC": 2,
                 "weapons": ["rifle"]},
                {"name": "Gunner", "T": 4, "Sv": "3+", "W": 2, "M": 6, "Ld": "6+", "OC": 2, "weapons": ["cannon"]},
            ],
        },
        "target": f"{r.randint(5, 20)}x T{r.randint(3, 6)} Sv{r.randint(3, 6)}+ W{r.randint(1, 2)} (INFANTRY)",
        "answers": {"distance": r.choice([6, 12, 18]), "cover": r.choice(["yes", "no"])},
    }  # fmt: skip


def second(r: Random) -> Scenario:
    gun = r.choice(["bolter", "lasgun", "plasma gun", "autogun"])
    return {
        "ruleset": "2e",
        "attacker": f"{r.randint(3, 12)}x BS{r.randint(3, 5)} {gun}",
        "target": f"{r.randint(5, 20)}x T{r.randint(3, 5)} Sv{r.randint(3, 6)}+",
        "answers": {"distance": r.choice([8, 11, 18]), "cover": r.choice(["none", "soft", "hard"])},
    }


def reikhammer(r: Random) -> Scenario:
    return {
        "ruleset": "rh",
        "attacker": f"{r.randint(3, 10)}x AP{r.randint(2, 5)} AT{r.randint(1, 4)} range {r.choice([12, 20])}",
        "target": f"{r.randint(3, 6)}x INF armour {r.randint(2, 4)} integrity {r.randint(1, 2)}",
        "answers": {"distance": r.choice([6, 12]), "cover": str(r.randint(0, 3) or "none")},
    }


MAKERS: tuple[Callable[[Random], Scenario], ...] = (
    seventh, seventh_list, tenth, tenth_list, second, seventh_list, reikhammer, tenth_list,
)  # fmt: skip


def scenarios(n: int, seed: int) -> list[bytes]:
    r, found = Random(seed), dict[bytes, None]()
    while len(found) < n:
        found.setdefault(dumps(MAKERS[len(found) % len(MAKERS)](r)).encode())
    return list(found)


def done(batch: Batch, lines: list[bytes]) -> float:
    """Lines a second of processor time. :raises SystemExit: one is an error."""
    begun = process_time()
    for number, line in enumerate(lines):
        ((_, text, _),) = batch([(number, line)])
        if text.startswith('{"error"'):
            raise SystemExit(f"{line!r}: {text}")
    return len(lines) / (process_time() - begun)


def from_afar(line: bytes) -> bytes:
    document = loads(line)
    return dumps({**document, "answers": {**document["answers"], "distance": 10}}).encode()


def main(n: int, jobs: list[str]) -> None:
    gc.set_threshold(300_000)  # as `cli/main.py` has it
    batch, others = Batch(False, SECONDS), scenarios(n, 2)
    for name, lines in (
        ("nothing known", scenarios(n, 1)),
        ("others", others),
        ("again, from another distance", [from_afar(line) for line in others]),
    ):
        print(f"{n} scenarios, {name}: {done(batch, lines):,.0f} a second")
    with NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(b"\n".join(scenarios(n, 3)))
        file.flush()
        for number in jobs:
            begun = perf_counter()
            call = [sys.executable, "-m", "shoot_cli", "odds", "--batch", file.name, "--jobs", number]
            subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
            print(f"--jobs {number}: {n / (perf_counter() - begun):,.0f} a second, with the start of the process")
    print(f"{cores()} cores")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000, sys.argv[2:] or ["1", "2"])
