"""Numbers that are written out in declarations, where they can mean nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError

PACK = Path(__file__).parents[1] / "docs" / "pack"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("zones: {shelf: {of: charm, visible: all, size: 0, from: deck}}\n", "1:48"),
        ("zones: {shelf: {of: charm, visible: all, size: -1, from: deck}}\n", "1:48"),
        ("budgets: {breath: {of: charm, per: match, limit: -1}}\n", "1:50"),
    ],
)
def test_a_size_or_limit_that_is_never_any_is_told(tmp_path: Path, text: str, place: str) -> None:
    shutil.copytree(PACK, tmp_path / "pack")
    (tmp_path / "pack" / "rules" / "more.yaml").write_text(text, "utf-8")
    with pytest.raises(ContentError) as caught:
        link(str(tmp_path / "pack"))
    found = [(d.code, str(d.span).partition("more.yaml:")[2]) for d in caught.value.diagnostics]
    assert found == [("T518", place)]


def test_a_guard_that_lets_no_round_be_played_is_told(tmp_path: Path) -> None:
    shutil.copytree(PACK, tmp_path / "pack")
    flow = "flow: {day: {until: wind > 5, guard: 0, do: wind += 1}}\n"
    (tmp_path / "pack" / "rules" / "flow.yaml").write_text(flow, "utf-8")
    with pytest.raises(ContentError) as caught:
        link(str(tmp_path / "pack"))
    assert [(d.code, d.span.line, d.span.column) for d in caught.value.diagnostics] == [("T518", 1, 38)]
