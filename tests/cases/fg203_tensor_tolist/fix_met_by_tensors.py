# fix: unsafe
import torch
from torch import nn


class Scaled(nn.Module):
    def forward(self, x: torch.Tensor):
        rows = x[:, 0].float() * 2
        top = x * max(rows.tolist()) + torch.tensor(rows.tolist())[:, None]  # break: FG203
        for row in rows.tolist():  # break: FG203
            top = top + row
        return top, [x * part for part in rows.tolist()]  # break: FG203


def make():
    return Scaled()


def inputs():
    inf = float("inf")
    rows = [[1.0, 2.0], [3.0, -4.0]], [[inf, 1.0], [0.0, -1.0]], [[-2.0, 1.0], [0.0, -1.0]]
    return [(torch.tensor(row, requires_grad=True),) for row in rows]
