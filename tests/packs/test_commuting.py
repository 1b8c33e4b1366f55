"""Independent overlays commute: neither the order in a spec nor that of laying makes a difference."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright.packs.linking.declare import link_game
from rulewright.packs.overlays.laying import gather
from rulewright.packs.spec import Place, resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.source.diagnostics import ContentError, Problems

COINS = Path(__file__).parent / "coins"

PATCHES = [
    "{patch: 'coins:face/moth', rename: bee}",
    "{patch: 'coins:face/moth', rename: wasp}",
    "{patch: 'coins:face/moth', rename: bee, set: {pips: 2}}",
    "{patch: 'coins:verbs/polish', rename: rub}",
    "{patch: 'coins:zones/purse', rename: pouch}",
    "{patch: 'coins:flow/round/lay', rename: bee}",
    "{patch: 'coins:kinds/side/state/polished', rename: rubbed}",
    "{patch: 'coins:coin/small', rename: penny}",
    "{patch: 'coins:face/lion', set: {pips: 4}}",
    "{patch: 'coins:face/lion', set: {pips: 5}}",
    "{patch: 'coins:face/lion', expect: {pips: 3}, adjust: {pips: +1}}",
    "{patch: 'coins:face/lion', adjust: {pips: -2}}",
    "{patch: 'coins:face/lion', remove: [abilities]}",
    "{patch: 'coins:face/lion/abilities/buy', set: {when: my luck > 1}}",
    "{patch: 'coins:face/moth', replace: {metal: gold}}",
    "{patch: 'coins:face/moth', replace: {metal: gold, pips: 2}}",
    "{patch: 'coins:face/moth', set: {pips: 2}}",
    "{patch: 'coins:coin/small', remove: true}",
    "{patch: 'coins:coin/small', set: {copies: 2}}",
    "{patch: 'coins:rules/haggle', adjust: {when: {1: +1}}}",
    "{patch: 'coins:rules/haggle', adjust: {when: {1: +2}}}",
    "{patch: 'coins:rules/haggle', wrap: {when: original and my luck < 9}}",
    "{patch: 'coins:rules/haggle', remove: true}",
    "{patch: 'coins:verbs/polish', wrap: {do: if my luck > 0 then original}}",
    "{patch: 'coins:flow/round/lay', insert: {before: {a: {do: refill(row)}}}}",
    "{patch: 'coins:flow/round/lay', insert: {after: {a: {do: refill(row)}}}}",
    "{patch: 'coins:flow/round/lay', insert: {after: {b: {do: refill(row)}}}}",
    "{patch: 'coins:flow/round/lay', set: {if: any(row)}}",
    "{patch: 'coins:flow/round/lay', remove: true}",
    "{patch: 'coins:kinds/side', add: {live_in: [row]}}",
    "{patch: 'coins:kinds/side', add: {state: {bent: bool}}}",
    "{patch: 'coins:kinds/side', add: {state: {bent: {type: int, start: 1}}}}",
    "{patch: 'coins:tables/by_count', set: {values: {2: 4}}}",
    "{patch: 'coins:tables/by_count', adjust: {values: {2: +1, 1: +1}}}",
    "{patch: 'coins:tables/by_count', replace: {by: int, gives: int, values: [1]}}",
    "{patch: 'coins:templates/face/plain', adjust: {abilities: {shine: {do: {1: +1}}}}}",
]


def _pack(number: int, patches: list[str]) -> dict[str, str]:
    name = f"over_{number}"
    listed = "".join(f"  - {patch}\n" for patch in patches)
    return {
        f"{name}/pack.yaml": f"id: {name}\nversion: 1.0.0\nformat: 1\nkind: expansion\ntitle: {name}\n"
        "requires: {coins: any}\n",
        f"{name}/patches/p.yaml": f"patches:\n{listed}",
        f"{name}/cards/c.yaml": f"face: {{owl_{number}: {{like: plain}}}}\n",
    }


@contextmanager
def _written(packs: list[list[str]]) -> Iterator[list[Place]]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(COINS, root / "coins")
        for number, patches in enumerate(packs):
            for name, text in _pack(number, patches).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
        spec = "+".join([str(root / "coins"), *(str(root / f"over_{n}") for n in range(len(packs)))])
        yield resolve(spec, Problems())


def _result(stack: Stack) -> str | None:
    """The content's hash; None if it is refused."""
    problems = Problems()
    game, _ = link_game(gather(stack, problems).found, problems)
    problems.keep_one_of_each()
    return None if problems.errors else game.content_hash


def _stack(places: list[Place]) -> Stack:
    try:
        return read_stack(places, Problems())
    except ContentError as error:
        raise AssertionError(error) from error


packs = st.lists(
    st.lists(st.sampled_from(PATCHES), min_size=1, max_size=3, unique=True), min_size=2, max_size=4
)


RENAME, REPLACE = (
    "{patch: 'coins:face/moth', rename: bee}",
    "{patch: 'coins:face/moth', replace: {metal: gold}}",
)


@settings(max_examples=150, deadline=None)
@example([[RENAME], [RENAME, REPLACE]], Random(0))
@example([[RENAME], [RENAME, REPLACE]], Random(1))
@given(packs, st.randoms(use_true_random=False))
def test_the_order_of_packs_makes_no_difference(drawn: list[list[str]], random: object) -> None:
    with _written(drawn) as (base, *others):
        stack = _stack([base, *others])
        result = _result(stack)
        shuffle = getattr(random, "shuffle")  # noqa: B009  # hypothesis gives it as an object
        shuffle(others)
        assert _result(_stack([base, *others])) == result
        layers = list(stack.layers[1:])
        shuffle(layers)
        assert _result(replace(stack, layers=(stack.layers[0], *layers))) == result


def test_one_id_put_at_two_places_of_an_order_collides() -> None:
    insert = "{patch: 'coins:flow/round/lay', insert: {%s: {a: {do: refill(row)}}}}"
    for first, second in (("before", "after"), ("after", "before")):
        with _written([[insert % first], [insert % second]]) as places:
            assert _result(_stack(list(places))) is None
