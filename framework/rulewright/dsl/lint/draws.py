"""What is drawn: more than there ever is, or what nobody and no chance has put on top."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.model.types import ComponentType, EntryType, ZoneType
from rulewright.source.diagnostics import Problems

CODE = "W920"
_FIRST = "those come that are first by their ids"


def check_draws(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn of `draw(deck, 100, …)` where there are 60 cards, and of draws in an order that no chance made."""
    _check_orders(texts, constants, problems)
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
    problems.warning(CODE, f"{why}'{zone}' has no order, so that {_FIRST}", text.at(at), hint=hint)


# --- orders that no chance made ----------------------------------------------------------------------


def _check_orders(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn once of each hidden stack from which things come, and which is never shuffled."""
    seen: set[str] = set()
    takings = [*_takings(texts, constants)]
    takings.sort(key=lambda taking: not taking[0].key.startswith("step/"))  # where play begins
    for text, node, zone in takings:
        if zone not in seen and _lies_as_it_starts(zone, texts):
            message = f"nothing ever shuffles '{zone}', so that it lies in the same order in every match"
            hint = f"say `shuffle({zone})` at the start, or make it `visible: all` if that order is meant"
            problems.warning(CODE, message, text.at(node), hint=hint)
        seen.add(zone)


def _takings(texts: Texts, constants: Constants) -> Iterator[tuple[Text, t.Expr, str]]:
    """Where some of the things of a zone are taken by their order, and the name of the zone."""
    for text, node in texts.all_of(t.Primitive):
        match node:
            case t.Primitive(name="draw", args=(t.Zone(name=zone) as source, number, _)):
                if not _takes_all(source, number, constants):
                    yield text, source, zone
            case t.Primitive(name="refill" | "replace_all", args=(t.Zone(name=market) as at,)):
                filled_from = texts.rules.game.zones[market].source
                if filled_from is not None:
                    yield text, at, filled_from
    for text, node in texts.all_of(t.BuiltIn):
        match node:
            case t.BuiltIn(name="top" | "first", args=(t.Zone(name=zone) as source, *_)):
                if not text.key.startswith("policy/"):
                    yield text, source, zone


def _takes_all(source: t.Zone, number: t.Expr, constants: Constants) -> bool:
    match number:
        case t.BuiltIn(name="count", args=(of,)) if alike(of, source):
            return True
    return constants.bounds(number)[0] >= constants.most(source)


def _lies_as_it_starts(zone: str, texts: Texts) -> bool:
    """Whether things that differ start in a hidden stack, and neither chance nor anybody orders them."""
    game = texts.rules.game
    decl = game.zones[zone]
    if not decl.ordered or decl.visible == "all" or decl.reshuffle is not None:
        return False
    different = [entry for entry in game.entries[decl.kind].values() if entry.copies]
    if game.kinds[decl.kind].starts_in != zone or len(different) < 2:
        return False
    random = [pick.item for _, pick in texts.all_of(t.Pick) if pick.mode == "random"]
    if any(isinstance(item, ComponentType | EntryType) and item.kind == decl.kind for item in random):
        return False
    put = [way for found in texts.nodes.values() for way in _ways_there(found, zone, decl.kind)]
    if "chosen" in put:
        return False
    if any(other.discard == zone for other in game.zones.values()):
        put.append("listed")
    return not _shuffled(zone, texts) and not (put and (random or _chance_near(decl.kind, texts)))


def _shuffled(zone: str, texts: Texts) -> bool:
    shuffles = (node for _, node in texts.all_of(t.Primitive) if node.name == "shuffle")
    return any(node.args[0].type.zone == zone for node in shuffles)


def _chance_near(kind: str, texts: Texts) -> bool:
    """Whether chance orders other things of the kind, or may say which of them go where."""
    zones = [zone for zone in texts.rules.game.zones.values() if zone.kind == kind]
    if any(zone.reshuffle is not None or _shuffled(zone.name, texts) for zone in zones):
        return True
    return any(node.name == "roll" for _, node in texts.all_of(t.Primitive))


def _ways_there(texts: list[tuple[Text, list[object]]], zone: str, kind: str) -> Iterator[str]:
    """How things come into a zone: one that somebody or something `chosen` named, or `listed` ones."""
    for _, nodes in texts:
        made = {node.var for node in nodes if isinstance(node, t.Let | t.For)}
        for node in nodes:
            match node:
                case t.Primitive(name="replace", args=(what, *_)) if what.type == ComponentType(kind):
                    yield "chosen"
                case t.Primitive(name="move" | "draw", args=(what, *_, t.Expr(type=ZoneType(zone=to)))):
                    if to == zone:
                        chosen = isinstance(what, t.Local) and what.name not in made
                        yield "chosen" if chosen else "listed"
