"""`check --watch`: a change is checked at once, and Ctrl-C ends it with what the last check gave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright_tools import checking, watching

Run = Callable[..., Result]

COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from rulewright_tools.entry import main; main()"
)


def changing(monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], object]) -> None:
    """In each pause something happens; after the last, Ctrl-C."""
    left = list(changes)

    def pause(seconds: float) -> None:
        if seconds == watching.PAUSE_S:
            if not left:
                raise KeyboardInterrupt
            left.pop(0)()

    monkeypatch.setattr(watching.time, "sleep", pause)


def test_each_change_is_checked(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = folder / "marbles/cards/more.yaml"
    changing(
        monkeypatch,
        lambda: None,
        lambda: more.write_text("marble: {white: {wroth: 1}}\n", encoding="utf-8"),
        lambda: more.write_text("marble: {white: {worth: 1}}\n\n", encoding="utf-8"),
        more.unlink,
    )
    result = run("check", "marbles", "--watch")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [
        line for line in result.stdout.splitlines() if line.startswith(("changed", "marbles 0", "marbles:"))
    ]
    assert [line.partition(": ")[0] for line in lines] == [
        "marbles 0.1.0",
        "changed",
        "marbles",
        "changed",
        "marbles 0.1.0",
        "changed",
        "marbles 0.1.0",
    ]
    assert lines[2].startswith("marbles: 1 error")
    assert {line for line in lines if "changed" in line} == {"changed: marbles/cards/more.yaml"}


def test_it_ends_with_what_the_last_check_gave(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing(monkeypatch, lambda: (folder / "marbles/pack.yaml").unlink())
    result = run("check", "marbles", "--watch")
    assert result.exit_code == 1
    assert "error[P604]" in result.stdout


def test_an_end_before_the_first_result_is_an_interruption(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_spec: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "check", interrupted)
    result = run("check", "marbles", "--watch")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")


def test_it_shows_text(run: Run) -> None:
    result = run("check", "marbles", "--watch", "--format", "json")
    assert result.exit_code == 2
    assert "--watch shows text" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way")
def test_a_process_of_its_own_stops_by_ctrl_c(folder: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    out = folder / "out.txt"
    with out.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "check", "marbles", "--watch"],
            cwd=folder, env=env, stdout=stream, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
    _wait(out, "watching")
    (folder / "marbles/cards/more.yaml").write_text("marble: {white: {wroth: 1}}\n", encoding="utf-8")
    _wait(out, "watching", 2)
    assert "error[S201]" in out.read_text()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (1, "")


def _wait(out: Path, words: str, times: int = 1) -> None:
    until = time.monotonic() + 60
    while out.read_text().count(words) < times and time.monotonic() < until:
        time.sleep(0.02)
    assert out.read_text().count(words) == times
