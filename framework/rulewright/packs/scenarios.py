"""The scenarios of a game: those of its packs but for those that a later pack replaces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.packs.files import files_in
from rulewright.packs.spec import resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.source.diagnostics import Problems


def game_scenarios(spec: str, problems: Problems) -> list[Path]:
    """The scenario files of the packs that a spec names, by pack and name.

    A name among those that are replaced that no scenario has is noted as R301.
    """
    return list(files_of(read_stack(resolve(spec, problems), problems), problems))


def files_of(stack: Stack, problems: Problems) -> Iterator[Path]:
    """As `game_scenarios`, of packs in order."""
    by_pack = {layer.manifest.id: files_in(layer.part.path, "scenarios") for layer in stack.layers}
    gone: dict[str, set[str]] = {pack: set() for pack in by_pack}
    for layer in stack.layers:
        known = {path.stem for pack in layer.sees for path in by_pack[pack]}
        for name, (_, span) in layer.manifest.replaced.items():
            if name not in known:
                hint = problems.suggest(name, known)
                problems.error("R301", f"unknown scenario '{name}'", span, hint=hint)
            for pack in layer.sees:
                gone[pack].add(name)
    for pack, paths in by_pack.items():
        yield from (path for path in paths if path.stem not in gone[pack])
