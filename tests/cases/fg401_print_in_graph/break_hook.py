import torch
from torch import nn


def show(module, args, output):
    print(type(module).__name__, output.shape)  # break: FG401


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.fc.register_forward_hook(show)

    def forward(self, x):
        return self.fc(x) + 1


def make():
    return Hooked()


def inputs():
    return [(torch.ones(2, 3),)]
