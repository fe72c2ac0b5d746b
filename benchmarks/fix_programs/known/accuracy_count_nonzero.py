"""A metric counts hits by nonzero."""

import torch
from torch import nn


class Accuracy(nn.Module):
    def forward(self, logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        hits = (logits.argmax(dim=-1) == labels).nonzero().size(0)
        return torch.tensor(hits / labels.numel())


def make():
    torch.manual_seed(0)
    return Accuracy()


def inputs():
    torch.manual_seed(1)
    return [(torch.eye(4), torch.arange(4)), (torch.eye(4), torch.zeros(4, dtype=torch.long))]
