"""Every scenario of every bundled pack, on the generated program and on the walker; and its invariants."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from shipped import games, overlays, pairs, spec

from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.packs.bundled import bundled_ids, content_root
from rulewright.packs.scenarios import game_scenarios
from rulewright.play.invariants import check_static
from rulewright.play.link import link
from rulewright.play.scenario import read_scenario, run_scenario, scenario_files
from rulewright.play.suite import run_suite
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.render import render

FILES = [file for pack in bundled_ids() for file in scenario_files(content_root() / pack)]
OVER = [*overlays(), *pairs()]


@cache
def rules_of(pack: str) -> Rules:
    return link(spec(pack))


@pytest.mark.parametrize("reference", [False, True], ids=["generated", "reference"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path, reference: bool) -> None:
    problems = Problems()
    scenario = read_scenario(file, problems)
    assert scenario is not None, "\n".join(map(render, problems.found))
    outcome = run_scenario(rules_of(file.parent.parent.name), scenario, reference=reference)
    assert outcome.passed, "\n".join([*map(render, outcome.differences), *outcome.lines])


@pytest.mark.parametrize("laid", [*games(), *OVER])
def test_invariants_that_read_no_state(laid: str) -> None:
    assert check_static(Program(link(laid))) == []


def test_every_pack_that_ships_is_among_them() -> None:
    assert {id_ for laid in [*games(), *OVER] for id_ in laid.split("+")} == {*bundled_ids()}


@pytest.mark.parametrize("overlaid", OVER)
def test_the_scenarios_of_the_other_packs_pass_under_each_overlay_and_each_two(overlaid: str) -> None:
    problems = Problems()
    files = game_scenarios(overlaid, problems)
    problems.check()
    suite = run_suite(link(overlaid), files)
    assert suite.passed, "\n".join(map(render, suite.diagnostics))


def test_the_swamp_and_the_storm_collide_without_their_bridge() -> None:
    with pytest.raises(ContentError) as caught:
        link("axia+axia_swamp+axia_storm")
    assert [(d.code, d.message.partition(":")[0]) for d in caught.value.diagnostics] == [
        ("P614", "two packs collide at 'invariants/cards_in_the_box/says'")
    ]
    assert link("axia+axia_swamp+axia_storm+axia_storm_in_the_swamp")
