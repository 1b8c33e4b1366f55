"""All mistakes of a pack in one run, of whatever stage, and none that only another mistake makes likely."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError

ORCHARD = Path(__file__).parent / "orchard"
PLAY, THINGS, CARDS = "rules/play.yaml", "rules/things.yaml", "cards/things.yaml"
TWO_TEXTS = [
    (PLAY, "crawl(this)", "crawl(thus)"),
    (PLAY, "my coins += 1}\n      clean", "my coins += true}\n      clean"),
]
"""A name and a type that are wrong in effect texts."""


def found(folder: Path, changes: list[tuple[str, str, str]]) -> list[str]:
    """The codes and words of every problem of `orchard` with these changes."""
    shutil.copytree(ORCHARD, folder)
    for file, old, new in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, old
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        link(str(folder))
    return [f"{d.code} {d.message}" for d in caught.value.diagnostics]


NAME, TYPE = "T501 unknown name 'thus'", "T503 this is a test that is true or false"
BROKEN = [
    ((CARDS, "tree:\n", "tree: [\n"), "Y106"),
    ((CARDS, "fruit: plum", "frut: plum"), "S201"),
    ((CARDS, "worth: 2", "worth: this.fruit + 2"), "T503"),
    ((CARDS, "fruit: pear", "fruit: peer"), "S204"),
    ((CARDS, "bears: quince, soil: sand}}", "bears: quinse, soil: sand}}"), "R301"),
    (("rulebook.yaml", "rules:", "ruels:"), "S201"),
    ((THINGS, "{of: snail, visible: all}", "{of: snail, visible: al}"), "S204"),
    ((THINGS, "depth: optional 1..6", "depth: optional 6..1"), "R302"),
    ((THINGS, "soil: soil", "soil: soyl"), "R302"),
    ((THINGS, "{of: plot, at: [0, 0]}", "{of: plott, at: [0, 0]}"), "R301"),
    ((THINGS, "bears: tree", "bears: treee"), "R301"),
    ((THINGS, "nest: {of: snail,", "nest: {of: snale,"), "R301"),
    ((THINGS, "gives: grade", "gives: grad"), "R302"),
    ((THINGS, "by: int", "by: bool"), "R311"),
    ((THINGS, "{type: seat, start: 0}", "{type: seet, start: 0}"), "R302"),
    ((THINGS, "type: growth, start: bud", "type: growt, start: bud"), "R302"),
    ((PLAY, "params: {crate: crate}", "params: {crate: crat}"), "R302"),
    ((PLAY, "pick_die: {says: which die}", "pick_die: {say: which die}"), "S201"),
    (("pack.yaml", "type: bool, ", "type: bol, "), "R302"),
    (("pack.yaml", "values: [spring, autumn]", "value: [spring, autumn]"), "S201"),
    ((PLAY, "do: 'repeat while tally >= 0 then tally += 1'", 'do: "stop"'), "Y119"),
    ((PLAY, "turns: snail,", "turns: snail where,"), "D403"),
    ((PLAY, "spot: '1 placement", "spot: 'one placement"), "D4"),
    ((PLAY, "each: my plots where done", "each: my plots where"), "D4"),
]


@pytest.mark.parametrize(("change", "code"), BROKEN, ids=lambda x: x[2].strip() if len(x) == 3 else x)
def test_a_mistake_hides_no_mistakes_in_texts_and_makes_up_none(
    change: tuple[str, str, str], code: str, tmp_path: Path
) -> None:
    problems = found(tmp_path / "orchard", [change, *TWO_TEXTS])
    others = [problem for problem in problems if problem not in (NAME, TYPE)]
    assert [problem[: len(code)] for problem in others] == [code]
    assert {NAME, TYPE} <= set(problems)


def test_after_a_file_that_cannot_be_read_any_name_may_be_declared(tmp_path: Path) -> None:
    broken = (THINGS, "enums:\n", "enums: [\n")
    syntax = (PLAY, "snail.pace += 1", "snail.pace +=")
    problems = found(tmp_path / "orchard", [broken, *TWO_TEXTS, syntax])
    assert sorted(problem[:4] for problem in problems) == ["D403", "Y106"]


def test_every_mistake_of_one_text_is_found(tmp_path: Path) -> None:
    body = "may choose 1 die in cup as chosen, asking pick_die:"
    lines = [
        "tally =+ 1",
        "tally += thus",
        "choose 1 dye cup:",
        "  move(it, to=shelf)",
        "tally += true",
        body,
    ]
    worse = "\n          ".join(lines)
    problems = found(tmp_path / "orchard", [(PLAY, body, worse)])
    assert [problem[:4] for problem in problems] == ["D403", "T501", "D403", "T501", "T503"]


def test_what_a_line_with_a_mistake_names_is_not_complained_about(tmp_path: Path) -> None:
    old = "choose 1 plot in my plots where not done, asking aim then water(it, chosen.value)"
    lines = [
        "let other = first my plots",
        "for each in my plots then ripen(each)",
        "choose 1 plot on my plots:",
        "  water(it, chosen.value)",
        "ripen(other)",
    ]
    new = "\n            ".join(lines)
    problems = found(tmp_path / "orchard", [(PLAY, old, new)])
    assert [problem[0] for problem in problems] == ["D", "D", "D"]


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("tally += 1}\n  crawl", "tally += count(crate where true)}\n  crawl", "hides the kind"),
        ("plot.growth = ripe}", "plot.groth = ripe}", "did you mean 'growth'?"),
    ],
)
def test_a_hint_says_what_was_meant(old: str, new: str, hint: str, tmp_path: Path) -> None:
    shutil.copytree(ORCHARD, tmp_path / "orchard")
    path = tmp_path / "orchard" / PLAY
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        link(str(tmp_path / "orchard"))
    (problem,) = caught.value.diagnostics
    assert problem.hint is not None and hint in problem.hint
    assert problem.expected is not None and (problem.code != "T505" or "soil, depth" in problem.expected)


@pytest.mark.parametrize("name", ["game", "seat"])
def test_a_kind_named_like_what_has_derived_values_itself_is_refused(name: str, tmp_path: Path) -> None:
    change = (
        THINGS,
        "  snail:\n",
        f"  {name}: {{fields: {{at: int}}, derived: {{far: at > 1}}}}\n  snail:\n",
    )
    assert [problem[:4] for problem in found(tmp_path / "orchard", [change])] == ["R304"]


def test_what_a_text_may_offer_that_cannot_be_read_is_missed_by_no_policy(tmp_path: Path) -> None:
    two = "{a: {at: pick_die, prefer: it.face}, b: {at: pick_die, pick: [dear]}}"
    policy = f"policies:\n  calm: {{says: x, rules: {two}}}\n"
    with_policy = (PLAY, "prompts:\n", f"{policy}prompts:\n")
    broken = (PLAY, "may choose 1 die in cup as", "may choose 1 die cup as")
    complaints = found(tmp_path / "whole", [with_policy])
    assert [words[:4] for words in complaints] == ["T505", "T501"]  # no such field; nothing dear at a die
    assert {words[:2] for words in found(tmp_path / "broken", [with_policy, broken])} == {"D4"}
