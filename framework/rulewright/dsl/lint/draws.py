"""What is drawn: more than there ever is, or what nobody and no chance has put on top."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.source.diagnostics import Problems

_FIRST = "those come that are first by their ids"


def check_draws(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn of `draw(deck, 100, …)` where there are 60 cards, and of draws from zones without an order."""
    for text, node in texts.all_of(t.Primitive):
        match node:
            case t.Primitive(name="draw", args=(t.Zone() as source, number, to)):
                _too_many(text, source, number, to, constants, problems)
                _unordered(text, source, source.name, constants, problems)
            case t.Primitive(name="refill" | "replace_all", args=(t.Zone() as market,)):
                filled_from = constants.game.zones[market.name].source
                if filled_from is not None:
                    _unordered(text, market, filled_from, constants, problems)


def _too_many(
    text: Text, source: t.Zone, number: t.Expr, to: t.Expr, constants: Constants, problems: Problems
) -> None:
    back = constants.game.zones[source.name].reshuffle
    if isinstance(to, t.Zone) and back == to.name:
        return  # what was drawn may come again
    most = constants.most(source)
    if constants.bounds(number)[0] > most > 0:
        message = f"there are never so many to draw, at most {most:.0f}"
        hint = "with fewer than that, all are drawn: say fewer, or see what there is"
        problems.warning("W903", message, text.at(number), hint=hint)


def _unordered(text: Text, at: t.Zone, zone: str, constants: Constants, problems: Problems) -> None:
    """A zone without an order has no top, which makes a difference as soon as its things differ."""
    decl = constants.game.zones[zone]
    if decl.ordered or len(constants.game.entries[decl.kind]) < 2:
        return
    why = "" if zone == at.name else f"'{at.name}' is filled from '{zone}': "
    hint = f"give '{zone}' an `order: stack` and shuffle it, or let someone, or chance, choose"
    problems.warning("W920", f"{why}'{zone}' has no order, so that {_FIRST}", text.at(at), hint=hint)
