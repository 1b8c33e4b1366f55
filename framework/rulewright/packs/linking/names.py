"""The names that declarations refer to each other by, and complaints about those that do not exist."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rulewright.source.counted import one_of
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span


@dataclass(slots=True)
class Names:
    """What is declared, by section (kinds, zones, budgets …).

    `lost` are names in files that failed their schema, and `blind` are the sections that are not wholly
    known because a file could not be read (`*` for all): a reference that may be to something there is
    no second problem. `unsure` is set when kinds or zones are among them. `owners`
    says of fields, derived values and formulas which kind has them.
    """

    problems: Problems
    declared: Mapping[str, Mapping[str, Span]] = field(default_factory=dict)
    lost: Collection[str] = ()
    blind: Collection[str] = ()
    unsure: bool = False
    owners: Mapping[str, str] = field(default_factory=dict)

    def has(self, section: str, name: str) -> bool:
        return name in self.declared.get(section, {})

    def known(self, section: str, what: str, name: str, span: Span, hint: str | None = None) -> bool:
        """Whether `name` stands in `section`; complains with R301 when it does not.

        Args:
            hint: what is said of the name if it is another thing; names like it are looked for otherwise.
        """
        if self.has(section, name):
            return True
        if section.partition(".")[0] not in self.blind:
            self.unknown(what, name, span, self.declared.get(section, {}), hint=hint)
        return False

    def unknown(
        self,
        what: str,
        name: str,
        span: Span,
        candidates: Collection[str],
        code: str = "R301",
        *,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        last = name.rpartition("/")[2]  # of the path of a step
        if "*" not in self.blind and last not in self.lost and not self._is_lost_rule(what, name):
            hint = hint or self.problems.suggest(name, candidates)
            expected = expected or one_of(candidates)
            if expected is None and hint is None:
                hint = f"no {what} is declared"
            message = f"unknown {what} '{name}'"
            self.problems.error(code, message, span, expected=expected, hint=hint, unknown=name)

    def _is_lost_rule(self, what: str, name: str) -> bool:
        """Whether the id of a rule may be meant that is written in another way where it is lost."""
        return what == "rule" and any(
            name.casefold() == lost.replace("_", "-").casefold() for lost in self.lost
        )

    def unfit(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        expected: str | None = None,
        hint: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        """Complain about two declarations that do not fit, unless one may have been lost."""
        if not self.unsure:
            self.problems.error(code, message, span, expected=expected, hint=hint, related=related)
