import torch
from torch import nn


def scaled(module, grad_input, grad_output):
    return tuple(None if grad is None else grad * 2 for grad in grad_input)


def seen(module, grad_output):
    return None


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.first.register_full_backward_hook(scaled)
        self.second = nn.Linear(width, width)
        self.second.register_full_backward_pre_hook(seen)

    def forward(self, x):
        x = self.first(x)  # break: FG603
        return self.second(x).relu()  # break: FG603


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block(8)
        self.block.register_full_backward_hook(scaled)
        self.old = nn.ReLU()
        self.old.register_backward_hook(scaled)

    def forward(self, x):
        x = self.block(x)  # break: FG603
        return self.old(x)  # break: FG603


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
