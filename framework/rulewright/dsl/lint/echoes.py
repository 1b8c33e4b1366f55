"""Verbs and abilities that set themselves off again, whatever is the case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.lint.flows import Flows
from rulewright.dsl.lint.hearing import moved_to
from rulewright.dsl.visit import walk
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

_Arg = t.Expr | None  # in the names of the ability that is looked at; None: not known
_THIS = "this"
_HINT = "let an `if`, a `when` or a budget end it"


@dataclass(slots=True)
class _Event:
    """A call that is surely made, and the abilities of other cards that it takes."""

    verb: str
    args: Sequence[_Arg]
    by: tuple[t.Clause, ...] = ()
    heard: t.Clause | None = None  # the first ability that it takes, whoever's that is


class Echoes:
    """Looks for events without end in one game."""

    def __init__(self, flows: Flows, problems: Problems) -> None:
        self.flows = flows
        self.rules = flows.rules
        self.problems = problems
        self.hooks = {
            verb: [clause for clause in clauses if _is_bare(clause)] for verb, clauses in flows.hooks.items()
        }
        self.replaced = {
            verb: {(clause.kind, clause.entry) for clause in clauses if _may_replace(clause)}
            for verb, clauses in flows.hooks.items()
        }

    def check(self) -> None:
        told: set[Span] = set()
        for name, verb in self.rules.verbs.items():
            params: list[_Arg] = [None for _ in verb.do.params]
            again = next((e for e in self._events(_Event(name, params), None) if e.verb == name), None)
            if again is not None:
                message = f"'{name}' always sets itself off again, so that it never ends"
                span = self.rules.game.verbs[name].span
                if again.heard is None:
                    self.problems.warning("W904", message, span, hint=_HINT)
                elif (place := again.heard.ability.span) not in told:
                    told.add(place)
                    related = (("the verb", span),)
                    self.problems.warning("W904", message, place, hint=_HINT, related=related)
        for clause in (clause for clauses in self.hooks.values() for clause in clauses):
            if not _is_sure(clause) and clause.ability.span not in told and (again := self._again(clause)):
                told.add(clause.ability.span)
                self._tell(clause, again)

    def _tell(self, clause: t.Clause, again: _Event) -> None:
        assert clause.event is not None
        others = [other for other in again.by if (other.kind, other.entry) != (clause.kind, clause.entry)]
        message = f"this does '{clause.event.verb}' again, which sets it off again, so that it never ends"
        related = [(f"with this one of '{other.entry}'", other.ability.span) for other in others]
        self.problems.warning("W904", message, clause.ability.span, hint=_HINT, related=tuple(related))

    def _again(self, clause: t.Clause) -> _Event | None:
        """The event that sets an ability off again, if its own text surely leads to one."""
        assert clause.event is not None and clause.body is not None
        for statement in _always_called(clause.body.body):
            start = _Event(statement.verb, statement.args)
            for event in (start, *self._events(start, clause)):
                again = event.verb == clause.event.verb and _fits(clause.event.args, event.args)
                if again and not self._may_be_replaced(event.verb, clause):
                    return event if self._stays(clause, event) else None
        return None

    def _events(self, start: _Event, clause: t.Clause | None) -> Iterator[_Event]:
        """The calls that a call surely leads to.

        Args:
            clause: the ability in whose names arguments are told; abilities of cards are only sure to be
                there as long as one of a card is.
        """
        seen: list[_Event] = []
        todo = [start]
        while todo:
            event = todo.pop()
            if any(event.verb == e.verb and _alike(event.args, e.args) for e in seen):
                continue
            seen.append(event)
            if self._may_be_replaced(event.verb, clause):
                continue
            verb = self.rules.verbs[event.verb]
            found = []
            if verb.requires is None:
                names = dict(zip(verb.do.params, event.args, strict=True))
                found += _calls(verb.do, names, event.by, event.heard)
            for heard in self.hooks.get(event.verb, ()):
                if heard is not clause and (_is_sure(heard) or clause is not None):
                    found += self._heard(heard, event, clause)
            yield from found
            todo += found

    def _may_be_replaced(self, verb: str, clause: t.Clause | None) -> bool:
        """Whether something that is surely there may take the place of an event as often as it comes."""
        owners = self.replaced.get(verb, set())
        return (None, None) in owners or (clause is not None and (clause.kind, clause.entry) in owners)

    def _heard(self, heard: t.Clause, event: _Event, clause: t.Clause | None) -> list[_Event]:
        """The calls of an ability that surely hears an event, if its card is there."""
        assert heard.event is not None and heard.body is not None
        own = clause is not None and (heard.kind, heard.entry) == (clause.kind, clause.entry)
        about_another = not own and any(_is_this(arg) for arg in heard.event.args)
        if about_another or not _fits(heard.event.args, event.args):
            return []
        names = dict(zip(heard.params, event.args, strict=True))
        if own:
            names[_THIS] = _this_of(clause)
        by = event.by if _is_sure(heard) else (*event.by, heard)
        return _calls(heard.body, names, by, event.heard or heard)

    def _stays(self, clause: t.Clause, event: _Event) -> bool:
        """Whether the cards of all these abilities lie where they work as often as it is done."""
        if clause.host is None:
            return True
        assert clause.event is not None and clause.body is not None
        written = self.flows.writes(clause.body.body)
        hosts = {clause.host, *(by.host for by in event.by)}
        if "in *" not in written and not any(f"in {host}" in written for host in hosts):
            return True
        verb = self.rules.verbs[clause.event.verb]
        params = zip(verb.do.params, clause.event.args, strict=True)
        return not event.by and any(_is_this(arg) and moved_to(verb, param) for param, arg in params)


def _always_called(body: tuple[t.Stmt, ...]) -> Iterator[t.VerbCall]:
    """The calls that a text makes whatever is the case."""
    last = max((n for n, each in enumerate(body) if isinstance(each, t.VerbCall)), default=-1)
    for statement in body[: last + 1]:
        if isinstance(statement, t.VerbCall):
            yield statement
        elif any(isinstance(node, t.Stop) for node in walk(statement)):
            return


def _calls(
    body: t.Body, names: Mapping[str, _Arg], by: tuple[t.Clause, ...], heard: t.Clause | None
) -> list[_Event]:
    return [
        _Event(call.verb, [_told(arg, names) for arg in call.args], by, heard)
        for call in _always_called(body.body)
    ]


def _told(arg: t.Expr, names: Mapping[str, _Arg]) -> _Arg:
    """An argument in the names of the ability that is looked at."""
    if isinstance(arg, t.Local):
        return names.get(arg.name)
    return arg if isinstance(arg, t.Const) else None


def _this_of(clause: t.Clause | None) -> _Arg:
    args = clause.event.args if clause is not None and clause.event is not None else ()
    return next((arg for arg in args if _is_this(arg)), None)


def _is_this(arg: _Arg) -> bool:
    return isinstance(arg, t.Local) and arg.name == _THIS


def _fits(pattern: Sequence[_Arg], args: Sequence[_Arg]) -> bool:
    """Whether what is called is surely what a pattern waits for."""
    return all(
        wanted is None or (given is not None and alike(wanted, given))
        for wanted, given in zip(pattern, args, strict=True)
    )


def _alike(left: Sequence[_Arg], right: Sequence[_Arg]) -> bool:
    pairs = zip(left, right, strict=True)
    return all(a is b or (a is not None and b is not None and alike(a, b)) for a, b in pairs)


def _is_bare(clause: t.Clause) -> bool:
    """Whether an ability does its text whenever its event happens where it works."""
    ability = clause.ability
    bare = ability.when is None and ability.uses is None and not ability.may
    return bare and ability.sort in ("after", "before") and clause.body is not None


def _may_replace(clause: t.Clause) -> bool:
    """Whether an ability can take the place of its event without end, whenever that may be."""
    return clause.ability.sort == "instead_of" and clause.ability.uses is None


def _is_sure(clause: t.Clause) -> bool:
    """Whether an ability follows every call of its verb: only the game's own are sure to be there."""
    event = clause.event
    return clause.host is None and event is not None and all(arg is None for arg in event.args)
