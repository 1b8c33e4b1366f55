"""The card files of the pack whose entries are a table: the last one of a spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.model.game import Game, Kind
from rulewright.packs.files import files_in
from rulewright.packs.gather import shown_name
from rulewright.packs.load import load
from rulewright.packs.spec import Place, resolve
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.reader import read_yaml
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Mapping
from rulewright_tools.failures import using


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file with entries; `above` are the keys under which its kinds stand."""

    path: Path
    name: str
    tree: Mapping
    above: tuple[str, ...] = ()

    def entries(self, kind: str) -> Mapping | None:
        """The entries of a kind, by id, that stand in this file."""
        branch: Branch | None = self.tree
        for key in (*self.above, kind):
            branch = branch.items.get(key) if isinstance(branch, Mapping) else None
        return branch if isinstance(branch, Mapping) else None


@dataclass(frozen=True, slots=True)
class CardFiles:
    """A game, and the card files of the pack that its spec names last."""

    game: Game
    place: Place
    before: str  # the spec of the packs below
    files: tuple[CardFile, ...]

    def entries(self, kind: str) -> dict[str, tuple[CardFile, Mapping, Span]]:
        """Of each entry of a kind, as the files order them: its file, what it says, the place of its id."""
        found: dict[str, tuple[CardFile, Mapping, Span]] = {}
        for file in self.files:
            inner = file.entries(kind)
            for id_, branch in inner.items.items() if inner is not None else ():
                assert inner is not None and isinstance(branch, Mapping)
                found[id_] = file, branch, inner.key_spans[id_]
        return found

    def kind(self, name: str) -> Kind:
        """The kind of that name.

        Raises:
            ContentError: R301 if there is none.
        """
        kinds = self.game.kinds
        if name not in kinds:
            problems = Problems()
            span = Span(SourceFile.of("<kind>", name), 0, len(name))
            problems.error(
                "R301",
                f"'{name}' is no kind of {self.game.id}",
                span,
                expected=f"one of {', '.join(kinds)}",
                hint=did_you_mean(name, kinds),
            )
            raise ContentError(problems.found)
        return kinds[name]


def card_files(spec: str) -> CardFiles:
    """Read a game, which must be in order, and the card files of its last pack."""
    with using(spec):
        game = load(spec)
    *below, place = resolve(spec, Problems())
    before = "".join(f"{spec[each.span.start : each.span.end]}+" for each in below)
    return CardFiles(game, place, before, tuple(_files(place.path)))


def _files(path: Path) -> Iterator[CardFile]:
    if path.is_file():
        yield _file(path, shown_name(path.parent, path), ("cards",))
        return
    for file in files_in(path, "cards"):
        yield _file(file, shown_name(path, file), ())


def _file(path: Path, name: str, above: tuple[str, ...]) -> CardFile:
    problems = Problems()
    tree = read_yaml(path, name, problems)
    problems.check()
    assert tree is not None
    return CardFile(path, name, tree, above)
