import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        adjacency = torch.eye(4)
        self.register_buffer("adjacency", adjacency.to_sparse())
        self.held = torch.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 2.0], (4, 4)).coalesce()

    def forward(self, x):
        x = self.layer(x)
        return spread(self.adjacency, x)  # break: FG613


def spread(weights, x):
    x = x * 2
    return weights.matmul(x)  # break: FG613


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4),)]
