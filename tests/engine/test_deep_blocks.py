"""The deepest nesting that the parser accepts can be generated and run."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from rulewright.dsl.lexer import MAX_BLOCKS
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.play.link import link_game
from rulewright.source.diagnostics import ContentError
from rulewright.source.text import Span

MANIFEST = (
    "id: deep\nversion: 1.0.0\nformat: 1\nkind: base\ntitle: D\nplayers: {least: 1, most: 2, usual: 1}\n"
)


def program(folder: Path, depth: int, head: str) -> Program:
    text = "\n".join([" " * n + head.format(n) for n in range(depth)] + [" " * depth + "n += 1"])
    step = f"turns: seats\ndo: |\n{indent(text, '  ')}\n"
    rules = (
        "game: {state: {n: {type: int, start: 0}}}\nflow:\n  round:\n    times: 2\n    steps:\n      go:\n"
    )
    rules += indent(step, " " * 8)
    (folder / "rules").mkdir(parents=True)
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "rules" / "a.yaml").write_text(rules, encoding="utf-8")
    return Program(link_game(load_folder(folder)), {}, 1)


@pytest.mark.parametrize("head", ["for x{} in 1..1:", "repeat 1 times:", "choose 1 number in 1..1 as c{}:"])
def test_the_deepest_nesting_runs(tmp_path: Path, head: str) -> None:
    made = program(tmp_path / "deep", MAX_BLOCKS, head)
    machine = Machine(made, made.new_state(), [lambda *question: 0], KeyedChance(1))
    machine.start()
    assert machine.s.done
    assert machine.s.game_n == 2


def test_deeper_nesting_is_refused_at_its_place(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as refused:
        program(tmp_path / "deep", MAX_BLOCKS + 1, "repeat 1 times:")
    (problem,) = refused.value.diagnostics
    assert problem.code == "D402"
    assert isinstance(problem.span, Span)
