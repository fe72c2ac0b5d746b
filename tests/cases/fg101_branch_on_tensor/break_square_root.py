import torch
from torch import nn


class SafeSqrt(nn.Module):
    """``torch.where`` would give NaN gradients: the square root of a negative is taken too."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if (h > 0).all():  # break: FG101
            y = h.sqrt()
        else:
            y = h * 0.5
        return y + 1


def make():
    return SafeSqrt()


def inputs():
    return [(torch.randn(1, 3) * 2,) for _ in range(8)]
