"""The table of the page on overlays: what two packs that do not know of each other can both do."""

from __future__ import annotations

import re
import shutil
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from rulewright.packs.load import load
from rulewright.source.diagnostics import ContentError, Diagnostic

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "overlays.md"

DEEDS = {
    "set": ("{patch: 'coins:rules/haggle', set: {when: my luck > 5}}", "sets it to 'my luck > 5'"),
    "adjust": ("{patch: 'coins:rules/haggle', adjust: {when: {1: +4}}}", "adjusts it by +4"),
    "wrap": ("{patch: 'coins:rules/haggle', wrap: {when: original and players > 4}}", "wraps it"),
    "replace": ("{patch: 'coins:rules/haggle/when', replace: my luck > 6}", "replaces it by 'my luck > 6'"),
    "add": ("{patch: 'coins:rules/haggle', add: {group: first}}", "adds first"),
    "remove": ("{patch: 'coins:rules/haggle', remove: [when]}", "removes it"),
    "rename": ("{patch: 'coins:rules/haggle', rename: bargain}", "renames it from 'haggle' to 'bargain'"),
}
"""A deed of each sort on one rule, or on one text in it, and what it is called in a collision."""

OTHERWISE = {
    "set": "{patch: 'coins:rules/haggle', set: {when: my luck > 8}}",
    "adjust": "{patch: 'coins:rules/haggle', adjust: {when: {1: +1}}}",
    "wrap": "{patch: 'coins:rules/haggle', wrap: {when: original or players > 4}}",
    "replace": "{patch: 'coins:rules/haggle/when', replace: my luck > 9}",
    "add": "{patch: 'coins:rules/haggle', add: {group: second}}",
    "remove": "{patch: 'coins:rules/haggle', remove: [when]}",
    "rename": "{patch: 'coins:rules/haggle', rename: dealing}",
}
"""The same with another value."""

OF_ADDED = {
    "set": "{patch: 'coins:rules/haggle', set: {group: third}}",
    "replace": "{patch: 'coins:rules/haggle', replace: {modify: price, add: -2}}",
    "remove": "{patch: 'coins:rules/haggle', remove: true}",
}
"""Deeds that meet what the other adds; a number or text that only the other has cannot be patched."""


def table() -> dict[tuple[str, str], str]:
    """What the page says of each pair."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("| | set |"))
    columns = [cell.strip() for cell in lines[first].strip("|").split("|")][1:]
    found = {}
    for line in lines[first + 2 : first + 2 + len(columns)]:
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        for column, cell in zip(columns, cells, strict=True):
            if cell:
                found[re.sub(r"\W", "", name), column] = cell
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(HERE / "coins", tmp_path / "coins")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pack(id_: str, patch: str, kind: str = "expansion", more: str = "requires: {coins: any}") -> None:
    Path(id_, "patches").mkdir(parents=True, exist_ok=True)
    manifest = f"id: {id_}\nversion: 1.0.0\nformat: 1\nkind: {kind}\ntitle: {id_}\n{more}\n"
    Path(id_, "pack.yaml").write_text(manifest, encoding="utf-8")
    Path(id_, "patches", "p.yaml").write_text(f"patches:\n  - {patch}\n", encoding="utf-8")


def hashes(first: str, second: str) -> set[str]:
    """The content, whichever of the two packs is laid first."""
    found = set()
    for one, other in (("aa", "bb"), ("bb", "aa")):
        pack(one, first)
        pack(other, second)
        found.add(load("./coins+./aa+./bb").content_hash)
    return found


def problems(spec: str) -> list[Diagnostic]:
    with pytest.raises(ContentError) as caught:
        load(spec)
    return list(caught.value.diagnostics)


def test_the_table_has_every_pair() -> None:
    assert set(table()) == set(combinations_with_replacement(DEEDS, 2))


@pytest.mark.parametrize("pair", table(), ids="-".join)
def test_a_pair_of_deeds(pair: tuple[str, str]) -> None:
    """Collisions tell what both do and where, and the ways out."""
    verdict = table()[pair]
    first, second = DEEDS[pair[0]][0], OTHERWISE[pair[1]]
    if "add" in pair and pair[0] != pair[1]:
        other = pair[0] if pair[1] == "add" else pair[1]
        if other not in OF_ADDED:
            return
        first, second = DEEDS["add"][0], OF_ADDED[other]
    if pair == ("remove", "rename"):
        first = OF_ADDED["remove"]
    if verdict == "both":
        assert len(hashes(first, second)) == 1
        return
    if verdict == "if equal":
        assert len(hashes(first, first)) == 1
    for one, other in (("aa", "bb"), ("bb", "aa")):
        pack(one, first)
        pack(other, second)
        (problem,) = [p for p in problems("./coins+./aa+./bb") if p.code == "P614"]
        told = "adds " if "add" in pair else DEEDS[pair[0]][1]
        assert f"'{one}' {told}" in problem.message and f"'{other}' " in problem.message
        places = {str(problem.span).split(":")[0], *(str(at).split(":")[0] for _, at in problem.related)}
        assert places == {"aa/patches/p.yaml", "bb/patches/p.yaml"}
        assert problem.hint is not None and "`optional`" in problem.hint and "bridge" in problem.hint


SETTLED = [p for p, verdict in table().items() if verdict == "no" and not {"add", "remove"} & {*p}]
"""Pairs after which there is still something that a third pack can write."""


@pytest.mark.parametrize("pair", SETTLED, ids="-".join)
def test_a_bridge_or_a_later_kind_settles_it(pair: tuple[str, str]) -> None:
    pack("aa", DEEDS[pair[0]][0])
    pack("bb", OTHERWISE[pair[1]])
    last = "{patch: 'coins:rules/haggle', set: {when: my luck > 2}}"
    pack("cc", last, "bridge", "requires: {coins: any, aa: any, bb: any}")
    # it has a test
    assert load("./coins+./aa+./bb+./cc").rules["haggle"].when.text == "my luck > 2"  # type: ignore[union-attr]
    pack("cc", last, "balance")
    # it has a test
    assert load("./coins+./aa+./bb+./cc").rules["haggle"].when.text == "my luck > 2"  # type: ignore[union-attr]


@pytest.mark.parametrize("deed", ["set", "adjust", "wrap", "replace", "remove"])
def test_a_pack_that_names_the_other_has_the_last_word(deed: str) -> None:
    pack("aa", DEEDS["set"][0])
    pack("bb", OTHERWISE[deed], more="requires: {coins: any}\noptional: {aa: any}")
    when = load("./coins+./aa+./bb").rules["haggle"].when
    wanted = {
        "set": "my luck > 8",
        "adjust": "my luck > 6",
        "wrap": "(my luck > 5) or players > 4",
        "replace": "my luck > 9",
    }
    assert (None if when is None else when.text) == wanted.get(deed)


LAY = {
    "set": "{patch: 'coins:flow/round/lay', set: {at_once: {seats: clockwise(starter)}}}",
    "wrap": "{patch: 'coins:flow/round/lay', wrap: {do: original}}",
    "replace": "{patch: 'coins:flow/round/lay', replace: {do: refill(row)}}",
    "add": "{patch: 'coins:flow/round/lay', add: {if: any(row)}}",
    "rename": "{patch: 'coins:flow/round/lay', rename: put_down}",
    "insert on the other side": "{patch: 'coins:flow/round/lay', insert: {after: {other: {do: stop}}}}",
    "insert the same": "{patch: 'coins:flow/round/lay', insert: {before: {tidy: {do: shuffle(spent)}}}}",
    "insert on the same side": "{patch: 'coins:flow/round/lay', insert: {before: {other: {do: stop}}}}",
    "remove": "{patch: 'coins:flow/round/lay', remove: true}",
}


@pytest.mark.parametrize("deed", LAY)
def test_something_new_beside_what_another_pack_changes(deed: str) -> None:
    insert = "{patch: 'coins:flow/round/lay', insert: {before: {tidy: {do: shuffle(spent)}}}}"
    if deed in ("remove", "insert the same", "insert on the same side"):
        for one, other in (("aa", "bb"), ("bb", "aa")):
            pack(one, insert)
            pack(other, LAY[deed])
            assert {p.code for p in problems("./coins+./aa+./bb")} == {"P614"}
    else:
        assert len(hashes(insert, LAY[deed])) == 1


MOVED = "add: {live_in: [row]}, remove: {live_in: [tray]}"
ITEMS = {
    ("add: {live_in: [row]}", "add: {live_in: [row]}"): True,
    ("add: {live_in: [row]}", "add: {live_in: [spent]}"): True,
    ("add: {live_in: [row]}", "remove: {live_in: [tray]}"): True,
    (MOVED, MOVED): True,
    ("remove: {live_in: [tray]}", "remove: [live_in]"): True,
    ("add: {live_in: [row]}", "remove: [live_in]"): False,
}


@pytest.mark.parametrize("pair", ITEMS, ids="-".join)
def test_items_of_one_list(pair: tuple[str, str]) -> None:
    first, second = (f"{{patch: 'coins:kinds/side', {deed}}}" for deed in pair)
    if ITEMS[pair]:
        assert len(hashes(first, second)) == 1
        return
    for one, other in (("aa", "bb"), ("bb", "aa")):
        pack(one, first)
        pack(other, second)
        assert "P614" in {p.code for p in problems("./coins+./aa+./bb")}


def test_what_stands_in_something_that_another_pack_takes_away_or_replaces() -> None:
    for outer in ("remove: true", "replace: {modify: price, add: -2}"):
        for inner in (DEEDS["set"][0], DEEDS["adjust"][0], DEEDS["wrap"][0], DEEDS["add"][0]):
            pack("aa", f"{{patch: 'coins:rules/haggle', {outer}}}")
            pack("bb", inner)
            assert {p.code for p in problems("./coins+./aa+./bb")} == {"P614"}
