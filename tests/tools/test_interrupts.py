"""Ctrl-C: what is finished is kept, one line says so, the exit code is 130."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rulewright.play import pairs, playout

Run = Callable[..., Result]

# a shell without job control starts its children with Ctrl-C ignored
COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from rulewright_tools.entry import main; main()"
)


def interrupted_after(
    ready: Callable[[], bool], folder: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    """Run a command and press Ctrl-C, as a terminal does for all processes of it, once it is ready."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not ready() and time.monotonic() < until and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_interrupted_reports_what_is_finished(folder: Path, jobs: str) -> None:
    words = ("sim", "marbles", "-n", "1000000", "--jobs", jobs, "--json", "run.json", "--record", "kept")
    kept = folder / "kept"
    done = interrupted_after(lambda: len(list(kept.glob("*"))) > 9, folder, *words)
    assert (done.returncode, done.stderr) == (130, "")
    data = json.loads((folder / "run.json").read_text())
    assert f": interrupted, {data['finished']:,} of 1,000,000 matches, seed 0" in done.stdout
    names = sorted(path.name for path in kept.iterdir())
    assert names == [f"match_{n:06}.jsonl" for n in range(data["finished"])]
    last = kept / names[-1]
    assert last.read_text().splitlines()[-1].startswith('{"end":"finished"')


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
def test_processes_that_are_still_starting_say_nothing(folder: Path) -> None:
    for delay in (0.3, 0.5, 0.7, 0.9, 1.1):
        begun = time.monotonic()
        words = ("sim", "marbles", "-n", "1000000", "--jobs", "2")
        # defaults bind what the loop changes
        done = interrupted_after(lambda d=delay, b=begun: time.monotonic() > b + d, folder, *words)  # type: ignore[misc]
        assert done.returncode == 130
        assert done.stderr in ("", "interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
def test_mutants_are_left_in_the_middle(folder: Path) -> None:
    begun = time.monotonic()
    done = interrupted_after(lambda: time.monotonic() > begun + 2.5, folder, "test", "axia", "--mutate")
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_a_prefix_of_the_run_is_what_an_interrupted_one_reports(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    three = json.loads(run("sim", "marbles", "-n", "3", "--json", "-").stdout)
    play_one = playout.play_one

    def tired(plan: playout.Plan, program: object, number: int) -> playout.Outcome:
        if number == 3:
            raise KeyboardInterrupt
        return play_one(plan, program, number)  # type: ignore[arg-type]  # whatever it is handed

    monkeypatch.setattr(playout, "play_one", tired)
    result = run("sim", "marbles", "-n", "9", "--json", "-")
    assert result.exit_code == 130
    assert json.loads(result.stdout) == three | {"games": 9}


def test_pairs_that_are_finished_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    three = json.loads(run("compare", "marbles", "marbles", "-n", "3", "--json", "-").stdout)
    play_pair = pairs.play_pair

    def tired(*args: Any) -> pairs.Pair:
        if args[-1] == 3:
            raise KeyboardInterrupt
        return play_pair(*args)

    monkeypatch.setattr(pairs, "play_pair", tired)
    result = run("compare", "marbles", "marbles", "-n", "9", "--json", "-")
    assert result.exit_code == 130
    assert json.loads(result.stdout) == three | {"pairs": 9}
    assert "interrupted, 3 pairs of 9" in run("compare", "marbles", "marbles", "-n", "9").stdout


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_comparison_that_is_interrupted_reports_what_is_finished(folder: Path, jobs: str) -> None:
    pytest.importorskip("scipy")
    begun = time.monotonic()
    words = ("compare", "marbles", "marbles", "-n", "1000000", "--jobs", jobs, "--json", "run.json")
    done = interrupted_after(lambda: time.monotonic() > begun + 4, folder, *words)
    assert (done.returncode, done.stderr) == (130, "")
    data = json.loads((folder / "run.json").read_text())
    assert data["counted"] > 0 and f"interrupted, {data['counted']:,} pairs of 1,000,000" in done.stdout


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        (("check", "marbles"), "rulewright_tools.checking.check"),
        (("test", "marbles"), "rulewright_tools.testing.run_tests"),
        (("test", "marbles", "--mutate"), "rulewright_tools.mutating.run_mutants"),
        (("bench", "marbles"), "rulewright_tools.lab.bench.bench"),
        (("replay", "match.jsonl"), "rulewright.play.replay.reenact"),
        (("show", "marbles"), "rulewright_tools.showing.summary"),
    ],
)
def test_any_other_command_says_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], broken: str
) -> None:
    assert run("sim", "marbles", "-n", "1", "--record", "match.jsonl").exit_code == 0

    def interrupted(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(broken, interrupted)
    result = run(*words)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")


# Presses Ctrl-C when a module is about to be loaded, which a timer would never hit twice.
AT_MODULE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
wanted = sys.argv.pop(1)
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == wanted:
            sys.meta_path.remove(Finder)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
import runpy
runpy.run_module("rulewright_tools", run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
@pytest.mark.parametrize(
    "module",
    [
        *("rulewright_tools.cli", "click", "click.core", "rulewright", "rulewright_tools.streams"),
        *("rulewright_tools.failures", "rulewright.source.diagnostics", "rulewright_tools.interrupts"),
        *("rulewright_tools.commands.check", "rulewright_tools.checking", "yaml", "lark"),
    ],
)
def test_ctrl_c_while_the_command_is_loaded_shows_no_trace(folder: Path, module: str) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", AT_MODULE, module, "check", "marbles"]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
def test_ctrl_c_at_any_early_moment_shows_no_trace(folder: Path) -> None:
    """From the first line of the command on, in small steps, up to its end."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = COMMAND.replace("main()", "print('here', flush=True); main()")
    ends = set()
    for step in range(0, 40, 2):
        words = [sys.executable, "-c", command, "explain", "T501"]
        process = subprocess.Popen(
            words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None and process.stdout.readline() == "here\n"
        time.sleep(step / 100 + 0.002)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        said = err.removeprefix("\n")  # click's own line below the ^C, once it is running
        assert (process.returncode, said) in ((130, "interrupted\n"), (0, "")), (step, err)
        ends.add(process.returncode)
    assert 130 in ends


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
def test_a_background_job_goes_on_ignoring_ctrl_c(folder: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = AT_MODULE.replace("signal.default_int_handler", "signal.SIG_IGN")
    words = [sys.executable, "-c", script, "click", "explain", "T501"]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
