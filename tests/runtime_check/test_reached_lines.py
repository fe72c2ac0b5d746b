"""Which files count as reached: those below the roots, and those of the packages that are followed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.runtime_check.step.reached_lines import _Wanted

NAMES = ("reached_package", "reached_namespace", "reached_file")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a package, a namespace package and a module of one file, all three imported."""
    for name, file in (("reached_package", "__init__.py"), ("reached_namespace", "layers.py")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text("")
    (tmp_path / "reached_file.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for name in NAMES:
        importlib.import_module(name)
    yield tmp_path
    for name in NAMES:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("package", "file"),
    [
        ("reached_package", "reached_package/__init__.py"),
        ("reached_package", "reached_package/below/layers.py"),
        ("reached_namespace", "reached_namespace/layers.py"),
        ("reached_file", "reached_file.py"),
    ],
)
def test_files_of_followed_packages(installed: Path, package: str, file: str) -> None:
    assert _Wanted([], [package]).file(str(installed / file))
    others = [name for name in NAMES if name != package]
    assert not _Wanted([], others).file(str(installed / file))
