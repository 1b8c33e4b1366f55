"""`rulewright explain`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright explain T501
"""


@click.command("explain", epilog=_EXAMPLES)
@click.argument("codes", nargs=-1, required=True, metavar="CODE…")
def command(codes: tuple[str, ...]) -> None:
    """What a code of a problem means, and what to do."""
    from textwrap import fill

    from rulewright.source.codes import CODES
    from rulewright.source.suggest import did_you_mean

    known = []
    for word in codes:
        code = CODES.get(word.upper())
        if code is None:
            hint = did_you_mean(word.upper(), CODES)
            raise click.UsageError(f"there is no code '{word}'" + (f"; {hint}" if hint else ""))
        known.append(code)
    click.echo("\n\n".join(f"{code.code}: {code.title}\n{fill(code.explanation, 88)}" for code in known))
