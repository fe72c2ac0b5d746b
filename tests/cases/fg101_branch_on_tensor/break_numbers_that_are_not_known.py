import torch
from torch import nn


class Kept(nn.Module):
    """A full graph knows the number of a tensor that it is given without dimensions, in int64 and float64."""

    def __init__(self):
        super().__init__()
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))
        self.register_buffer("updates", torch.tensor(0, dtype=torch.int32))
        self.register_buffer("rows", torch.zeros(1, dtype=torch.long))
        self.register_buffer("scale", torch.zeros(()))
        self.register_buffer("ready", torch.tensor(False))
        self.register_buffer("calls", torch.tensor(0))
        self.register_buffer("exact", torch.tensor(0.0, dtype=torch.float64))
        self.weight = nn.Parameter(torch.tensor(0.0))


class Byte(Kept):
    def forward(self, x):
        if self.initialized.item() == 0:  # break: FG101
            x = x + 1
        return x


class Short(Kept):
    def forward(self, x):
        if int(self.updates) == 0:  # break: FG101
            x = x + 1
        return x


class Row(Kept):
    def forward(self, x):
        if self.rows.item() == 0:  # break: FG101
            x = x + 1
        return x


class Single(Kept):
    def forward(self, x):
        if self.scale.item() == 0:  # break: FG101
            x = x + 1
        return x


class Weight(Kept):
    def forward(self, x):
        if self.weight.item() == 0:  # break: FG101
            x = x + 1
        return x


class Flag(Kept):
    def forward(self, x):
        if not self.ready.item():  # break: FG101
            x = x + 1
        return x


class Long(Kept):
    def forward(self, x):
        if self.calls.item() == 0:  # break[default]: FG101
            x = x + 1
        return x


class Double(Kept):
    def forward(self, x):
        if self.exact.item() == 0:  # break[default]: FG101
            x = x + 1
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Byte(), Short(), Row(), Single(), Weight(), Flag(), Long(), Double()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), way) for way in range(8)]
