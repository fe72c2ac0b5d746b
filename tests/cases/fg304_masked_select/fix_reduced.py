# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Losses(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, lengths: torch.Tensor):
        mask = torch.arange(x.shape[1])[None, :, None] < lengths[:, None, None]
        total = x.masked_select(mask).sum() + torch.mean(y.masked_select(mask))  # break[default]: FG304
        full = mask.expand_as(x)
        x = x.masked_select(full)  # break[default]: FG304
        y = y.masked_select(full)  # break[default]: FG304
        return total, F.l1_loss(x, y), F.mse_loss(x, y)  # break[fullgraph]: FG310


def make():
    return Losses()


def inputs():
    x, y = torch.arange(12.0).view(2, 3, 2), torch.tensor([[[4.0, -2.0]] * 3, [[0.5, 1.0]] * 3])
    lengths = torch.tensor([1, 3]), torch.tensor([0, 0]), torch.tensor([3, 3])
    return [(x.clone().requires_grad_(), y, length) for length in lengths]
