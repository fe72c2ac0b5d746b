"""Scripted and traced functions, questions and annotations are captured."""

import torch
from torch import nn


@torch.jit.script
def double(x):
    return x * 2


def triple(x):
    return x * 3


@torch.jit.ignore
def ignored(x):
    return x * 4


@torch.jit.script_if_tracing
def lazily(x):
    return x * 5


TRACED = torch.jit.trace(triple, torch.ones(2, 4))
SCRIPTED = torch.jit.script(triple)


class Model(nn.Module):
    @torch.jit.export
    def exported(self, x):
        return x + 1

    def forward(self, x):
        x = self.exported(x)
        sizes = torch.jit.annotate(list[int], [])
        sizes.append(2)
        if torch.jit.is_scripting() or torch.jit.is_tracing():
            return x
        return double(x) + TRACED(x) + SCRIPTED(x) + ignored(x) + lazily(x) * sizes[0]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
