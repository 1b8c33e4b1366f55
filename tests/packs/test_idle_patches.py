"""Overlays over the coins pack that change nothing, or may name another pack than they mean: warnings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.packs.load import read
from rulewright.source.diagnostics import Problems

HERE = Path(__file__).parent
Told = list[tuple[str, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE / "coins", tmp_path / "coins")
    monkeypatch.chdir(tmp_path)


def told(spec: str, **files: str) -> Told:
    """Severity, code and the words underlined of all that is told of packs of one file each."""
    for name, text in files.items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    read(spec, problems)
    return [(d.severity, d.code, d.span.file.text[d.span.start : d.span.end]) for d in problems.found]


def patched(patch: str, more: str = "") -> Told:
    return told("./coins+./tweak.yaml", tweak=f"{more}patches:\n  - {{patch: {patch}}}\n")


@pytest.mark.parametrize(
    ("idle", "value", "change"),
    [
        ("'coins:face/lion', set: {pips: 3}", "3", "'coins:face/lion', set: {pips: 4}"),
        ("'coins:face/lion', adjust: {pips: 0}", "0", "'coins:face/lion', adjust: {pips: +1}"),
        ("'coins:rules/haggle', set: {when: {1: 3}}", "3", "'coins:rules/haggle', set: {when: {1: 2}}"),
        (
            "'coins:rules/haggle', adjust: {when: {1: -0}}",
            "-0",
            "'coins:rules/haggle', adjust: {when: {1: -1}}",
        ),
        (
            "'coins:rules/haggle', set: {when: my luck > 3}",
            "my luck > 3",
            "'coins:rules/haggle', set: {when: my luck >= 3}",
        ),
        (
            "'coins:rules/haggle', wrap: {when: original}",
            "original",
            "'coins:rules/haggle', wrap: {when: not original}",
        ),
        (
            "'coins:enums/metal', replace: [copper, silver, gold]",
            "[copper, silver, gold]",
            "'coins:enums/metal', replace: [gold, silver, copper]",
        ),
        (
            "'coins:face/moon', replace: {mirror: lion, metal: silver}",
            None,
            "'coins:face/moon', replace: {metal: silver}",
        ),
        ("'coins:face/moth', set: {metal: copper}", "copper", "'coins:face/moth', set: {metal: gold}"),
        ("'coins:face/moth', set: {worth: 0}", "0", "'coins:face/moth', set: {worth: 1}"),
        (
            "'coins:settings/goal', set: {default: short}",
            "short",
            "'coins:settings/goal', set: {default: long}",
        ),
    ],
)
def test_a_patch_that_writes_what_is_there_is_told(idle: str, value: str | None, change: str) -> None:
    assert patched(idle) == ([] if value is None else [("warning", "W914", value)])
    assert patched(change) == []


def test_an_expectation_alone_is_a_guard() -> None:
    assert patched("'coins:face/lion', expect: {pips: 3}") == []


def test_where_the_order_means_something_another_one_is_a_change() -> None:
    one = "{when: players > 1, most: {total: total, luck: my luck}}"
    other = "{when: players > 1, most: {luck: my luck, total: total}}"
    base = "kind: variant\npatches: [{patch: 'coins:outcomes', add: {last: %s}}]\n"
    files = {"base": base % one, "tweak": "kind: variant\nrequires: {base: any}\npatches: [%s]\n"}
    patch = "{patch: 'base:outcomes/last', replace: %s}"
    assert (
        told("./coins+./base.yaml+./tweak.yaml", base=files["base"], tweak=files["tweak"] % (patch % other))
        == []
    )


def test_what_another_pack_changed_as_well_is_not_told() -> None:
    both = "patch: coins:face/lion\nset: {pips: 5}\n"
    assert told("./coins+./one.yaml+./two.yaml", one=both, two=both) == []


def test_a_pack_that_may_have_changed_it_is_not_there() -> None:
    patch = "'coins:face/lion', set: {pips: 3}"
    assert patched(patch, "optional: {copperplate: any}\n") == []
    one = "patch: coins:face/moth\nset: {metal: gold}\n"
    found = told(
        "./coins+./copperplate.yaml+./tweak.yaml",
        copperplate=one,
        tweak=f"optional: {{copperplate: any}}\npatches: [{{patch: {patch}}}]\n",
    )
    assert found == [("warning", "W914", "3")]


def test_a_locale_may_have_the_same_words() -> None:
    title = "'coins:title', set: 'Coins: a made-up game of flipping and laying'"
    assert patched(title, "kind: locale\n") == []
    assert [code for _, code, _ in patched(title)] == ["W914"]


@pytest.mark.parametrize(
    "key", ["optional: {coyns: any}", "conflicts: {coyns: {versions: any, says: never}}"]
)
def test_the_id_of_a_pack_that_may_be_misspelt_is_told(key: str) -> None:
    patch = "'coins:face/lion', set: {pips: 4}"
    assert patched(patch, f"{key}\n") == [("warning", "P618", "coyns")]
    assert patched(patch, f"{key}\n".replace("coyns", "copperplate")) == []
    shutil.copytree("coins", "coyns")
    assert patched(patch, f"{key}\n") == []


def test_packs_that_lie_beside_it_are_known() -> None:
    Path("shekels.yaml").write_text("patch: coins:face/lion\nset: {pips: 4}\n", encoding="utf-8")
    patch = "'coins:face/moth', set: {metal: gold}"
    assert patched(patch, "optional: {shekel: any}\n") == [("warning", "P618", "shekel")]
    assert patched(patch, "optional: {shekels: any}\n") == []
