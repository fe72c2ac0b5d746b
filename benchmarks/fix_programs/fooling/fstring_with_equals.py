"""An f-string with `=` shows the text of its expression."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> tuple:
        h = self.fc(x)
        n = h.sum().item()
        text = f'{n > 0=} {h.shape=}'
        if n > 0:
            h = h * 2
        return torch.relu(h), text


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
