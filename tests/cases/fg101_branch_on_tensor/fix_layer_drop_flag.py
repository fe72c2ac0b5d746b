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
                dropout_probability = torch.rand([])
                if dropout_probability < self.layerdrop:  # break: FG101
                    to_drop = True

            if to_drop:
                layer_outputs = (None, None)
            else:
                layer_outputs = (layer(hidden_states), None)

                hidden_states = layer_outputs[0]
        return hidden_states

    def wav2vec2(self, hidden_states, synced_gpus: bool):
        for layer in self.layers:
            # add LayerDrop (see https://arxiv.org/abs/1909.11556 for description)
            dropout_probability = torch.rand([])

            skip_the_layer = True if self.training and dropout_probability < self.layerdrop else False  # break: FG103
            if not skip_the_layer or synced_gpus:
                # under fsdp or deepspeed zero3 all gpus must run in sync
                outputs = (layer(hidden_states).tanh(), None)
                hidden_states = outputs[0]

            if skip_the_layer:
                outputs = (None, None)
        return hidden_states


def make():
    return Encoder()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)] + [(torch.randn(2, 3), True)]
