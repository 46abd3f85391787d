"""Time that many attacks share: a slow one is stopped at first, so that every attack gets its turn, and tried again at
the end. Short: comparisons and matchups need it, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, process_time
from typing import Protocol

from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.engine.budget import seconds_had

Place = tuple[int, int]  # indexes of a row and of a column
PART = 4  # an attack may take 1/PART of the time that is left
NO_TIME = AttackResult(why_not="not worked out in time, --budget gives more", late=True)


class SharedTime:
    """Seconds for many attacks together: of CPU time, or on the clock for several processes.

    :param seconds: from now on; None means no limit
    """

    def __init__(self, seconds: float | None, jobs: int = 1) -> None:
        self.own_process = jobs == 1
        self.begun, self.seconds = self.now(), seconds

    def now(self) -> float:
        return process_time() if self.own_process else monotonic()

    def spent(self) -> float:
        return self.now() - self.begun

    def left(self) -> float | None:
        """Return the seconds that are left, at least 0; None if there is no limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent())

    def of(self, part: float) -> SharedTime:
        """Return this part of the time that is left, from now on."""
        left = self.left()
        return SharedTime(None if left is None else part * left, 1 if self.own_process else 2)

    def is_over(self) -> bool:
        return self.left() == 0

    def part(self, most: float | None, waiting: int) -> float | None:
        """Return the seconds that the next attack may take, at most ``most``, if so many are waiting."""
        left = self.left()
        mine = None if left is None else left / min(PART, max(1, waiting))
        return sooner(most, mine)


def sooner(one: float | None, other: float | None) -> float | None:
    """Return the smaller of two limits in seconds; None means no limit."""
    return other if one is None else one if other is None else min(one, other)


class AttackWorker(Protocol):
    """A worker that computes attacks; ``seconds`` is what each may take."""

    seconds: float | None

    def __call__(self, places: Sequence[Place]) -> list[AttackResult]: ...


class TimedWorker:
    """A worker of attacks that share their time. An attack for which none is left has no result but says so.

    :param attacks: how many there are
    """

    def __init__(self, make: Callable[[], AttackWorker], time: SharedTime, attacks: int) -> None:
        self.worker, self.time, self.waiting = make(), time, attacks
        self.most = self.worker.seconds

    def __call__(self, places: Sequence[Place]) -> list[AttackResult]:
        return [self.result(place) for place in places]

    def result(self, place: Place) -> AttackResult:
        if self.time.is_over():
            return NO_TIME
        self.worker.seconds = self.time.part(self.most, self.waiting)
        self.waiting -= 1
        return in_time(self.worker, place)


def in_time(worker: AttackWorker, place: Place) -> AttackResult:
    """Return the result; without one in time, its reason is the same as that of all others."""
    (found,) = worker([place])
    return NO_TIME if found.late and seconds_had(found.why_not) is not None else found


def late_ones_again(
    found: dict[Place, AttackResult], make: Callable[[], AttackWorker], time: SharedTime
) -> dict[Place, AttackResult]:
    """Return new results of the attacks that were late, as long as time is left: the same part for each."""
    late = [place for place, result in found.items() if result.late]
    worker = make()
    again: dict[Place, AttackResult] = {}
    most = worker.seconds
    for number, place in enumerate(late):
        left = time.left()
        if left == 0:
            break
        mine = None if left is None else left / (len(late) - number)
        worker.seconds = sooner(most, mine)
        again[place] = in_time(worker, place)
    return again
