"""What overlays did to which address: the record that collisions and histories are told from."""

from __future__ import annotations

from typing import Literal

from rulewright.packs.overlays.addresses import Path
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch

Deed = Literal["set", "adjust", "wrap", "replace", "add", "remove", "rename", "anchor"]
"""What is done to the branch at an address; `anchor`: something new was put beside it."""


@record(frozen=True, slots=True)
class Operation:
    """`value` is what the patch gives (a side for an anchor, none for a removal), `before` what was there.

    `path` is the address by the names that are used in the end; of a `rename` value and `before` are names.

    `beside` is where in an order something was added: the side and the id there.
    """

    pack: str
    deed: Deed
    path: Path
    value: Branch | None
    before: Branch | None
    span: Span
    beside: tuple[str, str] | None = None
