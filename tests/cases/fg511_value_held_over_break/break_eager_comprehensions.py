# only: python<3.12
import torch
from torch import nn


class Model(nn.Module):
    """Comprehensions in functions that a break in a loop, or in a ``try``, leaves to eager."""

    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0]
        self.sizes = (1, 2)
        self.named = {"a": 1.0, "b": 2.0}
        self.layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])

    def behind(self, x):
        for scale in self.scales:
            print(scale)  # break: FG401
        found = [x * scale for scale in self.scales]  # break[default]: FG511
        named = {name: x + part for name, part in self.named.items()}  # break[default]: FG511
        drawn = [torch.full((4, 8), scale) for scale in self.scales]  # break[default]: FG511
        return torch.stack(found + list(named.values()) + drawn).sum(0)

    def in_front(self, x):
        found = [part + left * x for left, part in zip(self.scales, [x, x + 1])]  # break[default]: FG511
        for scale in self.scales:
            print(scale)  # break: FG401
            found += [layer(x) for layer in self.layers]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def resumed(self, x):
        found = [x * scale for scale in self.scales]
        print("resumed")  # break: FG401
        x = x + 1
        try:
            print("tried")  # break: FG401
        except ValueError:
            return x
        found += [x + i * scale for i, scale in enumerate(self.scales)]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def traced(self, x):
        for scale in self.scales:
            print(scale)  # break: FG401
        sizes = [x * size for size in self.sizes]
        counted = [x * i for i in range(2)]
        rows = [row * 2 for row in x]
        numbers = [scale * 2 for scale in self.scales]
        total = sum(x.sum() * scale for scale in self.scales)
        return torch.stack(sizes + counted).sum(0) + torch.stack(rows) * numbers[0] + total

    def forward(self, x):
        return self.behind(x) + self.in_front(x) + self.resumed(x) + self.traced(x)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),) for _ in range(2)]
