"""``action.yml``: valid by GitHub's schema, and its shell steps run as a runner runs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
BROKEN = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    print("doubling")
    return 2 * x
"""

_EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")

Once = Callable[[str, Callable[[Path], None]], Path]
Check = Callable[..., subprocess.CompletedProcess[str]]


def test_github_takes_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def step(name: str) -> dict[str, Any]:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    (found,) = [step for step in action["runs"]["steps"] if step["name"] == name]
    assert "${{" not in found.get("run", ""), "what is put into the script's text is run as such"
    return dict(found)


def run(name: str, cwd: Path, values: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a step's script with its environment; ``values`` are those of the expressions in it."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    known = {f"inputs.{key}": str(one["default"]) for key, one in action["inputs"].items()} | values
    known.setdefault("github.action_path", str(ROOT))
    wanted = step(name)
    given = {key: _EXPRESSION.sub(lambda found: known[found[1]], one) for key, one in wanted["env"].items()}
    bash = shutil.which("bash")
    assert bash is not None
    script = cwd.parent / "step.sh"
    script.write_text(wanted["run"])
    # As GitHub documents `shell: bash`.
    return subprocess.run(
        [bash, "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
        cwd=cwd,
        env={**_outside(), **given, "GITHUB_OUTPUT": str(cwd.parent / "outputs")},
        capture_output=True,
        text=True,
    )


def _outside() -> dict[str, str]:
    """The variables here, less those of a run that the tests are part of, and with no other fullgraph."""
    return {key: one for key, one in os.environ.items() if not key.startswith(("GITHUB_", "PYTHONPATH"))}


@pytest.fixture
def check(source: Path, once: Once, tmp_path: Path) -> Check:
    """Runs the step that checks, in the folder ``repository``, after the one that installs."""

    def fill(folder: Path) -> None:
        values = {"steps.python.outputs.python-path": sys.executable, "github.action_path": str(source)}
        done = run("Install fullgraph", folder, {**values, "runner.temp": str(folder)})
        assert done.returncode == 0, done.stderr

    temporary = once("runner-temp", fill)
    repository = tmp_path / "repository"
    repository.mkdir()

    def check(**inputs: str) -> subprocess.CompletedProcess[str]:
        given = {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        scripts = [path for name in ("bin", "Scripts") for path in (temporary / "fullgraph" / name).glob("python*")]
        (python,) = [path for path in scripts if path.stem == "python"]
        values = {"runner.temp": str(temporary), "steps.install.outputs.python": str(python)}
        return run("Check", repository, {**given, **values})

    return check


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_its_steps_install_and_check(check: Check, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    for name in ("one.py", "two files.py", "$(touch run).py"):
        (repository / name).write_text(BROKEN)
    (repository / "click.py").write_text("raise SystemExit('imported')\n")

    everything = check()
    assert everything.returncode == 1, everything.stderr
    assert everything.stdout.count("::error ") == 3
    assert "::error file=one.py,line=6,endLine=6,col=5,endColumn=22,title=FG401 (print-in-graph)::" in everything.stdout

    chosen = check(paths="two files.py\n\n$(touch run).py\r\n", args="--select FG401\n  --confidence high")
    assert chosen.returncode == 1
    assert chosen.stdout.count("::error ") == 2
    assert not (repository / "run").exists()
    assert check(args="--select FG101").returncode == 0
    assert check(args="--exit-zero").returncode == 0
    assert check(paths="missing.py").returncode == 2
    assert check(paths="--fix").returncode == 2, "a path is no option"
    assert (tmp_path / "outputs").read_text().splitlines()[-1] == "status=2"

    sarif = check(output_format="sarif", output_file="found.sarif", paths="one.py")
    assert sarif.returncode == 1
    assert '"ruleId": "FG401"' in (repository / "found.sarif").read_text()


def test_what_others_make_is_pinned_and_in_an_order_that_keeps_the_token_from_verified_code() -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    used = [step["uses"] for step in steps if "uses" in step]
    assert len(used) == 4
    assert all(re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", one) for one in used), used
    assert steps[-1]["name"] == "Verify"
    assert "TOKEN" not in steps[-1]["env"]
    assert [step["name"] for step in steps if "TOKEN" in step.get("env", {})] == ["Check", "Comment"]
    for step in steps:
        assert "${{" not in step.get("run", "")


def test_every_input_is_used_and_told() -> None:
    text = (ROOT / "action.yml").read_text()
    action = yaml.safe_load(text)
    page = (ROOT / "docs" / "ci.md").read_text()
    for name, one in action["inputs"].items():
        assert f"inputs.{name}" in text.partition("\nruns:")[2], name
        assert one["description"]
        assert f"| `{name}` |" in page, name
