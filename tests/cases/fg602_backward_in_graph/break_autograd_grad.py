import torch
from torch import nn
from torch.autograd import grad


class Influence(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)

    def forward(self, x):
        loss = self.model(x).square().mean()
        (first,) = torch.autograd.grad(loss, self.model.weight)  # break: FG602
        again = self.model(x * 2).mean()
        second = grad(again, self.model.bias)[0]  # break: FG602
        return first.sum() + second.sum()


def make():
    return Influence()


def inputs():
    return [(torch.ones(3, 4),)]
