# fix: unsafe
import torch
from torch import nn


class Jitter(nn.Module):
    """``torch.where`` would draw the noise in any case, and every later draw would be another."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        y = torch.cond(h.sum() > 0, lambda: h + torch.randn_like(h), lambda: h * 2)  # break: FG101
        return y


def make():
    return Jitter()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(4)]
