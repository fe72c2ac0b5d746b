"""An internal error costs what it is about, and nothing else: the rest of the file is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.lint.interpreter.functions import Functions
from fullgraph.lint.interpreter.objects import Objects
from fullgraph.lint.roots.constructions import Constructions
from fullgraph.lint.roots.roots import Roots

PARTS = "import torch\nfrom torch import nn\n\n\nclass Part(nn.Module):\n    def forward(self, x):\n        return x\n"
TEXT = """\
import torch
from parts import Part
from torch import nn


class Model(nn.Module):
    def __init__(self, part, steps):
        super().__init__()
        self.part = part
        self.steps = steps

    def forward(self, x, flag):
        if flag:
            x = self.part(x)
        return x


@torch.compile
def run(x):
    print(x)
    return x


def main():
    return Model(Part(), 3)
"""
PLACES = [
    (Constructions, "elsewhere"),
    (Constructions, "here"),
    (Objects, "generic"),
    (Roots, "_given_later"),
    (Roots, "_trace_forward"),
    (Roots, "_decorated"),
    (Roots, "_mentions"),
    (Roots, "_unseen"),
    (Roots, "_trace_entry"),
    (Functions, "_inline"),
]


@pytest.mark.parametrize(("owner", "name"), PLACES, ids=[f"{owner.__name__}.{name}" for owner, name in PLACES])
def test_the_rest_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    for file, text in {
        "parts": PARTS,
        "model": TEXT,
        "other": "import torch\n\n\n@torch.compile\ndef f(x):\n    print(x)\n",
    }.items():
        (tmp_path / f"{file}.py").write_text(text)
    original = getattr(owner, name)
    failed = []

    def fails(self, *args, **kwargs):
        if not failed:
            failed.append(args)
            raise RuntimeError("on purpose")
        return original(self, *args, **kwargs)

    monkeypatch.setattr(owner, name, fails)
    result = check([tmp_path / f"{file}.py" for file in ("model", "parts", "other")], Options(scope="all"))
    assert failed
    assert [error for error in result.errors if "on purpose" in error.message]
    assert ("other.py", "FG401") in {(Path(one.filename).name, one.code) for one in result.diagnostics}
