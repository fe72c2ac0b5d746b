import torch
from torch import nn


def clamp_if_inf(hidden_states):
    if torch.isinf(hidden_states).any():  # break: FG101
        limit = torch.finfo(hidden_states.dtype).max - 1000
        hidden_states = torch.clamp(hidden_states, min=-limit, max=limit)
    return hidden_states


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ff = nn.Linear(4, 4)

    def forward(self, hidden_states):
        hidden_states = hidden_states + self.ff(hidden_states)
        return clamp_if_inf(hidden_states)


def make():
    return Block()


def inputs():
    return [(torch.ones(2, 4),), (torch.tensor([[float("inf"), 1.0, 2.0, 3.0]] * 2),)]
