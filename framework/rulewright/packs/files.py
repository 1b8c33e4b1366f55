"""The files of a pack's folder that are read: its own, and nothing that a symbolic link leads to."""

from __future__ import annotations

from pathlib import Path

_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".whl")
_BEGINS = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x28\xb5\x2f\xfd",
)
_TAR = (257, b"ustar")


def is_own(path: Path) -> bool:
    """Whether a file lies where it seems to."""
    return path.is_file() and not path.is_symlink()


def files_in(folder: Path, name: str) -> list[Path]:
    """The YAML files of one of the folders of a pack, by name."""
    inner = folder / name
    return [] if inner.is_symlink() else sorted(path for path in inner.glob("*.yaml") if is_own(path))


def is_archive(path: Path) -> bool:
    """Whether a path names an archive, by its name or by how the file begins."""
    if path.name.lower().endswith(_ARCHIVES):
        return True
    if not path.is_file():  # to open a pipe would wait for somebody who writes into it
        return False
    try:
        with path.open("rb") as stream:
            begin = stream.read(_TAR[0] + len(_TAR[1]))
    except OSError:
        return False
    return begin.startswith(_BEGINS) or begin[_TAR[0] :] == _TAR[1]
