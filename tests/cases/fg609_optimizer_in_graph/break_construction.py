import torch
from torch import nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)

    def forward(self, x):
        x = self.model(x)
        optimizer = torch.optim.SGD([self.model.weight], lr=0.1)  # break: FG609
        x = x * optimizer.param_groups[0]["lr"]
        optimizer.load_state_dict(optimizer.state_dict())  # break: FG609
        return x


def make():
    return Inner()


def inputs():
    return [(torch.ones(3, 4),)]
