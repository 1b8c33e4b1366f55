"""What is wrong, where, what was expected and what would help: problems as values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from rulewright.source.codes import CODES
from rulewright.source.edits import Edit
from rulewright.source.records import record
from rulewright.source.suggest import MOST_PER_RUN, did_you_mean
from rulewright.source.text import NOWHERE, Span

Severity = Literal["error", "warning", "note"]


@record(frozen=True, slots=True)
class Diagnostic:
    """One problem. `message` is lower case without a full stop, found before expected.

    `fix` is what to write there, where nothing else can be meant; `check --fix` writes it.
    """

    code: str
    message: str
    span: Span
    expected: str | None = None
    hint: str | None = None
    severity: Severity = "error"
    related: tuple[tuple[str, Span], ...] = ()
    fix: Edit | None = None


@record(frozen=True, slots=True)
class Gone:
    """Why a name that was there is not there any more: `said` by whom and `span` where, and what to write."""

    said: str
    span: Span
    hint: str | None = None


@record(frozen=True, slots=True)
class Changed:
    """What was done to something since it was written: `said` by whom, `span` where, and to which `word`."""

    said: str
    span: Span
    word: str


MOST_CHANGES = 3
"""So many changes are told with a problem."""


MOST_PLACES = 10
"""So many other places are told of one mistake."""


def with_changes(
    related: tuple[tuple[str, Span], ...], message: str, changes: Sequence[Changed]
) -> tuple[tuple[str, Span], ...]:
    """The places that go with a problem and the last changes, those of what it names if there are any."""
    named = [change for change in changes if f"'{change.word}'" in message]
    told = dict.fromkeys((change.said, change.span) for change in named or changes)
    known = {span for _, span in related}
    new = [(said, span) for said, span in told if span not in known]
    return (*related, *new[-MOST_CHANGES:])


class ContentError(Exception):
    """An author's mistakes: every problem of the run, in order of place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{d.span}: {d.code} {d.message}" for d in self.diagnostics))


class Problems:
    """Collects the problems of a stage; nothing is raised until `check` is called."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.suggestions_left = MOST_PER_RUN
        self.gone: Mapping[str, Gone] = {}
        self.changed: Mapping[Span, Sequence[Changed]] = {}  # by where the problems of it show
        self.changed_words: Mapping[str, Sequence[Changed]] = {}
        self._told: dict[Hashable, list[Diagnostic]] = {}

    def suggest(self, name: str, candidates: Iterable[str]) -> str | None:
        """The hint of `did_you_mean` for an unknown name, or None after many of them."""
        if self.suggestions_left <= 0:
            return None
        self.suggestions_left -= 1
        return did_you_mean(name, candidates)

    def error(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        *,
        expected: str | None = None,
        hint: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
        unknown: str | None = None,
        fix: Edit | None = None,
    ) -> None:
        """Note a problem; `unknown` is the name that was not found, if it is one of such a name."""
        assert code in CODES, f"{code} has no row in source/codes"
        if unknown is not None and (gone := self.gone.get(unknown)) is not None:
            hint, related = gone.hint or hint, (*related, (gone.said, gone.span))
        self.add(Diagnostic(code, message, span, expected, hint, "error", related, fix))

    def changes_of(self, words: Iterable[str]) -> tuple[tuple[str, Span], ...]:
        """What was done to what is called so: by whom and where, the last things first told of."""
        changes = (change for word in dict.fromkeys(words) for change in self.changed_words.get(word, ()))
        return tuple(dict.fromkeys((change.said, change.span) for change in changes))[-MOST_CHANGES:]

    def add(self, error: Diagnostic) -> None:
        """Note an error, with what was changed at its place."""
        row = CODES[error.code]
        if error.expected is None and error.hint is None and (row.expected or row.hint):
            error = replace(error, expected=row.expected, hint=row.hint)
        if (changes := self.changed.get(error.span)) is not None:
            error = replace(error, related=with_changes(error.related, error.message, changes))
        self.found.append(error)

    def once(self, cause: Hashable, before: int) -> None:
        """Of what was found since there were `before`, keep only places if it was told of this cause already.

        `cause` is what one has to mend, of which more than one place may tell.
        """
        if len(self.found) == before:
            return
        again = self.found[before:]
        first = self._told.setdefault(cause, again)
        if first is again or [(d.code, d.message) for d in first] != [(d.code, d.message) for d in again]:
            return
        del self.found[before:]
        self._told[cause] = [self._also(*both) for both in zip(first, again, strict=True)]

    def _also(self, first: Diagnostic, again: Diagnostic) -> Diagnostic:
        """The first of two problems, with the place of the other one."""
        index = next((i for i, each in enumerate(self.found) if each is first), None)
        if index is None or len(first.related) >= MOST_PLACES or again.span == first.span:
            return first
        both = replace(first, related=(*first.related, ("the same here", again.span)))
        self.found[index] = both
        return both

    def warning(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
        fix: Edit | None = None,
    ) -> None:
        assert code in CODES, f"{code} has no row in source/codes"
        hint = hint or CODES[code].hint
        self.found.append(Diagnostic(code, message, span, None, hint, "warning", related, fix))

    def note(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        """Note what may well be meant."""
        assert code in CODES, f"{code} has no row in source/codes"
        self.found.append(Diagnostic(code, message, span, None, hint, "note", related))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity == "error"]

    def keep_one_of_each(self) -> None:
        """Drop problems found twice, as those of a template are with every entry that is like it, and
        what is only doubtful where something is wrong; names are not there twice where packs collide."""
        kept = {(d.code, d.span.file.name, d.span.start, d.message): d for d in reversed(self.found)}
        wrong = {(d.span.file.name, d.span.start, d.span.end) for d in self.errors}
        collided = {
            at for d in self.errors if d.code == "P614" for at in (d.span, *(at for _, at in d.related))
        }
        self.found = [
            d
            for d in reversed(kept.values())
            if (d.severity == "error" or (d.span.file.name, d.span.start, d.span.end) not in wrong)
            and not (d.code == "R303" and d.span in collided)
        ]

    def check(self) -> None:
        """Raise everything found so far if there is an error among it."""
        if self.errors:
            raise ContentError(sorted(self.found, key=lambda d: (d.span.file.name, d.span.start, d.code)))
