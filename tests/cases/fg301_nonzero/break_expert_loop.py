import torch
from torch import nn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, x, chosen):
        out = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            rows = torch.where(chosen == number)[0]  # break[default]: FG301
            out.index_add_(0, rows, expert(x[rows]))
        return out


def make():
    return Experts()


def inputs():
    return [(torch.ones(5, 4), torch.tensor([0, 1, 1, 2, 0]))]
