"""Mutants judged: an error of the engine is told apart, and counts as noticed by nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.play import mutation
from rulewright.play.scenario import scenario_files

PACK = Path(__file__).parent.parent / "tools" / "packs" / "marbles"


def test_an_error_of_the_engine_is_not_to_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = mutation._Bench.of(PACK.as_posix(), scenario_files(PACK))
    index = next(n for n in range(len(bench.mutants)) if bench.judge(n).killer is not None)

    def broken(*_: Any, **__: Any) -> Any:
        raise TypeError("of ours")

    monkeypatch.setattr(mutation, "run_scenario", broken)
    judged = bench.judge(index)
    assert judged.killer is None
    assert judged.error is not None
    assert judged.error.startswith("TypeError: of ours")
