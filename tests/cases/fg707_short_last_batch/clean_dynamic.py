"""The batch size is symbolic from the start."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def main():
    loader = DataLoader(torch.arange(30.0).reshape(10, 3), batch_size=4)
    model = torch.compile(nn.Linear(3, 1).requires_grad_(False), dynamic=True)
    return [model(x) for _ in range(3) for x in loader] + _sums(model, loader)


def _sums(model, loader):
    sums = []
    for x in loader:
        sums.append(model(x).sum())
    return sums
