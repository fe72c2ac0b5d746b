"""Both arms return a dictionary."""

import torch
from torch import nn


class Outputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.aux = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = self.head(x)
        if logits.abs().max() > 1.0:
            return {"logits": logits, "aux": self.aux(x)}
        else:
            return {"logits": logits * 2, "aux": logits}


def make():
    torch.manual_seed(0)
    return Outputs()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4) * 9,), (torch.randn(2, 4) * 0.01,)]
