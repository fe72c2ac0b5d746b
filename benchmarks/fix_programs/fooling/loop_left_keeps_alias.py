"""What a round keeps is a row of the argument, and is written to behind the loop."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        best = x[-1]
        for row in x:
            best = row
            if row.sum() > 1.5:
                break
        best.add_(1)
        return best


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, 3),), (-torch.rand(4, 3),), (torch.rand(4, 3).double(),)]
