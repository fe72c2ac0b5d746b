import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        rows = np.nonzero(x.detach().numpy() > 0)[0]  # break[default]: FG204
        x = x * 2
        values = np.unique(lengths.numpy())  # break[default]: FG204
        x = x + 1
        places = np.where(lengths.numpy() > 2)[0]  # break[default]: FG204
        return x, torch.from_numpy(values), torch.from_numpy(places), torch.from_numpy(rows)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
