"""What packs, diff and show --origin say of a pack with overlays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

MORE = """\
id: more
version: 1.2.0
format: 1
kind: expansion
title: more marbles
requires: {marbles: any}
"""


@pytest.fixture
def spec(folder: Path) -> str:
    """An expansion that adds a marble and changes one, and a tweak of the same."""
    (folder / "more" / "patches").mkdir(parents=True)
    (folder / "more" / "cards").mkdir()
    (folder / "more" / "pack.yaml").write_text(MORE, encoding="utf-8")
    (folder / "more" / "patches" / "p.yaml").write_text(
        "patch: marbles:marble/red\nadjust: {worth: +1}\n", encoding="utf-8"
    )
    (folder / "more" / "cards" / "c.yaml").write_text("marble: {white: {worth: 1}}\n", encoding="utf-8")
    (folder / "tweak.yaml").write_text("patch: marbles:marble/red\nset: {worth: 5}\n", encoding="utf-8")
    return "marbles+./tweak.yaml+more"


def test_packs_tells_the_order_with_reasons_and_who_has_the_last_word(run: Run, spec: str) -> None:
    assert run("packs", spec).stdout.splitlines() == [
        "1. marbles 0.1.0  base       marbles     the game itself",
        "2. more 1.2.0     expansion  more        after marbles, which it requires (any)",
        "3. tweak 0.0.0    balance    tweak.yaml  after more: expansion comes before balance",
        "",
        "has the last word:",
        "  marble/red/worth: 'tweak' sets it to 5 (tweak.yaml:2:14), "
        "'more' adjusts it by +1 (more/patches/p.yaml:2:17)",
    ]


def test_a_name_that_was_changed_is_told_with_the_one_before(run: Run, spec: str, folder: Path) -> None:
    (folder / "names.yaml").write_text("patch: marbles:marble/red\nrename: ruby\n", encoding="utf-8")
    assert run("diff", "marbles", "marbles+./names.yaml").stdout.splitlines() == [
        "marble/ruby  name  red -> ruby  (names, names.yaml:2:9)",
        "1 difference",
    ]
    assert (
        run("diff", "marbles+./names.yaml", "marbles")
        .stdout.splitlines()[0]
        .startswith("marble/red  name  ruby -> red  (names")
    )
    told = run("show", "marbles+./names.yaml", "ruby", "--origin").stdout.splitlines()
    assert told[0] == "marble/ruby  ['names' renames it from 'red' to 'ruby' (names.yaml:2:9)]"
    assert "marbles/cards" in told[1]
    assert "renamed to 'ruby' by 'names'" in run("show", "marbles+./names.yaml", "red", "--origin").stderr
    assert "renamed to 'ruby'" in run("show", "marbles+./names.yaml", "marble/red").stderr
    result = run("test", "marbles+./names.yaml")
    assert (result.exit_code, result.stderr) == (0, "")


def test_packs_tells_where_two_adjust_the_same_number(run: Run, spec: str, folder: Path) -> None:
    text = "kind: expansion\npatch: marbles:marble/red\nadjust: {worth: +2}\n"
    (folder / "dear.yaml").write_text(text, encoding="utf-8")
    assert run("packs", "marbles+more+./dear.yaml").stdout.splitlines()[-2:] == [
        "both add to it:",
        "  marble/red/worth: 'more' adjusts it by +1 (more/patches/p.yaml:2:17), "
        "'dear' adjusts it by +2 (dear.yaml:3:17)",
    ]


def test_diff_tells_entry_field_before_after_and_who(run: Run, spec: str) -> None:
    assert run("diff", "marbles", "marbles+more").stdout.splitlines() == [
        "marble/red    worth  1 -> 2  (more, more/patches/p.yaml:2:17)",
        "marble/white         new: {worth: 1}  (more, more/cards/c.yaml:1:10)",
        "2 differences",
    ]
    assert "marble/white         gone: {worth: 1}" in run("diff", "marbles+more", "marbles").stdout
    assert run("diff", "marbles", "marbles").stdout == "0 differences\n"


def test_origin_tells_of_each_value_where_it_was_written_and_what_it_was(run: Run, spec: str) -> None:
    lines = run("show", spec, "red", "--origin").stdout.splitlines()
    assert lines == [
        "marble/red",
        "  copies: 6  marbles/cards/marbles.yaml:3:17  marbles",
        "  worth: 5   tweak.yaml:2:14  tweak  "
        "['more' adjusts it by +1 (more/patches/p.yaml:2:17; before: 1); "
        "'tweak' sets it to 5 (tweak.yaml:2:14; before: 2)]",
    ]


TEMPLATES = """\
templates:
  marble:
    dark: {copies: 6, abilities: {fade: {after: take(this), do: my glow += 1}}}
    dull: {like: dark, worth: 3}
marble: {black: {like: dull}, grey: {like: dark, worth: 1}}
"""


def test_what_a_patch_of_a_template_changes_is_told_of_each_card_that_has_it(run: Run, folder: Path) -> None:
    (folder / "marbles" / "cards" / "dark.yaml").write_text(TEMPLATES, encoding="utf-8")
    (folder / "glow.yaml").write_text(
        "patches:\n"
        "  - patch: marbles:templates/marble/dark\n"
        "    adjust: {abilities: {fade: {do: {1: +1}}}}\n"
        "    remove: [copies]\n"
        "  - {patch: 'marbles:templates/marble/dull', adjust: {worth: +1}}\n",
        encoding="utf-8",
    )
    (folder / "dim.yaml").write_text(
        "patch: marbles:templates/marble/dark\nadjust: {abilities: {fade: {do: {1: +2}}}}\n",
        encoding="utf-8",
    )
    glow = "abilities/fade/do  my glow += 1 -> my glow += 2  (glow, glow.yaml:3:41)"
    assert run("diff", "marbles", "marbles+./glow.yaml").stdout.splitlines() == [
        "marble/black  copies             gone: 6  (glow, glow.yaml:4:14)",
        f"marble/black  {glow}",
        "marble/black  worth              3 -> 4  (glow, glow.yaml:5:62)",
        "marble/grey   copies             gone: 6  (glow, glow.yaml:4:14)",
        f"marble/grey   {glow}",
        "5 differences",
    ]
    told = run("show", "marbles+./glow.yaml+./dim.yaml", "black", "--origin").stdout
    assert (
        "marbles/cards/dark.yaml:3:65  marbles  ['dim' adjusts it by +2 (dim.yaml:2:37; before: 1); "
        "'glow' adjusts it by +1 (glow.yaml:3:41; before: 3)]"
    ) in told


def test_what_a_card_has_from_a_template_of_an_overlay_has_its_own_place(run: Run, folder: Path) -> None:
    (folder / "pale.yaml").write_text(
        "patch: marbles:marble/red\nset: {like: pale}\n"
        "cards: {templates: {marble: {pale: {abilities: {fade: {after: take(this), do: stop}}}}}}\n",
        encoding="utf-8",
    )
    assert run("diff", "marbles", "marbles+./pale.yaml").stdout.splitlines() == [
        "marble/red  abilities/fade/after  new: take(this)  (pale, pale.yaml:3:63)",
        "marble/red  abilities/fade/do     new: stop  (pale, pale.yaml:3:79)",
        "2 differences",
    ]


def test_what_is_not_there_is_told(run: Run, spec: str) -> None:
    result = run("show", spec, "rde", "--origin")
    assert result.exit_code == 1 and "did you mean 'red'?" in result.output
    assert run("show", spec, "--origin").exit_code == 2


def test_an_overlay_can_be_checked_tested_and_played(run: Run, spec: str) -> None:
    result = run("check", spec)
    assert (result.exit_code, "error[" in result.stdout) == (0, False)
    assert "marbles 0.1.0 + more 1.2.0 + tweak 0.0.0: 4 warnings" in result.stdout
    for words in (("test", spec), ("sim", spec, "-n", "2", "--record", "kept")):
        assert run(*words).exit_code == 0
    assert run("replay", "kept/match_000000.jsonl").exit_code == 0


def test_a_pack_uses_only_what_packs_declare_that_it_knows_of(run: Run, spec: str, folder: Path) -> None:
    (folder / "more" / "rules").mkdir()
    (folder / "more/rules/r.yaml").write_text(
        "values: {twice: {params: {n: int}, is: n * 2}}\n", encoding="utf-8"
    )
    (folder / "other" / "rules").mkdir(parents=True)
    (folder / "other/pack.yaml").write_text(MORE.replace("more", "other"), encoding="utf-8")
    (folder / "other/rules/r.yaml").write_text("values: {four: {is: twice(2)}}\n", encoding="utf-8")
    result = run("check", "marbles+more+other")
    assert result.exit_code == 1
    assert "other/rules/r.yaml:1:21: error[T501]" in result.stdout
    assert "'other' has what is missing from a pack that it does not require" in result.stdout
    manifest = MORE.replace("more", "other").replace("{marbles: any}", "{marbles: any, more: '>=1'}")
    (folder / "other/pack.yaml").write_text(manifest, encoding="utf-8")
    assert run("check", "marbles+more+other").exit_code == 0


def test_an_invariant_that_an_overlay_breaks_is_told_with_the_patch(run: Run, folder: Path) -> None:
    invariant = "invariants: {some_red: {is: count(marble where entry == red) > 0, says: red is there}}\n"
    (folder / "marbles" / "rules" / "some_red.yaml").write_text(invariant, encoding="utf-8")
    (folder / "tweak.yaml").write_text("patch: marbles:marble/red\nset: {copies: 0}\n", encoding="utf-8")
    said = run("check", "marbles+./tweak.yaml").stdout
    assert "error[I801]" in said and "  tweak.yaml:2:15: set by 'tweak'" in said.splitlines()


def test_an_invariant_that_is_broken_by_a_new_card_is_told_with_the_card(run: Run, folder: Path) -> None:
    invariant = "invariants: {few: {is: count(marble) < 9, says: a handful}}\n"
    (folder / "marbles" / "rules" / "few.yaml").write_text(invariant, encoding="utf-8")
    (folder / "more" / "cards").mkdir(parents=True, exist_ok=True)
    (folder / "more/pack.yaml").write_text(MORE, encoding="utf-8")
    (folder / "more/cards/m.yaml").write_text("marble:\n  pale: {worth: 1, copies: 9}\n", encoding="utf-8")
    said = run("check", "marbles+more").stdout
    assert "error[I801]" in said and "  more/cards/m.yaml:2:3: added by 'more'" in said.splitlines()


def test_an_overlay_that_is_nothing_but_a_manifest_is_warned_of(run: Run, folder: Path) -> None:
    (folder / "bare").mkdir()
    (folder / "bare/pack.yaml").write_text(MORE.replace("more", "bare"), encoding="utf-8")
    result = run("check", "marbles+bare")
    assert result.exit_code == 0
    assert "bare/pack.yaml:1:1: warning[P613]: nothing lies in this overlay" in result.stdout


def test_long_values_are_shown_where_they_differ(run: Run, folder: Path) -> None:
    same = " + ".join(f"count(my pouch where worth > {n})" for n in range(4))
    for name, last in (("one", "3"), ("two", "4")):
        text = f"patch: marbles:verbs/take\nset: {{do: 'my glow += {same} + {last}'}}\n"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    told = run("diff", "marbles+./one.yaml", "marbles+./two.yaml").stdout
    assert "do  … pouch where worth > 3) + 3 -> … pouch where worth > 3) + 4  (two" in told
