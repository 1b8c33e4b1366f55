"""The overlays in the page on overlays link as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.play.link import link

PAGE = Path(__file__).parents[2] / "docs" / "overlays.md"
EXAMPLES = re.findall(
    r"^```yaml overlay\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_overlay_of_the_page_links(number: int, tmp_path: Path) -> None:
    path = tmp_path / f"example_{number}.yaml"
    path.write_text(EXAMPLES[number], encoding="utf-8")
    assert link(f"axia+{path}").game.overlays[0].id == f"example_{number}"
