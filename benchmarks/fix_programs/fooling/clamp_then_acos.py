"""acos at the border."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        cos = F.cosine_similarity(a, b, dim=0)
        out = cos
        if cos < 0.999:
            out = torch.acos(cos)
        return out


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    a = torch.tensor([1.0, 0.0], requires_grad=True)
    return [(a, torch.tensor([0.0, 1.0])), (torch.tensor([1.0, 0.0], requires_grad=True), torch.tensor([1.0, 0.0]))]
