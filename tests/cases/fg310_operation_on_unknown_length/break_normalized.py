import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("var", torch.ones(3))

    def forward(self, x, keep):
        rows = x[keep > 0]  # break[default]: FG302
        rows = nn.functional.batch_norm(rows, self.mean, self.var)  # break[fullgraph]: FG310
        return rows.relu()


def make():
    return Features().eval()


def inputs():
    return [(torch.randn(5, 3), torch.tensor([1, 0, 1, 1, 0]))]
