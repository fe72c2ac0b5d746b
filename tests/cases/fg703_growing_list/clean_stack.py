"""What is pushed is popped in the same call, by another method."""

import torch
from torch import nn


class Stack:
    def __init__(self) -> None:
        self.items = []

    def push(self) -> None:
        self.items.append(len(self.items))

    def pop(self) -> None:
        self.items.pop()


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stack = Stack()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.stack.push()
        y = x * (1 + len(self.stack.items))
        self.stack.pop()
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
