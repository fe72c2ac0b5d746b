import torch
from torch import nn

COMPILED = []


def backend(graph, inputs):
    COMPILED.append(graph)
    return graph.forward


def scale(x):
    return x * 2


def module():
    model = nn.Linear(3, 3)
    torch.compile(model, backend=backend)  # misuse: FG801
    return model(torch.ones(2, 3))


def function():
    torch.compile(scale, backend=backend, fullgraph=True)  # misuse: FG801
    return scale(torch.ones(2))


class Trainer:
    def __init__(self, model, use_compile=True):
        self.model = model
        if use_compile:
            torch.compile(self.model, backend=backend)  # misuse: FG801

    def step(self, x):
        return self.model(x)


def proof():
    module()
    function()
    Trainer(nn.Linear(3, 3)).step(torch.ones(2, 3))
    assert COMPILED == []
    torch.compile(scale, backend=backend)(torch.ones(2))
    assert len(COMPILED) == 1
