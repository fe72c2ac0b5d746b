import torch
from torch import nn


class PowerIteration(nn.Module):
    def __init__(self, max_steps=4):
        super().__init__()
        self.register_buffer("weight", torch.diag(torch.tensor([2.0, 0.5])))
        self.max_steps = max_steps

    def forward(self, v):
        step, residual = 0, v.new_ones(())
        while step < self.max_steps and residual > 1e-3:  # break: FG102
            new = nn.functional.normalize(self.weight @ v, dim=0)
            residual = (new - v).norm()
            v = new
            step += 1
        return v


def make():
    return PowerIteration()


def inputs():
    return [(torch.tensor([1.0, 1.0]),), (torch.tensor([1.0, 0.0]),)]
