# fix: unsafe
import torch
from torch import nn


class Limited(nn.Module):
    """A bound that is NaN bounds nothing before torch 2.13, and makes all elements NaN since."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        return h.clamp(max=h.mean().item())  # break[default]: FG201


def make():
    return Limited()


def inputs():
    return [(torch.tensor([row], requires_grad=True),) for row in ([1.0, -2.0, 3.0], [0.0, 0.0, -0.0])]
