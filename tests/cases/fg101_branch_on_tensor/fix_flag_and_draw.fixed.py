# fix: safe
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.rate = 1.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if self.training:
            h = torch.where(torch.rand([]) < self.rate, h * 2, h)  # break: FG101
        return torch.relu(h)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(2)]
