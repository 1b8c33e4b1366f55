"""Reads recorded matches: JSON lines with every key that the page on replays describes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from rulewright.play.record import FORMAT, VERSION, Line
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span

Keys = dict[str, tuple[type, ...]]
"""What is always there, and of which JSON types it may be; an `int` is no truth value."""
_NULL = type(None)
_HEADER: Keys = {
    "version": (int,),
    "engine": (str,),
    "spec": (str,),
    "packs": (list,),
    "entries": (dict,),
    "settings": (dict,),
    "seats": (int,),
    "first_seat": (int,),
    "seed": (int, _NULL),
    "policies": (list,),
    "zones": (list,),
}
_DRAWS: dict[str, Keys] = {
    "shuffle": {"place": (list,), "zone": (str,), "seat": (int, _NULL), "order": (list,)},
    "roll": {"place": (list,), "kind": (str,), "dice": (list,), "values": (list,)},
    "pick": {"place": (list,), "by": (str,), "type": (str,), "from": (list,), "picked": (list,)},
}
_DECISION: Keys = {
    "decision": (int,),
    "seat": (int,),
    "stop": (str,),
    "secret": (bool,),
    "prompt": (str, _NULL),
    "args": (list,),
    "type": (str, _NULL),
    "options": (int,),
    "chose": (dict,),
}
_ENDS: dict[str, Keys] = {
    "finished": {
        "scores": (list,),
        "items": (list,),
        "winners": (list,),
        "rank": (str, _NULL),
        "breakers": (list,),
    },
    "fault": {"code": (str,), "message": (str,)},
    "open": {},
}


@dataclass(slots=True)
class Replay:
    """One recorded match as read; lines are known by where they stand."""

    header: Line
    place: Span
    moves: list[tuple[Line, Span]] = field(default_factory=list)
    end: tuple[Line, Span] | None = None

    @property
    def spec(self) -> str:
        return str(self.header["spec"])

    @property
    def decisions(self) -> int:
        """How many decisions were recorded."""
        return sum("decision" in line for line, _ in self.moves)


def stop(
    code: str, message: str, span: Span, expected: str | None = None, hint: str | None = None
) -> NoReturn:
    problems = Problems()
    problems.error(code, message, span, expected=expected, hint=hint)
    raise ContentError(problems.found)


def read_replays(path: Path, name: str | None = None) -> list[Replay]:
    """The matches of a file, one after another.

    Raises:
        ContentError: Y101 or Y102 if it cannot be read, G721 if it is not a replay.
    """
    shown = path.as_posix() if name is None else name
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        stop("Y101", f"cannot read '{shown}': {reason}", Span(SourceFile.of(shown, ""), 0, 0))
    except UnicodeDecodeError as error:
        stop("Y102", f"byte {error.start + 1} is not UTF-8", Span(SourceFile.of(shown, ""), 0, 0))
    return parse_replays(SourceFile.of(shown, text))


def parse_replays(file: SourceFile) -> list[Replay]:
    """The matches of a text; raises `ContentError` (G721) at the first line that does not fit."""
    replays: list[Replay] = []
    for number, start in enumerate(file.line_starts, 1):
        text = file.line_text(number)
        if not text.strip():
            continue
        span = Span(file, start, start + len(text))
        line = _json(text, span)
        if "format" in line:
            _check_header(line, span)
            replays.append(Replay(line, span))
        elif not replays or replays[-1].end is not None:
            expected = f'a line with "format": "{FORMAT}"'
            stop("G721", "this line stands outside a recorded match", span, expected)
        elif "end" in line:
            _check_end(line, span)
            replays[-1].end = (line, span)
        else:
            _check_move(line, span)
            replays[-1].moves.append((line, span))
    if not replays:
        stop("G721", "the file holds no recorded match", Span(file, 0, 0))
    return replays


def _json(text: str, span: Span) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        stop("G721", "this line is not JSON", span, expected="one JSON object per line")
    if not isinstance(line, dict):
        stop("G721", "this line is not a JSON object", span)
    return line


def _check_header(line: Line, span: Span) -> None:
    if line["format"] != FORMAT:
        stop("G721", f"the format is '{line['format']}'", span, expected=FORMAT)
    if line.get("version") != VERSION:
        stop("G721", f"version {line.get('version')} of the format", span, expected=f"version {VERSION}")
    _check_keys(line, _HEADER, span)
    if not all(
        isinstance(pack, dict) and pack.keys() >= {"id", "version", "content"} for pack in line["packs"]
    ):
        stop("G721", "'packs' does not say what was played", span, "id, version and content of each")
    if line["seed"] is not None and not 0 <= line["seed"] < 1 << 64:
        stop("G721", "'seed' is no whole number of 64 bits", span)
    if not all(type(hash_) is str for hash_ in line["entries"].values()):
        stop("G721", "'entries' are not all hashes", span)
    if len(line["policies"]) != line["seats"] or not all(type(name) is str for name in line["policies"]):
        stop("G721", "'policies' does not say who decided", span, expected="a name for each seat")


def _check_move(line: Line, span: Span) -> None:
    if "draw" in line:
        draw = line["draw"]
        if not isinstance(draw, str) or draw not in _DRAWS:
            stop("G721", f"unknown draw '{draw}'", span, hint=did_you_mean(str(draw), _DRAWS))
        _check_keys(line, _DRAWS[draw], span)
    elif "decision" in line:
        _check_keys(line, _DECISION, span)
    else:
        stop("G721", "this line is neither a decision nor a draw", span)


def _check_end(line: Line, span: Span) -> None:
    end = line["end"]
    if not isinstance(end, str) or end not in _ENDS:
        stop("G721", f"unknown end '{end}'", span, hint=did_you_mean(str(end), _ENDS))
    _check_keys(line, _ENDS[end], span)


def _check_keys(line: Line, keys: Keys, span: Span) -> None:
    for key, types in keys.items():
        if key not in line or type(line[key]) not in types:
            stop("G721", f"'{key}' is missing or not what it should be", span)
