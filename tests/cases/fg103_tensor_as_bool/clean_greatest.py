"""``max`` and ``min`` of tensors, and of constants by a key that gives constants."""
# only: torch>=2.11

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        counts = {"a": 1, "bb": 3}
        x = x + max(x.sum(), y.sum()) + min([x.mean(), y.mean()])
        x = x * max([1, -2], key=abs) * counts[max(counts, key=counts.get)]
        x = x * max([("a", 1), ("b", 2)], key=lambda pair: pair[1])[1]
        return x * len(max("ab", "abc", key=len)) * max(t.shape[0] for t in (x, y))


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.zeros(2)), (torch.zeros(2), torch.ones(2))]
