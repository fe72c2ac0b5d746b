# fix: unsafe
import torch
from torch import nn


class Positions(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.BoolTensor, ids: torch.Tensor):
        batch = x.shape[0]
        positions = torch.full(size=(batch, 4), fill_value=0)
        flat = ids.reshape(batch, -1)
        positions = torch.where(mask.view(batch, -1), flat, positions)  # break[default]: FG302
        area = torch.zeros_like(x)
        inside = (x > 0) & (ids > 1)
        area = torch.where(
            inside.expand_as(area),
            (x - 1) * torch.log(torch.where(inside, x, 1)),
            area,
        )  # break[default]: FG302
        return positions, area, torch.where(inside.expand_as(x), x, 0).sum()  # break[default]: FG302


def make():
    return Positions()


def inputs():
    torch.manual_seed(1)
    found = [
        (torch.randn(2, 4, requires_grad=True), torch.rand(2, 4) > p, torch.arange(8).view(2, 4)) for p in (0.5, 1)
    ]
    return [*found, (torch.zeros(2, 4, requires_grad=True), torch.ones(2, 4).bool(), torch.zeros(2, 4).long())]
