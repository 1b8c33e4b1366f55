"""What nothing reaches is told once, each at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

DEEDS = """\
verbs:
  stir:
    do: |
      for one in marble then roll_over(one)
      if count(marble) > 2:
        stop
  roll_over:
    params: {one: marble}
    do: |
      move(one, to=bag)
"""


def test_each_statement_is_listed_once(run: Callable[..., Result], folder: Path) -> None:
    (folder / "marbles" / "rules" / "own.yaml").write_text(DEEDS, "utf-8")
    said = run("test", "./marbles", "--coverage").output
    listed = [line.strip() for line in said.splitlines() if "marbles/rules/own.yaml" in line]
    assert [line.partition("  (")[0] for line in listed] == [
        "for one in marble then roll_over(one)",
        "roll_over(one)",
        "if count(marble) > 2: stop",
        "stop",
        "move(one, to=bag)",
    ]
