"""Where the command `rulewright` begins and ends: Ctrl-C shows no trace, not while it is loaded either.

Therefore nothing is imported here that takes long.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

INTERRUPTED = 130
"""The exit code: 128 and the number of the signal, as shells have it."""


def main() -> None:
    """What the installed command runs."""
    before = signal.getsignal(signal.SIGINT)
    heeded = before is signal.default_int_handler  # a shell may have its background jobs ignore Ctrl-C
    if heeded:
        signal.signal(signal.SIGINT, _leave)
    from rulewright_tools.cli import status

    code = INTERRUPTED
    try:
        if heeded:
            signal.signal(signal.SIGINT, before)
        code = status()
        if heeded:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done, and said
    except KeyboardInterrupt:
        _leave()
    sys.exit(code)


def _leave(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End the process where nothing is to be kept."""
    with suppress(OSError):
        os.write(2, b"\ninterrupted\n" if os.isatty(2) else b"interrupted\n")
    os._exit(INTERRUPTED)
