import torch
import torch.nn.functional as F
from torch import nn


class Classes(nn.Module):
    def forward(self, x, labels):
        first = F.one_hot(labels)  # break: FG308
        second = torch.nn.functional.one_hot(labels, -1)  # break: FG308
        third = nn.functional.one_hot(labels, num_classes=-1)  # break: FG308
        return x * first * second * third


def make():
    return Classes()


def inputs():
    return [(torch.ones(3, 3), torch.tensor([0, 2, 1]))]
