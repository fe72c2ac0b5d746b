# fix: unsafe
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, hidden_states, output_attentions=False):
        weights = self.fc(hidden_states).softmax(-1)
        return (hidden_states + weights, weights) if output_attentions else (hidden_states + weights,)


class Decoder(nn.Module):
    """The decoders of BART and its kin: what is collected, and the layer's outputs, need no choice."""

    def __init__(self, layerdrop: float = 0.5):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(4)])
        self.layerdrop = layerdrop

    def forward(self, hidden_states: torch.Tensor, output_attentions: bool = False):
        all_self_attns = () if output_attentions else None
        total = torch.zeros_like(hidden_states)
        for idx, decoder_layer in enumerate(self.layers):
            # add LayerDrop (see https://arxiv.org/abs/1909.11556 for description)
            if self.training:
                dropout_probability = torch.rand([], device=hidden_states.device)
                # break: FG101

            layer_outputs = decoder_layer(hidden_states, output_attentions)
            previous_hidden_states = hidden_states
            hidden_states = layer_outputs[0]
            if self.training:
                hidden_states = torch.where(
                    dropout_probability < self.layerdrop,
                    previous_hidden_states,
                    hidden_states,
                )
            previous_total = total
            total = total + hidden_states * idx  # of the layers that run
            if self.training:
                total = torch.where(dropout_probability < self.layerdrop, previous_total, total)

            if output_attentions:
                all_self_attns += (layer_outputs[1],)
        return hidden_states, total, all_self_attns


def make():
    return Decoder()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)]
