import torch

STEPS = []


def step(weight=1.0):
    def register(function):
        STEPS.append((function, weight))
        return function

    return register


@step(0.5)
def shifted(x):
    return x + 1


@step(2.0)
def kept(x):
    if x.sum() > 99:  # break: FG101
        return x * 2
    return x


class Model(torch.nn.Module):
    def forward(self, x):
        for function, weight in STEPS:
            x = function(x) * weight
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
