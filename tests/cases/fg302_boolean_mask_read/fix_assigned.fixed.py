# fix: safe
import torch
from torch import nn


class Patch(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x) * 2
        other = h + 1
        bad = h < 0
        h = torch.where(bad, other, h)  # break[default]: FG302
        h = torch.where(h > 3, 3 - 0.5 * h, h)  # break[default]: FG302
        return h


def make():
    return Patch()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 2.0], [inf, -inf, 1.0])
    return [(torch.tensor([row], requires_grad=True),) for row in rows] + [(torch.zeros(0, 3),)]
