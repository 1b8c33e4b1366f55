"""Simple statements, branches and loops to Python; choices and flow have modules of their own."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.procedure import EMITTERS, After, Procedure
from rulewright.model.types import INT, ComponentType, IntType, ListType, Type, ZoneType, bounds


def let(p: Procedure, node: t.Let) -> None:
    p.line(f"{node.var} = {p.kept_value(node.value)}")
    p.types[node.var] = node.value.type
    p.scope.append(node.var)


def _set(p: Procedure, node: t.Set) -> None:
    place, value = p.value(node.place), p.value(node.value)
    if not isinstance(node.place.type, IntType):
        p.line(f"{place} = {value}")
        return
    low, high = bounds(node.place.type)
    if node.op == "=" and isinstance(node.value, t.Const) and low <= node.value.value <= high:
        p.line(f"{place} = {value}")
        return
    p.line(f"new_ = {value}" if node.op == "=" else f"new_ = {place} {node.op[0]} ({value})")
    p.line(f"if not {low} <= new_ <= {high}: m.out_of_range(new_, {low}, {high})")
    p.line(f"{place} = new_")  # only now: what the place depends on may be what is written


def _set_result(p: Procedure, node: t.SetResult) -> None:
    p.line(f"result_ = {p.kept_value(node.value)}")


def _stop_statement(p: Procedure, node: t.Stop) -> None:
    p.finish()


def _verb_call(p: Procedure, node: t.VerbCall) -> None:
    args = ["m", p.env.get("me", "me"), *(p.kept_value(a) for a in node.args)]
    call = f"verb_{node.verb}({', '.join(args)})"
    stops = p.writer.verb_stops(node.verb)
    if node.var is None:
        p.called(node, "call", call, stops)
        return
    var = node.var
    gives = p.writer.rules.verbs[node.verb].gives
    assert gives is not None
    p.types[var] = gives
    p.called(node, "call", call, stops, lambda: _take_result(p, var))
    _take_result(p, var)


def _take_result(p: Procedure, var: str) -> None:
    p.line(f"{var} = m.ret")
    p.scope.append(var)


def _primitive(p: Procedure, node: t.Primitive) -> None:
    call, stops = p.writer.primitive(node, p.env)
    p.called(node, "call", call, stops)


def _call_body(p: Procedure, node: g.CallBody) -> None:
    call = f"{node.function}({', '.join(['m', *node.args])})"
    if p.gives is None:
        p.called(node, "call", call, node.stops)
        return

    def take() -> None:
        p.line("result_ = m.ret")

    p.called(node, "call", call, node.stops, take)
    take()


def _in_text(p: Procedure, node: g.InText) -> None:
    text, p.text = p.text, node.text
    p.block(node.body)
    p.text = text


def _log(p: Procedure, node: g.Log) -> None:
    if p.writer.logging:
        p.line(f"m.log.append(({', '.join(node.what)},))")


def _spend(p: Procedure, node: g.Spend) -> None:
    p.line(f"s.budget_{node.budget}[{node.holder}] += 1")


# --- branches and loops ------------------------------------------------------------------------


def _if(p: Procedure, node: t.If) -> None:
    p.line(f"if {p.value(node.test)}:")
    p.inner(node.then)
    if node.other:
        p.line("else:")
        p.inner(node.other)


def _for(p: Procedure, node: t.For) -> None:
    if not p.writer.stops(node.body):
        p.line(f"for {node.var} in {p.kept_value(node.set)}:")
        _plain_loop(p, node.var, node.body)
        return
    number = p.number(node, "loop")
    items, index = f"items{number}", f"i{number}"
    p.types[items] = node.set.type
    p.types[node.var] = _item(node.set.type)
    p.line(f"{items} = {p.kept_value(node.set)}")
    p.line(f"{index} = 0")
    for_rounds(p, node, items, index)


def _plain_loop(p: Procedure, var: str | None, body: tuple[t.Stmt, ...]) -> None:
    p.indent += 1
    p.spend()
    p.indent -= 1
    body_with(p, var, body)


def body_with(p: Procedure, var: str | None, body: tuple[t.Stmt, ...]) -> None:
    kept = list(p.scope)
    if var is not None:
        p.scope.append(var)
    p.inner(body)
    p.scope = list(kept)


def for_rounds(p: Procedure, node: t.For, items: str, index: str) -> None:
    kept = list(p.scope)
    p.types[index] = INT
    for name in (items, index):
        if name not in p.scope:
            p.scope.append(name)
    p.line(f"while {index} < len({items}):")
    p.indent += 1
    p.line(f"{node.var} = {items}[{index}]")
    p.line(f"{index} += 1")
    p.spend()
    p.indent -= 1
    again = After(lambda: for_rounds(p, node, items, index), False, kept)
    p.after.append(again)
    body_with(p, node.var, node.body)
    p.after.pop()
    p.scope = list(kept)


def _repeat_times(p: Procedure, node: t.RepeatTimes) -> None:
    number = p.number(node, "loop")
    left = f"left{number}"
    p.types[left] = INT
    p.line(f"{left} = {p.count(node.times)}")
    _rounds(p, node, f"{left} > 0", [f"{left} -= 1"], node.body, (left,))


def _repeat_while(p: Procedure, node: t.RepeatWhile) -> None:
    _rounds(p, node, p.value(node.test), [], node.body, ())


def _rounds(
    p: Procedure, node: t.Stmt, test: str, first: list[str], body: tuple[t.Stmt, ...], names: tuple[str, ...]
) -> None:
    kept = list(p.scope)
    p.scope += [n for n in names if n not in p.scope]
    p.node = node
    p.line(f"while {test}:")
    p.indent += 1
    for text in first:
        p.line(text)
    p.spend()
    p.indent -= 1
    again = After(lambda: _rounds(p, node, test, first, body, names), False, kept)
    p.after.append(again)
    body_with(p, None, body)
    p.after.pop()
    p.scope = list(kept)


def _item(type_: Type) -> Type:
    if isinstance(type_, ZoneType):
        return ComponentType(type_.kind)
    assert isinstance(type_, ListType)
    return type_.item


EMITTERS.update(
    {
        t.Let: let,
        t.Set: _set,
        t.SetResult: _set_result,
        t.Stop: _stop_statement,
        t.VerbCall: _verb_call,
        t.Primitive: _primitive,
        t.If: _if,
        t.For: _for,
        t.RepeatTimes: _repeat_times,
        t.RepeatWhile: _repeat_while,
        g.CallBody: _call_body,
        g.Spend: _spend,
        g.InText: _in_text,
        g.Log: _log,
    }
)
