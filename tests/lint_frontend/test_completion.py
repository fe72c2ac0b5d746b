"""What shells complete, asked as their scripts ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran
from fullgraph.lint.registry import codes

Run = Callable[..., Ran]
Complete = Callable[..., list[str]]

PROJECT = """\
[tool.fullgraph.verify]
targets = ["train.py:step"]

[[tool.fullgraph.verify.target]]
name = "captioning"
target = "train.py:captioning"
"""
MODEL = """\
from torch import nn

model = nn.Linear(4, 4)
_hidden = 1


class Net(nn.Module): ...


def make(): ...


def make_inputs(): ...


def inputs(): ...
"""


@pytest.fixture
def complete(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """The values that are offered for the last of some words."""

    def complete(*words: str, shell: str = "fish") -> list[str]:
        monkeypatch.setenv("_FULLGRAPH_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(("fullgraph", *words)))
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
        ran = run()
        monkeypatch.delenv("_FULLGRAPH_COMPLETE")
        assert (ran.status, ran.err) == (0, "")
        if shell == "bash":
            return ran.out.splitlines()
        if shell == "zsh":
            return ran.out.splitlines()[1::3]
        lines = filter(None, ran.out.splitlines())
        return [value for kind, value in (line.partition("\t")[0].split(",", 1) for line in lines) if kind == "plain"]

    return complete


@pytest.fixture
def project(folder: Path) -> Path:
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "model.py").write_text(MODEL)
    return folder


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(run: Run, folder: Path, shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"_FULLGRAPH_COMPLETE={shell}_complete" in ran.out
    if path := shutil.which(shell):
        subprocess.run([path, "-n"], input=ran.out, text=True, check=True)
    assert run("completion", "tcsh").status == 2


def test_commands_and_options(complete: Complete) -> None:
    assert complete("ch") == ["check"]
    assert {"check", "verify", "sweep", "linter", "version", "clean", "completion"} <= set(complete(""))
    assert complete("check", "--show-") == ["--show-fixes", "--show-files"]
    assert {"grouped", "markdown", "azure"} <= set(complete("check", "--output-format", ""))
    assert complete("verify", "--fix-") == [] and "--facts" in complete("verify", "--fa")


@pytest.mark.parametrize("option", ["--select", "--ignore", "--extend-select", "--extend-ignore"])
def test_codes(complete: Complete, option: str) -> None:
    assert complete("check", option, "FG10") == ["FG101", "FG102", "FG103", "FG104"]
    every = complete("check", option, "")
    assert set(codes.by_name().values()) <= set(every) and {"ALL", "FG1", "FG8"} <= set(every)
    assert complete("check", option, "fg61")[0] == "FG610"
    assert complete("check", option, "FG101,FG40") == [f"FG101,FG40{number}" for number in range(1, 10)]
    assert complete("check", option, "print-") == ["print-in-graph"]
    assert complete("check", option, "nonsense") == []


def test_other_values(complete: Complete) -> None:
    assert complete("rule", "FG20")[0] == "FG201"
    assert complete("check", "--assume", "training,float") == [
        "training,float16",
        "training,float32",
        "training,float64",
    ]
    assert complete("check", "--torch-version", "2.1") == [f"2.1{number}" for number in range(6)]
    assert complete("check", "--color", "a") == ["auto", "always"]


def test_paths_are_left_to_the_shell(complete: Complete, project: Path) -> None:
    assert complete("check", "mod", shell="bash") == ["file,mod"]
    assert complete("config", "", shell="bash") == ["file,"]


def test_targets(complete: Complete, project: Path) -> None:
    defined = ["model.py:model", "model.py:Net", "model.py:make"]
    assert complete("verify", "model.py:") == defined
    assert complete("verify", "model.py:N") == ["model.py:Net"]
    assert complete("verify", "mod") == defined
    assert complete("check", "--fix", "--verify", "--target", "model.py:N") == ["model.py:Net"]
    assert complete("verify", "cap") == ["captioning"]
    assert complete("verify", "train") == ["train.py:captioning", "train.py:step"]
    assert complete("verify", "hf") == ["hf:"]
    assert complete("verify", "captioning", "--mode", "") != []
    (project / "other.py").write_text("def other(): ...\n")
    assert complete("verify", "other.py") == ["other.py:other"]
    assert {"model.py", "other.py", "captioning", "hf:", "timm:"} <= set(complete("verify", ""))
    assert complete("sweep", "model.py:m") == ["model.py:model", "model.py:make"]
    (project / "zoo.toml").write_text('targets = ["hf:*"]\n')
    assert "zoo.toml" in complete("sweep", "zo")
    assert "zoo.toml" not in complete("verify", "zo")


def test_targets_of_what_cannot_be_read_are_none(complete: Complete, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.fullgraph.verify]\ntargets = 1\n")
    (project / "wrong.py").write_text("def\n")
    assert complete("verify", "wrong.py:") == []
    assert complete("verify", "missing.py:") == []
    assert complete("verify", "nowhere/") == []


def test_models_of_a_library_are_kept_for_its_version(
    complete: Complete,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    pytest.importorskip("torch")
    was_there = {name: module for name, module in sys.modules.items() if name == "timm"}

    def forget() -> None:
        sys.modules.pop("timm", None)

    request.addfinalizer(lambda: (forget(), sys.modules.update(was_there)))
    library = tmp_path / "site"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def install(version: str, *models: str) -> None:
        """A timm of this version, that says when it is imported."""
        shutil.rmtree(library, ignore_errors=True)
        (library / "timm").mkdir(parents=True)
        (library / "timm" / "__init__.py").write_text(
            f"print('imported')\nopen({str(tmp_path / version)!r}, 'a').write('imported ')\n"
            f"def list_models(): return {list(models)}\n"
        )
        (library / f"timm-{version}.dist-info").mkdir()
        (library / f"timm-{version}.dist-info" / "METADATA").write_text(f"Name: timm\nVersion: {version}\n")
        forget()
        monkeypatch.syspath_prepend(str(library))

    install("98.1", "resnet18", "resnet50", "vit_tiny")
    assert complete("verify", "timm:res") == ["timm:resnet18", "timm:resnet50"]
    assert complete("sweep", "timm:v") == ["timm:vit_tiny"]
    forget()
    assert complete("verify", "timm:x") == []
    assert (tmp_path / "98.1").read_text() == "imported "
    install("98.2", "resnet18", "resnet101")
    assert complete("verify", "timm:", shell="zsh") == ["timm:resnet18", "timm:resnet101"]
    assert (tmp_path / "98.2").read_text() == "imported "

    install("98.3")
    (library / "timm" / "__init__.py").write_text("raise RuntimeError('broken')\n")
    assert complete("verify", "timm:") == []


def test_bash_parts_words_at_colons_and_equals_signs(complete: Complete, project: Path) -> None:
    """``model.py:N`` are three of its words, of which the last one is replaced."""
    assert complete("verify", "model.py", ":", "N", shell="bash") == ["plain,Net"]
    assert complete("verify", "model.py", ":", shell="bash") == ["plain,model", "plain,Net", "plain,make"]
    assert complete("verify", "mod", shell="bash")[1] == "plain,model.py:Net"
    assert complete("check", "--select", "=", "FG10", shell="bash")[0] == "plain,FG101"
    assert complete("verify", "model.py:N", shell="zsh") == ["model.py:Net"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_replace_the_whole_word(complete: Complete, shell: str) -> None:
    assert complete("check", "--select=FG10", shell=shell)[0] == "--select=FG101"
    assert complete("check", "--color=al", shell=shell) == ["--color=always"]
    assert complete("check", "--select", "FG10", shell=shell)[0] == "FG101"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_itself(project: Path) -> None:
    (project / "check_me.py").write_text(BREAKS)
    script = (
        'eval "$("$PYTHON" -m fullgraph completion bash)"; fullgraph() { "$PYTHON" -m fullgraph "$@"; }\n'
        'export PROG="$PYTHON"; COMP_WORDS=(fullgraph verify model.py : N); COMP_CWORD=4\n'
        '_fullgraph_completion "$PWD/fullgraph"; echo "${COMPREPLY[@]}"\n'
    )
    (project / "fullgraph").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fullgraph "$@"\n')
    (project / "fullgraph").chmod(0o755)
    done = subprocess.run(
        ["bash", "--norc", "-c", f'PYTHON="{sys.executable}"\n{script}'], cwd=project, capture_output=True, text=True
    )
    assert done.stdout == "Net\n", done.stderr
