# fix: unsafe
import torch
from torch import nn


class Model(nn.Module):
    """Numbers that only messages show, and that decide whether there is one."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = x > 1
        count = mask.sum().item()  # break[default]: FG201
        x = torch.where(mask, 1, x)
        print("large values:", count)  # break: FG401
        if (missing := x.isnan().sum().item()) > 0:  # break: FG101
            print("missing", missing)  # break: FG401
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.zeros(2, 3),), (torch.full((2, 3), 2.0),), (torch.full((2, 3), float("nan")),)]
