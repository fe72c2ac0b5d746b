import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        self.backbone.weight.requires_grad = False  # break: FG601
        self.head.bias.requires_grad_(False)  # break: FG601
        return self.head(self.backbone(x))


def make():
    return Frozen()


def inputs():
    return [(torch.ones(2, 4),)]
