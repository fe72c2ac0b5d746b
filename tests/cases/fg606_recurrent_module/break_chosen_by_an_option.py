"""Layers of which an option chooses one: in the constructor, or in a method of it."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Options:
    kind: str = "plain"
    size: int = 4


class Direct(nn.Module):
    def __init__(self, options: Options) -> None:
        super().__init__()
        if options.kind == "plain":
            self.made = nn.Identity()
        elif options.kind == "recurrent":
            self.made = nn.GRU(options.size, options.size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.made(x)  # break: FG606
        return x[0] if isinstance(x, tuple) else x


class ByMethod(nn.Module):
    def __init__(self, options: Options) -> None:
        super().__init__()
        self.made = self.make(options.kind, options.size)

    def make(self, kind: str, size: int) -> nn.Module:
        return nn.LSTM(size, size) if kind == "recurrent" else nn.Identity()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.made(x)  # break: FG606
        return x[0] if isinstance(x, tuple) else x


class Ways(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        kinds = [Direct, ByMethod]
        self.ways = nn.ModuleList(way(Options(kind)) for kind in ("recurrent", "plain") for way in kinds)

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Ways()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.randn(2, 3, 4), way) for way in range(4)]
