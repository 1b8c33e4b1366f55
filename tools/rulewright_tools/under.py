"""A recorded match under other content, in words: where it parts from the record, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from rulewright.dsl.typed import Rules
from rulewright.play.link import link
from rulewright.play.match import RefusedMatch, score
from rulewright.play.record import Line
from rulewright.play.replay import check_content, reenact
from rulewright.play.replay_read import Replay, stop
from rulewright.play.under import Side, Under, play_under, renamed, score_lines
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError
from rulewright_tools.failures import using
from rulewright_tools.replaying import as_written, chosen

_WIDTH = 60  # letters of each column
_MOST = 20  # lines of each part


def all_under(replays: Sequence[Replay], spec: str) -> Iterator[str]:
    """Every match of a file under the game of a spec; the logs of both only where the old content is at hand.

    Raises:
        ContentError: the game of the spec has mistakes, or a match cannot be played with it (G707).
    """
    with using(spec):
        rules = link(spec)
    before: dict[str, Rules | None] = {}
    for replay in replays:
        if replay.spec not in before:
            before[replay.spec] = _played(replay)
        if (rules_then := before[replay.spec]) is not None:
            reenact(replay, rules_then)  # what was edited by hand is told at its line
        try:
            done = play_under(replay, rules, before[replay.spec])
        except RefusedMatch as refused:
            stop("G707", str(refused), replay.place)
        yield from under_lines(replay, done)


def _played(replay: Replay) -> Rules | None:
    """The content that a match was played with, if it is still there as it was."""
    try:
        rules = link(replay.spec)
        check_content(replay, rules.game)
    except ContentError:
        return None
    return rules


def under_lines(replay: Replay, done: Under) -> Iterator[str]:
    """The first line says all in short."""
    program = done.now.machine.program
    head = f"{program.game.name}, {counted(program.seats, 'seat')}"
    if done.why is None:
        yield f"{head}: plays the same, {counted(done.decisions, 'decision')}"
    else:
        number = done.asked["decision"] if done.asked is not None else done.decisions
        where = f"decision {number}" if done.asked is not None else "the end"
        yield f"{head}: differs at {where}: {done.why}"
    if done.then is None:
        yield "  the content that was played is not at hand: only decisions, draws and scores are compared"
    if done.left_out:
        yield f"settings of the record that are left out: {', '.join(done.left_out)}"
    yield from _cut(done.draws)
    if done.why is not None:
        yield from _questions(done)
    yield from _logs(done)
    yield from _scores(replay, done)


def _questions(done: Under) -> Iterator[str]:
    then = _asked(done.asked) if done.asked is not None else "the match ends"
    if done.now.fault is not None:
        now = f"{done.now.fault.code} {done.now.fault.message}"
    elif done.opened is None:
        now = "the match ends"
    else:
        now = _asked(done.now.question(done.opened))
    yield f"  recorded: {then}"
    yield f"  now:      {now}"
    if done.asked is None or done.opened is None or done.now.fault is not None:
        return
    yield f"  chosen:   {chosen(done.asked['chose'])}"
    options = [chosen(option) for option in done.now.answers(done.opened)]
    words = done.words
    if done.then is None or (opened := done.then.opened(done.asked["seat"])) is None:
        yield f"  options now: {_listed(options)}"
        return
    before = [chosen(renamed(option, words)) for option in done.then.answers(opened)]
    yield f"  options only recorded: {_listed([option for option in before if option not in options])}"
    yield f"  options only now:      {_listed([option for option in options if option not in before])}"
    yield from _position(done.then, done.now)


def _asked(line: Line) -> str:
    args = f"({', '.join(as_written(arg) for arg in line['args'])})" if line["args"] else ""
    options = counted(line["options"], "option")
    return f"seat {line['seat']}, {line['prompt'] or line['stop']}{args}, {options}"


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(words[:_MOST])
    return (shown + (", …" if len(words) > _MOST else "")) or "none"


def _position(then: Side, now: Side) -> Iterator[str]:
    """What lies only on one side, and fields of seats and the game, where they are not the same."""
    before, after = _facts(then), _facts(now)
    rows = []
    for name in before:
        if name in after and before[name] != after[name]:
            left, right = Counter(before[name]), Counter(after[name])
            if left == right:
                rows.append((f"{name}: in one order", f"{name}: in another"))
            else:
                rows.append((f"{name}: {_only(left - right)}", f"{name}: {_only(right - left)}"))
    yield from _table("position, only there", rows)


def _only(things: Counter[str]) -> str:
    return ", ".join(sorted(things.elements())) or "nothing"


def _facts(side: Side) -> dict[str, list[str]]:
    """What each zone holds, and the value of each field of seats and the game."""
    m, names = side.machine, side.names
    program, s = m.program, m.s
    found: dict[str, list[str]] = {}
    for z, zone in enumerate(program.zones):
        held = [names.portrait(zone.kind, x, s) for x in s.zones[z]]
        found[names.zone_name(z)] = held if zone.ordered else sorted(held)
    for name, decl in program.game.game_state.items():
        found[name] = [names.value(decl.type, getattr(s, f"game_{name}"))]
    for name, decl in program.game.seat_state.items():
        for seat, value in enumerate(getattr(s, f"seat_{name}")):
            found[f"seat {seat} {name}"] = [names.value(decl.type, value)]
    return found


def _logs(done: Under) -> Iterator[str]:
    """The log since the last decision, or, of matches that are the same, where the logs differ at first."""
    if done.why is not None:
        if done.then is not None:
            then = list(map(done.words.line, done.then.lines))
            yield from _table("log since the last decision", list(_beside(then, done.now.lines)))
        return
    if done.then is None:
        return
    before, after = list(map(done.words.line, done.then.journal.lines)), done.now.journal.lines
    rows = [row for row in _beside(before, after) if row[0] != row[1]]
    if rows:
        yield from _table(f"log: {counted(len(rows), 'line differs', 'lines differ')}", rows)


def _beside(then: list[str], now: list[str]) -> Iterator[tuple[str, str]]:
    for _, a, b, c, d in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        yield from zip_longest(then[a:b], now[c:d], fillvalue="")


def _table(heading: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    if not rows:
        return
    yield f"  {heading}:"
    shown = [("recorded", "now"), *rows[:_MOST]]
    width = min(_WIDTH, max(len(left) for left, _ in shown))
    for left, right in shown:
        mark = " " if left == right else "|"
        yield f"    {_short(left).ljust(width)} {mark} {_short(right)}".rstrip()
    if len(rows) > _MOST:
        yield f"    and {len(rows) - _MOST} more"


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"


def _cut(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"  and {len(lines) - _MOST} more"


def _scores(replay: Replay, done: Under) -> Iterator[str]:
    """What changes in the scores: at the end if both come to it, otherwise as things stand."""
    end = {} if replay.end is None else replay.end[0]
    if done.why is None and done.now_result is not None and end.get("end") == "finished":
        yield from _final(end, done)
    elif done.now.fault is None:
        now = ":".join(map(str, score(done.now.machine)))
        then = "" if done.then is None else f"recorded {':'.join(map(str, score(done.then.machine)))}, "
        yield f"  score now: {then}now {now}" if then else f"  score now: {now}"


def _final(end: Line, done: Under) -> Iterator[str]:
    assert done.now_result is not None
    lines = score_lines(done.now_result)
    changed = False
    for seat, (then, now) in enumerate(zip(end["scores"], done.now_result.scores, strict=True)):
        before: dict[str, Any] = {}
        for item in end["items"][seat]:
            before[item["line"]] = before.get(item["line"], 0) + item["points"]
        differ = [
            f"{line} {before.get(line, 0)} -> {lines[seat].get(line, 0)}"
            for line in {**before, **lines[seat]}
            if before.get(line, 0) != lines[seat].get(line, 0)
        ]
        changed = changed or then != now or bool(differ)
        if then != now or differ:
            yield f"  seat {seat}: {then} -> {now} points ({now - then:+d}; {', '.join(differ)})"
    if list(done.now_result.winners) != end["winners"]:
        winners = (
            " and ".join(f"seat {seat}" for seat in w) for w in (end["winners"], done.now_result.winners)
        )
        yield f"  won by {' -> '.join(winners)}"
        changed = True
    if done.now_result.rank != end["rank"]:
        yield f"  rank: {end['rank']} -> {done.now_result.rank}"
        changed = True
    if not changed:
        yield "  scores: the same"


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats) or "nobody"
