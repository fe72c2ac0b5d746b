"""The length of what two tensors of unknown length give."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        kept = x[scores > 0]  # break[default]: FG302
        least = torch.min(kept, kept * 2)
        if least.shape[0] == 0:  # break[fullgraph]: FG101
            return x
        return least * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(5, 4), torch.tensor([1.0, 1.0, 1.0, 1.0, 0.0]))]
