import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
            if x.isnan().any():  # break: FG101
                break
        return x


def make():
    return Decoder()


def inputs():
    return [(torch.ones(2, 4),), (torch.full((2, 4), float("nan")),)]
