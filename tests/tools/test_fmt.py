"""`fmt`: files are written anew or only looked at; what cannot be read is told and left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]

CROOKED = """\
verbs:
    take:      # with all that hangs on it
        params: { who:  seat }
        do: |-
              if  my glow>1 then stop     # enough
              #next
              me.glow+=1
    other: {do: "take( me )"}
"""
STRAIGHT = """\
verbs:
  take:        # with all that hangs on it
    params: {who: seat}
    do: |
      if my glow > 1 then stop    # enough
      # next
      my glow += 1
  other: {do: take(me)}
"""


def test_files_are_formed_once(run: Run, folder: Path) -> None:
    path = folder / "my" / "rules" / "verbs.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xef\xbb\xbf" + CROOKED.replace("\n", "\r\n").encode())
    result = run("fmt", "my")
    assert (result.exit_code, result.stdout) == (
        0,
        "formed my/rules/verbs.yaml\n1 file formed, 0 as they should be\n",
    )
    assert path.read_bytes().decode() == STRAIGHT
    assert run("fmt", "my/rules/verbs.yaml").stdout == "0 files formed, 1 as they should be\n"
    assert [found.name for found in path.parent.iterdir()] == ["verbs.yaml"]


def test_a_check_shows_what_would_change(run: Run, folder: Path) -> None:
    path = folder / "rules" / "verbs.yaml"
    path.parent.mkdir()
    path.write_text(CROOKED, encoding="utf-8", newline="\n")
    result = run("fmt", "rules", "--check")
    assert result.exit_code == 1
    assert "--- rules/verbs.yaml\n+++ rules/verbs.yaml, formed\n" in result.stdout
    assert '\n-    other: {do: "take( me )"}\n' in result.stdout
    assert "\n+  other: {do: take(me)}\n" in result.stdout
    assert result.stdout.endswith("\n1 file to be formed, 0 as they should be\n")
    assert path.read_text(encoding="utf-8") == CROOKED


def test_what_cannot_be_read_is_told_and_left_alone(run: Run, folder: Path) -> None:
    (folder / "rules").mkdir()
    broken = folder / "rules" / "broken.yaml"
    broken.write_text("verbs: {a\n", encoding="utf-8", newline="\n")
    (folder / "rules" / "fine.yaml").write_text("verbs:  {}\n", encoding="utf-8")
    result = run("fmt", "rules", "none.yaml")
    assert result.exit_code == 1
    assert "rules/broken.yaml:1:9: error[Y106]" in result.stderr
    assert "none.yaml:1:1: error[Y101]: there is no such file" in result.stderr
    assert result.stdout == "formed rules/fine.yaml\n1 file formed, 0 as they should be\n"
    assert broken.read_text(encoding="utf-8") == "verbs: {a\n"


def test_warnings_are_left_to_the_check(run: Run, folder: Path) -> None:
    (folder / "rulebook.yaml").write_text("rules: {R-1: {says: no}}\n", encoding="utf-8", newline="\n")
    result = run("fmt", "rulebook.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "0 files formed, 1 as they should be\n"


def test_effect_text_begins_at_the_margin(run: Run, folder: Path) -> None:
    """A number behind `|` keeps blanks before its lines."""
    (folder / "rules").mkdir()
    path = folder / "rules/a.yaml"
    path.write_text("verbs:\n  weird:\n    do: |2\n        gain(1)\n          # so\n", encoding="utf-8")
    assert run("fmt", str(folder)).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("verbs:\n  weird:\n    do: |\n      gain(1)\n")


def test_effect_text_is_found_wherever_it_stands(run: Run, folder: Path) -> None:
    files = {
        "my/rules/kinds.yaml": "kinds: {card: {formulas: {worth: {gives: int}}}}\n",
        "my/cards/cards.yaml": "card:\n  a: {worth: '1+1', abilities: {x: {when: a<b}}}\n"
        "templates: {card: {t: {worth: 2*2}}}\n",
        "my/scenarios/s.yaml": "with: {card: {b: {worth: 3-1}}}\n"
        "expect: {holds: [a==b], seat 0: {holds: [c==d]}}\n",
        "my/pack.yaml": "id: my\nrefuse: {x: {when: a==b, says: 'a==b'}}\n",
        "over.yaml": "patch: my:verbs/x\nwrap: {do: if   a==b then original}\n"
        "set: {do: 'f( 1 )', note: 'g( 1 )'}\n",
        "over/pack.yaml": "id: over\nrequires: {my: any}\n",
        "over/cards/c.yaml": "card: {d: {worth: 5+5, note: 5+5}}\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert run("fmt", "my", "over.yaml", "over").exit_code == 0
    read = {name: (folder / name).read_text(encoding="utf-8") for name in files}
    assert read["my/cards/cards.yaml"] == (
        "card:\n  a: {worth: 1 + 1, abilities: {x: {when: a < b}}}\ntemplates: {card: {t: {worth: 2 * 2}}}\n"
    )
    assert read["my/scenarios/s.yaml"] == (
        "with: {card: {b: {worth: 3 - 1}}}\nexpect: {holds: [a == b], seat 0: {holds: [c == d]}}\n"
    )
    assert read["my/pack.yaml"] == "id: my\nrefuse: {x: {when: a == b, says: a==b}}\n"
    assert read["over.yaml"] == (
        "patch: my:verbs/x\nwrap: {do: if a == b then original}\nset: {do: f(1), note: g( 1 )}\n"
    )
    assert read["over/cards/c.yaml"] == "card: {d: {worth: 5 + 5, note: 5+5}}\n"


def test_a_pack_that_ships_is_refused_by_its_name(run: Run) -> None:
    result = run("fmt", "axia")
    assert result.exit_code == 2
    assert "'axia' is a pack that ships, and is not written to; expected: a file or a folder" in result.stderr
