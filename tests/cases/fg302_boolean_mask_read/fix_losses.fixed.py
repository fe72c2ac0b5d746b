# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Losses(nn.Module):
    def __init__(self):
        super().__init__()
        self.smooth = nn.SmoothL1Loss(beta=0.5)

    def forward(self, x: torch.Tensor, y: torch.Tensor, mask: torch.BoolTensor):
        picked = torch.where(mask.expand_as(x), x, 0)  # break[default]: FG302
        target = torch.where(mask.expand_as(y), y, 0)  # break[default]: FG302
        total = F.mse_loss(picked, target.float(), reduction="sum") + torch.nn.functional.smooth_l1_loss(
            picked,
            target,
            beta=0.5,
            reduction="sum",
        ) / mask.sum()
        loss_fct = nn.BCEWithLogitsLoss()
        return total, torch.where(
            mask,
            torch.nn.functional.binary_cross_entropy_with_logits(
                torch.where(mask.expand_as(x), x, 0),
                torch.where(mask.expand_as(y), y, 0).float(),
                reduction="none",
            ),
            0,
        ).sum() / mask.sum()  # break[default]: FG302


def make():
    return Losses()


def inputs():
    nan, inf = float("nan"), float("inf")
    masks = torch.tensor([[True, False, True], [False, True, False]]), torch.zeros(2, 3, dtype=torch.bool)
    rows = ([1.0, nan, 3.0], [inf, 0.5, -2.0]), ([0.0, 1.0, -1.0], [4.0, -0.5, 2.0]), ([nan, 1.0, 1.0], [2.0, 3.0, 1.0])
    return [
        (torch.tensor(row, requires_grad=True), torch.tensor(row) * 0.5 - 1, mask) for row in rows for mask in masks
    ]
