"""Abilities that wait for what no call ever is, and those that others always forestall."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants, put
from rulewright.dsl.analysis.intervals import Bounds
from rulewright.dsl.analysis.texts import Text, Texts, step_texts
from rulewright.dsl.facts import is_optional
from rulewright.dsl.lint.flows import Flows
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.types import BoolType, EntryType, EnumType, IntType
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "W913"
_SHOWN = 3
_PLAIN = (IntType, EnumType, BoolType, EntryType)


@dataclass(slots=True)
class _Call:
    """A call of a verb, or a question: its arguments, and between what numbers each lies."""

    text: Text
    at: Span
    args: Sequence[t.Expr]
    bounds: Sequence[Bounds]


class Events:
    """Looks at what the abilities of one game wait for.

    Args:
        elsewhere: names that texts outside of the game use: verbs may be called there.
    """

    def __init__(
        self,
        texts: Texts,
        constants: Constants,
        flows: Flows,
        problems: Problems,
        elsewhere: Collection[str],
    ) -> None:
        self.texts = texts
        self.rules = texts.rules
        self.constants = constants
        self.flows = flows
        self.problems = problems
        self.elsewhere = elsewhere
        self.calls: dict[str, list[_Call]] = {}
        self.told: set[Span] = set()

    def check(self) -> None:
        asking = [(clause, *found) for clause in self.rules.clauses if (found := _waits_for(clause))]
        asking = [(clause, sort, name, args) for clause, sort, name, args in asking if _asks(clause, args)]
        self._find({f"{sort} {name}" for _, sort, name, _ in asking})
        for clause, sort, name, args in asking:
            calls = self.calls.get(f"{sort} {name}", [])
            if calls and name not in self.elsewhere and clause.ability.span not in self.told:
                self._compare(clause, name, args, calls)
        self._forestalled()
        self._taken()
        self._elsewhere()
        self._never_open()

    def _find(self, wanted: Collection[str]) -> None:
        """The calls of these verbs and the questions by these prompts."""
        for text, node in self.texts.all_of(t.VerbCall, t.Prompt):
            verb = isinstance(node, t.VerbCall)
            key = f"verb {node.verb}" if isinstance(node, t.VerbCall) else f"prompt {node.name}"
            if key in wanted:
                self.constants.look_at(each for root in text.roots for each in walk(root))
                bounds = [self.constants.bounds(arg) for arg in node.args]
                at = text.at(node) if verb else text.text.span
                self.calls.setdefault(key, []).append(_Call(text, at, node.args, bounds))
        self.constants.look_at(())

    # --- arguments -----------------------------------------------------------------------------

    def _compare(
        self, clause: t.Clause, name: str, pattern: Sequence[t.Expr | None], calls: list[_Call]
    ) -> None:
        """Tell of a pattern or a `when` that no call is ever like."""
        fitting = [call for call in calls if self._fits(pattern, call)]
        if not fitting:
            text = clause.ability.subject if clause.event is not None else clause.ability.prompt
            args = [each for each in pattern if each is not None]
            assert text is not None and not isinstance(text, str)
            span = text.at(min(arg.start for arg in args), max(arg.end for arg in args))
            self._tell(clause, f"no call of '{name}' is ever like this", span, calls)
        elif clause.when is not None and not clause.when.lets and clause.params:
            always = self.constants.truth(clause.when.value)  # told where it is always false
            if always is None and not any(self._may_hold(clause, clause.when, call) for call in fitting):
                span = clause.when.text.at(clause.when.value.start, clause.when.value.end)
                self._tell(clause, f"this is false for every call of '{name}'", span, fitting)

    def _tell(self, clause: t.Clause, message: str, span: Span, calls: list[_Call]) -> None:
        self.told.add(clause.ability.span)
        related = tuple(("a call", call.at) for call in calls[:_SHOWN])
        hint = "see what is called, and what should be waited for"
        self.problems.warning(CODE, f"{message}, so it is never done", span, hint=hint, related=related)

    def _fits(self, pattern: Sequence[t.Expr | None], call: _Call) -> bool:
        """Whether a call may have the arguments that are waited for."""
        for wanted, given, bounds in zip(pattern, call.args, call.bounds, strict=True):
            if wanted is None or is_optional(given):
                continue
            both = isinstance(wanted, t.Const) and isinstance(given, t.Const)
            if both and not alike(wanted, given):
                return False
            least, most = self.constants.bounds(wanted)
            if most < bounds[0] or least > bounds[1]:
                return False
        return True

    def _may_hold(self, clause: t.Clause, when: t.Formula, call: _Call) -> bool:
        params = dict(zip(clause.params, call.args, strict=True))
        consts = {name: arg for name, arg in params.items() if isinstance(arg, t.Const)}
        with self.constants.knowing(dict(zip(clause.params, call.bounds, strict=True))):
            return self.constants.truth(put(when.value, consts)) is not False

    # --- forestalled ---------------------------------------------------------------------------

    def _forestalled(self) -> None:
        """Events that a rule of the game always replaces, so that nothing else hears them."""
        always: dict[str, t.Clause] = {}
        for clause in self.rules.clauses:
            if clause.host is None and _replaces_all(clause):
                assert clause.event is not None
                first = always.setdefault(clause.event.verb, clause)
                if clause.ability.id < first.ability.id:
                    always[clause.event.verb] = clause
        for clause in self.rules.clauses:
            if clause.event is None or (by := always.get(clause.event.verb)) in (None, clause):
                continue
            assert by is not None and by.body is not None
            later = clause.host is None and clause.ability.sort == "instead_of"
            later = later and clause.ability.id > by.ability.id
            unheard = clause.ability.sort == "after" and not self._calls(by.body, clause.event.verb)
            if (later or unheard) and clause.ability.span not in self.told:
                self.told.add(clause.ability.span)
                message = f"'{by.ability.id}' always replaces '{clause.event.verb}', so this is never done"
                related = (("this one", by.ability.span),)
                hint = "give one of the two a `when`"
                self.problems.warning(CODE, message, clause.ability.span, hint=hint, related=related)

    def _taken(self) -> None:
        """Of two that replace an event, the later one in the same hands, where the first always does."""
        before: dict[tuple[object, ...], list[t.Clause]] = {}
        for clause in sorted(self.rules.clauses, key=lambda clause: clause.ability.id):
            if clause.event is None or clause.ability.sort != "instead_of":
                continue
            earlier = before.setdefault((clause.kind, clause.entry, clause.event.verb), [])
            first = next((each for each in earlier if self._takes(each, clause)), None)
            if first is not None and clause.ability.span not in self.told:
                self.told.add(clause.ability.span)
                message = f"wherever this applies, '{first.ability.id}' replaces the event before"
                related = (("this one", first.ability.span),)
                hint = "abilities come by their ids: give the other one another `when`"
                self.problems.warning(CODE, message, clause.ability.span, hint=hint, related=related)
            if clause.ability.uses is None and not clause.ability.may:
                earlier.append(clause)

    def _takes(self, first: t.Clause, later: t.Clause) -> bool:
        assert first.event is not None and later.event is not None
        for wanted, given in zip(first.event.args, later.event.args, strict=True):
            if wanted is not None and (given is None or not alike(wanted, given)):
                return False
        if first.when is None or later.when is None:
            return first.when is None
        if first.when.lets or later.when.lets:
            return False
        return self.constants.cannot_be([(later.when.value, True), (first.when.value, False)])

    def _elsewhere(self) -> None:
        """`before: take(this)`, where what is taken always lies where its abilities do not work."""
        lies = dict(self._lies())
        for clause in self.rules.clauses:
            live = self.rules.game.kinds[clause.host].live_in if clause.host is not None else ()
            event = clause.event
            if event is None or clause.ability.sort == "after" or not live or event.verb in self.elsewhere:
                continue
            number = next((n for n, arg in enumerate(event.args) if _is_this(arg)), None)
            if number is None or clause.ability.span in self.told:
                continue
            calls = [node for _, node in self.texts.all_of(t.VerbCall) if node.verb == event.verb]
            zones = {lies.get(id(call.args[number]), "") for call in calls}
            if zones and "" not in zones and zones.isdisjoint(live):
                self.told.add(clause.ability.span)
                where = " or ".join(sorted(zones))
                message = f"this is never done: before '{event.verb}' it lies in {where}"
                hint = f"its abilities do not work there: wait with `after`, or put {where} into `live_in`"
                self.problems.warning(CODE, message, clause.ability.span, hint=hint)

    def _never_open(self) -> None:
        """Windows during a step in which nobody is asked anything."""
        for window in self.rules.game.windows.values():
            steps = [step for step in all_steps(self.rules.flow) if step.path == window.during]
            inner = [each for step in steps for each in all_steps((step,))]
            if window.at_end or not inner or any(step.picks for step in inner):
                continue
            if not any(self.flows.asks(text.roots) for step in inner for text in step_texts(step)):
                message = (
                    f"nobody is asked anything in '{window.during}', so window '{window.name}' never opens"
                )
                hint = "see in which step it is meant, or say `at_end: true`"
                self.problems.warning("W906", message, window.span, hint=hint)

    def _lies(self) -> Iterator[tuple[int, str]]:
        """The identity of an argument that is one of a list, with the zone in which the list lies."""
        for _, node in self.texts.all_of(t.Choose, t.For):
            if isinstance(node, t.Choose):
                of, var, one = node.pick.set, node.pick.var, node.pick.mode == "one"
            else:
                of, var, one = node.set, node.var, self.constants.most(node.set) <= 1
            zone, first = _zone_of(of), node.body[0]
            if one and zone is not None and isinstance(first, t.VerbCall):
                here = (arg for arg in first.args if isinstance(arg, t.Local) and arg.name == var)
                yield from ((id(arg), zone) for arg in here)

    def _calls(self, body: t.Body, verb: str) -> bool:
        """Whether a text leads to the verb itself, through all that it calls and what hears that."""
        todo: list[t.Body] = [body]
        seen: set[str] = set()
        while todo:
            for statement in todo.pop().body:
                for node in walk(statement):
                    if isinstance(node, t.Choose | t.Menu):
                        return True  # what may be done in a window is not followed
                    if isinstance(node, t.VerbCall) and node.verb not in seen:
                        seen.add(node.verb)
                        todo.append(self.rules.verbs[node.verb].do)
                        todo += [c.body for c in self.flows.hooks.get(node.verb, ()) if c.body is not None]
        return verb in seen


def _waits_for(clause: t.Clause) -> tuple[str, str, Sequence[t.Expr | None]] | None:
    """Whether a clause waits for calls of a verb or for questions by a prompt, its name, and the pattern."""
    if clause.event is not None:
        return "verb", clause.event.verb, clause.event.args
    return None if clause.prompt is None else ("prompt", clause.prompt.prompt, clause.prompt.args)


def _asks(clause: t.Clause, pattern: Sequence[t.Expr | None]) -> bool:
    """Whether an ability waits for some of its events only, as their arguments say."""
    if any(arg is not None and isinstance(arg.type, _PLAIN) for arg in pattern):
        return True
    if clause.when is None or not clause.params:
        return False
    locals_ = (node for node in walk(clause.when.value) if isinstance(node, t.Local))
    return any(node.name in clause.params and isinstance(node.type, _PLAIN) for node in locals_)


def _is_this(arg: t.Expr | None) -> bool:
    return isinstance(arg, t.Local) and arg.name == "this"


def _zone_of(of: t.Expr) -> str | None:
    """The zone in which all things of a list lie."""
    while isinstance(of, t.Filter) or (isinstance(of, t.BuiltIn) and of.name in ("top", "ordered")):
        of = of.set if isinstance(of, t.Filter) else of.args[0]
    return of.name if isinstance(of, t.Zone) else None


def _replaces_all(clause: t.Clause) -> bool:
    ability = clause.ability
    whole = clause.event is not None and all(arg is None for arg in clause.event.args)
    bare = ability.when is None and ability.uses is None and not ability.may
    return ability.sort == "instead_of" and whole and bare and clause.body is not None
