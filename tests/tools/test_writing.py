"""Where a command cannot write is wrong usage, told before anything else is done, of every command alike."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import Result

from rulewright_tools.cli import COMMANDS, cli

Run = Callable[..., Result]

_PLAY = ("-n", "2", "--players", "2")
_TUNE = ("tune", "marbles", "--touch", "marble/*/worth=1..3", "--target", "score=2..3", *_PLAY)
_OVER = ("marbles", "marbles+./tweak.yaml")
# Command and words; BAD is a place below a file, where nothing can be written.
PLACES = {
    "sim --json": ("sim", "marbles", *_PLAY, "--json", "BAD"),
    "sim --record": ("sim", "marbles", *_PLAY, "--record", "BAD"),
    "sim --record FILE": ("sim", "marbles", *_PLAY, "--record", "BAD.jsonl"),
    "sim --report": ("sim", "marbles", *_PLAY, "--report", "BAD.html"),
    "sim --tables": ("sim", "marbles", *_PLAY, "--tables", "BAD"),
    "compare --json": ("compare", *_OVER, *_PLAY, "--json", "BAD"),
    "compare --report": ("compare", *_OVER, *_PLAY, "--report", "BAD.html"),
    "sweep --json": ("sweep", "marbles", "marble/*/worth", *_PLAY, "--json", "BAD"),
    "sweep --report": ("sweep", "marbles", "marble/*/worth", *_PLAY, "--report", "BAD.html"),
    "ladder --json": ("ladder", "marbles", *_PLAY, "--json", "BAD"),
    "ladder --report": ("ladder", "marbles", *_PLAY, "--report", "BAD.html"),
    "tune --json": (*_TUNE, "--json", "BAD"),
    "tune --out": (*_TUNE, "--out", "BAD.yaml"),
    "export --csv": ("export", "marbles", "marble", "--csv", "BAD"),
    "schema --out": ("schema", "marbles", "--out", "BAD"),
    "new FOLDER": ("new", "pack", "BAD"),
    "new expansion FOLDER": ("new", "expansion", "./marbles", "BAD"),
}
# Options that are only read, or that name what is read and written at once.
READ = {"import --csv"}


@pytest.fixture(autouse=True)
def blocked(folder: Path) -> None:
    (folder / "blocked").write_text("a file\n", encoding="utf-8")
    (folder / "tweak.yaml").write_text("patch: marbles:marble/red\nadjust: {worth: +1}\n", encoding="utf-8")


@pytest.mark.parametrize("name", PLACES)
def test_a_place_that_cannot_be_written_to_is_wrong_usage(run: Run, folder: Path, name: str) -> None:
    before = sorted(folder.rglob("*"))
    result = run(*(word.replace("BAD", "blocked/x") for word in PLACES[name]))
    assert result.exit_code == 2, result.output
    assert "cannot write 'blocked/x" in result.stderr
    assert name.split()[-1].removesuffix(" FILE") in result.stderr or name.endswith("FILE")
    assert sorted(folder.rglob("*")) == before


def _written() -> Iterator[str]:
    """Every option and argument of a command that names a file or folder."""

    def those_of(name: str, command: click.Command) -> Iterator[str]:
        if isinstance(command, click.Group):
            for inner in command.commands.values():
                yield from those_of(f"{name} {inner.name}", inner)
        for param in command.params:
            if isinstance(param, click.Option) and any(
                word in (param.metavar or "") for word in ("FILE", "FOLDER", "DIR")
            ):
                yield f"{name} {param.opts[0]}"

    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        yield from those_of(name, command)


def test_every_option_that_names_a_place_is_tried() -> None:
    assert set(_written()) - set(PLACES) - READ == set()


@pytest.mark.parametrize(
    "words",
    [
        ("fmt", "marbles"),
        ("check", "marbles", "--fix"),
        ("new", "entry", "./marbles", "marble", "pink"),
        ("new", "scenario", "./marbles", "MA-1"),
        ("import", "./marbles", "marble", "--csv", "table.csv", "--yes"),
    ],
)
def test_a_pack_that_cannot_be_written_to_is_wrong_usage(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    assert run("export", "marbles", "marble", "--csv", "table.csv").exit_code == 0
    table = folder / "table.csv"
    first, second, *others = table.read_text("utf-8").splitlines()
    worth = first.lstrip("\ufeff").split(",").index("worth")
    cells = second.split(",")
    cells[worth] = "3" if cells[worth] != "3" else "2"
    table.write_text("\n".join([first, ",".join(cells), *others]) + "\n", "utf-8")
    if words[0] in ("fmt", "check"):
        cards = folder / "marbles/cards/more.yaml"
        cards.write_text(
            "marble:\n  white:  {worth: 007}\n" if words[0] == "check" else "marble:\n  white:  {worth: 7}\n"
        )

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "x")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    whole = Path.open
    monkeypatch.setattr(
        Path, "open", lambda self, mode="r", *a, **w: refuse() if "x" in mode else whole(self, mode, *a, **w)
    )
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert "cannot write '" in result.stderr and "permission denied" in result.stderr


def test_what_names_no_folder_says_so(run: Run, folder: Path) -> None:
    tables = run("sim", "marbles", *_PLAY, "--tables", "blocked")
    assert tables.exit_code == 2
    assert "cannot write 'blocked': a file has this name; name a folder\n" in tables.stderr
    record = run("sim", "marbles", *_PLAY, "--record", "blocked")
    assert record.exit_code == 2
    assert "name a folder, or a file with an ending such as .jsonl\n" in record.stderr


def test_a_folder_with_replays_of_another_run_is_refused(run: Run, folder: Path) -> None:
    assert run("sim", "marbles", "-n", "3", "--record", "kept").exit_code == 0
    before = {path: path.read_bytes() for path in (folder / "kept").iterdir()}
    again = run("sim", "marbles", "-n", "2", "--seed", "1", "--record", "kept")
    assert again.exit_code == 2
    assert "'kept' holds replays of another run (match_" in again.stderr
    assert {path: path.read_bytes() for path in (folder / "kept").iterdir()} == before
    (folder / "other").mkdir()
    (folder / "other/notes.txt").write_text("mine\n")
    assert run("sim", "marbles", "-n", "1", "--record", "other").exit_code == 0
