"""The graph breaks in a function, and nothing that its caller holds stands in the way of going on."""

import torch
from torch import nn


class Boxes:
    def __init__(self, corners: torch.Tensor):
        self.corners = corners

    def total(self):
        return self.corners.sum().item()  # break[default]: FG201

    def __call__(self):
        return self.total()

    @property
    def size(self):
        return self.total()


class Counted(Boxes):
    def __init__(self, corners: torch.Tensor):
        super().__init__(corners)
        self.count = corners.max().item()  # break[default]: FG201


class Shared(Boxes):
    def __new__(cls, corners: torch.Tensor):
        return SHARED or object.__new__(cls)


SHARED = None
SHARED = Shared(torch.ones(4))


class Layer(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * x.sum().item()  # break[default]: FG201


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.boxes = Boxes(torch.ones(4))
        self.layer = Layer()
        self.layers = nn.ModuleList([Layer(), Layer()])
        self.scales = {"a": 1.0, "b": 2.0}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.of_an_attribute(x)
        self.given(x, Boxes(x))
        self.called(x)
        self.a_property(x)
        self.since_a_break(x)
        self.since_another_function(x)
        self.since_it_was_made(x)
        self.in_a_loop(x)
        self.shared(x)
        self.in_a_try(x)
        self.of_lists(x)
        self.by_number(x)
        self.listed(x)
        return x + 1

    def of_an_attribute(self, x: torch.Tensor):
        return x * self.boxes.total()

    def given(self, x: torch.Tensor, boxes: Boxes):
        return x * boxes.total()

    def called(self, x: torch.Tensor):
        boxes = Boxes(x)
        return x * boxes()

    def a_property(self, x: torch.Tensor):
        boxes = Boxes(x)
        return x * boxes.size

    def since_a_break(self, x: torch.Tensor):
        boxes = Boxes(x)
        x = x * x.min().item()  # break[default]: FG201
        return x * boxes.total()

    def since_another_function(self, x: torch.Tensor):
        boxes = Boxes(x)
        x = self.layer(x)
        return x * boxes.total()

    def since_it_was_made(self, x: torch.Tensor):
        boxes = Counted(x)
        return x * boxes.total()

    def in_a_loop(self, x: torch.Tensor):
        for _ in range(2):
            x = x * Boxes(x).total()
        return x

    def shared(self, x: torch.Tensor):
        return x * Shared(x).total()

    def in_a_try(self, x: torch.Tensor):
        try:
            return x * Boxes(x).total()
        except ValueError:
            return x

    def of_lists(self, x: torch.Tensor):
        return [self.layer(y) for y in [x, x]]

    def by_number(self, x: torch.Tensor):
        return [self.layers[i](x) for i in range(2)]

    def listed(self, x: torch.Tensor):
        return [layer(x) for layer in list(self.layers)]


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
