import torch
from torch import nn
from torch._dynamo.exc import Unsupported

GRAPHS = []


def backend(graph, inputs):
    GRAPHS.append(graph)
    return graph.forward


@torch.compile(backend=backend)  # misuse: FG509
def doubled(xs):
    for x in xs:
        yield x * 2


def chained(xs):
    yield from [x + 1 for x in xs]


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(x) + layer.weight.sum()
            yield x


def proof():
    x = torch.ones(2, 4)
    stages = torch.compile(Stages(), backend=backend)  # misuse: FG509
    assert len(list(doubled([x, x]))) + len(list(stages(x))) == 4
    assert not GRAPHS
    raising = torch.compile(chained, backend=backend, fullgraph=True)  # misuse: FG509
    try:
        list(raising([x]))
    except Unsupported as error:
        assert "generator" in str(error)
    else:
        raise AssertionError("it does not raise")
