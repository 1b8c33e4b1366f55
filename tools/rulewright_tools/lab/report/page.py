"""The page: its head with the findings, the sections, what the numbers mean."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from rulewright_tools.lab.report.document import (
    Document,
    Section,
    Sentence,
    bots,
    is_comparison,
    kind_of,
    matches_of,
    packs,
    seats,
)
from rulewright_tools.lab.report.markup import Html, joined, tag
from rulewright_tools.lab.report.parts import SIGNS, Kind, matches, pairs
from rulewright_tools.lab.report.sections import SECTIONS
from rulewright_tools.lab.words import NOT_COVERED

MOST_SENTENCES = 6
METHOD = "What the numbers mean"
_RANK: dict[Kind, int] = {"fault": 0, "moved": 1, "open": 2, "nothing": 3, "plain": 4}
_KINDS: dict[Kind, str] = {
    "moved": "moved",
    "nothing": "no effect that matters",
    "open": "not enough matches",
    "fault": "broke off",
    "plain": "measured",
}

_SORTS = {"sim": "Simulation", "compare": "Comparison", "sweep": "Sensitivity", "ladder": "Skill"}
Found = tuple[Section, Html]


def render(document: Document) -> str:
    """The report of a document as `sim --json` or `compare --json` writes it.

    Nothing else goes into it: the same document gives the same page. It asks for nothing from elsewhere.
    """
    found = [(s, body) for s in SECTIONS if (body := s.body(document)) is not None]
    title = _title(document)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Html(_file("style.css"))),
    )
    body = tag(
        "body",
        tag("header", tag("p", _sort(document), class_="sort-of"), tag("h1", title), _subtitle(document)),
        tag(
            "main",
            _strip(document, found),
            _contents(found),
            *(_section(*part) for part in enumerate(found, 1)),
            _method(found),
        ),
        tag(
            "footer",
            tag("p", f"Rulewright {document['engine']}. The JSON file beside this page has all figures."),
        ),
        tag("script", Html(_file("sort.js"))),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _file(name: str) -> str:
    return (files("rulewright_tools.lab.report") / name).read_text("utf-8")


def _sort(document: Document) -> str:
    return _SORTS.get(kind_of(document), kind_of(document))


def _title(document: Document) -> str:
    return packs(document["b"] if is_comparison(document) else document)


def _subtitle(document: Document) -> Html:
    words = [f"compared with {packs(document['a'])}"] if is_comparison(document) else []
    words += [seats(document), matches(matches_of(document))]
    words += [f"bots: {bots(document)}", f"seed {document['seed']}"]
    return tag("p", " · ".join(words), class_="subtitle")


def _strip(document: Document, found: Sequence[Found]) -> Html:
    """The findings, each with a way to what it rests on."""
    numbered = enumerate(found, 1)
    told = [(n, section, said) for n, (section, _) in numbered for said in section.sentences(document)]
    ranked = sorted(range(len(told)), key=lambda n: (_RANK[told[n][2].kind], n))
    kept = sorted(sorted(ranked[:MOST_SENTENCES]), key=lambda n: told[n][2].kind != "fault")
    items = (_finding(*told[n]) for n in kept)
    return tag(
        "section", tag("h2", "In short"), tag("ul", *items, class_=f"strip n{len(kept)}"), id="in-short"
    )


def _finding(number: int, section: Section, said: Sentence) -> Html:
    sign = tag("span", SIGNS[said.kind], aria_hidden="true")
    return tag(
        "li",
        tag("p", sign, f" {said.sort or _KINDS[said.kind]}", class_="word"),
        tag("p", said.words),
        tag("a", f"{number}. {section.title}", href=f"#{section.id}"),
        class_=said.kind,
    )


def _contents(found: Sequence[Found]) -> Html:
    links = (
        tag("li", tag("a", f"{number}. {section.title}", href=f"#{section.id}"))
        for number, (section, _) in enumerate(found, 1)
    )
    last = tag("li", tag("a", f"{len(found) + 1}. {METHOD}", href="#method"))
    return tag("nav", tag("ul", *links, last), aria_label="Sections")


def _section(number: int, found: Found) -> Html:
    section, body = found
    return tag("section", tag("h2", f"{number}. {section.title}"), body, id=section.id)


def _method(found: Sequence[Found]) -> Html:
    """What each number of the page means, and what none of them says."""
    lines = [line for section, _ in found for line in section.method]
    bots = "Bots play, not people: what a bot overrates looks strong."
    fun = f"{NOT_COVERED[0].upper()}{NOT_COVERED[1:]}."
    content = joined((pairs(dict(lines).items(), "method"), tag("p", bots), tag("p", fun)))
    return tag("section", tag("h2", f"{len(found) + 1}. {METHOD}"), content, id="method")
