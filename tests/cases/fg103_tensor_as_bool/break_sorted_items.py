"""Sorted items of a dictionary: the names decide, but TorchDynamo sorts constants alone."""

import torch
from torch import nn


class Losses(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        losses = {"l2": x * x, "l1": x.abs()}
        total = x.new_zeros(())
        for _, loss in sorted(losses.items()):  # break: FG103 (before 2.14)
            total = total + loss.mean()
        ranked = [(2, total), (1, total + 1)]
        ranked.sort()  # break: FG103 (before 2.14)
        return ranked[0][1]


def make():
    return Losses()


def inputs():
    return [(torch.ones(3),)]
