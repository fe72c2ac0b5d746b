import torch
from torch import nn


class Valid(nn.Module):
    def forward(self, x, attention_mask, padding, row: int = 0):
        total = x[attention_mask].sum()  # break[default]: FG302
        total = total + x[attention_mask & ~padding].sum()  # break[default]: FG302
        total = total + x[row][attention_mask[row]].sum()  # break[default]: FG302
        return total + x.flatten()[attention_mask.to(x.device).view(-1)].sum()  # break[default]: FG302


def make():
    return Valid()


def inputs():
    mask = torch.tensor([[True, True, False], [True, False, False]])
    return [(torch.ones(2, 3), mask, ~mask)]
