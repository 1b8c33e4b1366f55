"""A new scenario about a rule or an entry: a position, a turn, and the question that is asked in it.

What it expects is found by running it, so that it passes and is true; what it is to show, its author says.
It cites no rule yet: a rule counts as covered by the scenarios that cite it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from rulewright.dsl.scope import item_type
from rulewright.dsl.typed import Expr, FlowStep, Pick, Rules, Zone
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import Entry, Game, Kind, Rule
from rulewright.model.types import ComponentType
from rulewright.play.names import Names
from rulewright.play.scenario import Outcome, read_scenario, run_scenario
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright.source.yaml_text import inline
from rulewright_tools.replaying import answer_words
from rulewright_tools.starting.entry import value_of

NOTHING = "{}"
MOST_LISTED = 6
MOST_TRIED = 24
"""Steps that are run to find one that asks something, and again to find one that offers an entry later."""
_COMMENT_AT = 34


@dataclass(frozen=True, slots=True)
class Draft:
    """A scenario to be tried: what is given, as YAML, the step that is run, if not the whole match, and the
    answers; and what it came to."""

    given: str = NOTHING
    run: str | None = None
    play: tuple[str, ...] = ()
    expect: str = "{decision: none}"
    options: tuple[str, ...] = ()

    def offers(self, entry: Entry) -> bool:
        """Whether the entry is among the options of the question that is asked then."""
        return any(re.search(rf"\b{entry.id}\b", option) for option in self.options)


def find(game: Game, wanted: str) -> Rule | Entry:
    """The rule or entry of that id; `KIND/ID` for an entry whose id others have too.

    Raises:
        ContentError: R301 if there is none, or there are several.
    """
    if wanted in game.rulebook:
        return game.rulebook[wanted]
    entries = {f"{kind}/{id_}": e for kind, each in game.entries.items() for id_, e in each.items()}
    found = [name for name in entries if wanted in (name, name.partition("/")[2])]
    if len(found) == 1:
        return entries[found[0]]
    problems = Problems()
    span = Span(SourceFile.of("<id>", wanted), 0, len(wanted))
    if found:
        message, hint = f"'{wanted}' may be {' or '.join(found)}", None
    else:
        message = f"'{wanted}' is no rule and no entry of {game.id}"
        hint = did_you_mean(wanted, [*game.rulebook, *entries, *(e.id for e in entries.values())])
    problems.error("R301", message, span, hint=hint)
    raise ContentError(problems.found)


def scenario_text(rules: Rules, about: Rule | Entry | None, title: str) -> str:
    """A scenario that passes; of the start of a match if it is about nothing."""
    entry = about if isinstance(about, Entry) else None
    with tempfile.TemporaryDirectory() as folder:
        trial = _Trial(rules, Path(folder) / "scenarios" / "trial.yaml")
        draft = _best(trial, entry) if about is not None else trial.tried(Draft()) or Draft()
    return _text(rules, about, title, draft)


class _Trial:
    """Runs drafts, and notes what they come to."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self.rules = rules
        self.path = path
        path.parent.mkdir()

    def tried(self, draft: Draft) -> Draft | None:
        """The draft with what is true after it; None if it cannot be run."""
        outcome = self.run(draft)
        if outcome is None or outcome.machine is None or outcome.names is None:
            return None
        if any(problem.code != "I802" for problem in outcome.differences):
            return None
        if not outcome.machine.s.open:
            return draft if outcome.passed else None
        decision = outcome.machine.s.open[0]
        options = tuple(answer_words(outcome.names, decision))
        return replace(draft, expect=_asked(outcome.names, decision), options=options)

    def run(self, draft: Draft) -> Outcome | None:
        self.path.write_text(_text(self.rules, None, "a trial", draft), "utf-8")
        scenario = read_scenario(self.path, Problems())
        return None if scenario is None else run_scenario(self.rules, scenario)


def _asked(names: Names, decision: Any) -> str:
    _, name, seat, *_ = decision
    prompt = names.program.sites[name].prompt
    return f"{{decision: {{seat: {seat}{f', prompt: {prompt}' if prompt else ''}}}}}"


def _best(trial: _Trial, entry: Entry | None) -> Draft:
    """A turn in which something is asked: that offers the entry, at once or after an answer, or else that
    has it in its position.

    Without any, the entry's position alone; without that, the start of a match.
    """
    asking: list[Draft] = []
    silent: Draft | None = None
    steps = _steps(trial.rules, entry)
    ways = [(given, step) for given in (*_positions(trial.rules, entry), NOTHING) for step in steps]
    for given, step in ways[:MOST_TRIED]:
        draft = trial.tried(Draft(given, step.path))
        if draft is None:
            continue
        if draft.options and (entry is None or draft.offers(entry)):
            return draft
        if draft.options:
            asking.append(draft)
        elif given != NOTHING:
            silent = silent or draft
    if entry is not None and (later := _offering_later(trial, entry, asking)) is not None:
        return later
    if asking and (silent is None or asking[0].given != NOTHING):
        return asking[0]
    return silent or trial.tried(Draft()) or Draft()


def _offering_later(trial: _Trial, entry: Entry, asking: Iterable[Draft]) -> Draft | None:
    """The first that offers the entry in the question after the first: it can be used where it lies."""
    ways = ((draft, option) for draft in asking for option in draft.options[:MOST_LISTED])
    for draft, option in islice(ways, MOST_TRIED):
        later = trial.tried(Draft(draft.given, draft.run, (option,)))
        if later is not None and later.offers(entry):
            return later
    return None


def _steps(rules: Rules, entry: Entry | None) -> list[FlowStep]:
    """Steps with turns of seats: first those with windows for abilities of the entry, then repeated ones."""
    steps = list(all_steps(rules.flow))
    turns = [step for step in steps if step.turns is not None and str(step.turn_of) == "seat"]
    windows = {ability.subject for ability in entry.abilities.values()} if entry is not None else set()
    during = {w.during for w in rules.game.windows.values() if w.name in windows}
    repeated = tuple(f"{step.path}/" for step in steps if step.times is not None or step.until is not None)
    return sorted(turns, key=lambda step: (step.path not in during, not step.path.startswith(repeated)))


def _positions(rules: Rules, entry: Entry | None) -> Iterator[str]:
    """Places for an entry: where it can act, then all others; on a part, if parts bear it.

    One with abilities acts where they work, but for those that wait for what becomes of it: as one without
    any, it acts where it may be chosen from.
    """
    if entry is None:
        return
    game = rules.game
    kind = game.kinds[entry.kind]
    if kind.starts_in is not None and entry.copies > 0:
        offered = _offered_from(rules, kind.name)
        first = (*kind.live_in, *offered) if _acts_in_place(entry) else (*offered, *kind.live_in)
        zones = (zone.name for zone in game.zones.values() if zone.kind == kind.name)
        for name in dict.fromkeys((*first, *zones)):
            yield _in_zone(game, name, entry.id)
    for part in game.kinds.values():
        if part.bears == kind.name:
            yield from _on_parts(game, part, entry)


def _acts_in_place(entry: Entry) -> bool:
    """Whether it has an ability that waits for anything else than what becomes of itself."""
    subjects = ((ability.sort, ability.subject) for ability in entry.abilities.values())
    return any(
        sort in ("window", "modify") or not isinstance(subject, EffectText) or "this" not in _words(subject)
        for sort, subject in subjects
    )


def _words(text: EffectText) -> set[str]:
    return set(re.findall(r"\w+", text.text))


def _offered_from(rules: Rules, kind: str) -> list[str]:
    """Zones from which texts let things of a kind be chosen, or that values give lists of them from."""
    bodies = [verb.do for verb in rules.verbs.values()]
    bodies += [clause.body for clause in rules.clauses if clause.body is not None]
    bodies += [step.do for step in all_steps(rules.flow) if step.do is not None]
    statements = (statement for body in bodies for statement in body.body)
    picks = [found for each in statements for found in walk(each) if isinstance(found, Pick)]
    picks += [pick for step in all_steps(rules.flow) for pick in step.picks]
    sets = [pick.set for pick in picks if pick.mode != "random"]
    sets += [value.is_.value for value in rules.values.values()]
    found = [
        zone.name for each in sets if item_type(each.type) == ComponentType(kind) for zone in _zones(each)
    ]
    return [name for name in dict.fromkeys(found) if rules.game.zones[name].kind == kind]


def _zones(expr: Expr) -> Iterator[Zone]:
    return (found for found in walk(expr) if isinstance(found, Zone))


def _in_zone(game: Game, name: str, what: str) -> str:
    if game.zones[name].grid:
        return _on_grid(game, name, f"{{'0,0': {what}}}")
    inner = f"zones: {{{name}: [{what}]}}"
    return f"{{seat 0: {{{inner}}}}}" if game.zones[name].per_seat else f"{{{inner}}}"


def _on_grid(game: Game, name: str, cells: str) -> str:
    return f"{{{'seat 0' if game.zones[name].per_seat else 'grids'}: {{{name}: {cells}}}}}"


def _on_parts(game: Game, part: Kind, entry: Entry) -> Iterator[str]:
    """Grids on which lies what has such parts."""
    needed = [f for f in part.fields.values() if not f.optional and not f.has_start]
    words = " ".join([entry.id, *(f"{f.name}={value_of(game, f.type)}" for f in needed)])
    for zone in game.zones.values():
        if zone.grid and any(p.kind == part.name for p in game.kinds[zone.kind].parts):
            where = inline(words, in_flow=True, is_text=True)
            yield _on_grid(game, zone.name, f"{{'0,0': {where}, fill: {where}}}")


# --- the file ------------------------------------------------------------------------------------


def _text(rules: Rules, about: Rule | Entry | None, title: str, draft: Draft) -> str:
    game = rules.game
    says = " ".join(about.says.split()) if isinstance(about, Rule) else ""
    cited = about.id if isinstance(about, Rule) else next(iter(game.rulebook), "R-1")
    next_ = "; next" if draft.play else ""
    answers = f"{next_}: {_listed(draft.options)}" if draft.options else ""
    lines = [
        "# A starting point: a position, some choices, and what must be true then. It passes as it stands;",
        "# say in the next line what it is to show, and make it show that.",
        f"scenario: {inline(title, in_flow=False)}",
        *([f"# {about.id}: {says}"] if isinstance(about, Rule) else []),
        _noted(f"# rules: [{cited}]", "cite the rules that it tests: then they count as covered"),
        *_players(game),
        _noted(f"given: {draft.given}", "the position; all else is as it comes out of the box"),
        *_run(draft, [step.path for step in all_steps(rules.flow) if step.path != draft.run]),
        _noted("draws: {seed: 1}", "what chance gives; or a list of all draws"),
        _noted(f"play: [{_answers(draft.play)}]", f"the answers, in order{answers}"),
        _noted(f"expect: {draft.expect}", "what is asked then; or zones, states, scores, events"),
    ]
    return "\n".join(lines) + "\n"


def _players(game: Game) -> Iterator[str]:
    if game.players.least < game.players.most:
        yield _noted(f"# players: {game.players.usual}", f"{game.players.least} to {game.players.most}")


def _run(draft: Draft, others: list[str]) -> Iterator[str]:
    if draft.run is not None:
        yield _noted(f"run: {draft.run}", f"one turn of this step; others are {_listed(others)}")
        yield _noted("seat: 0", "whose turn")
    elif others:
        yield _noted(f"# run: {others[0]}", f"one step, not the whole match: {_listed(others)}")


def _answers(play: Sequence[str]) -> str:
    return ", ".join(inline(answer, in_flow=True, is_text=True) or answer for answer in play)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _noted(text: str, note: str) -> str:
    return f"{text.ljust(_COMMENT_AT)}  # {note}"
