import torch
import torch.nn.functional as F
from torch import nn


class Train(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)

    def forward(self, x, y):
        loss = F.mse_loss(self.model(x), y)
        loss.backward()  # break: FG602
        return loss.detach()


def make():
    return Train()


def inputs():
    return [(torch.ones(3, 4), torch.zeros(3, 2))]
