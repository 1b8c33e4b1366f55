"""What a game consists of, by entry and by what cards print, and how that differs from another game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.engine.program import Program
from rulewright.model.types import BoolType, EnumType
from rulewright_tools.lab.summary import DIGITS

Name = tuple[str, str, str]
"""Kind, field (empty: the entry itself) and value of a family."""


@dataclass(frozen=True, slots=True)
class Family:
    """Components or parts of a kind that are alike in something: their numbers, and those of the whole
    components that they are on."""

    members: frozenset[int]
    wholes: frozenset[int]


def families(program: Program) -> dict[Name, Family]:
    """Of each kind: the copies of each entry, and those that print the same symbol in a field."""
    found: dict[Name, set[int]] = {}
    for kind, field, x, value in _printed(program):
        found.setdefault((kind, field, value), set()).add(x)
    return {
        name: Family(frozenset(members), frozenset(x // program.kinds[name[0]].per_whole for x in members))
        for name, members in sorted(found.items())
    }


def _printed(program: Program) -> Iterator[tuple[str, str, int, str]]:
    game = program.game
    for kind, info in program.kinds.items():
        bears = game.kinds[kind].bears
        names = list(game.entries[bears or kind])
        for x, entry in enumerate(info.entry):
            if entry >= 0:
                yield kind, "", x, names[entry]
        for source in (kind, *([bears] if bears else [])):
            for field, declared in game.kinds[source].fields.items():
                table = program.functions.get(f"T_{kind}_{field}", ())
                for x, value in enumerate(table):
                    match declared.type:
                        case EnumType(enum) if value is not None:
                            yield kind, field, x, game.enums[enum][value]
                        case BoolType():
                            yield kind, field, x, "true" if value else "false"


def proportions(first: Program, second: Program) -> list[dict[str, Any]]:
    """Counts and shares of the families of all kinds in which some differ: `docs/json.md`."""
    both = families(first), families(second)
    names = sorted({*both[0], *both[1]})
    changed = {name[0] for name in names if _count(both[0], name) != _count(both[1], name)}
    return [
        {
            "kind": name[0],
            "field": name[1] or None,
            "value": name[2],
            **{
                side: {
                    "count": _count(of, name),
                    "of": len(program.kinds[name[0]].entry) if name[0] in program.kinds else 0,
                    "share": _share(program, of, name),
                }
                for side, program, of in zip("ab", (first, second), both, strict=True)
            },
        }
        for name in names
        if name[0] in changed
    ]


def _count(of: dict[Name, Family], name: Name) -> int:
    return len(of[name].members) if name in of else 0


def _share(program: Program, of: dict[Name, Family], name: Name) -> float | None:
    info = program.kinds.get(name[0])
    return round(_count(of, name) / len(info.entry), DIGITS) if info is not None and info.entry else None
