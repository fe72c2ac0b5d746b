# fix: unsafe
import torch
from torch import nn


class PowerIteration(nn.Module):
    def __init__(self, limit=4):
        super().__init__()
        self.weight = nn.Parameter(torch.diag(torch.tensor([2.0, 0.5])))
        self.limit = limit

    def forward(self, v: torch.Tensor):
        step, change = 0, v.new_ones(())
        for step in range(self.limit):  # break: FG102
            going = change > 1e-3
            # one step
            new = torch.relu(self.weight @ v) / (2 + step)  # never longer
            change = torch.where(going, (new - v).abs().sum(), change)
            v = torch.where(going, new, v)
        return v, change


def make():
    return PowerIteration()


def inputs():
    return [(torch.tensor([1.0, 1.0]),), (torch.tensor([1.0, 0.0]),), (torch.tensor([0.0, -4.0]),)]
