# fix: unsafe
import torch
from torch import nn


class Residual(nn.Module):
    """Stochastic depth: in training a block is left out at random."""

    def __init__(self, rate: float = 0.5):
        super().__init__()
        self.block = nn.Linear(3, 3)
        self.rate = rate

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            # break: FG101
            return torch.cond(
                torch.rand(1) < self.rate,
                lambda: x.clone(),
                lambda: x + self.block(x),
            )

        return x + self.block(x)


def make():
    return Residual()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)]
