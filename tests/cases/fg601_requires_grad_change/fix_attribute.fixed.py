# fix: unsafe
# only: torch<2.15
import torch
from torch import nn


class Encoder(nn.Module):
    """Gradients through a frozen front end, as speech models do for checkpointing."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self._requires_grad = True

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = x[:, None]
        if self._requires_grad and self.training:
            if not torch.compiler.is_compiling():
                hidden.requires_grad = True  # break: FG601
        for _ in range(2):
            hidden = torch.relu(self.layer(hidden))
        return hidden


def make():
    return Encoder()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
