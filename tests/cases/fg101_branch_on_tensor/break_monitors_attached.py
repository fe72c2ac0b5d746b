import torch
from torch import nn


class Node(nn.Module):
    def __init__(self):
        super().__init__()
        self.monitors = []

    def forward(self, x):
        for monitor in self.monitors:
            x = monitor(x)
        return x + 1


class Recorder:
    def __init__(self):
        self.silent = 0

    def attach(self, model):
        for name, module in model.named_modules():
            if isinstance(module, Node):
                module.monitors.append(lambda x, name=name: self.record(name, x))

    def record(self, name, x):
        if x.sum() > 0:  # break: FG101
            return x * 2
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), Node())
        self.recorder = Recorder()
        self.recorder.attach(self.layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 4),)]
