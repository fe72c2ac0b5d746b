"""Suppression comments that silence nothing: which are told, and that --fix takes out those alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran

Run = Callable[..., Ran]

HEAD = "import torch\n\n\n"


def told(run: Run, source: str, *arguments: str) -> list[str]:
    Path("model.py").write_text(source)
    ran = run("check", "--exit-zero", "--output-format", "concise", *arguments)
    assert ran.status == 0
    return [line.removeprefix("model.py:") for line in ran.err.splitlines()]


def compiled(line: str, head: str = "def f(x: torch.Tensor) -> torch.Tensor:") -> str:
    return f"{HEAD}@torch.compile\n{head}\n    {line}\n    return x\n"


@pytest.mark.parametrize(
    "line",
    [
        "print(x)  # fullgraph: ignore[FG401]",
        "print(x)  # fullgraph: ignore[FG4]",
        "print(x)  # fullgraph: ignore",
        "print(x)  # noqa: FG401",
        "x = x + 1  # noqa",
        "x = x + 1  # noqa: E501",
        "x = x + 1  # fullgraph: ignore[FG999]",
        "n = x.sum().item()  # fullgraph: ignore[FG201]",
    ],
)
def test_what_silences_something_or_is_not_ours_is_left(run: Run, folder: Path, line: str) -> None:
    assert not [one for one in told(run, compiled(line)) if "silences nothing here" in one]
    assert not [one for one in told(run, compiled(line), "--mode", "fullgraph", "--select", "FG1") if "here" in one]


@pytest.mark.parametrize(
    ("line", "what", "fixed"),
    [
        ("x = x + 1  # fullgraph: ignore[FG401]", '"# fullgraph: ignore[FG401]"', "x = x + 1"),
        ("x = x + 1  # fullgraph: ignore", '"# fullgraph: ignore"', "x = x + 1"),
        ("x = x + 1  # noqa: FG401", '"# noqa: FG401"', "x = x + 1"),
        ("x = x + 1  # noqa: FG401, E501", 'FG401 in "# noqa: FG401, E501"', "x = x + 1  # noqa: E501"),
        (
            "print(x)  # fullgraph: ignore[FG101,FG401]",
            'FG101 in "# fullgraph: ignore[FG101,FG401]"',
            "print(x)  # fullgraph: ignore[FG401]",
        ),
        (
            "x = x + 1  # fullgraph: ignore[FG401] it was a print",
            '"# fullgraph: ignore[FG401]"',
            "x = x + 1  # it was a print",
        ),
        ("x = x + 1  # add  # fullgraph: ignore[FG401]", '"# fullgraph: ignore[FG401]"', "x = x + 1  # add"),
    ],
)
def test_what_silences_nothing_is_told_and_removed(run: Run, folder: Path, line: str, what: str, fixed: str) -> None:
    assert told(run, compiled(line)) == [f"6: warning: {what} silences nothing here; --fix removes it"]
    ran = run("check", "--fix", "--exit-zero")
    assert Path("model.py").read_text() == compiled(fixed)
    assert "Removed 1 comment that silenced nothing." in ran.out
    assert told(run, compiled(fixed)) == []


def test_above_a_function_and_for_a_file(run: Run, folder: Path) -> None:
    head = "def f(x: torch.Tensor) -> torch.Tensor:  # fullgraph: ignore[FG401]"
    assert told(run, compiled("print(x)", head)) == []
    assert len(told(run, compiled("x = x + 1", head))) == 1
    whole = "# fullgraph: ignore-file[FG4]\n"
    assert told(run, whole + compiled("print(x)")) == []
    assert len(told(run, whole + compiled("x = x + 1"))) == 1
    assert run("check", "--fix").status == 0
    assert Path("model.py").read_text() == compiled("x = x + 1")


def test_what_no_root_leads_to_is_not_judged(run: Run, folder: Path) -> None:
    helper = HEAD + "def helper(x):\n    print(x)  # fullgraph: ignore[FG401]\n    return x\n"
    assert told(run, helper) == []
    assert told(run, helper.replace("print(x)", "x = x + 1")) == []
    called = helper.replace("print(x)", "x = x + 1") + "\n\n@torch.compile\ndef f(x):\n    return helper(x)\n"
    assert len(told(run, called)) == 1


def test_rules_about_the_code_around(run: Run, folder: Path) -> None:
    source = HEAD + "def f(x):\n    return x + 1\n\n\n{}  # fullgraph: ignore[FG801]\n"
    assert told(run, source.format("torch.compile(f)")) == []
    assert len(told(run, source.format("f = torch.compile(f)"))) == 1


def test_in_a_notebook(run: Run, folder: Path) -> None:
    source = compiled("x = x + 1  # fullgraph: ignore[FG401]").splitlines(True)
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
    path = folder / "book.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert run("check").err.startswith("book.ipynb:cell 1:6: warning: ")
    assert run("check", "--fix").status == 0
    assert "".join(json.loads(path.read_text())["cells"][0]["source"]) == compiled("x = x + 1")


def test_a_diff_shows_it_and_writes_nothing(run: Run, folder: Path) -> None:
    source = compiled("x = x + 1  # fullgraph: ignore[FG401]")
    Path("model.py").write_text(source)
    ran = run("check", "--diff")
    assert "-    x = x + 1  # fullgraph: ignore[FG401]\n+    x = x + 1\n" in ran.out
    assert Path("model.py").read_text() == source


def test_a_fix_that_makes_a_comment_needless_takes_it_along(run: Run, breaks: Path) -> None:
    breaks.write_text(BREAKS.replace("    return", "    x = x + 1  # fullgraph: ignore[FG401]\n    return"))
    assert run("check", "--fix", "--unsafe-fixes").status == 0
    assert "fullgraph: ignore" not in breaks.read_text() and "is_compiling" in breaks.read_text()
