import torch
from torch import nn

GRAPHS = []


def backend(graph, inputs):
    GRAPHS.append(graph)
    return graph.forward


def doubled(xs):
    for x in xs:
        yield x * 2


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))

    def stages(self, x):
        for layer in self.layers:
            x = layer(x)
            yield x

    def forward(self, x):
        def halves():
            yield from (x / 2, x / 4)

        return sum(self.stages(x)) + sum(doubled([x])) + sum(halves())


def proof():
    x = torch.ones(2, 4)
    model = Stages()
    compiled = torch.compile(model, backend=backend, fullgraph=True)
    assert torch.equal(compiled(x), model(x))
    summed = torch.compile(lambda xs: sum(doubled(xs)), backend=backend, fullgraph=True)
    assert torch.equal(summed([x, x]), x * 4)
    assert len(GRAPHS) == 2
