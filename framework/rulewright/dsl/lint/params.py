"""Parameters that nothing reads, and those that the words of a verb, value or table leave out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.english.patterns import read_patterns
from rulewright.source.diagnostics import Problems

_UNREAD, _LEFT_OUT = "W907", "W916"


@dataclass(slots=True)
class _Takes:
    """What has parameters, by its place in `Game.places`: those that are read, and those that are not."""

    place: str
    read: list[str]
    unread: list[str]


class Params:
    """Looks at the parameters of one game.

    Args:
        elsewhere: names that texts outside of the game use.
        recorded: verbs whose arguments something reads in the record of a match.
    """

    def __init__(
        self, texts: Texts, problems: Problems, elsewhere: Collection[str], recorded: Collection[str]
    ) -> None:
        self.texts = texts
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems
        self.elsewhere = elsewhere
        self.recorded = recorded
        self.heard: dict[str, set[int]] = {}  # verb or value -> parameters that abilities look at
        for clause in self.rules.clauses:
            name = clause.event.verb if clause.event is not None else clause.ability.subject
            if isinstance(name, str) and len(self.heard.setdefault(name, set())) < len(clause.params):
                self.heard[name].update(self._read_by(clause))

    def check(self) -> None:
        for found in self._all():
            self._words(found)
            if found.place.removeprefix("verbs/") in self.recorded:
                continue
            for name in found.unread:
                span = self.game.places.get(f"{found.place}/{name}")
                if name not in self.elsewhere and span is not None:
                    hint = "read it, or remove it here and where it is given"
                    message = f"nothing reads the parameter '{name}'"
                    self.problems.warning(_UNREAD, message, span, hint=hint)

    def _words(self, found: _Takes) -> None:
        """Whether the wording names all that is read: what is missing there nobody can know."""
        section, _, name = found.place.partition("/")
        wording = self.game.texts.get(section, {}).get(name)
        span = self.game.places.get(f"texts/{found.place}")
        if wording is None or span is None:
            return
        named = {place.name for pattern in read_patterns(wording) for place in pattern.places}
        for param in found.read:
            if param not in named:
                hint = f"name it, as in `[ with {{{param}}}]`"
                message = f"these words leave out the parameter '{param}'"
                self.problems.warning(_LEFT_OUT, message, span, hint=hint)

    # --- what is read --------------------------------------------------------------------------

    def _all(self) -> Iterator[_Takes]:
        game = self.game
        for name, verb in self.rules.verbs.items():
            read = self._read_in(f"verb/{name}", f"requires/{name}")
            heard = self.heard.get(name, ())
            yield _takes(f"verbs/{name}", game.verbs[name].params, verb.do.params, read, heard)
        for name, value in self.rules.values.items():
            read, heard = self._read_in(f"value/{name}"), self.heard.get(name, ())
            found = _takes(f"values/{name}", game.values[name].params, value.params, read, heard)
            # a test may be said of its first one, as in "has the most swords"
            first = next(iter(game.values[name].params), "")
            yield _Takes(found.place, [each for each in found.read if each != first], found.unread)
        formulas = {(kind, name): found.params[1:] for (kind, _, name), found in self.rules.formulas.items()}
        for (kind, name), params in formulas.items():
            declared = game.kinds[kind].formulas[name].params
            read = self._read_in(f"formula/{kind}/{name}")
            yield _takes(f"formulas/{kind}/{name}", declared, params, read, ())
        for name in game.tables:
            yield _Takes(f"tables/{name}", ["key"], [])

    def _read_by(self, clause: t.Clause) -> Iterator[int]:
        """The numbers of the parameters that an ability reads, or asks to be something."""
        read = self._read_in(f"clause/{clause.id}")
        yield from (number for number, param in enumerate(clause.params) if param in read)
        if clause.event is not None:
            yield from (number for number, arg in enumerate(clause.event.args) if arg is not None)

    def _read_in(self, *keys: str) -> set[str]:
        """The locals that texts read."""
        nodes = (node for key in keys for node in self.texts.of(key))
        return {node.name for node in nodes if isinstance(node, t.Local)}


def _takes(
    place: str, declared: Iterable[str], params: Iterable[str], read: set[str], heard: Collection[int]
) -> _Takes:
    """Args:
    params: the names that the parameters have in the texts.
    """
    found = _Takes(place, [], [])
    for number, (name, param) in enumerate(zip(declared, params, strict=True)):
        (found.read if param in read or number in heard else found.unread).append(name)
    return found
