import torch
from torch import nn


class Forces(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, positions: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        positions.requires_grad_()  # break: FG601
        scaled = (positions * scale).detach()
        scaled.requires_grad_(True)  # break: FG601
        return self.layer(scaled).sum()


def make():
    return Forces()


def inputs():
    return [(torch.ones(2, 3),)]
