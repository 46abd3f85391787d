"""What it costs to hand a sweep out: to processes of this machine, and to Dask, by how many attacks go together.

    python tests/benchmarks/sweep.py [BUNDLE ...]

Two processes each time, on this machine: what is to be seen is what a task costs this one, which holds Dask's scheduler, beside its attacks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter, process_time

from shoot_cli import api

BUNDLES = (1, 10, 50, 150)
PROCESSES = 2
DISTANCES = range(6, 31, 6)
TASKS = 500  # that do nothing

Pair = tuple[api.Unit, api.Unit, int]
Map = Callable[[list[list[Pair]]], Iterable[list[float | None]]]


def destroyed(bundle: list[Pair]) -> list[float | None]:
    """The chance that each of them destroys its target; None: out of range."""
    found: list[float | None] = []
    for attacker, target, inches in bundle:
        try:
            found.append(api.odds(attacker, target, distance=inches).destroyed)
        except api.ShootError:
            found.append(None)
    return found


def nothing(place: int) -> int:
    return place


def timed(name: str, map_: Map, work: list[Pair], sizes: Iterable[int], right: list[float | None]) -> None:
    for size in sizes:
        parts = [work[at : at + size] for at in range(0, len(work), size)]
        begun, used = perf_counter(), process_time()
        found = [chance for part in map_(parts) for chance in part]
        took, used = perf_counter() - begun, process_time() - used
        rate = f"{len(work) / took:6,.0f} attacks a second, {used / len(parts) * 1e3:6.2f} ms of CPU here for each task"
        print(f"{name:10} {size:4} together: {rate}{'' if found == right else ', WRONG'}")


def main(sizes: list[int]) -> None:
    work = [(unit, other, n) for unit in api.load("vanguard") for other in api.load("deffskulls") for n in DISTANCES]
    for name in ("first", "again"):
        begun = process_time()
        right = destroyed(work)
        print(f"{len(work)} attacks here, {name}: {(process_time() - begun) / len(work) * 1e3:.2f} ms of CPU each")
    with ProcessPoolExecutor(PROCESSES) as pool:
        timed("processes", lambda parts: pool.map(destroyed, parts), work, sizes, right)
    try:
        from dask.distributed import Client, LocalCluster
    except ImportError:
        sys.exit("no Dask here: .venv/bin/pip install '.[dask]'")
    begun = perf_counter()
    here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=PROCESSES, threads_per_worker=1, **here) as cluster,
        Client(cluster) as client,
    ):
        print(f"a cluster begins in {perf_counter() - begun:.1f} s")
        timed("Dask", lambda parts: client.gather(client.map(destroyed, parts, pure=False)), work, sizes, right)
        used = process_time()
        client.gather(client.map(nothing, range(TASKS), pure=False))
        print(f"a task that does nothing: {(process_time() - used) / TASKS * 1e3:.2f} ms of CPU here")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [*BUNDLES])
