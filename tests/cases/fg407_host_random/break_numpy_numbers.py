import numpy as np
import torch
from numpy import random as npr
from torch import nn


class Mixup(nn.Module):
    def __init__(self):
        super().__init__()
        self.drawn = {}

    def forward(self, x):
        self.drawn["rand"] = np.random.rand()  # break: FG407
        x = x + 1
        self.drawn["randn"] = np.random.randn()  # break: FG407
        x = x * 2
        self.drawn["random"] = np.random.random()  # break: FG407
        x = x + 1
        self.drawn["random_sample"] = np.random.random_sample()  # break: FG407
        x = x * 2
        self.drawn["sample"] = np.random.sample()  # break: FG407
        x = x + 1
        self.drawn["uniform"] = np.random.uniform(0.5, 1.0)  # break: FG407
        x = x * 2
        self.drawn["normal"] = npr.normal()  # break: FG407
        x = x + 1
        self.drawn["randint"] = np.random.randint(5)  # break: FG407
        x = x * 2
        self.drawn["randint of two"] = np.random.randint(1, 5, size=None)  # break: FG407
        x = x + 1
        self.drawn["choice"] = np.random.choice([1, 2])  # break: FG407
        x = x * 2
        self.drawn["choices"] = np.random.choice(5, 2)  # break: FG407
        return x


def make():
    return Mixup()


def inputs():
    return [(torch.ones(3),)]
