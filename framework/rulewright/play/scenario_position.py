"""What of a position that a scenario gives, or expects, concerns no grid: names of zones and state, read."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Lookup

from rulewright.model.game import FieldDecl, Value, ZoneDecl
from rulewright.packs.linking.flow import repeated_steps
from rulewright.play.scenario_plan import sections
from rulewright.play.scenario_words import Described, Words, items, text
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping


@record(frozen=True, slots=True)
class InZone:
    """What is written about a zone, which is shared (seat -1) or of a seat."""

    zone: ZoneDecl
    seat: int
    branch: Branch


@record(frozen=True, slots=True, eq=False)
class Put:
    """A component that is named for a zone."""

    where: InZone
    what: Described
    span: Span


def zones_of(words: Words, given: Mapping | None) -> Iterator[InZone]:
    """Each zone that a position gives."""
    for seat, section in sections(given):
        inner = section.items.get("zones")
        if not isinstance(inner, Mapping):
            continue
        for name, branch in inner.items.items():
            zone = words.zone(name, inner.key_spans[name], per_seat=seat >= 0)
            if zone is None:
                continue
            if zone.grid is not None:
                hint = "say what lies where: '0,0': …"
                words.problems.error("I808", f"{name} is a grid", inner.key_spans[name], hint=hint)
                continue
            yield InZone(zone, seat, branch)


def put(words: Words, where: InZone) -> Iterator[Put]:
    """The components that are named for a zone, top first."""
    named = where.branch.items["only"] if isinstance(where.branch, Mapping) else where.branch
    for item in items(named):
        what = words.component(words.game.kinds[where.zone.kind], item)
        if what is not None:
            yield Put(where, what, item.span)


def rest_zone(words: Words, where: InZone) -> ZoneDecl | None:
    """Where all goes that `only` does not name."""
    assert isinstance(where.branch, Mapping)
    branch = where.branch.items["rest"]
    fitting = {
        decl.name: decl
        for decl in words.game.zones.values()
        if decl.kind == where.zone.kind
        and decl.grid is None
        and decl.name != where.zone.name
        and (where.seat >= 0 or not decl.per_seat)
    }
    if text(branch) not in fitting:
        what = f"zone for {words.game.kinds[where.zone.kind].plural}"
        words.unknown(what, text(branch), branch.span, fitting)
    return fitting.get(text(branch))


def states(
    words: Words, section: Mapping, key: str, decls: Lookup[str, FieldDecl]
) -> Iterator[tuple[FieldDecl, Value]]:
    """The values, as data, of the state that is written under a key; components go by uid."""
    inner = section.items.get(key)
    if not isinstance(inner, Mapping):
        return
    for name, branch in inner.items.items():
        if name not in decls:
            span = inner.key_spans[name]
            if (hint := _derived(words, key, name)) is not None:
                words.problems.error("I803", f"unknown state '{name}'", span, hint=hint, unknown=name)
            else:
                words.unknown("state", name, span, decls)
            continue
        read = words.state(decls[name], branch)
        if read is not None:
            yield decls[name], read[0]


def _derived(words: Words, key: str, name: str) -> str | None:
    """What to write for a name that is no state as it is worked out from state; None if it is not."""
    game = words.game
    for section, derived, spelt in (
        ("state", game.seat_derived, f"my {name}"),
        ("game", game.game_derived, name),
    ):
        if key == section and name in derived:
            return f"'{name}' is derived, so it cannot be given; expect it with `holds: ['{spelt} == …']`"
    return None


def counters(words: Words, branch: Branch | None) -> Iterator[tuple[str, Branch]]:
    """The repeated steps that are named, with what is written."""
    if not isinstance(branch, Mapping):
        return
    known = repeated_steps(words.game.flow)
    for name, item in branch.items.items():
        if name not in known:
            words.unknown("repeated step", name, branch.key_spans[name], known)
            continue
        yield name, item
