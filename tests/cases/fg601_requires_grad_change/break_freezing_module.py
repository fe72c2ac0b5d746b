import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        self.backbone.requires_grad_(False)  # break: FG601
        x = self.backbone(x)
        self.head.requires_grad_(False)  # break: FG601
        return self.head(x)


def make():
    return Frozen()


def inputs():
    return [(torch.ones(2, 4),)]
