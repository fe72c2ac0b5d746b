import torch
from torch import Tensor, nn


class SafeMean(nn.Module):
    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        count = mask.sum()
        total = (x * mask).sum()
        return total / count if count > 0 else total  # break: FG103


def make():
    return SafeMean()


def inputs():
    return [(torch.ones(3), torch.tensor([1.0, 0.0, 1.0])), (torch.ones(3), torch.zeros(3))]
