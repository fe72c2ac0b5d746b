import torch
from torch import nn


def best(scores):
    kept = scores[scores > 0.5]  # break[default]: FG302
    if not kept.numel():  # break[fullgraph]: FG101
        return scores.max()
    return kept.mean()


class Detector(nn.Module):
    def forward(self, scores):
        return best(scores * 2) + 1


def make():
    return Detector()


def inputs():
    return [(torch.tensor([1.0, 0.0]),), (torch.zeros(2),)]
