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
        # break: FG101
        doubled = h * 2
        h = torch.where(h.sum() > 0, doubled - (doubled + 1) * 0.5, h - 1)
        scaled = h * 3
        scaled = torch.where(scaled.sum() > 1, scaled.clamp(-1, 1), scaled)  # break: FG101
        # break: FG101
        bias = h * 0.5
        h = torch.where(scaled.any(), h + bias, h)
        return h * 1


def make():
    model = Gate()
    nn.init.eye_(model.fc.weight)
    nn.init.zeros_(model.fc.bias)
    return model


def inputs():
    return [(torch.full((2, 4), value),) for value in (-3.0, 0.0, 0.5, 3.0)]
