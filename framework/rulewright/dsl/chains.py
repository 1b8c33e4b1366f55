"""Values, derived fields and formulas that need each other: never in circles, nor in long chains."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.calls import circles_and_lengths
from rulewright.dsl.known import Uses
from rulewright.dsl.visit import walk
from rulewright.model.game import Game
from rulewright.source.diagnostics import MOST_PLACES, Problems
from rulewright.source.text import Span

MOST_IN_A_CHAIN = 32
"""Values that need each other, one the next: each may be put in place of its name in the others."""
_SORTS = ("value", "derived", "formula", "requires")


def check_chains(game: Game, uses: Uses, clauses: Sequence[t.Clause], problems: Problems) -> None:
    """Tell of circles and of chains that are too long; `clauses` are all abilities of the game."""
    calls = {
        key: [callee for callee in callees if callee.split("/")[0] in _SORTS]
        for key, callees in uses.calls.items()
        if key.split("/")[0] in _SORTS
    }
    circles, lengths = circles_and_lengths(calls)
    for key, *others in sorted(circles):
        by_way = tuple((f"by way of '{_name(other)}'", _place(game, other)) for other in others[:MOST_PLACES])
        place = _entry_place(game, key, others[0] if others else key) or _place(game, key)
        problems.error("T512", f"'{_name(key)}' needs itself", place, related=by_way)
    for key in sorted(key for key, length in lengths.items() if length == MOST_IN_A_CHAIN + 1):
        message = f"'{_name(key)}' needs a chain of {MOST_IN_A_CHAIN} others"
        expected = f"at most {MOST_IN_A_CHAIN} that need one another"
        problems.error("T519", message, _place(game, key), expected=expected)
    told = {key for circle in circles for key in circle}
    modifiers = [clause for clause in clauses if clause.ability.sort == "modify"]
    if any(uses.calls.get(clause.id) for clause in modifiers):
        _check_modifiers(game, uses, calls, modifiers, told, problems)


def _check_modifiers(
    game: Game,
    uses: Uses,
    calls: dict[str, list[str]],
    modifiers: Sequence[t.Clause],
    told: set[str],
    problems: Problems,
) -> None:
    """Tell of circles that are closed by a modifier: it needs what it changes."""
    needs: dict[str, set[str]] = {}
    for clause in modifiers:
        found = (callee for callee in uses.calls.get(clause.id, ()) if callee.split("/")[0] in _SORTS)
        needs.setdefault(_subject(clause), set()).update(found)
    changed = _reached(needs, calls)
    for circle in sorted(circles_and_lengths(changed)[0]):
        if not told.isdisjoint(circle):
            continue
        closing = ((_subject(clause), place) for clause in modifiers for place in _needing(clause, circle))
        key, place = next(closing, (circle[0], _place(game, circle[0])))
        others = [other for other in circle if other != key]
        by_way = tuple((f"by way of '{_name(other)}'", _place(game, other)) for other in others[:MOST_PLACES])
        expected = "what does not need its own result" if len(circle) == 1 else None
        hint = expected and "what it is by itself is `so_far`, under `change_to`"
        message = f"'{_name(key)}' needs itself"
        problems.error("T512", message, place, expected=expected, hint=hint, related=by_way)


def _reached(
    needs: Mapping[str, Collection[str]], calls: Mapping[str, Collection[str]]
) -> dict[str, set[str]]:
    """Who needs whom, of all that is needed by modifiers: a circle that one of them closes is among it."""
    waiting = list(needs)
    found: dict[str, set[str]] = {}
    while waiting:
        key = waiting.pop()
        if key not in found:
            found[key] = {*calls.get(key, ()), *needs.get(key, ())}
            waiting += found[key]
    return found


def _subject(clause: t.Clause) -> str:
    return f"value/{clause.ability.subject}"


def _needing(clause: t.Clause, circle: Collection[str]) -> Iterator[Span]:
    """Where a modifier of a value in a circle reads another one in it."""
    if _subject(clause) not in circle:
        return
    for formula in (clause.when, clause.amount):
        roots = (*formula.lets, formula.value) if formula is not None else ()
        for node in (node for root in roots for node in walk(root)):
            if formula is not None and _called(node) in circle:
                assert isinstance(node, t.Expr)
                yield formula.text.at(node.start, node.end)


def _called(node: object) -> str:
    match node:
        case t.ValueCall(name=name):
            return f"value/{name}"
        case t.Derived(kind=kind, field=name):
            return f"derived/{kind}/{name}"
        case t.FormulaCall(kind=kind, formula=name):
            return f"formula/{kind}/{name}"
        case t.CanCall(verb=verb):
            return f"requires/{verb}"
    return ""


def _entry_place(game: Game, key: str, needs: str) -> Span | None:
    """Of a formula the text that names what it needs, where that is one of an entry."""
    what, kind, *name = key.split("/")
    if what != "formula":
        return None
    word = re.compile(rf"\b{needs.rpartition('/')[2]}\b")
    texts = [entry.formulas.get(name[0]) for entry in game.entries[kind].values()]
    texts.append(game.kinds[kind].formulas[name[0]].default)
    return next((text.span for text in texts if text is not None and word.search(text.text)), None)


def _name(key: str) -> str:
    return key.split("/", 1)[1]


def _place(game: Game, key: str) -> Span:
    what, _, rest = key.partition("/")
    if what == "value":
        return game.values[rest].is_.span
    if what == "requires":
        return game.verbs[rest].span
    kind, _, name = rest.partition("/")
    if what == "derived":
        owners = {"seat": game.seat_derived, "game": game.game_derived}
        texts = owners.get(kind) or game.kinds[kind].derived
        return texts[name].span
    return game.kinds[kind].formulas[name].span
