"""Editors and type checkers find ``fullgraph.lint`` in a checkout that ``make setup`` has set up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ("lint/domain/values.py", "lint/engine/api.py", "rules/fg101_branch_on_tensor.py")


@pytest.mark.slow
def test_pyright_resolves_the_packages_from_the_checkout(tmp_path: Path) -> None:
    """Pyright brings a Node.js of its own, which is too large for every set-up."""
    tools = tmp_path / "tools"
    install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(tools)]
    subprocess.run([*install, "pyright[nodejs]==1.1.414"], check=True, timeout=600)
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from fullgraph.lint.domain.values import Tensor, no_such_name\nTensor(no_such_field=1)\n")
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", *FILES, str(wrong)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tools)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = json.loads(done.stdout)["generalDiagnostics"]
    assert {(Path(one["file"]).name, one["rule"]) for one in said if one["severity"] == "error"} == {
        (wrong.name, "reportAttributeAccessIssue"),
        (wrong.name, "reportCallIssue"),
    }
