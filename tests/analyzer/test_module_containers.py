"""Classes that derive from ``nn.Sequential``, ``nn.ModuleList`` and ``nn.ModuleDict``: which modules they hold."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

LAYER = """
import collections

import torch
from torch import nn


class Layer(nn.Module):
    def scaled(self, x: torch.Tensor):
        return x * x.sum().item()


"""
LINE = 10
Found = Callable[..., list[object]]


def test_nothing_is_found_of_a_method_that_nobody_calls(found: Found) -> None:
    assert not found(LAYER)


@pytest.mark.parametrize(
    "model",
    [
        """
        class Model(nn.ModuleList):
            def __init__(self):
                super().__init__([Layer(), Layer()])

            def forward(self, x: torch.Tensor):
                for layer in self:
                    x = layer.scaled(x)
                return x
        """,
        """
        class Model(nn.Sequential):
            def __init__(self):
                super().__init__(nn.Linear(4, 4), Layer())

            def forward(self, x: torch.Tensor):
                return self[1].scaled(self[0](x))
        """,
        """
        class Model(nn.Sequential):
            def __init__(self):
                super().__init__(collections.OrderedDict([("first", nn.Linear(4, 4)), ("second", Layer())]))

            def forward(self, x: torch.Tensor):
                for layer in self._modules.values():
                    x = layer.scaled(x)
                return x
        """,
        """
        class Model(nn.ModuleDict):
            def __init__(self):
                super().__init__({"a": Layer()})

            def forward(self, x: torch.Tensor):
                for name, layer in self.items():
                    x = layer.scaled(x)
                return x
        """,
        """
        class Model(nn.ModuleDict):
            def __init__(self):
                super().__init__()
                self.add_module("a", Layer())

            def forward(self, x: torch.Tensor):
                return self["a"].scaled(x)
        """,
        """
        class Layers(nn.ModuleList):
            pass


        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = Layers([Layer()])

            def forward(self, x: torch.Tensor):
                return self.layers[0].scaled(x)
        """,
        """
        class Scaled(nn.Module):
            def forward(self, x: torch.Tensor, layer: Layer):
                return layer.scaled(x)


        class Block(nn.Sequential):
            def __init__(self):
                super().__init__(nn.ReLU())
                self.append(Layer())


        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.block = Block()

            def forward(self, x: torch.Tensor):
                return self.block[1].scaled(x)
        """,
        """
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.Sequential(collections.OrderedDict([("first", Layer()), ("second", nn.ReLU())]))

            def forward(self, x: torch.Tensor):
                return self.layers.first.scaled(x)
        """,
        """
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.Sequential()
                self.layers.add_module("first", Layer())

            def forward(self, x: torch.Tensor):
                return self.layers[0].scaled(x)
        """,
    ],
)
def test_the_modules_that_a_container_holds(found: Found, model: str) -> None:
    assert LINE in [one.location.row for one in found(LAYER + textwrap.dedent(model))]  # type: ignore[attr-defined]


def test_a_sequence_without_a_forward_calls_its_modules_in_turn(found: Found) -> None:
    model = """
        class Wide(nn.Module):
            def forward(self, x, scale=1.0):
                return x[x.sum(1) > 0]


        class Block(nn.Sequential):
            def __init__(self):
                super().__init__(Wide(), nn.ReLU())


        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.block = Block()

            def forward(self, x: torch.Tensor):
                rows = self.block(x)
                return x if rows.shape[0] > 2 else x + 1
        """
    lines = [(one.code, one.modes) for one in found(LAYER + textwrap.dedent(model), mode="fullgraph")]  # type: ignore[attr-defined]
    assert ("FG103", ("fullgraph",)) in lines
