# fix: safe
import torch
from torch import nn


class Gate(nn.Module):
    """Arms of several steps, an update in place, and a result that one arm leaves out."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        if h.sum() > 0:  # break: FG101
            doubled = h * 2
            h = doubled - (doubled + 1) * 0.5
        else:
            h = h - 1
        scaled = h * 3
        if scaled.sum() > 1:  # break: FG101
            scaled.clamp_(-1, 1)
        if scaled.any():  # break: FG101
            bias = h * 0.5
        else:
            bias = None
        if bias is not None:
            h = h + bias
        return h * 1


def make():
    model = Gate()
    nn.init.eye_(model.fc.weight)
    nn.init.zeros_(model.fc.bias)
    return model


def inputs():
    return [(torch.full((2, 4), value),) for value in (-3.0, 0.0, 0.5, 3.0)]
