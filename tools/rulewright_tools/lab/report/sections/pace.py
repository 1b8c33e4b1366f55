"""How long a match is, how much there is to choose, and where there is nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence, is_comparison, is_simulation
from rulewright_tools.lab.report.markup import Content, Html, joined, tag
from rulewright_tools.lab.report.numbers import between, listed, number, percent, scaled
from rulewright_tools.lab.report.parts import figures, folded, note, pairs, table
from rulewright_tools.lab.report.sections.scores import both, one, spreads
from rulewright_tools.lab.report.sections.seats import mark, shares

MOST_CHAINED = 12


def _body(document: Document) -> Html | None:
    found = spreads(document, "decisions")
    if is_comparison(document):
        return figures(both("Length of a match", found, "decisions")) if found else None
    metrics = document.get("metrics", {})
    length = one("Length of a match", found["all"], "decisions") if found else None
    charts = [length, _choice(metrics), _dead(metrics), _chains(metrics)]
    if not any(charts):
        return None
    steps = metrics.get("steps")
    return joined((figures(*charts), _heat(steps) if steps else None))


def _choice(metrics: dict[str, Any]) -> Html | None:
    options = metrics.get("options")
    if not options or not metrics["questions"]:
        return None
    facts = (
        ("answers to a question, mean", number(options["mean"], 1)),
        ("answers to a question, geometric mean", number(options["geometric_mean"], 1)),
        ("answers to a question, most", f"{options['max']:,}"),
        ("questions with one answer", percent(metrics["no_choice"])),
        ("questions in all matches", f"{metrics['questions']:,}"),
    )
    return tag("div", tag("h3", "How much there is to choose"), pairs(facts))


def _dead(metrics: dict[str, Any]) -> Html | None:
    """Turns that changed nothing, by step: in some none can change anything."""
    dead = metrics.get("dead_turns", {})
    if not dead.get("n"):
        return None
    marks = [mark(step["step"], step) for step in dead["steps"]]
    return shares("Turns that change nothing", marks, "of 100 turns")


def _chains(metrics: dict[str, Any]) -> Html | None:
    """How many abilities a turn triggers."""
    combos = metrics.get("combos", {})
    if not combos.get("max"):
        return None
    marks = [mark(f"{part['at_least']} or more", part) for part in combos["tail"][:MOST_CHAINED]]
    said = f"{number(combos['mean'])} a turn, at most {combos['max']}: in match {combos['deepest_match']}."
    return shares("Abilities triggered in a turn", marks, "of 100 turns", said=said)


def _heat(steps: list[dict[str, Any]]) -> Html:
    """A row for each step, a column for each round: the share of questions with one answer."""
    rounds = sorted({step["round"] or 0 for step in steps})
    names = list(dict.fromkeys(step["step"] for step in steps))
    found = {(step["step"], step["round"] or 0): step for step in steps}
    head = tag("tr", tag("th", "step", scope="col", class_="t"), *(_round(number) for number in rounds))
    body = [
        tag("tr", tag("th", name, scope="row", class_="t"), *(_cell(found.get((name, n))) for n in rounds))
        for name in names
    ]
    whole = tag("table", tag("thead", head), tag("tbody", *body), class_="heat")
    scroll = tag("div", whole, class_="scroll", role="region", aria_label="Nothing to choose", tabindex="0")
    words = "Of 100 questions of a step those with one answer, round by round; the darker, the more."
    behind = table(
        ("step", "round", "questions a match", "one answer, %", "answers, mean"),
        (
            (
                step["step"],
                "" if step["round"] is None else str(step["round"]),
                number(step["questions"]),
                number(100 * step["no_choice"], 1),
                number(step["options"], 1),
            )
            for step in steps
        ),
        label="Questions by step and round",
    )
    return tag(
        "div",
        tag("h3", "Where there is nothing to choose"),
        note(words),
        scroll,
        folded("The numbers", behind),
    )


def _round(number: int) -> Html:
    return tag("th", "once" if number == 0 else str(number), scope="col")


def _cell(step: dict[str, Any] | None) -> Content:
    if step is None:
        return tag("td")
    share = step["no_choice"]
    return tag("td", f"{100 * share:.0f}", class_=f"h{round(10 * share)}")


def _sentences(document: Document) -> Iterator[Sentence]:
    if not is_simulation(document) or not document["finished"]:
        return
    length = document["decisions"]
    words = f"A match takes {number(length['mean'], 0)} decisions ({length['min']:,} to {length['max']:,})"
    metrics = document.get("metrics", {})
    if metrics.get("questions"):
        words += f"; in {percent(metrics['no_choice'], 0)} of them there is nothing to choose"
    yield Sentence("plain", f"{words}.")
    # a step in which no turn ever changes anything is one in which none can
    steps = [step for step in metrics.get("dead_turns", {}).get("steps", ()) if 0 < step["share"] < 1]
    told = [f"{_in_percent(step)} in {step['step']}" for step in sorted(steps, key=lambda s: -s["share"])]
    if told:
        yield Sentence("plain", f"Turns that change nothing: {listed(told, 3)}.")


def _in_percent(share: dict[str, Any]) -> str:
    span = between(scaled(share["low"], 100), scaled(share["high"], 100), 0)
    return f"{percent(share['share'], 0)} ({span})"


PACE = Section(
    "pace",
    "Pace",
    _body,
    _sentences,
    (
        ("decision", "a question that somebody was asked, also one with a single answer"),
        (
            "turns that change nothing",
            "behind them the seat's outlook is what it was before, or its score where no outlook is declared",
        ),
        ("geometric mean", "says more than the mean where few questions have many answers"),
    ),
)
