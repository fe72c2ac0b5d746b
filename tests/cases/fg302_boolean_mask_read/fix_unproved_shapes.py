# fix: unsafe
import torch
from torch import nn


class Positions(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.BoolTensor, ids: torch.Tensor):
        batch = x.shape[0]
        positions = torch.full(size=(batch, 4), fill_value=0)
        flat = ids.reshape(batch, -1)
        positions[mask.view(batch, -1)] = flat[mask.view(batch, -1)]  # break[default]: FG302
        area = torch.zeros_like(x)
        inside = (x > 0) & (ids > 1)
        area[inside] = (x[inside] - 1) * torch.log(x[inside])  # break[default]: FG302
        return positions, area, x[inside].sum()  # break[default]: FG302


def make():
    return Positions()


def inputs():
    torch.manual_seed(1)
    found = [
        (torch.randn(2, 4, requires_grad=True), torch.rand(2, 4) > p, torch.arange(8).view(2, 4)) for p in (0.5, 1)
    ]
    return [*found, (torch.zeros(2, 4, requires_grad=True), torch.ones(2, 4).bool(), torch.zeros(2, 4).long())]
