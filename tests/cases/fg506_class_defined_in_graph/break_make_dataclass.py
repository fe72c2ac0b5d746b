import dataclasses

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        Output = dataclasses.make_dataclass("Output", ["logits", "scale"])  # break: FG506
        output = Output(x, 2.0)
        return output.logits * output.scale


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
