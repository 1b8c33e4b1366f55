"""Scenarios that bring entries without text share the program text of the pack, which counts those too."""

from __future__ import annotations

from pathlib import Path

from rulewright.engine.program import Program
from rulewright.packs.load import with_entries
from rulewright.play.invariants import check_static
from rulewright.play.link import link
from rulewright.play.scenario_program import grown, same_texts
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml

PACK = Path(__file__).parent / "orchard"


def test_more_entries_are_counted_in_the_program_text_of_the_pack(tmp_path: Path) -> None:
    rules, problems = link(PACK.as_posix()), Problems()
    (tmp_path / "more.yaml").write_text("tree: {quince_2: {fruit: pear}}\n", "utf-8")
    branch = read_yaml(tmp_path / "more.yaml", "more.yaml", problems)
    assert branch is not None
    more = grown(rules, with_entries(rules.game, branch, problems), problems)
    problems.check()
    assert more is not None and same_texts(more, rules)
    base = Program(rules)
    assert check_static(base) == []
    broken = check_static(Program(more, source=base.source))
    assert [d.message for d in broken] == ["invariant 'two_trees' is not true: count(tree) is 3"]
