"""Entries and scenarios that are added to a pack that is there."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rulewright.dsl.keywords import RESERVED
from rulewright.model.game import Entry, Rule
from rulewright.play.link import link
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.edits import Edit, Edited, edited
from rulewright.source.text import NOWHERE, SourceFile
from rulewright_tools.failures import using
from rulewright_tools.files import write_new
from rulewright_tools.spreadsheet.pack_files import card_files
from rulewright_tools.spreadsheet.trial import try_out
from rulewright_tools.starting.entry import entry_text
from rulewright_tools.starting.places import check_id, pack_to_write, refuse_files, with_schema
from rulewright_tools.starting.scenario import find, scenario_text


def new_entry(spec: str, kind_name: str, id_: str) -> tuple[dict[Path, str], list[Diagnostic]]:
    """Write an entry into the last pack of a spec; the file, and what does not go together with it.

    Raises:
        ContentError: the game is not in order, or has no such kind.
        click.BadParameter: the id or the file is taken, or the pack cannot be written to.
    """
    cards = card_files(spec)
    place = pack_to_write(spec)
    kind = cards.kind(kind_name)
    check_id(id_, "ID")
    if id_ in RESERVED:
        message = f"'{id_}' is a word of the effect language: choose another name"
        raise click.BadParameter(message, param_hint="ID")
    if whole := next(
        (k.name for k in cards.game.kinds.values() for p in k.parts if p.kind == kind_name), None
    ):
        message = f"a {kind_name} is a part of a {whole}, and has no entries of its own"
        raise click.BadParameter(message, param_hint="KIND")
    if there := cards.game.entries[kind_name].get(id_):
        raise click.BadParameter(f"{kind_name} '{id_}' is there already ({there.span})", param_hint="ID")
    path = place.path / "cards" / f"{id_}.yaml"
    refuse_files([path])
    text = with_schema(place.path, path, entry_text(spec, cards.game, kind, id_))
    problems = try_out(place.path, cards.before, {path: _new(path, text)}, {})
    write_new({path: text})
    return {path: text}, [problem for problem in problems if problem.severity == "error"]


def _new(path: Path, text: str) -> Edited:
    return edited(SourceFile.of(path.as_posix(), ""), [Edit(NOWHERE, text)])


def new_scenario(spec: str, about: str, name: str | None) -> tuple[dict[Path, str], str]:
    """Write a scenario into the last pack of a spec; the file, and its name.

    Raises:
        ContentError: the game is not in order, or has no such rule or entry.
        click.BadParameter: the file is there, or the pack cannot be written to.
    """
    with using(spec):
        rules = link(spec)
    place = pack_to_write(spec)
    found = find(rules.game, about)
    file = name if name is not None else re.sub(r"[^a-z0-9]+", "_", found.id.casefold())
    check_id(file, "NAME")
    path = place.path / "scenarios" / f"{file}.yaml"
    refuse_files([path])
    texts = {path: scenario_text(rules, found, _title(found, name))}
    write_new(texts)
    return texts, file


def _title(about: Rule | Entry, name: str | None) -> str:
    """What a scenario is called: two about one thing have names of their own, and so titles too."""
    if name is not None:
        return name.replace("_", " ")
    return f"what {about.id} means" if isinstance(about, Rule) else f"what {about.id} does"
