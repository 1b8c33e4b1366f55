"""A made-up game of shells, with more rules or cards: what `check` warns of in it."""

from __future__ import annotations

from pathlib import Path

from rulewright.play.link import link
from rulewright.play.lint import lint
from rulewright.play.scenario_read import read_scenario
from rulewright.source.diagnostics import Diagnostic, Problems

Case = tuple[str, str, str]
"""A code, a text that deserves it on the lines with `# here`, and one like it that does not."""

MANIFEST = """
id: shells
version: 0.1.0
format: 1
kind: base
title: Shells
players: {least: 2, most: 4, usual: 2}
"""
RULEBOOK = "rules:\n  SH-1: {says: A shell is taken.}\n"
THINGS = """
enums: {tone: [red, green]}
kinds:
  shell:
    fields:
      size: 1..6
      tone: tone
      story: text
      gain: {type: int, better: more}
      cost: {type: int, better: less}
    state: {turned: bool}
    live_in: [hand]
    starts_in: beach
  mark: {}
  spot: {bears: mark}
  buoy: {parts: {a: {of: spot, at: [0, 0]}}, starts_in: sea}
zones:
  beach: {of: shell, visible: all, order: stack}
  hand: {of: shell, per: seat, visible: all}
  sea: {of: buoy, visible: all}
game: {state: {tide: {type: 0..9, start: 0}}}
seat: {state: {pearls: {type: int, start: 0}}}
verbs:
  take: {params: {what: shell}, do: 'move(what, to=my hand)'}
  earn: {params: {n: int}, do: my pearls += n}
"""
SCORING = """
scoring:
  shells:
    each: my hand where not turned and tone == red
    points: it.size + it.gain - it.cost
    says: what shells are worth
  pearls: {points: my pearls + tide, says: one for each pearl}
"""
PLAY = """
flow:
  turns:
    turns: seats
    do: |
      choose 1 shell in beach:
        take(it)
        it.turned = true
        earn(1)
        tide += 1
"""
CARDS = """
shell:
  cone: {size: 1, tone: red, story: a shell, gain: 1, cost: 1}
  fan: {size: 2, tone: green, story: another, gain: 1, cost: 1}
"""
SCENARIO = """
scenario: a shell, a cone and no conch, is taken
rules: [SH-1]
run: turns
seat: 0
play: [cone]
expect: {seat 0: {zones: {hand: [cone]}}}
"""
OTHER = SCENARIO.replace("scenario: ", "scenario: as before, ")


def doing(text: str) -> str:
    """Rules in which a text is done whenever a shell is taken."""
    block = "\n".join(f"      {line}" for line in text.strip("\n").splitlines())
    return f"rules:\n  r:\n    after: take(what)\n    do: |\n{block}\n"


def when(test: str) -> str:
    return f"rules:\n  r:\n    after: take(what)\n    when: {test} # here\n    do: earn(2)\n"


def told(folder: Path, files: dict[str, str]) -> list[Diagnostic]:
    """What is told of the shells with more files."""
    base = {
        "pack.yaml": MANIFEST,
        "rulebook.yaml": RULEBOOK,
        "rules/things.yaml": THINGS,
        "rules/scoring.yaml": SCORING,
        "rules/play.yaml": PLAY,
        "cards/shells.yaml": CARDS,
        "scenarios/taken.yaml": SCENARIO,
    }
    for name, text in {**base, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.lstrip("\n"), "utf-8")
    problems = Problems()
    rules = link(str(folder), problems)
    scenarios = [read_scenario(path, problems) for path in sorted((folder / "scenarios").glob("*.yaml"))]
    lint(rules, [scenario for scenario in scenarios if scenario is not None], [], problems)
    problems.keep_one_of_each()
    return problems.found


def places(found: list[Diagnostic]) -> list[tuple[str, str, int]]:
    return sorted((d.code, d.span.file.name.partition("/")[2], d.span.line) for d in found)


def files_of(text: str) -> tuple[str, str]:
    """The file of a case and what stands in it: lines under `flow` and `scoring` are put behind its own."""
    for section, (name, base) in {
        "flow": ("rules/play.yaml", PLAY),
        "scoring": ("rules/scoring.yaml", SCORING),
    }.items():
        if text.startswith(f"{section}\n"):
            return name, base.lstrip("\n") + text.removeprefix(f"{section}\n")
    return "rules/more.yaml", text


def check(folder: Path, code: str, name: str, bad: str, good: str) -> None:
    wanted = [
        (line.partition("# here ")[2] or code, name, n)
        for n, line in enumerate(bad.splitlines(), 1)
        if "# here" in line
    ]
    assert code in {each for each, _, _ in wanted}
    assert places(told(folder / "bad", {name: bad})) == sorted(wanted)
    assert places(told(folder / "good", {name: good} if good else {})) == []
