"""An integer is compared with a float that is near."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        n = ids.sum().item()
        if n > 9007199254740992.0:
            return ids * 2
        return ids + 1


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([2**53, 1]),), (torch.tensor([2**53, 0]),)]
