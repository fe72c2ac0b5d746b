"""What a run that finds nothing loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from fullgraph.rules.rewrite import fixes
from fullgraph.runtime_check.process.protocol import Done, read_events
from fullgraph.runtime_check.results import CHECKS

ROOT = Path(__file__).parents[2]
LOADED = """
import sys
from pathlib import Path
from fullgraph.lint.engine import api
result = api.check([Path(sys.argv[1])])
assert not result.errors
print("\\n".join(name for name in sys.modules if name.startswith(("fullgraph.rules.rewrite.", "libcst", "torch"))))
"""
ENGINE = ("branches", "choices", "draws.draws", "masks", "messages.guards", "modules", "numbers", "rows")


def loaded(tmp_path: Path, text: str) -> set[str]:
    path = tmp_path / "model.py"
    path.write_text(text)
    done = subprocess.run([sys.executable, "-c", LOADED, str(path)], capture_output=True, text=True, check=True)
    return {name.removeprefix("fullgraph.rules.rewrite.") for name in done.stdout.split()}


def test_the_engine_is_loaded_with_the_first_finding(tmp_path: Path) -> None:
    loop = "    for i in range(3):\n        x = x + i\n"
    clean = f"import torch\n\n\n@torch.compile\ndef f(x):\n{loop}    return x + 1\n"
    found = loaded(tmp_path, clean)
    assert not {name for name in found if name.startswith(ENGINE)} | found & {"libcst", "torch"}
    broken = clean.replace("return x + 1", "print(x)\n    return x + 1")
    assert "messages.guards" in loaded(tmp_path, broken)


WITHOUT = """
import sys
from pathlib import Path

class Missing:
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {"click", "libcst", "pathspec", "rich", "jinja2", "pygments", "duckdb", "ray"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from fullgraph.runtime_check.process import fork_server
from fullgraph.runtime_check.process.protocol import Request, write_request
from fullgraph.runtime_check.process.worker import run_request
from fullgraph.sweep.engine import listing

folder = Path(sys.argv[1])
fork_server._load([])
print(listing.targets_of(f"{folder / 'model.py'}:targets"))
write_request(
    folder / "request",
    Request(f"{folder / 'model.py'}:Model", str(folder), device="cpu", backend="eager", bench_seconds=0),
)
run_request(folder / "request", folder / "events")
"""
MODEL = """
import torch

class Model(torch.nn.Linear):
    def __init__(self):
        super().__init__(4, 4)

    def forward(self, x):
        print(x.shape)
        return super().forward(x)

def inputs():
    return (torch.ones(2, 4),)

def targets() -> list:
    return [Model]
"""


def test_a_worker_of_a_sweep_needs_no_package_but_torch(tmp_path: Path) -> None:
    """The interpreter that it runs in may lack all else that fullgraph needs."""
    (tmp_path / "model.py").write_text(MODEL)
    done = subprocess.run([sys.executable, "-c", WITHOUT, str(tmp_path)], capture_output=True, text=True)
    assert "model.py:Model" in done.stdout, done.stderr
    last = read_events((tmp_path / "events").read_bytes().splitlines()[-1])
    (end,) = last
    assert isinstance(end, Done)
    assert end.run.failure is None
    assert [one.registry_id for one in end.run.breaks] == ["GB0059"]
    assert {one.check for one in end.run.verdicts} == {name for name, _ in CHECKS}


def test_every_name_is_where_it_says_and_no_other_is_declared() -> None:
    declared = set()
    for node in ast.walk(ast.parse(Path(fixes.__file__).read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fullgraph.rules.rewrite."):
            for alias in node.names:
                assert alias.name == alias.asname
                module = import_module(node.module or "")
                assert getattr(fixes, alias.name) is getattr(module, alias.name)
                declared.add(alias.name)
    assert declared == set(fixes._PLACES)
