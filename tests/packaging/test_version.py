"""The version is that of the tag, wherever the files come from."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
FALLBACK = "0.1.dev0"

Once = Callable[[str, Callable[[Path], None]], Path]


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_the_fallback_is_ahead_of_what_is_released() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools_scm"]
    assert settings["fallback_version"] == FALLBACK
    assert f'__version__ = "{FALLBACK}"' in (ROOT / "lint" / "_top" / "__init__.py").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+)\.(\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    ahead = tuple(map(int, FALLBACK.split(".")[:2]))
    assert all(tuple(map(int, one)) < ahead for one in released), "the fallback is that of a version that is released"


@pytest.fixture(scope="session")
def python_path(once: Once) -> Path:
    def fill(folder: Path) -> None:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "--target", str(folder), "setuptools-scm>=8.1"], check=True, capture_output=True)

    return once("setuptools-scm", fill)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the files that decide about the version."""
    folder = tmp_path / "repository"
    (folder / "lint" / "_top").mkdir(parents=True)
    for name in ("pyproject.toml", ".gitattributes", ".git_archival.txt", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return folder


@pytest.mark.slow
def test_it_is_that_of_the_tag(python_path: Path, repository: Path, tmp_path: Path) -> None:
    def version(folder: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "setuptools_scm", "--force-write-version-files"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(python_path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        said = done.stdout.strip().splitlines()[-1]
        written = (folder / "lint" / "_top" / "_version.py").read_text(encoding="utf-8")
        assert written.endswith(f'\n__version__ = "{said}"\n')
        return said

    def archive(name: str) -> Path:
        """The files as a host hands out an archive of them."""
        folder, packed = tmp_path / name, tmp_path / f"{name}.tar"
        git(repository, "archive", "--output", str(packed), "HEAD")
        shutil.unpack_archive(packed, folder)
        (folder / "lint" / "_top").mkdir(parents=True)
        return folder

    assert re.fullmatch(r"0\.1\.dev1\+g[0-9a-f]+", version(repository)), "no tag yet"
    assert re.fullmatch(r"0\.1\.dev0\+g[0-9a-f]+|0\.0.*", version(archive("untagged"))), "no tag yet"
    git(repository, "tag", "not-a-version")
    git(repository, "tag", "--annotate", "v0.2.0", "--message", "0.2.0")
    assert version(repository) == "0.2.0"
    assert version(archive("tagged")) == "0.2.0"
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "more")
    assert re.fullmatch(r"0\.2\.1\.dev1\+g[0-9a-f]+", version(repository))
    assert re.fullmatch(r"0\.2\.1\.dev1\+g[0-9a-f]+", version(archive("later")))
    shutil.rmtree(repository / ".git")
    (repository / ".git_archival.txt").unlink()
    assert version(repository) == FALLBACK
