import torch
from torch import nn


class FlashAttention(nn.Module):
    def forward(self, scores, attention_mask=None):
        if attention_mask is not None and 0.0 in attention_mask:  # break: FG101
            scores = scores.masked_fill(attention_mask == 0.0, -1e4)
        return scores.softmax(-1)


def make():
    return FlashAttention()


def inputs():
    scores = torch.randn(2, 3)
    return [(scores, torch.ones(2, 3)), (scores, torch.tensor([[1.0, 0.0, 1.0]] * 2)), (scores,)]
