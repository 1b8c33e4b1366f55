"""What an import would do, in words and as the differences of the files."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

import click

from rulewright.source.counted import counted
from rulewright.source.edits import Edited
from rulewright_tools.spreadsheet.importing import Import

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def diff_lines(files: Iterable[Edited], colour: bool) -> Iterator[str]:
    """A unified diff; its lines may be coloured."""
    for new in files:
        old, now = new.before.text.splitlines(), new.after.text.splitlines()
        for line in difflib.unified_diff(old, now, new.before.name, new.before.name, lineterm=""):
            fg = _COLOURS.get(line[:1])
            yield click.style(line, fg=fg) if colour and fg else line


def in_words(done: Import) -> str:
    """How many entries are changed, new and removed, and in which files."""
    counts = [(done.changed, "changed"), (done.new, "new"), (done.removed, "removed")]
    said = [f"{counted(len(ids), 'entry', 'entries')} {word}" for ids, word in counts if ids]
    return f"{', '.join(said)}, in {', '.join(new.before.name for new in done.files.values())}"
