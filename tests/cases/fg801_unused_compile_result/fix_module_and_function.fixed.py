# fix: unsafe
import torch
from torch import nn

COMPILED = []


def backend(graph, inputs):
    COMPILED.append(graph)
    return graph.forward


def scale(x):
    return x * 2


scale = torch.compile(scale, backend=backend)  # misuse: FG801


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def module():
    model = Net()
    model.compile(backend=backend, fullgraph=True)  # misuse: FG801
    return model(torch.ones(2, 3)), list(model.state_dict())


def layer_of_torch():
    layer = nn.Linear(3, 3)
    layer = torch.compile(layer, backend=backend)  # misuse: FG801
    return layer(torch.ones(2, 3))


def argument(function):
    function = torch.compile(function, backend=backend)  # misuse: FG801
    return function(torch.ones(2))


class Trainer:
    def __init__(self, model, use_compile=True):
        self.model = model
        if use_compile:
            self.model = torch.compile(self.model, backend=backend)  # misuse: FG801

    def step(self, x):
        return self.model(x)


def run():
    scale(torch.ones(2))
    _, names = module()
    layer_of_torch()
    argument(lambda x: x - 1)
    Trainer(lambda x: x + 1).step(torch.ones(2, 3))
    assert names == ["layer.weight", "layer.bias"]


def proof():
    run()
    assert COMPILED == []


def fixed():
    run()
    assert len(COMPILED) == 5
