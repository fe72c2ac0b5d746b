import torch
from torch import nn
from torch.nn.parameter import Parameter


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = None
        self.base = nn.Parameter(torch.ones(4))

    def forward(self, x):
        if self.weight is None:
            self.weight = nn.Parameter(torch.ones(x.shape[-1]))  # break: FG604
        bias = Parameter(x.detach() * 0, requires_grad=False)  # break: FG604
        again = nn.Parameter(self.base * 2)  # break: FG604
        return x * self.weight + bias + again  # fails: other (in 2.12)


def make():
    return Scale()


def inputs():
    return [(torch.ones(2, 4),)]
