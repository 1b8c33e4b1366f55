"""Sweeps with and without looking for matches that need not be played again: the same figures.

    python tests/proofs/untouched.py katana 'enemy/*/stars' 'enemy/*/requirement' scoring -- -n 3

Behind `--` stand options of `sweep`. The last figures stand in docs/proofs.md. Needs the extra `lab`.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from rulewright_tools.cli import cli


def swept(words: list[str]) -> dict[str, Any]:
    result = CliRunner().invoke(cli, ["sweep", *words, "--json", "-"])
    if result.exit_code:
        raise SystemExit(result.output)
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def figures(data: dict[str, Any]) -> list[Any]:
    """All that is said of each number, but for the words about what was never read."""
    return [
        {name: row | {"verdict": None} for name, row in number["figures"].items()}
        for number in data["numbers"]
    ]


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--"]
    looked_out = swept(words)
    with patch("rulewright_tools.variants.differences", lambda *_: None):
        plain = swept(words)
    same = figures(looked_out) == figures(plain)
    every = plain["matches"]["variants"]
    print(
        f"{len(plain['numbers'])} numbers: {'the same' if same else 'NOT THE SAME'}; "
        f"{looked_out['matches']['untouched']} of {every} matches not played"
    )
    if not same:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
