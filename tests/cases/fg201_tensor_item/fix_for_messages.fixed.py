# fix: unsafe
import warnings

import torch
from torch import nn


class Model(nn.Module):
    """Numbers that only messages show, and that decide whether there is one."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = x > 1
        if not torch.compiler.is_compiling():
            count = mask.sum().item()  # break: FG201
            if count > 2:
                warnings.warn(f"{count} values are large")  # break: FG403
            if (missing := x.isnan().sum().item()) > 0:  # break: FG101
                print("missing", missing)  # break: FG401
        return torch.where(mask, 1, x)


def make():
    return Model()


def inputs():
    return [(torch.zeros(2, 3),), (torch.full((2, 3), 2.0),), (torch.full((2, 3), float("nan")),)]
