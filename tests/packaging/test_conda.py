"""The recipe for conda says what pyproject.toml says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
RECIPE = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
NAMES = {"torch": "pytorch"}
"""What conda-forge calls a package that PyPI calls otherwise."""


def output(name: str) -> dict[str, Any]:
    (found,) = [one for one in RECIPE["outputs"] if one["package"]["name"] == name]
    return dict(found)


def wanted(requirements: Iterable[str]) -> dict[str, str]:
    """Names and bounds of requirements of pip; what one Python alone needs, a package for all of them has to need."""
    found = {}
    for one in requirements:
        name, bound = re.match(r"([\w-]+)(.*?)(?:;|$)", one).groups()  # type: ignore[union-attr]
        found[NAMES.get(name, name)] = bound.strip()
    return found


def listed(requirements: Iterable[str]) -> dict[str, str]:
    """Those of the recipe, less Python, pip and what it builds itself."""
    plain = [one for one in requirements if not one.startswith("${{")]
    found = dict(one.partition(" ")[::2] for one in plain)
    return {name: bound for name, bound in found.items() if name not in ("python", "pip")}


def test_it_needs_what_the_package_needs() -> None:
    package = output("fullgraph")["requirements"]
    assert listed(package["run"]) == wanted(PROJECT["dependencies"])
    assert listed(package["host"]) == wanted(PYPROJECT["build-system"]["requires"])
    extra = output("fullgraph-verify")["requirements"]["run"]
    assert listed(extra) == wanted(PROJECT["optional-dependencies"]["verify"])


def test_it_says_of_the_package_what_the_package_says() -> None:
    assert f">={RECIPE['context']['python_min']}" == PROJECT["requires-python"]
    about = RECIPE["about"]
    assert (about["summary"], about["license"]) == (PROJECT["description"], PROJECT["license"])
    assert (ROOT / about["license_file"]).exists()
    points = [f"{name} = {where}" for name, where in PROJECT["scripts"].items()]
    assert output("fullgraph")["build"]["python"]["entry_points"] == points


@pytest.mark.parametrize("name", ["fullgraph", "fullgraph-verify"])
def test_what_it_tests_is_there(name: str) -> None:
    from fullgraph.lint.cli import cli

    scripts = [line for test in output(name)["tests"] for line in test.get("script", ())]
    assert scripts
    assert all(line.split()[1] in cli.commands for line in scripts)


RENDER = """\
import sys
from rattler_build import Stage0Recipe

for variant in Stage0Recipe.from_file(sys.argv[1]).render():
    print(variant.recipe.package.name, variant.recipe.package.version)
"""


@pytest.mark.slow
def test_rattler_build_reads_it(tmp_path: Path) -> None:
    install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(tmp_path)]
    done = subprocess.run([*install, "py-rattler-build>=0.70"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"pip cannot install py-rattler-build: {done.stderr.strip().splitlines()[-1]}")
    done = subprocess.run(
        [sys.executable, "-c", RENDER, ROOT / "conda" / "recipe.yaml"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    version = RECIPE["context"]["version"]
    assert done.stdout == f"fullgraph {version}\nfullgraph-verify {version}\n", done.stderr
