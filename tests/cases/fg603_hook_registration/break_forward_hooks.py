import torch
from torch import nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


class Recorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.head = nn.Linear(4, 4)

    def forward(self, x):
        x = x * 2
        self.head.register_forward_hook(lambda module, args, output: None)  # break: FG603
        x = self.head(x)
        self.inner.register_forward_pre_hook(lambda module, args: None)  # break: FG603
        return self.inner(x)


def make():
    return Recorder()


def inputs():
    return [(torch.ones(2, 4),)]
