"""What is wrong, where, what was expected and what would help: problems as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rulewright.source.codes import CODES
from rulewright.source.edits import Edit
from rulewright.source.suggest import MOST_PER_RUN, did_you_mean
from rulewright.source.text import NOWHERE, Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Gone:
    """Why a name that was there is not there any more: `said` by whom and `span` where, and what to write."""

    said: str
    span: Span
    hint: str | None = None


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
        assert code in CODES, f"{code} has no row in source/codes.py"
        if unknown is not None and (gone := self.gone.get(unknown)) is not None:
            hint, related = gone.hint or hint, (*related, (gone.said, gone.span))
        self.found.append(Diagnostic(code, message, span, expected, hint, "error", related, fix))

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
        assert code in CODES, f"{code} has no row in source/codes.py"
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
        assert code in CODES, f"{code} has no row in source/codes.py"
        self.found.append(Diagnostic(code, message, span, None, hint, "note", related))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity == "error"]

    def keep_one_of_each(self) -> None:
        """Drop problems found twice, as those of a template are with every entry that is like it, and
        what is only doubtful where something is wrong."""
        kept = {(d.code, d.span.file.name, d.span.start, d.message): d for d in reversed(self.found)}
        wrong = {(d.span.file.name, d.span.start, d.span.end) for d in self.errors}
        self.found = [
            d
            for d in reversed(kept.values())
            if d.severity == "error" or (d.span.file.name, d.span.start, d.span.end) not in wrong
        ]

    def check(self) -> None:
        """Raise everything found so far if there is an error among it."""
        if self.errors:
            raise ContentError(sorted(self.found, key=lambda d: (d.span.file.name, d.span.start, d.code)))
