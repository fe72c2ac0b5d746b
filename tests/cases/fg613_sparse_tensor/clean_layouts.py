import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.register_buffer("adjacency", torch.eye(4).to_sparse().to_dense())
        rows, columns = torch.eye(4).nonzero(as_tuple=True)
        self.register_buffer("rows", rows)
        self.register_buffer("columns", columns)
        self.unused = torch.eye(4).to_sparse()

    def forward(self, x):
        x = self.layer(x) if not x.is_sparse and x.layout == torch.strided else x
        x = x.coalesce().to_dense() if x.is_sparse else x
        unused = self.unused
        x = x + torch.zeros_like(x).index_add(0, self.rows, x[self.columns])
        x = x + self.adjacency @ x + torch.sparse.mm(self.adjacency, x) + torch.sparse.mm(self.layer.weight, x)
        values, indices = x.max(dim=0)
        x = x + x.max(dim=0).indices + torch.zeros(4, 4, layout=torch.strided)
        nested = torch.nested.nested_tensor([x, x[:2]], layout=torch.jagged)
        return nested.values() + 1, values, indices, x.to_dense()


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4),)]
