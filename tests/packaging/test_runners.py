"""``pipx run`` and ``uvx`` with the built wheel, from an index on this machine."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BROKEN = (
    "import torch\n\n\n@torch.compile\ndef double(x: torch.Tensor) -> torch.Tensor:\n"
    "    print('doubling')\n    return 2 * x\n"
)

pytestmark = pytest.mark.slow

Once = Callable[[str, Callable[[Path], None]], Path]


def pip(*arguments: str | Path, **kind: bool) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **kind)  # type: ignore[call-overload,no-any-return]


@pytest.fixture(scope="session")
def index(wheel: Path, once: Once) -> Path:
    """A folder in the form of a package index, which has the wheel and what it needs, and nothing else."""

    def fill(folder: Path) -> None:
        files, simple = folder / "files", folder / "simple"
        constraints = ["--constraint", ROOT / "constraints.txt"]
        pip("download", "--quiet", "--only-binary=:all:", *constraints, "--dest", files, wheel, check=True)
        for one in files.glob("*.whl"):
            name = one.name.split("-")[0].lower().replace("_", "-")
            (simple / name).mkdir(parents=True, exist_ok=True)
            shutil.copy(one, simple / name)
        for project in simple.iterdir():
            links = "".join(f'<a href="{one.name}">{one.name}</a><br>\n' for one in project.glob("*.whl"))
            (project / "index.html").write_text(f"<!DOCTYPE html><html><body>\n{links}</body></html>\n")

    return once("index", fill)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/simple/"
        server.shutdown()


@pytest.fixture(scope="session")
def tools(once: Once) -> Path:
    """Where pipx and uv are, which nobody else needs here."""

    def fill(folder: Path) -> None:
        done = pip("install", "--quiet", "--target", folder, "pipx>=1.7", "uv>=0.8")
        (folder / "problem").write_text("" if done.returncode == 0 else done.stderr)

    folder = once("runners", fill)
    problem = (folder / "problem").read_text()
    if problem:
        pytest.skip(f"pip cannot install pipx and uv: {problem.strip().splitlines()[-1]}")
    return folder


@pytest.mark.parametrize("runner", ["pipx run", "uvx"])
def test_it_runs_without_being_installed(runner: str, tools: Path, index: Path, wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(BROKEN)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP", "UV_", "PYTHONPATH"))}
    env = {
        **kept,
        "PATH": f"{tools / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
        "PIP_CONFIG_FILE": os.devnull,
        "UV_CACHE_DIR": str(tmp_path / "uv"),
        "UV_NO_CONFIG": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "NO_PROXY": "127.0.0.1",
    }
    (tmp_path / "home").mkdir()
    with served(index) as url:
        if runner == "uvx":
            command = [str(tools / "bin" / "uvx"), "--python", sys.executable, "--default-index", url, "fullgraph"]
        else:
            command = [sys.executable, "-m", "pipx", "run", "--index-url", url, "fullgraph"]
            env["PYTHONPATH"] = str(tools)

        def run(*arguments: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run([*command, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True)

        version = run("version")
        assert version.stdout == f"fullgraph {wheel.name.split('-')[1]}\n", version.stderr
        found = run("check", "model.py")
        assert found.returncode == 1, found.stderr
        assert "model.py:6:5" in found.stdout
        assert "FG401" in found.stdout
        assert run("check", "missing.py").returncode == 2
