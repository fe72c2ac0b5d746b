"""How grave a finding is, alike in every format that has a word for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from frontend import Ran
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Position
from fullgraph.lint.registry import codes
from fullgraph.lint.registry.severity import severity_of, severity_of_rule

Run = Callable[..., Ran]

BREAK = Diagnostic("FG401", "print-in-graph", "print breaks the graph", "a.py", Position(1, 1), Position(1, 2))


@pytest.mark.parametrize(
    ("one", "severity"),
    [
        (BREAK, "error"),
        (replace(BREAK, confidence="medium"), "error"),
        (replace(BREAK, modes=("fullgraph",)), "error"),
        (replace(BREAK, modes=("default",)), "warning"),
        (replace(BREAK, modes=("default",), raises=True), "error"),
        (replace(BREAK, confidence="low"), "note"),
        (replace(BREAK, code="FG610"), "error"),  # wrong gradients
        (replace(BREAK, code="FG701"), "warning"),  # recompiles
        (replace(BREAK, code="FG806"), "warning"),  # a slow backend
        (replace(BREAK, code="FG802"), "error"),  # fullgraph=True fails
        (replace(BREAK, code="FG803"), "error"),  # torch.compile raises
    ],
)
def test_what_fails_or_is_wrong_is_an_error_and_what_is_slow_a_warning(one: Diagnostic, severity: str) -> None:
    assert severity_of(one) == severity


def test_every_rule_has_a_severity() -> None:
    found = {code: severity_of_rule(code) for code in codes.by_name().values()}
    warnings = {code for code, severity in found.items() if severity == "warning"}
    assert {code[:3] for code in warnings} == {"FG7", "FG8"}
    assert set(found.values()) == {"error", "warning"}


MODEL = """\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print("here")
        return x[x > 0]


net = torch.compile(Net(), backend="eager")
net(torch.ones(4))
"""
EXPECTED = {"FG401": "error", "FG302": "warning", "FG806": "warning"}
"""``fullgraph=True`` captures the mask; the backend is slow."""


def test_every_format_says_the_same(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL)

    def report(form: str) -> str:
        return run("check", "--output-format", form).out

    assert {one["code"]: one["severity"] for one in json.loads(report("json"))} == EXPECTED
    (log,) = json.loads(report("sarif"))["runs"]
    assert {one["ruleId"]: one["level"] for one in log["results"]} == EXPECTED
    usual = {one["id"]: one["defaultConfiguration"]["level"] for one in log["tool"]["driver"]["rules"]}
    assert usual == {**EXPECTED, "FG302": "error"}
    levels = {one["properties"]["problem.severity"] for one in log["tool"]["driver"]["rules"]}
    assert levels == {"error", "warning"}
    grades = {"error": "major", "warning": "minor"}
    assert {one["check_name"]: one["severity"] for one in json.loads(report("gitlab"))} == {
        code: grades[severity] for code, severity in EXPECTED.items()
    }
    commands = re.findall(r"^::(\w+) .*title=(FG\d+)", report("github"), re.M)
    assert {code: command for command, code in commands} == EXPECTED


def test_the_rules_as_json_have_it(run: Run, folder: Path) -> None:
    assert json.loads(run("rule", "FG401", "--output-format", "json").out)["severity"] == "error"
    assert json.loads(run("rule", "FG701", "--output-format", "json").out)["severity"] == "warning"
