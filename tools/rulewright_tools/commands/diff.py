"""`rulewright diff`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright diff axia axia+axia_house_rules
  rulewright diff axia+axia_house_rules axia+axia_house_rules+axia_swamp
"""


@click.command("diff", epilog=_EXAMPLES)
@click.argument("spec_a", metavar="SPEC_A")
@click.argument("spec_b", metavar="SPEC_B")
def command(spec_a: str, spec_b: str) -> None:
    """What differs between two games: entry, field, before, after, and which pack did it.

    Each is a spec as everywhere; a part of it may be of a git revision: mine@HEAD~3 is the folder `mine` as
    it was three commits ago.
    """
    from rulewright_tools.laying import diff_lines

    for line in diff_lines(spec_a, spec_b):
        click.echo(line)
