"""Tasks shared out among processes: results in order, and a quiet end when nobody wants the rest."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

MOST_PROCESSES = 61
"""More than these no pool of processes takes on every system."""

T = TypeVar("T")
R = TypeVar("R")


def in_processes(
    work: Callable[[T], list[R]],
    tasks: Iterable[T],
    jobs: int,
    prepare: Callable[..., None],
    args: tuple[Any, ...],
) -> Generator[R, None, None]:
    """The results of all tasks, task by task.

    Closing the iteration early ends the processes; after Ctrl-C what the task in turn has finished still
    comes, and then the `KeyboardInterrupt`.

    Args:
        work: does one task in a process; between its items it asks `stopped`.
        prepare, args: what a process does once. As all else, these are sent to it.
    """
    jobs = min(jobs, MOST_PROCESSES)
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (stop, prepare, args))
    waiting: deque[Future[list[R]]] = deque()
    try:
        for task in tasks:
            with _without_interrupts():  # it may start a process
                waiting.append(pool.submit(work, task))
            if len(waiting) > 4 * jobs:
                yield from _result(waiting.popleft(), stop)
        while waiting:
            yield from _result(waiting.popleft(), stop)
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _result(task: Future[list[R]], stop: Event) -> Iterator[R]:
    try:
        found = task.result()
    except KeyboardInterrupt:
        stop.set()
        yield from task.result()
        raise
    yield from found


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started meanwhile never get Ctrl-C: it is for the one who started them to end them.

    Where a system has no signal masks this holds only once a process has begun.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in a process ------------------------------------------------------------------------------

_stop: Event | None = None


def _begin(stop: Event, prepare: Callable[..., None], args: Sequence[Any]) -> None:
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    prepare(*args)


def stopped() -> bool:
    """Whether the rest of this task is no longer wanted."""
    return _stop is not None and _stop.is_set()
