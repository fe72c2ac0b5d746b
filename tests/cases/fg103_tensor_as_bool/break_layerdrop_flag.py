import torch
from torch import nn


class SpeechEncoder(nn.Module):
    def __init__(self, layerdrop=0.5):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.layerdrop = layerdrop

    def forward(self, x):
        probability = torch.rand([])
        keep = False if self.training and (probability < self.layerdrop) else True  # break: FG103
        if keep:
            x = self.layer(x)
        return x + 1


def make():
    return SpeechEncoder()


def inputs():
    return [(torch.ones(1, 3),), (torch.ones(1, 3),)]
