import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int, *, bias: bool = True) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, bias=bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            print("positive")
        return self.norm(x)
