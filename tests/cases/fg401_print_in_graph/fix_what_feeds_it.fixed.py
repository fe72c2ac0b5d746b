# fix: unsafe
# only: torch>=2.12
import torch
from torch import nn


class Model(nn.Module):
    """Lists, numbers and texts that are made for a print go behind its guard, also where it stands elsewhere."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.second = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        norms = []
        x = self.first(x)
        eager = not torch.compiler.is_compiling()
        if eager:
            norms.append(x.norm().item())  # break[default]: FG201
        x = self.second(x)
        if eager:
            norms.append(x.norm().item())  # break[default]: FG201
            print("norms", [round(norm, 3) for norm in norms])  # break: FG401
            text = f"mean {x.mean().item():.3f}"  # break[default]: FG201
            print(text)  # break: FG401
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),)]
