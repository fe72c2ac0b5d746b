# only: torch<2.13
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layer(x)
        state = self.layer.state_dict()  # break: FG608
        return y @ state["weight"]


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
