# only: python<3.12
import torch
from torch import nn


class Model(nn.Module):
    """Comprehensions in which a function that they call breaks."""

    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0]
        self.sizes = (1, 2)

    def note(self, x):
        print("noted")  # break: FG401
        return x * 2

    def rows(self, mask):
        return mask.nonzero()  # break[default]: FG301

    def forward(self, x, mask):
        found = [self.note(part) for part in [x, x + 1]]
        found += [self.note(left * x) for left, _ in zip(self.scales, self.sizes)]  # break[default]: FG511
        counts = {size: self.rows(mask).sum() * size for size in self.sizes}
        found += [self.note(x * part) for part in map(abs, self.scales)]  # break[default]: FG511
        return torch.stack(found).sum(0) + sum(counts.values())


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True])) for _ in range(2)]
