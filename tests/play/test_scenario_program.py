"""Which entries of a scenario have the rules checked anew: those of kinds that a text numbers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.play.link import link
from rulewright.play.scenario_program import numbered

PACK = Path(__file__).parent.parent / "tools" / "packs" / "marbles"


@pytest.mark.parametrize(
    ("formula", "kinds"),
    [
        ("marble.blue.worth == 2", frozenset()),  # about the cards of the pack: no scenario looks at it
        ("count(bag where entry == blue) <= 6", frozenset({"marble"})),
    ],
)
def test_an_invariant_that_reads_no_state_numbers_nothing(
    formula: str, kinds: frozenset[str], tmp_path: Path
) -> None:
    pack = tmp_path / "marbles"
    shutil.copytree(PACK, pack)
    (pack / "rules" / "more.yaml").write_text(
        f"invariants: {{blue: {{is: {formula}, says: as printed}}}}\n", "utf-8"
    )
    assert numbered(link(pack.as_posix())) == kinds
