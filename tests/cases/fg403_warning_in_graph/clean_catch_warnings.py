import warnings

import torch
from torch import nn


class Warner:
    def __init__(self):
        self.said = []

    def warn(self, text):
        self.said.append(text)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.warnings = Warner()

    def forward(self, x):
        with warnings.catch_warnings():
            x = x + 1
        with warnings.catch_warnings(record=True):
            x = x * 2
        self.warnings.warn("kept")
        return x, UserWarning


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
