import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)
        self.scaler = torch.amp.GradScaler("cpu", enabled=False)

    def forward(self, x):
        loss = self.model(x).mean()
        loss = self.scaler.scale(loss)  # break: FG609
        self.scaler.update()  # break: FG609
        return loss * self.scaler.get_scale()  # break: FG609


def make():
    return Scaled()


def inputs():
    return [(torch.ones(3, 4),)]
