import torch
from torch import nn


class EarlyExit(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)
        self.threshold = threshold

    def forward(self, x):
        x = self.first(x)
        confidence = x.softmax(-1).max()
        if confidence.item() > self.threshold:  # break: FG101
            return x
        return self.second(x)


def make():
    return EarlyExit()


def inputs():
    return [(torch.ones(1, 4) * 100,), (torch.zeros(1, 4),)]
