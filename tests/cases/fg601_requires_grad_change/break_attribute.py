import torch
from torch import nn


class Encoder(nn.Module):
    """Gradients through a frozen front end, as speech models do for checkpointing."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self._requires_grad = True

    def forward(self, x):
        x.requires_grad = False  # break: FG601
        hidden = x[:, None]
        if self._requires_grad and self.training:
            hidden.requires_grad = True  # break: FG601
        return self.layer(hidden)


def make():
    return Encoder()


def inputs():
    return [(torch.ones(2, 4),)]
