# fix: unsafe
import torch
from torch import nn


class Encoder(nn.Module):
    """The encoders of BART and of wav2vec2: a flag says whether the layer runs."""

    def __init__(self, layerdrop: float = 0.5):
        super().__init__()
        self.first = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.layerdrop = layerdrop

    def forward(self, hidden_states: torch.Tensor, synced_gpus: bool = False) -> torch.Tensor:
        return self.wav2vec2(self.bart(hidden_states), synced_gpus)

    def bart(self, hidden_states):
        for layer in self.first:
            to_drop = False
            if self.training:
                dropout_probability = torch.rand([], device=hidden_states.device)
                to_drop = dropout_probability < self.layerdrop  # break: FG101

            layer_outputs = (layer(hidden_states), None)
            previous_hidden_states = hidden_states

            hidden_states = layer_outputs[0]
            if self.training:
                hidden_states = torch.where(to_drop, previous_hidden_states, hidden_states)
        return hidden_states

    def wav2vec2(self, hidden_states, synced_gpus: bool):
        for layer in self.layers:
            # add LayerDrop (see https://arxiv.org/abs/1909.11556 for description)
            dropout_probability = torch.rand([], device=hidden_states.device)

            skip_the_layer = self.training and dropout_probability < self.layerdrop  # break: FG103
            # under fsdp or deepspeed zero3 all gpus must run in sync
            outputs = (layer(hidden_states).tanh(), None)
            previous_hidden_states = hidden_states
            hidden_states = outputs[0]
            if self.training and not synced_gpus:
                hidden_states = torch.where(skip_the_layer, previous_hidden_states, hidden_states)
        return hidden_states


def make():
    return Encoder()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)] + [(torch.randn(2, 3), True)]
