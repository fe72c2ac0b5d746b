import torch
from torch import nn
from torch._dynamo import error_on_graph_break


@error_on_graph_break(True)
def strict(x):
    return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        with error_on_graph_break(True):
            x = strict(self.layer(x))
        with error_on_graph_break(False):
            return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
