"""The standard streams of the command: closed, full or broken ones never end it in a trace."""

from __future__ import annotations

import errno
import os
import sys
from typing import TextIO, cast

NOT_WRITTEN = frozenset({errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT})
"""What a write fails with that has begun, besides a reader that went away (EPIPE)."""


def open_streams() -> None:
    """Let no stream fail for a character it lacks. Of those that were closed, the output fails when
    something is written to it, as one that is full does; messages go nowhere."""
    for name, mode in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        stream = cast("TextIO | None", getattr(sys, name))
        if stream is None:
            setattr(sys, name, open(os.open(os.devnull, mode), "w", encoding="utf-8"))  # noqa: SIM115 - for good
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Let what is still buffered go nowhere, so that the end of the process does not fail for it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def is_output_error(error: OSError) -> bool:
    """Whether it was a stream, not a file by name, that could not be written."""
    return error.filename is None and error.errno in NOT_WRITTEN
