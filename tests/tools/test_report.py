"""The report in one file: valid, whole, the same for the same document, and nothing from elsewhere."""

from __future__ import annotations

import copy
import json
import re
import shlex
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rulewright_tools.lab.report.markup import Html, tag
from rulewright_tools.lab.report.numbers import between, listed, number, percent, scaled, signed
from rulewright_tools.lab.report.page import render
from rulewright_tools.lab.report.parts import MOST_ROWS, table
from rulewright_tools.lab.report.quadrant import Spot, quadrant
from rulewright_tools.lab.report.scales import round_up, scale
from rulewright_tools.lab.report.sections import SECTIONS
from rulewright_tools.lab.report.sections.seats import holm, uneven
from rulewright_tools.lab.report.spread import Spread, bins, together

Run = Callable[..., Result]

VOID = {"meta", "br", "hr"}
LARGEST = 1_000_000  # bytes
TWEAK = "version: 0.1.0\nrequires: {marbles: any}\npatch: marbles:marble/blue\nset: {worth: 4}\n"


class Page(HTMLParser):
    """Reads a page and minds what is not as it must be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.words: list[str] = []
        self.images = self.titled = 0
        self.text = text
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert len(found) == len(attrs), f"<{tag}> says something twice"
        assert not {"src", "srcset", "style", "onclick"} & set(found), tag
        if "id" in found:
            self.ids.append(str(found["id"]))
        if "href" in found:
            self.links.append(str(found["href"]))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.images += tag == "svg" and found["role"] == "img"
        self.titled += tag == "title" and self.open[-1] == "svg"
        assert tag not in ("link", "img", "iframe", "object"), tag
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "rect", "circle", "path"), tag

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> in {self.open}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)


def read(text: str) -> Page:
    """A page that is sound: closed, linked, headed in order, with names for its images."""
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>\n")
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links), page.links
    assert page.headings.count(1) == 1 and page.headings[0] == 1
    assert all(later <= level + 1 for level, later in zip(page.headings, page.headings[1:], strict=False))
    assert page.images == page.titled > 0
    assert not re.search(r"<th[^>]*></th>", text)
    assert not re.search(r"https?:|url\(|@import|fetch|XMLHttp", text)
    assert len(text.encode()) < LARGEST
    assert "nan" not in {word.strip() for word in page.words} and "None" not in page.words
    return page


@pytest.fixture
def simulated(run: Run, folder: Path) -> dict[str, Any]:
    assert run("sim", "marbles", "-n", "30", "--metrics", "--json", "s.json").exit_code == 0
    data: dict[str, Any] = json.loads((folder / "s.json").read_text())
    return data


@pytest.fixture
def compared(run: Run, folder: Path) -> dict[str, Any]:
    pytest.importorskip("scipy")
    (folder / "tweak.yaml").write_text(TWEAK)
    words = ("marbles", "marbles+./tweak.yaml", "-n", "20", "--json", "c.json")
    assert run("compare", *words).exit_code == 0
    data: dict[str, Any] = json.loads((folder / "c.json").read_text())
    return data


# --- the page ------------------------------------------------------------------------------------


def test_a_run_becomes_a_page_with_all_its_numbers(simulated: dict[str, Any]) -> None:
    page = read(render(simulated))
    words = set(page.words)
    numbered = {int(word.partition(". ")[0]): word for word in words if re.match(r"\d+\. ", word)}
    titles = [numbered[n].partition(". ")[2] for n in range(1, len(numbered) + 1)]
    assert {"Who wins", "Entries", "Pace", "Tension"} <= {*titles} and titles[-1] == "What the numbers mean"
    for seat in simulated["seats"]:
        assert number(100 * seat["wins"]["low"], 1) in words and f"seat {seat['seat']}" in words
        assert all(number(line["mean"]) in words for line in seat["lines"].values())
    for row in simulated["metrics"]["entries"]:
        assert row["entry"] in words
        assert row["taken"]["share"] is None or number(100 * row["taken"]["low"], 1) in words
    for step in simulated["metrics"]["steps"]:
        assert step["step"] in words and number(step["questions"]) in words
    assert simulated["packs"][0]["content"] in words


@pytest.mark.parametrize(("played", "most"), [(1, "95.0"), (30, "9.5"), (1000, "0.3")])
def test_no_fault_in_few_matches_says_little(simulated: dict[str, Any], played: int, most: str) -> None:
    simulated["finished"] = played
    assert f"the true share is below {most} % (95 % confidence)" in render(simulated)


def test_a_comparison_becomes_a_page_with_all_its_numbers(compared: dict[str, Any]) -> None:
    page = read(render(compared))
    words = set(page.words)
    assert {"marble/blue", "worth", "2", "4", "tweak"} <= words
    for row in compared["figures"]:
        times = 100 if row["figure"].startswith("wins") or row["figure"] == "taken" else 1
        assert {number(row[side] * times) for side in "ab"} <= words
        assert {signed(scaled(row[side], times)) for side in ("delta", "low", "high")} <= words
        assert f"±{number(row['band'] * times)}" in words
    text = "".join(page.words)
    assert re.search(r"The score moved from [\d.]+ to [\d.]+ points: \+[\d.]+ \(", text)
    assert re.search(r"Of entries moved: blue \(\+[\d.]+ points\)", text)
    assert "not covered: whether it is fun" in text.lower()


def test_what_is_not_known_is_said_in_amber(compared: dict[str, Any]) -> None:
    row = next(row for row in compared["figures"] if row["primary"])
    row |= {"verdict": "need more matches", "more_matches": 1234, "pairs": 400, "low": -1.0}
    text = render(compared)
    finding = re.search(r'<li class="open">(.*?)</li>', text)
    assert finding and "It is open whether the score moves" in finding[1]
    assert "need about 1,300 more matches" in finding[1] and 'href="#figures"' in finding[1]


def test_what_is_known_to_move_is_not_said_to_be_open(compared: dict[str, Any]) -> None:
    """Only whether it matters: the interval does not contain 0, but a part of it lies in the band."""
    score = next(row for row in compared["figures"] if row["primary"])
    score |= {"verdict": "need more matches", "more_matches": 99, "low": 0.25, "delta": 1.5, "high": 2.75}
    length = next(row for row in compared["figures"] if row["figure"] == "decisions")
    length |= {**score, "figure": "decisions", "primary": False, "q": 0.3}
    text = "".join(read(render(compared)).words)
    said = "The score moves by +1.50 points (+0.25 to +2.75); whether that matters is open: need about 100"
    assert said in text.replace("\u00a0", " ")
    assert "It is open whether the length of a match moves" in text  # one of many looks so by chance


def test_an_entry_is_named_once_and_new_ones_by_what_they_are_worth(compared: dict[str, Any]) -> None:
    blue = next(row for row in compared["figures"] if (row["figure"], row["entry"]) == ("points", "blue"))
    used = {**blue, "figure": "used", "a": 0.0, "b": 0.5, "delta": 0.5}
    compared["figures"] += [used, {**used, "entry": "harpoon"}]
    new = {"entry": "tool/harpoon", "field": None, "before": None, "after": "{}", "pack": "p", "place": None}
    compared["changes"].append(new)
    side = {"lift": 1.25, "low": 0.5, "high": 2.0, "n": 20, "uses": 1.0, "replayed": 9}
    rest = dict.fromkeys(("delta", "pairs", "p", "q", "low", "high", "band", "verdict", "more_matches"))
    compared["lift_changes"] = [{"entry": "harpoon", "in": "b", "a": None, "b": side, **rest}]
    text = "".join(read(render(compared)).words)
    assert re.search(r"Of entries moved: blue \(\+[\d.]+ points and \+0.50 times a match\)\.", text)
    assert "What is new is worth to a seat: harpoon +1.25 points (+0.50 to +2.00)." in text


def test_why_it_stopped_is_said(compared: dict[str, Any]) -> None:
    compared["until_sure"], compared["pairs"] = 1.0, 100
    assert "That was sure after 20 of at most 100 pairs, so that no more were played." in render(compared)
    assert "as it may be watched" not in render(compared)
    next(row for row in compared["figures"] if row["primary"])["low"] = -0.25
    assert "The interval is wider than the test, as it may be watched." in render(compared)
    row = next(row for row in compared["figures"] if row["primary"])
    row |= {"verdict": "need more matches", "more_matches": 99}
    assert "Not sure yet after 20 of at most 100 pairs." in render(compared)


def test_who_begins_is_every_seat_of_a_pair(simulated: dict[str, Any], compared: dict[str, Any]) -> None:
    assert "by the seed, match by match" in render(simulated)
    assert "every seat once in each deal" in render(compared)


def test_the_findings_are_few_and_faults_come_first(simulated: dict[str, Any]) -> None:
    fault = {"match": 7, "code": "G701", "message": "no end", "place": "a.yaml:1:2", "replay": "f.jsonl"}
    simulated["faults"] = [fault, {**fault, "match": 8, "replay": None}]
    text = render(simulated)
    page = read(text)
    found = re.findall(r'<li class="(\w+)"', text)
    assert 3 <= len(found) <= 6 and found[0] == "fault"
    assert {"f.jsonl", "a.yaml:1:2", "7", "8"} <= set(page.words)


def test_the_same_document_gives_the_same_bytes(simulated: dict[str, Any], compared: dict[str, Any]) -> None:
    for data in (simulated, compared):
        before = copy.deepcopy(data)
        assert render(data) == render(json.loads(json.dumps(data)))
        assert data == before


def test_names_are_text_and_never_markup(simulated: dict[str, Any], compared: dict[str, Any]) -> None:
    evil = "<b>\"&'</b><script>"
    for data in (simulated, compared):
        for old in ("blue", "marbles"):
            data = json.loads(json.dumps(data).replace(old, json.dumps(evil)[1:-1]))
        text = render(data)
        assert evil in "".join(read(text).words)
        assert "<b>" not in text and text.count("<script>") == 1


@pytest.mark.parametrize(
    "keys",
    [
        ("metrics",),
        ("histograms",),
        ("measures", "ranks", "metrics"),
        ("changes", "first_difference"),
        ("histograms", "metrics", "changes"),
    ],
)
def test_what_is_missing_has_no_section(
    simulated: dict[str, Any], compared: dict[str, Any], keys: tuple[str, ...]
) -> None:
    for data in (simulated, compared):
        for key in keys:
            data.pop(key, None)
        data["of_tomorrow"] = {"unheard": "of"}
        read(render(data))


def test_a_run_of_nothing_is_a_page_too(run: Run, folder: Path) -> None:
    result = run("sim", "marbles", "-n", "2", "--set", "ending=endless", "--report", "none.html")
    assert result.exit_code == 1
    text = (folder / "none.html").read_text("utf-8")
    assert "2 matches broke off" in text and "Too few games came to an end" in text
    assert "G701" in text and "fault_marbles_0_1.jsonl" in text
    Page(text)


def test_a_lone_player_has_grades_and_no_opponents(run: Run, folder: Path) -> None:
    assert run("sim", "axia", "-n", "3", "--players", "1", "--report", "solo.html").exit_code == 0
    page = read((folder / "solo.html").read_text("utf-8"))
    assert "Grades" in page.words and "Who wins" not in page.words


def test_a_run_that_was_interrupted_says_so(simulated: dict[str, Any], compared: dict[str, Any]) -> None:
    simulated["games"] = compared["pairs"] = 400
    assert "The run was interrupted: 30 of 400 games are counted." in "".join(read(render(simulated)).words)
    assert "The run was interrupted: 20 of 400 pairs" in render(compared)
    compared["until_sure"] = 1.5
    assert "interrupted" not in render(compared)


def test_many_entries_make_no_large_page(compared: dict[str, Any]) -> None:
    (row,) = (row for row in compared["figures"] if (row["figure"], row["entry"]) == ("points", "blue"))
    compared["figures"] += [
        {**row, "entry": f"an_entry_with_a_long_name_{n}", "figure": f"measure number_{n % 20}"}
        for n in range(8000)
    ]
    read(render(compared))


@pytest.mark.parametrize(
    "words",
    [
        ("sim", "axia", "-n", "12", "--players", "3"),
        ("sim", "katana", "-n", "8"),
        ("sim", "axiom", "--set", "encounter=a1_roadside_ambush", "-n", "6"),
        ("sim", "liars_dice", "-n", "6"),
        ("compare", "axia", "axia+axia_swamp", "--players", "2", "-n", "6"),
        ("compare", "katana", "katana+katana_ronin", "-n", "3"),
        ("compare", "axiom", "axiom+axiom_frost", "--set", "encounter=a1_roadside_ambush", "-n", "3"),
    ],
    ids=" ".join,
)
def test_the_games_that_ship_have_reports(run: Run, folder: Path, words: tuple[str, ...]) -> None:
    if words[0] == "compare":
        pytest.importorskip("scipy")
    result = run(*words, "--jobs", "1", "--report", "out.html")
    assert result.exit_code == 0, result.output
    data = json.loads((folder / "out.json").read_text("utf-8"))
    text = (folder / "out.html").read_text("utf-8")
    read(text)
    assert text == render(data)


def share(part: float) -> dict[str, float]:
    return {"share": part, "low": part - 0.03125, "high": part + 0.03125, "n": 40}


def test_how_matches_go_is_shown_as_far_as_it_is_known(simulated: dict[str, Any]) -> None:
    mean = {"mean": 0.625, "low": 0.5, "high": 0.75, "n": 30}
    simulated["metrics"] |= {
        "dead_turns": {**share(0.5), "steps": [{"step": "round/draw", **share(0.25)}]},
        "combos": {**mean, "max": 7, "deepest_match": 53, "tail": [{"at_least": 2, **share(0.125)}]},
        "drama": mean,
        "settled_at": mean,
    }
    for row in simulated["metrics"]["entries"]:
        row |= {"seen": share(0.875), "held": 0.5}
    page = read(render(simulated))
    words = set(page.words)
    assert {"round/draw", "28.1", "2 or more", "15.6", "87.5", "62.50 (50.00 to 75.00)"} <= words
    assert "0.62 a turn, at most 7: in match 53." in words and (
        "Turns that change nothing: 25\u00a0% (22 to 28) in round/draw." in words
    )
    simulated["metrics"]["dead_turns"]["steps"] = [{"step": "round/take", **share(0.5), "share": 1.0}]
    simulated["metrics"]["settled_at"] = {"mean": 0.0, "low": 0.0, "high": 0.0, "n": 30}
    words = set(read(render(simulated)).words)
    assert not [word for word in words if word.startswith("Turns that change nothing:")]
    assert "somebody is ahead for good, % of a match" not in words
    simulated["metrics"]["dead_turns"] = {"share": None, "low": None, "high": None, "n": 0, "steps": []}
    simulated["metrics"]["combos"] = {"mean": None, "low": None, "high": None, "n": 0, "max": None}
    simulated["metrics"]["drama"] = {"mean": 1.0, "low": None, "high": None, "n": 1}
    read(render(simulated))


def test_luck_is_shown_where_it_was_measured(simulated: dict[str, Any]) -> None:
    simulated["luck"] = {"times": 3, "score": share(0.25), "wins": None}
    page = read(render(simulated))
    rest = "the rest is what these bots leave to chance, not skill"
    assert f"On the draws hang 25\u00a0% (22 to 28) of the scores; {rest}." in page.words
    assert {"25.0", "21.9", "28.1"} <= set(page.words)
    assert any(word.endswith("--luck 3 --report report.html") for word in page.words)
    simulated["luck"]["score"] = {"share": 1.0, "low": None, "high": None, "n": 30}
    text = "".join(read(render(simulated)).words)
    assert "On the draws hang" not in text and "these bots leave nothing to chance" in text
    simulated["luck"] = {"times": 3, "score": None, "wins": None}
    assert "Luck" not in read(render(simulated)).words


def test_an_overlay_changes_the_mix(compared: dict[str, Any]) -> None:
    def part(field: str | None, value: str, a: int, b: int) -> dict[str, Any]:
        sides = {"a": {"count": a, "of": 40, "share": a / 40}, "b": {"count": b, "of": 50, "share": b / 50}}
        return {"kind": "marble", "field": field, "value": value, **sides}

    def sight(exact: float | None) -> dict[str, Any]:
        return {"cards": 4, "of": 40, "seen": share(0.5), "exact": exact}

    compared["proportions"] = [part(None, "blue", 8, 8), part("colour", "cold", 8, 20)]
    seen = {"kind": "marble", "field": None, "value": "blue", "a": sight(0.75), "b": sight(0.5)}
    new = {**seen, "value": "red", "a": None, "b": sight(None), "delta": None}
    delta = {"mean": -0.25, "low": -0.5, "high": 0.125, "n": 20}
    compared["dilution"] = [{**seen, "delta": delta}, new, {**new, "a": new["b"], "b": None}]
    page = read(render(compared))
    words = set(page.words)
    text = "".join(page.words)
    assert "The mix shifts most in marble colour cold: 20.0 → 40.0\u00a0% of all there are." in text
    counted = "By counting, not by what was played, a match comes to see less often: marble blue"
    assert f"{counted} (75.0 → 50.0\u00a0%)." in text
    assert {"+20.0", "\u22124.0", "\u221225.0", "+12.5", "75.0"} <= words
    assert {"50.0\u00a0%, new", "50.0\u00a0%, gone"} <= words
    assert any("--dilution" in word for word in page.words)
    compared["proportions"].append(part(None, "new", 0, 15))
    compared["proportions"][-1]["a"]["share"] = None  # of a kind that a has not
    assert "The mix shifts most in marble new: 0.0 → 30.0" in render(compared)
    compared |= {"proportions": [], "dilution": None}
    read(render(compared))


def lift(entry: str, points: float, clear: bool, wins: float | None) -> dict[str, Any]:
    found = {
        "lift": points,
        "low": points - 1,
        "high": points + 1,
        "n": 30,
        "p": 0.01,
        "q": 0.1,
        "clear": clear,
        "per_use": {"lift": 1.75, "low": 0.75, "high": 2.75},
    }
    share = None if wins is None else {**found, "lift": wins, "low": wins - 0.1, "high": wins + 0.1}
    return {"entry": entry, "replayed": 41, "broken": 0, "uses": 4.1, "score": found, "wins": share}


def test_what_an_entry_is_worth_comes_first(simulated: dict[str, Any]) -> None:
    simulated["lifts"] = [lift("blue", 3.25, True, 0.125), lift("red", -2.5, True, None)]
    page = read(render(simulated))
    assert "Worth most to a seat, in points: blue (+3.25) and red (\u22122.50)." in page.words
    assert {"+3.25", "+2.25", "+4.25", "+12.50", "\u22122.50", "clear", "4.10", "+1.75"} <= {
        w.strip() for w in page.words
    }
    simulated["lifts"] = [lift("blue", 0.25, False, 0.0)]
    assert "Of none of 1 entries it is clear yet" in "".join(read(render(simulated)).words)
    unused = lift("blue", 0, False, None) | {"uses": 0, "replayed": 0}
    simulated["lifts"] = [unused | {"score": unused["score"] | {"per_use": None}}]
    assert "Never used by these bots: blue." in "".join(read(render(simulated)).words)
    simulated["lifts"] = []
    assert "knock-out" not in render(simulated)


def of_one_game(kind: str, **more: Any) -> dict[str, Any]:
    """What documents of a run of one game have in common."""
    pack = {"id": "marbles", "version": "0.1.0", "content": "ab" * 32}
    return {
        "format": f"rulewright.{kind}",
        "version": 1,
        "engine": "0.1.0",
        "spec": "marbles",
        "packs": [pack],
        "settings": {},
        "players": 2,
        "first": "random",
        "seed": 3,
        "faults": [],
        **more,
    }


def way(delta: float) -> dict[str, float]:
    return {"delta": delta, "low": delta - 1, "high": delta + 1}


def moved_number(address: str, slope: float, verdict: str, up: float | None = None) -> dict[str, Any]:
    known = verdict == "moved"
    found = {
        "up": None if up is None else way(up),
        "down": way(-slope),
        "line": True,
        "slope": slope,
        "low": slope - 0.5,
        "high": slope + 0.5,
        "elasticity": 0.25 if known else None,
        "band": 1.2,
        "moves_by_band": 1.5 if known else None,
        "verdict": verdict,
    }
    refused = {"state": "refused", "code": "V101", "message": "too many"}
    state = {"state": "played", "matches": 60} if up is not None else refused
    return {
        "address": f"marbles:{address}",
        "value": 3,
        "matches_reading": 60,
        "done_with_after": None,
        "up": state,
        "down": {"state": "played", "matches": 60},
        "figures": {"score": found, "wins of seat 0": {**found, "verdict": "need more matches"}},
    }


def test_a_sweep_becomes_a_tornado() -> None:
    numbers = [
        moved_number("marble/red/worth", 0.1, "no effect that matters", 0.2),
        moved_number("marble/blue/worth", 2.5, "moved", 2.75),
        moved_number("marble/green/worth", 0.3, "need more matches"),
        moved_number("marble/grey/worth", 0.0, "never read", 0.0),
    ]
    data = of_one_game(
        "sweep",
        policies=["uniform", "uniform"],
        pairs=30,
        step=1,
        figure="score",
        counted=30,
        base={"score": 20.0, "wins of seat 0": 0.5},
        matches={"base": 60, "variants": 400, "untouched": 20},
        numbers=numbers,
    )
    page = read(render(data))
    text = "".join(page.words)
    assert (
        "marble/blue/worth moves the score the most: +2.75 points (+1.75 to +3.75) by a step of 1 up." in text
    )
    assert "No match ever read marble/grey/worth." in text and "marble/green/worth up (V101)" in text
    assert "rulewright sweep marbles marble/red/worth" in text and "--step 1 --figure score" in text
    words = set(page.words)
    assert {"\u22122.50", "+2.75", "±1.5", "+0.25", "Wins of seat 0, which is 50.00"} <= words
    first = render(data).index("marble/blue/worth: ")
    assert first < render(data).index("marble/green/worth: ") < render(data).index("marble/grey/worth: ")
    Page(render({**data, "numbers": [], "figure": None}))
    numbers[1]["figures"]["score"].update(line=False, slope=None, low=None, high=None, moves_by_band=None)
    assert "not a line: unequal ways" in render(data)


@pytest.mark.parametrize(
    ("verdict", "kind", "says"),
    [
        ("stronger", "moved", "every rung is stronger"),
        ("not told apart", "open", "Not told apart yet: greedy against uniform."),
        ("no verdict", "open", "Fewer than 10 deals: no verdict on greedy against uniform."),
        ("weaker", "fault", "Not in order: greedy against uniform is weaker."),
        ("no difference that matters", "nothing", "No difference that matters: greedy against uniform."),
    ],
)
def test_a_ladder_says_whether_playing_better_pays(verdict: str, kind: str, says: str) -> None:
    duel = {
        "rung": "greedy",
        "against": "uniform",
        "deals": 10,
        "matches": 20,
        "wins": {"share": 0.75, "low": 0.5312, "high": 0.8881, "n": 20, "even": 0.5},
        "score": {"rung": 30.0, "against": 21.5, "delta": 8.5, "low": 4.25, "high": 12.75, "n": 10},
        "verdict": verdict,
        "more_deals": 40 if verdict == "not told apart" else None,
    }
    data = of_one_game(
        "ladder",
        deals=10,
        rungs=["uniform", "greedy"],
        duels=[duel],
        in_order=verdict == "stronger",
    )
    text = render(data)
    page = read(text)
    finding = re.search(rf'<li class="{kind}">(.*?)</li>', text)
    assert finding and says in finding[1]
    assert {"75.0", "53.1", "88.8", "+8.50", "+4.25", "+12.75", "30.00", "21.50"} <= set(page.words)
    assert "rulewright ladder marbles -n 10 --players 2 --policy uniform,greedy" in "".join(page.words)
    for part in ("wins", "score"):
        read(render({**data, "duels": [{**duel, part: None}]}))


# --- the command ---------------------------------------------------------------------------------


def test_the_twin_is_what_json_gives(run: Run, folder: Path) -> None:
    assert run("sim", "marbles", "-n", "5", "--report", "r.html", "--json", "other.json").exit_code == 0
    assert (folder / "r.json").read_bytes() == (folder / "other.json").read_bytes()
    assert "metrics" in json.loads((folder / "r.json").read_text())


def test_the_command_on_the_page_gives_the_same_page(run: Run, folder: Path) -> None:
    pytest.importorskip("scipy")
    (folder / "tweak.yaml").write_text(TWEAK)
    for words in (
        ("sim", "marbles", "-n", "5", "--seed", "9", "--policy", "greedy,uniform", "--set", "shiny=true"),
        ("sim", "marbles", "-n", "4", "--lift", "all", "--policy", "uniform"),
        ("sim", "marbles", "-n", "4", "--lift", "blue,red"),
        ("compare", "marbles", "marbles+./tweak.yaml", "-n", "4", "--first", "1", "--players", "3"),
        ("compare", "marbles", "marbles+./tweak.yaml", "-n", "4", "--until-sure", "1.23456789"),
        ("sweep", "marbles", "marble/*/worth", "-n", "3", "--step", "2", "--figure", "margin"),
        ("sweep", "marbles", "marble/blue/worth", "-n", "2", "--first", "1", "--budget", "900.25"),
        ("ladder", "marbles", "-n", "3", "--policy", "uniform,greedy"),
    ):
        assert run(*words, "--report", "first.html").exit_code == 0
        text = (folder / "first.html").read_text("utf-8")
        again = next(word for word in Page(text).words if word.startswith("rulewright "))
        assert run(*shlex.split(again)[1:]).exit_code == 0
        assert (folder / "report.html").read_text("utf-8") == text == read(text).text
        assert (folder / "report.json").read_bytes() == (folder / "first.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--report", "-"), "does not end in .html"),
        (("--report", "report.json"), "does not end in .html"),
        (("--report", ""), "does not end in .html"),
        (("--report", "no/where/r.html"), "cannot write 'no/where/r.html'"),
        (("--report", "taken.html"), "cannot write 'taken.json'"),
        (("--report", "marbles/r.html"), "is in the pack that is played"),
        (("--report", "r.html", "--json", "r.json"), "is the file of --json too"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("sim", "marbles"),
        ("compare", "marbles", "marbles"),
        ("sweep", "marbles", "marble/*/worth"),
        ("ladder", "marbles", "--policy", "uniform,greedy"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_written_is_told_before_anything_is_played(
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    words: tuple[str, ...],
    says: str,
) -> None:
    pytest.importorskip("scipy")
    (folder / "taken.json").mkdir()
    monkeypatch.setattr("rulewright.play.playout.play_one", lambda *_: pytest.fail("a match was played"))
    result = run(*command, "-n", "2", *words)
    assert result.exit_code == 2 and says in result.output, result.output
    assert "--report" in result.output


# --- its parts -----------------------------------------------------------------------------------


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "a < b", Html("<br>"), None, 3) == "<p>a &lt; b<br>3</p>"
    assert tag("line", x1=1.0, y1=2.345, class_="a", role=None) == '<line x1="1" y1="2.35" class="a"/>'
    assert tag("a", title='"<&', hidden=True) == '<a title="&quot;&lt;&amp;" hidden></a>'


def test_numbers_have_a_true_minus_and_no_negative_nothing() -> None:
    assert [number(x) for x in (-1.5, -0.001, 0.0, 1234.5, None, float("nan"))] == [
        "\u22121.50",
        "0.00",
        "0.00",
        "1,234.50",
        "–",
        "–",
    ]
    assert [signed(x) for x in (1.0, -1.0, 0.001)] == ["+1.00", "\u22121.00", "0.00"]
    assert between(-1, 2, 0, plus=True) == "\u22121 to +2" and percent(0.125) == "12.5\u00a0%"
    assert listed(list("abc")) == "a, b and c" and listed(list("abcdef"), 2) == "a, b and 4 more"
    assert listed([]) == "" and listed(["a"]) == "a"


def test_scales_have_round_numbers() -> None:
    assert [round_up(x) for x in (0.03, 1, 1.1, 3, 7, 20)] == pytest.approx([0.05, 1, 2, 5, 10, 20])
    found = scale([-3.2, 4.1], 0, 100)
    assert found.ticks() == [-2, 0, 2, 4] and 0 < found(-3.2) < found(0) < found(4.1) < 100
    assert scale([2, 2], 0, 100)(2) == 50 and scale([], 0, 1)(0.5) == 0.5


def test_quantiles_and_bins_come_from_a_histogram() -> None:
    spread = Spread(10, 1, (1, 0, 2, 1))
    assert [spread.quantile(part) for part in (0.05, 0.25, 0.5, 0.75, 1)] == [10, 10, 12, 12, 13]
    assert (spread.total, spread.end, spread.share(12, 14)) == (4, 14, 0.75)
    wide = Spread(0, 10, (5, 0, 5))
    both = together([spread, wide])
    assert both == Spread(0, 10, (5, 4, 5)) and together([]) is None
    pairs, fives = Spread(0, 2, (1,) * 30), Spread(0, 5, (1,) * 12)
    assert together([pairs, fives]) == Spread(0, 10, (7,) * 6)  # 4 and 5 lie in one bin of two
    assert all(low % 10 == 0 == high % 10 for low, high in bins([pairs, fives]))
    assert bins([spread, wide])[0] == (0, 10) and len(bins([Spread(3, 1, (1,) * 150)])) <= 40


def test_a_long_table_is_cut_and_says_so() -> None:
    assert "And 7 more rows" in table(("n",), ([str(n)] for n in range(MOST_ROWS + 7)))


def test_labels_of_spots_do_not_run_into_each_other() -> None:
    spots = [Spot(f"entry_{n}", 50 + n % 2, 49, 52, 1 + n / 1000) for n in range(20)]
    assert quadrant("t", [*spots, Spot("far", 5, 4, 6, 9)], "x", "y").count('class="name"') == 2


def test_sections_have_ids_of_their_own_and_say_what_they_mean() -> None:
    assert len({section.id for section in SECTIONS}) == len(SECTIONS)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(scheme: int) -> None:
    style = (files("rulewright_tools.lab.report") / "style.css").read_text("utf-8")
    root = re.findall(r":root \{(.*?)\}", style, re.S)[scheme]
    colours = dict(re.findall(r"--([\w-]+): (#\w{6})", root))
    behind = dict.fromkeys(("ink", "soft", "moved", "nothing", "plain"), ("paper", "card"))
    behind |= {name: (f"{name}-back", "paper", "card") for name in ("open", "fault")}
    behind["ink"] = ("paper", "card", "open-back", "fault-back")
    behind["moved"] = ("paper", "card", "open-back", "fault-back")  # links
    for name, backs in behind.items():
        for back in backs:
            assert _contrast(colours[name], colours[back]) >= 4.5, (name, back)
    assert _contrast(colours["a"], colours["card"]) >= 3 and _contrast(colours["b"], colours["card"]) >= 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whether_seats_are_even_is_one_test(seats: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    wins = [30 + 4 * seat for seat in range(seats)]
    played = sum(wins)
    expected = stats.chisquare(wins).pvalue
    assert uneven([won / played for won in wins], played) == pytest.approx(expected)


def test_two_tests_are_corrected_for_each_other() -> None:
    assert holm(0.01, 0.04) == (0.02, 0.04)
    assert holm(0.04, 0.03) == (0.06, 0.06)
    assert uneven([1.0], 9) == 1.0
