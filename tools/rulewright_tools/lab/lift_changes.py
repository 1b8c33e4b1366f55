"""What an entry that two games have otherwise is worth in each: knock-out lifts of the same deals, paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.model.game import Game
from rulewright_tools.lab.compare import SCORE_BAND, WORDS
from rulewright_tools.lab.inference import Difference, benjamini_hochberg, paired, pairs_missing, verdict
from rulewright_tools.lab.lifts import Lifts
from rulewright_tools.lab.summary import DIGITS


def differing(changes: Iterable[Mapping[str, Any]], games: tuple[Game, Game]) -> list[str]:
    """The entries that differ between two games, or that one of them has not, by name.

    Args:
        changes: of a comparison, as its JSON has them.
    """
    known = {
        f"{kind}/{entry}": entry for game in games for kind in game.entries for entry in game.entries[kind]
    }
    return sorted({known[change["entry"]] for change in changes if change["entry"] in known})


def wanted(entries: Iterable[str], game: Game) -> frozenset[str]:
    """Those that a game has."""
    return frozenset(entries) & {entry for entries in game.entries.values() for entry in entries}


def lift_changes(entries: Iterable[str], lifts: tuple[Lifts, Lifts]) -> list[dict[str, Any]]:
    """By entry its lift of the score in both games, and the difference: `lift_changes` of `docs/json.md`."""
    sides = {entry: tuple(_gains(each, entry) for each in lifts) for entry in entries}
    found: dict[str, Difference] = {}
    for entry, (a, b) in sides.items():
        both = [] if a is None or b is None else [b[number] - a[number] for number in a if number in b]
        if len(both) > 1:
            found[entry] = paired(both, alike=not any(entry in each.gains for each in lifts))
    adjusted = dict(zip(found, benjamini_hochberg([each.p for each in found.values()]), strict=True))
    band = SCORE_BAND * abs(lifts[0].mean_score())
    return [
        {
            "entry": entry,
            "in": "".join(name for name, gains in zip("ab", both, strict=True) if gains is not None),
            **{name: _side(each, entry, gains) for name, each, gains in zip("ab", lifts, both, strict=True)},
            **_delta(found.get(entry), adjusted.get(entry, 1.0), band, lifts[0].seats),
        }
        for entry, both in sides.items()
    ]


def _gains(lifts: Lifts, entry: str) -> dict[int, float] | None:
    """By match; None if the game has no such entry."""
    if lifts.entries is None or entry not in lifts.entries:
        return None
    return {number: score for number, (score, _) in lifts.per_match(entry).items()}


def _side(lifts: Lifts, entry: str, gains: Mapping[int, float] | None) -> dict[str, Any] | None:
    if gains is None or len(gains) < 2:
        return None
    found = paired(list(gains.values()), alike=entry not in lifts.gains)
    uses = sum(lifts.uses(number, entry) for number in gains)
    return {
        "lift": round(found.mean, DIGITS),
        **found.ends(),
        "n": found.n,
        "uses": round(uses / found.n, DIGITS),
        "replayed": lifts.replayed(entry),
    }


def _delta(found: Difference | None, q: float, band: float, seats: int) -> dict[str, Any]:
    if found is None:
        names = ("delta", "low", "high", "pairs", "p", "q", "band", "verdict", "more_matches")
        return dict.fromkeys(names)
    word = verdict(found, band, found.found_among_many(q))
    more = pairs_missing(found, band) * 2 * seats if word == "open" else None
    return {
        "delta": round(found.mean, DIGITS),
        **found.ends(),
        "pairs": found.n,
        "p": float(f"{found.p:.4g}"),
        "q": float(f"{q:.4g}"),
        "band": round(band, DIGITS),
        "verdict": WORDS[word],
        "more_matches": more,
    }
