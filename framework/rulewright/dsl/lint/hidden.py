"""Rules of policies that look at what their seat cannot see: a policy knows no more than its seat does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.visit import walk
from rulewright.source.diagnostics import Problems

CODE = "W915"
_OF_THINGS = frozenset({"distinct", "ordered", "top", "first"})
_SEATS = frozenset({"rivals", "clockwise", "snake", "distinct", "ordered", "top"})


def check_hidden(texts: Texts, problems: Problems) -> None:
    """Warn where a policy reads what hidden things are; how many there are, everybody knows."""
    if all(zone.visible == "all" for zone in texts.rules.game.zones.values()):
        return
    for text, nodes in texts.each():
        if not text.key.startswith("policy/"):
            continue
        zone = next(_hidden(nodes, texts.rules), None)
        if zone is not None:
            message = f"the seat does not see what lies in '{zone.name}', so that this is a guess"
            hint = "ask how many things lie there, or what the seat sees"
            calls = (node for node in nodes if isinstance(node, t.ValueCall))
            through = (call for call in calls if any(_in_value(call, texts.rules, set())))
            place = zone if any(node is zone for node in nodes) else next(through)
            problems.warning(CODE, message, text.at(place), hint=hint)


def _hidden(nodes: Iterable[object], rules: t.Rules, seen: set[str] | None = None) -> Iterator[t.Zone]:
    """The zones of which texts read what their hidden things are."""
    found = list(nodes)
    lists = {n.var: n.set for n in found if isinstance(n, t.Filter | t.Map)}
    others = {var for var, of in lists.items() if _of_seats(of)}
    for node in found:
        match node:
            case t.FixedField(of=of) | t.StateField(of=of) | t.EntryOf(of=of) | t.FormulaCall(of=of):
                pass
            case t.Derived(of=t.Expr() as of):
                pass
            case t.ValueCall():
                yield from _in_value(node, rules, set() if seen is None else seen)
                continue
            case _:
                continue
        if isinstance(of, t.Local):
            of = lists.get(of.name, of)
        zone = _zone(of)
        if zone is None or not _is_hidden(zone, others, rules):
            continue
        if isinstance(node, t.StateField) or _some_only(of) or _dealt_out(zone, rules) > 1:
            yield zone


def _in_value(call: t.ValueCall, rules: t.Rules, seen: set[str]) -> Iterator[t.Zone]:
    if call.name not in seen:
        seen.add(call.name)
        formula = rules.values[call.name].is_
        nodes = (node for root in (*formula.lets, formula.value) for node in walk(root))
        yield from _hidden(nodes, rules, seen)


def _zone(of: t.Expr) -> t.Zone | None:
    """The zone in which things of a list lie."""
    match of:
        case t.Zone():
            return of
        case t.Filter(set=inner):
            return _zone(inner)
        case t.BuiltIn(name=name, args=(inner, *_)) if name in _OF_THINGS:
            return _zone(inner)
    return None


def _some_only(of: t.Expr) -> bool:
    """Whether a list holds some things of a zone by their place in it."""
    match of:
        case t.Filter(set=inner):
            return _some_only(inner)
        case t.BuiltIn(name=name):
            return name in ("top", "first") or _some_only(of.args[0])
    return False


def _dealt_out(zone: t.Zone, rules: t.Rules) -> int:
    """In how many places things of the kind are hidden from a seat; if in one, what lies there is known."""
    most, number = rules.game.players.most, 0
    for decl in rules.game.zones.values():
        if decl.kind == rules.game.zones[zone.name].kind and decl.visible != "all":
            hidden_of_its_own = decl.visible == "none"
            number += (most - (not hidden_of_its_own)) if decl.per_seat else 1
    return number


def _of_seats(of: t.Expr) -> bool:
    """Whether a list is one of seats, so that another one than `me` is in it."""
    match of:
        case t.Members(what="seats"):
            return True
        case t.Filter(set=inner):
            return _of_seats(inner)
        case t.BuiltIn(name="rivals"):
            return True
        case t.BuiltIn(name=name, args=(inner, *_)) if name in _SEATS:
            return name in ("clockwise", "snake") or _of_seats(inner)
    return False


def _is_hidden(zone: t.Zone, others: set[str], rules: t.Rules) -> bool:
    visible = rules.game.zones[zone.name].visible
    of_another = isinstance(zone.seat, t.Local) and zone.seat.name in others
    return visible == "none" or (visible == "owner" and of_another)
