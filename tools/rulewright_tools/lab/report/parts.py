"""Parts of a page: tables, figures with the table behind them, keys of charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from rulewright.source.counted import counted
from rulewright_tools.lab.report.markup import Content, Html, joined, tag

Kind: TypeAlias = Literal["moved", "nothing", "open", "fault", "plain"]
LONG = 60  # letters of a fact that takes a line of its own where there is little room
MOST_ROWS = 500  # of a table: a report stays small, and the JSON beside it has all

SIGNS: dict[Kind, str] = {"moved": "◆", "nothing": "●", "open": "○", "fault": "▲", "plain": "▪"}
"""What a chart marks things with, so that colour alone says nothing."""


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[Content]],
    text: Sequence[int] = (0,),
    label: str = "",
    most: int = MOST_ROWS,
) -> Html:
    """A table that can be sorted.

    Args:
        text: columns of words; the others are numbers, set flush right.
        label: says what it holds, to those who do not see it.
        most: rows; of others it is told how many there are.
    """
    found = list(rows)
    sides = ["t" if n in text else None for n in range(len(heads))]
    head = tag("tr", *(tag("th", h, scope="col", class_=c) for h, c in zip(heads, sides, strict=True)))
    body = [_row(cells, sides) for cells in found[:most]]
    whole = tag("table", tag("thead", head), tag("tbody", *body), class_="sort")
    scroll = tag("div", whole, class_="scroll", role="region", aria_label=label or heads[0], tabindex="0")
    left = len(found) - most
    return scroll if left <= 0 else joined((scroll, note(f"And {left:,} more rows, in the JSON file.")))


def _row(cells: Sequence[Content], sides: Sequence[str | None]) -> Html:
    first, *others = zip(cells, sides, strict=True)
    head = tag("th", first[0], scope="row", class_=first[1])
    return tag("tr", head, *(tag("td", cell, class_=side) for cell, side in others))


def figure(
    title: str, chart: Html, behind: Html | None, said: Content = None, key: Html | None = None
) -> Html:
    """A chart with its title, what it says, its key, and the table behind it."""
    caption = tag("figcaption", tag("h3", title), None if said is None else tag("p", said))
    return tag("figure", caption, key, chart, None if behind is None else folded("The numbers", behind))


def folded(title: str, content: Html, printed: bool = False) -> Html:
    """What is shown when asked for, and when it is to be `printed`."""
    return tag("details", tag("summary", title), content, class_="print" if printed else None)


def figures(*content: Html | None) -> Html:
    """Charts beside each other where there is room."""
    return tag("div", *content, class_="figures")


def pairs(facts: Iterable[tuple[Content, ...]], class_: str = "pairs") -> Html:
    """Terms, and what is to be said of each."""
    return tag("dl", *(_pair(*fact) for fact in facts), class_=class_)


def _pair(term: Content, *words: Content) -> Html:
    long = sum(len(str(word)) for word in words) > LONG
    return tag("div", tag("dt", term), tag("dd", *words), class_="long" if long else None)


def note(*words: Content) -> Html:
    return tag("p", *words, class_="note")


def paragraph(*words: Content) -> Html:
    return tag("p", *words)


def key(*items: tuple[str, str]) -> Html:
    """What the marks of a chart mean: a class of the style and words."""
    parts = (tag("span", tag("i", class_=f"k {name}", aria_hidden="true"), words) for name, words in items)
    return tag("p", *parts, class_="key")


def sign(kind: Kind, words: str) -> Html:
    """A verdict in a table, with its sign."""
    return tag("span", tag("span", SIGNS[kind], aria_hidden="true"), f" {words}", class_=f"v {kind}")


def matches(n: int) -> str:
    return counted(n, "match", "matches")
