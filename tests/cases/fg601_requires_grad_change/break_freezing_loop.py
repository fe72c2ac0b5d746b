import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.head = nn.Linear(4, 2)

    def freeze(self):
        for parameter in self.parameters():
            parameter.requires_grad = False  # break: FG601

    def forward(self, x):
        self.freeze()
        return self.head(self.backbone(x))


def make():
    return Frozen()


def inputs():
    return [(torch.ones(2, 4),)]
