"""A match that was played again, in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.engine.decision import Decision
from rulewright.play.match import score
from rulewright.play.names import Names
from rulewright.play.record import answer_data
from rulewright.play.replay import Reenacted
from rulewright.source.counted import counted
from rulewright_tools.position import position_lines


def in_words(done: Reenacted) -> str:
    """What was verified, and how the match ended."""
    program = done.machine.program
    seats = counted(program.seats, "seat")
    head = f"{program.game.name}, {seats}: as recorded"
    played = f"{counted(done.decisions, 'decision')}, {counted(done.draws, 'draw')}"
    if done.fault is not None:
        return f"{head}, {played}; then the match broke off"
    if done.result is None:
        return f"{head}, {played}; the match goes on"
    scores = " : ".join(str(points) for points in done.result.scores)
    end = f"{scores} points"
    if done.result.winners:
        end += f", won by seat {' and '.join(str(seat) for seat in done.result.winners)}"
    if done.result.rank is not None:
        end += f", {done.result.rank}"
    return f"{head}, {played}; {end}"


def position(done: Reenacted, *, reveal: bool = False) -> str:
    """What lies where, the score if the match ended now, and the open question.

    Args:
        reveal: also what the seats that are asked do not see.
    """
    lines = [*position_lines(done.machine, reveal=reveal)]
    if done.fault is None:
        lines.append("score now: " + " : ".join(str(points) for points in score(done.machine)))
        lines += _open(done)
    return "\n".join(lines)


def move_lines(moves: Iterable[dict[str, Any]], *, reveal: bool = True) -> Iterator[str]:
    """Each recorded draw and decision on a line; unless `reveal`, of draws only what was drawn from."""
    number = 0
    for line in moves:
        if "draw" in line:
            yield f"      {_drawn(line) if reveal else _drawn_from(line)}"
            continue
        number += 1
        asked = line.get("prompt") or line["stop"]
        answer = f"{chosen(line['chose'])} ({counted(line['options'], 'option')})"
        yield f"{number:>4}  seat {line['seat']}  {asked}: {answer}"


def _drawn(line: dict[str, Any]) -> str:
    if line["draw"] == "shuffle":
        return f"{line['zone']} is shuffled: {len(line['order'])}"
    if line["draw"] == "roll":
        rolled = ", ".join(f"{die} {value}" for die, value in zip(line["dice"], line["values"], strict=True))
        return f"rolled: {rolled}"
    return f"picked at random: {', '.join(as_written(item) for item in line['picked'])}"


def _drawn_from(line: dict[str, Any]) -> str:
    match line["draw"]:
        case "roll":
            return f"rolled: {', '.join(line['dice'])}"
        case "pick":
            return f"picked at random: {len(line['picked'])} of {len(line['from'])}"
    return _drawn(line)


def chosen(chose: dict[str, Any]) -> str:
    if "pick" in chose:
        return as_written(chose["pick"])
    if "branch" in chose:
        return str(chose["branch"])
    if "use" in chose:
        return f"use {chose['use']}" + (f" of {chose['by']}" if chose.get("by") else "")
    return "decline"


def as_written(value: Any) -> str:
    """Data of a record as a scenario would write it."""
    match value:
        case {"place": piece, "cell": [row, column]}:
            turned = f" turn {value['turn']}" if value["turn"] else ""
            return f"{piece} at {row},{column}{turned}{' flip' if value['flip'] else ''}"
        case {"cell": [row, column]}:
            return f"{row},{column}"
        case {"seat": seat}:
            return f"seat {seat}"
        case {"pair": [first, second]}:
            return f"{as_written(first)} & {as_written(second)}"
        case list():
            return f"[{', '.join(as_written(item) for item in value)}]"
        case str():
            return value
    return json.dumps(value)


def _open(done: Reenacted) -> Iterator[str]:
    program = done.machine.program
    for decision in done.machine.s.open:
        words = list(answer_words(Names(program), decision))
        asked = program.sites[decision.stop].prompt or decision.stop
        yield f"open: seat {decision.seat}, {asked}, {counted(len(words), 'option')}:"
        for index, word in enumerate(words):
            yield f"      {index}  {word}"


def answer_words(names: Names, decision: Decision) -> Iterator[str]:
    """The answers to an open decision as a scenario would write them."""
    for index in range(decision.answers):
        yield chosen(answer_data(names, decision, index))
