"""Mutants: a game with one small thing wrong. A rule is tested if some scenario notices.

Effect statements are removed, tests turned round, numbers that effects read shifted by one, symbols
exchanged, settings given another default. The values of card tables are not touched here: declared
invariants guard them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.visit import walk
from rulewright.model.game import Entry, FieldDecl, Game, Setting, TableDecl, Value
from rulewright.model.types import BoolType, EntryType, EnumType, IntType, Type
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span

_OPPOSITE = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
}
_BESIDE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_MOST_WORDS = 60
_LEFT_OUT = frozenset(
    {"game", "outlook", "invariants", "invariant_static", "uses_me", "uses", "extras", "policies", "measures"}
)


@record(frozen=True, slots=True)
class Mutant:
    """`id` names it stably: what it belongs to, what was done, to which words.

    `change` makes the mistake in the rules whose mutant it is, also where entries without text have come to
    them since. `targets` are the nodes changed, by identity; none for a setting or a table. With `guards`
    there is a `has` or a result in them: what is absent may be read then, which `check` would refuse.
    """

    id: str
    place: Span
    change: Callable[[t.Rules], t.Rules]
    targets: frozenset[int] = frozenset()
    guards: bool = False


def mutants(rules: t.Rules, owners: Container[str] | None = None) -> Iterator[Mutant]:
    """Every mutant of a game, in the order of its declarations; only those of `owners` if they are given.

    A text that several entries have from one template is changed in all of them, as an author would.
    """
    seen: dict[str, int] = {}
    for owner, text, trees in _shared(rules):
        if owners is not None and owner not in owners:
            continue
        for alike in zip(*(_changes(tree) for tree in trees), strict=True):
            target, _, what = alike[0]
            words = _short(" ".join(text.text[target.start : target.end].split()))
            id_ = f"{owner}: {what} `{words}`"
            seen[id_] = seen.get(id_, 0) + 1
            if seen[id_] > 1:
                id_ = f"{id_} ({seen[id_]})"
            changes = {id(node): change for node, change, _ in alike}
            place = text.at(target.start, target.end)
            change = partial(_changed, trees=trees, changes=changes)
            guards = any(isinstance(node, t.Has | t.SetResult) for node in walk(target))
            yield Mutant(id_, place, change, frozenset(changes), guards)
    yield from _settings(rules)
    yield from _tables(rules)


def _short(words: str) -> str:
    return words if len(words) <= _MOST_WORDS else f"{words[: _MOST_WORDS - 1]}…"


def _shared(rules: t.Rules) -> list[tuple[str, EffectText, list[Any]]]:
    """Each effect text once, with every tree that was read from it."""
    found: dict[tuple[str, int], tuple[str, EffectText, list[Any]]] = {}
    for owner, text, tree in _texts(rules):
        key = (text.span.file.name, text.span.start)
        found.setdefault(key, (owner, text, []))[2].append(tree)
    return list(found.values())


# --- what may be changed -----------------------------------------------------------------------


def _texts(rules: t.Rules) -> Iterator[tuple[str, EffectText, Any]]:
    """(owner, text, tree) of every effect text that a match runs."""
    read = _read(rules)
    for spec in fields(rules):
        if spec.name == "values":
            values = {name: value for name, value in rules.values.items() if name in read}
            yield from _texts_in("values", values)
        elif spec.name not in _LEFT_OUT:
            yield from _texts_in(spec.name, getattr(rules, spec.name))


def _read(rules: t.Rules) -> set[str]:
    """The values and tables that rules read, in however many steps; not those of policies and invariants."""
    calls: dict[str, set[str]] = {"": set()}
    for spec in fields(rules):
        if spec.name not in {*_LEFT_OUT, "values"} - {"outlook"}:
            for _, _, tree in _texts_in(spec.name, getattr(rules, spec.name)):
                calls[""] |= _called(rules, tree)
    for name, value in rules.values.items():
        calls[name] = {found for _, _, tree in _texts_in(name, value) for found in _called(rules, tree)}
    read, todo = set[str](), [""]
    while todo:
        more = calls.get(todo.pop(), set()) - read
        read |= more
        todo += more
    return read


def _called(rules: t.Rules, tree: Any) -> set[str]:
    found = set()
    for node in walk(tree):
        if isinstance(node, t.ValueCall | t.TableCall):
            found.add(node.name)
        elif isinstance(node, t.BuiltIn) and node.name == "best_sets" and isinstance(node.args[1], t.Const):
            found.add(list(rules.game.tables)[node.args[1].value])
    return found


def _texts_in(owner: str, value: Any) -> Iterator[tuple[str, EffectText, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            name = "/".join(k for k in key if k) if isinstance(key, tuple) else str(key)
            yield from _texts_in(f"{owner}/{name}", item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts_in(owner, item)
    elif isinstance(value, t.Formula | t.Body):
        yield owner, value.text, value
    elif isinstance(value, t.Clause):
        yield from _clause(value)
    elif isinstance(value, t.FlowStep):
        yield from _flow(value)
    elif isinstance(value, t.Line | t.Result | t.Verb | t.Value):
        own = getattr(value, "id", None)
        for spec in fields(value):
            item = getattr(value, spec.name)
            if isinstance(item, t.Formula | t.Body | Mapping):
                yield from _texts_in(f"{owner}/{own}" if own else owner, item)


def _clause(clause: t.Clause) -> Iterator[tuple[str, EffectText, Any]]:
    for part in (clause.when, clause.cost, clause.body, clause.amount):
        if part is not None:
            yield clause.id, part.text, part
    if clause.target is not None and clause.target_text is not None:
        yield clause.id, clause.target_text, clause.target


def _flow(step: t.FlowStep) -> Iterator[tuple[str, EffectText, Any]]:
    for part in (step.if_, step.times, step.until, step.guard, step.turns, step.seats, step.do):
        if part is not None:
            yield f"flow/{step.path}", part.text, part
    for pick, text in zip(step.picks, step.pick_texts, strict=True):
        yield f"flow/{step.path}", text, pick
    for child in step.steps:
        yield from _flow(child)


# --- changes -----------------------------------------------------------------------------------


def _changes(node: Any) -> Iterator[tuple[Any, Any, str]]:
    """(node, what stands there instead, what was done) for a tree; None removes a statement."""
    for inner in _nodes(node):
        match inner:
            case t.Let() | t.Stop():
                pass
            case t.Stmt():
                if not (isinstance(inner, t.VerbCall) and inner.var is not None):
                    yield inner, None, "removed"
                if isinstance(inner, t.Menu) or (isinstance(inner, t.Choose) and inner.pick.mode != "random"):
                    yield inner, replace(inner, may=not inner.may), "may turned round in"
            case t.Compare(op=op):
                yield inner, replace(inner, op=_OPPOSITE[op]), "turned round"
                if op in _BESIDE:
                    yield inner, replace(inner, op=_BESIDE[op]), "bound shifted in"
            case t.Logic(op=op):
                yield inner, replace(inner, op="or" if op == "and" else "and"), "and/or exchanged in"
            case t.Not(of=of):
                yield inner, of, "not removed from"
            case t.Conditional(then=then, other=other):
                yield inner, replace(inner, then=other, other=then), "branches exchanged in"
            case t.Arithmetic(op=op) if op in "+-":
                yield inner, replace(inner, op="-" if op == "+" else "+"), "sign changed in"
            case t.Const(type=IntType(), value=value) if inner.end > inner.start:
                yield inner, replace(inner, value=int(value) + 1), "one more for"
            case t.Const(type=BoolType(), value=value):
                yield inner, replace(inner, value=not value), "turned round"
            case t.Const(type=EnumType()):
                yield inner, replace(inner, value=1 if inner.value == 0 else 0), "another symbol for"


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    if isinstance(node, EffectText) or not is_dataclass(node):
        return
    left_out: tuple[str, ...] = ()
    if isinstance(node, t.Pick) and node.mode == "one":
        left_out = ("least", "most")  # its count is never read
    elif isinstance(node, t.Pick) and node.least is not None and node.most is not None:
        left_out = ("least",) if node.least.start == node.most.start else ()  # one number was written
    for spec in fields(node):
        if spec.name in left_out:
            continue
        child = getattr(node, spec.name)
        for item in child if isinstance(child, tuple) else (child,):
            if is_dataclass(item) and not isinstance(item, type | EffectText | Span):
                yield from _nodes(item)


def _changed(rules: t.Rules, trees: Sequence[Any], changes: Mapping[int, Any]) -> t.Rules:
    """The rules with some nodes of some trees changed; other texts are not gone through."""
    texts = {id(tree): _rewrite(tree, changes) for tree in trees}
    changed: t.Rules = _rewrite(rules, texts, (t.Formula, t.Body, t.Pick))
    return changed


def _rewrite(value: Any, changes: Mapping[int, Any], kept: tuple[type, ...] = ()) -> Any:
    """The same tree with some nodes (by identity) replaced, or removed for None; the rest is shared, and
    what is of a `kept` type not gone through."""
    if id(value) in changes:
        return changes[id(value)]
    if kept and isinstance(value, kept):
        return value
    if isinstance(value, tuple):
        items = [_rewrite(item, changes, kept) for item in value]
        if all(a is b for a, b in zip(items, value, strict=True)):
            return value
        return tuple(item for item, old in zip(items, value, strict=True) if item is not None or old is None)
    if isinstance(value, Mapping):
        changed = {key: _rewrite(item, changes, kept) for key, item in value.items()}
        return value if all(changed[key] is value[key] for key in value) else changed
    if not is_dataclass(value) or isinstance(value, type | EffectText | Span):
        return value
    new = {}
    for spec in fields(value):
        if not (isinstance(value, t.Rules) and spec.name in _LEFT_OUT):
            old = getattr(value, spec.name)
            found = _rewrite(old, changes, kept)
            if found is not old:
                new[spec.name] = found
    return replace(value, **new) if new else value


# --- settings and tables -----------------------------------------------------------------------


def _settings(rules: t.Rules) -> Iterator[Mutant]:
    for setting in rules.game.settings.values():
        others = [(f"{v}", replace(setting, default=v)) for v in _other_values(setting, setting.default)]
        for symbol, given in setting.cases.items():
            for value in _other_values(setting, given):
                cases = {**setting.cases, symbol: value}
                others.append((f"{value} for {symbol}", replace(setting, cases=cases)))
        for words, other in others:
            change = partial(_setting, setting=other)
            yield Mutant(f"settings/{setting.name}: default {words}", setting.span, change)


def _setting(rules: t.Rules, setting: Setting) -> t.Rules:
    settings = {**rules.game.settings, setting.name: setting}
    return replace(rules, game=replace(rules.game, settings=settings))


def _other_values(setting: Setting, given: Value) -> list[Value]:
    if setting.symbols:
        return [symbol for symbol in setting.symbols if symbol != given]
    if isinstance(given, bool):
        return [not given]
    return [*_beside(setting.type, given)] if isinstance(given, int) else []


def _beside(type_: Type, number: int) -> list[int]:
    """The next number, or where there is none that may stand there the one before."""
    low, high = (type_.low, type_.high) if isinstance(type_, IntType) else (None, None)
    if high is None or number < high:
        return [number + 1]
    return [number - 1] if low is not None and low < number else []


def _tables(rules: t.Rules) -> Iterator[Mutant]:
    read = _read(rules)
    for table in rules.game.tables.values():
        if table.name not in read:
            continue
        for key, value in table.rows.items():
            if isinstance(value, int) and not isinstance(value, bool):
                for number in _beside(table.gives, value):
                    done = "one more" if number > value else "one less"
                    yield _table_mutant(table, f"{done} at {key}", {**table.rows, key: number})
            if table.steps and isinstance(key, int) and key:
                rows = {(k + 1 if k == key else k): v for k, v in table.rows.items()}
                yield _table_mutant(table, f"step {key} shifted", rows)


def _table_mutant(table: TableDecl, what: str, rows: Mapping[Any, Value]) -> Mutant:
    change = partial(_table, table=replace(table, rows=rows))
    return Mutant(f"tables/{table.name}: {what}", table.span, change)


def _table(rules: t.Rules, table: TableDecl) -> t.Rules:
    tables = {**rules.game.tables, table.name: table}
    return replace(rules, game=replace(rules.game, tables=tables))


# --- values of cards ---------------------------------------------------------------------------


def card_mutants(rules: t.Rules) -> Iterator[Mutant]:
    """Every printed number, symbol, reference and count of copies changed, one at a time.

    These are not for scenarios: declared invariants should notice them.
    """
    for kind in rules.game.kinds.values():
        for entry in rules.game.entries[kind.name].values():
            for name, value in _other_cards(rules.game, kind.fields, entry.values):
                changed = replace(entry, values={**entry.values, name: value})
                yield _card_mutant(changed, f"{name} {value}")
            if kind.starts_in is not None:
                yield _card_mutant(replace(entry, copies=entry.copies + 1), f"copies {entry.copies + 1}")
            for part, printed in entry.parts.items():
                fields_ = rules.game.kinds[next(p.kind for p in kind.parts if p.name == part)].fields
                for name, value in _other_cards(rules.game, fields_, printed.values):
                    own = replace(printed, values={**printed.values, name: value})
                    changed = replace(entry, parts={**entry.parts, part: own})
                    yield _card_mutant(changed, f"{part}.{name} {value}")


def _other_cards(
    game: Game, decls: Mapping[str, FieldDecl], values: Mapping[str, Value]
) -> Iterator[tuple[str, Value]]:
    """(field, another value) for each field of a card that effects can read."""
    for name, decl in decls.items():
        value = values.get(name)
        match decl.type:
            case IntType(high=high) if isinstance(value, int):
                yield name, value - 1 if high is not None and value >= high else value + 1
            case IntType(low=low) if value is None:
                yield name, low or 1
            case BoolType():
                yield name, not value
            case EnumType(enum):
                yield name, _next(game.enums[enum], value)
            case EntryType(kind) if value is not None:
                yield name, _next(tuple(game.entries[kind]), value)


def _next(names: tuple[str, ...], value: Value) -> str:
    return names[(names.index(value) + 1) % len(names)] if isinstance(value, str) else names[0]


def _card_mutant(entry: Entry, what: str) -> Mutant:
    return Mutant(f"{entry.kind}/{entry.id}: {what}", entry.span, partial(_card, entry=entry))


def _card(rules: t.Rules, entry: Entry) -> t.Rules:
    entries = {**rules.game.entries[entry.kind], entry.id: entry}
    game = replace(rules.game, entries={**rules.game.entries, entry.kind: entries})
    return replace(rules, game=game)
