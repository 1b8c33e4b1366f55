"""Files of an author written anew, whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rulewright.source.text import SourceFile

_MARK = b"\xef\xbb\xbf"  # of UTF-8, which some editors put first


def replace_file(path: Path, data: bytes) -> None:
    """Put something else in place of a file, so that it is never half written."""
    replace_files({path: data})


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Put something else in place of files: of none before all of it is written.

    Raises:
        OSError: with the name that the file was given by.
    """
    ready: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            whole = path.resolve()
            ready[whole] = beside = whole.with_name(f".{whole.name}.part")
            beside.write_bytes(data)
            shutil.copymode(whole, beside)
    except OSError as error:
        for beside in ready.values():
            with suppress(OSError):
                beside.unlink()
        raise OSError(error.errno, error.strerror, path.as_posix()) from None
    for whole, beside in ready.items():
        os.replace(beside, whole)


def replace_text(file: SourceFile, text: str) -> bool:
    """Put another text in place of a file's; whether it was still as it had been read."""
    assert file.path is not None
    data = file.path.read_bytes()
    mark = _MARK if data.startswith(_MARK) else b""
    if data.removeprefix(_MARK) != file.text.encode("utf-8"):
        return False
    replace_file(file.path, mark + text.encode("utf-8"))
    return True
