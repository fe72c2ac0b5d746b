import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Known(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.classes = classes

    def forward(self, x, labels):
        hot = F.one_hot(labels, self.classes) + F.one_hot(labels, num_classes=x.shape[0])
        counts = torch.zeros(3).index_add(0, labels, x)
        bins = torch.histc(x, bins=4, min=0, max=2)
        padded = pad_sequence([x, x[:2]])
        places = torch.bucketize(x, torch.tensor([0.0, 1.0]))
        return hot.sum() + counts.sum() + bins.sum() + padded.sum() + places.sum() + torch.linalg.pinv(x[None]).sum()


def make():
    return Known()


def inputs():
    return [(torch.ones(3), torch.tensor([0, 2, 1]))]
