"""A new entry of a kind, with everything that it can say: types, defaults and allowed values as comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.model.game import FieldDecl, FormulaDecl, Game, Kind
from rulewright.model.types import (
    BoolType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    TextType,
    Type,
)
from rulewright.packs.load import lay
from rulewright.source.tree import Branch, Mapping
from rulewright.source.yaml_text import inline

MOST_LISTED = 6
"""Names in one comment."""
_COMMENT_AT = 34


@dataclass(frozen=True, slots=True)
class _Line:
    """A key with its value, and what there is to know about it; `off` if it may be left out."""

    key: str
    value: str
    note: str
    off: bool = False


def entry_text(spec: str, game: Game, kind: Kind, id_: str) -> str:
    """A card file with one entry. It has no copies yet, so that nothing that is counted changes."""
    said = list(_lines(game, kind, _templates(spec, kind.name)))
    if all(line.off for line in said) and not kind.parts:
        said.append(_Line("provenance", "printed", "an entry says something, if only this"))
    lines = [
        f"# A new {kind.name}. A line with # before its key can be left out; take the # away to say it.",
        f"{kind.name}:",
        f"  {id_}:",
        *(_written(line, 4) for line in said),
    ]
    for part in kind.parts:
        lines.append(f"    {part.name}:".ljust(_COMMENT_AT) + f"  # a {part.kind} of it")
        lines += [_written(line, 6) for line in _printed(game, game.kinds[part.kind])]
    return "\n".join([*lines, *_abilities(game)]) + "\n"


def _lines(game: Game, kind: Kind, templates: list[str]) -> Iterator[_Line]:
    if templates:
        note = f"a template, which gives what is left out: {_listed(templates)}"
        yield _Line("like", templates[0], note, True)
    yield from _printed(game, kind)
    for formula in kind.formulas.values():
        yield _formula(game, formula)
    if kind.starts_in is not None:
        yield _Line("copies", "0", "how many there are of it; 1 without this line")
    yield _Line("provenance", "reconstructed", "if the rulebook does not print it; or by key: {…}", True)


def _printed(game: Game, kind: Kind) -> Iterator[_Line]:
    """What is printed on a thing of this kind."""
    if kind.bears is not None:
        yield _Line("bears", value_of(game, EntryType(kind.bears)), _names(game, EntryType(kind.bears)))
    for field in kind.fields.values():
        yield _field(game, kind, field)


def _field(game: Game, kind: Kind, field: FieldDecl) -> _Line:
    shape = field.name == kind.shape_field
    value = "[[0, 0]]" if shape else value_of(game, field.type)
    note = "the cells that it covers: [row, column] each" if shape else _names(game, field.type)
    if field.optional:
        return _Line(field.name, value, f"optional {note}", True)
    if field.has_start:
        default = _shown(field.start)
        return _Line(field.name, default, f"{note}; {default} without this line", True)
    return _Line(field.name, value, note)


def _formula(game: Game, formula: FormulaDecl) -> _Line:
    note = f"worked out: {_names(game, formula.gives)}"
    if formula.params:
        note += f"; it may use {', '.join(formula.params)}"
    if formula.default is None:
        return _Line(formula.name, value_of(game, formula.gives), note)
    default = inline(" ".join(formula.default.text.split()), in_flow=False) or ""
    return _Line(formula.name, default, f"{note}; this without the line", True)


def value_of(game: Game, type_: Type) -> str:
    """A first value of a type, as it is written in a file."""
    match type_:
        case IntType(low, high):
            return str(0 if low is None or high is None or low <= 0 <= high else low)
        case BoolType():
            return "false"
        case TextType():
            return "what it says"
        case EnumType(name):
            return game.enums[name][0]
        case EntryType(kind):
            return next(iter(game.entries[kind]), kind)
        case ListType():
            return "[]"
        case PairType(first, second):
            return f"[{value_of(game, first)}, {value_of(game, second)}]"
    return "0"


def _names(game: Game, type_: Type) -> str:
    """A type, and which words it allows."""
    match type_:
        case EnumType(name):
            return f"{name}: {_listed(list(game.enums[name]))}"
        case EntryType(kind):
            return f"a {kind}: {_listed(list(game.entries[kind]))}"
        case BoolType():
            return "true or false"
        case ListType(item):
            return f"list of {_names(game, item)}"
    return str(type_)


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_shown(item) for item in value)}]"
    return inline(str(value), in_flow=False, is_text=isinstance(value, str)) or str(value)


def _written(line: _Line, indent: int) -> str:
    key = f"{' ' * indent}{'# ' if line.off else ''}{line.key}: {line.value}".rstrip()
    return f"{key.ljust(_COMMENT_AT)}  # {line.note}"


def _abilities(game: Game) -> Iterator[str]:
    """The three sorts of abilities, with names of this game."""
    verb = next(iter(game.verbs), None)
    window = next(iter(game.windows), None)
    value = next(iter(game.values), None)
    yield "    # abilities:                    # what it does; each under an id of its own"
    if verb is not None:
        yield f"    #   when_something_happens: {{after: {verb}(…), do: …}}       # also before, instead_of"
    if window is not None:
        yield f"    #   to_be_used: {{window: {window}, target: …, do: …}}"
    if value is not None:
        yield f"    #   as_long_as_it_is_there: {{modify: {value}, when: …, set_to: …}}"


def _templates(spec: str, kind: str) -> list[str]:
    found: list[str] = []
    for tree in lay(spec).found.cards:
        branch: Branch | None = tree
        for key in ("templates", kind):
            branch = branch.items.get(key) if isinstance(branch, Mapping) else None
        found += branch.items if isinstance(branch, Mapping) else []
    return found
