"""Slices that are made of numbers read from tensors, before they index."""

import torch


@torch.compile
def window(x: torch.Tensor, start: torch.Tensor, stop: torch.Tensor) -> torch.Tensor:
    head = x[slice(0, int(start))]  # break[default]: FG202
    middle = slice(1, stop.item())  # break[default]: FG201
    fixed = [slice(i, i + 2) for i in range(2)]
    return head.sum() + x[middle].sum() + x[(slice(None), fixed[0])].sum() + x[fixed[1]].sum()


def make():
    return window


def inputs():
    return [(torch.ones(5, 3), torch.tensor(2), torch.tensor(3)), (torch.ones(5, 3), torch.tensor(3), torch.tensor(4))]
