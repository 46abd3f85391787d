"""Work shared out among several processes, its results in the order of what there was to do."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

from shoot_cli.core.signals import Refusal
from shoot_cli.core.task import InputError

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4  # items for each process that are read before the results of earlier ones are waited for

STOP = getattr(signal, "SIGUSR1", None)  # ends a process that works, and no other; None: the system has none

here: list[Callable[[Any], Any]] = []  # in each process: who does the work


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """What comes of each item, worked out in so many processes; no more in memory than a few items for each.

    ``make()`` is called once in each process; what it gives does the work there. Where the items end in a refusal, that
    is raised once everybody has had the results before it.

    :raises InputError: a process was ended from outside, as where there is no memory left
    """
    method = "fork" if sys.platform == "linux" else "spawn"  # a fork has what is loaded here; elsewhere it is not safe
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(method), set_out, (make,))
    waiting: deque[Future[Result]] = deque()
    refused: Refusal | None = None
    coming = iter(items)
    try:
        while refused is None:
            try:
                waiting.append(pool.submit(work, next(coming)))
            except StopIteration:
                break
            except Refusal as error:
                refused = error
            while waiting and (len(waiting) > AHEAD * jobs or waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        pool.shutdown()
    except BrokenProcessPool:
        raise InputError("a process that was at work was ended; fewer --jobs need less memory") from None
    finally:  # there is somebody only if nobody wants the rest: interrupted, or nobody reads on
        for process in {*multiprocessing.active_children()} - others:
            end(process)
        pool.shutdown(cancel_futures=True)  # to its end: Python's own exit would wake what is being closed
    if refused is not None:
        raise refused


def end(process: BaseProcess) -> None:
    """Ends a process that works. One that hands over a result ends after it: half a result is waited for for ever."""
    if STOP is None or process.pid is None:
        process.terminate()
        return
    with suppress(ProcessLookupError):
        os.kill(process.pid, STOP)


def set_out(make: Callable[[], Callable[[Any], Any]]) -> None:
    """First of all: Ctrl-C is for the process that started this one, which this one does not outlive."""
    may_end(False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # a fork would leave in order, and there is nothing to put in order here
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=follow, daemon=True).start()
    here.append(make())


def follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def work(item: Any) -> Any:
    may_end(True)
    try:
        return here[-1](item)
    finally:
        may_end(False)


def may_end(now: bool) -> None:
    """Lets the signal that ends this process through, or keeps it waiting; a process that waits for work needs none."""
    if STOP is not None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK if now else signal.SIG_BLOCK, {STOP})
