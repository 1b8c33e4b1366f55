"""Files that a command writes beside its report: looked at before anything is played for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulewright_tools.failures import say_unwritten
from rulewright_tools.files import check_outside, writing


def check_targets(
    spec: str,
    json_file: str | None,
    record: str | None = None,
    tables: str | None = None,
    out: str | None = None,
    report: str | None = None,
) -> None:
    """Refuse output that would overwrite what is played or other output, and replays without a name.

    Args:
        spec: one that can be resolved.

    Raises:
        click.BadParameter: such a target; nothing is written.
    """
    if record == "-":
        raise click.BadParameter(
            "replays need a file or a folder; - is only for --json", param_hint="--record"
        )
    if report is not None:
        _check_page(report)
    named = {
        "--json": None if json_file == "-" else json_file,
        "--record": record,
        "--tables": tables,
        "--out": out,
        "--report": report,
        "the JSON file of --report": None if report is None else str(twin(report)),
    }
    targets = {option: Path(target).resolve() for option, target in named.items() if target}
    for option in targets:
        check_outside(spec, str(named[option]), option, "played")
    for option in [option for option in targets if option != "--json"]:
        others = [other for other in targets if other != option and targets[other] == targets.get(option)]
        if others:
            message = f"'{named[option]}' is the file of {others[0]} too"
            raise click.BadParameter(message, param_hint=option)


def make_folder(target: str | None, option: str) -> None:
    """Make a folder for output before anything is played for it."""
    if target is None:
        return
    with writing(target, option):
        Path(target).mkdir(parents=True, exist_ok=True)


def twin(report: str) -> Path:
    """The JSON file beside a report."""
    return Path(report).with_suffix(".json")


def _check_page(report: str) -> None:
    """Refuse a name that would be the one of the JSON file beside it, or none."""
    if Path(report).suffix not in (".html", ".htm"):
        message = f"'{report}' does not end in .html; a JSON file of the same name is written beside it"
        raise click.BadParameter(message, param_hint="--report")


def check_report(report: str | None) -> None:
    """Refuse a report that cannot be written, or the JSON file beside it, before anything is played."""
    if report is not None:
        check_writable(report, "--report")
        check_writable(str(twin(report)), "--report")


def check_writable(target: str | None, option: str = "--json") -> None:
    """Refuse a file that cannot be written before anything is played for it."""
    if target is None or target == "-":
        return
    with writing(target, option), Path(target).open("a", encoding="utf-8"):
        pass


def write_text(path: Path, text: str, mode: str = "w") -> Path:
    """Write (`w`) or append (`a`) text; an `OSError` names the file."""
    try:
        # bytes of a file's name that are no UTF-8 become escapes, which JSON reads as what they were
        with path.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path.as_posix()) from None
    return path


def written(what: str, write: Callable[[], object]) -> bool:
    """Whether a part of a report could be kept; if not, that is said, and the rest goes on."""
    try:
        write()
    except OSError as error:
        say_unwritten(what, error)
        return False
    return True


def write_json(data: dict[str, Any], target: str | None) -> bool:
    """To a file, or to the output for `-`; whether it is kept, if it is to be."""
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if target == "-":
        click.echo(text, nl=False)
    elif target is not None:
        return written("the JSON", lambda: write_text(Path(target), text))
    return True


def write_report(data: dict[str, Any], report: str | None) -> bool:
    """The page and the JSON file beside it; whether they are kept, if they are to be."""
    if report is None:
        return True
    from rulewright_tools.lab.report.page import render

    kept = written("the report", lambda: write_text(Path(report), render(data)))
    return write_json(data, str(twin(report))) and kept
