"""A scenario read against the rules, as far as that can be done without playing it."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.dsl import typed as t
from rulewright.dsl.visit import all_steps
from rulewright.model.game import Value, ZoneDecl
from rulewright.model.types import ComponentType, EnumType, ListType, Type
from rulewright.packs.bundled import schema_path
from rulewright.packs.files import files_in
from rulewright.packs.gather import shown_name
from rulewright.packs.load import with_entries
from rulewright.packs.overlays.words import Words as NewNames
from rulewright.play.match import unfit_number
from rulewright.play.scenario_names import ExpectedNames
from rulewright.play.scenario_plan import Plan, Planner, sections, with_made_up
from rulewright.play.scenario_position import Put, counters, put, rest_zone, states, zones_of
from rulewright.play.scenario_possible import Possible, check_copies, check_count, check_roll, named
from rulewright.play.scenario_program import grown
from rulewright.play.scenario_words import NONE, Described, Words, items, text
from rulewright.play.script import Draw
from rulewright.source.counted import one_of
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.records import record
from rulewright.source.schema import load_schema, validate
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar
from rulewright.source.tree import Sequence as Listed


@record(frozen=True, slots=True)
class Scenario:
    """A scenario as read: its tree is valid by the schema; `rules` are the ids it cites."""

    path: Path
    title: str
    rules: tuple[tuple[str, Span], ...]
    tree: Mapping

    @property
    def id(self) -> str:
        return self.path.stem

    def matches(self, word: str) -> bool:
        """Whether its name (id or title) contains the word, or it cites just that rule; case counts not."""
        wanted = word.casefold()
        if wanted in self.id.casefold() or wanted in self.title.casefold():
            return True
        return any(wanted == rule.casefold() for rule, _ in self.rules)

    @property
    def span(self) -> Span:
        """The place of its title, for what concerns the whole of it."""
        return self.tree.items["scenario"].span

    def section(self, key: str) -> Mapping | None:
        branch = self.tree.items.get(key)
        return branch if isinstance(branch, Mapping) else None

    def number(self, key: str, otherwise: int) -> int:
        branch = self.tree.items.get(key)
        return branch.value if isinstance(branch, Scalar) and isinstance(branch.value, int) else otherwise


def former_names(rules: t.Rules, scenario: Scenario) -> Lookup[str, str]:
    """The names that the pack of a scenario writes of what is called otherwise now, and its names now."""
    if not rules.game.former:
        return {}
    return rules.game.former.get(str(scenario.path.resolve().parent.parent), {})


def in_present_words(rules: t.Rules, scenario: Scenario) -> Scenario:
    """The scenario with the names that overlays gave to what its pack wrote of."""
    former = former_names(rules, scenario)
    if not former:
        return scenario
    return replace(scenario, tree=NewNames(former).mapping(scenario.tree, comments=False))


_HEAD = frozenset({"scenario", "rules", "with", "expect"})
_UNPLAYED: dict[str, tuple[str, frozenset[str]]] = {
    "errors": ("nothing is played where entries have mistakes", _HEAD),
    "refused": ("nothing is played where the match is refused", _HEAD | {"players", "settings"}),
}
"""Expectations after which nothing is played: why, and what else has a meaning then."""


@dataclass(slots=True)
class Reading:
    """What a scenario says: the rules with its own entries, and what it gives by name."""

    rules: t.Rules
    words: Words
    seats: int
    plan: Plan = field(default_factory=Plan)
    settings: dict[str, Value] = field(default_factory=dict)
    draws: list[Draw] = field(default_factory=list)
    held: list[t.Formula] = field(default_factory=list)  # what it expects to hold


def read_scenario(path: Path, problems: Problems) -> Scenario | None:
    """Read one file; None, with its problems noted, if it is no valid scenario."""
    tree = read_yaml(path, shown_name(path.parent.parent, path), problems)
    if tree is None or not validate(tree, load_schema(schema_path("scenario")), problems, what="a scenario"):
        return None
    cited = tuple((text(item), item.span) for item in items(tree.items.get("rules")))
    return Scenario(path, text(tree.items["scenario"]), cited, tree)


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a pack's folder, by name."""
    return files_in(folder, "scenarios")


def read_content(rules: t.Rules, scenario: Scenario, problems: Problems) -> Reading | None:
    """What a scenario says, with every mistake that can be told without playing.

    None if there is nothing to play: there are mistakes, or its own entries have those that it expects.
    """
    return _Reader(rules, in_present_words(rules, scenario), problems).read()


class _Reader:
    def __init__(self, rules: t.Rules, scenario: Scenario, problems: Problems) -> None:
        self.rules = rules
        self.scenario = scenario
        self.problems = problems
        self.words = Words(rules.game, problems)
        self.given = scenario.section("given")
        expect = scenario.tree.items["expect"]
        assert isinstance(expect, Mapping)
        self.expect = expect

    def read(self) -> Reading | None:
        before = len(self.problems.errors)
        for rule, span in self.scenario.rules:
            if rule not in self.rules.game.rulebook:
                self.words.unknown("rule", rule, span, self.rules.game.rulebook)
        told = self._unplayed()
        if told and "errors" in self.expect.items and "with" not in self.scenario.tree.items:
            return None  # it is hardly about mistakes of entries
        rules = self._with()
        if rules is None:
            return None
        seats = self.scenario.number("players", rules.game.players.usual)
        refused = "refused" in self.expect.items
        unfit = unfit_number(rules.game, seats)
        if unfit is not None and not refused:
            span = self.scenario.tree.items["players"].span
            self.problems.error("I807", f"the match is refused: {unfit}", span)
            return None
        if refused and not told and not self._is_refused(unfit):
            return None
        known = None if refused else seats
        self.words = Words(rules.game, self.problems, known)
        then = self.scenario.section("then")
        if then is not None and text(then.items["policy"]) not in ("uniform", *rules.policies):
            branch = then.items["policy"]
            self.words.unknown("policy", text(branch), branch.span, ("uniform", *rules.policies))
        plan = Planner(rules.game, self.words, self.problems).read(self.given)
        found = Reading(rules, self.words, seats, plan, self._settings(rules))
        found.draws = self._draws(known)
        check_copies(self.words, self._position(plan, known), plan)
        self._beginning(rules, known)
        found.held = ExpectedNames(rules, self.words, known).read(self.expect)
        Possible(rules, self.words, known, self.scenario.tree).check()
        if len(self.problems.errors) > before:
            return None
        if plan.entries:
            found.rules = replace(rules, game=with_made_up(rules.game, plan))
            found.words = Words(found.rules.game, self.problems, known)
        return found

    def _is_refused(self, unfit: str | None) -> bool:
        """Whether the number of players speaks for the refusal that is expected; complains if not."""
        branch = self.expect.items["refused"]
        if (text(branch) == "players") == (unfit is not None):
            return True
        message = f"the match is refused by players: {unfit}"
        if unfit is None:
            players = self.rules.game.players
            message = f"the match is not refused: it is for {players.least} to {players.most} players"
        self.problems.error("I802", message, branch.span, expected=text(branch))
        return False

    def _unplayed(self) -> bool:
        """Refuse what would never be looked at, since the scenario expects that nothing is played; whether
        there is any."""
        tree = self.scenario.tree
        for key in _UNPLAYED:
            if key in self.expect.items:
                why, allowed = _UNPLAYED[key]
                spans = [span for name, span in tree.key_spans.items() if name not in allowed]
                spans += [span for name, span in self.expect.key_spans.items() if name != key]
                if spans:
                    first, *others = sorted(spans, key=lambda span: span.start)
                    message = f"this means nothing beside '{key}': {why}"
                    hint = f"leave out '{key}', or all that is about a match that is played"
                    related = tuple(("nor does this", span) for span in others)
                    self.problems.error("I808", message, first, hint=hint, related=related)
                return bool(spans)
        return False

    # --- content -------------------------------------------------------------------------------

    def _with(self) -> t.Rules | None:
        """The rules with the entries that come to them; None if those have mistakes, expected or not."""
        branch = self.scenario.section("with")
        found = Problems()
        rules: t.Rules | None = self.rules
        if branch is not None:
            game = with_entries(self.rules.game, branch, found)
            if not found.errors:
                rules = grown(self.rules, game, found)
        expected = self.expect.items.get("errors")
        if expected is None:
            self.problems.found += found.found
            return None if found.errors else rules
        codes = [d.code for d in found.errors]
        wanted = [text(item) for item in items(expected)]
        if sorted(codes) != sorted(wanted):
            related = tuple((f"{d.code} {d.message}", d.span) for d in found.errors)
            listed = ", ".join(codes) or "none"
            message, due = f"mistakes are {listed}", ", ".join(wanted)
            self.problems.error("I802", message, expected.span, expected=due, related=related)
        return None if found.errors else rules

    def _settings(self, rules: t.Rules) -> dict[str, Value]:
        found: dict[str, Value] = {}
        branch = self.scenario.section("settings")
        known = rules.game.settings
        for name, item in branch.items.items() if branch is not None else ():
            assert branch is not None
            if name not in known:
                self.words.unknown("setting", name, branch.key_spans[name], known)
                continue
            absent = known[name].optional and isinstance(item, Scalar) and text(item) == NONE
            read = (None,) if absent else self._setting(known[name].type, item)
            if read is None:
                expected, hint = str(known[name].type), None
                if isinstance(type_ := known[name].type, EnumType):
                    symbols = rules.game.enums[type_.name]
                    expected = one_of(symbols) or expected
                    hint = self.problems.suggest(text(item), symbols) if isinstance(item, Scalar) else None
                found_there = f"'{text(item)}'" if isinstance(item, Scalar) else "this"
                message = f"{found_there} does not fit the setting"
                self.problems.error("I803", message, item.span, expected=expected, hint=hint)
            else:
                found[name] = read[0]
        return found

    def _setting(self, type_: Type, item: Branch) -> tuple[Value] | None:
        if isinstance(type_, ListType):
            read = [self._setting(type_.item, each) for each in items(item)]
            return None if None in read else (tuple(each[0] for each in read if each is not None),)
        return self.words.value(type_, text(item)) if isinstance(item, Scalar) else None

    # --- position and beginning ----------------------------------------------------------------

    def _position(self, plan: Plan, seats: int | None) -> list[Put]:
        """Names in the position, besides those on grids, which the plan has read; what is put into zones."""
        game = self.words.game
        found: list[Put] = []
        for where in zones_of(self.words, self.given):
            found += put(self.words, where)
            if isinstance(where.branch, Mapping):
                rest_zone(self.words, where)
        for seat, section in sections(self.given):
            if seat < 0:
                list(states(self.words, section, "game", game.game_state))
                list(states(self.words, section, "turn", game.turn_state))
                list(counters(self.words, section.items.get("counters")))
                continue
            assert self.given is not None
            self.words.seat(seat, seats, self.given.key_spans[f"seat {seat}"])
            list(states(self.words, section, "state", game.seat_state))
        for zone, _, _, branch in plan.states:
            kind = game.kinds[game.zones[zone].kind]
            of = game.kinds[kind.parts[0].kind] if kind.parts else kind
            self.words.fields(self.words.words(branch), of.state, Described(), branch.span)
        return found

    def _beginning(self, rules: t.Rules, seats: int | None) -> None:
        tree = self.scenario.tree
        for key in ("first", "seat"):
            if key in tree.items:
                self.words.seat(self.scenario.number(key, 0), seats, tree.items[key].span)
        if "run" not in tree.items:
            for key in ("seat", "this"):
                if key in tree.items:
                    message = f"'{key}' without 'run': the whole match is nobody's turn"
                    self.problems.error("I803", message, tree.key_spans[key])
            return
        steps = {step.path: step for step in all_steps(rules.flow)}
        path = text(tree.items["run"])
        if path not in steps:
            self.words.unknown("step", path, tree.items["run"].span, steps)
        elif "this" in tree.items:
            turn = turn_around(steps, path)
            if turn is None or not isinstance(turn.turn_of, ComponentType):
                self.problems.error("I803", "this step has no turns of components", tree.items["this"].span)

    # --- chance --------------------------------------------------------------------------------

    def _draws(self, seats: int | None) -> list[Draw]:
        branch = self.scenario.tree.items.get("draws")
        listed = branch.items if isinstance(branch, Listed) else () if branch is None else (branch,)
        found: list[Draw] = []
        for item in listed:
            assert isinstance(item, Mapping)
            if found and found[-1].sort == "seed":
                self.problems.error("I808", "this comes after a seed, which answers all the rest", item.span)
                break
            sort = next(key for key in ("roll", "shuffle", "pick", "seed") if key in item.items)
            zone, things = "", items(item.items.get("order"))
            values: tuple[int, ...] = ()
            if sort == "shuffle":
                zone = text(item.items[sort])
                if zone not in self.words.game.zones:
                    self.words.unknown("zone", zone, item.items[sort].span, self.words.game.zones)
                else:
                    fits = self._whose(self.words.game.zones[zone], item.items.get("seat"), seats)
                    if fits and not self.words.game.zones[zone].ordered:
                        message = f"'{zone}' has no order, so that it is never shuffled"
                        hint = f"leave it out, or give '{zone}' an `order: stack`"
                        self.problems.error("I808", message, item.items[sort].span, hint=hint)
                    kind = self.words.game.zones[zone].kind
                    for thing in things:
                        self._thing(kind, thing)
                    if "order" in item.items:
                        check_count(self.words, kind, named(self.words, kind, item.items["order"]))
            elif sort == "pick":
                things = items(item.items[sort])
            else:
                values = tuple(int(text(value)) for value in items(item.items[sort]))
                if sort == "roll":
                    check_roll(self.words, items(item.items[sort]))
            seat = int(text(item.items["seat"])) if "seat" in item.items else -1
            written = tuple(self.words.plain(thing) for thing in things)
            found.append(Draw(sort, values, zone, seat, written, item.span))
        return found

    def _whose(self, zone: ZoneDecl, seat: Branch | None, seats: int | None) -> bool:
        """Whether a zone can be that of a seat, if one is said."""
        if seat is None:
            return True
        if zone.per_seat:
            return self.words.seat(int(text(seat)), seats, seat.span)
        hint = "leave out `seat`"
        self.problems.error("I803", f"'{zone.name}' is of no seat", seat.span, hint=hint)
        return False

    def _thing(self, kind: str, thing: Branch) -> None:
        for word in text(thing).split() if isinstance(thing, Scalar) else ():
            self.words.known_of(kind, word, thing.span)


def turn_around(steps: dict[str, t.FlowStep], path: str) -> t.FlowStep | None:
    """The step with turns that a step is in, or is itself."""
    parts = path.split("/")
    upward = ("/".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((steps[p] for p in upward if steps[p].turns is not None), None)
