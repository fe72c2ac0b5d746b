# fix: unsafe
import random
import torch

from torch import Tensor, nn, ones


class Noise(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: Tensor) -> Tensor:
        h = self.fc(x)
        return torch.where(torch.randint(1, 7, (), device=h.device) > 6, h * 2, h + 1)  # break: FG407


def make():
    return Noise()


def inputs():
    return [(ones(2, 3),)]
