"""Records: frozen dataclasses, as far as a type checker sees.

At run time nobody watches over them, and all share one `__repr__`. A pack is a hundred thousand small
objects of two hundred sorts; as real frozen dataclasses the sorts take three times as long to declare, and
the objects twice as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

__all__ = ["record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool, eq: bool = True, **others: bool) -> Any:
        """As `dataclass`, which it is in the eyes of a type checker; those with `eq` can be keys."""
        assert frozen

        def made(class_: type) -> type:
            class_.__repr__ = _shown
            return dataclass(eq=eq, unsafe_hash=eq, repr=False, **others)(class_)

        return made


def _shown(self: Any) -> str:
    parts = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"
