"""The files of a pack folder read together: sections of declarations by id."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.packs.access import mapping
from rulewright.packs.bundled import content_root, schema_path
from rulewright.packs.files import files_in, is_own
from rulewright.packs.pruning import valid_part
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Mapping

Section = dict[str, tuple[Branch, Span]]
"""Id -> what is declared and where the id stands."""

NESTED = ("game", "seat", "turn", "texts")  # sections whose ids stand one level deeper: `game.state`
ORDERED = ("flow", "scoring", "outcomes")  # their order means something, so they stand in one file
SINGLE = ("ends", "outlook")
_FOLDERS = ("rules", "cards", "scenarios")
_OF_OVERLAYS = ("patches",)
MOST_FILES = 2_000
_WHAT = {"rulebook": "the rulebook", "rules": "a rules file"}
_OTHER_DATA = frozenset(".csv .tsv .txt .json .toml .ods .xls .xlsx".split())
_FILES = ("pack.yaml", "rulebook.yaml", "mutants.yaml")


@dataclass(slots=True)
class Gathered:
    """The sections of a pack's rules and rulebook, and its card files, not yet validated."""

    sections: dict[str, Section] = field(default_factory=dict)
    singles: dict[str, Branch] = field(default_factory=dict)
    manifest: Mapping | None = None
    cards: list[Mapping] = field(default_factory=list)
    pack: str = ""  # whose files are being read
    files: dict[SourceFile, str] = field(default_factory=dict)  # which pack a file is of
    lost: set[str] = field(default_factory=set)  # names that may have been declared where the mistakes are
    lost_sections: set[str] = field(default_factory=set)  # of which something is lost
    blind: set[str] = field(default_factory=set)
    again: list[tuple[str, str, Branch, Span]] = field(default_factory=list)  # section, id: there already

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

    def copy(self) -> Gathered:
        """Another one, so that changes of either are not seen in the other."""
        return replace(
            self,
            sections={name: {**section} for name, section in self.sections.items()},
            singles={**self.singles},
            cards=[*self.cards],
            files={**self.files},
            lost={*self.lost},
            lost_sections={*self.lost_sections},
            blind={*self.blind},
            again=[*self.again],
        )

    def lose(self, names: Collection[str], sections: Collection[str], known: Collection[str]) -> None:
        """Note what mistakes of a file may have cost."""
        self.lost |= {*names}
        self.lost_sections |= {*sections}
        if not {*sections} <= {*known}:
            self.lost_sections.add("kinds")  # a misspelt section may be any

    def is_of_this_pack(self, span: Span) -> bool:
        return self.files.get(span.file) == self.pack


def gather_pack(
    found: Gathered, pack: str, folder: Path, manifest: Mapping | None, problems: Problems
) -> None:
    """Add what the files of a pack's folder declare; files that fail are noted and left out.

    Args:
        manifest: its pack.yaml without what has mistakes; None if nothing of it can be relied on.
    """
    found.pack = pack
    _check_names(folder, problems, overlay=bool(found.files) or manifest is None)
    if manifest is None:
        found.blind.add("*")
    else:
        _add_manifest(found, manifest, problems)
    if is_own(folder / "rulebook.yaml"):
        book = _read(folder, folder / "rulebook.yaml", "rulebook", problems, found)
        if book:
            _merge(found, "rulebook", book, "rules", problems)
    for path in files_in(folder, "rules"):
        tree = _read(folder, path, "rules", problems, found)
        if tree:
            _merge_rules(found, tree, problems)
    for path in files_in(folder, "cards"):
        cards = read_yaml(path, shown_name(folder, path), problems, go_on=True)
        if cards is None:
            found.blind |= {"entries", "templates"}
        else:
            _add_cards(found, cards)


def gather_file(found: Gathered, pack: str, tree: Mapping, problems: Problems) -> None:
    """Add what an overlay of one file declares."""
    found.pack = pack
    found.files[tree.span.file] = pack
    _add_manifest(found, tree, problems)
    if "rules" in tree.items:
        rules = _valid(mapping(tree.items["rules"]), "rules", problems, found)
        if rules:
            _merge_rules(found, rules, problems)
    if "cards" in tree.items:
        _add_cards(found, mapping(tree.items["cards"]))


def _add_manifest(found: Gathered, manifest: Mapping, problems: Problems) -> None:
    found.files[manifest.span.file] = found.pack
    if found.manifest is None:
        found.manifest = manifest
    for name in ("settings", "refuse"):
        _merge(found, name, manifest, name, problems)


def _add_cards(found: Gathered, cards: Mapping) -> None:
    found.files[cards.span.file] = found.pack
    found.cards.append(cards)


def shown_name(folder: Path, path: Path) -> str:
    """The path that a person is shown: below the working directory or the bundled content if it is there."""
    for root in (Path.cwd(), content_root().parent, folder.parent):
        if path.absolute().is_relative_to(root):
            return path.absolute().relative_to(root).as_posix()
    return path.relative_to(folder.parent).as_posix()


def _read(folder: Path, path: Path, kind: str, problems: Problems, found: Gathered) -> Mapping | None:
    tree = read_yaml(path, shown_name(folder, path), problems, go_on=True)
    if tree is None:
        found.blind.add("rulebook" if kind == "rulebook" else "*")
        return None
    return _valid(tree, kind, problems, found)


def _valid(tree: Mapping, kind: str, problems: Problems, found: Gathered) -> Mapping | None:
    found.files[tree.span.file] = found.pack
    schema = load_schema(schema_path(kind))
    pruned = valid_part(tree, schema, problems, what=_WHAT[kind], nested=NESTED)
    found.lose(pruned.names, pruned.sections, schema["properties"])
    return pruned.tree


def _merge_rules(found: Gathered, tree: Mapping, problems: Problems) -> None:
    for name, branch in tree.items.items():
        if name in SINGLE:
            _merge_single(found, name, branch, tree.key_spans[name], problems)
        elif name in NESTED:
            for inner in mapping(branch).items:
                _merge(found, f"{name}.{inner}", mapping(branch), inner, problems)
        else:
            if name in ORDERED:
                _check_split(found, name, tree.key_spans[name], problems)
            _merge(found, name, tree, name, problems)


def _merge_single(found: Gathered, name: str, branch: Branch, span: Span, problems: Problems) -> None:
    if name in found.singles:
        first = found.singles[name].span
        duplicate(name, span, first, problems, change_hint(name, span, first, found.files))
    found.singles.setdefault(name, branch)


def _check_split(found: Gathered, name: str, span: Span, problems: Problems) -> None:
    """The order of a pack's own steps, lines and outcomes is that of one file."""
    first = next((at for _, at in found.section(name).values() if found.is_of_this_pack(at)), None)
    if first is None:
        return
    problems.error(
        "R312",
        f"'{name}' is written in two files",
        span,
        expected="one file, because its order means something",
        related=(("the other", first),),
    )


def _merge(found: Gathered, name: str, under: Mapping, key: str, problems: Problems) -> None:
    if key in under.items:
        more = mapping(under.items[key])
        there = found.section(name)
        found.again += [
            (name, id_, more.items[id_], more.key_spans[id_]) for id_ in more.items if id_ in there
        ]
        merge_into(found.section(name), more, problems, name.replace(".", "/"), found.files)


def merge_into(
    section: Section, more: Mapping, problems: Problems, where: str, packs: Lookup[SourceFile, str]
) -> None:
    """Add declarations to a section; an id that is there already is refused with both places.

    Args:
        where: the address of the section.
        packs: which pack a file is of.
    """
    for name, branch in more.items.items():
        span = more.key_spans[name]
        if name in section:
            hint = change_hint(f"{where}/{name}", span, section[name][1], packs)
            duplicate(name, span, section[name][1], problems, hint)
        section.setdefault(name, (branch, span))


def change_hint(address: str, span: Span, first: Span, packs: Lookup[SourceFile, str]) -> str | None:
    """How an overlay changes what another pack declares first."""
    owner = packs.get(first.file)
    if owner == packs.get(span.file):
        return None
    return f"write 'patch: {owner}:{address}' with set, adjust, add, remove, insert, replace or wrap"


def duplicate(name: str, span: Span, first: Span, problems: Problems, hint: str | None = None) -> None:
    related = (("declared here first", first),)
    problems.error("R303", f"'{name}' is declared twice", span, hint=hint, related=related)


def _check_names(folder: Path, problems: Problems, *, overlay: bool) -> None:
    """A YAML file that nobody reads is a mistake: a misspelt folder, `.yml`, a folder inside a folder; and
    so is a file in place of a folder."""
    folders = (*_FOLDERS, *_OF_OVERLAYS) if overlay else _FOLDERS
    for name in folders:
        if (folder / name).is_file():
            message, expected = f"'{name}' is a file and read by nothing", "a folder of that name"
            hint = f"put it into the folder as {name}/NAME.yaml"
            span = file_span(shown_name(folder, folder / name))
            problems.error("P605", message, span, expected=expected, hint=hint)
    found = sorted(path for path in folder.rglob("*") if not _is_hidden(path.relative_to(folder)))
    for path in found:
        if path.is_symlink():
            message = f"'{path.relative_to(folder).as_posix()}' is a symbolic link"
            span = file_span(shown_name(folder, path))
            problems.error("P623", message, span, expected="the file or folder itself", hint="copy it here")
    files = [path for path in found if path.suffix.lower() in (".yaml", ".yml")]
    if len(files) > MOST_FILES:
        span = file_span(shown_name(folder, files[MOST_FILES]))
        problems.error("P622", "the pack has too many files", span, expected=f"at most {MOST_FILES:,}")
    _check_tables(folder, folders, found, problems)
    for path in files:
        parts = path.relative_to(folder).parts
        fits = parts[0] in _FILES if len(parts) == 1 else len(parts) == 2 and parts[0] in folders
        if not fits or path.suffix != ".yaml":
            _misplaced(folder, path, folders, problems)
        elif not path.is_file() and not path.is_symlink():
            problems.error("Y101", "this is not a file", file_span(shown_name(folder, path)))


def _check_tables(folder: Path, folders: Sequence[str], found: Sequence[Path], problems: Problems) -> None:
    """Warn of tables and texts among what is read, since nothing reads them; pictures may well lie there."""
    for path in found:
        parts = path.relative_to(folder).parts
        if path.suffix.lower() not in _OTHER_DATA or parts[0] not in folders or not path.is_file():
            continue
        hint = f"write it as {parts[0]}/NAME.yaml"
        if parts[0] == "cards":
            hint = f"put it in with `rulewright import SPEC KIND --csv {path.with_suffix('.csv').name}`"
        message = f"'{'/'.join(parts)}' is read by nothing"
        problems.warning("P605", message, file_span(shown_name(folder, path)), hint=hint)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _misplaced(folder: Path, path: Path, folders: Sequence[str], problems: Problems) -> None:
    parts = path.relative_to(folder).parts
    hint = problems.suggest(parts[0], _FILES if len(parts) == 1 else folders)
    if path.suffix != ".yaml":
        hint = hint or f"call it {path.stem}.yaml"
    elif parts[0] in _OF_OVERLAYS and parts[0] not in folders:
        hint = "a game of its own is not patched: write what it says, or make an overlay"
    problems.error(
        "P605",
        f"'{'/'.join(parts)}' is read by nothing",
        file_span(shown_name(folder, path)),
        expected=f"pack.yaml, rulebook.yaml, or NAME.yaml in {', '.join(folders[:-1])} or {folders[-1]}",
        hint=hint,
    )


def file_span(name: str) -> Span:
    """A place for problems of a whole file or of an argument."""
    return Span(SourceFile.of(name, ""), 0, 0)
