import torch
from torch import nn


def _needs_rescale(weights, eps):
    total = weights.sum()
    if total < eps:  # break: FG101
        return True
    return False


def normalize(weights, eps=1e-6):
    if _needs_rescale(weights, eps):
        return torch.ones_like(weights) / weights.shape[-1]
    return weights / weights.sum()


class Router(nn.Module):
    def forward(self, logits):
        return normalize(logits.relu())


def make():
    return Router()


def inputs():
    return [(torch.ones(4),), (-torch.ones(4),)]
