# fix: unsafe
import torch
from torch import nn


class Blocks(nn.Module):
    """The message keeps the number of the block, which is known while tracing."""

    def __init__(self, depth: int = 3):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(4, 4) for _ in range(depth))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for i, block in enumerate(self.blocks):
            x = block(x)
            assert torch.isfinite(x).all(), f"NaN after block {i}"  # break: FG104
        return x


def make():
    return Blocks()


def inputs():
    return [(torch.randn(2, 4),)]
