# fix: unsafe
import torch
from torch import nn


class Blocks(nn.Module):
    """The message keeps the number of the block, which is known while tracing, and names what is data."""

    def __init__(self, depth: int = 3):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(4, 4) for _ in range(depth))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for i, block in enumerate(self.blocks):
            x = block(x)
            if not torch.isfinite(x).all():  # break: FG101
                raise ValueError(f"block {i} gives {x.max()}")
        return x


def make():
    return Blocks()


def inputs():
    return [(torch.randn(2, 4),)]


def raising():
    return [(torch.full((2, 4), float("nan")),)]
