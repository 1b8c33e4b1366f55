"""The scenario runner, on a made-up game in which there is one of everything.

`orchard/scenarios` hold every feature of the format; in `cases` each line with `# error: CODE` is
reported, and no other.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl.typed import Rules
from rulewright.engine.conserve import check_components
from rulewright.engine.machine import Fault
from rulewright.play.invariants import check_dynamic, check_static
from rulewright.play.journal import render_log
from rulewright.play.link import link
from rulewright.play.scenario import Outcome, read_scenario, run_scenario, scenario_files
from rulewright.play.suite import run_suite
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.render import render

HERE = Path(__file__).parent
PACK = HERE / "orchard"
CASES = sorted((HERE / "cases").glob("*.yaml"))
_EXPECTED = re.compile(r"# error: ([A-Z]\d{3})")
both = pytest.mark.parametrize("reference", [False, True], ids=["generated", "reference"])


@cache
def orchard() -> Rules:
    return link(str(PACK))


def outcome_of(path: Path, reference: bool = False) -> tuple[list[Diagnostic], Outcome | None]:
    problems = Problems()
    scenario = read_scenario(path, problems)
    if scenario is None:
        return problems.found, None
    outcome = run_scenario(orchard(), scenario, reference=reference)
    return outcome.differences, outcome


def ran(text: str, tmp_path: Path) -> Outcome:
    path = tmp_path / "scenarios" / "one.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    _, outcome = outcome_of(path)
    assert outcome is not None
    return outcome


@both
@pytest.mark.parametrize("path", scenario_files(PACK), ids=lambda path: path.stem)
def test_what_a_scenario_says_is_so(path: Path, reference: bool) -> None:
    differences, outcome = outcome_of(path, reference)
    shown = [render(d) for d in differences]
    assert shown == [], "\n".join([*shown, *(outcome.lines if outcome else ())])


@both
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_each_difference_is_told_on_its_line(path: Path, reference: bool) -> None:
    expected = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        expected += [(number, code) for code in _EXPECTED.findall(line)]
    differences, _ = outcome_of(path, reference)
    shown = "\n".join(map(render, differences))
    assert sorted((d.span.line, d.code) for d in differences) == sorted(expected), shown


def test_every_code_of_scenarios_has_a_case() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in CASES)
    ours = {code for code in CODES if code.startswith("I8") and code != "I801"} | {"G710", "G711"}
    assert ours - set(_EXPECTED.findall(text)) == set()


@pytest.mark.parametrize("path", scenario_files(PACK), ids=lambda path: path.stem)
def test_both_ways_to_run_write_one_log(path: Path) -> None:
    _, generated = outcome_of(path)
    _, walked = outcome_of(path, reference=True)
    assert generated is not None and walked is not None
    assert walked.lines == generated.lines


def test_the_suite_of_a_pack_passes_as_a_whole() -> None:
    result = run_suite(orchard(), PACK)
    assert len(result.outcomes) == len(scenario_files(PACK))
    assert result.passed and result.diagnostics == []


def test_a_log_reads_as_what_happened(tmp_path: Path) -> None:
    text = (PACK / "scenarios" / "made_up_parts.yaml").read_text(encoding="utf-8")
    outcome = ran(text, tmp_path)
    assert outcome.lines == [
        "turn day/work seat 0",
        "choose seat 0 pick_die: bone#1",
        "move bone#1: cup -> table",
        "choose seat 0 aim: 1,0",
        "event water 1,0 1",
        "event ripen 1,0",
    ]
    assert outcome.machine is not None and outcome.names is not None
    assert render_log(outcome.names, outcome.log, outcome.machine.s) == outcome.lines


def test_a_difference_says_what_is_so(tmp_path: Path) -> None:
    text = "scenario: one\nrun: day/graze\nexpect: {zones: {nest: [gil 2]}, game: {tally: 1}}\n"
    told = [(d.message, d.expected) for d in ran(text, tmp_path).differences]
    assert told == [("nest holds gil pace=2, ida pace=2", "gil 2"), ("tally is 0", "1")]
    text = "scenario: one\nrun: day/graze\nexpect: {zones: {nest: [gil pace=3, ida]}}\n"
    assert [d.message for d in ran(text, tmp_path).differences] == ["nest holds gil pace=2, ida pace=2"]


def test_a_formula_that_does_not_hold_shows_its_sides(tmp_path: Path) -> None:
    text = "scenario: one\nrun: day/graze\nexpect: {holds: ['count(cup) == tally + 1']}\n"
    (difference,) = ran(text, tmp_path).differences
    assert difference.hint == "count(cup) is 3, tally + 1 is 1"


@both
def test_a_fault_of_the_scoring_costs_no_other_scenario(tmp_path: Path, reference: bool) -> None:
    pack = tmp_path / "orchard"
    shutil.copytree(PACK, pack, ignore=shutil.ignore_patterns("scenarios"))
    play = pack / "rules" / "play.yaml"
    play.write_text(play.read_text().replace("points: my coins", "points: 1 / my coins rounded up"))
    (pack / "scenarios").mkdir()
    for name, key in (
        ("a", "seat 0: {score: {total: 0}}"),
        ("b", "result: {scores: [0, 0]}"),
        ("c", "decision: none"),
    ):
        text = f"scenario: {name}\nrun: day/graze\nexpect:\n  {key}\n"
        (pack / "scenarios" / f"{name}.yaml").write_text(text)
    result = run_suite(link(str(pack)), pack, reference=reference)
    told = [[(d.code, d.span.line, d.message[:4]) for d in o.differences] for o in result.outcomes]
    assert told == [[("I807", 4, "G704")], [("I807", 4, "G704")], []]
    if not reference:  # the walker keeps no places
        assert result.failed[0].differences[0].related[0][1].file.name.endswith("play.yaml")


def test_a_draw_that_is_not_listed_names_what_was_running(tmp_path: Path) -> None:
    pack = tmp_path / "orchard"
    shutil.copytree(PACK, pack, ignore=shutil.ignore_patterns("scenarios"))
    play = pack / "rules" / "play.yaml"
    toss = "do: toss()}\n  toss: {do: roll(cup)}"
    play.write_text(play.read_text().replace("do: snail.pace += 1}", toss))
    (pack / "scenarios").mkdir()
    text = "scenario: a\nrun: day/graze\ndraws: []\nexpect: {decision: none}\n"
    (pack / "scenarios" / "a.yaml").write_text(text)
    (told,) = run_suite(link(str(pack)), pack).failed[0].differences
    assert told.code == "G710"
    called = ["in 'toss'", "called from 'crawl'", "called from step 'day/graze'"]
    assert [said for said, _ in told.related] == called


@pytest.mark.parametrize("section", ["given", "expect"])
def test_what_is_derived_is_no_state_but_holds(section: str, tmp_path: Path) -> None:
    text = f"scenario: one\nrun: day/graze\n{section}: {{seat 0: {{state: {{plots: 2}}}}}}\n"
    path = tmp_path / "one.yaml"
    path.write_text(text + ("expect: {decision: none}\n" if section == "given" else ""))
    (told,) = outcome_of(path)[0]
    assert told.code == "I803" and told.hint is not None
    assert told.hint.endswith("expect it with `holds: ['my plots == …']`")


def test_a_comma_without_quotes_is_explained(tmp_path: Path) -> None:
    text = "scenario: one\nrun: day/stack\nplay: [bar at 0,0]\nexpect: {decision: none}\n"
    (difference,) = ran(text, tmp_path).differences
    assert difference.hint == "inside [ ] and { } text with a comma needs single quotes"


def test_invariants_that_do_not_hold_are_told(tmp_path: Path) -> None:
    text = (
        "scenario: one\nwith: {tree: {fig: {fruit: pear}}}\ngiven: {game: {tally: -1}}\n"
        "run: day/graze\nexpect: {game: {tally: -1}}\n"
    )
    outcome = ran(text, tmp_path)
    assert outcome.differences == [] and outcome.machine is not None
    (static,) = check_static(outcome.machine.program)
    assert (static.code, static.expected) == ("I801", "count(tree) == 2 (damson and quince)")
    assert static.message == "invariant 'two_trees' is not true: count(tree) is 3"
    (dynamic,) = check_dynamic(outcome.machine)
    assert dynamic.message == "invariant 'a_tally' is not true: tally is -1"


def test_a_lost_component_is_noticed(tmp_path: Path) -> None:
    text = "scenario: one\ngiven: {grids: {cart: {'0,0': bar}}}\nrun: day/graze\nexpect: {game: {tally: 0}}\n"
    machine = ran(text, tmp_path).machine
    assert machine is not None
    check_components(machine)
    cup = machine.program.zone_base["cup"]
    for spoil in (
        lambda s: s.zones[cup].pop(),
        lambda s: s.zones[cup].insert(0, s.zones[cup][0]),
        lambda s: s.at_die.__setitem__(0, 0),
        lambda s: s.masks.__setitem__(machine.program.zone_base["cart"], 0),
        lambda s: s.cell_crate.__setitem__(0, 3),
        lambda s: s.spot_crate.__setitem__(0, -1),
    ):
        kept = machine.s
        machine.s = kept.copy()
        spoil(machine.s)
        with pytest.raises(Fault) as caught:
            check_components(machine)
        assert caught.value.code == "G708"
        machine.s = kept
