"""Layers whose class is named by a default, by what is made of one, or by an attribute that holds one."""

import torch
from torch import nn


class Way(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)[0]  # break: FG606


class Upper(Way):
    def __init__(self, kind: str = "gru") -> None:
        super().__init__()
        self.layer = getattr(nn, kind.upper())(4, 4)


class OfAttribute(Way):
    def __init__(self, kind: str = "gru", size: int = 4) -> None:
        super().__init__()
        self.kind, self.size = kind, size
        self.build()

    def build(self) -> None:
        try:
            chosen = getattr(nn, self.kind.upper())
        except AttributeError as error:
            raise ValueError(self.kind) from error
        self.layer = chosen(input_size=self.size, hidden_size=self.size)


class Joined(Way):
    def __init__(self, gate: str = "G") -> None:
        super().__init__()
        name = gate + "RU"
        self.layer = getattr(nn, name)(4, 4)


class Formatted(Way):
    def __init__(self, gate: str = "G") -> None:
        super().__init__()
        self.layer = getattr(torch.nn, f"{gate}RU")(4, 4)


class Ways(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList(way() for way in Way.__subclasses__())

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Ways()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.randn(2, 3, 4), way) for way in range(4)]
