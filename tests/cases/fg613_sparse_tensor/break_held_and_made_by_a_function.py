import torch
from torch import nn


def laplacian(size):
    places = torch.arange(size)
    return torch.sparse_coo_tensor(torch.stack([places, places]), torch.ones(size), (size, size)).coalesce()


class Model(nn.Module):
    def __init__(self, size=4, smooth=True):
        super().__init__()
        if smooth:
            self.register_buffer("laplacian", laplacian(size), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        flat = x.t()
        return torch.sparse.mm(self.laplacian, flat).t()  # break: FG613


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 4),)]
