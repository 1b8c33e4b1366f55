"""Choices to Python: options are read and one is asked for; abilities may be used before."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed as t
from rulewright.dsl.generate.procedure import EMITTERS, After, Emit, Procedure
from rulewright.dsl.generate.sites import HeardType
from rulewright.dsl.generate.statements import body_with, for_rounds
from rulewright.model.types import BOOL, INT, ListType, PlacementType, Type

_FOLD = {"(not False)": "True", "(not True)": "False"}


def prompt_args(p: Procedure, prompt: t.Prompt | None) -> str:
    if prompt is None or not prompt.args:
        return "()"
    args = [p.kept_value(a) for a in prompt.args]
    return f"({', '.join(args)}{',' if len(args) == 1 else ''})"


def _seat(p: Procedure, seat: t.Expr | None) -> str:
    return p.env.get("me", "me") if seat is None else p.value(seat)


def _decline(p: Procedure, may: bool, prompt: t.Prompt | None) -> str:
    """Python for whether a choice may be declined: True, False or a test."""
    if not may:
        return "False"
    text = f"(not {_must(p, prompt)})"
    return _FOLD.get(text, text)


def _must(p: Procedure, prompt: t.Prompt | None) -> str:
    """Python for whether a choice cannot be declined."""
    must = p.writer.rules.musts.get(prompt.name) if prompt is not None else None
    if must is None or prompt is None:
        return "False"
    values = p.writer.values
    return f"must_{prompt.name}(m)" if values.apart(must) else values.tight(must.value, {})


def _choose(p: Procedure, node: t.Choose) -> None:
    handler = {"stepwise": _stepwise, "random": _random}.get(node.pick.mode, _single)
    handler(p, node)


def options_of(p: Procedure, pick: t.Pick, without: str | None = None, may: bool = False) -> str:
    """Python for the list of options of a pick."""
    text = p.writer.values.comprehension(pick.set, p.env)
    if without is not None:
        v = p.writer.values.fresh("c")
        text = f"[{v} for {v} in {text} if {v} not in {without}]"
    key = p.writer.alike(pick.item)
    if isinstance(pick.item, PlacementType) and key is not None:
        text = f"unlike_placements(s, {text}, {key.replace('_placement', '')})"
    elif key is not None:
        text = f"unlike(s, {text}, {key})"
    if pick.mode in ("each", "together"):
        least = "0" if pick.least is None else p.value(pick.least)
        most = "None" if pick.most is None else p.value(pick.most)
        plain = p.writer.values.comprehension(pick.set, p.env)
        more = f", {may}, {_must(p, pick.prompt)}" if may or _must(p, pick.prompt) != "False" else ""
        text = f"subsets(m, s, {plain}, {least}, {most}, {key}{more})"
        if pick.having is not None:
            text = f"[{pick.var} for {pick.var} in {text} if {p.value(pick.having)}]"
    return text


def _single(p: Procedure, node: t.Choose) -> None:
    """One decision, then the body."""
    pick = node.pick
    number = p.number(node, "options")
    o, i, x = f"o{number}", f"i{number}", f"x{number}"
    decline = _decline(p, node.may, pick.prompt)
    many = pick.mode in ("each", "together")

    fallback = f"d{number}" if node.other else None
    test = "" if fallback else decline

    def answered() -> None:
        _answer(p, o, i, test, lambda: _picked(p, node, f"{o}[{i}]"), node.other, many)

    def options() -> str:
        return options_of(p, pick, may=node.may)

    names = (o, i, x)
    _ask(
        p,
        node,
        _seat(p, pick.seat),
        options,
        pick.item,
        many,
        pick.prompt,
        decline,
        names,
        answered,
        fallback=fallback,
    )


def _ask(
    p: Procedure,
    node: t.Stmt,
    seat: str,
    options: Callable[[], str],
    item: Type | None,
    many: bool,
    prompt: t.Prompt | None,
    decline: str,
    names: tuple[str, str, str],
    answered: Emit,
    branches: tuple[str, ...] = (),
    fallback: str | None = None,
    first: str | None = None,
    seen: str | None = None,
) -> None:
    """Read the options, ask, and go on with the answer in `i` (-1: there was nothing to ask).

    `fallback` is a name for whether it may be declined, where a choice without options still has an
    `else` to go on with: while a window is open it is asked all the same, unless something has been
    picked before (`seen`).
    """
    o, i, x = names
    p.types[x] = HeardType()
    p.types[o] = ListType(INT if item is None else ListType(item) if many else item)
    if fallback is not None:
        p.types[fallback] = BOOL
    kind = "menu" if branches else "choose"
    _, described = p.site(node, "ask", kind, item, many, prompt, branches)
    args = prompt_args(p, prompt)
    window = p.writer.has_windows
    live = [o, x] if window else [o]
    may = decline
    if window and fallback is not None:
        decline = fallback
        live += [fallback] if fallback not in p.scope else []

    def resumed() -> None:
        p.line(f"{i} = m.answer")
        if window:
            loop("answered")
        answered()

    def used() -> None:
        loop("fresh")
        answered()

    def ask() -> None:
        name = p.stop(node, "ask", live, resumed)
        p.line(f"{i} = m.ask({described}, {seat}, {o}, {x if window else '()'}, {decline}, {args})")
        p.line(f"if {i} < 0:")
        p.indent += 1
        p.push(name, [f"tuple({o})", *live[1:]])
        p.indent -= 1

    def loop(entry: str) -> None:
        if entry == "fresh":
            p.line(f"{i} = None")
        p.line("while True:")
        p.indent += 1
        p.line(f"if {i} is None:")
        p.indent += 1
        p.line(f"{o} = {options()}")
        if first is not None:
            p.line(first)  # read anew after an ability, as the options are
        offered = (
            f"tuple(WINDOWS[s.window](m, {seat}, {p.writer.prompt_index(prompt)}, {args}))"
            " if s.window >= 0 else ()"
        )
        if decline == fallback:
            p.line(f"{x} = {offered}")
            p.line(f"{fallback} = {f'not {o}' if may == 'False' else f'{may} or not {o}'}")
        shut = "s.window < 0" if seen is None else f"(s.window < 0 or {seen})"
        p.line(f"if not {o}:" if decline != fallback else f"if not {o} and {shut}:")
        p.line(f"    {i} = -1")
        p.line("    break")
        if decline != fallback:
            p.line(f"{x} = {offered}")
        ask()
        p.indent -= 1
        count = f"len({o})" if decline == "False" else f"len({o}) + {decline}"
        p.line(f"if {i} < {count}: break")
        p.line(f"{x} = {x}[{i} - ({count})]")
        use = p.stop(node, "use", [], used)
        p.line(f"if USE[{x}[0]](m, {x}[1]):")
        p.indent += 1
        p.push(use, [])
        p.indent -= 1
        p.line(f"{i} = None")
        p.indent -= 1

    if window:
        loop("fresh")
        answered()
        return
    p.line(f"{o} = {options()}")
    if first is not None:
        p.line(first)
    p.line(f"{i} = -1")
    p.line(f"if {o}:")
    p.indent += 1
    ask()
    p.indent -= 1
    answered()


def _answer(
    p: Procedure, o: str, i: str, decline: str, picked: Emit, other: tuple[t.Stmt, ...], many: bool = False
) -> None:
    test = f"{i} >= 0" if decline == "False" else f"-1 < {i} < len({o})"
    if many:
        test += f" and {o}[{i}]"
    p.line(f"if {test}:")
    p.indent += 1
    picked()
    p.indent -= 1
    if other:
        p.line("else:")
        p.inner(other)


def _picked(p: Procedure, node: t.Choose, picked: str) -> None:
    """The body, with what was picked bound."""
    if node.pick.mode == "each":
        _for_each(p, node, picked)
        return
    kept = list(p.scope)
    pick = node.pick
    p.types[pick.var] = ListType(pick.item) if pick.mode == "together" else pick.item
    p.line(f"{node.pick.var} = {picked}")
    p.scope.append(node.pick.var)
    p.block(node.body)
    p.scope = list(kept)


def _for_each(p: Procedure, node: t.Choose, picked: str) -> None:
    """The body once for each of several things picked together."""
    number = p.number(node, "loop")
    items, index = f"items{number}", f"n{number}"
    p.types[items], p.types[node.pick.var] = ListType(node.pick.item), node.pick.item
    loop = p.writer.loop_of(node)
    p.line(f"{items} = tuple({picked})")
    p.line(f"{index} = 0")
    for_rounds(p, loop, items, index)


def _stepwise(p: Procedure, node: t.Choose) -> None:
    """One at a time: options are read again after each body, earlier picks left out."""
    number = p.number(node, "options")
    pick = node.pick
    names = (f"seen{number}", f"most{number}", f"least{number}")
    p.line(f"{names[0]} = ()")
    p.line(f"{names[1]} = {'None' if pick.most is None else p.count(pick.most)}")
    p.line(f"{names[2]} = {'0' if pick.least is None else p.count(pick.least)}")
    _step_rounds(p, node, number, list(p.scope), names)


def _step_rounds(
    p: Procedure, node: t.Choose, number: int, kept: list[str], names: tuple[str, str, str]
) -> None:
    """The rounds of `one at a time`; a pick that is not made sets the most to 0, which ends them."""
    pick = node.pick
    seen, most, least = names
    o, i, x, d = f"o{number}", f"i{number}", f"x{number}", f"d{number}"
    may = f"(not {seen} or len({seen}) >= {least})" if node.may else f"len({seen}) >= {least}"
    must = _decline(p, True, pick.prompt)
    p.scope = [*kept, *names]
    p.types[seen], p.types[pick.var] = ListType(pick.item), pick.item
    p.types[most] = p.types[least] = INT
    p.types[d] = BOOL
    p.line(
        f"while {most} is None or len({seen}) < {most}:"
        if pick.most is None
        else f"while len({seen}) < {most}:"
    )
    p.indent += 1
    first = (
        f"{d} = {may}" if must == "True" else f"{d} = {must} and {may}" if must != "False" else f"{d} = False"
    )
    p.scope.append(d)

    def answered() -> None:
        p.line(f"if -1 < {i} < len({o}):")
        p.indent += 1
        p.line(f"{pick.var} = {o}[{i}]")
        p.line(f"{seen} += ({pick.var},)")
        p.indent -= 1
        body_with(p, pick.var, node.body)
        p.line("else:")
        p.line(f"    {most} = 0")

    p.after.append(After(lambda: _step_rounds(p, node, number, kept, names), False, kept))

    def options() -> str:
        return options_of(p, pick, seen)

    _ask(
        p,
        node,
        _seat(p, pick.seat),
        options,
        pick.item,
        False,
        pick.prompt,
        d,
        (o, i, x),
        answered,
        fallback=d if node.other else None,
        first=first,
        seen=seen,
    )
    p.after.pop()
    p.indent -= 1
    if node.other:
        p.line(f"if not {seen}:")
        p.inner(node.other)
    p.scope = list(kept)


def _random(p: Procedure, node: t.Choose) -> None:
    """Chance picks; then the body for each."""
    pick = node.pick
    o = f"o{p.number(node, 'options')}"
    many = "None" if pick.most is None else p.value(pick.most)

    def resumed() -> None:
        p.line(f"{o} = m.picked({str(pick.item)!r}, m.answer)")
        _for_each(p, node, o)

    owner = p.writer.draw_owners[id(pick)]
    name = p.stop(node, "draw", [], resumed)
    p.line(f"{o} = {p.writer.values.comprehension(pick.set, p.env)}")
    p.line(f"{o} = m.pick({owner!r}, {str(pick.item)!r}, {o}, {many}) if {o} else ()")
    p.line(f"if {o} is None:")
    p.indent += 1
    p.push(name, [])
    p.indent -= 1
    _for_each(p, node, o)


def _menu(p: Procedure, node: t.Menu) -> None:
    number = p.number(node, "options")
    o, i, x = f"o{number}", f"i{number}", f"x{number}"
    decline = _decline(p, node.may, node.prompt)

    def options() -> str:
        if all(b.test is None for b in node.branches):
            return repr(tuple(range(len(node.branches))))
        parts = [
            f"({k},)" if b.test is None else f"(({k},) if {p.value(b.test)} else ())"
            for k, b in enumerate(node.branches)
        ]
        return " + ".join(parts)

    def picked() -> None:
        p.line(f"{i} = {o}[{i}]")
        for k, branch in enumerate(node.branches):
            p.line(f"{'if' if k == 0 else 'elif'} {i} == {k}:")
            p.inner(branch.body)

    branches = tuple(b.id for b in node.branches)
    _ask(
        p,
        node,
        _seat(p, node.seat),
        options,
        None,
        False,
        node.prompt,
        decline,
        (o, i, x),
        lambda: _answer(p, o, i, decline, picked, ()),
        branches,
    )


EMITTERS.update({t.Choose: _choose, t.Menu: _menu})
