# fix: unsafe
import torch
from torch import nn


class Encoder(nn.Module):
    """The forms of FSMT and NLLB-MoE, and one whose test says when the layer runs."""

    def __init__(self, layerdrop: float = 0.5):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(6)])
        self.layerdrop = layerdrop

    def forward(self, x: torch.Tensor, attentions: bool = False):
        x, collected = self.fsmt(x, attentions)
        return self.tested(self.nllb(x)), collected

    def fsmt(self, x, attentions: bool):
        collected = ()
        for layer in self.layers[:2]:
            dropout_probability = torch.rand([], device=x.device)
            # break: FG101
            previous_x = x
            x, attn = layer(x), x.mean()
            if self.training:
                x = torch.where(dropout_probability < self.layerdrop, previous_x, x)

            if attentions:
                collected = collected + (attn,)
        return x, collected

    def nllb(self, x):
        for layer in self.layers[2:4]:
            dropout_probability = torch.rand([], device=x.device)
            # break: FG101
            previous_x = x
            x = layer(x).tanh()
            if self.training:
                x = torch.where(dropout_probability < self.layerdrop, previous_x, x)
        return x

    def tested(self, x):
        for layer in self.layers[4:]:
            # break: FG101
            kept = not self.training or torch.rand((), device=x.device) > self.layerdrop
            previous_x = x
            x = layer(x).cos()
            if self.training:
                x = torch.where(kept, x, previous_x)
        return x


def make():
    return Encoder()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)]
