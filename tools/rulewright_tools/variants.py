"""A game with other numbers: changed by overlays made for it, linked and judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.engine.unread import Differences, differences
from rulewright.packs.overlays.numbers import Number, overlay_text
from rulewright.play.invariants import check_static, static_program
from rulewright.play.link import link
from rulewright.play.match import RefusedMatch, check_seats
from rulewright.play.playout import Outcome, Plan
from rulewright.source.diagnostics import ContentError, Diagnostic
from rulewright_tools.outputs import write_text
from rulewright_tools.prepare import Setup
from rulewright_tools.records import Records

Changes = Sequence[tuple[Number, int]]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with some numbers otherwise; `differs` is None where it cannot be told what reads them."""

    name: str
    text: str
    plan: Plan
    differs: Differences | None


@dataclass(frozen=True, slots=True)
class Refused:
    """Numbers that make no game: what forbids them."""

    code: str
    message: str

    @classmethod
    def by(cls, problem: Diagnostic) -> Refused:
        expected = f"; expected {problem.expected}" if problem.expected else ""
        return cls(problem.code, problem.message + expected)


def required(setup: Setup) -> dict[str, str]:
    """The packs of a game, and from which version on an overlay fits them."""
    packs = setup.rules.game.packs
    return {pack.id: "any" if pack.version == "0.0.0" else f">={pack.version}" for pack in packs}


class Variants:
    """Makes variants of one game, with overlays in a folder of their own."""

    def __init__(self, setup: Setup, plan: Plan, folder: Path) -> None:
        self.setup = setup
        self.plan = plan
        self.folder = folder

    def make(self, name: str, changes: Changes) -> Variant | Refused:
        """Link the game with these numbers, and judge it as `check` does.

        Args:
            name: of the overlay, which is a pack's id.
        """
        text = overlay_text(changes, required(self.setup))
        path = write_text(self.folder / f"{name}.yaml", text)
        spec = f"{self.setup.spec}+{path.as_posix()}"
        try:
            rules = link(spec)
            broken = check_static(static_program(rules))
            if broken:
                return Refused.by(broken[0])
            # a match that breaks off is kept with the overlay beside it
            plan = replace(self.plan, spec=f"{self.setup.spec}+./{name}.yaml", rules=rules)
            program = plan.program()
            check_seats(program)
        except ContentError as error:
            return Refused.by(error.diagnostics[0])
        except RefusedMatch as error:
            return Refused(error.id or "", str(error))
        return Variant(name, text, plan, differences(self.setup.program, program))


def keep_fault(
    records: Records, outcome: Outcome, turn: int, variant: Variant | None, run: str, mark: str = ""
) -> str | None:
    """Where a match that broke off is kept, with the overlay that it needs; None if it is not.

    Args:
        mark: tells matches of a variant apart that have the same number.
    """
    name = run if variant is None else variant.name
    kept = records.keep(outcome, f"fault_{name}{mark}_{outcome.number}_{turn}")
    if kept is not None and variant is not None:
        try:
            write_text(Path(f"{variant.name}.yaml"), variant.text)
        except OSError as error:
            records.failure = error
    return kept


def word(address: str) -> str:
    """An address as a part of a pack's id."""
    return re.sub(r"[^a-z0-9]+", "_", address.lower()).strip("_")
