# fix: safe
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        y = h * h.abs().max().item()  # break[default]: FG201
        z = x - x.max().item() + 1  # break[default]: FG201
        top = h.max().item()  # break[default]: FG201
        return y, z, h * top - top, x.masked_fill(x < 0, x.min().item())  # break[default]: FG201


def make():
    return Scale()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([1.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 2.0], [inf, -inf, 1.0], [1e38, 3e38, 1e-45])
    return [(torch.tensor([row], requires_grad=True),) for row in rows]
