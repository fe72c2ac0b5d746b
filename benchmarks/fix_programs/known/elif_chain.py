"""An elif chain that picks a learning rate's factor."""

import torch
from torch import nn


class Schedule(nn.Module):
    def forward(self, grad_norm: torch.Tensor, step: torch.Tensor) -> torch.Tensor:
        if step < 10:
            factor = step / 10
        elif step < 100:
            factor = torch.ones_like(grad_norm)
        elif step < 1000:
            factor = 1 / grad_norm.clamp(min=1)
        else:
            factor = grad_norm * 0
        return factor * grad_norm


def make():
    torch.manual_seed(0)
    return Schedule()


def inputs():
    torch.manual_seed(1)
    g = torch.tensor(2.0)
    return [(g, torch.tensor(float(step))) for step in (5, 50, 500, 5000)]
