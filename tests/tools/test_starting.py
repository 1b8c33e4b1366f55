"""What `new` writes passes `check` and `test` at once, says what can be said, and overwrites nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from shipped import games

from rulewright.packs.load import load
from rulewright_tools.exporting import MODELINE
from rulewright_tools.starting.pack import TEMPLATE

Run = Callable[..., Result]

COUNTED = {"axia": {"beast", "pattern"}}
"""Kinds whose entries the rulebook counts: a new one is told to be one too many."""


def new(run: Run, *words: str) -> list[str]:
    """The files that `new` writes, in the one way to write them."""
    result = run("new", *words)
    assert result.exit_code == 0, result.output
    files = re.findall(r"^written: (.*)$", result.output, re.M)
    formed = run("fmt", "--check", *files)
    assert formed.exit_code == 0, formed.output
    return files


def passes(run: Run, spec: str, *words: str) -> None:
    checked = run("check", spec)
    assert checked.exit_code == 0, checked.output
    tested = run("test", spec, *words)
    assert tested.exit_code == 0, tested.output


def test_a_new_pack_is_a_game(run: Run) -> None:
    files = new(run, "pack", "deep_sea")
    assert files[0] == "deep_sea/pack.yaml" and len(files) == 7
    passes(run, "deep_sea", "--coverage")
    assert "title: Deep sea" in Path("deep_sea/pack.yaml").read_text()
    assert not any("my_game" in Path(file).read_text() for file in files)
    assert run("sim", "deep_sea", "-n", "5", "--players", "4", "--set", "rounds=6").exit_code == 0


def test_editors_find_the_schemas(folder: Path, run: Run) -> None:
    files = [*new(run, "pack", "deep_sea"), *new(run, "expansion", "deep_sea", "more")]
    files += new(run, "entry", "deep_sea+more", "card", "coral")
    assert run("schema", "deep_sea", "--out", "deep_sea/schemas").exit_code == 0
    assert run("schema", "deep_sea+more", "--out", "more/schemas").exit_code == 0
    for file in files:
        first = (folder / file).read_text().split("\n", 1)[0]
        if "/scenarios/" in file:
            assert not first.startswith(MODELINE)
        else:
            assert (folder / file).parent.joinpath(first.removeprefix(MODELINE)).is_file(), first
    passes(run, "deep_sea+more")


def test_the_pack_that_is_copied_says_what_everything_is() -> None:
    for path in TEMPLATE.rglob("*.yaml"):
        assert path.read_text("utf-8").startswith("# "), path


def everything(run: Run, base: str, kinds: list[str], rule: str | None) -> str:
    """An expansion with a new entry of each kind, and scenarios about a rule and an entry of each kind."""
    new(run, "expansion", base, "more")
    spec = f"{base}+more"
    for kind in kinds:
        assert new(run, "entry", spec, kind, f"new_{kind}") == [f"more/cards/new_{kind}.yaml"]
    for kind, entries in load(spec).entries.items():
        for id_ in [*entries][:1]:
            new(run, "scenario", spec, f"{kind}/{id_}", f"about_{kind}")
    if rule is not None:
        new(run, "scenario", spec, rule)
    return spec


@pytest.mark.slow
@pytest.mark.parametrize("base", games())
def test_everything_new_fits_a_game_that_ships(run: Run, base: str) -> None:
    game = load(base)
    parts = {part.kind for kind in game.kinds.values() for part in kind.parts}
    kinds = [kind for kind in game.kinds if kind not in parts | COUNTED.get(base, set())]
    passes(run, everything(run, base, kinds, next(iter(game.rulebook))))


def test_everything_new_fits_a_tiny_game(run: Run) -> None:
    spec = everything(run, "marbles", ["marble", "cube"], "MA-1")
    passes(run, spec)
    manifest = Path("more/pack.yaml").read_text()
    assert "requires: {marbles: '>=0.1.0 <0.2'}" in manifest
    patch = Path("more/patches/more.yaml").read_text()
    assert "patch: marbles:marble/blue" in patch and "expect: {worth: 2}" in patch
    assert run("diff", "marbles", spec).output.splitlines()[-1] == "2 differences"  # the two entries


def test_a_game_without_anything_can_be_expanded(folder: Path, run: Run) -> None:
    (folder / "bare").mkdir()
    (folder / "bare/pack.yaml").write_text(
        "id: bare\nversion: 1.2.3\nformat: 1\nkind: base\ntitle: it's bare\n"
        "players: {least: 1, most: 1, usual: 1}\n"
    )
    new(run, "expansion", "bare", "more")
    assert ">=1.2.3 <2" in (folder / "more/pack.yaml").read_text()
    passes(run, "bare+more")


THINGS = """\
enums: {colour: [red, blue]}
kinds:
  rock: {fields: {says: text}}
  gem:
    fields:
      colour: colour
      size: 2..4
      rock: rock
      twin: optional colour
      rare: {type: bool, default: true}
      marks: list of rock
    formulas: {price: {gives: int}, glow: {params: {n: int}, gives: int, default: 'max((n, 1))'}}
    starts_in: box
  spot: {bears: rock, fields: {depth: int}}
  mat: {parts: {left: {of: spot, at: [0, 0]}}, starts_in: shelf}
  plain: {fields: {note: optional text}}
zones:
  box: {of: gem, visible: all}
  shelf: {of: mat, visible: all}
"""


def test_an_entry_says_all_that_it_can_say(folder: Path, run: Run) -> None:
    (folder / "marbles/rules/things.yaml").write_text(THINGS)
    (folder / "marbles/cards/things.yaml").write_text(
        "templates: {gem: {dull: {rare: false}}}\nrock: {flint: {says: hard}}\n"
    )
    for kind in ("gem", "mat", "plain"):
        new(run, "entry", "marbles", kind, f"a_{kind}")
    passes(run, "marbles")
    text = re.sub(r" +#", " #", (folder / "marbles/cards/a_gem.yaml").read_text())
    for line in [
        "    # like: dull # a template, which gives what is left out: dull",
        "    colour: red # colour: red, blue",
        "    size: 2 # 2..4",
        "    rock: flint # a rock: flint",
        " # twin: red # optional colour: red, blue",
        " # rare: true # true or false; true without this line",
        "    marks: [] # list of a rock: flint",
        "    price: 0 # worked out: int",
        " # glow: max((n, 1)) # worked out: int; it may use n; this without the line",
        "    copies: 0 # how many there are of it; 1 without this line",
    ]:
        assert line.strip() in text, text
    mat = re.sub(r" +#", " #", (folder / "marbles/cards/a_mat.yaml").read_text())
    assert "    left: # a spot of it\n      bears: flint # a rock: flint\n      depth: 0 # int\n" in mat


def test_what_is_off_can_be_said(folder: Path, run: Run) -> None:
    """Without the # in front of a key, a line is as good as the others."""
    (folder / "marbles/rules/things.yaml").write_text(THINGS)
    (folder / "marbles/cards/things.yaml").write_text("rock: {flint: {says: hard}}\n")
    new(run, "entry", "marbles", "gem", "ruby")
    path = folder / "marbles/cards/ruby.yaml"
    path.write_text(re.sub(r"^    # (?!abilities|  )", "    ", path.read_text(), flags=re.M))
    assert "    twin: red" in path.read_text()
    passes(run, "marbles")


def test_a_kind_that_is_counted_is_told(folder: Path, run: Run) -> None:
    (folder / "marbles/rules/things.yaml").write_text(
        "kinds: {rock: {fields: {says: text}}}\ninvariants: {rocks: {is: count(rock) == 0, says: no rocks}}\n"
    )
    result = run("new", "entry", "marbles", "rock", "flint")
    assert result.exit_code == 1
    assert "written: marbles/cards/flint.yaml" in result.stdout
    assert "what has to be changed with it" in result.stderr
    assert "marbles/rules/things.yaml:2:26: error[I801]: invariant 'rocks' is not true" in result.stderr


# Cards are taken from a row in the second question of a turn, and work among those that are kept.
MARKET = """\
kinds:
  card: {fields: {worth: int}, starts_in: deck, live_in: [kept]}
zones:
  deck: {of: card, order: stack, visible: none}
  kept: {of: card, per: seat, visible: all}
  row: {of: card, visible: all, size: 3, from: deck}
verbs:
  take: {params: {card: card}, do: 'move(card, to=my kept)'}
budgets:
  use: {of: seat, limit: 1, per: turn}
windows:
  using: {seat: turn.seat, during: round/turn, uses: use}
prompts: {what: {}}
flow:
  round:
    times: 2
    steps:
      turn:
        turns: seats
        do: |
          refill(row)
          choose one, asking what:
            option rest then stop
            option shop:
              choose 1 card in row then take(it)
scoring: {worth: {each: my kept as card, points: card.worth}}
outcomes: {winner: {most: {total: total}}}
"""
CARDS = """\
card:
  plain: {worth: 1, copies: 9}
  lucky: {worth: 1, copies: 2, abilities: {a: {after: take(this), do: 'draw(deck, 1, to=my kept)'}}}
  handy: {worth: 1, copies: 2, abilities: {a: {window: using, do: 'draw(deck, 1, to=my kept)'}}}
"""


@pytest.mark.parametrize(
    ("entry", "given", "play"),
    [
        ("plain", "{zones: {row: [plain]}}", "[shop]"),  # it does nothing where its kind lives
        ("lucky", "{zones: {row: [lucky]}}", "[shop]"),  # so that it can be taken
        ("handy", "{seat 0: {zones: {kept: [handy]}}}", "[]"),  # where it can be used at once
    ],
)
def test_a_scenario_has_the_entry_where_it_can_act(run: Run, entry: str, given: str, play: str) -> None:
    files = {
        "pack.yaml": "id: shop\nversion: 1.0.0\nformat: 1\nkind: base\ntitle: Shop\n"
        "players: {least: 1, most: 2, usual: 2}\n",
        "rules/a.yaml": MARKET,
        "cards/a.yaml": CARDS,
    }
    for name, text in files.items():
        path = Path("shop") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    new(run, "scenario", "shop", entry)
    text = Path(f"shop/scenarios/{entry}.yaml").read_text()
    assert f"given: {given} " in text
    assert f"play: {play} " in text
    assert f"{entry}#" in text
    assert run("test", "shop").exit_code == 0


def test_a_scenario_shows_the_entry(run: Run) -> None:
    new(run, "pack", "deep_sea")
    new(run, "scenario", "deep_sea", "pearl")
    text = Path("deep_sea/scenarios/pearl.yaml").read_text()
    assert "given: {zones: {row: [pearl]}}" in text
    assert "run: round/turn" in text and "decision: {seat: 0, prompt: which_card}" in text
    assert "pearl#1" in text
    new(run, "scenario", "deep_sea", "R-2", "luck")
    text = Path("deep_sea/scenarios/luck.yaml").read_text()
    assert "# R-2: Whoever takes a pearl also gets the top card of the deck." in text
    assert "\n# rules: [R-2]" in text  # it tests nothing yet, and must not count
    passes(run, "deep_sea")


def test_two_scenarios_about_one_thing_have_titles_of_their_own(run: Run) -> None:
    new(run, "pack", "deep_sea")
    new(run, "scenario", "deep_sea", "pearl")
    new(run, "scenario", "deep_sea", "pearl", "a_better_pearl")
    assert "scenario: a better pearl" in Path("deep_sea/scenarios/a_better_pearl.yaml").read_text()
    assert "no problems" in run("check", "deep_sea", "--strict").output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("pack", "Deep-Sea"), "'Deep-Sea' is no id"),
        (("pack", "true"), "'true' is no id"),
        (("pack", "no"), "'no' is no id"),
        (("pack", "Deep-Sea"), "'deep_sea' would do"),
        (("pack", "axia"), "a pack 'axia' ships"),
        (("pack", "marbles"), "'marbles' is there already"),
        (("expansion", "marbles", "marbles"), "'marbles' is there already"),
        (("expansion", "marbels", "more"), "did you mean 'marbles'?"),
        (("entry", "marbles", "marbel", "grey"), "did you mean 'marble'?"),
        (("entry", "marbles", "marble", "blue"), "marble 'blue' is there already (marbles/cards/"),
        (("entry", "marbles", "marble", "Blue"), "'blue' would do"),
        (("entry", "marbles", "marble", "each"), "'each' is a word of the effect language"),
        (("entry", "marbles", "marble", "marbles"), "is not overwritten"),
        (("entry", "axia", "item", "grapnel"), "'axia' ships with Rulewright"),
        (("entry", "marbles+tweak.yaml", "marble", "grey"), "is an overlay in one file"),
        (("scenario", "marbles", "MA-9"), "did you mean 'MA-1'"),
        (("scenario", "marbles", "bleu"), "did you mean 'blue'?"),
        (("scenario", "marbles", "blue", "bowl"), "is not overwritten"),
    ],
)
def test_what_cannot_be_is_refused(folder: Path, run: Run, words: tuple[str, ...], says: str) -> None:
    (folder / "tweak.yaml").write_text("patch: marbles:marble/blue\nadjust: {worth: +1}\n")
    (folder / "marbles/scenarios/bowl.yaml").write_text(
        next((folder / "marbles/scenarios").iterdir()).read_text()
    )
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = run("new", *words)
    assert result.exit_code in (1, 2)
    assert says in result.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_what_cannot_be_written_leaves_nothing(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_ = Path.open

    def full(self: Path, mode: str = "r", **words: Any) -> Any:
        if mode == "x" and self.name == "flow.yaml":
            raise OSError(28, "No space left on device")
        return open_(self, mode, **words)

    monkeypatch.setattr(Path, "open", full)
    result = run("new", "pack", "deep_sea")
    assert result.exit_code == 1
    assert result.stderr == "Error: cannot use 'deep_sea/rules/flow.yaml': no space left on device\n"
    assert [path for path in (folder / "deep_sea").rglob("*") if path.is_file()] == []


def test_examples_of_each_sort_are_shown(run: Run) -> None:
    for sort in ("pack", "expansion", "entry", "scenario"):
        assert "examples:" in run("new", sort, "--help").output


@pytest.mark.parametrize("where", ["marbles/inner", "marbles/cards/inner", "other/../marbles/inner"])
def test_a_pack_does_not_lie_in_another(folder: Path, run: Run, where: str) -> None:
    (folder / "other").mkdir()
    for words in (("pack", where), ("expansion", "marbles", where)):
        result = run("new", *words)
        assert result.exit_code == 2
        assert "would lie in the pack 'marbles': choose a place outside it" in result.stderr
    assert not [*folder.rglob("inner")]
