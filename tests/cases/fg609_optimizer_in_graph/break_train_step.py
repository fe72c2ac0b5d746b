# only: torch>=2.11
import torch
from torch import nn


class Train(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.5)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 1)

    def forward(self, x):
        self.optimizer.zero_grad()  # break: FG609
        loss = self.model(x).sum()
        loss.backward()  # break: FG602
        nn.utils.clip_grad_norm_(self.model.parameters(), 1000.0)
        self.optimizer.step()  # break: FG609
        self.scheduler.step()  # break: FG609
        return loss.detach()


def make():
    return Train()


def inputs():
    return [(torch.ones(3, 4),)]
