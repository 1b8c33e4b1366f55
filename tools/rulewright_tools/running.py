"""What plays the matches of a command: this process, a pool of processes, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from rulewright.play.processes import Processes, Runner


@contextmanager
def runner(jobs: int | None, on: str | None) -> Iterator[Runner | None]:
    """By what `--jobs` and `--on` say; None for this process.

    If nothing is said, as many processes as there are processors, once that pays.

    Raises:
        click.ClickException: there is no such cluster, or what joins it is not installed.
    """
    if on is not None:
        if on != "ray" and not on.startswith("ray://"):
            raise click.BadParameter(f"'{on}' is neither ray nor ray://HOST:PORT", param_hint="--on")
        from rulewright_tools.on_ray import cluster

        with cluster(on, jobs) as made:
            yield made
        return
    cores = os.cpu_count() or 1
    alone = jobs == 1 or (jobs is None and cores == 1)
    yield None if alone else Processes(jobs or cores, eager=jobs is not None)
