# fix: unsafe
import torch
from torch import Tensor, cuda, nn, ones

CUDA_DEVICE_COUNT = torch.cuda.device_count()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x: Tensor) -> Tensor:
        x = self.layer(x)
        if CUDA_DEVICE_COUNT > 100:  # break: FG409
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(ones(2, 2),)]
