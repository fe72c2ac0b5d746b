"""What a user installs: every module, its data, the command, and nothing else's name."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("lint", "rules", "runtime_check", "sweep")
ON_TOP = ROOT / "lint" / "_top"

pytestmark = pytest.mark.slow

Once = Callable[[str, Callable[[Path], None]], Path]


def in_wheel(path: Path) -> str:
    """The name in the wheel of a file of the repository."""
    if path.is_relative_to(ON_TOP):
        return f"fullgraph/{path.relative_to(ON_TOP).as_posix()}"
    return f"fullgraph/{path.relative_to(ROOT).as_posix()}"


@pytest.fixture(scope="session")
def installed(wheel: Path, once: Once) -> Path:
    """The folder of commands of an environment that holds the wheel and its base dependencies alone."""

    def commands(folder: Path) -> Path:
        return folder / ("Scripts" if sys.platform == "win32" else "bin")

    def fill(folder: Path) -> None:
        venv.create(folder, with_pip=True)
        constraints = ["--constraint", str(ROOT / "constraints.txt")]
        install = [commands(folder) / "python", "-m", "pip", "install", "--quiet", *constraints, wheel]
        subprocess.run(install, check=True, capture_output=True)

    return commands(once("environment", fill))


def test_the_wheel_holds_the_modules_and_data_of_the_repository_and_no_more(source: Path, wheel: Path) -> None:
    expected = {
        in_wheel(ROOT / path.relative_to(source))
        for folder in FOLDERS
        for path in (source / folder).rglob("*")
        if path.suffix in {".py", ".json", ".html", ".css", ".js", ".sql"} or path.name == "py.typed"
    }
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_base_install_is_small(installed: Path) -> None:
    listed = subprocess.run(
        [installed / "python", "-m", "pip", "list", "--format=freeze"], check=True, capture_output=True, text=True
    ).stdout
    packages = {line.partition("==")[0].lower() for line in listed.splitlines()}
    assert packages >= {"fullgraph", "click", "libcst", "pathspec", "rich"}
    assert not packages & {"torch", "numpy", "triton"}
    assert len(packages) <= 14


@pytest.mark.parametrize("how", ["script", "module"])
def test_the_command_works_from_the_base_install(wheel: Path, installed: Path, tmp_path: Path, how: str) -> None:
    command = [installed / "fullgraph"] if how == "script" else [installed / "python", "-m", "fullgraph"]
    broken = tmp_path / "model.py"
    broken.write_text(
        "import torch\n\n\n@torch.compile\ndef double(x: torch.Tensor) -> torch.Tensor:\n"
        "    print('doubling')\n    return 2 * x\n"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True)

    built = wheel.name.split("-")[1]
    assert run("--version").stdout == run("version").stdout == f"fullgraph {built}\n"

    found = run("check", "model.py")
    assert found.returncode == 1, found.stderr
    assert "model.py:6:5" in found.stdout
    assert "FG401" in found.stdout

    assert run("check", "no_such_file.py").returncode == 2
    assert run("rule", "FG401").returncode == 0


@pytest.mark.parametrize(("arguments", "extra"), [(["server"], "server"), (["check", "--watch"], "watch")])
def test_what_needs_an_extra_says_what_to_install(
    installed: Path, tmp_path: Path, arguments: list[str], extra: str
) -> None:
    done = subprocess.run(
        [installed / "fullgraph", *arguments], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.endswith(f"pip install 'fullgraph[{extra}]'\n")
    assert done.stdout == ""


def test_diff_without_its_extra_says_what_to_install(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run([installed / "fullgraph", "diff", "a", "b"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "error: diff needs duckdb, jinja2: pip install 'fullgraph[sweep]'\n"
    helped = subprocess.run([installed / "fullgraph", "diff", "--help"], capture_output=True, text=True)
    assert (helped.returncode, helped.stderr) == (0, "")


def test_verify_without_its_extra_says_what_to_install(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("def target():\n    return abs\n")
    done = subprocess.run(
        [installed / "fullgraph", "verify", "model.py:target"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "fullgraph[verify]" in done.stderr
    assert "Traceback" not in done.stderr
    helped = subprocess.run([installed / "fullgraph", "verify", "--help"], capture_output=True, text=True)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert "--backend" in helped.stdout
