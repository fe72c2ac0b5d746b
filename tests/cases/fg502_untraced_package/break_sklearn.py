# only: sklearn
import torch
from torch import nn

from sklearn.cluster import KMeans
from sklearn.metrics import accuracy_score


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        x = x * accuracy_score([0, 1], [0, 1])  # break: FG502
        KMeans(2)  # break: FG502
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
