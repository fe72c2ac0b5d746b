"""An input of which the code asks whether it is a tensor may be something else."""

import torch
from torch import nn


class Asked(nn.Module):
    def stacked(self, batch):
        print("a list")  # break: FG401
        return torch.stack(batch)

    def forward(self, batch):
        rows = batch if torch.is_tensor(batch) else self.stacked(batch)
        return rows + 1


class Listed(nn.Module):
    def forward(self, batch):
        if isinstance(batch, (list, tuple)):
            print("a list")  # break: FG401
            batch = batch[0]
        return batch + 1


class Other(nn.Module):
    def forward(self, batch):
        if not isinstance(batch, torch.Tensor):
            print("a dictionary")  # break: FG401
            batch = batch["rows"]
        return batch + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Asked(), Listed(), Other()])

    def forward(self, way, batch):
        return self.ways[way](batch)


def make():
    return Model()


def inputs():
    rows = torch.ones(3)
    return [(0, [rows, rows]), (1, [rows, rows]), (2, {"rows": rows}), (0, rows)]
