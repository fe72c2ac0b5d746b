import torch
from torch import nn


class Jitter(nn.Module):
    """No form without a branch draws as this does: torch.where always, torch.cond anew in the backward pass."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:  # break: FG101
            y = h + torch.randn_like(h)
        else:
            y = h * 2
        return y


def make():
    return Jitter()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(4)]
