"""Arrays that older constructors are given: TorchDynamo has them as tensors, which these take of their own dtype only."""

import numpy as np
import torch
from torch import nn

HALVES = np.ones(4) / 2


class FloatsOfDoubles(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights = np.zeros((2, 2))
        weights[:1] = 1
        return x + torch.FloatTensor(weights)  # fails: FG204


class LongsOfMask(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = np.triu(np.ones((2, 2)), k=1).astype("uint8")
        return x + torch.LongTensor(mask)  # fails: FG204


class FloatsOfSteps(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        decay = np.exp(np.arange(2) * -0.5)
        return x + torch.FloatTensor(decay)  # fails: FG204


class OfTheConstructor(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.grid = np.linspace(0, 1, 2)
        self.places = np.array([[0, 1], [1, 0]])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + torch.LongTensor(self.places)
        return x + torch.FloatTensor(self.grid)  # fails: FG204


class OfModule(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.FloatTensor(HALVES).sum()  # fails: FG204


class IntegersOfLongs(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.IntTensor(np.full(2, 7)) + torch.BoolTensor(np.arange(2))  # fails: FG204


class Drawn(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        noise = np.random.normal(0, 1, size=(2, 2))
        return x + torch.FloatTensor(noise.T.copy())  # fails: FG204


class DoublesOfSingles(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        given = np.concatenate([np.ones(1, dtype=np.float32), np.zeros(1, np.float32)])
        return x + torch.DoubleTensor(given)  # fails: FG204


class Constructors(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        ways = [
            FloatsOfDoubles(),
            LongsOfMask(),
            FloatsOfSteps(),
            OfTheConstructor(),
            OfModule(),
            IntegersOfLongs(),
            Drawn(),
            DoublesOfSingles(),
        ]
        self.ways = nn.ModuleList(ways)

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Constructors()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.randn(2, 2), way) for way in range(8)]
