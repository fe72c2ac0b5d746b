import torch
from torch import nn


def above(scores, limit):
    return scores > limit


def gather(values, chosen):
    return values[chosen]  # break[default]: FG302


class Detector(nn.Module):
    def forward(self, boxes, scores):
        chosen = above(scores, 0.5)
        return gather(boxes, chosen).sum()


def make():
    return Detector()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([0.1, 0.9, 0.8]))]
