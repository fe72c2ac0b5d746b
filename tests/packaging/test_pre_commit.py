"""The hooks, run by the real pre-commit in a repository of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PRINTS = """\
import torch


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print("forward")
        return x + 1
"""
BRANCHES = """\
import torch


@torch.compile
def step(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        y = x + 1
    else:
        y = x * 2
    return y
"""
PRIVATE = """\
import torch


@torch._dynamo.disable
def other(x: torch.Tensor) -> torch.Tensor:
    return x
"""
CLEAN = """\
import torch


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[0] > 1:
            x = x.mean(0, keepdim=True)
        return x + 1


print("outside the graph")
"""

Once = Callable[[str, Callable[[Path], None]], Path]
Run = Callable[..., subprocess.CompletedProcess[str]]


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="session")
def hooks(source: Path, once: Once) -> tuple[Path, str]:
    """A repository that holds the project, and the commit to take the hooks from."""

    def fill(folder: Path) -> None:
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("build", "*.egg-info"))
        git(folder, "init", "--quiet")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "all")

    repository = once("hooks", fill)
    return repository, git(repository, "rev-parse", "HEAD")


@pytest.fixture(scope="session")
def home(once: Once) -> Path:
    """Where pre-commit keeps the environment that it installs the hooks into: once for all tests."""
    return once("pre-commit-home", lambda folder: None)


@pytest.fixture
def pre_commit(hooks: tuple[Path, str], home: Path, tmp_path: Path) -> Run:
    """Runs one hook, or all, over all files of the scratch repository ``tmp_path``."""
    repository, revision = hooks
    git(tmp_path, "init", "--quiet")
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {repository}\n  rev: {revision}\n  hooks:\n  - id: fullgraph-fix\n  - id: fullgraph\n"
    )

    def run(*hook: str) -> subprocess.CompletedProcess[str]:
        git(tmp_path, "add", "--all")
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", *hook, "--all-files", "--color=never"],
            cwd=tmp_path,
            env={**os.environ, "PRE_COMMIT_HOME": str(home)},
            capture_output=True,
            text=True,
        )

    return run


def test_a_file_that_breaks_the_graph_fails_and_a_clean_one_passes(pre_commit: Run, tmp_path: Path) -> None:
    (tmp_path / "clean.py").write_text(CLEAN)
    passed = pre_commit("fullgraph")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "Passed" in passed.stdout

    (tmp_path / "prints.py").write_text(PRINTS)
    failed = pre_commit("fullgraph")
    assert failed.returncode == 1
    assert "prints.py:6:9" in failed.stdout
    assert "FG401" in failed.stdout
    assert "clean.py:" not in failed.stdout

    (tmp_path / "fullgraph.toml").write_text('exclude = ["prints.py"]\n')
    assert pre_commit("fullgraph").returncode == 0, "what is excluded is left out though it is named"


def test_the_fixing_hook_rewrites_what_is_safe_and_fails_where_it_did(pre_commit: Run, tmp_path: Path) -> None:
    file = tmp_path / "branches.py"
    file.write_text(BRANCHES)
    changed = pre_commit("fullgraph-fix")
    assert changed.returncode == 1, "pre-commit fails a hook that changes files"
    assert "files were modified by this hook" in changed.stdout
    assert "torch.where(x.sum() > 0, x + 1, x * 2)" in file.read_text()

    again = pre_commit("fullgraph-fix")
    assert again.returncode == 0, again.stdout + again.stderr


def test_both_hooks_together_print_each_finding_once(pre_commit: Run, tmp_path: Path) -> None:
    """One tells what it fixed, the other what remains."""
    prints = tmp_path / "prints.py"
    prints.write_text(PRINTS)
    (tmp_path / "private.py").write_text(PRIVATE)
    done = pre_commit()
    assert done.returncode == 1
    assert done.stdout.count("FG401") == done.stdout.count("FG807") == 1
    assert "private.py: FG807 " in done.stdout
    assert "prints.py:6:9: FG401" in done.stdout
    assert prints.read_text() == PRINTS, "an unsafe fix is left to the user"

    again = pre_commit("fullgraph-fix")
    assert (again.returncode, "FG401" in again.stdout) == (0, False)
    assert "prints.py:6:9: FG401" in pre_commit("fullgraph").stdout


def test_notebooks_are_checked_and_fixed(pre_commit: Run, tmp_path: Path) -> None:
    file = tmp_path / "branches.ipynb"
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": BRANCHES}
    file.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    failed = pre_commit("fullgraph")
    assert failed.returncode == 1
    assert "branches.ipynb:cell 1:6:8" in failed.stdout

    assert pre_commit("fullgraph-fix").returncode == 1
    assert "torch.where(x.sum() > 0, x + 1, x * 2)" in json.loads(file.read_text())["cells"][0]["source"]
    assert pre_commit("fullgraph").returncode == 0


def test_a_commit_without_python_files_runs_nothing(pre_commit: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("print('x')\n")
    done = pre_commit("fullgraph")
    assert done.returncode == 0
    assert "no files to check" in done.stdout
