"""Tasks done on a Ray cluster: one that is started for the command, or one that it joins.

Needs the extra `ray`; nothing else imports it.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from rulewright import __version__
from rulewright.play.processes import Runner

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2  # tasks that each worker has at a time, so that it never waits for the next
WAITING = 4  # times as many are under way or finished behind one that is not


@contextmanager
def cluster(where: str, workers: int | None) -> Iterator[Runner]:
    """Start a local cluster (`ray`), or join one (`ray://HOST:PORT`), for as long as the block takes.

    Args:
        workers: how many to use, or to start; all that there are if left out.

    Raises:
        click.ClickException: it cannot be joined, has another version of Rulewright, or Ray is not installed.
    """
    needed = ("ray",) if where == "ray" else ("ray", "grpc")  # of Ray's client, which joins
    if any(importlib.util.find_spec(name) is None for name in needed):
        raise click.ClickException(f"--on {where} needs ray: pip install 'rulewright[ray]'")
    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        with warnings.catch_warnings(action="ignore"):  # it is told once, as an error
            if where == "ray":
                ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
            else:
                ray.init(where, **quiet)
    except Exception as error:  # Ray has no class of its own for this
        reason = str(error).strip().split("\n")[0]
        does = "start a cluster" if where == "ray" else f"join the cluster '{where}'"
        raise click.ClickException(f"cannot {does}: {reason}") from None
    try:
        _check_version(where)
        yield Cluster(workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        ray.shutdown()


def _check_version(where: str) -> None:
    """Refuse a cluster on which other code would play."""
    import ray

    try:
        found = ray.get(ray.remote(_version).remote())
    except Exception as error:
        reason = str(error).strip().split("\n")[-1]
        raise click.ClickException(
            f"the workers of '{where}' cannot load Rulewright {__version__}: {reason}"
        ) from None
    if found != __version__:
        raise click.ClickException(f"the workers of '{where}' have Rulewright {found}, here is {__version__}")


def _version() -> str:
    return __version__


@dataclass(frozen=True, slots=True)
class Cluster:
    """A runner with a worker for each processor that it may use."""

    workers: int
    eager: bool = True

    def run(
        self,
        work: Callable[[T], list[R]],
        tasks: Iterable[T],
        prepare: Callable[..., None],
        args: tuple[Any, ...],
    ) -> Generator[R, None, None]:
        """As `Runner.run`; a task that Ctrl-C finds unfinished is dropped."""
        import ray

        known = ray.put(args)
        made = ray.remote(Worker)
        actors = [made.remote(prepare, known) for _ in range(self.workers)]
        try:
            yield from _in_order(work, iter(tasks), actors)
        except ray.exceptions.RayActorError as error:
            raise BrokenExecutor(str(error).strip().split("\n")[0]) from None
        finally:
            for actor in actors:
                ray.kill(actor)


def _in_order(work: Callable[[T], list[R]], tasks: Iterator[T], actors: list[Any]) -> Iterator[R]:
    """Each worker gets its next task when it has finished one; results wait for those before them.

    While one is slow, only so many wait: no more tasks are taken than the workers can be ahead by.
    """
    import ray

    free = deque(actors * AHEAD)
    busy: dict[Any, Any] = {}
    order: deque[Any] = deque()
    most = len(free) * WAITING
    while True:
        while free and len(order) < most and (task := next(tasks, None)) is not None:
            actor = free.popleft()
            result = actor.do.remote(work, task)
            busy[result] = actor
            order.append(result)
        if not order:
            return
        if order[0] not in busy:
            yield from ray.get(order.popleft())
            continue
        for result in ray.wait(list(busy), num_returns=1)[0]:
            free.append(busy.pop(result))


class Worker:
    """A process of the cluster."""

    def __init__(self, prepare: Callable[..., None], args: tuple[Any, ...]) -> None:
        prepare(*args)

    def do(self, work: Callable[[T], list[R]], task: T) -> list[R]:
        return work(task)
