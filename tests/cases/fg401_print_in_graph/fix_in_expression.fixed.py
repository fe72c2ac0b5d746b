# fix: unsafe
import torch
from torch import nn


def shown(value):
    return value


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, twice: bool = True):
        if not torch.compiler.is_compiling():
            print("in", x.shape)
        x = shown(None) or x  # break: FG401
        if not torch.compiler.is_compiling():
            print("before fc", x.shape)
        x = x  # break: FG401
        if not torch.compiler.is_compiling():
            _ = print("nothing reads it", x.shape)  # break: FG401
        x = self.fc(x)
        # said where it is asked for
        x = x * 2 if twice and (None if torch.compiler.is_compiling() else print("twice")) is None else x  # break: FG401
        return x.relu()


def make():
    return Block()


def inputs():
    return [(torch.ones(2, 4),)]
