"""Lists with tensors, arrays or NumPy's numbers that older constructors are given: they stack some, and refuse others."""

import numpy as np
import torch
from torch import nn


class OneTensor(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor([x.mean()])  # fails: FG202


class TensorAndNumber(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor([x.mean(), 1.0])  # fails: FG202


class Rows(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor([[x.mean(), x.sum()], [x.min(), x.max()]])  # fails: FG202


class TwoTensors(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + torch.FloatTensor([x.mean(), x.sum()]) + torch.LongTensor([x.argmax(), x.argmin()])
        return x + torch.Tensor([x.mean(), x.sum()])  # fails: FG202


class Roots(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor([np.sqrt(3), np.sqrt(x.shape[0])])  # fails: FG202


class OwnNumber(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.count = np.int64(3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.LongTensor([self.count])  # fails: FG202


class Sums(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        array = np.ones(2)
        x = x + torch.tensor([array[0], array[1]]) + torch.DoubleTensor([array[0], array[1]])
        return x + torch.as_tensor([array[0], array[1]])  # fails: FG202


class OtherDtype(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        array = np.arange(2)
        return x + torch.DoubleTensor([array.max(), array[1]])  # fails: FG202


class Lists(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        ways = [OneTensor(), TensorAndNumber(), Rows(), TwoTensors(), Roots(), OwnNumber(), Sums(), OtherDtype()]
        self.ways = nn.ModuleList(ways)

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Lists()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.randn(2, 2), way) for way in range(8)]
