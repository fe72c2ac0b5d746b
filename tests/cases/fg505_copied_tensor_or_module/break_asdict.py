import dataclasses

import torch
from torch import nn


@dataclasses.dataclass
class Output:
    logits: torch.Tensor
    scale: float = 1.0


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        output = Output(self.layer(x).detach())
        named = dataclasses.asdict(output)  # break: FG505
        logits, scale = dataclasses.astuple(output)  # break: FG505
        return named["logits"] + logits * scale


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
