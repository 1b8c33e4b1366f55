"""The command `tune`: it finds what can be found, with the fewest edits, and says where it is from."""

from __future__ import annotations

import importlib.util
import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

pytest.importorskip("scipy")
pytest.importorskip("optuna")

from rulewright.packs.overlays.numbers import Number
from rulewright.play import deals, playout
from rulewright_tools.aims import Target, Touched
from rulewright_tools.lab.figures import SCORE
from rulewright_tools.lab.search import Search
from rulewright_tools.lab.tune import interval
from rulewright_tools.tuning import Trial, Tuned

Run = Callable[..., Result]
PRICE = ("--touch", "good/cake/price=1..9")


@pytest.fixture
def kiosk(folder: Path) -> Path:
    """A game in which each seat gets 8 for a cake, 3 for each of 2 sales, and perhaps a tip of 4."""
    shutil.copytree(Path(__file__).parent / "packs/kiosk", folder / "kiosk")
    return folder / "kiosk"


def tuned(run: Run, *words: str) -> dict[str, Any]:
    result = run("tune", "kiosk", *words, "-n", "4", "--json", "-")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    assert (data["format"], data["version"]) == ("rulewright.tune", 1)
    return data


def edits(proposal: dict[str, Any]) -> dict[str, int]:
    return {edit["address"].partition(":")[2]: edit["to"] for edit in proposal["edits"]}


def test_it_finds_the_one_value_that_fits(run: Run, kiosk: Path) -> None:
    data = tuned(run, *PRICE, "--target", "points by goods=3..3", "--out", "cheap.yaml")
    *_, best = data["proposals"]
    assert edits(best) == {"good/cake/price": 3} and best["off"] == 0 and best["written"] == "cheap.yaml"
    figure = best["figures"][0]
    assert figure["searched"] == figure["fresh"] == 3 and figure["met"]
    assert figure["low"] is None is figure["high"]  # four deals that say the same tell no interval
    text = Path("cheap.yaml").read_text()
    assert "# found by Rulewright" in text and "--touch good/cake/price=1..9" in text
    assert "points by goods, to be 3..3: 3.00; on other deals 3.00 (–)" in text
    assert run("check", "kiosk+./cheap.yaml").exit_code == 0
    diff = run("diff", "kiosk", "kiosk+./cheap.yaml").stdout
    assert "good/cake  price  8 -> 3" in diff and "1 difference" in diff
    moved = run("compare", "kiosk", "kiosk+./cheap.yaml", "-n", "4", "--json", "-")
    row = json.loads(moved.stdout)["figures"][0]
    assert (row["figure"], row["delta"]) == ("score", -5)


def test_fewer_edits_come_first_and_more_only_if_they_come_nearer(run: Run, kiosk: Path) -> None:
    words = ("--touch", "scoring=1..6", "--target", "points by sales=8..8", "--target", "points by goods>=9")
    data = tuned(run, *PRICE, *words)
    assert [len(proposal["edits"]) for proposal in data["proposals"]] == [0, 1, 2]
    assert [proposal["off"] for proposal in data["proposals"]] == sorted(
        (proposal["off"] for proposal in data["proposals"]), reverse=True
    )
    assert edits(data["proposals"][2]) == {"good/cake/price": 9, "scoring/sales/points/1": 4}
    assert data["proposals"][1]["off"] == pytest.approx(1 / 9)  # of the nearer one


def test_what_fits_already_is_left_alone(run: Run, kiosk: Path) -> None:
    data = tuned(run, *PRICE, "--target", "points by goods=8..8", "--out", "same.yaml", "--trials", "5")
    assert [edits(proposal) for proposal in data["proposals"]] == [{}]
    assert not Path("same.yaml").exists()


def test_the_same_seed_finds_the_same_whatever_plays(run: Run, kiosk: Path) -> None:
    words = (*PRICE, "--touch", "coin/penny/tip=0..12", "--target", "score=10..11", "--trials", "12")
    for jobs in ("1", "2"):
        again = ("-n", "6", "--jobs", jobs, "--json", f"{jobs}.json", "--out", f"t{jobs}.yaml")
        assert run("tune", "kiosk", *words, *again).exit_code == 0
    one, two = (Path(f"{jobs}.json").read_text().replace(f"t{jobs}.yaml", "") for jobs in "12")
    assert one == two


def test_values_that_make_no_game_are_told(run: Run, kiosk: Path) -> None:
    words = ("--touch", "good/cake/price=7..12", "--target", "points by goods=12..12")
    data = tuned(run, *words)
    assert data["tried"] == data["possible"] == 6
    assert sorted(refused["values"] for refused in data["refused"]) == [[10], [11], [12]]
    assert edits(data["proposals"][-1]) == {"good/cake/price": 9}
    assert "left out, as the game would not be valid: 3" in run("tune", "kiosk", *words, "-n", "2").stdout


def test_a_number_may_lie_outside_its_bounds(run: Run, kiosk: Path) -> None:
    data = tuned(run, "--touch", "good/cake/price=2..4", "--target", "points by goods<=2")
    assert edits(data["proposals"][-1]) == {"good/cake/price": 2}
    assert data["tried"] == 4 and data["possible"] == 3


def test_matches_that_never_read_what_changed_are_not_played(run: Run, kiosk: Path) -> None:
    data = tuned(run, "--touch", "good/tea/price=4..6", "--target", "score=1..2")
    assert data["matches"]["untouched"] == 2 * 8
    assert data["matches"]["played"] == 8  # as it is
    assert data["matches"]["fresh"] == 8


def test_what_was_tried_is_reported(run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_one, count = deals.play_one, iter(range(1000))

    def tired(plan: playout.Plan, program: Any, number: int) -> playout.Outcome:
        if next(count) == 4 + 3 * 4:  # the game as it is, and what is tried with it
            raise KeyboardInterrupt
        return play_one(plan, program, number)

    monkeypatch.setattr(deals, "play_one", tired)
    words = (*PRICE, "--touch", "scoring=1..6", "--target", "score=1..2", "-n", "2", "--out", "t.yaml")
    result = run("tune", "kiosk", *words)
    assert result.exit_code == 130 and "interrupted; 4 of 54 possible values tried" in result.stdout
    assert run("check", "kiosk+./t.yaml").exit_code == 0


def test_if_nothing_was_tried_nothing_is_proposed(
    run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("tune", "kiosk", *PRICE, "--target", "score=1..2", "-n", "2", "--out", "t.yaml")
    late = run(*words, "--budget", "1e-9")
    assert late.exit_code == 0 and "0 of 9 possible values tried" in late.stdout
    monkeypatch.setattr(deals, "play_one", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    stopped = run(*words)
    assert stopped.exit_code == 130 and "interrupted; 0 of 9 possible values tried" in stopped.stdout
    assert not Path("t.yaml").exists()


def test_what_is_there_is_not_written_over(run: Run, kiosk: Path) -> None:
    words = ("tune", "kiosk", *PRICE, "--target", "points by goods=3..3", "-n", "4", "--out", "cheap.yaml")
    assert run(*words).exit_code == 0
    text = Path("cheap.yaml").read_text()
    again = run(*words)
    assert again.exit_code == 2 and "there already" in again.output
    assert Path("cheap.yaml").read_text() == text


def test_if_nothing_is_better_it_says_so(run: Run, kiosk: Path) -> None:
    result = run("tune", "kiosk", *PRICE, "--target", "points by goods=8..8", "-n", "4", "--trials", "5")
    assert "nothing better was found than the game as it is" in result.stdout
    assert "nothing better" not in run("tune", "kiosk", *PRICE, "--target", "score=5..6", "-n", "4").stdout


def decided(searched: dict[int, float], fresh: dict[int, list[float]], low: float = 3) -> Tuned:
    """A search for a figure of `low` to 5 in which 0 is the game as it is."""
    tuned = Tuned([Touched(Number("kiosk", ("good", "tea", "price"), 0), 0, 9)], [Target(SCORE, low, 5)])
    tuned.trials = [
        Trial((value,), int(value != 0), (mean,), tuned.targets[0].off(mean))
        for value, mean in searched.items()
    ]
    tuned.fresh = {(value,): [list(column)] for value, column in fresh.items()}
    return tuned


@pytest.mark.parametrize(
    ("searched", "fresh", "says"),
    [
        ({0: 2, 1: 4}, {0: [4, 4], 1: [2, 2]}, "no better on other deals"),
        ({0: 2, 1: 4}, {0: [4, 4], 1: [3, 3]}, "no better on other deals"),  # both meet it
        ({0: 1, 1: 2}, {0: [2, 2], 1: [2, 2]}, "no better on other deals"),  # neither does
        ({0: 2, 1: 4}, {0: [2, 2], 1: [4, 4]}, "all targets"),
        ({0: 1, 1: 4}, {0: [1, 1], 1: [2, 2]}, "all targets"),  # it is nearer
        ({0: 1, 1: 2}, {0: [1, 1], 1: [2, 2]}, "nearest"),
        ({0: 1, 1: 2}, {}, "nearest"),
        ({0: 4, 1: 2}, {0: [4, 4]}, "no better"),
        ({}, {}, None),
    ],
)
def test_what_other_deals_show_to_be_no_better_is_not_proposed(
    searched: dict[int, float], fresh: dict[int, list[float]], says: str | None
) -> None:
    found = decided(searched, fresh)
    assert found.concluded() == says
    assert (found.proposed() is not None) == (says in ("all targets", "nearest"))


def test_what_broke_off_on_all_other_deals_is_no_better() -> None:
    found = decided({0: 1, 1: 4}, {0: [1, 1]})
    found.fresh[1,] = [[None, None]]
    assert found.concluded() == "no better on other deals"


def test_what_other_deals_show_to_be_no_better_is_said_and_not_written(run: Run, kiosk: Path) -> None:
    """The deals of the search of this seed have more tips than the others."""
    words = ("--touch", "coin/penny/tip=0..12", "--target", "score=14.9..15.1", "-n", "2", "--out", "t.yaml")
    found = run("tune", "kiosk", *words)
    assert found.exit_code == 0, found.output
    assert "on other deals the game as it is does better: it meets 1 of 1 target there" in found.stdout
    assert "nothing is written" in found.stdout and "believe it" not in found.stdout
    assert not Path("t.yaml").exists()
    data = json.loads(run("tune", "kiosk", *words, "--json", "-").stdout)
    assert data["concluded"] == "no better on other deals"
    assert [proposal["written"] for proposal in data["proposals"]] == [None, None]


def test_what_is_no_nearer_on_other_deals_is_not_written(run: Run, kiosk: Path) -> None:
    """The deals of the search of this seed have fewer tips than the others, where both meet the target."""
    words = ("--touch", "scoring=1..6", "--target", "score>=15", "-n", "2", "--seed", "3", "--out", "t.yaml")
    found = run("tune", "kiosk", *words)
    says = "does no worse: it meets 1 of 1 target there, the best proposal 1, and is no nearer"
    assert found.exit_code == 0 and says in found.stdout and not Path("t.yaml").exists()


def test_if_no_values_meet_all_targets_it_says_so(run: Run, kiosk: Path) -> None:
    found = run("tune", "kiosk", *PRICE, "--target", "points by goods=20..30", "-n", "4", "--out", "t.yaml")
    assert "no values meet all targets; the nearest are proposed" in found.stdout
    assert (
        "on other deals the proposal meets 0 of 1 target, the game as it is 0; the proposal comes nearer"
        in found.stdout
    )
    assert "written to t.yaml" in found.stdout


def test_numbers_stand_in_columns_of_their_own(run: Run, kiosk: Path) -> None:
    words = ("--touch", "scoring=1..6", "--target", "points by sales=8..8", "--target", "points by goods>=9")
    text = run("tune", "kiosk", *PRICE, *words, "-n", "4").stdout
    lines = [line.split() for line in text.splitlines()]
    both = next(n for n, line in enumerate(lines) if line[:1] == ["2"])
    assert lines[both][1:4] == ["good/cake/price", "8", "9"]
    assert lines[both + 1][:3] == ["scoring/sales/points/1", "3", "4"]
    assert "less as it is" not in text and "not told apart" not in text and "change (95 %)" in text


def test_how_to_see_on_more_deals_whether_targets_are_met(run: Run, kiosk: Path) -> None:
    words = ("--touch", "good/cake/price=1..9", "--target", "points by goods=3..3")
    text = run("tune", "kiosk", *words, "-n", "4", "--out", "cheap.yaml").stdout
    _, _, after = text.partition("to see on more deals whether it meets the targets")
    (told,) = [line.strip() for line in after.splitlines() if "rulewright tune" in line]
    again = run(*shlex.split(told)[1:], "--json", "-")
    assert again.exit_code == 0, again.output
    data = json.loads(again.stdout)
    assert (data["spec"], data["pairs"], data["tried"]) == ("kiosk+./cheap.yaml", 16, 1)
    assert [(edits(row), row["figures"][0]["met_fresh"]) for row in data["proposals"]] == [({}, True)]


def test_a_target_that_so_few_deals_cannot_tell_is_told_before_anything_is_tried(
    run: Run, kiosk: Path
) -> None:
    words = ("tune", "kiosk", "--touch", "coin/penny/tip=0..12", "-n", "6", "--trials", "4")
    result = run(*words, "--target", "score=15.5..15.6", "--budget", "1e-9")
    assert "0 of 13 possible values tried" in result.stdout
    assert "note: score: 15.5..15.6 is narrower than what 6 deals tell of the game as it is" in result.stderr
    assert "to tell it takes -n of about" in result.stderr
    assert "note" not in run(*words, "--target", "score=1..40").stderr
    assert "note" not in run(*words, "--target", "score<=40").stderr


def test_the_change_is_told_on_the_same_deals(run: Run, kiosk: Path) -> None:
    """The tip varies from deal to deal; the price moves each of them by the same."""
    words = ("--touch", "coin/penny/tip=0..12", "--target", "score>=17", "--trials", "30")
    best = tuned(run, *words)["proposals"][-1]["figures"][0]
    assert best["change"]["delta"] > 0 and best["low"] < best["fresh"] < best["high"]
    assert best["told"] in ("met", "open")
    price = tuned(run, *PRICE, "--target", "score<=10")["proposals"][-1]["figures"][0]
    assert price["change"] == {"delta": -7.0, "low": None, "high": None}


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (3, 4, "met"),
        (1, 3.5, "open"),
        (6, 7, "missed"),
        (0, 2, "missed"),
        (None, None, "open"),
        (0, 9, "open"),
    ],
)
def test_what_an_interval_says_of_a_target(low: float | None, high: float | None, says: str) -> None:
    assert Target(SCORE, 3, 5).told(low, high) == says


def test_shares_may_be_written_in_per_cent(run: Run, kiosk: Path) -> None:
    for target in ("wins of seat 0=40..60%", "wins of seat 0=40%..60%", "wins of seat 0=40..60"):
        (found,) = tuned(run, *PRICE, "--target", target, "--trials", "2")["targets"]
        assert (found["low"], found["high"]) == (40, 60)


@pytest.mark.parametrize("values", [[100.0, 100.0, 50.0, 100.0], [0.0] * 5, [100.0] * 30])
def test_the_interval_of_a_share_lies_in_what_shares_can_be(values: list[float]) -> None:
    mean, low, high = interval("wins of seat 0", values)
    assert mean is not None and low is not None and high is not None
    assert 0 <= low <= mean <= high <= 100


def row_of_trials(count: int, meets: int) -> Tuned:
    """As many trials, each with one more edit and nearer; the one that meets the target is one of them."""
    tuned = Tuned([], [])
    tuned.trials = [Trial((n,), n, (0.0,), float(max(0, meets - n))) for n in range(count)]
    return tuned


@pytest.mark.parametrize("meets", [0, 3, 4, 6])
def test_the_best_is_always_among_the_proposals(meets: int) -> None:
    tuned = row_of_trials(8, meets)
    best = tuned.best()
    assert best is not None and best.off == 0
    assert best in tuned.shown() and len(tuned.shown()) <= 5


def test_every_proposal_is_played_on_other_deals(
    run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_tools.tuning.MOST_PROPOSALS", 2)
    words = ("--touch", "scoring=1..6", "--target", "points by sales=8..8", "--target", "points by goods>=9")
    data = tuned(run, *PRICE, *words)
    assert [len(proposal["edits"]) for proposal in data["proposals"]] == [0, 2]
    for proposal in data["proposals"]:
        assert {figure["deals"] for figure in proposal["figures"]} == {4}
        assert all(figure["met"] == figure["met_fresh"] for figure in proposal["figures"])


def test_a_trial_that_breaks_off_more_often_is_refused(run: Run, kiosk: Path) -> None:
    rules = kiosk / "rules/play.yaml"
    text = rules.read_text().replace("my sold += 2", "my sold += 12 / (6 - sum(till each tip)) rounded down")
    rules.write_text(text)
    words = ("tune", "kiosk", "--touch", "coin/penny/tip=4..6", "--target", "score=0..1", "-n", "6")
    result = run(*words, "--json", "out.json")
    assert result.exit_code == 1 and "1 refused, as more deals break off" in result.stdout
    data = json.loads(Path("out.json").read_text())
    assert data["broken"] == 1 and data["matches"]["broke_off"] > 0
    assert 6 not in [edit["to"] for proposal in data["proposals"] for edit in proposal["edits"]]


@pytest.mark.parametrize("seed", ["-1", str(2**32), str(2**70)])
def test_any_seed_will_do(run: Run, kiosk: Path, seed: str) -> None:
    assert tuned(run, *PRICE, "--target", "score=1..2", "--trials", "2", "--seed", seed)["tried"] == 2


def test_without_optuna_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "optuna" else find(name))
    result = run("tune", "marbles", "--touch", "marble/blue/worth=1..3", "--target", "score=1..2")
    assert result.exit_code == 1 and "optuna: pip install 'rulewright[tune]'" in result.stderr


def test_proposals_never_repeat_and_end_with_the_values() -> None:
    search = Search([(1, 3), (0, 2)], (2, 5), seed=1)
    found = []
    while (values := search.ask()) is not None:
        found.append(values)
        search.tell(values, float(values[0]), 1)
    assert found[:5] == [(2, 5), (1, 5), (3, 5), (2, 0), (2, 2)]
    inside = [values for values in found if values[1] <= 2]
    assert len(inside) == len(set(inside)) == 9 == search.size


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--touch", "good/tee=1..2", "--target", "score=1..2"), "did you mean 'tea'"),
        (("--touch", "good/tea=1", "--target", "score=1..2"), "is not ADDRESS=LOW..HIGH"),
        (("--touch", "good/tea/price=2..2", "--target", "score=1..2"), "nothing to choose from"),
        ((*PRICE, "--touch", "good=1..2", "--target", "score=1..2"), "named twice"),
        ((*PRICE, "--target", "scor=1..2"), "did you mean 'score'"),
        ((*PRICE, "--target", "score=5..2"), "the greater one"),
        ((*PRICE, "--target", "wins of seat 0=0.48..0.52"), "is told in per cent, such as 48..52%"),
        ((*PRICE, "--target", "wins of seat 0>=0.5"), "is it 50% or 0.5%?"),
        ((*PRICE, "--target", "score=4..5%"), "is not told in per cent"),
        ((*PRICE, "--target", "score"), "is not FIGURE=LOW..HIGH"),
        ((*PRICE, "--target", "score<=3", "--out", "My Tweak.yaml"), "no overlay's file"),
        ((*PRICE, "--target", "score<=3", "--out", "kiosk/tweak.yaml"), "is in the pack"),
        ((*PRICE, "--target", "score<=3", "--out", "kiosk.yaml"), "the id of the pack 'kiosk'"),
        (PRICE, "--target"),
    ],
)
def test_what_cannot_be_asked_is_refused(run: Run, kiosk: Path, words: tuple[str, ...], says: str) -> None:
    result = run("tune", "kiosk", *words)
    assert result.exit_code == 2 and says in result.output
