"""Every form of installation finds the packs, schemas, grammar and command; CI runs the README's commands.

Built without a network: hatchling is among the developers' tools, and each form is installed without
dependencies into a folder that a bare interpreter is then pointed at. `.ci/run` does it again with fresh
environments.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.build import build_editable

ROOT = Path(__file__).resolve().parent.parent
CONTENT, SCHEMAS = ROOT / "content", ROOT / "schemas"

# Run bare (-I -S), so that this environment's own editable Rulewright is out of reach: the folders of the
# dependencies come last, and their .pth files are not read.
_LOOK = """
import json, site, sys
site.addsitedir(sys.argv[1])
sys.path += sys.argv[2:]
from importlib.metadata import distribution
import rulewright
from rulewright.dsl.check import check_game
from rulewright.packs.bundled import bundled_ids, content_root, schema_path
from rulewright.packs.load import load
from rulewright.source.diagnostics import Problems
(command,) = distribution("rulewright").entry_points
print(json.dumps({
    "package": rulewright.__file__,
    "version": [rulewright.__version__, distribution("rulewright").version],
    "packs": bundled_ids(),
    "content": str(content_root()),
    "schemas": str(schema_path("pack").parent),
    "effects_checked": check_game(load("axia"), Problems()) is not None,
    "command": [command.name, callable(command.load())],
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built(target: str, source: Path, folder: Path) -> Path:
    """The one `target`, wheel or sdist, that hatchling makes of `source`."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, cwd=source)
    (file,) = folder.iterdir()
    return file


def look(wheel: Path, folder: Path) -> dict[str, Any]:
    """What Rulewright says of itself when installed from `wheel` and started in an unrelated folder."""
    installed, elsewhere = folder / "installed", folder / "elsewhere"
    elsewhere.mkdir()
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index")
    run(*pip, "--target", installed, wheel, cwd=elsewhere)
    others = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    said = run(sys.executable, "-I", "-S", "-c", _LOOK, installed, *others, cwd=elsewhere)
    facts: dict[str, Any] = json.loads(said)
    return facts


def check(facts: dict[str, Any], *, package: Path, content: Path, schemas: Path) -> None:
    assert Path(facts["package"]) == package / "__init__.py"
    assert (Path(facts["content"]), Path(facts["schemas"])) == (content, schemas)
    folders = [path.parent.name for path in CONTENT.glob("*/pack.yaml")]
    assert facts["packs"] == sorted([*folders, *(path.stem for path in CONTENT.glob("*.yaml"))])
    assert "axia" in facts["packs"]
    assert facts["effects_checked"]
    assert facts["command"] == ["rulewright", True]
    assert facts["version"][0] == facts["version"][1]


def check_shipped(wheel: Path, folder: Path) -> None:
    package = folder / "installed" / "rulewright"
    bundled = package / "_bundled"
    check(look(wheel, folder), package=package, content=bundled / "content", schemas=bundled / "schemas")
    for shipped, source in ((bundled / "content", CONTENT), (bundled / "schemas", SCHEMAS)):
        assert files_below(shipped) == files_below(source)


def files_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_wheel_carries_everything(tmp_path: Path) -> None:
    check_shipped(built("wheel", ROOT, tmp_path / "dist"), tmp_path)


@pytest.mark.slow
def test_a_wheel_carries_only_what_is_used(tmp_path: Path) -> None:
    names = zipfile.ZipFile(built("wheel", ROOT, tmp_path / "dist")).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"rulewright", "rulewright_tools"}
    assert [name for name in names if re.search(r"/\.|__pycache__", name)] == []


@pytest.mark.slow
def test_an_sdist_builds_the_same_wheel(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    for name in ("README.md", "LICENSE", "CHANGELOG.md", ".ci/run", "tests/test_packaging.py"):
        assert (source / name).is_file()
    check_shipped(built("wheel", source, tmp_path / "dist"), tmp_path)


@pytest.mark.slow
def test_an_editable_install_reads_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    wheel = tmp_path / build_editable(str(tmp_path))
    package = ROOT / "framework" / "rulewright"
    check(look(wheel, tmp_path), package=package, content=CONTENT, schemas=SCHEMAS)


@pytest.mark.parametrize("name", ["play", "test"])
def test_ci_runs_the_commands_of_the_readme(name: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (command,) = re.findall(rf"^<!-- command: {name} -->\n```sh\n(.+)\n```$", readme, flags=re.MULTILINE)
    assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert f"readme_command {name})" in ci
    assert "-m pytest" not in ci
