"""Elementwise operators give the strides of their operands, as PyTorch computes them, but for those that are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from fullgraph.lint.torch_data import load
from fullgraph.rules.rewrite.analysis.layout import OWN

FLOATS = (torch.rand(4, 3) * 0.5 + 0.25).t()
MASK = FLOATS > 0.5
WHOLE = torch.randint(1, 5, (4, 3)).t()
ARGUMENTS: tuple[tuple[Any, ...], ...] = (
    *((FLOATS,), (FLOATS, FLOATS), (FLOATS, 0.5), (FLOATS, 0.2, 0.4), (FLOATS, FLOATS, FLOATS)),
    *((FLOATS, MASK, 0.5), (MASK,), (MASK, MASK), (WHOLE,), (WHOLE, WHOLE), (WHOLE, 1), (MASK, FLOATS, FLOATS)),
)


def results(function: Callable[..., object]) -> Iterator[torch.Tensor]:
    for arguments in ARGUMENTS:
        try:
            found = function(*arguments)
        except (TypeError, RuntimeError, ValueError, IndexError):
            continue
        if isinstance(found, torch.Tensor) and found.shape == FLOATS.shape:
            yield found


def test_the_strides_are_those_of_the_operands() -> None:
    data = load()
    tried: set[str] = set()
    others: set[str] = set()
    for full in data.pointwise - data.views:
        name = full.rpartition(".")[2]
        homes = (torch.Tensor, torch, torch.nn.functional)
        for function in (getattr(home, name, None) for home in homes if not name.endswith("_")):
            for found in results(function) if function is not None else ():
                tried.add(name)
                others |= {name} if found.stride() != FLOATS.stride() else set()
    assert len(tried) > 120
    assert others == OWN
