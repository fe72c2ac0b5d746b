# only: torch>=2.12, torch<2.14
import torch
from torch import nn


class Noted(nn.Module):
    def forward(self, x):
        total = x.sum().item()  # break[default]: FG201
        x = x + 1
        self.note = f"{total:.2f}"
        return x


def make():
    return Noted()


def inputs():
    return [(torch.tensor(row),) for row in ([1.0, 2.0], [1.0, 2.5], [4.0, 2.5])]
