"""The command `sweep`: exact where the score is a matter of sums, and honest about what was not moved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

pytest.importorskip("scipy")

from rulewright.play import deals, playout
from rulewright_tools.lab.elimination import rounds, surely_nothing
from rulewright_tools.lab.figures import SCORE
from rulewright_tools.lab.inference import FEWEST_ALIKE, Difference
from rulewright_tools.lab.sweep import _judge, _row
from rulewright_tools.lab.words import bend_says, farthest
from rulewright_tools.options import unknown

Run = Callable[..., Result]


@pytest.fixture
def kiosk(folder: Path) -> Path:
    """A game in which each seat gets 8 for a cake, 3 for each of 2 sales, and perhaps a tip of 4."""
    shutil.copytree(Path(__file__).parent / "packs/kiosk", folder / "kiosk")
    return folder / "kiosk"


def swept(run: Run, *words: str, pairs: int = 12) -> dict[str, dict[str, Any]]:
    result = run("sweep", "kiosk", *words, "-n", str(pairs), "--json", "-")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["format"], data["version"], data["counted"]) == ("rulewright.sweep", 1, pairs)
    return {row["address"].partition(":")[2]: row for row in data["numbers"]} | {"": data}


def test_the_slope_of_a_sum_is_exact(run: Run, kiosk: Path) -> None:
    found = swept(run, "scoring", "good/*/price", "flow/day/do/4", "--step", "2", pairs=300)
    assert set(found) == {"", "scoring/sales/points/1", "good/tea/price", "good/cake/price", "flow/day/do/4"}
    for address, slope in (("scoring/sales/points/1", 2), ("flow/day/do/4", 3)):
        row = found[address]["figures"]["score"]
        assert (row["slope"], row["low"], row["high"]) == (slope, slope, slope)
        assert (row["up"]["delta"], row["down"]["delta"]) == (2 * slope, -2 * slope)
        assert row["verdict"] == "moved" and row["pairs"] == 300
        mean = found[""]["base"]["score"]
        assert row["elasticity"] == pytest.approx(slope * found[address]["value"] / mean)
        assert row["moves_by_band"] == pytest.approx(row["band"] / slope, abs=1e-6)
    points = found["scoring/sales/points/1"]["figures"]
    assert points["points by sales"]["slope"] == 2 and points["points by goods"]["slope"] == 0
    assert points["margin"]["slope"] == 0 and points["margin"]["verdict"] == "no effect that matters"


def test_few_pairs_that_all_say_the_same_are_not_enough(run: Run, kiosk: Path) -> None:
    row = swept(run, "scoring", "--step", "2")["scoring/sales/points/1"]["figures"]["score"]
    assert (row["slope"], row["low"], row["elasticity"], row["verdict"]) == (
        2,
        None,
        None,
        "need more matches",
    )
    assert row["up"] == {"delta": 4, "low": None, "high": None, "p": 1, "q": 1}
    text = run("sweep", "kiosk", "scoring", "-n", "12").stdout
    assert "+2.00 (–)" in text and "need more matches" in text


def judged(*ways: tuple[float, float], read: int | None = None) -> tuple[dict[str, Any], ...]:
    """A figure of a number each, by mean and half the interval of `up` and `down`, with a band of 2."""
    rows = []
    for mean, half in ways:
        difference = Difference(40, mean, 1.0, mean - half, mean + half, 0.01 if abs(mean) > half else 0.5)
        rows.append({"delta": mean, **difference.ends(), "q": None, "_found": difference})
    found = {"up": rows[0], "down": rows[1], "_slope": Difference(40, 0.0, 1.0, -1.0, 1.0, 0.9)}
    found |= {"line": True, "slope": 0.0, "low": -1.0, "high": 1.0, "_bend": None}
    _judge([{"matches_reading": read, "figures": {"score": found}}], {SCORE: 100.0})
    return found, *rows


@pytest.mark.parametrize(
    ("up", "down", "says"),
    [
        ((-4.95, 0.5), (-5.05, 0.5), "moved"),  # both ways are bad, and their slope is next to nothing
        ((0.1, 0.5), (-5.05, 0.5), "moved"),
        ((0.1, 0.5), (-1.9, 0.5), "need more matches"),
        ((0.1, 0.5), (-0.1, 0.5), "no effect that matters"),
    ],
)
def test_the_verdict_rests_on_both_ways(up: Any, down: Any, says: str) -> None:
    found, *ways = judged(up, down)
    assert found["verdict"] == says
    assert all(0 < way["q"] <= 1 for way in ways)
    assert farthest(found) == max(abs(up[0]), abs(down[0]))


def bent(up: Sequence[float], down: Sequence[float]) -> dict[str, Any]:
    """What is told of a number that moves the score by so much in each deal, with a band of 2."""
    base: Any = [{SCORE: 100.0} for _ in up]
    sides: Any = {sign: [{SCORE: 100.0 + x} for x in deltas] for sign, deltas in ((1, up), (-1, down))}
    found = _row(SCORE, 100.0, base, sides, 5, 1, True)
    assert found is not None
    _judge([{"matches_reading": None, "figures": {"score": found}}], {SCORE: 100.0})
    return found


@pytest.mark.parametrize(
    ("up", "down", "line", "says"),
    [
        (5, -5, True, ""),
        (5, -3, True, ""),
        (5, 4, False, "not a line: both ways more"),
        (-5, -4, False, "not a line: both ways less"),
        (5, -1, False, "not a line: unequal ways"),
        (0, -5, False, "not a line: unequal ways"),
    ],
)
def test_what_is_not_a_line_has_no_slope(up: float, down: float, line: bool, says: str) -> None:
    found = bent([up - 1, up + 1] * 10, [down - 0.5, down + 0.5, down + 0.5, down - 0.5] * 5)
    assert (found["line"], found["verdict"]) == (line, "moved")
    for name in ("slope", "low", "high", "elasticity", "moves_by_band"):
        assert (found[name] is not None) == line
    assert line or bend_says(found) == says


def test_that_it_is_not_a_line_has_to_be_told() -> None:
    assert bent([5 - 30, 5 + 30] * 10, [4 - 25, 4 - 25, 4 + 25, 4 + 25] * 5)["line"]
    assert bent([5, 5.5, 6] * 3, [4, 4, 3.5] * 3)["line"]  # nine pairs


def test_a_way_that_changes_nothing_lies_in_the_band_if_all_that_may_be_unseen_does() -> None:
    """Of 60 pairs up to 4.9 % may come out otherwise unseen; by no more than they do the other way."""
    small, great = [0.0] * 58 + [-4, 5], [0.0] * 56 + [45, -45, 45, -45]
    found = bent(small, [0.0] * 60)
    assert (
        found["down"]["high"] == -found["down"]["low"] == pytest.approx(5 * (1 - 0.05 ** (1 / 60)), abs=1e-6)
    )
    assert found["verdict"] == "no effect that matters"
    assert bent(great, [0.0] * 60)["verdict"] == "need more matches"
    nothing = bent([0.0] * 60, [0.0] * 60)
    assert (nothing["down"]["low"], nothing["verdict"]) == (None, "need more matches")


def test_a_number_that_was_never_read_is_no_test() -> None:
    found, *ways = judged((0.0, 0.0), (0.0, 0.0), read=0)
    assert found["verdict"] == "never read" and [way["q"] for way in ways] == [None, None]


def test_a_match_that_never_read_a_number_is_not_played_again(run: Run, kiosk: Path) -> None:
    found = swept(run, "coin/penny/tip", "good")
    tip, tea = found["coin/penny/tip"], found["good/tea/price"]
    assert 0 < tip["matches_reading"] < 24  # a tip comes with one side of a coin
    assert tip["up"]["matches"] == tip["down"]["matches"] == tip["matches_reading"]
    slope = tip["figures"]["score"]
    assert slope["up"]["delta"] == -slope["down"]["delta"] > 0 and slope["low"] > 0
    assert tea["matches_reading"] == 0 == tea["up"]["matches"]
    assert tea["figures"]["score"]["verdict"] == "never read"
    copies = found["good/tea/copies"]  # of which it cannot be told
    assert copies["matches_reading"] is None and copies["up"]["matches"] == 24


def deltas(row: dict[str, Any]) -> list[Any]:
    """Not how sure they are: what was never read is known."""
    return [row["slope"], *(row[way] and row[way]["delta"] for way in ("up", "down"))]


def test_what_is_not_played_again_comes_out_the_same(
    run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_out = swept(run, "coin", "good", "scoring")
    monkeypatch.setattr("rulewright_tools.variants.differences", lambda *_: None)
    plain = swept(run, "coin", "good", "scoring")
    for address in looked_out:
        if address:
            figures = [
                {name: deltas(row) for name, row in each[address]["figures"].items()}
                for each in (looked_out, plain)
            ]
            assert figures[0] == figures[1]


def test_the_number_of_processes_makes_no_difference(run: Run, kiosk: Path) -> None:
    tables = []
    for jobs in ("1", "2"):
        words = ("kiosk", "coin", "scoring", "-n", "30", "--jobs", jobs, "--json", f"{jobs}.json")
        result = run("sweep", *words)
        assert result.exit_code == 0, result.output
        tables.append(result.stdout)
    assert tables[0] == tables[1]
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()


def test_what_surely_does_not_matter_is_not_played_any_further(run: Run, kiosk: Path) -> None:
    rules = kiosk / "rules/play.yaml"
    rules.write_text(rules.read_text().replace("3 * my sold", "300 * my sold"))
    words = ("sweep", "kiosk", "coin/penny/tip", "scoring", "-n", "80")
    for jobs in ("1", "2"):
        result = run(*words, "--jobs", jobs, "--json", f"{jobs}.json")
        assert result.exit_code == 0, result.output
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()
    data = json.loads(Path("1.json").read_text())
    assert data["rounds"] == [20, 40, 80]
    sales, tip = data["numbers"]
    assert (tip["done_with_after"], sales["done_with_after"]) == (20, None)
    assert (tip["up"]["pairs"], sales["up"]["pairs"]) == (20, 80)
    assert tip["figures"]["score"]["pairs"] == 20
    assert tip["figures"]["score"]["verdict"] == "no effect that matters"
    spared = 2 * tip["matches_reading"] - tip["up"]["matches"] - tip["down"]["matches"]
    assert data["matches"]["saved"] == spared > 0
    says = f"1 number surely does not matter after fewer pairs (it was looked after 20 and 40): {spared}"
    assert says in result.stdout and "no effect that matters (20 pairs)" in result.stdout


@pytest.mark.parametrize("spread", ["normal", "skewed", "rare"])
def test_what_matters_is_hardly_ever_given_up(spread: str) -> None:
    """Of 20 variants that all move a figure by just what matters, in 200 sweeps of 100 pairs."""
    random, variants, lost = Random(7), 20, 0
    draw = {
        "normal": lambda: random.gauss(1, 2),
        "skewed": lambda: random.expovariate(1),
        "rare": lambda: 4.0 * (random.random() < 0.25),
    }[spread]
    looks = rounds(100)[:-1]
    assert looks == [25, 50]
    for _ in range(200):
        found = [[draw() for _ in range(50)] for _ in range(variants)]
        lost += any(surely_nothing(one[:pairs], 1, variants * len(looks)) for one in found for pairs in looks)
    assert lost <= 200 * 0.05


def test_few_pairs_that_differ_do_not_say_that_nothing_matters() -> None:
    assert not surely_nothing([0.1] * 9 + [0.0] * 91, 1, 1)
    assert not surely_nothing([0.1, -0.1] * 4, 1, 1)
    assert surely_nothing([0.1] * 10 + [0.0] * 90, 1, 1)
    assert not surely_nothing([0.0] * (FEWEST_ALIKE - 1), 1, 1) and surely_nothing([0.0] * FEWEST_ALIKE, 1, 1)
    assert [rounds(pairs) for pairs in (2, 39, 40, 100)] == [[2], [39], [20, 40], [25, 50, 100]]


def test_what_may_not_be_moved_is_said(run: Run, kiosk: Path) -> None:
    rules = kiosk / "rules/play.yaml"
    says = "invariants: {sold: {is: count(store) + seats == 4, says: of what there is}}\n"
    rules.write_text(rules.read_text() + says.replace("seats", "players"))
    found = swept(run, "good/cake", "coin/penny/copies", "--step", "2")
    assert found["good/cake/price"]["up"]["state"] == "refused"
    assert found["good/cake/price"]["up"]["code"] in ("S207", "R308")
    assert found["good/cake/price"]["down"]["state"] == "played"
    row = found["good/cake/price"]["figures"]["score"]
    assert row["up"] is None and row["slope"] == 1  # by the one way that there is
    text = run("sweep", "kiosk", "good/cake", "--step", "2", "-n", "2").stdout
    assert "left out, as the game would not be valid: 1" in text and "good/cake/price +2: " in text
    text = run("sweep", "kiosk", "scoring", "--step", "4", "-n", "2").stdout
    assert "points/1 -4: P613 -1 cannot stand in an effect text; expected a whole number from 0" in text


@pytest.fixture
def bakery(kiosk: Path) -> Path:
    """The kiosk with two goods that have their price from a template."""
    goods = kiosk / "cards/goods.yaml"
    goods.write_text(
        goods.read_text().replace("good:\n", "good:\n  bun: {like: pastry}\n  roll: {like: pastry}\n")
        + "templates: {good: {pastry: {copies: 1, price: 3}}}\n"
    )
    return kiosk


def test_numbers_that_entries_have_from_elsewhere_are_told(run: Run, bakery: Path) -> None:
    late = ("-n", "2", "--budget", "1e-9")
    told = (
        "note: 'good/*/price' names numbers of 2 of 4 entries; 2 have theirs from templates/good/pastry/price"
    )
    found = run("sweep", "kiosk", "good/*/price", *late)
    assert found.exit_code == 0 and found.stderr.splitlines()[0] == told
    for others in ("good/tea/price", "good", "good/*", "good/*/*", "templates/good/*/price", "coin/*/tip"):
        assert "note" not in run("sweep", "kiosk", others, *late).stderr
    found = run("sweep", "kiosk", "good/bun/price", *late)
    says = "names no number; what stands there is had from templates/good/pastry/price: name that"
    assert found.exit_code == 1 and says in found.stderr
    assert run("sweep", "kiosk", "templates/good/pastry/price", *late).exit_code == 0


def test_a_template_without_a_number_is_told_as_well(run: Run, bakery: Path) -> None:
    rules = bakery / "rules/play.yaml"
    rules.write_text(
        rules.read_text().replace("price: 1..9}", "price: 1..9, sweet: {type: bool, default: false}}")
    )
    found = run("sweep", "kiosk", "good/bun/sweet", "-n", "2")
    assert "had from kinds/good/fields/sweet/default, which has no number either" in found.stderr


def test_what_time_does_not_allow_is_said(run: Run, kiosk: Path) -> None:
    result = run("sweep", "kiosk", "good", "-n", "2", "--budget", "0.000001")
    assert result.exit_code == 0
    assert "not played, and nothing is said of them: good/tea/copies +1, good/tea/copies -1" in result.stdout


def stopping_at(match: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C as this match is played, counted from the first one of the game itself."""
    play_one, count = deals.play_one, iter(range(1000))

    def tired(plan: playout.Plan, program: Any, number: int) -> playout.Outcome:
        if next(count) == match:
            raise KeyboardInterrupt
        return play_one(plan, program, number)

    monkeypatch.setattr(deals, "play_one", tired)


def test_variants_that_are_finished_are_reported(
    run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping_at(4 + 4 + 4 + 1, monkeypatch)  # the game itself, both ways of a number, a part of the next
    result = run("sweep", "kiosk", "flow/day/do/4", "scoring", "-n", "2")
    assert result.exit_code == 130
    assert "interrupted; 2 pairs" in result.stdout and "flow/day/do/4" in result.stdout
    left = "not played, and nothing is said of them: scoring/sales/points/1 +1, scoring/sales/points/1 -1\n"
    assert left in result.stdout


@pytest.mark.parametrize("match", [0, 3, 4, 5])
def test_variants_that_were_never_begun_are_said_to_be(
    run: Run, kiosk: Path, monkeypatch: pytest.MonkeyPatch, match: int
) -> None:
    stopping_at(match, monkeypatch)
    result = run("sweep", "kiosk", "flow/day/do/4", "scoring", "-n", "2", "--json", "-")
    assert result.exit_code == 130
    data = json.loads(result.stdout)
    assert {row[way]["state"] for row in data["numbers"] for way in ("up", "down")} == {"not played"}
    assert all(row["figures"] == {} for row in data["numbers"])
    assert data["matches"] == {
        "base": min(match, 4),
        "variants": max(0, match - 4),
        "untouched": 0,
        "saved": 0,
    }
    assert (
        "nothing is said of them: flow/day/do/4 +1"
        in run("sweep", "kiosk", "flow/day/do/4", "-n", "2", "--budget", "1e-9").stdout
    )


def test_a_variant_that_breaks_off_is_kept_with_its_overlay(run: Run, kiosk: Path) -> None:
    rules = kiosk / "rules/play.yaml"
    text = rules.read_text().replace("my sold += 2", "my sold += 12 / (6 - sum(till each tip)) rounded down")
    rules.write_text(text)
    result = run("sweep", "kiosk", "coin/penny/tip", "-n", "3", "--step", "2", "--json", "out.json")
    assert result.exit_code == 1 and "broke off; pairs with one are not counted" in result.stdout
    assert "error[G" in result.stderr
    fault = json.loads(Path("out.json").read_text())["faults"][0]
    assert fault["of"] == "kiosk:coin/penny/tip"
    again = run("replay", fault["replay"])
    assert again.exit_code == 1 and "then the match broke off" in again.stdout


ABSENT = ("did you mean 'tea'", "names no number")


def test_of_many_known_names_a_few_are_told_and_first_those_that_begin_alike() -> None:
    names = [*(f"c{n:02}" for n in range(20)), "harp_of_gold", "harvest"]
    told = str(unknown("entry", "harmonium", names, "--lift"))
    assert told == "unknown entry 'harmonium'; there are 22, such as harp_of_gold, harvest, c00, c01, c02"
    assert "did you mean 'harvest'?" in str(unknown("entry", "harvst", names, "--lift"))
    assert str(unknown("entry", "x", names[:3], "--lift")).endswith("there are: c00, c01, c02")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("good/tee",), "did you mean 'tea'"),
        (("good", "--figure", "scor"), "did you mean 'score'"),
        (("kiosk:nothing",), "names no number"),
        (("other:good",), "names no number"),
        (("good", "-n", "1"), "-n"),
        (("good", "--step", "0"), "--step"),
        (("good", "--json", "kiosk/pack.yaml"), "is in the pack"),
        ((), "ADDRESS"),
    ],
)
def test_what_cannot_be_asked_is_refused(run: Run, kiosk: Path, words: tuple[str, ...], says: str) -> None:
    result = run("sweep", "kiosk", *words)
    assert result.exit_code == (1 if says in ABSENT else 2) and says in result.output
