"""Files of an author written anew, whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from rulewright.source.text import SourceFile

_MARK = b"\xef\xbb\xbf"  # of UTF-8, which some editors put first


def replace_file(path: Path, data: bytes) -> None:
    """Put something else in place of a file, so that it is never half written."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(data)
    shutil.copymode(path, beside)
    os.replace(beside, path)


def replace_text(file: SourceFile, text: str) -> bool:
    """Put another text in place of a file's; whether it was still as it had been read."""
    assert file.path is not None
    data = file.path.read_bytes()
    mark = _MARK if data.startswith(_MARK) else b""
    if data.removeprefix(_MARK) != file.text.encode("utf-8"):
        return False
    replace_file(file.path, mark + text.encode("utf-8"))
    return True
