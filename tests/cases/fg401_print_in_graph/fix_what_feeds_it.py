# fix: unsafe
import torch
from torch import nn


class Model(nn.Module):
    """Lists, sums and texts that are made for a print go behind its guard, also where it stands elsewhere."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        norms = []
        for layer in self.layers:
            x = layer(x)
            norms.append(x.norm().item())  # break: FG201
        print("norms", [round(norm, 3) for norm in norms])  # break: FG401
        text = f"mean {x.mean().item():.3f}"  # break: FG201
        print(text)  # break: FG401
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
