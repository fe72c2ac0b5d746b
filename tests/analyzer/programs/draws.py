import random

import numpy as np
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        if torch.rand([]) < 0.5:  # hit
            x = x + 1
        if torch.rand(1) < 0.5:  # hit
            x = x + 1
        if torch.randint(0, 2, (1,)) == 1:  # hit
            x = x + 1
        if torch.bernoulli(torch.tensor(0.5)):  # hit
            x = x + 1
        if torch.empty(1).uniform_() < 0.5:  # hit
            x = x + 1
        if random.random() < 0.5:
            x = x + 1
        if np.random.rand() < 0.5:
            x = x + 1
        return x
