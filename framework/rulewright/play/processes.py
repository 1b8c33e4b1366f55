"""Tasks shared out among workers: results in order, and a quiet end when nobody wants the rest."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

MOST_PROCESSES = 61
"""More than these no pool of processes takes on every system."""

T = TypeVar("T")
R = TypeVar("R")


class Runner(Protocol):
    """Where tasks are done, several at a time.

    `workers` is how many at a time, at least 1. One that is not `eager` is used only for what would take
    longer without it.
    """

    @property
    def workers(self) -> int: ...

    @property
    def eager(self) -> bool: ...

    def run(
        self,
        work: Callable[[T], list[R]],
        tasks: Iterable[T],
        prepare: Callable[..., None],
        args: tuple[Any, ...],
    ) -> Generator[R, None, None]:
        """The results of all tasks, task by task, in the order of the tasks.

        Tasks are taken as they are needed. Closing the iteration early ends the work; after Ctrl-C no more
        comes than what was finished without a gap, and then the `KeyboardInterrupt`.

        Args:
            work: does one task; a function of a module, since it is sent to another process by its name.
            prepare, args: what a worker does once before its first task. As all else, these are sent to it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Processes:
    """A pool of processes on this machine. Between the items of a task `work` asks `stopped`."""

    workers: int
    eager: bool = True

    def run(
        self,
        work: Callable[[T], list[R]],
        tasks: Iterable[T],
        prepare: Callable[..., None],
        args: tuple[Any, ...],
    ) -> Generator[R, None, None]:
        """As `Runner.run`; after Ctrl-C what the task in turn has finished still comes."""
        workers = min(self.workers, MOST_PROCESSES)
        context = multiprocessing.get_context("spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(workers, context, _begin, (stop, prepare, args))
        waiting: deque[Future[list[R]]] = deque()
        try:
            for task in tasks:
                with _without_interrupts():  # it may start a process
                    waiting.append(pool.submit(work, task))
                if len(waiting) > 4 * workers:
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
