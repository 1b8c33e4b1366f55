"""`rulewright packs`."""

from __future__ import annotations

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright packs axia
  rulewright packs axia+axia_house_rules
"""


@click.command("packs", epilog=_EXAMPLES)
@spec_argument
def command(spec: str) -> None:
    """The packs of a game in the order in which they are laid on each other, and why.

    Dependencies come first, then the kinds of packs, then their ids. Below stands where a pack has the
    last word over another, and where two say the same.
    """
    from rulewright_tools.laying import packs_lines

    for line in packs_lines(spec):
        click.echo(line)
