import torch
from torch import nn


class Model(nn.Module):
    """Unlike fullgraph=True, error_on_graph_break(True) captures no scalars."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, strict: bool):
        x = self.layer(x)
        if strict:
            with torch._dynamo.error_on_graph_break(True):
                return x * x.sum().item()  # fails[default]: FG201
        with torch._dynamo.error_on_graph_break(False):
            return x * x.sum().item()  # break[default]: FG201


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), True), (torch.ones(2, 4), False)]
