# fix: safe
import torch
from torch import nn
from torch.backends import mkldnn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        if torch.backends.mkl.is_available():  # break: FG409
            x = x + 1
        x = x + 2 if mkldnn.is_available() else x  # break: FG409
        if torch.backends.cuda.is_built() and x.is_cuda:  # break: FG409
            x = x + 3
        if not torch.backends.mkl.is_available():  # break: FG409
            x = x * 2
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 2),), (torch.randn(2, 2),)]
