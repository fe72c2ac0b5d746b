# only: torchvision
import torch
import torchvision  # noqa: F401
from torch import nn


class Detector(nn.Module):
    def forward(self, x, scores):
        kept = torch.ops.torchvision.nms(x, scores, 0.5)  # break[default]: FG308
        return x[kept].sum()


def make():
    return Detector()


def inputs():
    x = torch.tensor([[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.5, 10.0], [20.0, 20.0, 30.0, 30.0]])
    return [(x, torch.tensor([0.9, 0.8, 0.7]))]
