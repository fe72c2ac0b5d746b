import torch
from torch import nn


class Noise:
    """A scheduler of a diffusion model."""

    def step(self, noise, time):
        return noise * time


class Train(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.scheduler = Noise()

    def forward(self, x):
        for group in self.optimizer.param_groups:
            group["lr"] = group["lr"] * 0.5
            x = x * group["lr"]
        self.model.zero_grad()
        self.model.weight.grad = None
        x = self.scheduler.step(x, 2.0)
        return self.model(x)


def make():
    return Train()


def inputs():
    return [(torch.ones(3, 4),)]
