"""The examples of docs/language.md: each is run, or must be refused with just the code it names.

An example is a YAML block. `do` is put into the step `try_it` of the pack beside this file, `pack` and
`cards` are added to it as files, everything else is a scenario (docs/scenarios.md). The parts are cut out as
they are written, so that the quoting of the page is what is read.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from lark import Lark

from rulewright.dsl import check
from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES, Param
from rulewright.dsl.english.read import English
from rulewright.dsl.english.texts import Texts
from rulewright.dsl.lexer import TextLexer
from rulewright.dsl.parse import parse
from rulewright.dsl.syntax_errors import PHRASES, RESERVED
from rulewright.dsl.typed import Rules
from rulewright.packs.load import load_folder
from rulewright.play.scenario import read_scenario, run_scenario
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import ContentError, Diagnostic, Problems
from rulewright.source.text import EffectText

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
PACK = Path(__file__).with_name("pack")


@dataclass(frozen=True)
class Block:
    """A fenced block: the words behind the fence, its text, and the line of the page it stands in."""

    info: str
    text: str
    line: int

    def parts(self) -> dict[str, str]:
        """The texts under the keys of the block, as they are written."""
        found: dict[str, list[str]] = {}
        for line in self.text.splitlines():
            if line[:1].isalpha():
                key, _, rest = line.partition(":")
                found[key] = [rest]
            else:
                found[next(reversed(found))].append(line)
        return {key: "\n".join(lines) for key, lines in found.items()}


def blocks(kind: str) -> list[Block]:
    page = PAGE.read_text("utf-8")
    found = []
    for match in re.finditer(r"^```([^`\n]+)\n(.*?)^```$", page, re.M | re.S):
        if match[1].startswith(kind):
            found.append(Block(match[1], match[2], page.count("\n", 0, match.start()) + 1))
    return found


EXAMPLES = blocks("yaml example")
UNREADABLE = re.compile(r"[{}_\[\]]|  |^[a-z]|[^.:]$|\b(an?|the) (an?|the)\b|\bNone\b")
BAD = [*blocks("text bad"), *blocks("yaml bad")]


def dedent(part: str) -> str:
    """A part as a document of its own: lines moved to the left, or the rest of the only line."""
    first, _, rest = part.partition("\n")
    if first.split("#")[0].strip():
        return part.strip() + "\n"
    lines = rest.splitlines()
    depth = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[depth:] for line in lines) + "\n"


def build(block: Block, folder: Path) -> None:
    """A copy of the pack with what the block adds, and its scenario."""
    shutil.copytree(PACK, folder)
    parts = block.parts()
    flow = folder / "rules" / "flow.yaml"
    step = f"do:{parts['do']}" if "do" in parts else "do: stop"
    inner = "\n".join(f"    {line}" for line in step.splitlines())
    flow.write_text(f"flow:\n  try_it:\n    turns: seats\n{inner}\n", "utf-8")
    if "pack" in parts:
        rules = dedent(parts["pack"])
        (folder / "rules" / "example.yaml").write_text(rules, "utf-8")
        if re.search(r"^flow:", rules, re.M):
            assert "do" not in parts, "an example has a flow or a step to try, not both"
            flow.unlink()
    if "cards" in parts:
        (folder / "cards" / "example.yaml").write_text(dedent(parts["cards"]), "utf-8")
    if "expect" in parts:
        scenario = {"scenario": " an example", "rules": " [MO-01]"}
        if "run" not in parts:
            scenario |= {"run": " try_it", "seat": " 0"}
        scenario |= {key: part for key, part in parts.items() if key not in ("pack", "cards", "do")}
        text = "\n".join(f"{key}:{part}" for key, part in scenario.items()) + "\n"
        (folder / "scenarios").mkdir()
        (folder / "scenarios" / "example.yaml").write_text(text, "utf-8")


def as_effect(block: Block) -> Block:
    """A block of effect text as an example with that text under `do`."""
    lines = "\n".join(f"  {line}".rstrip() for line in block.text.splitlines())
    return Block(block.info, f"do: |2\n{lines}\n", block.line)


def checked(folder: Path) -> tuple[Rules | None, list[Diagnostic]]:
    """The rules of a pack, or every problem with it."""
    problems = Problems()
    try:
        return check.check_game(load_folder(folder), problems), problems.errors
    except ContentError as error:
        return None, list(error.diagnostics)


def said(problems: Iterable[Diagnostic]) -> str:
    """Problems in words, for whoever reads the failure."""
    return "\n".join(f"{d.span}: {d.code} {d.message} (expected: {d.expected}, {d.hint})" for d in problems)


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda b: f"line_{b.line}")
def test_an_example_is_true(block: Block, tmp_path: Path) -> None:
    assert "expect" in block.parts(), "an example says what is true afterwards"
    build(block, tmp_path / "pack")
    rules, wrong = checked(tmp_path / "pack")
    assert rules is not None, said(wrong)
    problems = Problems()
    scenario = read_scenario(tmp_path / "pack" / "scenarios" / "example.yaml", problems)
    assert scenario is not None, said(problems.errors)
    for reference in (False, True):
        outcome = run_scenario(rules, scenario, reference=reference)
        assert outcome.passed, said(outcome.differences)


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda b: f"line_{b.line}")
def test_an_example_reads_as_sentences(block: Block, tmp_path: Path) -> None:
    """The examples have every rule of the grammar in them (below), so that none is without a sentence."""
    build(block, tmp_path / "pack")
    rules, wrong = checked(tmp_path / "pack")
    assert rules is not None, said(wrong)
    english = English(rules)
    texts = Texts(english)
    lines = [line.text for text in texts.all() for line in texts.lines(text)]
    for clause in rules.clauses:
        lines += [line.text for line in english.clause(clause)]
    assert lines and [line for line in lines if UNREADABLE.search(line)] == []


@pytest.mark.parametrize("block", BAD, ids=lambda b: f"line_{b.line}_{b.info.split()[-1]}")
def test_a_bad_example_has_just_its_code(block: Block, tmp_path: Path) -> None:
    build(as_effect(block) if block.info.startswith("text") else block, tmp_path / "pack")
    assert {d.code for d in checked(tmp_path / "pack")[1]} == {block.info.split()[-1]}


def test_every_code_of_the_language_has_a_bad_example() -> None:
    shown = {block.info.split()[-1] for block in BAD}
    assert {code for code in CODES if code[0] in "DT"} == shown


def test_every_fault_that_content_can_cause_has_an_example() -> None:
    shown = {code for block in EXAMPLES for code in re.findall(r"fails: (G\d+)", block.text)}
    told = set(re.findall(r"^\| (G\d+) \|", PAGE.read_text("utf-8"), re.M))
    assert shown == told
    effects = {code for code in CODES if code.startswith("G70")} - {"G708"}
    assert told == effects | {"G712", "G713", "G714", "G715", "G716"}


def test_every_rule_and_word_of_the_grammar_is_in_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: set[tuple[str, str]] = set()

    def noting(text: EffectText, start: str, problems: Problems) -> object:
        texts.add((text.text, start))
        return parse(text, start, problems)  # type: ignore[arg-type]  # one of the starts

    monkeypatch.setattr(check, "parse", noting)
    build(Block("", "do: stop", 0), tmp_path / "bare")
    assert checked(tmp_path / "bare")[1] == []
    of_the_pack = set(texts)
    texts.clear()
    for number, block in enumerate(EXAMPLES):
        build(block, tmp_path / str(number))
        checked(tmp_path / str(number))
    shown = texts - of_the_pack

    grammar = Path(check.__file__).with_name("grammar.lark").read_text("utf-8")
    starts = ["effect", "formula", "pattern", "target"]
    lark = Lark(grammar, parser="lalr", lexer=TextLexer, start=starts)
    seen: set[str] = set()
    for text, start in shown:
        seen |= {str(tree.data) for tree in lark.parse(text.rstrip(), start=start).iter_subtrees()}
    rules = {
        rule.alias or str(rule.origin.name)
        for rule in lark.rules
        if not rule.origin.name.startswith("_") and (rule.alias or not rule.options.expand1)
    }
    assert rules - seen == set()
    everything = " ".join(text for text, _ in shown) + "".join(block.text for block in EXAMPLES)
    assert [word for word in [*RESERVED, *PHRASES] if not re.search(rf"\b{word}\b", everything)] == []
    signs = "== != <= >= < > += -= = + - * / .. . , : ( ) #".split()
    assert [sign for sign in signs if f" {sign}" not in everything and sign not in everything] == []


@pytest.mark.parametrize("name", [*BUILT_INS, *PRIMITIVES])
def test_every_built_in_is_in_an_example(name: str) -> None:
    assert any(re.search(rf"\b{name}\(", block.text) for block in EXAMPLES)


def _row(name: str, params: tuple[Param, ...], says: str) -> str:
    shown = ", ".join(f"[{p.name}]" if p.optional else p.name for p in params)
    sorts = "; ".join(f"`{p.name}`: {p.sort.words}" for p in params)
    return f"| `{name}({shown})` | {sorts} | {says} |"


def tables() -> list[str]:
    """The tables of built-ins, as they must stand on the page."""
    heads = (
        "| value | takes | gives |\n| --- | --- | --- |",
        "| change | takes | does |\n| --- | --- | --- |",
    )
    rows = (BUILT_INS.values(), PRIMITIVES.values())
    return [
        "\n".join([head, *(_row(d.name, d.params, d.says) for d in decls)])
        for head, decls in zip(heads, rows, strict=True)
    ]


def test_the_tables_of_built_ins_are_complete() -> None:
    page = PAGE.read_text("utf-8")
    for table in tables():
        assert f"\n\n{table}\n\n" in page, table
