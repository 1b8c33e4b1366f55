"""Packs as they were at a git revision: `games/mine@HEAD~3`.

Nothing but the history is read: the files go to a folder that is gone when the program ends, and the
working tree and the index stay as they are.
"""

from __future__ import annotations

import atexit
import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

_REGULAR = (b"100644", b"100755")
_UNFIT = re.compile(r"[^\w.~^@{}-]+")  # what a folder's name cannot have everywhere


class NoRevision(Exception):
    """Why something cannot be read from a history, in words."""


_kept: dict[tuple[str, str, str], Path] = {}


def at_revision(path: Path, revision: str) -> Path:
    """A copy of a pack's folder, or an overlay's file, as it was at a revision of the repository it is in.

    The path itself may be gone from the working tree.

    Raises:
        NoRevision: there is no git, no repository, no such revision, or nothing there at it.
    """
    folder = next(above for above in (path, *path.absolute().parents) if above.is_dir())
    inside = path.absolute().relative_to(folder.absolute())
    try:
        prefix = _git(folder, "rev-parse", "--show-prefix").decode().strip()
    except subprocess.CalledProcessError:
        raise NoRevision(f"'{folder.as_posix()}' is in no git repository") from None
    try:
        commit = _git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    except subprocess.CalledProcessError:
        raise NoRevision(f"there is no revision '{revision}'") from None
    sha, where = commit.decode().strip(), (Path(prefix) / inside).as_posix()
    known = (str(folder.resolve()), sha, where)
    if known not in _kept:
        _kept[known] = _copied(folder, sha, where, f"{path.resolve().stem}@{_UNFIT.sub('-', revision)}")
    return _kept[known]


def _copied(folder: Path, sha: str, where: str, name: str) -> Path:
    tree = [] if where == "." else ["--", where]
    listed = _git(folder, "ls-tree", "-r", "-z", "--full-tree", sha, *tree)
    blobs = [_blob(line) for line in listed.split(b"\0") if line]
    wanted = [(id_, file) for mode, id_, file in blobs if mode in _REGULAR and file.endswith(".yaml")]
    if not wanted:
        raise NoRevision(f"there is no pack '{where}' at that revision")
    temporary = TemporaryDirectory(prefix="rulewright-")
    atexit.register(temporary.cleanup)
    root = Path(temporary.name)
    one_file = wanted[0][1] == where
    contents = _contents(folder, [id_ for id_, _ in wanted])
    for (_, file), content in zip(wanted, contents, strict=True):
        below = Path(name, Path(file).name if one_file else os.path.relpath(file, where))
        (root / below).parent.mkdir(parents=True, exist_ok=True)
        (root / below).write_bytes(content)
    return root / name / Path(where).name if one_file else root / name


def _blob(line: bytes) -> tuple[bytes, bytes, str]:
    """Mode, id and path of a line `mode type id<TAB>path`."""
    about, _, path = line.partition(b"\t")
    mode, _, id_ = about.split(b" ")
    return mode, id_, path.decode("utf-8", "surrogateescape")


def _contents(folder: Path, ids: list[bytes]) -> list[bytes]:
    """What blobs hold, read by one call: each as `id type size`, a line end, the content, a line end."""
    out = _git(folder, "cat-file", "--batch", given=b"".join(id_ + b"\n" for id_ in ids))
    found, at = [], 0
    for _ in ids:
        end = out.index(b"\n", at)
        size = int(out[at:end].split(b" ")[2])
        found.append(out[end + 1 : end + 1 + size])
        at = end + 2 + size
    return found


def _git(folder: Path, *words: str, given: bytes = b"") -> bytes:
    command = ["git", "--no-pager", "-C", str(folder), *words]
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1"}
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=True, env=environment)
    except FileNotFoundError:
        raise NoRevision("the program `git` is not found, which reads revisions") from None
    return done.stdout
