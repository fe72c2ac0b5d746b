"""What `check` takes for a tensor without dimensions has none, and most that have none are found."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.engine.api import check

torch = pytest.importorskip("torch")

_MADE = """
torch.arange(12)
torch.zeros(2, 3, 4, dtype=torch.long)
torch.zeros((2, 3), dtype=torch.long)
torch.randint(0, 3, (4,))
torch.randint(3, (2, 2))
torch.tensor([1, 2, 0])
torch.tensor([[1], [2]])
torch.full((2, 3), 1)
torch.full((), 1)
torch.randperm(6)
torch.eye(3).long()
torch.ones(4).long()
torch.ones_like(torch.arange(3))
torch.linspace(0, 4, 5).round().long()
""".split("\n")[1:-1]

_STEPS = """
E.sum(0)
E.sum(dim=0)
E.sum(-1, keepdim=True)
E.sum((0, 1))
E.sum(dim=[0])
E.sum()
E.prod(0)
E.argmax(dim=0)
E.argmax()
E.amax(dim=0)
E.amin(0, True)
E.max()
E.max(dim=0).values
E.max(0)[1]
E.any(0).long()
E[0]
E[-1]
E[None]
E[:, 0]
E[..., 0]
E[0, 0]
E[1:]
E[:, None]
E[0:1]
E[F]
E[E > 0]
E[torch.tensor(0)]
E[[0, 0]]
E.unsqueeze(0)
E.squeeze()
E.squeeze(0)
E.flatten()
E.flatten(0, 1)
E.ravel()
E.view(-1)
E.reshape(1, -1)
E.reshape(E.shape)
E.t()
E.T
E.transpose(0, 0)
E + 1
E * F
E + E.sum()
torch.add(E, F)
-E
E // 2
E.clamp(0, 1)
torch.clamp(E, min=0)
E.cumsum(0)
E.sort().values
E.argsort()
E.unbind(0)[0]
E.unbind(-1)[0]
E.chunk(2)[0]
E.split(1)[0]
torch.stack([E, E])
torch.cat([E, E])
torch.where(E > 0, E, F)
torch.where(E > 0)[0]
E.nonzero()
E.unique()
torch.bincount(E)
E.repeat(2)
E.repeat_interleave(2)
E.expand(2, -1)
E.expand_as(F)
E.index_select(0, torch.tensor([0]))
E.gather(0, E)
torch.einsum("i->", E)
E.diagonal()
E.masked_fill(E > 0, 1)
E.type_as(F)
E.new_zeros(3)
E.new_zeros((2, 2))
E.new_ones(())
torch.atleast_1d(E)
torch.outer(E, E)
torch.dot(E, E)
E @ E
E.mean(dtype=torch.float32).long()
E.float().norm(dim=0).long()
E.float().std(0).long()
torch.logsumexp(E.float(), 0).long()
next(iter(E))
list(E)[0]
[e for e in E][0]
max(E.unbind(0), key=int)
""".split("\n")[1:-1]


def _expressions(count: int) -> dict[str, Any]:
    """Expressions of integer tensors, with their values."""
    rng = random.Random("ranks")
    found: dict[str, Any] = {}
    while len(found) < count:
        text = rng.choice(_MADE)
        for _ in range(rng.randint(1, 3)):
            step, other = rng.choice(_STEPS), rng.choice(_MADE)
            text = step.replace("E", "\0").replace("F", other).replace("\0", text)
        try:
            value = eval(text, {"torch": torch})
        except Exception:
            continue
        if isinstance(value, torch.Tensor) and value.dtype in (torch.int64, torch.int32):
            found[text] = value
    return found


def test_ranks(tmp_path: Path) -> None:
    found = _expressions(600)
    lines = ["import torch", "from torch import nn", "TABLE = torch.ones(100)"]
    rows = {}
    for number, text in enumerate(found):
        lines += ["@torch.compile", f"def f{number}(x):", f"    i = {text}", "    return x + TABLE[i]"]
        rows[len(lines)] = text
    path = tmp_path / "ranks.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = {one.location.row for one in check([path]).diagnostics if one.code == "FG206" and "TABLE[i]" in one.message}
    wrong = [text for row, text in rows.items() if row in told and found[text].dim() != 0]
    assert not wrong
    scalars = [row for row, text in rows.items() if found[text].dim() == 0]
    assert len(told) > 0.6 * len(scalars), [rows[row] for row in scalars if row not in told][:20]
