"""A length that depends on data, beside a setting."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, limit: int = 3):
        super().__init__()
        self.limit = limit

    def forward(self, x: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        kept = x[scores > 0]  # break[default]: FG302
        if len(kept) < self.limit:  # break[fullgraph]: FG101
            return kept * 2
        return kept


def make():
    return Model()


def inputs():
    return [(torch.ones(5, 4), torch.tensor([1.0, 1.0, 1.0, 1.0, 0.0])), (torch.ones(5, 4), torch.tensor([1.0, 1.0, 0.0, 0.0, 0.0]))]
