# fix: unsafe
import torch
from torch import nn


class EncoderLayer(nn.Module):
    """The clamp of BART's and DETR's encoder layers, for half precision and in general."""

    def forward(self, hidden_states, dtype=torch.float32):
        hidden_states = hidden_states * 3
        if hidden_states.dtype == dtype and (  # break: FG101
            torch.isinf(hidden_states).any() or torch.isnan(hidden_states).any()
        ):
            clamp_value = torch.finfo(hidden_states.dtype).max - 1000
            hidden_states = torch.clamp(hidden_states, min=-clamp_value, max=clamp_value)
        return hidden_states * 0.5


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = EncoderLayer()

    def forward(self, x):
        hidden_states = self.layer(x)
        return self.clamped(hidden_states)

    def clamped(self, hidden_states):
        if not torch.isfinite(hidden_states).all():  # break: FG101
            clamp_value = torch.finfo(hidden_states.dtype).max - 1000
            hidden_states = torch.clamp(hidden_states, min=-clamp_value, max=clamp_value)
        return hidden_states + 1


def make():
    return Model()


def inputs():
    rows = [[1.0, 2.0, float("inf"), 0.0], [1.0, float("nan"), 3.0, 0.0]]
    return [(torch.randn(2, 4),), *((torch.tensor([row, row]),) for row in rows)]
