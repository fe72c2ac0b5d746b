import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        print("input", x.shape)  # break: FG401
        x = self.conv(x)
        print(f"conv: {x.shape}")  # break: FG401
        x = x.flatten(1)
        print("flat: {}".format(x.size()))  # break: FG401
        return self.fc(x)


def make():
    return ConvNet()


def inputs():
    return [(torch.randn(1, 1, 4, 4),)]
