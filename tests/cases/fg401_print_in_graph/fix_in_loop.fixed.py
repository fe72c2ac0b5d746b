# fix: unsafe
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outputs = []
        for layer in self.layers:
            x = layer(x)
            outputs.append(x)
        for index, output in enumerate(outputs):
            if not torch.compiler.is_compiling():
                print(index, output.shape)  # break: FG401
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
