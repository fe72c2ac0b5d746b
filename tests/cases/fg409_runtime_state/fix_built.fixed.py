# fix: safe
import torch
from torch import nn
from torch.backends import mkldnn

MKL_IS_AVAILABLE = torch.backends.mkl.is_available()

MKLDNN_IS_AVAILABLE = torch.backends.mkldnn.is_available()

CUDA_IS_BUILT = torch.backends.cuda.is_built()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        if MKL_IS_AVAILABLE:  # break: FG409
            x = x + 1
        x = x + 2 if MKLDNN_IS_AVAILABLE else x  # break: FG409
        if CUDA_IS_BUILT and x.is_cuda:  # break: FG409
            x = x + 3
        if not MKL_IS_AVAILABLE:  # break: FG409
            x = x * 2
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 2),), (torch.randn(2, 2),)]
