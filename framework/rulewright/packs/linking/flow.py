"""The steps of the flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.model.game import AtOnce, Step
from rulewright.packs.access import effect, effects, mapping, maybe_effect, pairs
from rulewright.packs.gather import Section
from rulewright.source import tree
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

_TOGETHER = (("times", "until"), ("turns", "at_once"), ("steps", "do"), ("steps", "at_once"))
"""Keys of a step that exclude each other."""


def read_flow(section: Section, problems: Problems) -> dict[str, Step]:
    flow = {name: _step(name, mapping(branch), span, problems) for name, (branch, span) in section.items()}
    _check_repeated(flow, problems)
    for step in flow.values():
        _check_turns(step, False, problems)
    return flow


def _check_turns(step: Step, in_turn: bool, problems: Problems) -> None:
    """There is one turn at a time: a second would overwrite whose it is and what is kept for it."""
    if in_turn and step.turns is not None:
        message = f"step '{step.id}' has turns inside a turn"
        hint = "loop with `for` in `do`, or put the step beside the one with turns"
        problems.error("R310", message, step.span, hint=hint)
    for inner in step.steps.values():
        _check_turns(inner, in_turn or step.turns is not None, problems)


def _step(name: str, under: tree.Mapping, span: Span, problems: Problems) -> Step:
    _check_keys(name, under, span, problems)
    steps = {
        inner: _step(inner, mapping(branch), at, problems) for inner, branch, at in pairs(under, "steps")
    }
    return Step(
        id=name,
        if_=maybe_effect(under, "if", problems),
        times=maybe_effect(under, "times", problems),
        until=maybe_effect(under, "until", problems),
        guard=maybe_effect(under, "guard", problems),
        turns=maybe_effect(under, "turns", problems),
        at_once=_at_once(under, problems),
        do=maybe_effect(under, "do", problems),
        steps=steps,
        span=span,
    )


def _at_once(under: tree.Mapping, problems: Problems) -> AtOnce | None:
    if "at_once" not in under.items:
        return None
    inner = mapping(under.items["at_once"])
    return AtOnce(effect(inner.items["seats"], problems), effects(inner, "choose", problems), inner.span)


def _check_keys(name: str, under: tree.Mapping, span: Span, problems: Problems) -> None:
    for first, second in _TOGETHER:
        if first in under.items and second in under.items:
            message = f"step '{name}' has both '{first}' and '{second}'"
            problems.error("R310", message, under.key_spans[second], expected="only one of them")
    if "guard" in under.items and "until" not in under.items:
        message = f"step '{name}' has a 'guard' but no end that might fail to come"
        problems.error("R310", message, under.key_spans["guard"], expected="'until' beside it")
    if "do" not in under.items and "steps" not in under.items:
        problems.error("R310", f"step '{name}' does nothing", span, expected="'do' or 'steps'")


def walk(flow: Mapping[str, Step], above: str = "") -> Iterator[tuple[str, Step]]:
    """Every step with its path, in order."""
    for name, step in flow.items():
        yield above + name, step
        yield from walk(step.steps, f"{above}{name}/")


def step_paths(flow: Mapping[str, Step]) -> list[str]:
    return [path for path, _ in walk(flow)]


def repeated_steps(flow: Mapping[str, Step]) -> dict[str, Step]:
    """The steps that have rounds, by id."""
    return {step.id: step for _, step in walk(flow) if step.times or step.until}


def _check_repeated(flow: Mapping[str, Step], problems: Problems) -> None:
    """A repeated step is read by its id, so that the id must be the only one."""
    seen: dict[str, Span] = {}
    for _, step in walk(flow):
        if step.times or step.until:
            if step.id in seen:
                related = (("the other", seen[step.id]),)
                problems.error(
                    "R303", f"repeated step '{step.id}' is declared twice", step.span, related=related
                )
            seen.setdefault(step.id, step.span)
