"""Methods that change a module with all of its parts, of which one is recurrent."""

import torch
from torch import nn


class Part(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rnn = nn.LSTM(4, 4)
        self.head = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        if way == 0:
            self.eval()  # break: FG606
        if way == 1:
            self.train(False)  # break: FG606
        if way == 2:
            self.zero_grad()  # break: FG606
        if way == 3:
            self.float()  # break: FG606
        if way == 4:
            self.to(torch.float32)  # break: FG606
        return x + 1


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Sequential(nn.Linear(4, 4), nn.Dropout())

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        self.eval()
        return self.head(x)


class Changed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.part = Part()
        self.plain = Plain()

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.part(x, way) if way < 5 else self.plain(x, way)


def make() -> nn.Module:
    return Changed()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.ones(4), way) for way in range(6)]
