"""What of ``inspect``, ``dataclasses`` and the builtin functions is computed while tracing."""

import dataclasses
import inspect
import math
import typing

import torch
from torch import nn


@dataclasses.dataclass
class Scales:
    first: float = 2.0
    second: float = 3.0


def attend(x, mask=None):
    return x if mask is None else x * mask


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.scales = Scales()

    def forward(self, x):
        if "mask" in inspect.signature(attend).parameters:
            x = attend(x, mask=x)
        if "missing" in inspect.signature(self.layer.forward).parameters:
            x = x + 1
        for field in dataclasses.fields(self.scales):
            x = x * getattr(self.scales, field.name)
        if inspect.isfunction(attend) and not inspect.isclass(attend) and dataclasses.is_dataclass(self.scales):
            x = x * 2
        if hasattr(self, "layer") and isinstance(self.layer, nn.Linear) and issubclass(Tiny, nn.Module):
            x = self.layer(x)
        x = x * len(inspect.getfullargspec(attend).args) + len(typing.get_type_hints(Scales))
        if inspect.getmro(Tiny)[0] is type(self) and callable(attend) and id(self):
            x = x + attend.__code__.co_argcount
        return x * len(type(self).__name__)


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
