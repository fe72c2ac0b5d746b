import torch
from torch import nn


class Model(nn.Module):
    """One module, or a list of some: what goes over it means the list."""

    def __init__(self, settings=None):
        super().__init__()
        self.settings = settings or {"whole": False, "layers": 2}
        if self.settings["whole"]:
            self.memory = nn.GRU(8, 8)
        else:
            self.memory = nn.ModuleList([nn.GRU(8, 8) for _ in range(self.settings["layers"])])

    def forward(self, x):
        for number, layer in enumerate(self.memory):
            x, _ = layer(x)  # break: FG606
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4, 8),)]
