"""Tables of entries: what is not edited does not change, what is edited comes back, mistakes have cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import games, overlays

from rulewright.packs.bundled import bundled_path
from rulewright.source.csv_table import format_table, parse_table
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping
from rulewright_tools.forming import formed_text
from rulewright_tools.spreadsheet.columns import columns_of
from rulewright_tools.spreadsheet.exporting import table_of
from rulewright_tools.spreadsheet.importing import Import, plan_import
from rulewright_tools.spreadsheet.pack_files import CardFiles, card_files

Run = Callable[..., Result]
SPECS = [*games(), *overlays()]
files_of = cache(card_files)


def imported(cards: CardFiles, kind: str, text: str, *, remove: bool = False) -> Import:
    problems = Problems()
    table = parse_table(SourceFile.of("t.csv", text.removeprefix("\ufeff")), problems)
    assert table is not None, problems.found
    done = plan_import(cards, kind, table, remove=remove, problems=problems)
    assert problems.found == []
    return done


def after(cards: CardFiles, done: Import) -> CardFiles:
    """The card files as they would be written."""
    found = []
    for file in cards.files:
        if new := done.files.get(file.path):
            problems = Problems()
            tree = parse_yaml(new.after, problems)
            assert isinstance(tree, Mapping), (new.after.text, problems.found)
            file = replace(file, tree=tree)
        found.append(file)
    return replace(cards, files=tuple(found))


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def saved_otherwise(text: str) -> list[str]:
    """The same table as other programs save it."""
    rows = rows_of(text)
    loud = [[cell.upper() if cell in ("true", "false") else cell for cell in row] for row in rows]
    header, *others = rows
    own = [[*header, "# mine", ""], *([*row, "= 5 * 3", ""] for row in others)]
    return [
        text,
        text.replace("\r\n", "\n"),
        format_table(rows, ";"),
        format_table(loud, ","),
        format_table(own, ","),
        format_table([header, *reversed(others), ["", "", ""]], ","),
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_a_table_that_nobody_edited_changes_no_byte(spec: str) -> None:
    cards = files_of(spec)
    for kind in cards.game.kinds:
        for saved in saved_otherwise(table_of(cards, kind)):
            assert imported(cards, kind, saved).files == {}, kind


AWKWARD = ["", "a, b", "x: y # z", "one\ntwo", "'=1", "é €", "if a:\n  b()\n\n# c", "'-x", "[1", "no", "5"]


def written_as_yaml(cards: CardFiles, kind: str) -> set[str]:
    """The columns whose cells are YAML: text that is none does not come back."""
    columns = columns_of(cards.game.kinds[kind], cards.game.kinds)
    return {column.name for column in columns if column.sort == "data"}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_was_edited_comes_back(data: st.DataObject) -> None:
    """Cells go to other rows, are emptied, or get text that needs care; entries come, go and move."""
    cards = files_of(data.draw(st.sampled_from(SPECS)))
    kinds = [kind for kind in cards.game.kinds if cards.entries(kind)]
    if not kinds:
        return
    kind = data.draw(st.sampled_from(kinds))
    header, *rows = rows_of(table_of(cards, kind))
    for _ in range(data.draw(st.integers(1, 6))):
        column = data.draw(st.integers(1, len(header) - 1))
        there = [row[column] for row in rows]
        usable = there if header[column] in written_as_yaml(cards, kind) else [*there, *AWKWARD]
        data.draw(st.sampled_from(rows))[column] = data.draw(st.sampled_from(usable))
    gone = data.draw(st.lists(st.sampled_from(rows), max_size=2))
    rows = [row for row in rows if row not in gone]
    if rows and data.draw(st.booleans()):
        rows.append(["brand_new", *data.draw(st.sampled_from(rows))[1:]])
    done = imported(cards, kind, format_table([header, *data.draw(st.permutations(rows))], ","), remove=True)
    header_again, *again = rows_of(table_of(after(cards, done), kind))
    assert header_again == header
    assert {row[0]: row for row in again} == {row[0]: row for row in rows}
    for id_, (file, entry, span) in cards.entries(kind).items():
        if id_ not in (*done.changed, *done.removed) and file.path in done.files:
            lines = span.file.text[span.file.line_starts[span.line - 1] : entry.span.end]
            assert lines in done.files[file.path].after.text


# --- the commands ---------------------------------------------------------------------------------

MARBLES = "marbles/cards/marbles.yaml"
HEADER = "id,like,worth,copies,provenance,abilities"


@pytest.fixture
def table(folder: Path, run: Run) -> Path:
    """The marbles as a table."""
    assert run("export", "marbles", "marble", "--csv", "m.csv").output == "m.csv: 3 rows\n"
    return folder / "m.csv"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode()
    assert text.count(old) == 1, text
    path.write_bytes(text.replace(old, new).encode())


def test_a_table_is_written_for_spreadsheets(table: Path, run: Run) -> None:
    data = table.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfid,like,worth,copies,provenance,abilities\r\nblue,,2,6,,")
    assert run("export", "marbles", "marble", "--csv", "-", "--semicolons").output.startswith("id;like;worth")
    refused = run("export", "marbles", "marble", "--csv", "m.csv")
    assert refused.exit_code == 2 and "--overwrite replaces it" in refused.stderr
    assert run("export", "marbles", "marble", "--csv", "m.csv", "--overwrite").exit_code == 0
    assert table.read_bytes() == data


def test_nothing_is_written_unasked(table: Path, folder: Path, run: Run) -> None:
    before = (folder / MARBLES).read_bytes()
    assert run("import", "marbles", "marble", "--csv", "m.csv").output == "nothing differs\n"
    edit(table, "red,,1,6", "red,,4,6")
    shown = run("import", "marbles", "marble", "--csv", "m.csv")
    assert shown.exit_code == 0
    assert "-  red: {copies: 6, worth: 1}\n+  red: {copies: 6, worth: 4}\n" in shown.stdout
    assert "1 entry changed, in marbles/cards/marbles.yaml\nnothing is written; --yes" in shown.stdout
    assert (folder / MARBLES).read_bytes() == before
    assert run("import", "marbles", "marble", "--csv", "m.csv", "--yes").exit_code == 0
    assert (folder / MARBLES).read_bytes() == before.replace(b"worth: 1}", b"worth: 4}")
    assert [path.name for path in (folder / "marbles/cards").iterdir() if path.name.startswith(".")] == []


def test_the_form_of_the_file_stays(table: Path, folder: Path, run: Run) -> None:
    path = folder / MARBLES
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    before = path.read_bytes()
    edit(table, "red,,1,6", "red,,4,6")
    assert run("import", "marbles", "marble", "--csv", "m.csv", "--yes").exit_code == 0
    assert path.read_bytes() == before.replace(b"worth: 1}", b"worth: 4}")


def test_rows_come_and_go(table: Path, folder: Path, run: Run) -> None:
    edit(
        table,
        "green,,0,6,,\r\n",
        "violet,,0,6,,\"shine: {after: take(this), do: 'draw(bag, 1, to=bowl)'}\"\r\n",
    )
    refused = run("import", "marbles", "marble", "--csv", "m.csv", "--yes")
    assert refused.exit_code == 1
    assert "m.csv:1:1: error[C904]: 'green' has no row" in refused.stderr
    assert run("import", "marbles", "marble", "--csv", "m.csv", "--yes", "--remove").exit_code == 0
    text = (folder / MARBLES).read_text()
    assert "green" not in text
    assert text.endswith(
        "  violet:\n    worth: 0\n    copies: 6\n    abilities:\n"
        "      shine: {after: take(this), do: 'draw(bag, 1, to=bowl)'}\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("red,,1,6", "red,,many,6", "m.csv:3:6: error[S2"),
        ("red,,1,6", "red,,01,6", "m.csv:3:6: error[Y116]"),
        ("red,,1,6", "red,,3.0,6", "hint: write 3\n"),
        ("red,,1,6", "red,gem,1,6", "m.csv:3:5: error[R301]"),
        ("red,,1,6", "red,,,6", "m.csv:3:1: error[R306]"),
        ("take(this)", "tale(this)", "m.csv:2:28: error[T501]: unknown verb 'tale'"),
        ("do: my glow += 1", "do: {", "m.csv:2:"),
        ("red,,1,6", "blue,,1,6", "m.csv:3:1: error[C903]: 'blue' has two rows"),
        ("red,,1,6", "red,,1,6\nif,,1,0", "m.csv:4:1: error[T517]: 'if' is a word of the effect language"),
        ("red,,1,6", "Red,,1,6", "m.csv:3:1: error[C903]: 'Red' is no id"),
        ("red,,1,6", ",,1,6", "m.csv:3:1: error[C903]: this row has no id"),
        ("id,like,worth", "id,like,wroth", "error[C902]: unknown column 'wroth'"),
        ("id,like,worth", "id,worth,worth", "error[C902]: column 'worth' is there twice"),
        ("id,like,worth", "# id,like,worth", "error[C902]: no column has the ids"),
        ("red,,1,6", 'red,,1,"6', "m.csv:3:8: error[C901]"),
        ("green,,0,6", "die,,0,6", "m.csv:1:1: error[C904]"),
        ("green,,0,6", "gren,,0,6", "m.csv:4:1: error[C904]: 'green' has no row, but 'gren' has"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_cell(
    table: Path, folder: Path, run: Run, old: str, new: str, says: str
) -> None:
    before = (folder / MARBLES).read_bytes()
    edit(table, old, new)
    result = run("import", "marbles", "marble", "--csv", "m.csv", "--yes")
    assert result.exit_code == 1
    assert says in result.stderr and result.stderr.count(": error[") == 1
    assert result.stderr.endswith("\nm.csv: nothing is written\n")
    assert (folder / MARBLES).read_bytes() == before


def test_a_warning_is_told_at_its_cell_and_forbids_nothing(table: Path, folder: Path, run: Run) -> None:
    edit(table, "do: my glow += 1", "do: my glow += 0")
    result = run("import", "marbles", "marble", "--csv", "m.csv", "--yes")
    assert (result.exit_code, "m.csv:2:" in result.stderr) == (0, True), result.output
    assert "warning[W914]" in result.stderr and result.output.rstrip().endswith("written")


def test_what_breaks_elsewhere_is_told_there(table: Path, folder: Path, run: Run) -> None:
    """A scenario has the blue marble."""
    edit(table, "\r\nblue,", "\r\nnavy,")
    result = run("import", "marbles", "marble", "--csv", "m.csv", "--yes", "--remove")
    assert result.exit_code == 1
    (scenario,) = (folder / "marbles/scenarios").iterdir()
    assert f"marbles/scenarios/{scenario.name}:3:" in result.stderr


def test_of_several_packs_the_last_is_the_table(folder: Path, run: Run) -> None:
    written = "# more\nrequires: {marbles: any}\npatch: marbles:title\nset: Other\n"
    (folder / "more.yaml").write_text(written)
    assert run("export", "marbles+more.yaml", "marble", "--csv", "m.csv").output == "m.csv: 0 rows\n"
    path = folder / "m.csv"
    path.write_text(path.read_text("utf-8-sig") + "pink,,3,0,,\n")
    result = run("import", "marbles+more.yaml", "marble", "--csv", "m.csv", "--yes")
    assert result.exit_code == 0, result.output
    added = "cards:\n  marble:\n    pink: {worth: 3, copies: 0}\n"
    assert (folder / "more.yaml").read_text() == written + added
    path.write_text(path.read_text() + "blue,,3,0,,\n")
    assert "m.csv:3:1: error[R303]" in run("import", "marbles+more.yaml", "marble", "--csv", "m.csv").stderr


def test_what_a_link_leads_to_is_not_of_the_pack(folder: Path, run: Run) -> None:
    elsewhere = folder / "elsewhere.yaml"
    elsewhere.write_text("marble: {grey: {worth: 1, copies: 0}}\n")
    (folder / "marbles/cards/linked.yaml").symlink_to(elsewhere)
    result = run("export", "marbles", "marble", "--csv", "-")
    assert "grey" not in result.output


def test_a_kind_without_entries_gets_a_file(folder: Path, run: Run) -> None:
    (folder / "marbles" / "rules" / "coins.yaml").write_text("kinds: {coin: {fields: {says: text}}}\n")
    (folder / "c.csv").write_text('id,says\nold,"two\nlines"\nnew,"a, b"\n')
    result = run("import", "marbles", "coin", "--csv", "c.csv", "--yes")
    assert result.exit_code == 0, result.output
    assert (folder / "marbles/cards/coin.yaml").read_text() == (
        "coin:\n  old:\n    says: |\n      two\n      lines\n  new: {says: 'a, b'}\n"
    )


def test_what_cannot_be_used_is_refused(table: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "did you mean 'marble'?" in run("export", "marbles", "marbel", "--csv", "-").stderr
    shipped = run("import", "axia", "beast", "--csv", "m.csv")
    assert shipped.exit_code == 2 and "'axia' ships with Rulewright" in shipped.stderr
    unwritable = run("export", "marbles", "marble", "--csv", "no/m.csv")
    assert unwritable.exit_code == 2
    assert "for --csv: cannot write 'no/m.csv': no such file or directory\n" in unwritable.stderr
    assert "no.csv" in run("import", "marbles", "marble", "--csv", "no.csv").stderr
    edit(table, "red,,1,6", "red,,4,6")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = run("import", "marbles", "marble", "--csv", "m.csv", "--yes")
    assert result.exit_code == 1
    assert result.stderr == f"Error: cannot use '{MARBLES}': no space left on device\n"


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_written_is_in_the_one_form(data: st.DataObject) -> None:
    """Values of other entries, and entries like others, leave `fmt` nothing to do if it had nothing."""
    cards = files_of(data.draw(st.sampled_from(SPECS)))
    kinds = [kind for kind in cards.game.kinds if cards.entries(kind)]
    if not kinds:
        return
    kind = data.draw(st.sampled_from(kinds))
    header, *rows = rows_of(table_of(cards, kind))
    for _ in range(data.draw(st.integers(1, 4))):
        column = data.draw(st.integers(1, len(header) - 1))
        data.draw(st.sampled_from(rows))[column] = data.draw(st.sampled_from(rows))[column]
    rows.append(["brand_new", *data.draw(st.sampled_from(rows))[1:]])
    for path, new in imported(cards, kind, format_table([header, *rows], ",")).files.items():
        if formed_text(path, new.before.text, Problems()) == new.before.text:
            assert formed_text(path, new.after.text, Problems()) == new.after.text


@pytest.mark.parametrize("where", ["marbles/cards/cards.yaml", "marbles/new.csv", "tweak.yaml", "axia"])
def test_a_table_never_takes_the_place_of_a_pack(folder: Path, run: Run, where: str) -> None:
    (folder / "tweak.yaml").write_text("patch: marbles:marble/blue\nadjust: {worth: +0}\n", encoding="utf-8")
    target = (bundled_path("axia") / "beasts.csv").as_posix() if where == "axia" else where
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = run("export", "marbles+./tweak.yaml", "marble", "--csv", target, "--overwrite")
    assert result.exit_code == 2
    words = "is in the pack 'axia', which ships" if where == "axia" else "is in the pack that is exported"
    assert f"'{target}' {words}" in result.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert not (bundled_path("axia") / "beasts.csv").exists()
