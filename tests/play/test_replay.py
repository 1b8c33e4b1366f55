"""Recorded matches: played again to the last point, and refused where they do not fit."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.typed import Rules
from rulewright.play.link import link
from rulewright.play.playout import Plan, play_one
from rulewright.play.replay import reenact
from rulewright.play.replay_read import parse_replays, read_replays
from rulewright.source.diagnostics import ContentError
from rulewright.source.text import SourceFile

PACK = Path(__file__).parent.parent / "tools" / "packs" / "marbles"
SPECS = ["axia", PACK.as_posix()]


def recorded(spec: str, rules: Rules, policies: tuple[str, ...], **settings: Any) -> str:
    plan = Plan(spec, rules, settings, len(policies), policies, 1, 11, record=True)
    replay = play_one(plan, plan.program(), 0).replay
    assert replay is not None
    return replay


@pytest.fixture(scope="module")
def marbles() -> Rules:
    return link(PACK.as_posix())


@pytest.fixture(scope="module")
def text(marbles: Rules) -> str:
    return recorded("marbles", marbles, ("uniform", "uniform"))


def parsed(text: str) -> Any:
    (replay,) = parse_replays(SourceFile.of("match.jsonl", text))
    return replay


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("policies", [("uniform",) * 2, ("uniform", "greedy", "uniform")])
def test_a_match_played_again_is_the_same(spec: str, policies: tuple[str, ...]) -> None:
    rules = link(spec)
    replay = parsed(recorded(spec, rules, policies))
    done = reenact(replay, rules)
    assert done.result is not None
    assert list(done.result.scores) == replay.end[0]["scores"]
    assert done.decisions == sum("decision" in move for move, _ in replay.moves)


def test_a_save_goes_on_where_it_ends(marbles: Rules, text: str) -> None:
    lines = text.splitlines()
    last = max(n for n, line in enumerate(lines) if '"decision"' in line)
    saved = parsed("\n".join([*lines[:last], '{"end":"open"}']) + "\n")
    done = reenact(saved, marbles)
    assert done.result is None
    asked = json.loads(lines[last])
    assert done.machine.s.open[0][2] == asked["seat"]
    again = reenact(parsed(text), marbles, to=done.decisions)
    assert done.machine.program.state_type.equal(again.machine.s, done.machine.s)
    assert reenact(parsed(text), marbles).decisions == done.decisions + 1


def test_the_header_holds_every_component_once(marbles: Rules, text: str) -> None:
    header = parsed(text).header
    held = [uid for zone in header["zones"] for uid in zone["holds"]]
    assert len(held) == len(set(held)) == 20
    assert header["entries"].keys() == marbles.game.entry_hashes.keys()


def test_the_same_match_is_the_same_text(marbles: Rules, text: str) -> None:
    assert recorded("marbles", marbles, ("uniform", "uniform")) == text


def test_a_file_may_hold_several_matches(marbles: Rules, text: str, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(text + text, encoding="utf-8")
    assert [reenact(replay, marbles).decisions for replay in read_replays(path)] == [6, 6]


def codes(action: Callable[[], object]) -> list[str]:
    with pytest.raises(ContentError) as caught:
        action()
    return [d.code for d in caught.value.diagnostics]


def changed(text: str, has: str, change: Callable[[dict[str, Any]], object]) -> str:
    """The text with the first line that has a key changed."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if has in json.loads(line))
    line = json.loads(lines[number])
    change(line)
    lines[number] = json.dumps(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "no json\n",
        "[]\n",
        '{"format": "chess"}\n',
        '{"format": "rulewright.replay", "version": 2}\n',
        '{"format": "rulewright.replay", "version": 1}\n',
        '{"decision": 1}\n',
    ],
)
def test_what_is_no_replay_is_refused(broken: str) -> None:
    assert codes(lambda: parsed(broken)) == ["G721"]


@pytest.mark.parametrize(
    ("has", "change"),
    [
        ("draw", lambda line: line.pop("order")),
        ("draw", lambda line: line.update(draw="spin")),
        ("decision", lambda line: line.update(seat="one")),
        ("decision", lambda line: line.update(options=True)),
        ("format", lambda line: line.update(seats=9)),
        ("format", lambda line: line.update(first_seat=2)),
        ("format", lambda line: line["settings"].update(lapse=1)),
        ("format", lambda line: line["settings"].update(ending="odd")),
        ("format", lambda line: line["settings"].popitem()),
        ("format", lambda line: line.update(seed="7")),
        ("format", lambda line: line.update(seed=1 << 64)),
        ("format", lambda line: line.pop("seed")),
        ("format", lambda line: line.update(policies=["liar"])),
        ("format", lambda line: line.update(policies=[1, 2])),
        ("format", lambda line: line["entries"].update(x=1)),
        *((("draw", lambda line, key=key: line.pop(key))) for key in ("place", "zone", "seat")),
        *((("values", lambda line, key=key: line.pop(key))) for key in ("place", "kind", "dice")),
        *(
            ("decision", lambda line, key=key: line.pop(key))
            for key in ("seat", "stop", "secret", "prompt", "args", "type", "options", "chose")
        ),
        *(
            ("end", lambda line, key=key: line.pop(key))
            for key in ("scores", "items", "winners", "rank", "breakers")
        ),
        ("end", lambda line: line.update(end="lost")),
    ],
)
def test_a_line_that_lacks_something_is_refused(marbles: Rules, text: str, has: str, change: Any) -> None:
    assert codes(lambda: reenact(parsed(changed(text, has, change)), marbles)) == ["G721"]


@pytest.mark.parametrize(
    ("has", "change"),
    [
        ("draw", lambda line: line["order"].reverse() or line["order"].append("x")),
        ("draw", lambda line: line["order"].__setitem__(0, line["order"][1])),
        ("draw", lambda line: line["order"].__setitem__(0, 7)),
        ("draw", lambda line: line.update(draw="roll", kind="die", dice=[], values=[])),
        ("decision", lambda line: line.update(options=99)),
        ("decision", lambda line: line.update(decision=2)),
        ("decision", lambda line: line.update(secret=not line["secret"])),
        ("draw", lambda line: line.update(place=["elsewhere"])),
        ("decision", lambda line: line.update(seat=1 - line["seat"])),
        ("decision", lambda line: line.update(chose={"pick": "black"})),
        ("decision", lambda line: line.update(prompt="nothing")),
        ("values", lambda line: line.update(values=[7, 1])),
        ("values", lambda line: line.update(values=[1])),
        ("end", lambda line: line.update(scores=[0, 0, 0])),
        ("end", lambda line: line.update(end="fault", code="G701", message="x")),
        ("format", lambda line: line["zones"].reverse()),
    ],
)
def test_a_record_that_was_edited_is_noticed(marbles: Rules, text: str, has: str, change: Any) -> None:
    assert codes(lambda: reenact(parsed(changed(text, has, change)), marbles)) == ["G723"]


def test_a_record_that_is_cut_short_is_noticed(marbles: Rules, text: str) -> None:
    lines = text.splitlines()
    last = max(n for n, line in enumerate(lines) if '"draw"' in line)
    cut = "\n".join([*lines[:last], lines[-1]]) + "\n"
    assert codes(lambda: reenact(parsed(cut), marbles)) == ["G723"]


def test_other_content_is_refused_with_what_differs(marbles: Rules, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "marbles"
    shutil.copytree(PACK, folder)
    cards = folder / "cards" / "marbles.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace("green: {copies: 6", "green: {copies: 5"), encoding="utf-8"
    )
    with pytest.raises(ContentError) as caught:
        reenact(parsed(text), link(folder.as_posix()))
    found = [(d.code, d.message, d.span.file.name, d.span.line) for d in caught.value.diagnostics]
    assert found[0][0] == "G722" and "1 entry or declaration differs" in found[0][1]
    assert found[1:] == [("G722", "'marble/green' is changed", "marbles/cards/marbles.yaml", 4)]


def test_another_game_is_refused(text: str) -> None:
    assert codes(lambda: reenact(parsed(text), link("axia"))) == ["G722"]
