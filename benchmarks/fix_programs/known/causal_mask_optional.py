"""The attention mask is dropped where it is all ones, as transformers does."""

import torch
from torch import nn


class MaskPrep(nn.Module):
    def forward(self, scores: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        mask = attention_mask
        if torch.all(mask == 1):
            mask = None
        if mask is not None:
            scores = scores + (1.0 - mask) * -1e4
        return scores.softmax(-1)


def make():
    torch.manual_seed(0)
    return MaskPrep()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3), torch.ones(2, 3)), (torch.randn(2, 3), torch.tensor([[1.0, 1, 0], [1, 0, 0]]))]
