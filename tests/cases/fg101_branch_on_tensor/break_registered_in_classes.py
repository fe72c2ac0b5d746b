import torch
from torch import nn

SOLVERS = {}


class Solver:
    def __init_subclass__(cls, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        SOLVERS[name] = cls


class Euler(Solver, name="euler"):
    def step(self, x):
        if x.sum() > 0:  # break: FG101
            return x * 2
        return x


class Layer:
    registry = {}

    @classmethod
    def register(cls, name):
        def registered(layer):
            cls.registry[name] = layer
            return layer

        return registered

    @classmethod
    def make(cls, name):
        return cls.registry[name]()


@Layer.register("gate")
class Gate:
    def __call__(self, x):
        if x.mean() > 0:  # break: FG101
            return x * 2
        return x


class Model(nn.Module):
    hooks = []

    def __init__(self, solver="euler"):
        super().__init__()
        self.solver = SOLVERS[solver]()
        self.gate = Layer.make("gate")

    @classmethod
    def hook(cls, function):
        cls.hooks.append(function)
        return function

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.gate(self.solver.step(x))
        for function in self.hooks:
            x = function(x)
        return x


@Model.hook
def clipped(x):
    if x.abs().max() > 1:  # break: FG101
        x = x / x.abs().max()
    return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 4),)]
