"""An assertion whose message has the value."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert x.abs().max() < 100, f"too large: {x.abs().max().item():.2f}"
        return self.fc(x)


def make():
    torch.manual_seed(0)
    return Encoder()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),), (torch.full((2, 4), 1e4),)]
