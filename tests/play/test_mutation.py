"""Mutants judged: an error of the engine is told apart, and counts as noticed by nobody."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.packs.scenarios import game_scenarios
from rulewright.play import mutation
from rulewright.play.link import link
from rulewright.play.reasons import all_reasons
from rulewright.play.scenario import scenario_files
from rulewright.source.diagnostics import Problems

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


MANIFEST = "id: {0}\nversion: 1.0.0\nformat: 1\nkind: variant\ntitle: {0}\nrequires: {{{1}}}\n"
HOUSE = {
    "first/pack.yaml": MANIFEST.format("first", "marbles: any"),
    "first/patches/p.yaml": "patch: marbles:verbs/take/do\nwrap: |\n  original\n  my glow += 2\n",
    "first/scenarios/a.yaml": "scenario: who takes glows\nrules: [MA-1]\nrun: lap/turn\nseat: 0\n"
    "given: {zones: {bowl: [red]}}\ndraws: {seed: 1}\nplay: [red]\nexpect: {seat 0: {state: {glow: 2}}}\n",
    "second/pack.yaml": MANIFEST.format("second", "marbles: any"),
    "second/rules/r.yaml": "scoring: {hoard: {points: if count(my pouch) > 3 then 5 else 0}}\n",
    "third/pack.yaml": MANIFEST.format("third", "marbles: any, first: any"),
    "third/patches/p.yaml": "patch: marbles:verbs/take/do\nwrap: |\n  original\n  my glow += 4\n",
    "third/mutants.yaml": "change_nothing:\n  'verbs/take: one more for `4`': nobody counts\n"
    "  'verbs/take: one more for `9`': none\n",
}


def test_the_texts_of_several_overlays_have_mutants_and_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PACK, tmp_path / "marbles")
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    spec = "./marbles+./first+./second"
    files = game_scenarios(spec, Problems())
    judged = {j.id: j for j in mutation.judge_mutants(spec, files, jobs=1, only="")}
    glow = judged["verbs/take: one more for `2`"]
    assert (glow.place.file.name, glow.killer) == ("first/patches/p.yaml", "a")
    hoard = judged["scoring/hoard: one more for `5`"]
    assert (hoard.place.file.name, hoard.killer) == ("second/rules/r.yaml", None)
    spec = "./marbles+./first+./second+./third"
    problems = Problems()
    reasons = all_reasons(spec, problems, link(spec))
    assert "verbs/take: one more for `4`" in reasons
    assert [(d.code, str(d.span)) for d in problems.found] == [("I803", "third/mutants.yaml:3:3")]
