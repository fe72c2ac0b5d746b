"""Operators of objects of one's own: ``@`` and ``~`` are not traced, the others are."""

import torch
from torch import nn


class Pose:
    def __init__(self, turn):
        self.turn = turn

    def __matmul__(self, other):
        return Pose(self.turn @ other.turn)

    def __rmatmul__(self, other):
        return Pose(other * self.turn)

    def __invert__(self):
        return Pose(self.turn.transpose(-1, -2))

    def __mul__(self, other):
        return Pose(self.turn * other.turn)

    def __neg__(self):
        return Pose(-self.turn)

    def __or__(self, other):
        return Pose(torch.maximum(self.turn, other.turn))


def chained(x):
    pose = Pose(x) @ Pose(x + 1)  # break: FG608 (before 2.14)
    return pose.turn


def in_place(x):
    pose = Pose(x)
    pose @= Pose(x + 1)  # break: FG608 (before 2.14)
    return pose.turn


def reflected(x):
    return (2 @ Pose(x)).turn  # break: FG608 (before 2.14)


def inverted(x):
    return (~Pose(x)).turn  # break: FG608 (before 2.14)


class Model(nn.Module):
    def forward(self, x):
        x = chained(x) + in_place(x) + reflected(x) + inverted(x)
        return (-(Pose(x) * Pose(x) | Pose(x))).turn


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 3),)]
