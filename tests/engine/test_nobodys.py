"""Abilities of what lies where nobody owns it: `me` is the seat that acts, and there has to be one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import CARDS, THINGS, both, doing, made

from rulewright.source.diagnostics import ContentError

VALUE = "values: {fee: {is: 1}}\n"
MODIFIER = "{modify: fee, when: me == turn.seat, add: 2}"
TRIGGER = "{after: tick(), do: my points += 1}"
VERB = "verbs: {tick: {do: clock += 1}}\n"
ANYWHERE = {"live_in: [hand]": "live_in: [deck]"}, {"    live_in: [hand]\n": ""}


def cards(ability: str) -> str:
    return CARDS.replace("jade: {worth: 2}", f"jade: {{worth: 2, abilities: {{x: {ability}}}}}")


def things(changes: dict[str, str]) -> str:
    text = THINGS
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("changes", ANYWHERE)
def test_the_seat_that_acts_is_me_of_a_modifier_that_nobody_owns(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    rules = made(tmp_path, doing("clock = fee", more=VALUE), cards(MODIFIER), things(changes))
    assert both(rules).clock == 3


@pytest.mark.parametrize("changes", ANYWHERE)
def test_a_value_that_such_a_thing_modifies_needs_a_seat(tmp_path: Path, changes: dict[str, str]) -> None:
    with pytest.raises(ContentError) as caught:
        made(tmp_path, VALUE + "flow: {go: {do: clock = fee}}\n", cards(MODIFIER), things(changes))
    found = [(d.code, d.span.file.text[d.span.start : d.span.end]) for d in caught.value.diagnostics]
    assert found == [("T507", "fee")]


def test_an_event_that_only_such_a_thing_hears_needs_a_seat(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        made(tmp_path, VERB + "flow: {go: {do: tick()}}\n", cards(TRIGGER), things(ANYWHERE[0]))
    found = [(d.code, d.span.file.text[d.span.start : d.span.end]) for d in caught.value.diagnostics]
    assert found == [("T507", "tick()")]


def test_what_a_seat_owns_wherever_it_works_needs_none(tmp_path: Path) -> None:
    rules = made(tmp_path, VALUE + VERB + "flow: {go: {do: 'clock = fee'}}\n", cards(MODIFIER))
    assert both(rules).clock == 1
    rules = made(tmp_path, VERB + "flow: {go: {do: tick()}}\n", cards(TRIGGER))
    assert both(rules).clock == 1


def test_abilities_that_work_in_no_zone_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        made(tmp_path, doing("clock += 1"), CARDS, things({"live_in: [hand]": "live_in: []"}))
    found = [(d.code, d.span.file.text[d.span.start : d.span.end]) for d in caught.value.diagnostics]
    assert found == [("S208", "[]")]
