"""Numbers that operators take, and that tensors are given for: the data about torch names these parameters."""

import torch
from torch import nn
from torch.nn import functional


class Model(nn.Module):
    def joined(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cat([x, x], x[0, 0].long())  # break: FG206

    def soft(self, x: torch.Tensor) -> torch.Tensor:
        return functional.softmax(x, dim=x[0, 0].long())  # break: FG206

    def normal(self, x: torch.Tensor) -> torch.Tensor:
        return functional.normalize(x, dim=x[0, 0].long())  # break: FG206

    def bounded(self, x: torch.Tensor) -> torch.Tensor:
        return functional.hardtanh(x, -1.0, x[0, 0] * 2)  # break: FG206

    def flat(self, x: torch.Tensor) -> torch.Tensor:
        return x.flatten(x[0, 0].long())  # break: FG206

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = self.joined(x).sum() + self.soft(x).sum() + self.normal(x).sum()
        return total + self.bounded(x).sum() + self.flat(x).sum()


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4) * 0.5,)]
