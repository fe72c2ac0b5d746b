import copy
from copy import deepcopy

import torch
from torch import nn


class State:
    def __init__(self, value):
        self.value = value
        self.step = 0


class Track(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor):
        before = copy.deepcopy(x)  # break: FG505
        x = self.layer(x).detach()
        kept = deepcopy({"x": x, "step": 1})  # break: FG505
        scale = deepcopy(self.scale)  # break: FG505
        state = deepcopy(State(x))  # break: FG505
        return x * scale + before + kept["x"] + state.value


def make():
    return Track()


def inputs():
    return [(torch.ones(2, 4),)]
