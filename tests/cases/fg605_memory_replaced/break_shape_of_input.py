import torch
from torch import nn


def widen(x: torch.Tensor):
    x.unsqueeze_(0)  # break: FG605
    return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(1, 4))

    def forward(self, x, y: torch.Tensor):
        x = widen(x)
        y.t_()  # break: FG605
        self.scale.squeeze_(0)  # break: FG605
        y.detach_()  # break: FG605
        return x * self.scale + y


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), torch.ones(4, 2))]
