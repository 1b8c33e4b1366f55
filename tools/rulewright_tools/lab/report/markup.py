"""HTML and SVG from plain calls. Whatever is not markup already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

_VOID = frozenset({"br", "meta", "hr"})
_SHAPES = frozenset({"line", "circle", "rect", "path"})  # of SVG: nothing stands in them here


class Html(str):
    """Text that is markup."""

    __slots__ = ()


Content: TypeAlias = str | int | None
Attribute: TypeAlias = str | float | bool | None


def tag(name: str, /, *content: Content, **attributes: Attribute) -> Html:
    """An element.

    Args:
        content: text that is escaped, or markup; None is left out.
        attributes: `class_` and `stroke_width` are `class` and `stroke-width`; None and False are left out.
    """
    words = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _SHAPES:
        return Html(f"<{name}{words}/>")
    if name in _VOID:
        return Html(f"<{name}{words}>")
    return Html(f"<{name}{words}>{joined(content)}</{name}>")


def joined(content: Iterable[Content]) -> Html:
    """Text and markup one after the other."""
    return Html("".join(_safe(part) for part in content if part is not None))


def _safe(part: Content) -> str:
    return part if isinstance(part, Html) else escape(str(part), quote=False)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f' {name}="{escape(text)}"'
