import torch
from torch import nn


class Stages(nn.Module):
    def __init__(self, count=2):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, f"stage{i}", nn.Linear(4, 4))

    def run(self, index, x):
        return eval(f"self.stage{index}")(x)  # break: FG503

    def forward(self, x):
        x = self.run(0, x)
        return self.run(1, x)


def make():
    return Stages()


def inputs():
    return [(torch.ones(2, 4),)]
