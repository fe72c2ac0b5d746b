import torch
from torch import nn


LIBRARY = torch.library.Library("fg508d", "DEF")
LIBRARY.define("double(Tensor x) -> Tensor")
LIBRARY.define("triple(Tensor x) -> Tensor")
torch.library.define("fg508e::scale", "(Tensor x, float factor) -> Tensor")


@torch.library.impl(LIBRARY, "double", "CPU")
def double(x):
    return x * 2


LIBRARY.impl("triple", lambda x: x * 3, "CPU")


@torch.library.impl("fg508e::scale", "cpu")
def scale(x, factor):
    return x * factor


class Model(nn.Module):
    def forward(self, x):
        x = torch.ops.fg508d.double(x + 1)  # break: FG508
        x = torch.ops.fg508d.triple.default(x + 1)  # break: FG508
        x = x + 1
        return torch.ops.fg508e.scale(x, 2.0) * 2  # break: FG508


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
