"""The files of a pack folder read together: sections of declarations by id."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulewright.packs.access import mapping
from rulewright.packs.bundled import content_root, schema_path
from rulewright.packs.pruning import valid_part
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Mapping

Section = dict[str, tuple[Branch, Span]]
"""Id -> what is declared and where the id stands."""

_NESTED = ("game", "seat", "turn")  # sections whose ids stand one level deeper: `game.state`
_ORDERED = ("flow", "scoring", "outcomes")  # their order means something, so they stand in one file
_SINGLE = ("ends", "outlook")
_FOLDERS = ("rules", "cards", "scenarios")
_WHAT = {"pack": "the manifest", "rulebook": "the rulebook", "rules": "a rules file"}
_FILES = ("pack.yaml", "rulebook.yaml", "mutants.yaml")


@dataclass(slots=True)
class Gathered:
    """The sections of a pack's rules and rulebook, and its card files, not yet validated."""

    sections: dict[str, Section] = field(default_factory=dict)
    singles: dict[str, Branch] = field(default_factory=dict)
    manifest: Mapping | None = None
    cards: list[Mapping] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)  # names that may have been declared where the mistakes are
    lost_sections: set[str] = field(default_factory=set)  # of which something is lost
    blind: set[str] = field(default_factory=set)

    @property
    def kinds_are_lost(self) -> bool:
        """Whether cards cannot be checked, because a file that may declare kinds or enums failed."""
        return "*" in self.blind or not self.lost_sections.isdisjoint({"kinds", "enums"})

    @property
    def things_are_lost(self) -> bool:
        """Whether kinds and zones may not fit together only because of a file that failed."""
        return self.kinds_are_lost or "zones" in self.lost_sections

    def section(self, name: str) -> Section:
        return self.sections.setdefault(name, {})


def gather(folder: Path, problems: Problems) -> Gathered:
    """Read every file of the pack in `folder`; files that fail are noted and left out."""
    found = Gathered()
    _check_names(folder, problems)
    manifest = _read(folder, folder / "pack.yaml", "pack", problems, found)
    if manifest:
        found.manifest = manifest
        for name in ("settings", "refuse"):
            _merge(found, name, manifest, name, problems)
    if (folder / "rulebook.yaml").exists():
        book = _read(folder, folder / "rulebook.yaml", "rulebook", problems, found)
        if book:
            _merge(found, "rulebook", book, "rules", problems)
    for path in sorted((folder / "rules").glob("*.yaml")):
        tree = _read(folder, path, "rules", problems, found)
        if tree:
            _merge_rules(found, tree, problems)
    for path in sorted((folder / "cards").glob("*.yaml")):
        cards = read_yaml(path, shown_name(folder, path), problems)
        if cards is None:
            found.blind |= {"entries", "templates"}
        else:
            found.cards.append(cards)
    return found


def shown_name(folder: Path, path: Path) -> str:
    """The path that a person is shown: below the working directory or the bundled content if it is there."""
    for root in (Path.cwd(), content_root().parent, folder.parent):
        if path.absolute().is_relative_to(root):
            return path.absolute().relative_to(root).as_posix()
    return path.relative_to(folder.parent).as_posix()


def _read(folder: Path, path: Path, kind: str, problems: Problems, found: Gathered) -> Mapping | None:
    tree = read_yaml(path, shown_name(folder, path), problems)
    if tree is None:
        found.blind.add("rulebook" if kind == "rulebook" else "*")
        return None
    schema = load_schema(schema_path(kind))
    pruned = valid_part(tree, schema, problems, what=_WHAT[kind], nested=_NESTED)
    found.lost |= pruned.names
    found.lost_sections |= pruned.sections
    if not pruned.sections <= schema["properties"].keys():
        found.lost_sections.add("kinds")  # a misspelt section may be any
    return pruned.tree


def _merge_rules(found: Gathered, tree: Mapping, problems: Problems) -> None:
    for name, branch in tree.items.items():
        if name in _SINGLE:
            _merge_single(found, name, branch, tree.key_spans[name], problems)
        elif name in _NESTED:
            for inner in mapping(branch).items:
                _merge(found, f"{name}.{inner}", mapping(branch), inner, problems)
        else:
            if name in _ORDERED and found.section(name):
                _split(found.section(name), name, tree.key_spans[name], problems)
            _merge(found, name, tree, name, problems)


def _merge_single(found: Gathered, name: str, branch: Branch, span: Span, problems: Problems) -> None:
    if name in found.singles:
        duplicate(name, span, found.singles[name].span, problems)
    found.singles.setdefault(name, branch)


def _split(section: Section, name: str, span: Span, problems: Problems) -> None:
    first = next(iter(section.values()))[1]
    problems.error(
        "R312",
        f"'{name}' is written in two files",
        span,
        expected="one file, because its order means something",
        related=(("the other", first),),
    )


def _merge(found: Gathered, name: str, under: Mapping, key: str, problems: Problems) -> None:
    if key in under.items:
        merge_into(found.section(name), mapping(under.items[key]), problems)


def merge_into(section: Section, more: Mapping, problems: Problems) -> None:
    """Add declarations to a section; an id that is there already is refused with both places."""
    for name, branch in more.items.items():
        span = more.key_spans[name]
        if name in section:
            duplicate(name, span, section[name][1], problems)
        section.setdefault(name, (branch, span))


def duplicate(name: str, span: Span, first: Span, problems: Problems) -> None:
    problems.error("R303", f"'{name}' is declared twice", span, related=(("declared here first", first),))


def _check_names(folder: Path, problems: Problems) -> None:
    """A YAML file that nobody reads is a mistake: a misspelt folder, `.yml`, a folder inside a folder; and
    so is a file in place of a folder."""
    for name in _FOLDERS:
        if (folder / name).is_file():
            message, expected = f"'{name}' is a file and read by nothing", "a folder of that name"
            hint = f"put it into the folder as {name}/NAME.yaml"
            span = file_span(shown_name(folder, folder / name))
            problems.error("P605", message, span, expected=expected, hint=hint)
    for path in sorted([*folder.rglob("*.yaml"), *folder.rglob("*.yml")]):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") for part in parts):
            continue
        fits = parts[0] in _FILES if len(parts) == 1 else len(parts) == 2 and parts[0] in _FOLDERS
        if not fits or path.suffix != ".yaml":
            _misplaced(folder, path, problems)


def _misplaced(folder: Path, path: Path, problems: Problems) -> None:
    parts = path.relative_to(folder).parts
    hint = problems.suggest(parts[0], _FILES if len(parts) == 1 else _FOLDERS)
    problems.error(
        "P605",
        f"'{'/'.join(parts)}' is read by nothing",
        file_span(shown_name(folder, path)),
        expected="pack.yaml, rulebook.yaml, or NAME.yaml in rules, cards or scenarios",
        hint=hint,
    )


def file_span(name: str) -> Span:
    """A place for problems of a whole file or of an argument."""
    return Span(SourceFile.of(name, ""), 0, 0)
