"""Methods, of objects that the function made, and of tensors of a subclass, which break the graph."""

from dataclasses import dataclass

import torch
from torch import nn


class Boxes:
    def __init__(self, corners: torch.Tensor):
        self.corners = corners

    def total(self):
        return self.corners.sum().item()  # break[default]: FG201

    def scaled(self, factor: float):
        return Boxes(self.corners * factor)

    def copy(self):
        return Boxes(self.corners.clone())


class Rotated(Boxes):
    def total(self):
        return super().total() + 1


@dataclass
class Track:
    boxes: torch.Tensor

    def longest(self):
        return float(self.boxes.max())  # break[default]: FG202


class Signal(torch.Tensor):
    def peak(self):
        return self.max().item()  # break[default]: FG201


def made(x: torch.Tensor):
    return Boxes(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.signal = torch.ones(4).as_subclass(Signal)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.at_once(x)
        self.named(x)
        self.of_a_function(x)
        self.of_a_method(x)
        self.derived(x)
        self.of_a_dataclass(x)
        self.in_a_list(x)
        self.either(x)
        self.later(x)
        self.not_broken_yet(x)
        self.argument(x)
        self.of_a_subclass(x)
        return x + 1

    def at_once(self, x: torch.Tensor):
        return x * Boxes(x).total()  # break[default]: FG511

    def named(self, x: torch.Tensor):
        boxes = Boxes(x)
        return x * boxes.total()  # break[default]: FG511

    def of_a_function(self, x: torch.Tensor):
        boxes = made(x)
        return x * boxes.total()  # break[default]: FG511

    def of_a_method(self, x: torch.Tensor):
        boxes = Boxes(x).copy()
        return x * boxes.total()  # break[default]: FG511

    def derived(self, x: torch.Tensor):
        boxes = Rotated(x)
        return x * boxes.total()  # break[default]: FG511

    def of_a_dataclass(self, x: torch.Tensor):
        track = Track(x)
        return x * track.longest()  # break[default]: FG511

    def in_a_list(self, x: torch.Tensor):
        boxes = [Boxes(x)]
        return x * boxes[0].total()  # break[default]: FG511

    def either(self, x: torch.Tensor):
        boxes = Boxes(x) if x.shape[0] == 2 else Boxes(x + 1)
        return x * boxes.total()  # break[default]: FG511

    def later(self, x: torch.Tensor):
        boxes = Boxes(x)
        x = x * boxes.total()  # break[default]: FG511
        return x * x.sum().item()

    def not_broken_yet(self, x: torch.Tensor):
        boxes = Boxes(x)
        small = boxes.scaled(0.5)
        return x * small.total()  # break[default]: FG511

    def argument(self, x: torch.Tensor):
        boxes = Boxes(x)
        return boxes.scaled(self.factor(x)).corners  # break[default]: FG511

    def factor(self, x: torch.Tensor):
        return x.sum().item()  # break[default]: FG201

    def of_a_subclass(self, x: torch.Tensor):
        return x * self.signal.peak()  # break[default]: FG511


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
