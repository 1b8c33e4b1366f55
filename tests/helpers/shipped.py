"""The packs that ship, as specs: every game, every overlay over what it requires, and overlays in pairs."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from rulewright.packs.bundled import bundled_ids, bundled_path
from rulewright.packs.manifest import Manifest, read_manifest
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml


@cache
def manifests() -> dict[str, Manifest]:
    found = {}
    for id_ in bundled_ids():
        problems = Problems()
        path = bundled_path(id_)
        path = path / "pack.yaml" if path.is_dir() else path
        tree = read_yaml(path, path.name, problems)
        assert tree is not None, problems.found
        found[id_] = read_manifest(tree, path, problems)
    return found


def games() -> list[str]:
    return [id_ for id_, manifest in manifests().items() if manifest.kind == "base"]


def spec(*ids: str) -> str:
    """These packs over all that they require, the game first."""
    wanted: dict[str, Manifest] = {}
    waiting = list(ids)
    while waiting:
        id_ = waiting.pop()
        if id_ not in wanted:
            wanted[id_] = manifests()[id_]
            waiting += wanted[id_].requires
    return "+".join(sorted(wanted, key=lambda id_: (wanted[id_].band, id_)))


def overlays() -> list[str]:
    """The spec of every overlay."""
    return [spec(id_) for id_, manifest in manifests().items() if manifest.kind != "base"]


def _bridges(one: str, other: str) -> list[str]:
    return [id_ for id_, manifest in manifests().items() if {one, other} <= set(manifest.requires)]


def pairs() -> list[str]:
    """The specs of every two overlays of one game that do not exclude each other, with their bridge."""
    found = []
    for one, other in combinations([id_ for id_ in manifests() if id_ not in games()], 2):
        first, second = manifests()[one], manifests()[other]
        both = spec(one, other, *_bridges(one, other))
        of_one_game = sum(id_ in games() for id_ in both.split("+")) == 1
        if of_one_game and other not in first.conflicts and one not in second.conflicts:
            found.append(both)
    return sorted({*found} - {*overlays()})
