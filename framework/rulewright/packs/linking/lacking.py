"""What entries do not say: told at each of them, or at the declaration if that is what most of them lack."""

from __future__ import annotations

from collections.abc import Mapping as Lookup

from rulewright.model.game import FieldDecl, FormulaDecl, Kind
from rulewright.source.counted import counted
from rulewright.source.diagnostics import MOST_PLACES, Problems
from rulewright.source.records import record
from rulewright.source.text import Span

MOST_NAMED = 3


@record(frozen=True, slots=True)
class Lacking:
    """What an entry does not say: fields, formulas and parts, `PART.FIELD` on a part."""

    entry: str
    span: Span
    names: list[str]


def tell_lacking(
    kind: Kind, kinds: Lookup[str, Kind], found: list[Lacking], of: int, problems: Problems
) -> None:
    """Complain about what entries of a kind lack.

    Args:
        found: those that lack something.
        of: how many entries there are.
    """
    by_declaration: dict[Span, tuple[FieldDecl | FormulaDecl, dict[str, Lacking]]] = {}
    for each in found:
        for name in each.names:
            declared = _declared(name, kind, kinds)
            if declared is not None:
                by_declaration.setdefault(declared.span, (declared, {}))[1][each.entry] = each
    told = set()
    for declared, lacking in by_declaration.values():
        if len(lacking) > 1 and 2 * len(lacking) > of:
            told.add(declared.span)
            _tell_once(declared, kind, list(lacking.values()), of, problems)
    for each in found:
        left = [
            name
            for name in each.names
            if (declared := _declared(name, kind, kinds)) is None or declared.span not in told
        ]
        if left:
            _tell_of(each, left, kind, problems)


def _declared(name: str, kind: Kind, kinds: Lookup[str, Kind]) -> FieldDecl | FormulaDecl | None:
    part, _, field = name.rpartition(".")
    if not part:
        return kind.fields.get(name) or kind.formulas.get(name)
    of = next(each.kind for each in kind.parts if each.name == part)
    return kinds[of].fields.get(field)


def _tell_once(
    declared: FieldDecl | FormulaDecl, kind: Kind, lacking: list[Lacking], of: int, problems: Problems
) -> None:
    named = ", ".join(f"'{each.entry}'" for each in lacking[:MOST_NAMED])
    more = ", …" if len(lacking) > MOST_NAMED else ""
    whose = (
        f"all {counted(of, 'entry', 'entries')}"
        if len(lacking) == of
        else f"{len(lacking)} of {counted(of, 'entry', 'entries')}"
    )
    entries = f"{whose} of '{kind.name}'"
    message = f"{entries} do not say '{declared.name}': {named}{more}"
    if isinstance(declared, FieldDecl):
        hint = f"write `{declared.name}: optional {declared.type}`, or give it a default"
    else:
        hint = f"give it a default, as in `{declared.name}: {{gives: {declared.gives}, default: …}}`"
    related = tuple((f"'{each.entry}'", each.span) for each in lacking[:MOST_PLACES])
    problems.error("R306", message, declared.span, hint=hint, related=related)


def _tell_of(lacking: Lacking, names: list[str], kind: Kind, problems: Problems) -> None:
    listed = ", ".join(f"'{name}'" for name in names)
    hint = f"write `{names[0]}: …` there, or give it a default at the kind '{kind.name}'"
    if "." in names[0] or names[0] not in (*kind.fields, *kind.formulas):
        hint = f"say {listed} there, or have it from a template by `like`"
    problems.error("R306", f"{kind.name} '{lacking.entry}' does not say {listed}", lacking.span, hint=hint)
