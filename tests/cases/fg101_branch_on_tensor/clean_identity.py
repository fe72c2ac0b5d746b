import torch
from torch import nn


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(2, 2)
        self.right = self.left

    def forward(self, a, b):
        if a is b:
            return self.left(a) * 2
        if self.left is self.right:
            return self.left(a) + self.left(b)
        return self.left(a) + self.right(b)


def make():
    return Siamese()


def inputs():
    x = torch.ones(1, 2)
    return [(x, x + 1)]
