"""Counts of tokens for each expert become a tensor."""

import torch
from torch import nn


class Balance(nn.Module):
    def __init__(self, experts=4):
        super().__init__()
        self.experts = experts

    def forward(self, probs: torch.Tensor) -> torch.Tensor:
        choice = probs.argmax(dim=-1)
        counts = []
        for index in range(self.experts):
            counts.append((choice == index).sum().item())
        load = torch.tensor(counts, dtype=torch.float32)
        return (load / load.sum() * probs.mean(dim=0)).sum() * self.experts


def make():
    torch.manual_seed(0)
    return Balance()


def inputs():
    torch.manual_seed(1)
    return [(torch.softmax(torch.randn(6, 4), -1),)]
