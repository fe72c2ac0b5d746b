"""Fixes that are run before they are kept."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from fullgraph.lint.cli import cli
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Edit, Fix, Position
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixResult, Site, fix_paths, write_fixes
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.runtime_check import Limits, Settings
from fullgraph.runtime_check.results import EffectDifference, Run, Verdict
from fullgraph.runtime_check.session.confirmation import confirm, names_with_inputs
from fullgraph.runtime_check.session.holding import new_effects
from fullgraph.runtime_check.target.target import TargetError

QUICK = Settings(backend="eager", device="cpu", bench_seconds=0, limits=Limits(120))

MODEL = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x) * 2  # good: self.layer(x) + self.layer(x)
        x = x * 3  # values: x * 4
        x = torch.relu(x)  # break: torch.relu(x) if not x.isnan().any() else x
        x = self.helper(x)
        return x - 1  # raises: x - torch.ones(3)

    def helper(self, x):
        return x / 4  # good too: x * 0.25


def Net_inputs():
    return (torch.randn(2, 4),)


def other(x):
    return x * 5  # unknown: x * 6
"""


def check(files: Sequence[Path], options: Options) -> CheckResult:
    """Stands for the engine: a comment says what is found in its line, and what to write."""
    found = []
    for path in files:
        source = SourceFile(path, options.sources[path.resolve()])
        for row, line in enumerate(source.lines, 1):
            code, comment, rest = line.rstrip().partition("  # ")
            if not comment:
                continue
            what, _, new = rest.partition(": ")
            start = len(code) - len(code.lstrip()) + 1
            start += len("return ") if code.lstrip().startswith("return ") else len("x = ")
            ends = Position(row, len(line.rstrip()) + 1)
            fix = Fix("another", (Edit(Position(row, start), ends, new),))
            place = Position(row, 1)
            found.append(Diagnostic("FG101", what, what, source.display, place, place, fix=fix))
    return CheckResult(found, files_checked=len(files))


def rewrite(path: Path, without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
    return fix_paths([path], Options(), write=False, check=check, without=without)


@pytest.mark.slow
def test_what_holds_is_kept_and_the_rest_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(MODEL)
    said: list[str] = []
    done = confirm(functools.partial(rewrite, path), QUICK, progress=said.append)
    assert path.read_text() == MODEL  # nothing is written yet

    (file,) = done.result.files
    assert [site.message for site in file.sites] == ["good", "good too", "unknown"]
    assert "self.layer(x) + self.layer(x)" in file.text
    assert "x = x * 3  #" in file.text

    taken = {one.fix.site.message: one.problems[0] for one in done.refused}
    assert taken.keys() == {"values", "break", "raises"}
    assert "off by" in taken["values"]
    assert taken["break"].startswith("breaks: 1 graph break")
    assert "RuntimeError" in taken["raises"]
    assert {one.target for one in done.refused} == {f"{path}:Net"}

    (trial,) = done.trials
    assert trial.functions == [(str(path), "Net.forward"), (str(path), "Net.helper")]
    assert trial.compared.endswith("graph breaks: 0 before, 0 after")
    assert done.unrun == [(str(path), "other")]
    assert said[:2] == [f"{path}:Net: running as it was", f"{path}:Net: running a copy with 5 fixes"]

    write_fixes(done.result)
    assert path.read_text() == file.text


@pytest.mark.slow
def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(MODEL)

    def change(line: str) -> None:
        path.write_text(MODEL.replace("Linear(4, 4)", "Linear(4, 4, bias=False)"))

    done = confirm(functools.partial(rewrite, path), QUICK, progress=change)
    assert not done.result.files
    assert [error.message for error in done.result.errors] == [
        "fixes not written: the file changed on disk while its fixes were verified; run again"
    ]


def test_a_target_that_does_not_run_proves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(MODEL.replace("torch.randn(2, 4)", "torch.randn(2, 5)"))
    done = confirm(functools.partial(rewrite, path), QUICK)
    (trial,) = done.trials
    assert trial.not_run is not None
    assert "RuntimeError" in trial.not_run
    assert len(done.unrun) == 3
    assert not done.refused


def test_a_target_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="is not a target"):
        confirm(functools.partial(rewrite, tmp_path), QUICK, ["nonsense"])


def run_with(status: Literal["pass", "fail", "skipped"], *found: EffectDifference) -> Run:
    return Run(verdicts=[Verdict("effects", status, "")], effects=list(found))


PRINT = EffectDifference("output", "1 line is printed to stdout in eager and not compiled: a")
FLAG = EffectDifference("value", "attribute told is True after a step in eager, False compiled", is_flag=True)
COUNTER = EffectDifference("value", "attribute calls is 1 after a step in eager, 0 compiled")
GAINED = EffectDifference("output", "1 line is printed to stdout compiled and not in eager: a", lost=False)


@pytest.mark.parametrize(
    ("before", "after", "skips", "expected"),
    [
        (run_with("pass"), run_with("fail", PRINT), False, [PRINT]),
        (run_with("pass"), run_with("fail", PRINT, FLAG, COUNTER, GAINED), True, [COUNTER, GAINED]),
        (run_with("fail", PRINT), run_with("fail", PRINT), False, []),
        (run_with("fail", PRINT), run_with("fail", PRINT, COUNTER), False, [COUNTER]),
        (run_with("skipped"), run_with("fail", PRINT), False, []),
        (run_with("fail", PRINT), run_with("pass"), False, []),
    ],
)
def test_side_effects_count_from_the_fix_on(
    before: Run, after: Run, skips: bool, expected: list[EffectDifference]
) -> None:
    assert new_effects(before, after, skips=skips) == [one.text for one in expected]


EFFECTS = """\
import torch


def losing(x):
    if not torch.compiler.is_compiling():
        print("before")
    y = x + 1  # good: 1 + x
    return y * 2  # lost: y * 2 if torch.compiler.is_compiling() else (print("new"), y * 2)[1]


losing_inputs = (torch.ones(3),)
"""


@pytest.mark.slow
def test_a_fix_that_loses_an_effect_is_taken_back_and_what_was_lost_before_is_not_its_fault(tmp_path: Path) -> None:
    path = tmp_path / "losing.py"
    path.write_text(EFFECTS)
    done = confirm(functools.partial(rewrite, path), QUICK)
    (file,) = done.result.files
    assert [site.message for site in file.sites] == ["good"]
    (refused,) = done.refused
    assert refused.fix.site.message == "lost"
    assert refused.problems == ["effects: 1 line is printed to stdout in eager and not compiled: new"]


@pytest.mark.parametrize(
    ("text", "holders", "expected"),
    [
        ("def f(): ...\ndef f_inputs(): ...", [], ["f"]),
        ("class A: ...\nA_inputs = (1,)", [], ["A"]),
        ("class A:\n    fullgraph_inputs = (1,)", [], ["A"]),
        ("class A:\n    def fullgraph_inputs(self): ...", [], ["A"]),
        ("def f(): ...\nf.fullgraph_inputs = 1", [], ["f"]),
        ("def f(): ...\ndef g(): ...\ndef inputs(): ...", ["g", "inputs"], ["g"]),
        ("def f(): ...\nf_inputs: int", [], []),
        ("def f(): ...", ["f"], []),
    ],
)
def test_names_with_inputs(text: str, holders: list[str], expected: list[str]) -> None:
    assert names_with_inputs(ast.parse(text), holders) == expected


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("draws.py").write_text(
        "import random\n\nimport torch\n\n\n@torch.compile\ndef draws(x: torch.Tensor) -> torch.Tensor:\n"
        "    print(1)\n    return x * random.random()\n\n\n"
        "draws_inputs = [(torch.ones(3),), (-torch.ones(3),)]\n"
    )
    result = CliRunner().invoke(cli, ["check", "--fix", "--unsafe-fixes", "--verify", "--torch-version", "2.13"])
    assert result.exit_code == 1
    assert "is_compiling()" in Path("draws.py").read_text()
    assert "random.random()" in Path("draws.py").read_text()
    assert "Verified 1 of 1 rewritten function." in result.output
    assert "draws.py:draws ran draws:" in result.output
    assert "Undid 1 fix, which changed something or raised:" in result.output
    assert "draws.py:9: FG407 in draws: " in result.output


def test_without_inputs_it_says_what_to_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "import torch\n\n\n@torch.compile\ndef says(x: torch.Tensor) -> torch.Tensor:\n    print(1)\n    return x\n"
    Path("says.py").write_text(text)
    result = CliRunner().invoke(cli, ["check", "--fix", "--unsafe-fixes", "--verify", "--torch-version", "2.13"])
    assert "Verified 0 of 1 rewritten function.\nNothing was run" in result.output
    assert "--target names what to run" in result.output
    assert Path("says.py").read_text() == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--verify"], "--verify goes with --fix, --fix-only or --diff"),
        (["--fix", "--verify", "-"], "--verify goes with --fix, --fix-only or --diff"),
        (["--fix", "--target", "x.py:y"], "--target goes with --verify"),
        (["--fix", "--verify", "--target", "nonsense"], "is not a target"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["check", *arguments])
    assert result.exit_code == 1 or result.exit_code == 2
    assert message in str(result.exception) + result.output
