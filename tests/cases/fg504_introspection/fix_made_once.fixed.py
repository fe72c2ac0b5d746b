# fix: unsafe
import dataclasses
import inspect

import torch
from torch import nn


@dataclasses.dataclass
class Options:
    width: int = 2
    depth: int = 3


def scale(x):
    return x * 2


class Model(nn.Module):
    def __init__(self, function=scale):
        super().__init__()
        self.function = function
        self.field_list = dataclasses.fields(Options)
        self.source_text = inspect.getsource(self.function)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + 1
        text = self.source_text  # break: FG504
        if "* 2" in text:
            x = self.function(x)
        return x * len(self.field_list)  # break: FG504


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
