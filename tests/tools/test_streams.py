"""Output that cannot be written: one line or none, a sensible exit code, never a trace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = {  # and the exit code that each has when all is well
    "--help": 0,
    "check marbles": 0,
    "sim marbles -n 2": 0,
    "compare marbles marbles -n 2": 0,
    "check marblse": 1,
    "sim marbles": 2,
}
CASES = list(COMMANDS.items())
posix = pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `rulewright` is the command."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = f'rulewright() {{ "{sys.executable}" -m rulewright_tools "$@"; }}\n{line}'
    command = ["sh", "-c", script]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@posix
@pytest.mark.parametrize(("words", "code"), CASES)
def test_a_closed_output_is_told_in_one_line(folder: Path, words: str, code: int) -> None:
    done = shell(folder, f"rulewright {words} >&-")
    assert done.returncode == (code or 1)
    if code < 2:  # wrong usage is told elsewhere
        assert done.stderr == "Error: cannot write the output: bad file descriptor\n"
    done = shell(folder, f"rulewright {words} >&- 2>&-")
    assert (done.returncode, done.stderr) == (code or 1, "")


@posix
@pytest.mark.parametrize(("words", "code"), CASES)
def test_closed_messages_change_no_exit_code(folder: Path, words: str, code: int) -> None:
    done = shell(folder, f"rulewright {words} 2>&-")
    assert (done.returncode, done.stderr) == (code, "")


@posix
@full
@pytest.mark.parametrize(("words", "code"), CASES)
def test_a_full_output_is_told_in_one_line(folder: Path, words: str, code: int) -> None:
    done = shell(folder, f"rulewright {words} >/dev/full")
    assert done.returncode == (code or 1)
    if code < 2:  # wrong usage is told elsewhere
        assert done.stderr == "Error: cannot write the output: no space left on device\n"


@posix
@full
@pytest.mark.parametrize(("words", "code"), CASES)
def test_where_nothing_can_be_said_the_exit_code_says_it(folder: Path, words: str, code: int) -> None:
    done = shell(folder, f"rulewright {words} >/dev/full 2>/dev/full")
    assert (done.returncode, done.stderr) == (code or 1, "")


@posix
@pytest.mark.parametrize("words", ["--help", "check marbles", "sim marbles -n 2 --json -"])
def test_a_reader_that_goes_away_is_told_nothing(folder: Path, words: str) -> None:
    done = shell(folder, f"{{ rulewright {words}; echo $? >code; }} | true")
    assert ((folder / "code").read_text(), done.stderr) == ("1\n", "")


@posix
def test_a_character_that_the_output_lacks_is_spelt_out(folder: Path) -> None:
    done = shell(folder, "PYTHONIOENCODING=ascii rulewright sim marbles -n 5")
    assert done.returncode == 0
    assert done.stdout.isascii()


@posix
@full
def test_a_file_that_fails_loses_no_report(folder: Path) -> None:
    done = shell(folder, "rulewright sim marbles -n 2 --json /dev/full --tables out")
    assert done.returncode == 1 and "marbles 0.1.0, 2 players: 2 matches" in done.stdout
    assert done.stderr == "Error: the JSON could not be written: '/dev/full': no space left on device\n"
    assert (folder / "out/seats.csv").exists()
    done = shell(folder, "rulewright sim marbles -n 2 --json kept.json --tables more >/dev/full")
    assert done.returncode == 1 and (folder / "kept.json").exists() and (folder / "more/seats.csv").exists()
