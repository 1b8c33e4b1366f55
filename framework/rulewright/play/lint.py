"""What is hardly meant in a game and its scenarios: warnings and notes, where there are no mistakes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulewright.dsl.lint.entries import names_of
from rulewright.dsl.lint.game import lint_game
from rulewright.dsl.lint.held import check_held
from rulewright.dsl.typed import Rules
from rulewright.model.game import Entry
from rulewright.play.scenario_read import Reading, Scenario, former_names, in_present_words
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText, Span
from rulewright.source.tree import Mapping, Scalar
from rulewright.source.tree import Sequence as Listed

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def lint(
    rules: Rules,
    scenarios: Sequence[Scenario],
    replaced: Sequence[Scenario],
    problems: Problems,
    readings: Iterable[Reading] = (),
) -> None:
    """Note what is legal and hardly meant.

    Args:
        scenarios: those of the game. What their own entries use counts as used; a game that has none is
            not told what they leave out.
        replaced: those that an overlay replaces, for reasons of its own: the rules they cite are no longer
            to be tested as they were.
        readings: what the scenarios say.
    """
    added = " ".join(
        scenario.span.file.text[branch.span.start : branch.span.end]
        for scenario in scenarios
        if (branch := scenario.section("with")) is not None
    )
    present = [in_present_words(rules, scenario) for scenario in scenarios]
    recorded = frozenset(verb for scenario in present for verb in _expected(scenario))
    named = lint_game(rules, problems, frozenset(_WORD.findall(added)), recorded)
    for reading in readings:
        if reading.held:
            check_held(reading.rules, reading.held, problems)
    _titles(scenarios, problems)
    said = [_WORD.findall(scenario.span.file.text) for scenario in scenarios]
    _made_up(scenarios, said, problems)
    if scenarios:
        _rules(rules, [*scenarios, *replaced], problems)
        words = {word for each in said for word in each}
        words |= {new for each in scenarios for old, new in former_names(rules, each).items() if old in words}
        _entries(rules, words, named, problems)


def _made_up(scenarios: Sequence[Scenario], words: Sequence[Sequence[str]], problems: Problems) -> None:
    """Entries that a scenario makes up and then says nothing of, if they are not there to be mistakes."""
    for scenario, said in zip(scenarios, words, strict=True):
        added, expected = scenario.section("with"), scenario.section("expect")
        if added is None or (expected is not None and "errors" in expected.items):
            continue
        times = Counter(said)
        for of_kind in added.items.values():
            for id_, span in of_kind.key_spans.items() if isinstance(of_kind, Mapping) else ():
                if times[id_] == 1:
                    hint = "say in `given` where it lies, or remove it"
                    problems.warning("W908", f"the scenario never speaks of '{id_}'", span, hint=hint)


def _titles(scenarios: Sequence[Scenario], problems: Problems) -> None:
    """Scenarios of one name, by which neither people nor `test -k` tell them apart."""
    titles: dict[str, Scenario] = {}
    files: dict[str, Scenario] = {}
    for scenario in scenarios:
        title = " ".join(scenario.title.casefold().split())
        for what, name, seen in (("name", title, titles), ("file name", scenario.id, files)):
            other = seen.setdefault(name, scenario)
            if other is scenario:
                continue
            message = f"another scenario has this {what} too"
            hint = "say what it shows that the other does not"
            if what == "file name":
                message = f"another pack has a scenario '{name}' too, and both are run"
                hint = "give the file another name, or name the other one under `replaces_scenarios`"
            related = (("the other", other.span),)
            problems.warning("W918", message, scenario.span, hint=hint, related=related)
            break


def _expected(scenario: Scenario) -> Iterator[str]:
    """The verbs among the events that a scenario expects."""
    expected = scenario.section("expect")
    events = expected.items.get("events") if expected is not None else None
    for event in events.items if isinstance(events, Listed) else ():
        if isinstance(event, Scalar):
            yield event.text.text.partition(" ")[0]


def _rules(rules: Rules, scenarios: Sequence[Scenario], problems: Problems) -> None:
    """The rules of the rulebook that nothing tests."""
    cited = {rule for scenario in scenarios for rule, _ in scenario.rules}
    cited |= {rule for invariant in rules.game.invariants.values() for rule in invariant.rules}
    for id_, rule in rules.game.rulebook.items():
        if id_ not in cited:
            hint = "cite it in `rules` of a scenario or an invariant that tests it"
            problems.note("W909", f"nothing tests rule {id_}", rule.span, hint=hint)


def _entries(rules: Rules, words: set[str], named: frozenset[tuple[str, str]], problems: Problems) -> None:
    """Entries with effects of their own that no scenario names, nor what bears them.

    Several entries have the effects of one template: one of them is enough.
    """
    every = {(entry.kind, entry.id): entry for each in rules.game.entries.values() for entry in each.values()}
    reached = {key for key in every if key[1] in words} | set(named)
    todo = list(reached)
    while todo:
        more = set(names_of(rules.game.kinds, every[todo.pop()])) & every.keys() - reached
        reached |= more
        todo += more
    tested = {place for key in reached for place in _effects(every[key])}
    for key, entry in every.items():
        if key not in reached and not tested.issuperset(_effects(entry)):
            message = f"no scenario names {entry.kind} '{entry.id}', which has effects of its own"
            hint = "write one in `scenarios/` in which it does what it should"
            problems.note("W910", message, entry.span, hint=hint, related=_renamed(rules, entry, problems))


def _renamed(rules: Rules, entry: Entry, problems: Problems) -> tuple[tuple[str, Span], ...]:
    """Where an overlay gave the entry the name that it has now."""
    former = {old for names in rules.game.former.values() for old, new in names.items() if new == entry.id}
    return tuple((problems.gone[old].said, problems.gone[old].span) for old in former & problems.gone.keys())


def _effects(entry: Entry) -> Iterator[tuple[str, int]]:
    """Where the effect texts of an entry stand."""
    for text in entry.formulas.values():
        yield text.span.file.name, text.span.start
    for ability in entry.abilities.values():
        for each in (ability.do, ability.amount):
            if isinstance(each, EffectText):
                yield each.span.file.name, each.span.start
