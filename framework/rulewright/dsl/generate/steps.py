"""Statements that no author writes: what flow, hooks, windows and activation come down to.

Only the generator has them: the walker does the same in plain Python (engine/walk_flow.py, walk_events.py).
"""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.source.records import record
from rulewright.source.text import EffectText


@record(frozen=True, slots=True)
class RunStep(t.Stmt):
    """Run a child step; the match may end in it."""

    step: t.FlowStep


@record(frozen=True, slots=True)
class Rounds(t.Stmt):
    """Run the body of a repeated step until it is done."""

    step: t.FlowStep
    body: tuple[t.Stmt, ...]


@record(frozen=True, slots=True)
class Turns(t.Stmt):
    """One turn for each seat or component of a list read at the start."""

    step: t.FlowStep


@record(frozen=True, slots=True)
class AtOnce(t.Stmt):
    """All seats choose in secret; then the body runs for each in order."""

    step: t.FlowStep


@record(frozen=True, slots=True)
class EndWindow(t.Stmt):
    """A last chance to use abilities of the window that is open in this turn."""

    step: t.FlowStep


@record(frozen=True, slots=True)
class Hooks(t.Stmt):
    """Run what hears an event before or after it."""

    stage: str  # before, after
    verb: t.Verb


@record(frozen=True, slots=True)
class Require(t.Stmt):
    """A verb is not done where its `requires` does not hold."""

    verb: t.Verb


@record(frozen=True, slots=True)
class Instead(t.Stmt):
    """Run the first replacement of the event; if there is one, nothing else of the verb happens."""

    verb: t.Verb


@record(frozen=True, slots=True)
class CallBody(t.Stmt):
    """Call the body of a verb or ability that was set apart because `stop` may end it early."""

    function: str
    args: tuple[str, ...]
    stops: bool


@record(frozen=True, slots=True)
class Spend(t.Stmt):
    """Use up one of a budget; `holder` is the local that holds it (`me` or `this`)."""

    budget: str
    holder: str


@record(frozen=True, slots=True)
class InText(t.Stmt):
    """Statements that were written in another text than those around them."""

    text: EffectText
    body: tuple[t.Stmt, ...]


@record(frozen=True, slots=True)
class Log(t.Stmt):
    """Note an event; `what` is written as it stands into a list of Python values."""

    what: tuple[str, ...]


def each_once(step: t.FlowStep) -> bool:
    """Whether nobody has two turns in a round of the step: a list of seats known to hold each once."""
    assert step.turns is not None
    listed = step.turns.value
    while isinstance(listed, t.Filter):
        listed = listed.set
    return isinstance(listed, t.BuiltIn) and listed.name in ("clockwise", "rivals")
