"""Fetching: only the pinned wheel is unpacked, nothing is installed, and a failure costs one package."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.accuracy import fetch
from benchmarks.accuracy.measured import Package

FILES = {
    "pkg/__init__.py": "x = 1\n",
    "pkg/native.so": "binary",
    "pkg-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: pkg\nVersion: 1.0\nRequires-Dist: nowhere\n",
    "pkg-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nTag: cp311-cp311-manylinux_2_28_x86_64\n",
    "pkg-1.0.dist-info/RECORD": "",
}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A wheel of another platform and, perhaps, another Python."""
    path = tmp_path / "wheels" / "pkg-1.0-cp311-cp311-manylinux_2_28_x86_64.whl"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    return path


@pytest.fixture
def package(wheel: Path) -> Package:
    return Package("pkg", "1.0", "cases", "pkg", wheel.name, hashlib.sha256(wheel.read_bytes()).hexdigest())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "unpacked"


@pytest.fixture
def downloads(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Copies the wheel in place of a download, and notes what was asked for."""
    asked: list[str] = []

    def download(package: Package, folder: Path) -> Path:
        asked.append(package.label)
        shutil.copy(wheel, folder)
        return folder / wheel.name

    monkeypatch.setattr(fetch, "download", download)
    return asked


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_pip_brings_the_wheel_of_another_platform(
    wheel: Path, package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    got = fetch.download(package, tmp_path / "here")
    assert got == tmp_path / "here" / wheel.name
    assert got.read_bytes() == wheel.read_bytes()

    with pytest.raises(fetch.FetchError, match=r"No matching distribution found for pkg==2\.0"):
        fetch.download(replace(package, version="2.0"), tmp_path / "here")


def test_only_python_files_are_unpacked_into_the_folder_of_the_release(
    package: Package, root: Path, downloads: list[str]
) -> None:
    labels: list[str] = []
    assert fetch.fetch([package], root, 1, labels.append) == {}
    assert labels == ["pkg 1.0"]
    marker = f"cases/pkg-1.0/.unpacked/{package.wheel}.{package.sha256}"
    assert files_below(root) == [marker, "cases/pkg-1.0/pkg/__init__.py"]


def test_what_is_there_is_not_fetched_again(package: Package, root: Path, downloads: list[str]) -> None:
    for _ in range(2):
        assert fetch.fetch([package], root, 1, lambda label: None) == {}
    assert downloads == ["pkg 1.0"]


def test_a_wheel_with_another_hash_is_refused(package: Package, root: Path, downloads: list[str]) -> None:
    wrong = replace(package, sha256="0" * 64)
    failed = fetch.fetch([wrong], root, 1, lambda label: None)
    assert list(failed) == [wrong]
    assert "is not the pinned file" in failed[wrong]
    assert "0" * 64 in failed[wrong]
    assert not list(root.rglob("*.py"))

    assert fetch.fetch([package], root, 1, lambda label: None) == {}, "a later run tries again"


def test_one_that_fails_does_not_stop_the_others(package: Package, root: Path, downloads: list[str]) -> None:
    zoo = replace(package, data="zoo")
    failed = fetch.fetch([replace(package, sha256="0" * 64), zoo], root, 2, lambda label: None)
    assert [one.data for one in failed] == ["cases"]
    assert (root / "zoo" / "pkg" / "__init__.py").exists()


def test_files_of_what_is_no_longer_pinned_are_removed(package: Package, root: Path, downloads: list[str]) -> None:
    fetch.fetch([package], root, 1, lambda label: None)
    stale = root / package.folder / "pkg" / "stale.py"
    stale.touch()
    fetch.fetch([package], root, 1, lambda label: None)
    assert stale.exists()
    fetch.fetch([replace(package, sha256="0" * 64)], root, 1, lambda label: None)
    assert not stale.exists()


def test_a_wheel_cannot_write_outside_of_its_folder(wheel: Path, package: Package, root: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("../../outside.py", "")
    pinned = replace(package, sha256=hashlib.sha256(wheel.read_bytes()).hexdigest())
    fetch.unpack(wheel, pinned, root / "inner" / "most")
    assert [path.relative_to(root / "inner" / "most").parts[0] for path in root.rglob("outside.py")] == ["outside.py"]
