"""A bfloat16 layer and a tensor that .to() does not move."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.shift = torch.ones(4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = h + self.shift
        return torch.relu(h)


def make():
    torch.manual_seed(0)
    return Model().bfloat16()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(2, 4).bfloat16(),), (-torch.ones(2, 4).bfloat16(),)]
