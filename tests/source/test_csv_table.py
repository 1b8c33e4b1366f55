"""Tables are read as spreadsheets write them, and each mistake is told at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.source.csv_table import Table, format_table, parse_table, read_table
from rulewright.source.diagnostics import Problems
from rulewright.source.text import SourceFile


def parsed(text: str) -> Table:
    problems = Problems()
    table = parse_table(SourceFile.of("t.csv", text), problems)
    assert table is not None, problems.found
    return table


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in (table.header, *table.rows)]


cells = st.text(st.sampled_from("ab ,;\"\n'é€=1"), max_size=6)


@given(st.lists(st.tuples(st.just("x"), cells, cells)), st.sampled_from([",", ";"]))
def test_what_was_written_is_read_again(rows: list[tuple[str, ...]], separator: str) -> None:
    written = format_table([("id", "one", "two"), *rows], separator)
    assert texts(parsed(written)) == [["id", "one", "two"], *map(list, rows)]


@given(cells, cells)
def test_each_character_of_a_cell_has_its_place(one: str, two: str) -> None:
    table = parsed(format_table([("id", "b"), (one + "x", two)], ","))
    for cell in table.rows[0]:
        for offset, sign in enumerate(cell.text):
            span = cell.at(offset, offset + 1)
            assert table.file.text[span.start] == sign


def test_every_way_to_save_a_table_means_the_same(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    expected = [["id", "says"], ["a", 'é "x"\ny'], ["b", ""]]
    for data in [
        b'id,says\na,"\xc3\xa9 ""x""\ny"\nb,\n',
        b'\xef\xbb\xbfid;says\r\na;"\xc3\xa9 ""x""\r\ny"\r\nb;\r\n',
        b'"id","says"\r\n"a","\xc3\xa9 ""x""\ny"\r\n\r\n,\r\nb',
    ]:
        path.write_bytes(data)
        problems = Problems()
        table = read_table(path, "t.csv", problems)
        assert table is not None, problems.found
        assert texts(table) == expected


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", "1:1", "no first row"),
        (",,\n", "1:1", "no first row"),
        ('id,a\nb,"x\n', "2:3", "no other"),
        ('id,a\nb,"x"y\n', "2:6", "behind a cell"),
        ("id,a\nb,c\nd,e,f\n", "3:5", "more cells"),
        ("id\ta\nb\tc\nd\te\n", "1:3", "a tab between cells"),
        ("\ufeffsep=;\r\nid;a\r\nb;c\r\n", "1:1", "'sep=;' is no row of names"),
        ('"sep=,"\nid,a\n', "1:1", "is no row of names"),
    ],
)
def test_a_mistake_has_its_place(tmp_path: Path, text: str, place: str, says: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode("utf-8"))
    problems = Problems()
    assert read_table(path, "t.csv", problems) is None
    (found,) = problems.found
    assert (found.code, str(found.span)) == ("C901", f"t.csv:{place}")
    assert says in found.message
