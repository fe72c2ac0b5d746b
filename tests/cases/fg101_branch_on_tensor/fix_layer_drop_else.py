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
            dropout_probability = torch.rand([])
            if self.training and (dropout_probability < self.layerdrop):  # break: FG101
                attn = None
            else:
                x, attn = layer(x), x.mean()

            if attentions:
                collected = collected + (attn,)
        return x, collected

    def nllb(self, x):
        for layer in self.layers[2:4]:
            dropout_probability = torch.rand([])
            if self.training and (dropout_probability < self.layerdrop):  # break: FG101
                continue
            else:
                x = layer(x).tanh()
        return x

    def tested(self, x):
        for layer in self.layers[4:]:
            if not self.training or torch.rand(()) > self.layerdrop:  # break: FG101
                x = layer(x).cos()
        return x


def make():
    return Encoder()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(4)]
