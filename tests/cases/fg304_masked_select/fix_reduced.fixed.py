# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Losses(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, lengths: torch.Tensor):
        mask = torch.arange(x.shape[1])[None, :, None] < lengths[:, None, None]
        total = torch.where(mask, x, 0).sum() + torch.where(
            mask,
            y,
            0,
        ).sum() / mask.expand_as(y).sum()  # break[default]: FG304
        full = mask.expand_as(x)
        x = torch.where(full, x, 0)  # break[default]: FG304
        y = torch.where(full, y, 0)  # break[default]: FG304
        return total, F.l1_loss(x, y, reduction="sum") / full.expand_as(x).sum(), F.mse_loss(
            x,
            y,
            reduction="sum",
        ) / full.expand_as(x).sum()  # break[fullgraph]: FG310


def make():
    return Losses()


def inputs():
    x, y = torch.arange(12.0).view(2, 3, 2), torch.tensor([[[4.0, -2.0]] * 3, [[0.5, 1.0]] * 3])
    lengths = torch.tensor([1, 3]), torch.tensor([0, 0]), torch.tensor([3, 3])
    return [(x.clone().requires_grad_(), y, length) for length in lengths]
