# only: python<3.12, torch>=2.11
import contextlib

import torch
from torch import nn


class Timed:
    def __enter__(self):
        print("began")  # break: FG401
        return self

    def __exit__(self, *error):
        return None


class Model(nn.Module):
    """What is traced in front of a ``try``, a context or a recurrent module is compiled; what follows runs in eager."""

    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0]
        self.memory = nn.LSTM(8, 8)

    def tried(self, x):
        found = [x * scale for scale in self.scales]
        x = x + 1
        for scale in self.scales:
            try:
                print(scale)  # break: FG401
            except ValueError:
                x = x * 2
        found += [x + scale for scale in self.scales]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def entered(self, x):
        found = [x * scale for scale in self.scales]
        x = x + 1
        with Timed():
            x = x * 2
        found += [x + scale for scale in self.scales]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def suppressed(self, x):
        found = [x * scale for scale in self.scales]
        x = x + 1
        with contextlib.suppress(ValueError):
            print("entered")  # break: FG401
        found += [x + scale for scale in self.scales]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def in_generator(self, x):
        found = [x * scale for scale in self.scales]  # break[default]: FG511
        x = x + 1
        if any(row.sum() > 99 for row in x.unbind(0)):  # break: FG103
            x = x * 2
        found += [x + scale for scale in self.scales]  # break[default]: FG511
        return torch.stack(found).sum(0)

    def tested(self, x):
        found = [x * scale for scale in self.scales]
        x = x + 1
        while x.sum() < -999:  # break: FG102
            x = x + 1
        found += [x + scale for scale in self.scales]
        return torch.stack(found).sum(0)

    def forward(self, x):
        return self.tried(x) + self.entered(x) + self.suppressed(x) + self.in_generator(x) + self.tested(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),) for _ in range(2)]
