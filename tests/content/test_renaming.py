"""Every name of the shipped games changed at once by an overlay: all scenarios of the game still pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from renaming import nonsense

from rulewright.packs.load import lay
from rulewright.packs.overlays.ids import every_id
from rulewright.packs.overlays.renaming import fixed_words
from rulewright.packs.scenarios import game_scenarios
from rulewright.play.link import link
from rulewright.play.suite import run_suite
from rulewright.source.diagnostics import Problems


@pytest.mark.slow
@pytest.mark.parametrize(("pack", "least"), [("axia", 350), ("katana", 200), ("axiom", 400)])
def test_the_scenarios_pass_under_other_names(pack: str, least: int, tmp_path: Path) -> None:
    """The new names sort as the old ones did, so that keyed draws and the order of options stay."""
    ids = every_id(lay(pack).found)
    names = {name for name in ids if re.fullmatch("[a-z][a-z0-9_]*", name)} - fixed_words()
    assert len(names) > least
    made = nonsense(names, 5)
    overlay = tmp_path / "otherwise.yaml"
    overlay.write_text(
        "patches:\n"
        + "".join(
            f"  - {{patch: '{pack}:{'/'.join(path)}', rename: {made[name]}}}\n"
            for name in sorted(names)
            for path in ids[name]
        ),
        encoding="utf-8",
    )
    spec = f"{pack}+{overlay}"
    rules = link(spec)
    result = run_suite(rules, game_scenarios(spec, Problems()))
    assert result.diagnostics == [] and len(result.outcomes) > 100
