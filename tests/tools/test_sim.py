"""Many matches: the same numbers whatever does the work."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from math import isclose
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.play.link import link
from rulewright.play.match import Measured
from rulewright.play.notebook import Notes
from rulewright.play.playout import Batch, Outcome, Plan
from rulewright_tools.lab.shape import Shape
from rulewright_tools.lab.summary import Numbers, Tally, share_data, wilson
from rulewright_tools.prepare import set_up

Run = Callable[..., Result]


@pytest.mark.parametrize("policy", ["uniform", "greedy,uniform"])
def test_the_number_of_processes_makes_no_difference(run: Run, folder: Path, policy: str) -> None:
    common = ("sim", "marbles", "-n", "40", "--seed", "3", "--policy", policy)
    for jobs, name in (("1", "one"), ("2", "two")):
        assert run(*common, "--jobs", jobs, "--json", f"{name}.json", "--record", name).exit_code == 0
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()
    names = sorted(path.name for path in (folder / "one").iterdir())
    assert len(names) == 40
    assert all((folder / "one" / n).read_bytes() == (folder / "two" / n).read_bytes() for n in names)


def test_faults_are_the_same_from_other_processes(run: Run, folder: Path) -> None:
    common = ("sim", "marbles", "-n", "3", "--set", "ending=endless")
    results = [run(*common, "--jobs", jobs, "--json", f"{jobs}.json") for jobs in ("1", "2")]
    assert results[0].output == results[1].output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    data = json.loads((folder / "1.json").read_text())
    assert [fault["code"] for fault in data["faults"]] == ["G701"] * 3
    assert all(
        sorted(fault["scores"])[-1] > 1000 for fault in data["faults"]
    )  # as they stood, counted nowhere
    assert (data["finished"], data["score"]["mean"]) == (0, None)


def test_a_match_is_one_observation_of_a_measure(run: Run, folder: Path) -> None:
    """Three copies of a card are no three matches; a match that has none says nothing of it."""
    tally = Tally(set_up("marbles", 2, (), "uniform"))
    for number, copies in enumerate([(2, 4, 5), (4,), ()]):
        said = tuple(Measured("left", "red", value) for value in copies)
        measures = (*said, Measured("rounds", None, 3))
        tally.add(Outcome(number, 0, 0, 9, (1, 1), ((), ()), (), None, None, None, measures))
    left, rounds = tally.data(3, 0, None)["measures"]
    mean, sd = (11 / 3 + 4) / 2, abs(11 / 3 - 4) / 2**0.5
    assert left == {
        "measure": "left",
        "entry": "red",
        "n": 2,
        "mean": round(mean, 6),
        "sd": round(sd, 6),
        "min": round(11 / 3, 6),
        "max": 4,
    }
    assert (rounds["n"], rounds["mean"], rounds["min"], rounds["sd"]) == (3, 3, 3, 0)


def test_invariants_are_looked_at_when_asked(run: Run, folder: Path) -> None:
    rules = folder / "marbles" / "rules" / "play.yaml"
    text = rules.read_text("utf-8")
    assert "== 18, says: none is lost" in text
    rules.write_text(text.replace("== 18, says", "== 17, says"), "utf-8")
    assert run("sim", "./marbles", "-n", "2").exit_code == 0
    result = run("sim", "./marbles", "-n", "2", "--checked", "--jobs", "1")
    assert result.exit_code == 1
    assert "I801" in result.output and "all_there" in result.output


@pytest.mark.parametrize("words", [("sim", "-n", "1"), ("bench",)])
def test_a_game_that_breaks_an_invariant_of_its_own_is_not_played(
    run: Run, folder: Path, words: tuple[str, ...]
) -> None:
    rules = folder / "marbles" / "rules" / "small.yaml"
    rules.write_text("invariants: {small: {is: count(marble) == 1, says: one}}\n", "utf-8")
    result = run(*words, "./marbles")
    assert result.exit_code == 1
    assert "I801" in result.stderr and "see 'rulewright check ./marbles'" in result.stderr


def test_both_engines_give_the_same(run: Run, folder: Path) -> None:
    run("sim", "marbles", "-n", "20", "--json", "a.json")
    run("sim", "marbles", "-n", "20", "--json", "b.json", "--reference")
    assert (folder / "a.json").read_bytes() == (folder / "b.json").read_bytes()


def test_tables_have_a_row_for_each_observation(run: Run, folder: Path) -> None:
    common = ("sim", "marbles", "-n", "12", "--set", "shiny=true")
    for jobs in ("1", "2"):
        assert run(*common, "--jobs", jobs, "--json", f"{jobs}.json", "--tables", f"t{jobs}").exit_code == 0
    names = ["entries.csv", "seats.csv", "tables.json"]
    assert sorted(path.name for path in (folder / "t1").iterdir()) == names
    assert all((folder / "t1" / n).read_bytes() == (folder / "t2" / n).read_bytes() for n in names)
    with (folder / "t1/seats.csv").open(encoding="utf-8", newline="") as file:
        seats = list(csv.DictReader(file))
    data = json.loads((folder / "1.json").read_text())
    assert len(seats) == 24
    for seat in data["seats"]:
        own = [row for row in seats if row["seat"] == str(seat["seat"])]
        assert isclose(sum(int(row["score"]) for row in own) / 12, seat["score"]["mean"], abs_tol=1e-5)
        assert isclose(sum(float(row["win"]) for row in own) / 12, seat["wins"]["share"], abs_tol=1e-5)
    tables = json.loads((folder / "t1/tables.json").read_text())
    assert (tables["format"], tables["version"]) == ("rulewright.tables", 1)
    points = {(row["match"], row["seat"]): 0 for row in tables["seats"]}
    for row in tables["entries"]:
        assert row["figure"] == "points marbles" and row["entry"] in ("blue", "red")
        points[row["match"], row["seat"]] += row["value"]
    assert points == {(row["match"], row["seat"]): row["points marbles"] for row in tables["seats"]}


def test_metrics_are_what_the_records_say(run: Run, folder: Path) -> None:
    words = ("sim", "marbles", "-n", "20", "--metrics")
    assert run(*words, "--jobs", "1", "--json", "one.json", "--record", "kept").exit_code == 0
    assert run(*words, "--jobs", "2", "--json", "two.json").exit_code == 0
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()
    data = json.loads((folder / "one.json").read_text())
    lines = [
        json.loads(line) for path in (folder / "kept").iterdir() for line in path.read_text().splitlines()
    ]
    asked = [line for line in lines if "decision" in line]
    metrics = data["metrics"]
    assert metrics["questions"] == len(asked)
    assert metrics["no_choice"] == round(sum(line["options"] == 1 for line in asked) / len(asked), 6)
    assert metrics["options"]["mean"] == round(sum(line["options"] for line in asked) / len(asked), 6)
    assert metrics["options"]["max"] == max(line["options"] for line in asked)
    taken = Counter(line["chose"]["pick"].partition("#")[0] for line in asked if "pick" in line["chose"])
    for row in metrics["entries"]:
        assert isclose(row["offered"] * 20 * (row["taken"]["share"] or 0), taken[row["entry"]], abs_tol=1e-3)
    margins = [abs(line["scores"][0] - line["scores"][1]) for line in lines if "end" in line]
    assert metrics["margin"]["mean"] == round(sum(margins) / 20, 6)
    assert "who is ahead half-way" in run(*words).stdout


def test_who_was_ahead_when(folder: Path) -> None:
    shape = Shape(set_up("marbles", 2, (), None))
    for leads, winners in (
        ([None, 0, 0, 1, None, 1, 0, 0], (0,)),  # two changes, the last at 6 of 8; half-way nobody is ahead
        ([0, None, 0, 0], (0,)),  # none
        ([0, 1, 1, 1], (0, 1)),  # one, early; half-way 1 is, who shares the victory
        ([None, None], (1,)),  # nobody ever is
    ):
        # numbers for floats
        notes = Notes(leads=leads, takers={"red": {0, 1}, "blue": {1}})  # type: ignore[arg-type]
        shape.add(Outcome(0, 0, 0, 1, (3, 1), ((3,), (1,)), winners, None, None, None, notes=notes))
    data = shape.data()
    assert (data["lead_changes"]["mean"], data["lead_changes"]["max"]) == (1, 2)
    assert data["settled_by_half"]["share"] == round(2 / 3, 6)
    assert data["half_time_leader_wins"]["share"] == 0.75  # one whole, and half of one
    assert data["margin"]["mean"] == 2


def test_how_often_takers_win(folder: Path) -> None:
    shape = Shape(set_up("marbles", 2, (), None))
    for winners in ((0,), (1,), (0, 1), (1,)):
        notes = Notes(offered=Counter(red=1, blue=1), takers={"red": {0, 1}, "blue": {1}})
        shape.add(Outcome(0, 0, 0, 1, (3, 1), ((3,), (1,)), winners, None, None, None, notes=notes))
    blue, red = (row["observed_wins"]["share"] for row in shape.data()["entries"])
    assert (blue, red) == (2.5 / 4, 0.5)  # a victory that both share is half of one


def test_a_folder_that_cannot_be_made_is_refused(run: Run, folder: Path) -> None:
    (folder / "taken").write_text("")
    result = run("sim", "marbles", "-n", "1", "--tables", "taken")
    assert result.exit_code == 2 and "cannot write 'taken'" in result.output


def test_json_alone_goes_to_the_output(run: Run) -> None:
    data = json.loads(run("sim", "marbles", "-n", "9", "--json", "-").stdout)
    assert (data["format"], data["version"], data["finished"]) == ("rulewright.sim", 1, 9)
    total = sum(seat["score"]["mean"] for seat in data["seats"]) / 2
    assert isclose(total, data["score"]["mean"], abs_tol=1e-5)
    assert isclose(sum(seat["wins"]["share"] for seat in data["seats"]), 1, abs_tol=1e-5)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--json", "marbles/pack.yaml"), "is in the pack"),
        (("--record", "./marbles/pack.yaml"), "is in the pack"),
        (("--record", "marbles/matches"), "is in the pack"),
        (("--record", "out.jsonl", "--json", "./out.jsonl"), "the file of --json"),
        (("--record", "-"), "only for --json"),
        (("--tables", "marbles/figures"), "is in the pack"),
        (("--tables", "out", "--record", "out"), "the file of --tables"),
    ],
)
def test_output_never_overwrites_the_pack_or_itself(
    run: Run, folder: Path, words: tuple[str, ...], says: str
) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = run("sim", "./marbles", "-n", "1", *words)
    assert (result.exit_code, says in result.output) == (2, True), result.output
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_prefix_of_a_run_is_a_shorter_run(folder: Path) -> None:
    rules = link("marbles")
    few, many = (list(Batch(Plan("marbles", rules, {}, 2, ("uniform",) * 2, n))) for n in (3, 6))
    assert many[:3] == few


def test_sums_give_mean_and_sample_deviation() -> None:
    numbers = Numbers()
    for x in (2, 4, 4, 4, 5, 5, 7, 9):
        numbers.add(x)
    assert numbers.data() == {"mean": 5.0, "sd": 2.13809, "min": 2, "max": 9}
    assert Numbers().data() == {"mean": None, "sd": None, "min": None, "max": None}


def test_the_interval_of_a_share() -> None:
    low, high = wilson(0.5, 1000)
    assert (round(low, 4), round(high, 4)) == (0.4691, 0.5309)
    assert wilson(0, 10)[0] == 0
    assert share_data({1: 3, 2: 2}, 8)["share"] == 0.5


@pytest.mark.parametrize("words", [("sim", "marbles", "-n", "1"), ("bench", "marbles")])
def test_a_policy_without_a_name_is_refused(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words, "--policy", "")
    assert done.exit_code == 2
    assert "unknown policy ''" in done.stderr
