"""Work shared out among several processes, its results in the order of what there was to do.

Everybody is started before anything is handed out, and nothing waits in a thread: where the system gives no more
processes, threads or files it is said at once, and nobody is left behind.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, NoReturn, TypeVar

from shoot_cli.core.signals import InputError, Refusal

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4  # items for each process that are read before the results of earlier ones are waited for
NO_MORE = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # what the system says when it gives no more
DONE, RAISED, LACKS = "done", "raised", "lacks"  # what a process sends: a result, an error, what it was not given
NO_THREAD = "can't start new thread"


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """What comes of each item, worked out in so many processes; no more in memory than a few items for each.

    ``make()`` is called once in each process; what it gives does the work there. Where the items end in a refusal, that
    is raised once everybody has had the results before it.

    :raises InputError: the system gives no more; a process was ended from outside, as where there is no memory left
    """
    crew = Crew(make, jobs)
    slots: deque[Slot] = deque()
    refused: Refusal | None = None
    coming = iter(items)
    more = True
    try:
        crew.start()
        while more or slots:
            if more and crew.idle and len(slots) <= AHEAD * jobs:
                try:
                    item = next(coming)
                except StopIteration:
                    more = False
                except Refusal as error:
                    refused, more = error, False
                else:
                    slots.append(Slot())
                    crew.hand(item, slots[-1])
            crew.collect(patient=not (more and crew.idle and len(slots) <= AHEAD * jobs))
            while slots and slots[0].is_done:
                yield slots.popleft().taken()
    finally:
        crew.end()
    if refused is not None:
        raise refused


class Slot:
    """The place of one result among all of them."""

    def __init__(self) -> None:
        self.is_done, self.result, self.error = False, None, None

    def fill(self, result: Any = None, error: Any = None) -> None:
        self.is_done, self.result, self.error = True, result, error

    def taken(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class Crew:
    """The processes, each with a pipe of its own. Who is at work has one item."""

    def __init__(self, make: Callable[[], Callable[[Any], Any]], jobs: int) -> None:
        self.make, self.jobs = make, jobs
        self.forks = sys.platform == "linux"  # a fork has what is loaded here; elsewhere it is not safe
        self.processes: list[BaseProcess] = []
        self.pipes: list[Connection] = []
        self.idle: list[Connection] = []
        self.at_work: dict[Connection, Slot] = {}

    def start(self) -> None:
        """:raises InputError: the system gives no more processes or files"""
        context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")
        try:
            for _ in range(self.jobs):
                mine, theirs = context.Pipe()
                self.pipes.append(mine)
                ours = tuple(self.pipes) if self.forks else ()
                try:
                    process = context.Process(target=serve, args=(self.make, theirs, ours), daemon=True)
                    process.start()
                    self.processes.append(process)
                finally:
                    theirs.close()
        except OSError as error:
            if error.errno not in NO_MORE:
                raise
            self.lacks(error.strerror or str(error))
        self.idle = [*self.pipes]

    def lacks(self, what: str) -> NoReturn:
        raise InputError(
            f"the system does not give {self.jobs} processes what they need ({what}); fewer --jobs need less"
        ) from None

    def hand(self, item: Any, slot: Slot) -> None:
        pipe = self.idle.pop()
        self.at_work[pipe] = slot
        try:
            pipe.send(item)
        except (BrokenPipeError, ConnectionResetError):
            self.hear(pipe)  # it may have said why it is gone

    def collect(self, patient: bool) -> None:
        """The results that are there; if ``patient``, at least one, where somebody is at work."""
        if self.at_work:
            there = wait([*self.at_work], None if patient else 0)
            for pipe in [one for one in self.at_work if one in there]:
                self.hear(pipe)

    def hear(self, pipe: Connection) -> None:
        try:
            kind, what = pipe.recv()
        except (EOFError, OSError):
            raise InputError("a process that was at work was ended; fewer --jobs need less memory") from None
        if kind == LACKS:
            self.lacks(what)
        self.at_work.pop(pipe).fill(**{"result" if kind == DONE else "error": what})
        self.idle.append(pipe)

    def end(self) -> None:
        """Nobody is left: who still is at work is not wanted any more."""
        for process in self.processes:
            process.terminate()
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join()


# In each process -----------------------------------------------------------------------------------------------------


def serve(make: Callable[[], Callable[[Any], Any]], pipe: Connection, others: Iterable[Connection]) -> None:
    """Work until nobody sends any more.

    :param others: ends of pipes that are the starting process's own, and were copied into this one
    """
    for other in others:
        other.close()
    try:
        set_out()
        work = make()
        while True:
            item = pipe.recv()
            pipe.send(answer(work, item))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (OSError, RuntimeError) as error:
        if (what := lacking(error)) is None:
            raise
        pipe.send((LACKS, what))


def set_out() -> None:
    """First of all: Ctrl-C is for the process that started this one, which this one does not outlive."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # a fork would leave in order, and there is nothing to put in order here
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=follow, daemon=True).start()


def answer(work: Callable[[Any], Any], item: Any) -> tuple[str, Any]:
    try:
        return DONE, work(item)
    except Exception as error:
        if (what := lacking(error)) is not None:
            return LACKS, what
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return RAISED, RuntimeError(f"{type(error).__name__}: {error}")
        return RAISED, error


def lacking(error: BaseException) -> str | None:
    """What the system did not give, in its words; None if the error is another."""
    if isinstance(error, OSError) and error.errno in NO_MORE:
        return error.strerror or str(error)
    return "no more threads" if isinstance(error, RuntimeError) and NO_THREAD in str(error) else None


def follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
