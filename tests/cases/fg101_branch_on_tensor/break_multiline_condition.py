import torch
from torch import nn


class Stabilizer(nn.Module):
    def forward(self, hidden_states):
        if hidden_states.dtype == torch.float32 and (  # break: FG101
            torch.isinf(hidden_states).any() or torch.isnan(hidden_states).any()
        ):
            hidden_states = torch.nan_to_num(hidden_states)
        return hidden_states + 1


def make():
    return Stabilizer()


def inputs():
    return [(torch.ones(3),), (torch.tensor([1.0, float("inf"), 2.0]),), (torch.tensor([1.0, float("nan"), 2.0]),)]
