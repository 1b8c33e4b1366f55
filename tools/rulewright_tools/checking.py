"""Everything that can be known about a game without playing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from rulewright.dsl.typed import Rules
from rulewright.model.game import Game
from rulewright.packs.gather import shown_name
from rulewright.packs.scenarios import game_scenarios
from rulewright.packs.spec import Place, resolve
from rulewright.play.invariants import check_static, static_program
from rulewright.play.link import check_views, link
from rulewright.play.lint import lint
from rulewright.play.reasons import all_reasons, read_reasons
from rulewright.play.scenario_read import Reading, Scenario, read_content, read_scenario, scenario_files
from rulewright.source.allowing import MARK, Allowance, allowances, unused, without_allowed
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError, Diagnostic, Problems, Severity, with_changes
from rulewright.source.reader import read_file
from rulewright.source.text import EffectText


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: problems in order of place, and counts."""

    spec: str
    game: Game | None  # None if it cannot be linked
    problems: tuple[Diagnostic, ...]
    packs: int
    files: int
    texts: int
    scenarios: int
    allowed: int  # warnings and notes that comments allow

    @property
    def errors(self) -> int:
        return self.of("error")

    @property
    def warnings(self) -> int:
        return self.of("warning")

    def of(self, severity: Severity) -> int:
        """How many problems there are of a severity."""
        return sum(problem.severity == severity for problem in self.problems)


def check(spec: str) -> Checked:
    """Check a game; nothing is raised for its problems."""
    problems = Problems()
    places = resolve(spec, problems)
    rules: Rules | None = None
    if not problems.errors:
        try:
            rules = link(spec, problems)
        except ContentError as error:
            problems.found = list(error.diagnostics)
    scenarios = _scenarios(spec, rules, problems)
    read = [scenario for path in scenarios if (scenario := read_scenario(path, problems)) is not None]
    readings: list[Reading] = []
    if rules is not None:
        contents = [read_content(rules, scenario, problems) for scenario in read]
        readings = [content for content in contents if content is not None]
    if rules is None:
        for place in places:
            read_reasons(place.path, problems, None)
    else:
        all_reasons(spec, problems, rules)
        _invariants(rules, problems)
        problems.found += check_views(spec)
    if rules is not None and not problems.errors:
        lint(rules, read, list(_replaced(places, scenarios)), problems, readings)
    found, allowed = _told(places, problems)
    return Checked(
        spec,
        None if rules is None else rules.game,
        found,
        len(places),
        sum(1 for place in places for _ in _files(place.path)),
        0 if rules is None else sum(1 for _ in _texts(rules.game)),
        len(scenarios),
        allowed,
    )


def _told(places: Sequence[Place], problems: Problems) -> tuple[tuple[Diagnostic, ...], int]:
    """What is told in the end, in order of place, and how much else comments allow."""
    comments = [[*_allowances(place, problems)] for place in places]
    problems.keep_one_of_each()
    found, allowed = without_allowed(problems.found, chain(*comments))
    if not problems.errors:  # otherwise not all warnings have been looked for
        own = comments if len(places) == 1 else comments[1:]  # overlays may put right what a game allows
        found += unused(chain(*own), allowed)
    return tuple(sorted(found, key=lambda d: (d.span.file.name, d.span.start, d.code))), len(allowed)


def _allowances(place: Place, problems: Problems) -> Iterator[Allowance]:
    """What the comments of a pack allow; a file that cannot be read is told of elsewhere."""
    folder = place.path if place.path.is_dir() else place.path.parent
    for path in _files(place.path):
        if not path.is_file() or MARK.encode() not in path.read_bytes():
            continue
        file = read_file(path, shown_name(folder, path), Problems())
        if file is not None:
            yield from allowances(file, problems)


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (found for found in path.rglob("*.yaml") if found.is_file())
    else:
        yield path


def _scenarios(spec: str, rules: Rules | None, problems: Problems) -> list[Path]:
    """The scenarios; what is wrong with the packs themselves is told when they are linked."""
    apart = Problems()
    try:
        files = game_scenarios(spec, apart)
    except ContentError:
        return []
    if rules is not None:
        problems.found += apart.found
    return files


def _replaced(places: list[Place], scenarios: list[Path]) -> Iterator[Scenario]:
    """The scenarios of the packs that are none of the game."""
    played = set(scenarios)
    for path in (path for place in places for path in scenario_files(place.path)):
        if path not in played and (scenario := read_scenario(path, Problems())) is not None:
            yield scenario


def _invariants(rules: Rules, problems: Problems) -> None:
    """The invariants that read no state must hold of the content as it is."""
    if any(rules.invariant_static.values()):
        problems.found += [_with_changes(d, problems) for d in check_static(static_program(rules))]


def _with_changes(broken: Diagnostic, problems: Problems) -> Diagnostic:
    """An invariant that does not hold, with what overlays did to what its text names."""
    words = re.findall(r"\w+", broken.span.file.text[broken.span.start : broken.span.end])
    changes = [change for word in dict.fromkeys(words) for change in problems.changed_words.get(word, ())]
    return replace(broken, related=with_changes(broken.related, broken.message, changes))


def _texts(value: Any) -> Iterator[EffectText]:
    """Every effect text of a game."""
    if isinstance(value, EffectText):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    else:
        names = _NAMES.get(type(value))
        if names is None:
            of_noun = is_dataclass(value) and not isinstance(value, type)
            names = tuple(field.name for field in fields(value) if field.name != "span") if of_noun else ()
            _NAMES[type(value)] = names
        for name in names:
            yield from _texts(getattr(value, name))


_NAMES: dict[type, tuple[str, ...]] = {}  # fields of the nouns of the model


def in_words(checked: Checked) -> str:
    """The last line: counts, and how many problems."""
    counts = [counted(checked.packs, "pack"), counted(checked.files, "file")]
    name = checked.spec
    if checked.game is not None:
        game = checked.game
        name = game.name
        counts += [f"{len(entries)} {kind}" for kind, entries in game.entries.items() if entries]
        counts.append(counted(checked.texts, "effect text"))
    counts.append(counted(checked.scenarios, "scenario"))
    counts += [f"{checked.allowed} allowed"] if checked.allowed else []
    severities: tuple[Severity, ...] = ("error", "warning", "note")
    found = [counted(number, each) for each in severities if (number := checked.of(each))]
    return f"{name}: {' and '.join(found) or 'no problems'} ({', '.join(counts)})"
