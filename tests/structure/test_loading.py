"""What a run that finds nothing loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from fullgraph.rules.rewrite import fixes

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
