"""``check`` reads projects and runs nothing of them, whatever they call their files and wherever it is started."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from fullgraph.lint.server import worker

SCRIPT = "import sys\nfrom fullgraph.lint.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
"""What pip writes for a console script."""

NAMES = (
    *("conftest", "sitecustomize", "usercustomize", "setup", "noxfile", "tasks", "manage", "__main__", "__init__"),
    *("torch", "libcst", "click", "rich", "pathspec", "tomli", "tomllib", "pygls", "watchfiles", "numpy", "flake8"),
    *("transformers", "hypothesis", "lint", "rules", "runtime_check", "pkg_resources", "_distutils_hack"),
)
"""Names under which a project's file may be imported by mistake, beside those that a check imports itself."""


class Bomb:
    """Leaves its mark when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.mark,)


@pytest.fixture(scope="module")
def imported() -> list[str]:
    """The top-level modules that a check imports after Python itself, and `runpy` for -m, have started."""
    code = (
        "import runpy, sys, json\nbefore = {name.partition('.')[0] for name in sys.modules}\n"
        "from fullgraph.lint.cli import _main\n"
        "import tempfile, os\nfolder = tempfile.mkdtemp()\nos.chdir(folder)\n"
        "text = 'import torch\\n@torch.compile\\ndef f(x: torch.Tensor):\\n    print(x)\\n'\n"
        "open('m.py', 'w').write(text)\n"
        "open('.gitignore', 'w').write('a\\n')\n"
        "_main(['check', '--fix', '--unsafe-fixes', '--output-format', 'sarif', 'm.py'], 'x')\n"
        "print()\nprint(json.dumps(sorted({name.partition('.')[0] for name in sys.modules} - before)))\n"
        "import shutil\nshutil.rmtree(folder)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return [name for name in found if name not in ("fullgraph", "__main__", "__mp_main__")]


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


@pytest.fixture
def project(tmp_path: Path, marks: Path, imported: Sequence[str], breaks: str) -> Path:
    """A folder in which everything that could be run by mistake leaves a mark."""
    folder = tmp_path / "project"
    for package in (folder, folder / "package", folder / "evilpkg"):
        package.mkdir()
        for name in (*NAMES, *imported):
            mine = f"open({str(marks / name)!r}, 'w').close()\n"
            (package / f"{name}.py").write_text(f"{mine}{breaks}")
    # what is imported by the checked file, relative and by name
    (folder / "model.py").write_text(
        f"from package import conftest\nfrom evilpkg import *\nimport torch, click\n{breaks}"
    )
    (folder / "evil.pth").write_text(f"import os; open({str(marks / 'pth')!r}, 'w').close()\n")
    (folder / "fullgraph.toml").write_text(
        'follow = ["evilpkg"]\nextend = "settings/other.toml"\nroots = ["model.py:double"]\n'
    )
    (folder / "settings").mkdir()
    (folder / "settings" / "other.toml").write_text('ignore = ["FG9"]\n'.replace("FG9", "FG402"))
    for name in (".fullgraph_cache", ".cache/fullgraph"):
        cache = folder / name
        cache.mkdir(parents=True)
        for entry in ("index", "0" * 64, f"{'0' * 64}.pickle", "CACHEDIR.TAG", "data.pkl"):
            (cache / entry).write_bytes(pickle.dumps(Bomb(marks / "pickle")))
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "setup"\nbackend-path = ["."]\n'
        '[tool.fullgraph]\nverify = { targets = ["model.py:double"] }\n'
    )
    return folder


def environment(**given: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("FULLGRAPH")} | given


def run(command: Sequence[str | Path], folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=environment(**given), capture_output=True, text=True, timeout=60)


COMMANDS = (
    ("check", "."),
    ("check", "--fix", "--unsafe-fixes", "--output-format", "sarif", "."),
    ("explain", "model.py:9"),
    ("config", "model.py"),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_nothing_of_the_project_runs_with_the_script(
    arguments: tuple[str, ...], tmp_path: Path, project: Path, marks: Path
) -> None:
    script = tmp_path / "bin" / "fullgraph"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    (project / "fullgraph.py").write_text(f"open({str(marks / 'fullgraph')!r}, 'w')\n")
    done = run([sys.executable, script, *arguments], project)
    assert done.returncode in (0, 1), done.stderr
    assert not list(marks.iterdir())


@pytest.mark.parametrize("arguments", COMMANDS[:2], ids=" ".join)
def test_nothing_of_the_project_runs_with_m(arguments: tuple[str, ...], project: Path, marks: Path) -> None:
    """The current folder comes first on the path of `python -m`, until fullgraph takes it away."""
    done = run([sys.executable, "-m", "fullgraph", *arguments], project)
    assert done.returncode in (0, 1), done.stderr
    assert not list(marks.iterdir())


def test_the_marks_would_be_left(project: Path, marks: Path) -> None:
    """What the other tests rely on."""
    run([sys.executable, "-c", "import click, model"], project)
    assert {mark.name for mark in marks.iterdir()} >= {"click", "torch"}
    pickle.loads((project / ".fullgraph_cache" / "index").read_bytes())
    assert (marks / "pickle").exists()


AUDIT = """
import json, os, sys
sys.path = [place for place in sys.path if place]
from fullgraph.lint.cli import main
project, log = sys.argv[1], os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def hook(event, arguments):
    told = None
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        mode, flags = arguments[1], arguments[2]
        writes = any(c in (mode or "") for c in "wax+") or bool(flags & (os.O_WRONLY | os.O_RDWR))
        told = "written" if writes else "read", os.path.abspath(os.fsdecode(arguments[0]))
    elif event == "exec":
        told = "exec", os.path.abspath(arguments[0].co_filename)
    elif event == "import":
        told = ("import", os.path.abspath(arguments[1])) if arguments[1] else ("names", arguments[0])
    elif event.partition(".")[0] in ("pickle", "marshal", "subprocess", "os", "socket", "ctypes", "shutil", "urllib"):
        told = event, repr(arguments)[:200]
    if told is not None:
        os.write(log, json.dumps(told).encode() + b"\\n")
os.chdir(project)
sys.addaudithook(hook)
main(sys.argv[3:])
"""
"""A run that notes what Python tells of it, its forks too."""


@pytest.fixture
def audited(project: Path) -> dict[str, list[str]]:
    """What was opened, imported and executed in a check of the project."""
    log = project.parent / "log"
    run([sys.executable, "-c", AUDIT, project, log, "check", "--jobs", "2", "."], project.parent)
    told: dict[str, list[str]] = {}
    for line in log.read_text().splitlines():
        event, what = json.loads(line)
        told.setdefault(event, []).append(what)
    return told


def test_what_a_check_opens_imports_and_executes(project: Path, audited: dict[str, list[str]]) -> None:
    def mine(event: str) -> set[str]:
        return {Path(path).name for path in audited.get(event, ()) if Path(path).is_relative_to(project)}

    assert not {name for name in mine("exec") if not name.startswith("<")}  # those are of no file
    assert not mine("import")
    assert {"model.py", "click.py", "fullgraph.toml"} <= mine("read")
    readable = {".gitignore", "fullgraph.toml", "pyproject.toml", "other.toml", "CACHEDIR.TAG"}
    assert {name for name in mine("read") if not re.fullmatch(r".*\.py|\d+\.json", name)} <= readable
    assert not {name for name in mine("written") if name.endswith((".py", ".toml"))}
    for event in ("pickle.find_class", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        assert event not in audited, audited[event]
    assert not [event for event in audited if event.startswith(("socket.", "urllib.", "ctypes.dlopen"))]
    assert "torch" not in audited.get("names", ())


def test_the_editors_checker_runs_nothing_of_the_project(project: Path, marks: Path) -> None:
    """The server starts its checker as a process of its own, in the folder that is open."""
    assert worker.main.__module__ == "fullgraph.lint.server.worker"
    script = project.parent / "drive.py"
    script.write_text(
        "import asyncio\nfrom fullgraph.lint.server.checker import _Process\n"
        "from fullgraph.lint.server.launch import launch\n"
        "async def drive():\n    process = _Process(launch())\n    await asyncio.sleep(3)\n"
        "    assert process._process.poll() is None\n    process.kill()\nasyncio.run(drive())\n"
    )
    done = run([sys.executable, script], project)
    assert done.returncode == 0, done.stderr
    assert not list(marks.iterdir())


@pytest.mark.parametrize(
    "settings",
    [
        'exclude = ["' + "*a" * 5 + 'b"]',
        'exclude = ["' + "**/" * 5 + 'b"]',
        'extend = "fullgraph.toml"',
        'extend = "../../../../../../etc/passwd"',
        'extend = "/dev/zero"',
        'extend = "."',
        'extend = "pipe"',
        'extend = "a\\u0000b"',
        'baseline = "pipe"',
        'baseline = "/dev/zero"',
        'baseline = "a\\u0000b"',
        'roots = ["../../../a\\u0000b.py:x"]',
        'exclude = ["[z-a]", "**/**/**/**/x"]',
        'exclude = ["' + "*a" * 30 + 'b"]',
        'follow = ["../..", "a.b", "\\u0000"]',
        'per-file-ignores = { "\\u0000" = ["FG4"] }',
        '"\\u001b[31mred" = 1',
        'select = ["\\u001b]0;title\\u0007"]',
        "x = " + "[" * 50_000 + "]" * 50_000,
        "torch-version = '99999999999999999999.1'",
        'output-format = "\\u009b31m"',
    ],
)
def test_settings_that_lead_astray_are_one_line_or_nothing(settings: str, tmp_path: Path, breaks: str) -> None:
    (tmp_path / "fullgraph.toml").write_text(f"{settings}\n")
    (tmp_path / f"{'a' * 60}.py").write_text(breaks)
    os.mkfifo(tmp_path / "pipe")
    done = run([sys.executable, "-m", "fullgraph", "check", "."], tmp_path)
    assert done.returncode in (1, 2)
    assert "internal error" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1 + settings.count("..")
    assert (done.stdout + done.stderr).replace("\n", "").isprintable()
