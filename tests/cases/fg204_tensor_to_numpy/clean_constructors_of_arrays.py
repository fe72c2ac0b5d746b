"""Arrays of which tensors are made: of the constructor's own dtype, or by functions that take every array."""

import numpy as np
import torch
from torch import nn


class OwnDtype(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = np.linspace(0, 1, 2, dtype=np.float32)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        singles = np.zeros(2).astype(np.float32)
        longs = np.stack([np.arange(2), np.array([1, 2])])
        x = x + torch.FloatTensor(singles) + torch.FloatTensor(self.table) + torch.LongTensor(longs)
        return x + torch.DoubleTensor(np.arange(2) * 0.5) + torch.BoolTensor(np.arange(2) > 0)


class OfTensors(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        array = x.detach().numpy() * 2
        return x + torch.FloatTensor(array) + torch.FloatTensor(np.mean(array, axis=0)) + torch.FloatTensor(array.T)


class OtherFunctions(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        doubles = np.ones(2)
        x = x + torch.from_numpy(doubles).float() + torch.tensor(doubles, dtype=torch.float32) + torch.Tensor(doubles)
        return x + torch.as_tensor(doubles) + x.new_tensor(doubles)


class DividedLongs(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor(np.arange(2) / 4)


class Places(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        order = (x[:, 0] > 0).numpy().astype(int)
        return x[torch.from_numpy(order)] + x.numpy()[order].sum()


class Constructors(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([OwnDtype(), OfTensors(), OtherFunctions(), DividedLongs(), Places()])

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Constructors()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.arange(4.0).reshape(2, 2), way) for way in range(5)]
