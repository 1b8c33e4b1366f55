"""Components are conserved: the check that every change of the state must leave true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program


def check_components(machine: Machine) -> None:
    """Look at where every component is, by each of the ways in which the state says it.

    Raises:
        Fault: G708, with the first thing that is wrong: the engine or a hook has lost something.
    """
    for wrong in misplaced(machine.program, machine.s):
        raise Fault("G708", wrong)


def misplaced(program: Program, s: Any) -> Iterator[str]:
    """What is wrong with where things are, in words."""
    for kind in program.components:
        yield from _lists(program, s, kind)
    for z, lying in enumerate(s.grids):
        if lying is not None:
            yield from _grid(program, s, z, lying)


def _lists(program: Program, s: Any, kind: str) -> Iterator[str]:
    """Each component stands in one zone's list, once, and its column names that zone."""
    uids = program.kinds[kind].uids
    found: dict[int, int] = {}
    for z in program.zones_of.get(kind, ()):
        for x in s.zones[z]:
            if x in found:
                yield f"{uids[x]} is in {program.zones[found[x]].name} and in {program.zones[z].name}"
            found[x] = z
        if not program.zones[z].ordered and s.zones[z] != sorted(s.zones[z]):
            yield f"{program.zones[z].name} is not in the order of uids"
    for x, z in enumerate(getattr(s, f"at_{kind}")):
        if x not in found:
            yield f"{uids[x]} is nowhere"
        elif found[x] != z:
            yield f"{uids[x]} is in {program.zones[found[x]].name} but says {program.zones[z].name}"


def _grid(program: Program, s: Any, z: int, lying: list[int]) -> Iterator[str]:
    """What lies on a grid, its mask, and the columns of cells all follow from the pieces' positions."""
    kind = program.zones[z].kind
    info = program.kinds[kind]
    moves = program.board.moves[z]
    assert moves is not None
    expected = [-1] * len(lying)
    mask = 0
    cells = getattr(s, f"cell_{info.part_kind or kind}")
    for x in s.zones[z]:
        spot = getattr(s, f"spot_{kind}")[x]
        if spot < 0:
            yield f"{info.uids[x]} is on {program.zones[z].name} but has no position"
            continue
        position = moves[x][spot]
        if mask & position.mask:
            yield f"{info.uids[x]} lies over another piece"
        mask |= position.mask
        for number, cell in enumerate(position.cells):
            expected[cell] = x if info.part_kind is None else x * info.parts + number
            if info.part_kind is not None and cells[x * info.parts + number] != cell:
                yield f"a part of {info.uids[x]} does not know its cell"
        if info.part_kind is None and cells[x] != position.cell:
            yield f"{info.uids[x]} does not know its cell"
    if lying != expected:
        yield f"what lies on {program.zones[z].name} does not follow from where the pieces are"
    if s.masks[z] != mask:
        yield f"the covered cells of {program.zones[z].name} do not follow from where the pieces are"
