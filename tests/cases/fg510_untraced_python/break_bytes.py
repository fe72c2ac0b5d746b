"""Methods of bytes; those of texts are traced."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.name = "text"

    def forward(self, x):
        x = x + 1
        b"text".upper()  # break: FG510
        b"a,b".split(b",")  # break: FG510
        b"text".startswith(b"t")  # break: FG510
        b"text".replace(b"t", b"s")  # break: FG510
        self.name.encode().hex()  # break: FG510
        bytes.fromhex("00ff")  # break: FG510
        bytes(3)  # break: FG510 (before 2.15)
        self.name.upper().startswith("T")
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
