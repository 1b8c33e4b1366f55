"""The command `compare`: three verdicts, exactly nothing where nothing differs, and what is shown of it."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest
from click.testing import Result

pytest.importorskip("scipy")

from rulewright.play.link import link
from rulewright.play.notebook import Notes
from rulewright.play.pairs import Pair, Pairs
from rulewright.play.playout import Outcome, Plan
from rulewright_tools.lab.compare import Comparison, band_of
from rulewright_tools.lab.figures import Figure
from rulewright_tools.lab.inference import benjamini_hochberg
from rulewright_tools.lab.lift_changes import lift_changes
from rulewright_tools.lab.lift_tables import change_says
from rulewright_tools.lab.lifts import Lifts
from rulewright_tools.prepare import set_up

Run = Callable[..., Result]

TWEAK = "version: 0.1.0\nrequires: {marbles: any}\npatch: marbles:marble/blue\n"


@pytest.fixture
def tweak(folder: Path) -> str:
    (folder / "tweak.yaml").write_text(TWEAK + "set: {worth: 4}\n")
    return "marbles+./tweak.yaml"


def figures(data: dict[str, Any]) -> dict[tuple[str, str | None], dict[str, Any]]:
    return {(row["figure"], row["entry"]): row for row in data["figures"]}


def compared(run: Run, *words: str) -> dict[str, Any]:
    result = run("compare", *words, "--json", "-")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_a_game_differs_from_itself_by_exactly_nothing(run: Run) -> None:
    data = compared(run, "marbles", "./marbles", "-n", "20")
    assert (data["counted"], data["alike"], data["untouched"], data["matches"]) == (20, 20, 40, 80)
    assert all((row["delta"], row["low"], row["high"]) == (0, 0, 0) for row in data["figures"])
    assert {row["verdict"] for row in data["figures"]} == {"no effect that matters"}
    assert (data["variance_reduction"], data["first_difference"]) == (None, None)


def test_entries_that_few_pairs_tell_of_have_no_verdict(run: Run, tweak: str) -> None:
    """`taken` is known of pairs in which an entry was offered, and may be the same in all of them."""
    data = compared(run, "marbles", tweak, "-n", "6")
    assert not [row for row in data["figures"] if row["verdict"] == "moved"]
    same = [row for row in data["figures"] if row["sd"] == 0]
    assert same and {(row["low"], row["high"], row["verdict"]) for row in same} == {
        (None, None, "need more matches")
    }
    text = run("compare", "marbles", tweak, "-n", "6").stdout
    assert "(–)" in text and "the same in all 6 pairs" in text


def test_what_moved_is_told_and_by_how_much(run: Run, tweak: str) -> None:
    data = compared(run, "marbles", tweak, "-n", "60")
    found = figures(data)
    assert found["score", None]["primary"] and found["score", None]["verdict"] == "moved"
    blue = found["points", "blue"]
    assert blue["verdict"] == "moved" and blue["q"] <= 0.1
    assert blue["b"] == pytest.approx(2 * blue["a"])  # nobody's choice hangs on it
    assert found["score", None]["delta"] == pytest.approx(blue["delta"])
    assert found["points", "red"]["delta"] == 0 == found["decisions", None]["delta"]
    assert found["score", None]["low"] < found["score", None]["delta"] < found["score", None]["high"]
    assert data["variance_reduction"] > 2


def test_lifts_of_what_differs_are_those_of_sim_paired(run: Run, folder: Path, tweak: str) -> None:
    more = "cards: {marble: {black: {copies: 0, worth: 1}}}\n"
    (folder / "tweak.yaml").write_text((folder / "tweak.yaml").read_text() + more)
    for jobs in ("1", "2"):
        words = ("marbles", tweak, "-n", "30", "--lift", "--jobs", jobs, "--json", f"{jobs}.json")
        result = run("compare", *words)
        assert result.exit_code == 0, result.output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    black, blue = json.loads((folder / "1.json").read_text())["lift_changes"]
    assert (black["entry"], black["a"], black["b"]["uses"], black["delta"]) == ("black", None, 0, None)
    assert "never used by these bots" in result.stdout and "knock-out lift" in result.stdout
    assert blue["delta"] == pytest.approx(blue["b"]["lift"] - blue["a"]["lift"], abs=2e-6)
    assert blue["delta"] > 0 and blue["low"] < blue["delta"] < blue["high"] and blue["pairs"] == 30
    for side, spec in (("a", "marbles"), ("b", tweak)):
        run("sim", spec, "-n", "30", "--lift", "blue", "--json", "sim.json")
        (row,) = json.loads((folder / "sim.json").read_text())["lifts"]
        assert row["score"]["lift"] == blue[side]["lift"] and row["uses"] == blue[side]["uses"]
    assert run("compare", *words[:5], "--report", "lift.html").exit_code == 0
    page = (folder / "lift.html").read_text("utf-8")
    assert "What the entries that differ are worth" in page and "--lift" in page
    assert "no entry differs" in run("compare", "marbles", "marbles", "-n", "4", "--lift").stdout


def test_lifts_that_were_not_played_are_not_told() -> None:
    """As after Ctrl-C: the second game was never begun."""
    first, second = (Lifts(1, frozenset({"gem"})) for _ in range(2))
    for number in range(3):
        first.add(Outcome(number, 0, 0, 1, (3,), (), (), None, None, None, notes=Notes()))
    (row,) = lift_changes(["gem"], (first, second))
    assert (row["in"], row["a"]["lift"], row["b"], row["verdict"]) == ("ab", 0, None, None)
    assert change_says(row) == "not played"


def test_lifts_of_bots_that_look_ahead_are_refused(run: Run) -> None:
    result = run("compare", "marbles", "marbles", "-n", "2", "--lift", "--policy", "greedy")
    assert result.exit_code == 2 and "looks ahead" in " ".join(result.output.split())


def test_games_that_share_nothing_are_refused(run: Run) -> None:
    result = run("compare", "marbles", "liars_dice", "-n", "2")
    said = " ".join(result.output.split())
    assert result.exit_code == 2 and "'marbles' and 'liars_dice' are different games" in said


def test_bots_that_differ_are_told(run: Run, folder: Path) -> None:
    pack = "id: %s\nversion: 0.1.0\nformat: 1\nkind: variant\ntitle: Bots\nrequires: {marbles: any}\n"
    rules = "policies: {keen: {says: takes the best, rules: {best: {at: pick, prefer: it.worth}}}}\n"
    (folder / "keen/rules").mkdir(parents=True)
    (folder / "keen/pack.yaml").write_text(pack % "keen")
    (folder / "keen/rules/bots.yaml").write_text(rules)
    words = ("compare", "marbles", "marbles+./keen", "-n", "2")
    says = "the usual bot of a is uniform, that of b keen: here uniform plays both; --policy names another"
    assert says in run(*words, "--report", "r.html").stdout
    assert "the usual bot of a is uniform" in (folder / "r.html").read_text("utf-8")
    assert "usual bot" not in run(*words, "--policy", "greedy").stdout
    other = run("compare", "marbles+./keen", "marbles", "-n", "2")
    assert other.exit_code == 2 and "'keen' plays 'marbles+./keen' and is not in 'marbles'" in " ".join(
        other.output.split()
    )
    (folder / "calm.yaml").write_text(
        "version: 0.1.0\nrequires: {keen: any, marbles: any}\n"
        "patch: keen:policies/keen/rules/best\nset: {prefer: 0 - it.worth}\n"
    )
    words = ("compare", "marbles+./keen", "marbles+./keen+./calm.yaml", "-n", "2")
    said = run(*words)
    assert "keen of a and of b decide otherwise, and that is part of what is compared" in said.stdout, (
        said.output
    )
    assert "decide otherwise" not in run(*words, "--policy", "uniform").stdout


def test_the_first_match_that_differs_is_shown(run: Run, folder: Path, tweak: str) -> None:
    data = compared(run, "marbles", tweak, "-n", "6")
    shown = data["first_difference"]
    assert shown["a"] is None and shown["b"] is None  # the same moves, other points
    assert shown["scores"][0] != shown["scores"][1]
    (folder / "more.yaml").write_text(TWEAK + "set: {copies: 9}\n")
    shown = compared(run, "marbles", "marbles+./more.yaml", "-n", "6")["first_difference"]
    assert shown["shared_moves"] == 0 and "shuffled: 18" in shown["a"] and "shuffled: 21" in shown["b"]
    text = run("compare", "marbles", "marbles+./more.yaml", "-n", "6").stdout
    assert "the first match that differs (pair 0" in text and "  a       bag is shuffled: 18" in text


def test_the_number_of_processes_makes_no_difference(run: Run, folder: Path, tweak: str) -> None:
    for jobs in ("1", "2"):
        words = ("marbles", tweak, "-n", "40", "--jobs", jobs, "--json", f"{jobs}.json")
        assert run("compare", *words).exit_code == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()


def told(folder: Path, pairs: list[tuple[dict[str, Any], ...]]) -> dict[tuple[str, str | None], Any]:
    """What a comparison says of pairs of one match each: what the match of each game notes, or scores."""
    setup = set_up("marbles", 2, (), None)
    comparison = Comparison(setup, setup)
    for number, pair in enumerate(pairs):
        first, second = (
            Outcome(
                number,
                0,
                0,
                1,
                said.get("scores", (30, 30)),
                ((0, 0), (0, 0)),
                (0,),
                None,
                None,
                None,
                sources=said.get("sources", ()),
                notes=Notes(offered=Counter(said.get("offered", {})), taken=Counter(said.get("taken", {}))),
            )
            for said in pair
        )
        comparison.add(Pair(number, (first,) * 2, (second,) * 2, frozenset()))
    return figures(comparison.data(len(pairs), 0, None))


def test_how_often_an_entry_is_taken_is_a_ratio_of_sums_with_the_pair_as_the_unit(folder: Path) -> None:
    """As `sim --metrics` tells it; its spread that of the ratio estimator, here by hand."""
    a = [(4, 1), (1, 1), (5, 2), (2, 0)]  # offered, taken
    b = [(2, 1), (2, 2), (0, 0), (4, 3)]
    sides = [
        [{"offered": {"gem": offered}, "taken": {"gem": taken}} if offered else {} for offered, taken in side]
        for side in (a, b)
    ]
    nothing: tuple[dict[str, Any], ...] = ({}, {})
    row = told(folder, [*zip(*sides, strict=True), nothing])["taken", "gem"]
    assert (row["a"], row["b"], row["delta"]) == pytest.approx((4 / 12, 6 / 8, 6 / 8 - 4 / 12), abs=1e-6)
    one = [4 * 4 / 12 - 3 * (4 - taken) / (12 - offered) for offered, taken in a]  # each pair left out
    other = [4 * 6 / 8 - 3 * (6 - taken) / (8 - offered) for offered, taken in b]
    spread = stdev(y - x for x, y in zip(one, other, strict=True))
    spread *= 4 / 3  # what leaving a pair out moves, n times and not n - 1 times
    assert row["pairs"] == 3  # b offered it in so many
    assert row["sd"] == pytest.approx(spread * (3 / 4) ** 0.5, rel=1e-4)


def test_a_figure_that_few_pairs_tell_of_takes_more_of_them(folder: Path) -> None:
    takes = [({"offered": {"gem": 2}, "taken": {"gem": n % 2}}, {}) for n in range(20)]
    takes = [(a, {"offered": {"gem": 2}, "taken": {"gem": n % 3 % 2}}) for n, (a, _) in enumerate(takes)]
    few: list[tuple[dict[str, Any], ...]] = [*takes, *(({}, {}) for _ in range(60))]
    every, some = (told(folder, list(pairs))["taken", "gem"] for pairs in (takes, few))
    assert every["pairs"] == some["pairs"] == 20 and every["band"] == some["band"]
    assert some["more_matches"] == pytest.approx(4 * every["more_matches"], rel=0.01)


def test_only_the_first_figure_of_a_match_is_not_corrected_for_many(run: Run, tweak: str) -> None:
    rows = [row for row in compared(run, "marbles", tweak, "-n", "30")["figures"] if row["entry"] is None]
    assert [row["primary"] for row in rows] == [True] + [False] * (len(rows) - 1)
    assert rows[0]["q"] is None
    p = [row["p"] for row in rows[1:]]
    assert [row["q"] for row in rows[1:]] == pytest.approx(benjamini_hochberg(p), rel=1e-3)
    names = [row["figure"] for row in rows if row["figure"].startswith("wins")]
    assert names == ["wins of seat 0", "wins of seat 1", "wins of who begins"]


@pytest.mark.parametrize(
    ("figure", "mean", "band"),
    [
        (Figure("points", "gem"), 5.0, 0.5),
        (Figure("points", "gem"), 0.25, 0.06),  # a thousandth of the score: all 0.25 of it matter
        (Figure("used", "gem"), 0.05, 0.02),  # 0.01 less is nothing
        (Figure("measure wounds", "gem"), 0.9, 0.09),
        (Figure("taken", "gem"), 0.6, 0.06),
        (Figure("taken", "gem"), 0.1, 0.02),
        (Figure("score"), 60.0, 1.2),
        (Figure("points by gems"), 5.0, 1.2),
        (Figure("wins of seat 0"), 0.5, 0.02),
        (Figure("measure length"), 10.0, 0.5),
    ],
)
def test_what_does_not_matter_of_an_entry_goes_by_its_own_size(
    figure: Figure, mean: float, band: float
) -> None:
    assert band_of(figure, mean, 60) == pytest.approx(band)


def test_an_entry_that_loses_all_its_points_has_moved(folder: Path) -> None:
    lost = [({"sources": (("gems", 0, "gem", 1),) * (n % 2)}, {}) for n in range(40)]
    row = told(folder, [*lost])["points", "gem"]
    assert (row["a"], row["b"], row["verdict"]) == (0.25, 0, "moved")
    new = told(folder, [(b, a) for a, b in lost])["points", "gem"]
    assert (new["verdict"], new["band"]) == ("moved", row["band"])


def test_the_order_in_which_a_match_tells_of_entries_makes_no_difference(folder: Path) -> None:
    setup = set_up("marbles", 2, (), None)
    rows = []
    for names in (("red", "blue", "green"), ("green", "red", "blue")):
        comparison = Comparison(setup, setup)
        notes = Notes(offered=Counter(dict.fromkeys(names, 1)), taken=Counter(names))
        for number in range(3):
            outcome = Outcome(number, 0, 0, 1, (3, 1), ((3, 0), (1, 0)), (0,), None, None, None, notes=notes)
            comparison.add(Pair(number, (outcome,) * 2, (outcome,) * 2, frozenset()))
        rows.append(comparison.data(3, 0, None)["figures"])
    assert rows[0] == rows[1]


def test_it_stops_when_it_is_sure(run: Run, tweak: str) -> None:
    moved = compared(run, "marbles", tweak, "--until-sure", "0.5")
    assert moved["counted"] < 200 and figures(moved)["score", None]["verdict"] == "moved"
    same = compared(run, "marbles", "marbles", "--until-sure", "0.5")
    assert same["counted"] == 300 and figures(same)["score", None]["verdict"] == "no effect that matters"
    few = compared(run, "marbles", tweak, "--until-sure", "0.001", "-n", "20")
    assert few["counted"] == 20


def test_too_few_pairs_say_how_many_more(run: Run, folder: Path) -> None:
    (folder / "more.yaml").write_text(TWEAK + "set: {copies: 7}\n")
    row = figures(compared(run, "marbles", "marbles+./more.yaml", "-n", "10"))["wins of seat 0", None]
    assert row["verdict"] == "need more matches" and row["more_matches"] > 40
    text = run("compare", "marbles", "marbles+./more.yaml", "-n", "10").stdout
    assert "need about" in text and "not covered" in text


LOOP = (
    "version: 0.1.0\nrequires: {marbles: any}\npatch: marbles:marble/blue\n"
    "set: {abilities: {glow: {do: 'repeat while true then my glow += 1', when: 'true'}}}\n"
)


@pytest.mark.parametrize("game", ["a", "b"])
def test_matches_that_break_off_are_kept_apart(run: Run, folder: Path, game: str) -> None:
    (folder / "loop.yaml").write_text(LOOP)
    specs = ("marbles", "marbles+./loop.yaml")[:: 1 if game == "b" else -1]
    result = run("compare", *specs, "-n", "3", "--json", "out.json")
    assert result.exit_code == 1 and "matches broke off" in result.stdout, result.output
    assert "error[G701]" in result.stderr
    data = json.loads((folder / "out.json").read_text())
    assert data["counted"] < 3 and data["faults"]
    assert {(fault["game"], fault["code"]) for fault in data["faults"]} == {(game, "G701")}
    for fault in data["faults"]:
        again = run("replay", fault["replay"])
        assert again.exit_code == 1 and "then the match broke off" in again.stdout
        assert "error[G701]" in again.stderr


def test_a_replay_that_cannot_be_written_loses_no_report(run: Run, folder: Path) -> None:
    (folder / "loop.yaml").write_text(LOOP)
    for number in range(3):
        for name in ("0a", "1a", "0b", "1b"):
            (folder / f"fault_marbles_0_{number}_{name}.jsonl").mkdir()
    result = run("compare", "marbles", "marbles+./loop.yaml", "-n", "3")
    assert result.exit_code == 1 and "matches broke off" in result.stdout
    assert "Error: the replays could not be written: 'fault_marbles_0_" in result.stderr


def test_without_numbers_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "scipy" else find(name))
    result = run("compare", "marbles", "marbles")
    assert result.exit_code == 1 and "scipy: pip install 'rulewright[lab]'" in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-n", "1"), "-n"),
        (("--until-sure", "0"), "--until-sure"),
        (("--until-sure", "nan"), "nan is no number to count with"),
        (("--until-sure", "inf"), "inf is no number to count with"),
        (("--players", "9"), "players"),
        (("--json", "marbles/pack.yaml"), "is in the pack"),
        (("--policy", "unifrom"), "uniform"),
    ],
)
def test_what_cannot_be_asked_is_refused(run: Run, words: tuple[str, ...], says: str) -> None:
    result = run("compare", "marbles", "./marbles", *words)
    assert result.exit_code in (1, 2) and says in result.output


def test_other_seeds_are_told_from_nothing_as_rarely_as_promised(folder: Path) -> None:
    """The same game on other draws: 5 % of all runs find a difference; this many with fixed seeds."""
    rules = link("marbles")
    setup = set_up("marbles", 2, (), None)
    runs, pairs, found = 120, 30, 0
    plans = [
        Plan("marbles", rules, {}, 2, ("uniform",) * 2, runs * pairs, seed, sources=True) for seed in (1, 2)
    ]
    played = iter(Pairs(*plans))
    for _ in range(runs):
        comparison = Comparison(setup, setup)
        for _ in range(pairs):
            comparison.add(next(played))
        row = figures(comparison.data(pairs, 0, None))["score", None]
        found += row["low"] > 0 or row["high"] < 0
    assert 1 <= found <= 12  # 6 are expected; these bounds hold in 99 of 100
