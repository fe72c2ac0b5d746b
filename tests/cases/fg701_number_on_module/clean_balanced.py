"""What a call counts up it counts down again."""

import torch
from torch import nn


class Tracker:
    def __init__(self) -> None:
        self.open = 0

    def acquire(self) -> None:
        self.open += 1

    def release(self) -> None:
        self.open -= 1


class Nested(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.tracker = Tracker()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.depth = self.depth + 1
        self.tracker.acquire()
        y = x * self.depth
        self.tracker.release()
        self.depth = self.depth - 1
        return y


def make():
    return Nested()


def inputs():
    return [(torch.ones(3),)]
