# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Losses(nn.Module):
    def __init__(self):
        super().__init__()
        self.smooth = nn.SmoothL1Loss(beta=0.5)

    def forward(self, x: torch.Tensor, y: torch.Tensor, mask: torch.BoolTensor):
        picked = x[mask]  # break[default]: FG302
        target = y[mask]  # break[default]: FG302
        total = F.mse_loss(picked, target.float(), reduction="sum") + self.smooth(picked, target)
        loss_fct = nn.BCEWithLogitsLoss()
        return total, loss_fct(x[mask], y[mask].float())  # break[default]: FG302


def make():
    return Losses()


def inputs():
    nan, inf = float("nan"), float("inf")
    masks = torch.tensor([[True, False, True], [False, True, False]]), torch.zeros(2, 3, dtype=torch.bool)
    rows = ([1.0, nan, 3.0], [inf, 0.5, -2.0]), ([0.0, 1.0, -1.0], [4.0, -0.5, 2.0]), ([nan, 1.0, 1.0], [2.0, 3.0, 1.0])
    return [
        (torch.tensor(row, requires_grad=True), torch.tensor(row) * 0.5 - 1, mask) for row in rows for mask in masks
    ]
