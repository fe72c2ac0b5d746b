"""Loaders that drop the last batch or make no batches, and batches that compiled code does not get."""

import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def main():
    data = torch.arange(30.0).reshape(10, 3)
    dropping = DataLoader(data, batch_size=4, drop_last=True)
    single = DataLoader(data, batch_size=None)
    short = DataLoader(data, batch_size=4)
    ones = torch.ones(4, 3)
    results = []
    for x in dropping:
        results.append(double(x))
    for x in single:
        results.append(double(x.expand(4, 3).contiguous()))
    for x in short:
        total = torch.sum(x)
        results.append(double(ones) + total)
    return results
