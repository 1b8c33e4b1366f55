"""The examples at the end of each help work as they stand."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest
from click.testing import Result

from rulewright_tools.cli import COMMANDS, cli

Run = Callable[..., Result]


def examples(help_: str) -> list[str]:
    _, _, listed = help_.partition("examples:\n")
    return [line.strip() for line in listed.splitlines() if line.strip()]


SLOW = {"test", "bench"}  # they take as long as they do for a user
CASES = [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in ["", *COMMANDS]]


@pytest.mark.parametrize("name", CASES)
def test_each_example_runs(run: Run, name: str) -> None:
    found = examples(run(*([name] if name else []), "--help").stdout)
    assert found
    for example in found:
        command, *words = shlex.split(example)
        assert command == "rulewright"
        result = run(*words)
        assert result.exit_code == 0, f"{example}\n{result.output[-2000:]}"


def test_the_list_of_commands_says_what_each_help_says() -> None:
    for name, says in COMMANDS.items():
        command = cli.get_command(None, name)  # type: ignore[arg-type]  # no context is needed
        assert command is not None and command.help is not None
        assert command.name == name
        assert " ".join(command.help.split("\n\n")[0].split()) == says
