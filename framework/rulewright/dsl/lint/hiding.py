"""Local names that hide what is declared under the same name."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Text, Texts, place_of
from rulewright.dsl.visit import all_steps
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "W917"


def check_hiding(texts: Texts, problems: Problems) -> None:
    """Warn of local names that are read in place of state, a zone, a setting and the like.

    Kinds and enums are left out: a thing is often called what it is.
    """
    hidden = _readable(texts.rules)
    for text, node in texts.all_of(t.Let, t.For, t.Pick, t.Filter, t.Map, t.VerbCall):
        name = (node.var or "").rpartition("_")[0]
        if name in hidden:
            _tell(name, hidden[name], _place(text, node, name), problems)
    for section in ("verbs", "values", "prompts"):
        for name, decl in getattr(texts.rules.game, section).items():
            for param in decl.params:
                if param in hidden:
                    span = texts.rules.game.places.get(f"{section}/{name}/{param}", decl.span)
                    _tell(param, hidden[param], span, problems)


def _tell(name: str, what: str, span: Span, problems: Problems) -> None:
    hint = "choose another name"
    if what == "state":
        hint += f", or write `{name} = …` to change it"
    problems.warning(CODE, f"this '{name}' hides the {what} '{name}'", span, hint=hint)


def _readable(rules: t.Rules) -> dict[str, str]:
    """What is read by its bare name, and what each is."""
    game = rules.game
    found = dict.fromkeys(game.zones, "zone")
    found |= dict.fromkeys((symbol for symbols in game.enums.values() for symbol in symbols), "symbol")
    found |= dict.fromkeys(game.settings, "setting")
    found |= {name: "value" for name, value in game.values.items() if not value.params}
    found |= dict.fromkeys(game.game_derived, "derived value")
    found |= {step.step.id: "round of the step" for step in all_steps(rules.flow) if _is_repeated(step)}
    return found | dict.fromkeys((*game.game_state, *game.turn_state), "state")


def _is_repeated(step: t.FlowStep) -> bool:
    return step.times is not None or step.until is not None


def _place(text: Text, node: object, name: str) -> Span:
    """Where a name is made: behind `let`, `for` or `as`, otherwise the whole text."""
    start = node.set.start if isinstance(node, t.Pick) else getattr(node, "start", 0)
    return place_of(name, text, start) or text.text.span
