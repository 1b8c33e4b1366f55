"""The shipped overlays together: no order matters; and every number in effect text can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from shipped import spec

from rulewright.dsl.numbers import numbers
from rulewright.packs.bundled import bundled_ids
from rulewright.packs.linking.declare import link_game
from rulewright.packs.load import lay, load
from rulewright.packs.overlays.addresses import declarations, get, head_length, key_span
from rulewright.packs.overlays.laying import Laid, gather
from rulewright.packs.overlays.patches import leaves
from rulewright.packs.scenarios import game_scenarios
from rulewright.packs.spec import resolve
from rulewright.packs.stack import Layer, Stack, read_stack
from rulewright.play.link import link
from rulewright.play.suite import run_suite
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText
from rulewright.source.tree import Scalar

NAMES = """\
kind: expansion
requires: {axia: any}
patches:
  - {patch: 'axia:beast/foga', rename: mossling}
  - {patch: 'axia:enums/region/lake', rename: mere}
  - {patch: 'axia:verbs/hit', rename: strike_at}
  - {patch: 'axia:zones/territory', rename: homeland}
"""
ALL = ["axia_swamp", "axia_storm", "axia_storm_in_the_swamp", "axia_house_rules", "axia_guarded_temples"]


@pytest.fixture
def names(tmp_path: Path) -> str:
    """An overlay that none of the shipped ones knows of, and that renames what all of them use."""
    path = tmp_path / "a_names.yaml"
    path.write_text(NAMES, encoding="utf-8")
    return str(path)


def any_order(stack: Stack, random: Random) -> Stack:
    """The packs in another order in which each comes after those that it knows of."""
    left, laid = list(stack.layers[1:]), [stack.layers[0]]
    while left:
        there = {layer.manifest.id for layer in laid}
        ready: list[Layer] = [layer for layer in left if layer.sees <= there]
        laid.append(random.choice(ready))
        left.remove(laid[-1])
    return replace(stack, layers=tuple(laid))


def test_all_shipped_overlays_commute_with_each_other_and_with_a_renaming(names: str) -> None:
    assert {*ALL} == {id_ for id_ in bundled_ids() if id_.startswith("axia_")}
    wanted = load("+".join(["axia", *ALL, names])).content_hash
    random = Random(4)
    for _ in range(8):
        parts = [*ALL, names]
        random.shuffle(parts)
        stack = read_stack(resolve("+".join(["axia", *parts]), Problems()), Problems())
        problems = Problems()
        game, _missing = link_game(gather(any_order(stack, random), problems).found, problems)
        problems.keep_one_of_each()
        assert problems.errors == [] and game.content_hash == wanted


@pytest.mark.slow
def test_the_scenarios_of_all_packs_pass_under_a_renaming(names: str) -> None:
    """Scenarios of packs that know nothing of it too."""
    overlaid = "+".join(["axia", "axia_swamp", "axia_house_rules", names])
    result = run_suite(link(overlaid), game_scenarios(overlaid, Problems()))
    assert result.diagnostics == []


# --- numbers -----------------------------------------------------------------------------------


def texts_of(value: Any) -> Iterator[EffectText]:
    if isinstance(value, EffectText):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts_of(getattr(value, field.name))


def places(text: EffectText) -> set[tuple[str, int]]:
    return {(text.span.file.name, text.locate(number.start)) for number in numbers(text.text)}


def addresses(laid: Laid) -> dict[tuple[str, ...], Scalar]:
    """Every text that stands at an address of its own."""
    found: dict[tuple[str, ...], Scalar] = {}
    for head in declarations(laid.found):
        branch = get(laid.found, head)
        assert branch is not None
        for path, value, _ in leaves(branch, head, branch.span):
            if isinstance(value, Scalar):
                found[path] = value
    return found


@pytest.mark.parametrize("pack", bundled_ids())
def test_every_number_in_effect_text_can_be_adjusted(pack: str, tmp_path: Path) -> None:
    """All of them by one each, in one overlay; what comes of it need be no game."""
    laid = lay(spec(pack))
    texts = list(texts_of(load(spec(pack))))
    wanted = set().union(*map(places, texts))
    spans = {(text.span.file.name, text.span.start) for text in texts}
    patches: dict[tuple[str, ...], str] = {}
    reached: set[tuple[str, int]] = set()
    for path, scalar in addresses(laid).items():
        if (scalar.span.file.name, scalar.span.start) not in spans:
            continue
        reached |= places(scalar.text)
        if count := len(numbers(scalar.text.text)):
            each = ", ".join(f"{n}: +1" for n in range(1, count + 1))
            patches[path] = "adjust: " + (f"{{{each}}}" if len(path) == 1 else f"{{{path[-1]}: {{{each}}}}}")
    assert wanted <= reached and (wanted or pack not in ("axia", "katana", "axiom"))
    tweak = tmp_path / "one_more.yaml"
    base = {layer.manifest.id for layer in laid.stack.layers}
    needs = ", ".join(f"{id_}: any" for id_ in sorted(base))
    tweak.write_text(
        f"requires: {{{needs}}}\npatches:\n"
        + "".join(
            f"  - {{patch: '{declared(laid, path)}:{'/'.join(path[:-1] or path)}', {verb}}}\n"
            for path, verb in patches.items()
        ),
        encoding="utf-8",
    )
    problems = Problems()
    stack = read_stack(resolve(f"{spec(pack)}+{tweak}", problems), problems)
    after = addresses(gather(stack, problems))
    assert [d for d in problems.found if d.code.startswith("P")] == []
    before = addresses(laid)
    for path in patches:
        was, now = (numbers(found[path].text.text) for found in (before, after))
        assert [n.value for n in now] == [n.value + 1 for n in was]


def declared(laid: Laid, path: tuple[str, ...]) -> str:
    """The pack that declares what stands at an address."""
    span = key_span(laid.found, path[: head_length(path)])
    assert span is not None
    return laid.found.files[span.file]
