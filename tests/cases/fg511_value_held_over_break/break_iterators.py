import torch
from torch import nn


class Model(nn.Module):
    """Iterators and views that variables have held since before a break."""

    def note(self, x):
        print("noted")  # break: FG401
        return x * 2

    def rows(self, mask):
        return mask.nonzero()  # break[default]: FG301

    def zipped(self, x):
        pairs = zip([x, x + 1], [1, 2])
        x = self.note(x)
        for left, right in pairs:  # break: FG511
            x = x + left * right
        return x

    def mapped(self, x):
        parts = map(torch.sin, [x, x + 1])
        kept = filter(None, [1, 0, 2])
        x = self.note(x)
        x = x + sum(parts)  # break: FG511
        return x + len(list(kept))  # break: FG511

    def viewed(self, x):
        parts = {"a": x, "b": x + 1}
        named = parts.items()
        values = parts.values()
        x = self.note(x)
        x = x + torch.stack(list(values)).sum(0)  # break: FG511
        return x + torch.stack([part for _, part in named]).sum(0)  # break: FG511

    def sized(self, x, mask):
        pairs = zip([x, x + 1], [1, 2])
        rows = self.rows(mask)
        (first, one), _ = pairs  # break[default]: FG511
        return x + first * one + rows.sum()

    def forward(self, x, mask):
        return self.zipped(x) + self.mapped(x) + self.viewed(x) + self.sized(x, mask)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True])) for _ in range(2)]
