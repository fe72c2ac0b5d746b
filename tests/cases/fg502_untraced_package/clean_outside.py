"""What is called when the model is made, constants, and torch's own functions of the same name."""

# only: networkx
import networkx as nx
import torch
from torch import nn

GRAPH = nx.path_graph(3)


def linear_sum_assignment(cost):
    return cost.argmin(-1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.length = nx.shortest_path_length(GRAPH, 0, 2)

    def forward(self, x):
        rows = linear_sum_assignment(x + 1)
        return torch.special.erf(x) * self.length + torch.fft.fft(x).real + rows[:, None]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
