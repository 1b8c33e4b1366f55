"""The order of files and of entries makes no difference: same hashes, same log."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.packs.bundled import content_root
from rulewright.packs.load import load_folder
from rulewright.policies import Uniform
from rulewright.source.diagnostics import Problems


class Plainly(yaml.SafeDumper):
    """Writes effect text in the styles that the reader accepts."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else "'")


Plainly.add_representer(str, _text)


def turned(data: dict[str, Any]) -> dict[str, Any]:
    """Every section backwards; what is inside a declaration stays as written."""
    found = {}
    for key, section in reversed(data.items()):
        if key == "templates":
            section = {kind: dict(reversed(items.items())) for kind, items in reversed(section.items())}
        elif isinstance(section, dict) and key not in ("flow", "scoring", "outcomes"):
            section = dict(reversed(section.items()))
        found[key] = section
    return found


def reordered(source: Path, target: Path) -> Path:
    """The same pack: files renamed so that they come in another order, entries and declarations backwards."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("scenarios"))
    for folder in ("rules", "cards"):
        for number, path in enumerate(sorted((target / folder).glob("*.yaml"), reverse=True)):
            data = yaml.safe_load(path.read_text(encoding="utf-8"))
            text = yaml.dump(turned(data), Dumper=Plainly, sort_keys=False, allow_unicode=True, width=10_000)
            path.unlink()
            (target / folder / f"{number:02}_{folder}.yaml").write_text(text, encoding="utf-8")
    return target


def log_of(game: Game, seats: int, seed: int) -> list[Any]:
    problems = Problems()
    rules = check_game(game, problems)
    problems.check()
    assert rules is not None
    program = Program(rules, {}, seats, Switches(log=True))
    policies = [Uniform().inline(seed + seat) for seat in range(seats)]
    machine = Machine(program, program.new_state(), policies, KeyedChance(seed), [])
    machine.start()
    assert machine.log is not None
    return machine.log


def test_files_and_entries_in_another_order_give_the_same_log(tmp_path: Path) -> None:
    source = content_root() / "axia"
    one = load_folder(source)
    other = load_folder(reordered(source, tmp_path / "axia"))
    assert other.content_hash == one.content_hash
    for seats in (1, 3):
        assert log_of(other, seats, 5) == log_of(one, seats, 5)
