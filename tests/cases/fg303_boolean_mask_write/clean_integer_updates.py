import torch
from torch import nn


class Updates(nn.Module):
    def forward(self, x, idx):
        x = x.clone()
        x[idx] += 1
        x[0] *= 2
        x[1:] -= 0.5
        x[:, 0] += x[:, 1]
        x += 1
        x *= x > 0
        counts = {"rows": 0}
        counts["rows"] += x.shape[0]
        return x * counts["rows"]


def make():
    return Updates()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([0, 2]))]
