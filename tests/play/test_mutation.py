"""Mutants judged: entries of a scenario hide none, and an error of the engine is no way to notice one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.packs.scenarios import game_scenarios
from rulewright.play import mutation
from rulewright.play.link import link
from rulewright.play.mutate import mutants
from rulewright.play.mutation import judge_mutants
from rulewright.play.reasons import all_reasons
from rulewright.play.scenario import scenario_files
from rulewright.source.diagnostics import Problems

PACK = Path(__file__).parent.parent / "tools" / "packs" / "marbles"


def test_an_error_of_the_engine_is_not_to_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = mutation._Bench.of(PACK.as_posix(), scenario_files(PACK))
    index = next(n for n in range(len(bench.mutants)) if bench.judge(n).killer is not None)

    def broken(*_: Any, **__: Any) -> Any:
        raise TypeError("of ours")

    monkeypatch.setattr(mutation, "run_changed", broken)
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


WITH_AN_ABILITY = """\
scenario: what glimmers glows when it is taken, and is taken all the same
rules: [MA-1]
with:
  marble:
    amber: {worth: 3, abilities: {glimmer: {after: take(this), do: my glow += 1}}}
given: {zones: {bag: [red, red], bowl: [amber]}}
draws: [{roll: [3, 4]}]
run: lap/turn
seat: 0
play: [amber]
expect: {seat 0: {zones: {pouch: [amber]}, score: {marbles: 3, glow: 1}}}
"""
WITHOUT_TEXT = WITH_AN_ABILITY.replace(", abilities: {glimmer: {after: take(this), do: my glow += 1}}", "")


@pytest.mark.parametrize("scenario", [WITH_AN_ABILITY, WITHOUT_TEXT.replace(", glow: 1", "")])
def test_entries_of_a_scenario_hide_no_mutant(scenario: str, tmp_path: Path) -> None:
    pack = tmp_path / "marbles"
    shutil.copytree(PACK, pack)
    for file in scenario_files(pack):
        file.unlink()
    (pack / "scenarios" / "amber.yaml").write_text(scenario, "utf-8")
    judged = {found.id: found for found in judge_mutants(pack.as_posix(), scenario_files(pack), jobs=1)}
    killed = {id_ for id_, found in judged.items() if found.killer == "amber"}
    assert {
        "verbs/take: removed `move(marble, to=my pouch)`",
        "flow/lap/turn: removed `roll(tray)`",
        "flow/lap/turn: turned round `ending == endless`",
    } <= killed
    assert judged["marble/blue/glow: removed `my glow += 1`"].tried == 0
    assert judged["settings/shiny: default True"].tried == 1


def test_what_check_would_refuse_is_noticed_by_it(tmp_path: Path) -> None:
    pack = tmp_path / "marbles"
    shutil.copytree(PACK, pack)
    rules = pack / "rules" / "play.yaml"
    text = rules.read_text("utf-8")
    guarded = "if has my luck and my luck > 2 then my glow += 1"
    text = text.replace("state: {glow:", "state: {luck: optional int, glow:")
    text = text.replace("          roll(tray)\n", f"          {guarded}\n          roll(tray)\n")
    rules.write_text(text, "utf-8")
    files = scenario_files(pack)
    judged = {found.id: found for found in judge_mutants(pack.as_posix(), files, jobs=1, only="luck")}
    found = judged["flow/lap/turn: and/or exchanged in `has my luck and my luck > 2`"]
    assert (found.killer, found.error) == (mutation.CHECK, None)
    assert judged["flow/lap/turn: turned round `my luck > 2`"].killer is None


def test_mutants_stay_in_the_ranges_that_are_declared(tmp_path: Path) -> None:
    pack = tmp_path / "marbles"
    shutil.copytree(PACK, pack)
    manifest, rules = pack / "pack.yaml", pack / "rules" / "play.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("default: 3", "default: 5"), "utf-8")
    text = rules.read_text("utf-8").replace("my glow += 1\n", "my glow += gleam(laps)\n", 1)
    text += "tables: {gleam: {by: 1..5, gives: 0..3, values: {1: 0, 2: 1, 3: 2, 4: 3, 5: 3}}}\n"
    rules.write_text(text, "utf-8")
    found = {mutant.id for mutant in mutants(link(pack.as_posix()))}
    assert {"settings/laps: default 4", "tables/gleam: one more at 3", "tables/gleam: one less at 4"} <= found
    assert not {"settings/laps: default 6", "tables/gleam: one more at 4"} & found
