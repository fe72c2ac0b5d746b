# scope: explicit
import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x):
        print(x)  # hit
        return x
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Block() for _ in range(3))
    def forward(self, x):
        return x
model = M()
for layer in model.layers:
    layer.compile()
