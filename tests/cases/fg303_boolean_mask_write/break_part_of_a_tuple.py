import torch
from torch import nn


class Bias(nn.Module):
    def forward(self, logits, banned):
        logits = logits.clone()
        off = banned > 0
        logits[:, off] -= 100.0  # break[default]: FG303
        logits[0, ~off] /= 2.0  # break[default]: FG303
        return logits


def make():
    return Bias()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([1, 0, 1]))]
