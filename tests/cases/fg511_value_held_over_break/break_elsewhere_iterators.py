import torch
from torch import nn


class Model(nn.Module):
    """Iterators that are made behind the break, gone over before it, or left to eager with the function around."""

    def forward(self, x):
        parts = {"a": x, "b": x + 1}
        names = parts.keys()
        lists = [x, x + 1]
        first = zip(lists, [1, 2])
        for part, factor in first:
            x = x + part * factor
        print("noted")  # break: FG401
        for part, factor in zip(lists, [1, 2]):
            x = x + part * factor
        for _ in names:
            x = x + 1
        return x + self.looped(lists)

    def looped(self, lists):
        pairs = zip(lists, [1, 2])
        for _ in range(2):
            print("noted")  # break: FG401
        return sum(left * right for left, right in pairs)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
