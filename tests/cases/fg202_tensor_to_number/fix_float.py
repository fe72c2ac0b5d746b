# fix: unsafe
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        low = float(h.min())  # break[default]: FG202
        return h * float(h.mean()) - low, h + low  # break[default]: FG202


def make():
    return Scale()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([1.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 2.0], [inf, 2.0, 1.0])
    return [(torch.tensor([row], requires_grad=True),) for row in rows]
