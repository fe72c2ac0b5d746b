import torch
from torch import nn


class NoNaN(nn.Module):
    def forward(self, hidden_states: torch.Tensor) -> torch.Tensor:
        hidden_states = hidden_states * 2
        assert not hidden_states.isnan().any(), "NaN in hidden states"  # break: FG104
        return hidden_states + 1


def make():
    return NoNaN()


def inputs():
    return [(torch.ones(3),)]
