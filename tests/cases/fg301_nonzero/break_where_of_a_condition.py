import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x, labels):
        positive = torch.where(labels >= 1)[0]  # break[default]: FG301
        return self.layer(x[positive])


def make():
    return Sampler()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([0, 1, 2])), (torch.ones(3, 2), torch.tensor([0, 0, 0]))]
