"""Abilities that no event is ever like, or that others forestall; what a card says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import OTHER, Case, check, doing, files_of, told

PAINT = "verbs: {paint: {params: {tone: tone, n: int}, do: 'if tone == red then tide = n'}}\n"
BOTH = PAINT + doing("paint(red, 2)\npaint(red, tide - 4)")
TWO = PAINT + doing("paint(red, 2)\npaint(green, 3)")
LATE = "rules: {x: {window: late, do: tide = 0}}\n"
CALM = "flow\n  calm: {turns: seats, do: my pearls += 1}\n"
ASK = "prompts: {rest: {params: {n: int}}}\nwindows: {late: {seat: turn.seat, during: turns}}\n" + doing(
    "may choose 1 shell in beach, asking rest(3) then earn(1)"
)
EVENTS: dict[str, Case] = {
    "a number that is never given": (
        "W913",
        "rules: {x: {after: earn(n=7), do: tide += 1}} # here\n",
        "rules: {x: {after: earn(n=1), do: tide += 1}}\n",
    ),
    "before": (
        "W913",
        BOTH + "  x: {before: paint(green), do: tide = 0} # here\n",
        BOTH + "  x: {before: paint(red), do: tide = 0}\n",
    ),
    "instead of it": (
        "W913",
        BOTH + "  x: {instead_of: paint(n=6), do: tide = 0} # here\n",
        BOTH + "  x: {instead_of: paint(n=5), do: tide = 0}\n",
    ),
    "each of two calls has one of both": (
        "W913",
        PAINT
        + doing("paint(red, 2)\npaint(green, 3)")
        + "  x: {after: 'paint(red, 3)', do: earn(2)} # here\n",
        TWO + "  x: {after: 'paint(red, 2)', do: earn(2)}\n",
    ),
    "a `when` that no call makes true": (
        "W913",
        BOTH + "  x: {after: paint(tone), when: n > 5, do: earn(2)} # here\n",
        BOTH + "  x: {after: paint(tone), when: n > 4, do: earn(2)}\n",
    ),
    "a `when` about what is given": (
        "W913",
        BOTH + "  x: {after: paint(tone), when: tone != red, do: earn(2)} # here\n",
        BOTH + "  x: {after: paint(tone), when: tone == red, do: earn(2)}\n",
    ),
    "a question": (
        "W913",
        ASK + "  look: {window: late, prompt: rest(4), do: tide = 0} # here\n",
        ASK + "  look: {window: late, prompt: rest(3), do: tide = 0}\n",
    ),
    "always replaced": (
        "W913",
        "rules:\n  a: {instead_of: earn(n), do: tide = 0}\n  b: {after: earn(n), do: tide = 1} # here\n",
        "rules:\n  a: {instead_of: earn(n), do: earn(n)}\n  b: {after: earn(n), do: tide = 1}\n",
    ),
    "replaced before wherever it applies": (
        "W913",
        "rules:\n  a: {instead_of: earn(n), when: tide > 3, do: tide = 0}\n"
        "  b: {instead_of: earn(n), when: tide > 4, do: tide = 1} # here\n",
        "rules:\n  a: {instead_of: earn(n), when: tide > 3, do: tide = 0}\n"
        "  b: {instead_of: earn(n), when: tide > 2, do: tide = 1}\n",
    ),
    "a window in which nobody is asked": (
        "W906",
        CALM + "windows: {late: {seat: turn.seat, during: calm}} # here\n" + LATE,
        CALM + "windows: {late: {seat: turn.seat, during: turns}}\n" + LATE,
    ),
    "replaced by another before": (
        "W913",
        "rules:\n  a: {instead_of: earn(n), do: tide = 0}\n  b: {instead_of: earn(n), do: tide = 1} # here\n",
        "rules:\n  a: {instead_of: earn(n), may: true, do: tide = 0}\n"
        "  b: {instead_of: earn(n), do: tide = 1}\n",
    ),
}


@pytest.mark.parametrize("case", EVENTS)
def test_an_ability_that_no_event_is_ever_like_is_told_of(tmp_path: Path, case: str) -> None:
    code, bad, good = EVENTS[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


def test_the_calls_that_there_are_are_shown(tmp_path: Path) -> None:
    found = told(tmp_path, {"rules/more.yaml": BOTH + "  x: {after: 'paint(red, 9)', do: earn(2)}\n"})
    assert [(d.span.line, [at.line for _, at in d.related]) for d in found] == [(8, [6, 7])]


def test_what_the_own_entries_of_a_scenario_call_is_called(tmp_path: Path) -> None:
    rules = "rules: {x: {after: earn(n=7), do: tide += 1}}\n"
    entry = (
        "{size: 1, tone: red, story: x, gain: 0, cost: 0, abilities: {a: {after: take(what), do: earn(7)}}}"
    )
    scenario = f"{OTHER}given: {{zones: {{beach: [crab]}}}}\nwith: {{shell: {{crab: {entry}}}}}\n"
    assert told(tmp_path, {"rules/more.yaml": rules, "scenarios/crab.yaml": scenario}) == []


@pytest.mark.parametrize(
    ("sort", "calls", "codes"),
    [
        ("before", "earn(2)", ["W913"]),
        ("instead_of", "earn(2)", ["W913"]),
        ("after", "earn(2)", []),
        ("before", "choose 1 shell in my hand then take(it)", []),
        ("before", "for s in my hand then take(s)", []),
    ],
)
def test_what_a_card_waits_for_while_it_lies_elsewhere_is_told_of(
    tmp_path: Path, sort: str, calls: str, codes: list[str]
) -> None:
    cards = WHELK.format(f"{sort}: take(this), do: earn(2)")
    rules = f"rules: {{x: {{after: earn(n), when: tide > 3, do: {calls.replace('earn(2)', 'tide = 0')}}}}}\n"
    files = {"cards/more.yaml": cards, "scenarios/whelk.yaml": NAMED, "rules/more.yaml": rules}
    assert [d.code for d in told(tmp_path, files)] == codes


WHELK = "shell:\n  whelk: {{size: 3, tone: red, story: x, gain: 0, cost: 0, abilities: {{a: {{{}}}}}}}\n"
NAMED = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk]}}\nplay: [cone]")


@pytest.mark.parametrize(
    ("ability", "columns"),
    [
        ("after: take(this), when: this.size > 3, do: earn(2)", [100]),
        ("after: take(this), when: this.size == 3 and tide > 2, do: earn(2)", [100]),
        ("after: take(this), when: this.tone == green, do: earn(2)", [100]),
        ("after: take(what), when: this.entry == cone, do: earn(2)", [100]),
        ("after: take(this), do: if this.size < 4 then earn(2)", [101]),
        ("after: take(what), when: what.size > 3, do: earn(2)", []),
        ("after: take(what), when: what.size > this.size, do: earn(2)", []),
        ("after: take(this), when: this.turned, do: earn(2)", []),
    ],
)
def test_what_is_printed_on_a_card_is_known_in_its_words(
    tmp_path: Path, ability: str, columns: list[int]
) -> None:
    files = {"cards/more.yaml": WHELK.format(ability), "scenarios/whelk.yaml": NAMED}
    found = told(tmp_path, files)
    assert [(d.code, d.span.line, d.span.column) for d in found] == [("W902", 2, c) for c in columns]


def test_what_a_card_has_from_a_template_is_judged_for_none(tmp_path: Path) -> None:
    printed = "size: {}, tone: red, story: x, gain: 0, cost: 0, like: twin"
    ability = "after: take(this), when: this.size > 3, do: earn(2)"
    cards = (
        f"templates: {{shell: {{twin: {{abilities: {{a: {{{ability}}}}}}}}}}}\n"
        f"shell:\n  whelk: {{{printed.format(3)}}}\n  conch: {{{printed.format(4)}}}\n"
    )
    assert told(tmp_path, {"cards/more.yaml": cards, "scenarios/whelk.yaml": NAMED}) == []
