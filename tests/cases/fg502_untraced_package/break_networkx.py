# only: networkx
import networkx as nx
import torch
from torch import nn

GRAPH = nx.Graph()
GRAPH.add_edge(1, 2)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        length = nx.shortest_path_length(GRAPH, 1, 2)  # break: FG502
        length = length + GRAPH.number_of_nodes()  # break: FG502
        graph = nx.Graph()  # break: FG502
        graph.add_edge(1, 2)  # break: FG502
        return x * length


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
