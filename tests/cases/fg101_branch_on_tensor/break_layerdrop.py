import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, dim=4, depth=2, layerdrop=0.5):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.layerdrop = layerdrop

    def forward(self, hidden_states: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            dropout_probability = torch.rand([])
            skip_the_layer = self.training and (dropout_probability < self.layerdrop)
            if not skip_the_layer:  # break: FG101
                hidden_states = layer(hidden_states)
        return hidden_states


def make():
    return Encoder()


def inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4),)]
