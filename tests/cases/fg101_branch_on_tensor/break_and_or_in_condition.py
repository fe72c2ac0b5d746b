import torch
from torch import nn


class NanGuard(nn.Module):
    def __init__(self, check=True):
        super().__init__()
        self.check = check

    def forward(self, x):
        x = x * 2
        if self.check and torch.isnan(x).any():  # break: FG101
            x = torch.nan_to_num(x)
        return x


def make():
    return NanGuard()


def inputs():
    return [(torch.ones(3),), (torch.tensor([1.0, float("nan"), 2.0]),)]
