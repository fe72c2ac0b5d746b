"""Generated programs: safe fixes change nothing that can be seen of them, and what differs is seen."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from benchmarks.fix_fuzz.__main__ import main
from benchmarks.fix_fuzz.observe import differences, observe
from benchmarks.fix_fuzz.programs import Program

PROGRAM = """
import torch
from torch import nn

KEPT = None

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x):
        global KEPT
        {body}

def make():
    return Model()

def inputs():
    return [(torch.arange(3.0).requires_grad_() * 1,)]
"""


def test_a_seed_names_one_program_and_all_are_python() -> None:
    texts = [Program(seed).text() for seed in range(200)]
    assert texts == [Program(seed).text() for seed in range(200)]
    assert len(set(texts)) == len(texts)
    for text in texts:
        ast.parse(text)
    assert any("torch.float16" in text for text in texts) and any("global KEPT" in text for text in texts)


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("return x * 2", "return x * 3", "values of result 0"),
        ("return x * 2", "return (x * 2).double()", "dtype of result 0"),
        ("return x * 2", "return (x * 2).detach()", "history of result 0"),
        ("return x * 2", "return x.detach() * 2 + x - x", "gradient of input 0 0"),
        ("return x", "return x.clone()", "memory 0"),
        ("return x.view(3)", "return x", "memory 0"),
        ("return x + 1", "x.add_(1); return x + 0", "values of input 0 0"),
        ("return x * 2", "self.mean += 1; return x * 2", "values of state mean 0"),
        ("return x * 2", "self.count += 1; return x * 2", "value of attribute count 0"),
        ("return x * 2", "KEPT = x; return x * 2", "memory 0"),
        ("return x * 2", "print('here'); return x * 2", "printed 0"),
        ("return x * 2", "torch.rand(1); return x * 2", "torch's generator 0"),
        ("raise ValueError('a')", "raise ValueError('b')", "exception 0"),
        ("return x, x", "return [x, x]", "value of kind of result 0"),
    ],
)
def test_what_differs_is_seen(tmp_path: Path, before: str, after: str, what: str) -> None:
    seen = []
    for name, body in (("before", before), ("after", after)):
        path = tmp_path / f"{name}.py"
        path.write_text(PROGRAM.format(body=body))
        assert differences(observe(path), observe(path)) == []
        seen.append(observe(path))
    assert f"{what} (input 0)" in differences(*seen)


def test_safe_fixes_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.json"
    arguments = ["--programs", "120", "--seed", "2991", "--output-file", str(output)]
    assert main([*arguments, "--folder", str(tmp_path / "programs")]) == 0, capsys.readouterr().out
    found = json.loads(output.read_text())
    assert found["changed"] >= 4 and found["differing"] == {}
