"""A rule goes by its name wherever it goes by its code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran
from fullgraph.lint.registry import codes
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.server import settings as server_settings

Run = Callable[..., Ran]

BOTH = BREAKS.replace("    return", "    if x.sum() > 0:\n        x = x + 1.0\n    return")
"""FG401 print-in-graph at 6:5, FG101 branch-on-tensor at 7:8."""


def found(run: Run, *options: str) -> set[str]:
    """The rules that are reported of the current folder."""
    ran = run("check", "--output-format", "concise", "--quiet", "--no-cache", *options)
    assert ran.err == ""
    return {line.split()[1] for line in ran.out.splitlines()}


@pytest.fixture
def both(folder: Path) -> Path:
    path = folder / "model.py"
    path.write_text(BOTH)
    return path


def test_names_and_codes_are_those_of_the_rules() -> None:
    assert codes.by_name() == {rule.name: rule.code for rule in load_rules()}
    assert codes.code_of("print-in-graph") == codes.code_of("fg401") == "FG401"
    assert (codes.code_of("fg4"), codes.code_of("print"), codes.code_of("")) == ("FG4", None, None)


@pytest.mark.parametrize(
    ("options", "codes_left"),
    [
        (["--select", "print-in-graph"], {"FG401"}),
        (["--select", "Print-In-Graph,FG101"], {"FG401", "FG101"}),
        (["--select", "FG3", "--extend-select", "branch-on-tensor"], {"FG101"}),
        (["--ignore", "print-in-graph"], {"FG101"}),
    ],
)
def test_on_the_command_line(run: Run, both: Path, options: list[str], codes_left: set[str]) -> None:
    assert found(run, *options) == codes_left


@pytest.mark.parametrize(
    ("settings", "codes_left"),
    [
        ('select = ["print-in-graph"]', {"FG401"}),
        ('select = ["FG3"]\nextend-select = ["branch-on-tensor"]', {"FG101"}),
        ('ignore = ["print-in-graph"]', {"FG101"}),
        ('per-file-ignores = { "model.py" = ["print-in-graph"] }', {"FG101"}),
    ],
)
def test_in_settings(run: Run, both: Path, settings: str, codes_left: set[str]) -> None:
    Path("fullgraph.toml").write_text(settings)
    assert found(run) == codes_left


@pytest.mark.parametrize("settings", ['fixable = ["branch-on-tensor"]', 'unfixable = ["print-in-graph"]'])
def test_of_what_may_be_fixed(run: Run, both: Path, settings: str) -> None:
    Path("fullgraph.toml").write_text(settings)
    run("check", "--fix", "--unsafe-fixes", "--no-cache")
    assert "torch.where" in both.read_text()
    assert "is_compiling" not in both.read_text()


@pytest.mark.parametrize(
    "comment",
    [
        "# fullgraph: ignore[print-in-graph]",
        "# fullgraph: ignore[FG205, Print-In-Graph]",
        "# fullgraph: ignore[print-in-graph] it is only a demo",
    ],
)
def test_in_comments(run: Run, both: Path, comment: str) -> None:
    both.write_text(BOTH.replace('print("doubling")', f'print("doubling")  {comment}'))
    ran = run("check", "--output-format", "concise", "--quiet", "--no-cache")
    assert "FG401" not in ran.out
    assert "FG101" in ran.out
    both.write_text(f"# fullgraph: ignore-file[print-in-graph]\n{BOTH}")
    assert found(run) == {"FG101"}


def test_a_name_that_silences_nothing_is_told_and_removed(run: Run, both: Path) -> None:
    comment = "# fullgraph: ignore[tensor-item, print-in-graph]"
    both.write_text(BOTH.replace('print("doubling")', f'print("doubling")  {comment}'))
    ran = run("check", "--no-cache")
    assert ran.err == f'model.py:6: warning: tensor-item in "{comment}" silences nothing here; --fix removes it\n'
    run("check", "--fix", "--no-cache")
    assert "# fullgraph: ignore[print-in-graph]\n" in both.read_text()


def test_a_name_that_there_is_not_is_one_line(run: Run, both: Path) -> None:
    meant = "did you mean print-in-graph, warning-in-graph, logging-in-graph?"
    said = f"error: unknown rule print-in-grph in --select; {meant}\n"
    assert run("check", "--select", "print-in-grph") == Ran(2, "", said)
    Path("fullgraph.toml").write_text('ignore = ["print-in-grph"]')
    ran = run("check")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"fullgraph.toml: ignore has the unknown rule print-in-grph; {meant}\n")


def test_a_page_is_found_by_name(run: Run) -> None:
    assert run("rule", "print-in-graph") == run("rule", "FG401") == run("rule", "fg401")
    assert run("rule", "print-in-graph").out.startswith("# print-in-graph (FG401)")


def test_an_editor_sends_names() -> None:
    settings, problems = server_settings.parse({"select": ["print-in-graph", "FG1"]}, server_settings.Settings())
    assert (settings.options, problems) == ({"select": ("FG401", "FG1")}, [])
