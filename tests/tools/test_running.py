"""What plays the matches of a command: one table whatever it is, and what is missing is named."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result

from rulewright.play.processes import Processes
from rulewright_tools import on_ray
from rulewright_tools.running import runner

Run = Callable[..., Result]


def test_processes_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    for jobs, expected in ((None, Processes(4, eager=False)), (1, None), (3, Processes(3))):
        with runner(jobs, None) as found:
            assert found == expected


def test_without_a_cluster_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for where in ("ray", "ray://127.0.0.1:10001"):
        result = run("sim", "marbles", "-n", "1", "--on", where)
        assert result.exit_code == 1
        assert result.stderr == f"Error: --on {where} needs ray: pip install 'rulewright[ray]'\n"


def test_a_place_that_is_none_is_refused(run: Run) -> None:
    result = run("sim", "marbles", "-n", "1", "--on", "rey")
    assert result.exit_code == 2 and "'rey' is neither ray nor ray://HOST:PORT" in result.stderr


def test_a_slow_first_result_does_not_make_it_take_all_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of task 0 is not there before nothing else is left to wait for."""

    class Actor:
        do = SimpleNamespace(remote=lambda work, task: task)

    def wait(busy: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        return [next((task for task in busy if task), 0)], []

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(wait=wait, get=lambda task: [task]))
    taken: list[int] = []
    tasks = (taken.append(n) or n for n in range(1000))
    found = on_ray._in_order(lambda task: [task], tasks, [Actor(), Actor()])
    assert next(found) == 0 and len(taken) == 2 * on_ray.AHEAD * on_ray.WAITING
    assert list(found) == list(range(1, 1000))


def test_a_cluster_gives_the_same_table(run: Run, folder: Path) -> None:
    pytest.importorskip("ray")
    for more, name in ((("--jobs", "1"), "here"), (("--jobs", "2", "--on", "ray"), "there")):
        assert run("sim", "marbles", "-n", "30", "--json", f"{name}.json", *more).exit_code == 0
    assert (folder / "here.json").read_bytes() == (folder / "there.json").read_bytes()
