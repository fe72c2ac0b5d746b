# only: torch<2.11
import torch
from torch import nn


class Noted(nn.Module):
    def forward(self, x):
        place = x.argmax().item()  # break[default]: FG201
        x = x + 1
        self.note = f"{place:03d}"  # fails: FG205
        return x


def make():
    return Noted()


def inputs():
    return [(torch.tensor(row),) for row in ([1.0, 2.0, 0.0], [1.0, 2.5, 3.0], [4.0, 2.5, 3.0])]
