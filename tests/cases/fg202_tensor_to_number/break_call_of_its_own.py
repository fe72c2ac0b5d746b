import torch
from torch import nn


class Aggregation(nn.Module):
    def __call__(self, x, index: torch.Tensor, size=None):
        if size is None:
            size = int(index.max()) + 1  # break[default]: FG202
        return super().__call__(x, index=index, size=size)


class Sum(Aggregation):
    def forward(self, x: torch.Tensor, index: torch.Tensor, size):
        print(x.dim())  # break: FG401
        return x.new_zeros(8).index_add_(0, index, x) + size


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.aggregation = Sum()

    def forward(self, x: torch.Tensor, index: torch.Tensor):
        return self.aggregation(x, index) * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(3), torch.tensor([0, 1, 1])), (torch.ones(3), torch.tensor([0, 2, 1]))]
