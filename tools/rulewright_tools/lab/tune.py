"""What a search came to: as JSON, as a table for a person, and as an overlay that says where it is from."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import inf
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright import __version__
from rulewright.packs.overlays.numbers import overlay_text
from rulewright.play.playout import Plan
from rulewright.source.counted import counted
from rulewright_tools.aims import over
from rulewright_tools.failures import coloured
from rulewright_tools.lab.clusters import mean_share
from rulewright_tools.lab.figures import is_share
from rulewright_tools.lab.header import bots, header, run_words, settings_of
from rulewright_tools.lab.inference import paired
from rulewright_tools.lab.words import NOT_COVERED, about, name_of, with_interval
from rulewright_tools.outputs import write_text, written
from rulewright_tools.prepare import Setup
from rulewright_tools.tuning import Column, Trial, Tuned, told
from rulewright_tools.variants import required

DIGITS = 6
MOST_REFUSED = 5
TOLD = {"met": "met", "missed": "missed", "open": "not clear yet"}


def data(tuned: Tuned, setup: Setup, plan: Plan, possible: int, out: str | None) -> dict[str, Any]:
    """The JSON twin: `docs/json.md`.

    Args:
        possible: how many values there are within the bounds.
        out: the file of the overlay, if one is to be written.
    """
    proposed = tuned.proposed()
    return {
        **header("tune", setup, plan.seed, plan.first_seat),
        "pairs": plan.games,
        "targets": [
            {
                "figure": target.figure.family,
                "low": None if target.low == -inf else target.low,
                "high": None if target.high == inf else target.high,
            }
            for target in tuned.targets
        ],
        "touched": [
            {"address": t.number.address, "value": t.number.value, "low": t.low, "high": t.high}
            for t in tuned.touched
        ],
        "possible": possible,
        "tried": tuned.tried,
        "refused": [
            {"values": list(values), "code": why.code, "message": why.message}
            for values, why in tuned.refused
        ],
        "broken": tuned.broken,
        "matches": {
            "played": tuned.played,
            "untouched": tuned.untouched,
            "fresh": tuned.confirmed,
            "broke_off": tuned.faults,
        },
        "concluded": tuned.concluded(),
        "proposals": [
            _proposal(tuned, trial) | {"written": out if trial is proposed else None}
            for trial in tuned.shown()
        ],
    }


def _proposal(tuned: Tuned, trial: Trial) -> dict[str, Any]:
    fresh, start = tuned.fresh.get(trial.values), tuned.fresh.get(tuned.start)
    figures = []
    for place, (target, value) in enumerate(zip(tuned.targets, trial.figures, strict=True)):
        column = [] if fresh is None else fresh[place]
        mean, low, high = interval(target.figure.family, told(column))
        figures.append(
            {
                "figure": target.figure.family,
                "searched": round(value, DIGITS),
                "fresh": _round(mean),
                "low": _round(low),
                "high": _round(high),
                "deals": len(told(column)),
                "change": None if start is None or not trial.edits else _change(start[place], column),
                "met": target.off(value) == 0,
                "met_fresh": None if mean is None else target.off(mean) == 0,
                "told": target.told(low, high),
            }
        )
    return {
        "edits": [
            {"address": number.address, "from": number.value, "to": value}
            for number, value in tuned.changes(trial)
        ],
        "off": round(trial.off, DIGITS),
        "figures": figures,
    }


def interval(family: str, column: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The mean of a figure over deals, in the unit of tables, and its interval of 95 %; that of a share lies
    in 0 to 100."""
    if len(column) < 2:
        return None, None, None
    if is_share(family):
        mean, low, high = (100 * x for x in mean_share([value / 100 for value in column]))
        return mean, low, high
    found = paired(column)
    return found.mean, found.low, found.high


def _change(start: Column, column: Column) -> dict[str, Any] | None:
    """How far a figure moved from the game as it is, on the same deals."""
    both = [b - a for a, b in zip(start, column, strict=True) if a is not None and b is not None]
    if len(both) < 2:
        return None
    found = paired(both)
    return {"delta": round(found.mean, DIGITS), **found.ends()}


def _round(x: float | None) -> float | None:
    return None if x is None else round(x, DIGITS)


def too_narrow(tuned: Tuned) -> Iterator[str]:
    """Of each target that is narrower than the interval that so many deals tell: that it is."""
    for target, column in zip(tuned.targets, tuned.base, strict=True):
        values, width = told(column), target.high - target.low
        mean, low, high = interval(target.figure.family, values)
        if mean is None or low is None or high is None or width >= high - low:
            continue
        line = (
            f"{name_of(target.figure.family)}: {target.says()} is narrower than what {len(values):,} deals "
            f"tell of the game as it is, {mean:.2f} ({low:.2f} to {high:.2f})"
        )
        if width > 0:
            needed = len(values) * ((high - low) / width) ** 2
            line += f"; to tell it takes -n of {about(int(needed) + 1, len(values))}"
        yield f"{line}; values that meet it may do so on these deals alone"


def write_overlay(tuned: Tuned, found: dict[str, Any], setup: Setup, out: str, command: str) -> bool:
    """Whether the best proposal is kept, if it is better than the game as it is."""
    best, path = tuned.proposed(), Path(out)
    if best is None:
        if path.is_file() and path.stat().st_size == 0:
            path.unlink()  # it came into being when it was tried whether it can be written
        return True
    text = _overlay(tuned, best, found, setup, command)
    return written("the overlay", lambda: write_text(path, text))


def _overlay(tuned: Tuned, trial: Trial, found: dict[str, Any], setup: Setup, command: str) -> str:
    """A proposal as an overlay, with the command that found it and its figures as comments."""
    row = next(each for each in found["proposals"] if each["written"])
    packs = " + ".join(f"{pack['id']} {pack['version']}" for pack in found["packs"])
    lines = [
        f"# found by Rulewright {__version__}: {command}",
        f"# for {packs}, content {found['packs'][0]['content']}",
    ]
    for target, figure in zip(tuned.targets, row["figures"], strict=True):
        lines.append(f"# {name_of(target.figure.family)}, to be {target.says()}: {_values(figure)}")
    return "\n".join(lines) + "\n" + overlay_text(tuned.changes(trial), required(setup))


def _values(figure: dict[str, Any]) -> str:
    text = f"{figure['searched']:.2f}"
    if figure["fresh"] is not None:
        text += f"; on other deals {_fresh(figure)}"
    return text


def _fresh(figure: dict[str, Any]) -> str:
    return with_interval(figure["fresh"], figure, lambda x: f"{x:.2f}")


# --- for a person --------------------------------------------------------------------------------


def print_tuned(tuned: Tuned, found: dict[str, Any], check: str) -> None:
    """What was aimed at, what was tried, the proposals, and what is to be done with them.

    Args:
        check: a command that plays what was written on more deals.
    """
    console = Console(
        no_color=not coloured(sys.stdout), highlight=False, width=None if sys.stdout.isatty() else 160
    )
    for line in _head(tuned, found):
        console.print(line, markup=False, soft_wrap=True)
    if found["proposals"]:
        console.print(_table(tuned, found))
    for line in (*_refused(tuned), *_foot(tuned, found, check)):
        console.print(line, markup=False, soft_wrap=True)
    console.print(NOT_COVERED, markup=False, soft_wrap=True)


def _head(tuned: Tuned, found: dict[str, Any]) -> Iterator[str]:
    packs = " + ".join(f"{p['id']} {p['version']}" for p in found["packs"])
    seats = counted(found["players"], "player")
    settings = "".join(f", {setting}" for setting in settings_of(found))
    pairs = f"{counted(found['pairs'], 'pair')}, each a deal in all rotations"
    yield f"{packs}, {seats}{settings}, {','.join(bots(found))}: {pairs}; seed {found['seed']}"
    stopped = "interrupted; " if tuned.interrupted else ""
    broken = f", {tuned.broken} refused, as more deals break off" if tuned.broken else ""
    matches = found["matches"]
    played = counted(matches["played"], "match", "matches")
    yield (
        f"{stopped}{tuned.tried:,} of {found['possible']:,} possible values tried{broken}; "
        f"{played}, {matches['untouched']:,} not played, as they never read what changed"
        f"; {matches['fresh']:,} on other deals"
    )
    if tuned.faults:
        yield f"{counted(tuned.faults, 'match', 'matches')} broke off; pairs with one are not counted"


def _table(tuned: Tuned, found: dict[str, Any]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    of_figures = ("target", "searched", "other deals (95 %)", "change (95 %)", "", "off")
    for head in ("edits", "number", "now", "new", *of_figures):
        justify = "left" if head in ("number", "target", "") else "right"
        # one of rich's words
        table.add_column(head, justify=justify, no_wrap=head != "number", overflow="fold")  # type: ignore[arg-type]
    for row in found["proposals"]:
        edits = [(e["address"].partition(":")[2], str(e["from"]), str(e["to"])) for e in row["edits"]] or [
            ("as it is", "", "")
        ]
        figures = [
            (f"{name_of(target.figure.family)}: {target.says()}", *_cells(figure))
            for target, figure in zip(tuned.targets, row["figures"], strict=True)
        ]
        count, off = str(len(row["edits"])), f"{row['off']:.3f}"
        for edit, figure in zip_longest(edits, figures):
            table.add_row(count, *(edit or ("", "", "")), *(figure or ("",) * 5), off)
            count, off = "", ""
    return table


def _cells(figure: dict[str, Any]) -> tuple[str, ...]:
    change = figure["change"]
    fresh = "–" if figure["fresh"] is None else _fresh(figure)
    moved = "" if change is None else with_interval(change["delta"], change)
    return f"{figure['searched']:.2f}", fresh, moved, TOLD[figure["told"]]


def _refused(tuned: Tuned) -> Iterator[str]:
    if not tuned.refused:
        return
    yield f"left out, as the game would not be valid: {len(tuned.refused)}"
    for values, why in tuned.refused[:MOST_REFUSED]:
        told = ", ".join(
            f"{t.number.address.partition(':')[2]} {value}"
            for t, value in zip(tuned.touched, values, strict=True)
            if value != t.number.value
        )
        yield f"  {told}: {why.code} {why.message}"
    if len(tuned.refused) > MOST_REFUSED:
        yield f"  and {len(tuned.refused) - MOST_REFUSED} more"


def _concluded(tuned: Tuned) -> Iterator[str]:
    """Whether anything is proposed, and what other deals say of it."""
    concluded, best = tuned.concluded(), tuned.best()
    if concluded == "no better":
        yield "nothing better was found than the game as it is, so that nothing is proposed or written"
    if best is None or concluded in ("no better", None):
        return
    if concluded == "nearest":
        yield "no values meet all targets; the nearest are proposed"
    if not tuned.fresh:
        yield "no other deals were played: it may come nearer on those of the search alone"
        return
    of = counted(len(tuned.targets), "target")
    missed = [tuned.missed_fresh(values) for values in (tuned.start, best.values)]
    before, after = (len(tuned.targets) - count for count, _ in missed)
    if concluded == "no better on other deals":
        nearer = ", and is no nearer" if before == after else ""
        than = "better" if missed[0] < missed[1] else "no worse"
        yield (
            f"on other deals the game as it is does {than}: it meets {before} of {of} there, the best "
            f"proposal {after}{nearer}; nothing is written"
        )
    else:
        nearer = "; the proposal comes nearer" if before == after else ""
        yield f"on other deals the proposal meets {after} of {of}, the game as it is {before}{nearer}"


def _foot(tuned: Tuned, found: dict[str, Any], check: str) -> Iterator[str]:
    yield "met, missed: the whole interval lies in the target, or outside; not clear yet: across an end of it"
    yield "off: how far outside their ranges the figures lie, as shares of the bounds missed, together"
    row = next((each for each in found["proposals"] if each["written"]), None)
    yield from _concluded(tuned)
    if row is not None:
        specs = [found["spec"], over(found["spec"], row["written"])]
        again = run_words({**found, "seed": found["seed"] + 2})
        yield f"written to {row['written']}; believe it after"
        yield f"  {shlex.join(['rulewright', 'compare', *specs, *again])}"
        yield "to see on more deals whether it meets the targets"
        yield f"  {check}"
