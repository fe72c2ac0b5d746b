"""A run is in the dtype and the mode that its sweep is about, for the models of libraries and for others."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.runtime_check.process import forked
from fullgraph.sweep.engine import task
from fullgraph.sweep.engine.task import RunSettings
from fullgraph.sweep.rows import Environment, Pass, Planned, RunMode, RunRow

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")

ENVIRONMENT = Environment("here", sys.executable, "", "", {})
TARGETS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(8, 4)
        self.linear = nn.Linear(4, 4)
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))

    def forward(self, tokens, scale):
        if not torch.compiler.is_compiling():
            raise ValueError(f"{tokens.dtype} {scale.dtype} {self.linear.weight.dtype} {self.steps.dtype}")

Net_inputs = [{"tokens": torch.arange(4), "scale": torch.ones(4)}]

class Mode(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        if not torch.compiler.is_compiling():
            raise ValueError(f"training {self.training} with gradients {torch.is_grad_enabled()}")

inputs = [torch.ones(2, 4)]

def made():
    return {"model": nn.Sequential(Mode()), "inputs": [torch.ones(2, 4)]}

def trains(model, x):
    model(x).sum().backward()

def step():
    return {"step": trains, "model": Mode(), "inputs": [torch.ones(2, 4)]}

def innermost(x):
    print(end="")
    return x + 1

def deep(x):
    return innermost(x * 2) * 3

def plain(x):
    if not torch.compiler.is_compiling():
        raise ValueError(x.dtype)

plain_inputs = [{"x": torch.ones(4, dtype=torch.complex64)}]
"""


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("targets")
    (found / "own.py").write_text(TARGETS)
    yield found
    for executable, library in list(task.SERVERS._open):
        task.SERVERS.drop(executable, library)


def run(folder: Path, target: str, mode: RunMode = "eval", dtype: str = "float32", pass_: Pass = "identify") -> RunRow:
    planned = Planned(pass_, target, mode, dtype, "cpu", "here", "", target.partition(":")[0])
    return task.run(planned, ENVIRONMENT, RunSettings(str(folder), 300.0, None))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "float64"])
def test_floating_point_is_in_the_dtype_and_integers_stay(folder: Path, dtype: str) -> None:
    row = run(folder, "own.py:Net", dtype=dtype)
    assert f"ValueError: torch.int64 torch.{dtype} torch.{dtype} torch.int64 at " in (row.message or "")


def test_breaks_are_nested_where_the_sweep_asks_for_it(folder: Path) -> None:
    planned = Planned("identify", "own.py:deep", "eval", "float32", "cpu", "here", "", "own.py")
    settings = RunSettings(str(folder), 300.0, None)
    graphs = [
        task.run(planned, ENVIRONMENT, dataclasses.replace(settings, nested_graph_breaks=nested)).graphs
        for nested in (False, True)
    ]
    assert graphs[0] is not None and graphs[0] > 2
    assert graphs[1] == 2


def test_other_numbers_stay(folder: Path) -> None:
    assert "ValueError: torch.complex64 at " in (run(folder, "own.py:plain", dtype="bfloat16").message or "")


@pytest.mark.parametrize(
    ("target", "mode", "said"),
    [
        ("Mode", "eval", "training False with gradients False"),
        ("Mode", "train", "training True with gradients True"),
        ("made", "eval", "training False with gradients False"),
        ("made", "train", "training True with gradients True"),
        ("step", "train", "training True with gradients True"),
    ],
)
def test_modules_are_in_the_mode(folder: Path, target: str, mode: RunMode, said: str) -> None:
    assert f"ValueError: {said} at " in (run(folder, f"own.py:{target}", mode).message or "")


@pytest.mark.slow
def test_a_model_of_a_library_in_both_modes(folder: Path) -> None:
    evaluated, trained = (run(folder, "hf:BertForMaskedLM", mode) for mode in ("eval", "train"))
    assert (evaluated.failure, trained.failure) == (None, None)
    assert evaluated.step == "forward"
    assert trained.step == "training step (forward, loss and backward)"
    half = run(folder, "hf:BertForMaskedLM", dtype="bfloat16")
    assert half.failure is None
    assert "i64" in half.inputs[0]


def test_check_is_told_of_the_file_that_builds_the_target(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(
        "from torch import nn\n"
        "class Model(nn.Module):\n"
        "    def __init__(self, part):\n"
        "        super().__init__()\n"
        "        self.part = part\n"
        "    def forward(self, x):\n"
        "        return self.part.tell(x)\n"
        "class Part:\n"
        "    def tell(self, x):\n"
        "        print(end='')\n"
        "        return x + 1\n"
    )
    (tmp_path / "built.py").write_text(
        "import torch\n"
        "import parts\n"
        "def net():\n"
        "    return {'model': parts.Model(parts.Part()), 'inputs': [torch.ones(2)]}\n"
    )
    row = run(tmp_path, "built.py:net")
    assert [(Path(one.file).name, one.line, one.predicted_by) for one in row.breaks] == [("parts.py", 10, ["FG401"])]
