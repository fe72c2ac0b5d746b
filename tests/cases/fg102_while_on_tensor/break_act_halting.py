"""Adaptive computation time: ponder until every token has halted."""

import torch
from torch import nn


class ACTBlock(nn.Module):
    def __init__(self, dim=4, max_steps=3, threshold=0.9):
        super().__init__()
        self.p = nn.Linear(dim, 1)
        self.fn = nn.Linear(dim, dim)
        self.max_steps = max_steps
        self.threshold = threshold

    def forward(self, state):
        halting = state.new_zeros(state.shape[0])
        updates = state.new_zeros(state.shape[0])
        previous = torch.zeros_like(state)
        while ((halting < self.threshold) & (updates < self.max_steps)).any():  # break: FG102
            p = self.p(state).sigmoid().squeeze(-1)
            running = (halting < 1.0).float()
            halting = halting + p * running
            updates = updates + running
            state = self.fn(state)
            previous = previous + state * p.unsqueeze(-1)
        return previous, updates


def make():
    return ACTBlock()


def inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4) * 4,)]
