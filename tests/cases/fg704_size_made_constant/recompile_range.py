"""A loop over the batch, one over the sequence, by the ways to ask for a size."""

import torch
from torch import nn


class Steps(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        _, seq_len, _ = x.shape
        state = torch.zeros(x.shape[0], 4)
        for t in range(seq_len):  # recompile: FG704
            state = torch.tanh(self.cell(x[:, t]) + state)
        return state


def make():
    return Steps()


def inputs():
    return [(torch.ones(2, length, 4),) for length in range(2, 14)]
